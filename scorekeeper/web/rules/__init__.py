"""The rule book and the house rules of a table."""
