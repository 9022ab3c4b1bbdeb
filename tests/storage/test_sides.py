"""On which side everybody played each deal: told by the journal, stored beside it, counted for a group, verified."""

import pytest
from playhouse.migrations import Runner

from scorekeeper.paths import resources
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.groups.figures import count_deals, streaks, sum_by
from scorekeeper.storage.groups.group import add_to_group, take_out_of_group
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.models import GroupRow, database
from scorekeeper.storage.verify import verify_all, verify_night
from tests.storage.nights import NAMES, fresh, send, start

pytestmark = pytest.mark.both_databases

SOLOIST, PARTNER, BESIDE, AGAINST, INDIVIDUAL = "soloist", "partner", "beside", "against", "individual"
TRISCHAKEN = {"contract": "trischaken", "points": {"p1": 20, "p2": "30 1/3", "p3": "19 2/3", "p4": 0}}
RUFER = {"declarer": "p1", "contract": "rufer", "points": 41}
BIRD = [{"bonus": "pagat", "player": "p2", "announced": True, "made": True}]
SIDES = {"S": SOLOIST, "P": PARTNER, "B": BESIDE, "A": AGAINST, "I": INDIVIDUAL}
DEALS = {
    "Rufer with a partner": ("koenigrufen", {**RUFER, "partner": "p3"}, "SAPA"),
    "Rufer with the King in the talon": ("koenigrufen", {**RUFER, "alone": True}, "SAAA"),
    "Rufer given up": ("koenigrufen", {"declarer": "p1", "contract": "rufer", "gave_up": True}, "SAAA"),
    "Solorufer that the partner's bonus is told of": (
        "koenigrufen",
        {"declarer": "p4", "contract": "solorufer", "partner": "p2", "points": 41, "bonuses": BIRD},
        "APAS",
    ),
    "Rufer ended by a wrong card": (
        "koenigrufen",
        {"declarer": "p1", "contract": "rufer", "partner": "p2", "revoke": "p3"},
        "SPAA",
    ),
    "Dreier": ("koenigrufen", {"declarer": "p2", "contract": "dreier", "points": 41}, "ASAA"),
    "Bettel": ("koenigrufen", {"declarer": "p2", "contract": "bettel", "won": True}, "ASAA"),
    "Bettel beside which two play their own": (
        "koenigrufen",
        {
            "declarer": "p2",
            "contract": "bettel",
            "won": True,
            "bei": "p4",
            "bei_won": False,
            "bei2": "p1",
            "bei2_won": True,
        },
        "BSAB",
    ),
    "Trischaken": ("koenigrufen", TRISCHAKEN, "IIII"),
    "Trischaken whose forehand is named": ("koenigrufen", {**TRISCHAKEN, "declarer": "p1"}, "IIII"),
    "Tapp": ("tapp", {"declarer": "p2", "contract": "dreier", "points": 39}, "ASA"),
    "Tapp, all passed": ("tapp", {"passed": True}, ""),
    "Husarln": ("husarln", {"declarer": "p3", "contract": "Z2", "points": 40}, "AAS"),
    "Husarln dealt again": ("husarln", {"redealt": True}, ""),
    "Herzblatt": ("herzblatt", {"soloist": "p2", "points": 71}, "ASA"),
    "Herzblatt, all passed": ("herzblatt", {"passed": True}, ""),
    "Herzblatt for the last trick": ("herzblatt", {"passed": True, "last_trick": "p2"}, "III"),
    "Solo": ("solo", {"soloist": "p1", "suit": "C", "points": 71}, "SAA"),
    "Solo for the last trick": ("solo", {"passed": True, "last_trick": "p3"}, "III"),
    "Herzeln": ("herzeln", {"hearts": {"p1": "A K", "p2": "10 Q J 9", "p3": ""}}, "III"),
    "a tour that was not played": ("herzeln", {"passed": True}, ""),
}
HOUSES = {
    "Bettel beside which two play their own": {"bei": "all"},
    "Husarln dealt again": {"no_tarock_redeal": True},
    "Herzblatt, all passed": {"all_pass": "redeal_same"},
    "Herzblatt for the last trick": {"all_pass": "last_trick"},
    "Solo for the last trick": {"all_pass": "last_trick"},
}


@pytest.fixture
def group(opened):
    """A group without nights."""
    return GroupRow.create(slug="donnerstag", name="Donnerstag", created="", links=1)


def open_night(game, house=None):
    return start(game, 4 if game == "koenigrufen" else 3, house=house or {})


def seating(row):
    keys = [f"p{place}" for place in range(1, (4 if row.game == "koenigrufen" else 3) + 1)]
    return {"dealer": keys[-1], "playing": keys}


def sides(group):
    """How many deals each player played in each role, by name, and what they brought him."""
    groups = count_deals(group_now(group), NightFilter())
    return {key: (sums.deals, sums.paid) for key, sums in sum_by(groups, lambda one: (one.name, one.role)).items()}


def stored():
    columns = "night_id, number, soloist, contract, announced, seat, partner, individual, beside"
    return fetch(f"SELECT {columns} FROM deal ORDER BY 1, 2")


