"""What the options of the commands take, and reading their numbers."""

import argparse

from scorekeeper.phrase import Refused, Value, say
from scorekeeper.reading import shown

FORMATS = ("toml", "json", "csv")
# In MB, looked at before anything is read: each takes about a second. With its journal an evening of 64 deals has up to
# 0.2, a night of 2,000 deals 2.2, with all their cards recorded 5.
LARGEST_FILE = 8
_MOST_LARGEST = 1024


def read_largest(args: argparse.Namespace) -> int:
    """Return how many MB the command lets a file have. Raises Refused."""
    return read_whole("--largest", args.largest, 1, _MOST_LARGEST)


def read_whole(option: str, text: str, low: int, high: int) -> int:
    """Return the whole number that an option gives. Raises Refused."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and low <= int(text) <= high):
        values: dict[str, Value] = {"value": shown(text), "low": str(low), "high": str(high)}
        raise Refused(option, say("{value} is not a whole number from {low} to {high}", **values))
    return int(text)
