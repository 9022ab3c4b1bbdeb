"""The questions that a game asks about one deal; it does not know who answers.

A browser form, the night file, the database and the tests answer the same questions in the same spelling.
"""

from scorekeeper.games.questions.answers import (
    Answers,
    OfPlayers,
    OneOrEach,
    Question,
    Stage,
    read_answers,
    rename_answers,
)
from scorekeeper.games.questions.each import Grid, read_table, rename_table
from scorekeeper.games.questions.rows import Cell, Rows, Way
from scorekeeper.games.questions.single import Choice, Flag, Number, Option, level, who
from scorekeeper.games.questions.thirds import Packet, Thirds, ToldApart
from scorekeeper.reading import shown

__all__ = [
    "Answers",
    "Cell",
    "Choice",
    "Flag",
    "Grid",
    "Number",
    "OfPlayers",
    "OneOrEach",
    "Option",
    "Packet",
    "Question",
    "Rows",
    "Stage",
    "Thirds",
    "ToldApart",
    "Way",
    "level",
    "read_answers",
    "read_table",
    "rename_answers",
    "rename_table",
    "shown",
    "who",
]
