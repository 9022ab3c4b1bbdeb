"""Rules that open: a number leads to its text, the rule page tells what holds here, and a house-rule sheet travels."""

import re
from io import BytesIO

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.house_rules import switches
from scorekeeper.games.rulebook import in_force
from scorekeeper.nightfile.rulesheet import find_sheet, read_sheet, spell_house, write_sheet
from tests.chosen import AUTHORS, FIRST_AUTHORS, in_turn, some
from tests.web.phone import Phone


def cited(page):
    """Every rule number that can be tapped on a page, with its link."""
    return [(link.text, link["href"]) for link in page.html.all("a", "rule")]


def opened(phone, page, number):
    """The text that a tap on a rule number puts in place."""
    link = next(link for text, link in cited(page) if text == number)
    answer = phone.get(re.sub("sheet(.*)#(.*)", r"\2\1", link))
    assert answer.status == 200, link
    return answer.html.text


def change(phone, night, number="", **fields):
    more = {"number": number} if number else {}
    assert phone.agree(night, **more, **fields).status == 303


def test_every_rule_number_leads_to_its_rule_with_and_without_script(host, night):
    host.book(night, "p2", 20, contra="p3")
    audit = f"{night}/deals/1/audit?tricks=AC+7H+7C+8C+9C&tricks=KC"
    seen = set()
    inside = (f"{night}/{path}" for path in ("deals/1", "deals/2", "rules", "settle"))
    for path in (*inside, audit, "/nights/new/solo/braun"):
        page = host.get(path)
        assert cited(page), path
        for number, link in cited(page):
            seen.add(number)
            assert re.search(r"[.!?]", opened(host, page, number)), number
            assert host.get(link).html.one(fits=lambda element, number=number: element["id"] == number), number
    assert {"HB-29", "HB-34", "HB-20", "G-4", "G-6"} <= seen, seen


def test_a_rule_says_its_author_certainty_and_what_holds_here_since_when(host, night):
    change(host, night, number="3", **{"house-loss": "1"})
    host.book(night, "p2", 50)
    host.book(night, "p2", 50)
    (own,) = host.get(f"{night}/rules/sheet?deal=3").html.one("ul", "agreed").all("li")
    assert own.text.startswith("A lost game costs: single house rule since deal 3")
    before, after = (opened(host, host.get(f"{night}/deals/{deal}"), "HB-32") for deal in (2, 3))
    assert "Braun 1966, p. 94–95" in before
    assert "stated" in before or "worked out" in before
    assert "Here: A lost game costs: double as in Braun" in before
    assert "Here: A lost game costs: single house rule since deal 3" in after
    change(host, night, **{"house-loss": ""})
    assert "A lost game costs: double as in Braun since deal 4" in host.get(f"{night}/rules/sheet").text
    assert "A lost game costs: single house rule since deal 3" in host.get(f"{night}/rules/sheet?deal=3").text
    for deal in ("0", "-1", "x", "99999999999999999999", ""):
        assert host.get(f"{night}/rules/sheet?deal={deal}").status == 200, deal
        assert host.get(f"{night}/rules/HB-31?deal={deal}").status == 200, deal


@pytest.mark.parametrize(("key", "preset", "language"), in_turn(AUTHORS, ["en-GB", "de-AT"]))
def test_the_page_of_an_author_holds_each_rule_once_and_all_payments(shared_app, key, preset, language):
    page = Phone(shared_app, language).get(f"/rules/{key}/{preset}/sheet")
    assert page.status == 200
    sheet = find_sheet(key, preset)
    numbers = [rule.number for chapter in sheet.chapters for rule in chapter.rules]
    assert [law["id"] for law in page.html.all(marked="law")] == numbers
    assert len(set(numbers)) == len(numbers)
    tables = sheet.game.book.tariff(sheet.rules)
    assert [len(table.all("tr")) - 1 for table in page.html.all("table")] == [len(table.rows) for table in tables]
    assert len(page.html.one(fits=lambda element: element["id"] == "dealing").all("li")) == len(sheet.dealing) + 1


def test_the_search_works_without_script(host, night):
    found = host.get(f"{night}/rules/sheet", q="soloist  SKAT")
    laws = [law.text.casefold() for law in found.html.all(marked="law")]
    assert 0 < len(laws) < 5
    assert all("soloist" in law and "skat" in law for law in laws)
    nothing = host.get(f"{night}/rules/sheet", q="xyzzy")
    assert not nothing.html.all(marked="law")
    assert "No rule has these words." in nothing.text
    assert host.get(f"{night}/rules/sheet", q="<b>" + "x" * 5000).status == 200
    for path in (f"{night}/rules/HB-999", f"{night}/rules/HU-1", "/rules/skat/braun/sheet", "/rules/solo/loew/sheet"):
        assert host.get(path).status == 404, path
    assert host.get("/rules/solo/braun/HU-1").status == 404
    assert host.get("/rules/solo/braun/SO-1").status == 200


