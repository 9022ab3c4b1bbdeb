"""What was said of a deal, in words, what each end of a called one would bring, and what was booked a moment ago."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from scorekeeper.games.game import Seating
from scorekeeper.games.questions import Choice, Flag, Question, read_answers
from scorekeeper.games.score import rules_of
from scorekeeper.journal.acts import Answered, Undone, Voided
from scorekeeper.night.night import Night
from scorekeeper.night.pricing import judge_score
from scorekeeper.phrase import Phrase, Refused
from scorekeeper.storage.queries.nights import last_act
from scorekeeper.storage.queries.sheets import sheets_before
from scorekeeper.storage.writing.entry import SECONDS, seconds_left
from scorekeeper.web.access.current import AtNight


class End(NamedTuple):
    """One way in which a called deal can end, and the numbers of the rules behind it.

    `points` are those of each player in the column that the pages carry on, `paid` what each would be paid. Where it
    is a secret who plays with whom, both are by role, and `roles` says what the roles are called.
    """

    label: Phrase
    points: Mapping[str, int]
    paid: Mapping[str, int]
    rules: tuple[str, ...]
    roles: Mapping[str, Phrase] = {}

    @property
    def differs(self) -> bool:
        """Whether it would pay something else than the pages carry on."""
        return any(self.paid.values()) and self.paid != self.points


def tell_said(night: Night, act: Answered) -> list[tuple[Phrase, Phrase]]:
    """Return what was said of a deal besides its counts."""
    answers = act.answers
    asked = night.game.ask(night.rules_at(act.number), act.seating, answers)
    said = [question for question in asked if question.stage == "call" or isinstance(question, Choice | Flag)]
    return tell_answers((question, answers[question.name]) for question in said if question.name in answers)


def tell_answers(answers: Iterable[tuple[Question, object]]) -> list[tuple[Phrase, Phrase]]:
    """Return each question with its answer in words, without what a house rule forbade since then."""
    told = []
    for question, answer in answers:
        with suppress(Refused):
            if text := question.describe(answer):
                told.append((question.label, text))
    return told


def ends_of(
    night_id: int, night: Night, seating: Seating, questions: Iterable[Question], answers: Mapping[str, object]
) -> tuple[End, ...] | None:
    """Return what each end would bring, nothing while that is not known; None where it cannot be called so."""
    rules = night.rules_at(seating.number)
    called = {question.name: question for question in questions if question.stage == "call"}
    try:
        said = read_answers(called.values(), {name: answers[name] for name in answers if name in called})
        outcomes = night.game.foresee(rules, seating, said)
    except Refused:
        return None
    column = night.game.shows(rules)
    earlier = sheets_before(night_id, night, seating.number) if outcomes else ()
    ends = []
    for outcome in outcomes:
        result = judge_score(night.game, rules, seating, outcome.score, earlier)
        end = End(outcome.label, getattr(result, column), result.payoff, rules_of(result.score.lines))
        if roles := outcome.roles:
            points, paid = ({roles[player].text: sums[player] for player in roles} for sums in (end.points, end.paid))
            end = end._replace(points=points, paid=paid, roles={role.text: role for role in roles.values()})
        ends.append(end)
    return tuple(ends)


def latest_result(at: AtNight) -> dict[str, Any] | None:
    """Return a deal that was booked a moment ago, and for how many `seconds` it is still shown; None for nothing.

    `shown` are who won or lost most, and the reader if he is another; `won` and `paid` are the points of every player.
    """
    row = at.row
    act = last_act(row.id, row.seq)
    if act is None or act.number != row.number - 1 or not act.result or act.kind == Undone.kind:
        return None
    left = seconds_left(act.arrived)
    if not 0 < left <= SECONDS:
        return None
    night = at.now
    points = {} if act.kind == Voided.kind else act.result[night.game.shows(night.rules_at(night.number))]
    shown: tuple[str, ...] = ()
    if any(points.values()):
        most = max(points, key=lambda key: abs(points[key]))
        own = at.guest.player
        shown = (most, own) if own in points and own != most else (most,)
    return {
        "number": act.number,
        "version": act.version,
        "shown": shown,
        "won": points,
        "paid": act.result["payoff"],
        "stake": night.stake_at(act.number),
        "seconds": round(left, 1),
    }
