"""What was entered of a deal with Tarock cards, with the least and the most that its recorded cards allow."""

from collections.abc import Callable, Iterator, Sequence

from scorekeeper.audit.facts import Fact, Range, as_seen, winning_cards
from scorekeeper.cards.cardset import together
from scorekeeper.cards.packs import TAROCKS
from scorekeeper.games.tarock.claims import Bonus, ClaimRow
from scorekeeper.games.tarock.events import Shown, cards_of, counted_hand, is_for, is_seen_in_play
from scorekeeper.phrase import Name, say
from scorekeeper.reading import digits

_OPEN = Range(0, 1)
OfSide = Callable[[Bonus, str], Range]
"""Whether the side of a player made a bonus of a side, as far as it is known."""


def find_bonus_facts(shown: Shown, rows: Sequence[ClaimRow], of_side: OfSide) -> Iterator[Fact]:
    """Yield of every bonus that was entered whether it was made, and of every other one that nobody made it."""
    bonuses = {bonus.key: bonus for bonus in shown.bonuses if not bonus.count}
    for row in rows:
        bonus = bonuses.get(row["bonus"])
        announced = bool(row.get("announced"))
        if bonus and ("made" in row or not announced or bonus.flat) and (announced or row.get("made", True)):
            yield _fact(bonus, row["player"], row.get("made", True), _find_made(shown, bonus, row["player"], of_side))
    for bonus in filter(is_seen_in_play, bonuses.values()):
        entered = [row["player"] for row in rows if row["bonus"] == bonus.key]
        for player in shown.players:
            if not any(is_for(shown, bonus, one, player) for one in entered):
                entered.append(player)
                yield _fact(bonus, player, False, _find_made(shown, bonus, player, of_side))


def _fact(bonus: Bonus, player: str, made: bool, found: Range) -> Fact:
    about = say("{what} by {who}", what=bonus.label, who=Name(player))
    return Fact("bonuses", (player, bonus.key), about, int(made), int(made), found, "yes or no")


def _find_made(shown: Shown, bonus: Bonus, player: str, of_side: OfSide) -> Range:
    if bonus.ultimo:
        return _find_won(shown, bonus, player)
    if bonus.of_side or bonus.of_game:
        return of_side(bonus, player)
    return _find_held(shown, bonus, player)


def _find_won(shown: Shown, bonus: Bonus, player: str) -> Range:
    """Return whether somebody won the trick of a bonus with its card."""
    recorded = shown.recorded
    seat = shown.players.index(player)
    card = recorded.play.deck.card[bonus.holds[0]]
    index = recorded.size - bonus.ultimo
    cards = recorded.tricks[index] if index < len(recorded.tricks) else ()
    seats = shown.course.seats[index] if index < len(shown.course.seats) else ()
    played = next((his for one, his in zip(seats, cards, strict=False) if one == seat), 0)
    elsewhere = recorded.shown & card and card not in cards
    if elsewhere or not card & recorded.may_hold(seat):
        return Range(0, 0, (), as_seen(recorded, card))
    if played not in (0, card):
        return Range(0, 0, (), as_seen(recorded, played))
    if card in cards and seats and not played:
        return Range(0, 0, (), as_seen(recorded, card))
    winner = shown.course.winners[index] if index < len(shown.course.winners) else -1
    if winner < 0:
        return _OPEN
    won = as_seen(recorded, winning_cards(recorded, shown.course, [index]))
    if winner == seat or (bonus.by_side and shown.mates(shown.players[winner], player)):
        return Range(int(played == card), 1, won, won)
    return Range(0, 0, won, won)


def _find_held(shown: Shown, bonus: Bonus, player: str) -> Range:
    """Return whether somebody can have had the cards of a bonus in hand."""
    deck = shown.recorded.play.deck
    counted = counted_hand(shown, player, bonus)
    if bonus.tarocks:
        plain = counted & ~deck.set_of(TAROCKS)
        early = player == shown.declarer and bonus.key in shown.early
        size = shown.recorded.size + (shown.laid - shown.taken.bit_count() if early else 0)
        most = size - plain.bit_count()
        return Range(0, int(most >= bonus.tarocks), (), as_seen(shown.recorded, plain))
    lacking = deck.set_of(bonus.holds) & _find_elsewhere(shown, bonus, player)
    needed = bonus.some or len(bonus.holds)
    most = len(bonus.holds) - lacking.bit_count()
    return Range(0, int(most >= needed), (), as_seen(shown.recorded, lacking))


def _find_elsewhere(shown: Shown, bonus: Bonus, player: str) -> int:
    """Return the cards that were surely not in the hand of `player` that counts for a bonus."""
    recorded = shown.recorded
    others = together(cards_of(shown, other) for other in shown.players if other != player)
    hand = recorded.hands[shown.players.index(player)]
    if player == shown.declarer and bonus.key in shown.early:
        return others | (recorded.aside & ~shown.away) | shown.taken
    return others | recorded.aside | hand.barred | (recorded.pack & ~hand.known if hand.complete else 0)


def read_count(thirds: int, entered: object) -> tuple[int, int]:
    """Return the least and the most thirds that a count may mean that was entered: a whole one may be rounded."""
    whole = isinstance(entered, int) or (isinstance(entered, str) and digits(entered.strip(), 3) is not None)
    return (thirds - 1, thirds + 1) if whole else (thirds, thirds)
