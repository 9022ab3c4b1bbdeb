"""The audit of the cards of a deal."""
