"""How a night with a sheet of the table's own is called, and how it is settled for the kitty."""

import pytest

from scorekeeper.nightfile.syntax import write_toml
from tests.commands.running import printed
from tests.games.own.documents import DOPPELKOPF, SKAT, WIZARD
from tests.web.group import open_group, put_in
from tests.web.paying import freeze, holds, opened, tick, told
from tests.web.phone import Phone, links
from tests.web.test_own_games import link_to, open_at
from tests.web.test_seasons import close


def test_a_night_is_called_after_its_sheet_on_every_page(phone, shared_app):
    night = open_at(phone, link_to({**SKAT, "name": "Ramsch am Freitag"}), "Anna", "Bernd", "Clara")
    phone.enter(night, declarer="p1", contract="grand", matadors="2", points="70")
    page = phone.get(f"{night}/table")
    phone.send(page, page.form(title=""), "action=title", title="Freitag")
    paths = ("", "/whole", "/rules", "/rules/sheet", "/board", "/blank", "/picture.svg", "/share", "/end")
    pages = {path: phone.get(night + path).body for path in paths} | {"home": phone.get("/").body}
    assert {path for path, body in pages.items() if "Hausblatt" in body or "Another game" in body} == set()
    named = {path for path, body in pages.items() if "Ramsch am Freitag" in body}
    assert named >= {"", "/whole", "/rules", "/rules/sheet", "/board", "/blank", "/picture.svg", "home"}
    joining = Phone(shared_app).get(links(phone, night)["writer"])
    assert "Ramsch am Freitag" in joining.text
    assert "Ramsch" in phone.get(f"{night}/rules.toml").headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("title", "beside"), [("", "Braun"), ("Freitag", "Herzblatt · Braun"), ("Herz", "Herzblatt · Braun")]
)
def test_a_card_says_beside_its_title_what_the_title_does_not(phone, title, beside):
    night = phone.open_night("Anna", "Bernd", "Clara")
    page = phone.get(f"{night}/table")
    phone.send(page, page.form(title=""), "action=title", title=title)
    card = phone.get("/").html.one("a", "card", lambda card: night in card["href"])
    assert card.all("span")[0].text.split(" · ")[: beside.count(" · ") + 1] == beside.split(" · ")


def test_a_table_that_plays_for_the_kitty_settles_into_it(phone):
    document = {"kind": "winner", "players": [3], "values": [{"value": 10}], "money": {"kitty": True}}
    page = phone.get(link_to(document))
    seats = {f"players-{place}": name for place, name in enumerate(("Anna", "Bernd", "Clara"))}
    night = phone.send(page, page.form(amount=""), **seats, amount="0.10").location
    phone.enter(night, winner="p1")
    phone.enter(night, winner="p2")
    assert phone.get(night).standing == {"Anna": 10, "Bernd": 10, "Clara": -20}, "the sheet keeps what was won"
    assert told(phone, night) == {"Anna → kitty €1.00": "", "Bernd → kitty €1.00": "", "Clara → kitty €2.00": ""}
    freeze(phone, night)
    for who in ("Anna", "Bernd", "Clara"):
        tick(phone, night, who, "all")
    assert "€4.00" in phone.get(f"{night}/kitty").text
    assert set(opened(phone, night).values()) == {"€0.00"}
    assert holds(night)
    assert phone.get(f"{night}/end").status == 200


def untitled(phone, document, *names):
    page = phone.get(link_to(document))
    seats = {f"players-{place}": name for place, name in enumerate(names)}
    return phone.send(page, page.form(amount=""), **seats, amount="0.10", title="").location


def test_a_kitty_names_an_untitled_night_after_its_sheet(phone):
    document = {**SKAT, "name": "Ramsch", "steps": []}
    nights = [untitled(phone, document, "Anna", "Bernd", "Clara") for _ in range(2)]
    for night in nights:
        phone.enter(night, declarer="p1", contract="grand", points="70")
    page = phone.get(f"{nights[0]}/carry")
    form = page.html.one("main").one("form", fits=lambda form: "or carry it to another night" in form.text)
    slug = nights[1].rpartition("/")[2]
    assert phone.send(page, form, night=slug).status == 303
    for night in nights:
        text = phone.get(f"{night}/settle").text + phone.get(f"{night}/carry").text
        assert "Ramsch" in text
        assert "Another game" not in text


