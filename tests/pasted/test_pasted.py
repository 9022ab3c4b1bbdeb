"""Tables as a browser pastes them from a spreadsheet: with titles, headings, totals, empty columns, dates, any minus.

The files beside this one were made by LibreOffice 7.4 from workbooks (`WORKBOOKS`): what is shown, a tab between cells.
"""

import shutil
import subprocess
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from babel import Locale

from scorekeeper.pasted.fines import read_fines
from scorekeeper.pasted.names import read_names
from scorekeeper.pasted.paper_rows import read_paper_rows
from scorekeeper.pasted.table import counts_rows, is_date, is_number, letter, read_table
from scorekeeper.phrase import Refused
from scorekeeper.typed_numbers import Ambiguous

HERE = Path(__file__).parent
GERMAN = Locale("de", "AT")
PLAYERS = {"p1": "Anna", "p2": "Bernd", "p3": "Clara", "p4": "Dora"}
DAY = date(2026, 11, 27)
# Rows of each workbook, and the number formats of its columns.
WORKBOOKS = {
    "members": (
        [
            ["Tarockrunde Donnerstag"],
            [],
            ["Nr.", "Vorname", "Nachname", "dabei seit", "Telefon", None],
            [1, "Anna", "Huber", date(2019, 9, 5), "+43 660 1234567", None],
            [2, "Käthe", "O’Brien", date(2020, 1, 16), None, None],
            [3, "Jožica", "Čeh", date(2021, 10, 7), "0664/55 55", " "],
            ["Summe", None, 3],
        ],
        {"D": "[$-C07]dd.mm.yyyy"},
    ),
    "fines": (
        [
            ["Strafenkatalog 2026"],
            ["Vergehen", "seit", "Betrag", None],
            ["Vergeben", date(2026, 1, 8), 0.5, None],
            ["Zu spät, je Viertelstunde", date(2026, 1, 8), 1, None],
            ["Handy am Tisch", date(2026, 3, 5), 1250.5, None],
            ["Summe", None, "=SUM(C3:C5)", None],
        ],
        {"B": "[$-C07]d.m.yy", "C": "[$€-C07] #,##0.00"},
    ),
    "points": (
        [
            ["Spielabend 27.11.2026"],
            ["Nr.", "Datum", "Anna", "Bernd", "Clara", "Anmerkung"],
            [1, DAY, 12, -6, -6, None],
            [2, DAY, -3, -3, 6, "Bettler verloren"],
            [3, DAY, 1000, -1250, 250, None],
            ["Summe", None, "=SUM(C3:C5)", "=SUM(D3:D5)", "=SUM(E3:E5)"],
        ],
        {"B": "[$-C07]dd.mm.yyyy", "C": "#,##0;−#,##0", "D": "# ##0;–# ##0", "E": "#,##0"},
    ),
    "shorthand": (
        [
            ["Nr", "Wer", "Spiel", "Punkte", "Kontra"],
            [1, "A", "Z2", 37, "P"],
            [2, "B", "Z1", 40, None],
            [3, "-", None, None, None],
        ],
        {},
    ),
}


def pasted(name):
    return (HERE / f"{name}.tsv").read_text("utf-8")


