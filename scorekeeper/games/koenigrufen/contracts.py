"""The contracts and bonuses of Königrufen, whoever plays them."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.cards.packs import TRULL, of_ranks
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.phrase import Phrase, say

Kind = Literal["tarock", "suit", "negative", "trischaken"]


@dataclass(frozen=True, slots=True)
class Contract:
    """What is played, and how.

    taken     how many cards of the talon the declarer takes
    called    whether he calls a King, whose holder plays with him
    forehand  whether only forehand plays it
    solo      whether bonuses count twice
    birds     the birds of which the declarer must have announced one
    tricks    in a negative game: how many tricks win it
    lost      how many times it costs when lost
    """

    key: str
    label: Phrase
    mark: str
    kind: Kind = "tarock"
    taken: int = 0
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

_BIRDS = tuple(bird.key for bird in BIRDS)

TRISCHAKEN = Contract("trischaken", say("Trischaken"), "Trisch", "trischaken", forehand=True)
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
    Contract("farbendreier", say("Farbendreier"), "FaDrei", "suit", taken=3),
    Contract("farbensolo", say("Farbensolo"), "FaSolo", "suit", solo=True),
    Contract("piccolo", say("Piccolo"), "Picc", "negative", tricks=1),
    Contract("zwiccolo", say("Zwiccolo"), "Zwicc", "negative", tricks=2),
    Contract("bettel", say("Bettel"), "Bett", "negative"),
    Contract("piccolo_ouvert", say("Piccolo ouvert"), "PiccO", "negative", tricks=1),
    Contract("zwiccolo_ouvert", say("Zwiccolo ouvert"), "ZwiccO", "negative", tricks=2),
    Contract("bettel_ouvert", say("Bettel ouvert"), "BettO", "negative"),
)
