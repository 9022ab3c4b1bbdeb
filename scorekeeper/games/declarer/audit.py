"""Recorded cards of a deal with a declarer: the counts of both sides, the bonuses, and the partner."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, cast

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import Counts, TrickAudit
from scorekeeper.audit.facts import Fact, Piles, Range, count_tricks, count_worth, pile_up
from scorekeeper.audit.verdict import Undecided, Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import together
from scorekeeper.cards.obligations import REVOKES
from scorekeeper.cards.record import Cards
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.declarer.contracts import Bonus
from scorekeeper.games.declarer.events import ShownBonuses
from scorekeeper.games.declarer.law import Breach, find_consequences
from scorekeeper.phrase import Name, say
from scorekeeper.value_checks import digits

DECLARER, DEFENDERS, NOBODY = range(3)
_COUNTS = (("points", DECLARER), ("defender_points", DEFENDERS))


class UnplayedCards(NamedTuple):
    """Cards of the talon or the discard that count for a side without having been played, and their number."""

    owner: int
    cards: tuple[str, ...]
    number: int


@dataclass(kw_only=True, eq=False, repr=False)
class DeclarerDeal(ShownBonuses):
    """The known facts of one deal with a declarer, except the tricks, and the functions that count it.

    A new one has no partner; a game overrides the methods for its own bonuses.

    unplayed     the cards that count without having been played
    pile_only    the bonuses of a side for which only its tricks count
    threshold    the thirds with which the declarer's side wins, if a count is compared with it
    by_tricks    whether the number of the declarer's tricks may be entered
    calls        whether a card is called, whose holder is the partner
    talon        the cards of the talon, as far as they are known
    revoke_ends  whether a revoke ends the deal
    revokes      the reasons of a verdict that are revokes
    law          what each breach comes to, by its reason; empty where that is the same for all
    """

    unplayed: Sequence[UnplayedCards]
    pile_only: tuple[str, ...] = ()
    threshold: int = 0
    by_tricks: bool = False
    calls: bool = False
    talon: Cards = ()
    revoke_ends: bool = False
    revokes: Collection[str] = REVOKES
    law: Mapping[str, Breach] = field(default_factory=dict)

    @property
    def called(self) -> str:
        """The called card, "" for none or if not entered."""
        return self.entered.called if self.calls else ""

    @property
    def default_answers(self) -> Counts:
        """The answer that a missing entry stands for, by key, for keys that the cards count."""
        partner = {"partner": self.entered.partner or None, "alone": self.entered.alone}
        return partner if self.revoke_ends and self.entered.revoke else {**partner, "bonuses": []}

    def find_revoke_counts(self, reason: str) -> Counts:
        """Return the announcements, as they are paid even if a revoke ended the deal; None if nothing else was entered.

        Where the declarer's bird has no part in the price, it is not among them. What stands beside an entered revoke
        without having been announced is claimed from who revoked, and stays.
        """
        announced = [row for row in self.entered.rows if row.get("announced") or self.entered.revoke]
        if self.law.get(reason, Breach()).price == "revoke without the bird" and self.entered.contract:
            birds = self.entered.contract.birds
            return {
                "bonuses": [row for row in announced if (row["player"] != self.declarer or row["bonus"] not in birds)]
            }
        if len(announced) == len(self.entered.rows):
            return {"bonuses": None}
        return {"bonuses": announced} if announced else {}

    def with_partner(self, partner: str) -> "DeclarerDeal":
        """Return the deal with this partner, "" for nobody."""
        return replace(self, partner=partner) if partner else self

    def owner(self, player: str) -> int:
        """Return the owner of the pile with a player's tricks."""
        return DECLARER if player in (self.declarer, self.partner) else DEFENDERS

    def seats_of(self, owner: int) -> list[int]:
        """Return the seats whose tricks are on a pile."""
        return [seat for seat, player in enumerate(self.players) if self.owner(player) == owner]

    def pile_up(self, recorded: Recorded, course: Course, unplayed: Iterable[UnplayedCards] | None = None) -> Piles:
        """Return the piles of the sides, with the cards of the deal that are in no trick or with `unplayed`."""
        cards = [0, 0, 0]
        numbers = [0, 0, 0]
        for owner, names, number in self.unplayed if unplayed is None else unplayed:
            these = recorded.play.deck.set_of(names)
            cards[owner] |= these
            numbers[owner] += number - these.bit_count()
        return pile_up(recorded, course, [*map(self.owner, self.players)], list(zip(cards, numbers, strict=True)))

    def _counted_for(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus) -> Piles:
        """Return the piles with which a bonus of a side counts: with what lies beside the tricks, or without."""
        if bonus.key not in self.pile_only:
            return piles
        apart = sum(number for _, _, number in self.unplayed)
        return self.pile_up(recorded, course, [UnplayedCards(NOBODY, (), apart)])

    def count(self, recorded: Recorded, course: Course) -> dict[str, object]:
        """Return the counts of the sides, once both sides are known."""
        partner = self._find_partner(recorded, course)
        if partner is None:
            return {}
        deal = self.with_partner(partner)
        counted = deal.count_sides(recorded, course)
        if self.by_tricks and len(course.winners) >= recorded.size and min(course.winners) >= 0:
            counted["tricks"] = sum(seat in deal.seats_of(DECLARER) for seat in course.winners)
        if self.calls and (partner, not partner) != (self.entered.partner, self.entered.alone):
            counted["partner"] = partner or None
            if self.entered.asks("alone"):  # not where nobody may call a card of their own and none is set aside
                counted["alone"] = not partner
        return counted

    def count_sides(self, recorded: Recorded, course: Course) -> dict[str, object]:
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
                takers = self.find_takers(recorded, course, bonus)
                yield bonus.key, next((player for player in takers if sides[self.owner(player)]), "")
        decided = [bonus for bonus in self.bonuses if bonus.thirds]
        thirds = piles.worth(recorded.play.deck, DECLARER) if decided else None
        if thirds is None:
            return
        others = recorded.play.deck.count(recorded.pack) - thirds
        for bonus in decided:
            made = {DECLARER: thirds >= bonus.thirds, DEFENDERS: others >= bonus.thirds}
            yield bonus.key, next((player for player in self.players if made[self.owner(player)]), "")

    def find_takers(self, recorded: Recorded, course: Course, bonus: Bonus) -> list[str]:
        """Return the players, first who took one of the cards of a bonus, the last of them first."""
        cards = recorded.play.deck.set_of(bonus.holds)
        taken = [
            self.players[winner]
            for trick, winner in zip(recorded.tricks, course.winners, strict=False)
            if winner >= 0 and together(trick) & cards
        ]
        return list(dict.fromkeys([*reversed(taken), *self.players]))

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield the entries with their possible range in one course, for each possible partner."""
        partner = self._find_partner(recorded, course)
        others = [player for player in self.players if player != self.declarer]
        for mate in ("", *others) if partner is None else (partner,):
            yield self.with_partner(mate).find_facts(recorded, course)

    def find_facts(self, recorded: Recorded, course: Course) -> Iterator[Fact]:
        """Yield the entries with their possible range in one course."""
        piles = self.pile_up(recorded, course)
        yield from self.count_facts(recorded, course, piles)
        bonuses = {bonus.key: bonus for bonus in self.bonuses if not (bonus.count or bonus.named)}
        for row in self.rows:
            if bonus := bonuses.get(row["bonus"]):
                made = bool(row.get("made", True))
                lost = not (made or row.get("announced"))
                yield self._bonus_fact(recorded, course, piles, bonus, row["player"], made=made, lost=lost)
        for bonus in bonuses.values():  # a bonus without an entry was made by nobody
            entered = [row["player"] for row in self.rows if row["bonus"] == bonus.key]
            takers = self.find_takers(recorded, course, bonus)
            for player in takers if bonus.is_seen_in_play and not self.is_settled(bonus) else ():
                if not any(self.is_for(bonus, one, player) for one in entered):
                    entered.append(player)
                    yield self._bonus_fact(recorded, course, piles, bonus, player, made=False)

    def count_facts(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[Fact]:
        """Yield the entries of the counts, of the tricks, and of the partner."""
        result = self.entered.result
        for key, owner in _COUNTS:
            if key in result:
                low, high = read_count(cast("int", self.entered.read(key)), result[key])
                yield Fact(key, (), None, low, high, count_worth(recorded, piles, owner, (low, high)), "thirds")
        if "won" in result:
            won = int(bool(result["won"]))
            yield Fact("won", (), None, won, won, reaches(recorded, piles, DECLARER, self.threshold), "yes or no")
        if "tricks" in result:
            tricks = int(str(result["tricks"]))
            yield Fact("tricks", (), None, tricks, tricks, count_tricks(recorded, course, self.seats_of(DECLARER)))
        if self.called and self.entered.partner in self.players:
            seat = self.players.index(self.entered.partner)
            possible = recorded.possible[seat] & recorded.play.deck.card[self.called]
            yield Fact("partner", (), None, 1, 1, Range(0, int(bool(possible))), "yes or no")

    def _bonus_fact(
        self,
        recorded: Recorded,
        course: Course,
        piles: Piles,
        bonus: Bonus,
        player: str,
        *,
        made: bool,
        lost: bool = False,
    ) -> Fact:
        """Return the entry that a bonus was made or was not, or that an unannounced one was lost in its trick."""
        if bonus.ultimo and lost:
            found = self.find_lost(recorded, course, bonus, player)
        elif bonus.ultimo:
            found = self.find_won(recorded, course, bonus, player)
        elif bonus.of_side or bonus.of_game:
            found = self.side_range(recorded, course, piles, bonus, player)
        else:
            found = self.count_in_hand(recorded, course, bonus, player)
        about = say("{what} by {who}", what=bonus.label, who=Name(player))
        entered = int(made or lost)
        return Fact("bonuses", (player, bonus.key), about, entered, entered, found, "yes or no", True)

    def side_range(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str) -> Range:
        """Return whether the side of a player made a bonus of a side, as far as it is known."""
        owner = self.owner(player)
        if bonus.thirds:
            return reaches(recorded, piles, owner, bonus.thirds)
        if bonus.all_tricks:
            tricks = count_tricks(recorded, course, self.seats_of(owner))
            return tricks._replace(least=int(tricks.least == recorded.size), most=int(tricks.most == recorded.size))
        if not bonus.holds:
            return Range(0, 1)
        cards = recorded.play.deck.set_of(bonus.holds)
        counted = self._counted_for(recorded, course, piles, bonus)
        made = counted.all_of(owner, cards)
        theirs = cards & together(counted.owned) & ~counted.owned[owner]
        return Range(int(made is True), int(made is not False), cards, theirs)

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """Yield the breaches before the first lead."""
        yield from ()

    def doubts(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Undecided]:
        """Yield what may have been a breach before the first lead."""
        yield from ()

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


def audit_declarer(deal: DeclarerDeal, frame: Frame, taken: Cards, rest: Cards, *, revoke_costs: bool) -> TrickAudit:
    """Return the audit of a deal with talon cards taken by the declarer and others left."""
    ended = deal.revoke_ends and deal.entered.revoke
    return TrickAudit(
        frame=frame,
        heaps=[Heap(deal.declarer, deal.discard), Heap(deal.declarer, taken, aside=False), Heap("", rest)],
        entered=deal.entered.offenders if ended else deal.entered.answers_to_check,
        default_answers=deal.default_answers,
        revoke_costs=revoke_costs,
        revoke_ends=deal.revoke_ends,
        revoke_counts=deal.find_revoke_counts if deal.revoke_ends else lambda reason: {},
        revokes=deal.revokes,
        settled=deal.law or None,
        consequences=partial(find_consequences, deal.law),
        count=deal.count,
        same=deal.entered.same,
        facts=deal.facts,
        check=deal.check,
        doubts=deal.doubts,
        unclaimed=deal.find_unclaimed,
        unjudged=deal.unjudged,
    )


def reaches(recorded: Recorded, piles: Piles, owner: int, needed: int) -> Range:
    """Return whether a side has so many thirds, as a range: 0, 1, or both."""
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
