"""What each person did in the deals of a group, from the sums that stand ready."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple, TypeVar

from scorekeeper.phrase import say
from scorekeeper.storage.engine.sql import fetch_among
from scorekeeper.storage.groups.nights import NightFilter, keys_of_named
from scorekeeper.storage.groups.results import GroupNow, GroupRules, read_by_night, read_results
from scorekeeper.storage.groups.season import find_seated, names_of_people


class Count(NamedTuple):
    """How many deals, how many of them were won, and in points what they paid in all, the best and the worst."""

    deals: int
    won: int
    paid: int
    best: int
    worst: int


ROLES = {
    "soloist": say("As soloist"),
    "partner": say("As partner of the declarer"),
    "beside": say("With a game of their own beside the declarer"),
    "against": say("As defender"),
    "individual": say("Everyone for themselves"),
}


class DealGroup(NamedTuple):
    """The deals of one person in one game, by its key as a `PlayedGame`, that are alike: `role` is a key of `ROLES`."""

    person: int  # of the member, by whose name the member is called
    name: str
    game: str
    role: str
    contract: str
    announced: bool
    seat: int
    sums: Count


class HeadToHead(NamedTuple):
    """How one person stands to another in the nights in which both played: ahead in how many, behind in how many.

    `difference` is by how many points they are ahead in all.
    """

    name: str
    nights: int
    ahead: int
    behind: int
    difference: int


class RunOfWins(NamedTuple):
    """The deals of a declarer in one night: how many, and how many won in a row at first, at last, at most."""

    deals: int
    first: int
    last: int
    most: int


K = TypeVar("K")
Alike = tuple[str, str, str, bool, int]
"""What the deals of one group share: game, role, contract, whether it was announced, and seat, as in `DealGroup`."""


class NightSums(NamedTuple):
    """What the deals of one night come to: by person and what they are alike in, and each declarer's row of wins."""

    counts: Mapping[tuple[int, Alike], Count]
    runs: Mapping[tuple[int, str], RunOfWins]


def sum_by(groups: Iterable[DealGroup], key: Callable[[DealGroup], K]) -> dict[K, Count]:
    """Return the sum of the groups for which `key` is the same, in the order in which they come."""
    return _merge((key(group), group.sums) for group in groups)


def count_deals(now: GroupNow, chosen: NightFilter) -> list[DealGroup]:
    """Return everybody's deals by group, the people by name."""
    counts = _add_up(now, chosen)[0]
    names = names_of_people(sorted({person for person, _ in counts}))
    groups = [DealGroup(person, names[person], *alike, count) for (person, alike), count in counts.items()]
    return sorted(groups, key=lambda group: (group.game, group.name, group[3:7]))


def streaks(now: GroupNow, chosen: NightFilter) -> Mapping[tuple[int, str], int]:
    """Return how many deals in a row everybody won as soloist or declarer at most, by person and game."""
    return _add_up(now, chosen)[1]


@lru_cache(maxsize=32)
def _add_up(
    now: GroupNow, chosen: NightFilter
) -> tuple[Mapping[tuple[int, Alike], Count], Mapping[tuple[int, str], int]]:
    """Return all counts, and the longest rows of wins; cached until any process books something."""
    nights = read_by_night(now, chosen, _read_nights)
    runs = defaultdict[tuple[int, str], list[RunOfWins]](list)
    for key, run in chain.from_iterable(night.runs.items() for night in nights):
        runs[key].append(run)
    longest = {key: _longest_run(found) for key, found in runs.items()}
    counts = _merge(chain.from_iterable(night.counts.items() for night in nights))
    return counts, {key: length for key, length in longest.items() if length}


def _longest_run(nights: Iterable[RunOfWins]) -> int:
    """Return how many deals were won in a row at most, also from one night to the next."""
    longest = 0
    lasting = 0  # at the end of the nights so far
    for deals, first, last, most in nights:
        longest = max(longest, lasting + first, most)
        lasting = lasting + deals if first == deals else last
    return longest


