"""The recorded cards of a deal of Königrufen: judged, counted, and compared with the entries."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import cast

from scorekeeper.audit.context import Frame, Heap, known
from scorekeeper.audit.engine import Counts, TrickAudit
from scorekeeper.audit.facts import Fact, Piles, Range, count_tricks, count_worth, pile_up
from scorekeeper.audit.verdict import Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import FORGOTTEN, TAROCK_SUIT, deck_of
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.obligations import BEAT, FOLLOW, TAROCK, Duty, Owed, Own
from scorekeeper.cards.packs import of_ranks
from scorekeeper.cards.record import Cards, Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.deal import ask
from scorekeeper.games.koenigrufen.rules import (
    BIRDS,
    BONUSES,
    CONTRACTS,
    HALF,
    HAND,
    KING_ULTIMO,
    MONDFANG,
    NEEDED,
    PACK,
    TALON,
    TRISCHAKEN,
    Contract,
    Kind,
    Rules,
)
from scorekeeper.games.tarock import referee
from scorekeeper.games.tarock.claims import Bonus, ClaimRow
from scorekeeper.games.tarock.discard import Laying, Tarocks, split_talon
from scorekeeper.games.tarock.game import DeclarerGame, Entered
from scorekeeper.phrase import Name, Phrase, say

_BROKEN = {  # the rule behind each reason for a wrong card
    "OUT_OF_TURN": "KR-70",
    "MUST_FOLLOW": "KR-71",
    "MUST_TAROCK": "KR-71",
    "TAROCK_LED_EARLY": "KR-73",
    "MUST_BEAT": "KR-74",
    "PAGAT_LAST": "KR-75",
    "ANNOUNCED_CARD_EARLY": "KR-77",
    "ANNOUNCED_CARD_DUE": "KR-77",
    "HIGHEST_BIRD_FIRST": "KR-78",
    "HONOUR_DISCARDED": "KR-21",
    "TAROCK_NOT_FORCED": "KR-22",
    "SUIT_NOT_FORCED": "KR-23",
    "TOO_FEW_SUIT_CARDS": "KR-23",
    "OWN_KING_CALLED": "KR-26",
    "QUEEN_CALLED": "KR-12",
}
_DECK = deck_of(PACK)
_PAGAT = _DECK.card["T1"]
_EMPEROR = ("T21", "SK", "T1")
# KR-73
_SUITS_FIRST = Duty("TAROCK_LED_EARLY", lambda faced: 0 if faced.led else _DECK.all & ~faced.trumps, leads=True)
_PAGAT_LAST = Duty(  # KR-75: not where it would take the emperor's trick
    "PAGAT_LAST", lambda faced: 0 if faced.crowned else faced.trumps & ~_PAGAT, lambda faced: _PAGAT, leads=True
)


def _find_law(rules: Rules, contract: Contract | None) -> Play | None:
    """Return the law of play in a contract (KR-71 to KR-76)."""
    if contract is None:  # a deal that was agreed on: the contract is unknown
        return None
    emperor = rules.emperor if contract.positive or rules.emperor_negative else "none"
    return _law(contract.kind, emperor, contract.kind == "negative" or rules.trischaken_beat)


@lru_cache(maxsize=32)
def _law(kind: Kind, emperor: str, beats: bool) -> Play:
    duties = {"tarock": (), "suit": (_SUITS_FIRST,)}.get(kind, (_PAGAT_LAST, *((BEAT,) if beats else ())))
    emperors = () if emperor == "none" else _EMPEROR
    return Play(_DECK, (FOLLOW, TAROCK, *duties), TAROCK_SUIT, emperors, emperor == "in_order", kind != "suit")


def _find_announced(rules: Rules, seating: Seating, deal: Entered[Contract]) -> Own:
    """Return the duties of the holders of announced cards, by seat and trick from 0 (KR-77, KR-78)."""
    if deal.contract is None or deal.contract.kind != "tarock":
        return {}
    due = {bird.key: (_DECK.card[bird.holds[0]], HAND - bird.ultimo) for bird in BIRDS}
    if called := _DECK.card.get(deal.called):
        due[KING_ULTIMO.key] = (called, HAND - 1)
    rows = [row for row in deal.rows if row.get("announced") and row.get("bonus") in due]
    own: dict[tuple[int, int], tuple[Owed, ...]] = {}
    for seat, player in enumerate(seating.playing):
        cards = dict(due[row["bonus"]] for row in rows if row.get("player") == player)
        for index in range(HAND) if cards else ():
            if owed := tuple(_owed(rules, cards, index)):
                own[seat, index] = owed
    return own


def _owed(rules: Rules, cards: Mapping[int, int], index: int) -> Iterator[Owed]:
    """Yield the duties in a trick of a player who announced these cards for it."""
    early = sum(card for card, trick in cards.items() if index < trick)
    due = sum(card for card, trick in cards.items() if index == trick)
    keep = rules.announced_duty == "keep"
    if early and keep:
        yield Owed("ANNOUNCED_CARD_EARLY", _DECK.all & ~early, early)
    if due and keep:
        yield Owed("ANNOUNCED_CARD_DUE", due, _DECK.all & ~due)
    birds = sorted((card for card in cards if card & early & _DECK.suit[TAROCK_SUIT]), reverse=True)
    for place, bird in enumerate(birds[:-1] if rules.forced_bird == "highest" else ()):
        yield Owed("HIGHEST_BIRD_FIRST", bird, sum(birds[place + 1 :]), 0 if keep else _DECK.all & ~early)


@dataclass(kw_only=True)
class _PositiveDeal(referee.CallingDeal):
    """A deal for card points, perhaps with a partner, revealed by the called King."""

    rules: Rules
    contract: Contract

    def sided(self, partner: str) -> referee.CallingDeal:
        """Return the deal with this partner, "" for nobody, and with the bonuses that the cards can then show.

        One of these is König ultimo with the called King (KR-35).
        """
        apart = self.contract.solo and not partner
        entered = {
            KING_ULTIMO.key: replace(KING_ULTIMO, holds=(self.called,)) if self.called and not apart else None,
            MONDFANG.key: replace(MONDFANG, of_game="player" if self.rules.mondfang == "player" else "side"),
        }
        bonuses = tuple(bonus for bonus in [entered.get(one.key, one) for one in self.bonuses] if bonus)
        return replace(self, partner=partner, besides=self._besides(partner), bonuses=bonuses)

    def _besides(self, partner: str) -> Sequence[referee.Beside]:
        """KR-25: if the King is in the talon of a Solorufer, a half or all of it counts for the declarer."""
        own = self.called and len(self.talon) == TALON and self.called not in self.talon
        if partner or own or not (self.calls and self.contract.solo):
            return self.besides
        lay = self.called in self.talon
        if self.rules.solorufer_talon == "all" and (lay or not self.rules.call_own_king):
            return (referee.Beside(referee.DECLARER, self.talon, TALON),)
        if not lay:  # its place is not entered
            return referee.Beside(referee.DECLARER, (), HALF), referee.Beside(referee.DEFENDERS, (), HALF)
        halves = self.talon[:HALF], self.talon[HALF:]
        mine, theirs = halves if self.called in halves[0] else halves[::-1]
        return referee.Beside(referee.DECLARER, mine, HALF), referee.Beside(referee.DEFENDERS, theirs, HALF)

    def count_bonuses(self, recorded: Recorded, course: Course, sides: Mapping[str, str]) -> list[ClaimRow] | None:
        """Return the bonuses with those of this game only, None if the cards do not show them."""
        rows = super().count_bonuses(recorded, course, sides)
        remaining = [row for row in self.entered.rows if row not in self.rows]
        known_king = not self.calls or self.called or (self.contract.solo and not self.partner)
        if rows is not None and not remaining and not known_king:  # what fell in the last trick may be the called King
            last = recorded.tricks[recorded.size - 1] if len(recorded.tricks) >= recorded.size else (0,)
            names = [recorded.play.deck.name.get(card, UNKNOWN) for card in last]
            if any(name == UNKNOWN or name[:-1] in ("K", "Q") for name in names):
                return None
        caught = self._mondfang(recorded, course)
        if rows is not None and self.rules.mondfang == "player" and caught:
            loser = cast("ClaimRow", {"from": caught[1]})
            rows = [{**row, **loser} if row["bonus"] == MONDFANG.key else row for row in rows]
        return None if rows is None else [*rows, *remaining]

    def sides(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[tuple[str, str]]:
        """Yield the bonuses of every game, Sacks and Absolut by the count, and the taker of the XXI with the Sküs."""
        yield from super().sides(recorded, course, piles)
        thirds = piles.worth(recorded.play.deck, referee.DECLARER)
        if thirds is not None:
            for key, needed in NEEDED.items():
                sides = {referee.DECLARER: thirds >= needed, referee.DEFENDERS: sum(PACK.worth) - thirds >= needed}
                yield key, next((player for player in self.players if sides[self.owner(player)]), "")
        caught = self._mondfang(recorded, course)
        if caught is not None:
            yield MONDFANG.key, caught[0]

    def side_range(self, recorded: Recorded, course: Course, piles: Piles, bonus: Bonus, player: str) -> Range:
        """Return whether a side made a bonus; a Sack or an Absolut is made by its card points."""
        if bonus.key in NEEDED:
            return referee.reach(recorded, piles, self.owner(player), NEEDED[bonus.key])
        return super().side_range(recorded, course, piles, bonus, player)

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
                mates = self.rules.mondfang == "side" and self.owner(one) == self.owner(other)
                return ("", "") if winner != seats[trick.index(skues)] or mates else (one, other)
        known = recorded.shown | recorded.aside
        whole = len(recorded.tricks) >= recorded.size and FORGOTTEN not in chain.from_iterable(recorded.tricks)
        return ("", "") if whole or recorded.aside & (skues | xxi) or not (skues | xxi) & ~known else None

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """The discard, a called King of the declarer's own, and a called Queen without all four (KR-12, KR-26)."""
        yield from super().check(recorded, courses)
        hand = recorded.hands[self.players.index(self.declarer)]
        deck = recorded.play.deck
        for king in of_ranks("K") if self.called[:1] == "Q" else ():
            holders = {self.find_holder(recorded, course, king) for course in courses}
            laid = hand.complete and not hand.known & deck.card[king] and king not in self.discard
            if king in self.talon or laid or (holders and not holders & {"", self.declarer}):
                yield Violation(0, self.declarer, self.called, "QUEEN_CALLED")
                break
        dealt = not self.contract.taken or len(known(self.talon)) == TALON
        if not self.called or self.rules.call_own_king or self.called in self.talon or not dealt:
            return
        if courses and all(self.find_holder(recorded, course, self.called) == self.declarer for course in courses):
            four = not deck.set_of(of_ranks("K")) & ~hand.known
            if self.rules.four_kings != "self" or not four:
                yield Violation(0, self.declarer, self.called, "OWN_KING_CALLED")

    @property
    def revoke_counts(self) -> Counts:
        """The announcements, as they are paid even if a revoke ended the deal (KR-47)."""
        announced = [row for row in self.entered.rows if row.get("announced")]
        if len(announced) == len(self.entered.rows):
            return {"bonuses": None}
        return {"bonuses": announced} if announced else {}


