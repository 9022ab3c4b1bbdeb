"""The form of a sheet: its questions for each kind, and the document that they make or change."""

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import count
from typing import Any, NamedTuple, cast

from scorekeeper.games.own.document import CONTRACT, POINTS, WINNER, Step, read_document
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.value_checks import find_place, fold_signs, shorten

Document = dict[str, object]
Row = dict[str, Any]
Texts = Callable[[Phrase], str]
"""How a phrase is said in the language of the reader."""

_MOST_GAMES = 100
_FIELDS = {"steps": "doubles", "values": "values"}  # of the form, for the lists of a document
_ROWS = {"values": "c", "contracts": "c", "steps": "s"}  # lists of a document, with the letter of their usual keys


class Asked(NamedTuple):
    """A question of the form: its usual answer, and the options with their names; without options it is typed."""

    name: str
    label: Phrase
    usual: str = ""
    options: tuple[tuple[str, Phrase], ...] = ()
    numeric: bool = False


class KindOfSheet(NamedTuple):
    """A kind of sheet in words, its questions, and the number of rows for games with a soloist."""

    title: Phrase
    about: Phrase
    asked: tuple[Asked, ...]
    games: int = 0


_SIDES = Asked(
    "sides", say("Who plays with whom?"), "none", (("none", say("everyone alone")), ("fixed", say("two and two")))
)
_ANY_SIDES = _SIDES._replace(options=(*_SIDES.options, ("deal", say("two and two, changing by deal"))))
_KITTY = Asked("kitty", say("Who gets what is paid?"), "", (("", say("the others")), ("yes", say("the kitty"))))
_DOUBLES = Asked("doubles", say("What doubles a deal? (several with commas)"))
_TARGET = Asked("target", say("A game goes to so many points (empty: no end)"), numeric=True)
KINDS: Mapping[str, KindOfSheet] = {
    POINTS: KindOfSheet(
        say("Points"),
        say("Each deal, a number for every player: Wizard, Hearts, Rummy, King."),
        (
            Asked("better", say("Who wins?"), "more", (("more", say("most points")), ("less", say("fewest points")))),
            Asked("sum", say("The points of a deal add up to (empty: anything)"), numeric=True),
            _SIDES,
            _TARGET,
            _KITTY,
            _DOUBLES,
        ),
    ),
    WINNER: KindOfSheet(
        say("A winner"),
        say("Who won, and how much: Watten, Schnapsen, poker dice."),
        (
            Asked("values", say("What can a win be worth? (several with commas)"), "1, 2, 3"),
            Asked(
                "pays",
                say("Who pays?"),
                "each",
                (("each", say("each loser the same")), ("share", say("the losers share")), ("one", say("one for all"))),
            ),
            _ANY_SIDES,
            _TARGET,
            _KITTY,
            _DOUBLES,
        ),
    ),
    CONTRACT: KindOfSheet(
        say("A soloist or sides"),
        say("One plays a game, alone or with a partner: Skat, Schafkopf, Doppelkopf."),
        (
            Asked("lost", say("A lost game counts"), "1", (("1", say("once")), ("2", say("twice")))),
            Asked("total", say("Card points in the pack (empty: only won or lost)"), numeric=True),
            Asked("needed", say("Card points to win (empty: more than half)"), numeric=True),
            _KITTY,
            _DOUBLES,
        ),
        6,
    ),
}


def make_document(kind: str, given: Mapping[str, str]) -> Document:
    """Return the document of a filled-in form. Raises Refused, with the name of the question, for what cannot be."""
    document = _make(kind, given)
    try:
        read_document(document)
    except Refused as refused:
        raise _name_field(refused, given) from None
    return document


def _name_field(refused: Refused, given: Mapping[str, str]) -> Refused:
    """Return the refusal of a value in a document as one of the field in which it was typed."""
    table, _, number = (find_place(refused) or ("",))[0].partition(" ")
    key = (find_place(refused) or ("",))[-1]
    field = _FIELDS.get(table, key)
    if number and table == "contracts":
        rows = [row for row in range(1, _MOST_GAMES + 1) if given.get(f"game{row}", "").strip()]
        field = f"{'game' if key == 'name' else key}{rows[int(number) - 1]}"
    return Refused(field, cast("Phrase", dict(refused.phrase.values).get("reason", refused.phrase)))


def _make(kind: str, given: Mapping[str, str]) -> Document:
    document: Document = {"kind": kind, "name": given.get("name", "").strip()}
    if not document["name"]:
        raise Refused("name", say("the game needs a name"))
    if given.get("sides", "none") != "none":
        document |= {"sides": given["sides"], "players": [4]}
    making = {POINTS: _make_points, WINNER: _make_winner, CONTRACT: _make_contracts}[kind]
    document |= making(given)
    if names := _parts(given.get("doubles", "")):
        document["steps"] = [{"name": name, "times": 2} for name in names]
    if target := _number(given, "target"):
        document["end"] = {"target": target}
    if kind == POINTS and document["better"] == "less" and document.get("sum") == 0 and not given.get("kitty"):
        document["money"] = {"pays": "difference"}  # as written, who has most would be paid
    if given.get("kitty"):
        document["money"] = {**cast("Row", document.get("money", {})), "kitty": True}
    return document


