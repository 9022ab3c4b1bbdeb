"""A draft of a record: reading it from fields, the effect of a tap, and filling in determined cards."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import permutations
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.notation import UNKNOWN, read_card
from scorekeeper.cards.record import HALF, LISTS, TABLES, Cards, Move, Record, write_record
from scorekeeper.games.game import AnyGame, Pile, Recording
from scorekeeper.night.record import read_play
from scorekeeper.phrase import Refused, say
from scorekeeper.web.deal.auditable import AuditableDeal

_HANDS = "hands"
_TRICKS = "tricks"
_TAKEN = {f"{HALF}.{number}": number for number in (1, 2)}
_LONGEST = 4000  # characters of a record in an address; all cards of the largest pack, twice, are 400


class CardPlace(NamedTuple):
    """The place of the next card: a hand, a pile by its key, or the play, with `place` for a replaced card."""

    part: str = _TRICKS
    player: str = ""
    place: tuple[int, int] | None = None

    @property
    def key(self) -> str:
        """The spot as the text of a form field."""
        if self.place:
            return key_of_card(*self.place)
        return f"{self.part}.{self.player}" if self.player else self.part

    @property
    def playing(self) -> bool:
        """Whether it is in the play."""
        return self.part == _TRICKS


def key_of_card(trick: int, place: int) -> str:
    """Return the key of the spot of a played card, both numbers from 0."""
    return f"{_TRICKS}.{trick}.{place}"


class RecordDraft(NamedTuple):
    """An unfinished record, and the spot of the next card.

    `filled` are the keys of spots whose cards were determined by the others, not tapped.
    """

    recording: Recording
    players: tuple[str, ...]
    record: Record
    spot: CardPlace = CardPlace()
    filled: frozenset[str] = frozenset()

    def cards(self, spot: CardPlace) -> Cards:
        """Return the cards of a hand or a pile."""
        return self.record.hands.get(spot.player, ()) if spot.player else self.record.pile(spot.part)

    def order(self, leader: str) -> tuple[str, ...]:
        """Return the players in the order of a trick, empty names for an unknown leader."""
        if not leader:
            return ("",) * len(self.players)
        place = self.players.index(leader)
        return (*self.players[place:], *self.players[:place])

    @property
    def spots(self) -> list[CardPlace]:
        """All hands, piles, and cards in tricks."""
        return [
            *(CardPlace(_HANDS, player) for player in self.players),
            *(CardPlace(pile.key) for pile in self.recording.piles),
            *(CardPlace(place=(i, j)) for i, trick in enumerate(self.record.tricks) for j in range(len(trick))),
        ]

    def go(self, key: str) -> "RecordDraft":
        """Return the draft at the spot with this key, by default at the end of the play."""
        if key in ("", _TRICKS):
            return self._replace(spot=CardPlace())
        return self._replace(spot=next((spot for spot in self.spots if spot.key == key), CardPlace()))

    @property
    def pile(self) -> Pile | None:
        """The pile that is being recorded."""
        return next((pile for pile in self.recording.piles if pile.key == self.spot.part), None)

    @property
    def last(self) -> Cards:
        """The cards of the last trick."""
        return self.record.tricks[-1] if self.record.tricks else ()

    @property
    def begun(self) -> bool:
        """Whether the last trick lacks cards."""
        return 0 < len(self.last) < len(self.players)

    def places_of_cards(self) -> Iterator[tuple[int, int]]:
        """Yield the trick and the place in it of each played card, both from 0, the last first."""
        for trick in reversed(range(len(self.record.tricks))):
            for place in reversed(range(len(self.record.tricks[trick]))):
                yield trick, place

    @property
    def played(self) -> list[str]:
        """The cards that were played or laid off, without the one to be replaced."""
        return [move.card for move in self.record.moves] + [
            card
            for number, trick in enumerate(self.record.tricks)
            for place, card in enumerate(trick)
            if (number, place) != self.spot.place
        ]

    @property
    def elsewhere(self) -> list[str]:
        """The cards that cannot be in the current hand or pile, as they are in another hand or discard."""
        apart = [CardPlace(_HANDS, player) for player in self.players]
        apart += [CardPlace(pile.key) for pile in self.recording.piles if pile.apart]
        others = [other for other in apart if other != self.spot] if self.spot in apart else []
        return [card for other in others for card in self.cards(other)]


def read_draft(
    fields: MultiDict[str, str], game: AnyGame, recording: Recording, players: tuple[str, ...]
) -> RecordDraft:
    """Return the draft from fields. Raises Refused for an invalid record."""
    raw: dict[str, Any] = {}
    single = {"leader", HALF, *(pile.key for pile in recording.piles)}
    for name, values in fields.lists():
        part, _, player = name.partition(".")
        if part in TABLES:
            raw.setdefault(part, {})[player] = values[0]
        elif name in LISTS:
            raw[name] = values
        elif name in single:
            raw[name] = values[0]
    if len(str(raw)) > _LONGEST:
        raise Refused("play", say("this record is too long"))
    draft = RecordDraft(recording, players, read_play(game, players, raw))
    if filled := set(fields.get("filled", "").split()):
        draft = draft._replace(filled=frozenset(filled.intersection(spot.key for spot in draft.spots)))
    return draft.go(fields.get("at", ""))


def write_draft(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the fields of a record for `read_draft`."""
    for key, value in write_record(record).items():
        if isinstance(value, dict):
            yield from ((f"{key}.{part}", text) for part, text in value.items())
        elif isinstance(value, list):
            yield from ((key, line) for line in value)
        else:
            yield key, str(value)


