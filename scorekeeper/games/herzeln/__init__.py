"""Herzeln: a party of eight tours, seven with tricks and one lay-off, every player for himself."""

from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.game import Game, Outcome, Seating
from scorekeeper.games.herzeln.audit import audit, recording
from scorekeeper.games.herzeln.deal import ask, read_deal
from scorekeeper.games.herzeln.rules import HAND, PRESETS, TOURS, Rules, pack_for, tour_of
from scorekeeper.games.herzeln.scoring import agreed, paid, payments, score, tally
from scorekeeper.games.questions import Answers, read_answers
from scorekeeper.phrase import Phrase, say


def _outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Nothing is called in Herzeln, so there are none; raises Refused for answers that nobody asked for."""
    read_answers(ask(rules, seating, None), answers)
    return ()


def _redeals(rules: Rules, answers: Answers) -> bool:
    return False


def _pack(rules: Rules, players: int) -> Phrase:
    return say("{cards} cards, {hand} each", cards=len(pack_for(players).cards), hand=HAND)


HERZELN = Game(
    "herzeln",
    say("Herzeln"),
    say("Eight tours, each with an aim of its own; everybody plays for himself."),
    PRESETS,
    ask,
    read_deal,
    score,
    paid,
    _outcomes,
    _redeals,
    _pack,
    ACE_TEN,
    party=len(TOURS),
    lasting=("money",),
    payments=payments,
    agreed=agreed,
    tally=tally,
    shows=lambda rules: "sheet",
    heading=lambda number: tour_of(number).about,
    audit=audit,
    recording=recording,
)
