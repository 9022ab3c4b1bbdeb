"""What each person did in the deals of a group, from the sums that stand ready."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.season import GroupNow, member_of_person, names_of_people


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

    person: int  # of the member, by whose name the member is called
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
Alike = tuple[str, str, str, bool, int]
"""What deals of a night are alike in: game, and as a group has them role, contract, announced and seat."""


class NightSums(NamedTuple):
    """What one night comes to, by seat and what its deals are alike in; without names, so none is kept."""

    counts: Mapping[tuple[int, Alike], Count]
    runs: Mapping[int, RunOfWins]


def add_up(counts: Iterable[Count]) -> Count:
    """Return the sum of one or more counts."""
    deals, won, paid, best, worst = zip(*counts, strict=True)
    return Count(sum(deals), sum(won), sum(paid), max(best), min(worst))


def sum_by(groups: Iterable[DealGroup], key: Callable[[DealGroup], object]) -> dict[object, Count]:
    """Return the sum of the groups for which `key` is the same, in the order in which they come."""
    return _merge((key(group), group.sums) for group in groups)


def count_deals(now: GroupNow, chosen: NightFilter) -> list[DealGroup]:
    """Return everybody's deals by group."""
    groups = _groups(now, chosen)
    names = names_of_people(sorted({group.person for group in groups}))
    return [group._replace(name=names[group.person]) for group in groups]


@lru_cache(maxsize=32)
def _night_sums(now: GroupNow, chosen: NightFilter) -> list[tuple[str, NightSums]]:
    """Return the game of each night and what it comes to, the oldest first."""
    condition, values = chosen.where()
    sql = f"""SELECT night.id, slug, game, head FROM round_night JOIN night ON night.id = night_id
        WHERE round_id = ?{condition} ORDER BY night.id"""  # noqa: S608 - our own names
    return [(game, _sum_night(night, slug, game, head)) for night, slug, game, head in fetch(sql, now.id, *values)]


@lru_cache(maxsize=2000)
def _sum_night(night_id: int, slug: str, game: str, head: str) -> NightSums:
    """Add up a night; kept as long as its journal ends with `head`. By `slug` a night taken in again differs."""
    sql = """SELECT player_id, key, soloist, partner, contract, announced, seat, payoff
        FROM posting JOIN player ON player.id = player_id
        JOIN deal ON deal.night_id = posting.night_id AND deal.number = posting.number
        WHERE posting.night_id = ? AND sheet IS NOT NULL AND (soloist <> '' OR individual = ?)
        ORDER BY posting.number"""
    paid = defaultdict[tuple[int, Alike], list[int]](list)
    alone = defaultdict[int, list[int]](list)
    for player, key, soloist, partner, contract, announced, seat, payoff in fetch(sql, night_id, True):
        if key == soloist:
            paid[player, (game, "soloist", contract, bool(announced), seat)].append(payoff)
            alone[player].append(payoff)
        else:
            role = "individual" if soloist == "" else "partner" if key == partner else "against"
            paid[player, (game, role, "", False, 0)].append(payoff)
    counts = {key: Count(len(p), sum(x > 0 for x in p), sum(p), max(p), min(p)) for key, p in paid.items()}
    return NightSums(counts, {player: _run(points) for player, points in alone.items()})


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
def _groups(now: GroupNow, chosen: NightFilter) -> list[DealGroup]:
    """Count the deals; kept until something is booked at a night of the group, in any process."""
    people = _people_at_seats(now)
    parts = (part for _, night in _night_sums(now, chosen) for part in night.counts.items())
    merged = _merge(((people[player], alike), count) for (player, alike), count in parts if player in people)
    names = names_of_people(sorted({person for person, _ in merged}))
    ordered = sorted(merged.items(), key=lambda part: (part[0][1][0], names[part[0][0]], part[0][1][1:]))
    return [DealGroup(person, "", *alike, count) for (person, alike), count in ordered]


@lru_cache(maxsize=32)
def _people_at_seats(now: GroupNow) -> dict[int, int]:
    """Return the person of the member who has each seat of a group."""
    sql = """SELECT player.id, round_member.person_id FROM player JOIN round_member ON round_member.id = member_id
        WHERE round_id = ?"""
    return dict(fetch(sql, now.id))


@lru_cache(maxsize=32)
def streaks(now: GroupNow, chosen: NightFilter) -> Mapping[tuple[int, str], int]:
    """Return how many deals in a row everybody won as soloist or declarer at most, by person and game."""
    people = _people_at_seats(now)
    nights = _night_sums(now, chosen)
    runs = [(people[seat], game, run) for game, night in nights for seat, run in night.runs.items() if seat in people]
    lasting = defaultdict[tuple[int, str], int](int)
    longest = defaultdict[tuple[int, str], int](int)
    for person, game, run in runs:
        key = person, game
        longest[key] = max(longest[key], lasting[key] + run.first, run.most)
        lasting[key] = lasting[key] + run.deals if run.first == run.deals else run.last
    return {key: length for key, length in longest.items() if length}


def head_to_head(now: GroupNow, person: int, chosen: NightFilter) -> list[HeadToHead]:
    """Return how a person stands to everybody with whom he played in a night, by name."""
    found = _opponents(now, person, chosen)
    names = names_of_people([other for other, *_ in found])
    return [HeadToHead(names[other], *rest) for other, *rest in found]


@lru_cache(maxsize=128)
def _opponents(now: GroupNow, person: int, chosen: NightFilter) -> list[tuple[int, int, int, int, int]]:
    condition, values = chosen.where()
    sql = f"""SELECT MAX(round_member.person_id), COUNT(*),
            SUM(CASE WHEN mine.balance > other.balance THEN 1 ELSE 0 END),
            SUM(CASE WHEN mine.balance < other.balance THEN 1 ELSE 0 END), SUM(mine.balance - other.balance)
        FROM round_night JOIN night ON night.id = round_night.night_id
        JOIN player AS mine ON mine.night_id = night.id
        JOIN player AS other ON other.night_id = night.id AND other.id <> mine.id
        JOIN round_member ON round_member.id = other.member_id JOIN person ON person.id = round_member.person_id
        WHERE round_night.round_id = ?{condition} AND mine.member_id = ? AND mine.deals > 0 AND other.deals > 0
        GROUP BY round_member.id, person.name ORDER BY person.name"""  # noqa: S608 - our own names
    rows = fetch(sql, now.id, *values, member_of_person(now.id, person))
    return [(other, int(nights), int(ahead), int(behind), int(points)) for other, nights, ahead, behind, points in rows]
