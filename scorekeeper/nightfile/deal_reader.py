"""Reading the deals of a night file: what each tells becomes acts."""

from collections.abc import Iterator, Sequence

from scorekeeper.games.house import add_house
from scorekeeper.journal.acts import Act, Adjusted, Booked, Json, Objected, Resolved, RulesChanged, StakeChanged, Voided
from scorekeeper.money import read_stake, write_stake
from scorekeeper.night.night import FULL, Night, seat_deal
from scorekeeper.night.record import read_play
from scorekeeper.night.transitions import advance
from scorekeeper.nightfile.shorthand.paper_rows import read_told, spell_out
from scorekeeper.people.names import LONGEST_NAME, LONGEST_NOTE
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import flag, shown, table, text


def tables_in(data: Json, key: str) -> Sequence[Json]:
    """Return the tables of a list. Raises Refused."""
    tables = data.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise Refused(key, say("this is not a list of tables"))
    if len(tables) > FULL:
        raise Refused(key, say("more than {most} deals", most=FULL))
    return tables


def table_in(data: Json, key: str) -> Json:
    """Return a table, an empty one where the key is missing. Raises Refused."""
    return table(key, data.get(key, {}))


def texts_in(data: Json, key: str) -> list[str]:
    """Return a list of texts. Raises Refused."""
    texts = data.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
        raise Refused(key, say("{value} is not a list of texts", value=shown(texts)))
    return texts


def text_in(data: Json, key: str, longest: int) -> str:
    """Return a text of no more than so many characters, an empty one where the key is missing. Raises Refused."""
    return limited(key, data.get(key, ""), longest)


def limited(key: str, raw: object, longest: int) -> str:
    """Return a text of no more than so many characters. Raises Refused."""
    found = text(key, raw)
    if len(found) > longest:
        raise Refused(key, say("{value} is longer than {most} characters", value=shown(found), most=longest))
    return found


_BESIDE = ("stake", "dealer", "playing", "note", "play", "adjust", "reason", "void", "house", "objections")
_DOUBT = ("text", "how", "reason")


def _read_house(night: Night, raw: Json, all_told: bool) -> Json:
    """Return all house rules from the next deal on: what a deal says of them adds to those that hold.

    Beside a journal they are `all_told`: as they were agreed there, with none of those before.
    """
    said = table_in(raw, "house")
    if all_told:
        return said
    return add_house(night.game.presets[night.preset], night.house_at(night.number).settings, said)


def _read_changes(night: Night, raw: Json, all_told: bool) -> Iterator[Act]:
    """Yield what the table changed before a deal: its house rules, its stake."""
    if "house" in raw:
        yield RulesChanged(number=night.number, house=_read_house(night, raw, all_told))
    if "stake" in raw and (stake := read_stake(raw["stake"])) != night.stake:
        yield StakeChanged(number=night.number, stake=write_stake(stake))


def key_in_deal(raw: Json, act: Act | None, key: str) -> str:
    """Return which key of a deal in a file is to blame where `key` of what it tells, or of its act, is refused."""
    match act:
        case RulesChanged():
            return key if key.startswith("house") else "house"
        case StakeChanged():
            return "stake"
        case Objected() | Resolved():
            return key if key in _DOUBT else "objections"
        case _:
            return "line" if "line" in raw and key not in raw else key


def read_deal(night: Night, raw: Json, all_told: bool) -> Iterator[Act]:
    """Yield what a file tells of the next deal of a night; `all_told` where the journal stands beside it."""
    for changed in _read_changes(night, raw, all_told):
        yield changed
        night = advance(night, changed)
    raw = spell_out(night, raw)
    seating = seat_deal(night, night.number, text_in(raw, "dealer", LONGEST_NAME), texts_in(raw, "playing"))
    answers: Json = {key: value for key, value in raw.items() if key not in _BESIDE}
    kind = "adjust" if "adjust" in raw else "void" if flag("void", raw.get("void", False)) else ""
    note = text_in(raw, "reason" if kind else "note", LONGEST_NOTE)
    play = read_play(night.game, night.players, table_in(raw, "play"))
    sat = seating._asdict()
    if not kind:
        told = read_told(night, seating, answers, rotates=not raw.keys() & {"dealer", "playing"})
        yield Booked(**sat, play=play, answers=told, note=note)
        return
    for key in answers:
        raise Refused(key, say("this deal is given as {kind}, so nothing else can be said about it", kind=kind))
    if not note:
        raise Refused("reason", say("a reason is missing"))
    if kind == "void":
        yield Voided(**sat, play=play, note=note)
    else:
        yield Adjusted(**sat, play=play, adjust=table_in(raw, kind), note=note)


def read_objections(number: int, raw: Json) -> Iterator[Act]:
    """Yield the objections to a deal, and how they were resolved."""
    for place, doubt in enumerate(tables_in(raw, "objections"), start=1):
        for key in doubt:
            if key not in _DOUBT:
                raise Refused(shown(key), say("no such key; an objection has: {known}", known=_DOUBT))
        text, how, reason = (text_in(doubt, key, LONGEST_NOTE) for key in _DOUBT)
        if not text:
            raise Refused("text", say("an objection says in a sentence what is wrong"))
        # What a corrected deal was before stands in the journal only.
        seen = 0 if how == "corrected" else 1
        yield Objected(number=number, objection=place, version=seen, note=text)
        if "how" in doubt:
            yield Resolved(number=number, objection=place, how=how, note=reason)
