"""One deal of Königrufen: its questions, the reading of its answers, and the check for impossible deals."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, product
from math import prod
from typing import cast

from scorekeeper.cards.cardset import has, nearest, sums_by_number, together
from scorekeeper.cards.packs import TRULL, of_ranks
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.counts import Grid, Number
from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.rules import (
    BIRDS,
    HALF,
    HAND,
    KING_ULTIMO,
    MONDFANG,
    NEEDED,
    PACK,
    PAGAT,
    STOCK,
    TALON,
    TRISCHAKEN,
    Contract,
    Rules,
)
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, Rows, Way, one_or_each, who
from scorekeeper.games.tarock import asking, counting
from scorekeeper.games.tarock.claims import Bonus, Claim, PartnerDeal, read_claims, rows_of
from scorekeeper.games.tarock.lines import describe
from scorekeeper.phrase import Card, Name, Phrase, Refused, Value, say

_GAVE_UP = Flag("gave_up", say("Conceded"), stage="result", mark="up", rare=True)
_WON = Flag("won", say("Won"), stage="result", both=True, mark="w")
_TRICKS = Number("tricks", say("Tricks of the declarer’s side"), 0, HAND, say("more than are played"), mark="*")
_FACTOR = Choice(  # of at most eight doublings
    "factor",
    say("Double deal"),
    tuple(Option(2**power, say("times {number}", number=2**power), mark=f"x{2**power}") for power in range(1, 9)),
)


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions that matter, given the `answers` so far; with None all possible questions."""
    first = (
        who("declarer", say("Who is the declarer?"), seating.playing),
        _ask_contract(rules, seating, answers or {}),
    )
    contract = asking.find_contract(rules.contracts, answers or {})
    own: tuple[Question, ...]
    if answers is None:
        return (*first, *_ask_all(rules, seating))
    if contract is None:
        return first
    if contract is TRISCHAKEN:
        own = () if answers.get("revoke") else (_ask_each(seating),)
    elif contract.positive:
        own = tuple(_ask_positive(rules, seating, contract, answers))
    else:
        own = (_ask_levels(rules, tuple(player for player in seating.playing if player != answers.get("declarer"))),)
        if not answers.get("revoke"):
            tricks = answers.get("tricks") is not None
            own += () if tricks else (_WON,)
            own += (_TRICKS,) if tricks or answers.get("won") is None else ()
    table = _ask_table(rules, seating)
    return (*first, *own, *(table[1:] if answers.get("gave_up") else table))


def _ask_contract(rules: Rules, seating: Seating, answers: Answers) -> Choice:
    """Return the question for the contract; some are played only by forehand."""
    forehand = str(answers.get("forehand") or seating.playing[0])
    contracts = {contract.key: contract for contract in rules.contracts}
    asked = asking.ask_contract(rules.contracts)
    options = [replace(one, only=forehand if contracts[str(one.value)].forehand else "") for one in asked.options]
    return replace(asked, options=tuple(options))


def _ask_all(rules: Rules, seating: Seating) -> tuple[Question, ...]:
    (contra,) = asking.ask_contra(rules.contra_levels, None)
    points, others = asking.ask_side_counts(PACK)
    return (
        asking.ask_partner(seating, None),
        _ask_alone(rules),
        _GAVE_UP,
        _ask_called(rules),
        one_or_each(contra, _ask_levels(rules, seating.playing)),
        _ask_bonuses(rules, seating, rules.bonuses, None),
        one_or_each(points, _ask_each(seating)),
        others,
        _WON,
        _TRICKS,
        *_ask_table(rules, seating),
    )


def _ask_table(rules: Rules, seating: Seating) -> tuple[Question, ...]:
    """Return the questions of every contract, first the one for a wrong card that ended it."""
    label = say("Who became forehand, as the first had four Kings?")
    forehand = who("forehand", label, seating.playing, mark="f", rare=True)
    return (
        who("revoke", say("Did a misplay end the hand? By whom?"), seating.playing, "result", mark="x", rare=True),
        *((_FACTOR,) if rules.doubling else ()),
        *((forehand,) if rules.four_kings == "hand_on" else ()),
    )