_Count = Callable[[Recorded, Course], Counts]
_Facts = Callable[[Recorded, Course], Iterable[Iterable[Fact]]]


def _count_negative(players: Sequence[str], contract: Contract, entered: Entered[Contract]) -> tuple[_Count, _Facts]:
    """Return the count of a negative game: the tricks of its declarer."""
    seat = players.index(entered.declarer)
    goal = contract.tricks
    result = entered.result

    def count(recorded: Recorded, course: Course) -> Counts:
        """Return the declarer's tricks, or whether they won, as entered; too many decide it before the last."""
        won = course.winners.count(seat)
        open_ = recorded.size - sum(winner >= 0 for winner in course.winners)
        if open_ and won <= goal:
            return {}
        return {"won": won == goal} if "won" in result or open_ else {"tricks": won}

    def facts(recorded: Recorded, course: Course) -> Iterator[list[Fact]]:
        """Yield the entries of the declarer's tricks, and whether their number fits the contract."""
        tricks = count_tricks(recorded, course, (seat,))
        found = []
        if "tricks" in result:
            number = int(str(result["tricks"]))
            found.append(Fact("tricks", (), None, number, number, tricks))
        if "won" in result:
            won = int(bool(result["won"]))
            cards = tricks.at_least if tricks.least > goal else tricks.at_most
            can_win = int(tricks.least <= goal <= tricks.most)
            must_win = int(tricks[:2] == (goal, goal))
            found.append(Fact("won", (), None, won, won, Range(must_win, can_win, tricks.at_most, cards), "yes or no"))
        yield found

    return count, facts


