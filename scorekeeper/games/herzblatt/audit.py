"""The recorded cards of a deal of Herzblatt or Solo: judged, counted, and compared with what was entered."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.cards.courses import Course, Recorded
from scorekeeper.cards.deck import deck_of
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.piles import pile_up
from scorekeeper.cards.replay import audit_tricks
from scorekeeper.cards.setup import Frame, Place, known, words
from scorekeeper.cards.verdict import Verdict, Violation
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.herzblatt.discard import may_discard
from scorekeeper.games.herzblatt.play import HEARTS, broken_rules, law, leader
from scorekeeper.games.herzblatt.rules import POINTS, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import say

_DECK = deck_of(ACE_TEN)
_COUNTED = ("points", "defender_points", "all_tricks", "last_trick", "revoke")
_SOLOIST, _DEFENDERS = range(2)


def audit(rules: Rules, seating: Seating, answers: Answers, record: Mapping[str, Any]) -> Verdict:
    """Return the verdict on a record of the deal with these answers. Raises Refused as `lay_out` does."""
    answers = {key: value for key, value in answers.items() if value is not None}
    soloist, trump = str(answers.get("soloist", "")), _trump(rules, answers)
    if trump is None:
        return Verdict("incomplete", counted={}, entered={})
    dealing = rules.dealing(len(seating.playing))
    skat, discard = words(record, "skat"), words(record, "discard")
    frame = Frame(
        law(rules, trump),
        _DECK.set_of(dealing.pack.cards),
        dealing.hand,
        seating.playing,
        leader(rules, seating, soloist),
        broken_rules(rules, trump),
    )
    places = [Place(soloist, discard)]
    if soloist or not trump:  # with a soloist yet to be named, his hand may have the skat
        places.append(Place(soloist, skat, aside=not soloist))

    def count(recorded: Recorded, course: Course) -> dict[str, object]:
        if not soloist:
            last = course.winners[frame.size - 1] if len(course.winners) == frame.size else -1
            return {"last_trick": seating.playing[last]} if last >= 0 and not trump else {}
        return dict(_count(recorded, course, seating, answers, (discard, dealing.skat)))

    def check(recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        return _check_discard(rules, soloist, trump, discard, dealing.skat)

    entered = {key: answers[key] for key in _COUNTED if key in answers}
    return audit_tricks(
        frame,
        record,
        places,
        entered,
        count=count,
        same=_same,
        check=check,
        unsaid={"all_tricks": False},
        revoke_costs=bool(soloist) and rules.revoke == "offender_side_loses",
    )


def recording(rules: Rules, seating: Seating, answers: Answers) -> Recording | None:
    """Return what can be recorded of the deal with these answers, None where nobody played or nobody knows who led."""
    trump = _trump(rules, answers)
    if trump is None or (answers.get("passed") and rules.all_pass != "last_trick"):
        return None
    if trump and not answers.get("soloist") and rules.first_lead == "soloist":
        return None
    dealing = rules.dealing(len(seating.playing))
    skat, laid = Pile("skat", say("Skat"), dealing.skat), Pile("discard", say("Laid away"), dealing.skat)
    return Recording(dealing.pack, dealing.hand, (skat, laid) if trump else (skat,))


def _trump(rules: Rules, answers: Answers) -> str | None:
    """Return the trump suit, "" in the game for the last trick, None while it is not known."""
    if answers.get("passed") or "last_trick" in answers:
        return ""
    if not rules.suits:
        return HEARTS
    return str(answers["suit"]) if answers.get("suit") else None


def _same(key: str, entered: object, counted: object) -> bool:
    return entered == counted


def _count(
    recorded: Recorded, course: Course, seating: Seating, answers: Answers, away: tuple[tuple[str, ...], int]
) -> Iterator[tuple[str, object]]:
    """Yield the soloist's points, or the defenders' where those were entered, and the tricks of a Du."""
    soloist, (discard, skat) = str(answers["soloist"]), away
    owner_of = [_SOLOIST if player == soloist else _DEFENDERS for player in seating.playing]
    laid = _DECK.set_of(known(discard))
    piles = pile_up(recorded, course, owner_of, [(laid, skat - laid.bit_count()), (0, 0)])
    points = piles.worth(_DECK, _SOLOIST)
    du, theirs = answers.get("announced") == "du", "defender_points" in answers
    if points is not None and ("points" in answers or not (du or theirs)):
        yield "points", points
    if points is not None and theirs:
        yield "defender_points", POINTS - points
    won = [owner_of[winner] for winner in course.winners if winner >= 0]
    if du and (_DEFENDERS in won or len(won) == recorded.size):
        yield "all_tricks", _DEFENDERS not in won


def _check_discard(rules: Rules, soloist: str, trump: str, discard: tuple[str, ...], skat: int) -> Iterator[Violation]:
    """HB-12, HB-13: as many cards as the skat had, of those that the table lets go."""
    if len(discard) > skat:
        yield Violation(0, soloist, discard[skat], "WRONG_LENGTH")
    for card in known(discard):
        if not may_discard(rules, card, trump):
            yield Violation(0, soloist, card, "HONOUR_DISCARDED")
