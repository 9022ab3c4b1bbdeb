"""An evening of a club: draws, late comers and leavers, and one result that is added up here from the nights alone."""

from collections import Counter, defaultdict
from itertools import combinations, pairwise

import pytest

from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.groups.members import members_of_group
from scorekeeper.storage.groups.people import join_people
from scorekeeper.storage.models import GroupRow, database
from scorekeeper.storage.verify import faults
from tests.tables import csv_rows
from tests.web.clock import TODAY, stand_still
from tests.web.group import come_in, group_links, put_in
from tests.web.html import controls, values
from tests.web.phone import Phone, whole

pytestmark = pytest.mark.usefixtures("one_evening")


KIND = "koenigrufen/ooe"
BONUSES = (8, 4, 2)
ABSENT = -12


def names_of(count):
    return [f"N{number:02}" for number in range(count)]


def club_of(host, people, **rules):
    page = host.get("/rounds/new")
    group = host.send(page, page.form(name=""), name="Club", members="\n".join(people)).location
    page = host.get(f"{group}/settings")
    agreed = {"ranking": "cup", "cup": "8 4 2", "absent": "number", "missed": str(ABSENT), "deals": "2"}
    assert host.send(page, page.form(ranking=""), "action=rules", **agreed | rules).status == 303
    return group


def draw(phone, group, here, way="random", others="", **more):
    """Draw tables for those who are here and open them; return who sits at which night."""
    page = phone.get(f"{group}/tables")
    sent = {"here": here, "others": others, "way": way, "kind": KIND} | more
    drawn = phone.send(page, page.form(others=""), action="draw", **sent)
    assert drawn.status == 200, drawn.errors
    assert phone.send(drawn, drawn.form(seats=""), "action=open").status == 303
    return tables(phone, group)


def tables(phone, group):
    cards = phone.get(f"{group}/tables").html.one("ul", "cards").all("a")
    return {card["href"].partition("#")[0]: card.one("span").text.split(", ") for card in cards}


def play(phone, night, points, forehand=1):
    pair = {"declarer": f"p{forehand}", "partner": f"p{forehand + 1}"}
    answer = phone.enter(night, contract="rufer", called="KH", points=str(points), **pair)
    assert answer.status == 303, answer.errors


def play_table(phone, night, names, points):
    """Play until everybody has played: at a table of five one sits out in turn."""
    play(phone, night, points)
    if len(names) > 4:
        play(phone, night, points, forehand=2)


def won(phone, night):
    """What everybody has from the deals of a night at its end, as its file says."""
    *_, last = csv_rows(phone.get(f"{night}/night.csv").body)
    return {
        column.removeprefix("balance "): int(value) for column, value in last.items() if column.startswith("balance ")
    }


def with_bonus(balances):
    return {
        name: points + (*BONUSES, 0, 0, 0)[sum(other > points for other in balances.values())]
        for name, points in balances.items()
    }


def shown(page, heading):
    """A column of the first table of a page, by name."""
    table = page.html.all("table", "season")[0]
    at = [cell.text for cell in table.one("thead").all("th")].index(heading) - 1
    rows = table.one("tbody").all("tr")
    return {row.one("th").text: row.all("td")[at].text for row in rows}


def evening_of(phone, everybody, rounds):
    """What everybody has of each round, in all, and of that for missed rounds, added up here from each table."""
    expected, missed, by_round = defaultdict(int), Counter(), []
    for nights in rounds:
        result = {}
        for night in nights:
            result |= with_bonus(won(phone, night))
        seated = {name for names in nights.values() for name in names}
        by_round.append(result)
        for name in everybody:
            away = name not in seated
            missed[name] += ABSENT * away
            expected[name] += ABSENT if away else result.get(name, 0)
    return dict(expected), {name: missed[name] for name in everybody}, by_round


def assert_shown(phone, group, everybody, rounds):
    """Compare the result of an evening and its board with what the tables add up to here, which is returned."""
    expected, missed, by_round = evening_of(phone, everybody, rounds)
    page = phone.get(f"{group}/season", begin=TODAY, end=TODAY)
    assert {name: whole(text) for name, text in shown(page, "cup points").items()} == expected
    assert {name: whole(text) for name, text in shown(page, "missed rounds").items()} == missed
    for number, result in enumerate(by_round, 1):
        column = shown(page, f"Round {number}")
        assert {name: whole(column[name]) for name in result} == result
    assert shown(page, "Round 1")[everybody[-1]] == f"(−{-ABSENT})", "shown as what the group gives"
    order = [row.one("th").text for row in page.html.all("table", "season")[0].one("tbody").all("tr")]
    assert [expected[name] for name in order] == sorted(expected.values(), reverse=True)
    board = phone.get(f"{group}/board")
    first = board.html.one("table", "season").one("tbody").all("tr")[0].one("th").text
    assert first.split()[1] == order[0], "whatever puts the first one ahead is said behind the name"
    return expected


