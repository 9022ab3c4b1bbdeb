"""The form of a deal: the fields of a game's questions, read from what was sent.

What is true is decided by the core. The form turns text into what the core reads, and keeps the core's refusals beside
the answers that they concern.
"""

from collections.abc import Iterable, Mapping

from werkzeug.datastructures import MultiDict

from scorekeeper.games.questions import Question, Thirds
from scorekeeper.phrase import Refused
from scorekeeper.web.deal.question_field import QuestionField

_LONGEST = 200  # letters of an input


class QuestionForm(dict[str, QuestionField]):
    """The fields of a deal's questions by name, in the order in which they are asked."""

    def staged(self, stage: str) -> list[QuestionField]:
        """Return the fields that are answered when a deal is called, or with its result."""
        return [field for field in self.values() if field.question.stage == stage]

    @property
    def alone(self) -> list[QuestionField]:
        """The fields of a call that are answered by one tap which says all of it, such as that everybody passed."""
        return [field for field in self.staged("call") if getattr(field.question, "alone", False)]

    @property
    def asking(self) -> QuestionField | None:
        """The first field of a call that is answered with one of the players, None for none."""
        return next((field for field in self.staged("call") if getattr(field.question, "players", False) is True), None)

    @property
    def more_keys(self) -> str | None:
        """What the keypad has beside the digits, None where nothing is typed."""
        questions = [field.question for field in self.values()]
        if not any(question.widget in ("number", "thirds", "grid") for question in questions):
            return None
        for question in questions:
            if getattr(question, "thirds", False) or (isinstance(question, Thirds) and not question.ends_whole):
                return "⅓⅔"
        return "±" if any(getattr(question, "low", 0) < 0 for question in questions) else ""

    @property
    def answers(self) -> dict[str, object]:
        """What was answered, as a record spells it."""
        answered = {field.name: field for field in self.values() if field.data is not None}
        return {
            name: field.data
            for name, field in answered.items()
            if field.data is not False or field.question.widget == "yes-no"
        }

    @property
    def problem(self) -> Refused | None:
        """The first answer that cannot be read, None where all can."""
        return next((field.problem for field in self.values() if field.problem), None)

    @property
    def unfinished(self) -> Refused | None:
        """The first question that waits for an answer, None for none."""
        return next((Refused(field.name, field.unfinished) for field in self.values() if field.unfinished), None)

    def narrowed(self, questions: Iterable[Question]) -> "QuestionForm":
        """Return the form of some of its questions, which may offer less there; what was read is not read again."""
        return QuestionForm((question.name, self[question.name].repeated(question)) for question in questions)

    def complement(self, field: QuestionField) -> QuestionField | None:
        """Return the field that adds up to the pack with another one."""
        return self.get(getattr(field.question, "complement", ""))


def show_answers(questions: Iterable[Question], answers: Mapping[str, object]) -> QuestionForm:
    """Return the form that shows `answers`: both sides of a count where one was answered."""
    form = QuestionForm((question.name, QuestionField(question)) for question in questions)
    for field in form.values():
        field.show(answers.get(field.name))
    for field in form.values():
        other = form.complement(field)
        if other and field.data is not None and not other.inputs:
            other.inputs = {other.name: field.complement}
    return form


def read_questions(
    questions: tuple[Question, ...], sent: MultiDict[str, str], known: Mapping[str, object]
) -> QuestionForm:
    """Return the form of one deal's questions as it was sent; its page showed the answers that are `known`."""
    form = QuestionForm((question.name, QuestionField(question)) for question in questions)
    inputs: dict[str, dict[str, str]] = {}
    for name, texts in sent.lists():
        question = name.partition(".")[0]
        # What is typed goes before a chip of the same name that says what may be said by one tap.
        text = next(filter(None, map(str.strip, texts)), "")
        if question in form and text:
            inputs.setdefault(question, {})[name] = text[:_LONGEST]
    for field in form.values():
        field.take(inputs.get(field.name, {}))
    if known:
        _follow_typed(form, show_answers(questions, known))
    return form


def _follow_typed(form: QuestionForm, shown: QuestionForm) -> None:
    """Where a count was typed over, let its parts and the other side give way if they stand as they were shown."""
    for field in form.values():
        if field.text in ("", shown[field.name].text):
            continue
        parts = {name: text for name, text in field.inputs.items() if name != field.name}
        if parts and parts.items() <= shown[field.name].inputs.items():
            field.take({field.name: field.text})
        other = form.complement(field)
        if other and other.text and other.inputs == shown[other.name].inputs:
            other.take({})
            if field.data is not None:
                other.inputs = {other.name: field.complement}
