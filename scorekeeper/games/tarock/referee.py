"""Recorded cards of a declarer's deal with Tarock cards: counts, bonuses and breaches besides the law of play."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from scorekeeper.audit.context import Frame, Heap, known
from scorekeeper.audit.engine import Counts, TrickAudit
from scorekeeper.audit.facts import Fact, Piles, Range, as_seen, count_tricks, count_worth, pile_up
from scorekeeper.audit.verdict import Seen, Undecided, Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import TAROCK_SUIT, split, together
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.packs import TAROCKS
from scorekeeper.cards.record import Cards
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.discard import HONOURS, legal_discards, wrong_discard
from scorekeeper.games.tarock.events import ShownBonuses, played_by
from scorekeeper.phrase import Name, say
from scorekeeper.reading import digits

DECLARER, DEFENDERS, NOBODY = range(3)
_COUNTS = (("points", DECLARER), ("defender_points", DEFENDERS))


class Beside(NamedTuple):
    """Cards of the talon or the discard that count for a side without having been played, and their number."""

    owner: int
    cards: tuple[str, ...]
    number: int


def lie_beside(discard: Cards, rest: Cards, laid: int, left: int) -> Sequence[Beside]:
    """Return the unplayed cards that count: the declarer's discard and the rest of the talon, of these sizes."""
    return Beside(DECLARER, discard, laid), Beside(DEFENDERS, rest, left)


