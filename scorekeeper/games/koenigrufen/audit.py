"""The recorded cards of a deal of Königrufen: judged, counted, and compared with what was entered."""

from collections.abc import Iterator, Mapping, Sequence
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
from scorekeeper.games.koenigrufen.asking import ask
from scorekeeper.games.koenigrufen.contracts import (
    ABSOLUT,
    BIRDS,
    CONTRACTS,
    KING_ULTIMO,
    KINGS,
    MONDFANG,
    SACKS,
    TRISCHAKEN,
    TRULL_TAKEN,
    VALAT,
    Contract,
    Kind,
)
from scorekeeper.games.koenigrufen.deal import NEEDED
from scorekeeper.games.koenigrufen.rules import HALF, HAND, PACK, TALON, Rules
from scorekeeper.games.tarock.calling import CallingDeal, audit_calling, reach
from scorekeeper.games.tarock.claims import Bonus, ClaimRow
from scorekeeper.games.tarock.declared import Entered
from scorekeeper.games.tarock.discard import Laying, Tarocks, split_talon
from scorekeeper.games.tarock.events import read_count
from scorekeeper.games.tarock.game import DeclarerGame
from scorekeeper.games.tarock.referee import (
    DECLARER,
    DEFENDERS,
    Beside,
    DeclarerDeal,
    as_entered,
    lie_beside,
)
from scorekeeper.phrase import Name, Phrase, say

