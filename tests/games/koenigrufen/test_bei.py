"""Games "bei": beside a negative game others play one, too, each for themselves (KR-130, KR-131)."""

from itertools import product

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.games.koenigrufen import bei
from scorekeeper.journal.acts import Answered
from scorekeeper.language import Speech
from scorekeeper.night.pricing import play
from scorekeeper.night.record import read_play
from scorekeeper.phrase import PLAIN, Refused, render
from scorekeeper.telling.audit import format_verdict

GAME = GAMES["koenigrufen"]
PLAYERS = ("Anna", "Bernd", "Clara", "David")
SEATING = Seating(1, "David", PLAYERS)
PICCOLO = {"declarer": "Anna", "contract": "piccolo"}


def table(author, **house):
    return apply_house(GAME.presets[author], house)


def pay(rules, **answers):
    return play(GAME, rules, SEATING, Answered(1, SEATING, answers)).payoff


def games_beside(contract, author="wien", **house):
    rules = table(author, **house)
    return {game.key for game in bei.find_games(rules, rules.contract_of[contract])}
