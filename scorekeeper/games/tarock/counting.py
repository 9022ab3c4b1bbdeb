"""Counts of both sides as entered, and the counts that piles of real cards can give.

Counts are whole numbers of thirds of a card point. A set of counts is a whole number used as a bitset: its bit n is set
if n thirds are possible, so that sets are united by `|` and a count is added to all by `<<`. A bound by the number of
tricks and by honours alone would let pass some counts that no cards make, such as 47 points against four Kings.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar, cast

from scorekeeper.cards.cardset import nearest, sums_by_number, together
from scorekeeper.cards.packs import TAROCKS, TRULL, Pack
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.declarer.claims import AnyDeal, Claim
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.discard import HONOURS
from scorekeeper.phrase import Name, Phrase, Refused, Value, count, say

D = TypeVar("D", bound=AnyDeal)


class DealShape(NamedTuple):
    """How the cards of a deal are divided: so many `tricks` of so many `players`, the talon, and the discard.

    The declarer's side has the discard of `laid` cards, which has no honour in it, and where all players lay cards away
    the other side has that of those `laid_by_others`. The `talon` has the number of cards that count for the declarer's
    side, and of those that count for the other; the rest counts for nobody.
    """

    pack: Pack
    tricks: int
    players: int
    laid: int = 0
    talon: tuple[int, int] = (0, 0)
    laid_by_others: int = 0


class PileFacts(NamedTuple):
    """The known facts of a side's pile: these `cards` are in it, by name, and those `in_tricks` came with a trick.

    Each of the `late` low tarocks took one of the last tricks. The side has at least so many `tricks`, and at least so
    many `thirds` of a card point.
    """

    cards: frozenset[str] = frozenset()
    in_tricks: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()
    tricks: int = 0
    thirds: int = 0

    @property
    def all_cards(self) -> frozenset[str]:
        """All cards that are surely in the pile."""
        return self.cards | self.in_tricks | self.late

    def plus(self, other: "PileFacts") -> "PileFacts":
        """Return what is known where both are."""
        return PileFacts(
            self.cards | other.cards,
            self.in_tricks | other.in_tricks,
            self.late | other.late,
            max(self.tricks, other.tricks),
            max(self.thirds, other.thirds),
        )


class CardFacts(NamedTuple):
    """The known facts of the piles of both sides, and the cards `played`, whichever side took them."""

    mine: PileFacts = PileFacts()
    theirs: PileFacts = PileFacts()
    played: frozenset[str] = frozenset()

    def plus(self, other: "CardFacts") -> "CardFacts":
        """Return what is known where both are."""
        return CardFacts(self.mine.plus(other.mine), self.theirs.plus(other.theirs), self.played | other.played)


class _Kind(NamedTuple):
    """The common properties of cards examined one by one, for one side; each is worth so many thirds.

    free    whether it may have them
    late    whether they took one of its last tricks as low tarocks; then the following are false
    bound   whether they came with a trick
    beside  whether they may lie in a trick that a late low tarock took
    unlaid  whether they cannot have been laid away
    """

    worth: int
    free: bool
    late: bool
    bound: bool
    beside: bool
    unlaid: bool


class _Share(NamedTuple):
    """The cards examined one by one that a side has, and the least pile that they need.

    suit_cards  the number of other suit cards beside late low tarocks
    in_tricks   the number of cards of its tricks used by these cards, with those beside late low tarocks
    size        the number of cards of the pile
    """

    number: int
    worth: int
    suit_cards: int
    in_tricks: int
    size: int


@lru_cache(maxsize=1024)
def pile_sums(shape: DealShape, facts: CardFacts) -> int:
    """Return the counts of all possible piles of the declarer's side, as a bitset of thirds.

    Cards are of three sorts: those examined one by one, grouped by kind, as honours and known cards; other tarocks,
    all worth the same; and other suit cards, whose sums are known for each number of them. For each number of cards of
    each kind and each number of tricks the rest of the pile is filled up with the other two sorts.
    """
    pack = shape.pack
    players = shape.players
    lower = []
    for side in (facts.mine, facts.theirs):  # which tarocks can lie in its late tricks without having won
        highest = min((TAROCKS.index(card) for card in side.late), default=len(TAROCKS))
        lower.append(frozenset(TAROCKS[highest + 1 :]))
    known = facts.mine.all_cards | facts.theirs.all_cards | facts.played | lower[0] | lower[1]
    named = dict.fromkeys([*HONOURS, *sorted(known)])  # honours, what is known, what may lie beside late tarocks
    kinds = Counter(tuple(_kind(shape, facts, lower[owner], card, owner) for owner in (0, 1)) for card in named)
    lows = [card for card in pack.cards if card in TAROCKS and card not in named]
    low = pack.count(lows[:1])
    plain = [pack.count([card]) for card in pack.cards if card not in TAROCKS and card not in named]
    plain_sums = sums_by_number(tuple(plain))
    sums = 0
    for numbers in product(
        *[range(0 if other.free else n, (n if my.free else 0) + 1) for (my, other), n in kinds.items()]
    ):
        ways = list(zip(kinds.items(), numbers, strict=True))
        mine = _share([(my, number) for ((my, _), _), number in ways], players, shape.laid)
        theirs = _share([(other, n - number) for ((_, other), n), number in ways], players, shape.laid_by_others)
        for tricks in range(facts.mine.tricks, shape.tricks - facts.theirs.tricks + 1):
            size = players * tricks + shape.laid + shape.talon[0]
            if mine.in_tricks > players * tricks or mine.size > size or theirs.size > len(pack.cards) - size:
                continue
            if theirs.in_tricks > players * (shape.tricks - tricks):
                continue
            rest = size - mine.number
            least = max(0, mine.suit_cards, rest - len(lows))
            for number in range(least, min(rest, len(plain) - max(0, theirs.suit_cards)) + 1):
                sums |= plain_sums[number] << mine.worth + (rest - number) * low
    return sums & sums_between(facts.mine.thirds, sum(pack.worth) - facts.theirs.thirds)


def sums_between(least: int, most: int) -> int:
    """Return the bitset of all counts from the least to the most, in thirds; empty if the least is more."""
    return (1 << most + 1) - (1 << max(0, least)) if least <= most else 0


def _kind(shape: DealShape, facts: CardFacts, lower: frozenset[str], card: str, side: int) -> _Kind:
    mine, theirs = (facts.mine, facts.theirs)[:: -1 if side else 1]
    late = card in mine.late
    in_tricks = card in mine.in_tricks | facts.played or (card in mine.cards and not shape.talon[side])
    return _Kind(
        worth=shape.pack.count([card]),
        free=card not in theirs.all_cards,
        late=late,
        bound=in_tricks and not late,
        beside=(card not in TAROCKS or card in lower) and not late,
        unlaid=(in_tricks or card in HONOURS) and not late,
    )


def _share(numbers: Sequence[tuple[_Kind, int]], players: int, laid: int) -> _Share:
    """Return the needs of so many cards of each kind in a pile with so many cards `laid` away, in cards and thirds."""
    number = sum(n for _, n in numbers)
    late = sum(n for kind, n in numbers if kind.late)
    fixed = sum(n for kind, n in numbers if kind.bound and not kind.beside)
    stay = sum(n for kind, n in numbers if kind.bound and kind.beside)
    beside = sum(n for kind, n in numbers if kind.beside)
    unlaid = sum(n for kind, n in numbers if kind.unlaid)
    elsewhere = sum(n for kind, n in numbers if kind.unlaid and not kind.beside)
    needed = (players - 1) * late  # beside late low tarocks
    return _Share(
        number,
        sum(kind.worth * n for kind, n in numbers),
        suit_cards=needed - beside,
        in_tricks=late + fixed + max(needed, stay),
        size=max(number, late + unlaid + laid, late + elsewhere + laid + needed),
    )


class Fraction(NamedTuple):
    """The thirds on which a declarer's count ends, 0 to 2, and the reason: "after the first pair"."""

    fraction: int
    after: Phrase


