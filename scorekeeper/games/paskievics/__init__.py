"""Hungarian Tarokk: four players with 42 cards; all exchange with the talon, and the holder of the XX is called."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.audit.verdict import Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import Own
from scorekeeper.cards.packs import TAROCK, TRULL, Pack
from scorekeeper.cards.record import Record
from scorekeeper.games.declarer.audit import DECLARER, DEFENDERS, UnplayedCards
from scorekeeper.games.declarer.claims import Claim, all_pass
from scorekeeper.games.declarer.conditions import Condition
from scorekeeper.games.declarer.contracts import Bonus, Contract, DeclarerRules
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.declarer.game import Cited
from scorekeeper.games.declarer.lines import contra, describe
from scorekeeper.games.declarer.tariff import SILENT_AND_ANNOUNCED, list_figures
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.house_rules import read_authors
from scorekeeper.games.rulebook import Row, TariffTable
from scorekeeper.games.score import Factor, Line
from scorekeeper.games.tarock import birds, counting
from scorekeeper.games.tarock.called import MONDFANG, CalledDeal
from scorekeeper.games.tarock.calling import Calling, CallingDeal, CallingGame
from scorekeeper.games.tarock.discard import HONOURS, DiscardRule
from scorekeeper.games.tarock.game import TalonCards
from scorekeeper.phrase import Name, Phrase, say

FOLDER = Path(__file__).parent
CALLED = tuple(f"T{number}" for number in range(20, 11, -1))
_INVITED = ("T19", "T18")  # HT-12
_NEEDED = 48  # HT-3
_HAND = 9  # HT-10
_TALON = 6  # HT-10
_RULE_OF = {  # of each bonus
    "trull": "HT-31",
    "kings": "HT-31",
    "double": "HT-32",
    "valat": "HT-35",
    "pagat": "HT-33",
    MONDFANG: "HT-34",
    "tarokk8": "HT-38",
    "tarokk9": "HT-38",
}
# HT-1, HT-2: the cards of Husarln, each at its full value; in thirds as in every pack with tarocks.
_PACK = Pack(TAROCK.cards, tuple(worth + 2 for worth in TAROCK.worth), 3, tuple((n, 3 * n) for n in (5, 4, 3, 2, 1)))

Called = CallingDeal[Contract]


@dataclass(frozen=True, slots=True)
class Bid(Contract):
    """A bid by the number of talon cards that the declarer takes; no game is given up (HT-14)."""

    @property
    def may_be_conceded(self) -> bool:
        """Whether it may be given up when the called card lies in the talon."""
        return False


@dataclass(frozen=True)
class Rules(DeclarerRules, folder=FOLDER, contract=Bid, own_bonuses="HT-50"):
    """The rules of one table."""

    players: tuple[int, ...] = (4,)
    call_own_king = True  # HT-17: the XX
    mondfang = "side"  # HT-34
    announced_duty = "keep"  # HT-43
    forced_bird = "free"


@dataclass(kw_only=True, eq=False, repr=False)
class PaskievicsDeal(CalledDeal):
    """A recorded deal, of which the talon is what the other three laid away; a XIX or XVIII may be `invited`."""

    invited: bool

    def is_settled(self, bonus: Bonus) -> bool:
        """Return that no announcement settles a bonus: the other side may still make it (HT-39)."""
        return False

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """Yield the breaches before the first lead, also of those who are not the declarer (HT-15)."""
        yield from super().check(recorded, courses)
        yield from (Violation(0, "", card, "HONOUR_DISCARDED") for card in self.talon if card in HONOURS)

    def find_conditions(self, recorded: Recorded, course: Course) -> Iterator[Condition]:
        """Yield the conditions of every call, and that the declarer had what is above the called tarock (HT-16)."""
        yield from super().find_conditions(recorded, course)
        invited = self.invited and self.called in _INVITED
        for card in CALLED[: CALLED.index(self.called)] if self.called and not invited else ():
            held = self._find_dealt(recorded, course, self.declarer, card)
            yield Condition("LOWER_CALLED", self.declarer, self.called, *held)

    def _conditions_of_announcements(self, recorded: Recorded, course: Course) -> Iterator[Condition]:
        """Yield nothing: no source says who of a side announces a Pagát."""
        yield from ()

    def _may_call(self, recorded: Recorded, course: Course) -> bool:
        """Return whether the declarer may have called that card: of their own ones only the XX (HT-17)."""
        return self.called == CALLED[0] or self.find_holder(recorded, course, self.called) != self.declarer


class PaskievicsGame(CallingGame[Rules, Contract, Called]):
    """What Hungarian Tarokk has of its own: bonuses that take the place of the game, and four who lay cards away."""

    def callable_cards(self, rules: Rules) -> tuple[str, ...]:
        """Return the tarocks that may be called (HT-16)."""
        return CALLED

    def table_rules(self, rules: Rules) -> counting.TableRules:
        """Return what bonuses of this game tell of a pile."""
        fogas = counting.PileFacts(in_tricks=frozenset(TRULL[:2]), tricks=1)
        facts = {bonus.key: counting.PileFacts(thirds=bonus.thirds) for bonus in rules.bonuses if bonus.thirds}
        return counting.TableRules(facts={MONDFANG: fogas, **facts})

    def shape(self, rules: Rules, seating: Seating, contract: Contract) -> counting.DealShape:
        """Return how many cards are in the tricks, and laid away for each side (HT-15)."""
        taken = contract.taken
        return counting.DealShape(self.pack, self.hand, len(seating.playing), taken, laid_by_others=self.talon - taken)

    # What cannot have been.

    def find_contradictions(self, rules: Rules, deal: Called) -> Iterator[Phrase]:
        """Yield the bonuses that contradict each other, the count or the result."""
        yield from super().find_contradictions(rules, deal)
        yield from self.find_wrong_failures(deal)
        for one, other in _find_pairs(deal):
            if deal.of_side(one) == deal.of_side(other):  # HT-39
                yield say(
                    "{bonus} can be claimed only once; it stands for {one} and again for {other}",
                    bonus=one.bonus.label,
                    one=Name(one.player),
                    other=Name(other.player),
                )
        yield from self._find_missing(rules, deal)

    def _find_missing(self, rules: Rules, deal: Called) -> Iterator[Phrase]:
        """Yield a Duplajáték that the count shows and nobody entered, as it takes the place of the game."""
        if deal.thirds is None or deal.made_valat:
            return
        for bonus in rules.bonuses:
            for mine in (True, False):
                thirds = deal.thirds if mine else sum(self.pack.worth) - deal.thirds
                told = (one for one in deal.claims if one.bonus == bonus or one.bonus.all_tricks)
                if bonus.thirds and thirds >= bonus.thirds and not any(deal.of_side(one) == mine for one in told):
                    yield say("{bonus}: with these card points it was made", bonus=bonus.label)

    def can_end(self, rules: Rules, deal: Called) -> bool:
        """Return whether a deal can end so: a side with so many card points won, and no bonus was made twice."""
        counted = (claim for claim in deal.claims if claim.made and claim.bonus.thirds)
        once = not any(one.made and other.made for one, other in _find_pairs(deal))
        return super().can_end(rules, deal) and once and all(deal.of_side(claim) == deal.won for claim in counted)

    # What it pays.

    def findings(self, rules: Rules, deal: Called) -> Iterator[Line]:
        """Yield how the game ended, and what does not count beside a Duplajáték or Volát (HT-36, HT-37)."""
        yield from super().findings(rules, deal)
        if not _counts_game(rules, deal):
            yield Line(say("the game itself does not count beside Duplajáték or Volát"), "HT-36")
        for claim in deal.claims:
            if not _counts(rules, deal, claim):
                yield Line(say("{bonus}, which does not count beside the Volát", bonus=describe(claim)), "HT-37")

    def lines(self, rules: Rules, deal: Called) -> Iterator[Line]:
        """Yield the line of the game where it counts, and of each bonus that counts."""
        if _counts_game(rules, deal):
            yield self.write_game(rules, deal)
        for claim in deal.claims:
            if _counts(rules, deal, claim):
                yield self.write_claim(rules, deal, claim)

    def write_claim(self, rules: Rules, deal: Called, claim: Claim) -> Line:
        """Return the line of a bonus: of a side, or of a player with many tarocks (HT-38)."""
        bonus = claim.bonus
        rule = _find_rule(rules, claim.bonus)
        value = bonus.announced if claim.risked else bonus.silent
        factors = tuple(contra(claim.contra, self.cited.contra))
        if bonus.times:
            factors = (Factor(bonus.label, value, rule), *factors)
            value = rules.value_of(deal.contract)
        won, side = (claim.made, (claim.player,)) if bonus.tarocks else (deal.for_side(claim), deal.side)
        return Line(describe(claim), rule, value, self.settle(rules, deal, won, side), factors)

    def make_tariff(self, rules: Rules) -> tuple[TariffTable, ...]:
        """Return the values of contracts and bonuses."""
        games = [Row(one.label, (rules.value_of(one),) * 2, (self.cited.game,), one.own) for one in rules.contracts]
        bonuses = [Row(one.label, list_figures(one), (_find_rule(rules, one),), one.own) for one in rules.bonuses]
        return (
            TariffTable(say("The games, with each opponent"), (say("won"), say("lost")), tuple(games)),
            TariffTable(say("Bonuses, with each opponent"), SILENT_AND_ANNOUNCED, tuple(bonuses)),
        )

    # The recorded cards.

    def recording(self, rules: Rules, seating: Seating, deal: Entered[Contract]) -> Recording | None:
        """Return what can be recorded of a deal: what the declarer laid away, and what the others did together."""
        if deal.contract is None:
            return None
        taken = deal.contract.taken
        others = Pile("talon", say("Laid away by the others"), self.talon - taken, apart=True)
        mine = (Pile("discard", say("Laid away by the declarer"), taken, apart=True),) if taken else ()
        return Recording(self.pack, self.hand, (*mine, others))

    def find_owed(self, rules: Rules, seating: Seating, deal: Entered[Contract]) -> Own:
        """Return the duty to keep an announced Pagát (HT-43)."""
        return birds.find_duties(rules, self.contracts.bonuses, deck_of(self.pack), self.hand, seating, deal)

    def discard_rule(self, rules: Rules, contract: Contract) -> DiscardRule:
        """Return what a declarer may lay away: all but Kings and honours (HT-15)."""
        return DiscardRule(contract.taken, "open")

    def share_talon(self, rules: Rules, entered: Entered[Contract], contract: Contract, record: Record) -> TalonCards:
        """Return what was laid away: the declarer's counts for that side, the others' for theirs (HT-15)."""
        others = record.pile("talon")
        mine = UnplayedCards(DECLARER, record.pile("discard"), contract.taken)
        return TalonCards((), others, (mine, UnplayedCards(DEFENDERS, others, self.talon - contract.taken)))

    def known_facts(self, rules: Rules, contract: Contract, record: Record) -> Mapping[str, object]:
        """Return further facts of a recorded deal: how many cards the others laid away, and what may be invited."""
        known = super().known_facts(rules, contract, record)
        return {**known, "size": self.talon - contract.taken, "invited": rules.invitations == "played"}


def _find_pairs(deal: Called) -> Iterator[tuple[Claim, Claim]]:
    """Yield each two claims of one bonus, which is a side's or of a single card."""
    for place, other in enumerate(deal.claims):
        yield from ((one, other) for one in deal.claims[:place] if one.bonus == other.bonus and not one.bonus.tarocks)


