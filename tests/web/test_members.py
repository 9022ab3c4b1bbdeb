"""The members of a group: listed before its first night, marked as here, known by their phones; hosts keep the list."""

import pytest

from scorekeeper.web.groups import members
from tests.tables import csv_rows
from tests.web.group import come_in, group_links, member_of, open_group, put_in
from tests.web.html import values
from tests.web.phone import Phone


@pytest.fixture
def club(host):
    """A group that has members and no night."""
    page = host.get("/rounds/new")
    answer = host.send(page, page.form(name=""), name="Club", members="Anna\nBernd\n\nClara\nDavid")
    assert answer.status == 303, answer.errors
    return answer.location


@pytest.fixture
def member(shared_app, host, club):
    """A phone that came by the group's link for members, and did not say yet whose it is."""
    phone = Phone(shared_app)
    assert come_in(phone, group_links(host, club)["member"]).location == f"{club}/me"
    return phone


def listed(phone, club):
    return [item.text.split("  ")[0].strip() for item in phone.get(club).html.one("ul", "people-of-group").all("li")]


def add(phone, club, names):
    page = phone.get(f"{club}/members")
    return phone.send(page, page.form(names=""), "action=add", names=names)


def choose(phone, club, name):
    page = phone.get(f"{club}/me")
    button = page.html.one("ul", "who").one("button", fits=lambda button: button.text == name)
    return phone.send(page, page.form(who=""), who=button["value"])


def rename(phone, night, player, name, **fields):
    page = phone.get(f"{night}/table")
    answer = phone.send(page, page.form(player=player, name=""), "action=rename", name=name, **fields)
    assert answer.status == 303, answer.errors


@pytest.mark.both_databases
def test_the_first_night_of_a_group_has_seats_for_its_members(host, club):
    assert listed(host, club) == ["Anna", "Bernd", "Clara", "David"]
    page = host.get("/nights/new/koenigrufen/ooe", round=club.rpartition("/")[2])
    form = page.form(amount="")
    assert [seat["value"] for seat in form.all("input") if seat["name"].startswith("players-")][:4] == [
        "Anna",
        "Bernd",
        "Clara",
        "David",
    ]


def test_a_member_adds_names_and_nobody_is_listed_twice(host, member, club):
    assert add(member, club, "Emma\nanna\nFritz").status == 303
    assert listed(host, club) == ["Anna", "Bernd", "Clara", "David", "Emma", "Fritz"]
    assert add(member, club, "\u202e").status == 422
    assert add(member, club, "\n".join(f"N{number}" for number in range(400))).status == 422
    assert len(listed(host, club)) == 6, "all or none"


def test_a_full_list_of_members_keeps_nobody_from_a_seat(host, member, club):
    names = "\n".join(f"N{number}" for number in range(31))
    refused = add(member, club, names)
    assert (refused.status, "at most 30 new names at once" in refused.errors) == (422, True)
    page = member.get(f"{club}/tables")
    drawn = member.send(page, page.form(others=""), others=names, kind="herzblatt/braun", action="draw")
    assert (drawn.status, "at most 30 new names at once" in drawn.errors) == (422, True)
    assert len(listed(host, club)) == 4
    assert add(host, club, "\n".join(f"N{number}" for number in range(296))).status == 303
    refused = add(host, club, "Zita")
    assert (refused.status, "at most 300 members" in refused.errors) == (422, True)
    page = host.get(f"{club}/tables")
    drawn = host.send(
        page, page.form(others=""), here=["Anna", "Bernd"], others="Zita", kind="herzblatt/braun", action="draw"
    )
    assert host.send(drawn, drawn.form(seats=""), "action=open").status == 303
    assert "Zita" in host.get(f"{club}/tables").text
    night = host.open_night("Anna", "Xaver", "Yvonne")
    assert put_in(host, night, club).status == 303
    assert len(listed(host, club)) == 300