def tap(draft: RecordDraft, fields: MultiDict[str, str]) -> RecordDraft:
    """Return the draft after a tap. Raises Refused for an invalid card."""
    if "go" in fields:
        return draft.go(fields["go"])
    if "begin" in fields:
        return _begin(draft, fields["begin"])
    if fields.get("lead") in draft.players:
        player = fields["lead"]
        number = 1 + (draft.spot.place[0] if draft.spot.place else len(draft.record.tricks))
        return _with(draft, leader=player) if number == 1 else _with(draft, led={**draft.record.led, number: player})
    if "back" in fields:
        return _take_back(draft)
    if "rest" in fields:
        return _forget(draft, len(draft.record.tricks) + 2 - draft.begun)
    if "where" in fields:
        return _set_where(draft, fields["where"])
    if fields.get("took") in _TAKEN:
        half = _TAKEN[fields["took"]]
        return _with(draft, half=0 if draft.record.half == half else half)  # a second tap makes it unknown
    if "put" in fields:
        return _add_card(draft, fields["put"], fields.get("by", ""))
    return draft


def _begin(draft: RecordDraft, text: str) -> RecordDraft:
    """Return the draft at the trick with this number; missing cards before it are unknown."""
    tricks = draft.record.tricks
    number = next((number for number in range(1, draft.recording.hand + 1) if str(number) == text), 0)
    if number < len(tricks) + (not draft.begun):
        return draft.go(f"{_TRICKS}.{number - 1}.0")
    if number == len(tricks):
        return draft.go("")
    return _forget(draft, number)


def _forget(draft: RecordDraft, number: int) -> RecordDraft:
    """Return the draft with unknown cards for those missing before a trick."""
    forgotten = (UNKNOWN,) * len(draft.players)
    whole = [cards + forgotten[len(cards) :] for cards in draft.record.tricks]
    missing = min(number - 1, draft.recording.hand) - len(whole)
    return _with(draft.go(""), tricks=(*whole, *[forgotten] * missing))


def _add_card(draft: RecordDraft, text: str, player: str) -> RecordDraft:
    lays_off = draft.recording.laid and draft.spot.playing
    card = "" if lays_off and text == "pass" else read_card(draft.recording.cards, text)
    if lays_off:
        if player not in draft.players:
            raise Refused("by", say("say who laid the card"))
        return _with(draft, moves=(*draft.record.moves, Move(player, card)))
    if draft.spot.playing:
        return _play(draft, card)
    cards = draft.cards(draft.spot)
    if card != UNKNOWN and card in cards:
        return _lay(draft, draft.spot, [other for other in cards if other != card])
    draft = _lay(draft, draft.spot, [*cards, card])
    # After a full hand or pile the next spot is an empty one, or the play.
    size = draft.pile.size if draft.pile else draft.recording.hand
    if len(draft.cards(draft.spot)) != size:
        return draft
    alike = [spot for spot in draft.spots if not spot.playing and bool(spot.player) == bool(draft.spot.player)]
    later = alike[alike.index(draft.spot) + 1 :]
    return draft._replace(spot=next((spot for spot in later if not draft.cards(spot)), CardPlace()))


