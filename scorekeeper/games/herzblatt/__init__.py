"""Herzblatt and Braun's Solo: one soloist against all others."""

from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.record import Record
from scorekeeper.games.game import Auditor, Game, Seating, SheetSummary
from scorekeeper.games.herzblatt.book import HERZBLATT_BOOK, SOLO_BOOK
from scorekeeper.games.herzblatt.deal import ask, check, read_deal
from scorekeeper.games.herzblatt.entered import Entered, read_entered, recording
from scorekeeper.games.herzblatt.rules import POINTS, PRESETS, SIGNS, SOLO_PRESETS, Rules
from scorekeeper.games.herzblatt.scoring import outcomes, score
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import Alias
from scorekeeper.phrase import Phrase, Value, say

if TYPE_CHECKING:
    from scorekeeper.audit.verdict import Verdict


def _pack(rules: Rules, players: int) -> Phrase:
    dealing = rules.dealing(players)
    cards = len(dealing.pack.cards) - dealing.loose
    return say("{cards} cards, {hand} each, {skat} in the skat", cards=cards, hand=dealing.hand, skat=dealing.skat)


def _sheet_summary(rules: Rules, seating: Seating, answers: Answers) -> SheetSummary:
    """Return trumps, announcement, contra and Ree, and the soloist's card points: ♣ 66 C R 71."""
    if answers.get("passed"):
        return SheetSummary("", (say("all pass"),), individual=bool(answers.get("last_trick")))
    contract = SIGNS[str(answers["suit"])] if answers.get("suit") else ""
    announced = answers.get("announced")
    words: list[Value] = [contract] if contract else []
    if announced:
        words.append(say("Du") if announced == "du" else str(announced))
    words += [sign for name, sign in (("contra", "C"), ("ree", "R")) if answers.get(name)]
    points = answers.get("points")
    others = answers.get("defender_points")
    if isinstance(points, int):
        words.append(points)
    elif isinstance(others, int) or answers.get("all_tricks"):
        words.append(POINTS - (others if isinstance(others, int) else 0))
    soloist = str(answers.get("soloist", ""))
    last_trick = bool(answers.get("last_trick")) and not soloist
    return SheetSummary(soloist, tuple(words), contract, bool(announced), individual=last_trick)


def _judge(rules: Rules, seating: Seating, entered: Entered, record: Record) -> "Verdict":
    from scorekeeper.games.herzblatt.audit import judge_record  # only where cards are audited

    return judge_record(rules, seating, entered, record)


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
    redeals=lambda rules, answers: rules.all_pass == "redeal_same" and bool(answers.get("passed")),
    sheet_summary=_sheet_summary,
    book=HERZBLATT_BOOK,
    aliases=(Alias("Herz Sticht", "Feder"), Alias("Herzblättchen", "Muhr")),
    auditor=Auditor(
        read=read_entered,
        recording=recording,
        judge=_judge,
        piles={"skat": say("the skat"), "discard": say("what was laid away")},
        penalty=lambda rules: replace(rules, revoke="offender_side_loses"),
    ),
)
SOLO = replace(
    HERZBLATT,
    key="solo",
    title=say("Solo"),
    about=say("The highest bidder names trumps and plays against all others."),
    presets=SOLO_PRESETS,
    book=SOLO_BOOK,
    aliases=(),
)
