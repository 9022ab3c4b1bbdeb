"""Reading a night file: a whole night as TOML or JSON becomes its acts; `export` writes it again."""

from datetime import date

from scorekeeper.games import GAMES
from scorekeeper.night.acts import Act, Json, KittyMoved, Opened, SlotAct
from scorekeeper.night.deals import read_deal, read_objections
from scorekeeper.night.document import Document, Slot
from scorekeeper.night.fields import table_in, tables_in, text_in, texts_in
from scorekeeper.night.names import LONGEST_NAME, LONGEST_NOTE, check_names
from scorekeeper.night.night import find_known
from scorekeeper.night.purses import groups
from scorekeeper.night.replay import Replay, begin
from scorekeeper.night.seals import Named
from scorekeeper.night.settled import put_settling
from scorekeeper.night.stake import read_stake, write_stake
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import listed, one_of, shown, text, whole

_TOP = (
    *("game", "rules", "title", "date", "stake", "players", "dealer", "at_play", "house", "deals"),
    *("purses", "kitty", "settled", "keys", "salts", "former", "journal"),
)


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
        title=text_in(data, "title", LONGEST_NOTE),
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
        journal=tuple(texts_in(data, "journal")),
        former=_read_former(data),
    )


def _put_deals(state: Replay, data: Json) -> tuple[list[Act], list[Slot]]:
    """Go on by all deals of a file, and return the acts about them and what stands in their slots."""
    acts, slots = list[Act](), list[Slot]()
    for number, raw in enumerate(tables_in(data, "deals"), start=1):
        try:
            for act in read_deal(state.night, raw, all_told="journal" in data):
                result = state.put(act)
                acts.append(act)
                if result is not None and isinstance(act, SlotAct):
                    slots.append(Slot(act, result))
            for act in read_objections(number, raw):
                state.put(act)
                acts.append(act)
        except Refused as refused:
            raise Refused(refused.key, refused.phrase, number) from None
    return acts, slots


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
    check_names("players", players)
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
    return {key: text_in(named, key, LONGEST_NAME) for key in named}


def _day(data: Json) -> str:
    raw = data.get("date", "")
    if raw == "" or type(raw) is date:
        return raw.isoformat() if isinstance(raw, date) else ""
    try:
        return date.fromisoformat(raw if isinstance(raw, str) else "").isoformat()
    except ValueError:
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=shown(raw))) from None
