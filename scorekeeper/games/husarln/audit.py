"""The recorded cards of a deal of Husarln: judged, counted, and compared with what was entered."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from scorekeeper.cards.courses import Course, Recorded
from scorekeeper.cards.deck import TAROCK_SUIT, deck_of, split
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.packs import TAROCK, TAROCKS, of_ranks
from scorekeeper.cards.piles import Piles, pile_up
from scorekeeper.cards.replay import Referee, audit_tricks
from scorekeeper.cards.setup import Frame, Heap, Record, known, words
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.cards.verdict import Seen, Verdict, Violation
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.husarln.deal import ask
from scorekeeper.games.husarln.discard import WrongDiscard, is_honour, legal_discards, wrong_discard
from scorekeeper.games.husarln.events import Shown, Unknown, count_bonuses, same_bonuses
from scorekeeper.games.husarln.play import BROKEN, law
from scorekeeper.games.husarln.rules import CONTRACTS, HAND, TALON, Contract, Rules
from scorekeeper.games.questions import Answers, read_answers
from scorekeeper.phrase import say
from scorekeeper.reading import digits

_DECK = deck_of(TAROCK)
_COUNTED = ("points", "defender_points", "bonuses", "revoke")
_DECLARER, _DEFENDERS, _NOBODY = range(3)
_KINGS = _DECK.set_of(of_ranks("K"))
_PLAIN = _DECK.all & ~_DECK.suit[TAROCK_SUIT] & ~_KINGS  # the suit cards below the King
_TAROCKS = _DECK.set_of(TAROCKS)


class _Away(NamedTuple):
    """The cards of a deal besides the tricks: what the declarer laid away, and the talon by what became of it."""

    discard: tuple[str, ...]
    bought: tuple[str, ...]
    rejected: tuple[str, ...]
    unseen: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class DeclarerReferee(Referee):
    """One deal with its declarer and contract, and the cards besides the tricks."""

    rules: Rules
    seating: Seating
    answers: Answers
    contract: Contract
    away: _Away

    @property
    def declarer(self) -> str:
        return str(self.answers["declarer"])

    @property
    def claims(self) -> list[Answers]:
        return list(cast("Iterable[Answers]", self.answers.get("bonuses", ())))

    def same(self, key: str, entered: object, counted: object) -> bool:
        if key == "bonuses":
            return same_bonuses(entered, counted)
        questions = ask(self.rules, self.seating, None)
        return read_answers(questions, {key: entered}) == read_answers(questions, {key: counted})

    def count(self, recorded: Recorded, course: Course) -> dict[str, object]:
        """Return the points in the way in which they were entered, and the bonuses."""
        owner_of = [_DECLARER if player == self.declarer else _DEFENDERS for player in self.seating.playing]
        piles = pile_up(recorded, course, owner_of, _besides(self.rules, self.contract, self.away))
        tricks = pile_up(recorded, course, owner_of, [(0, 0), (0, 0), (0, TALON)])
        counted = dict(self._points(piles))
        try:
            kings = self._side_with(piles if self.rules.kings_pile == "all_counted" else tricks, _KINGS)
            discard = _DECK.set_of(known(self.away.discard))
            shown = Shown(self.rules, recorded, course, self.seating, self.declarer, discard, kings)
            bonuses = count_bonuses(shown, self.claims)
        except Unknown:
            return counted
        return counted | ({"bonuses": bonuses} if bonuses or "bonuses" in self.answers else {})

    def _points(self, piles: Piles) -> Iterator[tuple[str, object]]:
        for key, owner in (("points", _DECLARER), ("defender_points", _DEFENDERS)):
            thirds = piles.worth(_DECK, owner)
            wanted = key in self.answers or (key == "points" and "defender_points" not in self.answers)
            if thirds is not None and wanted:
                yield key, _as_entered(self.answers.get(key), thirds)

    def _side_with(self, piles: Piles, cards: int) -> str:
        """Return who stands for the side with all these cards: who claimed them, else its first player; "" for none."""
        sides = {owner: piles.all_of(owner, cards) for owner in (_DECLARER, _DEFENDERS)}
        if None in sides.values() and True not in sides.values():
            raise Unknown
        side = [
            player for player in self.seating.playing if sides[_DEFENDERS if player != self.declarer else _DECLARER]
        ]
        claimed = [str(row["player"]) for row in self.claims if row["bonus"] == "kings" and row["player"] in side]
        return (*claimed, *side, "")[0]

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """HU-21 to HU-23: with his hand recorded the law of discards in full, else what is sure without it."""
        hand, needed = recorded.hands[self.seating.playing.index(self.declarer)], len(self.contract.bought)
        discard = self.away.discard
        if len(discard) > needed:
            yield Violation(0, self.declarer, discard[needed], "WRONG_LENGTH")
        elif hand.complete and discard and UNKNOWN not in discard:
            held = (*_DECK.names(hand.known), *discard)
            wrong = wrong_discard(held, discard) if len(discard) == needed else WrongDiscard("", "WRONG_LENGTH")
            if wrong:
                yield Violation(0, self.declarer, wrong.card, wrong.reason, legal_discards(held))
        else:
            honours = [card for card in discard if is_honour(card)]
            yield from (Violation(0, self.declarer, card, "HONOUR_DISCARDED") for card in honours)
            tarocks = [card for card in discard if card in TAROCKS and card not in honours]
            if tarocks and (proof := self._kept(recorded, courses)):
                yield Violation(0, self.declarer, tarocks[0], "TAROCK_NOT_FORCED", seen=proof)
        yield from self._without_tarocks(recorded)

    def _kept(self, recorded: Recorded, courses: tuple[Course, ...]) -> Seen | None:
        """Return the first suit card below the King that the declarer surely had and kept, in trick 0 for his hand.

        Whoever has such a card left need not have laid a tarock away, however many there were (HU-23).
        """
        seat = self.seating.playing.index(self.declarer)
        played = [set(_played_by(recorded, course, seat)) for course in courses]
        kept = {(0, card) for card in split(recorded.hands[seat].known)} | set[tuple[int, int]]().union(
            *played[:1]
        ).intersection(*played)
        plain = sorted((index, _DECK.name[card]) for index, card in kept if card & _PLAIN)
        return Seen(*min(plain, key=lambda place: (not place[0], place))) if plain else None

    def _without_tarocks(self, recorded: Recorded) -> Iterator[Violation]:
        """HU-16: a whole hand without a tarock; the declarer's only where he laid none away either."""
        for player, hand in zip(self.seating.playing, recorded.hands, strict=True):
            away = _DECK.set_of(known(self.away.discard)) if player == self.declarer else 0
            if self.rules.no_tarock_redeal and hand.complete and not (hand.known | away) & _TAROCKS:
                yield Violation(0, player, "", "NO_TAROCK")