def _count_trischaken(
    players: Sequence[str], rules: Rules, entered: Entered[Contract], talon: Cards
) -> tuple[_Count, _Facts]:
    """Return the count of a Trischaken: the card points of each player with the talon (KR-50)."""
    everybody = range(len(players))

    def count(recorded: Recorded, course: Course) -> Counts:
        """Return the card points; the talon goes to the tricks one way or another."""
        if len(course.winners) < recorded.size or min(course.winners) < 0:
            return {}
        deck = recorded.play.deck
        to = [course.winners[-1]] * TALON if rules.trischaken_talon == "last" else course.winners[:TALON]
        besides = []
        for seat in everybody:
            cards = deck.set_of(card for card, winner in zip(talon, to, strict=False) if winner == seat)
            besides.append((cards, to.count(seat) - cards.bit_count()))
        piles = pile_up(recorded, course, everybody, besides)
        counts = {player: piles.worth(deck, seat) for seat, player in enumerate(players)}
        points = {player: referee.as_entered("", thirds) for player, thirds in counts.items() if thirds is not None}
        return {"points": points} if len(points) == len(players) else {}

    def facts(recorded: Recorded, course: Course) -> Iterator[list[Fact]]:
        """Yield the entered card points of each player; the talon may be with any of them."""
        if "points" not in entered.result:
            return
        raw = cast("Mapping[str, object]", entered.result["points"])
        read = cast("Mapping[str, int]", entered.read("points"))
        cards = recorded.play.deck.set_of(talon)
        besides = [*[(0, 0)] * len(players), (cards, TALON - cards.bit_count())]
        piles = pile_up(recorded, course, everybody, besides)
        spans = [referee.read_count(read[player], raw.get(player)) for player in players]
        counts = [count_worth(recorded, piles, seat, span) for seat, span in enumerate(spans)]
        left = sum(PACK.worth) - sum(worth.least for worth in counts)
        yield [
            Fact("points", (player,), Name(player), low, high, worth._replace(most=left + worth.least), "thirds")
            for player, worth, (low, high) in zip(players, counts, spans, strict=True)
        ]

    return count, facts


