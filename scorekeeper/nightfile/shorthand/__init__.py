"""A deal in one line, as a table writes it on paper: "A Z2 37 P"; read into answers.

The words follow from the questions of the game. They are the same in every language, so a line can stand in a file.
"""

from scorekeeper.nightfile.shorthand.grammar import find_player, short_names
from scorekeeper.nightfile.shorthand.legend import Spelled, describe_row, describe_words
from scorekeeper.nightfile.shorthand.parser import LONGEST_LINE, read_line, read_row

__all__ = [
    "LONGEST_LINE",
    "Spelled",
    "describe_row",
    "describe_words",
    "find_player",
    "read_line",
    "read_row",
    "short_names",
]
