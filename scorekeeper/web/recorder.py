"""Deals whose cards can be recorded, and a record in the making: the fields that carry it, what a tap does to it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.notation import UNKNOWN, read_card
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.verdict import Verdict
from scorekeeper.games.game import Recording, Seating
from scorekeeper.night.acts import Answered, Called, SlotAct, Undone
from scorekeeper.night.audit import audit_deal, audit_record, only_called
from scorekeeper.night.night import Night
from scorekeeper.night.plain import slot_act_of
from scorekeeper.night.record import read_record
from scorekeeper.night.seats import seat_deal
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.reading import SlotHistory
from scorekeeper.web.seating import seats_of

Record = dict[str, Any]

_LONGEST = 4000  # letters of a record in an address; all cards of the largest pack, twice, are 400
_LISTS, _TABLES = ("tricks", "layoff"), ("hands", "led")


class Spot(NamedTuple):
    """What is being recorded: a pile by its key, or the tricks; `place` is a card in them that is to be replaced."""

    part: str
    player: str = ""
    place: tuple[int, int] | None = None

    @property
    def key(self) -> str:
        """The spot as a form carries it."""
        place = self.place or ()
        return ".".join((self.part, *(word for word in (self.player, *map(str, place)) if word)))


class RecordDraft(NamedTuple):
    """A record as far as it goes, and the spot where the next card goes."""

    recording: Recording
    players: tuple[str, ...]
    record: Record
    spot: Spot

    def cards(self, spot: Spot) -> list[str]:
        """Return the cards of a hand or a pile."""
        source = self.record.get("hands", {}) if spot.player else self.record
        return str(source.get(spot.player or spot.part, "")).split()

    def count(self, part: str, player: str = "") -> int:
        """Return how many cards of a hand or a pile are recorded."""
        return len(self.cards(Spot(part, player)))

    def order(self, leader: str) -> tuple[str, ...]:
        """Return the players as they play to a trick, empty names where it is not known who leads."""
        if not leader:
            return ("",) * len(self.players)
        place = self.players.index(leader)
        return (*self.players[place:], *self.players[:place])

    @property
    def played(self) -> list[str]:
        """The cards that were played or laid off, without the one that is to be replaced."""
        if self.recording.laid:
            return [move.split()[1] for move in self.record.get("layoff", ())]
        return [
            card
            for number, trick in enumerate(self.tricks)
            for place, card in enumerate(trick)
            if (number, place) != self.spot.place
        ]

    @property
    def elsewhere(self) -> list[str]:
        """The cards that cannot be in the hand or pile being recorded: hands and what was laid away share none."""
        if self.spot.part not in ("hands", "discard"):
            return []
        others = (*(Spot("hands", player) for player in self.players), Spot("discard"))
        return [card for other in others if other != self.spot for card in self.cards(other)]

    @property
    def tricks(self) -> list[list[str]]:
        """The cards of each trick."""
        return [trick.split() for trick in self.record.get("tricks", ())]


class Case(NamedTuple):
    """A deal whose cards can be recorded: the act that stands in its slot, and the slot's version.

    `open` while its result is not booked; where nothing is known about it yet, the act says only who sits.
    """

    night: Night
    act: Answered
    version: int
    open: bool
    recording: Recording

    @property
    def seating(self) -> Seating:
        """Who sits."""
        return self.act.seating

    @property
    def told(self) -> Answered:
        """The act with which the cards are compared: what was entered before the result was known is no result."""
        return only_called(self.night, self.act) if self.open else self.act

    @property
    def headline(self) -> Phrase:
        """The verdict on the recorded cards in short."""
        try:
            return audit_deal(self.night, self.told).headline
        except Refused as refused:
            return refused.phrase

    def read(self, fields: MultiDict[str, str]) -> RecordDraft:
        """Return the draft that fields carry. Raises Refused."""
        return read_draft(fields, self.night.game.cards, self.recording, self.seating.playing)

    def judge(self, record: Mapping[str, Any]) -> Verdict:
        """Return the verdict on a record of this deal, also on one without a card."""
        return audit_record(self.night, self.told, record)


def find_case(night: Night, number: int, deal: SlotHistory | None, seen: int | None = None) -> Case | None:
    """Return what can be recorded of deal `number`, its slot as it was at version `seen` where that is said.

    None for a deal whose turn has not come, in which nothing was played, or of which too little is called.
    """
    if not 1 <= number <= night.number:
        return None
    stood = deal.at(seen or 0) if deal and seen != 0 else None
    version, act = (stood.version, stood.act) if stood else (0, None)
    if act is None or isinstance(act, Undone):
        known = act or (slot_act_of(deal.history[0]) if deal else None)
        act = _uncalled(night, number, known)
    return _with_recording(night, act, version) if isinstance(act, Answered) else None


def _uncalled(night: Night, number: int, known: SlotAct | None) -> Called | None:
    """Return a deal of which nothing is said but who sits: as `known`, else as the rotation has it."""
    try:
        seating = seat_deal(night, number, *seats_of(known))
    except Refused:  # too few are at the table
        return None
    return Called(number=number, dealer=seating.dealer, playing=seating.playing, answers={})


def _with_recording(night: Night, act: Answered, version: int) -> Case | None:
    auditor, is_open = night.game.auditor, isinstance(act, Called)
    if auditor is None:
        return None
    told = only_called(night, act) if is_open else act
    recording = auditor.recording(night.rules_at(act.number), act.seating, told.answers)
    return Case(night, act, version, is_open, recording) if recording else None


def read_draft(fields: MultiDict[str, str], pack: Pack, recording: Recording, players: tuple[str, ...]) -> RecordDraft:
    """Return the draft that fields carry, its cards of `pack`. Raises Refused for what is no record."""
    raw: Record = {}
    for name, values in fields.lists():
        part, _, player = name.partition(".")
        if part in _TABLES:
            raw.setdefault(part, {})[player] = values[0]
        elif name in _LISTS:
            raw[name] = values
        elif name == "leader" or name in {pile.key for pile in recording.piles}:
            raw[name] = values[0]
    if len(str(raw)) > _LONGEST:
        raise Refused("play", say("this record is too long"))
    record = read_record(pack, players, raw)
    return _go(RecordDraft(recording, players, record, Spot("")), fields.get("at", ""))


def write_draft(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the fields that carry a record; `read_draft` reads it from them."""
    return list(_write(record))


