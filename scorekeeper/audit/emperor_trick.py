"""How a trick of which cards are forgotten may be won: by the highest card, or as the emperor's trick."""

from collections.abc import Iterator, Sequence

from scorekeeper.cards.trick_rules import Play


def crowned_ways(
    play: Play, choices: Sequence[int], winner: int, led: int, best: int
) -> Iterator[tuple[list[int], int]]:
    """Yield what each card may be so that `best`, at the place `winner`, is winning, and which emperors have met."""
    beating = play.beating(led, best)
    bound = [cards & ~beating & ~best for cards in choices]
    bound[0] &= led
    bound[winner] = best
    ways = _uncrowned(play, bound, winner, best) if play.crowns(led) else ((bound, 0),)
    yield from ((way, met) for way, met in ways if all(way))
    if play.crowns(led) and best == play.crown[-1]:
        yield from ((way, sum(play.crown)) for way in _crowned(play, choices, winner, led) if all(way))


def _uncrowned(play: Play, bound: list[int], winner: int, best: int) -> Iterator[tuple[list[int], int]]:
    """Yield how the cards may lie without the emperor's trick: only where the Sküs wins they need not."""
    xxi, skues, pagat = play.crown
    if best != skues:
        yield bound, 0
        return
    before = [place for place in range(len(bound)) if place < winner or (place > winner and not play.in_order)]
    after = [place for place in range(len(bound)) if place > winner or (place < winner and not play.in_order)]
    yield _without(bound, before, xxi), 0
    for place in before:
        if bound[place] & xxi:
            way = _without(bound, after, pagat)
            way[place] = xxi
            yield way, xxi | skues


def _crowned(play: Play, choices: Sequence[int], winner: int, led: int) -> Iterator[list[int]]:
    """Yield how the cards may lie where the last of the emperors takes both others."""
    xxi, skues, pagat = play.crown
    others = [cards & ~sum(play.crown) for cards in choices]
    for first in range(len(choices)):
        for second in range(len(choices)):
            if len({first, second, winner}) < 3 or (play.in_order and not first < second < winner):
                continue
            way = list(others)
            way[first] = choices[first] & xxi
            way[second] = choices[second] & skues
            way[winner] = pagat
            way[0] &= led
            yield way


def _without(bound: list[int], places: Sequence[int], card: int) -> list[int]:
    return [cards & ~card if place in places else cards for place, cards in enumerate(bound)]
