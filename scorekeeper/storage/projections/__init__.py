"""What stands ready beside the journal and follows from it."""
