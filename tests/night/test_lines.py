"""Refusals of a document name the line of the text in which the value stands."""

import re

import pytest

from scorekeeper.games.own.ready import ready_sheets
from scorekeeper.nightfile.lines import naming_lines
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.rulesheet import read_sheet
from scorekeeper.nightfile.syntax import load, write_toml
from scorekeeper.phrase import Refused
from tests.games.own.test_documents import ENGLISH, GERMAN, NONSENSE

SKAT_LIKE = """game = "own"
[house.sheet]
kind = "contract"  # money = [
name = "a [b] = {c"
count = {total = 120}
contracts = [
  {key = "a", name = {de = "x", en = "y"}},

  # value = 1
  {key = "b", value = 7}
]
end.target = 50
money = {pays = "winner"}
[[house.sheet.steps]]
key = "c"
add = 3
only = [
  "a",
]
[[house.sheet.steps]]
add = 1
'needs' = "c"
"""


@pytest.mark.parametrize(
    ("had", "wrong", "line"),
    [
        ('kind = "contract"', 'kind = "contest"', 3),
        ("total = 120", "total = true", 5),
        ('de = "x"', 'fr = "x"', 7),
        ("value = 7", "value = -7", 10),
        ("target = 50", "target = 0.5", 12),
        ("end.target = 50", "", 13),
        ("add = 3", "add = 3\ntimes = 2", 14),
        ('  "a",', '"d"', 17),
        ("'needs' = \"c\"", "'needs' = \"d\"", 22),
        ("'needs'", "'need'", 22),
        ("value = 7", "worth = 7", 10),
    ],
)
def test_a_refusal_of_meaning_names_the_line(had, wrong, line):
    assert had in SKAT_LIKE
    with pytest.raises(Refused) as refused:
        read_sheet(SKAT_LIKE.replace(had, wrong))
    assert ENGLISH.say(refused.value.phrase).startswith(f"line {line}: ")
    assert GERMAN.say(refused.value.phrase).startswith(f"Zeile {line}: ")


@pytest.mark.parametrize("document", NONSENSE.values(), ids=NONSENSE)
def test_a_night_file_names_the_line_of_what_is_nonsense(document):
    text = write_toml({"game": "own", "players": ["A", "B", "C"], "house": {"sheet": document}})
    with pytest.raises(Refused) as refused, naming_lines(text):
        read_night(load(text))
    assert refused.value.key == "house.sheet"
    told = re.match(r"line (\d+): (\w+)", ENGLISH.say(refused.value.phrase))
    first = re.search(rf"^(\[*house\.sheet\.)?{told[2]}\b", text, re.MULTILINE)
    header = text.index("[house.sheet]" if "[house.sheet]" in text else "[house]")
    assert int(told[1]) > text[: first.start() if first else header].count("\n")


def test_a_ready_made_sheet_names_every_line_of_a_number():
    for ready in ready_sheets().values():
        lines = write_toml({"game": "own", "house": {"sheet": ready.variants[""]}}).split("\n")
        for place, line in enumerate(lines):
            if re.match(r"[a-z_]+ = -?\d+$", line):
                key = line.split(" ")[0]
                wrong = [*lines[:place], f'{key} = "much"', *lines[place + 1 :]]
                with pytest.raises(Refused) as refused:
                    read_sheet("\n".join(wrong))
                assert ENGLISH.say(refused.value.phrase).startswith(f"line {place + 1}: "), (ready.key, line)
