"""Amounts of people: two columns of a treasurer, and four years of evenings as a club keeps them in a spreadsheet.

`evenings.tsv` has 170 evenings down and nine names across, as people write them: capitals, trailing blanks, umlauts of
a Mac (NFD), a nickname in parentheses; empty cells and hyphens for who was absent, dates and minus signs of several
kinds, a column of places and one of remarks, a row of totals and one of averages.
"""

import csv
from collections import Counter
from decimal import Decimal
from pathlib import Path
from unicodedata import normalize

import pytest
from babel import Locale

from scorekeeper.language import Speech, find_locale
from scorekeeper.pasted.amounts import read_amounts
from scorekeeper.phrase import Refused
from scorekeeper.spreadsheet.csv_file import csv_lines
from scorekeeper.spreadsheet.table import Column, Table
from scorekeeper.typed_numbers import Ambiguous

GERMAN = Locale("de", "AT")
EVENINGS = (Path(__file__).parent / "evenings.tsv").read_text("utf-8")
NAMES = "ANNA, Bernd, Käthe, Franz (Ferry), GÜNTHER, Jörg Müller, O’Brien, Maximiliane Oberhuber, Resi"


def read(text, currency="EUR", **more):
    found = read_amounts("list", text, GERMAN, currency, **more)
    return {one.name: (one.amount, one.evenings) for one in found.people}, found.last


def refusal_of(text, currency="EUR"):
    with pytest.raises(Refused) as refused:
        read_amounts("list", text, GERMAN, currency)
    return Speech(find_locale(("en",))).say(refused.value.phrase)


def added_up():
    """The cents and evenings of each column, added up here."""
    rows = list(csv.reader(EVENINGS.splitlines(), delimiter="\t"))
    heads = [normalize("NFC", cell.strip()) for cell in rows[2]]
    cents, evenings = Counter(), Counter()
    for row in rows[3:173]:
        for name, cell in zip(heads[2:-1], row[2:-1], strict=True):
            if cell.strip() not in ("", "-"):
                plain = cell.strip().replace(".", "").replace(",", ".").replace("−", "-")
                cents[name] += int(Decimal(plain) * 100)
                evenings[name] += 1
    return {name: (cents[name], evenings[name]) for name in heads[2:-1]}


def test_a_table_of_170_evenings_is_read():
    people, last = read(EVENINGS)
    assert ", ".join(people) == NAMES
    assert people == added_up()
    assert last == "2024-10-17"
    assert sum(amount for amount, _ in people.values()) == 0


def changed(line, column, cell, text=EVENINGS):
    """The table with another cell, in the words of a spreadsheet."""
    rows = [row.split("\t") for row in text.split("\n")]
    rows[line - 1]["ABCDEFGHIJKL".index(column)] = cell
    return "\n".join("\t".join(row) for row in rows)


@pytest.mark.parametrize(
    ("line", "column", "cell", "reason"),
    [
        (90, "D", "zwölf", "row 90, column D: zwölf is not an amount of money"),
        (4, "F", "1,005", "row 4, column F: 1,0050 EUR is not a whole number of the smallest coin"),
        (60, "A", "Zwischensumme", "row 60, column A: Zwischensumme is not a date"),
        (3, "E", "", "row 3, column E: a name is missing"),
        (3, "E", "anna", "row 3, column E: anna stands in column C already"),
        (175, "G", "-1.248,51", "row 175, column G: the total is −€1,248.51, and the cells above add up to −€1,248.50"),
    ],
)
def test_what_cannot_be_in_a_table_of_evenings_says_row_and_column(line, column, cell, reason):
    assert refusal_of(changed(line, column, cell)).startswith(reason)


def test_a_number_that_may_be_one_or_a_thousand_is_asked_once():
    table = changed(175, "D", "", changed(10, "D", "1.200"))
    with pytest.raises(Ambiguous, match=r"row 10, column D: 1\.200 was read as 1200 EUR") as asked:
        read(table)
    people, _ = read(asked.value.plain)
    assert ", ".join(people) == NAMES


