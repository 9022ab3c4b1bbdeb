"""What is small in a Tarock game and decides: a third more, contra on a bonus, and which half of the talon it was."""

from itertools import product

import pytest

from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.koenigrufen import KOENIGRUFEN
from scorekeeper.games.tapp import TAPP
from scorekeeper.night.pricing import play
from scorekeeper.phrase import Refused

PLAYERS = ("Anna", "Bernd", "Clara", "David")
SEATS = {"koenigrufen": Seating(1, "David", PLAYERS), "tapp": Seating(1, "Clara", PLAYERS[:3])}
WHOLE = 210  # thirds of the pack
NEEDS = {"sack1": 137, "sack2": 167, "absolut": WHOLE - 59}  # the other side has fewer than 20


def told(thirds: int) -> str | int:
    return int(write_thirds(thirds)) if thirds % 3 == 0 else write_thirds(thirds)


def is_taken(preset: str, bonus: str, who: str, **count: object) -> bool:
    """Return whether a bonus is booked as made beside a count."""
    rows = [{"player": who, "bonus": "sack1"}] if bonus == "sack2" else []
    answers = {"declarer": "Anna", "contract": "dreier", "bonuses": [*rows, {"player": who, "bonus": bonus}], **count}
    try:
        play(KOENIGRUFEN, KOENIGRUFEN.presets[preset], SEATS["koenigrufen"], answers, entered=True)
    except Refused as refused:
        assert refused.key == "bonuses", refused.phrase
        return False
    return True


@pytest.mark.parametrize("bonus", NEEDS)
@pytest.mark.parametrize("who", ["Anna", "Clara"])
def test_a_bonus_of_card_points_missed_by_a_third_is_not_paid(bonus, who):
    """Of a count told to the third, or with the tricks; a count that may be rounded gets the benefit of the doubt."""
    presets = [key for key, rules in KOENIGRUFEN.presets.items() if bonus in {one.key for one in rules.bonuses}]
    assert presets
    for preset, thirds in product(presets, range(NEEDS[bonus] - 4, NEEDS[bonus] + 4)):
        mine = thirds if who == "Anna" else WHOLE - thirds
        made, whole = thirds >= NEEDS[bonus], (mine + 1) // 3
        if mine % 3:
            assert is_taken(preset, bonus, who, points=told(mine)) == made
            assert is_taken(preset, bonus, who, defender_points=told(WHOLE - mine)) == made
        tricks = 6 + mine % 3
        assert is_taken(preset, bonus, who, points=told(mine), tricks=tricks) == made
        assert is_taken(preset, bonus, who, points=whole, tricks=tricks) == made
        assert is_taken(preset, bonus, who, defender_points=70 - whole, tricks=tricks) == made
        rounded = [3 * whole + more if who == "Anna" else WHOLE - 3 * whole - more for more in (-1, 0, 1)]
        assert is_taken(preset, bonus, who, points=whole) == any(one >= NEEDS[bonus] for one in rounded)


@pytest.mark.parametrize("preset", TAPP.presets)
@pytest.mark.parametrize("halves", ["free", "fixed"])
def test_the_half_of_the_talon_is_asked_for_where_either_could_be_taken(preset, halves):
    """A Dreier takes either half; Unterer and Oberer say which where the halves are fixed; a Solo takes none."""
    rules = apply_house(TAPP.presets[preset], {"halves": halves})
    either = {"dreier": True, "unterer": halves == "free", "oberer": halves == "free", "solo": False}
    for contract in rules.contracts:
        recording = TAPP.auditor.find_recording(rules, SEATS["tapp"], {"declarer": "Anna", "contract": contract.key})
        assert len(recording.halves) == (2 if either[contract.key] else 0), contract.key


@pytest.mark.parametrize("preset", KOENIGRUFEN.presets)
def test_of_the_talon_of_koenigrufen_too(preset):
    rules = KOENIGRUFEN.presets[preset]
    for contract in rules.contracts:
        answers = {"declarer": "Anna", "contract": contract.key}
        recording = KOENIGRUFEN.auditor.find_recording(rules, SEATS["koenigrufen"], answers)
        takes = "rufer" in contract.key and contract.key != "solorufer"
        takes = takes or contract.key in ("dreier", "farbendreier")
        assert len(recording.halves) == (2 if takes else 0), contract.key
