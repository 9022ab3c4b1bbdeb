"""The contracts and bonuses of Königrufen, the rules of one table, and the authors' presets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from scorekeeper.cards.packs import TAROCK_54, TRULL, of_ranks
from scorekeeper.games.house import FreeToAll, read_switches
from scorekeeper.games.tarock.asking import Undertaking
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.discard import Tarocks
from scorekeeper.phrase import Phrase, say

PACK = TAROCK_54
HAND = 12  # cards, and tricks
TALON = 6
HALF = 3
_HOUSE = read_switches(Path(__file__).with_name("house.toml"))

Kind = Literal["tarock", "suit", "negative", "trischaken"]


@dataclass(frozen=True, slots=True)
class Contract(Undertaking):
    """A contract and its rules.

    called    whether the declarer calls a King, whose holder is the partner
    forehand  whether only forehand plays it
    solo      whether bonuses count twice
    birds     the birds, one of which the declarer must have announced
    tricks    in a negative game: the number of tricks that wins it
    lost      the multiplier of its cost when lost
    """

    kind: Kind = "tarock"
    called: bool = False
    forehand: bool = False
    solo: bool = False
    birds: tuple[str, ...] = ()
    tricks: int = 0
    lost: int = 1

    @property
    def positive(self) -> bool:
        """Whether the declarer plays for card points."""
        return self.kind in ("tarock", "suit")

    @property
    def given_up(self) -> bool:
        """Whether it may be given up when the called King lies in the talon."""
        return self.called and bool(self.taken)


PAGAT = Bonus("pagat", say("Pagat"), 1, 2, holds=("T1",), ultimo=1, mark="Pag")
UHU = Bonus("uhu", say("Uhu"), 2, 4, holds=("T2",), ultimo=2, mark="Uhu")
KAKADU = Bonus("kakadu", say("Kakadu"), 3, 6, holds=("T3",), ultimo=3, mark="Kak")
QUAPIL = Bonus("quapil", say("Quapil"), 4, 8, holds=("T4",), ultimo=4, mark="Qua")
BIRDS = (PAGAT, UHU, KAKADU, QUAPIL)
KING_ULTIMO = Bonus("king_ultimo", say("König ultimo"), 1, 2, ultimo=1, by_side=True, mark="Kult")
TRULL_TAKEN = Bonus("trull", say("Trull"), 1, 2, holds=TRULL, of_side=True, mark="Tru")
KINGS = Bonus("kings", say("four Kings"), 1, 2, holds=of_ranks("K"), of_side=True, mark="Kings")
VALAT = Bonus("valat", say("Valat"), 10, 20, of_side=True, mark="Val")
VALAT_TIMES = Bonus("valat", say("Valat"), 4, 8, of_side=True, mark="Val")  # times the game, or the whole
MONDFANG = Bonus("mondfang", say("Mondfang"), 1, 2, of_game="side", mark="Mond")
SACKS = (
    Bonus("sack1", say("first Sack"), 1, 2, of_game="side", mark="Sack1"),
    Bonus("sack2", say("second Sack"), 1, 2, of_game="side", mark="Sack2"),
)
ABSOLUT = Bonus("absolut", say("Absolut"), 1, 2, of_game="side", mark="Abs")
STOCK = (TRULL_TAKEN, KINGS)  # the bonuses of a side by its cards alone
BONUSES = (*BIRDS, KING_ULTIMO, TRULL_TAKEN, KINGS, VALAT, MONDFANG, *SACKS, ABSOLUT)

_BIRDS = tuple(bird.key for bird in BIRDS)
TRISCHAKEN = Contract("trischaken", say("Trischaken"), "Trisch", kind="trischaken", forehand=True)
CONTRACTS = (
    TRISCHAKEN,
    Contract("rufer", say("Rufer"), "Ruf", taken=3, called=True, forehand=True),
    Contract("solorufer", say("Solorufer"), "SoRuf", called=True, solo=True),
    Contract("besserrufer", say("Besserrufer"), "BeRuf", taken=3, called=True, birds=_BIRDS),
    Contract("pagatrufer", say("Pagatrufer"), "PaRuf", taken=3, called=True, birds=_BIRDS[:1]),
    Contract("uhurufer", say("Uhurufer"), "UhRuf", taken=3, called=True, birds=_BIRDS[1:2]),
    Contract("kakadurufer", say("Kakadurufer"), "KaRuf", taken=3, called=True, birds=_BIRDS[2:3]),
    Contract("quapilrufer", say("Quapilrufer"), "QuRuf", taken=3, called=True, birds=_BIRDS[3:]),
    Contract("sechserdreier", say("Sechserdreier"), "Sechser", taken=6, forehand=True, lost=2),
    Contract("dreier", say("Dreier"), "Drei", taken=3),
    Contract("solodreier", say("Solodreier"), "SoDrei", solo=True),
    Contract("farbendreier", say("Farbendreier"), "FaDrei", kind="suit", taken=3),
    Contract("farbensolo", say("Farbensolo"), "FaSolo", kind="suit", solo=True),
    Contract("piccolo", say("Piccolo"), "Picc", kind="negative", tricks=1),
    Contract("zwiccolo", say("Zwiccolo"), "Zwicc", kind="negative", tricks=2),
    Contract("bettel", say("Bettel"), "Bett", kind="negative"),
    Contract("piccolo_ouvert", say("Piccolo ouvert"), "PiccO", kind="negative", tricks=1),
    Contract("zwiccolo_ouvert", say("Zwiccolo ouvert"), "ZwiccO", kind="negative", tricks=2),
    Contract("bettel_ouvert", say("Bettel ouvert"), "BettO", kind="negative"),
)

NEEDED = {"sack1": 137, "sack2": 167, ABSOLUT.key: sum(PACK.worth) - 59}
"""The thirds that a side must have for a bonus that the count decides; Absolut leaves the others below 60."""


@dataclass(frozen=True)
class Rules(FreeToAll):
    """The rules of one table; its switches are what a table may change.

    The contracts in `halves` are worth half a point more than their value.
    """

    author: str
    source: str
    summary: Phrase
    values: Mapping[str, int]
    extra: tuple[Bonus, ...] = ()
    halves: frozenset[str] = frozenset()
    players: tuple[int, ...] = (4,)

    threshold: int = _HOUSE["threshold"]
    contra_on: str = _HOUSE["contra_on"]
    contra_levels: int = _HOUSE["contra_levels"]
    solorufer_contra: str = _HOUSE["solorufer_contra"]
    solorufer_talon: str = _HOUSE["solorufer_talon"]
    call_own_king: bool = _HOUSE["call_own_king"]
    four_kings: str = _HOUSE["four_kings"]
    silent_failure: str = _HOUSE["silent_failure"]
    suit_bonuses: str = _HOUSE["suit_bonuses"]
    valat: str = _HOUSE["valat"]
    valat_beside: str = _HOUSE["valat_beside"]
    valat_solo_doubles: bool = _HOUSE["valat_solo_doubles"]
    valat_voids_contra: bool = _HOUSE["valat_voids_contra"]
    mondfang: str = _HOUSE["mondfang"]
    doubling: bool = _HOUSE["doubling"]
    trischaken: str = _HOUSE["trischaken"]
    virgins: str = _HOUSE["virgins"]
    trischaken_talon: str = _HOUSE["trischaken_talon"]
    trischaken_beat: bool = _HOUSE["trischaken_beat"]
    revoke: str = _HOUSE["revoke"]
    trischaken_revoke: int = _HOUSE["trischaken_revoke"]
    trischaken_revoke_forehand: int = _HOUSE["trischaken_revoke_forehand"]

    discard_tarock: Tarocks = _HOUSE["discard_tarock"]
    suit_discard: str = _HOUSE["suit_discard"]
    min_suit_cards: int = _HOUSE["min_suit_cards"]
    emperor: str = _HOUSE["emperor"]
    emperor_negative: bool = _HOUSE["emperor_negative"]
    announced_duty: str = _HOUSE["announced_duty"]
    forced_bird: str = _HOUSE["forced_bird"]

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """The author's contracts, from the lowest of the auction."""
        by_key = {contract.key: contract for contract in CONTRACTS}
        return tuple(by_key[key] for key in self.values)

    @property
    def costly(self) -> tuple[str, ...]:
        """The bonuses with a cost if they fail unannounced."""
        return tuple(bonus.key for bonus in (*BIRDS, KING_ULTIMO)) if self.silent_failure == "pays" else ()

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses of this table."""
        valat = VALAT if self.valat == "fixed" else VALAT_TIMES
        mondfang = () if self.mondfang == "off" else (MONDFANG,)
        return (TRULL_TAKEN, KINGS, KING_ULTIMO, *BIRDS, *mondfang, *self.extra, valat)

    def bonuses_in(self, contract: Contract) -> tuple[Bonus, ...]:
        """Return the bonuses that count in a contract."""
        if not contract.positive:
            return ()
        found = tuple(bonus for bonus in self.bonuses if contract.called or bonus is not KING_ULTIMO)
        if contract.kind == "tarock" or self.suit_bonuses == "all":
            return found
        sacks = SACKS if self.suit_bonuses == "kings_sacks" else ()
        return tuple(bonus for bonus in found if bonus.key in ("kings", "valat") or bonus in sacks)


def _read_values(text: str) -> dict[str, int]:
    """Return the worth of an author's contracts, in the order of the auction."""
    return {key: int(value) for key, value in (entry.split() for entry in text.split(", "))}


