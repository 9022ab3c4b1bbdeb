"""Herzblatt by its authors: what each pays, and what he plays otherwise than Braun."""

from dataclasses import dataclass, replace

from scorekeeper.games.herzblatt.rules import (
    ALL_PASS,
    DOUBLE,
    LOSS,
    OVERTRUMP,
    OVERTRUMPING,
    PASSED,
    SINGLE,
    USUAL_SCHNEIDER,
    Cited,
    Rules,
    Tier,
)
from scorekeeper.games.house import retired, switch
from scorekeeper.phrase import say

_PLAY = ("discard", "first_lead", "overtrump", "void", "all_pass", "revoke")
_TARIFF = ("loss", "loss_schneider", "win_schneider")


BRAUN = Rules(
    author="Braun",
    source="Franz Braun: Spielkarten und Kartenspiele, 1966, S. 94–95",
    summary=say("A win pays once, a loss twice; schneider (30 or fewer) pays four times"),
    offers=(*_TARIFF, *_PLAY, "removed3", "removed4", "last_trick_value"),
    dealt=((2, "789", 2), (3, None, 2), (4, None, 2), (5, "", 2)),
)

LEMBKE = replace(
    BRAUN,
    author="Lembke",
    source="Robert Lembke: Das Große Haus- und Familienbuch der Spiele, 1974, S. 203",
    summary=say("Same as Braun, except that a player who cannot follow suit may play any card"),
    dealt=BRAUN.dealt[:3],
    untold=(2,),
    void="free",
    removed3="long_hearts",
    removed4="long_hearts",
)

FEDER = replace(
    BRAUN,
    author="Feder",
    source="Jan Feder: Die schönsten Kartenspiele, 1980, S. 39",
    summary=say("Same as Braun, except that schneider is 33 or fewer"),
    untold=BRAUN.players,
    loss_schneider=USUAL_SCHNEIDER,
)

REICHELT = replace(
    FEDER,
    author="Reichelt",
    source="Hans Reichelt: Kartenspiele, 1987, S. 50–52",
    summary=say("Loss single, schneider four times; three times for a win that leaves the defenders 33 or fewer"),
    dealt=BRAUN.dealt[1:],
    loss=1,
    win_schneider=Tier(3, 33),
)


@dataclass(frozen=True)
class MuhrRules(Rules):
    """Muhr's variant: what it shares with Herzblatt as a house rule, it has by rules of its own."""

    loss: int = switch((1, SINGLE), (2, DOUBLE), rule="MU-13", label=LOSS)
    loss_schneider: Tier | None = None
    all_pass: str = switch(*ALL_PASS, rule="MU-14", label=PASSED)


MUHR = MuhrRules(
    author="Muhr",
    source="Gisela Muhr: Spritz’! Z’rück! Un’ druff!, 2014, S. 98–102",
    summary=say("More points than the defenders win; announced 66 and Du, contra and Ree, schneider doubles"),
    offers=("tie", "combine", "contra_scope", "schneider_limit", "du_schneider", "loss", *_PLAY, "last_trick_value"),
    dealt=((3, "78", 3), (4, "", 4)),
    announcements=("66", "du"),
    contra=True,
    schneider_doubles=True,
    target=61,
    cited=Cited("MU-3", "MU-5", "MU-13", "MU-14"),
)

PRESETS = {"braun": BRAUN, "lembke": LEMBKE, "feder": FEDER, "reichelt": REICHELT, "muhr": MUHR}


@dataclass(frozen=True)
class SoloRules(Rules):
    """Braun's Solo: any suit may be trumps, the rest is Herzblatt at one of its authors' tariffs."""

    target: int = switch((66, say("66")), (61, say("61")), rule="SO-7", label=say("Card points to win"))
    tariff: str = switch(
        ("braun", say("like Braun’s Herzblatt")),
        ("lembke", say("like Lembke’s Herzblatt")),
        ("feder", say("like Feder’s Herzblatt")),
        ("reichelt", say("like Reichelt’s Herzblatt")),
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
