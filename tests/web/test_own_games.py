"""A game of the table's own: made on a phone without a script, played, changed, passed on, and hostile texts."""

import json
import re
from base64 import urlsafe_b64encode
from urllib.parse import quote
from zlib import compress

import pytest

from scorekeeper.games.own.ready import ready_sheets
from tests.games.own.documents import ALL, DOPPELKOPF, SKAT
from tests.tables import csv_rows
from tests.web.group import open_group, put_in
from tests.web.html import values
from tests.web.test_evening import draw

MADE = "/nights/own/points?name=Haufeln&better=more&sum=&sides=none&target=&doubles=Bock&go=1"
HOSTILE = "<script>alert(1)</script>{0}%s"


def open_at(phone, place, *names):
    """Open a night of these players at the address of a new one."""
    page = phone.get(place)
    seats = {f"players-{place}": name for place, name in enumerate(names)}
    answer = phone.send(page, page.form(amount=""), **seats)
    assert answer.status == 303, answer.errors
    return answer.location


def link_to(document):
    return f"/nights/new/own/own?sheet={quote(json.dumps(document))}"


def test_a_newcomer_makes_a_game_and_books_its_first_deal(phone):
    assert "Another game" in phone.get("/nights/new").text
    assert "Who won, and how much" in phone.get("/nights/own").text
    assert "What such a deal pays" in phone.get("/nights/own/points").text
    night = open_at(phone, phone.get(MADE).location, "Anna", "Bernd", "Clara")
    assert "Haufeln" in phone.get(night).body
    phone.enter(night, **{"points.p1": "10", "points.p2": "0", "points.p3": "5", "s1": "yes"})
    assert phone.get(night).standing == {"Anna": 20, "Bernd": 0, "Clara": 10}
    assert "Bock" in phone.get(f"{night}/deals/1").text
    assert "Haufeln" in phone.get("/nights/own").text, "the phone keeps it for the next night"


def test_a_kept_sheet_says_that_the_ready_made_one_is_another_now(phone):
    told = "not as the ready-made sheet below is now"
    document = dict(ready_sheets()["doppelkopf"].variants[""])
    open_at(phone, link_to(document), "Anna", "Bernd", "Clara", "Dora")
    open_at(phone, phone.get(MADE).location, "Anna", "Bernd", "Clara")
    listed = phone.get("/nights/own")
    assert listed.text.count("Haufeln") == 1
    assert told not in listed.text
    earlier = document | {"count": {"total": 240, "needed": 121}}  # before it was corrected
    night = open_at(phone, link_to(earlier), "Anna", "Bernd", "Clara", "Dora")
    listed = phone.get("/nights/own").html.all("ul", "cards")[0].all("li")
    assert [told in one.text for one in listed] == [True, False, False]
    assert "nobody" not in phone.get(f"{night}/night.toml").body, "the night keeps what was agreed"


@pytest.mark.parametrize(
    ("kind", "answers", "told", "above"),
    [
        ("points", "name=", "the game needs a name", "name"),
        ("points", "name=x&sum=many", "many is not a whole number", "sum"),
        ("points", "name=x&sum=9999999", "9999999 is not a whole number from", "sum"),
        ("points", "name=x&target=9999999", "9999999 is not a whole number from", "target"),
        ("points", f"name=x&doubles=Bock,{'y' * 61}", "y", "doubles"),
        ("winner", "name=x&values=1,lots", "lots is not a whole number", "values"),
        ("winner", "name=x&values=0", "0 is not a whole number from 1", "values"),
        ("contract", "name=x", "name at least one game", "duty1"),
        ("contract", "name=x&game2=Solo&value2=-3", "-3 is not a whole number from 0", "duty2"),
        ("contract", "name=x&game1=Solo&total=120&needed=121", "121 is not a whole number from 0 to 120", "needed"),
    ],
)
def test_a_question_of_the_form_says_what_is_wrong(phone, kind, answers, told, above):
    page = phone.get(f"/nights/own/{kind}?{answers}&go=1")
    assert (page.status, page.errors.startswith(told)) == (422, True), page.errors
    assert re.findall(r'<input[^>]* name="(\w+)"', page.body.partition('class="error"')[0])[-1] == above


