"""The journal: its acts, their JSON, seals, the chain of hashes, check words."""
