"""The table of a night: seats, settings, forgetting."""
