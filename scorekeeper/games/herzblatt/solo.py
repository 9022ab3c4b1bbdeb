"""Braun's Solo: any suit may be trumps, the rest is Herzblatt."""

from dataclasses import dataclass

from scorekeeper.games.herzblatt.presets import BRAUN, PRESETS
from scorekeeper.games.herzblatt.rules import OVERTRUMP, OVERTRUMPING, PASSED, Cited, Rules
from scorekeeper.games.house import retired, switch
from scorekeeper.phrase import say


@dataclass(frozen=True)
class SoloRules(Rules):
    """Braun's Solo: any suit may be trumps, the rest is Herzblatt at one of its authors' tariffs."""

    target: int = switch((66, say("66")), (61, say("61")), rule="SO-7", label=say("Card points to win"))
    tariff: str = switch(
        ("braun", say("as Braun’s Herzblatt")),
        ("lembke", say("as Lembke’s Herzblatt")),
        ("feder", say("as Feder’s Herzblatt")),
        ("reichelt", say("as Reichelt’s Herzblatt")),
        rule="SO-8",
        label=say("Payments"),
    )
    all_pass: str = switch(
        ("redeal", say("the next player deals")),
        ("redeal_same", say("the same player deals again")),
        ("last_trick", say("play for the last trick")),
        rule="SO-9",
        label=PASSED,
    )
    overtrump: str = switch(*OVERTRUMP, rule="SO-5", label=OVERTRUMPING)
    auction: None = retired()
    raise_after_auction: None = retired()

    @property
    def tariff_rules(self) -> Rules:
        """The rules that say what is paid: those of the Herzblatt whose tariff is used (SO-8)."""
        return PRESETS[self.tariff]


SOLO = SoloRules(
    author="Braun",
    source="Franz Braun: Spielkarten und Kartenspiele, 1966, S. 95–96",
    summary=say("The highest bidder names trumps; clubs over spades over hearts over diamonds"),
    offers=(
        "target",
        "tariff",
        "suit_factors",
        "all_pass",
        "last_trick_value",
        "overtrump",
        "removed3",
        "removed4",
        "revoke",
    ),
    dealt=BRAUN.dealt,
    untold=(2, 3, 4),
    suits=True,
    cited=Cited("SO-7", "SO-8", "SO-8", "SO-9"),
)

SOLO_PRESETS = {"braun": SOLO}
