"""The table of a night: seats, settings, archive, deletion."""