def test_two_sheets_whose_names_were_forgotten_are_two_games_of_a_season(phone):
    plain = {"kind": "points", "sum": 0, "low": -9, "high": 9, "name": 0}  # a number stands for a forgotten name
    points = {"points.p1": "4", "points.p2": "-3", "points.p3": "-1"}
    sheets = (plain, plain, {**plain, "each": 5})
    nights = [open_at(phone, link_to(sheet), "Anna", "Bernd", "Clara") for sheet in sheets]
    for night in nights:
        assert phone.enter(night, **points).status == 303
    group = open_group(phone, nights[0])
    put_in(phone, nights[1], group)
    season = phone.get(f"{group}/season")
    assert "Different games were played" not in season.text
    put_in(phone, nights[2], group)
    season = phone.get(f"{group}/season")
    assert "Different games were played" in season.text
    kinds = [option["value"] for option in season.html.all("option") if option["value"].startswith("own/own/")]
    assert len(set(kinds)) == 2
    totals = [phone.get(f"{group}/season", kind=kind).html.one("table", "ranked").text for kind in kinds]
    assert [total.count("+8") + total.count("+20") for total in totals] == [1, 1]


def test_nothing_is_said_of_a_dealer_who_sat_out(phone):
    document = {**SKAT, "players": [3], "money": {"pays": "difference"}}
    night = open_at(phone, link_to(document), "Anna", "Bernd", "Clara", "David")
    phone.enter(night, declarer="p1", contract="grand", matadors="2", points="70")
    deal = phone.get(f"{night}/deals/1")
    assert "sat out" not in deal.text
    assert deal.html.one("table", "lines").one("tfoot").text.count("−") == 3, "who sat out pays too"
    assert "sat out" not in phone.get(f"{night}/board").text


def test_the_totals_stand_in_one_line_while_some_have_to_play_a_solo(phone):
    solo = {**DOPPELKOPF["contracts"][1], "duty": True}
    night = open_at(phone, link_to({**DOPPELKOPF, "contracts": [solo]}), "Anna", "Bernd", "Clara", "Dora")
    phone.enter(night, declarer="p1", contract="solo", points="130")
    head = phone.get(night).html.one("table", "sheet").one("thead").all("th")[1:]
    assert [[small.text for small in player.all("small")] for player in head] == [[""], ["◇"], ["◇"], ["◇"]]


def test_the_rule_book_of_an_own_game_says_nothing_of_its_cards(capsys, tmp_path):
    file = tmp_path / "sheet.toml"
    file.write_text(write_toml({"game": "own", "house": {"sheet": WIZARD}}), encoding="utf-8")
    assert "the cards of your game" not in printed(capsys, "rules", "--file", str(file))


def test_a_season_with_nights_of_sheets_is_closed_and_keeps_its_games(phone):
    night = open_at(phone, link_to({**SKAT, "steps": []}), "Anna", "Bernd", "Clara")
    other = open_at(phone, link_to({**WIZARD, "name": "Ansagen"}), "Anna", "Bernd", "Clara")
    phone.enter(night, declarer="p1", contract="grand", points="70")
    phone.enter(other, **{f"{what}.p{place}": str(int(place == 1)) for what in ("bids", "made") for place in (1, 2, 3)})
    group = open_group(phone, night)
    put_in(phone, other, group)
    before = phone.get(f"{group}/season").html.one("table", "ranked").text
    assert close(phone, group).location == f"{group}/seasons?season=1"
    closed = phone.get(f"{group}/season", season="1")
    assert closed.html.one("table", "ranked").text == before
    assert all(name in closed.body for name in ("Skat", "Ansagen"))


def test_prizes_are_paid_by_place_at_the_end_and_those_who_tie_share(phone):
    document = {"kind": "points", "players": [3], "name": "Rennen", "end": {"deals": 2}}
    night = untitled(phone, document | {"money": {"pays": "prizes", "prizes": [6, 0, -6]}}, "Anna", "Bernd", "Clara")
    phone.enter(night, **{"points.p1": "10", "points.p2": "5", "points.p3": "0"})
    assert told(phone, night) == {}, "nothing is paid before the end"
    phone.enter(night, **{"points.p1": "0", "points.p2": "5", "points.p3": "0"})
    assert told(phone, night) == {"Clara → Anna €0.30": "", "Clara → Bernd €0.30": ""}
