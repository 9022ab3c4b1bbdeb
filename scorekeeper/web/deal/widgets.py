"""The conversion between answers, as in a night file, and the inputs of their questions."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.cards.thirds import sign_thirds, write_thirds
from scorekeeper.games.counts import Grid, Thirds
from scorekeeper.games.questions import Rows
from scorekeeper.phrase import Refused, say
from scorekeeper.typed_numbers import read_whole
from scorekeeper.value_checks import fold_signs, player_of, shorten, zeros

Inputs = Mapping[str, str]


def gather(question: Any, inputs: Inputs) -> object:
    """Return the answer of the inputs, as in a night file; None without one. Raises Refused.

    An input has the name of its question, or of the question and its part.
    """
    if not inputs:
        return None
    text = inputs.get(question.name, "")
    match question.widget:
        case "choice":
            # The inputs may be parts of another question with the same name.
            return next((option.value for option in question.options if str(option.value) == text), text or None)
        case "tick" | "yes-no":
            return {"yes": True, "no": False if question.both else None}.get(text)
        case "number":
            return read_whole(question.name, text)
        case "either":
            return gather(question.one if question.name in inputs else question.each, inputs)
    parts = {name.removeprefix(f"{question.name}."): text for name, text in inputs.items()}
    return _OF_PARTS[question.widget](question, text, parts)


def _gather_thirds(question: Thirds, text: str, parts: dict[str, str]) -> object:
    """One input for the count, and two that the counting pad fills with the counts of pile and talon."""
    text = zeros(fold_signs(text))
    apart = {part: parts.get(part) for part in question.parts}
    whole = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else text
    if not apart or None in apart.values():
        return whole if text or apart else None
    if text and question.read(whole) != question.read(apart):
        raise Refused(question.name, say("{value} is not the sum of the pile and its talon cards", value=shorten(text)))
    return apart


def _gather_grid(question: Grid, text: str, parts: dict[str, str]) -> object:
    counts = {player: zeros(fold_signs(count)) for player, count in parts.items() if player != question.name}
    if not question.thirds:
        return {player: read_whole(question.name, count) for player, count in counts.items()} or None
    return {
        player: int(count) if count.isascii() and count.isdigit() else count for player, count in counts.items()
    } or None


def _gather_piles(question: Any, text: str, takers: dict[str, str]) -> object:
    """The inputs have the taker of each card, or of the rest; the answer has the cards of each player."""
    piles = dict[str, list[str]]()
    if rest := takers.pop("rest", ""):
        takers = dict.fromkeys(question.pack.cards, rest) | takers
    for card, player in takers.items():
        piles.setdefault(player, []).append(card)
    return {player: " ".join(cards) for player, cards in piles.items()}


def _gather_order(question: Any, text: str, places: dict[str, str]) -> object:
    order = [places[str(place)] for place in range(1, len(question.players) + 1) if str(place) in places]
    missing = [player for player in question.players if player not in order]
    return [*order, *missing] if len(missing) == 1 == len(question.players) - len(order) else order


def _gather_rows(question: Rows, text: str, parts: dict[str, str]) -> object:
    """One input for each event and player, with the number of one of the question's ways."""
    rows = []
    for part, way in parts.items():
        what, _, player = part.partition(".")
        if not way.isdecimal() or int(way) >= len(question.ways):
            raise Refused(question.name, say("{value} cannot be chosen here", value=shorten(way)))
        player_of(question.name, player, [str(option.value) for option in question.who.options])
        rows.append({question.who.name: player, question.what.name: what, **dict(question.ways[int(way)].answers)})
    return rows


_OF_PARTS: Mapping[str, Callable[[Any, str, dict[str, str]], object]] = {
    "thirds": _gather_thirds,
    "grid": _gather_grid,
    "piles": _gather_piles,
    "order": _gather_order,
    "rows": _gather_rows,
}


def spread(question: Any, answer: Any) -> dict[str, str]:
    """Return the inputs that show an answer; `gather` is the inverse."""
    name = question.name
    match question.widget:
        case "tick" | "yes-no":
            return {name: "yes" if answer else "no"} if answer or question.both else {}
        case "either":
            return spread(question.each if isinstance(answer, Mapping) else question.one, answer)
        case "piles":
            return {f"{name}.{card}": player for player, cards in question.read(answer).items() for card in cards}
        case "order":
            return {f"{name}.{place}": player for place, player in enumerate(answer, start=1)}
        case "rows":
            parts = ((f"{row[question.what.name]}.{row[question.who.name]}", row) for row in answer)
            return {f"{name}.{part}": str(question.way_of(row)) for part, row in parts}
        case "thirds" | "grid" if isinstance(answer, Mapping):
            whole = {name: sign_thirds(write_thirds(question.read(answer)))} if question.widget == "thirds" else {}
            return whole | {f"{name}.{part}": sign_thirds(str(value)) for part, value in answer.items()}
        case "thirds":
            return {name: sign_thirds(str(answer))}
    return {name: str(answer)}
