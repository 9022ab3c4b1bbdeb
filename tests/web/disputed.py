"""A disputed hand of Husarln: in trick 3 Bernd throws a heart on diamonds, in tricks 11 and 12 he still has two."""

import tomllib
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"
ROWS = {row["id"]: row for row in tomllib.loads((VECTORS / "deals.toml").read_text("utf-8"))["records"]}
NAMES = ("Anna", "Bernd", "Clara")
KEYS = dict(zip(NAMES, ("p1", "p2", "p3"), strict=True))
PLAY: dict[str, Any] = dict(ROWS["D-HU-Z2"]["play"])
HONEST: list[str] = PLAY["tricks"]
TRICKS = [*HONEST[:2], "QD QH T17", *HONEST[3:11], "KS T10 AD"]
# The Queen of hearts counts three more than the Ace of diamonds, and Anna took trick 12: 35 1/3 less 3.
HONEST_COUNT, COUNT = "35 1/3", "32 1/3"


def taps(record: dict[str, Any]) -> list[tuple[str, str]]:
    """The buttons that record a deal of tricks: name and value of each."""
    found = []
    for key in ("talon", "discard", "skat"):
        if record.get(key):
            found += [("go", key), *(("put", card) for card in record[key].split())]
    for player, cards in record.get("hands", {}).items():
        found += [("go", f"hands.{KEYS[player]}"), *(("put", card) for card in cards.split())]
    found.append(("go", ""))
    return found + [("put", card) for trick in record["tricks"] for card in trick.split()]
