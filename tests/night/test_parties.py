"""Several parties of Herzeln in a night: each begins anew and has totals and a winner of its own."""

from random import Random

import pytest

from scorekeeper.journal.acts import Opened, RulesChanged
from scorekeeper.language import Speech, find_locale
from scorekeeper.night.night import open_night
from scorekeeper.night.transitions import advance
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.phrase import Refused
from scorekeeper.spreadsheet.csv_file import csv_lines
from scorekeeper.spreadsheet.night import deals_table
from scorekeeper.telling.night import format_night, parties_in
from tests.independent import herzeln
from tests.tables import joined

ENGLISH = Speech(find_locale(("en",)))


def night_of(deals):
    """The first so many deals of a random night of three parties."""
    nights = (herzeln.draw_night(Random(seed)) for seed in range(100))
    night = next(night for night in nights if len(night["deals"]) == 20)
    return night | {"deals": night["deals"][:deals]}


def agreed(night, first, **house):
    return advance(night, RulesChanged(number=first, house=house))


def test_a_party_is_paid_in_one_way_from_its_first_tour_to_its_last():
    """Else the winner would be paid once more what each tour has paid already, or what was due would never be paid."""
    night = open_night(Opened(game="herzeln", seats=("A", "B", "C"), house={}))
    for first in (2, 5, 8):
        with pytest.raises(Refused) as refused:
            agreed(night, first, money="winner_takes")
        assert dict(refused.value.phrase.values)["number"] == 9
    assert agreed(night, 5, rows="per_jack", money="pairwise").rules_at(8).rows == "per_jack"
    assert agreed(night, 9, money="winner_takes").rules_at(16).money == "winner_takes"
    later = agreed(night, 13, rows="per_jack")
    with pytest.raises(Refused):
        agreed(later, 9, money="winner_takes")


def test_the_printed_night_says_after_each_party_who_won_it():
    document = read_night(night_of(19))
    lines = [line for line in format_night(document, ENGLISH) if line.startswith("Game ")]
    assert [line[:7] for line in lines] == ["Game 1:", "Game 2:", "Game 3:"]
    assert all(" with " in line for line in lines[:2])
    assert "5 tours are left to play" in lines[2]


def test_a_spreadsheet_has_the_tours_and_the_running_totals_of_each_party():
    night = night_of(17)
    document = read_night(night)
    rows = joined(csv_lines(deals_table(document.night, document.slots, parties_in(document), ENGLISH)))
    assert [row["party"] for row in rows] == [*"1" * 8, *"2" * 8, "3"]
    for player in night["players"]:
        tours = [int(row[f"sheet {player}"]) for row in rows]
        assert tours == [deal["sheet"].get(player, 0) for deal in herzeln.score(night)["deals"]]
        running = [int(row[f"party {player}"]) for row in rows]
        assert running == [sum(tours[place - place % 8 : place + 1]) for place in range(17)]
