"""A season of before the program, taken in from the table that the club kept."""

import re
from io import BytesIO

import pytest

from tests.web.group import member_of, open_group
from tests.web.test_groups import season
from tests.web.test_managing import unfound
from tests.web.test_pasting import field, pasted
from tests.web.test_seasons import close, table_of

SHORT = "Name\tPunkte\nAnna\t12\nFranz (Ferry)\t-5\nZenzi\t-7"


@pytest.fixture
def group(host, night):
    """A group of Anna, Bernd, Clara, Dora and Emil."""
    return open_group(host, night)


def take_in(phone, group, text, name="2020–2024", **more):
    page = phone.get(f"{group}/seasons/new")
    return phone.send(page, page.form(list=""), list=text, name=name, **{"currency": "EUR", "file": None} | more)


@pytest.mark.both_databases
def test_170_evenings_become_an_earlier_season(host, night, group):
    host.languages = "de-AT"
    before = host.get(f"{group}/season").html.all("table")[0].text
    answer = take_in(host, group, pasted("evenings"))
    assert answer.status == 303, answer.errors
    assert take_in(host, group, pasted("evenings")).location == answer.location, "sent again it is kept once"
    page = host.get(answer.location)
    heads, rows = table_of(page)
    assert heads == ["Person", "Ergebnis", "Abende"]
    assert list(rows)[:2] == ["Franz (Ferry)", "Käthe"]
    assert rows["Anna"] == ["7.", "−167,50 €", "92"], "ANNA is the member Anna"
    assert rows["GÜNTHER"] == ["9.", "−1.248,50 €", "99"]
    assert "Die Saison endete am 17. Oktober 2024." in page.text
    assert "2020–2024" in [link.text for link in host.get(f"{group}/season").html.one("main").all("a")]
    assert host.get(f"{group}/season").html.all("table")[0].text == before, "the season now and what is open stay"
    assert "eine frühere Saison wurde aus einer Liste übernommen" in host.get(f"{group}/settings").text
    assert unfound(night) == []


@pytest.mark.parametrize(
    ("text", "fields", "reason"),
    [
        ("", {}, "there is nothing yet"),
        (SHORT, {"name": " "}, "a season needs a name"),
        (SHORT, {}, "say on which day this season ended"),
        (SHORT, {"day": "soon"}, "soon is not a date like"),
        (SHORT, {"currency": "XAU"}, "XAU is no money"),
        ("Anna\t5\nBernd\tfünf\nClara\t1", {"day": "2024-12-31"}, "row 2, column B: fünf is not an amount of money"),
        ("Anna\t6\nANNA (Annerl)\t5", {"day": "2024-12-31"}, "Anna and ANNA (Annerl) are both Anna"),
    ],
)
def test_what_is_refused_says_why_and_takes_nothing_in(host, group, text, fields, reason):
    answer = take_in(host, group, text, **fields)
    assert (answer.status, reason in answer.errors) == (422, True), answer.errors
    assert field(answer, "list").text == " ".join(text.split())
    assert "Earlier seasons" not in host.get(f"{group}/season").text


def test_earlier_seasons_stand_after_the_closed_ones_and_can_be_removed(shared_app, host, group):
    for name, day in (("2023", "2023-12-31"), ("2024", "2024-12-31"), ("2022", "2022-12-31")):
        answer = take_in(host, group, SHORT, name, currency="", day=day)
        assert answer.status == 303, answer.errors
    wrong = take_in(host, group, "Anna 1", "2022", currency="", day="2022-12-31")
    assert "there is an earlier season of this name already" in wrong.errors
    assert close(host, group, "2025").location == f"{group}/seasons?season=1"
    links = host.get(f"{group}/season").html.all("p", "more")
    shown = next(part for part in links if "2025" in part.text)
    assert [link.text for link in shown.all("a")] == ["2025", "2024", "2023", "2022"]
    page = host.get(answer.location)
    assert table_of(page)[1] == {"Anna": ["1.", "+12"], "Franz (Ferry)": ["2.", "−5"], "Zenzi": ["3.", "−7"]}
    other = member_of(shared_app, host, group)
    assert other.get(f"{group}/seasons/new").status == 403
    assert "Remove this season" not in other.get(answer.location).text
    form = page.html.one("form", fits=lambda form: form["action"].endswith("/seasons/remove"))
    assert other.post(form["action"], {"csrf_token": other.token(), "number": "-3"}).status == 403
    for number in ("-3", "1"):
        assert host.send(page, form, number=number).status == 303
    shown = host.get(f"{group}/season").text
    assert re.findall(r"\b202\d\b", shown.partition("Earlier seasons")[2])[:3] == ["2025", "2024", "2023"], (
        "only it goes"
    )
    take_in(host, group, SHORT, "2019", currency="", day="2019-12-31")
    assert season(host, group) == {}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_file_of_a_spreadsheet_is_taken_in(host, group, encoding):
    host.languages = "de-AT"
    file = BytesIO("Name;Betrag\nKäthe;1.250,50\nJörg;-1.250,50\nSumme;0,00\n".encode(encoding))
    fields = {"csrf_token": host.token(), "name": "2024", "currency": "€", "day": "2024-12-31", "list": ""}
    answer = host.post(f"{group}/seasons/new", fields | {"file": (file, "kassa.csv")})
    assert answer.status == 303, answer.errors
    assert table_of(host.get(answer.location))[1] == {"Käthe": ["1.", "+1.250,50 €"], "Jörg": ["2.", "−1.250,50 €"]}
    book = (BytesIO(b"PK\x03\x04\0\0"), "kassa.xlsx")
    wrong = host.post(f"{group}/seasons/new", fields | {"file": book})
    assert (wrong.status, "speichere sie als CSV" in wrong.errors) == (422, True)