def _write(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in record.items():
        if key in _TABLES:
            yield from ((f"{key}.{part}", said) for part, said in value.items() if said)
        elif key in _LISTS:
            yield from ((key, line) for line in value)
        elif value:
            yield key, value


def _go(draft: RecordDraft, key: str) -> RecordDraft:
    """Return the draft at the spot that a form names, for anything else where the play goes on."""
    spots = [Spot("hands", player) for player in draft.players]
    spots += [Spot(pile.key) for pile in draft.recording.piles]
    spots += [Spot("tricks", place=(i, j)) for i, trick in enumerate(draft.tricks) for j in range(len(trick))]
    end = Spot("layoff" if draft.recording.laid else "tricks")
    return draft._replace(spot=next((spot for spot in spots if spot.key == key), end))


def tap(draft: RecordDraft, fields: MultiDict[str, str]) -> RecordDraft:
    """Return the draft after the button that was tapped. Raises Refused for what is no card."""
    if "go" in fields:
        return _go(draft, fields["go"])
    if fields.get("lead") in draft.players:
        return _lead(draft, fields["lead"])
    if "back" in fields:
        return _take_back(draft)
    if "rest" in fields:
        return _forget_rest(draft)
    if "where" in fields:
        return _say_where(draft, fields["where"])
    if "put" in fields:
        return _put(draft, fields["put"], fields.get("by", ""))
    return draft


def _lead(draft: RecordDraft, player: str) -> RecordDraft:
    """Say who leads the trick that is about to begin."""
    if not draft.tricks:
        return _with(draft, leader=player)
    return _with(draft, led={**draft.record.get("led", {}), str(len(draft.tricks) + 1): player})


def _put(draft: RecordDraft, text: str, player: str) -> RecordDraft:
    if draft.recording.laid and draft.spot.part == "layoff":
        move = text if text == "pass" else read_card(draft.recording.cards, text)
        if player not in draft.players:
            raise Refused("by", say("who laid the card is missing"))
        return _with(draft, layoff=[*draft.record.get("layoff", ()), f"{player} {move}"])
    card = read_card(draft.recording.cards, text)
    if draft.spot.part == "tricks":
        return _play(draft, card)
    cards = draft.cards(draft.spot)
    known = card != UNKNOWN and card in cards
    return _lay(draft, [other for other in cards if other != card] if known else [*cards, card])


def _play(draft: RecordDraft, card: str) -> RecordDraft:
    tricks = draft.tricks
    if draft.spot.place:
        trick, place = draft.spot.place
        tricks[trick][place] = card
        return _with_tricks(draft, tricks)._replace(spot=Spot("tricks"))
    if tricks and len(tricks[-1]) < len(draft.players):
        tricks[-1].append(card)
    elif len(tricks) < draft.recording.hand:
        tricks.append([card])
    return _with_tricks(draft, tricks)


def _forget_rest(draft: RecordDraft) -> RecordDraft:
    """Fill a trick up with cards that nobody remembers; the next one where none is begun."""
    tricks, players = draft.tricks, len(draft.players)
    if tricks and len(tricks[-1]) < players:
        tricks[-1] += [UNKNOWN] * (players - len(tricks[-1]))
    elif len(tricks) < draft.recording.hand:
        tricks.append([UNKNOWN] * players)
    return _with_tricks(draft, tricks)


def _take_back(draft: RecordDraft) -> RecordDraft:
    spot = draft.spot
    if spot.part == "layoff":
        return _with(draft, layoff=list(draft.record.get("layoff", ()))[:-1])
    if spot.part != "tricks":
        return _lay(draft, draft.cards(spot)[:-1])
    if spot.place:
        return draft._replace(spot=Spot("tricks"))
    *earlier, last = draft.tricks or [[]]
    return _with_tricks(draft, [*earlier, last[:-1]] if last[:-1] else earlier)


def _say_where(draft: RecordDraft, where: str) -> RecordDraft:
    """Say of the last card laid off where it was laid: "up", "down" or at which Jack."""
    *earlier, last = [*draft.record.get("layoff", ())] or [""]
    words = last.split()
    if len(words) < 2 or words[1] == "pass" or (where not in ("up", "down") and where[:-1] != "J"):
        return draft
    return _with(draft, layoff=[*earlier, " ".join((*words[:2], where))])


def _lay(draft: RecordDraft, cards: Sequence[str]) -> RecordDraft:
    """Put cards into the hand or pile that is being recorded."""
    if draft.spot.player:
        return _with(draft, hands={**draft.record.get("hands", {}), draft.spot.player: " ".join(cards)})
    return _with(draft, **{draft.spot.part: " ".join(cards)})


def _with_tricks(draft: RecordDraft, tricks: Sequence[Sequence[str]]) -> RecordDraft:
    return _with(draft, tricks=[" ".join(trick) for trick in tricks])


def _with(draft: RecordDraft, **changed: Any) -> RecordDraft:
    return draft._replace(record=draft.record | changed)
