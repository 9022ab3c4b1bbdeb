"""The treasurers of a group: they settle what is opened in it, whoever opened it, and may do nothing else."""

import pytest

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_night
from tests.web.clock import stand_still
from tests.web.group import member_of, put_in
from tests.web.html import values
from tests.web.paying import dues, opened
from tests.web.test_groups import next_night


@pytest.fixture
def treasurer(shared_app, host, group, member):
    """A further phone of the group, which a host has named its treasurer."""
    phone = member_of(shared_app, host, group)
    assert name(host, group).status == 303
    return phone


def section(host, group):
    return host.get(f"{group}/settings").html.one("section", fits=lambda part: part["id"] == "treasurers")


def name(host, group, button="Make treasurer"):
    """Tap the last of these buttons, that of the phone which came last."""
    form = section(host, group).all("form", fits=lambda form: button in form.text)[-1]
    return host.post(form["action"], values(form) | {"action": form.one("button")["value"]})


def remove_form(host, place):
    """The form that removes the phone which came last."""
    return host.get(f"{place}/share").html.one("ul", "people").all("form", fits=lambda form: "Remove" in form.text)[-1]


def settle_form(phone, group):
    return phone.get(f"{group}/settle").form(last="", by="")


def settle(phone, group):
    page = phone.get(f"{group}/settle")
    return phone.send(page, settle_form(phone, group))


def in_group(phone, group, *names):
    """A night that a phone opens in a group."""
    return phone.open_night(*names, round=group[3:])


def in_order(*nights):
    with database.connection_context():
        return [verify_night(find_night(night[3:11])) for night in nights]


@pytest.mark.both_databases
def test_a_treasurer_settles_nights_of_others_without_other_rights(host, member, treasurer, group):
    first = in_group(member, group)
    member.book(first, "p2", 90)
    francs = member.open_night(currency="CHF", round=group[3:])
    member.book(francs, "p1", 90)
    second = in_group(member, group)
    member.book(second, "p1", 71)
    sent = values(settle_form(treasurer, group))
    answer = treasurer.post(f"{group}/settle", sent)
    assert answer.location == treasurer.post(f"{group}/settle", sent).location == f"{second}/settle"
    assert set(opened(member, first).values()) == {"€0.00"}
    assert "CHF" in opened(member, francs)["Anna"], "another currency stays apart"
    page = treasurer.get(f"{second}/settle")
    assert dues(page)
    form = page.html.one("section", fits=lambda part: part["id"] == "plan").all("form")[0]
    assert treasurer.send(page, form, "tick=all").status == 303
    assert "✓ paid" in treasurer.get(f"{second}/settle").text
    assert in_order(first, second) == [None, None]
    token = {"csrf_token": treasurer.token(), "request": "0123456789"}
    for path, fields in (
        ("delete", {"typed": "Herzblatt"}),
        ("share", {"action": "pin", "pin": "1234"}),
        ("share", {"action": "renew"}),
        ("round", {"action": "out"}),
        ("round", {"action": "agree"}),
        ("carry", {"way": "next"}),
        ("forget", {"player": "p1"}),
    ):
        assert treasurer.post(f"{second}/{path}", token | fields).status == 403, path
        assert treasurer.post(f"{first}/{path}", token | fields).status == 404, "it is not even in that night"
    for path, fields in (("share", {"action": "name", "name": "X"}), ("treasurers", {"action": "name"})):
        assert treasurer.post(f"{group}/{path}", token | fields).status == 403, path


def test_how_many_payments_each_person_has_is_shown_before(member, treasurer, group):
    first = in_group(member, group, "Anna", "Bernd", "Clara")
    member.book(first, "p1", 90)
    second = in_group(member, group, "Anna", "Dora", "Emil")
    member.book(second, "p1", 90)
    page = treasurer.get(f"{group}/settle")
    rows = page.html.one("main").one("table").one("tbody").all("tr")
    numbers = {row.one("th").text: row.all("td")[-1].text for row in rows}
    assert numbers == {"Anna": "4", "Bernd": "1", "Clara": "1", "Dora": "1", "Emil": "1"}
    by_table = page.form(way="tables").one("ul").all("li")
    assert by_table[0].text == "Anna 4"
    through = treasurer.get(f"{group}/settle", by="Bernd").html.one("main").one("table").one("tbody").all("tr")
    assert {row.one("th").text: row.all("td")[-1].text for row in through}["Bernd"] == "4"


def test_nobody_is_said_to_collect_where_only_the_kitty_has_no_name(member, treasurer, group):
    nights = [in_group(member, group) for _ in range(2)]
    for night in nights:
        member.book(night, "p1", 90)
    page = member.get(f"{nights[0]}/kitty")
    assert member.send(page, page.form(how=""), how="fine", amount="0.50", who="p2", note="late").status == 303
    text = treasurer.get(f"{group}/settle").text
    assert "kitty" in text
    assert "if collects" not in text
    assert "if  collects" not in text


