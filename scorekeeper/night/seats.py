"""Who sits in a deal, and who deals next."""

from collections.abc import Sequence

from scorekeeper.games.game import Seating
from scorekeeper.night.night import Night
from scorekeeper.phrase import Name, Phrase, Refused, count, say
from scorekeeper.reading import shown


def seat_deal(night: Night, number: int, dealer: str = "", playing: Sequence[str] = ()) -> Seating:
    """Return who plays deal `number`; without `dealer` and `playing` as the rotation has it.

    Those who play are named in the order of play, from forehand on. Where too many are at the table the dealer sits
    out and the next players in order play.
    Raises Refused for somebody who has no seat, or more or fewer players than the rules take.
    """
    allowed = night.rules_at(number).players
    dealer = dealer or next_here(night, night.dealer)
    if dealer not in night.players:
        raise Refused("dealer", say("{value} is not one of the players", value=shown(dealer)))
    if playing:
        playing = tuple(playing)
        _check_players(night, playing, allowed)
    else:
        playing = _turn(night, dealer, allowed)
        _check_number(playing, allowed)
    return Seating(number, dealer, playing)


def next_here(night: Night, player: str) -> str:
    """Return `player` if he is at the table, else the next in order who is."""
    if player in night.here:
        return player
    order = order_from(night.players, player)
    return next((other for other in order if other in night.here), player)


def turn(night: Night, number: int, dealer: str) -> tuple[str, ...]:
    """Return who plays deal `number` by the rotation: from the dealer's left on and the dealer last.

    At most as many as may play at once, so the dealer is the first to sit out.
    """
    return _turn(night, dealer, night.rules_at(number).players)


def _turn(night: Night, dealer: str, allowed: Sequence[int]) -> tuple[str, ...]:
    order = (*order_from(night.players, dealer)[1:], dealer)
    here = night.here
    return tuple([player for player in order if player in here])[: night.most or max(allowed)]


def order_from(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Return the players in seat order from one of them on."""
    place = players.index(first)
    return players[place:] + players[:place]


def _check_players(night: Night, playing: tuple[str, ...], allowed: Sequence[int]) -> None:
    for player in playing:
        if player not in night.players:
            raise Refused("playing", say("{value} is not one of the players", value=shown(player)))
    _check_number(playing, allowed)
    if tuple([player for player in order_from(night.players, playing[0]) if player in playing]) != playing:
        raise Refused("playing", _wrong_order(playing))


def _check_number(playing: tuple[str, ...], allowed: Sequence[int]) -> None:
    if len(playing) not in allowed:
        raise Refused(
            "playing",
            count(
                "{n} player is at play; the rules take {allowed}",
                "{n} players are at play; the rules take {allowed}",
                n=len(playing),
                allowed=tuple(allowed),
            ),
        )


def _wrong_order(playing: Sequence[str]) -> Phrase:
    for player in playing:
        if playing.count(player) > 1:
            return say("{player} stands twice", player=Name(player))
    return say("the players do not stand in seat order")
