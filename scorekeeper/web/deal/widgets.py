"""The inputs of each kind of question: gathered into an answer as a record spells it, and spread out of one."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.cards.thirds import sign_thirds, write_thirds
from scorekeeper.games.counts import Grid, Thirds
from scorekeeper.games.questions import Choice, Flag, OneOrEach, Question, Rows
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import shown, zeros
from scorekeeper.web.core.parsing import read_whole

Inputs = Mapping[str, str]


def gather(question: Question, inputs: Inputs) -> object:
    """Return the answer that the inputs give, as a record spells it, None for no answer. Raises Refused."""
    return _WIDGETS[question.widget][0](question, inputs) if inputs else None


def spread(question: Question, answer: object) -> dict[str, str]:
    """Return the inputs that show an answer; `gather` is the inverse."""
    return _WIDGETS[question.widget][1](question, answer)


def _parts(question: Question, inputs: Inputs) -> dict[str, str]:
    """The inputs of a question by part."""
    return {name.removeprefix(f"{question.name}."): text for name, text in inputs.items()}


def _spread_text(question: Question, answer: object) -> dict[str, str]:
    return {question.name: str(answer)}


def _gather_choice(question: Choice, inputs: Inputs) -> object:
    text = inputs.get(question.name)
    return next((option.value for option in question.options if str(option.value) == text), text)


def _gather_flag(question: Flag, inputs: Inputs) -> object:
    return {"yes": True, "no": False if question.both else None}.get(inputs.get(question.name, ""))


def _spread_flag(question: Flag, answer: object) -> dict[str, str]:
    if not answer and not question.both:
        return {}
    return {question.name: "yes" if answer else "no"}


def _gather_whole(question: Question, inputs: Inputs) -> object:
    return read_whole(question.name, inputs.get(question.name, ""))


def _gather_thirds(question: Thirds, inputs: Inputs) -> object:
    """One input for the count, and two that a counting pad fills where it counted pile and talon apart."""
    text = zeros(inputs.get(question.name, ""))
    apart = {part: inputs.get(f"{question.name}.{part}") for part in question.parts}
    whole = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else text
    if not apart or None in apart.values():
        return whole if text or apart else None
    if text and question.read(whole) != question.read(apart):
        raise Refused(question.name, say("{value} is not the sum of the pile and its talon cards", value=shown(text)))
    return apart


def _spread_thirds(question: Thirds, answer: object) -> dict[str, str]:
    if not isinstance(answer, Mapping):
        return {question.name: sign_thirds(str(answer))}
    return {question.name: sign_thirds(write_thirds(question.read(answer))), **_spread_grid(question, answer)}


def _gather_grid(question: Grid, inputs: Inputs) -> object:
    told = {player: zeros(text) for player, text in _parts(question, inputs).items() if player != question.name}
    if question.thirds:
        return {
            player: int(text) if text.isascii() and text.isdigit() else text for player, text in told.items()
        } or None
    return {player: read_whole(question.name, text) for player, text in told.items()} or None


def _gather_either(question: OneOrEach, inputs: Inputs) -> object:
    """One input for the one, named as the question, or one for each player."""
    return gather(question.one if question.name in inputs else question.each, inputs)


def _spread_either(question: OneOrEach, answer: object) -> dict[str, str]:
    return spread(question.each if isinstance(answer, Mapping) else question.one, answer)


def _spread_grid(question: Question, answer: Mapping[str, object]) -> dict[str, str]:
    return {f"{question.name}.{part}": sign_thirds(str(value)) for part, value in answer.items()}


def _gather_piles(question: Any, inputs: Inputs) -> object:
    """The inputs give the taker of each card, or of the rest; the answers give the cards of each player."""
    takers = _parts(question, inputs)
    piles = dict[str, list[str]]()
    if rest := takers.pop("rest", ""):
        takers = dict.fromkeys(question.pack.cards, rest) | takers
    for card, player in takers.items():
        piles.setdefault(player, []).append(card)
    return {player: " ".join(cards) for player, cards in piles.items()}


def _spread_piles(question: Any, answer: object) -> dict[str, str]:
    return {f"{question.name}.{card}": player for player, cards in question.read(answer).items() for card in cards}


def _gather_order(question: Any, inputs: Inputs) -> object:
    places = _parts(question, inputs)
    order = [places[str(place)] for place in range(1, len(question.players) + 1) if str(place) in places]
    missing = [player for player in question.players if player not in order]
    return [*order, *missing] if len(missing) == 1 == len(question.players) - len(order) else order


def _spread_order(question: Any, answer: list[str]) -> dict[str, str]:
    return {f"{question.name}.{place}": player for place, player in enumerate(answer, start=1)}


def _gather_rows(question: Rows, inputs: Inputs) -> object:
    """One input for each thing that can happen and each player: in which of the question's ways it happened."""
    rows = []
    for part, way in _parts(question, inputs).items():
        what, _, player = part.partition(".")
        if not way.isdecimal() or int(way) >= len(question.ways):
            raise Refused(question.name, say("{value} cannot be chosen here", value=shown(way)))
        rows.append({question.who.name: player, question.what.name: what, **dict(question.ways[int(way)].answers)})
    return rows


def _spread_rows(question: Rows, answer: list[dict[str, object]]) -> dict[str, str]:
    rows = ((f"{question.name}.{row[question.what.name]}.{row[question.who.name]}", row) for row in answer)
    return {name: str(question.way_of(row)) for name, row in rows}


_Gather = Callable[[Any, Inputs], object]
_Spread = Callable[[Any, Any], dict[str, str]]

_WIDGETS: Mapping[str, tuple[_Gather, _Spread]] = {
    "choice": (_gather_choice, _spread_text),
    "tick": (_gather_flag, _spread_flag),
    "yes-no": (_gather_flag, _spread_flag),
    "number": (_gather_whole, _spread_text),
    "thirds": (_gather_thirds, _spread_thirds),
    "grid": (_gather_grid, _spread_grid),
    "either": (_gather_either, _spread_either),
    "piles": (_gather_piles, _spread_piles),
    "order": (_gather_order, _spread_order),
    "rows": (_gather_rows, _spread_rows),
}