@pytest.mark.parametrize(
    ("text", "currency", "amounts"),
    [
        (
            "Anna 12,50\nFranz (Ferry) −3,20 €\nO’Brien 1.250,00",
            "EUR",
            {"Anna": 1250, "Franz (Ferry)": -320, "O’Brien": 125000},
        ),
        ("Kassastand\n\nName\tSaldo\nAnna\t12,50\nBernd\t-12,50\nSumme\t0,00", "EUR", {"Anna": 1250, "Bernd": -1250}),
        ("Nr.\tMitglied\tPunkte\n1\tAnna\t12\n2\tBernd\t3+4", "", {"Anna": 12, "Bernd": 7}),
        ("Name\tPunkte\tBetrag\nAnna\t4\t0,40\nBernd\t-4\t-0,40", "EUR", {"Anna": 40, "Bernd": -40}),
        ("Name\tBetrag\tPunkte\nAnna\t0,40\t4\nBernd\t-0,40\t-4", "", {"Anna": 4, "Bernd": -4}),
        ("Name\tPunkte\nAnna\t4", "EUR", {"Anna": 400}),
        ('Mitglied,Saldo\nAnna,"12,50"\n"Huber, Bernd",-2', "EUR", {"Anna": 1250, "Huber, Bernd": -200}),
        ("Huber, Anna 5\nMaier, Otto 12,50", "EUR", {"Huber, Anna": 500, "Maier, Otto": 1250}),
        ('Name;Betrag\nAnna;12,50\n"Huber; Bernd";-2', "CHF", {"Anna": 1250, "Huber; Bernd": -200}),
        ("Name\tseit\tBetrag\nAnna\t1.1.2019\t5\nBernd\t1.1.2020\t6", "HUF", {"Anna": 500, "Bernd": 600}),
        ("-3,00\tAnna\n3,00\tBernd", "EUR", {"Anna": -300, "Bernd": 300}),
        ("Anna: 3,00\nBernd: -3,00", "EUR", {"Anna": 300, "Bernd": -300}),
    ],
)
def test_names_and_amounts_are_read_from_any_shape(text, currency, amounts):
    assert {name: amount for name, (amount, _) in read(text, currency)[0].items()} == amounts


# As LibreOffice 7.4 shows 1234.5, -500, 0 and -0.6: in the format 39 of workbooks (ECMA-376, 18.8.30), which Gnumeric
# 1.12.55 shows alike, and in Excel's formats for accounting, with a dash for 0.
@pytest.mark.parametrize(
    ("shown", "currency"),
    [
        (("1.234,50", "(500,00)", "0,00", "(0,60)"), "EUR"),
        (("1.234,50 €", "-500,00 €", "-   €", "-0,60 €"), "EUR"),
        (("€ 1.234,50", "-€ 500,00", "€ -", "-€ 0,60"), "EUR"),
        (("€1.234,50", "€(500,00)", "€-", "€(0,60)"), "EUR"),
        (("€1.234,50", "(€500,00)", "€0,00", "(€0,60)"), "EUR"),
        (("CHF 1’234.50", "CHF -500.00", "CHF -", "CHF -0.60"), "CHF"),
        (("1.234,50", "(500,00)", "-", "(0,60)"), "EUR"),
    ],
)
def test_amounts_may_be_shown_as_for_accounting(shown, currency):
    text = "\n".join(f"{name}\t{cell}" for name, cell in zip(("Anna", "Bernd", "Clara", "Dora"), shown, strict=True))
    people = read(text, currency)[0]
    assert [amount for amount, _ in people.values()] == [123450, -50000, 0, -60]


