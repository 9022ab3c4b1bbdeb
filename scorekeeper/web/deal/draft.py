"""A deal in a form: its seats, questions, changes to the balances, and errors."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from werkzeug.datastructures import MultiDict

from scorekeeper.games.game import Proposal, Seating
from scorekeeper.games.questions import Rows
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
from scorekeeper.typed_numbers import Ambiguous, read_whole
from scorekeeper.web.deal.forms import QuestionForm, SlotForm, read_questions, show_answers
from scorekeeper.web.deal.outcomes import ShownOutcome, describe_answers, find_outcomes

A = TypeVar("A", bound=Answered)


class Seats(NamedTuple):
    """The seats of a deal. `usual` is the dealer by rotation.

    `chosen` are dealer and players if any were picked by hand; `ticked` are the players who were picked one by one,
    None if they follow from the dealer.
    """

    seating: Seating
    usual: str
    chosen: tuple[str, tuple[str, ...]] | None = None
    ticked: Sequence[str] | None = None
    refused: Refused | None = None


def seats_of(act: SlotAct | None) -> tuple[str, tuple[str, ...]]:
    """Return dealer and players of an act; empty ones are left to the rotation."""
    return (act.dealer, act.playing) if act else ("", ())


def seat(night: Night, number: int, known: SlotAct | None, sent: MultiDict[str, str]) -> Seats:
    """Return the seats of deal `number` from its `known` act and the fields that were sent.

    The field `shown` has the players whom the form showed; while unchanged, they follow from the dealer.
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
        playing = ()  # another dealer has other players
    if touched or dealer != usual:  # from forehand on; players without a seat are last, to be refused
        players = night.players
        place = players.index(dealer) + 1 if dealer in players else 0
        order = (*players[place:], *players[:place], *(player for player in playing if player not in players))
        playing = tuple(player for player in order if player in playing)
    try:
        if ticked == []:
            raise Refused("playing", say("nobody is ticked as playing"))
        seating = seat_deal(night, number, dealer, playing)
    except Refused as refused:
        return Seats(Seating(number, usual, playing or night.here), usual, None, ticked, refused)
    chosen = (dealer, seating.playing) if touched or sent.get("dealer") else None
    return Seats(seating, usual, chosen, ticked)


class Draft(NamedTuple):
    """A deal in a form: its seats, and the fields of its questions.

    `known` is the act of the slot that the form saw, and shows when it is opened. `form` has all possible questions,
    `asked` only those that apply after the answers so far. `proposals` are the answers that earlier deals require of a
    new deal, and `fields` are those of the page.

    `filled` is the only player who can play the chosen contract, where the form filled them in.

    `draft_deal` adds the `change` of its slot at `version`, or the `error` that prevents it, and the possible
    `outcomes`; `called` is whether it can be booked without its result. `sent` is whether the form was submitted.
    """

    night: Night
    known: SlotAct | None
    seats: Seats
    form: QuestionForm
    asked: QuestionForm
    proposals: Mapping[str, Proposal]
    fields: Mapping[str, str]
    version: int = 0
    filled: str = ""
    sent: bool = False
    change: Change | None = None
    error: Refused | None = None
    outcomes: tuple[ShownOutcome, ...] = ()
    called: bool = False

    @property
    def seating(self) -> Seating:
        """Dealer and players."""
        return self.seats.seating

    def differs(self, key: str) -> bool:
        """Return whether an answer differs from the one that earlier deals require."""
        return key in self.proposals and key in self.asked and self.asked.answers.get(key) != self.proposals[key].answer

    def is_sure(self, key: str) -> bool:
        """Return whether the answer to a question was confirmed by a tick."""
        return self.fields.get(f"sure-{key}") == (self.asked[key].text or "none")

    @property
    def doubt(self) -> Refused | None:
        """The first answer that differs from the one that earlier deals require, without a confirming tick."""
        for key, proposal in self.proposals.items():
            if self.differs(key) and not self.is_sure(key):
                return Refused(key, say("{reason}; tick it if what you entered is right", reason=proposal.reason))
        return None

    def act(self, kind: type[A], note: str = "") -> A:
        """Return the act of the form; by default the seats are those of the known act, else of the rotation.

        Raises Refused for an invalid form, or one that is incomplete for its kind.
        """
        if problem := self.seats.refused or self.form.problem:
            raise problem
        if kind is not Called and (missing := self.asked.unfinished):
            raise missing
        dealer, playing = self.seats.chosen or seats_of(self.known)
        answers = self.form.answers
        if kind is Called:  # the other phones must not see a secret before the result
            secret = {name for name, field in self.form.items() if getattr(field.question, "secret", False)}
            answers = {name: answer for name, answer in answers.items() if name not in secret}
        act = kind(number=self.seating.number, dealer=dealer, playing=playing, answers=answers, note=note)
        return keep_cards(self.known, act)

    @property
    def call(self) -> list[tuple[Phrase, Phrase]] | None:
        """The questions and answers of the known call in words; None without one."""
        if not isinstance(self.known, Called):
            return None
        fields = [field for field in self.asked.stage("call") if field.question.widget != "rows"]
        return describe_answers((field.question, field.data) for field in fields if field.data is not None)

    @property
    def announced(self) -> tuple[Value, ...]:
        """The announced bonuses, as in the row of the deal."""
        return self.night.game.sheet_summary(self.seating, self.asked.answers).bonuses

    def spot(self) -> str:
        """Return the name of the field with the error, empty for none.

        A missing or half-finished answer is no error of its field before the form is submitted.
        """
        if not self.error or self.error.key not in self.asked:
            return ""
        field = self.asked[self.error.key]
        return self.error.key if self.sent or (field.inputs and field.unfinished != self.error.phrase) else ""

    @property
    def result(self) -> Result | None:
        """The result that would be booked, None while there is an error."""
        return self.change.result if self.change else None

    @property
    def shown(self) -> Mapping[str, int]:
        """The points of the result on the sheet, by player."""
        column = self.night.game.sheet_column(self.night.rules_at(self.seating.number))
        points: Mapping[str, int] = getattr(self.result, column)
        return points


