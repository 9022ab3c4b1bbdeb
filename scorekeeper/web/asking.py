"""The form of a deal: a game's questions as WTForms fields, with what was answered in the inputs of a page.

What is true is decided by the core; the form turns text into what the core reads, and keeps its refusals beside the
answer that they concern.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, cast

from wtforms.form import BaseForm
from wtforms.meta import DefaultMeta

from scorekeeper.games.questions import Number, Question, Thirds
from scorekeeper.phrase import Refused
from scorekeeper.web.answers import Answer, complement_of
from scorekeeper.web.inputs import Inputs


class _Meta(DefaultMeta):
    """How WTForms gets at what was sent: sorted by question once, not looked through for each."""

    def wrap_formdata(self, form: BaseForm, formdata: Any) -> Any:
        return None if formdata is None else _typed(formdata, form._fields)


_META = _Meta()


class QuestionForm(BaseForm):
    """The form of a deal's questions: the answer to each, by its name and in the order in which they are asked."""

    _fields: dict[str, Answer]  # type: ignore[assignment]

    def __init__(self, questions: Iterable[Question]) -> None:
        super().__init__({}, meta=_META)
        fields = ((question.name, question) for question in questions)
        self._fields = {name: Answer(question, name=name, _form=None, _meta=_META) for name, question in fields}

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._fields.values())

    def __getitem__(self, name: str) -> Answer:
        return self._fields[name]

    def get(self, name: str) -> Answer | None:
        """Return the answer to the question of this name, None where it is not asked."""
        return self._fields.get(name)

    def staged(self, stage: str) -> list[Answer]:
        """Return the answers that are given when a deal is called, or with its result."""
        return [field for field in self if field.question.stage == stage]

    @property
    def alone(self) -> list[Answer]:
        """Return what is said of a call by one tap that says all of it, such as that everybody passed."""
        return [field for field in self.staged("call") if getattr(field.question, "alone", False)]

    @property
    def asking(self) -> Answer | None:
        """Return the first answer of a call that is one of the players, None for none."""
        named = [field for field in self.staged("call") if getattr(field.question, "players", False) is True]
        return named[0] if named else None

    @property
    def more_keys(self) -> str | None:
        """Return what the keypad has beside the digits, None where nothing is typed."""
        questions = [field.question for field in self]
        kinds = {question.widget for question in questions}
        if kinds.isdisjoint(("number", "thirds", "grid")):
            return None
        if any(_has_thirds(question) for question in questions):
            return "⅓⅔"
        return "±" if any(getattr(question, "low", 0) < 0 for question in questions) else ""

    def narrowed(self, questions: Iterable[Question]) -> "QuestionForm":
        """Return the form of some of its questions, which may offer less there; what was read is not read again."""
        form = QuestionForm(())
        form._fields = {question.name: self[question.name].repeated(question) for question in questions}
        return form


def _has_thirds(question: Question) -> bool:
    if isinstance(question, Thirds):
        return not question.ends_whole
    return bool(getattr(question, "thirds", False))


def question_form(questions: Iterable[Question], formdata: Any, answers: Mapping[str, object]) -> QuestionForm:
    """Return the form of one deal's questions, filled from what was sent, else from `answers`."""
    questions = tuple(questions)
    form = QuestionForm(questions)
    form.process(formdata, data=dict(answers))
    if formdata is None:
        _complete(form)
    elif answers:
        _keep_typed(form, question_form(questions, None, answers))
    return form


def _typed(formdata: Any, asked: Container[str]) -> dict[str, dict[str, str]]:
    """What stands in each input that was sent, by the question to which it belongs."""
    typed: dict[str, dict[str, str]] = {}
    for name, texts in formdata.lists():
        question = name.partition(".")[0]
        # What is typed goes before a chip of the same name that says what may be said by one tap.
        if question in asked and (text := next(filter(None, map(str.strip, texts)), "")):
            typed.setdefault(question, {})[name] = text[:200]
    return typed


def _other(form: QuestionForm, field: Answer) -> Answer | None:
    """The field that with this one adds up to the pack."""
    question = field.question
    other = question.complement if isinstance(question, Number | Thirds) else ""
    return form.get(other)


def _complete(form: QuestionForm) -> None:
    """Show both sides where only one was answered."""
    for field in form:
        other = _other(form, field)
        if other and field.data is not None and not other.inputs:
            other.inputs = {other.name: complement_of(cast(Any, field).question, field.data)}


def _keep_typed(form: QuestionForm, shown: QuestionForm) -> None:
    """Where a count was typed over, let its parts and the other side give way if they stand as they were shown."""
    before = {field.name: field.inputs for field in shown}
    for field in form:
        if field.text not in ("", before[field.name].get(field.name)):
            _give_way(field, _other(form, field), before)


def _give_way(typed: Answer, other: Answer | None, before: Mapping[str, Inputs]) -> None:
    parts = {name: text for name, text in typed.inputs.items() if name != typed.name}
    if parts and parts.items() <= before[typed.name].items():
        typed.take({typed.name: typed.text})
    if other and other.text and other.inputs == before[other.name]:
        other.take({})
        if typed.data is not None:
            other.inputs = {other.name: complement_of(cast(Any, typed).question, typed.data)}


def problem_in(form: QuestionForm) -> Refused | None:
    """Return the first thing in a form of questions that cannot be read, None where all can."""
    return next((field.problem for field in form if field.problem), None)


def answers_of(form: QuestionForm) -> dict[str, object]:
    """Return what was answered, as a record spells it."""
    said = [field for field in form if field.data is not None]
    return {field.name: field.data for field in said if field.data is not False or field.question.widget == "yes-no"}


def secrets_in(form: QuestionForm) -> set[str]:
    """Return the names of what the other phones must not learn before the result."""
    return {field.name for field in form if getattr(field.question, "secret", False)}


def unfinished(form: QuestionForm) -> Refused | None:
    """Return what in a form still waits for an answer, None for nothing."""
    for field in form:
        if missing := field.unfinished:
            return Refused(field.name, missing)
    return None
