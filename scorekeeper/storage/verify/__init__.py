"""Checking a night, its projections and the database."""
