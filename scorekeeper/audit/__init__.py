"""Judging the recorded cards of a deal: what is proven, by which cards."""
