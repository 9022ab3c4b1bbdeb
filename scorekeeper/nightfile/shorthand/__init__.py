"""A deal in one line, as a table writes it on paper: "A Z2 37 P"; read into answers.

The words follow from the questions of the game. They are the same in every language, so a line can stand in a file.
"""
