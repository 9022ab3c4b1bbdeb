"""A matching of cards to places, by which each place gets a card of its own."""

from collections.abc import Iterable

from scorekeeper.cards.cardset import FORGOTTEN

Domains = list[int]  # the possible cards of each place
Filled = list[int]  # the card in each place


def match(domains: Domains, filled: Filled, places: Iterable[int]) -> Filled | None:
    """Return the cards that are given when each of `places` gets one, None if there are not enough such cards.

    What `filled` has in other places stays, but a card there may move if its place gets another one.
    """
    given = filled.copy()
    for place in places:
        given[place] = FORGOTTEN
    taken = sum(given)
    for place in places:
        if free := domains[place] & ~taken:
            given[place] = card = free & -free
        else:
            card, _ = _make_room(domains, given, taken, place, 0)
            if not card:
                return None
        taken |= card
    return given


def _make_room(domains: Domains, given: Filled, taken: int, place: int, tried: int) -> tuple[int, int]:
    """Give a place the card of another one, which gets a card in turn that is not `taken` or that of a third.

    Return the one card that was not taken, FORGOTTEN if there is none, and the cards that were tried.
    """
    while options := domains[place] & ~tried:
        card = options & -options
        tried |= card
        owner = given.index(card)
        if free := domains[owner] & ~taken:
            given[owner] = last = free & -free
        else:
            last, tried = _make_room(domains, given, taken, owner, tried)
        if last:
            given[place] = card
            return last, tried
    return FORGOTTEN, tried
