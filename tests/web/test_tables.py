"""An evening of a group with several tables: nobody is seated twice or lost, and all tables count together."""

import re
from itertools import combinations

import pytest

from tests.web.meeting import member_of, open_round

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


def today(phone, meeting):
    return phone.get(f"{meeting}/tables").html.one("ul", "cards")


def test_everybody_who_is_here_sits_at_one_table_however_often_the_form_is_sent(host, meeting):
    page = drawn(host, meeting, *NAMES)
    tables = tables_of(page)
    assert sorted(map(len, tables)) == [4, 4]
    assert sorted(name for table in tables for name in table) == NAMES
    for _ in range(3):
        assert open_drawn(host, page).status == 303
    cards = [card.text for card in today(host, meeting).all("li") if "table" in card.text]
    assert len(cards) == 2
    for number, table in enumerate(tables, 1):
        assert [card for card in cards if f"table {number}" in card and ", ".join(table) in card], cards
    for link in today(host, meeting).all("a"):
        night = re.match(r"/n/\w+", link["href"])[0]
        assert "€" in host.get(night).text, "for the stake of the last night"
        assert "Oberösterreich" in host.get(f"{night}/rules").text, "and by its rules"


def test_those_without_a_seat_are_named_and_nobody_forgotten_is_offered_one(host, meeting):
    page = drawn(host, meeting, *NAMES[:7])
    assert [len(table) for table in tables_of(page)] == [5]
    assert "No seats this time" in page.text
    page = drawn(host, meeting, *NAMES[:3])
    assert (page.status, "too few people" in page.text) == (422, True)
    night = next(link["href"] for link in host.get(meeting).html.one("main").all("a") if link["href"].startswith("/n/"))
    assert host.fill_in(f"{night.partition('#')[0]}/forget", "player", player="p2").status == 303
    offered = host.get(f"{meeting}/tables").form(others="").text
    assert "Anna" in offered
    assert not re.search(r"Bernd|N\. N\.", offered)


def test_new_opponents_are_those_who_have_met_least(host, meeting):
    page = drawn(host, meeting, *NAMES, way="new")
    first = {frozenset(pair) for table in tables_of(page) for pair in combinations(table, 2)}
    before = {frozenset(pair) for pair in combinations(NAMES[:4], 2)}
    repeated = len(first & before)
    assert repeated == 2, "of two tables of four each gets two of the four who have met"
    assert f"{repeated} pairs have met before" in page.text


def test_the_best_of_the_season_sit_at_the_first_table(host, meeting):
    night = host.open_night(*NAMES[4:], rules="koenigrufen/ooe")
    host.fill_in(f"{night}/round", "round", f"round={meeting.rpartition('/')[2]}")
    host.enter(night, declarer="p1", contract="rufer", partner="p2", called="KH", points="50")
    first, second = tables_of(drawn(host, meeting, *NAMES, way="standings"))
    assert {"Emma", "Fritz"} <= set(first)
    assert {"Gerd", "Hanna"} <= set(second)


def test_what_no_page_offers_opens_no_table_and_who_only_watches_opens_nothing(shared_app, host, meeting):
    page = drawn(host, meeting, *NAMES)
    form = page.form(seats="")
    for fields in (
        {"seats": ["1 Anna", "1 Anna", "1 Bernd", "1 Clara"]},
        {"seats": ["1 Anna"]},
        {"seats": [f"1 {name}{n}" for name in NAMES for n in range(2)]},
        {"seats": []},
        {"kind": "poker/texas"},
        {"seats": ["1 \x00", "1 B", "1 C", "1 D"]},
    ):
        assert host.send(page, form, **{"action": "open"} | fields).status in (400, 422), fields
    onlooker = member_of(shared_app, host, meeting, "onlooker")
    watched = onlooker.get(f"{meeting}/tables")
    assert (watched.status, watched.html.one("main").all("form")) == (200, [])
    assert onlooker.send(page, form, action="open", csrf_token=onlooker.token()).status == 403
    assert len(today(host, meeting).all("li")) == 1, "the night of before"


def test_the_board_ranks_all_tables_of_the_day_and_drops_no_night_of_it(host, meeting):
    assert host.fill_in(f"{meeting}/settings", "drops", "action=rules", drops="1").status == 303
    open_drawn(host, drawn(host, meeting, *NAMES))
    card = next(card for card in today(host, meeting).all("a") if "table 2" in card.text)
    seated = card.one("span").text.split(", ")
    night = card["href"].partition("#")[0]
    host.enter(night, declarer="p1", contract="rufer", partner="p2", called="KH", points="50")
    page = host.get(f"{meeting}/board")
    rows = page.html.one("table", "season").one("tbody").all("tr")
    places = {row.one("th").text: row.all("td")[0].text for row in rows}
    first = {f"1. {name}" for name in seated[:2]}
    assert set(list(places)[:2]) == first == {name for name in places if name.startswith("1. ")}, "level at the top"
    assert all("table 2" in places[name] for name in first)
    assert 'http-equiv="refresh"' in page.body
    assert host.get(f"{meeting}/board", begin="2020-01-01").text.endswith("No night fits.")
    assert host.get(f"{meeting}/board", page="99").status == 200


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