@dataclass(kw_only=True)
class DeclarerDeal(ShownBonuses):
    """The known facts of one deal with a declarer, except the tricks, and the functions that count it.

    besides    the cards that count without having been played
    pile_only  the bonuses of a side for which only its tricks count
    threshold  the thirds with which the declarer's side wins, if a count is compared with it
    """

    besides: Sequence[Beside]
    pile_only: tuple[str, ...] = ()
    threshold: int = 0

    @property
    def unsaid(self) -> Counts:
        """What it means where something was entered, but nothing for a key that the cards count."""
        return {"bonuses": []}

    def owner(self, player: str) -> int:
        """Return the owner of the pile with a player's tricks."""
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

    def _counted_for(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus) -> Piles:
        """Return the piles with which a bonus of a side counts: with what lies beside the tricks, or without."""
        if bonus.key not in self.pile_only:
            return piles
        beside = sum(number for _, _, number in self.besides)
        return self.pile_up(recorded, course, [Beside(NOBODY, (), beside)])

    def count(self, recorded: Recorded, course: Course) -> dict[str, object]:
        """Return the points in the form of the entries, and the bonuses."""
        piles = self.pile_up(recorded, course)
        counted = dict(self.points(recorded, piles))
        bonuses = self.count_bonuses(recorded, course, dict(self.sides(recorded, course, piles)))
        if bonuses is not None and (bonuses or "bonuses" in self.entered.result):
            counted["bonuses"] = bonuses
        return counted

    def points(self, recorded: Recorded, piles: Piles) -> Iterator[tuple[str, object]]:
        """Yield the count of each side, as it was entered, or only whether the game was won if so entered."""
        result = self.entered.result
        whole = recorded.play.deck.count(recorded.pack)
        won = self.threshold and "won" in result
        keys = ["won"] if won else [key for key, _ in _COUNTS if key in result] or ["points"]
        for key in keys:
            owner = DEFENDERS if key == "defender_points" else DECLARER
            thirds = piles.worth(recorded.play.deck, owner)
            if thirds is None:
                continue
            rounded = 3 * round_thirds(thirds)
            mine = (thirds, rounded) if owner == DECLARER else (whole - thirds, whole - rounded)
            # a count is rounded as it was entered, but not where a rounded one would say that the other side won
            decides = (mine[0] >= self.threshold) != (mine[1] >= self.threshold)
            counted = as_entered("" if decides and "tricks" not in result else result.get(key), thirds)
            yield key, thirds >= self.threshold if won else counted

    def sides(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[tuple[str, str]]:
        """Yield the bonuses of a side with the first player of the side that made it, as far as that is known."""
        owners = {self.owner(self.players[seat]) for seat in set(course.winners) if seat >= 0}
        whole = len(course.winners) >= recorded.size and -1 not in course.winners
        for bonus in (bonus for bonus in self.bonuses if bonus.of_side):
            cards = recorded.play.deck.set_of(bonus.holds)
            counted = self._counted_for(recorded, course, piles, bonus)
            sides = {owner: counted.all_of(owner, cards) for owner in (DECLARER, DEFENDERS)}
            if bonus.all_tricks:
                sides = {side: False if owners - {side} else True if whole else None for side in sides}
            if None not in sides.values() or True in sides.values():
                yield bonus.key, next((player for player in self.players if sides[self.owner(player)]), "")

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield what was entered with what it can be in one course, for each way in which the sides may be."""
        yield self.find_facts(recorded, course)

    def find_facts(self, recorded: Recorded, course: Course) -> Iterator[Fact]:
        """Yield what was entered with what it can be in one course."""
        piles = self.pile_up(recorded, course)
        yield from self.count_facts(recorded, course, piles)
        bonuses = {bonus.key: bonus for bonus in self.bonuses if not bonus.count}
        for row in self.rows:
            bonus = bonuses.get(row["bonus"])
            announced = bool(row.get("announced"))
            if bonus and ("made" in row or not announced or bonus.flat) and (announced or row.get("made", True)):
                yield self._bonus_fact(recorded, course, piles, bonus, row["player"], row.get("made", True))
        for bonus in bonuses.values():  # a bonus without an entry was made by nobody
            entered = [row["player"] for row in self.rows if row["bonus"] == bonus.key]
            for player in self.players if bonus.is_seen_in_play else ():
                if not any(self.is_for(bonus, one, player) for one in entered):
                    entered.append(player)
                    yield self._bonus_fact(recorded, course, piles, bonus, player, made=False)

    def count_facts(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[Fact]:
        """Yield the entries of the counts."""
        for key, owner in _COUNTS:
            if key in self.entered.result:
                low, high = read_count(cast("int", self.entered.read(key)), self.entered.result[key])
                yield Fact(key, (), None, low, high, count_worth(recorded, piles, owner, (low, high)), "thirds")

    def _bonus_fact(
        self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str, made: bool
    ) -> Fact:
        if bonus.ultimo:
            found = self.find_won(recorded, course, bonus, player)
        elif bonus.of_side or bonus.of_game:
            found = self.side_range(recorded, course, piles, bonus, player)
        else:
            found = self.count_in_hand(recorded, course, bonus, player)
        about = say("{what} by {who}", what=bonus.label, who=Name(player))
        return Fact("bonuses", (player, bonus.key), about, int(made), int(made), found, "yes or no")

    def side_range(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str) -> Range:
        """Return whether the side of a player made a bonus of a side, as far as it is known."""
        owner = self.owner(player)
        if bonus.all_tricks:
            tricks = count_tricks(recorded, course, self.seats_of(owner))
            return tricks._replace(least=int(tricks.least == recorded.size), most=int(tricks.most == recorded.size))
        if not bonus.holds:
            return Range(0, 1)
        cards = recorded.play.deck.set_of(bonus.holds)
        counted = self._counted_for(recorded, course, piles, bonus)
        made = counted.all_of(owner, cards)
        theirs = cards & together(counted.owned) & ~counted.owned[owner]
        return Range(int(made is True), int(made is not False), as_seen(recorded, cards), as_seen(recorded, theirs))

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """Yield breaches of the law of discards: all with the declarer's hand recorded, else only the sure ones."""
        hand = recorded.hands[self.players.index(self.declarer)]
        discard = self.discard
        laying = self.laying
        complete = UNKNOWN not in discard and (discard or not laying.number)
        if not (discard or laying.number or laying.suit_cards):
            return  # nothing is laid away, and no card has to stay
        if len(discard) > laying.number:
            yield Violation(0, self.declarer, discard[laying.number], "WRONG_LENGTH")
        elif hand.complete and complete:
            cards = (*recorded.play.deck.names(hand.known), *discard)
            if wrong := wrong_discard(cards, discard, laying):
                legal = legal_discards(cards, laying) if wrong.card or wrong.reason == "WRONG_LENGTH" else None
                yield Violation(0, self.declarer, wrong.card, wrong.reason, legal)
        else:
            yield from self._check_cards(recorded, courses)

    def _check_cards(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """Yield the faults of a discard that do not depend on the declarer's other cards.

        A declarer with a card left that has to be laid away before others was not allowed to lay away any of these;
        the first card surely kept is the proof, in trick 0 for the hand.
        """
        honours = [card for card in self.discard if card in HONOURS]
        yield from (Violation(0, self.declarer, card, "HONOUR_DISCARDED") for card in honours)
        tarocks, when, reason = self.laying.spared
        spared = [card for card in known(self.discard) if (card in TAROCKS) == tarocks and card not in honours]
        if not spared or when == "open":
            return
        deck = recorded.play.deck
        spoiling = self._spoiling(recorded)
        kept = self._find_kept(recorded, courses)
        shown = sorted((index, deck.name[card]) for index, card in kept if card & spoiling)
        proof = Seen(*min(shown, key=lambda place: (not place[0], place))) if shown and when == "forced" else None
        if proof or when == "never":
            yield Violation(0, self.declarer, spared[0], reason, seen=proof)

    def _spoiling(self, recorded: Recorded) -> int:
        """Return the cards that have to be laid away before the spared ones."""
        deck = recorded.play.deck
        suit = deck.suit[TAROCK_SUIT]
        return (deck.all & ~suit if self.laying.spared[0] else suit) & ~deck.set_of(HONOURS)

    def _find_kept(self, recorded: Recorded, courses: Sequence[Course]) -> set[tuple[int, int]]:
        """Return the cards that the declarer surely kept, with their tricks, 0 for the hand."""
        seat = self.players.index(self.declarer)
        cards = {(0, card) for card in split(recorded.hands[seat].known)}
        if courses:
            cards |= set.intersection(*[set(played_by(recorded, course, seat)) for course in courses])
        return cards

    def doubts(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Undecided]:
        """Yield the first card laid away that was legal only if the declarer kept no card that had to go before it."""
        tarocks, when, _ = self.laying.spared
        spared = [card for card in known(self.discard) if (card in TAROCKS) == tarocks]
        hand = recorded.hands[self.players.index(self.declarer)]
        kept = together(card for _, card in self._find_kept(recorded, courses))
        if not spared or when != "forced" or hand.complete or kept.bit_count() >= recorded.size:
            return
        elsewhere = recorded.shown if len(courses) == 1 and all(courses[0].seats) else 0
        lacking = recorded.possible[self.players.index(self.declarer)] & self._spoiling(recorded) & ~elsewhere
        if lacking:
            kind = say("no suit card below the King") if tarocks else say("no tarock except Trull cards")
            why = say("legal if {player} kept {cards}", player=Name(self.declarer), cards=kind)
            ask = say("Did such a card come later? Enter it, too.")
            names = recorded.play.deck.names(lacking)
            yield Undecided(0, self.declarer, spared[0], True, why, ask, names, self.declarer)


@dataclass(kw_only=True)
class CallingDeal(DeclarerDeal):
    """A deal for card points, perhaps with a partner, revealed by the called card.

    A new one has no partner; a game overrides the methods for its own bonuses.

    calls  whether a card is called in the contract
    talon  the cards of the talon, as far as they are known
    """

    calls: bool
    talon: Cards

    @property
    def called(self) -> str:
        """The called card, "" for none or if not entered."""
        return self.entered.called if self.calls else ""

    @property
    def unsaid(self) -> Counts:
        """What it means where something was entered, but nothing for a key that the cards count."""
        unsaid = {"partner": self.entered.partner or None, "alone": self.entered.alone}
        return unsaid if self.entered.revoke else {**unsaid, "bonuses": []}

    def sided(self, partner: str) -> "CallingDeal":
        """Return the deal with this partner, "" for nobody."""
        return replace(self, partner=partner)

    def count(self, recorded: Recorded, course: Course) -> dict[str, object]:
        """Return the counts of the sides, once both sides are known."""
        partner = self._find_partner(recorded, course)
        if partner is None:
            return {}
        deal = self.sided(partner)
        counted = DeclarerDeal.count(deal, recorded, course)
        if len(course.winners) >= recorded.size and min(course.winners) >= 0:
            counted["tricks"] = sum(seat in deal.seats_of(DECLARER) for seat in course.winners)
        if self.calls and (partner, not partner) != (self.entered.partner, self.entered.alone):
            counted |= {"partner": partner or None, "alone": not partner}
        return counted

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield the entries with their possible range in one course, for each possible partner."""
        partner = self._find_partner(recorded, course)
        others = [player for player in self.players if player != self.declarer]
        for mate in ("", *others) if partner is None else (partner,):
            yield self.sided(mate).find_facts(recorded, course)

    def count_facts(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[Fact]:
        """Yield the entries of the counts, of the tricks, and of the partner."""
        yield from super().count_facts(recorded, course, piles)
        result = self.entered.result
        if "won" in result:
            won = int(bool(result["won"]))
            yield Fact("won", (), None, won, won, reach(recorded, piles, DECLARER, self.threshold), "yes or no")
        if "tricks" in result:
            tricks = int(str(result["tricks"]))
            yield Fact("tricks", (), None, tricks, tricks, count_tricks(recorded, course, self.seats_of(DECLARER)))
        if self.called and self.entered.partner in self.players:
            seat = self.players.index(self.entered.partner)
            possible = recorded.possible[seat] & recorded.play.deck.card[self.called]
            yield Fact("partner", (), None, 1, 1, Range(0, int(bool(possible))), "yes or no")

    def _find_partner(self, recorded: Recorded, course: Course) -> str | None:
        """Return the holder of the called card other than the declarer, "" for nobody, None if unknown."""
        if not self.calls or (self.called and self.called in self.talon):
            return ""
        holder = self.find_holder(recorded, course, self.called) if self.called else ""
        if holder:
            return "" if holder == self.declarer else holder
        return self.entered.partner if self.entered.partner or self.entered.alone else None

    def find_holder(self, recorded: Recorded, course: Course, name: str) -> str:
        """Return the player who surely had a card when play began, "" if the record does not show it."""
        card = recorded.play.deck.card[name]
        return next((player for player in self.players if self.cards_of(recorded, course, player) & card), "")


def audit_declarer(deal: DeclarerDeal, frame: Frame, taken: Cards, rest: Cards, **own: Any) -> TrickAudit:
    """Return the audit of a deal with talon cards taken by the declarer and others left; `own` is the game's."""
    usual: dict[str, Any] = {
        "heaps": [Heap(deal.declarer, deal.discard), Heap(deal.declarer, taken, aside=False), Heap("", rest)],
        "entered": deal.entered.compared,
        "unsaid": deal.unsaid,
        "count": deal.count,
        "same": deal.entered.same,
        "facts": deal.facts,
        "check": deal.check,
        "doubts": deal.doubts,
        "unclaimed": deal.find_unclaimed,
    }
    return TrickAudit(frame=frame, **(usual | own))


def reach(recorded: Recorded, piles: Piles, owner: int, needed: int) -> Range:
    """Return whether a side has so many thirds."""
    worth = count_worth(recorded, piles, owner, (needed, needed - 1))
    return worth._replace(least=int(worth.least >= needed), most=int(worth.most >= needed))


def is_whole(entered: object) -> bool:
    """Return whether a count was entered as a whole number, which may be rounded."""
    return isinstance(entered, int) or (isinstance(entered, str) and digits(entered.strip(), 3) is not None)


def read_count(thirds: int, entered: object) -> tuple[int, int]:
    """Return the least and the most thirds of an entered count."""
    return (thirds - 1, thirds + 1) if is_whole(entered) else (thirds, thirds)


def as_entered(entered: object, thirds: int) -> object:
    """Return a count in the form of the entry: rounded if a whole number was entered."""
    if is_whole(entered):
        return round_thirds(thirds)
    return write_thirds(thirds) if thirds % 3 else thirds // 3
