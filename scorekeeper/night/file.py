"""The night file: a whole night as TOML or JSON, read into acts and written from them."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple

from scorekeeper.games.game import Seating
from scorekeeper.games.questions import rename_answers, shown
from scorekeeper.ledger.journal import Entry, write_entry
from scorekeeper.night.night import (
    MOST_DEALS,
    Facts,
    Night,
    Result,
    Seat,
    advance,
    open_night,
    seat_deal,
    turn,
)
from scorekeeper.night.objections import Doubt, doubts_in
from scorekeeper.night.record import read_record, rename_record
from scorekeeper.night.replay import Replay, begin, standing_acts
from scorekeeper.night.settling import SETTLING_KINDS
from scorekeeper.night.stake import Stake, read_coins, read_stake, write_coins, write_stake
from scorekeeper.phrase import Refused, say

LONGEST_NAME = 60
LONGEST_NOTE = 500
_NO_NOTE = "–"  # stands for a reason that was forgotten: a file's reader asks for one
_TOP = (
    *("game", "rules", "title", "date", "stake", "players", "dealer", "at_play", "house", "deals", "settled"),
    *("keys", "journal"),
)
_BESIDE = ("dealer", "playing", "note", "play", "adjust", "reason", "void", "house", "objections")
_DOUBT = ("text", "how", "reason")


class Act(NamedTuple):
    """One act of the journal before it is written: its kind, its facts and the free text that goes with it."""

    kind: str
    facts: Facts
    note: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """One deal of a night as it stands: who sat, the act that filled it, and what it is worth."""

    seating: Seating
    act: Act
    result: Result


@dataclass(frozen=True, slots=True)
class Document:
    """A night file that was read and judged; players are keyed by their names, `acts` begin with `opened`.

    `settled` is what each player has paid and what other nights brought him: in the smallest coin, or in points.
    """

    title: str
    day: str
    stake: Stake | None
    night: Night
    acts: tuple[Act, ...]
    slots: tuple[Slot, ...]
    settled: Mapping[str, int] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    journal: tuple[str, ...] = ()

    @property
    def opened(self) -> Facts:
        """The facts of the act that opened the night."""
        return self.acts[0].facts


def read_night(data: Mapping[str, Any]) -> Document:
    """Return the night of a file. Raises Refused with the key, and the deal's number, of what cannot be accepted."""
    for key in data:
        if key not in _TOP:
            raise Refused(shown(key), say("no such key; a night has: {known}", known=_TOP))
    opened = _read_opening(data)
    state = begin(opened)
    acts, slots = [Act("opened", opened)], list[Slot]()
    for number, raw in enumerate(_tables(data, "deals"), start=1):
        try:
            for act in _read_deal(state.night, raw):
                result = state.put(act.kind, act.facts)
                acts.append(act)
                if result is not None:
                    slots.append(Slot(seating_of(act.facts), act, result))
            for act in _read_objections(number, raw):
                state.put(act.kind, act.facts)
                acts.append(act)
        except Refused as refused:
            raise Refused(refused.key, refused.phrase, number) from None
    stake = read_stake(opened["stake"]) if "stake" in opened else None
    for act in _read_settled(data, stake):
        try:
            state.put(act.kind, act.facts)
        except Refused as refused:
            raise Refused("settled", refused.phrase) from None
        acts.append(act)
    return Document(
        title=_text(data, "title", LONGEST_NOTE),
        day=opened.get("date", ""),
        stake=stake,
        night=state.night,
        acts=tuple(acts),
        slots=tuple(slots),
        settled=state.account.settled(),
        keys=_keys(data),
        journal=tuple(_texts(data, "journal")),
    )


def seating_of(facts: Facts) -> Seating:
    """Return who sat in the deal that an act is about."""
    return Seating(facts["number"], facts["dealer"], tuple(facts["playing"]))


def _read_opening(data: Mapping[str, Any]) -> dict[str, Any]:
    players = _texts(data, "players")
    for player in players:
        check_name("players", player)
    if len(set(players)) < len(players):
        raise Refused("players", say("two players have the same name"))
    opened: dict[str, Any] = {"game": data.get("game"), "seats": players}
    for key, fact in (("rules", "preset"), ("dealer", "dealer"), ("at_play", "most")):
        if key in data:
            opened[fact] = data[key]
    if "at_play" in data and type(data["at_play"]) is not int:
        raise Refused("at_play", say("{value} is not a whole number", value=shown(data["at_play"])))
    if "stake" in data:
        opened["stake"] = write_stake(read_stake(data["stake"]))
    if day := _day(data):
        opened["date"] = day
    return opened | {"house": _table(data, "house")}


