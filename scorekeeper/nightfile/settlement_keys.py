"""What a night file tells of settling: who pays as one, the kitty, and what was settled already."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scorekeeper.accounts.account import SETTLING_KINDS, Account
from scorekeeper.accounts.joint_payers import members
from scorekeeper.accounts.kitty import KITTY, WAYS_OF_KITTY
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Act, Brought, Json, KittyMoved, Pooled, Settling
from scorekeeper.journal.hash_chain import parse_entry
from scorekeeper.money import Stake, read_coins, read_stake, write_coins
from scorekeeper.night.result_json import MALFORMED
from scorekeeper.night.state import Replay
from scorekeeper.nightfile.document import Outline, rename_account
from scorekeeper.people.names import LONGEST_NAME, LONGEST_NOTE
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
    if state.entered and state.account.kitty.content < 0:
        raise Refused("kitty", say("more was paid out of the kitty than was paid in"))
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
    who = text("kitty", raw.get("player", ""))
    reason = text("kitty", raw.get("reason", ""))
    for value, most in ((who, LONGEST_NAME), (reason, LONGEST_NOTE)):
        if len(value) > most:
            raise Refused("kitty", say("{value} is longer than {most} characters", value=shown(value), most=most))
    amount = read_coins("kitty", raw[ways[0]], stake)
    return KittyMoved(how=ways[0], amount=amount, who=who, place=place, note=reason)


def read_account(state: Replay, journal: Iterable[str], names: Mapping[str, str]) -> Account:
    """Return what settles a night: as its journal has it, where that says the same as its file, read as `state`.

    The journal also tells which plan of payments was agreed on. Of a file that was changed by hand, or without a
    journal, nobody knows it. `names` are the players', by their keys in the journal.
    """
    told = state.account
    account = Account(state.account.coins)
    told.beyond = state.beyond()
    if sorted(names.values()) != sorted(state.night.players):
        return told
    try:
        for line in journal:
            if any(kind in line for kind in SETTLING_KINDS) and (entry := parse_entry(line)).kind in SETTLING_KINDS:
                act = act_of(entry)
                assert isinstance(act, Settling)
                account.follow(act, names)
        written = replace(rename_account(account, names), beyond=told.beyond, currency=told.currency)
    except (Refused, *MALFORMED):  # only `import` and `verify` judge a journal
        return told
    return written if _sums(written) == _sums(told) else told


def _sums(account: Account) -> tuple[object, ...]:
    """Return what a file tells of settling."""
    moves = [move[:3] for move in account.kitty.moves if not move.struck]
    return account.settled(), {player: set(members(account.purses, player)) for player in account.purses}, moves


def write_settling(document: Outline) -> Mapping[str, object]:
    """Return the keys of a file that tell it, which `put_settling` reads; those that say nothing are left out."""
    stake = document.stake
    told = document.settled
    keys: dict[str, object] = {}
    if document.purses:
        keys["purses"] = [list(purse) for purse in document.purses]
    if document.kitty or KITTY in told:
        moves = (
            {move.how: write_coins(move.amount, stake), "player": move.who, "reason": move.note}
            for move in document.kitty
        )
        keys["kitty"] = [{key: value for key, value in move.items() if value != ""} for move in moves]
    if told:
        keys["settled"] = {player: write_coins(told[player], stake) for player in told if player != KITTY}
    return keys