@pytest.mark.parametrize("deal", DEALS)
def test_everybody_is_counted_on_the_side_on_which_he_played(group, deal):
    game, answers, sides_of_all = DEALS[deal]
    expected = [SIDES[letter] for letter in sides_of_all]
    row = open_night(game, HOUSES.get(deal))
    add_to_group(row, group)
    send(row, "booked", number=1, answers=answers)
    paid = dict(fetch("SELECT key, payoff FROM posting JOIN player ON player.id = player_id WHERE number = 1"))
    assert sides(group) == {(NAMES[place], role): (1, paid[f"p{place + 1}"]) for place, role in enumerate(expected)}
    assert verify_night(fresh(row)) is None


@pytest.mark.parametrize("kind", ["voided", "adjusted"])
def test_what_nobody_played_is_on_no_side(group, kind):
    row = open_night("koenigrufen")
    add_to_group(row, group)
    send(row, "booked", number=1, answers={**RUFER, "partner": "p3"})
    facts = {"adjust": {"p1": 3, "p2": -3}} if kind == "adjusted" else {}
    send(row, kind, number=1, **seating(row), **facts, note="so agreed")
    assert sides(group) == {}
    assert verify_night(fresh(row)) is None
    send(row, "undone", number=1, **seating(row))
    assert list(sides(group)) == list(zip(NAMES, (SOLOIST, AGAINST, PARTNER, AGAINST), strict=False))
    assert verify_night(fresh(row)) is None


def test_another_partner_is_told_of_though_the_declarer_has_the_same(group):
    row = open_night("koenigrufen")
    add_to_group(row, group)
    send(row, "booked", number=1, answers={**RUFER, "partner": "p3"})
    send(row, "corrected", number=1, **seating(row), answers={**RUFER, "partner": "p2"})
    assert [name for name, role in sides(group) if role == PARTNER] == [NAMES[1]]
    [anna] = [one.person for one in count_deals(group_now(group), NightFilter()) if one.name == NAMES[0]][:1]
    assert streaks(group_now(group), NightFilter()) == {(anna, "koenigrufen"): 1}, "he won as declarer"
    assert verify_night(fresh(row)) is None


@pytest.mark.parametrize("change", ["partner = 'p2'", "partner = ''", "individual = NOT individual", "beside = 'p4'"])
def test_another_side_than_the_journal_tells_is_found(group, change):
    row = open_night("koenigrufen")
    send(row, "booked", number=1, answers={**RUFER, "partner": "p3"})
    run(f"UPDATE deal SET {change}")
    assert verify_night(fresh(row)).reason.text == "deal {number}: who played it is not as the journal says"


def before_and_after():
    """Take the database back to the version before sides were stored, and return what it had; then bring it up."""
    runner = Runner(database.obj, str(resources("migrations")))
    while "0014_sides" in runner.applied():
        runner.down()
    columns = "number, soloist, contract, announced, seat"
    had = fetch(f"SELECT night_id, {columns} FROM deal ORDER BY night_id, number")
    runner.up()
    return had


def test_a_night_of_an_earlier_version_is_told_the_sides_from_its_journal(group):
    for within in (True, False):
        for deal, (game, answers, _) in DEALS.items():
            row = open_night(game, HOUSES.get(deal))
            send(row, "booked", number=1, answers=answers)
            if within:
                add_to_group(row, group)
    row = open_night("koenigrufen")
    send(row, "booked", number=1, answers={**RUFER, "partner": "p3"})
    send(row, "booked", number=2, answers={**TRISCHAKEN, "declarer": "p2"})
    send(row, "voided", number=3, note="misdealt")
    send(row, "called", number=4, answers={"declarer": "p4", "contract": "rufer", "partner": "p1"})
    unknown = "soloist = NULL, contract = '', announced = ?, seat = 0, partner = ''"
    run(f"UPDATE deal SET {unknown} WHERE night_id = ? AND number = 1", False, row.id)
    rows, counted = stored(), sides(group)
    had = before_and_after()
    assert (row.id, 2, "p2", "trischaken", False, 1) in had, "as version 0.2.0 told it"
    assert stored() == rows, "of what nobody had asked nothing is known"
    assert sides(group) == counted


def test_a_round_of_an_earlier_version_counts_everybody_on_his_side(group):
    for deal, (game, answers, _) in DEALS.items():
        row = open_night(game, HOUSES.get(deal))
        add_to_group(row, group)
        send(row, "booked", number=1, answers=answers)
    rows, counted = stored(), sides(group)
    before_and_after()
    assert (stored(), sides(group)) == (rows, counted)
    assert [finding for _, finding in verify_all() if finding] == []


def test_a_night_is_reported_once_it_joins_a_group(group):
    row = open_night("koenigrufen")
    send(row, "booked", number=1, answers={**RUFER, "partner": "p3"})
    rows = stored()
    run("UPDATE deal SET soloist = NULL, contract = '', announced = ?, seat = 0, partner = ''", False)
    assert verify_night(fresh(row)) is None, "of an earlier version nothing is kept"
    add_to_group(row, group)
    assert stored() == rows
    take_out_of_group(row, "phone")
    assert verify_night(fresh(row)) is None
