"""Writing into the journal: append, preview, batch, undo."""