def test_only_a_host_takes_a_name_off_the_list(host, member, club):
    page = host.get(f"{club}/members")
    form = page.form(action="remove")
    david = form.one("option", fits=lambda option: option.text == "David")["value"]
    sent = {"csrf_token": member.token(), "action": "remove", "member": david}
    assert member.post(f"{club}/members", sent).status == 403
    assert "David" in listed(host, club)
    refused = host.send(page, form, "action=remove", member="nobody")
    assert (refused.status, refused.html.one("textarea").text) == (422, ""), "no name is filled in to be added"
    assert host.send(page, form, "action=remove", member=david).status == 303
    assert "David" not in listed(host, club)
    assert "a member was taken off the list" in member.get(f"{club}/settings").text


def options(page):
    """The ids in the form that joins two people, by name."""
    return {option.text: option["value"] for option in page.form(action="join").all("select")[0].all("option")}


def counted(phone, club):
    """Who has a row in the season of a group."""
    return {row["person"] for row in csv_rows(phone.get(f"{club}/season.csv").body)}


@pytest.mark.both_databases
def test_a_host_joins_two_people_and_parts_them_though_it_is_sent_twice(host, member, club):
    for names in (("Anna", "Bernd", "Clara"), ("Annerl", "Bernd", "Clara")):
        host.book(host.open_night(*names, round=club.rpartition("/")[2]), "p1", 70)
    page = host.get(f"{club}/members")
    ids = options(page)
    sent = {"other": ids["Annerl"], "member": ids["Anna"]}
    assert counted(host, club) == {"Anna", "Annerl", "Bernd", "Clara"}
    for _ in range(2):
        assert host.send(page, page.form(action="join"), "action=join", **sent).status == 303
    assert counted(host, club) == {"Anna", "Bernd", "Clara"}
    joined = host.get(f"{club}/members")
    assert "Annerl counts as Anna" in joined.text
    assert "Annerl" not in options(joined)
    assert "Annerl counts as Anna" in member.get(f"{club}/members").text
    assert "two members were joined" in member.get(f"{club}/settings").text
    form = joined.form(action="part")
    for _ in range(2):
        assert host.send(joined, form, "action=part").status == 303
    assert counted(host, club) == {"Anna", "Annerl", "Bernd", "Clara"}
    assert "counts as" not in host.get(f"{club}/members").text


def test_an_old_page_joins_nobody_to_a_name_joined_meanwhile(host, club):
    page = host.get(f"{club}/members")
    ids = options(page)

    def join(other, name):
        return host.send(page, page.form(action="join"), "action=join", other=ids[other], member=ids[name])

    assert join("Bernd", "Anna").status == 303
    for other, name in (("Clara", "Bernd"), ("Anna", "Bernd"), ("Clara", "Clara")):
        refused = join(other, name)
        assert (refused.status, "two different people" in refused.errors) == (422, True), (other, name)
    assert "Bernd counts as Anna" in host.get(f"{club}/members").text


def test_a_host_gives_a_night_to_another_member(host, member, club):
    host.book(host.open_night("Anna", "Bernd", "Clara", round=club.rpartition("/")[2]), "p1", 70)
    path = f"{club}/members/{options(host.get(f'{club}/members'))['Anna']}"
    assert member.get(path).status == 403
    assert host.get(f"{club}/members/999999999999").status == 404
    page = host.get(path)
    assert "nothing was chosen" in host.send(page, page.form(to="")).errors
    form = page.form(to="")
    [seat] = [box["value"] for box in form.all("input") if box["name"] == "seat"]
    refused = host.send(page, form, seat=seat, name="bernd")
    assert (refused.status, "bernd is a member already" in refused.errors) == (422, True)
    assert host.send(page, form, seat=seat, name="Anna Berger").status == 303
    assert counted(host, club) == {"Anna Berger", "Bernd", "Clara"}


