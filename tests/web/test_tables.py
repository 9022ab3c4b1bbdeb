"""An evening of a group with several tables: nobody is seated twice or lost, and all tables count together."""

import re
from itertools import combinations

import pytest

from tests.web.meeting import come_in, open_round, round_links
from tests.web.phone import Phone

NAMES = ["Anna", "Bernd", "Clara", "David", "Emma", "Fritz", "Gerd", "Hanna"]


@pytest.fixture
def meeting(host):
    """A group whose one night was Königrufen."""
    night = host.open_night(*NAMES[:4], rules="koenigrufen/ooe", amount="0.10")
    return open_round(host, night)


def drawn(phone, meeting, *names, way="random", kind="koenigrufen/ooe"):
    page = phone.get(f"{meeting}/tables")
    here = {"here": [*names[:4]], "others": "\n".join(names[4:])}
    return phone.send(page, page.form(others=""), **here, way=way, kind=kind, action="draw")


def tables_of(page):
    return [row.one("p").text.split(", ") for row in page.html.one("ol", "drawn-tables").all("li")]


def open_drawn(phone, page):
    return phone.send(page, page.form(seats=""), action="open")


def test_everybody_who_is_here_sits_at_one_table(host, meeting):
    page = drawn(host, meeting, *NAMES)
    tables = tables_of(page)
    assert sorted(map(len, tables)) == [4, 4]
    assert sorted(name for table in tables for name in table) == NAMES
    assert open_drawn(host, page).status == 303
    today = host.get(f"{meeting}/tables")
    cards = [card.text for card in today.html.one("ul", "cards").all("li")]
    for number, table in enumerate(tables, 1):
        assert [card for card in cards if f"table {number}" in card and ", ".join(table) in card], cards


def test_the_tables_of_a_form_open_once_however_often_it_is_sent(host, meeting):
    page = drawn(host, meeting, *NAMES)
    for _ in range(3):
        assert open_drawn(host, page).status == 303
    cards = host.get(f"{meeting}/tables").html.one("ul", "cards").all("li")
    assert len([card for card in cards if "table" in card.text]) == 2


def test_a_table_plays_by_the_rules_and_for_the_stake_of_the_last_night(host, meeting):
    open_drawn(host, drawn(host, meeting, *NAMES))
    links = [link["href"] for link in host.get(f"{meeting}/tables").html.one("ul", "cards").all("a")]
    for link in links:
        night = re.match(r"/n/\w+", link)[0]
        assert "€" in host.get(night).text
        assert "Oberösterreich" in host.get(f"{night}/rules").text


def test_those_without_a_seat_are_named(host, meeting):
    page = drawn(host, meeting, *NAMES[:7])
    assert [len(table) for table in tables_of(page)] == [5]
    assert "No seats this time" in page.text
    page = drawn(host, meeting, *NAMES[:3])
    assert (page.status, "too few people" in page.text) == (422, True)


def test_new_opponents_are_those_who_have_met_least(host, meeting):
    page = drawn(host, meeting, *NAMES, way="new")
    first = {frozenset(pair) for table in tables_of(page) for pair in combinations(table, 2)}
    before = {frozenset(pair) for pair in combinations(NAMES[:4], 2)}
    repeated = len(first & before)
    assert repeated == 2, "of two tables of four each gets two of the four who have met"
    assert f"{repeated} pairs have met before" in page.text


def test_the_best_of_the_season_sit_at_the_first_table(host, meeting):
    night = host.open_night(*NAMES[4:], rules="koenigrufen/ooe")
    page = host.get(f"{night}/round")
    host.send(page, page.form(round=""), f"round={meeting.rpartition('/')[2]}")
    host.enter(night, declarer="p1", contract="rufer", partner="p2", called="KH", points="50")
    first, second = tables_of(drawn(host, meeting, *NAMES, way="standings"))
    assert {"Emma", "Fritz"} <= set(first)
    assert {"Gerd", "Hanna"} <= set(second)


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": ["1 Anna", "1 Anna", "1 Bernd", "1 Clara"]},
        {"seats": ["1 Anna"]},
        {"seats": [f"1 {name}{n}" for name in NAMES for n in range(2)]},
        {"seats": []},
        {"kind": "poker/texas"},
        {"seats": ["1 \x00", "1 B", "1 C", "1 D"]},
    ],
)
def test_what_no_page_offers_opens_no_table(host, meeting, fields):
    page = drawn(host, meeting, *NAMES)
    form = page.form(seats="")
    answer = host.send(page, form, **{"action": "open"} | fields)
    assert answer.status in (400, 422)
    assert len(host.get(f"{meeting}/tables").html.one("ul", "cards").all("li")) == 1, "the night of before"


