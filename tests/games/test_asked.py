"""What may be asked about a deal is put together once for all deals with the same seats, and is what the game asks."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating

PLAYERS = ("Anna", "Bernd", "Clara", "David", "Emma")
AUTHORS = [(game, author) for game in GAMES for author in GAMES[game].presets]


@pytest.mark.parametrize(("key", "author"), AUTHORS)
def test_of_a_deals_number_only_its_place_in_a_party_matters(key, author):
    game = GAMES[key]
    rules = game.presets[author]
    for players in rules.players:
        playing = PLAYERS[:players]
        for number in (*range(1, 2 * game.party_deals + 2), 8 * 17 + 3):
            seating = Seating(number, playing[-1], playing)
            assert game.asked(rules, seating) == game.ask(rules, seating, None)
