"""A deal in a form: its seats, questions, changes to the balances, and errors."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.games.game import ProposedAnswer, Seating, Taken
from scorekeeper.games.questions import Choice, Question, Rows
from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Act, Adjusted, Answered, Booked, Called, Corrected, SlotAct, Undone, Voided
from scorekeeper.night.night import Night, Result, next_here, seat_deal, turn
from scorekeeper.night.record import keep_cards
from scorekeeper.night.undo import standing
from scorekeeper.phrase import Phrase, Refused, Value, say
from scorekeeper.storage.journal.entries import Reused
from scorekeeper.storage.journal.state import NightRows
from scorekeeper.storage.projections.deals import Change
from scorekeeper.storage.queries.nights import SlotHistory, answers_before, find_deal
from scorekeeper.storage.writing.entry import Sender, Stale, append, change_deal, preview_act, taken_in
from scorekeeper.typed_numbers import Ambiguous, read_whole
from scorekeeper.web.access.current import AtNight
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.deal.forms import QuestionForm, SlotForm, read_questions, read_reason, show_answers
from scorekeeper.web.deal.outcomes import ShownOutcome, describe_answers, find_outcomes

_TAPPED = ("choice", "yes-no", "tick")
"""The widgets of questions that are answered with a tap."""


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


def proposals_for(night_id: int, night: Night, number: int) -> Mapping[str, ProposedAnswer]:
    """Return the answers that earlier deals require in deal `number`."""
    rules = night.rules_at(number)
    back = night.game.proposal_depth(rules)
    return night.game.proposed_answers(rules, answers_before(night_id, number, back)) if back else {}


class DealForm:
    """A form that changes a deal: as one that does not count, or with agreed points. `way` is void or adjust.

    It is read with the version of the deal that it saw, so that it is the same if sent again: `seen` is the act of that
    version, None for a deal without one, and `known` the last one before the deal was void. `book` sets `refused`;
    `preview` sets the `change` that the form makes, or the `error` that prevents it.
    """

    def __init__(self, at: AtNight, sent: SlotForm, number: int, way: str) -> None:
        self.at = at
        self.sent = sent
        self.number = number
        self.way = way
        self.deal = deal = find_deal(at.guest.night, number)
        self.version = sent.version_seen(deal)
        self.request_id = sent.form_id
        self.change: Change | None = None
        self.error: Refused | None = None
        self.refused: Refused | None = None
        slot = deal.at(sent.based_on) if deal else None
        self.seen = slot.act if slot else None
        self.known = (slot and isinstance(self.seen, Voided) and before_void(slot)) or self.seen

    @cached_property
    def amounts(self) -> dict[str, str]:
        """The typed points of each player."""
        sent = self.sent
        adjust = self.known.adjust if isinstance(self.known, Adjusted) and sent.fields is None else {}
        agreed = {f"adjust-{player}": str(points) for player, points in adjust.items()}
        asked = {name: text for name, text in sent.query.items() if name.startswith("adjust-")}
        typed: dict[str, str] = {**(asked or agreed), **(sent.fields or {})}
        return {player: typed.get(f"adjust-{player}", "") for player in self.at.now.players}

    @property
    def is_stale(self) -> bool:
        """Whether the deal is not at the version that the form saw."""
        return self.version != (self.deal.version if self.deal else 0)

    @property
    def doubt(self) -> Refused | None:
        """Why the form can only be booked with a confirming tick that is missing."""
        return None

    def act(self, note: str = "", *, whole: bool = False) -> SlotAct:
        """Return the act of the form, of a `whole` deal also where only its call is entered. Raises Refused."""
        dealer, playing = seats_of(self.seen)
        if self.way == "void":
            return Voided(number=self.number, dealer=dealer, playing=playing, note=note)
        typed = {player: text.strip() for player, text in self.amounts.items()}
        adjust = {player: self._points(player, text) for player, text in typed.items() if text}
        return Adjusted(number=self.number, dealer=dealer, playing=playing, adjust=adjust, note=note)

    def meant(self) -> SlotAct | None:
        """Return the act of the form, None for an invalid form."""
        try:
            return self.act()
        except Refused:
            return None

    def _points(self, player: str, text: str) -> int:
        try:
            return read_whole("adjust", text)
        except Ambiguous as ambiguous:
            self.amounts[player] = ambiguous.plain
            raise

    def book(self) -> bool:
        """Append the act of the form, and return whether it was accepted; else `refused` says why not. Raises Stale."""
        sender = self.sent.sender(self.at.guest.device)
        try:
            self._append(sender)
        except Refused as refused:
            self.refused = refused
            if isinstance(refused, Reused):  # perhaps the same form has entered or changed the deal
                deal = find_deal(self.at.guest.night, self.number)
                if self.way == "enter" and deal and deal.version != self.version:
                    raise Stale(self.number, deal.version) from None
                self.version = deal.version if deal else 0
                self.request_id = secrets.token_hex(16)
        return not self.refused

    def _append(self, sender: Sender) -> None:
        guest = self.at.guest
        note = read_reason(self.sent.note, missing=None if self.way == "correct" else say("a reason is missing"))
        resolved = self.sent.resolutions(self.number, guest.player)
        change_deal(guest.night, sender, self.act(note), self.version, resolved, seen=self.at.rows)

    def preview(self) -> None:
        """Find the change that booking the form makes, or what prevents it. Raises Stale."""
        self.change, self.error = preview_or_error(self.at.rows, lambda: self.act(whole=True), self.version)
        if self.change and self.doubt:
            self.change = None
            self.error = self.doubt
        # An answer may be refused that is no longer asked: the page is without it, and without an error of its own.
        if isinstance(self.refused, Reused) or not self.error:
            self.error = self.refused


class AnswersForm(DealForm):
    """A form that enters or corrects a deal by its answers. `way` is enter or correct.

    `seats` are its seats, `form` has all possible questions, `asked` only those that apply after the answers so far.
    `proposals` are the answers that earlier deals require of a new deal, `taken` those that others leave no room for.
    `filled` is the only player who can play the chosen contract, where the form filled them in. `night` is given for a
    deal after the next one.

    A preview adds the possible `outcomes`; `called` is whether the deal can be booked without its result. A `strict`
    form shows what is missing as an error.
    """

    def __init__(
        self, at: AtNight, sent: SlotForm, number: int, way: str = "enter", night: Night | None = None
    ) -> None:
        super().__init__(at, sent, number, way)
        deal = self.deal
        self.night = night or at.now
        self.strict = sent.submitted
        self.outcomes: tuple[ShownOutcome, ...] = ()
        self.called = False
        self.proposals: Mapping[str, ProposedAnswer] = {}
        self.taken: Taken = {}
        self.kind: type[Answered] = Corrected
        latest = None
        if way == "enter":
            self.kind = Called if sent.action == Called.kind else Booked
            if deal and not deal.open:  # it is booked by now, and the form saw at most its call
                self.known = self.known if sent.based_on and isinstance(self.known, Called | Undone) else None
                latest = deal.act
            else:
                self.known = deal.act if deal else None
                self.proposals = {} if night else proposals_for(at.guest.night, at.now, number)
        self.fields: MultiDict[str, str] = MultiDict() if sent.fields is None else sent.fields
        self.seats = seat(self.night, number, latest or self.known, self.fields)
        self.filled = ""
        self._read()

    def _read(self) -> None:
        """Read the answers that were sent; a page that is opened shows the known act."""
        game = self.night.game
        rules = self.night.rules_at(self.number)
        self.taken = taken_in(self.at.rows, self.seating)
        answers = self.known.answers if isinstance(self.known, Answered) else {}
        if self.sent.fields is None:
            asked = game.ask(rules, self.seating, answers) if answers else game.asked_first(rules, self.seating)
            questions = tuple(self._offer(asked, answers))
            if not isinstance(self.known, Called):
                rows = [one for one in questions if isinstance(one, Rows) and one.name in answers]
                ended = {one.name: one.finish(answers[one.name]) for one in rows}
                answers = {**answers, **ended}
            self.form = self.asked = show_answers(questions, answers)
        else:
            self.form = read_questions(game.asked(rules, self.seating), self.fields, answers)
            self.asked = self._narrow()
            self.filled = self.asked.fill_in(self.fields.get("filled", ""))
            if self.filled or self.fields.get("filled"):
                self.asked = self._narrow()
        if not self.fields.get("action"):
            for key, (answer, *_) in self.proposals.items():
                unanswered = key in self.asked and self.asked[key].data is None
                if answer is not None and unanswered and not self.fields.get(f"due-{key}"):
                    self.asked[key].show(answer)

    def _narrow(self) -> QuestionForm:
        """Return the form of the questions that apply after the answers so far."""
        answers = self.form.answers
        questions = self.night.game.ask(self.night.rules_at(self.number), self.seating, answers)
        return self.form.narrow(self._offer(questions, answers))

    def _offer(self, questions: Iterable[Question], answers: Mapping[str, object]) -> Iterator[Question]:
        """Yield the questions without the options that other deals leave no room for, but with the chosen ones."""
        for question in questions:
            gone = self.taken.get(question.name)
            if gone and isinstance(question, Choice):
                chosen = answers.get(question.name)
                left = [option for option in question.options if option.value not in gone or option.value == chosen]
                question = replace(question, options=tuple(left))
            yield question

    def _append(self, sender: Sender) -> None:
        if self.way == "correct":
            super()._append(sender)
            return
        act = self.act()
        if self.kind is Booked and self.doubt:
            raise self.doubt
        append(self.at.guest.night, sender, act, self.version, seen=self.at.rows)

    def preview(self) -> None:
        """Find the possible outcomes, and the change that booking a result makes or what prevents it. Raises Stale."""
        self.form = self.asked
        super().preview()
        spot = self.error_field()
        for field in self.asked.values():
            problem = None if field.begun and not self.strict else field.problem
            field.refused = problem or (self.error if field.name == spot else None)
        questions = [field.question for field in self.asked.calls]
        ends = find_outcomes(self.at.row.id, self.night, self.seating, questions, self.asked.answers)
        self.outcomes = ends or ()
        self.called = ends is not None

    @property
    def seating(self) -> Seating:
        """Dealer and players."""
        return self.seats.seating

    @property
    def playing(self) -> list[str]:
        """The players of the deal in seat order, the same for every dealer."""
        return [player for player in self.night.players if player in self.seating.playing]

    @property
    def names(self) -> list[tuple[str, str]]:
        """The players of the deal in seat order, each with the name on this page."""
        names = speech().names
        return [(player, names.get(player, player)) for player in self.playing]

    @property
    def at_table(self) -> list[str]:
        """The players of the deal and those who could play, in seat order."""
        able = {*self.night.here, *self.seating.playing}
        return [player for player in self.night.players if player in able]

    @property
    def everybody_plays(self) -> bool:
        """Whether no player of the night sits out."""
        return set(self.seating.playing) == set(self.night.players)

    @property
    def lacks_result(self) -> bool:
        """Whether only the result is missing."""
        return self.called or any(self.error and self.error.key == field.name for field in self.asked.results)

    @property
    def opens_keypad(self) -> bool:
        """Whether the next answer is typed."""
        typed = {field.name: field for field in self.asked.results if field.question.widget not in _TAPPED}
        is_next = self.error.key in typed if self.error else any(field.inputs for field in typed.values())
        return not self.asked.calls or (self.lacks_result and is_next)

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

    def act(self, note: str = "", *, whole: bool = False) -> SlotAct:
        """Return the act of the form; by default the seats are those of the known act, else of the rotation.

        Raises Refused for an invalid form, or one that is incomplete for its kind.
        """
        kind = Booked if whole and self.kind is Called else self.kind
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
        fields = [field for field in self.asked.calls if field.question.widget != "rows"]
        return describe_answers((field.question, field.data) for field in fields if field.data is not None)

    @property
    def announced(self) -> tuple[Value, ...]:
        """The announced bonuses, as in the row of the deal."""
        return self.night.game.sheet_summary(
            self.night.rules_at(self.seating.number), self.seating, self.asked.answers
        ).bonuses

    def error_field(self) -> str:
        """Return the name of the field with the error, empty for none.

        A missing or half-finished answer is no error of its field before the form is submitted.
        """
        if not self.error or self.error.key not in self.asked:
            return ""
        field = self.asked[self.error.key]
        is_wrong = field.inputs and not field.begun and field.unfinished != self.error.phrase
        return self.error.key if self.strict or is_wrong else ""

    @property
    def result(self) -> Result | None:
        """The result that would be booked, None while there is an error."""
        return self.change.result if self.change else None

    @property
    def sheet_points(self) -> Mapping[str, int]:
        """The points of the result on the sheet, by player."""
        column = self.night.game.sheet_column(self.night.rules_at(self.seating.number))
        points: Mapping[str, int] = getattr(self.result, column)
        return points


def preview_or_error(rows: NightRows, act: Callable[[], Act], version: int) -> tuple[Change | None, Refused | None]:
    """Return the change that an act makes to its deal at a `version`, or what prevents it. Raises Stale."""
    try:
        return preview_act(rows, act(), version), None
    except Refused as refused:
        return None, refused


def before_void(deal: SlotHistory) -> SlotAct | None:
    """Return the last act of a void deal before it was voided, None without one."""
    acts = [slot_act_of(entry) for entry in standing(deal.history)]
    return next((act for act in reversed(acts) if not isinstance(act, Voided)), None)
