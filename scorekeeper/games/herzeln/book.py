"""The rule book of Herzeln, and what its tours bring and cost under the rules in force."""

from pathlib import Path

from scorekeeper.games.herzeln.rules import TOURS, Rules, Tour, units_of
from scorekeeper.games.rulebook import WRONG_CARD, Book, Part, Row, TariffTable
from scorekeeper.phrase import say


def tell_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return every tour with what all its players have together, by their number."""
    columns = tuple(say("{players} players, in all", players=players) for players in rules.players)
    return (TariffTable(say("The tours"), columns, tuple(_row(tour, rules.players) for tour in TOURS)),)


def _row(tour: Tour, numbers: tuple[int, ...]) -> Row:
    return Row(tour.about, tuple(sum(units_of(tour, players)) for players in numbers), (tour.rule,))


BOOK = Book((Part(Path(__file__).with_name("rules.toml")), WRONG_CARD), tell_tariff)
