"""Bank accounts, and what a payment code says to a banking app. Nothing here is stored."""