def proposals_for(night_id: int, night: Night, number: int) -> Mapping[str, Proposal]:
    """Return the answers that earlier deals require in deal `number`."""
    rules = night.rules_at(number)
    back = night.game.proposal_depth(rules)
    return night.game.proposed_answers(rules, answers_before(night_id, number, back)) if back else {}


def read_deal_form(
    fields: MultiDict[str, str] | None,
    night: Night,
    number: int,
    known: SlotAct | None,
    current: SlotAct | None = None,
    proposals: Mapping[str, Proposal] = MappingProxyType({}),
) -> Draft:
    """Return the draft of a form, given the `known` act of the deal; a page that is opened shows that act.

    `fields` are those that were sent, None on a page that is opened. If the `current` act is another one than the form
    saw, the seats are those of the current one. A required answer is the default of a new question.
    """
    sent: MultiDict[str, str] = MultiDict() if fields is None else fields
    answers = known.answers if isinstance(known, Answered) else {}
    seats = seat(night, number, current or known, sent)
    rules = night.rules_at(number)
    filled = ""
    if fields is None:
        questions = night.game.ask(rules, seats.seating, answers)
        if not isinstance(known, Called):
            rows = [one for one in questions if isinstance(one, Rows) and one.name in answers]
            ended = {one.name: one.finish(answers[one.name]) for one in rows}
            answers = {**answers, **ended}
        form = show_answers(questions, answers)
        asked = form
    else:
        form = read_questions(night.game.asked(rules, seats.seating), fields, answers)
        asked = form.narrow(night.game.ask(rules, seats.seating, form.answers))
        filled = asked.fill_in(sent.get("filled", ""))
        if filled or sent.get("filled"):
            asked = form.narrow(night.game.ask(rules, seats.seating, form.answers))
    if not sent.get("action"):
        for key, (answer, _) in proposals.items():
            if answer is not None and key in asked and asked[key].data is None and not sent.get(f"due-{key}"):
                asked[key].show(answer)
    return Draft(night, known, seats, form, asked, proposals, sent, filled=filled)


def draft_deal(rows: NightRows, draft: Draft, kind: type[Answered], version: int, *, sent: bool = False) -> Draft:
    """Return a draft with the change that booking it would make to a version of its slot. Raises Stale."""
    questions = [field.question for field in draft.asked.stage("call")]
    ends = find_outcomes(rows.row.id, draft.night, draft.seating, questions, draft.asked.answers)
    draft = draft._replace(form=draft.asked, version=version, sent=sent, outcomes=ends or (), called=ends is not None)
    try:
        change = preview_act(rows, draft.act(kind), version)
    except Refused as refused:
        return draft._replace(error=refused)
    return draft._replace(error=draft.doubt) if draft.doubt else draft._replace(change=change)


class ChangeForm:
    """A form that changes a deal: a correction, a void deal or agreed points.

    It is read with the version of the deal that it saw, so that it is the same if sent again: `known` is the act of
    that version. `amounts` are the typed points of each player.
    """

    def __init__(self, sent: SlotForm, night: Night, number: int, deal: SlotHistory | None, way: str) -> None:
        self.sent = sent
        self.number = number
        self.way = way
        seen = deal.at(sent.based_on.data) if deal else None
        self.known = known = seen.act if seen else None
        shown = before_void(seen) if seen and isinstance(known, Voided) else known
        self.corrected = read_deal_form(sent.fields, night, number, shown or known) if way == "correct" else None
        adjust = shown.adjust if isinstance(shown, Adjusted) and sent.fields is None else {}
        agreed = {f"adjust-{player}": str(points) for player, points in adjust.items()}
        asked = {name: text for name, text in sent.query.items() if name.startswith("adjust-")}
        typed: dict[str, str] = {**(asked or agreed), **(sent.fields or {})}
        self.amounts = {player: typed.get(f"adjust-{player}", "") for player in night.players}

    def act(self, note: str = "") -> SlotAct:
        """Return the act of the form. Raises Refused."""
        if self.corrected:
            return self.corrected.act(Corrected, note)
        dealer, playing = seats_of(self.known)
        if self.way == "void":
            return Voided(number=self.number, dealer=dealer, playing=playing, note=note)
        typed = {player: text.strip() for player, text in self.amounts.items()}
        adjust = {player: self._points(player, text) for player, text in typed.items() if text}
        return Adjusted(number=self.number, dealer=dealer, playing=playing, adjust=adjust, note=note)

    def _points(self, player: str, text: str) -> int:
        try:
            return read_whole("adjust", text)
        except Ambiguous as ambiguous:
            self.amounts[player] = ambiguous.plain
            raise

    def meant(self) -> SlotAct | None:
        """Return the act of the form, None for an invalid form."""
        if self.known is None or not self.sent.based_on.data:
            return None
        try:
            return self.act()
        except Refused:
            return None


def before_void(deal: SlotHistory) -> SlotAct | None:
    """Return the last act of a void deal before it was voided, None without one."""
    acts = [slot_act_of(entry) for entry in standing(deal.history)]
    return next((act for act in reversed(acts) if not isinstance(act, Voided)), None)
