"""The statement of one person in a round: what each night brought, what was paid, and what stays open."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.groups.season import Chosen
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.queries.nights import nights_with


class Amounts(NamedTuple):
    """What a person has from one night or several, in the smallest coin of one currency, or in points.

    `won` is what the deals brought, `fined` below 0, `shared` what another of a shared purse took over, `carried` what
    other nights brought in less what was carried to them, `paid` what was handed over less received.
    """

    won: int = 0
    fined: int = 0
    shared: int = 0
    carried: int = 0
    paid: int = 0

    @property
    def open(self) -> int:
        """What is still to be paid: the sum of all; above 0 the person gets it."""
        return sum(self)


class StatementRow(NamedTuple):
    """One night of a statement, and what is open after it."""

    night: NightRow
    amounts: Amounts
    balance: int


class Statement(NamedTuple):
    """The nights of one currency, "" for points; `before` is what is open from other seasons."""

    currency: str
    rows: list[StatementRow]
    total: Amounts
    before: int

    @property
    def columns(self) -> list[str]:
        """The amounts that are not 0 in all rows; what was won always."""
        return [
            name for name in Amounts._fields if name == "won" or any(getattr(row.amounts, name) for row in self.rows)
        ]


_FINED = """COALESCE((SELECT SUM(amount) FROM kitty WHERE kitty.night_id = night.id AND kitty.who = player.key
    AND how = 'fine' AND struck = 0), 0)"""
_SQL = f"""SELECT night.id, night.currency, night.coins, player.balance, player.beyond, {_FINED}, player.aside,
        player.brought, player.paid
    FROM round_night JOIN night ON night.id = round_night.night_id JOIN player ON player.night_id = night.id
    JOIN person ON person.id = player.person_id
    WHERE round_id = ? AND person.name = (SELECT name FROM person WHERE id = ?)"""  # noqa: S608 - our own


def name_of_person(round_id: int, person: int) -> str:
    """Return the name of a person who sat at a night of a round, empty for anybody else."""
    sql = """SELECT name FROM person WHERE id = ? AND EXISTS (SELECT 1 FROM player
        JOIN round_night ON round_night.night_id = player.night_id WHERE person_id = person.id AND round_id = ?)"""
    return next((str(name) for (name,) in fetch(sql, person, round_id)), "")


def statements_of(round_id: int, person: int, chosen: Chosen) -> list[Statement]:
    """Return the statements of a person by currency, the oldest night first. The same name is the same person."""
    condition, values = chosen.where()
    found: dict[str, list[tuple[int, Amounts]]] = {}
    for night, currency, *numbers in fetch(f"{_SQL}{condition} ORDER BY night.id", round_id, person, *values):
        found.setdefault(currency, []).append((night, _amounts(*numbers)))
    before: dict[str, int] = {}
    if not any(chosen[:4]):
        for _, currency, *numbers in fetch(f"{_SQL} AND round_night.season <> ?", round_id, person, chosen.season):
            before[currency] = before.get(currency, 0) + _amounts(*numbers).open
    return [
        _statement(currency, found.get(currency, ()), before.get(currency, 0))
        for currency in sorted({*found, *(currency for currency, amount in before.items() if amount)})
    ]


def _amounts(coins: int, balance: int, beyond: int, fined: int, aside: int, brought: int, paid: int) -> Amounts:
    # Multiplied here: the product may be more than a BIGINT of PostgreSQL holds.
    return Amounts(balance * (coins or 1) + beyond, -int(fined), aside + int(fined), brought, paid)


def _statement(currency: str, found: Sequence[tuple[int, Amounts]], before: int) -> Statement:
    moved = [(night, amounts) for night, amounts in found if any(amounts)]
    rows = {row.id: row for row in nights_with([night for night, _ in moved]).rows}
    legible = [(rows[night], amounts) for night, amounts in moved if night in rows]
    balances = accumulate(amounts.open for _, amounts in legible)
    total = Amounts(*map(sum, zip(*(amounts for _, amounts in legible), strict=True)))
    made = [StatementRow(night, amounts, balance) for (night, amounts), balance in zip(legible, balances, strict=True)]
    return Statement(currency, made, total, before)
