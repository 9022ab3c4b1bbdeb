"""The deals of a night file, compared with its journal; the deals are there for people to read."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.accounts.joint_payers import groups
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.games.game import Seating
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Opened
from scorekeeper.journal.seals import Named, is_wrong_title, wrong_names, wrong_texts
from scorekeeper.money import Stake, read_stake
from scorekeeper.night.journal_check import Replayed
from scorekeeper.night.night import keys_for
from scorekeeper.night.state import Replay
from scorekeeper.night.undo import SLOT_KINDS
from scorekeeper.nightfile.night_reader import Reading, RestOfFile
from scorekeeper.phrase import Refused, say


class _Night(NamedTuple):
    """One side of the comparison: a replayed night, its opening, and the names of its players."""

    state: Replay
    opened: Opened
    stake: Stake | None
    names: Mapping[str, str]


def check_agreement(reading: Reading, rest: RestOfFile, replayed: Replayed, named: Mapping[str, Named]) -> None:
    """Refuse a file that differs from its replayed journal; `reading` is at its end, players are `named`."""
    state = replayed.state
    names = {key: name for key, (name, _) in named.items()}
    players = state.night.players
    if set(players) != set(keys_for(len(players))):  # a name in the chain could never be forgotten
        raise Refused("journal", say("its players are not called p1, p2, … there"))
    if set(players) - set(names) or len(set(names.values())) < len(names):
        raise Refused("keys", say("every player of the journal needs their own name here"))
    acts = [act_of(entry) for entry in replayed.other_entries if entry.kind not in SLOT_KINDS]
    for key in wrong_names(acts, named, rest.former):
        raise Refused("salts", say("the journal has {player} under another name", player=named[key].name))
    for seq in wrong_texts(replayed.other_entries, acts):
        reason = say("its text was emptied, and no entry says that it was forgotten")
        raise Refused("journal", say("entry {seq}: {reason}", seq=seq, reason=reason))
    if is_wrong_title(rest.title, replayed.other_entries):
        raise Refused("title", say("the journal has another title"))
    opened = act_of(replayed.first)
    assert isinstance(opened, Opened)
    typed = reading.state
    stake = read_stake(reading.opened.stake) if reading.opened.stake else None
    _compare(
        _Night(state, opened, state.night.stakes[0].stake, names),
        _Night(typed, reading.opened, stake, {name: name for name in typed.night.players}),
    )


def _compare(written: _Night, typed: _Night) -> None:
    (frame, *settling), (typed_frame, *typed_settling) = map(_all_but_deals, (written, typed))
    if frame != typed_frame:
        raise Refused("journal", say("its game, rules, players, stake or date are not those of the file"))
    for key, one, two in zip(("coin", "purses", "kitty", "settled"), settling, typed_settling, strict=True):
        if one != two:
            raise Refused(key, say("this is not what the journal says; leave the journal out to type it"))
    here, other = (sum(slot.result is not None for slot in side.state.slots.values()) for side in (typed, written))
    if here != other:
        raise Refused("deals", say("there are {n} deals here and {other} in the journal", n=here, other=other))
    for one, two in zip(_deals(written), _deals(typed), strict=True):
        if one != two:
            text = say("this deal is not what the journal says; leave the journal out to type deals")
            raise Refused("deals", text, two[0].number)


def _all_but_deals(side: _Night) -> tuple[object, ...]:
    """Return the opening of a night and its settling; without reasons of movements, which may have been forgotten."""
    night = side.state.night
    account = side.state.account
    names = {**side.names, KITTY: KITTY}
    players = [names[player] for player in night.players]
    return (
        (night.game.key, night.preset, dict(night.houses[0].settings), players, side.stake, night.date),
        account.chosen,
        {frozenset(names[player] for player in purse) for purse in groups(account.purses, [*account.purses])},
        [(move.how, move.amount, names[move.who]) for move in account.kitty.moves if not move.struck],
        _rename(account.settled(), names),
    )


def _deals(side: _Night) -> Iterator[tuple[Seating, object]]:
    """Yield the seating, result, rules and outcome of objections of each deal, without texts."""
    state = side.state
    names = {**side.names, "": ""}
    for number, slot in sorted(state.slots.items()):
        if result := slot.result:
            _, dealer, playing = slot.acts[-1].seating
            seating = Seating(number, names[dealer], tuple([names[player] for player in playing]))
            won = [_rename(points, names) for points in (result.sheet, result.payoff)]
            ends = [objection.how for objection in state.objections.get(number, ())]
            yield seating, (won, state.night.rules_at(number), state.night.coins_at(number), ends)


def _rename(points: Mapping[str, int], names: Mapping[str, str]) -> dict[str, int]:
    return {names[player]: amount for player, amount in points.items()}