def count_whole_pack(pack: Pack, ending: Fraction, points: int | None, defenders: int | None) -> int | None:
    """Return the declarer's count in thirds if both sides together count the whole pack, None without a count.

    `points` and `defenders` are counts in thirds as entered: one that is whole may have been rounded.

    Raises Refused for a count that ends on other thirds, or two that are not the pack.
    """
    whole = sum(pack.worth)
    mine = None if points is None else own_count(pack, ending, points)
    theirs = None if defenders is None else defenders_count(pack, ending, defenders)
    if mine is not None and theirs is not None and mine + theirs != whole:
        values = {"points": round_thirds(mine), "defenders": round_thirds(theirs), "pack": pack.points}
        text = say("{points} and {defenders} card points do not add up to {pack}", **values)
        raise Refused("defender_points", text)
    return mine if mine is not None or theirs is None else whole - theirs


def own_count(pack: Pack, ending: Fraction, thirds: int) -> int:
    """Return the declarer's exact count, in thirds. Raises Refused if it ends otherwise."""
    exact = _exact_count(pack, thirds, ending.fraction)
    if exact is None:
        wrong = say("{after} the declarer’s count is whole", after=ending.after)
        if ending.fraction:
            fraction = write_thirds(ending.fraction)
            wrong = say("{after} the declarer’s count ends on {fraction}", after=ending.after, fraction=fraction)
        raise Refused("points", wrong)
    return exact


