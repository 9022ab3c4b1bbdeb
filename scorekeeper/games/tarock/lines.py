"""Lines that games with Tarock cards write alike: who won with how many points, what was announced, and who pays."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import Row, TariffTable
from scorekeeper.games.score import Factor, Line, Score, Shares, rules_of
from scorekeeper.games.tarock.asking import name_contra
from scorekeeper.games.tarock.claims import Bonus, Claim
from scorekeeper.games.tarock.declared import Contract, Declared
from scorekeeper.phrase import Name, Phrase, Value, say

PLAYERS = ("declarer", "one", "two")
SILENT_AND_ANNOUNCED = (say("silent"), say("announced"), say("announced and failed"))
_NONE = "–"

D = TypeVar("D", bound=Declared[Contract])

Ends = Callable[[Answers], tuple[Outcome, ...]]
"""The ends of a deal with these answers, of which the declarer is "declarer"."""


SEATING = Seating(1, PLAYERS[-1], PLAYERS)


def tables(contracts: Mapping[str, Phrase], bonuses: Sequence[Bonus], ends: Ends) -> Iterator[TariffTable]:
    """Yield what games and bonuses are worth; the bonuses of each game as far as they differ from the first."""
    games = tuple(game_row(label, key, ends) for key, label in contracts.items())
    yield TariffTable(say("The games, with each defender"), (say("won"), say("lost")), games)
    first, *others = contracts
    usual = tuple(bonus_row(bonus, first, ends) for bonus in bonuses)
    yield TariffTable(say("Bonuses, with each opponent"), SILENT_AND_ANNOUNCED, usual)
    for key in others:
        found = [bonus_row(bonus, key, ends) for bonus in bonuses]
        rows = tuple(row for row, known in zip(found, usual, strict=True) if row.cells != known.cells)
        if rows:
            title = say("Bonuses that differ in the game {contract}", contract=contracts[key])
            yield TariffTable(title, SILENT_AND_ANNOUNCED, rows)


def game_row(label: Phrase, contract: str, ends: Ends) -> Row:
    """Return what a contract is worth, won and lost."""
    lines = [line for end in ends({"declarer": PLAYERS[0], "contract": contract}) for line in end.score.lines]
    return Row(label, tuple(line.each for line in lines), rules_of(lines))


def bonus_row(bonus: Bonus, contract: str, ends: Ends) -> Row:
    """Return what a bonus of the declarer is worth, silent, announced, and announced and failed."""
    silent, *_ = _bonus_lines(bonus, contract, ends, announced=False)
    made, *_, failed = _bonus_lines(bonus, contract, ends, announced=True)
    cells: tuple[Value, ...] = (
        _NONE if bonus.count else silent.each,
        made.each,
        _NONE if bonus.flat else -failed.each,
    )
    return Row(bonus.label, cells, rules_of((silent, made, failed)))


def _bonus_lines(bonus: Bonus, contract: str, ends: Ends, announced: bool) -> tuple[Line, ...]:
    """Return the line of a bonus of the declarer in each end of a deal, from game won and made on."""
    claim = {"player": PLAYERS[0], "bonus": bonus.key, "announced": announced}
    called = {"declarer": PLAYERS[0], "contract": contract, "bonuses": [claim]}
    lines = (line for end in ends(called) for line in end.score.lines)
    return tuple(line for line in lines if dict(line.reason.values).get("bonus") == bonus.label)


def find_points(declarer: str, won: bool, points: Value, pack: int, needed: Value) -> Phrase:
    """Return in words how the declarer's game ended."""
    values: dict[str, Value] = {"declarer": Name(declarer), "points": points, "pack": pack, "needed": needed}
    if won:
        return say("{declarer} wins with {points} of {pack} card points; {needed} were needed", **values)
    return say("{declarer} loses with {points} of {pack} card points; {needed} were needed", **values)


def count_beside_valat(declarer: str, points: Value, pack: int) -> Phrase:
    """Return in words what the declarer counted where a Valat decides the game."""
    return say(
        "{declarer} has {points} of {pack} card points; the Valat decides",
        declarer=Name(declarer),
        points=points,
        pack=pack,
    )


def describe(claim: Claim) -> Phrase:
    """Return in words what became of a claim."""
    player: Value = Name(claim.player)
    if claim.loser:
        player = say("{player}, from {loser}", player=player, loser=Name(claim.loser))
    values: dict[str, Value] = {"bonus": claim.bonus.label, "player": player}
    if claim.made:
        return say("{bonus} announced: {player}", **values) if claim.announced else say("{bonus}: {player}", **values)
    if claim.announced:
        return say("{bonus} announced and not made: {player}", **values)
    if claim.bonus.ultimo > 1:
        return say("{bonus} lost in its trick: {player}", **values)
    return say("{bonus} lost in the last trick: {player}", **values)


def contra(level: int, rule: str) -> Iterator[Factor]:
    """Yield the factor of a level of contra."""
    if level:
        yield Factor(name_contra(level), 2**level, rule)


def credit(won: bool, side: Sequence[str], others: Sequence[str]) -> Shares:
    """Return the shares on a sheet of plus points only: who wins writes once, each for himself."""
    return tuple((player, 1) for player in (side if won else others))


def replace_game(claim: Claim, game: int, level: int, shares: Shares, rules: tuple[str, str, str]) -> Line:
    """Return the line of a Valat that stands in place of a game, or of one that was announced and failed.

    It is worth so many times `game`, or what it is worth where that is 0; `rules` are those of one made, of one that
    failed, and of contra.
    """
    figure = claim.bonus.announced if claim.announced else claim.bonus.silent
    (made, failed, doubled) = rules
    label = say("announced Valat") if claim.announced else say("Valat")
    factors = (*((Factor(label, figure, made),) if game else ()), *contra(level, doubled))
    return Line(describe(claim), made if claim.made else failed, game or figure, shares, factors)


def pay_sheet(sheet: Mapping[str, int]) -> dict[str, int]:
    """Return what is paid for a score sheet, each player settling the difference with each other."""
    total = sum(sheet.values())
    return {player: len(sheet) * points - total for player, points in sheet.items()}


def foresee(
    call: D,
    lines: Callable[[D, bool], Iterable[Line]],
    possible: Callable[[D, bool], bool] = lambda deal, won: True,
) -> tuple[Outcome, ...]:
    """Return each end that a called deal can have: game won or lost by its side, all announcements made or failed.

    `lines` are those of an end; `possible` says of a game where these ends exclude each other further.
    """
    ends = []
    for label, won, made in _ANNOUNCED_ENDS if any(claim.risked for claim in call.claims) else _ENDS:
        claims = tuple(replace(claim, made=made) if claim.risked else claim for claim in call.claims)
        deal = replace(call, claims=claims)
        # who made every trick, or so many card points, has won the game as well
        deciding = [claim for claim in claims if claim.made and (claim.bonus.all_tricks or claim.bonus.count > 0)]
        if all(deal.of_side(claim) == won for claim in deciding) and possible(deal, won):
            ends.append(Outcome(label, Score(tuple(lines(deal, won)))))
    return tuple(ends)


_ENDS = ((say("game won"), True, True), (say("game lost"), False, True))
_ANNOUNCED_ENDS = (
    (say("game won, announcements made"), True, True),
    (say("game won, announcements failed"), True, False),
    (say("game lost, announcements made"), False, True),
    (say("game lost, announcements failed"), False, False),
)
