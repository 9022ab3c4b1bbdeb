"""What a night is called."""

import json
from contextlib import suppress
from operator import itemgetter
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.game import Preset
from scorekeeper.games.own_values import name_played
from scorekeeper.language import Speech
from scorekeeper.night.night import name_of_game, rules_for
from scorekeeper.night.result_json import MALFORMED
from scorekeeper.people.tables import name_of_table
from scorekeeper.phrase import Phrase, Refused


def title_of(night: Any, speech: Speech) -> str:
    """Return the title of a night or of a row with the same fields; by default the name of its table, else its game."""
    if night.title:
        return str(night.title)
    return speech.say(name_of_table(night.round_number, night.table_number) if night.round_number else _name_of(night))


def _name_of(night: Any) -> Phrase:
    return game_of(night) if hasattr(night, "houses") else GAMES[night.game].title


def game_of(night: Any) -> Phrase:
    """Return the name of what is played in a night, by its row."""
    return name_of_game(night.game, night.preset, night.houses)


def played_in(night: Any) -> Phrase:
    """Return what is played in the night of a row, and by whose rules.

    Most nights set no values, and their house rules are not read for a list; unreadable ones are those of their author.
    """
    game = GAMES[night.game]
    rules: Preset = game.presets[night.preset]
    if game.named:
        return game_of(night)
    with suppress(Refused, *MALFORMED):
        if '":{' in night.houses:
            agreed = [(first, house) for first, house in json.loads(night.houses) if first <= night.number]
            _, house = max(reversed(agreed), key=itemgetter(0))
            rules = rules_for(night.game, night.preset, json.dumps(house))
    return name_played(game, rules)


def played_beside_title(night: Any, speech: Speech) -> str:
    """Return what is played in the night of a row as far as its title does not say it."""
    title = title_of(night, speech)
    played = speech.say(played_in(night))
    return "" if played == title else played.removeprefix(f"{title} · ")