def defenders_count(pack: Pack, ending: Fraction, thirds: int, fraction: int | None = None) -> int:
    """Return the defenders' exact count in thirds, which ends on the rest of the declarer's, or on `fraction`."""
    fraction = (sum(pack.worth) - ending.fraction) % 3 if fraction is None else fraction
    exact = _exact_count(pack, thirds, fraction)
    if exact is None:
        wrong = say("{after} the defenders’ count is whole", after=ending.after)
        if fraction:
            ends = write_thirds(fraction)
            wrong = say("{after} the defenders’ count ends on {fraction}", after=ending.after, fraction=ends)
        raise Refused("defender_points", wrong)
    return exact


def _exact_count(pack: Pack, thirds: int, fraction: int) -> int | None:
    """Return the thirds of a count before rounding, None for a count that ends on others than the cards force."""
    if thirds % 3 not in (0, fraction):
        return None
    return thirds if thirds % 3 else min(max(thirds + (0, 1, -1)[fraction], 0), sum(pack.worth))


class Hypothesis(NamedTuple):
    """One possible shape of the cards, and the known facts of the piles without the bonuses.

    `called` is the King whose trick a bonus may be for.
    """

    shape: DealShape
    facts: CardFacts = CardFacts()
    called: str = ""


class KnownCount(NamedTuple):
    """The entered count of the declarer's side of a `pack`: its possible `sums` as a bitset, and the one for them all.

    `thirds` are None without a count, and then the game may have been entered as `won`; `key` names the answer. The
    `tricks` of the side are None if not entered.
    """

    pack: Pack
    sums: int
    thirds: int | None
    key: str
    won: bool | None = None
    tricks: int | None = None


class TableRules(NamedTuple):
    """The special rules of a game: whether the I takes Sküs and XXI in its trick, and further facts of bonuses.

    The cards of the bonuses `in_tricks` came with tricks; `facts` returns what others show of their side's pile.
    """

    emperor: bool = False
    in_tricks: Collection[str] = ()
    facts: Mapping[str, PileFacts] = {}


def read_result(pack: Pack, threshold: int, deal: D, read: Answers, valat: Claim | None) -> D:
    """Return a deal with its result, won with so many thirds or by the `valat` that decides. Raises Refused."""
    tricks = cast("int | None", read.get("tricks"))
    points, others = (cast("int | None", read.get(key)) for key in ("points", "defender_points"))
    if pack.is_whole:
        ending = Fraction(0, say("in this game"))
    elif tricks is None:
        counted = points if points is not None else sum(pack.worth) - (others or 0)
        ending = Fraction(counted % pack.parts, say("as the other side counted"))
    else:
        cards = tricks * (len(deal.side) + len(deal.defenders)) + deal.contract.taken
        ending = Fraction(cards % pack.parts, count("with {n} trick", "with {n} tricks", tricks))
    thirds = count_whole_pack(pack, ending, points, others)
    in_thirds = bool((points if points is not None else others or 0) % pack.parts)
    exact = tricks is not None or pack.is_whole or in_thirds
    won = deal.for_side(valat) if valat else _won(threshold, thirds, read)
    if won is None:
        raise Refused("points", say("enter the card points"))
    return replace(deal, thirds=thirds, exact=exact, won=won)


def _won(threshold: int, thirds: int | None, read: Answers) -> bool | None:
    return cast("bool | None", read.get("won")) if thirds is None else thirds >= threshold


def _key_of(deal: AnyDeal, read: Answers) -> str:
    """Return the key of the answer with the end of the game."""
    if deal.thirds is None:
        return "won"
    return "points" if "points" in read else "defender_points"


