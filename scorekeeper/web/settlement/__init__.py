"""Settling a night."""
