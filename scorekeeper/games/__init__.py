"""The games, one line each: its key, and the name that it has in its module."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from scorekeeper.games.game import AnyGame


class Games(Mapping[str, AnyGame]):
    """Games by key, each loaded on first use: an evening is played with one or two of them.

    Those with authors are listed; the others are only found by their keys.
    """

    def __init__(self, places: Mapping[str, str], unlisted: Mapping[str, str]) -> None:
        self.places = dict(places)
        self.unlisted = dict(unlisted)

    def __getitem__(self, key: str) -> AnyGame:
        return _load(self.places.get(key) or self.unlisted[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)


@cache
def _load(place: str) -> AnyGame:
    module, _, name = place.partition(":")
    game: AnyGame = getattr(import_module(module), name)
    return game


GAMES = Games(
    {
        "herzblatt": "scorekeeper.games.herzblatt:HERZBLATT",
        "solo": "scorekeeper.games.herzblatt:SOLO",
        "herzeln": "scorekeeper.games.herzeln:HERZELN",
        "husarln": "scorekeeper.games.husarln:HUSARLN",
        "tapp": "scorekeeper.games.tapp:TAPP",
        "koenigrufen": "scorekeeper.games.koenigrufen:KOENIGRUFEN",
        "zwanzigerrufen": "scorekeeper.games.zwanzigerrufen:ZWANZIGERRUFEN",
        "cego": "scorekeeper.games.cego:CEGO",
        "quodlibet": "scorekeeper.games.quodlibet:QUODLIBET",
        "paskievics": "scorekeeper.games.paskievics:PASKIEVICS",
    },
    {"own": "scorekeeper.games.own:OWN"},
)
