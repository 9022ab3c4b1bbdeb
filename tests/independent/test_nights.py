"""Every game against independent scorers, on random nights."""

from random import Random

import pytest

from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.telling.night import score_night
from tests.chosen import noted, some

from . import cego, herzblatt, herzeln, husarln, koenigrufen, paskievics, quodlibet, tapp, zwanzigerrufen
from .cards import OWN

NIGHTS = {herzblatt: 400, herzeln: 300, husarln: 300, koenigrufen: 300, tapp: 400, zwanzigerrufen: 300, cego: 300}
NIGHTS |= {quodlibet: 200, paskievics: 300}


def fits(night, deal):
    """Whether no rule is against a deal; what is refused of cards that were played, test_possible.py asks."""
    try:
        read_night(night | {"deals": [deal]})
    except Refused:
        return False
    return True


def draw_night(game, seed):
    return game.draw_night(
        Random(seed), *([fits] if game in (cego, husarln, koenigrufen, paskievics, tapp, zwanzigerrufen) else [])
    )


def sum_lines(deal, players):
    """Take the lines out of a deal of `score --json`; return what they write for each player, and what they pay."""
    written, paid = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for line in deal.pop("lines"):
        each = line["value"]
        for factor in line["factors"]:
            each *= factor["times"]
        assert line["amounts"] == {player: each * share for player, share in line["shares"].items()}
        assert line["rule"]
        assert line["reason"]
        for player, amount in line["amounts"].items():
            paid[player] += amount
            written[player] += 0 if line.get("cash") else amount
    return written, paid


def check_night(night, expected):
    """A night file scores as an independent program has it, its lines add up, and it is read as it is written."""
    document = read_night(night)
    assert [slot.result for slot in read_night(write_night(document)).slots] == [slot.result for slot in document.slots]
    scored = score_night(document)
    del scored["payments"]  # as few as can be, tests/payments says
    for deal in scored["deals"]:
        assert deal.pop("steps")
        written, paid = sum_lines(deal, scored["players"])
        assert written == deal["sheet"]
        assert paid == deal["payoff"] or written == paid, "what is paid besides stands in lines of its own"
    assert scored == expected, night


@pytest.mark.parametrize("game", NIGHTS, ids=lambda game: game.__name__.rpartition(".")[2])
@pytest.mark.parametrize("part", some(range(4), 0))
def test_draw_nights_score_the_same(game, part):
    for seed in range(NIGHTS[game])[part::4]:
        with noted(seed=seed):
            night = draw_night(game, seed)
            expected = game.score(night)
            if game is koenigrufen and "trischaken_pot" not in night["house"]:
                accounts = [deal[account] for deal in expected["deals"] for account in ("sheet", "payoff")]
                assert not any(sum(account.values()) for account in accounts)
            check_night(night, expected)


BESIDE_KOENIGRUFEN = {
    *(
        "partner",
        "alone",
        "gave_up",
        "revoke",
        "factor",
        "forehand",
        "won",
        "tricks",
        "unplayed",
        "points",
        "defender_points",
    )
}


@pytest.mark.parametrize(
    ("game", "rules", "switches", "contracts", "bonuses", "keys"),
    [
        (herzeln, (), ("money", "tie"), (), (), ("hearts", "tricks", "queens", "king", "last", "out", "points")),
        (husarln, husarln.AUTHORS, ("game_end", "solo_talon"), husarln.VALUES, husarln.BONUSES, ("passed", "adjust")),
        (
            *(koenigrufen, koenigrufen.AUTHORS, koenigrufen.SWITCHES, koenigrufen.VALUES),
            *((*koenigrufen.BONUSES, "valat", *OWN), BESIDE_KOENIGRUFEN),
        ),
        (
            *(zwanzigerrufen, zwanzigerrufen.AUTHORS, zwanzigerrufen.HELD, zwanzigerrufen.GAME),
            *(zwanzigerrufen.BONUSES, ("partner", "called", "contra", "won", "points", "defender_points")),
        ),
        (
            *(cego, ("schwarzwald",), cego.HELD, cego.GAME, ()),
            ("against_solo", "no_trick", "loser", "won", "tricks", "points", "defender_points"),
        ),
        (quodlibet, quodlibet.AUTHORS, quodlibet.SWITCHES, (), (), ("tour", *quodlibet.KEYS)),
        (
            *(paskievics, paskievics.AUTHORS, paskievics.HELD, paskievics.GAME, paskievics.BONUSES),
            ("passed", "partner", "alone", "called", "contra", "won", "points", "defender_points"),
        ),
        (tapp, tapp.AUTHORS, tapp.OFFERED, tapp.GAME, (*tapp.HANDS, *tapp.STEPS, "pagat", "valat"), ("contra",)),
    ],
    ids=lambda game: getattr(game, "__name__", "").rpartition(".")[2],
)
def test_the_nights_of_a_game_hold_every_author_contract_bonus_and_switch(
    game, rules, switches, contracts, bonuses, keys
):
    nights = [draw_night(game, seed) for seed in range(NIGHTS[game] // 2)]
    deals = [deal for night in nights for deal in night["deals"]]
    rows = [row for deal in deals for row in deal.get("bonuses", [])]
    assert {night.get("rules") for night in nights} >= {*rules}
    assert {name for night in nights for name in night.get("house", {})} >= {*switches}
    assert {deal.get("contract") for deal in deals} >= {*contracts}
    assert {row["bonus"] for row in rows} >= {*bonuses}
    assert {key for deal in deals for key in deal} >= {*keys}
    assert sum(row.get("made") is False for row in rows) > (30 if rows else -1)
