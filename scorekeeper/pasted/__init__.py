"""What is pasted from a spreadsheet: names, fines and rows of a paper sheet, also typed without one, a row a line."""
