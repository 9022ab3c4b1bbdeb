"""The form of a deal: the fields of a game's questions, and the note.

The core validates the answers; the form converts text for it, and stores its refusals beside the answers. An input has
the name of its question, or of the question and its part with a dot between: `tricks.p1`.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from flask import abort, request
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.thirds import sign_thirds, write_thirds
from scorekeeper.games.counts import Grid, Number, NumbersMissing, Thirds
from scorekeeper.games.questions import Choice, Option, Question, Rows
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.queries.nights import SlotHistory
from scorekeeper.typed_numbers import Ambiguous
from scorekeeper.web.access.forms import EntryForm, Sent, read_version
from scorekeeper.web.core.forms import TypedField
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.parsing import read_note
from scorekeeper.web.deal.widgets import Inputs, gather, spread

_LONGEST = 200  # characters of an input


class ShownWay(NamedTuple):
    """A way of a row in a form: its number, the numbers of the ways that it can end in, and whether it has a contra.

    `text` is in the reader's language.
    """

    code: str
    text: str
    only: tuple[str, ...]
    ends: str
    has_contra: bool


class QuestionField:
    """The field of a question: its `data` is the answer as in a night file, None without one.

    `inputs` are the texts of the inputs by name; `problem` is the refusal of an invalid answer, with the question as
    its key, also of one that is `begun` and may become valid; `refused` is what the page shows as its error.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.name = question.name
        self.data: object = None
        self.inputs: Inputs = {}
        self.problem: Refused | None = None
        self.begun = False
        self.refused: Refused | None = None

    def show(self, answer: object) -> None:
        """Set the answer, and the inputs that show it."""
        self.data = answer
        self.inputs = {} if answer is None else spread(self.question, answer)

    def take(self, inputs: Inputs) -> None:
        """Set the inputs, and read the answer from them."""
        self.inputs = inputs
        self.problem = None
        self.begun = False
        try:
            self.data = gather(self.question, self.inputs)
            if self.data is not None:
                self.question.read(self.data)
        except Refused as refused:
            if isinstance(refused, Ambiguous):
                self.inputs = {name: refused.plain if text == refused.typed else text for name, text in inputs.items()}
            self.data = None
            self.begun = isinstance(refused, NumbersMissing)
            self.problem = Refused(self.name, refused.phrase)

    def part(self, part: object) -> str:
        """Return the text of the input of one part, by default empty."""
        return self.inputs.get(f"{self.name}.{part}", "")

    def rest(self, part: str) -> str:
        """Return the value of the only missing part of a grid, empty while it is unknown."""
        if not isinstance(self.question, Grid) or self.question.total is None or not self.data or self.part(part):
            return ""
        try:
            return sign_thirds(self.question.written(self.question.read(self.data)[part]))
        except Refused:
            return ""

    @property
    def offered(self) -> list[object]:
        """The values of the options of a choice."""
        return [option.value for option in self.question.options] if isinstance(self.question, Choice) else []

    @cached_property
    def ways(self) -> list[ShownWay]:
        """The ways of rows."""
        question = self.question
        assert isinstance(question, Rows)
        reader = speech()
        return [
            ShownWay(
                code=str(code),
                text=reader.say(way.label),
                only=way.only,
                ends=" ".join(map(str, question.ends(way))),
                has_contra="contra" in dict(way.answers),
            )
            for code, way in enumerate(question.ways)
        ]

    @property
    def subjects(self) -> list[tuple[list[ShownWay], list[Option]]]:
        """The subjects of rows in their order, successive ones together that have the same ways, after these ways."""
        question = self.question
        assert isinstance(question, Rows)
        found: list[tuple[list[ShownWay], list[Option]]] = []
        for what in question.what.options:
            ways = [way for way in self.ways if not way.only or what.value in way.only]
            if found and found[-1][0] == ways:
                found[-1][1].append(what)
            else:
                found.append((ways, [what]))
        return found

    @property
    def complement(self) -> str:
        """The count of the other side, which completes the pack; empty while it is unknown."""
        question = self.question
        if self.data is None or not isinstance(question, Number | Thirds):
            return ""
        if isinstance(question, Number):
            return str(question.high - question.read(self.data))
        return sign_thirds(write_thirds(3 * question.high - question.read(self.data)))

    @property
    def unfinished(self) -> Phrase | None:
        """The text for a missing answer, or a missing outcome of an announcement; None for a complete answer."""
        question = self.question
        if question.needed and self.data is None:
            return say("{question}: please choose", question=question.label)
        if isinstance(question, Rows):
            for name, text in self.inputs.items():
                if text.isdecimal() and int(text) < len(question.ways) and question.ways[int(text)].open:
                    return say("{what} was announced: was it made?", what=question.name_row(*name.split(".")[1:]))
        return None

    @property
    def text(self) -> str:
        """The text of the only input of a question without parts."""
        return self.inputs.get(self.name, "")


