"""What games with Tarock cards share: the law of play and of discards, and the card points that piles can have."""
