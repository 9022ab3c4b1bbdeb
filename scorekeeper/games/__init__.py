"""The games, one line each."""

from scorekeeper.games.game import Game
from scorekeeper.games.herzblatt import HERZBLATT, SOLO
from scorekeeper.games.herzeln import HERZELN
from scorekeeper.games.husarln import HUSARLN

GAMES: dict[str, Game] = {game.key: game for game in (HERZBLATT, SOLO, HERZELN, HUSARLN)}
