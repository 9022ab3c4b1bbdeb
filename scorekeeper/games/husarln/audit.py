"""The recorded cards of a deal of Husarln: judged, counted, and compared with what was entered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from scorekeeper.cards.courses import Course, Recorded
from scorekeeper.cards.deck import deck_of
from scorekeeper.cards.packs import TAROCK, of_ranks
from scorekeeper.cards.piles import Piles, pile_up
from scorekeeper.cards.replay import audit_tricks
from scorekeeper.cards.setup import Frame, Place, known, words
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.cards.verdict import Verdict, Violation
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.husarln.deal import ask
from scorekeeper.games.husarln.discard import is_honour, legal_discards, wrong_discard
from scorekeeper.games.husarln.events import Shown, Unknown, count_bonuses, same_bonuses
from scorekeeper.games.husarln.play import BROKEN, law
from scorekeeper.games.husarln.rules import CONTRACTS, HAND, TALON, Contract, Rules
from scorekeeper.games.questions import Answers, read_answers
from scorekeeper.phrase import say

_DECK = deck_of(TAROCK)
_COUNTED = ("points", "defender_points", "bonuses", "revoke")
_DECLARER, _DEFENDERS, _NOBODY = range(3)
_KINGS = _DECK.set_of(of_ranks("K"))


class _Away(NamedTuple):
    """The cards of a deal besides the tricks: what the declarer laid away, and the talon by what became of it."""

    discard: tuple[str, ...]
    bought: tuple[str, ...]
    rejected: tuple[str, ...]
    unseen: tuple[str, ...]


def audit(rules: Rules, seating: Seating, answers: Answers, record: Mapping[str, Any]) -> Verdict:
    """Return the verdict on a record of the deal with these answers. Raises Refused as `lay_out` does."""
    answers = {key: value for key, value in answers.items() if value is not None}
    declarer, contract = str(answers.get("declarer", "")), _contract(seating, answers)
    away = _away(contract, record)
    places = [
        Place(declarer, away.discard),
        Place(declarer, away.bought, aside=False),
        Place("", (*away.rejected, *away.unseen)),
    ]
    frame = Frame(law(rules), _DECK.all, HAND, seating.playing, seating.playing[0], BROKEN)

    def count(recorded: Recorded, course: Course) -> dict[str, object]:
        return dict(_count(rules, recorded, course, seating, answers, contract, away)) if contract else {}

    def check(recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        if contract:
            seat = seating.playing.index(declarer)
            yield from _check_discard(contract, declarer, away, recorded, seat, courses)

    def same(key: str, entered: object, counted: object) -> bool:
        if key == "bonuses":
            return same_bonuses(entered, counted)
        questions = ask(rules, seating, None)
        return read_answers(questions, {key: entered}) == read_answers(questions, {key: counted})

    entered = {key: answers[key] for key in _COUNTED if key in answers}
    if entered.keys() <= {"bonuses"}:  # only called: what was announced is no result yet
        entered = {}
    return audit_tricks(
        frame,
        record,
        places,
        entered,
        count=count,
        same=same,
        check=check,
        unsaid={"bonuses": []},
        revoke_costs=bool(contract) and rules.revoke == "offender_side_loses",
    )


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


def _away(contract: Contract | None, record: Mapping[str, Any]) -> _Away:
    talon, discard = words(record, "talon"), words(record, "discard")
    if contract is None:
        return _Away(discard, (), (), ())

    def at(places: Sequence[int]) -> tuple[str, ...]:
        return tuple(talon[place - 1] for place in places if place <= len(talon))

    return _Away(discard, at(contract.bought), at(contract.rejected), at(contract.unseen))


def _count(
    rules: Rules,
    recorded: Recorded,
    course: Course,
    seating: Seating,
    answers: Answers,
    contract: Contract,
    away: _Away,
) -> Iterator[tuple[str, object]]:
    """Yield the points in the way in which they were entered, and the bonuses."""
    owner_of = [_DECLARER if player == answers["declarer"] else _DEFENDERS for player in seating.playing]
    piles = pile_up(recorded, course, owner_of, _besides(rules, contract, away))
    for key, owner in (("points", _DECLARER), ("defender_points", _DEFENDERS)):
        thirds = piles.worth(_DECK, owner)
        wanted = key in answers or (key == "points" and "defender_points" not in answers)
        if thirds is not None and wanted:
            yield key, _as_entered(answers.get(key), thirds)
    tricks = pile_up(recorded, course, owner_of, [(0, 0), (0, 0), (0, TALON)])
    try:
        kings = _side_with(seating, answers, piles if rules.kings_pile == "all_counted" else tricks, _KINGS)
        shown = Shown(
            rules, recorded, course, seating, str(answers["declarer"]), _DECK.set_of(known(away.discard)), kings
        )
        bonuses = count_bonuses(shown, list(cast("Iterable[Answers]", answers.get("bonuses", ()))))
    except Unknown:
        return
    if bonuses or "bonuses" in answers:
        yield "bonuses", bonuses


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


def _as_entered(entered: object, thirds: int) -> object:
    """Return a count as a person would have entered it: rounded where a whole number was."""
    whole = isinstance(entered, int) or (isinstance(entered, str) and entered.strip().isdigit())
    if whole:
        return round_thirds(thirds)
    return write_thirds(thirds) if thirds % 3 else thirds // 3


def _side_with(seating: Seating, answers: Answers, piles: Piles, cards: int) -> str:
    """Return who stands for the side with all these cards: who claimed them, else its first player; "" for none."""
    sides = {owner: piles.all_of(owner, cards) for owner in (_DECLARER, _DEFENDERS)}
    if None in sides.values() and True not in sides.values():
        raise Unknown
    side = [player for player in seating.playing if sides[_DEFENDERS if player != answers["declarer"] else _DECLARER]]
    claims = cast("Iterable[Answers]", answers.get("bonuses", ()))
    claimed = [str(row["player"]) for row in claims if row["bonus"] == "kings" and row["player"] in side]
    return (*claimed, *side, "")[0]


def _check_discard(
    contract: Contract,
    declarer: str,
    away: _Away,
    recorded: Recorded,
    seat: int,
    courses: tuple[Course, ...],
) -> Iterator[Violation]:
    """HU-21 to HU-23: with his hand recorded the law of discards in full, else what is sure without it."""
    hand, needed = recorded.hands[seat], len(contract.bought)
    if len(away.discard) > needed:
        yield Violation(0, declarer, away.discard[needed], "WRONG_LENGTH")
    elif hand.complete and away.discard and "_" not in away.discard:
        held = (*_DECK.names(hand.known), *away.discard)
        wrong = wrong_discard(held, away.discard) if len(away.discard) == needed else None
        if len(away.discard) != needed:
            yield Violation(0, declarer, "", "WRONG_LENGTH", legal_discards(held))
        elif wrong:
            yield Violation(0, declarer, wrong.card, wrong.reason, legal_discards(held))
    else:
        yield from (Violation(0, declarer, card, "HONOUR_DISCARDED") for card in away.discard if is_honour(card))
