"""A deal as a form has it so far: who sits, what is asked, what each end would bring, and what is missing or wrong."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from wtforms.form import BaseForm

from scorekeeper.games.game import Column, Seating
from scorekeeper.games.questions import Question
from scorekeeper.night.file import Act, seating_of
from scorekeeper.night.night import Night, Result
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.book import Weighed, weigh
from scorekeeper.storage.reading import Deal
from scorekeeper.web.answers import describe
from scorekeeper.web.forms import answers_of, question_form, unfinished
from scorekeeper.web.page import refusal, speech
from scorekeeper.web.seating import Seated, seat, seats_of
from scorekeeper.web.sending import based_on, posted_form

UNFINISHED = say("something was announced: was it made?")


class End(NamedTuple):
    """One way in which a called deal can end, and the points of each player."""

    label: Phrase
    points: Mapping[str, int]


class Problem(NamedTuple):
    """What is missing or wrong in a form: the key that it concerns, and why, in the reader's language."""

    key: str
    text: str


def problem_of(refused: Refused | None) -> Problem | None:
    """Return why something cannot be accepted, for the reader."""
    return Problem(refused.key, refusal(refused)) if refused else None


class Draft(NamedTuple):
    """A deal as a form has it so far: who sits, what is asked, and what the answers would bring."""

    number: int
    version: int
    seated: Seated
    form: Any
    outcomes: tuple[End, ...]
    column: Column
    weighed: Weighed | None
    error: Problem | None

    @property
    def seating(self) -> Seating:
        """Who sits."""
        return self.seated.seating

    @property
    def result(self) -> Result | None:
        """What would be booked, None while something is missing or wrong."""
        return self.weighed.result if self.weighed else None

    @property
    def shown(self) -> Mapping[str, int]:
        """The points that the result would add to the sheet, by player."""
        points: Mapping[str, int] = getattr(self.result, self.column)
        return points


def draft_deal(night_id: int, night: Night, kind: str, deal: Deal | None, number: int) -> Draft:
    """Return the draft of the form at hand; on a page that is opened, of what is known about the slot."""
    known = deal.entry.facts if deal else {}
    posted = posted_form()
    seated = seat(night, number, known, posted)
    seating = seated.seating
    rules, answers = night.rules_at(number), known.get("answers", {})
    given = answers_of(question_form(night.game.ask(rules, seating, None), posted, answers))
    questions = night.game.ask(rules, seating, given)
    form = question_form(questions, posted, answers)
    problem = problem_of(seated.refused) or first_problem(form)
    asked = {question.name for question in questions}
    answers = {name: value for name, value in answers_of(form).items() if name in asked}
    version = based_on() if posted is not None else deal.version if deal else 0
    column = night.game.shows(rules)
    draft = Draft(number, version, seated, form, ends_of(night, seating, questions, answers), column, None, problem)
    if problem:
        return draft
    if kind != "called" and unfinished(form):
        return draft._replace(error=Problem("bonuses", speech().say(UNFINISHED)))
    facts = {"number": number, **seats_of(known), **seated.said, "answers": answers}
    try:
        return draft._replace(weighed=weigh(night_id, Act(kind, facts), version))
    except Refused as refused:
        return draft._replace(error=problem_of(refused))


def first_problem(form: BaseForm) -> Problem | None:
    """Return the first problem of a form, None if it has none."""
    form.validate()
    return next((Problem(field.name, str(field.errors[0])) for field in form if field.errors), None)


class Call(NamedTuple):
    """A deal whose result is open: who sits, what was called in words, and what each end would bring."""

    seating: Seating
    said: list[tuple[Phrase, Phrase]]
    ends: tuple[End, ...]


def call_of(night: Night, deal: Deal) -> Call:
    """Return what was called in an open slot."""
    seating, answers = seating_of(deal.entry.facts), deal.entry.facts["answers"]
    questions = night.game.ask(night.rules_at(deal.number), seating, answers)
    told = [
        (question.label, describe(question, answers[question.name]))
        for question in questions
        if question.name in answers
    ]
    return Call(seating, [(label, text) for label, text in told if text], ends_of(night, seating, questions, answers))


def ends_of(
    night: Night, seating: Seating, questions: tuple[Question, ...], answers: Mapping[str, object]
) -> tuple[End, ...]:
    """Return what each end would bring, once enough is called to know."""
    rules = night.rules_at(seating.number)
    called = {question.name for question in questions if question.stage == "call"}
    try:
        outcomes = night.game.outcomes(rules, seating, {name: answers[name] for name in answers if name in called})
    except Refused:
        return ()
    ends = [(outcome.label, outcome.score.totals(seating.playing)) for outcome in outcomes]
    if night.game.shows(rules) == "payoff":
        return tuple(End(label, night.game.paid(rules, (sheet,))) for label, sheet in ends)
    return tuple(End(label, sheet) for label, sheet in ends)