def _ask_positive(rules: Rules, seating: Seating, contract: Contract, answers: Answers) -> Iterator[Question]:
    gone = bool(answers.get("gave_up")) and contract.given_up
    bonuses = rules.bonuses_in(contract)
    if contract.called:
        if not (answers.get("alone") or gone):  # no player held a King in the talon
            yield asking.ask_partner(seating, answers.get("declarer"))
        yield _ask_alone(rules)
        if contract.given_up:
            yield _GAVE_UP
        yield _ask_called(rules)
    if gone:
        planned = tuple(bonus for bonus in bonuses if bonus.key in contract.birds)
        if planned:
            yield _ask_bonuses(rules, seating, planned, answers)
        return
    yield from asking.ask_contra(rules.contra_levels, answers)
    yield _ask_bonuses(rules, seating, bonuses, answers)
    if answers.get("revoke"):
        return
    yield from asking.ask_side_counts(PACK)
    if answers.get("points") is None and answers.get("defender_points") is None:
        yield replace(_WON, rare=True)
    yield replace(_TRICKS, rare=True)


def _ask_alone(rules: Rules) -> Flag:
    """Whether no other player has the called King; a table may allow the declarer's own, which is a secret."""
    talon = say("The called King lay in the talon")
    own = say("The called King lay in the talon, or was his own")
    may = rules.call_own_king or rules.four_kings == "self"
    return Flag("alone", own if may else talon, stage="result", mark="alone", secret=may)


def _ask_called(rules: Rules) -> Choice:
    ranks = "KQ" if rules.four_kings == "call_queen" else "K"
    queens = of_ranks("Q")
    options = (Option(card, Phrase("{card}", (("card", Card(card)),)), rare=card in queens) for card in of_ranks(ranks))
    return Choice("called", say("Called King"), tuple(options), unfolds=say("The declarer has all four Kings"))


def _ask_levels(rules: Rules, players: tuple[str, ...]) -> Grid:
    most = rules.contra_levels
    steps = tuple(map(asking.name_contra, range(1, most + 1)))
    return Grid("contra", say("Contra of each opponent"), players, 0, most, stage="call", mark="c", steps=steps)


def _ask_bonuses(rules: Rules, seating: Seating, bonuses: tuple[Bonus, ...], answers: Answers | None) -> Rows:
    ways = asking.bonus_ways(bonuses, rules.contra_levels, rules.costly)
    if answers and answers.get("revoke"):  # then whether it was made is not asked
        ways = tuple(replace(way, open=False, counted=True) if way.open else way for way in ways)
    if rules.mondfang != "player":
        return asking.ask_bonuses(seating, bonuses, ways, rules.contra_levels, answers)
    usual = tuple(bonus.key for bonus in bonuses if bonus is not MONDFANG)
    ways = tuple(replace(way, only=tuple(key for key in way.only or usual if key in usual)) for way in ways)
    taken = tuple(
        Way(say("from {player}", player=Name(player)), (("from", player),), only=(MONDFANG.key,))
        for player in seating.playing
    )
    rows = asking.ask_bonuses(seating, bonuses, (*ways, *taken), rules.contra_levels, answers)
    return replace(rows, columns=(*rows.columns, who("from", say("Whose XXI was taken?"), seating.playing)))


def _ask_each(seating: Seating) -> Grid:
    most = PACK.points
    return Grid("points", say("Card points of each"), seating.playing, 0, most, most, thirds=True)