class QuestionForm(dict[str, QuestionField]):
    """The fields of a deal's questions by name, in the order of the questions.

    `calls` and `results` are those of a stage, `rare` those of both that are rarely needed and shown last.
    """

    def __init__(self, fields: Iterable[QuestionField]) -> None:
        super().__init__((field.name, field) for field in fields)
        self.calls: list[QuestionField] = []
        self.results: list[QuestionField] = []
        self.rare: list[QuestionField] = []
        for field in self.values():
            question = field.question
            stage = self.rare if question.rare else self.calls if question.stage == "call" else self.results
            stage.append(field)

    @cached_property
    def asking(self) -> QuestionField | None:
        """The first field of a call whose answer is a player, None without one."""
        return next((field for field in self.calls if getattr(field.question, "players", False) is True), None)

    @property
    def alone(self) -> list[QuestionField]:
        """The fields of a call among its players, which complete it with one tap, such as that everybody passed."""
        return [field for field in self.calls if self.asking and getattr(field.question, "alone", False)]

    def fill_in(self, filled: str) -> str:
        """Show the only player who can play the chosen contract, if no other was chosen, and return them.

        It is "" where nothing is filled in. A player who was `filled` in for another contract is taken away.
        """
        asking = self.asking
        if asking is None:
            return ""
        chosen = [(field.question, field.data) for field in self.calls if isinstance(field.question, Choice)]
        only = [
            option.only
            for asked, answer in chosen
            for option in asked.options
            if option.value == answer and option.only
        ]
        if filled and asking.data == filled and filled not in only:
            asking.show(None)
        if asking.data is None and not asking.problem and only:
            asking.show(only[0])
            return only[0]
        return filled if asking.data == filled else ""

    @property
    def more_keys(self) -> str | None:
        """The additional keys of the keypad, None if no keypad is needed."""
        questions = [field.question for field in self.values() if not getattr(field.question, "steps", ())]
        if not any(question.widget in ("number", "thirds", "grid") for question in questions):
            return None
        for question in questions:
            if getattr(question, "thirds", False) or (isinstance(question, Thirds) and not question.ends_whole):
                return "⅓⅔"
        return "±" if any(getattr(question, "low", 0) < 0 for question in questions) else ""

    @property
    def hint(self) -> Phrase | None:
        """What belongs to the numbers of the result, None without a hint."""
        hints = [getattr(field.question, "hint", None) for field in self.results]
        return next(filter(None, hints), None)

    @property
    def counted(self) -> list[QuestionField]:
        """The fields of a result whose cards can be counted on the page."""
        return [field for field in self.results if isinstance(field.question, Thirds)]

    @property
    def answers(self) -> dict[str, object]:
        """The answers as in a night file, without boxes that are not ticked."""
        return {
            field.name: field.data
            for field in self.values()
            if field.data is not None and (field.data is not False or field.question.widget == "yes-no")
        }

    @property
    def problem(self) -> Refused | None:
        """The refusal of the first invalid answer, None without one."""
        return next((field.problem for field in self.values() if field.problem), None)

    @property
    def unfinished(self) -> Refused | None:
        """The first incomplete question, None without one."""
        return next((Refused(field.name, field.unfinished) for field in self.values() if field.unfinished), None)

    def narrow(self, questions: Iterable[Question]) -> "QuestionForm":
        """Return the form of some of its questions, which may have fewer options; unchanged ones are not read again."""
        fields = []
        for question in questions:
            field = self[question.name]
            if field.question != question:
                wide = field.question
                inputs = field.inputs
                field = QuestionField(question)
                field.take(inputs)
                if field.problem and isinstance(question, Rows) and isinstance(wide, Rows):
                    field.problem = _find_row_gone(wide, question, inputs) or field.problem
            fields.append(field)
        return QuestionForm(fields)

    def complement(self, field: QuestionField) -> QuestionField | None:
        """Return the field of the other side of a count."""
        return self.get(getattr(field.question, "complement", ""))


