"""What the programs about whole deals share: cards by their names, a deal and the truth about it.

Written with names of cards and lists only, and without a look at the engine.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

TAROCKS = [*(f"T{number}" for number in range(1, 22)), "SK"]
PLAIN = dict.fromkeys("CS", "7 8 9 10 V C Q K") | dict.fromkeys("HD", "4 3 2 A V C Q K")
LARGE_PACK = [*TAROCKS, *(rank + suit for suit, ranks in PLAIN.items() for rank in ranks.split())]
TAROCK_PACK = [card for card in LARGE_PACK if card in TAROCKS or card[:-1] not in ["2", "3", "4", "7", "8", "9"]]
KINGS, TRULL = ("KC", "KS", "KH", "KD"), ("SK", "T21", "T1")
NAMES = ["Anna", "Bernd", "Clara", "David", "Emma"]


@dataclass
class Deal:
    """A deal that was played: the night's part of it, the record, and the truth about every card of every trick."""

    game: str
    rules: str
    house: dict[str, Any]
    number: int
    players: list[str]
    answers: dict[str, Any]
    play: dict[str, Any]
    trump: str
    leader: str
    breaches: dict[tuple[int, str], tuple[str, str, set[str]]] = field(default_factory=dict)
    winners: list[str] = field(default_factory=list)
    early: str = ""  # who led out of turn

    def order_from(self, leader: str) -> list[str]:
        return rotate(self.players, leader)

    def taken_by(self, player: str) -> list[str]:
        """Return the cards of the tricks that a player won."""
        won = zip(self.play["tricks"], self.winners, strict=True)
        return [card for trick, winner in won if winner == player for card in trick.split()]


def rotate(players: list[str], first: str) -> list[str]:
    place = players.index(first)
    return [*players[place:], *players[:place]]


def suit_of(card: str) -> str:
    return "T" if card in TAROCKS else card[-1]


def highest(trick: list[str], ranks: list[str]) -> str:
    """Return the highest tarock of a trick, else the highest card of the suit that was led; the highest rank first."""
    tarocks = [card for card in trick if card in TAROCKS]
    if tarocks:
        return max(tarocks, key=TAROCKS.index)
    led = [card for card in trick if suit_of(card) == suit_of(trick[0])]
    return min(led, key=lambda card: ranks.index(card[:-1]))


def nominal(card: str) -> int:
    if card in ("SK", "T21", "T1"):
        return 5
    return 1 if card in TAROCKS else {"K": 5, "Q": 4, "C": 3, "V": 2}.get(card[:-1], 1)


def count_thirds(cards: list[str]) -> int:
    """Return what Tarock cards count, in thirds of a point."""
    return 3 * sum(map(nominal, cards)) - 2 * len(cards)


def in_thirds(told: object) -> int:
    whole, _, rest = str(told).partition(" ")
    if "/" in whole:
        whole, rest = "0", whole
    return 3 * int(whole) + int(rest[0] if rest else 0)


def spoken(count: int) -> int | str:
    whole, third = divmod(count, 3)
    return whole if not third else f"{whole} {third}/3" if whole else f"{third}/3"


def deal_out(random: Random, players: int, size: int) -> list[str]:
    """Return a pack as it lies before dealing, the talon first, where one hand has most of the high tarocks."""
    pack, doubt = LARGE_PACK if size * players == 48 else TAROCK_PACK, random.choice([0, 2, 6])
    height = {card: TAROCKS.index(card) if card in TAROCKS else -5 for card in pack}
    ranked = sorted(pack, key=lambda card: random.gauss(height[card], doubt), reverse=True)
    rest = random.sample(ranked[size:], len(pack) - size)
    hands = [ranked[:size], *(rest[6 + size * seat :][:size] for seat in range(players - 1))]
    return [*rest[:6], *(card for hand in random.sample(hands, players) for card in hand)]


def some(random: Random, offered: dict[str, list[Any]]) -> dict[str, Any]:
    """Return some of the switches that are offered, each with a value drawn."""
    return {name: random.choice(values) for name, values in offered.items() if random.random() < 0.5}


def draw_deals(
    random: Random,
    night: dict[str, Any],
    fits: Callable[..., bool],
    draw: Callable[..., Any],
    most: int = 6,
    at_play: int = 4,
) -> None:
    """Add deals that `fits` accepts to a night, as the cards go around: each is drawn for those who play it."""
    players = night["players"]
    dealer = players[-1]
    for _ in range(random.randint(1, most)):
        playing = [*rotate(players, dealer)[1:], dealer][:at_play]
        seated = {"dealer": dealer, "playing": playing}
        night["deals"].append(first_fit(fits, night, seated, partial(draw, random, night)))
        dealer = rotate(players, dealer)[1]


def first_fit(
    fits: Callable[..., bool], night: dict[str, Any], seated: dict[str, Any], draw: Callable[..., Any]
) -> Any:
    """Return the first deal drawn for those who are seated that `fits` the night."""
    while True:
        deal = draw(seated["playing"])
        if fits(night, deal | seated):
            return deal


def draw_told(random: Random, points: int, whole: int) -> dict[str, Any]:
    """Return the card points of the declarer, of the others, or of both, which make the `whole`."""
    told = {"points": points, "defender_points": whole - points}
    if random.random() < 0.7:
        told.pop(random.choice(list(told)))
    return told


OWN = ("own1", "own2", "own3", "own4")


def own_worth(house: dict[str, Any], row: dict[str, Any]) -> int:
    """What a bonus with a name of the table's own is worth, silent or announced."""
    value = house["bonuses"][row["bonus"]]["value"]
    return int(value[row.get("announced", False)] if isinstance(value, list) else value)


def draw_own(random: Random) -> dict[str, Any]:
    """Return the house rule for such bonuses: silent, announced or both, with contra or without."""
    bonuses = dict[str, dict[str, Any]]()
    for key in random.sample(OWN, random.randint(1, 3)):
        silent, announced = random.randint(0, 5), random.randint(5, 9)
        bonuses[key] = {"value": random.choice([[silent, announced], announced])} | random.choice([{}, {"name": key}])
        bonuses[key] |= random.choice([{}, {"contra": False}]) if isinstance(bonuses[key]["value"], list) else {}
    return {"bonuses": bonuses}


def draw_own_rows(
    random: Random, house: dict[str, Any], playing: list[str], announcers: list[str], levels: int
) -> list[dict[str, Any]]:
    """Return rows of such bonuses; the `announcers` may announce them, with so many levels of contra."""
    rows = []
    for key, bonus in house.get("bonuses", {}).items():
        row = {"player": random.choice(playing), "bonus": key}
        silent, *further = bonus["value"] if isinstance(bonus["value"], list) else [bonus["value"]]
        if further and row["player"] in announcers and random.random() < 0.6:
            row |= {"announced": True, "made": random.random() < 0.5}
            row |= {"contra": random.randint(0, levels)} if bonus.get("contra", True) and levels else {}
        if random.random() < 0.6 and (silent or row.get("announced")):
            rows.append(row)
    return rows
