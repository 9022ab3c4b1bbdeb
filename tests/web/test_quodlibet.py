"""Quodlibet in a form: every tour can be entered, and a tour that other deals leave no room for is not offered."""

import json
import re

import pytest

from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import load
from scorekeeper.telling.night import score_night
from tests.web.paying import holds
from tests.web.phone import Phone

FOUR = ("Anna", "Bernd", "Clara", "Dora")
TRICKS = {"tricks.p1": "3", "tricks.p2": "2", "tricks.p3": "1"}
OUT = {"out.1": "p2", "out.2": "p1", "out.3": "p4", "left.p3": "3"}
RESULTS = {
    "plus": TRICKS,
    "minus": TRICKS,
    "neighbour": TRICKS,
    "king_ober": {"king": "p1", "ober": "p1", "together": "yes"},
    "first_last": {"first": "p1", "second": "p2", "third": "p3", "last": "p4"},
    "no_hearts": {"hearts.AH": "p1", "hearts.rest": "p2"},
    "ober_unter": {"obers.p1": "3", "unters.p2": "3", "mixed.p3": "1"},
    "bribe": {**TRICKS, "lowest.p1": "2", "lowest.p2": "2", "lowest.p3": "2", "both.p1": "1"},
    "blind": TRICKS,
    "hunt": TRICKS,
    "quadrature": OUT,
    "snack": OUT,
}


def offered(page):
    """Return the tours that a form offers."""
    return [field["value"] for field in page.form(number="").all("input") if field["name"] == "tour" and field["value"]]


def open_table(app, rules="wikipedia", languages="en", **house):
    phone = Phone(app, languages)
    return phone, phone.open_night(*FOUR, rules=f"quodlibet/{rules}", amount="0.10", **house)


@pytest.mark.parametrize("languages", ["de-AT", "en"])
def test_a_game_of_twelve_tours_can_be_entered_and_read_on_every_page(shared_app, languages):
    phone, night = open_table(shared_app, languages=languages)
    for tour, result in RESULTS.items():
        assert phone.enter(night, tour=tour, **result).status == 303, tour
    phone.read_pages(night, 6)
    assert holds(night)
    (party,) = score_night(read_night(load(phone.get(f"{night}/night.toml").body)))["parties"]
    assert (party["last"], party["winners"]) == (12, ["Dora"])


def test_a_form_offers_the_tours_that_are_left_of_the_round(shared_app):
    phone, night = open_table(shared_app)
    assert offered(phone.get(f"{night}/enter")) == ["plus", "minus", "neighbour", "king_ober"]
    for tour in ("minus", "plus"):
        assert phone.enter(night, tour=tour, **TRICKS).status == 303
    assert offered(phone.get(f"{night}/enter")) == ["neighbour", "king_ober"]
    refused = phone.enter(night, tour="plus", **TRICKS)
    assert (refused.status, refused.errors) == (422, "Plus was already played, in deal 2")
    refused = phone.enter(night, tour="snack", **OUT)
    assert refused.errors == "Snack is a tour of round 3, and this is round 1"
    for tour in ("king_ober", "neighbour"):
        assert phone.enter(night, tour=tour, **RESULTS[tour]).status == 303
    assert offered(phone.get(f"{night}/enter")) == ["first_last", "no_hearts", "ober_unter", "bribe"]


def test_a_called_tour_is_taken_as_a_played_one_is(shared_app):
    phone, night = open_table(shared_app)
    assert phone.enter(night, tour="minus", **TRICKS).status == 303
    assert phone.enter(night, "called", tour="minus").status == 422
    assert phone.enter(night, "called", tour="plus").status == 303
    assert "Plus" in phone.get(f"{night}/board").text


def test_everybody_deals_each_tour_once_where_a_game_is_48_deals(shared_app):
    phone, night = open_table(shared_app, **{"house-length": '"each"', "house-dealing": '"in_turn"'})
    assert phone.enter(night, tour="snack", **OUT).status == 303
    assert "snack" in offered(phone.get(f"{night}/enter")), "another dealer"
    assert phone.enter(night, tour="snack", **OUT).status == 303
    refused = phone.enter(night, tour="snack", dealer="p1", **OUT)
    assert (refused.status, refused.errors) == (422, "Anna already chose Snack, in deal 2")
    assert phone.enter(night, tour="snack", **OUT).status == 303, "Bernd deals"


