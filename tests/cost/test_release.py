"""Figures beside those of the last release, as its own program prints them."""

import pytest

from tests.cost import __main__ as program
from tests.cost.release import measure_release, read_figures
from tests.cost.row import beside, budget, flat

ROWS = [
    beside("entry", 4.0, "a bare page", 0.5, 6),
    budget("memory after all pages of it", 58.9, "MB", 80),
    flat("sheet", "deals", {100: 2.0, 20_000: 2.1}, 1.3),
]
AUDIT = beside("audit by tricks (2,900 a second)", 0.32, "a bare reading", 0.05, 6)
RELEASED = """\
entry (1.5 ms) beside a bare page (0.5 ms)                                               3.00×         2×  OVER
memory after all pages of it                                                             60 MB      80 MB
what nobody measures any more                                                             1 MB       2 MB
"""
RELEASED_AUDIT = (
    "audit by tricks at 2,558 a second (0.308 ms) beside a bare reading (0.055 ms)    5.57×      5.5×  OVER"
)


@pytest.fixture
def release(tmp_path):
    """A checkout of a release whose program prints three figures."""
    folder = tmp_path / "tests/cost"
    folder.mkdir(parents=True)
    for package in (folder, folder.parent):
        (package / "__init__.py").touch()
    (folder / "__main__.py").write_text(f"import sys\nassert sys.argv[1:] == ['pages']\nprint({RELEASED!r}, end='')\n")
    return tmp_path


def test_each_line_of_the_program_is_read_by_its_name_without_the_times():
    printed = "\n".join(program.write_line(row) for row in ROWS)
    assert dict(read_figures(printed)) == {
        "entry beside a bare page": 8.0,
        "memory after all pages of it": 58.9,
        "sheet of 20000 deals beside 100": 1.05,
    }
    assert dict(read_figures(RELEASED))["entry beside a bare page"] == 3.0
    told = [program.write_line(AUDIT), RELEASED_AUDIT]
    assert [name for name, _ in read_figures("\n".join(told))] == ["audit by tricks beside a bare reading"] * 2


def test_a_release_measures_with_its_own_program(release):
    assert measure_release(release, "pages")["memory after all pages of it"] == 60


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        ([], ["8.00×         6×  OVER  2.67×", "58.9 MB      80 MB  0.98×", "1.05×       1.3×"]),
        (["--table"], ["| 8.00× | 6× | 2.67× |", "| 58.9 MB | 80 MB | 0.98× |", "| 1.05× | 1.3× |  |"]),
    ],
)
def test_each_row_tells_how_many_times_the_release_it_is(release, table, lines, monkeypatch, capsys):
    monkeypatch.setitem(program.PARTS, "pages", lambda scale: iter(ROWS))
    assert program.main(["pages", "--release", str(release), *table]) == 1, "one is over its budget"
    printed = capsys.readouterr().out.splitlines()
    assert [line.endswith(end) for line, end in zip(printed[-3:], lines, strict=True)] == [True] * 3
    assert bool(table) == printed[0].startswith("Measured with")


def test_commands_of_a_release_that_knows_no_such_part_are_measured(tmp_path, monkeypatch, capsys):
    def judge(scale):
        yield budget("a command", 2.0 if scale.program == tmp_path else 5.0, "ms", 9)

    monkeypatch.setitem(program.PARTS, "forgotten", judge)
    assert program.main(["forgotten", "--release", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("2.50×")


def test_without_a_release_there_is_no_ratio(monkeypatch, capsys):
    monkeypatch.setitem(program.PARTS, "pages", lambda scale: iter(ROWS[1:]))
    assert program.main(["pages"]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("58.9 MB      80 MB")