@dataclass(frozen=True, slots=True)
class Played(PartnerDeal[Contract]):
    """One deal of Königrufen.

    doubts    the contra of each opponent in a negative game
    counts    the count of each player in a Trischaken, in thirds
    gave_up   whether the declarer gave it up, as the called King lay in the talon (KR-24)
    revoke    the player whose wrong card ended the deal, "" for none (KR-47)
    factor    the multiplier of the deal (KR-46)
    forehand  the forehand player, even if forehand was handed on (KR-12)
    broken_off  whether it has no winner, as a wrong card is paid to both sides (KR-47)
    """

    doubts: tuple[tuple[str, int], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    gave_up: bool = False
    revoke: str = ""
    factor: int = 1
    forehand: str = ""
    broken_off: bool = False

    @property
    def ending(self) -> Phrase:
        """The contract and its ending, in words."""
        if self.broken_off:
            return self.contract.label
        values: dict[str, Value] = {"contract": self.contract.label, "declarer": Name(self.declarer)}
        if self.gave_up:
            return say("{contract}, conceded by {declarer}", **values)
        if self.won:
            return say("{contract}, won by {declarer}", **values)
        return say("{contract}, lost by {declarer}", **values)

    def describe(self, claim: Claim) -> Phrase:
        """Return the ending of a claim in words, or that it was announced if it has none."""
        return describe(replace(claim, made=True) if self.broken_off else claim)


def deciding_valat(rules: Rules, deal: Played) -> Claim | None:
    """Return the Valat that decides the game, made or in place of the game; None if the card points do."""
    return deal.made_valat if rules.valat == "fixed" else deal.valat


_NOTHING: Mapping[str, tuple[object, ...]] = {
    "alone": (False,),
    "gave_up": (False,),
    "bonuses": ((),),
    "contra": (0, {}),
}
"""What says nothing where nobody asked for it."""


def read_deal(rules: Rules, seating: Seating, read: Answers) -> Played:
    """Return the answers as one deal. Raises Refused if an answer is missing or two contradict each other."""
    call = read_call(rules, seating, read)
    if call.contract.called and not (call.partner or call.alone):
        raise Refused("partner", say("who had the called King? It may have been in the talon"))
    if call.contract is TRISCHAKEN and not call.revoke and not call.counts:
        raise Refused("points", say("enter the card points"))
    for claim in call.claims:
        if claim.bonus is MONDFANG and rules.mondfang == "player" and claim.loser in ("", claim.player):
            raise Refused("bonuses", say("{bonus}: whose XXI was taken is missing", bonus=MONDFANG.label))
    if call.revoke or call.gave_up or call.contract is TRISCHAKEN:
        return call
    if call.contract.positive:
        return counting.read_result(PACK, rules.threshold, call, read, deciding_valat(rules, call))
    if "tricks" in read:
        return replace(call, won=read["tricks"] == call.contract.tricks)
    if "won" in read:
        return replace(call, won=bool(read["won"]))
    raise Refused("won", say("say whether the game was won, or how many tricks"))


def read_call(rules: Rules, seating: Seating, read: Answers) -> Played:
    """Return the deal as called so far, with or without the result. Raises Refused as `read_deal` does."""
    contract = asking.find_contract(rules.contracts, read)
    if "declarer" not in read and contract is not TRISCHAKEN:
        raise Refused("declarer", say("choose who played"))
    if contract is None:
        raise Refused("contract", say("choose the contract"))
    _refuse_unasked(rules, seating, contract, read)
    forehand = str(read.get("forehand", seating.playing[0]))
    declarer = str(read.get("declarer", forehand))
    if contract.forehand and declarer != forehand:
        values: dict[str, Value] = {"contract": contract.label, "player": Name(forehand)}
        raise Refused("declarer", say("only forehand plays a {contract}: that is {player}", **values))
    contra = read.get("contra", 0)
    counts = read.get("points")
    deal = Played(
        declarer,
        tuple(player for player in seating.playing if player not in (declarer, read.get("partner"))),
        contract,
        contra if isinstance(contra, int) else 0,
        (),
        partner=str(read.get("partner", "")),
        alone=bool(read.get("alone") or read.get("gave_up")),
        doubts=tuple(contra.items()) if isinstance(contra, Mapping) else (),
        counts=tuple(counts.items()) if isinstance(counts, Mapping) else (),
        gave_up=bool(read.get("gave_up")),
        revoke=str(read.get("revoke", "")),
        factor=cast(int, read.get("factor", 1)),
        forehand=forehand,
    )
    return replace(deal, claims=_read_claims(rules, deal, read))


def _refuse_unasked(rules: Rules, seating: Seating, contract: Contract, read: Answers) -> None:
    """Refuse answers that have no question in this contract, unless they are empty."""
    asked = {question.name: question.label for question in ask(rules, seating, read)}
    for key, value in read.items():
        if key not in asked and value not in _NOTHING.get(key, ()):
            raise _unasked(rules, seating, contract, read, key)
    if "partner" in read and read["partner"] == read.get("declarer"):
        raise Refused("partner", say("the declarer cannot be their own partner"))
    for key, many in (("points", contract is TRISCHAKEN), ("contra", not contract.positive)):
        if read.get(key) and isinstance(read[key], Mapping) != many:
            once = say("{what}: one answer for all", what=asked[key])
            raise Refused(key, say("{what}: one answer for each player", what=asked[key]) if many else once)
    doubts = read.get("contra")
    if isinstance(doubts, Mapping) and read.get("declarer") in doubts:
        raise Refused("contra", say("only opponents say contra"))


def _unasked(rules: Rules, seating: Seating, contract: Contract, read: Answers, key: str) -> Refused:
    """Return why `key` is not asked: another answer rules it out, or the contract has no such question."""
    labels = {question.name: question.label for question in ask(rules, seating, None)}
    what = labels[key]
    for other in (name for name in read if name not in ("declarer", "contract", key)):
        without = {name: value for name, value in read.items() if name != other}
        if key in [question.name for question in ask(rules, seating, without)]:
            text = say("“{what}” does not go with “{beside}”", what=what, beside=labels[other])
            return Refused(key, text, beside=other)
    return Refused(key, say("{contract}: “{what}” does not apply", contract=contract.label, what=what))


def _read_claims(rules: Rules, deal: Played, read: Answers) -> tuple[Claim, ...]:
    rows = cast("tuple[Answers, ...]", read.get("bonuses", ()))
    if deal.revoke:
        rows = tuple({**row, "made": True} for row in rows if row.get("announced"))
    bonuses = rules.bonuses_in(deal.contract)
    if not {row["bonus"] for row in rows} <= {bonus.key for bonus in bonuses}:
        raise Refused("bonuses", say("{contract}: that bonus does not count there", contract=deal.contract.label))
    claims = read_claims(bonuses, rows, rules.costly)
    birds = [claim for claim in claims if claim.bonus.key in deal.contract.birds]
    if deal.contract.birds and not any(bird.announced and bird.player == deal.declarer for bird in birds):
        raise Refused("bonuses", say("{contract}: which bird is announced?", contract=deal.contract.label))
    wrong = [claim for claim in claims if claim.made or claim.contra or claim.player != deal.declarer]
    if deal.gave_up and (wrong or len(claims) > 1):
        text = say("a conceded game has one bird, announced and not made, and no contra")
        raise Refused("bonuses", text)
    return claims


_PLAYERS = 4
_LEAST = min(PACK.worth)
_HIGHER = {worth - _LEAST: number for worth, number in Counter(PACK.worth).items() if worth > _LEAST}
# A set of cards is a number with one digit for each worth above the least; a digit can count two whole packs.
_DIGITS = tuple(prod(2 * number + 1 for number in [*_HIGHER.values()][:place]) for place in range(len(_HIGHER)))
_ALL = sum(digit * number for digit, number in zip(_DIGITS, _HIGHER.values(), strict=True))


def _refuse_counts(rules: Rules, counts: Mapping[str, int]) -> None:
    """Refuse counts that no tricks make, with the talon as the table gives it to them (KR-50)."""
    schemes = {rules.trischaken_talon, *(("last", "first_six") if rules.trischaken == "tirol" else ())}
    sizes = {_PLAYERS * tricks + talon for scheme in schemes for tricks, talon in _sizes(scheme)}
    sums = together([sums_by_number(PACK.worth)[size] for size in sizes])
    for player, thirds in counts.items():
        if not has(sums, thirds):
            values: dict[str, Value] = {"points": write_thirds(thirds), "player": Name(player)}
            values["near"] = tuple(map(write_thirds, nearest(sums, thirds)))
            text = say("no tricks make {points} card points for {player}; the nearest that can be: {near}", **values)
            raise Refused("points", text)
    if not any(_divides(scheme, counts.values()) for scheme in schemes):
        text = say("each of these counts can be, but not all four in one deal: the cards are not enough for them")
        raise Refused("points", text)


def _sizes(scheme: str) -> list[tuple[int, int]]:
    """Return the possible tricks and talon cards: all at the last, or one at each of the first six."""
    if scheme == "last":
        return [(0, 0), (HAND, TALON), *product(range(1, HAND), (0, TALON))]
    pairs = product(range(HAND + 1), range(TALON + 1))
    return [(tricks, talon) for tricks, talon in pairs if tricks + TALON - HAND <= talon <= tricks]


def _divides(scheme: str, counts: Collection[int]) -> bool:
    """Return whether the pack divides into piles with these counts.

    `reached` has, for each number of tricks and talon cards of the players so far, their possible sets of cards above
    the least: a whole number with a bit for each.
    """
    within = together([1 << offset for sets in _sets_by_worth().values() for offset, _ in sets])
    reached = {(0, 0): 1}
    for thirds in counts:
        further = defaultdict[tuple[int, int], int](int)
        for more, cards in _sizes(scheme):
            number = _PLAYERS * more + cards
            sets = _sets_by_worth().get(thirds - _LEAST * number, ())
            offsets = [offset for offset, chosen in sets if chosen <= number]
            for (tricks, talon), found in reached.items() if offsets else ():
                if tricks + more <= HAND and talon + cards <= TALON:
                    further[tricks + more, talon + cards] |= together([found << offset for offset in offsets]) & within
        reached = further
    return has(reached.get((HAND, TALON), 0), _ALL)


@lru_cache(maxsize=1)
def _sets_by_worth() -> dict[int, list[tuple[int, int]]]:
    """Return all sets of cards above the least by their worth beyond the least, and their number of cards."""
    sets = defaultdict[int, list[tuple[int, int]]](list)
    for choice in product(*(range(most + 1) for most in _HIGHER.values())):
        worth = sum(above * n for above, n in zip(_HIGHER, choice, strict=True))
        sets[worth].append((sum(digit * n for digit, n in zip(_DIGITS, choice, strict=True)), sum(choice)))
    return sets


_PILE_FACTS = {
    MONDFANG.key: counting.PileFacts(in_tricks=frozenset(TRULL[:2]), tricks=1),
    **{key: counting.PileFacts(thirds=thirds) for key, thirds in NEEDED.items()},
}
"""What bonuses of this game alone tell of the pile of their side."""


def check(rules: Rules, seating: Seating, answers: Answers, deal: Played) -> None:
    """Refuse an impossible deal: points that no cards make, or bonuses that do not fit them.

    If a wrong card ended the deal, nothing was counted, and bonuses that would be dropped unread are refused.
    """
    counted = deal.contract.positive and not deal.revoke and not deal.gave_up
    if counted:
        counting.check_result(HAND, rules.threshold, deal, answers)
    for refusal in chain(_find_wrong_claims(rules, deal), () if deal.revoke else _find_contradictions(deal)):
        raise Refused("bonuses", refusal)
    silent = [row for row in rows_of(answers) if not row.get("announced")]
    if deal.revoke and silent:  # KR-47
        bonus = next(bonus.label for bonus in rules.bonuses if bonus.key == silent[0]["bonus"])
        values: dict[str, Value] = {"bonus": bonus, "player": Name(silent[0]["player"])}
        text = say("{bonus} of {player} was not announced: after a wrong card only announced bonuses count", **values)
        raise Refused("bonuses", text)
    if deal.contract is TRISCHAKEN and not deal.revoke:
        _refuse_counts(rules, dict(deal.counts))
    if counted:
        decided = deciding_valat(rules, deal) is not None
        sums = counting.find_counted(PACK, rules.threshold, deal, answers, decided=decided)
        custom = counting.Custom(rules.emperor != "none", facts=_PILE_FACTS)
        counting.check_deal(deal, [*_cases(rules, answers, deal)], sums, custom)


def _find_wrong_claims(rules: Rules, deal: Played) -> Iterator[Phrase]:
    """Yield claims impossible for their players, or not to be announced beside a Valat that includes them."""
    valat = deal.valat
    included = valat and valat.announced and rules.valat == "fixed" and rules.valat_beside == "not_silent_stock"
    for claim in deal.claims:
        bonus = claim.bonus.label
        if claim.bonus is KING_ULTIMO and deal.alone and deal.contract.solo:
            yield say("{bonus}: the called King was in the talon", bonus=bonus)
        elif claim.bonus is KING_ULTIMO and claim.player != (deal.partner or deal.declarer):
            yield say("{bonus}: {player} did not hold the called King", bonus=bonus, player=Name(claim.player))
        if claim.loser and claim.bonus is not MONDFANG:
            yield say("{bonus}: nobody’s XXI was taken for it", bonus=bonus)
        same = valat and included and deal.of_side(claim) == deal.of_side(valat)
        if claim.announced and same and claim.bonus in STOCK:
            yield say("{bonus}: an announced Valat includes it", bonus=bonus)


def _find_contradictions(deal: Played) -> Iterator[Phrase]:
    """Yield the bonuses that contradict each other: a trick has one winner, and Sacks and Absolut fit the count."""
    lay = {claim.bonus.key: claim for claim in deal.claims if claim.made or not claim.announced}
    if PAGAT.key in lay and KING_ULTIMO.key in lay:
        yield from _find_two_in_last_trick(deal, lay[PAGAT.key], lay[KING_ULTIMO.key])
    made = {claim.bonus.key: claim for claim in deal.claims if claim.made}
    for claim in made.values():
        bonus = claim.bonus.label
        of_side = deal.of_side(claim)
        if deal.made_valat and of_side != deal.of_side(deal.made_valat) and claim.bonus in (*BIRDS, KING_ULTIMO):
            yield say("{bonus}: that side took no trick", bonus=bonus)
        if deal.thirds is None:  # no count, but the winner is known
            reached = deal.won == of_side
        else:
            thirds = (deal.thirds if of_side else sum(PACK.worth) - deal.thirds) + (0 if deal.exact else 1)
            reached = thirds >= NEEDED.get(claim.bonus.key, 0)
        if claim.bonus.key in NEEDED and not reached:
            player = Name(claim.player)
            yield say("{bonus}: not with these card points of the side of {player}", bonus=bonus, player=player)
        first = made.get("sack1")
        if claim.bonus.key == "sack2" and (not first or deal.of_side(first) != of_side):
            yield say("{bonus}: the first one is missing", bonus=bonus)


def _find_two_in_last_trick(deal: Played, pagat: Claim, king: Claim) -> Iterator[Phrase]:
    """Yield the reason why a Pagat and a König ultimo cannot both be in the last trick."""
    labels = {"one": PAGAT.label, "other": KING_ULTIMO.label}
    if pagat.made and king.made and deal.of_side(pagat) != deal.of_side(king):
        yield say("{one} and {other}: the last trick has one winner", **labels)
    if pagat.player == king.player:
        player = Name(king.player)
        yield say("{one} and {other} of {player}: nobody plays two cards to the last trick", **labels, player=player)
    if deal.of_side(pagat) and pagat.made != king.made:  # the partner played the King, which takes no tarock
        yield say("{one} and {other}: in the last trick one side makes both or neither", **labels)


def _cases(rules: Rules, answers: Answers, deal: Played) -> Iterator[counting.Case]:
    """Yield the possible divisions of the talon, by the place of the called King (KR-20, KR-25, KR-26)."""
    facts = counting.find_facts(HAND, deal, answers)
    contract = deal.contract
    usual = counting.Division(PACK, HAND, _PLAYERS, contract.taken, (0, TALON - contract.taken))
    # if the called King is not entered, all Kings are alike, and so are the Queens (KR-12)
    kings = ("KC", "QC") if rules.four_kings == "call_queen" else ("KC",)
    kings = (str(answers["called"]),) if "called" in answers else kings
    in_talon = deal.alone and contract.solo
    mine = TALON if rules.solorufer_talon == "all" else HALF
    for called in kings if contract.called else ("",):
        card = frozenset({called})
        played = facts.plus(counting.Facts(played=card))
        if not in_talon:
            yield counting.Case(usual, played if deal.partner else facts, called)
            continue
        if rules.call_own_king or rules.four_kings == "self":
            yield counting.Case(usual, played, called)
        counted = facts.plus(counting.Facts(counting.PileFacts(cards=card)))
        yield counting.Case(usual._replace(talon=(mine, TALON - mine)), counted, called)
