"""Zwanzigerrufen: four players with 40 Tarock cards counted one by one; forehand calls a partner by the XX."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.packs import TAROCKS, TRULL, Pack, of_ranks
from scorekeeper.cards.record import Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.declarer.audit import DeclarerDeal
from scorekeeper.games.declarer.claims import Claim
from scorekeeper.games.declarer.conditions import Condition
from scorekeeper.games.declarer.contracts import Bonus, Contract, DeclarerRules
from scorekeeper.games.declarer.game import Cited
from scorekeeper.games.declarer.lines import describe
from scorekeeper.games.declarer.tariff import SILENT_AND_ANNOUNCED, list_figures
from scorekeeper.games.house_rules import read_authors
from scorekeeper.games.rulebook import Row, TariffTable
from scorekeeper.games.score import Factor, Line
from scorekeeper.games.tarock import counting
from scorekeeper.games.tarock.called import MONDFANG, CalledDeal
from scorekeeper.games.tarock.calling import Calling, CallingDeal, CallingGame
from scorekeeper.games.tarock.discard import DiscardRule, tarock_law
from scorekeeper.games.tarock.game import EMPEROR
from scorekeeper.phrase import Phrase, say

FOLDER = Path(__file__).parent
CALLED = ("T20", "T19", "T18", "T17", "T16")
_NEEDED = 45  # ZR-3
_SHORT = 33  # ZR-35: with fewer card points a side has lost by an Absolut
_IN_FARBENSOLO = ("kings", "absolut", "valat")
_RULE_OF = {  # of each bonus
    "trull": "ZR-31",
    "kings": "ZR-31",
    "pagat": "ZR-33",
    MONDFANG: "ZR-34",
    "absolut": "ZR-35",
    "valat": "ZR-36",
}


def _make_pack() -> Pack:
    """Return the cards of ZR-1: each is worth whole card points, in thirds as in every pack with tarocks."""
    values = {**dict.fromkeys(of_ranks("K"), 5), **dict.fromkeys(of_ranks("Q"), 4), **dict.fromkeys(of_ranks("C"), 3)}
    values |= {**dict.fromkeys(of_ranks("V"), 2), **dict.fromkeys(("10C", "10S", "AH", "AD"), 0)}
    tarocks = {card: 5 if card in TRULL else 1 for card in TAROCKS if card not in ("T2", "T3")}
    worth = tuple(3 * value for value in (tarocks | values).values())
    return Pack((*tarocks, *values), worth, 3, tuple((value, 3 * value) for value in (5, 4, 3, 2, 1, 0)))


@dataclass(frozen=True)
class Rules(DeclarerRules, folder=FOLDER, own_bonuses="ZR-39"):
    """The rules of one table."""

    players: tuple[int, ...] = (4,)

    def bonuses_in(self, contract: Contract) -> tuple[Bonus, ...]:
        """Return the bonuses that count in a contract (ZR-32)."""
        suits = contract.kind == "suit"
        return tuple([bonus for bonus in self.bonuses if not suits or bonus.key in _IN_FARBENSOLO])


def _count_needed(announced_by_declarer: bool | None) -> int:
    """Return the thirds with which the declarer's side wins, if one side announced an Absolut that decides the game."""
    points = {None: _NEEDED, True: TABLE.pack.points - _SHORT + 1, False: _SHORT}[announced_by_declarer]
    return TABLE.pack.parts * points


@dataclass(kw_only=True, eq=False, repr=False)
class ZwanzigerDeal(CalledDeal):
    """A recorded deal; an announced Absolut may be `decisive`."""

    decisive: bool

    def with_partner(self, partner: str) -> DeclarerDeal:
        """Return the deal with this partner, and the count that its declarer's side needs then."""
        deal = super().with_partner(partner)
        rows = [row for row in self.entered.rows if self.decisive and row["bonus"] == "absolut"]
        sides = [row["player"] in (self.declarer, partner) for row in rows if row.get("announced")]
        return replace(deal, threshold=_count_needed(next(iter(sides), None)))

    def find_conditions(self, recorded: Recorded, course: Course) -> Iterator[Condition]:
        """Yield the conditions of every call, and that the declarer had what is above the called tarock (ZR-12)."""
        yield from super().find_conditions(recorded, course)
        for card in CALLED[: CALLED.index(self.called)] if self.called else ():
            held = self._find_dealt(recorded, course, self.declarer, card)
            yield Condition("LOWER_CALLED", self.declarer, self.called, *held)


