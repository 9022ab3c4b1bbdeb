"""What each person of a round did in the deals of each game: alone, against whoever played alone, and for himself."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.storage.season import Chosen, RoundNow, names_of_people
from scorekeeper.storage.statements import fetch


class Count(NamedTuple):
    """So many deals, how many of them brought points, what they paid in all, and the best and the worst of them."""

    deals: int
    won: int
    paid: int
    best: int
    worst: int


class Group(NamedTuple):
    """The deals of one person in one game that are alike: `role` is alone, against, or all where nobody is alone."""

    name: str
    game: str
    role: str
    contract: str
    announced: bool
    seat: int
    sums: Count


class Against(NamedTuple):
    """How one person stands to another in the nights in which both played: ahead in how many, by how many points."""

    name: str
    nights: int
    ahead: int
    behind: int
    points: int


_DEALS = """FROM round_night JOIN night ON night.id = round_night.night_id
    JOIN posting ON posting.night_id = night.id JOIN player ON player.id = posting.player_id
    JOIN person ON person.id = player.person_id
    JOIN deal ON deal.night_id = posting.night_id AND deal.number = posting.number"""
_ALONE = "deal.soloist = player.key"


def add_up(counts: Iterable[Count]) -> Count:
    """Return the sum of counts, of which there is one at least."""
    deals, won, paid, best, worst = zip(*counts, strict=True)
    return Count(sum(deals), sum(won), sum(paid), max(best), min(worst))


def sum_by(groups: Iterable[Group], key: Callable[[Group], object]) -> dict[object, Count]:
    """Return the sum of the groups for which `key` is the same, in the order in which they come."""
    found: dict[object, list[Count]] = {}
    for group in groups:
        found.setdefault(key(group), []).append(group.sums)
    return {value: add_up(counts) for value, counts in found.items()}


def count_deals(now: RoundNow, chosen: Chosen) -> list[Group]:
    """Return the deals of everybody in groups. In a round, who bears the same name is the same person."""
    groups = _groups(now, chosen)
    names = names_of_people(sorted({person for person, _ in groups}))
    return [group._replace(name=names[person]) for person, group in groups]


def streaks(now: RoundNow, chosen: Chosen) -> dict[tuple[str, str], int]:
    """Return how many deals in a row everybody won alone at most, by name and game."""
    found = _streaks(now, chosen)
    names = names_of_people(sorted({person for person, _ in found}))
    return {(names[person], game): length for (person, game), length in found.items()}


@lru_cache(maxsize=32)
def _groups(now: RoundNow, chosen: Chosen) -> list[tuple[int, Group]]:
    """Count the deals; kept until something is booked at a night of the round, in any process."""
    condition, values = chosen.where()
    sql = f"""SELECT MAX(person_id), game, role, contract, announced, seat,
            COUNT(*), SUM(CASE WHEN payoff > 0 THEN 1 ELSE 0 END), SUM(payoff), MAX(payoff), MIN(payoff)
        FROM (SELECT name, player.person_id AS person_id, game, payoff,
            CASE WHEN {_ALONE} THEN 'alone' WHEN deal.soloist = '' THEN 'all' ELSE 'against' END AS role,
            CASE WHEN {_ALONE} THEN contract ELSE '' END AS contract,
            CASE WHEN {_ALONE} AND announced THEN 1 ELSE 0 END AS announced,
            CASE WHEN {_ALONE} THEN deal.seat ELSE 0 END AS seat
            {_DEALS} WHERE round_id = ?{condition} AND sheet IS NOT NULL) AS played
        GROUP BY name, game, role, contract, announced, seat
        ORDER BY game, name, role, contract, announced, seat"""  # noqa: S608 - our own names
    return [
        (person, Group("", game, role, contract, bool(announced), seat, Count(*map(int, count))))
        for person, game, role, contract, announced, seat, *count in fetch(sql, now.id, *values)
    ]


@lru_cache(maxsize=32)
def _streaks(now: RoundNow, chosen: Chosen) -> dict[tuple[int, str], int]:
    """Count the deals in a row: those that are as far behind all deals as behind the won ones are one streak."""
    condition, values = chosen.where()
    order = "ORDER BY night.id, posting.number"
    sql = f"""SELECT MAX(person_id), game, MAX(length) FROM (
            SELECT name, MAX(person_id) AS person_id, game, COUNT(*) AS length FROM (
                SELECT name, player.person_id AS person_id, game, payoff,
                    ROW_NUMBER() OVER (PARTITION BY name, game {order})
                    - ROW_NUMBER() OVER (PARTITION BY name, game, payoff > 0 {order}) AS island
                {_DEALS} WHERE round_id = ?{condition} AND {_ALONE}) AS numbered
            WHERE payoff > 0 GROUP BY name, game, island) AS islands
        GROUP BY name, game"""  # noqa: S608 - our own names
    return {(person, game): int(length) for person, game, length in fetch(sql, now.id, *values)}


def head_to_head(now: RoundNow, person: int, chosen: Chosen) -> list[Against]:
    """Return how a person stands to everybody with whom he played in a night, by name."""
    found = _opponents(now, person, chosen)
    names = names_of_people([other for other, *_ in found])
    return [Against(names[other], *rest) for other, *rest in found]


@lru_cache(maxsize=128)
def _opponents(now: RoundNow, person: int, chosen: Chosen) -> list[tuple[int, int, int, int, int]]:
    condition, values = chosen.where()
    sql = f"""SELECT MAX(other_person.id), COUNT(*), SUM(CASE WHEN mine.balance > other.balance THEN 1 ELSE 0 END),
            SUM(CASE WHEN mine.balance < other.balance THEN 1 ELSE 0 END), SUM(mine.balance - other.balance)
        FROM round_night JOIN night ON night.id = round_night.night_id
        JOIN player AS mine ON mine.night_id = night.id JOIN person ON person.id = mine.person_id
        JOIN player AS other ON other.night_id = night.id AND other.id <> mine.id
        JOIN person AS other_person ON other_person.id = other.person_id
        WHERE round_id = ?{condition} AND person.name = (SELECT name FROM person WHERE id = ?)
            AND mine.deals > 0 AND other.deals > 0
        GROUP BY other_person.name ORDER BY other_person.name"""  # noqa: S608 - our own names
    rows = fetch(sql, now.id, *values, person)
    return [(other, int(nights), int(ahead), int(behind), int(points)) for other, nights, ahead, behind, points in rows]
