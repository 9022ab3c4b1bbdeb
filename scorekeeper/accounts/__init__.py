"""What is open between the players, the kitty, and joint payers."""
