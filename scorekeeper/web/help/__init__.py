"""The help page: how the app works, and what the card terms mean."""
