"""Names of people, and finding a name in a text."""
