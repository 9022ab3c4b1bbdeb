"""Counts of both sides as the table says them, in thirds, and which of them the piles of real cards can give."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.cards.cardset import nearest, sums_by_number, together
from scorekeeper.cards.packs import TAROCKS, TRULL, Pack, of_ranks
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.games.tarock.declared import Contract, Declared
from scorekeeper.phrase import Name, Phrase, Refused, say

_KINGS = of_ranks("K")
_HONOURS = (*TRULL, *_KINGS)


class Division(NamedTuple):
    """How the cards of a deal are divided: so many `tricks` of so many `players`, the talon, and what was laid away.

    The declarer's side has what he laid away, which no honour is. The `talon` cards are those that count for his side
    and those that count for the other; what is left counts for nobody.
    """

    pack: Pack
    tricks: int
    players: int
    laid: int = 0
    talon: tuple[int, int] = (0, 0)


class PileFacts(NamedTuple):
    """What is known of a side's pile: these `cards` are in it, and those `in_tricks` came with a trick.

    Each of the `late` low tarocks took one of the last tricks. The side has at least so many `tricks` and `thirds`.
    """

    cards: frozenset[str] = frozenset()
    in_tricks: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()
    tricks: int = 0
    thirds: int = 0

    @property
    def held(self) -> frozenset[str]:
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


class Facts(NamedTuple):
    """What is known of the piles of both sides, and which cards were `played`, whoever took them."""

    mine: PileFacts = PileFacts()
    theirs: PileFacts = PileFacts()
    played: frozenset[str] = frozenset()

    def plus(self, other: "Facts") -> "Facts":
        """Return what is known where both are."""
        return Facts(self.mine.plus(other.mine), self.theirs.plus(other.theirs), self.played | other.played)


class _Kind(NamedTuple):
    """What cards have in common that are looked at one by one; what depends on the side stands there for each.

    owners   which side may have them
    bound    whether they came with a trick
    beside   whether they may lie in a trick that a late low tarock took
    late     whether they took such a trick
    """

    worth: int
    honour: bool
    owners: tuple[bool, ...]
    bound: tuple[bool, ...]
    beside: tuple[bool, ...]
    late: tuple[bool, ...]


class _Share(NamedTuple):
    """The cards looked at one by one that a side has: how many, their worth, and how many of them are what.

    fixed   can be nowhere but in a trick and not beside a late low tarock
    stay    came with a trick and may lie beside one
    beside  may lie beside one
    unlaid  cannot have been laid away; `besides` are those of them that may lie beside one
    """

    number: int
    worth: int
    late: int
    fixed: int
    stay: int
    beside: int
    unlaid: int
    besides: int


@lru_cache(maxsize=1024)
def pile_sums(division: Division, facts: Facts) -> int:
    """Return the sums of all piles that the declarer's side can have."""
    pack = division.pack
    players = division.players
    named = _named(facts)
    lows = sum(card in TAROCKS and card not in named for card in pack.cards)
    plain = [pack.count([card]) for card in pack.cards if card not in TAROCKS and card not in named]
    plain_sums = sums_by_number(tuple(plain))
    sums = 0
    for shares in _share_out(Counter(_kind(division, facts, card) for card in named)):
        mine, theirs = shares
        needed = [(players - 1) * share.late - share.beside for share in shares]  # suit cards beside late tarocks
        for tricks in range(facts.mine.tricks, division.tricks - facts.theirs.tricks + 1):
            size = players * tricks + division.laid + division.talon[0]
            if not _fits(players, tricks, mine, size, division.laid):
                continue
            if not _fits(players, division.tricks - tricks, theirs, len(pack.cards) - size, 0):
                continue
            rest = size - mine.number
            for number in range(max(0, needed[0], rest - lows), min(rest, len(plain) - max(0, needed[1])) + 1):
                sums |= plain_sums[number] << mine.worth + rest - number  # a low tarock is worth 1
    return sums & sums_between(facts.mine.thirds, sum(pack.worth) - facts.theirs.thirds)


def sums_between(least: int, most: int) -> int:
    """Return the set of all sums from the least to the most."""
    return (1 << most + 1) - (1 << max(0, least)) if least <= most else 0


def _named(facts: Facts) -> list[str]:
    """Return the cards that are looked at one by one: honours, what is known, and what may lie beside late tarocks."""
    lower = _below(facts.mine) | _below(facts.theirs)
    return list(dict.fromkeys([*_HONOURS, *sorted(facts.mine.held | facts.theirs.held | facts.played | lower)]))


def _below(side: PileFacts) -> frozenset[str]:
    """Return the tarocks that can lie in the late tricks of a side without having won."""
    highest = min((TAROCKS.index(card) for card in side.late), default=len(TAROCKS))
    return frozenset(TAROCKS[highest + 1 :])