def test_nothing_is_offered_to_who_may_not_settle(shared_app, host, member, night, group):
    host.book(night, "p2", 40)
    second = next_night(host, group)
    in_group(member, group)
    assert "Settle all" not in member.get(group).text
    assert settle(host, group).location == f"{second}/settle"
    assert "Nobody owes anybody anything" in host.get(f"{night}/settle").text
    listed = section(host, group).text
    member_of(shared_app, host, group, "onlooker")
    assert section(host, group).text == listed
    sql = """SELECT key FROM membership JOIN device ON device.id = device_id WHERE role = 'onlooker'
        ORDER BY membership.id DESC LIMIT 1"""
    with database.connection_context():
        ((key,),) = fetch(sql)
    answer = host.post(f"{group}/treasurers", {"csrf_token": host.token(), "action": "name", "device": key})
    assert (answer.status, "no member of the group" in answer.text) == (422, True)


def test_who_was_forgotten_keeps_what_is_open_where_it_is(member, treasurer, group):
    night = in_group(member, group)
    member.book(night, "p1", 90)
    member.fill_in(f"{night}/forget", "player", player="p1")
    in_group(member, group, "Bernd", "Clara", "Dora", "Emil", "Franz")
    assert "Settle all" not in treasurer.get(group).text, "nobody could sit there under that name"


def test_nights_that_stay_apart_are_named_before_all_is_settled(host, member, treasurer, group, night):
    host.book(night, "p2", 90)
    for _ in range(2):
        member.book(in_group(member, group), "p1", 90)
    francs = member.open_night(currency="CHF", round=group[3:])
    member.book(francs, "p1", 90)
    text = treasurer.get(f"{group}/settle").text
    assert "2 nights are not among these and are settled by themselves" in text, "one of another host, one in francs"


def test_an_earlier_night_is_settled_once_its_host_agrees(host, member, night, group, shared_app):
    host.book(night, "p2", 90)
    own = member.open_night()
    member.book(own, "p1", 90)
    put_in(member, own, group)
    treasurer = member_of(shared_app, host, group)
    name(host, group)
    new = in_group(host, group)
    assert "Settle all" not in treasurer.get(group).text
    for phone, path in ((host, night), (member, own)):
        assert phone.fill_in(f"{path}/round", "action=agree", "action=agree").status == 303
    assert member.fill_in(f"{own}/round", "action=withdraw", "action=withdraw").status == 303
    assert settle(treasurer, group).location == f"{new}/settle"
    assert set(opened(host, night).values()) == {"€0.00"}
    assert opened(member, own)["Anna"] != "€0.00", "its host took the agreement back"


@pytest.mark.parametrize("ending", ["end", "phone", "night"])
def test_who_is_no_treasurer_any_more_settles_nothing(host, member, treasurer, group, ending):
    night = in_group(member, group)
    member.book(night, "p2", 90)
    in_group(member, group)
    settle(treasurer, group)
    third = in_group(member, group)
    sent = values(settle_form(treasurer, group))
    if ending == "end":
        name(host, group, "No longer treasurer")
        assert treasurer.post(f"{group}/settle", sent).status == 400
        name(host, group)
        assert "Settle all" not in treasurer.get(group).text, "it is named anew, for the nights to come"
    elif ending == "phone":
        form = remove_form(host, group)
        assert host.post(f"{group}/share", values(form) | {"action": "end"}).status == 303
        assert treasurer.post(f"{group}/settle", sent).status == 410
        host.post(f"{group}/share", values(form) | {"action": "again"})
        assert treasurer.post(f"{group}/settle", sent).status == 400, "who is let in again is no treasurer"
    else:
        treasurer.join(treasurer.get(group).html.one("main").all("a", "card")[0]["href"], "nobody")
        member.post(f"{third}/share", values(remove_form(member, third)) | {"action": "end"})
        assert treasurer.post(f"{group}/settle", sent).status == 400, "a host of the night has removed the phone"


