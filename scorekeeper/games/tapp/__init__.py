"""Tapp Tarock: three players with 54 Tarock cards, one declarer against two defenders."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.cards.packs import TAROCK_54
from scorekeeper.cards.record import Record
from scorekeeper.games.declarer.claims import AnyDeal, Claim, Deal, all_pass
from scorekeeper.games.declarer.contracts import Contract, DeclarerRules
from scorekeeper.games.declarer.game import Cited
from scorekeeper.games.declarer.lines import contra, describe, pay_sheet
from scorekeeper.games.house_rules import read_authors
from scorekeeper.games.score import Factor, Line
from scorekeeper.games.tarock.game import TarockGame
from scorekeeper.phrase import say

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Rules(DeclarerRules, folder=FOLDER, own_bonuses="TT-45"):
    """The rules of one table."""


class TappGame(TarockGame[Rules, Contract, AnyDeal]):
    """What Tapp Tarock has of its own: what a Pagat and a Valat are worth."""

    def find_points(self, rules: Rules, deal: AnyDeal) -> Iterator[Line]:
        """Yield the end of the game by its card points, without one for a made Valat."""
        if not deal.made_valat:
            yield self.compare_points(rules, deal, None if _is_valat_only(rules, deal) else deal.won)

    def lines(self, rules: Rules, deal: AnyDeal) -> Iterator[Line]:
        """Yield the lines of the game and of each bonus; a made Valat takes the place of the game (TT-38)."""
        if not deal.made_valat and not _is_valat_only(rules, deal):
            yield self.write_game(rules, deal)
        for claim in deal.claims:
            write = self._write_valat if claim is deal.valat else self.write_claim
            yield write(rules, deal, claim)

    def _write_valat(self, rules: Rules, deal: AnyDeal, claim: Claim) -> Line:
        """A made Valat is the one posting for the game too, so the higher contra on either counts (TT-40)."""
        value = claim.bonus.announced if claim.announced else claim.bonus.silent
        factors = tuple(contra(max(claim.contra, deal.contra) if claim.made else claim.contra, "TT-40"))
        if rules.valat == "times":
            label = say("announced Valat") if claim.announced else say("Valat")
            factors = (Factor(label, value, "TT-38"), *factors)
            value = rules.value_of(deal.contract)
        shares = self.settle(rules, deal, deal.for_side(claim), deal.side)
        return Line(describe(claim), "TT-38" if claim.made else "TT-39", value, shares, factors)

    def write_claim(self, rules: Rules, deal: AnyDeal, claim: Claim) -> Line:
        """Return the line of a bonus: a player's, but a side's where a Pagat is or the table named it itself."""
        if claim.bonus.named:
            return super().write_claim(rules, deal, claim)
        value = claim.bonus.announced if claim.risked else claim.bonus.silent
        pagat = bool(claim.bonus.ultimo)
        of_defenders = pagat and claim.player != deal.declarer and rules.defender_pagat == "side"
        won, side = (deal.for_side(claim), deal.side) if of_defenders else (claim.made, (claim.player,))
        rule = "TT-34" if of_defenders else "TT-32"
        if not pagat:
            rule = "TT-41" if claim.bonus.count else "TT-36"
        elif not claim.made and not claim.announced:
            rule = "TT-33"
        solo = pagat and not deal.contract.taken and rules.solo_pagat != 1
        factors = [Factor(say("Pagat in a Solo"), rules.solo_pagat, "TT-32")] if solo else []
        factors += contra(claim.contra, "TT-40")
        return Line(describe(claim), rule, value, self.settle(rules, deal, won, side), tuple(factors))

    def half_of(self, rules: Rules, contract: Contract) -> int:
        """Return the half of the talon that is taken in a contract, 0 for either (TT-20)."""
        return contract.half if rules.halves == "fixed" else 0

    def known_facts(self, rules: Rules, contract: Contract, record: Record) -> Mapping[str, object]:
        """Return that bonuses in hand may be claimed until the next deal (TT-37)."""
        return {"claimable": "TT-37"}


def _is_valat_only(rules: Rules, deal: AnyDeal) -> bool:
    """Return whether a failed Valat is the only payment of the game (TT-39)."""
    return rules.failed_valat == "valat_only" and bool(deal.valat and not deal.made_valat)


TABLE = TappGame(
    pack=TAROCK_54,
    hand=16,
    talon=6,
    contracts=Rules.game,
    make=Deal,
    unplayed=(all_pass("TT-12"),),
    needed=36,
    whole=True,  # TT-2
    flat_shown=False,
    pile=say("Count the discard with the declarer’s tricks; the rest of the talon is the defenders’."),
    order=say("The talon, in its order: the lower half, then the upper"),
    halves=(say("the lower"), say("the upper")),
    cited=Cited("TT-3", "TT-30", "TT-36", "TT-40"),
    broken={
        "OUT_OF_TURN": "TT-50",
        "MUST_FOLLOW": "TT-51",
        "MUST_TAROCK": "TT-51",
        "HONOUR_DISCARDED": "TT-22",
        "TAROCK_NOT_FORCED": "TT-22",
        "WRONG_HALF": "TT-20",
        "WRONG_HAND": "TT-10",
        "WRONG_LENGTH": "TT-21",
    },
)
TAPP = TABLE.game(
    FOLDER,
    key="tapp",
    title=say("Tapp Tarock"),
    about=say("Tarock for three with 54 cards: the declarer takes half of the talon and plays against the other two."),
    presets=read_authors(FOLDER / "authors.toml", Rules),
    payoff=lambda rules, sheets: pay_sheet(sheets[-1]) if rules.writing == "credits" else dict(sheets[-1]),
    sheet_column=lambda rules: "sheet" if rules.writing == "credits" else "payoff",
    piles={"talon": say("the talon, the lower half first"), "discard": say("what was laid away")},
    half=say("which half of the talon was taken, the lower or the upper"),
)
