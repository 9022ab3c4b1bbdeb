"""Reading a night file: a whole night as TOML or JSON becomes its acts; `export` writes it again."""

from collections.abc import Iterator, Sequence
from datetime import date

from scorekeeper.games import GAMES
from scorekeeper.games.house import add_house
from scorekeeper.night.acts import (
    Act,
    Adjusted,
    Booked,
    Json,
    KittyMoved,
    Objected,
    Opened,
    Resolved,
    RulesChanged,
    SlotAct,
    StakeChanged,
    Voided,
)
from scorekeeper.night.changes import advance
from scorekeeper.night.document import Document, Slot
from scorekeeper.night.names import LONGEST_NAME, LONGEST_NOTE, check_names
from scorekeeper.night.night import FULL, Night, find_known
from scorekeeper.night.paper import read_told, spell_out
from scorekeeper.night.purses import groups
from scorekeeper.night.record import read_play
from scorekeeper.night.replay import Replay, begin
from scorekeeper.night.seals import Named
from scorekeeper.night.seats import seat_deal
from scorekeeper.night.settled import put_settling
from scorekeeper.night.stake import read_stake, write_stake
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import flag, listed, one_of, shown, table, text, whole

_TOP = (
    *("game", "rules", "title", "date", "stake", "players", "dealer", "at_play", "house", "deals"),
    *("purses", "kitty", "settled", "keys", "salts", "former", "journal"),
)
_BESIDE = ("stake", "dealer", "playing", "note", "play", "adjust", "reason", "void", "house", "objections")
_DOUBT = ("text", "how", "reason")


def read_night(data: Json) -> Document:
    """Return the night of a file. Raises Refused with the key, and the deal's number, of what cannot be accepted."""
    for key in data:
        if key not in _TOP:
            raise Refused(shown(key), say("no such key; a night has: {known}", known=_TOP))
    opened = _read_opening(data)
    state = begin(opened)
    state.entered = "journal" not in data
    told, slots = _put_deals(state, data)
    settled = put_settling(state, data, opened.stake)
    return Document(
        title=_text(data, "title", LONGEST_NOTE),
        day=opened.date,
        stake=read_stake(opened.stake) if opened.stake else None,
        night=state.night,
        acts=(opened, *told, *settled),
        slots=tuple(slots),
        settled=state.account.settled(),
        purses=tuple(map(tuple, groups(state.account.purses, state.night.players))),
        kitty=tuple(act for act in settled if isinstance(act, KittyMoved)),
        keys=_by_key(data, "keys"),
        salts=_by_key(data, "salts"),
        journal=tuple(_texts(data, "journal")),
        former=_read_former(data),
    )


def _put_deals(state: Replay, data: Json) -> tuple[list[Act], list[Slot]]:
    """Go on by all deals of a file, and return the acts about them and what stands in their slots."""
    acts, slots = list[Act](), list[Slot]()
    for number, raw in enumerate(_tables(data, "deals"), start=1):
        try:
            for act in _read_deal(state.night, raw, all_told="journal" in data):
                result = state.put(act)
                acts.append(act)
                if result is not None and isinstance(act, SlotAct):
                    slots.append(Slot(act, result))
            for act in _read_objections(number, raw):
                state.put(act)
                acts.append(act)
        except Refused as refused:
            raise Refused(refused.key, refused.phrase, number) from None
    return acts, slots


def _read_former(data: Json) -> dict[str, list[Named]]:
    """Return the names that players had before, each with its salt."""
    former = dict[str, list[Named]]()
    for key, raw in _table(data, "former").items():
        pairs = [[text("former", part) for part in listed("former", pair)] for pair in listed("former", raw)]
        if any(len(pair) != 2 or len(pair[0]) > LONGEST_NAME for pair in pairs):
            raise Refused("former", say("{value} is not a list of names with their salts", value=shown(raw)))
        former[key] = [Named(*pair) for pair in pairs]
    return former


def _read_opening(data: Json) -> Opened:
    game = find_known("game", data.get("game"), GAMES)
    rules = find_known("rules", data.get("rules"), game.presets)
    players = _texts(data, "players")
    check_names("players", players)
    return Opened(
        game=game.key,
        preset=next(key for key in game.presets if game.presets[key] is rules) if "rules" in data else "",
        house=_table(data, "house"),
        seats=tuple(players),
        dealer=one_of("dealer", data["dealer"], players) if data.get("dealer") else "",
        most=whole("at_play", data.get("at_play", 0)),
        stake=write_stake(read_stake(data["stake"])) if "stake" in data else "",
        date=_day(data),
    )