@pytest.mark.at_length
@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_libreoffice_shows_the_workbooks_so(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    for name, (rows, formats) in WORKBOOKS.items():
        book = openpyxl.Workbook()
        sheet = book.active
        for row in rows:
            sheet.append(row)
        for cell in (cell for row in sheet.iter_rows() for cell in row if not isinstance(cell.value, str)):
            cell.number_format = formats.get(cell.column_letter, "General")
        book.save(tmp_path / f"{name}.xlsx")
    shown = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true"
    files = map(str, tmp_path.glob("*.xlsx"))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", shown, "--outdir", str(tmp_path), *files]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    for name in WORKBOOKS:
        assert (tmp_path / f"{name}.csv").read_text("utf-8") == pasted(name)


def test_members_are_read_from_their_columns():
    assert read_names("names", pasted("members")) == ["Anna Huber", "Käthe O’Brien", "Jožica Čeh"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Huber, Anna\nBernd; der Große\n\nClara", ["Huber, Anna", "Bernd; der Große", "Clara"]),
        ("Anna\t\r\nBernd\t\r\n\t\r\n", ["Anna", "Bernd"]),
        ("Mitglieder\nAnna\nBernd\nAnna", ["Anna", "Bernd"]),
        ("1.\tAnna Huber\n2.\tBernd", ["Anna Huber", "Bernd"]),
        ("Club\nName\tOrt\nAnna\tGraz\nBernd\tLinz\nTotal\t2", ["Anna", "Bernd"]),
        ("Anna\t05.09.2019\tanna@example.org\nBernd\t1. Mai 2020\t", ["Anna", "Bernd"]),
        ('"Anna\nHuber"\tx\nBernd\tx'.replace("x", "12"), ["Anna Huber", "Bernd"]),
        ('"Hansi" Huber\t1\nBernd\t2', ['"Hansi" Huber', "Bernd"]),
        ("", []),
        ("Mit dabei:\n- Anna\n- Bernd", ["Anna", "Bernd"]),
        ("Anna:\nBernd :\nClara:", ["Anna", "Bernd", "Clara"]),
        ("Dabei:\n**Anna**:\n__Bernd__", ["Anna", "Bernd"]),
        ("1) Anna 2\n2) Bernd +1", ["Anna 2", "Bernd +1"]),
        ("☐ Anna\n[x] Bernd\n*Clara*\n@Dora", ["Anna", "Bernd", "Clara", "Dora"]),
        ("2. Anna\n4. Bernd", ["2. Anna", "4. Bernd"]),
    ],
)
def test_names_are_read_from_any_shape(text, names):
    assert read_names("names", text) == names


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Anna\tWien\nBernd\tGraz", "columns A and B both have words; write Name above the column of the names"),
        ("Name\tOrt\nAnna\tGraz\n\tLinz", "row 3, column A: a name is missing"),
        ("Nr\tName\n1\tAnna\n\n2\t" + "x" * 61, "row 4, column B: x"),
        ("Anna\nN. N.", "row 2: N. N. stands for a name that was forgotten"),
        ("Anna 0,60\nBernd -0,60", "row 1: Anna 0,60 is more than a name: leave only the name of one person"),
        ("Anna, Bernd, Clara", "row 1: Anna, Bernd, Clara is more than a name"),
        ("Anna ✅\nBernd ❌", "row 1: Anna ✅ is more than a name"),
        ("Anna 0660 1234567", "row 1: Anna 0660 1234567 is more than a name"),
        ("Anna <anna@example.org>", "row 1: Anna <anna@example.org> is more than a name"),
        ("Anna\n---\nBernd", "row 2: --- is not a name"),
        ("27.11.2026\nAnna", "row 1: 27.11.2026 is not a name"),
        ("27/11/2026, 21:04 - Toni: bin dabei", "row 1: it begins with the date and time of a message"),
    ],
)
def test_a_refused_name_says_its_row_and_column(text, reason):
    with pytest.raises(Refused) as refused:
        read_names("names", text)
    assert str(refused.value).startswith(f"names: {reason}")


def test_fines_are_read_beside_their_amounts():
    fines = [("Vergeben", Decimal("0.5")), ("Zu spät, je Viertelstunde", 1), ("Handy am Tisch", Decimal("1250.5"))]
    assert read_fines("tariff", pasted("fines"), Locale("en")) == fines
    with pytest.raises(Ambiguous, match=r"row 5, column C: € 1,250\.50 was read as 1250,5") as asked:
        read_fines("tariff", pasted("fines"), GERMAN)
    assert read_fines("tariff", asked.value.plain, GERMAN) == fines


@pytest.mark.parametrize(
    ("text", "fines"),
    [
        ("Late 1 000\nRenonce 5.–\nZu spät Fr. 0.50", {"Late": "1000", "Renonce": "5", "Zu spät": "0.5"}),
        ("Late\t10 Cent\t\nMisdeal\t0,50 €\t", {"Late": "0.1", "Misdeal": "0.5"}),
        ("0,50\tMisdeal\n1,00\tLate", {"Misdeal": "0.5", "Late": "1"}),
        ("Nr\tWhat\tAmount\n1\tLate\t1\n2\tMisdeal\t2.5\nTotal\t\t3.5", {"Late": "1", "Misdeal": "2.5"}),
        ("Late\t1\nMisdeal\t2\nRevoke\t3", {"Late": "1", "Misdeal": "2", "Revoke": "3"}),
        ("Late\t1\N{THIN SPACE}000,50", {"Late": "1000.5"}),
        ("Strafen:\n- Late: 0,50\n- Misdeal – 1 €", {"Late": "0.5", "Misdeal": "1"}),
        ("1. Late = 0,50\n2. *Misdeal* → 1", {"Late": "0.5", "Misdeal": "1"}),
        ("Bier 0,5 l, hell 3,50", {"Bier 0,5 l, hell": "3.5"}),
    ],
)
def test_fines_are_read_from_any_shape(text, fines):
    assert dict(read_fines("tariff", text, GERMAN)) == {reason: Decimal(amount) for reason, amount in fines.items()}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Late\t1\nMisdeal\tfünf\nRevoke\t2", "row 2, column B: fünf is not an amount of money"),
        ("Fines\n\nLate\t1\nMisdeal\t−2", "row 4, column B: −2 is not an amount that can be paid"),
        ("Late\t1\nMisdeal\t\nRevoke\t5", 'row 2, column B: "" is not an amount of money'),
        ("Late\t1\n\t5", "row 2, column B: it does not say what is fined"),
        ("Late\tsoon\nMisdeal\tnever", "no column has amounts"),
        ("Late\t1\t4\nMisdeal\t5\t7", "columns B and C both have numbers; write Amount above"),
        ("Late\t(0.50)\nMisdeal\t0.50", "row 1, column B: (0.50) is not an amount that can be paid"),
        ("Late (0.50)", "line 1, “Late (0.50)”: (0.50) is not an amount that can be paid"),
        ("Late\t0.50-\nMisdeal\t1\nRevoke\t1", "row 1, column B: 0.50- is not an amount of money"),
        ("Late 0,50, Misdeal 1", "line 1, “Late 0,50, Misdeal 1”: write one fine a line"),
        ("Late 1\nMisdeal fünf", "line 2, “Misdeal fünf”: fünf is not an amount of money"),
    ],
)
def test_a_refused_fine_says_its_row_and_column(text, reason):
    with pytest.raises(Refused) as refused:
        read_fines("tariff", text, GERMAN)
    assert str(refused.value).startswith(f"tariff: {reason}")


