"""Herzblatt and Braun's Solo: one soloist against all others."""

from dataclasses import replace

from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.game import Auditor, Game
from scorekeeper.games.herzblatt.audit import judge_record, recording
from scorekeeper.games.herzblatt.book import ALIASES, HERZBLATT_BOOK, SOLO_BOOK
from scorekeeper.games.herzblatt.deal import ask, read_deal
from scorekeeper.games.herzblatt.possible import check
from scorekeeper.games.herzblatt.rules import PRESETS, SOLO_PRESETS, Rules
from scorekeeper.games.herzblatt.scoring import outcomes, score
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Phrase, say


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


_AUDITOR = Auditor(
    recording=recording, judge=judge_record, piles={"skat": say("the skat"), "discard": say("what was laid away")}
)
HERZBLATT = Game(
    key="herzblatt",
    title=say("Herzblatt"),
    about=say("Hearts are always trumps; one plays against all others."),
    presets=PRESETS,
    cards=ACE_TEN,
    pack=_pack,
    ask=ask,
    deal=read_deal,
    check=check,
    score=score,
    outcomes=outcomes,
    redeals=_redeals,
    book=HERZBLATT_BOOK,
    also=ALIASES,
    auditor=_AUDITOR,
)
SOLO = replace(
    HERZBLATT,
    key="solo",
    title=say("Solo"),
    about=say("The highest bidder names trumps and plays against all others."),
    presets=SOLO_PRESETS,
    book=SOLO_BOOK,
    also=(),
)