def play_on_without_the_phone(app, host, group, night, names):
    """Book a deal on a phone that is lost then, one on another phone of the table, and one from paper."""
    for place in range(2):
        phone = Phone(app)
        come_in(phone, group_links(host, group)["member"])
        page = phone.get(f"{group}/me")
        button = page.html.one("ul", "who").one("button", fits=lambda one, name=names[place]: one.text == name)
        phone.send(page, page.form(who=""), who=button["value"])
        play(phone, night, 50, forehand=place + 1)
    page = phone.get(f"{night}/paper")
    row = f"{names[2]} Ruf KH +:{names[3]} 50"
    assert phone.send(page, page.form(number=""), "action=together", row=[row]).status == 303
    assert won(host, night) == dict(zip(names, (-1, 1, 1, -1), strict=True)), "all three deals are there, once"


@pytest.mark.both_databases
@pytest.mark.parametrize("people", [13, pytest.param(48, marks=pytest.mark.at_length)])
def test_an_evening_of_three_rounds_is_what_its_tables_add_up_to(shared_app, host, people):
    everybody = names_of(people)
    group = club_of(host, everybody)
    draw_first(host, group, everybody[:-1])
    rounds = [tables(host, group)]
    for place, (night, names) in enumerate(rounds[0].items()):
        play_table(host, night, names, 30 + 3 * place % 30)
    here = everybody[1:]  # the first one goes home, the last one has come late
    rounds.append(draw(host, group, here, "new"))
    lost = next(night for night, names in rounds[1].items() if len(names) == 4)
    play_on_without_the_phone(shared_app, host, group, lost, rounds[1][lost])
    for place, (night, names) in enumerate(rounds[1].items()):
        if night != lost:
            play_table(host, night, names, 60 - 2 * place % 30)
    rounds.append(draw(host, group, here, "standings"))
    for place, (night, names) in enumerate(rounds[2].items()):
        play_table(host, night, names, 25 + 5 * place % 35)
    before = assert_shown(host, group, everybody, rounds)
    corrected = next(iter(rounds[0]))
    page = host.get(f"{corrected}/deals/1/correct")
    won_after_all = {"points": "60", "defender_points": "", "note": "miscounted"}
    changed = host.send(page, page.form(points=""), action="confirm", **won_after_all)
    assert changed.status == 303
    after = assert_shown(host, group, everybody, rounds)
    assert {name for name in after if after[name] != before[name]} <= set(rounds[0][corrected])
    assert after != before, "the board and the result of the evening follow a correction"


