"""Reading a night file: a whole night as TOML or JSON becomes its acts; `export` writes it again."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple, TypeVar

from scorekeeper.accounts.joint_payers import groups
from scorekeeper.games import GAMES
from scorekeeper.journal.acts import Act, Json, KittyMoved, Opened, SlotAct
from scorekeeper.journal.seals import Named
from scorekeeper.money import read_stake, write_stake
from scorekeeper.night.night import Result, find_known
from scorekeeper.night.state import begin
from scorekeeper.nightfile.deal_reader import (
    key_in_deal,
    limited,
    read_deal,
    read_objections,
    table_in,
    tables_in,
    text_in,
    texts_in,
)
from scorekeeper.nightfile.document import Document, Slot
from scorekeeper.nightfile.settlement_keys import put_settling, read_account
from scorekeeper.people.names import LONGEST_NAME, LONGEST_NOTE, check_names
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import listed, one_of, shown, text, whole

T = TypeVar("T")

_TOP = (
    *("game", "rules", "title", "date", "stake", "players", "dealer", "at_play", "house", "deals"),
    *("purses", "kitty", "settled", "keys", "salts", "former", "journal"),
)


class Beside(NamedTuple):
    """What a file tells beside the acts of its night.

    `former` are the names before, by the keys of the journal, whose lines come once.
    """

    title: str
    keys: Mapping[str, str]
    salts: Mapping[str, str]
    journal: Iterator[str]
    former: Mapping[str, Sequence[Named]]


class Reading:
    """A night file as it is read, from its first key to its last: `state` goes on act by act.

    A deal, and a line of the journal, is let go of once it is read, where nobody else holds the tables. Raises Refused
    with the key, and the deal's number, of what cannot be accepted.
    """

    def __init__(self, data: Json) -> None:
        for key in data:
            if key not in _TOP:
                raise Refused(shown(key), say("no such key; a night has: {known}", known=_TOP))
        self._data = dict(data)
        self.opened = _read_opening(data)
        self.state = begin(self.opened)
        self.state.entered = "journal" not in data

    @property
    def has_journal(self) -> bool:
        """Whether the file brings its journal along."""
        return bool(self._data.get("journal"))

    def acts(self) -> Iterator[tuple[Act, Result | None]]:
        """Go on by all acts behind the opening, and give each with what it puts into its slot."""
        deals = _let_go(tables_in(self._data, "deals"))
        self._data.pop("deals", None)
        for number, raw in enumerate(deals, start=1):
            act: Act | None = None
            try:
                for act in self._acts_of(number, raw):
                    yield act, self.state.put(act)
                    act = None
            except Refused as refused:
                key = key_in_deal(raw, act, refused.key)
                beside = "" if "line" in raw else refused.beside
                raise Refused(key, refused.phrase, number, beside) from None
        for act in put_settling(self.state, self._data, self.opened.stake):
            yield act, None

    def _acts_of(self, number: int, raw: Json) -> Iterator[Act]:
        yield from read_deal(self.state.night, raw, all_told="journal" in self._data)
        yield from read_objections(number, raw)

    def beside(self) -> Beside:
        """Return the rest, once all acts were read."""
        data = self._data
        beside = Beside(
            title=text_in(data, "title", LONGEST_NOTE),
            keys=_by_key(data, "keys"),
            salts=_by_key(data, "salts"),
            journal=_let_go(texts_in(data, "journal")),
            former=_read_former(data),
        )
        data.pop("journal", None)
        return beside


def _let_go(items: Sequence[T]) -> Iterator[T]:
    """Give the items of a long list one by one, holding none that was given."""
    left = list(reversed(items))
    del items
    while left:
        yield left.pop()


def read_night(data: Json) -> Document:
    """Return the night of a file. Raises Refused with the key, and the deal's number, of what cannot be accepted."""
    reading = Reading(data)
    told = list(reading.acts())
    beside = reading.beside()
    state = reading.state
    opened = reading.opened
    journal = tuple(beside.journal)
    return Document(
        title=beside.title,
        day=opened.date,
        stake=read_stake(opened.stake) if opened.stake else None,
        night=state.night,
        acts=(opened, *(act for act, _ in told)),
        slots=tuple(Slot(act, result) for act, result in told if isinstance(act, SlotAct) and result),
        settled=state.account.settled(),
        purses=tuple(map(tuple, groups(state.account.purses, state.night.players))),
        kitty=tuple(act for act, _ in told if isinstance(act, KittyMoved)),
        keys=beside.keys,
        salts=beside.salts,
        journal=journal,
        former=beside.former,
        account=read_account(state, journal, beside.keys),
    )


def _read_former(data: Json) -> dict[str, list[Named]]:
    """Return the names that players had before, each with its salt."""
    former = dict[str, list[Named]]()
    for key, raw in table_in(data, "former").items():
        pairs = [[text("former", part) for part in listed("former", pair)] for pair in listed("former", raw)]
        if any(len(pair) != 2 or len(pair[0]) > LONGEST_NAME for pair in pairs):
            raise Refused("former", say("{value} is not a list of names with their salts", value=shown(raw)))
        former[key] = [Named(*pair) for pair in pairs]
    return former


def _read_opening(data: Json) -> Opened:
    game = find_known("game", data.get("game"), GAMES)
    rules = find_known("rules", data.get("rules"), game.presets)
    players = texts_in(data, "players")
    check_names("players", players, entered="journal" not in data)
    return Opened(
        game=game.key,
        preset=next(key for key in game.presets if game.presets[key] is rules) if "rules" in data else "",
        house=table_in(data, "house"),
        seats=tuple(players),
        dealer=one_of("dealer", data["dealer"], players) if data.get("dealer") else "",
        most=whole("at_play", data.get("at_play", 0)),
        stake=write_stake(read_stake(data["stake"])) if "stake" in data else "",
        date=_day(data),
    )


def _by_key(data: Json, name: str) -> dict[str, str]:
    named = table_in(data, name)
    return {key: limited(f"{name}.{shown(key)}", raw, LONGEST_NAME) for key, raw in named.items()}


def _day(data: Json) -> str:
    raw = data.get("date", "")
    if raw == "" or type(raw) is date:
        return raw.isoformat() if isinstance(raw, date) else ""
    try:
        return date.fromisoformat(raw if isinstance(raw, str) else "").isoformat()
    except ValueError:
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=shown(raw))) from None
