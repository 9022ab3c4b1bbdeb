"""`enter`: the rows of a paper sheet become deals, all of them or none, and only once."""

import pytest

from scorekeeper.commands import main
from tests.commands.running import ask, printed, state, write_night


@pytest.fixture
def rows(tmp_path):
    """A function that writes rows to a file and returns its name."""

    def write(*lines):
        file = tmp_path / "rows.txt"
        file.write_text("\n".join(lines), encoding="utf-8")
        return str(file)

    return write


def test_rows_are_priced_and_booked(place, slug, rows, capsys):
    assert main(["enter", slug, rows("a 71", "", "B 30", "-")]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split() for line in told[:2]] == [
        ["Anna", "Bernd", "Clara"],
        ["5", "a", "71", "+2", "(+12)", "−1", "(−14)", "−1", "(+2)"],
    ]
    assert told[3].split()[2:] == ["0", "(+16)", "0", "(−22)", "0", "(+6)"]
    assert told[-1] == "3 deals are saved."
    assert state(place)[1] == [("Anna", 16, 16), ("Bernd", -22, -22), ("Clara", 6, 6)]
    assert main(["verify"]) == 0


def test_the_same_numbered_rows_are_booked_once(place, slug, rows, capsys):
    assert [main(["enter", slug, rows("5. a 71", "6. B 30")]) for _ in range(3)] == [0, 0, 0]
    assert capsys.readouterr().out.endswith("These rows are already saved, from deal 5 on.\n")
    assert ask(place, "SELECT number FROM night") == [(7,)]


def test_a_deal_equal_to_an_earlier_one_is_booked(place, slug, rows):
    assert [main(["enter", slug, rows(row)]) for row in ("a 71", "B 30", "a 71", "8. a 71", "9. a 71")] == [0] * 5
    assert ask(place, "SELECT number FROM night") == [(10,)]
    assert main(["verify"]) == 0


def test_rows_that_were_saved_just_before_are_asked_about(place, slug, rows, capsys):
    assert [main(["enter", slug, rows("a 71", "B 30")]) for _ in range(2)] == [0, 2]
    assert capsys.readouterr().err.strip().endswith("If the same was played again, number the rows: 7. a 71")
    assert ask(place, "SELECT number FROM night") == [(7,)]


def test_rows_may_come_from_a_spreadsheet(place, slug, rows, capsys):
    copied = rows("Nr\tWho\tPoints\t", "1\ta\t71\t", "2\tB\t30\t", "Total\t\t101\t")
    assert [main(["enter", slug, copied]) for _ in range(2)] == [0, 0]
    assert capsys.readouterr().out.endswith("These rows are already saved, from deal 5 on.\n")
    assert ask(place, "SELECT number FROM night") == [(7,)]
    assert main(["enter", slug, rows("Anna\tBernd\tClara", "1\t−1\tnone")]) == 2
    assert capsys.readouterr().err.strip().endswith("row 2, column C: none is not a whole number")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("a 71", "Q 30", "B 12"), "rows.txt: deal 6: Q is none of the players: A Anna, B Bernd, C Clara"),
        (("a 71", "B"), "rows.txt: deal 6: enter the card points"),
        ((), "rows.txt: there is no row in it"),
    ],
)
def test_rows_are_booked_together_or_not_at_all(place, slug, rows, capsys, lines, problem):
    before = state(place)
    assert main(["enter", slug, rows(*lines)]) == 2
    told, mistakes = capsys.readouterr()
    assert mistakes.strip().endswith(problem)
    assert len(told.splitlines()) == (len(lines) + 1 if lines else 0)
    assert state(place) == before


@pytest.mark.parametrize("check", [0, 1, 2], ids=["before", "between", "behind"])
def test_rows_can_be_looked_at_first(place, slug, rows, capsys, check):
    before = state(place)
    words = [slug, rows("a 71")]
    words.insert(check, "--check")
    assert main(["enter", *words]) == 0
    assert "a 71" in capsys.readouterr().out
    assert state(place) == before


def test_what_enter_does_not_know_is_refused(place, slug, rows, capsys):
    for more in (["more.txt"], ["--chekc"]):
        assert main(["enter", slug, "--check", rows("a 71"), *more]) == 2
        assert capsys.readouterr().err.strip().endswith(f"{more[0]} (scorekeeper --help shows more)")


SOLO = 'game = "solo"\nrules = "braun"\nplayers = ["Anna", "Bernd", "Clara"]\n\n[[deals]]\n'
HUSARLN = 'game = "husarln"\nrules = "loew"\nplayers = ["Anna", "Bernd", "Clara"]\n\n[[deals]]\n'


@pytest.mark.parametrize(
    ("top", "row", "keys"),
    [
        (SOLO, "xx two cards short", 'void = true\nreason = "two cards short"'),
        (SOLO, "== 4 -4 . agreed", 'adjust = {Anna = 4, Bernd = -4}\nreason = "agreed"'),
        (SOLO, "@Anna A c 70", 'dealer = "Anna"\nsoloist = "Anna"\nsuit = "C"\npoints = 70'),
        (
            HUSARLN,
            "A Z2 37 P",
            'declarer = "Anna"\ncontract = "Z2"\npoints = 37\nbonuses = [{player = "Anna", bonus = "pagat"}]',
        ),
    ],
)
def test_a_night_file_tells_a_deal_in_one_line(top, row, keys, tmp_path, capsys):
    told = printed(capsys, "score", write_night(tmp_path, f'{top}line = "{row}"\n'))
    assert told == printed(capsys, "score", write_night(tmp_path, f"{top}{keys}\n"))


@pytest.mark.parametrize(
    ("deal", "problem"),
    [
        ('line = "@Anna A Z2 70"\ndealer = "Bernd"', "dealer: this deal is written in one line, so"),
        ('line = "xx"', "line: a reason is missing"),
        ('line = "A Z9 37"', "line: Z9 has no meaning here"),
        ('line = "A Z2 37"\npoints = 37', "points: this deal is written in one line, so"),
        ("line = 7", "line: 7 is not a text"),
        ('line = "A"\nvoid = true\nreason = "x"', "line: this deal is given as void"),
    ],
)
def test_a_line_of_a_night_file_is_refused_by_its_key(deal, problem, tmp_path, capsys):
    assert main(["score", write_night(tmp_path, HUSARLN + deal)]) == 2
    assert f"deal 1: {problem}" in capsys.readouterr().err