def test_the_nights_of_a_member_are_shown_page_by_page(host, club, monkeypatch):
    monkeypatch.setattr(members, "_SEATS", 1)
    for _ in range(2):
        host.book(host.open_night("Anna", "Bernd", "Clara", round=club.rpartition("/")[2]), "p1", 70)
    path = f"{club}/members/{options(host.get(f'{club}/members'))['Anna']}"
    shown = [host.get(path, page=page) for page in (1, 2, "all")]
    seats = [[box["value"] for box in page.html.all("input") if box["name"] == "seat"] for page in shown]
    assert seats[0] + seats[1] == seats[2]
    assert len({*seats[2]}) == 2
    refused = host.send(shown[1], shown[1].form(to=""))
    assert [box["value"] for box in refused.html.all("input") if box["name"] == "seat"] == seats[1]
    assert host.send(shown[1], shown[1].form(to=""), seat=seats[1][0], name="Anna Berger").status == 303
    assert counted(host, club) == {"Anna", "Anna Berger", "Bernd", "Clara"}


@pytest.mark.both_databases
def test_who_is_no_host_joins_and_parts_nobody(shared_app, host, club):
    ids = options(host.get(f"{club}/members"))
    for role, status in (("member", 403), ("onlooker", 403), ("", 404)):
        phone = member_of(shared_app, host, club, role)
        for sent in (
            {"action": "join", "member": ids["Anna"], "other": ids["Bernd"]},
            {"action": "part", "other": ids["Bernd"]},
        ):
            assert phone.post(f"{club}/members", {"csrf_token": phone.token()} | sent).status == status, (role, sent)
        seats = f"{club}/members/{ids['Anna']}"
        assert phone.post(seats, {"csrf_token": phone.token(), "name": "Mallory"}).status == status, role
    assert options(host.get(f"{club}/members")) == ids


def test_who_sits_in_a_night_of_the_group_is_a_member(host, club):
    other = host.open_night("Gerd", "Hanna", "Ilse")
    page = host.get(f"{other}/round")
    host.send(page, page.form(round=""), f"round={club.rpartition('/')[2]}")
    assert {"Gerd", "Hanna", "Ilse"} < set(listed(host, club))


def here(phone, club):
    boxes = phone.get(f"{club}/members").form(here="").all("input")
    return {box["value"] for box in boxes if box["name"] == "here" and "checked" in box.attributes}


def test_two_who_tick_at_once_keep_the_ticks_of_the_other(host, member, club):
    pages = [phone.get(f"{club}/members") for phone in (host, member)]
    for phone, page, name in zip((host, member), pages, ("Anna", "Bernd"), strict=True):
        assert phone.send(page, page.form(here=""), "action=here", here=[name]).status == 303
    assert here(host, club) == {"Anna", "Bernd"}
    page = host.get(f"{club}/members")
    host.send(page, page.form(here=""), "action=here", here=["Bernd"])
    assert here(host, club) == {"Bernd"}, "Anna went home"


@pytest.mark.both_databases
def test_a_phone_with_a_known_owner_is_not_asked_in_nights_of_the_group(host, member, club):
    page = host.get("/nights/new/koenigrufen/ooe", round=club.rpartition("/")[2])
    night = host.send(page, page.form(amount="")).location
    assert member.get(night).status == 404
    assert choose(member, club, "Bernd").location == club
    assert "This phone is Bernd" in member.get(f"{night}/table").text, "the night of today that was open already"
    page = host.get(club)
    following = host.send(page, page.html.one("main").one("form")).location
    assert "This phone is Bernd" in member.get(f"{following}/table").text
    assert "Rename" not in member.get(f"{following}/table").text, "no more than a member"


def test_a_night_with_a_pin_asks_for_it_whoever_says_to_be_a_member(host, member, club):
    page = host.get("/nights/new/koenigrufen/ooe", round=club.rpartition("/")[2])
    night = host.send(page, page.form(amount="")).location
    host.send(shared := host.get(f"{night}/share"), shared.form(pin=""), action="pin", pin="1234")
    choose(member, club, "Bernd")
    assert member.get(night).status == 404