_WHOLE = sum(PACK.worth)
_KINGS = ("K", "Q")  # the ranks that may be called
_BROKEN = {  # the rule behind each reason for which a card can be wrong
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
_SUITS_FIRST = Duty(
    "TAROCK_LED_EARLY", lambda faced: 0 if faced.led else _DECK.all & ~faced.trumps, leads=True
)  # KR-73
_PAGAT_LAST = Duty(  # KR-75: not where it would take the emperor's trick
    "PAGAT_LAST", lambda faced: 0 if faced.crowned else faced.trumps & ~_PAGAT, lambda faced: _PAGAT, leads=True
)


def _find_law(rules: Rules, contract: Contract | None) -> Play | None:
    """Return how cards are played in a contract (KR-71 to KR-76)."""
    if contract is None:  # a deal that was agreed on: nobody knows what was played
        return None
    emperor = rules.emperor if contract.positive or rules.emperor_negative else "none"
    return _law(contract.kind, emperor, contract.kind == "negative" or rules.trischaken_beat)


@lru_cache(maxsize=32)
def _law(kind: Kind, emperor: str, beats: bool) -> Play:
    duties = {"tarock": (), "suit": (_SUITS_FIRST,)}.get(kind, (_PAGAT_LAST, *((BEAT,) if beats else ())))
    emperors = () if emperor == "none" else _EMPEROR
    return Play(_DECK, (FOLLOW, TAROCK, *duties), TAROCK_SUIT, emperors, emperor == "in_order", kind != "suit")


def _find_announced(rules: Rules, seating: Seating, deal: Entered[Contract]) -> Own:
    """Return what the announced cards bind their holders to, by seat and trick from 0 (KR-77, KR-78)."""
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
    """Yield what somebody owes in a trick who announced these cards for theirs."""
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
class _PositiveDeal(CallingDeal):
    """A deal for card points, perhaps with a partner, who shows himself by the called King."""

    rules: Rules
    contract: Contract

    def sided(self, partner: str) -> DeclarerDeal:
        """Return the deal with this partner, "" for nobody, and with the bonuses of which the cards can tell then."""
        bonuses = self._bonuses(partner)
        keys = {bonus.key for bonus in bonuses}
        entered = self.deal.entered
        if entered.rows:
            rows = [row for row in entered.rows if row["bonus"] in keys]
            entered = replace(entered, result={**entered.result, "bonuses": rows})
        return replace(self.deal, partner=partner, besides=self._besides(partner), bonuses=bonuses, entered=entered)

    def own_range(
        self, deal: DeclarerDeal, recorded: Recorded, piles: Piles, bonus: Bonus, player: str
    ) -> Range | None:
        """Return whether a side has the card points for a Sack or an Absolut."""
        needed = NEEDED.get(bonus.key)
        return reach(recorded, piles, deal.owner(player), needed) if needed else None

    def add_unseen(
        self, deal: DeclarerDeal, recorded: Recorded, course: Course, rows: list[ClaimRow]
    ) -> list[ClaimRow] | None:
        """Return the bonuses with what only this game knows, None where the cards do not tell them."""
        kept = [row for row in self.deal.rows if row not in deal.rows]
        known_king = not self.calls or self.called or (self.contract.solo and not deal.partner)
        if not kept and not known_king:  # what fell in the last trick may be the called King
            last = recorded.tricks[recorded.size - 1] if len(recorded.tricks) >= recorded.size else (0,)
            names = [recorded.play.deck.name.get(card, UNKNOWN) for card in last]
            if any(name == UNKNOWN or name[:-1] in _KINGS for name in names):
                return None
        caught = self._mondfang(deal, recorded, course)
        if self.rules.mondfang == "player" and caught:
            loser = cast("ClaimRow", {"from": caught[1]})
            rows = [{**row, **loser} if row["bonus"] == MONDFANG.key else row for row in rows]
        return [*rows, *kept]

    def _besides(self, partner: str) -> Sequence[Beside]:
        """KR-25: with the King in the talon of a Solorufer a half or all of it counts for the declarer."""
        own = self.called and len(self.talon) == TALON and self.called not in self.talon
        if partner or own or not (self.calls and self.contract.solo):
            return self.deal.besides
        lay = self.called in self.talon
        if self.rules.solorufer_talon == "all" and (lay or not self.rules.call_own_king):
            return (Beside(DECLARER, self.talon, TALON),)
        if not lay:  # nobody says where it lay
            return Beside(DECLARER, (), HALF), Beside(DEFENDERS, (), HALF)
        halves = self.talon[:HALF], self.talon[HALF:]
        mine, theirs = halves if self.called in halves[0] else halves[::-1]
        return Beside(DECLARER, mine, HALF), Beside(DEFENDERS, theirs, HALF)

    def _bonuses(self, partner: str) -> Sequence[Bonus]:
        """Return the bonuses that the cards can show: König ultimo with the King that was called (KR-35)."""
        apart = self.contract.solo and not partner
        told = {
            KING_ULTIMO.key: replace(KING_ULTIMO, holds=(self.called,)) if self.called and not apart else None,
            MONDFANG.key: replace(MONDFANG, of_game="player" if self.rules.mondfang == "player" else "side"),
        }
        found = (told.get(bonus.key, bonus) for bonus in self.deal.bonuses)
        return tuple(bonus for bonus in found if bonus)

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """What was laid away, and a King called that the declarer had, or a Queen without all four (KR-12, KR-26)."""
        yield from self.deal.check(recorded, courses)
        if self.called[:1] == "Q" and any(self._lacks(recorded, courses, king) for king in of_ranks("K")):
            yield Violation(0, self.deal.declarer, self.called, "QUEEN_CALLED")
        dealt = not self.contract.taken or len(known(self.talon)) == TALON
        if not self.called or self.rules.call_own_king or self.called in self.talon or not dealt:
            return
        if courses and all(self.find_holder(recorded, course, self.called) == self.deal.declarer for course in courses):
            kings = recorded.play.deck.set_of(of_ranks("K"))
            four = not kings & ~recorded.hands[self.deal.players.index(self.deal.declarer)].known
            if self.rules.four_kings != "self" or not four:
                yield Violation(0, self.deal.declarer, self.called, "OWN_KING_CALLED")

    def _lacks(self, recorded: Recorded, courses: tuple[Course, ...], king: str) -> bool:
        """Return whether a King was surely not among the cards that the declarer had been dealt."""
        hand = recorded.hands[self.deal.players.index(self.deal.declarer)]
        card = recorded.play.deck.card[king]
        if king in self.talon or (hand.complete and not hand.known & card and king not in self.deal.discard):
            return True
        holders = {self.find_holder(recorded, course, king) for course in courses}
        return bool(holders) and not holders & {"", self.deal.declarer}

    @property
    def stands(self) -> Counts:
        """What was announced, as it is paid also where a revoke ended the deal (KR-47)."""
        announced = [row for row in self.deal.rows if row.get("announced")]
        if len(announced) == len(self.deal.rows):
            return {"bonuses": None}
        return {"bonuses": announced} if announced else {}

    def own_sides(
        self, deal: DeclarerDeal, recorded: Recorded, course: Course, piles: Piles
    ) -> Iterator[tuple[str, str]]:
        """Yield besides what every game knows Sacks and Absolut by the count, and who took the XXI with the Sküs."""
        thirds = piles.worth(recorded.play.deck, DECLARER)
        if thirds is not None:
            for key, needed in NEEDED.items():
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


@dataclass(kw_only=True)
class _UnsidedDeal:
    """A deal in which nothing but the tricks and card points of single players counts."""

    players: tuple[str, ...]
    rules: Rules
    contract: Contract
    entered: Entered[Contract]
    talon: Cards

    def count_negative(self, recorded: Recorded, course: Course) -> Counts:
        """Return his tricks who undertook so many and no more, or whether he won, as it was entered.

        Too many decide it before the last.
        """
        seat = self.players.index(self.entered.declarer)
        won = course.winners.count(seat)
        open_ = recorded.size - sum(winner >= 0 for winner in course.winners)
        if open_ and won <= self.contract.tricks:
            return {}
        if "won" in self.entered.result or open_:
            return {"won": won == self.contract.tricks}
        return {"tricks": won}

    def negative_facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield what was entered of his tricks, and whether they are as many as he undertook."""
        yield self._trick_facts(count_tricks(recorded, course, (self.players.index(self.entered.declarer),)))

    def _trick_facts(self, tricks: Range) -> Iterator[Fact]:
        if "tricks" in self.entered.result:
            entered = int(str(self.entered.result["tricks"]))
            yield Fact("tricks", (), None, entered, entered, tricks)
        if "won" in self.entered.result:
            won = int(bool(self.entered.result["won"]))
            goal = self.contract.tricks
            cards = tricks.at_least if tricks.least > goal else tricks.at_most
            can_win = int(tricks.least <= goal <= tricks.most)
            must_win = int(tricks[:2] == (goal, goal))
            yield Fact("won", (), None, won, won, Range(must_win, can_win, tricks.at_most, cards), "yes or no")

    def count_trischaken(self, recorded: Recorded, course: Course) -> Counts:
        """Return the card points of each with the talon, which goes to the tricks one way or another (KR-50)."""
        if len(course.winners) < recorded.size or min(course.winners) < 0:
            return {}
        deck = recorded.play.deck
        besides = [(deck.set_of(cards), number - len(known(cards))) for cards, number in self._talon(course)]
        piles = pile_up(recorded, course, range(len(self.players)), besides)
        counts = {player: piles.worth(deck, seat) for seat, player in enumerate(self.players)}
        exact = ""  # as if no count was entered
        told: Mapping[str, object] = {
            player: as_entered(exact, thirds) for player, thirds in counts.items() if thirds is not None
        }
        return {"points": told} if len(told) == len(self.players) else {}

    def trischaken_facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield the card points that were entered of each; the talon may be with any of them."""
        if "points" in self.entered.result:
            yield self._point_facts(recorded, course)

    def _point_facts(self, recorded: Recorded, course: Course) -> Iterator[Fact]:
        raw = cast("Mapping[str, object]", self.entered.result["points"])
        entered = cast("Mapping[str, int]", self.entered.read("points"))
        talon = recorded.play.deck.set_of(self.talon)
        besides = [*[(0, 0)] * len(self.players), (talon, TALON - talon.bit_count())]
        piles = pile_up(recorded, course, range(len(self.players)), besides)
        spans = [read_count(entered[player], raw.get(player)) for player in self.players]
        counts = [count_worth(recorded, piles, seat, span) for seat, span in enumerate(spans)]
        for player, count, (low, high) in zip(self.players, counts, spans, strict=True):
            most = sum(PACK.worth) - sum(other.least for other in counts) + count.least
            yield Fact("points", (player,), Name(player), low, high, count._replace(most=most), "thirds")

    def _talon(self, course: Course) -> list[tuple[tuple[str, ...], int]]:
        """Return the cards of the talon that each player gets, and how many they are."""
        to = [course.winners[-1]] * TALON if self.rules.trischaken_talon == "last" else course.winners[:TALON]
        cards = (*self.talon, *[UNKNOWN] * (TALON - len(self.talon)))
        return [
            (tuple(card for card, winner in zip(cards, to, strict=False) if winner == seat), to.count(seat))
            for seat in range(len(self.players))
        ]


def _audit(rules: Rules, entered: Entered[Contract], frame: Frame, record: Record) -> TrickAudit:
    contract = entered.contract
    assert contract
    # where a revoke ended the deal, nothing else of the result was entered
    compared = {"revoke": entered.revoke} if entered.revoke else entered.compared
    if contract.positive:
        return _audit_positive(rules, contract, entered, frame, record, compared)
    talon = record.pile("talon")
    deal = _UnsidedDeal(players=frame.players, rules=rules, contract=contract, entered=entered, talon=talon)
    trischaken = contract is TRISCHAKEN
    return TrickAudit(
        frame=frame,
        heaps=[Heap("", talon)],
        entered=compared,
        revoke_costs=True,
        revoke_ends=True,
        count=deal.count_trischaken if trischaken else deal.count_negative,
        same=entered.same,
        facts=deal.trischaken_facts if trischaken else deal.negative_facts,
        stops=lambda counted: not trischaken and counted.get("won") is False,
    )


def _audit_positive(
    rules: Rules, contract: Contract, entered: Entered[Contract], frame: Frame, record: Record, compared: Counts
) -> TrickAudit:
    """Return how a deal for card points is judged."""
    talon = record.pile("talon")
    discard = record.pile("discard")
    if contract.taken == HALF:  # KR-20
        taken, rest = split_talon(record, entered.declarer, record.half)
    else:
        taken, rest = (talon, ()) if contract.taken else ((), talon)
    laying = Laying(contract.taken, rules.discard_tarock)
    if contract.kind == "suit":  # KR-21 to KR-23
        suits: Tarocks = "forced" if rules.suit_discard == "tarocks_first" else "open"
        laying = Laying(contract.taken, "open", suits, rules.min_suit_cards)
    deal = DeclarerDeal(
        players=frame.players,
        entered=entered,
        bonuses=rules.bonuses_in(contract),
        costly=rules.costly,
        laying=laying,
        besides=lie_beside(discard, rest, contract.taken, TALON - contract.taken),
        discard=discard,
        taken=taken,
    )
    calling = _PositiveDeal(
        deal=deal, calls=contract.called, talon=talon, threshold=rules.threshold, rules=rules, contract=contract
    )
    return audit_calling(
        calling,
        frame,
        taken,
        rest,
        entered=compared,
        revoke_costs=True,
        revoke_ends=True,
        stands=calling.stands,
        check=calling.check,
    )


def _order(contract: Contract) -> Phrase:
    if contract is TRISCHAKEN:
        return say("The talon, in the order in which its cards go to the tricks")
    return say("The talon, in its order: the first half, then the second")


def _leader(rules: Rules, deal: Entered[Contract]) -> str:
    return deal.declarer if deal.contract and deal.contract.kind == "negative" else deal.forehand


TABLE = DeclarerGame[Rules, Contract](
    pack=PACK,
    hand=HAND,
    talon=TALON,
    contracts=lambda rules: {contract.key: contract for contract in rules.contracts},
    marks={contract.key: contract.mark for contract in CONTRACTS},
    penalty=lambda rules: rules,
    bonuses=(*BIRDS, KING_ULTIMO, TRULL_TAKEN, KINGS, VALAT, MONDFANG, *SACKS, ABSOLUT),
    ask=ask,
    law=_find_law,
    broken=_BROKEN,
    audit=_audit,
    order=_order,
    halves=lambda rules, contract: (say("the first"), say("the second")) if contract.taken == HALF else (),
    leader=_leader,
    owed=_find_announced,
    individual=(TRISCHAKEN.key,),
)