def _kind(division: Division, facts: Facts, card: str) -> _Kind:
    sides = (facts.mine, facts.theirs)
    return _Kind(
        worth=division.pack.count([card]),
        honour=card in _HONOURS,
        owners=(card not in facts.theirs.held, card not in facts.mine.held),
        bound=tuple(
            card in side.in_tricks | facts.played or (card in side.cards and not talon)
            for side, talon in zip(sides, division.talon, strict=True)
        ),
        beside=tuple(card not in TAROCKS or card in _below(side) for side in sides),
        late=tuple(card in side.late for side in sides),
    )


def _share_out(kinds: Counter[_Kind]) -> Iterator[tuple[_Share, _Share]]:
    """Yield every way to share the cards that are looked at one by one between both sides."""
    ranges = [range(0 if kind.owners[1] else n, (n if kind.owners[0] else 0) + 1) for kind, n in kinds.items()]
    for numbers in product(*ranges):
        mine = dict(zip(kinds, numbers, strict=True))
        yield _count_share(mine, 0), _count_share({kind: n - mine[kind] for kind, n in kinds.items()}, 1)


def _count_share(numbers: dict[_Kind, int], side: int) -> _Share:
    def count(kinds: Iterable[_Kind]) -> int:
        return sum(numbers[kind] for kind in kinds)

    late = [kind for kind in numbers if kind.late[side]]
    others = [kind for kind in numbers if not kind.late[side]]
    beside = [kind for kind in others if kind.beside[side]]
    bound = [kind for kind in others if kind.bound[side]]
    unlaid = [kind for kind in others if kind.honour or kind.bound[side]]
    return _Share(
        number=count(numbers),
        worth=sum(kind.worth * number for kind, number in numbers.items()),
        late=count(late),
        fixed=count(kind for kind in bound if kind not in beside),
        stay=count(kind for kind in bound if kind in beside),
        beside=count(beside),
        unlaid=count(unlaid),
        besides=count(kind for kind in unlaid if kind in beside),
    )


def _fits(players: int, tricks: int, share: _Share, size: int, laid: int) -> bool:
    """Return whether a pile of this size, so many cards of it laid away, has room for what surely lies in it."""
    beside = (players - 1) * share.late
    free = size - share.late - share.unlaid  # what may have been laid away
    return (
        share.number <= size
        and share.late + share.fixed + max(beside, share.stay) <= players * tricks
        and free >= laid
        and free + share.besides >= laid + beside
    )


class Ending(NamedTuple):
    """On how many thirds a declarer's count ends, 0 to 2, and after what: "after the first pair"."""

    fraction: int
    after: Phrase


def count_whole_pack(pack: Pack, ending: Ending, points: int | None, defenders: int | None) -> int | None:
    """Return the declarer's thirds where both sides together count the whole pack, None where nobody counted.

    Raises Refused for a count that ends on other thirds, or two that are not the pack.
    """
    whole = sum(pack.worth)
    mine = None if points is None else own_count(pack, ending, points)
    theirs = None if defenders is None else defenders_count(pack, ending, defenders)
    if mine is not None and theirs is not None and mine + theirs != whole:
        raise Refused(
            "defender_points",
            say(
                "{points} and {defenders} card points do not add up to {pack}",
                points=round_thirds(mine),
                defenders=round_thirds(theirs),
                pack=pack.points,
            ),
        )
    return mine if mine is not None or theirs is None else whole - theirs


def own_count(pack: Pack, ending: Ending, thirds: int) -> int:
    """Return the declarer's exact count. Raises Refused where it ends otherwise."""
    if _ends_on(thirds, ending.fraction):
        return _unround(pack, thirds, ending.fraction)
    if not ending.fraction:
        raise Refused("points", say("{after} the declarer’s count is whole", after=ending.after))
    fraction = write_thirds(ending.fraction)
    raise Refused(
        "points", say("{after} the declarer’s count ends on {fraction}", after=ending.after, fraction=fraction)
    )


def defenders_count(pack: Pack, ending: Ending, thirds: int, fraction: int | None = None) -> int:
    """Return the defenders' exact count, which ends on what the declarer's leaves of the pack, or on `fraction`."""
    fraction = (sum(pack.worth) - ending.fraction) % 3 if fraction is None else fraction
    if _ends_on(thirds, fraction):
        return _unround(pack, thirds, fraction)
    if not fraction:
        raise Refused("defender_points", say("{after} the defenders’ count is whole", after=ending.after))
    ending_on = write_thirds(fraction)
    raise Refused(
        "defender_points",
        say("{after} the defenders’ count ends on {fraction}", after=ending.after, fraction=ending_on),
    )


