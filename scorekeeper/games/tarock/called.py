"""The recorded cards of a deal in which a card may be called: the partner, the talon, and the called card's bonus."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from scorekeeper.audit.context import known
from scorekeeper.audit.facts import Piles, Range
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import FORGOTTEN, together
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.obligations import Reason
from scorekeeper.cards.packs import TAROCKS, TRULL, of_ranks
from scorekeeper.games.declarer.audit import DECLARER, DEFENDERS, DeclarerDeal, UnplayedCards
from scorekeeper.games.declarer.claims import ClaimRow
from scorekeeper.games.declarer.conditions import Condition
from scorekeeper.games.declarer.contracts import Bonus, Contract
from scorekeeper.games.declarer.events import played_by
from scorekeeper.games.tarock.audit import TarockDeal
from scorekeeper.games.tarock.discard import HONOURS

MONDFANG = "mondfang"
"""The key of the bonus for the Sküs that takes the XXI."""


@dataclass(kw_only=True, eq=False, repr=False)
class CalledDeal(TarockDeal):
    """A deal for card points, perhaps with a partner, revealed by the called card.

    size           the number of cards in the talon
    talon_won      the number of those that count for a declarer who took none, with the called card among them
    own_called     whether the declarer may call a card of their own, and `own_of_four` whether with all four Kings
    between        who settle a Mondfang: "player" for two players, "side" for the sides
    early_lost     whether an announced card that is played early is merely lost, if it brings nothing
    """

    contract: Contract
    size: int
    talon_won: int
    own_called: bool = False
    own_of_four: bool = False
    between: str = ""
    early_lost: bool = False

    def with_partner(self, partner: str) -> DeclarerDeal:
        """Return the deal with this partner, "" for nobody, and with the bonuses that the cards can then show.

        One for the called card is then for that card, and a Mondfang between two players is a player's.
        """
        shown = self.called and (partner or not self.contract.solo)
        bonuses = []
        for bonus in self.bonuses:
            if bonus.key == MONDFANG and self.between == "player":
                bonuses.append(replace(bonus, of_game="player"))
            elif not bonus.of_called:
                bonuses.append(bonus)
            elif shown and bonus.caught:
                bonuses.append(replace(bonus, caught=self.called))
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
        for bonus in self.bonuses:
            taker = self._find_taker(recorded, course, bonus) if bonus.caught else None
            if taker is not None:
                yield bonus.key, taker

    def side_range(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str) -> Range:
        """Return whether the side of a player made a bonus of a side, or took a card or the XXI with the Sküs."""
        if bonus.caught:
            taker = self._find_taker(recorded, course, bonus)
            cards = recorded.play.deck.set_of([bonus.caught]) & (recorded.in_tricks | recorded.aside)
            made = int(bool(taker) and self.is_for(bonus, taker or "", player))
            return Range(0, 1) if taker is None else Range(made, made, cards, cards)
        caught = self._mondfang(recorded, course) if bonus.key == MONDFANG else None
        if caught is None:
            return super().side_range(recorded, course, piles, bonus, player)
        one, other = caught
        entered = [row.get("from", "") for row in self.rows if (row["player"], row["bonus"]) == (player, MONDFANG)]
        made = int(bool(one) and self.is_for(bonus, one, player) and set(entered) <= {"", other})
        cards = recorded.play.deck.set_of(TRULL[:2]) & (recorded.in_tricks | recorded.aside)
        return Range(made, made, cards, cards)

    def find_takers(self, recorded: Recorded, course: Course, bonus: Bonus) -> list[str]:
        """Return the players, first who took one of the cards of a bonus, or caught a card."""
        taker = self._find_taker(recorded, course, bonus) if bonus.caught else None
        if taker:
            return sorted(self.players, key=taker.__ne__)
        caught = self._mondfang(recorded, course) if bonus.key == MONDFANG else None
        others = super().find_takers(recorded, course, bonus)
        return sorted(others, key=caught[0].__ne__) if caught else others

    def _find_taker(self, recorded: Recorded, course: Course, bonus: Bonus) -> str | None:
        """Return who took the card of a bonus from the other side, "" for nobody, None if unknown."""
        card = recorded.play.deck.card[bonus.caught]
        for seats, trick, winner in zip(course.seats, recorded.tricks, course.winners, strict=False):
            if card in trick:
                if len(seats) < len(trick) or winner < 0:
                    return None
                taker = self.players[winner]
                holder = self.players[seats[trick.index(card)]]
                return "" if self.mates(taker, holder) else taker
        return "" if recorded.has_all_tricks or recorded.aside & card else None

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
        known = recorded.in_tricks | recorded.aside
        nobody = recorded.has_all_tricks or recorded.aside & (skues | xxi) or not (skues | xxi) & ~known
        return ("", "") if nobody else None

    def find_conditions(self, recorded: Recorded, course: Course) -> Iterator[Condition]:
        """Yield the conditions of every game, and those of a call, of the birds, and of a forehand handed on."""
        yield from super().find_conditions(recorded, course)
        kings = of_ranks("K")
        first = self.players[0]
        for king in kings if self.entered.forehand != first else ():
            yield Condition("KINGS_NOT_HELD", first, "", *self._find_dealt(recorded, course, first, king))
        for king in kings if self.called[:1] == "Q" else ():
            had = self._find_dealt(recorded, course, self.declarer, king)
            yield Condition("QUEEN_CALLED", self.declarer, self.called, *had)
        if self.called and not self._may_call(recorded, course):
            yield Condition("OWN_KING_CALLED", self.declarer, self.called, 0)
        yield from self._conditions_of_announcements(recorded, course)

    def _conditions_of_announcements(self, recorded: Recorded, course: Course) -> Iterator[Condition]:
        """Yield the conditions of announced birds and Kings: in hand, and those that a bid needs before the talon."""
        held = {bonus.key: (bonus.holds or (self.called,))[0] for bonus in self.bonuses if bonus.ultimo}
        rows = [(row["player"], row["bonus"]) for row in self.entered.rows if row.get("announced")]
        rows = [(player, key) for player, key in rows if held.get(key)]
        bids = {key: self._find_dealt(recorded, course, self.declarer, held[key]) for key in self.contract.birds}
        named = [key for player, key in rows if player == self.declarer and key in bids]
        wrong = not any(bids[key][0] for key in named)
        if bids and not any(most for most, _ in bids.values()):
            cards = recorded.play.deck.set_of([held[key] for key in bids])
            yield Condition("BIRD_NOT_HELD", self.declarer, "", 0, cards)
        elif named and wrong:
            yield Condition("WRONG_BIRD", self.declarer, held[named[0]], *bids[named[0]])
        for player, key in rows:
            card = held[key]
            if not (wrong and player == self.declarer and key in bids):
                reason: Reason = "ANNOUNCED_NOT_HELD" if card in TAROCKS else "KING_NOT_HELD"
                yield Condition(reason, player, card, *self._find_held(recorded, course, player, card))
            if self.early_lost:
                yield from self._conditions_of_early_card(recorded, course, player, card)

    def _conditions_of_early_card(
        self, recorded: Recorded, course: Course, player: str, name: str
    ) -> Iterator[Condition]:
        """Yield that an announced card wins no trick before its own while another card may be played."""
        deck = recorded.play.deck
        card = deck.card[name]
        seat = self.players.index(player)
        played = dict(played_by(recorded, course, seat))
        number = next((number for number, one in played.items() if one == card), 0)
        due = [recorded.size + 1 - bonus.ultimo for bonus in self.bonuses if name in (bonus.holds or (self.called,))]
        if not number or course.winners[number - 1] != seat or number in due:
            return
        gone = together(one for earlier, one in played.items() if earlier <= number)
        others = self.cards_of(recorded, course, player) & ~gone
        leads = course.seats[number - 1][0] == seat
        if others & (deck.all if leads else deck.suit_of[card]):
            yield Condition("ANNOUNCED_CARD_WON", player, name, 0, trick=number)

    def _may_call(self, recorded: Recorded, course: Course) -> bool:
        """Return whether the declarer may have called that card: not a King of their own, but for the house rules."""
        dealt = not self.contract.taken or len(known(self.talon)) == self.size
        if self.own_called or self.called in self.talon or not dealt:
            return True
        kings = recorded.play.deck.set_of(of_ranks("K"))
        four = not kings & ~recorded.hands[self.players.index(self.declarer)].known
        return self.find_holder(recorded, course, self.called) != self.declarer or (self.own_of_four and four)

    def _find_held(self, recorded: Recorded, course: Course, player: str, name: str) -> tuple[int, int]:
        """Return whether a player can have had a card in hand when play began, and what shows that they had not."""
        card = recorded.play.deck.card[name]
        elsewhere = card & self._cards_of_others(recorded, course, player)
        if elsewhere or not card & recorded.possible[self.players.index(player)]:
            return 0, card
        return 1, 0

    def _find_dealt(self, recorded: Recorded, course: Course, player: str, name: str) -> tuple[int, int]:
        """Return the same of the hand before the talon; the declarer may have laid the card away since."""
        if name in self.talon:
            return 0, 0
        hidden = len(known(self.discard)) < self.laid and name not in HONOURS
        laid = player == self.declarer and (hidden or name in self.discard)
        elsewhere = recorded.play.deck.card[name] & self._cards_of_others(recorded, course, player)
        return (1, 0) if laid and not elsewhere else self._find_held(recorded, course, player, name)

    def _cards_of_others(self, recorded: Recorded, course: Course, player: str) -> int:
        return together(self.cards_of(recorded, course, other) for other in self.players if other != player)