def check_name(key: str, name: str) -> None:
    """Refuse a player’s name that is empty, too long or holds what no name holds."""
    if not name.strip() or name != name.strip():
        raise Refused(key, say("a player’s name is empty or begins or ends with a blank"))
    if len(name) > LONGEST_NAME:
        raise Refused(key, say("{value} is longer than {most} characters", value=shown(name), most=LONGEST_NAME))
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in name):
        raise Refused(key, say("{value} holds a control character", value=shown(name)))


def _read_deal(night: Night, raw: Mapping[str, Any]) -> Iterator[Act]:
    if "house" in raw:
        changed = {"number": night.number, "house": _table(raw, "house")}
        night = advance(night, "rules changed", changed)
        yield Act("rules changed", changed)
    seating = seat_deal(night, night.number, _text(raw, "dealer", LONGEST_NAME), _texts(raw, "playing"))
    facts: dict[str, Any] = {"number": seating.number, "dealer": seating.dealer, "playing": list(seating.playing)}
    answers = {key: value for key, value in raw.items() if key not in _BESIDE}
    kind = "adjust" if "adjust" in raw else "void" if _flag(raw, "void") else ""
    note = _text(raw, "reason" if kind else "note", LONGEST_NOTE)
    if "play" in raw:
        facts["play"] = read_record(night.game.cards, night.players, _table(raw, "play"))
    if not kind:
        yield Act("booked", facts | {"answers": answers}, note)
        return
    for key in answers:
        raise Refused(key, say("this deal is given as {kind}, so nothing else can be said about it", kind=kind))
    if not note:
        raise Refused("reason", say("a reason is missing"))
    yield Act("voided", facts, note) if kind == "void" else Act("adjusted", facts | {"adjust": _table(raw, kind)}, note)


def _read_objections(number: int, raw: Mapping[str, Any]) -> Iterator[Act]:
    for place, doubt in enumerate(_tables(raw, "objections"), start=1):
        for key in doubt:
            if key not in _DOUBT:
                raise Refused(shown(key), say("no such key; an objection has: {known}", known=_DOUBT))
        text, how, reason = (_text(doubt, key, LONGEST_NOTE) for key in _DOUBT)
        if not text:
            raise Refused("text", say("an objection says in a sentence what is wrong"))
        about = {"number": number, "objection": place}
        # What a corrected deal was before stands in the journal only.
        yield Act("objected", about | {"version": 0 if how == "corrected" else 1}, text)
        if "how" in doubt:
            yield Act("resolved", about | {"how": how}, reason)


def _read_settled(data: Mapping[str, Any], stake: Stake | None) -> Iterator[Act]:
    """What a file without a journal tells of payments comes in one sum, as if another night had brought it."""
    amounts = {player: read_coins("settled", raw, stake) for player, raw in _table(data, "settled").items()}
    if amounts:
        yield Act("brought", {"night": "", "amounts": amounts})


def document_of(entries: Sequence[Entry], state: Replay, names: Mapping[str, str], title: str) -> Document:
    """Return the night of a journal, replayed to `state`, as a file carries it: players by their names."""
    acts = {
        entry.seq: Act(entry.kind, rename_players(state.night, entry.facts, names), entry.note)
        for entry in entries
        if entry.kind not in SETTLING_KINDS  # `settled` says what came of them
    }
    slots = dict[int, Slot]()
    for number, entry in standing_acts(entries).items():
        act, result = acts[entry.seq], state.slots[number].result
        if result:
            slots[number] = Slot(seating_of(act.facts), act, _rename_result(result, names))
    opened = acts[1].facts
    return Document(
        title=title,
        day=opened.get("date", ""),
        stake=read_stake(opened["stake"]) if "stake" in opened else None,
        night=replace(state.night, seats=tuple(Seat(names[key], here) for key, here in state.night.seats)),
        acts=tuple(acts.values()),
        slots=tuple(slots[number] for number in sorted(slots)),
        settled={names[player]: amount for player, amount in state.account.settled().items()},
        keys=names,
        journal=tuple(write_entry(entry) for entry in entries),
    )


def write_night(document: Document) -> dict[str, Any]:
    """Return the tables of a night file; `read_night` reads the same deals, results and balances from them."""
    opened, players = document.opened, list(document.night.players)
    top: dict[str, Any] = {
        "game": opened["game"],
        "rules": document.night.preset,
        "title": document.title,
        "date": document.day,
        "players": players,
        "dealer": opened.get("dealer") or players[-1],
    }
    if document.stake:
        top["stake"] = write_stake(document.stake)
    if opened.get("most"):
        top["at_play"] = opened["most"]
    top["house"] = dict(opened.get("house", {}))
    top["deals"] = list(_write_deals(document, open_night({**opened, "seats": players, "dealer": top["dealer"]})))
    top["settled"] = {player: write_coins(amount, document.stake) for player, amount in document.settled.items()}
    if document.journal:
        top |= {"keys": dict(document.keys), "journal": list(document.journal)}
    return {key: value for key, value in top.items() if value != "" and value != {}}