@pytest.mark.parametrize("kind", ["points", "winner", "contract"])
def test_each_kind_shows_an_example_of_what_is_typed(phone, kind):
    page = phone.get(f"/nights/own/{kind}?name=x&values=7&game1=Solo&value1=7")
    cells = [cell.text for cell in page.html.one("table", "outcomes").all("td")]
    assert kind == "points" or {"+14", "−7"} <= set(cells)
    assert phone.get(f"/nights/own/{kind}?name=x&game1=Solo&go=1").status == 303


@pytest.mark.parametrize("document", ALL.values(), ids=ALL)
def test_a_document_is_opened_by_its_link_and_stands_in_its_rules(phone, document):
    names = ("Anna", "Bernd", "Clara", "Dora")[: max(document.get("players", [3]))]
    night = open_at(phone, link_to(document), *names)
    for path in ("", "/enter", "/rules", "/rules/sheet", "/board", "/blank", "/share", "/end"):
        assert phone.get(night + path).status == 200, path
    shared = phone.get(f"{night}/rules/sheet").html.one("main").all("a")
    assert any("/nights/new/own/own?sheet=" in link["href"] for link in shared)
    assert json.loads(phone.get(f"{night}/night.json").body)["house"]["sheet"] == document


def test_a_contract_is_called_and_each_end_is_told_before_it_is_booked(phone):
    night = open_at(phone, link_to(SKAT), "Anna", "Bernd", "Clara")
    fields = {"declarer": "p1", "contract": "grand", "matadors": "2"}
    phone.enter(night, "called", **fields)
    assert "0–30 card points" in phone.get(night).text
    phone.enter(night, **fields, points="70")
    assert phone.get(night).standing == {"Anna": 72, "Bernd": 0, "Clara": 0}
    assert "game 1, Spitzen 2" in phone.get(f"{night}/deals/1").text


def test_a_sheet_changes_for_the_next_deals_only(phone):
    night = open_at(phone, link_to({"kind": "winner", "players": [3], "values": [{"value": 1}]}), *"ABC")
    phone.enter(night, winner="p1")
    page = phone.get(f"{night}/rules")
    text = 'kind = "winner"\nname = "Teurer"\nplayers = [3]\n[[values]]\nvalue = 10\n'
    seen = phone.send(page, page.form(number=""), **{"house-sheet": text})
    assert seen.status == 200, seen.errors
    assert phone.send(seen, seen.form(seen="")).status == 303
    phone.enter(night, winner="p1")
    assert phone.get(night).standing == {"A": 22, "B": -11, "C": -11}
    refused = phone.send(page, page.form(number=""), **{"house-sheet": 'kind = "winner"\nvalues = 3\n'})
    assert "values: 3 is not a list" in refused.errors
    assert "line 1" in phone.send(page, page.form(number=""), **{"house-sheet": "kind = winner"}).errors


def test_no_text_of_a_sheet_is_ever_markup_or_a_place_to_fill(phone):
    document = json.loads(json.dumps(SKAT).replace("Grand", HOSTILE).replace('"Skat"', f'"{HOSTILE}"'))
    night = open_at(phone, link_to(document), "Anna", "Bernd", "Clara")
    phone.enter(night, declarer="p1", contract="grand", matadors="2", points="70")
    paths = ("", "/enter", "/rules", "/rules/sheet", "/board", "/blank", "/deals/1", "/deals/1/correct", "/end")
    for page in [*(phone.get(night + path) for path in paths), phone.get("/"), phone.get("/nights/own")]:
        assert page.status == 200
        assert "<script>alert" not in page.body


def test_a_document_that_is_too_long_is_refused_at_once(phone):
    page = phone.get(link_to({"kind": "points", "name": "x"}))
    text = 'kind = "winner"\n' + "".join(f"[[values]]\nvalue = {number}\n" for number in range(1, 150))
    answer = phone.send(page, page.form(amount=""), **{"house-sheet": text, "players-0": "A", "players-1": "B"})
    assert "is not a list of at most 100 tables" in answer.errors


