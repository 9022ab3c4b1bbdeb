"""A glossary of card terms for beginners, in the order in which a deal needs them."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from scorekeeper.phrase import Phrase
from scorekeeper.toml_reader import read_own


class Term(NamedTuple):
    """A term and its meaning in the games that use it; without games, in all of them."""

    word: Phrase
    meaning: Phrase
    games: tuple[str, ...] = ()


@cache
def read_terms() -> tuple[Term, ...]:
    """Return all terms."""
    raw = read_own(Path(__file__).with_name("terms.toml"))["terms"]
    return tuple(
        Term(Phrase(one["word"]["en"]), Phrase(one["meaning"]["en"]), tuple(one.get("games", ()))) for one in raw
    )


def terms_of(game: str) -> tuple[Term, ...]:
    """Return the terms of a game."""
    return tuple(term for term in read_terms() if not term.games or game in term.games)