def _audit(rules: Rules, entered: Entered[Contract], frame: Frame, record: Record) -> TrickAudit:
    contract = entered.contract
    assert contract
    talon = record.pile("talon")
    discard = record.pile("discard")
    # if a revoke ended the deal, nothing else of the result was entered
    compared = {"revoke": entered.revoke} if entered.revoke else entered.compared
    if not contract.positive:
        if contract is TRISCHAKEN:
            count, facts = _count_trischaken(frame.players, rules, entered, talon)
        else:
            count, facts = _count_negative(frame.players, contract, entered)
        return TrickAudit(
            frame=frame,
            heaps=[Heap("", talon)],
            entered=compared,
            revoke_costs=True,
            revoke_ends=True,
            count=count,
            same=entered.same,
            facts=facts,
            stops=lambda counted: contract is not TRISCHAKEN and counted.get("won") is False,
        )
    if contract.taken == HALF:  # KR-20
        taken, rest = split_talon(record, entered.declarer, record.half)
    else:
        taken, rest = (talon, ()) if contract.taken else ((), talon)
    laying = Laying(contract.taken, rules.discard_tarock)
    if contract.kind == "suit":  # KR-21 to KR-23
        suits: Tarocks = "forced" if rules.suit_discard == "tarocks_first" else "open"
        laying = Laying(contract.taken, "open", suits, rules.min_suit_cards)
    deal = _PositiveDeal(
        players=frame.players,
        entered=entered,
        bonuses=rules.bonuses_in(contract),
        costly=rules.costly,
        laying=laying,
        besides=referee.lie_beside(discard, rest, contract.taken, TALON - contract.taken),
        discard=discard,
        taken=taken,
        calls=contract.called,
        talon=talon,
        threshold=rules.threshold,
        rules=rules,
        contract=contract,
    )
    ended = {"entered": compared, "revoke_costs": True, "revoke_ends": True, "revoke_counts": deal.revoke_counts}
    return referee.audit_declarer(deal, frame, taken, rest, **ended)


def _order(contract: Contract) -> Phrase:
    if contract is TRISCHAKEN:
        return say("The talon, in the order in which its cards go to the tricks")
    return say("The talon, in its order: the first half, then the second")


TABLE = DeclarerGame[Rules, Contract](
    pack=PACK,
    hand=HAND,
    talon=TALON,
    contracts=lambda rules: {contract.key: contract for contract in rules.contracts},
    marks={contract.key: contract.mark for contract in CONTRACTS},
    penalty=lambda rules: rules,
    bonuses=BONUSES,
    ask=ask,
    law=_find_law,
    broken=_BROKEN,
    audit=_audit,
    order=_order,
    halves=lambda rules, contract: (say("the first"), say("the second")) if contract.taken == HALF else (),
    leader=lambda rules, deal: deal.declarer if deal.contract and deal.contract.kind == "negative" else deal.forehand,
    owed=_find_announced,
    individual=(TRISCHAKEN.key,),
)
