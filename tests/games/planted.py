"""A small game that nobody plays, to try what a game can say of itself; tests plant it among the games.

Four or five play with 32 cards, no trumps. The declarer may have a partner, who stays secret until he is named. Each
opponent may say contra, which counts in money only. A party goes on until somebody has ten points.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from scorekeeper.audit.context import Frame
from scorekeeper.audit.engine import TrickAudit, audit_tricks
from scorekeeper.audit.facts import pile_up
from scorekeeper.audit.verdict import Verdict
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import FOLLOW
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.record import Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.counts import Number
from scorekeeper.games.game import Auditor, Game, Outcome, Parties, PartyStanding, Recording, Seating, Sheets
from scorekeeper.games.house_rules import SwitchValue, WholeSwitch, make_field
from scorekeeper.games.questions import Answers, Choice, Option, Question, Rows, Way, who
from scorekeeper.games.rulebook import Book
from scorekeeper.games.score import Line, Score, settle_sides
from scorekeeper.phrase import Name, Phrase, Refused, say

DECK = deck_of(ACE_TEN)
LEVELS = (say("contra"), say("recontra"))
SUMMARY = say("two against two, or two against three")


GOAL = WholeSwitch((SwitchValue(10, say("{number}", number=10)),), 1, 100)


@dataclass(frozen=True)
class Rules:
    author: str = "Nobody"
    source: str = "Nowhere"
    summary: Phrase = SUMMARY
    players: tuple[int, ...] = (4, 5)
    offers: tuple[str, ...] = ("goal",)
    goal: int = make_field(GOAL, "PL-4", say("A party goes to"))


@dataclass(frozen=True)
class Deal:
    side: tuple[str, ...]
    others: tuple[str, ...]
    contra: tuple[tuple[str, int], ...] = ()
    points: int = 0


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    contra = Choice("what", say("What"), tuple(Option(str(level), label) for level, label in enumerate(LEVELS, 1)))
    return (
        who("declarer", say("Declarer"), seating.playing),
        who("partner", say("Partner"), seating.playing, "result"),
        Rows("contra", say("Contra"), (who("player", say("By"), seating.playing), contra), ("player", "what"), WAYS),
        Number("points", say("Their card points"), 0, 120, say("more than there are")),
    )


WAYS = (Way(say("said")),)


def call(rules: Rules, seating: Seating, read: Answers) -> Deal:
    if "declarer" not in read:
        raise Refused("declarer", say("choose who played"))
    side = tuple(dict.fromkeys(str(read[key]) for key in ("declarer", "partner") if key in read))
    others = tuple(player for player in seating.playing if player not in side)
    rows = cast("tuple[dict[str, str], ...]", read.get("contra", ()))
    for row in rows:
        if row["player"] not in others:
            raise Refused("contra", say("{player} is no opponent", player=Name(row["player"])))
    return Deal(
        side, others, tuple((row["player"], int(row["what"])) for row in rows), cast(int, read.get("points", 0))
    )


def deal(rules: Rules, seating: Seating, answers: Answers) -> Deal:
    if answers.get("points") is None:
        raise Refused("points", say("enter the card points"))
    return call(rules, seating, answers)


def score(rules: Rules, deal: Deal) -> Score:
    won = deal.points > 60
    written = Line(say("the game"), "PL-1", 2, settle_sides(won, deal.side, deal.others))
    return Score((written, *_contras(deal, won)))


def _contras(deal: Deal, won: bool) -> Iterator[Line]:
    for player, level in deal.contra:
        value = 2**level - 1
        yield Line(
            say("contra by {player}", player=Name(player)), "PL-2", value, _between(deal, player, won), cash=True
        )


def _between(deal: Deal, player: str, won: bool) -> tuple[tuple[str, int], ...]:
    return settle_sides(won, deal.side, (player,))


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """While nobody knows who plays with the declarer, nobody knows either what the deal would pay."""
    called = call(rules, seating, answers)
    if "partner" not in answers:
        return ()
    ends = {say("won"): 120, say("lost"): 0}
    return tuple(
        Outcome(label, score(rules, Deal(called.side, called.others, called.contra, points)))
        for label, points in ends.items()
    )


def ends(rules: Rules, sheets: Sheets) -> bool:
    return max(totals(sheets).values(), default=0) >= rules.goal


def totals(sheets: Sheets) -> dict[str, int]:
    players = dict.fromkeys(player for sheet in sheets for player in sheet)
    return {player: sum(sheet.get(player, 0) for sheet in sheets) for player in players}


def tally(rules: Rules, sheets: Sheets) -> PartyStanding:
    stood = totals(sheets)
    winners = tuple(player for player in stood if stood[player] >= rules.goal)
    return PartyStanding(stood, winners, say("over") if winners else say("it goes on"))


def judge(rules: Rules, seating: Seating, answers: Answers, record: Record) -> Verdict:
    side = call(rules, seating, answers).side
    frame = Frame(Play(DECK, (FOLLOW,)), DECK.all, 32 // len(seating.playing), seating.playing, seating.playing[0], {})
    entered = {key: answers[key] for key in ("points",) if key in answers}

    def count(recorded: Recorded, course: Course) -> dict[str, object]:
        owner_of = [0 if player in side else 1 for player in seating.playing]
        points = pile_up(recorded, course, owner_of, [(0, 0), (0, 0)]).worth(DECK, 0)
        return {} if points is None else {"points": points}

    return audit_tricks(TrickAudit(frame=frame, entered=entered, count=count), record)


PLANTED = Game(
    key="planted",
    title=say("Planted"),
    about=say("Nobody plays it."),
    presets={"nobody": Rules()},
    cards=ACE_TEN,
    pack=lambda rules, players: say("32 cards"),
    ask=ask,
    deal=deal,
    score=score,
    book=Book((), lambda rules: ()),
    outcomes=outcomes,
    parties=Parties(tally=tally, ends=ends),
    sheet_column=lambda rules: "sheet",
    auditor=Auditor(
        read=lambda rules, seating, answers: answers,
        recording=lambda rules, seating, answers: Recording(ACE_TEN, 8),
        judge=judge,
    ),
)