def test_names_of_known_people_are_read_as_they_are():
    text = "Otto Plus 5\nB. Minus: 2\nAnna @Wien -3\n007 -4"
    found = read_amounts("list", text, Locale("de", "AT"), "EUR", people=["otto plus", "B. Minus", "Anna @Wien", "007"])
    assert [person[:2] for person in found.people] == [
        *(("Otto Plus", 500), ("B. Minus", 200), ("Anna @Wien", -300), ("007", -400))
    ]
    assert "is more than a name" in refusal_of("Anna @Wien -3")
    assert read("Otto Plus 5", people=["Otto"])[0] == {"Otto": (500, 0)}


# As people write them in messages and notes.
@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("Anna owes 0.60\nBernd gets 0.60", {"Anna": -60, "Bernd": 60}),
        ("Anna schuldet uns 0,60\nBernd bekommt noch 60 Cent", {"Anna": -60, "Bernd": 60}),
        ("Anna: minus 0,60\nBernd: plus 0,60 €", {"Anna": -60, "Bernd": 60}),
        ("Anna is owed 0.60\nBernd kriegt 5", {"Anna": 60, "Bernd": 500}),
        ("Anna\towes\t0.60\nBernd\tgets\t0.60", {"Anna": -60, "Bernd": 60}),
        ("- Anna 0,60\n- Bernd -0,60", {"Anna": 60, "Bernd": -60}),
        ("Anna: Minus 0,60\nBernd plus: 0,60\nClara +5", {"Anna": -60, "Bernd": 60, "Clara": 500}),
        ("Anna ist im Minus 0,60\nBernd im Plus 0,60", {"Anna": -60, "Bernd": 60}),
        ("Saison 25/26\n**Anna** 0,60\nBernd -0,60", {"Anna": 60, "Bernd": -60}),
        ("Vorname\tNachname\tBetrag\nOtto\tPlus\t-0,60\nAnna\tMinus\t0,60", {"Otto": -60, "Anna": 60}),
        ("• Anna: 0,60\n• Bernd: –0,60", {"Anna": 60, "Bernd": -60}),
        ("Stand 27.11.2026:\n1. Anna = 0,60\n2. Bernd → -0,60", {"Anna": 60, "Bernd": -60}),
        ("*Anna* 0,60\n@Bernd - 0,60", {"Anna": 60, "Bernd": -60}),
        ("\u200eAnna –\nBernd 3", {"Anna": 0, "Bernd": 300}),
        ("Schulden\nAnna -5\nBernd -1", {"Anna": -500, "Bernd": -100}),
        ("Schulden und Guthaben\nAnna -5\nBernd 1", {"Anna": -500, "Bernd": 100}),
    ],
)
def test_lines_of_a_message_are_read(text, amounts):
    assert {name: amount for name, (amount, _) in read(text)[0].items()} == amounts


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Anna owes Bernd 0.60", "row 1: Anna owes Bernd: plus gets money, minus owes it, such as Anna -12.50"),
        ("Anna -1\nBernd zahlt 0,60", "row 2: zahlt 0,60: plus gets money"),
        ("Anna owes 1 Bernd gets 1", "row 1: Anna owes 1 Bernd gets: plus gets money"),
        (
            "Anna 1\nOtto Plus 5",
            "row 2: Otto Plus may be a name: add it to the members first, or write a sign, such as +5",
        ),
        ("Otto Plus 5 Euro", "row 1: Otto Plus may be a name"),
        ("B. MINUS: 2", "row 1: B. MINUS may be a name"),
        ("Anna 5\nanna 6", "row 2: anna stands in row 1 already"),
        ("Anna owes -0.60", "row 1: owes -0.60: plus gets money"),
        ("Anna\tHaben\t0,60\nBernd\tSoll\t0,60", "row 1: Haben 0,60: plus gets money"),
        ("Schulden:\nAnna 0,60\nBernd 1,20", "row 1: Schulden: plus gets money"),
        ("Name\tSchulden\nAnna\t0,60", "row 1: Schulden: plus gets money"),
        ("Anna 0,60 ✅\nBernd 1", "row 1: no amount stands at its end"),
        ("Anna (0,60 €)\nBernd 0,60", "row 1: no amount stands at its end"),
        ("Anna 0,60-\nBernd 1", "row 1: no amount stands at its end"),
        ("Anna 0,60\n\nLG Toni", "row 3: no amount stands at its end"),
        ("Anna 0,60, Bernd -0,60", "row 1: Anna 0,60, Bernd is more than a name"),
        ("Anna +0,60€ Bernd -0,60€", "row 1: Anna +0,60€ Bernd is more than a name"),
        ("Anna -> Bernd 0,60", "row 1: Anna -> Bernd is more than a name"),
        ("[27.11.26, 21:04] Toni: Anna 0,60", "row 1: it begins with the date and time of a message"),
        ("11/27/26, 9:04 PM - Toni: Anna 0,60", "row 1: it begins with the date and time of a message"),
    ],
)
def test_what_is_not_clear_in_a_message_is_refused(text, reason):
    assert refusal_of(text).startswith(reason)


