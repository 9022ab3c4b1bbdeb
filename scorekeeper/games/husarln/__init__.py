"""Husarln: three players with 42 Tarock cards, one declarer against two defenders."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from scorekeeper.audit.verdict import Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.packs import TAROCK, TAROCKS
from scorekeeper.cards.record import Record
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.declarer.asking import bonus_ways
from scorekeeper.games.declarer.audit import DECLARER, DEFENDERS, NOBODY, UnplayedCards
from scorekeeper.games.declarer.claims import Claim, Deal, Unplayed, all_pass
from scorekeeper.games.declarer.contracts import Bonus
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.declarer.game import Cited
from scorekeeper.games.declarer.lines import contra, describe, find_points, pay_sheet
from scorekeeper.games.declarer.tariff import Titles, make_tariff
from scorekeeper.games.game import Seating
from scorekeeper.games.husarln.rules import FOLDER, PRESETS, TALON, Purchase, Rules
from scorekeeper.games.marks import play_to_mark
from scorekeeper.games.own_values import mark_own
from scorekeeper.games.questions import Answers, Choice, Flag, Way
from scorekeeper.games.rulebook import Alias, TariffTable
from scorekeeper.games.score import Factor, Line
from scorekeeper.games.tarock import counting
from scorekeeper.games.tarock.audit import TarockDeal
from scorekeeper.games.tarock.game import TalonCards, TarockGame
from scorekeeper.phrase import Name, Refused, Value, say

_HALF = TAROCK.points // 2
_REDEALT = Unplayed(
    "redealt",
    say("A hand without tarocks: dealt again"),
    "--",
    sign=say("dealt again"),
    why=say("it was dealt again, so nothing else can be said"),
    end=say("dealt again"),
    reason=say("a hand without tarocks, dealt again: nothing is written"),
    rule="HU-16",
)


HusarlnDeal = Deal[Purchase]


@dataclass(kw_only=True, eq=False, repr=False)
class RecordedDeal(TarockDeal):
    """The known facts of a deal; HU-16: perhaps a whole hand without a tarock is dealt again."""

    redeals: bool

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """HU-21 to HU-23 as any declarer, and HU-16; the declarer's hand only if no tarock was laid away either."""
        yield from super().check(recorded, courses)
        deck = recorded.play.deck
        for player, hand in zip(self.players, recorded.hands, strict=True) if self.redeals else ():
            away = deck.set_of(self.discard) if player == self.declarer else 0
            if hand.complete and not (hand.known | away) & deck.set_of(TAROCKS):
                yield Violation(0, player, "", "NO_TAROCK")


