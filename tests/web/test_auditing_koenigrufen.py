"""The cards of a deal of Königrufen, recorded by four at a table of five, judged and booked."""

import tomllib
from pathlib import Path

import pytest

from tests.web.phone import Phone
from tests.web.test_auditing import compared, findings, look, save, tap

ROWS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "deals.toml").read_text("utf-8"))["records"]
BY_ID = {row["id"]: row for row in ROWS if row["game"] == "koenigrufen"}
NAMES = ("Anna", "Bernd", "Clara", "David", "Emma")


def offered(page, card):
    """Whether a card can be tapped: one that can only have been played is filled in."""
    buttons = page.html.all("button", fits=lambda button: (button["name"], button["value"]) == ("put", card))
    return bool(buttons) and "disabled" not in buttons[0].attributes


def record(phone: Phone, page, play, tricks):
    """Record talon, cards laid away and tricks by tapping."""
    spots = [("go", "talon"), *(("put", card) for card in play["talon"].split())]
    if "discard" in play:
        spots += [("go", "discard"), *(("put", card) for card in play["discard"].split())]
    for name, value in [*spots, ("go", "")]:
        page = tap(phone, page, name, value)
    for trick in tricks:
        for card in trick.split():
            page = tap(phone, page, "put", card) if offered(page, card) else page
    return page


@pytest.fixture
def table(shared_app):
    """Five at a table of Upper Austria, Emma deals and sits out, and Anna's Rufer is called but not booked."""
    phone = Phone(shared_app)
    night = phone.open_night(*NAMES, rules="koenigrufen/ooe")
    return phone, night


def test_a_rufer_is_recorded_counted_and_booked(table):
    phone, night = table
    row = BY_ID["D-KR-1"]
    phone.enter(night, declarer="p1", contract="rufer", called="KH", partner="p4", points="41")
    page = look(phone, night)
    assert "David" in page.form(at="").text
    assert "Emma" not in page.form(at="").text, "she dealt"
    page = record(phone, page, row["play"], row["play"]["tricks"])
    assert not findings(page)
    told = compared(page)
    assert told["Points of the declarer’s side"] == ["41", "40 ≠"]
    save(phone, page, "counted")
    assert look(phone, night).html.one("section", "verdict").one("h2").text.endswith("everything is right")


def test_a_deal_that_counts_double_is_booked_double_from_its_cards(shared_app):
    """KR-46: the factor that the deals before make due is entered with the counted result, as on the entry page."""
    phone, row = Phone(shared_app), BY_ID["D-KR-1"]
    night = phone.open_night("David", "Anna", "Bernd", "Clara", rules="koenigrufen/ruediger")
    counts = {"points.p1": "20 1/3", "points.p2": "30 1/3", "points.p3": "19 1/3", "points.p4": "0"}
    assert phone.enter(night, contract="trischaken", **counts).status == 303
    assert phone.enter(night, "called", declarer="p2", contract="rufer", called="KH").status == 303
    page = record(phone, look(phone, night, 2), row["play"], row["play"]["tricks"])
    save(phone, page, "counted")
    assert "Double deal times 2" in phone.get(f"{night}/deals/2").text
