"""Entering, correcting, voiding and explaining a deal."""
