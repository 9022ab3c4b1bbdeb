"""The games, one line each."""

from scorekeeper.games.game import AnyGame
from scorekeeper.games.herzblatt import HERZBLATT, SOLO
from scorekeeper.games.herzeln import HERZELN
from scorekeeper.games.husarln import HUSARLN
from scorekeeper.games.koenigrufen import KOENIGRUFEN
from scorekeeper.games.tapp import TAPP

GAMES: dict[str, AnyGame] = {game.key: game for game in (HERZBLATT, SOLO, HERZELN, HUSARLN, TAPP, KOENIGRUFEN)}
