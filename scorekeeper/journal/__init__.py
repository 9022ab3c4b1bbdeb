"""The journal: acts, their JSON, seals, the hash chain, check words."""