@pytest.mark.parametrize("people", [12, pytest.param(48, marks=pytest.mark.at_length)])
def test_the_board_has_the_last_booking_at_once(host, people):
    everybody = names_of(people)
    group = club_of(host, everybody, ranking="total", absent="", missed="")
    for _ in range(3):
        nights = draw(host, group, everybody)
        for night, names in list(nights.items())[:-1]:
            play_table(host, night, names, 40)
    (last, names) = list(nights.items())[-1]
    host.get(f"{group}/board")
    play(host, last, 66)
    boards = [host.get(f"{group}/board", page=page) for page in range(1, people // 12 + 1)]
    sums = {}
    for board in boards:
        column = shown(board, "Round 3").items()
        sums |= {name.partition(". ")[2].partition(" ")[0]: whole(text) for name, text in column if text != "–"}
    assert {name: sums[name] for name in names} == won(host, last)


def draw_first(phone, group, here):
    draw(phone, group, here)
    return phone.get(f"{group}/tables")


def test_a_late_comer_sits_down_at_a_table_with_room(host):
    group = club_of(host, names_of(4))
    draw(host, group, names_of(4))
    page = host.get(f"{group}/members")
    host.send(page, page.form(names=""), "action=add", names="Zoe")
    page = host.get(f"{group}/members")
    host.send(page, page.form(here=""), "action=here", here=[*names_of(4), "Zoe"])
    late = host.get(f"{group}/tables")
    assert "Here without a seat: Zoe" in late.text
    way = late.html.one("details", "late").one("a")["href"]
    seats = host.get(way.partition("#")[0])
    form = seats.form(place="")
    assert host.send(seats, form, "move=join").status == 303, "the name is filled in"
    assert "Here without a seat" not in host.get(f"{group}/tables").text


def test_a_refused_draw_adds_and_marks_nobody(host):
    group = club_of(host, ["Solo", "Anna"])
    page = host.get(f"{group}/tables")
    wrong = {
        "too few people": {},
        "from 1 to 500": {"others": "Zoe\nZara", "deals": "-1"},
        "1e3 is not a whole number": {"others": "Zoe\nZara", "deals": "1e3"},
        "4 people cannot play this game at 2 tables": {"others": "Zoe\nZara", "number": "2"},
        "a number of tables, or nothing": {"others": "Zoe\nZara", "number": "-2"},
    }
    for reason, fields in wrong.items():
        sent = {"others": "Zoe", "here": ["Solo", "Anna"], "kind": KIND, "action": "draw"} | fields
        refused = host.send(page, page.form(others=""), **sent)
        assert (refused.status, reason in refused.errors) == (422, True), fields
    members = host.get(f"{group}/members")
    boxes = [box for box in members.form(here="").all("input") if box["name"] == "here"]
    assert {box["value"]: "checked" in box.attributes for box in boxes} == {"Solo": False, "Anna": False}


def ticked(page):
    """Return the names that the form of a draw has ticked."""
    boxes = page.form(others="").all("input")
    return [box["value"] for box in boxes if box["name"] == "here" and "checked" in box.attributes]


def test_who_was_there_last_time_is_ticked_before_the_first_draw_of_a_day(host):
    group = club_of(host, names_of(9))
    assert ticked(host.get(f"{group}/tables")) == names_of(9), "everybody before the first evening"
    seated = draw(host, group, names_of(8))
    with database.connection_context():
        run("UPDATE evening SET ends = begun")
    assert len(seated) == 2
    assert ticked(host.get(f"{group}/tables")) == names_of(8)


def test_a_leaver_is_not_in_the_next_draw(host):
    group = club_of(host, names_of(9))
    draw(host, group, names_of(9))
    page = host.get(f"{group}/members")
    host.send(page, page.form(here=""), "action=here", here=names_of(8))
    assert ticked(host.get(f"{group}/tables")) == names_of(8)


def test_a_member_s_phone_opens_its_own_table_first(shared_app, host):
    group = club_of(host, names_of(8))
    draw(host, group, names_of(8))
    phone = Phone(shared_app)
    come_in(phone, group_links(host, group)["member"])
    page = phone.get(f"{group}/me")
    button = page.html.one("ul", "who").one("button", fits=lambda one: one.text == "N05")
    assert phone.send(page, page.form(who=""), who=button["value"]).status == 303
    (night, names), *_ = tables(phone, group).items()
    assert "N05" in names
    assert "your table" in phone.get(f"{group}/tables").text
    assert phone.get(night).status == 200, "without a question"


def test_a_table_says_how_many_deals_it_plays_and_when_they_are_played(host):
    group = club_of(host, names_of(4))
    (night,) = draw(host, group, names_of(4))
    assert "Enter deal 1 of 2" in host.get(night).text
    for place, points in enumerate((50, 40), 1):
        play(host, night, points, place)
    sheet = host.get(night)
    assert "All 2 deals of this table are played." in sheet.text
    assert f"{group}/tables" in sheet.body
    play(host, night, 60, 3)
    assert "2 of 2" not in host.get(f"{group}/tables").text, "one more than planned"


def test_the_title_of_a_table_is_in_the_language_of_the_reader(shared_app, host):
    group = club_of(host, names_of(4))
    draw(host, group, names_of(4))
    (night,) = draw(host, group, names_of(4))
    assert "Round 2, table 1" in host.get(night).body
    host.languages = "de-AT"
    assert "Durchgang 2, Tisch 1" in host.get(night).body
    host.languages = "en-GB"


def test_a_group_ranking_by_money_ranks_points_of_games_without_money(host):
    group = club_of(host, names_of(4), ranking="money", cup="", absent="", missed="")
    (night,) = draw(host, group, names_of(4))
    play(host, night, 50)
    order = list(shown(host.get(f"{group}/season"), "points"))
    assert order == sorted(order, key=lambda name: -won(host, night)[name])
    put_in(host, host.open_night(*names_of(4), amount=""), group)
    page = host.get(f"{group}/board", sort="places")
    assert (page.status, "result" in page.text) == (200, False), "of two games without money there is one column"


def test_who_is_level_in_all_shares_a_place(host):
    group = club_of(host, names_of(8), ranking="total", absent="", missed="")
    nights = draw(host, group, names_of(8))
    for night in nights:
        play(host, night, 50)
    page = host.get(f"{group}/season")
    assert "ahead of" not in page.text, "who is level in all shares a place"
    places = [row.one("th")["data-place"] for row in page.html.all("table", "season")[0].one("tbody").all("tr")]
    assert places == ["1."] * 4 + ["5."] * 4


def test_the_board_names_whom_somebody_level_is_ahead_of(host):
    group = club_of(host, names_of(8), ranking="total", absent="", missed="")
    few, many = draw(host, group, names_of(8))
    play(host, few, 50)
    for forehand in (1, 2, 3):
        play(host, many, 50, forehand)
    page = host.get(f"{group}/board")
    rows = [row.one("th").text.split() for row in page.html.all("table", "season")[0].one("tbody").all("tr")]
    for above, below in pairwise(rows):
        assert above[2:] in ([], ["ahead", "of", below[1], "by", "fewer", "deals"])
    assert sum(bool(row[2:]) for row in rows) == 2


def test_the_worst_of_a_round_is_what_a_group_may_give_for_it(host):
    group = club_of(host, names_of(9), ranking="total", cup="", absent="worst", missed="")
    first = draw(host, group, names_of(8))
    lowest = []
    for place, night in enumerate(first):
        play(host, night, 40 + 8 * place)
        lowest.append(min(won(host, night).values()))
    second = draw(host, group, names_of(9))
    for night in second:
        play(host, night, 50)
    page = host.get(f"{group}/season")
    assert whole(shown(page, "missed rounds")["N08"]) == min(lowest)


def test_a_member_who_is_no_host_decides_nothing_about_the_group(shared_app, host):
    group = club_of(host, names_of(8))
    nights = draw(host, group, names_of(8))
    phone = Phone(shared_app)
    come_in(phone, group_links(host, group)["member"])
    before = host.get(f"{group}/season.csv").body
    settings = {"ranking": "money", "cup": "", "drops": "9", "absent": "", "deals": "1", "name": "X", "typed": "Club"}
    for path in ("/settings", "/share"):
        for action in ("rules", "name", "drops", "delete"):
            sent = settings | {"csrf_token": phone.token(), "action": action}
            assert phone.post(group + path, sent).status == 403, (path, action)
    removed = {"csrf_token": phone.token(), "action": "remove", "member": "1"}
    assert phone.post(f"{group}/members", removed).status == 403
    assert host.get(f"{group}/season.csv").body == before
    for night in nights:
        assert phone.get(night).status == 404, "comes in by the card of the night, as before"


def draw_without(phone, group, here, away):
    """Draw until it is `away` who has no seat, and open the tables."""
    page = phone.get(f"{group}/tables")
    drawn = phone.send(page, page.form(others=""), here=here, others="", way="random", kind=KIND, action="draw")
    while f"No seat this time {away}" not in drawn.text:
        drawn = phone.send(drawn, drawn.form(seats=""), action="draw")
    assert phone.send(drawn, drawn.form(seats=""), action="open").status == 303
    return tables(phone, group)


@pytest.mark.both_databases
def test_sitting_out_all_evening_gets_what_the_group_gives_for_each_round(host):
    group = club_of(host, names_of(6))
    for points in (50, 40):
        for night, names in draw_without(host, group, names_of(6), "N05").items():
            play_table(host, night, names, points)
    page = host.get(f"{group}/season", begin=TODAY, end=TODAY)
    columns = ("Round 1", "Round 2", "missed rounds", "cup points", "tables played")
    assert [shown(page, column)["N05"] for column in columns] == ["(−12)", "(−12)", "−24", "−24", "0"]
    [row] = [row for row in page.html.all("table", "season")[0].one("tbody").all("tr") if row.one("th").text == "N05"]
    assert not row.all("a"), "who never sat has no statement"
    assert "N05" not in host.get(f"{group}/statement").text
    assert shown(host.get(f"{group}/season"), "cup points")["N05"] == "−24"
    board = shown(host.get(f"{group}/board"), "cup points")
    assert [text for name, text in board.items() if "N05" in name] == ["−24"]
    [found] = [row for row in csv_rows(host.get(f"{group}/season.csv").body) if row["person"] == "N05"]
    assert (found["missed rounds"], found["nights"], found["deals played"]) == ("-24", "0", "0")
    page = host.get(f"{group}/members")
    host.send(page, page.form(here=""), "action=here", here=names_of(5))
    assert "N05" not in host.get(f"{group}/season").text, "ticked away: was not here"
    page = host.get(f"{group}/members")
    host.send(page, page.form(here=""), "action=here", here=names_of(6))
    assert shown(host.get(f"{group}/season"), "missed rounds")["N05"] == "−24"
    page = host.get(f"{group}/season")
    assert host.send(page, page.form(number=""), name="2026").status == 303
    closed = host.get(f"{group}/seasons")
    assert shown(closed, "missed rounds")["N05"] == "−24", "the closed table keeps it"


def take_back(phone, page):
    form = page.html.one("form", fits=lambda form: form["action"].endswith("/tables/back"))
    return phone.send(page, form)


@pytest.mark.both_databases
def test_a_draw_is_taken_back_in_one_step_while_nothing_was_entered(shared_app, host):
    people = names_of(8)
    group = club_of(host, people)
    first = draw(host, group, people)
    stale = host.get(f"{group}/tables")
    assert "Delete these 2 tables" in stale.text
    answers = [take_back(host, stale) for _ in range(2)]
    assert [answer.status for answer in answers] == [303, 303]
    page = host.get(f"{group}/tables")
    assert ("Tables today" in page.text, ticked(page)) == (False, people)
    assert "a draw was taken back" in host.get(f"{group}/settings").text
    second = draw(host, group, people)
    assert not first.keys() & second.keys()
    assert take_back(host, stale).status == 303, "sent once more, it deletes no later draw"
    assert tables(host, group) == second
    with database.connection_context():
        assert list(faults()) == []


def test_tables_with_an_entry_stay_and_only_the_latest_draw_goes(shared_app, host):
    people = names_of(8)
    group = club_of(host, people)
    first = draw(host, group, people)
    stale = host.get(f"{group}/tables")
    for night in first:
        play(host, night, 40)
    assert "Take this draw back" not in host.get(f"{group}/tables").text
    answer = take_back(host, stale)
    assert (answer.status, "something was entered at these tables already" in answer.text) == (422, True)
    drawing = Phone(shared_app)
    come_in(drawing, group_links(host, group)["member"])
    second = draw(drawing, group, people)
    other = Phone(shared_app)
    come_in(other, group_links(host, group)["member"])
    assert "Take this draw back" not in other.get(f"{group}/tables").text
    page = drawing.get(f"{group}/tables")
    sent = values(page.html.one("form", fits=lambda form: form["action"].endswith("/tables/back")))
    assert "only who drew these tables" in other.post(f"{group}/tables/back", sent | {"csrf_token": other.token()}).text
    assert take_back(drawing, page).status == 303
    assert tables(host, group) == first
    assert not second.keys() & first.keys()
    assert take_back(host, stale).status == 422


def test_a_club_of_a_hundred_may_draw_anew(shared_app):
    host = Phone(shared_app)
    people = names_of(100)
    group = club_of(host, people)
    for _ in range(2):
        assert len(draw(host, group, people, kind="herzblatt/lembke", number="33")) == 33
        assert take_back(host, host.get(f"{group}/tables")).status == 303


def rounds_of(phone, group):
    """The number of groups as the page of the draw has it."""
    return values(phone.get(f"{group}/tables").form(others=""))["parts"][0]


def pairs_at(nights):
    return [frozenset(pair) for names in nights.values() for pair in combinations(names, 2)]


def test_all_rounds_are_planned_when_their_number_is_known(shared_app):
    host = Phone(shared_app)
    people = names_of(16)
    group = club_of(host, people)
    met, dealt, again = Counter(), Counter(), 0
    for number in range(5):
        rounds = {"parts": "5"} if not number else {"parts": rounds_of(host, group)}
        assert rounds == {"parts": "5"}, "it is asked for once"
        if number == 3:
            people = [*people[1:], "Late"]
        nights = draw(host, group, people, way="new", **rounds)
        assert sorted(name for names in nights.values() for name in names) == sorted(people)
        again += sum(met[pair] > 0 for pair in pairs_at(nights))
        met.update(pairs_at(nights))
        dealt.update(names[-1] for names in nights.values())
    assert again == 0, "who comes late takes the seats of who has left"
    assert max(dealt.values()) <= 2, "20 tables, 17 people"


def test_a_draw_at_which_nothing_is_chosen_keeps_to_the_plan(shared_app):
    host = Phone(shared_app)
    people = names_of(16)
    group = club_of(host, people)
    met = Counter(pairs_at(draw(host, group, people, way="new", parts="5")))
    for _ in range(4):
        page = host.get(f"{group}/tables")
        drawn = host.send(page, page.form(others=""), "action=draw")
        assert host.send(drawn, drawn.form(seats=""), "action=open").status == 303
        met.update(pairs_at(tables(host, group)))
    assert {*met.values()} == {1}, "five rounds, and nobody meets twice"


def test_a_draw_knows_whom_somebody_met_under_another_name(shared_app):
    host = Phone(shared_app)
    people = names_of(16)
    group = club_of(host, people)
    met = Counter(pairs_at(draw(host, group, people[:15], others="Ferry", way="new", parts="5")))
    page = host.get(f"{group}/members")
    form = page.form(action="join")
    ids = {option.text: option["value"] for option in form.all("select")[0].all("option")}
    assert host.send(page, form, "action=join", other=ids["Ferry"], member=ids["N15"]).status == 303
    assert "Here without a seat" not in host.get(f"{group}/tables").text
    assert any("N15" in names for names in tables(host, group).values())
    met = Counter(frozenset("N15" if name == "Ferry" else name for name in pair) for pair in met)
    for _ in range(4):
        met.update(pairs_at(draw(host, group, people, way="new", parts="5")))
    assert {*met.values()} == {1}


def test_the_next_evening_asks_for_as_many_rounds_as_the_last_one(shared_app, monkeypatch):
    host = Phone(shared_app)
    people = names_of(12)
    group = club_of(host, people)
    assert not rounds_of(host, group)
    draw(host, group, people, way="new", parts="3")
    stand_still(monkeypatch, "2026-12-04T19:00")
    assert rounds_of(host, group) == "3"


def test_a_new_draw_brings_other_people_together(shared_app):
    host = Phone(shared_app)
    people = names_of(16)
    group = club_of(host, people)
    draw(host, group, people, way="new", parts="5")
    page = host.get(f"{group}/tables")
    sent = {"here": people, "way": "new", "kind": KIND, "parts": "5"}
    drawn = host.send(page, page.form(others=""), action="draw", **sent)
    seats = {tuple(sorted(values(drawn.form(seats=""))["seats"]))}
    for _ in range(6):
        drawn = host.send(drawn, drawn.form(seats=""), "action=draw")
        assert "met before" not in drawn.text
        seats.add(tuple(sorted(values(drawn.form(seats=""))["seats"])))
    assert len(seats) > 1
    page = host.get(f"{group}/members")
    form = page.form(action="remove")
    gone = next(value for name, value, _ in controls(form) if name == "member" and value)
    assert host.send(page, form, "action=remove", member=gone).status == 303
    nights = draw(host, group, people, way="new", parts="5")
    assert sorted(name for names in nights.values() for name in names) == people


@pytest.mark.parametrize("typed", ["-1", "51", "many"])
def test_a_number_of_rounds_that_cannot_be_is_refused(shared_app, typed):
    host = Phone(shared_app)
    group = club_of(host, names_of(8))
    page = host.get(f"{group}/tables")
    sent = {"here": names_of(8), "way": "new", "kind": KIND, "parts": typed}
    answer = host.send(page, page.form(others=""), action="draw", **sent)
    assert answer.status == 422
    assert answer.errors


def test_two_hundred_people_are_drawn_to_fifty_tables(host):
    people = [f"N{number:03}" for number in range(200)]
    group = club_of(host, people)
    nights = draw(host, group, people, "new")
    assert len(nights) == 50
    assert sorted(name for names in nights.values() for name in names) == people


def test_two_seats_of_one_round_that_belong_to_one_person_are_one_round(host):
    group = club_of(host, names_of(8))
    first, second = draw(host, group, names_of(8)).values()
    row = GroupRow.get(GroupRow.slug == group.rpartition("/")[2])
    members = {member.name: member.id for member in members_of_group(row.id)}
    join_people(row, members[first[0]], members[second[0]], "host")
    draw(host, group, first)
    assert "Round 2" in host.get(f"{group}/tables").text
    assert "Round 3" not in host.get(f"{group}/tables").text
