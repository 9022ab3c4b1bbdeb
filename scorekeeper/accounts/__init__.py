"""Open amounts between the players, the kitty, and joint payers."""
