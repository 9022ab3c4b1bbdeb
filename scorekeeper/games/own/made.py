"""A document made from a few answers: the questions of a form for each kind, and an example of what a deal pays."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.games.game import Seating
from scorekeeper.games.own import OWN
from scorekeeper.games.own.document import Sheet, read_document
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Score
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.reading import fold_signs, shorten


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


class Example(NamedTuple):
    """An example deal in words, and what it pays by player."""

    label: Phrase
    paid: Mapping[str, int]


_SIDES = Asked(
    "sides", say("Who plays with whom?"), "none", (("none", say("everyone alone")), ("fixed", say("two and two")))
)
_DOUBLES = Asked("doubles", say("What doubles a deal? (several with commas)"))
_TARGET = Asked("target", say("A game goes to so many points (empty: no end)"), numeric=True)
KINDS: Mapping[str, KindOfSheet] = {
    "points": KindOfSheet(
        say("Points"),
        say("Each deal, a number for every player: Wizard, Hearts, Rummy, King."),
        (
            Asked("better", say("Who wins?"), "more", (("more", say("most points")), ("less", say("fewest points")))),
            Asked("sum", say("The points of a deal add up to (empty: anything)"), numeric=True),
            _SIDES,
            _TARGET,
            _DOUBLES,
        ),
    ),
    "winner": KindOfSheet(
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
            _SIDES,
            _TARGET,
            _DOUBLES,
        ),
    ),
    "contract": KindOfSheet(
        say("A soloist or sides"),
        say("One plays a game, alone or with a partner: Skat, Schafkopf, Doppelkopf."),
        (
            Asked("lost", say("A lost game counts"), "1", (("1", say("once")), ("2", say("twice")))),
            Asked("total", say("Card points in the pack (empty: only won or lost)"), numeric=True),
            Asked("needed", say("Card points to win (empty: more than half)"), numeric=True),
            _DOUBLES,
        ),
        6,
    ),
}


def make_document(kind: str, given: Mapping[str, str]) -> dict[str, object]:
    """Return the document of a filled-in form. Raises Refused, with the name of the question, for what cannot be."""
    document: dict[str, object] = {"kind": kind, "name": given.get("name", "").strip()}
    if not document["name"]:
        raise Refused("name", say("the game needs a name"))
    if given.get("sides") == "fixed":
        document |= {"sides": "fixed", "players": [4]}
    making = {"points": _make_points, "winner": _make_winner, "contract": _make_contracts}[kind]
    document |= making(given)
    if names := _parts(given, "doubles"):
        document["steps"] = [{"name": name, "times": 2} for name in names]
    if target := _number(given, "target"):
        document["end"] = {"target": target}
    read_document(document)
    return document


def _make_points(given: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    yield "better", given.get("better", "more")
    if (total := _number(given, "sum")) is not None:
        yield "sum", total


def _make_winner(given: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    values = [_whole("values", part) for part in _parts(given, "values")]
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
    for row in range(1, KINDS["contract"].games + 1):
        if name := given.get(f"game{row}", "").strip():
            value = _number(given, f"value{row}")
            contracts.append(
                {"name": name, "value": 1 if value is None else value, "partner": bool(given.get(f"with{row}"))}
            )
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


def _parts(given: Mapping[str, str], name: str) -> list[str]:
    return [part.strip() for part in re.split("[,;\n]", given.get(name, "")) if part.strip()]


def show_examples(document: Mapping[str, object], names: tuple[str, ...]) -> list[Example]:
    """Return what example deals of a document pay, by the names of its players."""
    sheet = read_document(document)
    rules = OWN.presets["own"].__class__(sheet=sheet)
    players = names[: next((n for n in (3, 4, *sheet.players) if n in sheet.players), 4)]
    seating = Seating(1, players[-1], players)
    found = []
    for label, answers in _deals(sheet, players):
        try:
            score: Score = OWN.score(rules, OWN.deal(rules, seating, OWN.read(rules, seating, answers)))
        except Refused:
            continue
        written = score.totals(players)
        paid = written if sheet.end and sheet.money.pays != "difference" else OWN.payoff(rules, [written])
        found.append(Example(label, paid))
    return found


def _deals(sheet: Sheet, players: tuple[str, ...]) -> Iterator[tuple[Phrase, Answers]]:
    if sheet.kind == "points":
        sides = players[:2] if sheet.pairs else players
        numbers = {player: 10 * place for place, player in enumerate(reversed(sides))}
        if sheet.points.sums:
            numbers[sides[-1]] = sheet.points.sums[0] - sum(numbers[player] for player in sides[:-1])
        yield say("points of each"), {"points": numbers}
    elif sheet.kind == "winner":
        for value in sheet.contracts[:3]:
            more = {"payer": players[1]} if sheet.pays == "one" else {}
            chosen = {"value": value.key} if len(sheet.contracts) > 1 else {}
            yield say("won: {value}", value=value.name), {"winner": players[0], **chosen, **more}
    else:
        for contract in sheet.contracts[:3]:
            more = {"partner": players[2]} if contract.partner else {}
            for won, label in (
                (True, say("{game} won", game=contract.name)),
                (False, say("{game} lost", game=contract.name)),
            ):
                end: Answers = {"won": won}
                if sheet.count:
                    end = {"points": sheet.count.needed if won else sheet.count.needed - 1}
                yield label, {"declarer": players[0], "contract": contract.key, **more, **end}
