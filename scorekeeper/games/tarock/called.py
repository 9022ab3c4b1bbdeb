"""The recorded cards of a deal in which a card may be called: the partner, the talon, and the called card's bonus."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import cast

from scorekeeper.audit.context import known
from scorekeeper.audit.facts import Piles, Range, as_seen
from scorekeeper.audit.verdict import Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import FORGOTTEN
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.packs import TRULL, of_ranks
from scorekeeper.games.declarer.audit import DECLARER, DEFENDERS, DeclarerDeal, UnplayedCards
from scorekeeper.games.declarer.claims import ClaimRow
from scorekeeper.games.declarer.contracts import Bonus, Contract
from scorekeeper.games.tarock.audit import TarockDeal

MONDFANG = "mondfang"
"""The key of the bonus for the Sküs that takes the XXI."""


@dataclass(kw_only=True, eq=False, repr=False)
class CalledDeal(TarockDeal):
    """A deal for card points, perhaps with a partner, revealed by the called card.

    size           the number of cards in the talon
    talon_won      the number of those that count for a declarer who took none, with the called card among them
    own_called     whether the declarer may call a card of their own, and `own_of_four` whether with all four Kings
    between        who settle a Mondfang: "player" for two players, "side" for the sides
    """

    contract: Contract
    size: int
    talon_won: int
    own_called: bool = False
    own_of_four: bool = False
    between: str = ""

    def with_partner(self, partner: str) -> DeclarerDeal:
        """Return the deal with this partner, "" for nobody, and with the bonuses that the cards can then show.

        One for the trick of the called card is then for that card, and a Mondfang between two players is a player's.
        """
        shown = self.called and (partner or not self.contract.solo)
        bonuses = []
        for bonus in self.bonuses:
            if bonus.key == MONDFANG and self.between == "player":
                bonuses.append(replace(bonus, of_game="player"))
            elif not bonus.by_side:
                bonuses.append(bonus)
            elif shown:
                bonuses.append(replace(bonus, holds=(self.called,)))
        return replace(self, partner=partner, unplayed=self._share_talon(partner), bonuses=tuple(bonuses))

    def _share_talon(self, partner: str) -> Sequence[UnplayedCards]:
        """Return the unplayed cards: of a talon with the called card in it a half or all counts for the declarer."""
        own = self.called and len(self.talon) == self.size and self.called not in self.talon
        if partner or own or not (self.calls and self.contract.solo):
            return self.unplayed
        lay = self.called in self.talon
        if self.talon_won == self.size and (lay or not self.own_called):
            return (UnplayedCards(DECLARER, self.talon, self.size),)
        half = self.size // 2
        if not lay:  # its place is not entered
            return UnplayedCards(DECLARER, (), half), UnplayedCards(DEFENDERS, (), half)
        halves = self.talon[:half], self.talon[half:]
        mine, theirs = halves if self.called in halves[0] else halves[::-1]
        return UnplayedCards(DECLARER, mine, half), UnplayedCards(DEFENDERS, theirs, half)

    def count_bonuses(self, recorded: Recorded, course: Course, sides: Mapping[str, str]) -> list[ClaimRow] | None:
        """Return the bonuses with those that no card shows yet, None if the cards do not show the others."""
        rows = super().count_bonuses(recorded, course, sides)
        remaining = [row for row in self.entered.rows if row not in self.rows]
        known_king = not self.calls or self.called or (self.contract.solo and not self.partner)
        if rows is not None and not remaining and not known_king:  # what fell in the last trick may be the called King
            last = recorded.tricks[recorded.size - 1] if len(recorded.tricks) >= recorded.size else (0,)
            names = [recorded.play.deck.name.get(card, UNKNOWN) for card in last]
            if any(name == UNKNOWN or name[:-1] in ("K", "Q") for name in names):
                return None
        caught = self._mondfang(recorded, course)
        if rows is not None and self.between == "player" and caught:
            loser = cast("ClaimRow", {"from": caught[1]})
            rows = [{**row, **loser} if row["bonus"] == MONDFANG else row for row in rows]
        return None if rows is None else [*rows, *remaining]

    def sides(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[tuple[str, str]]:
        """Yield the bonuses of every game, and the taker of the XXI with the Sküs."""
        yield from super().sides(recorded, course, piles)
        caught = self._mondfang(recorded, course)
        if caught is not None:
            yield MONDFANG, caught[0]

    def side_range(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str) -> Range:
        """Return whether the side of a player made a bonus of a side, or took the XXI with the Sküs."""
        caught = self._mondfang(recorded, course) if bonus.key == MONDFANG else None
        if caught is None:
            return super().side_range(recorded, course, piles, bonus, player)
        one, other = caught
        entered = [row.get("from", "") for row in self.rows if (row["player"], row["bonus"]) == (player, MONDFANG)]
        made = int(bool(one) and self.is_for(bonus, one, player) and set(entered) <= {"", other})
        cards = as_seen(recorded, recorded.play.deck.set_of(TRULL[:2]) & (recorded.shown | recorded.aside))
        return Range(made, made, cards, cards)

    def _mondfang(self, recorded: Recorded, course: Course) -> tuple[str, str] | None:
        """Return the players of the Sküs and of the XXI it took, "" for none, None if unknown.

        Between the sides it is none where both are of one.
        """
        skues, xxi = (recorded.play.deck.card[name] for name in ("SK", "T21"))
        for seats, trick, winner in zip(course.seats, recorded.tricks, course.winners, strict=False):
            if skues in trick and xxi in trick:
                if len(seats) < len(trick) or winner < 0:
                    return None
                one, other = (self.players[seats[trick.index(card)]] for card in (skues, xxi))
                mates = self.between == "side" and self.owner(one) == self.owner(other)
                return ("", "") if winner != seats[trick.index(skues)] or mates else (one, other)
            if (skues in trick or xxi in trick) and len(trick) == len(self.players) and FORGOTTEN not in trick:
                return "", ""
        known = recorded.shown | recorded.aside
        whole = len(recorded.tricks) >= recorded.size and FORGOTTEN not in chain.from_iterable(recorded.tricks)
        return ("", "") if whole or recorded.aside & (skues | xxi) or not (skues | xxi) & ~known else None

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """The discard, a called King of the declarer's own, and a called Queen without all four ."""
        yield from super().check(recorded, courses)
        hand = recorded.hands[self.players.index(self.declarer)]
        deck = recorded.play.deck
        for king in of_ranks("K") if self.called[:1] == "Q" else ():
            holders = {self.find_holder(recorded, course, king) for course in courses}
            laid = hand.complete and not hand.known & deck.card[king] and king not in self.discard
            if king in self.talon or laid or (holders and not holders & {"", self.declarer}):
                yield Violation(0, self.declarer, self.called, "QUEEN_CALLED")
                break
        dealt = not self.contract.taken or len(known(self.talon)) == self.size
        if not self.called or self.own_called or self.called in self.talon or not dealt:
            return
        if courses and all(self.find_holder(recorded, course, self.called) == self.declarer for course in courses):
            four = not deck.set_of(of_ranks("K")) & ~hand.known
            if not self.own_of_four or not four:
                yield Violation(0, self.declarer, self.called, "OWN_KING_CALLED")
