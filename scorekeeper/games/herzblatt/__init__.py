"""Herzblatt and Braun's Solo: one soloist against all others."""

from collections.abc import Mapping, Sequence

from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.game import Game
from scorekeeper.games.herzblatt.audit import audit, recording
from scorekeeper.games.herzblatt.deal import ask, read_deal
from scorekeeper.games.herzblatt.rules import PRESETS, SOLO_PRESETS, Rules
from scorekeeper.games.herzblatt.scoring import outcomes, score
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Phrase, say


def _paid(rules: Rules, sheets: Sequence[Mapping[str, int]]) -> dict[str, int]:
    return dict(sheets[-1])


def _redeals(rules: Rules, answers: Answers) -> bool:
    return rules.all_pass == "redeal_same" and bool(answers.get("passed"))


def _pack(rules: Rules, players: int) -> Phrase:
    dealing = rules.dealing(players)
    return say(
        "{cards} cards, {hand} each, {skat} in the skat",
        cards=len(dealing.pack.cards) - dealing.loose,
        hand=dealing.hand,
        skat=dealing.skat,
    )


HERZBLATT = Game(
    "herzblatt",
    say("Herzblatt"),
    say("Hearts are always trumps; one plays against all others."),
    PRESETS,
    ask,
    read_deal,
    score,
    _paid,
    outcomes,
    _redeals,
    _pack,
    ACE_TEN,
    audit=audit,
    recording=recording,
)
SOLO = Game(
    "solo",
    say("Solo"),
    say("The highest bidder names trumps and plays against all others."),
    SOLO_PRESETS,
    ask,
    read_deal,
    score,
    _paid,
    outcomes,
    _redeals,
    _pack,
    ACE_TEN,
    audit=audit,
    recording=recording,
)
