"""An evening of a group goes on past midnight, until a host ends it or the morning comes; two can be joined."""

import pytest

from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.groups.evenings import evenings_on
from scorekeeper.storage.models import database
from tests.web.clock import stand_still
from tests.web.group import member_of, put_in
from tests.web.html import values
from tests.web.test_evening import ABSENT, club_of, draw, names_of, play, shown, tables, ticked

VIENNA = {"zone": "Europe/Vienna", "morning": "6"}
HOUR = 3600


@pytest.fixture
def clock(monkeypatch):
    """Stands at 21:00 of 27 November in Vienna; moves on by so many seconds."""
    return stand_still(monkeypatch, "2026-11-27T20:00")


def club(host, people=8, **rules):
    return club_of(host, names_of(people), **VIENNA | rules)


def nights_of_group(group):
    """The evening's day, the date and the round of each night of the group, the oldest first."""
    sql = """SELECT evening.day, night.day, part FROM round_night JOIN night ON night.id = night_id
        LEFT JOIN evening ON evening.id = evening_id JOIN round ON round.id = round_night.round_id
        WHERE round.slug = ? ORDER BY night_id"""
    with database.connection_context():
        return fetch(sql, group.rpartition("/")[2])


def days(phone, group):
    """The evenings on the list, the newest first."""
    return [card.one("strong").text for card in phone.get(f"{group}/evenings").html.one("ul", "evenings").all("a")]


@pytest.mark.both_databases
def test_tables_ticks_and_rounds_stay_after_midnight(host, clock):
    group = club(host, 9)
    first = draw(host, group, names_of(9)[:8])
    for night in first:
        play(host, night, 40)
    clock(3.5 * HOUR)  # 00:30
    assert tables(host, group) == first
    assert ticked(host.get(f"{group}/tables")) == names_of(9)[:8]
    draw(host, group, names_of(9)[1:])
    assert nights_of_group(group) == [("2026-11-27", "2026-11-27", part) for part in (1, 1, 2, 2)]
    for night in tables(host, group):
        play(host, night, 40)
    for query in ({"begin": "2026-11-27", "end": "2026-11-27"}, {"begin": "2026-11-28", "end": "2026-11-28"}):
        page = host.get(f"{group}/season", **query)
        assert ("Round 2" in page.text) == (query["begin"] == "2026-11-27")
    page = host.get(f"{group}/season", begin="2026-11-27", end="2026-11-27")
    assert shown(page, "Round 2")["N00"] == f"(−{-ABSENT})", "missed on one evening, not absent from another"
    board = host.get(f"{group}/board")
    assert "Round 2" in board.text
    assert "No night fits" not in board.text


def test_the_morning_ends_an_evening_and_the_next_draw_begins_another(host, clock):
    group = club(host)
    draw(host, group, names_of(8))
    clock(9 * HOUR - 1)
    assert tables(host, group)
    clock(2)
    assert "Tables today" not in host.get(f"{group}/tables").text
    assert "No night fits" not in host.get(f"{group}/board").text, "the last evening stays on the board"
    draw(host, group, names_of(8))
    assert nights_of_group(group)[2:] == [("2026-11-28", "2026-11-28", 1)] * 2
    assert days(host, group) == ["28 November 2026", "27 November 2026"]


def test_a_host_ends_an_evening_and_begins_another_on_the_same_day(host, clock):
    group = club(host)
    for night in draw(host, group, names_of(8)):
        play(host, night, 40)
    page = host.get(f"{group}/evenings")
    assert host.send(page, page.form(evening=""), "action=end").status == 303
    clock(60)
    draw(host, group, names_of(8))
    assert nights_of_group(group) == [("2026-11-27", "2026-11-27", 1)] * 4
    assert days(host, group) == ["27 November 2026"] * 2
    page = host.get(f"{group}/season", begin="2026-11-27", end="2026-11-27")
    links = [link["href"] for link in page.html.one("main").all("a") if "Evening " in link.text]
    assert len(links) == 2
    assert shown(host.get(links[0]), "tables played") == dict.fromkeys(names_of(8), "1")
    assert "Round 1" not in page.text, "the rounds of two evenings are not the same"
    assert "an evening was ended" in host.get(f"{group}/settings").text