_DEALS = """SELECT posting.night_id, game, round_member.person_id, key,
        soloist, partner, beside, contract, announced, seat, payoff
    FROM posting JOIN player ON player.id = player_id JOIN round_member ON round_member.id = member_id
    JOIN night ON night.id = posting.night_id
    JOIN deal ON deal.night_id = posting.night_id AND deal.number = posting.number
    WHERE sheet IS NOT NULL AND (soloist <> '' OR individual = ?) AND posting.night_id IN ({})
    ORDER BY posting.night_id, posting.number"""


def _read_nights(nights: Sequence[int], rules: GroupRules) -> dict[int, NightSums]:
    """Return what the deals of nights come to."""
    found = {night: NightSums({}, {}) for night in nights}
    named = keys_of_named(nights)
    # Thousands of equal keys take longer to add up than one.
    groups = dict[tuple[int, Alike], tuple[int, Alike]]()
    declarers = dict[tuple[int, str], tuple[int, str]]()
    for night, rows in groupby(fetch_among(_DEALS, nights, True), key=itemgetter(0)):
        paid = defaultdict[tuple[int, Alike], list[int]](list)
        alone = defaultdict[tuple[int, str], list[int]](list)
        for _, game_key, person, key, soloist, partner, beside, contract, announced, seat, payoff in rows:
            game = named.get(night) or game_key
            if key == soloist:
                paid[person, (game, "soloist", contract, bool(announced), seat)].append(payoff)
                alone[person, game].append(payoff)
            else:
                role = _role(key, soloist, partner, beside)
                paid[person, (game, role, "", False, 0)].append(payoff)
        counts = {
            groups.setdefault(key, key): Count(len(p), sum(x > 0 for x in p), sum(p), max(p), min(p))
            for key, p in paid.items()
        }
        runs = {declarers.setdefault(key, key): _run(points) for key, points in alone.items()}
        found[night] = NightSums(counts, runs)
    return found


def _role(key: str, soloist: str, partner: str, beside: str) -> str:
    if not soloist:
        return "individual"
    if key == partner:
        return "partner"
    return "beside" if key in beside.split() else "against"


def _run(points: Sequence[int]) -> RunOfWins:
    lengths = [0]
    for won in points:
        if won > 0:
            lengths[-1] += 1
        else:
            lengths.append(0)
    return RunOfWins(len(points), lengths[0], lengths[-1], max(lengths))


def _merge(counts: Iterable[tuple[K, Count]]) -> dict[K, Count]:
    """Return the sum of the counts of each key."""
    found = defaultdict[K, list[Count]](list)
    for key, count in counts:
        found[key].append(count)
    sums = {}
    for key, some in found.items():
        deals, won, paid, best, worst = zip(*some, strict=True)
        sums[key] = Count(sum(deals), sum(won), sum(paid), max(best), min(worst))
    return sums


def head_to_head(now: GroupNow, person: int, chosen: NightFilter) -> list[HeadToHead]:
    """Return how a person stands to everybody with whom they played in a night, by name."""
    found = _compare(now, find_seated(now.id, person).id, chosen)
    names = names_of_people(list(found))
    return sorted(one._replace(name=names[other]) for other, one in found.items())


@lru_cache(maxsize=32)
def _compare(now: GroupNow, member: int, chosen: NightFilter) -> Mapping[int, HeadToHead]:
    """Return how a member stands to each person, still without names; cached as all counts are."""
    behind = defaultdict[int, list[int]](list)  # by how many points each other person was behind
    for table in read_by_night(now, chosen, read_results):
        for mine in table:
            if mine.member == member and mine.deals:
                for other in table:
                    if other is not mine and other.member and other.deals:
                        behind[other.person].append(mine.balance - other.balance)
    return {
        other: HeadToHead("", len(by), sum(one > 0 for one in by), sum(one < 0 for one in by), sum(by))
        for other, by in behind.items()
    }