def test_a_ready_made_sheet_is_opened_and_passed_on_by_a_readable_code(phone):
    listed = phone.get("/nights/own")
    for key, ready in ready_sheets().items():
        assert f"/nights/own/ready/{key}" in listed.body
        shown = phone.get(f"/nights/own/ready/{key}")
        assert ready.rules[0].number in shown.text
        places = [link["href"] for link in shown.html.one("main").all("a") if "sheet=" in link["href"]]
        assert len(places) == len(ready.variants)
        assert max(map(len, places)) < 1500, "a code of more is hard to read for a phone"
        for place in places:
            assert phone.get(place).status == 200
    assert phone.get("/nights/own/ready/chess").status == 404


def test_an_address_of_packed_nonsense_is_refused_and_unpacks_little(phone):
    bomb = "~" + urlsafe_b64encode(compress(b'{"kind": "points", "name": "' + b"x" * 50_000_000 + b'"}')).decode()
    for text in ("~", "~%%%", "~" + "A" * 100, bomb, "{", '{"kind": 3}'):
        assert phone.get(f"/nights/new/own/own?sheet={quote(text)}").status in (413, 422), text[:20]


def test_a_round_that_lasts_is_ticked_and_is_only_left_out_with_a_tick(phone):
    night = open_at(phone, link_to(DOPPELKOPF), "Anna", "Bernd", "Clara", "Dora")
    solo = {"declarer": "p1", "contract": "solo", "points": "121"}
    phone.enter(night, **solo, bock_from="yes")
    assert phone.get(f"{night}/enter").errors == ""
    phone.enter(night, **solo)
    assert phone.get(night).standing["Anna"] == 3 + 6
    doubted = phone.enter(night, **solo, bock=None)
    assert "Bock: it lasts for 4 deals; tick it if what you entered is right" in doubted.errors
    form = doubted.form(number="", **{"due-bock": "asked", "sure-bock": "none"})
    assert phone.send(doubted, form, "action=booked", **{"sure-bock": "none"}).status == 303
    assert phone.get(night).standing["Anna"] == 3 + 6 + 3


@pytest.mark.parametrize(("better", "paid"), [("more", "Bernd → Anna 4 points"), ("less", "Anna → Bernd 12 points")])
def test_who_has_fewest_is_paid_where_fewest_win_and_the_sum_is_0(phone, better, paid):
    answers = {"name": "Haufeln", "better": better, "sum": "0", "sides": "none", "go": "1"}
    night = open_at(phone, phone.get("/nights/own/points", **answers).location, "Anna", "Bernd", "Clara")
    assert phone.enter(night, **{"points.p1": "10", "points.p2": "-4", "points.p3": "-6"}).status == 303
    assert paid in phone.get(f"{night}/settle").text


def change(phone, night, **answers):
    """Fill in the form of the sheet of a night, and send it."""
    page = phone.get(f"{night}/rules/form")
    return phone.get(f"{night}/rules/form", **values(page.form(name="")) | answers, go="1")


def test_a_sheet_is_changed_on_the_same_form_from_the_next_deal_on(phone):
    night = open_at(phone, phone.get(MADE).location, "Anna", "Bernd", "Clara")
    phone.enter(night, **{"points.p1": "10", "points.p2": "0", "points.p3": "5", "s1": "yes"})
    assert f"{night}/rules/form" in phone.get(f"{night}/rules").body
    page = phone.get(f"{night}/rules/form")
    assert page.html.one("nav", "tabs").all("a")[1]["href"] == f"{night}/settle"
    assert "nothing would change" in change(phone, night).errors
    answer = change(phone, night, doubles="Bock, Hirsch")
    assert answer.status == 303, answer.errors
    shown = phone.get(answer.location)
    assert "The last deals under these rules" in shown.text
    assert phone.send(shown, shown.form(seen="")).status == 303
    assert "Hirsch" in phone.get(f"{night}/enter").text
    phone.enter(night, **{"points.p1": "1", "points.p2": "0", "points.p3": "0", "s1": "yes", "n1": "yes"})
    assert phone.get(night).standing == {"Anna": 24, "Bernd": 0, "Clara": 10}


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({"target": "50"}, "the end of a game: this holds for the whole night"),
        ({"better": "less"}, "which total wins: this holds for the whole night"),
        ({"sum": "many"}, "many is not a whole number"),
    ],
)
def test_no_form_changes_what_holds_for_the_deals_before(phone, answers, told):
    night = open_at(phone, phone.get(MADE).location, "Anna", "Bernd", "Clara")
    assert "sum" in answers or change(phone, night, **answers).status == 303, "nothing is booked yet"
    phone.enter(night, **{"points.p1": "10", "points.p2": "0", "points.p3": "5"})
    refused = change(phone, night, **answers)
    assert (refused.status, told in refused.errors) == (422, True), refused.errors


