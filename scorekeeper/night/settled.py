"""What a night file tells of settling: who pays as one, the kitty, and what was settled already."""

from collections.abc import Iterator, Mapping

from scorekeeper.night.acts import Act, Brought, Json, KittyMoved, Pooled
from scorekeeper.night.document import Outline
from scorekeeper.night.kitty import KITTY, WAYS_OF_KITTY
from scorekeeper.night.names import LONGEST_NAME, LONGEST_NOTE
from scorekeeper.night.replay import Replay
from scorekeeper.night.stake import Stake, read_coins, read_stake, write_coins
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import listed, shown, table, text

_MOVE = (*WAYS_OF_KITTY, "player", "reason")


def put_settling(state: Replay, data: Json, stake: str) -> list[Act]:
    """Go on by what a file says of settling, and return the acts about it. Raises Refused."""
    acts = list[Act]()
    for key, act in _read_settling(data, read_stake(stake) if stake else None):
        try:
            state.put(act)
        except Refused as refused:
            raise Refused(key, refused.phrase) from None
        acts.append(act)
    return acts


def _read_settling(data: Json, stake: Stake | None) -> Iterator[tuple[str, Act]]:
    """Yield acts, each with the key of the file that tells it.

    What a file without a journal tells of payments comes in one sum, as if another night had brought it; what is
    missing to 0 there went to the kitty, where there is one.
    """
    for purse in listed("purses", data.get("purses", [])):
        yield "purses", Pooled(players=tuple(text("purses", player) for player in listed("purses", purse)))
    for place, move in enumerate(listed("kitty", data.get("kitty", [])), start=1):
        yield "kitty", _read_move(table("kitty", move), place, stake)
    told = table("settled", data.get("settled", {}))
    amounts = {player: read_coins("settled", raw, stake) for player, raw in told.items()}
    if "kitty" in data and (rest := -sum(amounts.values())):
        amounts[KITTY] = rest
    if amounts:
        yield "settled", Brought(night="", amounts=amounts)


def _read_move(raw: Json, place: int, stake: Stake | None) -> KittyMoved:
    for key in raw:
        if key not in _MOVE:
            raise Refused(
                "kitty", say("{value} is no key of the kitty; it has: {known}", value=shown(key), known=_MOVE)
            )
    ways = [how for how in WAYS_OF_KITTY if how in raw]
    if len(ways) != 1:
        known = tuple(WAYS_OF_KITTY)
        raise Refused("kitty", say("movement {place} says one of these: {known}", place=place, known=known))
    who, reason = text("kitty", raw.get("player", "")), text("kitty", raw.get("reason", ""))
    if len(who) > LONGEST_NAME or len(reason) > LONGEST_NOTE:
        raise Refused("kitty", say("{value} is longer than {most} characters", value=shown(reason), most=LONGEST_NOTE))
    amount = read_coins("kitty", raw[ways[0]], stake)
    return KittyMoved(how=ways[0], amount=amount, who=who, place=place, note=reason)


def write_settling(document: Outline) -> Mapping[str, object]:
    """Return the keys of a file that tell it, which `put_settling` reads; those that say nothing are left out."""
    stake, told = document.stake, document.settled
    keys: dict[str, object] = {}
    if document.purses:
        keys["purses"] = [list(purse) for purse in document.purses]
    if document.kitty or KITTY in told:
        keys["kitty"] = [_write_move(move, stake) for move in document.kitty]
    if told:
        keys["settled"] = {player: write_coins(told[player], stake) for player in told if player != KITTY}
    return keys


def _write_move(move: KittyMoved, stake: Stake | None) -> dict[str, object]:
    written = {move.how: write_coins(move.amount, stake), "player": move.who, "reason": move.note}
    return {key: value for key, value in written.items() if value != ""}
