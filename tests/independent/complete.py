"""Every deal that a small record may have been, one by one: which of its cards were legal in all, in none, in some.

Herzeln with hands of two or three cards (tour 2 to 7 are follow-suit and no more), written from HZ-3 alone.
"""

from itertools import permutations
from random import Random

RANKS = ["9", "J", "Q", "K", "10", "A"]
Trick = list[str]


def legal(hand: set[str], trick: Trick, card: str) -> bool:
    follow = {other for other in hand if other[-1] == trick[0][-1]} if trick else set()
    return not follow or card in follow


def judge_all(tricks: list[Trick], hands: list[list[str]], pack: list[str]) -> dict[tuple[int, int], set[bool]]:
    """Return of each card of the tricks, also a forgotten one, what it was in the deals that fit.

    `hands` have "_" for the unknown.
    """
    return {place: {lawful for _, lawful in seen} for place, seen in play_all(tricks, hands, pack).items()}


def play_all(
    tricks: list[Trick], hands: list[list[str]], pack: list[str]
) -> dict[tuple[int, int], set[tuple[int, bool]]]:
    """Return the same with the seat that played it."""
    places = [(index, place) for index, trick in enumerate(tricks) for place, card in enumerate(trick) if card == "_"]
    shown = {card for trick in tricks for card in trick}
    missing = [card for card in pack if card not in shown]
    verdicts: dict[tuple[int, int], set[tuple[int, bool]]] = {}
    for chosen in permutations(missing, len(places)):
        full = [list(trick) for trick in tricks]
        for (index, place), card in zip(places, chosen, strict=True):
            full[index][place] = card
        owners = play(full, len(hands))
        fits = all(card == "_" or card in owners[seat] for seat, hand in enumerate(hands) for card in hand)
        if not fits:
            continue
        for index, place, seat, lawful in judged(full, owners):
            verdicts.setdefault((index, place), set()).add((seat, lawful))
    return verdicts


def play(tricks: list[Trick], players: int) -> list[set[str]]:
    """Return what each seat played of tricks that go to the end."""
    leader, owned = 0, [set[str]() for _ in range(players)]
    for trick in tricks:
        for place, card in enumerate(trick):
            owned[(leader + place) % players].add(card)
        leader = (leader + trick.index(winning(trick))) % players
    return owned


def winning(trick: Trick) -> str:
    return max((card for card in trick if card[-1] == trick[0][-1]), key=lambda card: RANKS.index(card[:-1]))


def judged(tricks: list[Trick], owned: list[set[str]]) -> list[tuple[int, int, int, bool]]:
    leader, left, found = 0, [set(cards) for cards in owned], []
    for index, trick in enumerate(tricks):
        for place, card in enumerate(trick):
            seat = (leader + place) % len(owned)
            found.append((index, place, seat, legal(left[seat], trick[:place], card)))
            left[seat].remove(card)
        leader = (leader + trick.index(winning(trick))) % len(owned)
    return found


def small_record(random: Random, size: int, share: float) -> tuple[list[Trick], list[list[str]], list[str]]:
    """Return tricks of three players with some cards forgotten, hands perhaps known in part, and the pack."""
    pack = random.sample([rank + suit for suit in "CSH" for rank in RANKS], 3 * size)
    tricks = [pack[3 * index :][:3] for index in range(size)]
    owned = play(tricks, 3)
    half = [["_" if random.random() < share else card for card in trick] for trick in tricks]
    while sum(card == "_" for trick in half for card in trick) > 5:
        half = [["_" if random.random() < share / 2 else card for card in trick] for trick in tricks]
    hands = [sorted(card if random.random() < 0.2 else "_" for card in sorted(cards)) for cards in owned]
    return half, hands, pack
