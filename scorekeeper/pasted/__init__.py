"""What is pasted from a spreadsheet or a message: names, amounts, fines and rows of a paper sheet, or typed."""