@pytest.mark.parametrize("text", ["x" * 140_000, "x;" + "y" * 140_000])
def test_a_line_longer_than_a_cell_may_be_is_refused(text):
    assert refusal_of(text).startswith("no column has amounts")


def test_points_may_be_named_behind_their_number():
    assert read("Anna: 12 Punkte\nBernd -12 Pkt.", "")[0] == {"Anna": (12, 0), "Bernd": (-12, 0)}
    assert refusal_of("Anna +12 Bernd -12", "").endswith("leave only the name of one person")
    assert refusal_of("Anna (12)\nBernd 12", "").startswith("row 1: no amount stands at its end")


def test_points_in_brackets_are_negative_in_a_table_only():
    assert read("Anna\t3\nBernd\t(3)", "")[0] == {"Anna": (3, 0), "Bernd": (-3, 0)}
    assert refusal_of("Anna (3)\nBernd (4)").startswith("no column has amounts")
    assert refusal_of("Anna\t(1+2)\nBernd\t5\nClara\t1").startswith("row 1, column B: (1+2) is not an amount")


def test_a_table_of_a_season_is_read_as_this_program_writes_it():
    headings = ("Person", "Punkte", "gezählt", "Abende", "Währung", "Ergebnis", "offen")
    kinds = ("text", "number", "number", "number", "currency", "money", "money")
    rows = [
        ("Anna", 4, 4, 2, "EUR", Decimal("0.40"), Decimal("0.00")),
        ("Bernd", -4, -4, 1, "EUR", Decimal("-0.40"), Decimal("-0.40")),
    ]
    text = "".join(csv_lines(Table("", list(map(Column, headings, kinds)), rows)))
    assert read(text.removeprefix("\ufeff"))[0] == {"Anna": (40, 2), "Bernd": (-40, 1)}
    assert read(text.removeprefix("\ufeff"), "")[0] == {"Anna": (4, 2), "Bernd": (-4, 1)}
    assert read(text.removeprefix("\ufeff"), owed=True)[0] == {"Anna": (0, 2), "Bernd": (-40, 1)}


@pytest.mark.parametrize("separator", [",", "\t"])
def test_evenings_of_a_program_for_shared_costs_end_with_a_dated_total(separator):
    rows = [
        "Date,Description,Cost,Currency,Anna,Bernd",
        *("2026-11-01,Tarock,2.00,EUR,1.50,-1.50", "2026-11-08,Tarock,2.00,EUR,-0.25,0.25"),
        *("", "2026-11-09,Total balance, ,EUR,1.25,-1.25"),
    ]
    people, last = read("\n".join(rows).replace(",", separator))
    assert people == {"Anna": (125, 2), "Bernd": (-125, 2)}
    assert last == "2026-11-08"
    assert "the total is €2.25" in refusal_of("\n".join(rows).replace("1.25,-", "2.25,-").replace(",", separator))