class ZwanzigerrufenGame(CallingGame[Rules, Contract, CallingDeal[Contract]]):
    """What Zwanzigerrufen has of its own: the called tarock, an Absolut and a Valat that decide the game."""

    def callable_cards(self, rules: Rules) -> tuple[str, ...]:
        """Return the tarocks that may be called (ZR-12)."""
        return CALLED

    def needed_in(self, rules: Rules, deal: CallingDeal[Contract]) -> int:
        """Return the thirds with which the declarer's side wins a deal, by an announced Absolut (ZR-35)."""
        absolut = _decisive_absolut(rules, deal)
        return _count_needed(None if absolut is None else deal.of_side(absolut))

    def deciding_valat(self, rules: Rules, deal: CallingDeal[Contract]) -> Claim | None:
        """Return the Valat that decides the game: where nothing counts beside it, also one that failed (ZR-36)."""
        return deal.valat if rules.valat == "alone" else deal.made_valat

    def can_end(self, rules: Rules, deal: CallingDeal[Contract]) -> bool:
        """Return whether a deal can end so: an announced Absolut may have decided the game."""
        return super().can_end(rules, deal) and self._agrees_with_absolut(rules, deal)

    def _agrees_with_absolut(self, rules: Rules, deal: CallingDeal[Contract]) -> bool:
        absolut = None if self.deciding_valat(rules, deal) else _decisive_absolut(rules, deal)
        return absolut is None or deal.for_side(absolut) == deal.won

    def find_contradictions(self, rules: Rules, deal: CallingDeal[Contract]) -> Iterator[Phrase]:
        """Yield the bonuses that contradict each other, the count or the result: an announced Absolut decides it."""
        yield from super().find_contradictions(rules, deal)
        yield from self.find_wrong_failures(deal)
        if not self._agrees_with_absolut(rules, deal):
            yield say("an announced Absolut decides who won the game")

    def findings(self, rules: Rules, deal: CallingDeal[Contract]) -> Iterator[Line]:
        """Yield how the game ended, and the bonuses that do not count beside a Valat (ZR-36)."""
        yield from super().findings(rules, deal)
        for claim in deal.claims:
            if not _counts(rules, deal, claim):
                text = say("{bonus}, which does not count beside the Valat", bonus=describe(claim))
                yield Line(text, "ZR-36")

    def lines(self, rules: Rules, deal: CallingDeal[Contract]) -> Iterator[Line]:
        """Yield the lines of the game and of each bonus that counts."""
        yield self.write_game(rules, deal)
        for claim in deal.claims:
            if _counts(rules, deal, claim):
                yield self.write_claim(rules, deal, claim)

    def write_claim(self, rules: Rules, deal: CallingDeal[Contract], claim: Claim) -> Line:
        """Return the line of a bonus, which is a side's; some tables double it in a Solo (ZR-32)."""
        line = super().write_claim(rules, deal, claim)._replace(rule=_find_rule(rules, claim.bonus))
        if deal.contract.key != "solo" or rules.solo_bonuses == 1:
            return line
        return line._replace(factors=(Factor(say("in a Solo"), rules.solo_bonuses, "ZR-32"), *line.factors))

    def make_tariff(self, rules: Rules) -> tuple[TariffTable, ...]:
        """Return the worth of contracts and bonuses."""
        games = [Row(one.label, (rules.value_of(one),) * 2, (self.cited.game,), one.own) for one in rules.contracts]
        bonuses = [Row(one.label, list_figures(one), (_find_rule(rules, one),), one.own) for one in rules.bonuses]
        if rules.solo_bonuses != 1:
            bonuses.append(Row(say("in a Solo"), (f"×{rules.solo_bonuses}",) * 3, ("ZR-32",)))
        return (
            TariffTable(say("The games, with each opponent"), (say("won"), say("lost")), tuple(games)),
            TariffTable(say("Bonuses, with each opponent"), SILENT_AND_ANNOUNCED, tuple(bonuses)),
        )

    def table_rules(self, rules: Rules) -> counting.TableRules:
        """Return whether the I takes Sküs and XXI, and what bonuses of this game tell of a pile."""
        mond = counting.PileFacts(in_tricks=frozenset(TRULL[:2]), tricks=1)
        facts = {bonus.key: counting.PileFacts(thirds=bonus.thirds) for bonus in rules.bonuses if bonus.thirds}
        return counting.TableRules(rules.emperor != "none", facts={MONDFANG: mond, **facts})

    def law(self, rules: Rules, contract: Contract | None) -> Play | None:
        """Return the law of play in a contract (ZR-41 to ZR-43), None for one not known yet."""
        if contract is None:
            return None
        return tarock_law(self.pack, () if rules.emperor == "none" else EMPEROR, suits=contract.kind == "suit")

    def discard_rule(self, rules: Rules, contract: Contract) -> DiscardRule:
        """Return what a declarer must hold: nothing is laid away, but a Farbensolo wants suit cards (ZR-14)."""
        return DiscardRule(0, "open", "open", 5 if contract.kind == "suit" else 0)

    def known_facts(self, rules: Rules, contract: Contract, record: Record) -> Mapping[str, object]:
        """Return further facts of a recorded deal: what an Absolut decides, and when hands are claimed (ZR-37)."""
        known = super().known_facts(rules, contract, record)
        return {**known, "decisive": rules.absolut == "decides", "claimable": "ZR-37"}


