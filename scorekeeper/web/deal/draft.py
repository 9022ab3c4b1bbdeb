"""A deal as a form has it so far: who sits, what is asked, what it would change, and what is missing or wrong."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from werkzeug.datastructures import MultiDict

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
from scorekeeper.web.core.parsing import read_whole
from scorekeeper.web.deal.forms import QuestionForm, SlotForm, read_questions, show_answers
from scorekeeper.web.deal.outcomes import End, ends_of, tell_answers

A = TypeVar("A", bound=Answered)


class Seated(NamedTuple):
    """Who sits in a deal. `usual` deals unless somebody else is picked.

    `said` are dealer and players where some were picked by hand; `ticked` are the players who were picked one by one,
    None where they follow from who deals.
    """

    seating: Seating
    usual: str
    said: tuple[str, tuple[str, ...]] | None = None
    ticked: Sequence[str] | None = None
    refused: Refused | None = None


def seats_of(act: SlotAct | None) -> tuple[str, tuple[str, ...]]:
    """Return dealer and players as far as an act says them; what is not said is left to the rotation."""
    return (act.dealer, act.playing) if act else ("", ())


def seat(night: Night, number: int, known: SlotAct | None, sent: MultiDict[str, str]) -> Seated:
    """Return who sits in deal `number`, given what is `known` of it and the fields that were sent.

    A form says in `shown` whom it showed as playing; as long as that stands, the players follow from who deals.
    """
    known_dealer, playing = seats_of(known)
    usual = known_dealer or next_here(night, night.dealer)
    dealer = sent.get("dealer") or usual
    shown = sent.get("shown", "").split()
    picked = sent.getlist("playing")
    touched = set(picked) != set(shown) or ("shown" in sent and not shown)
    ticked = picked if touched else None
    if touched:
        playing = tuple(picked)
    elif dealer != usual and (known_dealer not in night.players or set(playing) == set(turn(night, number, usual))):
        playing = ()  # another dealer brings others
    if touched or dealer != usual:  # from forehand on; whoever has no seat stands last, to be refused
        players = night.players
        place = players.index(dealer) + 1 if dealer in players else 0
        order = (*players[place:], *players[:place], *(player for player in playing if player not in players))
        playing = tuple(player for player in order if player in playing)
    try:
        if ticked == []:
            raise Refused("playing", say("nobody is ticked as playing"))
        seating = seat_deal(night, number, dealer, playing)
    except Refused as refused:
        return Seated(Seating(number, usual, playing or night.here), usual, None, ticked, refused)
    said = (dealer, seating.playing) if touched or sent.get("dealer") else None
    return Seated(seating, usual, said, ticked)


class Draft(NamedTuple):
    """A deal as a form says it, read once: who sits, and what was answered of all that may ever be asked.

    `known` is the act that the form saw in its slot; on a page that is opened, the form shows that. `form` is all that
    may ever be asked, `asked` what of it matters, given what was answered. `due` is what the deals before it make due
    in a deal that is entered, and `fields` are those of the page.

    As `draft_deal` returns it, it says what writing it would `change` in its slot as it was at `version`, or by which
    `error` it cannot be written; `outcomes` are what it can come to, and `called` says whether it can be written
    without its result. `sent` says that the form was sent, and is not being filled in.
    """

    night: Night
    known: SlotAct | None
    seated: Seated
    form: QuestionForm
    asked: QuestionForm
    due: Mapping[str, Due]
    fields: Mapping[str, str]
    version: int = 0
    sent: bool = False
    change: Change | None = None
    error: Refused | None = None
    outcomes: tuple[End, ...] = ()
    called: bool = False

    @property
    def seating(self) -> Seating:
        """Who sits."""
        return self.seated.seating

    def differs(self, key: str) -> bool:
        """Return whether a question is answered otherwise than the deals before make due."""
        return key in self.due and key in self.asked and self.asked.answers.get(key) != self.due[key].answer

    def is_sure(self, key: str) -> bool:
        """Return whether it was ticked that the answer to a question is right."""
        return self.fields.get(f"sure-{key}") == (self.asked[key].text or "none")

    @property
    def doubt(self) -> Refused | None:
        """What is answered otherwise than the deals before make due, where nobody ticked that it is right."""
        for key, due in self.due.items():
            if self.differs(key) and not self.is_sure(key):
                return Refused(key, say("{reason}; tick it if what you entered is right", reason=due.reason))
        return None

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
        act = kind(number=self.seating.number, dealer=dealer, playing=playing, answers=answers, note=note)
        return keep_cards(self.known, act)

    @property
    def call(self) -> list[tuple[Phrase, Phrase]] | None:
        """What was called before, each question and its answer in words; None where nothing was."""
        if not isinstance(self.known, Called):
            return None
        fields = [field for field in self.asked.staged("call") if field.question.widget != "rows"]
        return tell_answers((field.question, field.data) for field in fields if field.data is not None)

    @property
    def announced(self) -> tuple[Value, ...]:
        """The bonuses that were announced, as the row of the deal will name them."""
        return self.night.game.brief(self.seating, self.asked.answers).bonuses

    def spot(self) -> str:
        """Return the name of the field at which its error stands, empty for none.

        What nobody answered yet, or said the first half of, is no error there before the deal is sent.
        """
        if not self.error or self.error.key not in self.asked:
            return ""
        field = self.asked[self.error.key]
        return self.error.key if self.sent or (field.inputs and field.unfinished != self.error.phrase) else ""

    @property
    def result(self) -> Result | None:
        """What would be booked, None while something is missing or wrong."""
        return self.change.result if self.change else None

    @property
    def shown(self) -> Mapping[str, int]:
        """The points that the result would add to the sheet, by player."""
        column = self.night.game.shows(self.night.rules_at(self.seating.number))
        points: Mapping[str, int] = getattr(self.result, column)
        return points


def due_in(night_id: int, night: Night, number: int) -> Mapping[str, Due]:
    """Return what the deals before make due in deal `number`."""
    rules = night.rules_at(number)
    back = night.game.looks_back(rules)
    return night.game.due(rules, answers_before(night_id, number, back)) if back else {}


def read_deal_form(
    fields: MultiDict[str, str] | None,
    night: Night,
    number: int,
    known: SlotAct | None,
    stands: SlotAct | None = None,
    due: Mapping[str, Due] = MappingProxyType({}),
) -> Draft:
    """Return what a form says of a deal, given what is `known` of it; on a page that is opened, that.

    `fields` are those that were sent, None on a page that is opened. Where another act `stands` by now than the form
    saw, that one says who sits. What is `due` is answered so on a page that asks it for the first time.
    """
    sent: MultiDict[str, str] = MultiDict() if fields is None else fields
    answers = known.answers if isinstance(known, Answered) else {}
    seated = seat(night, number, stands or known, sent)
    rules = night.rules_at(number)
    if fields is None:
        form = show_answers(night.game.ask(rules, seated.seating, answers), answers)
        asked = form
    else:
        form = read_questions(night.game.asked(rules, seated.seating), fields, answers)
        asked = form.narrowed(night.game.ask(rules, seated.seating, form.answers))
    if not sent.get("action"):
        for key, (answer, _) in due.items():
            if answer is not None and key in asked and asked[key].data is None and not sent.get(f"due-{key}"):
                asked[key].show(answer)
    return Draft(night, known, seated, form, asked, due, sent)


def draft_deal(rows: NightRows, said: Draft, kind: type[Answered], version: int, *, sent: bool = False) -> Draft:
    """Return what writing a deal as a form says it so far would change of a version of its slot. Raises Stale."""
    questions = [field.question for field in said.asked.staged("call")]
    ends = ends_of(rows.row.id, said.night, said.seating, questions, said.asked.answers)
    draft = said._replace(form=said.asked, version=version, sent=sent, outcomes=ends or (), called=ends is not None)
    try:
        change = preview_act(rows, draft.act(kind), version)
    except Refused as refused:
        return draft._replace(error=refused)
    return draft._replace(error=draft.doubt) if draft.doubt else draft._replace(change=change)


class ChangeForm(NamedTuple):
    """What a form makes of a deal, as it was when the form was opened.

    A correction says it anew; `amounts` are what was typed for each player where the table agrees on points.
    """

    number: int
    way: str
    known: SlotAct | None
    corrected: Draft | None
    amounts: Mapping[str, str]
    sent: SlotForm

    def act(self, note: str = "") -> SlotAct:
        """Return the act that it means. Raises Refused."""
        if self.corrected:
            return self.corrected.act(Corrected, note)
        dealer, playing = seats_of(self.known)
        if self.way == "void":
            return Voided(number=self.number, dealer=dealer, playing=playing, note=note)
        typed = {player: text.strip() for player, text in self.amounts.items()}
        adjust = {player: read_whole("adjust", text) for player, text in typed.items() if text}
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
    seen = deal.at(sent.based_on.data) if deal else None
    known = seen.act if seen else None
    said = before_void(seen) if seen and isinstance(known, Voided) else known
    corrected = read_deal_form(sent.fields, night, number, said or known) if way == "correct" else None
    adjust = said.adjust if isinstance(said, Adjusted) and sent.fields is None else {}
    agreed = {f"adjust-{player}": str(points) for player, points in adjust.items()}
    asked = {name: text for name, text in sent.query.items() if name.startswith("adjust-")}
    typed: dict[str, str] = {**(asked or agreed), **(sent.fields or {})}
    amounts = {player: typed.get(f"adjust-{player}", "") for player in night.players}
    return ChangeForm(number, way, known, corrected, amounts, sent)


def before_void(deal: SlotHistory) -> SlotAct | None:
    """Return what a deal that is void said before, None where it was never anything else."""
    acts = [slot_act_of(entry) for entry in standing(deal.history)]
    return next((act for act in reversed(acts) if not isinstance(act, Voided)), None)