def check_result(hand: int, threshold: int, deal: AnyDeal, read: Answers) -> None:
    """Refuse tricks and wins that do not fit a Valat: all tricks or none are one, and the reverse."""
    tricks = read.get("tricks")
    made = deal.made_valat
    if made and tricks not in (None, hand if deal.of_side(made) else 0):
        raise Refused("tricks", say("a Valat was made, and that is all tricks"))
    failed = None if made or not deal.valat else 0 if deal.of_side(deal.valat) else hand  # the other side took them all
    if not made and tricks in (0, hand) and tricks != failed:
        raise Refused("tricks", say("one side won all tricks, and that is a Valat"))
    if made and _won(threshold, deal.thirds, read) not in (None, deal.of_side(made)):
        raise Refused(_key_of(deal, read), say("a side that won all tricks has won the game"))


def possible_counts(pack: Pack, threshold: int, deal: AnyDeal, read: Answers, *, decided: bool) -> KnownCount:
    """Return the possible counts, a whole one a third more or less; any if a Valat `decided` the game."""
    key = _key_of(deal, read)
    won = None
    least = 0
    most = sum(pack.worth)
    if deal.thirds is not None:
        slack = 0 if deal.exact else 1
        least = deal.thirds - slack
        most = deal.thirds + slack
    elif "won" in read and not decided:
        won = deal.won
        least, most = (threshold, most) if won else (0, threshold - 1)
    return KnownCount(pack, sums_between(least, most), deal.thirds, key, won, cast("int | None", read.get("tricks")))


def find_facts(hand: int, deal: AnyDeal, read: Answers) -> CardFacts:
    """Return the least number of each side's tricks, of as many as cards in a `hand`: as entered, or all for a Valat.

    Without a Valat it is one; none is enough where its own Valat failed.
    """
    tricks = read.get("tricks")
    valat = deal.valat
    least = (1, 1)
    if valat and valat.made:
        least = (hand, 0) if deal.of_side(valat) else (0, hand)
    elif valat:
        least = (0, 1) if deal.of_side(valat) else (1, 0)
    if isinstance(tricks, int):
        least = max(least[0], tricks), max(least[1], hand - tricks)
    return CardFacts(PileFacts(tricks=least[0]), PileFacts(tricks=least[1]))


def check_deal(deal: AnyDeal, hypotheses: Sequence[Hypothesis], counted: KnownCount, table: TableRules) -> None:
    """Refuse a count that no cards make or that does not fit the tricks, and bonuses that do not fit the count.

    The first bonus that does not fit is named, or all of them if only together they do not.
    """
    claims = [claim for claim in deal.claims if not claim.bonus.all_tricks and (claim.made or not claim.announced)]
    sums = _unite(hypotheses, deal, (), table)
    if sums & counted.sums:
        for some in (*((claim,) for claim in claims), *([tuple(claims)] if len(claims) > 1 else [])):
            _check_claims(deal, hypotheses, counted, table, some)
        return
    whole = sum(counted.pack.worth)
    anyhow = [hypothesis._replace(facts=CardFacts()) for hypothesis in hypotheses]
    if not _unite(anyhow, deal, (), table) & counted.sums:
        assert counted.thirds is not None, "a game is won by some cards and lost by others"
        counts = (counted.thirds, *nearest(sums, counted.thirds))
        points, *near = counts if counted.key == "points" else [whole - thirds for thirds in counts]
        values: dict[str, Value] = {
            "points": counted.pack.write(points),
            "near": tuple(map(counted.pack.write, sorted(near))),
        }
        text = say("no cards make {points} card points; the nearest that can be: {near}", **values)
        raise Refused(counted.key, text)
    for claim in claims:
        _check_claims(deal, anyhow, counted, table, (claim,))
    if deal.made_valat:
        raise Refused(counted.key, _misfit(deal, (_name_claim(deal.made_valat),), counted, sums))
    if counted.tricks is not None:
        tricks = count("{n} trick", "{n} tricks", counted.tricks)
        raise Refused("tricks", _misfit(deal, (tricks,), counted, sums))
    assert counted.thirds is not None, "a game is won or lost by some tricks"
    text = say(
        "{points} card points are only counted where one side took all tricks; that is a Valat, to be entered as made",
        points=counted.pack.write(counted.thirds if counted.key == "points" else whole - counted.thirds),
    )
    raise Refused(counted.key, text)


def _check_claims(
    deal: AnyDeal, hypotheses: Sequence[Hypothesis], counted: KnownCount, table: TableRules, claims: Sequence[Claim]
) -> None:
    sums = _unite(hypotheses, deal, claims, table)
    if not sums & counted.sums:
        beside = [deal.made_valat] if deal.made_valat and not sums else []
        raise Refused("bonuses", _misfit(deal, tuple(map(_name_claim, (*beside, *claims))), counted, sums))


