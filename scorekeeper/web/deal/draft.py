"""A deal as a form has it so far: who sits, what is asked, what it would change, and what is missing or wrong."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from werkzeug.datastructures import MultiDict
from wtforms.form import BaseForm

from scorekeeper.games.game import Due, Seating
from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Adjusted, Answered, Called, Corrected, SlotAct, Voided
from scorekeeper.night.night import Night, Result, next_here, seat_deal, turn
from scorekeeper.night.record import keep_cards
from scorekeeper.night.undo import standing
from scorekeeper.phrase import Phrase, Refused, Value, say
from scorekeeper.storage.journal.state import NightRows
from scorekeeper.storage.projections.deals import Change
from scorekeeper.storage.queries.nights import SlotHistory, answers_before
from scorekeeper.storage.writing.entry import preview_act
from scorekeeper.web.deal.forms import QuestionForm, SlotForm, read_questions, show_answers
from scorekeeper.web.deal.outcomes import End, ends_of
from scorekeeper.web.rules.forms import adjust_form, amounts_of

A = TypeVar("A", bound=Answered)


class Seats(NamedTuple):
    """Who sits in a deal as far as it is said; what is not said is left to the rotation."""

    dealer: str = ""
    playing: tuple[str, ...] = ()


class Seated(NamedTuple):
    """Who sits in a deal. `usual` deals unless somebody else is picked; `said` is what was picked by hand, if any was.

    `ticked` are the players who were picked one by one, None where they follow from who deals.
    """

    seating: Seating
    usual: str
    said: Seats | None
    ticked: Sequence[str] | None = None
    refused: Refused | None = None


def seats_of(act: SlotAct | None) -> Seats:
    """Return who sits, as far as an act says it."""
    return Seats(act.dealer, act.playing) if act else Seats()


def seat(night: Night, number: int, known: Seats, posted: Any) -> Seated:
    """Return who sits in deal `number`, given what is `known` of it and the form that was sent, if any.

    A form says in `shown` whom it showed as playing; as long as that stands, the players follow from who deals.
    """
    usual = known.dealer or next_here(night, night.dealer)
    picked_dealer = posted.get("dealer") if posted is not None else ""
    dealer = picked_dealer or usual
    ticked = _ticked(posted)
    playing = known.playing
    if ticked is not None:
        playing = _in_order(night, dealer, ticked)
    elif dealer != usual:
        # Where they are those whom the known dealer brings, another dealer brings others.
        rotates = known.dealer not in night.players or set(playing) == set(turn(night, number, known.dealer))
        playing = () if rotates or not playing else _in_order(night, dealer, playing)
    try:
        if ticked is not None and not ticked:
            raise Refused("playing", say("nobody is ticked as playing"))
        seating = seat_deal(night, number, dealer, playing)
    except Refused as refused:
        return Seated(Seating(number, usual, playing or night.here), usual, None, ticked, refused)
    picked = ticked is not None or picked_dealer
    return Seated(seating, usual, Seats(dealer, seating.playing) if picked else None, ticked)


def _ticked(posted: Any) -> Sequence[str] | None:
    """Return who was picked by hand to play, None where nobody touched what the form showed."""
    if posted is None or not ("shown" in posted or posted.getlist("playing")):
        return None
    ticked = set(posted.getlist("playing"))
    shown = set(posted.get("shown", "").split())
    return None if shown and ticked == shown else posted.getlist("playing")


def _in_order(night: Night, dealer: str, chosen: Sequence[str]) -> tuple[str, ...]:
    """The chosen players from forehand on; whoever has no seat stands last, to be refused."""
    players = night.players
    place = players.index(dealer) + 1 if dealer in players else 0
    order = (*players[place:], *players[:place], *(player for player in chosen if player not in players))
    return tuple(player for player in order if player in chosen)


class DealForm(NamedTuple):
    """A deal as a form says it, read once: who sits, and what was answered of all that may ever be asked.

    `known` is the act that the form saw in its slot; on a page that is opened, the form shows that. `form` is all that
    may ever be asked, `asked` what of it matters, given what was answered. `due` is what the deals before it make due
    in a deal that is entered, and `sent` the fields of the page.
    """

    night: Night
    known: SlotAct | None
    seated: Seated
    form: QuestionForm
    asked: QuestionForm
    due: Mapping[str, Due]
    sent: Mapping[str, str]

    def differs(self, key: str) -> bool:
        """Return whether a question is answered otherwise than the deals before make due."""
        return key in self.due and key in self.asked and self.asked.answers.get(key) != self.due[key].answer

    def is_sure(self, key: str) -> bool:
        """Return whether it was ticked that the answer to a question is right."""
        return self.sent.get(f"sure-{key}") == (self.asked[key].text or "none")

    @property
    def doubt(self) -> Refused | None:
        """What is answered otherwise than the deals before make due, where nobody ticked that it is right."""
        for key, due in self.due.items():
            if self.differs(key) and not self.is_sure(key):
                return Refused(key, say("{reason}; tick it if what you entered is right", reason=due.reason))
        return None

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
        if problem := self.seated.refused or self.form.problem:
            raise problem
        if kind is not Called and (missing := self.asked.unfinished):
            raise missing
        dealer, playing = self.seated.said or seats_of(self.known)
        answers = self.form.answers
        if kind is Called:  # the other phones must not learn a secret before the result
            secret = {name for name, field in self.form.items() if getattr(field.question, "secret", False)}
            answers = {name: answer for name, answer in answers.items() if name not in secret}
        act = kind(number=self.number, dealer=dealer, playing=playing, answers=answers, note=note)
        return keep_cards(self.known, act)


def due_in(night_id: int, night: Night, number: int) -> Mapping[str, Due]:
    """Return what the deals before make due in deal `number`."""
    game = night.game
    rules = night.rules_at(number)
    back = game.looks_back(rules)
    return game.due(rules, answers_before(night_id, number, back)) if back else {}


def read_deal_form(
    fields: MultiDict[str, str] | None,
    night: Night,
    number: int,
    known: SlotAct | None,
    stands: SlotAct | None = None,
    due: Mapping[str, Due] = MappingProxyType({}),
) -> DealForm:
    """Return what a form says of a deal, given what is `known` of it; on a page that is opened, that.

    `fields` are those that were sent, None on a page that is opened. Where another act `stands` by now than the form
    saw, that one says who sits. What is `due` is answered so on a page that asks it for the first time.
    """
    answers = known.answers if isinstance(known, Answered) else {}
    seated = seat(night, number, seats_of(stands or known), fields)
    rules = night.rules_at(number)
    if fields is None:
        form = show_answers(night.game.ask(rules, seated.seating, answers), answers)
        asked = form
    else:
        form = read_questions(night.game.asked(rules, seated.seating), fields, answers)
        asked = form.narrowed(night.game.ask(rules, seated.seating, form.answers))
    sent: Mapping[str, str] = fields or {}
    if not sent.get("action"):
        for key, (answer, _) in due.items():
            if answer is not None and key in asked and asked[key].data is None and not sent.get(f"due-{key}"):
                asked[key].show(answer)
    return DealForm(night, known, seated, form, asked, due, sent)


class Draft(NamedTuple):
    """An act in the making, about a slot as it was at `version`: what it would change, or why it cannot be written.

    Where it is a deal that is entered, `deal_form` is what the form says so far, `outcomes` what it can come to, and
    `called` whether it can be written without its result. `sent` says that the form was sent, and is not being filled
    in.
    """

    number: int
    version: int
    change: Change | None = None
    error: Refused | None = None
    sent: bool = False
    deal_form: DealForm | None = None
    outcomes: tuple[End, ...] = ()
    called: bool = False

    @property
    def seated(self) -> Seated:
        """Who sits, and how that was picked."""
        assert self.deal_form
        return self.deal_form.seated

    @property
    def seating(self) -> Seating:
        """Who sits."""
        return self.seated.seating

    @property
    def form(self) -> QuestionForm:
        """What is asked, with what was answered."""
        assert self.deal_form
        return self.deal_form.asked

    @property
    def call(self) -> list[tuple[Phrase, Phrase]] | None:
        """What was called before, each question and its answer in words; None where nothing was."""
        if not self.deal_form or not isinstance(self.deal_form.known, Called):
            return None
        told = []
        for field in self.form.staged("call"):
            if field.data is None or field.question.widget == "rows":
                continue
            with suppress(Refused):  # what a house rule forbade since then
                if text := field.question.describe(field.data):
                    told.append((field.question.label, text))
        return told

    def spot(self) -> str:
        """Return the name of the field at which its error stands, empty for none.

        What nobody answered yet, or said the first half of, is no error there before the deal is sent.
        """
        if not self.error or not self.deal_form or self.error.key not in self.form:
            return ""
        field = self.form[self.error.key]
        return self.error.key if self.sent or (field.inputs and field.unfinished != self.error.phrase) else ""

    @property
    def result(self) -> Result | None:
        """What would be booked, None while something is missing or wrong."""
        return self.change.result if self.change else None

    @property
    def announced(self) -> tuple[Value, ...]:
        """The bonuses that were announced, as the row of the deal will name them."""
        assert self.deal_form
        return self.deal_form.night.game.brief(self.seating, self.form.answers).bonuses

    @property
    def shown(self) -> Mapping[str, int]:
        """The points that the result would add to the sheet, by player."""
        assert self.deal_form
        points: Mapping[str, int] = getattr(self.result, self.deal_form.night.game.shows(self.deal_form.rules))
        return points


def draft_deal(rows: NightRows, said: DealForm, kind: type[Answered], version: int, *, sent: bool = False) -> Draft:
    """Return the draft of what a form says so far, change against a version of its slot. Raises Stale."""
    said = said._replace(form=said.asked)
    questions = tuple(field.question for field in said.form.staged("call"))
    ends = ends_of(rows.row.id, said.night, said.seated.seating, questions, said.form.answers)
    draft = Draft(said.number, version, sent=sent, deal_form=said, outcomes=ends or (), called=ends is not None)
    try:
        change = preview_act(rows, said.act(kind), version)
        return draft._replace(change=None if said.doubt else change, error=said.doubt)
    except Refused as refused:
        return draft._replace(error=refused)


class ChangeForm(NamedTuple):
    """What a form makes of a deal, as it was when the form was opened: a correction says it, an adjustment amounts."""

    number: int
    way: str
    known: SlotAct | None
    corrected: DealForm | None
    amounts: BaseForm
    sent: SlotForm

    def act(self, note: str = "") -> SlotAct:
        """Return the act that it means. Raises Refused."""
        if self.corrected:
            return self.corrected.act(Corrected, note)
        dealer, playing = seats_of(self.known)
        if self.way == "void":
            return Voided(number=self.number, dealer=dealer, playing=playing, note=note)
        adjust = amounts_of(self.amounts)
        return Adjusted(number=self.number, dealer=dealer, playing=playing, adjust=adjust, note=note)

    def meant(self) -> SlotAct | None:
        """Return the act that it means about the deal as the form saw it; None if it cannot be read."""
        if self.known is None or not self.sent.based_on.data:
            return None
        try:
            return self.act()
        except Refused:
            return None


def read_change_form(sent: SlotForm, night: Night, number: int, deal: SlotHistory | None, way: str) -> ChangeForm:
    """Return what the form says. Sent again it must say the same, so it is about the deal that it saw."""
    known = deal.at(sent.based_on.data).act if deal else None
    said = said_before(deal.at(sent.based_on.data)) if deal and isinstance(known, Voided) else known
    corrected = read_deal_form(sent.fields, night, number, said or known) if way == "correct" else None
    now = said.adjust if isinstance(said, Adjusted) and sent.fields is None else {}
    asked = {name.removeprefix("adjust-"): text for name, text in sent.query.items() if name.startswith("adjust-")}
    return ChangeForm(number, way, known, corrected, adjust_form(night.players, sent.fields, asked or now), sent)


def said_before(deal: SlotHistory) -> SlotAct | None:
    """Return what a deal that is void said before it was, None where it was never anything else."""
    acts = [slot_act_of(entry) for entry in standing(deal.history)]
    return next((act for act in reversed(acts) if not isinstance(act, Voided)), None)


def way_back(deal: SlotHistory) -> str:
    """Return the way on which a deal that is void is brought back, "" for one that is not, or was never played."""
    before = said_before(deal) if isinstance(deal.act, Voided) else None
    return "" if before is None else "adjust" if isinstance(before, Adjusted) else "correct"


def draft_change(rows: NightRows, form: ChangeForm, version: int) -> Draft:
    """Return the draft of what a form makes of a deal. Raises Stale."""
    sent = form.sent.submitted
    if form.corrected:
        return draft_deal(rows, form.corrected, Corrected, version, sent=sent)
    draft = Draft(form.number, version, sent=sent)
    if form.way == "adjust" and not sent:
        return draft
    try:
        return draft._replace(change=preview_act(rows, form.act(), version))
    except Refused as refused:
        return draft._replace(error=refused)