def audit(rules: Rules, seating: Seating, answers: Answers, record: Record) -> Verdict:
    """Return the verdict on a record of the deal with these answers. Raises Refused as `lay_out` does."""
    answers = {key: value for key, value in answers.items() if value is not None}
    declarer, contract = str(answers.get("declarer", "")), _contract(seating, answers)
    away = _away(contract, record)
    entered = _entered(answers)
    frame = Frame(law(rules), _DECK.all, HAND, seating.playing, seating.playing[0], BROKEN)
    rest = Heap("", (*away.rejected, *away.unseen))
    heaps = [Heap(declarer, away.discard), Heap(declarer, away.bought, aside=False), rest]
    if contract is None:
        return audit_tricks(Referee(frame=frame, heaps=heaps, entered=entered), record)
    referee = DeclarerReferee(
        frame=frame,
        heaps=heaps,
        entered=entered,
        unsaid={"bonuses": []},
        revoke_costs=rules.revoke == "offender_side_loses",
        rules=rules,
        seating=seating,
        answers=answers,
        contract=contract,
        away=away,
    )
    return audit_tricks(referee, record)


def _entered(answers: Answers) -> Answers:
    """Return what was entered of the result; what was announced in a deal that is only called is none yet."""
    entered = {key: answers[key] for key in _COUNTED if key in answers}
    return {} if entered.keys() <= {"bonuses"} else entered


def recording(rules: Rules, seating: Seating, answers: Answers) -> Recording | None:
    """Return what can be recorded of the deal with these answers, None where nobody played."""
    contract = _contract(seating, answers)
    if contract is None:
        return None
    talon, laid = Pile("talon", say("Talon"), TALON), Pile("discard", say("Laid away"), len(contract.bought))
    return Recording(TAROCK, HAND, (talon, laid) if contract.bought else (talon,))


def _contract(seating: Seating, answers: Answers) -> Contract | None:
    """Return the contract of a deal with a declarer."""
    named = answers.get("contract")
    contract = next((contract for contract in CONTRACTS if named in (contract.key, *contract.also)), None)
    return contract if answers.get("declarer") in seating.playing else None


def _away(contract: Contract | None, record: Record) -> _Away:
    talon, discard = words(record, "talon"), words(record, "discard")
    if contract is None:
        return _Away(discard, (), (), ())

    def at(places: Sequence[int]) -> tuple[str, ...]:
        return tuple(talon[place - 1] for place in places if place <= len(talon))

    return _Away(discard, at(contract.bought), at(contract.rejected), at(contract.unseen))


def _besides(rules: Rules, contract: Contract, away: _Away) -> list[tuple[int, int]]:
    """Return for declarer, defenders and nobody the cards that are in no trick, and how many of them are not known."""
    rejected = _DECLARER if rules.rejected_cards == "declarer" else _DEFENDERS
    unseen = _DEFENDERS if rules.counts_talon(contract) else _NOBODY
    cards, numbers = [0, 0, 0], [0, 0, 0]
    for owner, names, number in (
        (_DECLARER, away.discard, len(contract.bought)),
        (rejected, away.rejected, len(contract.rejected)),
        (unseen, away.unseen, len(contract.unseen)),
    ):
        these = _DECK.set_of(known(names))
        cards[owner] |= these
        numbers[owner] += number - these.bit_count()
    return list(zip(cards, numbers, strict=True))


def _played_by(recorded: Recorded, course: Course, seat: int) -> Iterator[tuple[int, int]]:
    """Yield the tricks, from 1, and the cards that `seat` played in them."""
    for number, (seats, cards) in enumerate(zip(course.seats, recorded.tricks, strict=False), start=1):
        if seat in seats and seats.index(seat) < len(cards):
            yield number, cards[seats.index(seat)]


def _as_entered(entered: object, thirds: int) -> object:
    """Return a count as a person would have entered it: rounded where a whole number was."""
    whole = isinstance(entered, int) or (isinstance(entered, str) and digits(entered.strip(), 3) is not None)
    if whole:
        return round_thirds(thirds)
    return write_thirds(thirds) if thirds % 3 else thirds // 3
