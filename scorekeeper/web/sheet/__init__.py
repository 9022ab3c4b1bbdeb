"""The sheet of a night, its plot, board, prints and files."""
