"""Three evenings of one round in a browser: other guests, one who comes late, one who is forgotten, and the season."""

from collections import Counter

import pytest

from tests.browser.acts import book, choose, press
from tests.independent.herzblatt import score


def begin_round(phone, server):
    phone.goto(f"{server}/rounds/new")
    phone.fill("input[name=name]", "Donnerstag")
    phone.tap("form.stack button")
    phone.wait_for_url("**/r/*")
    return phone.url


def first_night(phone, names):
    phone.tap("main .actions a.primary")
    phone.tap("a.card[href*='/herzblatt?']")
    phone.tap("button[form=choose]")
    phone.wait_for_url("**/herzblatt/braun?*")
    for seat, name in enumerate(names):
        phone.fill(f"input[name=players-{seat}]", name)
    phone.tap("form.stack button.primary")
    phone.wait_for_url("**/n/*")


def next_night(phone, meeting):
    phone.goto(meeting)
    phone.tap("form[action$='/next'] button")
    phone.wait_for_url("**/n/*")


def move(phone, night, name="", leaves=""):
    """At the table somebody joins, and somebody leaves."""
    phone.goto(f"{night}/table")
    if name:
        phone.fill("#name", name)
        phone.tap("button[value=join]")
        phone.locator(".people strong", has_text=name).wait_for()
    if leaves:
        phone.locator(".people li", has_text=leaves).locator("button[value=leave]").tap()
        phone.locator(".people li", has_text="has left").wait_for()


def play(phone, night, deals, here):
    """Book deals, and return what an independent program makes of them for those who are here."""
    sums = Counter()
    for soloist, points in deals:
        phone.goto(f"{night}/enter")
        chip = phone.locator("label.chip", has=phone.locator("input[name=soloist]"), has_text=soloist)
        choose(phone, "soloist", chip.locator("input").get_attribute("value"))
        press(phone, str(points))
        book(phone)
        told = score({"game": "herzblatt", "players": here, "deals": [{"soloist": soloist, "points": points}]})
        sums.update(told["balance"])
    return sums


def season(phone, meeting):
    phone.goto(f"{meeting}/season")
    rows = phone.locator("table.season").first.locator("tbody tr").all()
    told = [(row.locator("th").inner_text(), row.locator("td").first.inner_text()) for row in rows]
    return {name: int(points.replace("−", "-")) for name, points in told}


@pytest.mark.at_length
def test_three_evenings_of_a_round(phone, server):
    meeting = begin_round(phone, server)
    first_night(phone, ("Anna", "Bernd", "Clara"))
    first = phone.url.split("#")[0]
    sums = play(phone, first, [("Anna", 71), ("Clara", 30)], ["Anna", "Bernd", "Clara"])

    next_night(phone, meeting)
    second = phone.url.split("#")[0]
    sums.update(play(phone, second, [("Bernd", 100)], ["Anna", "Bernd", "Clara"]))
    move(phone, second, name="Gerd")  # he comes late
    sums.update(play(phone, second, [("Gerd", 80)], ["Anna", "Bernd", "Clara", "Gerd"]))

    next_night(phone, meeting)
    third = phone.url.split("#")[0]
    move(phone, third, name="Hanna", leaves="Bernd")
    sums.update(play(phone, third, [("Hanna", 20)], ["Anna", "Clara", "Gerd", "Hanna"]))
    assert sum(sums.values()) == 0
    assert season(phone, meeting) == dict(sums)

    phone.goto(f"{second}/forget")
    phone.locator("label.chip", has_text="Gerd").tap()
    with phone.expect_navigation():
        phone.tap("form.stack button.primary")
    told = season(phone, meeting)
    [nobody] = told.keys() - sums.keys()
    assert nobody.startswith("N. N.")
    assert told == {nobody: sums.pop("Gerd"), **sums}
    assert "Gerd" not in phone.content()
