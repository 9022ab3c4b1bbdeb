"""Recorded cards of a declarer's deal with Tarock cards: what they count, show and break besides the law of play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, cast

from scorekeeper.audit.context import Frame, Heap, known
from scorekeeper.audit.engine import TrickAudit
from scorekeeper.audit.facts import Fact, Piles, Range, as_seen, count_tricks, count_worth, pile_up
from scorekeeper.audit.verdict import Seen, Unclaimed, Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import TAROCK_SUIT, split, together
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.packs import TAROCKS, TRULL, of_ranks
from scorekeeper.cards.record import Cards
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.tarock.claims import Bonus, ClaimRow
from scorekeeper.games.tarock.declared import Contract, Entered
from scorekeeper.games.tarock.discard import Laying, is_honour, legal_discards, wrong_discard
from scorekeeper.games.tarock.events import (
    OfSide,
    Shown,
    Unknown,
    count_bonuses,
    find_bonus_facts,
    find_unclaimed,
    read_count,
    same_bonuses,
)
from scorekeeper.reading import digits

DECLARER, DEFENDERS, NOBODY = range(3)
_COUNTS = (("points", DECLARER), ("defender_points", DEFENDERS))


class Beside(NamedTuple):
    """Cards of the talon, or laid away, that count for a side without having been played, and how many they are."""

    owner: int
    cards: tuple[str, ...]
    number: int


def lie_beside(discard: Cards, rest: Cards, laid: int, left: int) -> Sequence[Beside]:
    """Return what counts where a declarer laid so many cards away, for himself, and so many of a talon were left."""
    return Beside(DECLARER, discard, laid), Beside(DEFENDERS, rest, left)


@dataclass(kw_only=True)
class DeclarerDeal:
    """What is known of one deal with its declarer, but for the tricks, and what they come to.

    players    who plays, forehand first
    entered    what was entered of it
    laying     how many cards the declarer lays away, and which; what is remembered of them is his `discard`
    taken      the cards that he took from the talon, as far as they are known
    partner    who plays with him, "" for nobody
    early      the bonuses that count in his hand as it was dealt
    pile_only  the bonuses of a side for which only its tricks count
    claimable  the rule by which what a player had in hand may be claimed until the next deal, "" where it may not
    """

    players: tuple[str, ...]
    entered: Entered[Contract]
    bonuses: Sequence[Bonus]
    costly: tuple[str, ...]
    besides: Sequence[Beside]
    discard: tuple[str, ...]
    laying: Laying
    taken: tuple[str, ...] = ()
    partner: str = ""
    early: tuple[str, ...] = ()
    pile_only: tuple[str, ...] = ()
    claimable: str = ""

    @property
    def declarer(self) -> str:
        """Who plays the contract."""
        return self.entered.declarer

    def same(self, key: str, entered: object, counted: object) -> bool:
        """Return whether what was entered for a key is what was counted."""
        if key == "bonuses":
            return same_bonuses(entered, counted)
        return self.entered.same(key, entered, counted)

    def count(self, recorded: Recorded, course: Course) -> dict[str, object]:
        """Return the points in the way in which they were entered, and the bonuses."""
        piles = self.pile_up(recorded, course)
        counted = dict(self.points(recorded, piles))
        bonuses = self.count_bonuses(recorded, course, dict(self.sides(recorded, course, piles)))
        if bonuses is not None and (bonuses or "bonuses" in self.entered.result):
            counted["bonuses"] = bonuses
        return counted

    def count_bonuses(self, recorded: Recorded, course: Course, sides: Mapping[str, str]) -> list[ClaimRow] | None:
        """Return the bonuses as the cards show them, None where they do not tell; `sides` as in `sides`."""
        try:
            return count_bonuses(self._shown(recorded, course, sides), self.rows)
        except Unknown:
            return None

    def unclaimed(self, recorded: Recorded, course: Course) -> Iterator[Unclaimed]:
        """Yield what players surely had in hand and may claim until the next deal."""
        if self.claimable:
            yield from find_unclaimed(self._shown(recorded, course, {}), self.rows, self.claimable)

    @property
    def rows(self) -> list[ClaimRow]:
        """The bonuses that were entered."""
        return self.entered.rows

    def _shown(self, recorded: Recorded, course: Course, sides: Mapping[str, str]) -> Shown:
        deck = recorded.play.deck
        return Shown(
            recorded,
            course,
            self.players,
            self.declarer,
            self.bonuses,
            self.costly,
            sides,
            deck.set_of(self.discard),
            deck.set_of(self.taken),
            self.early,
            self.partner,
            self.laying.number,
        )

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield what was entered with what it can be in one course."""
        piles = self.pile_up(recorded, course)
        counts = self.count_facts(recorded, piles)
        yield chain(counts, self.bonus_facts(recorded, course, partial(self.side_range, recorded, course, piles)))

    def count_facts(self, recorded: Recorded, piles: Piles) -> Iterator[Fact]:
        """Yield what was entered of the counts."""
        for key, owner in _COUNTS:
            if key in self.entered.result:
                low, high = read_count(cast("int", self.entered.read(key)), self.entered.result[key])
                yield Fact(key, (), None, low, high, count_worth(recorded, piles, owner, (low, high)), "thirds")

    def bonus_facts(self, recorded: Recorded, course: Course, of_side: OfSide) -> Iterator[Fact]:
        """Yield what was entered of the bonuses."""
        return find_bonus_facts(self._shown(recorded, course, {}), self.rows, of_side)

    def side_range(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str) -> Range:
        """Return whether the side of a player made a bonus of a side, as far as it is known."""
        owner = self.owner(player)
        if bonus.all_tricks:
            tricks = count_tricks(recorded, course, self.seats_of(owner))
            all_ = recorded.size
            return Range(int(tricks.least == all_), int(tricks.most == all_), tricks.at_least, tricks.at_most)
        if not bonus.holds:
            return Range(0, 1)
        cards = recorded.play.deck.set_of(bonus.holds)
        counted = self._counted_for(recorded, course, piles, bonus)
        made = counted.all_of(owner, cards)
        theirs = cards & together(counted.owned) & ~counted.owned[owner]
        return Range(int(made is True), int(made is not False), as_seen(recorded, cards), as_seen(recorded, theirs))

    def _counted_for(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus) -> Piles:
        """Return the piles with which a bonus of a side counts: with what lies beside the tricks, or without."""
        if bonus.key not in self.pile_only:
            return piles
        beside = sum(number for _, _, number in self.besides)
        return self.pile_up(recorded, course, [Beside(NOBODY, (), beside)])

    def owner(self, player: str) -> int:
        """Return whose pile a player's tricks are on."""
        return DECLARER if player in (self.declarer, self.partner) else DEFENDERS

    def seats_of(self, owner: int) -> list[int]:
        """Return the seats whose tricks are on a pile."""
        return [seat for seat, player in enumerate(self.players) if self.owner(player) == owner]

    def pile_up(self, recorded: Recorded, course: Course, besides: Iterable[Beside] | None = None) -> Piles:
        """Return the piles of the sides, with the cards of the deal that are in no trick or with `besides`."""
        cards = [0, 0, 0]
        numbers = [0, 0, 0]
        for owner, names, number in self.besides if besides is None else besides:
            these = recorded.play.deck.set_of(names)
            cards[owner] |= these
            numbers[owner] += number - these.bit_count()
        return pile_up(recorded, course, [*map(self.owner, self.players)], list(zip(cards, numbers, strict=True)))

    def points(self, recorded: Recorded, piles: Piles) -> Iterator[tuple[str, object]]:
        """Yield what each side counts, as it was entered."""
        for key, owner in _COUNTS:
            wanted = key in self.entered.result or (key == "points" and "defender_points" not in self.entered.result)
            if wanted and (thirds := piles.worth(recorded.play.deck, owner)) is not None:
                yield key, as_entered(self.entered.result.get(key), thirds)

    def sides(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[tuple[str, str]]:
        """Yield the bonuses of a side with the first player of the side that made it, as far as that is known."""
        owners = {self.owner(self.players[seat]) for seat in course.winners if seat >= 0}
        whole = len(course.winners) >= recorded.size and all(seat >= 0 for seat in course.winners)
        for bonus in (bonus for bonus in self.bonuses if bonus.of_side):
            cards = recorded.play.deck.set_of(bonus.holds)
            counted = self._counted_for(recorded, course, piles, bonus)
            sides = {owner: counted.all_of(owner, cards) for owner in (DECLARER, DEFENDERS)}
            if bonus.all_tricks:
                sides = {side: False if owners - {side} else True if whole else None for side in sides}
            if None not in sides.values() or True in sides.values():
                yield bonus.key, next((player for player in self.players if sides[self.owner(player)]), "")

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """With the declarer's hand recorded the law of discards in full, else what is sure without it."""
        hand = recorded.hands[self.players.index(self.declarer)]
        discard = self.discard
        deck = recorded.play.deck
        laying = self.laying
        complete = UNKNOWN not in self.discard and (self.discard or not self.laying.number)
        if not (discard or laying.number or laying.suit_cards):
            return  # nothing is laid away, and nothing need stay
        if len(discard) > laying.number:
            yield Violation(0, self.declarer, discard[laying.number], "WRONG_LENGTH")
        elif hand.complete and complete:
            held = (*deck.names(hand.known), *discard)
            if wrong := wrong_discard(held, discard, laying):
                legal = legal_discards(held, laying) if wrong.card or wrong.reason == "WRONG_LENGTH" else None
                yield Violation(0, self.declarer, wrong.card, wrong.reason, legal)
        elif discard:
            yield from self._check_cards(recorded, courses)

    def _check_cards(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """Yield what is wrong with cards that were laid away, whatever else the declarer had."""
        honours = [card for card in self.discard if is_honour(card)]
        yield from (Violation(0, self.declarer, card, "HONOUR_DISCARDED") for card in honours)
        tarocks, when, reason = self.laying.spared
        spared = [card for card in known(self.discard) if (card in TAROCKS) == tarocks and card not in honours]
        proof = self._kept(recorded, courses, tarocks=not tarocks) if spared and when == "forced" else None
        if spared and (proof or when == "never"):
            yield Violation(0, self.declarer, spared[0], reason, seen=proof)

    def _kept(self, recorded: Recorded, courses: tuple[Course, ...], *, tarocks: bool) -> Seen | None:
        """Return the first card to be laid away before others that the declarer surely kept, in trick 0 for his hand.

        Whoever has such a card left need not have laid others away, however many there were.
        """
        seat = self.players.index(self.declarer)
        deck = recorded.play.deck
        suit = deck.suit[TAROCK_SUIT]
        plain = (suit if tarocks else deck.all & ~suit) & ~deck.set_of((*of_ranks("K"), *TRULL))
        played = [set(_played_by(recorded, course, seat)) for course in courses]
        kept = {(0, card) for card in split(recorded.hands[seat].known)} | set[tuple[int, int]]().union(
            *played[:1]
        ).intersection(*played)
        shown = sorted((index, deck.name[card]) for index, card in kept if card & plain)
        return Seen(*min(shown, key=lambda place: (not place[0], place))) if shown else None


def audit_declarer(deal: DeclarerDeal, frame: Frame, taken: Cards, rest: Cards, **own: Any) -> TrickAudit:
    """Return how a deal is judged of whose talon a declarer took some cards, and others nobody; `own` is the game's."""
    usual: dict[str, Any] = {
        "heaps": [Heap(deal.declarer, deal.discard), Heap(deal.declarer, taken, aside=False), Heap("", rest)],
        "entered": deal.entered.compared,
        "unsaid": {"bonuses": []},
        "count": deal.count,
        "same": deal.same,
        "facts": deal.facts,
        "check": deal.check,
        "unclaimed": deal.unclaimed,
    }
    return TrickAudit(frame=frame, **(usual | own))


def _played_by(recorded: Recorded, course: Course, seat: int) -> Iterator[tuple[int, int]]:
    """Yield the tricks, from 1, and the cards that `seat` played in them."""
    for number, (seats, cards) in enumerate(zip(course.seats, recorded.tricks, strict=False), start=1):
        if seat in seats and seats.index(seat) < len(cards):
            yield number, cards[seats.index(seat)]


def as_entered(entered: object, thirds: int) -> object:
    """Return a count as a person would have entered it: rounded where a whole number was."""
    whole = isinstance(entered, int) or (isinstance(entered, str) and digits(entered.strip(), 3) is not None)
    if whole:
        return round_thirds(thirds)
    return write_thirds(thirds) if thirds % 3 else thirds // 3