# Spliit writes whoever paid with the own share, not with what the others owe: of two who share evenly that makes 0.
# Its original costs are in another currency.
def test_evenings_of_a_program_for_shared_costs_add_up_to_0():
    text = """Date,Description,Cost,Original cost,Conversion rate,Split mode,Anna,Bernd,Clara
2026-11-01,Tarock,0.80,1.00,0.8,Evenly,0.40,-0.40,0
2026-11-08,Tarock,0.90,1.00,0.9,Evenly,0.30,-0.30,{clara}
"""
    assert read(text.format(clara="0"))[0] == {"Anna": (70, 2), "Bernd": (-70, 2), "Clara": (0, 2)}
    assert refusal_of(text.format(clara="-0.30")) == "row 3: the amounts add up to −€0.30, not to 0"


# Cospend and hledger 1.25 have a column of amounts beside each date, and numbers of other kinds.
@pytest.mark.parametrize(
    "text",
    [
        "what,amount,date,payer_name,payer_weight\nTarock,0.90,2026-11-01,Anna,1\nTarock,1.00,2026-11-08,Bernd,1",
        '"txnidx","date","account","amount"\n"1","2026-11-01","Anna","0.90 EUR"\n"1","2026-11-01","Bernd","-0.90 EUR"',
    ],
)
def test_amounts_beside_dates_are_of_nobody_called_amount(text):
    assert refusal_of(text).endswith(": amount is not a name")


def test_balances_of_beancount_are_read():
    text = "account,sum(position)\nAnna, 1235.40 EUR\nBernd,-1235.10 EUR\nClara,   -0.30 EUR\n"  # beanquery 0.2.0
    assert read(text)[0] == {"Anna": (123540, 0), "Bernd": (-123510, 0), "Clara": (-30, 0)}


def test_balances_of_a_program_for_accounts_are_read():
    text = '"account","balance"\n"Anna","1235.70 EUR"\n"Bernd","-1235.10 EUR"\n"Clara","-0.60 EUR"\n"total","0"\n'
    assert read(text)[0] == {"Anna": (123570, 0), "Bernd": (-123510, 0), "Clara": (-60, 0)}
    assert "the total is €0.10" in refusal_of(text.replace('"0"', '"0.10 EUR"'))


def test_a_list_may_have_the_number_of_evenings():
    assert read("Name\tPunkte\tAbende\nAnna\t12\t3\nBernd\t-12\t4", "")[0] == {"Anna": (12, 3), "Bernd": (-12, 4)}


@pytest.mark.parametrize(
    ("text", "currency", "reason"),
    [
        ("Anna\t5\nBernd\tfünf\nClara\t3", "EUR", "row 2, column B: fünf is not an amount of money"),
        ("Anna\t1,50\nBernd\t2", "", "row 1, column B: 1,50 is not a whole number"),
        ("Anna\t5\n\nanna\t6", "EUR", "row 3, column A: anna stands in row 1 already"),
        ("Anna\t5\n\t6", "EUR", "row 2, column A: a name is missing"),
        ("Anna\t5 CHF\nBernd\t6", "EUR", "row 1, column B: 5 CHF is in CHF, but here it is EUR"),
        ("Anna\t5\t1\nBernd\t6\t7", "EUR", "columns B and C both have numbers; write Amount above"),
        (
            "Name\tSaldo\nAnna\t5\nBernd\t6\nSumme\t12",
            "EUR",
            "row 4, column B: the total is €12.00, and",
        ),
        ("Anna\nBernd", "EUR", "no column has amounts"),
        ("ower,receiver,amount\nAnna,Bernd,4.0", "EUR", "no column has amounts"),
        (" \n", "EUR", "nobody stands there, such as Anna 12.50"),
        ("Anna\tfünf\nBernd\t3\nClara\t4", "EUR", "row 1, column B: fünf is not an amount of money"),
    ],
)
def test_a_refused_amount_says_its_row_and_column(text, currency, reason):
    assert refusal_of(text, currency).startswith(reason)
