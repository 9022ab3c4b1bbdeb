"""Recorded cards of Königrufen where a side plays for card points: whose partner who was, and what each side made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
from scorekeeper.cards.thirds import round_thirds
from scorekeeper.games.koenigrufen.contracts import ABSOLUT, KING_ULTIMO, MONDFANG, Contract
from scorekeeper.games.koenigrufen.rules import ABSOLUT_BELOW, HALF, PACK, SACK_NEEDS, TALON, Rules
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.events import ClaimRow
from scorekeeper.games.tarock.referee import DECLARER, DEFENDERS, Beside, DeclarerReferee, as_entered

_WHOLE = sum(PACK.worth)
_KINGS = ("K", "Q")  # the ranks that may be called


@dataclass(kw_only=True)
class CallingReferee(DeclarerReferee):
    """A deal for card points, perhaps with a partner, who shows himself by the called King."""

    rules: Rules
    contract: Contract
    talon: tuple[str, ...]

    @property
    def _called(self) -> str:
        return str(self.answers.get("called", "")) if self.contract.called else ""

    def count(self, recorded: Recorded, course: Course) -> dict[str, object]:
        """Return what the sides count, once it is known who is on which."""
        partner = self._partner(recorded, course)
        if partner is None:
            return {}
        sided = replace(self, partner=partner, besides=self._besides(partner), bonuses=self._bonuses(partner))
        counted = super(CallingReferee, sided).count(recorded, course)
        if "bonuses" in counted:
            counted["bonuses"] = sided.tell_bonuses(recorded, course, cast("list[ClaimRow]", counted["bonuses"]))
        if counted.get("bonuses", ...) is None or not self.rules.bonuses_in(self.contract):
            del counted["bonuses"]
        return counted | sided.tricks(recorded, course) | self._tell_partner(partner)

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        partner = self._partner(recorded, course)
        others = [player for player in self.players if player != self.declarer]
        for mate in ("", *others) if partner is None else (partner,):
            sided = replace(self, partner=mate, besides=self._besides(mate), bonuses=self._bonuses(mate))
            yield sided.facts_of(recorded, course)

    def count_facts(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[Fact]:
        yield from super().count_facts(recorded, course, piles)
        if "won" in self.answers:
            won = int(bool(self.answers["won"]))
            reached = self._reached(recorded, piles, DECLARER, self.rules.threshold)
            yield Fact("won", (), None, won, won, reached, "yes or no")
        if "tricks" in self.answers:
            tricks = int(str(self.answers["tricks"]))
            mine = [seat for seat, player in enumerate(self.players) if self.owner(player) == DECLARER]
            yield Fact("tricks", (), None, tricks, tricks, count_tricks(recorded, course, mine))

    def side_range(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str) -> Range:
        needed = {**SACK_NEEDS, ABSOLUT.key: _WHOLE - ABSOLUT_BELOW + 1}.get(bonus.key)
        if needed is None:
            return super().side_range(recorded, course, piles, bonus, player)
        return self._reached(recorded, piles, self.owner(player), needed)

    def _reached(self, recorded: Recorded, piles: Piles, owner: int, needed: int) -> Range:
        """Return whether a side has so many thirds."""
        worth = count_worth(recorded, piles, owner, (needed, needed - 1))
        return Range(int(worth.least >= needed), int(worth.most >= needed), worth.at_least, worth.at_most)

    @property
    def rows(self) -> list[ClaimRow]:
        """What was entered, but for a König ultimo of which nobody says with what King."""
        known_ = {bonus.key for bonus in self.bonuses}
        return [row for row in super().rows if row["bonus"] in known_]

    def tell_bonuses(self, recorded: Recorded, course: Course, rows: list[ClaimRow]) -> list[ClaimRow] | None:
        """Return the bonuses with what only this game knows, None where the cards do not tell them."""
        kept = [row for row in super().rows if row not in self.rows]
        if not kept and not self._knows_king(recorded):
            return None
        caught = self._mondfang(recorded, course)
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
        return str(self.answers.get("partner", "")), bool(self.answers.get("alone"))

    def _partner(self, recorded: Recorded, course: Course) -> str | None:
        """Return who holds the called King besides the declarer, "" for nobody, None where it is not known."""
        if not self.contract.called or (self._called and self._called in self.talon):
            return ""
        holder = self._holder(recorded, course, self._called) if self._called else ""
        if holder:
            return "" if holder == self.declarer else holder
        partner, alone = self._told
        return partner if partner or alone else None

    def _holder(self, recorded: Recorded, course: Course, name: str) -> str:
        """Return who surely had a card when play began, "" where the record does not tell."""
        card = recorded.play.deck.card[name]
        for seat, player in enumerate(self.players):
            if recorded.hands[seat].known & card:
                return player
        for seats, trick in zip(course.seats, recorded.tricks, strict=False):
            if card in trick and trick.index(card) < len(seats):
                return self.players[seats[trick.index(card)]]
        return ""

    def _besides(self, partner: str) -> Sequence[Beside]:
        """KR-25: with the King in the talon of a Solorufer a half or all of it counts for the declarer."""
        own = self._called and len(self.talon) == TALON and self._called not in self.talon
        if partner or own or not (self.contract.called and self.contract.solo):
            return self.besides
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
        found = (told.get(bonus.key, bonus) for bonus in self.bonuses)
        return tuple(bonus for bonus in found if bonus)

    def _knows_king(self, recorded: Recorded) -> bool:
        """Return whether it is known what became of the called King in the last trick."""
        if not self.contract.called or self._called or (self.contract.solo and not self.partner):
            return True
        last = recorded.tricks[recorded.size - 1] if len(recorded.tricks) >= recorded.size else (0,)
        names = [recorded.play.deck.name.get(card, UNKNOWN) for card in last]
        return not any(name == UNKNOWN or name[:-1] in _KINGS for name in names)

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """What was laid away, and a King called that the declarer had, or a Queen without all four (KR-12, KR-26)."""
        yield from super().check(recorded, courses)
        if self._called[:1] == "Q" and any(self._lacks(recorded, courses, king) for king in of_ranks("K")):
            yield Violation(0, self.declarer, self._called, "QUEEN_CALLED")
        dealt = not self.contract.taken or len(known(self.talon)) == TALON
        if not self._called or self.rules.call_own_king or self._called in self.talon or not dealt:
            return
        if courses and all(self._holder(recorded, course, self._called) == self.declarer for course in courses):
            kings = recorded.play.deck.set_of(of_ranks("K"))
            four = not kings & ~recorded.hands[self.players.index(self.declarer)].known
            if self.rules.four_kings != "self" or not four:
                yield Violation(0, self.declarer, self._called, "OWN_KING_CALLED")

    def _lacks(self, recorded: Recorded, courses: tuple[Course, ...], king: str) -> bool:
        """Return whether a King was surely not among the cards that the declarer had been dealt."""
        hand = recorded.hands[self.players.index(self.declarer)]
        card = recorded.play.deck.card[king]
        if king in self.talon or (hand.complete and not hand.known & card and king not in self.discard):
            return True
        holders = {self._holder(recorded, course, king) for course in courses}
        return bool(holders) and not holders & {"", self.declarer}

    def end(self, revoke: Counts) -> dict[str, object]:
        """What was announced stands, as it is paid; nothing else counts (KR-47)."""
        counted = super().end(revoke)
        announced = [row for row in super().rows if row.get("announced")]
        if len(announced) == len(super().rows):
            counted.pop("bonuses", None)
        elif announced:
            counted["bonuses"] = announced
        return counted

    def tricks(self, recorded: Recorded, course: Course) -> dict[str, object]:
        """Return the tricks of the declarer's side."""
        if len(course.winners) < recorded.size or min(course.winners) < 0:
            return {}
        return {"tricks": sum(self.owner(self.players[seat]) == DECLARER for seat in course.winners)}

    def points(self, recorded: Recorded, piles: Piles) -> Iterator[tuple[str, object]]:
        """Yield the counts, or whether the game was won where only that was told."""
        thirds = piles.worth(recorded.play.deck, DECLARER)
        if thirds is None:
            return
        if "won" in self.answers:
            yield "won", thirds >= self.rules.threshold
            return
        keys = [key for key in ("points", "defender_points") if key in self.answers] or ["points"]
        for key in keys:
            yield key, self._as_told(key, thirds)

    def _as_told(self, key: str, thirds: int) -> object:
        """Return a count as it was entered: rounded, but where a rounded count would say that the other side won."""
        rounded = 3 * round_thirds(thirds) if key == "points" else _WHOLE - 3 * round_thirds(_WHOLE - thirds)
        decides = (rounded >= self.rules.threshold) != (thirds >= self.rules.threshold)
        entered = "" if decides and "tricks" not in self.answers else self.answers.get(key)
        return as_entered(entered, thirds if key == "points" else _WHOLE - thirds)

    def sides(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[tuple[str, str]]:
        """Yield besides what every game knows Sacks and Absolut by the count, and who took the XXI with the Sküs."""
        yield from super().sides(recorded, course, piles)
        thirds = piles.worth(recorded.play.deck, DECLARER)
        if thirds is not None:
            for key, needed in (*SACK_NEEDS.items(), (ABSOLUT.key, _WHOLE - ABSOLUT_BELOW + 1)):
                sides = {DECLARER: thirds >= needed, DEFENDERS: _WHOLE - thirds >= needed}
                yield key, next((player for player in self.players if sides[self.owner(player)]), "")
        caught = self._mondfang(recorded, course)
        if caught is not None:
            yield MONDFANG.key, caught[0]

    def _mondfang(self, recorded: Recorded, course: Course) -> tuple[str, str] | None:
        """Return whose Sküs took whose XXI, "" for nobody's, None where it is not known.

        Between the sides it is none where both are of one.
        """
        skues, xxi = (recorded.play.deck.card[name] for name in ("SK", "T21"))
        for seats, trick, winner in zip(course.seats, recorded.tricks, course.winners, strict=False):
            if skues in trick and xxi in trick:
                if len(seats) < len(trick) or winner < 0:
                    return None
                one, other = (self.players[seats[trick.index(card)]] for card in (skues, xxi))
                mates = self.rules.mondfang == "side" and self.owner(one) == self.owner(other)
                return ("", "") if winner != seats[trick.index(skues)] or mates else (one, other)
        told = recorded.shown | recorded.aside
        whole = len(recorded.tricks) >= recorded.size and FORGOTTEN not in chain.from_iterable(recorded.tricks)
        return ("", "") if whole or recorded.aside & (skues | xxi) or not (skues | xxi) & ~told else None