def _ends_on(thirds: int, fraction: int) -> bool:
    """A whole number is the rounded count and always fits; thirds must be those that the cards force."""
    return thirds % 3 in (0, fraction)


def _unround(pack: Pack, thirds: int, fraction: int) -> int:
    """Return the thirds that a count had before it was rounded; a count with a fraction was not."""
    if thirds % 3:
        return thirds
    return min(max(thirds + (0, 1, -1)[fraction], 0), sum(pack.worth))


class Case(NamedTuple):
    """One way in which the cards can have been divided, and what is known of the piles without the bonuses.

    `called` is the King whose trick a bonus may be for.
    """

    division: Division
    facts: Facts = Facts()
    called: str = ""


class Counted(NamedTuple):
    """What was entered of the count of the declarer's side: the `sums` that it can mean, and the one for them all.

    `thirds` are None where nobody counted, and then the game may have been entered as `won`; `key` names the answer.
    """

    sums: int
    thirds: int | None
    key: str
    won: bool | None = None


class Custom(NamedTuple):
    """What a game has of its own: whether the I takes Sküs and XXI in its trick, and more of what bonuses tell.

    Of the bonuses `in_tricks` the cards came with tricks; `facts` says what others tell of the pile of their side.
    """

    emperor: bool = False
    in_tricks: Collection[str] = ()
    facts: Mapping[str, PileFacts] = {}


def all_tricks_facts(deal: Declared[Contract], tricks: int) -> Facts:
    """Return how many of the `tricks` each side has at least: all for a Valat, else one; none where its own failed."""
    valat = deal.valat
    if valat is None:
        least = (1, 1)
    elif valat.made:
        least = (tricks, 0) if deal.of_side(valat) else (0, tricks)
    else:
        least = (0, 1) if deal.of_side(valat) else (1, 0)
    return Facts(PileFacts(tricks=least[0]), PileFacts(tricks=least[1]))


def check_deal(
    deal: Declared[Contract], cases: Sequence[Case], counted: Counted, custom: Custom, reason: Phrase | None = None
) -> None:
    """Refuse a count that no cards make, or that does not go with the tricks, or bonuses that do not go with it.

    `reason` says how many tricks were entered, where that was.
    """
    claims = [claim for claim in deal.claims if not claim.bonus.all_tricks and (claim.made or not claim.announced)]
    sums = _unite(cases, deal, (), custom)
    if not sums & counted.sums:
        anyhow = [case._replace(facts=Facts()) for case in cases]
        if not _unite(anyhow, deal, (), custom) & counted.sums:
            _refuse_points(cases[0].division, counted, sums)
        for claim in claims:
            _check_claims(deal, anyhow, counted, custom, (claim,))
        _refuse_tricks(deal, cases[0].division, counted, sums, reason)
    for some in (*((claim,) for claim in claims), *([tuple(claims)] if len(claims) > 1 else [])):
        _check_claims(deal, cases, counted, custom, some)


def _check_claims(
    deal: Declared[Contract], cases: Sequence[Case], counted: Counted, custom: Custom, claims: Sequence[Claim]
) -> None:
    sums = _unite(cases, deal, claims, custom)
    if not sums & counted.sums:
        beside = [deal.valat] if deal.valat and deal.valat.made and not sums else []
        raise Refused("bonuses", _misfit(deal, tuple(map(_name_claim, (*beside, *claims))), counted, sums))


def _unite(cases: Sequence[Case], deal: Declared[Contract], claims: Sequence[Claim], custom: Custom) -> int:
    """Return the sums that the declarer's side can have in any of the cases where these claims are true."""
    known = [(case.division, _find_pile_facts(case, deal, claims, custom)) for case in cases]
    ways = [(division, way) for division, facts in known for way in (facts, *_crown(facts, custom))]
    return together([pile_sums(division, way) for division, way in ways])


def _find_pile_facts(case: Case, deal: Declared[Contract], claims: Sequence[Claim], custom: Custom) -> Facts:
    """Return what claims tell of the piles; no two of them tell of two winners of one trick."""
    sides = (_SideClaims(), _SideClaims())
    played = set[str]()
    for claim in claims:
        side = 0 if deal.of_side(claim) else 1
        bonus = claim.bonus
        holds = claim.bonus.holds or (case.called,)
        if not claim.made:
            played.update(holds)
            if bonus.by_side or len((deal.side, deal.defenders)[side]) == 1:  # else his partner may have taken it
                sides[1 - side].take(bonus.ultimo, holds)
        elif bonus.ultimo:
            sides[side].take(bonus.ultimo, holds, late=not bonus.by_side)
        elif bonus.key in custom.facts:
            sides[side].more = sides[side].more.plus(custom.facts[bonus.key])
        elif bonus.of_side:
            sides[side].add(holds, in_tricks=bonus.key in custom.in_tricks)
        elif bonus.in_hand:
            played.update(holds)
            if holds == TRULL:  # the Sküs and the XXI of one hand each take a trick
                sides[side].more = sides[side].more.plus(PileFacts(in_tricks=frozenset(TRULL[:2]), tricks=2))
    return case.facts.plus(Facts(sides[0].facts(), sides[1].facts(), frozenset(played)))