def test_no_text_brings_another_kind_or_fewer_players_than_sit_there(phone):
    night = open_at(phone, phone.get(MADE).location, "Anna", "Bernd", "Clara")
    phone.enter(night, **{"points.p1": "10", "points.p2": "0", "points.p3": "5"})
    page = phone.get(f"{night}/rules")
    for text, told in (
        ('kind = "winner"', "the kind of the sheet: this holds"),
        ('kind = "points"\nplayers = [4]', "these rules do not take 3 players"),
    ):
        assert told in phone.send(page, page.form(number=""), **{"house-sheet": text}).errors


def test_the_form_of_a_sheet_leads_to_the_rules_where_a_game_has_no_sheet(phone):
    herzblatt = phone.open_night("Anna", "Bernd", "Clara")
    assert phone.get(f"{herzblatt}/rules/form").location == f"{herzblatt}/rules"
    assert phone.get(f"{herzblatt}/rules", sheet="{").status == 200, "no house rule of this game"


def test_the_sheet_marks_who_has_to_play_a_solo_until_it_is_played(phone):
    night = open_at(phone, place_of(ready_sheets()["doppelkopf"]), "Anna", "Bernd", "Clara", "Dora")

    def owing(path=""):
        heads = phone.get(night + path).html.one("table", "sheet").one("thead").all("th")[1:]
        return [head.one("span", "name").text for head in heads if "◇" in head.text]

    assert owing() == ["Anna", "Bernd", "Clara", "Dora"]
    phone.enter(night, declarer="p2", contract="solo", points="130")
    phone.enter(night, declarer="p3", contract="silent", points="130")
    assert owing() == owing("/whole") == ["Anna", "Clara", "Dora"]
    assert "◇ has to play a solo" in phone.get(night).text
    for key in ("p1", "p3", "p4"):
        phone.enter(night, declarer=key, contract="solo", points="130")
    assert owing() == []
    assert "◇" not in phone.get(night).text


def place_of(ready):
    return link_to(ready.variants[""])


def test_the_form_of_a_sheet_says_which_game_everyone_must_play_once(phone):
    made = phone.get("/nights/own/contract?name=Haus&game1=Ruf&with1=1&game2=Solo&value2=3&duty2=1&go=1").location
    night = open_at(phone, made, "Anna", "Bernd", "Clara")
    phone.enter(night, declarer="p1", contract="c2", won="yes")

    def owing():
        head = phone.get(night).html.one("table", "sheet").one("thead").all("th")[1:]
        return [bool(player.all("small", "owes")) for player in head]

    assert owing() == [False, True, True]
    page = phone.get(f"{night}/rules/form")
    ticked = {name: value for name, value in values(page.form(name="")).items() if name != "duty2"}
    seen = phone.get(phone.get(f"{night}/rules/form", **ticked, go="1").location)
    assert phone.send(seen, seen.form(seen="")).status == 303
    assert owing() == [False, False, False]