def test_evenings_split_at_midnight_are_joined_by_a_host_alone(host, clock):
    group = club(host, 9)
    nights = [*draw(host, group, names_of(9)[:8])]
    with database.connection_context():
        run(
            "UPDATE evening SET ends = ? WHERE ends > ?",
            "2026-11-27T22:59:59.000+00:00",
            "2026-11-27T22:59:59.000+00:00",
        )  # as earlier versions ended it
    clock(4 * HOUR)
    nights += draw(host, group, names_of(9)[1:])
    for night in nights:
        play(host, night, 40)
    assert nights_of_group(group) == [("2026-11-27", "2026-11-27", 1)] * 2 + [("2026-11-28", "2026-11-28", 1)] * 2
    page = host.get(f"{group}/evenings")
    form = page.form(before="")
    assert host.send(page, form, "action=join").status == 303
    assert nights_of_group(group) == [("2026-11-27", "2026-11-27", 1)] * 2 + [("2026-11-27", "2026-11-28", 2)] * 2
    assert host.send(page, form, "action=join").status == 303, "sent again it joins nothing more"
    assert days(host, group) == ["27 November 2026"]
    for day in ("2026-11-27", "2026-11-28"):
        result = host.get(f"{group}/season", begin=day, end=day)
        assert shown(result, "Round 2")["N00"] == f"(−{-ABSENT})", "the link of either day shows the evening"
    assert len(tables(host, group)) == 2, "it goes on as the later one did"
    assert "two evenings were joined" in host.get(f"{group}/settings").text


def test_nobody_but_a_host_ends_or_joins_evenings(host, clock, shared_app):
    group = club(host)
    draw(host, group, names_of(8))
    page = host.get(f"{group}/evenings")
    sent = values(page.form(evening=""))
    for role in ("member", "onlooker"):
        phone = member_of(shared_app, host, group, role)
        assert "End this evening" not in phone.get(f"{group}/evenings").text
        answer = phone.post(f"{group}/evenings", sent | {"csrf_token": phone.token(), "action": "end"})
        assert answer.status == 403
    assert tables(host, group)


def test_evenings_of_different_seasons_are_not_joined(host, clock):
    group = club(host)
    for night in draw(host, group, names_of(8)):
        play(host, night, 40)
    page = host.get(f"{group}/season")
    host.send(page, page.form(number=""), name="2026")
    clock(24 * HOUR)
    draw(host, group, names_of(8))
    page = host.get(f"{group}/evenings")
    answer = host.send(page, page.form(before=""), "action=join")
    assert answer.status == 422
    assert "different seasons" in answer.text


def test_a_night_put_in_later_belongs_to_the_evening_of_its_date(host, clock):
    group = club(host)
    draw(host, group, names_of(8))
    clock(24 * HOUR)
    for day, expected in (("2026-11-27", "2026-11-27"), ("2026-11-20", "2026-11-20"), ("", None)):
        night = host.open_night("Anna", "Bernd", "Clara", day=day)
        put_in(host, night, group)
        assert nights_of_group(group)[-1] == (expected, day, 0)
    with database.connection_context():
        [(group_id,)] = fetch("SELECT id FROM round WHERE slug = ?", group.rpartition("/")[2])
        assert len(evenings_on(group_id, "2026-11-27")) == 1


def test_a_night_opened_after_midnight_has_the_date_of_the_evening(host, clock):
    group = club(host)
    draw(host, group, names_of(8))
    clock(4 * HOUR)
    slug = group.rpartition("/")[2]
    page = host.get("/nights/new/herzblatt/braun", round=slug)
    assert page.form(amount="").one("input", fits=lambda one: one["name"] == "day")["value"] == "2026-11-27"


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [("zone", "Vienna", "is not a time zone"), ("zone", "../../etc/passwd", "is not a time zone"),
     ("morning", "25", "full hour"), ("morning", "six", "whole number")],
)  # fmt: skip
def test_a_wrong_zone_or_hour_is_refused(host, clock, field, value, reason):
    group = club(host)
    page = host.get(f"{group}/settings")
    answer = host.send(page, page.form(ranking=""), "action=rules", **{field: value})
    assert answer.status == 422
    assert reason in answer.text