class HusarlnGame(TarockGame[Rules, Purchase, HusarlnDeal]):
    """What Husarln has of its own: the talon is bought, and counts end on thirds."""

    def ask_declarer(self, rules: Rules, seating: Seating) -> Choice:
        """Return the question for the declarer; where everybody passes forehand may have to play (HU-15)."""
        asked = super().ask_declarer(rules, seating)
        if not _must_play(rules, seating):
            return asked
        player = Name(seating.playing[0])
        label = say("Who is the declarer? If everybody passes, {player} must play a Zweiblatt", player=player)
        return replace(asked, label=label)

    def ask_unplayed(self, rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Flag, ...]:
        """Return the questions whether it was passed or dealt again; if forehand must play it is only read (HU-15)."""
        passed, redealt = super().ask_unplayed(rules, seating, answers)
        asks = answers is None or answers.get("passed") or not _must_play(rules, seating)
        return (*((passed,) if asks else ()), *((redealt,) if rules.no_tarock_redeal else ()))

    def ways(self, rules: Rules, bonuses: tuple[Bonus, ...]) -> tuple[Way, ...]:
        """Return the possible claims and announcements, also of flat bonuses if announced they count twice."""
        doubles = rules.flat_bonus_announced == "double"
        return bonus_ways(bonuses, self.levels(rules)[1], rules.costly, flat_announced=doubles)

    def ending(self, rules: Rules, contract: Purchase) -> counting.Fraction:
        """Return the thirds on which the declarer's count ends (HU-8)."""
        return counting.Fraction(rules.fraction(contract), contract.after)

    def talon_places(self, rules: Rules, contract: Purchase) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return which talon cards count with which pile (HU-20 to HU-25)."""
        return rules.talon_shares(contract)

    def counts_all(self, rules: Rules, contract: Purchase) -> bool:
        """Return whether the talon counts for one of the sides (HU-24)."""
        return rules.counts_talon(contract)

    def wins(self, rules: Rules, thirds: int) -> bool:
        """Return whether so many thirds win the declarer’s game (HU-6, HU-7)."""
        return thirds > 3 * _HALF if rules.rounding == "exact" else round_thirds(thirds) >= self.needed

    def check(self, rules: Rules, seating: Seating, answers: Answers, deal: HusarlnDeal | Unplayed) -> None:
        """Refuse an impossible deal, and a pass where forehand has to play (HU-15)."""
        if isinstance(deal, Unplayed):
            if deal.key == "passed" and rules.all_pass == "forehand_plays_Z":
                must = Name(seating.playing[0])
                raise Refused("passed", say("if everybody passes, {player} must play a Zweiblatt", player=must))
        elif not deal.revoke and not rules.counts_talon(deal.contract):
            self._check_talon(rules, deal, cast("int | None", answers.get("defender_points")))
        super().check(rules, seating, answers, deal)

    def _check_talon(self, rules: Rules, deal: HusarlnDeal, defenders: int | None) -> None:
        """Refuse counts that leave a talon that counts for nobody what no cards are worth."""
        if defenders is None:
            return
        ending = self.ending(rules, deal.contract)
        mine = deal.thirds or 0
        theirs = counting.defenders_count(TAROCK, ending, defenders, ending.fraction)
        worths = sorted(TAROCK.worth)
        least = sum(worths[:TALON])
        most = sum(worths[-TALON:])
        if not least <= sum(TAROCK.worth) - mine - theirs <= most:
            values = {"points": round_thirds(mine), "defenders": round_thirds(theirs)}
            values |= {"low": least // TAROCK.parts, "high": most // TAROCK.parts}
            text = say(
                "{points} and {defenders} card points leave the talon, which counts for nobody, not {low} to {high}",
                **values,
            )
            raise Refused("defender_points", text)

    def table_rules(self, rules: Rules) -> counting.TableRules:
        """Return whether the I takes Sküs and XXI (HU-46), and whether four Kings come from tricks only (HU-47)."""
        return counting.TableRules(rules.emperors_trick, ("kings",) if rules.kings_pile == "tricks_only" else ())

    def find_points(self, rules: Rules, deal: HusarlnDeal) -> Iterator[Line]:
        """Yield the end of the game by its card points, exact or rounded (HU-5 to HU-7)."""
        thirds = deal.thirds or 0
        exact = write_thirds(thirds)
        if rules.rounding == "exact":
            values: dict[str, Value] = {"declarer": Name(deal.declarer), "points": exact}
            values |= {"pack": TAROCK.points, "half": _HALF}
            text = say("{declarer} loses with {points} of {pack} card points; more than {half} were needed", **values)
            if deal.won:
                text = say(
                    "{declarer} wins with {points} of {pack} card points; more than {half} were needed", **values
                )
            yield Line(text, "HU-7")
            return
        points = round_thirds(thirds)
        if thirds % 3:
            yield Line(say("{exact} card points count as {points}", exact=exact, points=points), "HU-5")
        yield Line(find_points(deal.declarer, deal.won, points, TAROCK.points, self.needed), "HU-6")

    def write_game(self, rules: Rules, deal: HusarlnDeal) -> Line:
        """Return the line of the game."""
        values: dict[str, Value] = {"contract": deal.contract.label, "declarer": Name(deal.declarer)}
        reason = say("{contract}, won: {declarer} writes the value", **values)
        factors = []
        if not deal.won:
            reason = say("{contract}, lost by {declarer}: each defender writes the value", **values)
            if rules.loss_factor != 1:
                factors.append(Factor(say("game lost"), rules.loss_factor, "HU-60"))
        factors += contra(deal.contra, "HU-63")
        shares = self.settle(rules, deal, deal.won, deal.side)
        return Line(mark_own(deal.contract.own, reason), "HU-60", rules.value_of(deal.contract), shares, tuple(factors))

    def write_claim(self, rules: Rules, deal: HusarlnDeal, claim: Claim) -> Line:
        """Return the line of a bonus: its player or their side writes it (HU-34, HU-35), the others if it failed."""
        bonus = claim.bonus
        value = bonus.announced if claim.risked else bonus.silent
        if claim.announced and not claim.made:  # HU-36
            value = {"announced_value": value, "silent_value": bonus.silent, "nothing": 0}[rules.failed_announcement]
        if not value:
            return Line(describe(claim), "HU-36")
        factors = []
        if claim.announced and bonus.flat and not bonus.named and rules.flat_bonus_announced == "double":
            factors.append(Factor(say("announced"), 2, "HU-30"))
        if not deal.contract.bought and rules.bonuses_double_in_solo:
            factors.append(Factor(say("bonus in a Solo"), 2, "HU-39"))
        factors += contra(claim.contra, "HU-63")
        of_side = bonus.of_side or bonus.named or rules.defender_bonus == "side"
        won, side = (deal.for_side(claim), deal.side) if of_side else (claim.made, (claim.player,))
        rule = rules.cite(bonus, "HU-35" if bonus.of_side else "HU-34")
        if not claim.made:
            rule = "HU-36" if claim.announced else "HU-37"
        return Line(describe(claim), rule, value, self.settle(rules, deal, won, side), tuple(factors))

    def make_tariff(self, rules: Rules) -> tuple[TariffTable, ...]:
        """Return the written points of games and bonuses; paid out, each player pays the writer the same number."""
        titles = Titles(
            say("The games"),
            say("won: the declarer writes"),
            say("lost: each defender writes"),
            say("Bonuses"),
            lambda contract: say("Bonuses in a Solo"),
        )
        solo = rules.contracts[-1:] if rules.bonuses_double_in_solo else ()
        return make_tariff(rules, partial(self.outcomes, rules), titles, solo)

    def share_talon(self, rules: Rules, entered: Entered[Purchase], contract: Purchase, record: Record) -> TalonCards:
        """Return the cards bought, those rejected or unseen, and which cards count without having been played."""
        talon = record.pile("talon")

        def at(places: Iterable[int]) -> tuple[str, ...]:
            return tuple([talon[place - 1] for place in places if place <= len(talon)])

        rejected = at(contract.rejected)
        unseen = at(contract.unseen)
        unplayed = (
            UnplayedCards(DECLARER, record.pile("discard"), contract.taken),
            UnplayedCards(
                DECLARER if rules.rejected_cards == "declarer" else DEFENDERS, rejected, len(contract.rejected)
            ),
            UnplayedCards(DEFENDERS if rules.counts_talon(contract) else NOBODY, unseen, len(contract.unseen)),
        )
        return TalonCards(at(contract.bought), (*rejected, *unseen), unplayed)

    def known_facts(self, rules: Rules, contract: Purchase, record: Record) -> Mapping[str, object]:
        """Return what counts in the declarer's hand (HU-32), and whether Kings have to come from tricks (HU-47)."""
        counted = [bonus.key for bonus in rules.bonuses if bonus.tarocks]
        return {
            "taken": (),
            "early": counted if rules.tarock_count == "as_dealt_plus_talon" else (),
            "pile_only": self.table_rules(rules).in_tricks,
            "redeals": rules.no_tarock_redeal,
        }