OOE = Rules(
    author="Oberösterreich",
    source="Kienast, 2023",
    summary=say("Contra counts in money only; a Valat is worth four or eight times the game"),
    values=_read_values(
        "trischaken 1, rufer 1, piccolo 2, bettel 2, solorufer 2, besserrufer 1, farbendreier 3, sechserdreier 4, "
        "dreier 4, farbensolo 6, piccolo_ouvert 6, bettel_ouvert 7, solodreier 8"
    ),
)
SAUWALD = replace(
    OOE,
    author="Sauwald",
    source="Lang, TarockRunde Sauwald, 2019",
    summary=say("Like Oberösterreich but no Farbendreier; everyone without a trick in Trischaken is paid in full"),
    values=_read_values(
        "trischaken 1, rufer 1, piccolo 2, bettel 2, solorufer 2, besserrufer 1, dreier 4, sechserdreier 4, "
        "farbensolo 5, piccolo_ouvert 6, bettel_ouvert 7, solodreier 8"
    ),
    four_kings="hand_on",
    trischaken="sauwald",
    min_suit_cards=6,
    trischaken_revoke=3,
    trischaken_revoke_forehand=3,
)
WIEN = replace(
    OOE,
    author="Wien",
    source="Wiener Tarockcup",
    summary=say("The bid names which bird wins the last trick; a Valat adds 10 or 20 to the game"),
    values=_read_values(
        "trischaken 2, rufer 1, piccolo 2, zwiccolo 2, solorufer 2, pagatrufer 1, bettel 4, sechserdreier 4, "
        "uhurufer 1, farbendreier 5, dreier 5, piccolo_ouvert 6, zwiccolo_ouvert 6, kakadurufer 1, bettel_ouvert 8, "
        "quapilrufer 1, farbensolo 10, solodreier 10"
    ),
    four_kings="call_queen",
    valat="fixed",
    valat_beside="not_silent_stock",
    valat_solo_doubles=True,
    valat_voids_contra=True,
    trischaken="wien",
    trischaken_talon="first_six",
    min_suit_cards=6,
    emperor="any_order",
    announced_duty="keep",
    trischaken_revoke=6,
    trischaken_revoke_forehand=6,
)
TIROL = replace(
    OOE,
    author="Tirol",
    source="Mair, Tiroler Tarockcup, 2020",
    summary=say("Mondfang and Sacks count; a Valat is worth 10 or 20 besides the game"),
    values=_read_values(
        "trischaken 2, rufer 1, piccolo 2, solorufer 2, besserrufer 1, bettel 4, sechserdreier 4, farbendreier 5, "
        "dreier 5, zwiccolo_ouvert 8, piccolo_ouvert 8, bettel_ouvert 8, farbensolo 10, solodreier 10"
    ),
    extra=SACKS,
    solorufer_contra="counts",
    suit_bonuses="kings_sacks",
    valat="fixed",
    valat_beside="events",
    valat_solo_doubles=True,
    mondfang="side",
    trischaken="tirol",
    trischaken_talon="first_six",
    emperor="in_order",
    emperor_negative=True,
    announced_duty="keep",
    trischaken_revoke=4,
    trischaken_revoke_forehand=4,
)
RUEDIGER = replace(
    OOE,
    author="Rüdiger",
    source="Rüdigervariante",
    summary=say("Contra without limit counts in everything; double deals, Mondfang between two players"),
    values=_read_values(
        "trischaken 1, rufer 1, solorufer 2, piccolo 2, bettel 2, besserrufer 1, farbendreier 3, sechserdreier 3, "
        "dreier 3, piccolo_ouvert 4, bettel_ouvert 5, farbensolo 6, solodreier 6"
    ),
    halves=frozenset({"bettel"}),
    extra=(ABSOLUT,),
    threshold=106,
    contra_on="both",
    contra_levels=9,
    solorufer_contra="counts",
    four_kings="self",
    silent_failure="pays",
    suit_bonuses="all",
    valat="total",
    valat_beside="no_stock",
    mondfang="player",
    doubling=True,
    trischaken="ruediger",
    trischaken_talon="first_six",
    solorufer_talon="all",
    call_own_king=True,
    discard_tarock="open",
    suit_discard="free",
    emperor="in_order",
    emperor_negative=True,
    announced_duty="keep",
    forced_bird="free",
    revoke="side_loses",
    trischaken_revoke=1,
    trischaken_revoke_forehand=1,
)

PRESETS = {"ooe": OOE, "sauwald": SAUWALD, "wien": WIEN, "tirol": TIROL, "ruediger": RUEDIGER}
