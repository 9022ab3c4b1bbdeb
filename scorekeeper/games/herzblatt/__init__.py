"""Herzblatt and Braun's Solo: one soloist against all others."""

from dataclasses import replace

from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.game import Auditor, Brief, Game, Seating
from scorekeeper.games.herzblatt.audit import judge_record, read_entered, recording
from scorekeeper.games.herzblatt.book import ALIASES, HERZBLATT_BOOK, SOLO_BOOK
from scorekeeper.games.herzblatt.deal import ask, check, read_deal
from scorekeeper.games.herzblatt.presets import PRESETS, SOLO_PRESETS
from scorekeeper.games.herzblatt.rules import POINTS, SIGNS, Rules
from scorekeeper.games.herzblatt.scoring import outcomes, score
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Phrase, Value, say


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


def _brief(seating: Seating, answers: Answers) -> Brief:
    """Return trumps, announcement, contra and Ree, and the soloist's card points: ♣ 66 C R 71."""
    if answers.get("passed"):
        return Brief("", (say("all pass"),), individual=bool(answers.get("last_trick")))
    suit = answers.get("suit")
    announced = answers.get("announced")
    words: list[Value] = [SIGNS[str(suit)]] if suit else []
    if announced:
        words.append(say("Du") if announced == "du" else str(announced))
    words += [sign for name, sign in (("contra", "C"), ("ree", "R")) if answers.get(name)]
    points = answers.get("points")
    others = answers.get("defender_points")
    if isinstance(points, int) or isinstance(others, int) or answers.get("all_tricks"):
        words.append(points if isinstance(points, int) else POINTS - (others if isinstance(others, int) else 0))
    soloist = str(answers.get("soloist", ""))
    contract = SIGNS[str(suit)] if suit else ""
    last_trick = bool(answers.get("last_trick")) and not soloist
    return Brief(soloist, tuple(words), contract, bool(announced), individual=last_trick)


_AUDITOR = Auditor(
    read=read_entered,
    recording=recording,
    judge=judge_record,
    piles={"skat": say("the skat"), "discard": say("what was laid away")},
    penalty=lambda rules: replace(rules, revoke="offender_side_loses"),
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
    brief=_brief,
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