def test_points_below_names_are_agreed_points_with_totals_last():
    rows = read_paper_rows("pasted", pasted("points"), PLAYERS, "pasted")
    assert rows.lines == ["== 12 -6 -6 . pasted", "== -3 -3 6 . Bettler verloren", "== 1000 -1250 250 . pasted"]
    assert rows.totals == {"p1": "1009", "p2": "-1259", "p3": "250"}


def test_points_in_brackets_are_below_0():
    rows = read_paper_rows("pasted", "Anna\tBernd\tClara\n12\t(6)\t(6)\nSumme\t12\t", PLAYERS, "pasted")
    assert rows.lines[0] == "== 12 -6 -6 . pasted"
    rows = read_paper_rows("pasted", "\tAnna\tBernd\n1\t(6)\t6\nSumme\t(6)\t6", PLAYERS, "pasted")
    assert (rows.lines, rows.totals) == (["== -6 6 . . pasted"], {"p1": "-6", "p2": "6"})


def test_words_of_a_row_may_stand_in_cells():
    assert read_paper_rows("pasted", pasted("shorthand"), PLAYERS, "").lines == ["A Z2 37 P", "B Z1 40", "-"]
    assert read_paper_rows("pasted", "A 71\n\nB 30\n", PLAYERS, "").lines == ["A 71", "B 30"]
    dated = "27.11.2026\tA\t36 1/3\n27.11.2026\tB\t30"
    assert read_paper_rows("pasted", dated, PLAYERS, "").lines == ["A 36 1/3", "B 30"]


def test_a_refused_point_says_its_row_and_column():
    with pytest.raises(Refused, match="pasted: row 3, column B: zwei is not a whole number"):
        read_paper_rows("pasted", "Anna\tBernd\tClara\n1\t−2\t1\n1\tzwei\t–1", PLAYERS, "")


def test_dates_and_numbers_are_told_apart():
    dates = [
        "27.11.2026",
        "27. 11. 26",
        "27/11/2026",
        "11/27/26",
        "2026-11-27",
        "27.11.",
        "27. Nov. 2026",
        "5 May 2026",
    ]
    numbers = ["1", "−5", "– 6", "1.000", "1'000.50", "1 000,5", "12,5"]
    words = ["1/3", "36 1/3", "Anna", "Z2", "-", "1. Runde"]
    assert [cell for cell in (*dates, *numbers, *words) if is_date(cell)] == dates
    assert [cell for cell in (*dates, *numbers, *words) if is_number(cell)] == numbers


def test_columns_are_named_as_in_a_spreadsheet():
    assert [letter(column) for column in (0, 25, 26, 51, 52, 701)] == ["A", "Z", "AA", "AZ", "BA", "ZZ"]
    assert counts_rows(read_table("3.\tx\n4.\ty"), 0)
    assert not counts_rows(read_table("3\tx\n5\ty"), 0)


def test_too_many_names_for_a_group_are_refused_unread():
    with pytest.raises(Refused) as refused:
        read_names("names", "\n".join(f"Anna {number}" for number in range(1002)))
    assert refused.value.key == "names"
    assert len(read_names("names", "\n".join(f"Anna {number}" for number in range(1001)))) == 1001
