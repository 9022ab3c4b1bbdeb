"""Which of many that are alike are tried in short; all are tried at length."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from typing import Any

import pytest

from scorekeeper.games import GAMES


def at_length(*shape: Any) -> Any:
    return pytest.param(*shape, marks=pytest.mark.at_length)


def some(shapes: Iterable[Any], *chosen: Any) -> list[Any]:
    """The games, or what else there are several of; those that are not chosen are looked at only at length."""
    return [shape if shape in chosen else at_length(shape) for shape in shapes]


def each(nth: int, shapes: Iterable[Any]) -> list[Any]:
    """Each so manieth in short, the first one too."""
    return [at_length(shape) if place % nth else shape for place, shape in enumerate(shapes)]


def in_turn(shapes: Iterable[tuple[Any, ...]], ways: Sequence[Any]) -> list[Any]:
    """Each shape with each way; in short the first one with the first way, the next one with the next."""
    pairs = []
    for shape, chosen in zip(shapes, cycle(ways), strict=False):
        pairs += [(*shape, way) if way == chosen else at_length(*shape, way) for way in ways]
    return pairs


@contextmanager
def noted(**what: Any) -> Iterator[None]:
    """Say of a failure to which of many that one test tries it belongs."""
    try:
        yield
    except BaseException as failure:
        failure.add_note(", ".join(f"{name}: {value!r}" for name, value in what.items()))
        raise


AUTHORS = [(key, preset) for key, game in GAMES.items() for preset in game.presets]
FIRST_AUTHORS = [(key, next(iter(game.presets))) for key, game in GAMES.items()]