def test_the_rules_of_a_table_go_out_as_a_file_and_come_in_as_a_night(host, night, stranger):
    change(host, night, **{"house-loss_schneider-own": "5, 20", "house-all_pass": '"redeal_same"'})
    file = host.get(f"{night}/rules.toml")
    assert file.headers["Content-Type"].startswith("application/toml")
    assert read_sheet(file.body) == find_sheet(
        "herzblatt", "braun", {"loss_schneider": [5, 20], "all_pass": "redeal_same"}
    )
    assert "Anna" not in file.body
    for fields in ({"sheet": file.body}, {"file": (BytesIO(file.body.encode()), "rules.toml")}):
        answer = paste(stranger, **fields)
        assert answer.status == 303, answer.errors
        form = stranger.get(answer.location)
        assert "With these house rules" in form.text
        own = stranger.send(form, form.form(amount=""), **{"players-0": "Gerd", "players-1": "Heidi"})
        assert own.status == 303, own.errors
        assert stranger.get(f"{own.location}/rules.toml").body == file.body


def paste(phone, **fields):
    return phone.post("/nights/new", {"csrf_token": phone.token(), **fields})


def test_the_link_and_its_code_lead_a_stranger_only_to_a_new_night(host, night, stranger):
    change(host, night, **{"house-loss": "1"})
    page = host.get(f"{night}/rules/sheet")
    (link,) = [link["href"] for link in page.html.all("a") if "/nights/new/" in link["href"]]
    assert link.startswith("http")
    assert page.html.one("svg", "qr")
    form = stranger.get(link)
    assert (form.status, "A lost game costs: single" in form.text) == (200, True)
    assert "Anna" not in form.body
    assert night.rpartition("/")[2] not in link
    assert stranger.get(f"{night}/rules/sheet").status == 404


@pytest.mark.parametrize("each", [False, pytest.param(True, marks=pytest.mark.at_length)])
@pytest.mark.parametrize("author", some(AUTHORS, *FIRST_AUTHORS))
def test_every_house_rule_travels_in_an_address(shared_app, author, each):
    """All of an author on one sheet, or each on one of its own."""
    phone, (key, preset) = Phone(shared_app), author
    every = {switch.name: switch.kind.settings[-1].value for switch in switches(GAMES[key].presets[preset])}
    for house in [{name: every[name]} for name in every] if each else [every]:
        sheet = find_sheet(key, preset, house)
        page = paste(phone, sheet=write_sheet(sheet))
        assert page.status == 303
        form = phone.get(page.location)
        assert form.status == 200, page.location
        told = [held for held in in_force(sheet.rules, sheet.author, [*house]) if held.own]
        assert all(str(held.switch.label.text) in form.text for held in told)
        assert spell_house(sheet.house).keys() == sheet.house.keys()


def test_a_nonsense_link_or_sheet_says_so_and_leaves_the_authors_rules(stranger):
    for query, reason in (
        ("loss=1&none=2", "house.none: no such house rule here"),
        ("loss_schneider=4-99", "at card points: 99 is not from 0 to 65"),
        ("loss_schneider=4--9", "is neither"),
        ("loss=" + "9" * 9000, "is not one of"),
        ("loss=%3Cscript%3E", "is not one of"),
        ("last_trick_value=٣", "is not a whole number"),
    ):
        page = stranger.get(f"/nights/new/herzblatt/braun?{query}")
        assert (page.status, reason in page.errors) == (422, True), query
        assert "<script>" not in page.body
        assert "With the house rules" not in page.text
    own = stranger.send(page, page.form(amount=""), **{"players-0": "Gerd", "players-1": "Heidi"})
    assert own.status == 303
    assert "house" not in stranger.get(f"{own.location}/rules.toml").body
    for fields, reason in (
        ({"sheet": "  \n"}, "there is nothing yet"),
        ({"sheet": "game = "}, "cannot be read"),
        ({"sheet": 'game = "solo"\n[house]\ntarget = 1000'}, "house.target: 1000 is not"),
        ({"sheet": "[" * 9_999}, "cannot be read"),
        ({"sheet": "x" * 10_001}, "cannot be read"),
        ({"file": (BytesIO(b"\xff\xfe\x00"), "x.toml")}, "the file is not a text"),
    ):
        answer = paste(stranger, **fields)
        assert (answer.status, reason in answer.errors) == (422, True), fields
        if 0 < len(fields.get("sheet", "").strip()) < 10_000:
            assert answer.html.one("textarea").text == " ".join(fields["sheet"].split())
