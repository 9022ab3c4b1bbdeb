"""Opening a night."""