def fill_in(document: Document, text_of: Texts) -> dict[str, str]:
    """Return the answers of the form that a document has."""
    sheet = read_document(document)
    filled = {asked.name: str(document.get(asked.name, asked.usual)) for asked in KINDS[sheet.kind].asked}
    filled["kitty"] = "yes" if sheet.money.kitty else ""
    filled |= {"name": text_of(sheet.name), "target": str(sheet.end.target or "")}
    filled["doubles"] = ", ".join(text_of(step.name) for step in sheet.steps if _is_doubling(step, text_of))
    if sheet.kind == POINTS:
        filled["sum"] = str(sheet.points.sums[0]) if len(sheet.points.sums) == 1 else ""
    elif sheet.kind == WINNER:
        filled["values"] = ", ".join(str(value.value) for value in sheet.contracts)
    else:
        filled |= {"total": str(sheet.count.total), "needed": str(sheet.count.needed)} if sheet.count else {}
        for row, contract in enumerate(sheet.contracts, start=1):
            filled |= {f"game{row}": text_of(contract.name), f"value{row}": str(contract.value)}
            filled |= {f"with{row}": "1" if contract.partner else "", f"duty{row}": "1" if contract.duty else ""}
    return filled


def _is_doubling(step: Step, text_of: Texts) -> bool:
    """Return whether a step is one that the form can name."""
    name = text_of(step.name)
    return step.times == 2 and not step.number and step.is_asked and _parts(name) == [name]


def change_document(document: Document, given: Mapping[str, str], text_of: Texts) -> Document:
    """Return a document with the answers that differ from those of `fill_in`; all else in it stays as it is.

    Raises Refused as `make_document` does.
    """
    sheet = read_document(document)
    before, after = (make_document(sheet.kind, answers) for answers in (fill_in(document, text_of), given))
    changed = dict(document)
    for key in {**before, **after}:
        old = before.get(key)
        new = after.get(key)
        if old != new and key in _ROWS:
            given_rows = cast("list[Row]", document.get(key) or old or [])
            rows = [{"key": f"{_ROWS[key]}{place}"} | row for place, row in enumerate(given_rows, start=1)]
            shown = rows
            if key == "steps":
                shown = [row for row, step in zip(rows, sheet.steps, strict=True) if _is_doubling(step, text_of)]
            changed[key] = _merge_rows(rows, shown, cast("list[Row]", old or []), cast("list[Row]", new or []))
        elif old != new:
            changed[key] = _merge(document.get(key), old, new)
    changed = {key: value for key, value in changed.items() if value not in (None, {}, [])}
    read_document(changed)
    return changed


def _merge(had: Any, old: Any, new: Any) -> Any:
    """Return what a document has under a key with what differs between two answers."""
    if not isinstance(old or new, dict):
        return new
    old = old or {}
    new = new or {}
    merged = (had or {}) | {key: new.get(key) for key in {**old, **new} if old.get(key) != new.get(key)}
    return {key: value for key, value in merged.items() if value is not None}


def _merge_rows(rows: list[Row], shown: list[Row], old: list[Row], new: list[Row]) -> list[Row]:
    """Return the rows of a document, of which the form has `shown` some as `old`, with those that are `new` there."""
    kept = {id(row): row for row in rows}
    added = list[Row]()
    before, after = ([row.get("name") or row["value"] for row in several] for several in (old, new))
    for _, first, last, start, stop in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if last - first == stop - start:
            for row, was, now in zip(shown[first:last], old[first:last], new[start:stop], strict=True):
                kept[id(row)] = _merge(kept[id(row)], was, now)
        else:
            added += new[start:stop]
            for row in shown[first:last]:
                del kept[id(row)]
    taken = {row["key"] for row in kept.values()}
    free = (key for number in count(1) if (key := f"n{number}") not in taken)
    return [*kept.values(), *({"key": key} | row for key, row in zip(free, added, strict=False))]


def _make_points(given: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    yield "better", given.get("better", "more")
    if (total := _number(given, "sum")) is not None:
        yield "sum", total


def _make_winner(given: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    values = [_whole("values", part) for part in _parts(given.get("values", ""))]
    yield "values", [{"value": value} for value in values]
    if given.get("target", "").strip():
        yield "pays", "nobody"
        yield "money", {"pays": "winner"}
    else:
        yield "pays", given.get("pays", "each")


def _make_contracts(given: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    yield "players", [3, 4, 5, 6, 7, 8]
    yield "lost", _number(given, "lost") or 1
    contracts = []
    for row in range(1, _MOST_GAMES + 1):
        if name := given.get(f"game{row}", "").strip():
            value = _number(given, f"value{row}")
            duty = {"duty": True} if given.get(f"duty{row}") else {}
            partner = bool(given.get(f"with{row}"))
            contracts.append({"name": name, "value": 1 if value is None else value, "partner": partner} | duty)
    if not contracts:
        raise Refused("game1", say("name at least one game"))
    yield "contracts", contracts
    if total := _number(given, "total"):
        needed = _number(given, "needed")
        yield "count", {"total": total} if needed is None else {"total": total, "needed": needed}


def _number(given: Mapping[str, str], name: str) -> int | None:
    text = given.get(name, "").strip()
    return _whole(name, text) if text else None


def _whole(name: str, text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,7}", fold_signs(text)):
        raise Refused(name, say("{value} is not a whole number", value=shorten(text)))
    return int(fold_signs(text))


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split("[,;\n]", text) if part.strip()]
