"""Tables as values, and their files: workbooks (XLSX) for spreadsheet programs, CSV for other programs."""