def _crown(facts: Facts, custom: Custom) -> Iterator[Facts]:
    """Yield the facts where the I took its trick as it met Sküs and XXI there, if nothing else is known of these."""
    if not custom.emperor:
        return
    for other, sides in enumerate(((facts.mine, facts.theirs), (facts.theirs, facts.mine))):
        winner = sides[0]
        if "T1" in winner.late and not any(side.in_tricks.intersection(TRULL) for side in sides):
            crowned = winner._replace(late=winner.late - {"T1"}, in_tricks=winner.in_tricks.union(TRULL))
            yield facts._replace(theirs=crowned) if other else facts._replace(mine=crowned)


class _SideClaims:
    """What the claims tell of the pile of one side."""

    def __init__(self) -> None:
        self.more = PileFacts()
        self.won = dict[int, bool]()  # by the place of a trick from the last: whether a late low tarock took it

    def take(self, place: int, cards: Collection[str], *, late: bool = False) -> None:
        """The side took the trick at this place, by these cards if `late`, and they lay in it."""
        self.won[place] = late or self.won.get(place, False)
        cards = frozenset(cards)
        self.more = self.more.plus(PileFacts(late=cards) if late else PileFacts(in_tricks=cards))

    def add(self, cards: Collection[str], *, in_tricks: bool) -> None:
        """The side has these cards."""
        cards = frozenset(cards)
        self.more = self.more.plus(PileFacts(in_tricks=cards) if in_tricks else PileFacts(cards))

    def facts(self) -> PileFacts:
        """Return what is known, with the tricks: those of low tarocks are none of the others, which may be the same."""
        late = sum(self.won.values())
        return self.more._replace(tricks=late + max(len(self.won) - late, self.more.tricks))


def _refuse_tricks(
    deal: Declared[Contract], division: Division, counted: Counted, sums: int, reason: Phrase | None
) -> None:
    """Say why a count cannot be that some cards make: by the Valat, by the tricks, or as it proves a Valat."""
    if deal.valat and deal.valat.made:
        raise Refused(counted.key, _misfit(deal, (_name_claim(deal.valat),), counted, sums))
    if reason:
        raise Refused("tricks", _misfit(deal, (reason,), counted, sums))
    assert counted.thirds is not None, "a game is won or lost by some tricks"
    text = say(
        "{points} card points are only counted where one side took all tricks; that is a Valat, to be entered as made",
        points=write_thirds(_of_counting_side(division, counted.key, counted.thirds)),
    )
    raise Refused(counted.key, text)


def _of_counting_side(division: Division, key: str, thirds: int) -> int:
    """Return a count of the declarer's side as the side has it whose count was entered."""
    return thirds if key == "points" else sum(division.pack.worth) - thirds


def _refuse_points(division: Division, counted: Counted, sums: int) -> None:
    assert counted.thirds is not None, "a game is won by some cards and lost by others"
    near = nearest(sums, counted.thirds)
    points, *others = (_of_counting_side(division, counted.key, thirds) for thirds in (counted.thirds, *near))
    raise Refused(
        counted.key,
        say(
            "no cards make {points} card points; the nearest that can be: {near}",
            points=write_thirds(points),
            near=tuple(map(write_thirds, sorted(others))),
        ),
    )


def _name_claim(claim: Claim) -> Phrase:
    return say("{bonus} of {player}", bonus=claim.bonus.label, player=Name(claim.player))


def _misfit(deal: Declared[Contract], named: tuple[Phrase, ...], counted: Counted, sums: int) -> Phrase:
    """Name what does not fit: one bonus, or all where only together they do not."""
    if not sums:
        return say("{bonuses}: not all of that can be in one deal", bonuses=named)
    if counted.thirds is None:
        if counted.won:
            return say("{bonuses}: not where the declarer’s side won the game", bonuses=named)
        return say("{bonuses}: not where the declarer’s side lost the game", bonuses=named)
    points = write_thirds(counted.thirds)
    near = tuple(map(write_thirds, nearest(sums, counted.thirds)))
    if len(deal.side) == 1:
        return say(
            "{bonuses}: not with {points} card points of the declarer; the nearest that can be: {near}",
            bonuses=named,
            points=points,
            near=near,
        )
    return say(
        "{bonuses}: not with {points} card points of the declarer’s side; the nearest that can be: {near}",
        bonuses=named,
        points=points,
        near=near,
    )
