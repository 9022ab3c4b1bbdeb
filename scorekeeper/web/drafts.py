"""A deal as a form has it so far: who sits, what is asked, what it would change, and what is missing or wrong."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from flask import request

from scorekeeper.games.game import Seating
from scorekeeper.ledger.journal import canonical
from scorekeeper.night.acts import Answered, Called, SlotAct
from scorekeeper.night.night import Night, Result
from scorekeeper.night.record import keep_cards
from scorekeeper.phrase import Refused
from scorekeeper.storage.reading import SlotHistory
from scorekeeper.storage.rows import Head, NightRows
from scorekeeper.storage.weighing import Weighed, weigh
from scorekeeper.web.asking import (
    QuestionForm,
    answers_of,
    problem_in,
    question_form,
    secrets_in,
    unfinished,
)
from scorekeeper.web.called import End, ends_of
from scorekeeper.web.kept import Kept
from scorekeeper.web.seating import Seated, seat, seats_of
from scorekeeper.web.sending import asks, based_on, sent_form

A = TypeVar("A", bound=Answered)


class Slip(NamedTuple):
    """A deal as a form says it, read once: who sits, and what was answered of all that may ever be asked.

    `known` is the act that the form saw in its slot; on a page that is opened, the slip says the same. `form` is all
    that may ever be asked, `asked` what of it matters, given what was answered.
    """

    night: Night
    known: SlotAct | None
    seated: Seated
    form: QuestionForm
    asked: QuestionForm

    @property
    def number(self) -> int:
        """The number of the deal."""
        return self.seated.seating.number

    @property
    def rules(self) -> Any:
        """The game's rules in force."""
        return self.night.rules_at(self.number)

    def act(self, kind: type[A], note: str = "") -> A:
        """Return the act that it says; whom nobody picked sits as it is known, else as the rotation has it.

        Raises Refused where it cannot be read, or leaves open what a whole deal says.
        """
        if problem := self.seated.refused or problem_in(self.form):
            raise problem
        if kind is not Called and (missing := unfinished(self.asked)):
            raise missing
        dealer, playing = self.seated.said or seats_of(self.known)
        told = answers_of(self.form)
        if kind is Called:
            told = {name: answer for name, answer in told.items() if name not in secrets_in(self.form)}
        act = kind(number=self.number, dealer=dealer, playing=playing, answers=told, note=note)
        return keep_cards(self.known, act)

    def narrowed(self) -> "Slip":
        """Return it with what matters alone."""
        return self._replace(form=self.asked)


def read_slip(night: Night, number: int, known: SlotAct | None, stands: SlotAct | None = None) -> Slip:
    """Return what the form at hand says of a deal, given what is `known` of it; on a page that is opened, that.

    Where another act `stands` by now than the form saw, that one tells who sits.
    """
    posted, answers = sent_form(), known.answers if isinstance(known, Answered) else {}
    seated, rules = seat(night, number, seats_of(stands or known), posted), night.rules_at(number)
    if posted is None:
        form = question_form(night.game.ask(rules, seated.seating, answers), None, answers)
        return Slip(night, known, seated, form, form)
    form = question_form(night.game.asked(rules, seated.seating), posted, answers)
    asked = night.game.ask(rules, seated.seating, answers_of(form))
    return Slip(night, known, seated, form, form.narrowed(asked))


class Draft(NamedTuple):
    """An act in the making, about a slot as it was at `version`: what it would change, or why it cannot be written.

    Where it is a deal that is entered, `slip` is what the form says so far, and `outcomes` what it can come to.
    """

    number: int
    version: int
    weighed: Weighed | None = None
    error: Refused | None = None
    slip: Slip | None = None
    outcomes: tuple[End, ...] = ()

    @property
    def seated(self) -> Seated:
        """Who sits, and how that was picked."""
        assert self.slip
        return self.slip.seated

    @property
    def seating(self) -> Seating:
        """Who sits."""
        return self.seated.seating

    @property
    def form(self) -> QuestionForm:
        """What is asked, with what was answered."""
        assert self.slip
        return self.slip.form

    @property
    def sent(self) -> bool:
        """Whether it is said by a form that was sent, not by one that is being filled in."""
        return asks() and request.endpoint != "deals.preview"

    def spot(self) -> str:
        """Return the name of the field at which its error stands, empty for none.

        What nobody answered yet, or said the first half of, is no error there before the deal is sent.
        """
        if not self.error or not self.slip or self.error.key not in self.form:
            return ""
        field = self.form[self.error.key]
        return self.error.key if self.sent or (field.inputs and field.unfinished != self.error.phrase) else ""

    @property
    def result(self) -> Result | None:
        """What would be booked, None while something is missing or wrong."""
        return self.weighed.result if self.weighed else None

    @property
    def shown(self) -> Mapping[str, int]:
        """The points that the result would add to the sheet, by player."""
        assert self.slip
        points: Mapping[str, int] = getattr(self.result, self.slip.night.game.shows(self.slip.rules))
        return points


# Of a kilobyte each: what is being called at some tables. The rules and what was played before follow from the head.
_FORESEEN = Kept[tuple[End, ...]](300)


def draft_deal(rows: NightRows, slip: Slip, kind: type[Answered], version: int) -> Draft:
    """Return the draft of what a slip says so far, weighed against a version of its slot. Raises Stale."""
    slip = slip.narrowed()
    ends = _foreseen(rows.head, slip)
    draft = Draft(slip.number, version, slip=slip, outcomes=ends)
    try:
        return draft._replace(weighed=weigh(rows, slip.act(kind), version))
    except Refused as refused:
        return draft._replace(error=refused)


def _foreseen(head: Head, slip: Slip) -> tuple[End, ...]:
    """Return what each end would bring of what a slip calls; what it says of the result changes nothing in it."""
    seating, answers = slip.seated.seating, answers_of(slip.form)
    called = tuple(field.question for field in slip.form.staged("call"))
    said = canonical({question.name: answers.get(question.name) for question in called})
    key = (head.id, head.hash, seating, called, said)
    return _FORESEEN.get(key, lambda: ends_of(head.id, slip.night, seating, called, answers))


def left_open(night: Night, seating: Seating, answers: Mapping[str, object]) -> Refused | None:
    """Return what these answers of a whole deal leave open, None for nothing."""
    asked = night.game.ask(night.rules_at(seating.number), seating, answers)
    return unfinished(question_form(asked, None, answers))


def version_seen(deal: SlotHistory | None) -> int:
    """Return the version of its slot that the form at hand saw; on a page that is opened, the one that it has."""
    return based_on() if sent_form() is not None else deal.version if deal else 0
