"""The questions that a game asks about one deal; it does not know who answers.

A browser form, the night file, the database and the tests answer the same questions in the same spelling.
"""

from scorekeeper.games.questions.answers import Answers, Stage, read_answers, rename_answers, shown
from scorekeeper.games.questions.each import Grid, Order, Piles
from scorekeeper.games.questions.rows import Column, Rows, Way
from scorekeeper.games.questions.single import Choice, Flag, Level, Number, Option, who
from scorekeeper.games.questions.thirds import Packet, Thirds

Question = Choice | Number | Flag | Level | Thirds | Rows | Grid | Piles | Order

__all__ = [
    "Answers",
    "Choice",
    "Column",
    "Flag",
    "Grid",
    "Level",
    "Number",
    "Option",
    "Order",
    "Packet",
    "Piles",
    "Question",
    "Rows",
    "Stage",
    "Thirds",
    "Way",
    "read_answers",
    "rename_answers",
    "shown",
    "who",
]
