"""The answers of a deal in words, the possible outcomes of a called one, and the latest result."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from scorekeeper.games.game import Seating, SheetSummary
from scorekeeper.games.questions import Choice, Flag, Question, read_answers
from scorekeeper.games.score import cited_rules
from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Adjusted, Answered, Booked, Corrected, SlotAct, Undone, Voided
from scorekeeper.night.night import Night
from scorekeeper.night.pricing import price_score
from scorekeeper.night.record import adds_cards
from scorekeeper.night.undo import standing
from scorekeeper.nightfile.audit import ask_about
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.journal.entries import load_acts
from scorekeeper.storage.queries.nights import LastAct, last_act
from scorekeeper.storage.queries.sheets import sheets_before
from scorekeeper.storage.writing.entry import SECONDS, seconds_left
from scorekeeper.web.access.current import AtNight


class ShownOutcome(NamedTuple):
    """One possible outcome of a called deal, with the numbers of its rules.

    `points` are those of each player in the column of the sheet, `paid` their payoffs. While the partner is a secret,
    both are by role, and `roles` has the names of the roles.
    """

    label: Phrase
    points: Mapping[str, int]
    paid: Mapping[str, int]
    rules: tuple[str, ...]
    roles: Mapping[str, Phrase] = {}

    @property
    def differs(self) -> bool:
        """Whether the payoffs differ from the points on the sheet."""
        return any(self.paid.values()) and self.paid != self.points


def describe_deal(night: Night, act: Answered) -> list[tuple[Phrase, Phrase]]:
    """Return the answers of a deal in words, without its counts."""
    return describe_uncounted(ask_about(night, act), act.answers)


def describe_uncounted(asked: Iterable[Question], answers: Mapping[str, object]) -> list[tuple[Phrase, Phrase]]:
    """Return the answers to the questions `asked` in words, without counts."""
    shown = [question for question in asked if question.stage == "call" or isinstance(question, Choice | Flag)]
    return describe_answers((question, answers[question.name]) for question in shown if question.name in answers)


def describe_answers(answers: Iterable[tuple[Question, object]]) -> list[tuple[Phrase, Phrase]]:
    """Return the questions and answers in words, without answers that a later house rule forbids."""
    texts = []
    for question, answer in answers:
        with suppress(Refused):
            if text := question.describe(answer):
                texts.append((question.label, text))
    return texts


def find_outcomes(
    night_id: int, night: Night, seating: Seating, questions: Iterable[Question], answers: Mapping[str, object]
) -> tuple[ShownOutcome, ...] | None:
    """Return the possible outcomes, none while they are unknown; None if the deal cannot be called so."""
    rules = night.rules_at(seating.number)
    called = {question.name: question for question in questions if question.stage == "call"}
    try:
        call = read_answers(called.values(), {name: answers[name] for name in answers if name in called})
        outcomes = night.game.possible_ends(rules, seating, call)
    except Refused:
        return None
    column = night.game.sheet_column(rules)
    earlier = sheets_before(night_id, night, seating.number) if outcomes else ()
    ends = []
    for outcome in outcomes:
        result = price_score(night.game, rules, seating, outcome.score, earlier)
        end = ShownOutcome(outcome.label, getattr(result, column), result.payoff, cited_rules(result.score.lines))
        if roles := outcome.roles:
            points, paid = ({roles[player].text: sums[player] for player in roles} for sums in (end.points, end.paid))
            end = end._replace(points=points, paid=paid, roles={role.text: role for role in roles.values()})
        ends.append(end)
    return tuple(ends)


def latest_result(at: AtNight) -> dict[str, Any] | None:
    """Return the deal that was booked just now, and the `seconds` for which it is still shown; None without one.

    `shown` are the groups of players to name: who played the deal, then the reader; `won` and `paid` are the points
    of all.
    `leads_on` is whether the reader's phone booked it, and goes on to the next deal. `heading` says what was done, and
    `paid_as` names the payments where the sheet shows other numbers.
    """
    row = at.row
    act = last_act(row.id, row.seq)
    if act is None or act.number != row.number - 1 or not act.result or act.kind == Undone.kind:
        return None
    left = seconds_left(act.arrived)
    if not 0 < left <= SECONDS:
        return None
    night = at.now
    points = {} if act.kind == Voided.kind else act.result[night.game.sheet_column(night.rules_at(night.number))]
    return {
        "number": act.number,
        "version": act.version,
        "leads_on": act.kind == Booked.kind and act.device == at.guest.device,
        "heading": _say_done(row.id, act),
        "void": act.kind == Voided.kind,
        "shown": _name_first(night, act.act, points, at.guest.player),
        "won": points,
        "paid": act.result["payoff"],
        "paid_as": say("with contra") if night.game.written_alone else night.game.settled_as,
        "stake": night.stake_at(act.number),
        "seconds": round(left, 1),
    }


def _name_first(night: Night, act: SlotAct, points: Mapping[str, int], own: str) -> list[tuple[str, ...]]:
    """Return whose points are shown, in groups with the same points: who played, then the reader; none for zeros.

    The declarer is named with the partner; in a deal without a declarer it is the player with the most points.
    """
    if not any(points.values()):
        return []
    brief = SheetSummary()
    if isinstance(act, Answered):
        brief = night.game.sheet_summary(night.rules_at(act.number), act.seating, act.answers)
    first = brief.soloist if brief.soloist in points else max(points, key=lambda key: abs(points[key]))
    groups: list[tuple[str, ...]] = [(first,)]
    if brief.partner in points and brief.partner != first:
        alike = points[first] == points[brief.partner]
        groups = [(first, brief.partner)] if alike else [(first,), (brief.partner,)]
    if own in points and not any(own in group for group in groups):
        groups.append((own,))
    return groups


def _say_done(night_id: int, act: LastAct) -> Phrase:
    """Return in words what the last act did to its deal; only adding cards is no correction."""
    number = act.number
    if act.kind == Voided.kind:
        return say("Deal {number} doesn’t count", number=number)
    if act.kind == Adjusted.kind:
        return say("Agreed points for deal {number}", number=number)
    if act.kind == Corrected.kind:
        acts = [slot_act_of(entry) for entry in standing(load_acts(night_id, number))]
        if not any(adds_cards(*pair) for pair in pairwise(acts[-2:])):
            return say("Deal {number} fixed", number=number)
    return say("Deal {number}", number=number)
