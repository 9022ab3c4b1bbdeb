"""The contracts and bonuses of Königrufen, the rules of one table, and the authors' presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from scorekeeper.cards.packs import TAROCK_54, TRULL, of_ranks
from scorekeeper.games.house_rules import FreeToAll, read_authors, read_switches
from scorekeeper.games.tarock.asking import Undertaking
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.discard import Tarocks
from scorekeeper.phrase import Phrase, say

PACK = TAROCK_54
HAND = 12  # cards, and tricks
TALON = 6
HALF = 3
_HOUSE = read_switches(Path(__file__).with_name("house_rules.toml"))

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

    The contracts in `halves` are worth half a point more than their value; `extra` are the author's own bonuses.
    """

    author: str
    source: str
    summary: Phrase
    values: Mapping[str, int]
    extra: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()
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
        extra = (bonus for bonus in (*SACKS, ABSOLUT) if bonus.key in self.extra)
        return (TRULL_TAKEN, KINGS, KING_ULTIMO, *BIRDS, *mondfang, *extra, valat)

    def bonuses_in(self, contract: Contract) -> tuple[Bonus, ...]:
        """Return the bonuses that count in a contract."""
        if not contract.positive:
            return ()
        found = tuple(bonus for bonus in self.bonuses if contract.called or bonus is not KING_ULTIMO)
        if contract.kind == "tarock" or self.suit_bonuses == "all":
            return found
        sacks = SACKS if self.suit_bonuses == "kings_sacks" else ()
        return tuple(bonus for bonus in found if bonus.key in ("kings", "valat") or bonus in sacks)


PRESETS = read_authors(Path(__file__).with_name("authors.toml"), Rules)
OOE, SAUWALD, WIEN, TIROL, RUEDIGER = PRESETS.values()
