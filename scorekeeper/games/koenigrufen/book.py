"""The rule book of Königrufen, and what its games and bonuses are worth under the rules in force."""

from collections.abc import Iterator
from pathlib import Path

from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.contracts import TRISCHAKEN, Contract
from scorekeeper.games.koenigrufen.deal import Played
from scorekeeper.games.koenigrufen.rules import PACK, Rules
from scorekeeper.games.koenigrufen.scoring import POTS, outcomes, score
from scorekeeper.games.rulebook import Book, Part, Row, TariffTable
from scorekeeper.games.score import Line, rules_of
from scorekeeper.games.tarock.lines import SILENT_AND_ANNOUNCED
from scorekeeper.phrase import Phrase, Value, say

_DECLARER = "declarer"
_SEATING = Seating(1, "three", (_DECLARER, "one", "two", "three"))


def tell_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what contracts and bonuses are worth."""
    contracts = [contract for contract in rules.contracts if contract is not TRISCHAKEN]
    games = []
    for contract in contracts:
        lines = [_first(rules, contract, end) for end in (0, -1)]
        cells = tuple(f"{line.each}½" if contract.key in rules.halves else line.each for line in lines)
        games.append(Row(contract.label, cells, rules_of(lines)))
    bonuses = tuple(
        Row(bonus.label, (bonus.silent, bonus.announced, -bonus.announced), ("KR-30", "KR-31"))
        for bonus in rules.bonuses
        if not bonus.all_tricks
    )
    shared = tuple(_trischaken(rules, *row) for row in _tell_counts(rules))
    return (
        TariffTable(say("The games, with each opponent"), (say("won"), say("lost")), tuple(games)),
        TariffTable(say("Bonuses, with each opponent"), SILENT_AND_ANNOUNCED, (*bonuses, *_last(rules))),
        TariffTable(say("Trischaken, altogether"), (say("usually"), say("burgher")), shared),
    )


def _first(rules: Rules, contract: Contract, end: int) -> Line:
    """Return the line of the game where it is won, or lost."""
    answers: dict[str, object] = {"declarer": _DECLARER, "contract": contract.key}
    if contract.called:
        answers["alone"] = True
    if contract.birds:
        answers["bonuses"] = [{"player": _DECLARER, "bonus": contract.birds[0], "announced": True}]
    return outcomes(rules, _SEATING, answers)[end].score.lines[0]


def _last(rules: Rules) -> tuple[Row, ...]:
    """Return how often the bonuses count in a Solo, and the Valat, before that where a Solo doubles it too."""
    solo = Row(say("in a Solo"), ("×2",) * 3, ("KR-30",))
    (valat,) = [b for b in rules.bonuses if b.all_tricks]
    figures = valat.silent, valat.announced, -valat.announced
    if rules.valat == "fixed":
        row = Row(valat.label, figures, ("KR-37", "KR-30"))
        return (row, solo) if rules.valat_solo_doubles else (solo, row)
    label, rule = (say("Valat (game)"), "KR-36") if rules.valat == "times" else (say("Valat (all)"), "KR-39")
    return solo, Row(label, tuple(f"×{figure}".replace("×-", "−×") for figure in figures), (rule,))


def _tell_counts(rules: Rules) -> Iterator[tuple[Phrase, tuple[tuple[int, ...], ...], int, int]]:
    """Yield the thirds of forehand and the others in a Trischaken, without a burgher and with one.

    With them come the place of the player whose points a row tells, and their sign. Where two took everything, none of
    them is a burgher only if the one with more is as little below that as can be.
    """
    yield say("the player with the most pays"), ((50, 90, 40, 30), (40, 110, 35, 25)), 1, -1
    yield say("forehand with the most pays"), ((90, 50, 40, 30), (110, 40, 35, 25)), 0, -1
    yield say("the only one without a trick gets"), ((60, 90, 60, 0), (50, 110, 50, 0)), 3, 1
    most = rules.threshold - 1
    yield say("each of two without a trick gets"), ((0, most, sum(PACK.worth) - most, 0), (0, 110, 100, 0)), 3, 1


def _trischaken(rules: Rules, label: Phrase, counts: tuple[tuple[int, ...], ...], place: int, sign: int) -> Row:
    players = _SEATING.playing
    cells = list[Value]()
    lines = list[Line]()
    for thirds in counts:
        told = tuple(zip(players, thirds, strict=True))
        deal = Played(players[0], players[1:], TRISCHAKEN, 0, (), counts=told, forehand=players[0])
        found = score(rules, deal)
        cells.append(sign * found.totals(players)[players[place]])
        lines += found.lines
    return Row(label, tuple(cells), rules_of(lines))


BOOK = Book(
    (Part(Path(__file__).with_name("rules.toml")),),
    tell_tariff,
    only={
        "KR-37": lambda rules: rules.valat == "fixed",
        "KR-39": lambda rules: rules.valat == "total",
        "KR-40": lambda rules: rules.valat != "fixed",
        "KR-45": lambda rules: bool(rules.halves),
        **dict.fromkeys(("KR-51", "KR-52", "KR-53", "KR-54", "KR-55", "KR-56"), lambda rules: rules.trischaken in POTS),
        **dict.fromkeys(("KR-57", "KR-58", "KR-59", "KR-60", "KR-61"), lambda rules: rules.trischaken not in POTS),
    },
)