def _decisive_absolut(rules: Rules, deal: CallingDeal[Contract]) -> Claim | None:
    """Return the announced Absolut that decides the game, if there is one (ZR-35)."""
    announced = (claim for claim in deal.claims if claim.bonus.key == "absolut" and claim.announced)
    return next(announced, None) if rules.absolut == "decides" else None


def _counts(rules: Rules, deal: CallingDeal[Contract], claim: Claim) -> bool:
    return rules.valat != "alone" or deal.valat in (None, claim)


def _find_rule(rules: Rules, bonus: Bonus) -> str:
    """Return the rule behind a bonus."""
    return rules.cite(bonus, _RULE_OF.get(bonus.key, ""))


TABLE = ZwanzigerrufenGame(
    pack=_make_pack(),
    hand=10,
    talon=0,
    needed=_NEEDED,
    whole=True,  # ZR-2
    contracts=Rules.game,
    make=CallingDeal,
    audited=ZwanzigerDeal,
    calling=Calling(
        label=say("Called tarock"),
        holder=say("Who held the called tarock?"),
        missing=say("who held the called tarock?"),
        all_held=say("The declarer has XX to XVII"),
    ),
    order=say("Talon"),  # never asked, as there is none
    cited=Cited("ZR-3", "ZR-20", "ZR-30", "ZR-23"),
    broken={
        "OUT_OF_TURN": "ZR-40",
        "MUST_FOLLOW": "ZR-41",
        "MUST_TAROCK": "ZR-41",
        "TAROCK_LED_EARLY": "ZR-42",
        "WRONG_HAND": "ZR-10",
        "TOO_FEW_SUIT_CARDS": "ZR-14",
        "OWN_KING_CALLED": "ZR-12",
        "LOWER_CALLED": "ZR-12",
        "ANNOUNCED_NOT_HELD": "ZR-38",
    },
)
ZWANZIGERRUFEN = TABLE.game(
    FOLDER,
    key="zwanzigerrufen",
    title=say("Zwanzigerrufen"),
    about=say("Tarock for four with 40 cards: forehand calls the XX, and whoever holds it is the secret partner."),
    presets=read_authors(FOLDER / "authors.toml", Rules),
    pack=lambda rules, players: say("40 cards, 10 each"),
    piles={},
)
