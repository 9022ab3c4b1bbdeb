"""What may be asked about a deal is put together once for all deals with the same seats, and is what the game asks."""

from dataclasses import replace

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


@pytest.mark.parametrize("key", GAMES)
def test_it_is_kept_for_the_same_seats_and_rules_only(key):
    game, (rules, *_) = GAMES[key], GAMES[key].presets.values()
    playing = PLAYERS[: min(rules.players)]
    first = game.asked(rules, Seating(1, playing[-1], playing))
    assert game.asked(rules, Seating(1 + game.party_deals, playing[-1], playing)) is first
    assert game.asked(rules, Seating(1, playing[0], (*playing[1:], playing[0]))) is not first
    assert game.asked(replace(rules), Seating(1, playing[-1], playing)) is not first
