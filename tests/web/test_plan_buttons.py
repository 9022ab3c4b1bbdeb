"""What a plan of payments shows is what its buttons book, for everybody who sees them."""

import pytest

from tests.web.group import member_of
from tests.web.html import controls
from tests.web.paying import holds
from tests.web.phone import links
from tests.web.test_treasurer import name

PAGES = ("settle", "carry")


@pytest.fixture
def roles(shared_app, host, night, writer, onlooker, group, member):
    """Phones by their role at nights that a member of the group opens; the treasurer comes last."""
    phones = {
        "host of the group": host,
        "host of the nights": member,
        "other member": member_of(shared_app, host, group),
        "onlooker": member_of(shared_app, host, group, "onlooker"),
        "treasurer": member_of(shared_app, host, group),
    }
    name(host, group)
    return phones


def nights_of(phone, group):
    """Nights of one group: two that share two of three people, then three in francs, in points and in forint."""
    made = [
        phone.open_night("Anna", "Bernd", "Clara", round=group[3:]),
        phone.open_night("Anna", "Bernd", "Dora", round=group[3:]),
        phone.open_night("Anna", "Bernd", "Emil", round=group[3:], currency="CHF"),
        phone.open_night("Anna", "Bernd", "Clara", round=group[3:], amount=""),
        phone.open_night("Bernd", "Clara", "Dora", round=group[3:], currency="HUF", amount="50"),
    ]
    for night in made:
        phone.book(night, "p1", 90)
    return made


def opened(phone, night):
    """What is open for each person, without zeros."""
    rows = phone.get(f"{night}/settle").html.one("table", "standing").one("tbody").all("tr")
    amounts = {row.one("th").text.split()[0]: row.all("td")[-1].text for row in rows}
    return {person: amount for person, amount in amounts.items() if amount[0] in "+−"}


def tables(page):
    """What each table of a plan shows, by the name of the person."""
    return [
        {row.one("th").text: row.all("td")[0].text for row in table.one("tbody").all("tr")}
        for table in page.html.one("main").all("table")
    ]


def buttons(page):
    """Every button of every form of a page, with the fields that are filled in."""
    for form in page.html.one("main").all("form", fits=lambda form: form["method"] == "post"):
        fields = {}
        for field, value, element in controls(form):
            if element["type"] in ("checkbox", "radio"):
                most = {"players": 2, "night": 1}[field]
                fields[field] = [*fields.get(field, []), value][:most]
            elif field == "part":
                fields[field] = "0.10"
        for button in form.all("button"):
            yield form, button, fields


@pytest.mark.both_databases
@pytest.mark.parametrize("role", ["host of the nights", "treasurer"])
def test_the_plan_for_all_nights_is_what_its_button_books(roles, group, role):
    hosting, phone = roles["host of the nights"], roles[role]
    first, second, *others = nights_of(hosting, group)
    before = [opened(hosting, night) for night in others]
    page = phone.get(f"{group}/settle")
    (shown,) = tables(page)
    assert shown == {"Anna": "+€0.40", "Bernd": "−€0.20", "Clara": "−€0.10", "Dora": "−€0.10"}
    answer = phone.send(page, page.form(last="", by=""))
    assert (answer.status, answer.location) == (303, f"{second}/settle")
    assert opened(hosting, second) == shown
    assert opened(hosting, first) == {}
    assert [opened(hosting, night) for night in others] == before, "other currencies stay where they are"
    assert all(holds(night) for night in (first, second, *others))


def test_each_currency_has_its_own_plan(roles, group):
    phone = roles["host of the nights"]
    nights = nights_of(phone, group) + nights_of(phone, group)
    page = phone.get(f"{group}/settle")
    plans = tables(page)
    assert [{amount.strip("+−0123456789.") for amount in plan.values()} for plan in plans] == [
        {"HUF"}, {""}, {"CHF"}, {"€"}
    ]  # fmt: skip
    assert phone.send(page, page.form(last="", by="")).status == 303
    assert [opened(phone, night) for night in (nights[9], nights[8], nights[7], nights[6])] == plans


def test_a_plan_that_has_changed_since_it_was_shown_is_not_booked(roles, group):
    phone = roles["host of the nights"]
    first, *_ = nights_of(phone, group)
    page = phone.get(f"{group}/settle")
    phone.book(first, "p2", 90)
    before = opened(phone, first)
    answer = phone.send(page, page.form(last="", by=""))
    assert (answer.status, "look at the plan again" in answer.text) == (422, True)
    assert opened(phone, first) == before


@pytest.mark.parametrize("role", ["host of the group", "host of the nights", "other member", "onlooker", "treasurer"])
def test_every_button_of_every_plan_is_answered_for_whom_it_is_shown_to(roles, group, role):
    hosting, phone = roles["host of the nights"], roles[role]
    nights = nights_of(hosting, group)
    pages = [f"{group}/settle", *(f"{night}/{page}" for night in nights[:2] for page in PAGES)]
    if role != "treasurer":  # who comes into a night by settling it
        for night in nights[:2]:
            phone.join(links(hosting, night)["onlooker" if role == "onlooker" else "writer"])
    pressed = {}
    for _ in range(40):
        shown = [(page, *found) for page in map(phone.get, pages) if page.status == 200 for found in buttons(page)]
        new = [found for found in shown if (found[1]["action"][-9:], found[2].text) not in pressed]
        if not new:
            break
        page, form, button, fields = new[0]
        tapped = f"{button['name']}={button['value']}" if button["name"] else ""
        pressed[form["action"][-9:], button.text] = phone.send(page, form, tapped, **fields).status
        for night in nights[:2]:
            hosting.book(night, "p1", 90)
    assert pressed == dict.fromkeys(pressed, 303)
    assert bool(pressed) == (role != "onlooker")
    assert all(holds(night) for night in nights)
