"""What is asked about a deal of Königrufen: by contract, so that nobody is asked what cannot be."""

from dataclasses import replace

from scorekeeper.cards.packs import of_ranks
from scorekeeper.games.counts import Grid, Number
from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.contracts import MONDFANG, TRISCHAKEN, Contract
from scorekeeper.games.koenigrufen.rules import HAND, PACK, Rules
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
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.phrase import Card, Name, Phrase, say

_MOST_DOUBLED = 8  # doublings of one deal


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions that matter, given the `answers` so far; with None all that may ever be asked."""
    first = (who("declarer", say("Who is the declarer?"), seating.playing), ask_contract(rules.contracts))
    if answers is None:
        return (*first, *_ask_all(rules, seating))
    contract = find_contract(rules.contracts, answers)
    if contract is None:
        return first
    own: tuple[Question, ...]
    if contract is TRISCHAKEN:
        own = () if answers.get("revoke") else (_ask_each(seating),)
    elif contract.positive:
        own = _ask_positive(rules, seating, contract, answers)
    else:
        own = _ask_negative(rules, seating, answers)
    table = _ask_table(rules, seating)
    return (*first, *own, *(table[1:] if answers.get("gave_up") else table))


def _ask_table(rules: Rules, seating: Seating) -> tuple[Question, ...]:
    """What may be said of every contract, whose wrong card ended it first."""
    label = say("Who became forehand, as the first had four Kings?")
    forehand = who("forehand", label, seating.playing, mark="f", rare=True)
    return (
        who("revoke", say("Did a misplay end the hand? By whom?"), seating.playing, "result", mark="x", rare=True),
        *((_FACTOR,) if rules.doubling else ()),
        *((forehand,) if rules.four_kings == "hand_on" else ()),
    )


def _ask_all(rules: Rules, seating: Seating) -> tuple[Question, ...]:
    levels = rules.contra_levels
    (contra,) = ask_contra(levels, None)
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


def _ask_negative(rules: Rules, seating: Seating, answers: Answers) -> tuple[Question, ...]:
    opponents = tuple(player for player in seating.playing if player != answers.get("declarer"))
    contra = (_ask_levels(rules, opponents),)
    if answers.get("revoke"):
        return contra
    if answers.get("tricks") is not None:
        return (*contra, _TRICKS)
    return (*contra, _WON) if answers.get("won") is not None else (*contra, _WON, _TRICKS)


def _ask_positive(rules: Rules, seating: Seating, contract: Contract, answers: Answers) -> tuple[Question, ...]:
    gone = bool(answers.get("gave_up")) and contract.given_up
    bonuses = rules.bonuses_in(contract)
    calling: tuple[Question, ...] = ()
    if contract.called:
        calling = _ask_calling(rules, seating, contract, answers)
    if gone:
        planned = tuple(bonus for bonus in bonuses if bonus.key in contract.birds)
        return (*calling, _ask_bonuses(rules, seating, planned, answers)) if planned else calling
    said = (*calling, *ask_contra(rules.contra_levels, answers), _ask_bonuses(rules, seating, bonuses, answers))
    if answers.get("revoke"):
        return said
    if any(answers.get(key) is not None for key in ("points", "defender_points")):
        return (*said, *ask_side_counts(PACK), replace(_TRICKS, rare=True))
    return (*said, *ask_side_counts(PACK), replace(_WON, rare=True), replace(_TRICKS, rare=True))


def _ask_calling(rules: Rules, seating: Seating, contract: Contract, answers: Answers) -> tuple[Question, ...]:
    """Who held the called King; nobody where it lay in the talon."""
    alone = bool(answers.get("alone") or (answers.get("gave_up") and contract.given_up))
    return (
        *(() if alone else (ask_partner(seating, answers.get("declarer")),)),
        _ask_alone(rules),
        *((_GAVE_UP,) if contract.given_up else ()),
        _ask_called(rules),
    )


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


_GAVE_UP = Flag("gave_up", say("Conceded"), stage="result", mark="up", rare=True)
_WON = Flag("won", say("Won"), stage="result", both=True, mark="w")
_TRICKS = Number("tricks", say("Tricks of the declarer’s side"), 0, HAND, say("more than are played"), mark="*")
_DOUBLED = [2**power for power in range(1, _MOST_DOUBLED + 1)]
_FACTOR = Choice(
    "factor",
    say("Double deal"),
    tuple(Option(times, say("times {number}", number=times), mark=f"x{times}") for times in _DOUBLED),
)
