"""What the games with Tarock cards have in common, for one declarer or side against the others; it knows no game."""
