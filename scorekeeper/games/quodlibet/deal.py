"""One tour of Quodlibet: its questions, the reading of its answers, and what other deals leave to choose."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.cards.packs import of_ranks
from scorekeeper.games.counts import Grid
from scorekeeper.games.game import Seating, Taken, Told
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, who
from scorekeeper.games.quodlibet.rules import HAND, HEARTS, PACK, ROUND, TOUR_OF, TOURS, Rules, Tour
from scorekeeper.games.tours import CardsTaken, Order
from scorekeeper.phrase import Name, Phrase, Refused, say

_MISSING = {
    "king": say("choose who took the King of hearts"),
    "ober": say("choose who took the Ober of bells"),
    "out": say("choose who was out first, second and so on"),
    "first": say("choose who took the first trick"),
    "second": say("choose who took the second trick"),
    "third": say("choose who took the third trick"),
    "last": say("choose who took the last trick"),
}
Counted = Mapping[str, Any]
"""What was counted in a tour, by the keys of its questions, as these read it."""
_HEARTS = PACK.without([card for card in PACK.cards if card not in HEARTS])
_OF_RANK = len(of_ranks("Q"))  # Obers, and Unters, in the pack


class Deal(NamedTuple):
    """One tour that was played: the players in seat order and what was counted, read by the questions."""

    tour: Tour
    players: tuple[str, ...]
    counted: Counted

    def next_to(self, player: str) -> str:
        """Return the next player in turn, the neighbour on the right (QU-12)."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions that matter, given the `answers` so far; with None all possible questions."""
    options = tuple(Option(tour.key, tour.name) for tour in TOURS)
    tour = Choice("tour", say("Tour"), options, needed=True)
    questions = _ask_results(seating.playing)
    if answers is None:
        return (tour, *questions.values())
    chosen = TOUR_OF.get(str(answers.get("tour")))
    return (tour, *(questions[key] for key in chosen.counted)) if chosen else (tour,)


def _ask_results(players: tuple[str, ...]) -> dict[str, Question]:
    questions: tuple[Question, ...] = (
        Grid("tricks", say("Tricks taken by each"), players, 0, HAND, HAND),
        who("king", say("Who took the King of hearts?"), players, "result", "K"),
        who("ober", say("Who took the Ober of bells?"), players, "result", "Q"),
        Flag("together", say("Both in one trick"), stage="result", mark="KQ"),
        who("first", say("Who took the first trick?"), players, "result", "1st"),
        who("second", say("Who took the second trick?"), players, "result", "2nd"),
        who("third", say("Who took the third trick?"), players, "result", "3rd"),
        who("last", say("Who took the last trick?"), players, "result", "8th"),
        CardsTaken("hearts", say("Hearts taken by each"), players, _HEARTS, "H"),
        Grid("obers", say("Obers in tricks without an Unter"), players, 0, _OF_RANK),
        Grid("unters", say("Unters in tricks without an Ober"), players, 0, _OF_RANK),
        Grid("mixed", say("Tricks with Ober and Unter"), players, 0, _OF_RANK),
        Grid("lowest", say("Lowest cards of a trick by each"), players, 0, HAND, HAND),
        Grid("both", say("Tricks taken with the lowest card"), players, 0, HAND),
        Order("out", say("Who was out first, second and so on?"), players),
        Grid("left", say("Cards left to each"), players, 0, HAND),
    )
    return {question.name: question for question in questions}


def read_deal(rules: Rules, seating: Seating, answers: Answers) -> Deal:
    """Return the answers as one tour. Raises Refused if they are missing, impossible or contradict each other."""
    if "tour" not in answers:
        raise Refused("tour", say("choose the tour"))
    tour = TOUR_OF[str(answers["tour"])]
    for key in answers:
        if key not in ("tour", *tour.counted):
            raise Refused(key, say("this is not asked in the tour {tour}", tour=tour.name))
    counted = {key: answers[key] for key in tour.counted if key in answers}
    missing = [key for key in tour.counted if key not in counted and key not in ("together", "mixed", "both")]
    none = dict.fromkeys(seating.playing, 0)
    if missing and not (tour.key == "ober_unter" and "mixed" in counted):
        raise Refused(missing[0], _MISSING.get(missing[0], say("enter what each player took")))
    for key in ("obers", "unters", "mixed", "both", "left"):
        if key in tour.counted:
            counted[key] = {**none, **_numbers(counted.get(key, {}))}
    _check_counts(tour, counted)
    return Deal(tour, seating.playing, counted)


def _numbers(raw: object) -> Mapping[str, int]:
    assert isinstance(raw, Mapping)
    return raw


def _check_counts(tour: Tour, counted: Counted) -> None:
    """Refuse what the cards of a tour cannot have been. Raises Refused."""
    match tour.key:
        case "king_ober" if counted.get("together") and counted["king"] != counted["ober"]:
            raise Refused("together", say("in one trick, one player took both"))
        case "ober_unter":
            _check_pictures(counted)
        case "bribe":
            for player, both in counted["both"].items():
                if both > min(counted["tricks"][player], counted["lowest"][player]):
                    text = say("{player} did not take so many tricks with the lowest card", player=Name(player))
                    raise Refused("both", text)
        case "quadrature" | "snack":
            _check_left(counted)


def _check_pictures(counted: Counted) -> None:
    """Refuse numbers of Obers and Unters that the pack does not have (QU-16)."""
    mixed = sum(counted["mixed"].values())
    within = {key: _OF_RANK - sum(counted[key].values()) for key in ("obers", "unters")}
    for key, rest in within.items():
        if rest < 0:
            raise Refused(key, say("there are only {n} of them", n=_OF_RANK))
        if rest < mixed:
            raise Refused("mixed", say("for so many tricks with Ober and Unter too few are left"))
    if sum(within.values()) > 4 * mixed:
        raise Refused("mixed", say("Obers or Unters are missing: four of each are in the pack"))
    if mixed and max(within.values()) > 3 * mixed:
        raise Refused("mixed", say("a trick has four cards, so not so many are in the tricks with both"))


def _check_left(counted: Counted) -> None:
    """Refuse cards left to whoever was out first, and to nobody else none (QU-20)."""
    first = counted["out"][0]
    if counted["left"][first]:
        raise Refused("left", say("{player} was out first, so no card is left", player=Name(first)))
    if not counted["left"][counted["out"][-1]]:
        last = Name(counted["out"][-1])
        raise Refused("left", say("{player} was out last, so a card is left", player=last))


def find_taken(rules: Rules, seating: Seating, place: int, others: Mapping[int, Told]) -> Taken:
    """Return the tours that cannot be chosen in the deal at a place of its party, and why not (QU-4)."""
    reasons: dict[object, Phrase] = {}
    if place >= rules.deals:  # a deal to come, of the next party
        return {}
    if rules.in_rounds:
        number = place // ROUND + 1
        elsewhere = [tour for tour in TOURS if tour.round != number]
        for tour in elsewhere:
            reasons[tour.key] = say(
                "{tour} is a tour of round {other}, and this is round {round}",
                tour=tour.name,
                other=tour.round,
                round=number,
            )
    for told in others.values():
        played = TOUR_OF.get(str(told.answers.get("tour")))
        if played is None or (not rules.in_rounds and told.seating.dealer != seating.dealer):
            continue
        deal = told.seating.number
        text = say("{tour} was already played, in deal {number}", tour=played.name, number=deal)
        if not rules.in_rounds:
            dealer = Name(seating.dealer)
            text = say("{dealer} already chose {tour}, in deal {number}", dealer=dealer, tour=played.name, number=deal)
        reasons[played.key] = text
    return {"tour": reasons}
