"""A whole night as a value: its acts, current deals and settlement; players by key or by name."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from scorekeeper.accounts.account import Account, Pair
from scorekeeper.accounts.kitty import KITTY, Kitty
from scorekeeper.games.game import Seating
from scorekeeper.games.questions import rename_answers
from scorekeeper.games.score import rename_score
from scorekeeper.immutable import ImmutableValue
from scorekeeper.journal.acts import Act, Answered, KittyMoved, Opened, SlotAct
from scorekeeper.journal.seals import Named
from scorekeeper.money import Stake
from scorekeeper.night.night import Night, Result

A = TypeVar("A", bound=Act)


class Slot(NamedTuple):
    """One deal of a night: the act that filled its slot and its result."""

    act: SlotAct
    result: Result

    @property
    def seating(self) -> Seating:
        """Dealer and players of the deal."""
        return self.act.seating


class Outline(ImmutableValue, kw_only=True):
    """A night as in its file, players by their names; `deals` and `journal` may be iterators.

    `acts` are at least the opening, those that changed the house rules, and the objections; the journal may be missing.
    `settled` is the sum of payments of each player and of amounts brought from other nights, in the smallest coin or in
    points, with the kitty under its own key. `purses` are the players who pay as one, `kitty` its valid movements,
    `coin` the smallest one in which the table pays, 0 for that of the currency.
    `former` are the names that players had before, by their keys in the journal.
    """

    opened: Opened
    title: str
    night: Night
    acts: Sequence[Act]
    deals: Iterable[SlotAct]
    settled: Mapping[str, int]
    purses: Sequence[Sequence[str]]
    coin: int
    kitty: Sequence[KittyMoved]
    keys: Mapping[str, str]
    salts: Mapping[str, str]
    former: Mapping[str, Sequence[Named]]
    journal: Iterable[str]

    @property
    def stake(self) -> Stake | None:
        """The stake of the first deal."""
        return self.night.stakes[0].stake


class Document(Outline, kw_only=True):
    """A night file that was read and priced; `account` has the latest plan, which only the journal contains."""

    slots: tuple[Slot, ...]
    account: Account


def standing_moves(
    acts: Sequence[KittyMoved], kitty: Kitty, night: Night, names: Mapping[str, str]
) -> Iterator[KittyMoved]:
    """Yield the movements of the kitty that were not taken back, numbered anew."""
    pairs = zip(acts, kitty.moves, strict=True)
    standing = (replace(act, amount=move.amount) for act, move in pairs if not move.struck)
    for place, act in enumerate(standing, start=1):
        yield rename_players(night, replace(act, place=place, player="", digits=0), names)


def rename_players(night: Night, act: A, keys: Mapping[str, str]) -> A:
    """Return an act with every player's key replaced by its value in `keys`."""
    renamed: dict[str, Any] = {}
    for name in ("dealer", "player", "who"):
        if key := getattr(act, name, ""):
            renamed[name] = keys[key]
    for name in ("playing", "seats", "players"):
        if players := getattr(act, name, ()):
            renamed[name] = tuple(keys[player] for player in players)
    for name in ("adjust", "amounts"):
        if amounts := getattr(act, name, {}):
            renamed[name] = {keys[player] if player else KITTY: amount for player, amount in amounts.items()}
    if isinstance(act, Answered):
        questions = night.game.asked(night.rules_at(act.number), act.seating)
        renamed["answers"] = rename_answers(questions, act.answers, keys)
    if isinstance(act, SlotAct) and act.play:
        renamed["play"] = act.play.rename(keys)
    return replace(act, **renamed)


def rename_account(account: Account, names: Mapping[str, str]) -> Account:
    """Return an account with every player's key replaced by its value in `names`."""
    names = {**names, KITTY: KITTY}
    brought, beyond, pooled, rounded = (
        Counter({names[player]: amount for player, amount in amounts.items()})
        for amounts in (account.brought, account.beyond, account.pooled, account.rounded)
    )
    moves = tuple([move._replace(who=names[move.who]) for move in account.kitty.moves])
    return replace(
        account,
        dues={Pair(pair.plan, names[pair.debtor], names[pair.creditor]): due for pair, due in account.dues.items()},
        brought=brought,
        beyond=beyond,
        purses={names[player]: names[first] for player, first in account.purses.items()},
        pooled=pooled,
        rounded=rounded,
        kitty=Kitty(account.kitty.content, moves),
        collector=names[account.collector],
    )


def rename_result(result: Result, keys: Mapping[str, str]) -> Result:
    """Return a result with every player's key replaced by its value in `keys`, in its lines too."""
    sheet = {keys[player]: points for player, points in result.sheet.items()}
    payoff = {keys[player]: points for player, points in result.payoff.items()}
    return Result(rename_score(result.score, keys), sheet, payoff)