def test_a_corrected_deal_leaves_the_later_ones_their_tours(shared_app):
    phone, night = open_table(shared_app)
    for tour in ("minus", "plus"):
        assert phone.enter(night, tour=tour, **TRICKS).status == 303
    assert offered(phone.get(f"{night}/deals/1/correct")) == ["minus", "neighbour", "king_ober"]
    refused = phone.correct(night, 1, tour="plus")
    assert (refused.status, refused.errors) == (422, "Plus was already played, in deal 2")
    assert phone.correct(night, 1, tour="neighbour").status == 303
    assert phone.correct(night, 2, tour="minus").status == 303, "it is free again"
    assert holds(night)


def test_who_has_the_most_points_begins_the_next_round(shared_app):
    phone, night = open_table(shared_app)
    for tour in ("plus", "minus", "neighbour", "king_ober"):
        assert phone.enter(night, tour=tour, **RESULTS[tour]).status == 303
    most = max(phone.standing(night).items(), key=lambda row: row[1])[0]
    assert most == "Anna"
    assert phone.get(f"{night}/enter").html.one("select").all("option")[0].text == "Anna"
    assert phone.correct(night, 4, king="p3", ober="p3", together="yes").status == 303
    assert max(phone.standing(night).items(), key=lambda row: row[1])[0] == "Clara"
    assert phone.enter(night, tour="bribe", **RESULTS["bribe"]).status == 303
    file = score_night(read_night(load(phone.get(f"{night}/night.toml").body)))
    assert [deal["dealer"] for deal in file["deals"]] == ["Dora", "Anna", "Bernd", "Clara", "Clara"]


def test_each_deals_twelve_times_in_a_row_where_the_table_says_so(shared_app):
    phone, night = open_table(shared_app, "frankonia")
    for tour, result in RESULTS.items():
        assert phone.enter(night, tour=tour, **result).status == 303
    assert len(offered(phone.get(f"{night}/enter"))) == 12
    assert phone.enter(night, tour="plus", **TRICKS).status == 303
    file = score_night(read_night(load(phone.get(f"{night}/night.toml").body)))
    assert {deal["dealer"] for deal in file["deals"][:12]} == {"Dora"}
    assert file["deals"][12]["dealer"] == "Anna"


def test_rows_from_paper_are_checked_against_each_other(shared_app):
    phone, night = open_table(shared_app)
    rows = ["minus 3 2 1 2", "plus 3 2 1 2", "minus 3 2 1 2"]
    refused = phone.fill_in(f"{night}/paper", "number", "action=together", row=rows)
    assert "Minus was already played, in deal 1" in refused.text
    rows = [
        "minus 3 2 1 2",
        "plus 3 2 1 2",
        "king_ober K:A Q:B",
        "neighbour 1 2 3 2",
        "first_last 1st:A 2nd:B 3rd:C 8th:D",
    ]
    assert phone.fill_in(f"{night}/paper", "number", "action=together", row=rows).status == 303


def test_the_ready_sheet_of_the_same_name_says_that_it_counts_points_only(shared_app):
    phone = Phone(shared_app, "en")
    text = phone.get("/nights/own").text
    assert "Quodlibet (Punkte)" in text
    assert "The points only: twelve deals" in text


def test_forms_for_later_deals_are_fetched_again_when_a_tour_was_played(shared_app):
    phone, night = open_table(shared_app)
    before = dict(json.loads(phone.get(f"{night}/now").body)["ahead"])
    assert phone.enter(night, tour="minus", **TRICKS).status == 303
    after = dict(json.loads(phone.get(f"{night}/now").body)["ahead"])
    assert [before[number] == after[number] for number in (2, 3, 4, 5)] == [False, False, False, True]
    assert offered(phone.get(f"{night}/ahead/3")) == ["plus", "neighbour", "king_ober"]
    assert offered(phone.get(f"{night}/ahead/5")) == ["first_last", "no_hearts", "ober_unter", "bribe"]


def test_on_the_board_the_fewest_points_lead(shared_app):
    phone, night = open_table(shared_app)
    assert phone.enter(night, tour="minus", **TRICKS).status == 303
    assert "Clara leads" in phone.get(f"{night}/board").text


def coloured(page, number):
    """Return the classes in which a page writes a number."""
    found = re.findall(r'class="(plus|minus)">\s*([+−]?[0-9]+)\s*<', page.body)
    return {name for name, written in found if written == number}


def test_points_that_nobody_wants_have_the_colour_of_a_loss(shared_app):
    phone, night = open_table(shared_app)
    assert phone.enter(night, tour="minus", **TRICKS).status == 303
    for path in ("", "/board", "/deals/1"):
        assert coloured(phone.get(night + path), "+30") == {"minus"}, path
    (deal,) = score_night(read_night(load(phone.get(f"{night}/night.toml").body)))["deals"]
    won = max(deal["payoff"].values())
    assert coloured(phone.get(f"{night}/deals/1"), f"+{won}") == {"plus"}, "what is paid is money, and good"
