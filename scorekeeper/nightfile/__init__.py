"""The night file: its syntax, reading, writing and checking."""