def _must_play(rules: Rules, seating: Seating) -> bool:
    """Return whether forehand has to play where everybody passes (HU-15)."""
    return rules.all_pass == "forehand_plays_Z" and bool(seating.playing)


def _redeals(rules: Rules, answers: Answers) -> bool:
    """Return whether the same player deals again: after a pass by house rule, else after any wrong deal (HU-16)."""
    return bool(answers.get("redealt")) or (rules.all_pass == "redeal_same" and bool(answers.get("passed")))


TABLE = HusarlnGame(
    pack=TAROCK,
    hand=12,
    talon=TALON,
    contracts=Rules.game,
    make=Deal,
    unplayed=(all_pass("HU-15"), _REDEALT),
    needed=34,  # rounded card points (HU-6)
    order=say("The talon, in its order"),
    cited=Cited("HU-6", "HU-60", "HU-34", "HU-63", revoke="HU-65", claim="HU-31", parts="HU-20"),
    broken={
        "OUT_OF_TURN": "HU-45",
        "MUST_FOLLOW": "HU-46",
        "MUST_TAROCK": "HU-46",
        "HONOUR_DISCARDED": "HU-22",
        "TAROCK_NOT_FORCED": "HU-23",
        "NO_TAROCK": "HU-16",
        "WRONG_HAND": "HU-10",
        "WRONG_LENGTH": "HU-21",
    },
    audited=RecordedDeal,
)
HUSARLN = TABLE.game(
    FOLDER,
    key="husarln",
    title=say("Husarln"),
    about=say("Tarock for three: the declarer buys from the talon and plays against the other two."),
    presets=PRESETS,
    redeals=_redeals,
    aliases=(Alias("Block Tarock", "Beck, Bamberger"),),
    payoff=lambda rules, sheets: pay_sheet(sheets[-1]),
    parties=play_to_mark(lambda rules: rules.game_end, "HU-64", ("game_end",)),
    sheet_column=lambda rules: "sheet" if rules.view == "sheet" or rules.game_end else "payoff",
    piles={"talon": say("the talon of Husarln, in its order"), "discard": say("what was laid away")},
    penalty=lambda rules: replace(rules, revoke="offender_side_loses"),
)