def test_a_season_keeps_the_games_of_sheets_apart_as_it_does_others(phone):
    plain = {"kind": "points", "sum": 0, "low": -9, "high": 9}
    points = {"points.p1": "4", "points.p2": "-3", "points.p3": "-1"}
    nights = [open_at(phone, link_to(SKAT), "Anna", "Bernd", "Clara")]
    phone.enter(nights[0], declarer="p1", contract="grand", matadors="2", points="70")
    for name in ("Haufeln", "Haufeln", "=1+1"):
        nights.append(open_at(phone, link_to({**plain, "name": name}), "Anna", "Bernd", "Clara"))
        phone.enter(nights[-1], **points)
    group = open_group(phone, nights[0])
    for night in nights[1:]:
        put_in(phone, night, group)
    season = phone.get(f"{group}/season").text
    assert "Different games were played, so points are not added up" in season
    assert all(name in season for name in ("Skat", "Haufeln", "=1+1"))
    chosen = phone.get(f"{group}/season", kind="own/own/Haufeln")
    assert "points" in chosen.html.one("table", "ranked").one("thead").text
    assert "+8" in chosen.html.one("table", "ranked").text
    assert "No night fits" in phone.get(f"{group}/season", kind="own/own/Chess").text
    figures = phone.get(f"{group}/figures")
    assert {"Skat", "Haufeln", "=1+1"} <= {title.text for title in figures.html.one("main").all("h2")}
    persons = [link["href"] for link in figures.html.one("main").all("a") if "person=" in link["href"]]
    assert any("Grand" in phone.get(link).text for link in persons), "a contract has its name, not its key"
    assert '"=1+1' not in phone.get(f"{group}/season.csv").body


def test_half_a_character_in_an_address_is_refused(phone):
    page = phone.get(link_to({"kind": "points", "name": "\ud800"}))
    assert (page.status, "a character that cannot be stored" in page.errors) == (422, True)


def test_a_text_of_a_sheet_is_no_formula_in_a_table(phone):
    document = json.loads(json.dumps(SKAT).replace("Grand", "=1+1").replace('"H"', '"@H"').replace('"Skat"', '"=2+2"'))
    night = open_at(phone, link_to(document), "Anna", "Bernd", "Clara")
    phone.enter(night, declarer="p1", contract="grand", matadors="2", hand="yes", points="70")
    cells = [cell for row in csv_rows(phone.get(f"{night}/night.csv").body) for cell in row.values()]
    assert any("=1+1" in cell for cell in cells)
    assert [cell for cell in cells if cell.startswith(("=", "@", "+"))] == []


def test_fields_that_a_sheet_does_not_have_change_nothing(phone):
    night = open_at(phone, link_to(SKAT), "Anna", "Bernd", "Clara")
    plain = {"declarer": "p1", "contract": "grand", "matadors": "2", "points": "70"}
    strange = {
        "winner": "p2",
        "typed": "50",
        "special.fox.p1": "made",
        "points.p1": "9",
        "house.sheet": "{}",
        "n1": "yes",
    }
    phone.enter(night, **plain, **strange)
    assert phone.get(night).standing == {"Anna": 72, "Bernd": 0, "Clara": 0}
    for name, text in (("declarer", "p9"), ("contract", "chess"), ("matadors", "9" * 5000), ("points", "121")):
        refused = phone.enter(night, **plain | {name: text})
        assert refused.status == 422
        assert refused.errors
    assert phone.get(night).standing == {"Anna": 72, "Bernd": 0, "Clara": 0}


def test_tables_are_drawn_for_the_game_of_a_sheet_as_last_time(phone):
    night = open_at(phone, link_to(SKAT), "Anna", "Bernd", "Clara")
    group = open_group(phone, night)
    people = ["Anna", "Bernd", "Clara", "Dora", "Emil", "Franz", "Gerda"]
    tables = draw(phone, group, people, kind="own/own")
    assert sorted(map(len, tables.values())) == [3, 4], "Skat has three players, and a dealer who sits out"
    for table in tables:
        phone.enter(table, declarer="p1", contract="grand", matadors="2", points="70")
        assert "+72" in phone.get(table).text
    other = open_group(phone, phone.open_night("Anna", "Bernd", "Clara"), "Freitag")
    refused = phone.fill_in(f"{other}/tables", "others", "action=draw", here=people, kind="own/own")
    assert "this is not the game of the last night" in refused.errors