def _play(draft: RecordDraft, card: str) -> RecordDraft:
    """Return the draft with another card in the tricks, or with one replaced."""
    *earlier, last = draft.record.tricks or ((),)
    if draft.spot.place:
        trick, place = draft.spot.place
        tricks = [list(cards) for cards in draft.record.tricks]
        continues = tricks[trick][place : place + 2] == [UNKNOWN, UNKNOWN]
        tricks[trick][place] = card
        spot = CardPlace(place=(trick, place + 1)) if continues else CardPlace()
        return _with(draft, tricks=tuple(map(tuple, tricks)), touched=draft.spot)._replace(spot=spot)
    if draft.begun:
        return _with(draft, tricks=(*earlier, (*last, card)))
    if len(draft.record.tricks) < draft.recording.hand:
        return _with(draft, tricks=(*draft.record.tricks, (card,)))
    return draft


def _take_back(draft: RecordDraft) -> RecordDraft:
    if not draft.spot.playing:
        left = () if draft.spot.key in draft.filled else draft.cards(draft.spot)[:-1]
        return _lay(draft, draft.spot, left)
    if draft.spot.place:
        return draft.go("")
    if draft.recording.laid:
        return _with(draft, moves=draft.record.moves[:-1])
    *tricks, last = draft.record.tricks or ((),)
    if last == (UNKNOWN,) * len(draft.players):  # unknown tricks are removed together
        while tricks and set(tricks[-1]) == {UNKNOWN}:
            tricks.pop()
    elif last[:-1]:
        tricks.append(last[:-1])
    led = {number: player for number, player in draft.record.led.items() if number <= len(tricks) + 1}
    return _with(draft, tricks=tuple(tricks), led=led)


def _set_where(draft: RecordDraft, where: str) -> RecordDraft:
    """Return the draft with the place of the last card laid off: "up", "down" or a Jack."""
    *earlier, last = draft.record.moves or (Move(""),)
    if not last.card or (where not in ("up", "down") and where[:-1] != "J"):
        return draft
    return _with(draft, moves=(*earlier, last._replace(where=where)))


def _lay(draft: RecordDraft, spot: CardPlace, cards: Sequence[str]) -> RecordDraft:
    """Return the draft with these cards as a hand or a pile."""
    part = _HANDS if spot.player else "piles"
    changed = {**getattr(draft.record, part), spot.player or spot.part: tuple(cards)}
    return _with(draft, touched=spot, **{part: {key: some for key, some in changed.items() if some}})


def _with(draft: RecordDraft, touched: CardPlace | None = None, **changed: Any) -> RecordDraft:
    """Return the draft with a changed record; touched and removed spots are no longer filled."""
    draft = draft._replace(record=replace(draft.record, **changed))
    return draft._replace(filled=draft.filled & {spot.key for spot in draft.spots if spot != touched})


def fill(case: AuditableDeal, draft: RecordDraft) -> RecordDraft:
    """Return the draft with the hands and cards that are determined by the recorded ones, marked as filled.

    A player with only one legal card is assumed to have played it, and the last trick to have been lawful; the table
    can undo that.
    """
    try:
        # Hands are filled anew, as the cards that determined them may be gone.
        empty = draft
        for spot in draft.spots:
            if spot.player and spot.key in draft.filled:
                empty = _lay(empty, spot, ())
        hands = case.look_ahead(empty.record).hands
        draft = empty
        for player, cards in hands.items():
            spot = CardPlace(_HANDS, player)
            if not draft.cards(spot):
                draft = _mark(_lay(draft, spot, cards), spot)
        draft = draft.go("") if draft.spot.key in draft.filled else draft
        if not draft.spot.playing:
            return draft
        while (turn := case.look_ahead(draft.record).turn) and turn.forced:
            draft = _play_filled(draft, turn.forced)
        return _fill_last_trick(case, draft)
    except Refused:  # the page shows the reason
        return draft


def _fill_last_trick(case: AuditableDeal, draft: RecordDraft) -> RecordDraft:
    """Fill the last trick if only one order of the remaining cards breaks no rule in the whole deal."""
    turn = case.look_ahead(draft.record).turn
    missing = len(draft.players) - draft.begun * len(draft.last)
    if turn is None or turn.trick != draft.recording.hand or not turn.player or len(turn.possible) != missing:
        return draft
    orders = [reduce(_play_filled, cards, draft) for cards in permutations(turn.possible)]
    lawful = case.find_lawful([filled.record for filled in orders])
    return next(filled for filled in orders if filled.record is lawful[0]) if len(lawful) == 1 else draft


def _play_filled(draft: RecordDraft, card: str) -> RecordDraft:
    draft = _play(draft, card)
    return _mark(draft, CardPlace(place=(len(draft.record.tricks) - 1, len(draft.last) - 1)))


def _mark(draft: RecordDraft, spot: CardPlace) -> RecordDraft:
    return draft._replace(filled=draft.filled | {spot.key})
