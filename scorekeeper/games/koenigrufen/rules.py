"""The contracts and bonuses of Königrufen, the rules of one table, and the authors' presets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.cards.packs import TAROCK_54, TRULL, of_ranks
from scorekeeper.games.house import switch, whole
from scorekeeper.games.tarock import switches
from scorekeeper.games.tarock.asking import Undertaking
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.discard import Tarocks
from scorekeeper.phrase import Phrase, say

PACK = TAROCK_54
HAND = 12  # cards, and tricks
TALON = 6
HALF = 3

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
class Rules(switches.FreeToAll):
    """The rules of one table; the fields made by `switch` and `whole` are what a table may change.

    The contracts in `halves` are worth half a point more than their value.
    """

    author: str
    source: str
    summary: Phrase
    values: Mapping[str, int]
    extra: tuple[Bonus, ...] = ()
    halves: frozenset[str] = frozenset()
    players: tuple[int, ...] = (4,)

    threshold: int = switch(
        (107, say("35⅔")), (106, say("35⅓")), rule="KR-3", label=say("The declarer’s side wins with")
    )
    contra_on: str = switch(
        ("money", say("what is paid, not what is written")),
        ("both", say("what is written and paid")),
        rule="KR-44",
        label=say("Contra doubles"),
    )
    contra_levels: int = whole(3, 0, 9, rule="KR-42", label=say("How often contra may double"))
    solorufer_contra: str = switch(
        ("void", say("is void")),
        ("counts", say("counts")),
        rule="KR-25",
        label=say("Contra in a Solorufer with the King in the talon"),
    )
    solorufer_talon: str = switch(
        ("king_half", say("the half with the King")),
        ("all", say("the whole talon")),
        rule="KR-25",
        label=say("From the talon of such a Solorufer the declarer counts"),
    )
    call_own_king: bool = switches.yes_no("KR-26", say("One’s own King may be called"), first=False)
    four_kings: str = switch(
        ("no_rufer", say("plays no Rufer")),
        ("hand_on", say("hands forehand on")),
        ("call_queen", say("calls a Queen")),
        ("self", say("calls their own King")),
        rule="KR-12",
        label=say("A player with all four Kings"),
    )
    silent_failure: str = switch(
        ("nothing", say("nothing")),
        ("pays", say("the silent value")),
        rule="KR-32",
        label=say("An unannounced bird or König ultimo lost in its trick costs"),
    )
    suit_bonuses: str = switch(
        ("kings", say("four Kings and Valat")),
        ("kings_sacks", say("four Kings, Sacks and Valat")),
        ("all", say("all")),
        rule="KR-33",
        label=say("Bonuses in suit games"),
    )
    valat: str = switch(
        ("times", say("four or eight times the game, in its place")),
        ("fixed", say("10 or 20 besides the game")),
        ("total", say("four or eight times everything")),
        rule="KR-36",
        label=say("A Valat, silent or announced, is worth"),
    )
    valat_beside: str = switch(
        ("announced", say("what was announced")),
        ("not_silent_stock", say("all but an unannounced Trull and four Kings")),
        ("events", say("birds, König ultimo and Mondfang")),
        ("no_stock", say("all but Trull, four Kings and Absolut")),
        rule="KR-38",
        label=say("Besides a Valat count"),
    )
    valat_solo_doubles: bool = switches.yes_no(
        "KR-30", say("A Solo doubles a Valat too"), first=False, only=("valat", "fixed")
    )
    valat_voids_contra: bool = switches.yes_no(
        "KR-38", say("An unannounced Valat makes contra on the game void"), first=False
    )
    mondfang: str = switch(
        ("off", say("not played")),
        ("side", say("between the sides")),
        ("player", say("between two players")),
        rule="KR-33",
        label=say("Mondfang"),
    )
    doubling: bool = switch(("off", say("no")), ("on", say("yes")), rule="KR-46", label=say("Double deals"))
    trischaken: str = switch(
        ("ooe", say("as in Upper Austria")),
        ("sauwald", say("as in the Sauwald")),
        ("wien", say("as in Vienna")),
        ("tirol", say("as in Tyrol")),
        ("ruediger", say("as in Rüdiger’s round")),
        rule="KR-50",
        label=say("A Trischaken is paid"),
    )
    virgins: str = switch(
        ("share", say("share the pot")),
        ("each_full", say("get the whole pot each")),
        rule="KR-54",
        label=say("Players without a trick in a Trischaken"),
        only=("trischaken", "ooe"),
    )
    trischaken_talon: str = switch(
        ("last", say("to the last trick")),
        ("first_six", say("card by card to the first six tricks")),
        rule="KR-50",
        label=say("The talon of a Trischaken goes"),
    )
    trischaken_beat: bool = switches.yes_no("KR-74", say("In a Trischaken the trick must be beaten"))
    revoke: str = switch(
        ("others_win", say("what the others would have won")),
        ("side_loses", say("the game, for the offender’s side")),
        rule="KR-47",
        label=say("A wrong card costs"),
    )
    trischaken_revoke: int = whole(2, 0, 100, rule="KR-48", label=say("A wrong card in a Trischaken costs"))
    trischaken_revoke_forehand: int = whole(4, 0, 100, rule="KR-48", label=say("The same of forehand"))

    discard_tarock: Tarocks = switches.discard_tarock("KR-22", "forced", "open")
    suit_discard: str = switch(
        ("tarocks_first", say("only if no tarock but the Trull is left")),
        ("free", say("as one likes")),
        rule="KR-23",
        label=say("In suit games a suit card is laid away"),
    )
    min_suit_cards: int = switch(
        (0, say("as many as one likes")), (6, say("at least six")), rule="KR-23", label=say("Suit cards in a suit game")
    )
    emperor: str = switch(
        ("none", say("is not played")),
        ("any_order", say("in any order")),
        ("in_order", say("if played XXI, Sküs, Pagat")),
        rule="KR-76",
        label=say("The emperor’s trick"),
    )
    emperor_negative: bool = switches.yes_no(
        "KR-75", say("The emperor’s trick in negative games and Trischaken"), first=False
    )
    announced_duty: str = switch(
        ("loses", say("is merely lost when played early")),
        ("keep", say("is kept for its trick and played in it")),
        rule="KR-77",
        label=say("An announced bird or König ultimo"),
    )
    forced_bird: str = switch(
        ("highest", say("the highest")),
        ("free", say("any")),
        rule="KR-78",
        label=say("A player left with only announced birds plays"),
    )

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
