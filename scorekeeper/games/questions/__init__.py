"""The questions that a game asks about one deal; it does not know who answers.

A browser form, the night file, the database and the tests answer the same questions in the same spelling.
"""

from scorekeeper.games.questions.answers import (
    Answers,
    OfPlayers,
    OneOrEach,
    Question,
    Stage,
    describe_entered,
    read_answers,
    rename_answers,
)
from scorekeeper.games.questions.each import Grid, read_table, rename_table
from scorekeeper.games.questions.rows import Cell, Rows, Way
from scorekeeper.games.questions.single import A_FLAG, A_PLAYER, Choice, Flag, Number, Option, level, name_value, who
from scorekeeper.games.questions.thirds import Packet, Thirds, ToldApart
from scorekeeper.reading import shown

__all__ = [
    "A_FLAG",
    "A_PLAYER",
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
    "describe_entered",
    "level",
    "name_value",
    "read_answers",
    "read_table",
    "rename_answers",
    "rename_table",
    "shown",
    "who",
]