def test_who_is_not_on_the_list_types_a_name(host, member, club):
    page = member.get(f"{club}/me")
    assert member.send(page, page.form(name=""), name="Zoe").status == 303
    assert "Zoe" in listed(host, club)
    assert "This phone is Zoe" in member.get(club).text
    refused = member.send(page, page.form(who=""), who="999999")
    assert (refused.status, "nobody of this name" in refused.errors) == (422, True)


RULES = {"ranking": "cup", "cup": "8, 4, 2", "drops": "1", "deals": "16", "absent": "number", "missed": "-12"}


def test_a_host_changes_how_the_group_counts_and_members_read_it(host, member, club):
    page = host.get(f"{club}/settings")
    assert host.send(page, page.form(ranking=""), "action=rules", **RULES).status == 303
    sent = {"csrf_token": member.token(), "action": "rules", **RULES, "ranking": "money"}
    assert member.post(f"{club}/settings", sent).status == 403
    shown = member.get(f"{club}/settings")
    assert (
        shown.html.one("select", fits=lambda one: one["id"] == "ranking").one(
            "option", fits=lambda option: "selected" in option.attributes
        )["value"]
        == "cup"
    )
    fields = {box["name"]: box["value"] for box in shown.html.one("main").all("input") if box["name"]}
    assert {key: fields[key] for key in ("cup", "drops", "deals", "missed")} == {
        key: RULES[key] for key in ("cup", "drops", "deals", "missed")
    }
    assert "the cup points were changed" in shown.text


@pytest.mark.both_databases
def test_a_host_overwrites_no_setting_that_another_has_changed_meanwhile(host, club):
    first, second, third = (host.get(f"{club}/settings") for _ in range(3))

    def save(page, **fields):
        return host.send(page, page.form(ranking=""), "action=rules", **fields)

    assert save(first, drops="2", cup="8 4 2").status == 303
    assert save(second, deals="7").status == 303
    shown = values(host.get(f"{club}/settings").form(ranking=""))
    assert (shown["drops"], shown["deals"]) == (["2"], ["7"]), "what the second left as it was"
    refused = save(third, cup="9", ranking="cup")
    assert refused.status == 422
    assert "cup points: changed on another phone meanwhile, now: 8, 4, 2." in refused.errors
    typed = values(refused.form(ranking=""))
    assert (typed["cup"], typed["ranking"]) == (["9"], ["cup"]), "what was typed stays"
    assert save(refused).status == 303
    shown = values(host.get(f"{club}/settings").form(ranking=""))
    assert [shown[key] for key in ("cup", "ranking", "drops", "deals")] == [["9"], ["cup"], ["2"], ["7"]]


@pytest.mark.parametrize(
    ("control", "first", "second", "stands"),
    [
        ("name", "Thursday", "Friday", "name of the group: changed on another phone meanwhile, now: Thursday."),
        ("tariff", "Late 1\nMisdeal 0.50", "Late 2", "fines: changed on another phone meanwhile, now: Late 1.00, Misd"),
        ("tariff", "", "Late 2", "fines: changed on another phone meanwhile, now: nothing."),
    ],
)
def test_a_host_overwrites_no_name_or_fines_that_another_changed(host, club, control, first, second, stands):
    host.fill_in(f"{club}/settings", "tariff", "action=tariff", tariff="Misdeal 1")
    pages = [host.get(f"{club}/settings") for _ in range(3)]
    own = values(pages[0].form(**{control: ""}))[control]

    def save(page, text):
        return host.send(page, page.form(**{control: ""}), f"action={control}", **{control: text})

    assert save(pages[0], first).status == 303
    assert save(pages[1], own).status == 303, "what the second left as it was"
    refused = save(pages[2], second)
    assert (refused.status, stands in refused.errors) == (422, True), refused.errors
    typed = values(refused.form(**{control: ""}))[control]
    assert typed == [second], "what was typed stays"
    assert save(refused, second).status == 303


