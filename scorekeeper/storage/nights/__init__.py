"""Nights as a whole: list, carry over, manage, forget."""