def test_who_only_watches_opens_nothing(shared_app, host, meeting):
    onlooker = Phone(shared_app)
    come_in(onlooker, round_links(host, meeting)["onlooker"])
    page = onlooker.get(f"{meeting}/tables")
    assert page.status == 200
    assert not page.html.one("main").all("form")
    drawn_page = drawn(host, meeting, *NAMES)
    token = onlooker.token()
    assert onlooker.send(drawn_page, drawn_page.form(seats=""), action="open", csrf_token=token).status == 403


def test_the_board_ranks_all_tables_of_the_day_and_turns_its_pages(host, meeting):
    open_drawn(host, drawn(host, meeting, *NAMES))
    cards = host.get(f"{meeting}/tables").html.one("ul", "cards").all("a")
    night = next(card["href"] for card in cards if "table 2" in card.text).partition("#")[0]
    seated = next(card.one("span").text.split(", ") for card in cards if "table 2" in card.text)
    host.enter(night, declarer="p1", contract="rufer", partner="p2", called="KH", points="50")
    page = host.get(f"{meeting}/board")
    rows = page.html.one("table", "season").one("tbody").all("tr")
    places = {row.one("th").text: row.all("td")[0].text for row in rows}
    first = {f"1. {name}" for name in seated[:2]}
    assert set(list(places)[:2]) == first, "level at the top"
    assert all("table 2" in places[name] for name in first)
    assert 'http-equiv="refresh"' in page.body
    assert host.get(f"{meeting}/board", begin="2020-01-01").text.endswith("No night fits.")
    assert host.get(f"{meeting}/board", page="99").status == 200


def test_a_group_that_drops_the_worst_nights_of_a_season_drops_none_of_an_evening(host, meeting):
    page = host.get(f"{meeting}/settings")
    assert host.send(page, page.form(drops=""), "action=rules", drops="1").status == 303
    open_drawn(host, drawn(host, meeting, *NAMES))
    cards = host.get(f"{meeting}/tables").html.one("ul", "cards").all("a")
    night = cards[0]["href"].partition("#")[0]
    host.enter(night, declarer="p1", contract="rufer", partner="p2", called="KH", points="50")
    rows = host.get(f"{meeting}/board").html.one("table", "season").one("tbody").all("tr")
    assert sum(row.one("th").text.startswith("1. ") for row in rows) == 2


def test_a_board_of_many_people_has_pages_that_follow_each_other(host, meeting):
    many = [f"N{number}" for number in range(16)]
    open_drawn(host, drawn(host, meeting, *many))
    page = host.get(f"{meeting}/board")
    assert "1 of 2" in page.text
    following = re.search(r'content="10; url=([^"]+)"', page.body)[1].replace("&amp;", "&")
    second = host.get(following)
    assert "2 of 2" in second.text
    names = re.findall(r"\b(?:N\d+|Anna|Bernd|Clara|David)\b", page.text + second.text)
    assert sorted(names) == sorted({*names})


def test_who_is_forgotten_is_not_offered_a_seat(host, meeting):
    night = next(link["href"] for link in host.get(meeting).html.one("main").all("a") if link["href"].startswith("/n/"))
    page = host.get(f"{night.partition('#')[0]}/forget")
    assert host.send(page, page.form(player=""), player="p2").status == 303
    offered = host.get(f"{meeting}/tables").form(others="").text
    assert "Anna" in offered
    assert not re.search(r"Bernd|N\. N\.", offered)
