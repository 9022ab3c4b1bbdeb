"""Recorded cards of Königrufen where a side plays for card points: whose partner who was, and what each side made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import cast

from scorekeeper.audit.captured import Piles
from scorekeeper.audit.context import known
from scorekeeper.audit.engine import Counts
from scorekeeper.audit.facts import Fact, Range, count_tricks, count_worth
from scorekeeper.audit.verdict import Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import FORGOTTEN
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.packs import of_ranks
from scorekeeper.cards.record import Cards
from scorekeeper.cards.thirds import round_thirds
from scorekeeper.games.koenigrufen.contracts import ABSOLUT, KING_ULTIMO, MONDFANG, Contract
from scorekeeper.games.koenigrufen.rules import ABSOLUT_BELOW, HALF, PACK, SACK_NEEDS, TALON, Rules
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.events import ClaimRow
from scorekeeper.games.tarock.referee import DECLARER, DEFENDERS, Beside, DeclarerDeal, as_entered

_WHOLE = sum(PACK.worth)
_NEEDED = {**SACK_NEEDS, ABSOLUT.key: _WHOLE - ABSOLUT_BELOW + 1}  # the thirds for a bonus that the count decides
_KINGS = ("K", "Q")  # the ranks that may be called


@dataclass(kw_only=True)
class CallingDeal:
    """A deal for card points, perhaps with a partner, who shows himself by the called King.

    `deal` is the same as at other games with a declarer, with all its bonuses and nobody's partner.
    """

    deal: DeclarerDeal
    rules: Rules
    contract: Contract
    talon: Cards

    @property
    def _called(self) -> str:
        return str(self.deal.answers.get("called", "")) if self.contract.called else ""

    def sided(self, partner: str) -> DeclarerDeal:
        """Return the deal with this partner, "" for nobody, and with the bonuses of which the cards can tell then."""
        bonuses = self._bonuses(partner)
        keys = {bonus.key for bonus in bonuses}
        answers = dict(self.deal.answers)
        if "bonuses" in answers:
            answers["bonuses"] = [row for row in self.deal.rows if row["bonus"] in keys]
        return replace(self.deal, partner=partner, besides=self._besides(partner), bonuses=bonuses, answers=answers)

    def count(self, recorded: Recorded, course: Course) -> Counts:
        """Return what the sides count, once it is known who is on which."""
        partner = self._partner(recorded, course)
        if partner is None:
            return {}
        deal = self.sided(partner)
        piles = deal.pile_up(recorded, course)
        counted = dict(self._points(recorded, piles))
        if self.rules.bonuses_in(self.contract):
            sides = {**dict(deal.sides(recorded, course, piles)), **dict(self._sides(deal, recorded, course, piles))}
            rows = deal.count_bonuses(recorded, course, sides)
            bonuses = None if rows is None else self._add_unseen(deal, recorded, course, rows)
            if bonuses is not None and (rows or "bonuses" in self.deal.answers):
                counted["bonuses"] = bonuses
        if len(course.winners) >= recorded.size and min(course.winners) >= 0:
            counted["tricks"] = sum(seat in deal.seats_of(DECLARER) for seat in course.winners)
        return counted | self._tell_partner(partner)

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield what was entered with what it can be in one course, with each partner whom he may have had."""
        partner = self._partner(recorded, course)
        others = [player for player in self.deal.players if player != self.deal.declarer]
        for mate in ("", *others) if partner is None else (partner,):
            deal = self.sided(mate)
            piles = deal.pile_up(recorded, course)
            of_side = partial(self._side_range, deal, recorded, course, piles)
            counts = chain(deal.count_facts(recorded, piles), self._count_facts(deal, recorded, course, piles))
            yield chain(counts, deal.bonus_facts(recorded, course, of_side))

    def _count_facts(self, deal: DeclarerDeal, recorded: Recorded, course: Course, piles: Piles) -> Iterator[Fact]:
        if "won" in deal.answers:
            won = int(bool(deal.answers["won"]))
            yield Fact("won", (), None, won, won, _reach(recorded, piles, DECLARER, self.rules.threshold), "yes or no")
        if "tricks" in deal.answers:
            tricks = int(str(deal.answers["tricks"]))
            yield Fact("tricks", (), None, tricks, tricks, count_tricks(recorded, course, deal.seats_of(DECLARER)))

    def _side_range(
        self, deal: DeclarerDeal, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str
    ) -> Range:
        """Return whether the side of a player made a bonus of a side: Sacks and Absolut by the count."""
        if needed := _NEEDED.get(bonus.key):
            return _reach(recorded, piles, deal.owner(player), needed)
        return deal.side_range(recorded, course, piles, bonus, player)

    def _add_unseen(
        self, deal: DeclarerDeal, recorded: Recorded, course: Course, rows: list[ClaimRow]
    ) -> list[ClaimRow] | None:
        """Return the bonuses with what only this game knows, None where the cards do not tell them."""
        kept = [row for row in self.deal.rows if row not in deal.rows]
        if not kept and not self._knows_king(recorded, deal.partner):
            return None
        caught = self._mondfang(deal, recorded, course)
        if self.rules.mondfang == "player" and caught:
            loser = cast("ClaimRow", {"from": caught[1]})
            rows = [{**row, **loser} if row["bonus"] == MONDFANG.key else row for row in rows]
        return [*rows, *kept]

    def _tell_partner(self, partner: str) -> dict[str, object]:
        """Return who plays with the declarer, where the cards say it and the table did not, or otherwise."""
        if not self.contract.called or (partner, not partner) == self._told:
            return {}
        return {"partner": partner or None, "alone": not partner}

    @property
    def _told(self) -> tuple[str, bool]:
        return str(self.deal.answers.get("partner", "")), bool(self.deal.answers.get("alone"))

    def _partner(self, recorded: Recorded, course: Course) -> str | None:
        """Return who holds the called King besides the declarer, "" for nobody, None where it is not known."""
        if not self.contract.called or (self._called and self._called in self.talon):
            return ""
        holder = self._holder(recorded, course, self._called) if self._called else ""
        if holder:
            return "" if holder == self.deal.declarer else holder
        partner, alone = self._told
        return partner if partner or alone else None

    def _holder(self, recorded: Recorded, course: Course, name: str) -> str:
        """Return who surely had a card when play began, "" where the record does not tell."""
        card = recorded.play.deck.card[name]
        for seat, player in enumerate(self.deal.players):
            if recorded.hands[seat].known & card:
                return player
        for seats, trick in zip(course.seats, recorded.tricks, strict=False):
            if card in trick and trick.index(card) < len(seats):
                return self.deal.players[seats[trick.index(card)]]
        return ""

    def _besides(self, partner: str) -> Sequence[Beside]:
        """KR-25: with the King in the talon of a Solorufer a half or all of it counts for the declarer."""
        own = self._called and len(self.talon) == TALON and self._called not in self.talon
        if partner or own or not (self.contract.called and self.contract.solo):
            return self.deal.besides
        if self.rules.solorufer_talon == "all" and not self.rules.call_own_king:
            return (Beside(DECLARER, self.talon, TALON),)
        if self._called not in self.talon:  # nobody says where it lay
            return Beside(DECLARER, (), HALF), Beside(DEFENDERS, (), HALF)
        if self.rules.solorufer_talon == "all":
            return (Beside(DECLARER, self.talon, TALON),)
        halves = self.talon[:HALF], self.talon[HALF:]
        mine, theirs = halves if self._called in halves[0] else halves[::-1]
        return Beside(DECLARER, mine, HALF), Beside(DEFENDERS, theirs, HALF)

    def _bonuses(self, partner: str) -> Sequence[Bonus]:
        """Return the bonuses that the cards can show: König ultimo with the King that was called (KR-35)."""
        apart = self.contract.solo and not partner
        told = {
            KING_ULTIMO.key: replace(KING_ULTIMO, holds=(self._called,)) if self._called and not apart else None,
            MONDFANG.key: replace(MONDFANG, of_game="player" if self.rules.mondfang == "player" else "side"),
        }
        found = (told.get(bonus.key, bonus) for bonus in self.deal.bonuses)
        return tuple(bonus for bonus in found if bonus)

    def _knows_king(self, recorded: Recorded, partner: str) -> bool:
        """Return whether it is known what became of the called King in the last trick."""
        if not self.contract.called or self._called or (self.contract.solo and not partner):
            return True
        last = recorded.tricks[recorded.size - 1] if len(recorded.tricks) >= recorded.size else (0,)
        names = [recorded.play.deck.name.get(card, UNKNOWN) for card in last]
        return not any(name == UNKNOWN or name[:-1] in _KINGS for name in names)

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """What was laid away, and a King called that the declarer had, or a Queen without all four (KR-12, KR-26)."""
        yield from self.deal.check(recorded, courses)
        if self._called[:1] == "Q" and any(self._lacks(recorded, courses, king) for king in of_ranks("K")):
            yield Violation(0, self.deal.declarer, self._called, "QUEEN_CALLED")
        dealt = not self.contract.taken or len(known(self.talon)) == TALON
        if not self._called or self.rules.call_own_king or self._called in self.talon or not dealt:
            return
        if courses and all(self._holder(recorded, course, self._called) == self.deal.declarer for course in courses):
            kings = recorded.play.deck.set_of(of_ranks("K"))
            four = not kings & ~recorded.hands[self.deal.players.index(self.deal.declarer)].known
            if self.rules.four_kings != "self" or not four:
                yield Violation(0, self.deal.declarer, self._called, "OWN_KING_CALLED")

    def _lacks(self, recorded: Recorded, courses: tuple[Course, ...], king: str) -> bool:
        """Return whether a King was surely not among the cards that the declarer had been dealt."""
        hand = recorded.hands[self.deal.players.index(self.deal.declarer)]
        card = recorded.play.deck.card[king]
        if king in self.talon or (hand.complete and not hand.known & card and king not in self.deal.discard):
            return True
        holders = {self._holder(recorded, course, king) for course in courses}
        return bool(holders) and not holders & {"", self.deal.declarer}

    @property
    def stands(self) -> Counts:
        """What was announced, as it is paid also where a revoke ended the deal (KR-47)."""
        announced = [row for row in self.deal.rows if row.get("announced")]
        if len(announced) == len(self.deal.rows):
            return {"bonuses": None}
        return {"bonuses": announced} if announced else {}

    def _points(self, recorded: Recorded, piles: Piles) -> Iterator[tuple[str, object]]:
        """Yield the counts, or whether the game was won where only that was told."""
        thirds = piles.worth(recorded.play.deck, DECLARER)
        if thirds is None:
            return
        if "won" in self.deal.answers:
            yield "won", thirds >= self.rules.threshold
            return
        keys = [key for key in ("points", "defender_points") if key in self.deal.answers] or ["points"]
        for key in keys:
            yield key, self._as_told(key, thirds)

    def _as_told(self, key: str, thirds: int) -> object:
        """Return a count as it was entered: rounded, but where a rounded count would say that the other side won."""
        rounded = 3 * round_thirds(thirds) if key == "points" else _WHOLE - 3 * round_thirds(_WHOLE - thirds)
        decides = (rounded >= self.rules.threshold) != (thirds >= self.rules.threshold)
        entered = "" if decides and "tricks" not in self.deal.answers else self.deal.answers.get(key)
        return as_entered(entered, thirds if key == "points" else _WHOLE - thirds)

    def _sides(self, deal: DeclarerDeal, recorded: Recorded, course: Course, piles: Piles) -> Iterator[tuple[str, str]]:
        """Yield besides what every game knows Sacks and Absolut by the count, and who took the XXI with the Sküs."""
        thirds = piles.worth(recorded.play.deck, DECLARER)
        if thirds is not None:
            for key, needed in _NEEDED.items():
                sides = {DECLARER: thirds >= needed, DEFENDERS: _WHOLE - thirds >= needed}
                yield key, next((player for player in deal.players if sides[deal.owner(player)]), "")
        caught = self._mondfang(deal, recorded, course)
        if caught is not None:
            yield MONDFANG.key, caught[0]

    def _mondfang(self, deal: DeclarerDeal, recorded: Recorded, course: Course) -> tuple[str, str] | None:
        """Return whose Sküs took whose XXI, "" for nobody's, None where it is not known.

        Between the sides it is none where both are of one.
        """
        skues, xxi = (recorded.play.deck.card[name] for name in ("SK", "T21"))
        for seats, trick, winner in zip(course.seats, recorded.tricks, course.winners, strict=False):
            if skues in trick and xxi in trick:
                if len(seats) < len(trick) or winner < 0:
                    return None
                one, other = (deal.players[seats[trick.index(card)]] for card in (skues, xxi))
                mates = self.rules.mondfang == "side" and deal.owner(one) == deal.owner(other)
                return ("", "") if winner != seats[trick.index(skues)] or mates else (one, other)
        told = recorded.shown | recorded.aside
        whole = len(recorded.tricks) >= recorded.size and FORGOTTEN not in chain.from_iterable(recorded.tricks)
        return ("", "") if whole or recorded.aside & (skues | xxi) or not (skues | xxi) & ~told else None


def _reach(recorded: Recorded, piles: Piles, owner: int, needed: int) -> Range:
    """Return whether a side has so many thirds."""
    worth = count_worth(recorded, piles, owner, (needed, needed - 1))
    return Range(int(worth.least >= needed), int(worth.most >= needed), worth.at_least, worth.at_most)