def test_a_changed_hour_moves_the_end_of_the_evening_that_goes_on(host, clock):
    group = club(host)
    draw(host, group, names_of(8))
    page = host.get(f"{group}/settings")
    assert host.send(page, page.form(ranking=""), "action=rules", morning="2").status == 303
    clock(5 * HOUR - 1)
    assert tables(host, group)
    clock(1)
    assert "Tables today" not in host.get(f"{group}/tables").text


def test_the_phone_that_opens_a_group_says_its_time_zone(host, clock):
    page = host.get("/rounds/new")
    group = host.send(page, page.form(name=""), name="Club", zone="America/New_York").location
    page = host.get(f"{group}/settings")
    assert page.form(ranking="").one("input", fits=lambda one: one["name"] == "zone")["value"] == "America/New_York"
    other = host.get("/rounds/new")
    group = host.send(other, other.form(name=""), name="Club 2", zone="Mars/Olympus").location
    page = host.get(f"{group}/settings")
    assert page.form(ranking="").one("input", fits=lambda one: one["name"] == "zone")["value"] == ""


def dated(phone, night, date):
    """Give a night another date in its settings."""
    return phone.fill_in(f"{night}/table", "date", "action=date", date=date)


@pytest.mark.both_databases
def test_a_night_with_another_date_belongs_to_the_evening_of_that_date(host, clock):
    group = club(host)
    nights = [*draw(host, group, names_of(8))]
    for night in nights:
        play(host, night, 40)
    for typed, reason in (("2026-11-27", "nothing would change"), ("2026-13-01", "is not a date like 2026-11-21")):
        answer = dated(host, nights[0], typed)
        assert (answer.status, reason in answer.errors) == (422, True)
    for _ in range(2):
        answer = host.fill_in(f"{nights[0]}/table", "date", "action=date", date="26/11/2026", request="another-date")
        assert answer.status == 303
    assert nights_of_group(group) == [("2026-11-26", "2026-11-26", 1), ("2026-11-27", "2026-11-27", 1)]
    assert days(host, group) == ["27 November 2026", "26 November 2026"]
    page = host.get(f"{group}/season", begin="2026-11-26", end="2026-11-26")
    assert "26 November 2026" in page.html.one("h1").text
    assert "26 November 2026" in host.get(nights[0]).text
    assert "the date was changed" in host.get(f"{nights[0]}/table").text
    there = [name for name in names_of(8) if name in host.standing(nights[0])]
    assert [name for name in ticked(host.get(f"{group}/tables")) if name in there] == [], "they were not here today"
    assert dated(host, nights[1], "2026-11-26").status == 303
    assert days(host, group) == ["26 November 2026"]
    assert "Round 1" in host.get(f"{group}/season", begin="2026-11-26", end="2026-11-26").text


def test_a_table_number_taken_on_that_date_or_a_closed_season_refuses(host, clock):
    group = club(host)
    first = [*draw(host, group, names_of(8))]
    clock(24 * HOUR)
    later = [*draw(host, group, names_of(8))]
    for night in (*first, *later):
        play(host, night, 40)
    answer = dated(host, later[0], "2026-11-27")
    assert (answer.status, "a table of this number in this round already" in answer.errors) == (422, True)
    assert dated(host, later[0], "2026-11-20").status == 303
    host.send(page := host.get(f"{group}/season"), page.form(number=""), name="2026")
    answer = dated(host, later[0], "2026-11-21")
    assert (answer.status, "belongs to a closed season" in answer.errors) == (422, True)
    host.languages = "de"
    assert "sein Datum bleibt also" in dated(host, later[0], "2026-11-21").errors