def _unite(hypotheses: Sequence[Hypothesis], deal: AnyDeal, claims: Sequence[Claim], table: TableRules) -> int:
    """Return the possible counts of the declarer's side, a bitset, in any of the hypotheses with these claims."""
    known = [(one.shape, _find_pile_facts(one, deal, claims, table) if claims else one.facts) for one in hypotheses]
    ways = [(shape, way) for shape, facts in known for way in (facts, *_crown(facts, table))]
    return together([pile_sums(shape, way) for shape, way in ways])


def _find_pile_facts(hypothesis: Hypothesis, deal: AnyDeal, claims: Sequence[Claim], table: TableRules) -> CardFacts:
    """Return the facts that claims show of the piles; no two claims have different winners of one trick."""
    piles = [PileFacts(), PileFacts()]
    won: tuple[dict[int, bool], dict[int, bool]] = ({}, {})  # which tricks from the last, and whether by a late tarock
    played = frozenset[str]()
    for claim in claims:
        side = 0 if deal.of_side(claim) else 1
        bonus = claim.bonus
        cards = frozenset(bonus.holds or (hypothesis.called,))
        more = PileFacts()
        if not claim.made:
            played |= cards
            if bonus.by_side or len((deal.side, deal.defenders)[side]) == 1:  # else the partner may have taken it
                side = 1 - side
                won[side].setdefault(bonus.ultimo, False)
                more = PileFacts(in_tricks=cards)
        elif bonus.ultimo:
            won[side][bonus.ultimo] = not bonus.by_side or won[side].get(bonus.ultimo, False)
            more = PileFacts(in_tricks=cards) if bonus.by_side else PileFacts(late=cards)
        elif bonus.key in table.facts:
            more = table.facts[bonus.key]
        elif bonus.of_side:
            more = PileFacts(in_tricks=cards) if bonus.key in table.in_tricks else PileFacts(cards)
        elif bonus.in_hand:
            played |= cards
            if bonus.holds == TRULL:  # the Sküs and the XXI of one hand each take a trick
                more = PileFacts(in_tricks=frozenset(TRULL[:2]), tricks=2)
        piles[side] = piles[side].plus(more)
    for side, late in enumerate(sum(places.values()) for places in won):
        # those of low tarocks are none of the others, which may be the same
        tricks = late + max(len(won[side]) - late, piles[side].tricks)
        piles[side] = piles[side]._replace(tricks=tricks)
    return hypothesis.facts.plus(CardFacts(piles[0], piles[1], played))


def _crown(facts: CardFacts, table: TableRules) -> Iterator[CardFacts]:
    """Yield the facts where the I took its trick as it met Sküs and XXI there, if nothing else is known of these."""
    if not table.emperor or (facts.mine.in_tricks | facts.theirs.in_tricks).intersection(TRULL):
        return
    mine, theirs = (
        side._replace(late=side.late - {"T1"}, in_tricks=side.in_tricks.union(TRULL))
        for side in (facts.mine, facts.theirs)
    )
    if "T1" in facts.mine.late:
        yield facts._replace(mine=mine)
    if "T1" in facts.theirs.late:
        yield facts._replace(theirs=theirs)


def _name_claim(claim: Claim) -> Phrase:
    return say("{bonus} of {player}", bonus=claim.bonus.label, player=Name(claim.player))


def _misfit(deal: AnyDeal, named: tuple[Phrase, ...], counted: KnownCount, sums: int) -> Phrase:
    """Return the name of the bonus that does not fit, or of all if only together they do not."""
    if not sums:
        return say("{bonuses}: not all of that can be in one deal", bonuses=named)
    if counted.thirds is None:
        if counted.won:
            return say("{bonuses}: not where the declarer’s side won the game", bonuses=named)
        return say("{bonuses}: not where the declarer’s side lost the game", bonuses=named)
    near = tuple(map(counted.pack.write, nearest(sums, counted.thirds)))
    values: dict[str, Value] = {"bonuses": named, "points": counted.pack.write(counted.thirds), "near": near}
    if len(deal.side) == 1:
        return say(
            "{bonuses}: not with {points} card points of the declarer; the nearest that can be: {near}", **values
        )
    return say(
        "{bonuses}: not with {points} card points of the declarer’s side; the nearest that can be: {near}", **values
    )