def _read_house(night: Night, raw: Json, all_told: bool) -> Json:
    """Return all house rules from the next deal on: what a deal says of them adds to those that hold.

    Beside a journal they are `all_told`: as they were agreed there, with none of those before.
    """
    said = _table(raw, "house")
    if all_told:
        return said
    return add_house(night.game.presets[night.preset], night.house_at(night.number).settings, said)


def _read_changes(night: Night, raw: Json, all_told: bool) -> Iterator[Act]:
    """Yield what the table changed before a deal: its house rules, its stake."""
    if "house" in raw:
        yield RulesChanged(number=night.number, house=_read_house(night, raw, all_told))
    if "stake" in raw and (stake := read_stake(raw["stake"])) != night.stake:
        yield StakeChanged(number=night.number, stake=write_stake(stake))


def _read_deal(night: Night, raw: Json, all_told: bool) -> Iterator[Act]:
    for changed in _read_changes(night, raw, all_told):
        night = advance(night, changed)
        yield changed
    raw = spell_out(night, raw)
    seating = seat_deal(night, night.number, _text(raw, "dealer", LONGEST_NAME), _texts(raw, "playing"))
    answers: Json = {key: value for key, value in raw.items() if key not in _BESIDE}
    kind = "adjust" if "adjust" in raw else "void" if flag("void", raw.get("void", False)) else ""
    note = _text(raw, "reason" if kind else "note", LONGEST_NOTE)
    play = read_play(night.game, night.players, _table(raw, "play"))
    sat = seating._asdict()
    if not kind:
        yield Booked(**sat, play=play, answers=read_told(night, seating, answers), note=note)
        return
    for key in answers:
        raise Refused(key, say("this deal is given as {kind}, so nothing else can be said about it", kind=kind))
    if not note:
        raise Refused("reason", say("a reason is missing"))
    if kind == "void":
        yield Voided(**sat, play=play, note=note)
    else:
        yield Adjusted(**sat, play=play, adjust=_table(raw, kind), note=note)


def _read_objections(number: int, raw: Json) -> Iterator[Act]:
    for place, doubt in enumerate(_tables(raw, "objections"), start=1):
        for key in doubt:
            if key not in _DOUBT:
                raise Refused(shown(key), say("no such key; an objection has: {known}", known=_DOUBT))
        text, how, reason = (_text(doubt, key, LONGEST_NOTE) for key in _DOUBT)
        if not text:
            raise Refused("text", say("an objection says in a sentence what is wrong"))
        # What a corrected deal was before stands in the journal only.
        seen = 0 if how == "corrected" else 1
        yield Objected(number=number, objection=place, version=seen, note=text)
        if "how" in doubt:
            yield Resolved(number=number, objection=place, how=how, note=reason)


def _tables(data: Json, key: str) -> Sequence[Json]:
    tables = data.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise Refused(key, say("this is not a list of tables"))
    if len(tables) > FULL:
        raise Refused(key, say("more than {most} deals", most=FULL))
    return tables


def _table(data: Json, key: str) -> Json:
    return table(key, data.get(key, {}))


def _texts(data: Json, key: str) -> list[str]:
    texts = data.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
        raise Refused(key, say("{value} is not a list of texts", value=shown(texts)))
    return texts


def _text(data: Json, key: str, longest: int) -> str:
    found = text(key, data.get(key, ""))
    if len(found) > longest:
        raise Refused(key, say("{value} is longer than {most} characters", value=shown(found), most=longest))
    return found


def _by_key(data: Json, name: str) -> dict[str, str]:
    named = _table(data, name)
    return {key: _text(named, key, LONGEST_NAME) for key in named}


def _day(data: Json) -> str:
    raw = data.get("date", "")
    if raw == "" or type(raw) is date:
        return raw.isoformat() if isinstance(raw, date) else ""
    try:
        return date.fromisoformat(raw if isinstance(raw, str) else "").isoformat()
    except ValueError:
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=shown(raw))) from None
