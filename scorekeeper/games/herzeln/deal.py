"""One tour of Herzeln: its questions and the reading of its answers."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, cast

from scorekeeper.games.counts import Grid
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.rules import HAND, HEARTS, LAY_OFF, TOURS, Rules, Tour, hearts_for, tour_of
from scorekeeper.games.questions import Answers, Flag, Question, read_answers, who
from scorekeeper.games.tours import CardsTaken, Order
from scorekeeper.phrase import Refused, say

Points = dict[str, int]

_MISSING = {
    "king": say("choose who took the King of hearts"),
    "last": say("choose who took the last trick"),
    "out": say("choose who was out first, second and so on"),
}
# The reason why other points than those of the tour are impossible.
_IMPOSSIBLE = {
    1: say("these points cannot be made up from the hearts of the pack"),
    2: say("every trick counts 10 points here"),
    3: say("every trick counts −10 points here"),
    4: say("every Queen counts −20 points here"),
    5: say("one player gets −40 points here, the others 0"),
    6: say("one player gets 40 points here, the others 0"),
    7: say("one player gets −40 points here, the others 0"),
    LAY_OFF: say("the first player out gets 0 points here, each later one 10 points less"),
}


class Deal(NamedTuple):
    """One tour: the points of each player in seat order, none if it was not played.

    `hearts` are the cards that each player took in tour 1, if known. `revoke` is the player whose revoke cost them
    the tour. `misdealt` is whether the tour was dealt again, `extra` the points of the extra tour after a tie, if one
    was played.
    """

    tour: Tour
    points: tuple[tuple[str, int], ...] = ()
    hearts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    revoke: str = ""
    misdealt: bool = False
    extra: tuple[tuple[str, int], ...] = ()


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions of this tour: as the table counts it, as points, or that it was not played."""
    passed = Flag("passed", say("This tour was not played"), stage="result", alone=True, mark="-")
    if answers is not None and answers.get("passed"):
        return (passed,)
    tour = tour_of(seating.number)
    players = seating.playing
    units = tour.units_for(len(players))
    low, high = (min(units), 0) if tour.number == LAY_OFF else (min(0, sum(units)), max(0, sum(units)))
    points = Grid("points", say("Points for each"), players, low, high, sum(units), mark="=", instead=True)
    questions: list[Question] = [_ask_counted(tour, players), points]
    if rules.revoke_costs:
        label = say("Wrong move by") if tour.number == LAY_OFF else say("Wrong card by")
        questions.append(who("revoke", label, players, "result", "!", rare=True))
    questions += [Flag("misdealt", say("Misdeal, dealt again"), stage="result", mark="--"), passed]
    if rules.tie == "extra_tour" and tour.number == LAY_OFF:
        # HZ-11: an extra tour is entered with the last of a party, as it decides the party.
        sums = [sum(tour.units_for(len(players))) for tour in TOURS]
        hint = say("Only where several have the highest total after eight tours; the points are added.")
        questions.append(Grid("extra", say("Points of an extra tour"), players, min(sums), max(sums), hint=hint))
    return tuple(questions)


def _ask_counted(tour: Tour, players: tuple[str, ...]) -> Question:
    match tour.key:
        case "hearts":
            return CardsTaken(tour.key, say("Hearts taken by each"), players, hearts_for(len(players)), "H")
        case "tricks":
            return Grid(tour.key, say("Tricks taken by each"), players, 0, HAND, HAND)
        case "queens":
            return Grid(tour.key, say("Queens taken by each"), players, 0, 4, 4)
        case "king":
            return who(tour.key, say("Who took the King of hearts?"), players, "result")
        case "last":
            return who(tour.key, say("Who took the last trick?"), players, "result")
    return Order(tour.key, say("Who was out first, second and so on?"), players)


def read_deal(rules: Rules, seating: Seating, answers: Answers) -> Deal:
    """Return the answers as one tour. Raises Refused if they are missing, impossible or contradict each other."""
    tour = tour_of(seating.number)
    read = dict(answers)
    if read.pop("passed", False):
        for name in read:
            raise Refused(name, say("the tour was not played, so nothing else can be said"))
        return Deal(tour)
    revoke = str(read.pop("revoke", ""))
    misdealt = bool(read.pop("misdealt", False))
    extra = cast("Points", read.pop("extra", {}))
    entered = {name: _as_points(tour, seating.playing, name, value) for name, value in read.items()}
    if not entered:
        raise Refused(tour.key, _MISSING.get(tour.key, say("enter what each player took")))
    (first, points), *others = entered.items()
    for name, other in others:
        if other != points:
            labels = {question.name: question.label for question in ask(rules, seating, None)}
            raise Refused(name, say("this makes other points than “{what}”", what=labels[first]))
    if not tour.can_be(tuple(points.values())):
        raise Refused("points", _IMPOSSIBLE[tour.number])
    if extra:
        extra = {player: extra.get(player, 0) for player in seating.playing}
    hearts = cast("Mapping[str, tuple[str, ...]]", read.get("hearts", {}))
    if revoke:
        points = tour.worst_for(revoke, points)
        hearts = {}
    return Deal(tour, tuple(points.items()), tuple(hearts.items()), revoke, misdealt, tuple(extra.items()))


def check(rules: Rules, seating: Seating, answers: Answers, deal: Deal) -> None:
    """Refuse an impossible tour: an extra tour with points that none of the eight has."""
    extra = tuple([points for _, points in deal.extra])
    if extra and not any(tour.can_be(extra) for tour in TOURS):
        raise Refused("extra", say("none of the eight tours brings these points"))


def read_points(rules: Rules, seating: Seating, name: str, raw: object) -> Points:
    """Return the table's count under the key `name` as points by player. Raises Refused for a bad answer."""
    value = read_answers(ask(rules, seating, None), {name: raw})[name]
    return _as_points(tour_of(seating.number), seating.playing, name, value)


def _as_points(tour: Tour, players: Iterable[str], name: str, value: Any) -> Points:
    match name:
        case "points":
            return cast("Points", value)
        case "hearts":
            return {player: -sum(HEARTS[card] for card in cards) for player, cards in value.items()}
        case "tricks" | "queens":
            return {player: tour.units[0] * taken for player, taken in value.items()}
        case "out":
            return {player: -10 * value.index(player) for player in players}
    return {player: tour.units[0] if player == value else 0 for player in players}
