"""What a night is called."""

from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.language import Speech
from scorekeeper.night.night import name_of_game
from scorekeeper.people.tables import name_of_table
from scorekeeper.phrase import Phrase


def title_of(night: Any, speech: Speech) -> str:
    """Return the title of a night or of a row with the same fields; by default the name of its table, else its game."""
    if night.title:
        return str(night.title)
    return speech.say(
        name_of_table(night.round_number, night.table_number) if night.round_number else GAMES[night.game].title
    )


def game_of(night: Any) -> Phrase:
    """Return the name of what is played in a night, by its row."""
    return name_of_game(night.game, night.preset, night.houses)
