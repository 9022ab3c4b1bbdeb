"""A night that was saved is opened again under "New night", once however often, and by nobody else."""

from io import BytesIO

import pytest

from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.web.opening import views
from scorekeeper.web.rules import forms
from tests.web.group import open_group
from tests.web.html import values
from tests.web.paying import holds, opened
from tests.web.phone import Phone

EVENING = """game = "herzblatt"
rules = "muhr"
stake = "0.10 EUR"
players = ["Anna", "Bernd", "Clara"]

[[deals]]
line = "A 71"
"""


def open_file(phone, body, group="", name="night.toml"):
    """Choose a file under "New night"."""
    page = phone.get("/nights/new", round=group[3:] or None)
    form = page.form(sheet="")
    return phone.post(form["action"], values(form) | {"file": (BytesIO(body.encode()), name)})


def delete(phone, night):
    assert phone.fill_in(f"{night}/delete", "typed", typed="Herzblatt").status == 303


@pytest.mark.both_databases
@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_saved_night_is_opened_again_after_it_was_deleted(host, night, form):
    host.book(night, "p2", 40)
    before = opened(host, night)
    file = host.get(f"{night}/night.{form}").body
    delete(host, night)
    again = open_file(host, file, name=f"night.{form}").location
    assert again != night
    assert opened(host, again) == before
    assert holds(again)
    host.book(again, "p1", 71)
    assert open_file(host, file).location == again, "it is the same night, though it went on"
    assert open_file(host, file + "\n").location == again
    delete(host, again)
    assert open_file(host, file).location not in (night, again)


def test_a_night_that_is_here_stays_closed_to_whom_has_only_its_file(shared_app, host, night):
    file = host.get(f"{night}/night.toml").body
    assert open_file(host, file).location == night
    refused = open_file(Phone(shared_app), file)
    assert (refused.status, "ask a host for the link" in refused.errors) == (422, True)
    host.book(night, "p2", 40)
    newer = host.get(f"{night}/night.toml").body
    assert open_file(host, newer).location == night


def test_a_file_that_went_on_otherwise_is_refused(host, night):
    early = host.get(f"{night}/night.toml").body
    host.book(night, "p2", 40)
    later = host.get(f"{night}/night.toml").body
    delete(host, night)
    assert open_file(host, early).status == 303
    refused = open_file(host, later)
    assert (refused.status, "delete it first" in refused.errors) == (422, True)


def test_an_evening_written_by_hand_is_opened_once_and_in_its_group(host, night):
    group = open_group(host, night)
    first = open_file(host, EVENING, group).location
    assert open_file(host, EVENING, group).location == first
    assert opened(host, first) == {"Anna": "+€0.20", "Bernd": "−€0.10", "Clara": "−€0.10"}
    assert first in host.get(group).body
    with database.connection_context():
        assert find_night(first[3:11]) is not None
    wrong = open_file(host, EVENING.replace("A 71", "Q 71"))
    assert (wrong.status, "Q is none of the players" in wrong.errors) == (422, True)


def test_a_long_night_is_opened_though_other_forms_are_shorter(host, monkeypatch):
    body = EVENING + '[[deals]]\nline = "B 54"\n' * 30 + "# " + "x" * 400_000 + "\n"
    assert open_file(host, body).status == 303
    monkeypatch.setattr(forms, "LONGEST_FILE", 300_000)
    refused = open_file(host, body)
    assert (refused.status, "longer than any night" in refused.errors) == (422, True)
    monkeypatch.setattr(views, "LONGEST_FILE", 300_000)
    assert open_file(host, body).status == 413


def test_a_night_of_more_deals_than_an_evening_has_is_left_to_the_command(host):
    """A megabyte would be 25,000 short deals, which keep the server busy for more than ten seconds."""
    body = EVENING + '[[deals]]\nline = "B 54"\n' * (forms.MOST_DEALS - 1)
    assert open_file(host, body).status == 303
    refused = open_file(host, body + '[[deals]]\nline = "A 71"\n')
    assert (refused.status, "longer than any night" in refused.errors) == (422, True)


@pytest.mark.parametrize(("game", "rules"), [("husarln", "loew"), ("tapp", "mayr"), ("koenigrufen", "wien")])
def test_an_announcement_without_an_ending_was_made_and_can_be_fixed(host, game, rules):
    contract = "Z2" if game == "husarln" else "dreier"
    body = f"""game = "{game}"
rules = "{rules}"
players = ["Anna", "Bernd", "Clara", "Dora"]

[[deals]]
declarer = "Anna"
contract = "{contract}"
points = 37
bonuses = [{{player = "Anna", bonus = "pagat", announced = true}}]
"""
    night = open_file(host, body).location
    before = host.standing(night)
    page = host.get(f"{night}/deals/1/correct")
    form = page.form(points="")
    rest = str(int(values(form)["defender_points"][0]) - 1)
    answer = host.send(page, form, action="confirm", points="38", defender_points=rest, note="counted again")
    assert answer.status == 303
    assert host.standing(night) == before, "38 card points pay what 37 do"


def test_the_list_of_games_says_which_herzeln_it_is(shared_app):
    """By the name many mean Hearts with the Queen of spades."""
    listed = Phone(shared_app).get("/nights/new")
    assert "Herzeln (eight tours, Piatnik)" in listed.text