def test_tables_with_more_people_than_sit_at_one_are_settled_in_one_plan(host, member, treasurer, group):
    names = [f"P{number:02}" for number in range(15)]
    nights = [in_group(member, group, *names[at : at + 5]) for at in (0, 5, 10, 0, 5, 10)]
    for night in nights:
        member.book(night, "p1", 90)
    page = treasurer.get(f"{group}/settle")
    table = page.html.one("main").one("table")
    shown = {row.one("th").text: row.all("td")[0].text for row in table.one("tbody").all("tr")}
    assert len(shown) == 15
    assert settle(treasurer, group).location == f"{nights[5]}/settle"
    assert shown == {name: amount for name, amount in opened(treasurer, nights[5]).items() if amount != "€0.00"}
    told = dues(treasurer.get(f"{nights[5]}/settle"))
    assert f"{len(told)} payments settle everything" in page.text
    assert len(told) == 12, "three got what four each lost"
    headings = treasurer.get(nights[5]).html.one("table", "sheet").one("thead").all("span", "name")
    assert [heading.text for heading in headings if heading.text.startswith("P")] == names[10:], "who played there"
    assert "Settle all" not in treasurer.get(group).text
    left = [night for night in nights if set(opened(member, night).values()) != {"€0.00"}]
    assert left == [nights[5]]
    assert in_order(*nights) == [None] * 6
    page = member.get(f"{nights[5]}/table")
    assert "10 people did not play here" in page.text
    seats = [option.text for option in page.form(place="").all("option")]
    assert seats == [f"after {name}" for name in reversed(names[10:])]


def plan_of(page):
    return page.html.one("section", fits=lambda part: part["id"] == "plan")


def take_back(phone, night):
    page = phone.get(f"{night}/settle")
    form = page.html.one("main").one("form", fits=lambda form: form["action"].endswith("/settle/back"))
    return phone.send(page, form)


def test_settling_all_is_taken_back_in_one_step(host, member, treasurer, group):
    nights = [in_group(member, group, "Anna", "Bernd", "Clara"), in_group(member, group, "Anna", "Dora", "Emil")]
    for night in nights:
        member.book(night, "p1", 90)
    before = [opened(member, night) for night in nights]
    settle(treasurer, group)
    assert "Take “settle all” back" in member.get(f"{nights[1]}/settle").text, "who hosts both nights may do it too"
    assert "Take “settle all” back" not in host.get(f"{nights[1]}/settle").text
    page = treasurer.get(f"{nights[1]}/settle")
    assert treasurer.send(page, plan_of(page).all("form")[0], "tick=all").status == 303
    assert "Take “settle all” back" not in treasurer.get(f"{nights[1]}/settle").text, "something was paid"
    page = treasurer.get(f"{nights[1]}/settle")
    tick = plan_of(page).one("form", fits=lambda form: "Undo" in form.text)
    assert treasurer.send(page, tick, "tick=none").status == 303
    assert take_back(treasurer, nights[1]).location == group
    after = [opened(member, night) for night in nights]
    assert after[0] == before[0]
    assert {name: after[1][name] for name in before[1]} == before[1]
    assert "carried over to" in member.get(f"{nights[1]}/settle").text
    assert settle(treasurer, group).location == f"{nights[1]}/settle", "it can be settled again"
    assert in_order(*nights) == [None, None]


def test_the_number_of_payments_of_each_way_is_shown_before_it_is_chosen(member, treasurer, group):
    tables = ("Anna", "Bernd", "Clara"), ("Dora", "Bernd", "Emil"), ("Anna", "Emil", "Franz")
    nights = [in_group(member, group, *names) for names in tables]
    for night in nights:
        member.book(night, "p1", 90)
    page = treasurer.get(f"{group}/settle", by="Bernd")
    assert "This is the fewest possible" in page.text
    assert "6 payments, only between people of one table" in page.text
    assert "payments if Bernd collects" in page.text
    answer = treasurer.send(page, page.form(last="", by=""), "way=together")
    page = treasurer.get(answer.location)
    assert "Everyone pays through Bernd" in page.text
    assert all("Bernd" in due for due in dues(page))


def test_the_payments_of_each_table_are_confirmed_at_once(member, treasurer, group):
    tables = ("Anna", "Bernd", "Clara"), ("Dora", "Bernd", "Emil")
    nights = [in_group(member, group, *names) for names in tables]
    for night in nights:
        member.book(night, "p1", 90)
    page = treasurer.get(f"{group}/settle")
    assert treasurer.send(page, page.form(way="tables"), "way=tables").location == group
    for night in nights:
        assert "The payments are confirmed" in member.get(f"{night}/settle").text
    assert in_order(*nights) == [None, None]


@pytest.mark.both_databases
@pytest.mark.parametrize("jump", [-400, 400], ids=["set back", "set forward"])
def test_a_treasurer_settles_what_was_opened_later_whatever_the_clock(
    shared_app, host, member, group, monkeypatch, jump
):
    pass_time = stand_still(monkeypatch)
    before = in_group(member, group)
    member.book(before, "p2", 90)
    pass_time(jump * 86400)
    treasurer = member_of(shared_app, host, group)
    assert name(host, group).status == 303
    pass_time(-jump * 86400 * 2)
    nights = [in_group(member, group) for _ in range(2)]
    for night in nights:
        member.book(night, "p1", 90)
    assert settle(treasurer, group).location == f"{nights[1]}/settle"
    assert set(opened(member, nights[0]).values()) == {"€0.00"}
    assert set(opened(member, before).values()) != {"€0.00"}, "opened before the naming"
