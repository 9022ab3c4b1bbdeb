"""The journal of a night as rows."""
