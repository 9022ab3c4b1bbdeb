"""Quodlibet: its twelve tours in three rounds, its pack and its house rules."""

from dataclasses import dataclass
from pathlib import Path

from scorekeeper.cards.packs import Pack, of_ranks
from scorekeeper.games.house_rules import read_authors, read_switches
from scorekeeper.phrase import Phrase, say

HAND = 8  # cards for each player, and so tricks in a tour (QU-1)
ROUND = 4  # tours of a round, and so its deals (QU-3)
ALL = 100  # points for what nobody wants to happen, such as all tricks in Minus
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")  # QU-2, from high to low
PACK = Pack(of_ranks(RANKS), (0,) * (len(RANKS) * 4))
HEARTS = {f"{rank}H": 20 if rank in ("10", "9", "8", "7") else 10 for rank in RANKS}  # QU-15
KING = "KH"  # QU-13
OBER = "QD"  # QU-13
TRICKS = {"first": 1, "second": 2, "third": 3, "last": HAND}  # the tricks that count in QU-14


@dataclass(frozen=True, slots=True)
class Tour:
    """One tour: its place in the order of the sources from 0, the key in a record, and what of it is `counted`.

    `counted` are the keys of the questions about its result.
    """

    place: int
    key: str
    name: Phrase
    about: Phrase
    counted: tuple[str, ...]

    @property
    def round(self) -> int:
        """The number of its round, from 1 (QU-3)."""
        return self.place // ROUND + 1

    @property
    def rule(self) -> str:
        """The number of the rule for its points."""
        return f"QU-{10 + self.place}"

    @property
    def in_tricks(self) -> bool:
        """Whether cards are played in tricks, not laid down one by one."""
        return self.counted != ("out", "left")


_TRICKS = say("Every trick counts 10, all eight 100")
_SHED = say("For each card left the second who is out writes 10, the third 20, the fourth 30")
TOURS = tuple(
    Tour(place, *told)
    for place, told in enumerate(
        (
            ("plus", say("Plus"), say("Every trick not made counts 10, none made at all 100"), ("tricks",)),
            ("minus", say("Minus"), _TRICKS, ("tricks",)),
            (
                "neighbour",
                say("Bad neighbour"),
                say("Every trick counts 10 for the next player, all eight 100"),
                ("tricks",),
            ),
            (
                "king_ober",
                say("King and Ober"),
                say("The King of hearts counts 50, the Ober of bells 30, both in one trick 100"),
                ("king", "ober", "together"),
            ),
            (
                "first_last",
                say("First three, last"),
                say("The first trick counts 10, the second 20, the third 30, the last most of all"),
                tuple(TRICKS),
            ),
            ("no_hearts", say("No reds"), say("A heart from Ten to Seven counts 20, a higher one 10"), ("hearts",)),
            (
                "ober_unter",
                say("Ober and Unter"),
                say("Every Ober counts 30, every Unter 20, a trick with both 100"),
                ("obers", "unters", "mixed"),
            ),
            (
                "bribe",
                say("Bribe"),
                say("A trick counts 30, its lowest card 20, a trick taken with the lowest card 100"),
                ("tricks", "lowest", "both"),
            ),
            ("blind", say("Open trousers"), say("Nobody sees the own cards; every trick counts 10"), ("tricks",)),
            ("hunt", say("Hunt"), say("All cards lie open; every trick counts 10"), ("tricks",)),
            ("quadrature", say("Quadrature"), _SHED, ("out", "left")),
            ("snack", say("Snack"), _SHED, ("out", "left")),
        )
    )
)
TOUR_OF = {tour.key: tour for tour in TOURS}

_HOUSE = read_switches(Path(__file__).with_name("house_rules.toml"))


@dataclass(frozen=True)
class Rules:
    """The rules of one table; its switches are what a table may change."""

    author: str
    source: str
    summary: Phrase
    players: tuple[int, ...]
    offers: tuple[str, ...]

    length: str = _HOUSE["length"]
    dealing: str = _HOUSE["dealing"]
    money: str = _HOUSE["money"]
    first_lead: str = _HOUSE["first_lead"]
    last_trick: int = _HOUSE["last_trick"]
    all_hearts: str = _HOUSE["all_hearts"]
    blind_play: str = _HOUSE["blind_play"]

    @property
    def in_rounds(self) -> bool:
        """Whether a party is three rounds in which every tour is played once, by whoever deals (QU-4)."""
        return self.length == "rounds"

    @property
    def deals(self) -> int:
        """The number of deals in a party (QU-4)."""
        return len(TOURS) if self.in_rounds else len(TOURS) * ROUND


PRESETS = read_authors(Path(__file__).with_name("authors.toml"), Rules)
