"""What the steps of a deal with Tarock cards say: never that a game was won and lost, or won that is paid as lost."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from scorekeeper.games.game import AnyGame, Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.koenigrufen import KOENIGRUFEN
from scorekeeper.games.tapp import TAPP
from scorekeeper.night.pricing import play
from scorekeeper.phrase import PLAIN, Refused, render

PLAYERS = ("Anna", "Bernd", "Clara", "David")
SEATS = {KOENIGRUFEN.key: Seating(1, "David", PLAYERS), TAPP.key: Seating(1, "Clara", PLAYERS[:3])}
TABLES = [
    *((KOENIGRUFEN, preset, {}) for preset in KOENIGRUFEN.presets),
    (KOENIGRUFEN, "ooe", {"revoke": "side_loses"}),
    (KOENIGRUFEN, "ruediger", {"revoke": "others_win"}),
    *((TAPP, preset, {}) for preset in TAPP.presets),
    *((TAPP, preset, {"failed_valat": "valat_only"}) for preset in TAPP.presets),
]


def steps(game: AnyGame, preset: str, house: dict[str, object], **answers: Any) -> list[str]:
    """Return the reasons of all lines of a deal in English."""
    rules = apply_house(game.presets[preset], house)
    return [render(line.reason, PLAIN) for line in play(game, rules, SEATS[game.key], answers).score.lines]


def ended(told: list[str]) -> tuple[set[bool], set[bool]]:
    """Return how the game ended by the card points, and by what is paid for it, as far as the steps say it."""
    counted = {word == "wins" for text in told for word in ("wins", "loses") if f" {word} with " in text}
    paid = {word == "won" for text in told for word in ("won", "lost") if f", {word} by " in text}
    return counted, paid


def with_valat(game: AnyGame) -> Iterator[dict[str, Any]]:
    """Yield deals of Anna with a Valat, and without one."""
    players = SEATS[game.key].playing
    yield from ({"points": points} for points in (20, 60))
    for who, announced, points in product(players, (False, True), (None, 20, 60)):
        for made in (True, False) if announced else (True,):
            row = {"player": who, "bonus": "valat", "announced": announced, "made": made}
            yield {"bonuses": [row]} | ({} if points is None else {"points": points})


@pytest.mark.parametrize(("game", "preset", "house"), TABLES)
def test_no_step_tells_of_a_game_what_the_next_one_denies(game, preset, house):
    """What the card points decide is paid as they say; where a Valat decides, nobody wins or loses by them."""
    asked = 0
    for contract, told in product(("dreier", "rufer", "solo"), with_valat(game)):
        answers = {"declarer": "Anna", "contract": contract} | told
        try:
            said = steps(game, preset, house, **answers | ({"partner": "Bernd"} if contract == "rufer" else {}))
        except Refused:
            continue
        asked += 1
        counted, paid = ended(said)
        assert len(paid) <= 1, said
        assert counted <= paid, said
    assert asked > 10


@pytest.mark.parametrize(
    ("preset", "house"), [(preset, house) for game, preset, house in TABLES if game is KOENIGRUFEN]
)
def test_a_wrong_card_does_not_tell_the_same_game_as_won_and_as_lost(preset, house):
    """Nor of an announcement that it was made and that it failed; who is paid is said instead."""
    rules = apply_house(KOENIGRUFEN.presets[preset], house)
    announced = {"player": "Anna", "bonus": "kings", "announced": True}
    for offender, valat in product(PLAYERS, (False, True)):
        rows = [announced | {"bonus": "valat"}] if valat else [announced]
        for contract in ("rufer", "dreier", "bettel"):
            told: dict[str, Any] = {} if contract == "bettel" else {"bonuses": rows}
            told |= {"partner": "Bernd"} if contract == "rufer" else {}
            said = steps(KOENIGRUFEN, preset, house, declarer="Anna", contract=contract, revoke=offender, **told)
            assert len(ended(said)[1]) <= 1, said
            assert len({"and not made" in text for text in said if "announced" in text}) <= 1, said
            assert all(text.startswith((f"{offender} pays ", f"wrong card by {offender}: ")) for text in said)
            if rules.revoke == "others_win":
                payees = [text.partition(" for a wrong card")[0].split(" pays ")[1] for text in said]
                paid = {name for names in payees for name in names.split(", ")}
                assert paid == set(PLAYERS) - {offender}


def sheet_of(preset: str, answers: dict[str, Any]) -> tuple[int, ...]:
    """Return what a booked deal writes for each player."""
    sheet = play(KOENIGRUFEN, KOENIGRUFEN.presets[preset], SEATS[KOENIGRUFEN.key], answers).sheet
    return tuple(sheet[player] for player in PLAYERS)


@pytest.mark.parametrize("preset", KOENIGRUFEN.presets)
@pytest.mark.parametrize(
    ("who", "contract"), [*product(("Anna", "Clara"), ("dreier", "sechserdreier")), ("", "dreier")]
)
def test_what_is_foreseen_of_an_announced_valat_is_what_will_be_booked(preset, who, contract):
    """No end is told that cannot come, and none that can is left out."""
    rules, seating = KOENIGRUFEN.presets[preset], SEATS[KOENIGRUFEN.key]
    row = {"player": who, "bonus": "valat", "announced": True}
    call: dict[str, Any] = {"declarer": "Anna", "contract": contract} | ({"bonuses": [row]} if who else {})
    ends = KOENIGRUFEN.possible_ends(rules, seating, KOENIGRUFEN.read(rules, seating, call))
    labels = [render(end.label, PLAIN) for end in ends]
    expected = {
        ("failed" in label, tuple(end.score.totals(PLAYERS).values())) for label, end in zip(labels, ends, strict=True)
    }
    results: list[dict[str, Any]] = [{"points": 60}, {"points": 20}]
    if who:
        results = [result | {"bonuses": [row | {"made": False}]} for result in results]
    booked = {(bool(who), sheet_of(preset, call | result)) for result in results}
    if who:
        booked.add((False, sheet_of(preset, call | {"bonuses": [row | {"made": True}]})))
    assert expected == booked
    assert len({end.label for end in ends}) == len(ends) <= 3
    for end in ends:
        won = "game won" in render(end.label, PLAIN)
        assert ended([render(line.reason, PLAIN) for line in end.score.lines])[1] <= {won}