def _find_row_gone(wide: Rows, narrow: Rows, inputs: Inputs) -> Refused | None:
    """Return the refusal of the first row whose subject is in the `wide` question only."""
    left = [option.value for option in narrow.what.options]
    for name in inputs:
        what, _, who = name.removeprefix(f"{wide.name}.").partition(".")
        if what not in left:
            return Refused(wide.name, say("{value} cannot be chosen here", value=wide.name_row(what, who)))
    return None


def show_answers(questions: Iterable[Question], answers: Mapping[str, object]) -> QuestionForm:
    """Return the form that shows `answers`, with both sides of a count."""
    form = QuestionForm(map(QuestionField, questions))
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
    """Return the form as it was sent; its page showed the `known` answers."""
    form = QuestionForm(map(QuestionField, questions))
    inputs: dict[str, dict[str, str]] = {}
    for name, texts in sent.lists():
        question = name.partition(".")[0]
        # A typed text takes precedence over a chip of the same name.
        text = next(filter(None, map(str.strip, texts)), "")
        if question in form and text:
            inputs.setdefault(question, {})[name] = text[:_LONGEST]
    for field in form.values():
        field.take(inputs.get(field.name, {}))
    if not known:
        return form
    # A changed count replaces its parts and the other side if they are as they were shown.
    shown = show_answers(questions, known)
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
    return form


def read_reason(text: str, missing: Phrase | None = None) -> str:
    """Return the reason of a change, an objection or a resolution.

    Raises Refused for a long one, and with the text `missing` for an empty one.
    """
    note = read_note(text)
    if missing and not note:
        raise Refused("note", missing)
    return note


class ResolutionForm(EntryForm):
    """An objection or its resolution with the reason, and the page of its form."""

    note = TypedField()
    how = TypedField()
    back = TypedField()


# Fields that no address has: the back button must not send a form again, and reasons are private.
_NOT_IN_ADDRESS = ("csrf_token", "request", "made", "action", "note")


def for_address(fields: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the fields for an address."""
    return MultiDict((name, text) for name, text in fields.items(multi=True) if name not in _NOT_IN_ADDRESS)


class SlotForm(Sent):
    """The form of a deal: posted, or in the address of a preview.

    `fields` has everything that was sent, None on a page that is opened. `based_on` is the version that the form saw,
    `action` the button, `note` the reason. `submitted` is False for a form that is only shown again, as in another
    language.
    """

    def __init__(self) -> None:
        self.posted = request.method == "POST"
        self.query = request.args
        self.fields: MultiDict[str, str] | None = None
        if self.posted:
            self.fields = request.form
        elif "based_on" in self.query:
            self.fields = for_address(self.query)
        self.submitted = self.fields is not None and "language" not in self.fields
        self.sent = self.fields
        known: Mapping[str, str] = self.fields or {}
        self.based_on = read_version(known.get("based_on", ""))
        self.action = known.get("action", "")
        self.note = known.get("note", "")

    def read_number(self) -> int:
        """Return the number of the deal. An invalid one is answered with 400."""
        text = self.fields.get("number", "").strip() if self.fields else ""
        if not text.isascii() or not text.isdigit() or len(text) > 7 or not int(text):
            abort(400)
        return int(text)

    def version_seen(self, deal: SlotHistory | None) -> int:
        """Return the version of the slot that the form saw; on a page that is opened, the current one."""
        if self.fields is None:
            return deal.version if deal else 0
        return self.based_on
