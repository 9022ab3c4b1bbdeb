"""What each person did in the deals of a round, from the sums that stand ready."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.season import RoundNow, names_of_people


class Count(NamedTuple):
    """So many deals, how many of them brought points, what they paid in all, and the best and the worst of them."""

    deals: int
    won: int
    paid: int
    best: int
    worst: int


ROLES = ("soloist", "partner", "against", "individual")
"""As soloist or declarer, as his partner, against them, or everybody for himself."""


class DealGroup(NamedTuple):
    """The deals of one person in one game that are alike: `role` is one of `ROLES`."""

    person: int  # one of the people of this name, who stands for all of them
    name: str
    game: str
    role: str
    contract: str
    announced: bool
    seat: int
    sums: Count


class HeadToHead(NamedTuple):
    """How one person stands to another in the nights in which both played: ahead in how many, by how many points."""

    name: str
    nights: int
    ahead: int
    behind: int
    points: int


class RunOfWins(NamedTuple):
    """The deals of a declarer in one night: how many, and how many won in a row at first, at last, at most."""

    deals: int
    first: int
    last: int
    most: int


K = TypeVar("K")
Key = tuple[int, str, str, str, bool, int]
"""What deals of a night are alike in: person, game, and as a group has them role, contract, announced and seat."""


class NightSums(NamedTuple):
    """What one night comes to, by what its deals are alike in and by person; without names, so none is kept."""

    counts: Mapping[Key, Count]
    runs: Mapping[int, RunOfWins]


def add_up(counts: Iterable[Count]) -> Count:
    """Return the sum of one or more counts."""
    deals, won, paid, best, worst = zip(*counts, strict=True)
    return Count(sum(deals), sum(won), sum(paid), max(best), min(worst))


def sum_by(groups: Iterable[DealGroup], key: Callable[[DealGroup], object]) -> dict[object, Count]:
    """Return the sum of the groups for which `key` is the same, in the order in which they come."""
    return _merge((key(group), group.sums) for group in groups)


def count_deals(now: RoundNow, chosen: NightFilter) -> list[DealGroup]:
    """Return everybody's deals by group. In a round, the same name is the same person."""
    groups = _groups(now, chosen)
    names = names_of_people(sorted({group.person for group in groups}))
    return [group._replace(name=names[group.person]) for group in groups]


def streaks(now: RoundNow, chosen: NightFilter) -> dict[tuple[str, str], int]:
    """Return how many deals in a row everybody won as soloist or declarer at most, by name and game."""
    found = _streaks(now, chosen)
    names = names_of_people(sorted({person for person, _ in found}))
    return {(names[person], game): length for (person, game), length in found.items()}


@lru_cache(maxsize=32)
def _night_sums(now: RoundNow, chosen: NightFilter) -> list[tuple[str, NightSums]]:
    """Return the game of each night and what it comes to, the oldest first."""
    condition, values = chosen.where()
    sql = f"""SELECT night.id, slug, game, head FROM round_night JOIN night ON night.id = night_id
        WHERE round_id = ?{condition} ORDER BY night.id"""  # noqa: S608 - our own names
    return [(game, _sum_night(night, slug, game, head)) for night, slug, game, head in fetch(sql, now.id, *values)]


@lru_cache(maxsize=2000)
def _sum_night(night_id: int, slug: str, game: str, head: str) -> NightSums:
    """Add up a night; kept as long as its journal ends with `head`. By `slug` a night taken in again differs."""
    sql = """SELECT person_id, key, soloist, partner, contract, announced, seat, payoff
        FROM posting JOIN player ON player.id = player_id
        JOIN deal ON deal.night_id = posting.night_id AND deal.number = posting.number
        WHERE posting.night_id = ? AND sheet IS NOT NULL AND (soloist <> '' OR individual = ?)
        ORDER BY posting.number"""
    paid = defaultdict[Key, list[int]](list)
    alone = defaultdict[int, list[int]](list)
    for person, key, soloist, partner, contract, announced, seat, payoff in fetch(sql, night_id, True):
        if key == soloist:
            paid[person, game, "soloist", contract, bool(announced), seat].append(payoff)
            alone[person].append(payoff)
        else:
            role = "individual" if soloist == "" else "partner" if key == partner else "against"
            paid[person, game, role, "", False, 0].append(payoff)
    counts = {key: Count(len(p), sum(x > 0 for x in p), sum(p), max(p), min(p)) for key, p in paid.items()}
    return NightSums(counts, {person: _run(points) for person, points in alone.items()})


def _run(points: Sequence[int]) -> RunOfWins:
    lengths = [0]
    for won in points:
        if won > 0:
            lengths[-1] += 1
        else:
            lengths.append(0)
    return RunOfWins(len(points), lengths[0], lengths[-1], max(lengths))


def _merge(parts: Iterable[tuple[K, Count]]) -> dict[K, Count]:
    found = defaultdict[K, list[Count]](list)
    for key, count in parts:
        found[key].append(count)
    return {key: add_up(counts) for key, counts in found.items()}


@lru_cache(maxsize=32)
def _groups(now: RoundNow, chosen: NightFilter) -> list[DealGroup]:
    """Count the deals; kept until something is booked at a night of the round, in any process."""
    sums = _merge(part for _, night in _night_sums(now, chosen) for part in night.counts.items())
    names = names_of_people(sorted({person for person, *_ in sums}))
    one = _one_of_a_name(names)
    merged = _merge(((one[key[0]], *key[1:]), count) for key, count in sums.items())
    ordered = sorted(merged.items(), key=lambda part: (part[0][1], names[part[0][0]], part[0][2:]))
    return [DealGroup(key[0], "", *key[1:], count) for key, count in ordered]


def _one_of_a_name(names: Mapping[int, str]) -> dict[int, int]:
    """Return for each person one who stands for all of the same name."""
    stands = {name: person for person, name in sorted(names.items())}
    return {person: stands[name] for person, name in names.items()}


@lru_cache(maxsize=32)
def _streaks(now: RoundNow, chosen: NightFilter) -> dict[tuple[int, str], int]:
    """Return the longest row of won deals, from night to night, by one of the people of a name and by game."""
    nights = _night_sums(now, chosen)
    runs = [(person, game, run) for game, night in nights for person, run in night.runs.items()]
    one = _one_of_a_name(names_of_people(sorted({person for person, _, _ in runs})))
    lasting = defaultdict[tuple[int, str], int](int)
    longest = defaultdict[tuple[int, str], int](int)
    for person, game, run in runs:
        key = one[person], game
        longest[key] = max(longest[key], lasting[key] + run.first, run.most)
        lasting[key] = lasting[key] + run.deals if run.first == run.deals else run.last
    return {key: length for key, length in longest.items() if length}


def head_to_head(now: RoundNow, person: int, chosen: NightFilter) -> list[HeadToHead]:
    """Return how a person stands to everybody with whom he played in a night, by name."""
    found = _opponents(now, person, chosen)
    names = names_of_people([other for other, *_ in found])
    return [HeadToHead(names[other], *rest) for other, *rest in found]


@lru_cache(maxsize=128)
def _opponents(now: RoundNow, person: int, chosen: NightFilter) -> list[tuple[int, int, int, int, int]]:
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
