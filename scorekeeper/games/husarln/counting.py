"""Counting a deal of Husarln: from the piles as the table counted them to the declarer's thirds (HU-2 to HU-8)."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.cards.packs import TAROCK
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.husarln.contracts import TALON, Contract
from scorekeeper.games.husarln.rules import Rules
from scorekeeper.games.questions import Answers, Packet, ToldApart
from scorekeeper.games.tarock.counting import Ending, count_whole_pack, defenders_count, own_count
from scorekeeper.phrase import Phrase, Refused, count, say

_PACK = sum(TAROCK.worth)
_WORTHS = sorted(TAROCK.worth)
_SIDES = ("points", "defender_points")


class Apart(NamedTuple):
    """A side's count as told in parts: its pile and the talon cards at `places` that count with it, in thirds."""

    side: str
    pile: int
    talon: int
    places: tuple[int, ...]


def packets(rules: Rules, contract: Contract | None) -> tuple[Packet | None, Packet | None]:
    """Return the talon cards that count for the declarer, and for the defenders; None where there are none."""
    declarer, defenders = rules.talon_shares(contract) if contract else ((), ())
    return _packet(declarer), _packet(defenders)


def _packet(places: tuple[int, ...]) -> Packet | None:
    return Packet(name_cards(places), places) if places else None


def name_cards(places: tuple[int, ...]) -> Phrase:
    """Return what the talon cards at these places are called."""
    return count("talon card {places}", "talon cards {places}", n=len(places), places=places)


def read_apart(rules: Rules, contract: Contract, read: Answers) -> tuple[Apart, ...]:
    """Return the counts that were told in parts. Raises Refused where the parts cannot be those of the contract."""
    return tuple(_read_apart(rules, contract, read))


def _read_apart(rules: Rules, contract: Contract, read: Answers) -> Iterator[Apart]:
    for place, side in enumerate(_SIDES):
        told = read.get(side)
        if isinstance(told, ToldApart):
            apart = Apart(side, told.pile, told.packet, rules.talon_shares(contract)[place])
            _check_apart(rules, contract, apart)
            yield apart


def _check_apart(rules: Rules, contract: Contract, apart: Apart) -> None:
    """A part is exact: n cards end on n thirds, wherever they lie (HU-4)."""
    places = apart.places
    fraction = rules.fraction(contract)
    if not places:
        raise Refused(apart.side, say("{after} no talon card counts for this side", after=contract.after))
    least = sum(_WORTHS[: len(places)])
    most = sum(_WORTHS[-len(places) :])
    if not least <= apart.talon <= most or apart.talon % 3 != len(places) % 3:
        raise Refused(
            apart.side,
            count(
                "talon card {places} cannot be worth {value}",
                "talon cards {places} cannot be worth {value} together",
                n=len(places),
                places=places,
                value=write_thirds(apart.talon),
            ),
        )
    ending = ((fraction if apart.side == "points" else -fraction) - len(places)) % 3
    if apart.pile % 3 != ending:
        raise Refused(apart.side, _pile_ends(places, ending))


def _pile_ends(places: tuple[int, ...], ending: int) -> Phrase:
    cards = name_cards(places)
    if not ending:
        return say("without {cards} the pile is whole", cards=cards)
    return say("without {cards} the pile ends on {fraction}", cards=cards, fraction=write_thirds(ending))


def count_declarer(rules: Rules, contract: Contract, points: int | None, defenders: int | None) -> int:
    """Return the declarer's thirds from what was counted on both sides, in thirds. Raises Refused."""
    ending = Ending(rules.fraction(contract), contract.after)
    if points is None and defenders is None:
        raise Refused("points", say("the card points are missing"))
    if not rules.counts_talon(contract):
        return _count_without_talon(ending, points, defenders)
    mine = count_whole_pack(TAROCK, ending, points, defenders)
    assert mine is not None
    return mine


def _count_without_talon(ending: Ending, points: int | None, defenders: int | None) -> int:
    """Return the declarer’s thirds where the talon counts for nobody, so that one side does not tell the other."""
    if points is None:
        raise Refused("points", say("the talon counts for nobody, so the declarer’s own card points are needed"))
    mine = own_count(TAROCK, ending, points)
    theirs = None if defenders is None else defenders_count(TAROCK, ending, defenders, ending.fraction)
    least = sum(_WORTHS[:TALON])
    most = sum(_WORTHS[-TALON:])
    if theirs is not None and not least <= _PACK - mine - theirs <= most:
        raise Refused(
            "defender_points",
            say(
                "{points} and {defenders} card points leave the talon, which counts for nobody, not {low} to {high}",
                points=round_thirds(mine),
                defenders=round_thirds(theirs),
                low=least // TAROCK.parts,
                high=most // TAROCK.parts,
            ),
        )
    return mine
