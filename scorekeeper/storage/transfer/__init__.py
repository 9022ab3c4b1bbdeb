"""Nights to and from files."""
