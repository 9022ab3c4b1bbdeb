"""Counts of both sides as the table says them, whole or in thirds, to the declarer's thirds."""

from typing import NamedTuple

from scorekeeper.cards.packs import Pack
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.phrase import Phrase, Refused, say


class Ending(NamedTuple):
    """On how many thirds a declarer's count ends, 0 to 2, and after what: "after the first pair"."""

    fraction: int
    after: Phrase


def count_whole_pack(pack: Pack, ending: Ending, points: int | None, defenders: int | None) -> int | None:
    """Return the declarer's thirds where both sides together count the whole pack, None where nobody counted.

    Raises Refused for a count that ends on other thirds, or two that are not the pack.
    """
    whole = sum(pack.worth)
    mine = None if points is None else own_count(pack, ending, points)
    theirs = None if defenders is None else defenders_count(pack, ending, defenders)
    if mine is not None and theirs is not None and mine + theirs != whole:
        raise Refused(
            "defender_points",
            say(
                "{points} and {defenders} card points do not add up to {pack}",
                points=round_thirds(mine),
                defenders=round_thirds(theirs),
                pack=pack.points,
            ),
        )
    return mine if mine is not None or theirs is None else whole - theirs


def own_count(pack: Pack, ending: Ending, thirds: int) -> int:
    """Return the declarer's exact count. Raises Refused where it ends otherwise."""
    if _fits(thirds, ending.fraction):
        return _unround(pack, thirds, ending.fraction)
    if not ending.fraction:
        raise Refused("points", say("{after} the declarer’s count is whole", after=ending.after))
    fraction = write_thirds(ending.fraction)
    raise Refused(
        "points", say("{after} the declarer’s count ends on {fraction}", after=ending.after, fraction=fraction)
    )


def defenders_count(pack: Pack, ending: Ending, thirds: int, fraction: int | None = None) -> int:
    """Return the defenders' exact count, which ends on what the declarer's leaves of the pack, or on `fraction`."""
    fraction = -ending.fraction % 3 if fraction is None else fraction
    if _fits(thirds, fraction):
        return _unround(pack, thirds, fraction)
    if not fraction:
        raise Refused("defender_points", say("{after} the defenders’ count is whole", after=ending.after))
    told = write_thirds(fraction)
    raise Refused(
        "defender_points", say("{after} the defenders’ count ends on {fraction}", after=ending.after, fraction=told)
    )


def _fits(thirds: int, fraction: int) -> bool:
    """A whole number is the rounded count and always fits; thirds must be those that the cards force."""
    return thirds % 3 in (0, fraction)


def _unround(pack: Pack, thirds: int, fraction: int) -> int:
    """Return the thirds that a count had before it was rounded; a count with a fraction was not."""
    if thirds % 3:
        return thirds
    return min(max(thirds + (0, 1, -1)[fraction], 0), sum(pack.worth))
