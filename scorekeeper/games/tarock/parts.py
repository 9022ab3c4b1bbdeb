"""Counts that were entered in two parts: a side's pile, and the talon cards that count with it.

n cards are worth 3F − 2n thirds for some whole F, so their count ends on n thirds, modulo 3.
"""

from collections.abc import Iterator

from scorekeeper.cards.packs import Pack
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.counts import Apart, Packet, SplitCount, Thirds
from scorekeeper.games.declarer.asking import ask_counts
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Line
from scorekeeper.games.tarock.counting import Fraction
from scorekeeper.phrase import Phrase, Refused, Value, count, say

Places = tuple[tuple[int, ...], tuple[int, ...]]
"""The places in the talon, from 1, of the cards that count with the declarer's pile, and with the defenders'."""


def name_cards(places: tuple[int, ...]) -> Phrase:
    """Return the name of the talon cards at these places."""
    return count("talon card {places}", "talon cards {places}", n=len(places), places=places)


def _make_packet(places: tuple[int, ...]) -> Packet:
    part = say("{cards} of {all} talon cards", cards="{cards}", all="{all}")
    together = say("with the talon {points}", points="{points}")
    return Packet(name_cards(places), places, say("Talon {places}", places=places), part, together)


def ask_parts(pack: Pack, shares: Places, ending: Fraction) -> list[Thirds]:
    """Return the questions for both counts, and what the declarer's has besides tricks."""
    mine, theirs = (_make_packet(places) if places else None for places in shares)
    ends = say("is whole")
    if ending.fraction:
        ends = say("ends on {fraction}", fraction=write_thirds(ending.fraction))
    hint = say("Count the discard with the declarer’s tricks; the total {ending}.", ending=ends)
    if mine:
        values: dict[str, Value] = {"cards": mine.label, "ending": ends}
        hint = say("Count the discard and {cards} with the declarer’s tricks; the total {ending}.", **values)
    return ask_counts(pack, hint, (mine, theirs))


def read_apart(pack: Pack, shares: Places, ending: Fraction, read: Answers) -> Iterator[Apart]:
    """Yield the counts entered in parts, if the declarer's has this `ending`. Raises Refused for an impossible part."""
    worths = sorted(pack.worth)
    sides = (("points", shares[0], ending.fraction), ("defender_points", shares[1], -ending.fraction))
    for side, places, fraction in sides:
        split = read.get(side)
        if not isinstance(split, SplitCount):
            continue
        if not places:
            raise Refused(side, say("{after} no talon card counts for this side", after=ending.after))
        least = sum(worths[: len(places)])
        most = sum(worths[-len(places) :])
        if not least <= split.packet <= most or split.packet % 3 != len(places) % 3:
            text = count(
                "talon card {places} cannot be worth {value}",
                "talon cards {places} cannot be worth {value} together",
                n=len(places),
                places=places,
                value=write_thirds(split.packet),
            )
            raise Refused(side, text)
        third = (fraction - len(places)) % 3
        if split.pile % 3 != third:
            cards = name_cards(places)
            text = say("without {cards} the pile is whole", cards=cards)
            if third:
                text = say("without {cards} the pile ends on {fraction}", cards=cards, fraction=write_thirds(third))
            raise Refused(side, text)
        yield Apart(side, split.pile, split.packet, places)


def describe_apart(apart: Apart, rule: str) -> Line:
    """Return the sum of a count entered in parts."""
    sums: dict[str, Value] = {"pile": write_thirds(apart.pile), "talon": write_thirds(apart.talon)}
    sums |= {"cards": name_cards(apart.places), "all": write_thirds(apart.pile + apart.talon)}
    text = say("defenders: {pile} in tricks and {talon} in {cards} are {all}", **sums)
    if apart.side == "points":
        text = say("declarer: {pile} in tricks and laid away and {talon} in {cards} are {all}", **sums)
    return Line(text, rule)
