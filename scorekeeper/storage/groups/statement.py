"""The statement of one person in a group: what each night brought, what was paid, and what stays open."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import accumulate, chain, islice
from typing import NamedTuple

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.opening_balances import open_balances
from scorekeeper.storage.groups.season import GroupNow, member_of_person
from scorekeeper.storage.journal.state import WON
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
    """One night of a statement, which may be unreadable, and what is open after it."""

    night: NightRow
    amounts: Amounts
    balance: int


class Statement(NamedTuple):
    """The nights of one currency on one page, "" for points: `total` is the sum of the `earlier` nights and the rows.

    Open opening balances stand in `opening`, or in `earlier` where there are earlier nights. `before` is what is open
    from other seasons, and not in the total.
    """

    currency: str
    opening: Amounts
    earlier: Amounts
    rows: list[StatementRow]
    total: Amounts
    before: int

    @property
    def has_nights(self) -> bool:
        """Whether there are rows, or earlier nights that come to something."""
        return bool(self.rows) or any(self.earlier) or any(self.opening)

    @property
    def columns(self) -> list[str]:
        """The amounts that are not 0 in all rows; what was won always."""
        shown = (self.opening, self.earlier, *(row.amounts for row in self.rows))
        return [name for name in Amounts._fields if name == "won" or any(getattr(amounts, name) for amounts in shown)]


class StatementPage(NamedTuple):
    """One page of the statements of a person by currency, and whether there are earlier nights."""

    statements: list[Statement]
    more: bool


_FINED = """COALESCE((SELECT SUM(amount) FROM kitty WHERE kitty.night_id = night.id AND kitty.who = player.key
    AND how = 'fine' AND struck = 0), 0)"""
_SQL = f"""SELECT night.id, night.currency, night.coins, player.balance, player.beyond, {_FINED} AS fined, player.aside,
        player.brought, player.paid
    FROM round_night JOIN night ON night.id = round_night.night_id JOIN player ON player.night_id = night.id
    WHERE round_id = ? AND player.member_id = ?"""  # noqa: S608 - our own
_MOVED = f"({WON} <> 0 OR {_FINED} <> 0 OR aside <> 0 OR brought <> 0 OR paid <> 0)"


def load_statements(now: GroupNow, person: int, chosen: NightFilter, most: int, skipped: int = 0) -> StatementPage:
    """Return one page of the statements of a person: so many nights, after those that are skipped, the newest last."""
    member = member_of_person(now.id, person)
    condition, values = chosen.where()
    sql = f"{_SQL}{condition} AND {_MOVED} ORDER BY round_night.night_id DESC LIMIT ? OFFSET ?"
    rows = fetch(sql, now.id, member, *values, most + 1, skipped)
    more = len(rows) > most
    page = rows[:most][::-1]
    earlier = _sums(now, member, f"{condition} AND round_night.night_id < ?", (*values, page[0][0])) if more else {}
    before = (
        {}
        if any((*chosen[:4], chosen.evening))
        else _sums(now, member, " AND round_night.season <> ?", (chosen.season,))
    )
    opening, others = (_openings(now, member, chosen, elsewhere) for elsewhere in (False, True))
    nights = {night.id: night for night in chain(*nights_with([row[0] for row in page]))}
    statements = []
    for currency in sorted({*(row[1] for row in page), *earlier, *before, *opening, *others}):
        begun = opening.get(currency, Amounts())
        carried = _sum([begun, earlier.get(currency, Amounts())])
        found = [(nights[night], _amounts(*numbers)) for night, its, *numbers in page if its == currency]
        balances = accumulate((amounts.open for _, amounts in found), initial=carried.open)
        made = [StatementRow(*row, balance) for row, balance in zip(found, islice(balances, 1, None), strict=True)]
        total = _sum([carried, *(amounts for _, amounts in found)])
        first = (Amounts(), carried) if more else (begun, Amounts())
        aside = before.get(currency, Amounts()).open + others.get(currency, Amounts()).open
        statements.append(Statement(currency, *first, made, total, aside))
    return StatementPage(statements, more)


def _openings(now: GroupNow, member: int, chosen: NightFilter, elsewhere: bool) -> Mapping[str, Amounts]:
    """Return the open balances of a member by currency, or without a period those of other seasons."""
    if elsewhere and any((*chosen[:4], chosen.evening)):
        return {}
    balances = open_balances(now.id, chosen, elsewhere)
    return {one.currency: Amounts(carried=one.coins) for one in balances if one.member == member and one.coins}


@lru_cache(maxsize=64)
def _sums(now: GroupNow, member: int, condition: str, values: tuple[object, ...]) -> Mapping[str, Amounts]:
    """Return the sums of nights by currency, without those where all is 0; kept until something is booked."""
    sql = f"""SELECT currency, coins, SUM(balance), SUM(beyond), SUM(fined), SUM(aside), SUM(brought), SUM(paid)
        FROM ({_SQL}{condition}) AS moved GROUP BY currency, coins"""  # noqa: S608 - our own names
    found: dict[str, Amounts] = {}
    for currency, coins, *sums in fetch(sql, now.id, member, *values):
        found[currency] = _sum([found.get(currency, Amounts()), _amounts(coins, *map(int, sums))])
    return {currency: amounts for currency, amounts in found.items() if any(amounts)}


def _sum(amounts: Iterable[Amounts]) -> Amounts:
    return Amounts(*map(sum, zip(*amounts, strict=True)))


def _amounts(coins: int, balance: int, beyond: int, fined: int, aside: int, brought: int, paid: int) -> Amounts:
    # Multiplied here: the product may be more than a BIGINT of PostgreSQL holds.
    return Amounts(balance * (coins or 1) + beyond, -int(fined), aside + int(fined), brought, paid)