@pytest.mark.parametrize(
    "wrong",
    [
        {"ranking": "luck"},
        {"cup": "eight"},
        {"cup": "9999999"},
        {"drops": "21"},
        {"deals": "0x"},
        {"deals": "501"},
        {"absent": "number", "missed": ""},
        {"absent": "best"},
    ],
)
def test_what_cannot_be_agreed_changes_nothing(host, club, wrong):
    page = host.get(f"{club}/settings")
    answer = host.send(page, page.form(ranking=""), "action=rules", **RULES | wrong)
    assert answer.status == 422
    assert answer.errors
    assert "was changed" not in host.get(f"{club}/settings").text


def test_a_forgotten_name_leaves_the_lists_of_groups_of_the_same_host(host, club):
    night = host.open_night("Anna", "Bernd", "Clara")
    page = host.get(f"{night}/forget")
    assert host.send(page, page.form(player=""), player="p1").status == 303
    assert listed(host, club) == ["Bernd", "Clara", "David"]


def test_who_hosts_no_group_blanks_no_name_in_it(host, member, club):
    night = member.open_night("Anna", "Bernd", "Clara")
    page = member.get(f"{night}/forget")
    assert member.send(page, page.form(player=""), player="p1").status == 303
    assert "Anna" in listed(host, club)


def test_a_renamed_player_is_a_member_by_the_new_name(host):
    night = host.open_night("Ana", "Bernd", "Clara")
    group = open_group(host, night)
    rename(host, night, "p1", "Anna")
    assert listed(host, group) == ["Anna", "Bernd", "Clara"]


@pytest.mark.both_databases
def test_a_member_is_renamed_with_the_seat_and_two_of_one_name_become_one(host, member, club):
    choose(member, club, "Anna")
    night = host.open_night("Anna", "Bernd", "Clara", round=club.rpartition("/")[2])
    other = host.open_night("Anna", "Bernd", "Clara", round=club.rpartition("/")[2])
    rename(host, night, "p1", "Anja", everywhere=None)
    assert here(host, club) == {"Anna", "Bernd", "Clara"}, "Anna sits at the other night"
    rename(host, other, "p1", "Anja", everywhere=None)
    assert here(host, club) == {"Anja", "Bernd", "Clara"}
    assert "a member got another name" in member.get(f"{club}/settings").text
    rename(host, night, "p1", "David", everywhere="yes")
    assert len(listed(host, club)) == 3
    assert here(host, club) == {"Bernd", "Clara", "David"}, "David was here as Anja"
    assert "This phone is David" in member.get(club).text


def test_who_is_entered_in_a_group_has_the_name_as_on_its_list(host, member, club):
    add(host, club, "José")
    night = host.open_night("anna", "BERND", "Jose\u0301", round=club.rpartition("/")[2])
    assert host.fill_in(f"{night}/table", "place", "move=join", name="clara").status == 303
    rename(host, night, "p2", "DAVID")
    assert set(host.standing(night)) == {"Anna", "David", "José", "Clara"}
    rename(host, night, "p1", "ANNA")
    assert "ANNA" in listed(host, club)[0], "the same name may be spelled anew"
    page = host.get(f"{club}/tables")
    here = ["ANNA", "David", "Jose\u0301"]
    drawn = host.send(
        page, page.form(others=""), here=here, others="anna\nclara", kind="herzblatt/braun", action="draw"
    )
    seats = [box["value"][2:] for box in drawn.form(seats="").all("input") if box["name"] == "seats"]
    assert sorted(seats) == ["ANNA", "Clara", "David", "José"]
    sent = {"csrf_token": host.token(), "request": "0123456789abcdef", "action": "open", "kind": "herzblatt/braun"}
    assert host.post(f"{club}/tables", sent | {"seats": ["1 anna", "1 clara", "1 DAVID"]}).status == 303
    assert "ANNA, Clara, David" in host.get(f"{club}/tables").text
    page = member.get(f"{club}/me")
    member.send(page, page.form(name=""), name="Jose\u0301")
    assert "This phone is José" in member.get(club).text