def _counts_game(rules: Rules, deal: Called) -> bool:
    """Return whether the game counts: always with contra, else not beside Duplajáték or Volát (HT-36)."""
    if deal.contra or rules.game_beside == "always":
        return True
    instead = [claim for claim in deal.claims if claim.bonus.times]
    return not any(claim.made or (claim.announced and deal.of_side(claim) == deal.won) for claim in instead)


def _counts(rules: Rules, deal: Called, claim: Claim) -> bool:
    """Return whether a bonus counts: silent ones of the cards alone do not beside a Volát (HT-37)."""
    if claim.announced or claim.bonus.all_tricks:
        return True
    if claim.bonus.thirds:
        announced = (one for one in deal.claims if one.bonus.all_tricks and one.announced)
        return not deal.made_valat and not any(deal.of_side(one) == deal.of_side(claim) for one in announced)
    return not (deal.made_valat and claim.bonus.of_side and rules.beside_volat == "announced")


def _find_rule(rules: Rules, bonus: Bonus) -> str:
    """Return the rule behind a bonus."""
    return rules.cite(bonus, _RULE_OF.get(bonus.key, ""))


TABLE = PaskievicsGame(
    pack=_PACK,
    hand=_HAND,
    talon=_TALON,
    needed=_NEEDED,
    whole=True,  # HT-2
    contracts=Rules.game,
    make=CallingDeal,
    audited=PaskievicsDeal,
    unplayed=(all_pass("HT-13"),),
    both_announce=True,
    calling=Calling(
        label=say("Called tarock"),
        holder=say("Who held the called tarock?"),
        missing=say("who held the called tarock? It may have been the declarer’s own, or laid away"),
        in_talon_or_own=say("The called tarock was the declarer’s own, or laid away"),
        all_held=say("The declarer has XX to XVII"),
    ),
    order=say("Talon"),  # never asked, as it is not recorded
    cited=Cited("HT-3", "HT-20", "HT-30", "HT-23"),
    broken={
        "OUT_OF_TURN": "HT-40",
        "MUST_FOLLOW": "HT-41",
        "MUST_TAROCK": "HT-41",
        "ANNOUNCED_CARD_EARLY": "HT-43",
        "ANNOUNCED_CARD_DUE": "HT-43",
        "HONOUR_DISCARDED": "HT-15",
        "WRONG_LENGTH": "HT-15",
        "WRONG_HAND": "HT-10",
        "OWN_KING_CALLED": "HT-17",
        "LOWER_CALLED": "HT-16",
    },
)
PASKIEVICS = TABLE.game(
    FOLDER,
    key="paskievics",
    title=say("Hungarian Tarokk"),
    about=say("Paskievics Tarokk for four with 42 cards: all exchange with the talon, and the XX is called."),
    presets=read_authors(FOLDER / "authors.toml", Rules),
    piles={"talon": say("what the others laid away"), "discard": say("what the declarer laid away")},
)
