"""What pages and commands read."""