def _write_deals(document: Document, night: Night) -> Iterator[dict[str, Any]]:
    """Write each slot; dealer and players only where they differ from what a reader of the file would assume."""
    changes = [act for act in document.acts if act.kind == "rules changed"]
    doubts = doubts_in(document.acts)
    for slot in document.slots:
        deal: dict[str, Any] = {}
        number = slot.seating.number
        agreed = [act for act in changes if act.facts["number"] == number]
        if agreed:
            deal["house"] = dict(agreed[-1].facts["house"])
            night = advance(night, "rules changed", agreed[-1].facts)
        deal |= _write_slot(night, slot)
        if number in doubts:
            deal["objections"] = [_write_doubt(doubt) for doubt in doubts[number]]
        yield deal
        night = advance(night, slot.act.kind, slot.act.facts)


def _write_slot(night: Night, slot: Slot) -> dict[str, Any]:
    facts, seating = slot.act.facts, slot.seating
    deal: dict[str, Any] = {}
    if seating.dealer != night.dealer:
        deal["dealer"] = seating.dealer
    if seating.playing != turn(night, seating.number, seating.dealer):
        deal["playing"] = list(seating.playing)
    if slot.act.kind == "adjusted":
        deal |= {"adjust": dict(facts["adjust"]), "reason": slot.act.note or _NO_NOTE}
    elif slot.act.kind == "voided":
        deal |= {"void": True, "reason": slot.act.note or _NO_NOTE}
    else:
        deal.update(facts["answers"])
        if slot.act.note:
            deal["note"] = slot.act.note
    if "play" in facts:
        deal["play"] = facts["play"]
    return deal


def _write_doubt(doubt: Doubt) -> dict[str, str]:
    written = {"text": doubt.text or _NO_NOTE, "how": doubt.how, "reason": doubt.reason}
    return {key: text for key, text in written.items() if text}


def rename_players(night: Night, facts: Facts, keys: Mapping[str, str]) -> dict[str, Any]:
    """Return an act's facts with every player's key replaced by what `keys` says, nothing else touched."""
    renamed = dict(facts)
    for key in ("dealer", "player"):
        if key in facts:
            renamed[key] = keys[facts[key]]
    for key in ("playing", "seats"):
        if key in facts:
            renamed[key] = [keys[player] for player in facts[key]]
    for key in ("adjust", "amounts"):
        if key in facts:
            renamed[key] = {keys[player]: amount for player, amount in facts[key].items()}
    if "answers" in facts:
        questions = night.game.ask(night.rules_at(facts["number"]), seating_of(facts), None)
        renamed["answers"] = rename_answers(questions, facts["answers"], keys)
    if "play" in facts:
        renamed["play"] = rename_record(facts["play"], keys)
    return renamed


def _rename_result(result: Result, keys: Mapping[str, str]) -> Result:
    """Return a result with every player's key replaced by what `keys` says; its lines keep theirs."""
    sheet = {keys[player]: points for player, points in result.sheet.items()}
    return Result(result.score, sheet, {keys[player]: points for player, points in result.payoff.items()})


def _tables(data: Mapping[str, Any], key: str) -> Iterable[Mapping[str, Any]]:
    tables = data.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise Refused(key, say("this is not a list of tables"))
    if len(tables) > MOST_DEALS:
        raise Refused(key, say("more than {most} deals", most=MOST_DEALS))
    return tables


def _table(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise Refused(key, say("{value} is not a table", value=shown(table)))
    return table


def _flag(data: Mapping[str, Any], key: str) -> bool:
    flag = data.get(key, False)
    if not isinstance(flag, bool):
        raise Refused(key, say("{value} is neither true nor false", value=shown(flag)))
    return flag


def _texts(data: Mapping[str, Any], key: str) -> list[str]:
    texts = data.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Refused(key, say("{value} is not a list of texts", value=shown(texts)))
    return texts


def _text(data: Mapping[str, Any], key: str, longest: int) -> str:
    text = data.get(key, "")
    if not isinstance(text, str):
        raise Refused(key, say("{value} is not a text", value=shown(text)))
    if len(text) > longest:
        raise Refused(key, say("{value} is longer than {most} characters", value=shown(text), most=longest))
    return text


def _keys(data: Mapping[str, Any]) -> dict[str, str]:
    keys = _table(data, "keys")
    return {key: _text(keys, key, LONGEST_NAME) for key in keys}


def _day(data: Mapping[str, Any]) -> str:
    raw = data.get("date", "")
    try:
        return (raw if type(raw) is date else date.fromisoformat(raw)).isoformat() if raw != "" else ""
    except (TypeError, ValueError):
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=shown(raw))) from None
