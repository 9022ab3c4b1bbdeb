"""Reading acts from the JSON of a journal, and writing them in hashed form."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from sys import intern

from scorekeeper.cards.record import Record, read_record, write_record
from scorekeeper.journal.acts import ACTS, Act, HouseAct, Json, SlotAct
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.journal.house_texts import take_texts
from scorekeeper.payments import Payment
from scorekeeper.phrase import Refused, say
from scorekeeper.value_checks import listed, shorten, table, text, whole

_UNREADABLE = say("it lacks what such an entry needs")
KINDS: Mapping[str, type[Act]] = {act.kind: act for act in ACTS}
# The facts of each kind of act: field name, type, and whether it is required.
_FACTS: Mapping[str, tuple[tuple[str, object, bool], ...]] = {
    act.kind: tuple(
        (entry.name, entry.type, entry.default is MISSING and entry.default_factory is MISSING)
        for entry in fields(act)
        if "beside" not in entry.metadata
    )
    for act in ACTS
}


def read_act(kind: str, facts: Json, note: str = "") -> Act:
    """Return the act of an entry. Raises Refused, with the key, for missing and for unknown facts.

    A name or a text in an unknown fact or in a house rule could never be forgotten.
    """
    if kind not in KINDS:
        raise Refused("kind", _UNREADABLE)
    for key in facts.keys() - {name for name, *_ in _FACTS[kind]}:
        raise Refused(shorten(key), _UNREADABLE)
    values: dict[str, object] = {"note": note}
    for name, type_, needed in _FACTS[kind]:
        if name in facts:
            values[name] = _READERS[type_](name, facts[name])
        elif needed:
            raise Refused(name, _UNREADABLE)
    act = KINDS[kind](**values)  # type: ignore[arg-type]
    if isinstance(act, HouseAct) and act.note != note:
        raise Refused("house", _UNREADABLE)
    return act


def act_of(entry: Entry) -> Act:
    """Return the act of an entry. Raises Refused as `read_act` does."""
    return read_act(entry.kind, entry.facts, entry.note)


def slot_act_of(entry: Entry) -> SlotAct:
    """Return the act of an entry about the slot of a deal. Raises Refused as `read_act` does."""
    act = act_of(entry)
    assert isinstance(act, SlotAct), f"{entry.kind} is about no slot"
    return act


def write_act(act: Act) -> dict[str, object]:
    """Return the facts of an act for the journal, without defaults."""
    facts = [(name, needed, getattr(act, name)) for name, _, needed in _FACTS[act.kind]]
    plain = {name: _plain(value) for name, needed, value in facts if needed or value}
    if isinstance(act, HouseAct):
        plain["house"], _ = take_texts(act.house)
    return plain


def fact_keys(act: Act) -> set[str]:
    """Return the keys of the facts in `write_act`."""
    return {name for name, _, needed in _FACTS[act.kind] if needed or getattr(act, name)}


def _plain(value: object) -> object:
    if isinstance(value, Record):
        return write_record(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple):
        return [list(part) if isinstance(part, tuple) else part for part in value]
    return value


def _payment(key: str, raw: object) -> Payment:
    if len(parts := listed(key, raw)) != 3:
        raise Refused(key, _UNREADABLE)
    debtor, creditor, amount = parts
    return Payment(text(key, debtor), text(key, creditor), whole(key, amount))


# A replay of a whole journal has every deal in memory, so keys and words are shared.


def _word(key: str, raw: object) -> str:
    return intern(text(key, raw))


def _json(key: str, raw: object) -> Json:
    return {intern(name): intern(value) if type(value) is str else value for name, value in table(key, raw).items()}


_READERS: Mapping[object, Callable[[str, object], object]] = {
    int: whole,
    str: _word,
    Json: _json,
    Record: lambda key, raw: read_record(table(key, raw)),
    Mapping[str, int]: lambda key, raw: {player: whole(key, amount) for player, amount in table(key, raw).items()},
    Mapping[str, str]: lambda key, raw: {player: text(key, seal) for player, seal in table(key, raw).items()},
    tuple[str, ...]: lambda key, raw: tuple([_word(key, part) for part in listed(key, raw)]),
    tuple[int, ...]: lambda key, raw: tuple(whole(key, part) for part in listed(key, raw)),
    tuple[Payment, ...]: lambda key, raw: tuple(_payment(key, part) for part in listed(key, raw)),
}
