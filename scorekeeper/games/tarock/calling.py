"""Recorded cards of a declarer's deal with a called card: whose partner who was, and what each side made."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from scorekeeper.audit.context import Frame
from scorekeeper.audit.engine import Counts, TrickAudit
from scorekeeper.audit.facts import Fact, Piles, Range, count_tricks, count_worth
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.record import Cards
from scorekeeper.cards.thirds import round_thirds
from scorekeeper.games.tarock.claims import Bonus, ClaimRow
from scorekeeper.games.tarock.referee import DECLARER, DeclarerDeal, as_entered, audit_declarer


@dataclass(kw_only=True)
class CallingDeal:
    """A deal for card points, perhaps with a partner, who shows himself by the called card.

    A game overrides what only it knows of its bonuses.

    deal       the same as at other games with a declarer, with all its bonuses and nobody's partner
    calls      whether a card is called in the contract
    talon      the cards of the talon, as far as they are known
    threshold  with how many thirds the declarer's side wins
    """

    deal: DeclarerDeal
    calls: bool
    talon: Cards
    threshold: int

    @property
    def called(self) -> str:
        """The called card, "" where there is none or nobody says which."""
        return self.deal.entered.called if self.calls else ""

    def sided(self, partner: str) -> DeclarerDeal:
        """Return the deal with this partner, "" for nobody."""
        return replace(self.deal, partner=partner)

    def own_sides(
        self, deal: DeclarerDeal, recorded: Recorded, course: Course, piles: Piles
    ) -> Iterable[tuple[str, str]]:
        """Return the bonuses of which only the game knows who made them, as `DeclarerDeal.sides` does."""
        return ()

    def own_range(
        self, deal: DeclarerDeal, recorded: Recorded, piles: Piles, bonus: Bonus, player: str
    ) -> Range | None:
        """Return whether the side of a player made a bonus of which only the game knows, None for any other."""
        return None

    def add_unseen(
        self, deal: DeclarerDeal, recorded: Recorded, course: Course, rows: list[ClaimRow]
    ) -> list[ClaimRow] | None:
        """Return the bonuses with what only the game knows, None where the cards do not tell them."""
        return rows

    def count(self, recorded: Recorded, course: Course) -> Counts:
        """Return what the sides count, once it is known who is on which."""
        partner = self._find_partner(recorded, course)
        if partner is None:
            return {}
        deal = self.sided(partner)
        piles = deal.pile_up(recorded, course)
        counted = dict(self._points(recorded, piles))
        if self.deal.bonuses:
            sides = {**dict(deal.sides(recorded, course, piles)), **dict(self.own_sides(deal, recorded, course, piles))}
            rows = deal.count_bonuses(recorded, course, sides)
            bonuses = None if rows is None else self.add_unseen(deal, recorded, course, rows)
            if bonuses is not None and (rows or "bonuses" in self.deal.entered.result):
                counted["bonuses"] = bonuses
        if len(course.winners) >= recorded.size and min(course.winners) >= 0:
            counted["tricks"] = sum(seat in deal.seats_of(DECLARER) for seat in course.winners)
        entered = self.deal.entered
        if self.calls and (partner, not partner) != (entered.partner, entered.alone):
            counted |= {"partner": partner or None, "alone": not partner}
        return counted

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield what was entered with what it can be in one course, with each partner whom he may have had."""
        partner = self._find_partner(recorded, course)
        others = [player for player in self.deal.players if player != self.deal.declarer]
        for mate in ("", *others) if partner is None else (partner,):
            deal = self.sided(mate)
            piles = deal.pile_up(recorded, course)
            of_side = partial(self._side_range, deal, recorded, course, piles)
            counts = chain(deal.count_facts(recorded, piles), self._count_facts(deal, recorded, course, piles))
            yield chain(counts, deal.bonus_facts(recorded, course, of_side))

    def _count_facts(self, deal: DeclarerDeal, recorded: Recorded, course: Course, piles: Piles) -> Iterator[Fact]:
        if "won" in deal.entered.result:
            won = int(bool(deal.entered.result["won"]))
            yield Fact("won", (), None, won, won, reach(recorded, piles, DECLARER, self.threshold), "yes or no")
        if "tricks" in deal.entered.result:
            tricks = int(str(deal.entered.result["tricks"]))
            yield Fact("tricks", (), None, tricks, tricks, count_tricks(recorded, course, deal.seats_of(DECLARER)))
        if self.called and deal.entered.partner in deal.players:
            seat = deal.players.index(deal.entered.partner)
            held = recorded.may_hold(seat) & recorded.play.deck.card[self.called]
            yield Fact("partner", (), None, 1, 1, Range(0, int(bool(held))), "yes or no")

    def _side_range(
        self, deal: DeclarerDeal, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str
    ) -> Range:
        own = self.own_range(deal, recorded, piles, bonus, player)
        return own or deal.side_range(recorded, course, piles, bonus, player)

    def _find_partner(self, recorded: Recorded, course: Course) -> str | None:
        """Return who holds the called card besides the declarer, "" for nobody, None where it is not known."""
        if not self.calls or (self.called and self.called in self.talon):
            return ""
        holder = self.find_holder(recorded, course, self.called) if self.called else ""
        if holder:
            return "" if holder == self.deal.declarer else holder
        entered = self.deal.entered
        return entered.partner if entered.partner or entered.alone else None

    def find_holder(self, recorded: Recorded, course: Course, name: str) -> str:
        """Return who surely had a card when play began, "" where the record does not tell."""
        card = recorded.play.deck.card[name]
        for seat, player in enumerate(self.deal.players):
            if recorded.hands[seat].known & card:
                return player
        for seats, trick in zip(course.seats, recorded.tricks, strict=False):
            if card in trick and trick.index(card) < len(seats):
                return self.deal.players[seats[trick.index(card)]]
        return ""

    def _points(self, recorded: Recorded, piles: Piles) -> Iterator[tuple[str, object]]:
        """Yield the counts, or whether the game was won where only that was told."""
        thirds = piles.worth(recorded.play.deck, DECLARER)
        if thirds is None:
            return
        if "won" in self.deal.entered.result:
            yield "won", thirds >= self.threshold
            return
        whole = recorded.play.deck.count(recorded.pack)
        result = self.deal.entered.result
        for key in [key for key in ("points", "defender_points") if key in result] or ["points"]:
            rounded = 3 * round_thirds(thirds) if key == "points" else whole - 3 * round_thirds(whole - thirds)
            # a count is rounded as it was entered, but not where a rounded one would say that the other side won
            decides = (rounded >= self.threshold) != (thirds >= self.threshold)
            entered = "" if decides and "tricks" not in result else result.get(key)
            yield key, as_entered(entered, thirds if key == "points" else whole - thirds)


def audit_calling(calling: CallingDeal, frame: Frame, taken: Cards, rest: Cards, **own: Any) -> TrickAudit:
    """Return how a deal is judged, its declarer's partner perhaps unknown; the rest as for `audit_declarer`."""
    entered = calling.deal.entered
    unsaid = {"partner": entered.partner or None, "alone": entered.alone}
    usual: dict[str, Any] = {
        "unsaid": unsaid if entered.revoke else {**unsaid, "bonuses": []},
        "count": calling.count,
        "facts": calling.facts,
    }
    return audit_declarer(calling.deal, frame, taken, rest, **(usual | own))


def reach(recorded: Recorded, piles: Piles, owner: int, needed: int) -> Range:
    """Return whether a side has so many thirds."""
    worth = count_worth(recorded, piles, owner, (needed, needed - 1))
    return Range(int(worth.least >= needed), int(worth.most >= needed), worth.at_least, worth.at_most)
