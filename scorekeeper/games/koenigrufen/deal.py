"""One deal of Königrufen: what is asked about it, by contract, and what the answers say together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from scorekeeper.cards.packs import of_ranks
from scorekeeper.games.counts import Grid, Number
from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.rules import HAND, MONDFANG, PACK, TRISCHAKEN, Contract, Rules
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, Rows, Way, one_or_each, who
from scorekeeper.games.tarock.asking import (
    ask_bonuses,
    ask_contra,
    ask_contract,
    ask_partner,
    ask_side_counts,
    bonus_ways,
    find_contract,
    name_contra,
)
from scorekeeper.games.tarock.claims import Bonus, Claim, read_claims
from scorekeeper.games.tarock.lines import describe
from scorekeeper.games.tarock.partner import PartnerDeal, read_result
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
    """Return the questions that matter, given the `answers` so far; with None all that may ever be asked."""
    first = (who("declarer", say("Who is the declarer?"), seating.playing), ask_contract(rules.contracts))
    contract = find_contract(rules.contracts, answers or {})
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


def _ask_all(rules: Rules, seating: Seating) -> tuple[Question, ...]:
    (contra,) = ask_contra(rules.contra_levels, None)
    points, others = ask_side_counts(PACK)
    return (
        ask_partner(seating, None),
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
    """Return what may be said of every contract, whose wrong card ended it first."""
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
        if not (answers.get("alone") or gone):  # where the King lay in the talon nobody held it
            yield ask_partner(seating, answers.get("declarer"))
        yield _ask_alone(rules)
        if contract.given_up:
            yield _GAVE_UP
        yield _ask_called(rules)
    if gone:
        planned = tuple(bonus for bonus in bonuses if bonus.key in contract.birds)
        if planned:
            yield _ask_bonuses(rules, seating, planned, answers)
        return
    yield from ask_contra(rules.contra_levels, answers)
    yield _ask_bonuses(rules, seating, bonuses, answers)
    if answers.get("revoke"):
        return
    yield from ask_side_counts(PACK)
    if answers.get("points") is None and answers.get("defender_points") is None:
        yield replace(_WON, rare=True)
    yield replace(_TRICKS, rare=True)


def _ask_alone(rules: Rules) -> Flag:
    """Nobody else has the called King; where a table allows it, as it is the declarer's own, which is a secret."""
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
    steps = tuple(map(name_contra, range(1, most + 1)))
    return Grid("contra", say("Contra of each opponent"), players, 0, most, stage="call", mark="c", steps=steps)


def _ask_bonuses(rules: Rules, seating: Seating, bonuses: tuple[Bonus, ...], answers: Answers | None) -> Rows:
    ways = bonus_ways(bonuses, rules.contra_levels, rules.costly)
    if answers and answers.get("revoke"):  # then nobody asks whether it was made
        ways = tuple(replace(way, open=False, counted=True) if way.open else way for way in ways)
    if rules.mondfang != "player":
        return ask_bonuses(seating, bonuses, ways, rules.contra_levels, answers)
    usual = tuple(bonus.key for bonus in bonuses if bonus is not MONDFANG)
    ways = tuple(replace(way, only=tuple(key for key in way.only or usual if key in usual)) for way in ways)
    taken = tuple(
        Way(say("from {player}", player=Name(player)), (("from", player),), only=(MONDFANG.key,))
        for player in seating.playing
    )
    column = who("from", say("Whose XXI was taken?"), seating.playing)
    return ask_bonuses(seating, bonuses, (*ways, *taken), rules.contra_levels, answers, more=(column,))


def _ask_each(seating: Seating) -> Grid:
    most = PACK.points
    return Grid("points", say("Card points of each"), seating.playing, 0, most, most, thirds=True)


@dataclass(frozen=True, slots=True)
class Played(PartnerDeal[Contract]):
    """One deal of Königrufen.

    doubts    the contra of each opponent in a negative game
    counts    what each player counted in a Trischaken, in thirds
    gave_up   whether the declarer gave it up, as the called King lay in the talon (KR-24)
    revoke    whose wrong card ended the deal, "" for nobody's (KR-47)
    factor    how many times it counts (KR-46)
    forehand  who is forehand, also where it was handed on (KR-12)
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
        """What was played, and how it ended, in words."""
        if self.broken_off:
            return self.contract.label
        values: dict[str, Value] = {"contract": self.contract.label, "declarer": Name(self.declarer)}
        if self.gave_up:
            return say("{contract}, conceded by {declarer}", **values)
        if self.won:
            return say("{contract}, won by {declarer}", **values)
        return say("{contract}, lost by {declarer}", **values)

    def describe(self, claim: Claim) -> Phrase:
        """Return in words what became of a claim, or that it was announced where nothing came of it."""
        return describe(replace(claim, made=True) if self.broken_off else claim)


def deciding_valat(rules: Rules, deal: Played) -> Claim | None:
    """Return the Valat that decides the game, made or in place of the game; None where the card points do."""
    return deal.made_valat if rules.valat == "fixed" else deal.valat


_NOTHING: Mapping[str, tuple[object, ...]] = {
    "alone": (False,),
    "gave_up": (False,),
    "bonuses": ((),),
    "contra": (0, {}),
}
"""What says nothing where nobody asked for it."""


def read_deal(rules: Rules, seating: Seating, read: Answers) -> Played:
    """Return the answers as one deal. Raises Refused where an answer is missing or two contradict each other."""
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
        return read_result(PACK, rules.threshold, call, read, deciding_valat(rules, call))
    if "tricks" in read:
        return replace(call, won=read["tricks"] == call.contract.tricks)
    if "won" in read:
        return replace(call, won=bool(read["won"]))
    raise Refused("won", say("say whether the game was won, or how many tricks"))


def read_call(rules: Rules, seating: Seating, read: Answers) -> Played:
    """Return what has been called so far, with or without the result. Raises Refused as `read_deal` does."""
    contract = find_contract(rules.contracts, read)
    if "declarer" not in read and contract is not TRISCHAKEN:
        raise Refused("declarer", say("choose who played"))
    if contract is None:
        raise Refused("contract", say("choose the contract"))
    _refuse_unasked(rules, seating, contract, read)
    forehand = str(read.get("forehand", seating.playing[0]))
    declarer = str(read.get("declarer", forehand))
    if contract.forehand and declarer != forehand:
        raise Refused("declarer", say("only forehand plays a {contract}", contract=contract.label))
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
    """Refuse what nobody asks in this contract, unless it says nothing."""
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
    """Return that something else is told so that nobody asks for `key`, or that the contract has no such thing."""
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
        raise Refused("bonuses", say("{contract}: the announced bird is missing", contract=deal.contract.label))
    wrong = [claim for claim in claims if claim.made or claim.contra or claim.player != deal.declarer]
    if deal.gave_up and (wrong or len(claims) > 1):
        text = say("a conceded game has one bird, announced and not made, and no contra")
        raise Refused("bonuses", text)
    return claims
