"""The law of discards in a recorded deal with Tarock cards: what a declarer laid away and was not allowed to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.audit.context import known
from scorekeeper.audit.verdict import Seen, Undecided, Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import TAROCK_SUIT, split, together
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.packs import TAROCKS
from scorekeeper.games.declarer.audit import DeclarerDeal
from scorekeeper.games.declarer.conditions import Condition, find_broken
from scorekeeper.games.declarer.events import played_by
from scorekeeper.games.tarock.discard import HONOURS, DiscardRule, legal_discards, wrong_discard
from scorekeeper.phrase import Name, say


@dataclass(kw_only=True, eq=False, repr=False)
class TarockDeal(DeclarerDeal):
    """A deal with Tarock cards.

    rule        the rule of its declarer's discard
    wrong_half  whether the declarer took the half of the talon that the contract leaves
    """

    rule: DiscardRule
    wrong_half: bool = False

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """Yield the breaches before the first lead: of the law of discards, and of the conditions of bids."""
        yield from self._check_discard(recorded, courses)
        yield from find_broken(recorded, (self.find_conditions(recorded, course) for course in courses))

    def find_conditions(self, recorded: Recorded, course: Course) -> Iterator[Condition]:
        """Yield the conditions of the contract, the call and the announcements in one course."""
        if self.rule.suit_cards:
            tarocks = self.cards_of(recorded, course, self.declarer) & recorded.play.deck.suit[TAROCK_SUIT]
            most = recorded.size - tarocks.bit_count()
            yield Condition("TOO_FEW_SUIT_CARDS", self.declarer, "", most, least=self.rule.suit_cards)
        if self.wrong_half:
            yield Condition("WRONG_HALF", self.declarer, "", 0)

    def _check_discard(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """Yield breaches of the law of discards: all with the declarer's hand recorded, else only the sure ones."""
        hand = recorded.hands[self.players.index(self.declarer)]
        discard = self.discard
        rule = self.rule
        complete = UNKNOWN not in discard and (discard or not rule.number)
        if not (discard or rule.number):
            return  # nothing is laid away
        if len(discard) > rule.number:
            yield Violation(0, self.declarer, discard[rule.number], "WRONG_LENGTH")
        elif hand.complete and complete:
            cards = (*recorded.play.deck.names(hand.known), *discard)
            wrong = wrong_discard(cards, discard, rule)
            if wrong and wrong.reason != "TOO_FEW_SUIT_CARDS":
                legal = legal_discards(cards, rule) if wrong.card or wrong.reason == "WRONG_LENGTH" else None
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
        protected = self.rule.protected
        laid = [card for card in known(self.discard) if (card in TAROCKS) == protected.tarocks and card not in honours]
        if not laid or protected.when == "open":
            return
        deck = recorded.play.deck
        spoiling = self._spoiling(recorded)
        kept = self._find_kept(recorded, courses)
        shown = sorted((index, deck.name[card]) for index, card in kept if card & spoiling)
        proof = (
            Seen(*min(shown, key=lambda place: (not place[0], place))) if shown and protected.when == "forced" else None
        )
        if proof or protected.when == "never":
            yield Violation(0, self.declarer, laid[0], protected.reason, seen=proof)

    def _spoiling(self, recorded: Recorded) -> int:
        """Return the cards that have to be laid away before the protected ones."""
        deck = recorded.play.deck
        suit = deck.suit[TAROCK_SUIT]
        return (deck.all & ~suit if self.rule.protected.tarocks else suit) & ~deck.set_of(HONOURS)

    def _find_kept(self, recorded: Recorded, courses: Sequence[Course]) -> set[tuple[int, int]]:
        """Return the cards that the declarer surely kept, with their tricks, 0 for the hand."""
        seat = self.players.index(self.declarer)
        cards = {(0, card) for card in split(recorded.hands[seat].known)}
        if courses:
            cards |= set.intersection(*[set(played_by(recorded, course, seat)) for course in courses])
        return cards

    def doubts(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Undecided]:
        """Yield the first card laid away that was legal only if the declarer kept no card that had to go before it."""
        protected = self.rule.protected
        laid = [card for card in known(self.discard) if (card in TAROCKS) == protected.tarocks]
        hand = recorded.hands[self.players.index(self.declarer)]
        if not laid or protected.when != "forced" or hand.complete:
            return
        kept = together(card for _, card in self._find_kept(recorded, courses))
        if kept.bit_count() >= recorded.size:
            return
        elsewhere = recorded.in_tricks if len(courses) == 1 and all(courses[0].seats) else 0
        lacking = recorded.possible[self.players.index(self.declarer)] & self._spoiling(recorded) & ~elsewhere
        if lacking:
            kind = say("no suit card below the King") if protected.tarocks else say("no tarock except Trull cards")
            why = say("legal if {player} kept {cards}", player=Name(self.declarer), cards=kind)
            ask = say("Did such a card come later? Enter it, too.")
            names = recorded.play.deck.names(lacking)
            yield Undecided(0, self.declarer, laid[0], True, why, ask, names, self.declarer)
