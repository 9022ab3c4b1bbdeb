"""Groups: the people who meet again and again."""
