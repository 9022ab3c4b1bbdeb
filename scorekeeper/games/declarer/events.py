"""The bonuses shown by recorded cards: winning cards, the tricks of a side, and the hands of players."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from scorekeeper.audit.facts import Range, winning_cards
from scorekeeper.audit.verdict import Unclaimed
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import FORGOTTEN, TAROCK_SUIT, together
from scorekeeper.cards.packs import TAROCKS
from scorekeeper.games.declarer.claims import ClaimRow
from scorekeeper.games.declarer.contracts import Bonus, Contract
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.phrase import Name, Phrase, say


class _Unknown(Exception):  # noqa: N818 - a finding, not an error
    """The record does not show it."""


@dataclass(kw_only=True, eq=False, repr=False)
class ShownBonuses:
    """The bonuses of a deal, and the facts of its declarer's hand besides the tricks.

    players    the players, forehand first
    entered    the entries of the deal
    costly     the bonuses with a cost if they fail unannounced
    laid       the number of cards that the declarer lays away; those remembered are the `discard`
    taken      the cards that the declarer took from the talon, as far as they are known
    partner    the declarer's partner, "" for nobody
    early      the bonuses that count in the declarer's hand with the discard and without the cards taken
    claimable  the rule by which bonuses in hand may be claimed until the next deal, "" if they may not
    """

    players: tuple[str, ...]
    entered: Entered[Contract]
    bonuses: Sequence[Bonus]
    costly: tuple[str, ...]
    discard: tuple[str, ...]
    laid: int
    taken: tuple[str, ...] = ()
    partner: str = ""
    early: tuple[str, ...] = ()
    claimable: str = ""

    @property
    def declarer(self) -> str:
        """The player of the contract."""
        return self.entered.declarer

    @property
    def rows(self) -> list[ClaimRow]:
        """The entered bonuses among those of this deal."""
        keys = {bonus.key for bonus in self.bonuses}
        return [row for row in self.entered.rows if row["bonus"] in keys]

    def mates(self, one: str, other: str) -> bool:
        """Return whether two players are of one side."""
        side = (self.declarer, self.partner)
        return (one in side) == (other in side)

    @property
    def unjudged(self) -> tuple[Phrase, ...]:
        """The entered bonuses with a name of the table's own, which no cards show, with their players."""
        named = {bonus.key: bonus.label for bonus in self.bonuses if bonus.named}
        return tuple(
            say("{what} by {who}", what=named[row["bonus"]], who=Name(row["player"]))
            for row in self.rows
            if row["bonus"] in named
        )

    def is_for(self, bonus: Bonus, player: str, claimed: str) -> bool:
        """Return whether a bonus of `player` is the `claimed` one: their own, or their side's if it is a side's."""
        return self.mates(player, claimed) if bonus.of_side or bonus.of_game == "side" else player == claimed

    def is_settled(self, bonus: Bonus) -> bool:
        """Return whether a bonus of a side was announced: it counts once in a deal, and so not for the other side."""
        of_side = bool(bonus.of_side or bonus.of_game)
        return of_side and any(row["bonus"] == bonus.key and row.get("announced") for row in self.rows)

    def count_bonuses(self, recorded: Recorded, course: Course, sides: Mapping[str, str]) -> list[ClaimRow] | None:
        """Return the entered bonuses as the cards show them, followed by the others that happened.

        None if the cards do not show them; unclaimed bonuses in hand do not count. `sides` has for each bonus of a
        side, or of the game's own, its maker or a player of the side that made it, "" for nobody; unknown ones are
        missing.
        """
        bonuses = {bonus.key: bonus for bonus in self.bonuses}
        rows = list[ClaimRow]()
        try:
            for row in self.rows:
                rows += self._correct(recorded, course, sides, bonuses[row["bonus"]], row.copy())
            for bonus in self.bonuses:
                if bonus.named or not bonus.is_seen_in_play or self.is_settled(bonus):
                    continue
                maker, made = self._made(recorded, course, sides, bonus)
                if any(row["bonus"] == bonus.key and self.is_for(bonus, maker, row["player"]) for row in rows):
                    continue
                if made:
                    rows.append({"player": maker, "bonus": bonus.key})
                elif maker and bonus.key in self.costly:
                    rows.append({"player": maker, "bonus": bonus.key, "made": False})
        except _Unknown:
            return None
        return rows

    def _correct(
        self, recorded: Recorded, course: Course, sides: Mapping[str, str], bonus: Bonus, row: ClaimRow
    ) -> Iterator[ClaimRow]:
        """Yield a bonus as the cards show it; a silent one that was not made is none, unless it failed in its trick."""
        player = row["player"]
        if bonus.count or bonus.named:
            yield row
        elif bonus.is_seen_in_play:
            maker, made = self._made(recorded, course, sides, bonus)
            made = made and self.is_for(bonus, maker, player)
            announced = bool(row.get("announced")) and not bonus.flat
            if (announced and "made" not in row) or made != row.get("made", True):
                row["made"] = made
            if made or announced or (maker == player and bonus.key in self.costly):
                yield row
        elif not self._knows_hand(recorded, course, player):
            raise _Unknown
        elif found := self._find_in_hand(recorded, course, bonus, player):
            yield row | {"bonus": found.key}

    def _made(self, recorded: Recorded, course: Course, sides: Mapping[str, str], bonus: Bonus) -> tuple[str, bool]:
        """Return the player of a bonus, "" for nobody, and whether it was made. Raises _Unknown."""
        if not bonus.ultimo:
            if bonus.key not in sides:
                raise _Unknown
            return sides[bonus.key], bool(sides[bonus.key])
        card = recorded.play.deck.card[bonus.holds[0]]
        index = recorded.size - bonus.ultimo
        seats = course.seats[index] if index < len(course.seats) else ()
        trick = recorded.tricks[index] if index < len(recorded.tricks) else ()
        if card in trick:
            place = trick.index(card)
            if place >= len(seats) or course.winners[index] < 0:
                raise _Unknown
            player, winner = (self.players[seat] for seat in (seats[place], course.winners[index]))
            return player, self.mates(player, winner) if bonus.by_side else player == winner
        if not (recorded.in_tricks | recorded.aside) & card:
            forgotten = [seat for seat, played in zip(seats, trick, strict=False) if played == FORGOTTEN]
            if len(seats) < len(recorded.hands) or any(recorded.possible[seat] & card for seat in forgotten):
                raise _Unknown
        return "", False

    def find_unclaimed(self, recorded: Recorded, course: Course) -> Iterator[Unclaimed]:
        """Yield the bonuses that players surely had in hand and may claim until the next deal."""
        if not self.claimable:
            return
        bonuses = {bonus.key: bonus for bonus in self.bonuses}
        claimed = {(row["player"], bonuses[row["bonus"]].claimed_as) for row in self.rows}
        in_hand = [bonus for bonus in self.bonuses if bonus.flat and not bonus.is_seen_in_play]
        for player, bonus in product(self.players, in_hand):
            found = self._find_in_hand(recorded, course, bonus, player)
            if found and (player, found.claimed_as) not in claimed:
                claimed.add((player, found.claimed_as))
                yield Unclaimed(player, found.label, self.claimable)

    def _find_in_hand(self, recorded: Recorded, course: Course, bonus: Bonus, player: str) -> Bonus | None:
        """Return the bonus that a player surely had in hand; so many tarocks are known only by the whole hand."""
        hand = self._counted_hand(recorded, course, bonus, player)
        deck = recorded.play.deck
        if bonus.tarocks:
            known = self._knows_hand(recorded, course, player)
            return bonus_for_tarocks(self.bonuses, (hand & deck.suit[TAROCK_SUIT]).bit_count() if known else 0)
        enough = (deck.set_of(bonus.holds) & hand).bit_count() >= (bonus.some or len(bonus.holds))
        return bonus if enough else None

    def cards_of(self, recorded: Recorded, course: Course, player: str) -> int:
        """Return the cards that `player` is known to have had when play began."""
        seat = self.players.index(player)
        return together([recorded.hands[seat].known, *[card for _, card in played_by(recorded, course, seat)]])

    def _knows_hand(self, recorded: Recorded, course: Course, player: str) -> bool:
        return self.cards_of(recorded, course, player).bit_count() == recorded.size

    def _counted_hand(self, recorded: Recorded, course: Course, bonus: Bonus, player: str) -> int:
        """Return the known cards that count for a bonus in hand."""
        cards = self.cards_of(recorded, course, player)
        if player == self.declarer and bonus.key in self.early:
            deck = recorded.play.deck
            return (cards | deck.set_of(self.discard)) & ~deck.set_of(self.taken)
        return cards

    def find_won(self, recorded: Recorded, course: Course, bonus: Bonus, player: str) -> Range:
        """Return whether a player won the trick of a bonus with its card."""
        played = self._find_played(recorded, course, bonus, player)
        index = recorded.size - bonus.ultimo
        winner = course.winners[index] if index < len(course.winners) else -1
        if not played.most:
            return played
        if winner < 0:
            return Range(0, 1)
        won = winning_cards(recorded, course, [index])
        name = self.players[winner]
        if name == player or (bonus.by_side and self.mates(name, player)):
            return Range(played.least, 1, won, won)
        return Range(0, 0, won, won)

    def find_lost(self, recorded: Recorded, course: Course, bonus: Bonus, player: str) -> Range:
        """Return whether a player lost the card of a bonus in its trick."""
        played = self._find_played(recorded, course, bonus, player)
        won = self.find_won(recorded, course, bonus, player)
        if not played.most or won.least:
            return Range(0, 0, 0, won.at_least or played.at_most)
        return Range(int(played.least > won.most), 1)

    def _find_played(self, recorded: Recorded, course: Course, bonus: Bonus, player: str) -> Range:
        """Return whether a player played the card of a bonus in its trick."""
        seat = self.players.index(player)
        card = recorded.play.deck.card[bonus.holds[0]]
        index = recorded.size - bonus.ultimo
        cards = recorded.tricks[index] if index < len(recorded.tricks) else ()
        seats = course.seats[index] if index < len(course.seats) else ()
        played = next((lain for one, lain in zip(seats, cards, strict=False) if one == seat), 0)
        elsewhere = recorded.in_tricks & card and card not in cards
        if elsewhere or not card & recorded.possible[seat] or (card in cards and seats and not played):
            return Range(0, 0, 0, card)
        if played not in (0, card):
            return Range(0, 0, 0, played)
        return Range(int(played == card), 1)

    def count_in_hand(self, recorded: Recorded, course: Course, bonus: Bonus, player: str) -> Range:
        """Return whether a player can have had the cards of a bonus in hand."""
        deck = recorded.play.deck
        away = deck.set_of(self.discard)
        taken = deck.set_of(self.taken)
        early = player == self.declarer and bonus.key in self.early
        if bonus.tarocks:
            plain = self._counted_hand(recorded, course, bonus, player) & ~deck.set_of(TAROCKS)
            size = recorded.size + (self.laid - taken.bit_count() if early else 0)
            most = size - plain.bit_count()
            return Range(0, int(most >= bonus.tarocks), 0, plain)
        elsewhere = together(self.cards_of(recorded, course, other) for other in self.players if other != player)
        hand = recorded.hands[self.players.index(player)]
        if early:
            elsewhere |= recorded.aside & ~away | taken
        else:
            elsewhere |= recorded.aside | hand.barred | (recorded.pack & ~hand.known if hand.complete else 0)
        lacking = deck.set_of(bonus.holds) & elsewhere
        most = len(bonus.holds) - lacking.bit_count()
        return Range(0, int(most >= (bonus.some or len(bonus.holds))), 0, lacking)


def bonus_for_tarocks(bonuses: Sequence[Bonus], tarocks: int) -> Bonus | None:
    """Return the bonus for so many tarocks in hand, only the highest that is reached; None for fewer."""
    return next((bonus for bonus in reversed(bonuses) if 0 < bonus.tarocks <= tarocks), None)


def played_by(recorded: Recorded, course: Course, seat: int) -> Iterator[tuple[int, int]]:
    """Yield the tricks, from 1, and the cards that `seat` played in them."""
    for number, (seats, cards) in enumerate(zip(course.seats, recorded.tricks, strict=False), start=1):
        if seat in seats and (place := seats.index(seat)) < len(cards):
            yield number, cards[place]
