"""Settling a night: frozen plans of payments, payments made, and amounts carried between nights.

All amounts are whole: in the smallest coin of the stake's currency, in points without a stake. The open amounts are
the payoffs of the deals less fines for the kitty, plus payments, amounts of other nights and amounts taken over within
a purse; nothing else is stored. With the kitty they add up to 0.

Amounts taken over belong to their plan, whatever becomes of the purse, so that nobody leaves it without their debts.
A new plan begins without them and uses the purses of its own time.

Where people pay with coins, a plan rounds the amounts to the smallest coin that is paid. What each player gets more or
less by that belongs to the plan as well, and adds up to 0. A new plan rounds the exact amounts anew.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.accounts.joint_payers import SettlementProposal, change_purses, check_pooled, members, propose
from scorekeeper.accounts.kitty import KITTY, Kitty
from scorekeeper.currencies import smallest_payment
from scorekeeper.journal import acts
from scorekeeper.payments import Payment
from scorekeeper.phrase import Money, Name, Refused, say
from scorekeeper.value_checks import shorten

SETTLING_KINDS = tuple(act.kind for act in acts.ACTS if issubclass(act, acts.Settling))

MOST_AMOUNT = 10**15  # of one payment; keeps every sum far inside 64 bits
_MOST_BROUGHT = 10**18
_MOST_COIN = 10**6

Amounts = Mapping[str, int]
"""What each player is owed (positive) or owes (negative)."""


class Pair(NamedTuple):
    """The key of a payment: the number of its plan, debtor, creditor."""

    plan: int
    debtor: str
    creditor: str


class PlannedPayment(NamedTuple):
    """One payment of a frozen plan and how much of it is `paid`; `version` counts the acts on it."""

    amount: int
    paid: int = 0
    version: int = 0

    @property
    def rest(self) -> int:
        """The unpaid amount."""
        return self.amount - self.paid


@dataclass(slots=True)
class Account:
    """The settlement of a night beside its deals; one point is worth `coins` of the `currency`, if there is one.

    `beyond` is each player's difference of deals at other stakes from their value at this one.

    `plan` is the number of the latest plan, 0 before the first; a night that was carried over, or where others are
    settled too, begins an empty one.
    `dues` are the payments of all plans, `brought` the amounts from other nights less those carried to them.
    `purses` are those for the next plan; `pooled` are the amounts moved by the latest one within its purses, and its
    payments go through the `collector`, "" for the fewest payments or none; `rounded` are its changes to round the
    amounts. `chosen` is the smallest coin in which the table pays, 0 for that of the currency.
    """

    coins: int = 1
    plan: int = 0
    dues: dict[Pair, PlannedPayment] = field(default_factory=dict)
    brought: Counter[str] = field(default_factory=Counter)
    beyond: Counter[str] = field(default_factory=Counter, compare=False)  # follows from the deals
    purses: dict[str, str] = field(default_factory=dict)
    pooled: Counter[str] = field(default_factory=Counter)
    kitty: Kitty = field(default_factory=Kitty)
    collector: str = ""
    currency: str = field(default="", compare=False)  # the night knows it
    rounded: Counter[str] = field(default_factory=Counter)
    chosen: int = 0

    @property
    def coin(self) -> int:
        """The smallest coin in which a new plan is paid, 1 for points."""
        return (self.chosen or smallest_payment(self.currency)) if self.currency else 1

    def paid(self) -> Counter[str]:
        """Return what each player has paid less what they received."""
        paid: Counter[str] = Counter()
        for pair, due in self.dues.items():
            paid[pair.debtor] += due.paid
            paid[pair.creditor] -= due.paid
        return paid

    def settled(self) -> dict[str, int]:
        """Return for each player and the kitty the sum, if not 0, of payments, amounts of other nights, amounts taken
        over in the purse, and rounding."""
        settled = self.paid()
        for amounts in (self.brought, self.pooled, self.rounded):
            for player, amount in amounts.items():
                if amount:
                    settled[player] += amount
        return {player: amount for player, amount in settled.items() if amount}

    def open(self, points: Amounts) -> dict[str, int]:
        """Return the open amounts of each player, and of the kitty if not 0; `points` is the payoff of the deals.

        The kitty gets what the deals do not pay to anybody, as in a game that is played for it.
        """
        settled = self.settled()
        fined = self.kitty.fined()
        won = {player: paid * self.coins + self.beyond[player] for player, paid in points.items()}
        opened = {player: coins + settled.get(player, 0) - fined[player] for player, coins in won.items()}
        kitty = fined.total() + settled.get(KITTY, 0) - sum(won.values())
        return opened | ({KITTY: kitty} if kitty else {})

    def propose(self, points: Amounts, collector: str = "") -> SettlementProposal:
        """Return the plan that would be frozen now."""
        return propose(self._exact(points), self.purses, collector, self.coin)

    def _exact(self, points: Amounts) -> dict[str, int]:
        """Return the open amounts without what the latest plan moved and rounded."""
        amounts = self.open(points)
        for moved in (self.pooled, self.rounded):
            for player, amount in moved.items():
                if amount:
                    amounts[player] = amounts.get(player, 0) - amount
        return {player: amount for player, amount in amounts.items() if amount or player}

    def current(self) -> dict[Pair, PlannedPayment]:
        """Return the payments of the latest plan."""
        return {pair: due for pair, due in self.dues.items() if pair.plan == self.plan}

    def fits(self, points: Amounts) -> bool:
        """Return whether the rest of the latest plan settles the open amounts."""
        return self.plan > 0 and settles(self.to_pay(None), self.open(points))

    def is_standing(self, act: acts.Frozen) -> bool:
        """Return whether a plan equals the rest of the latest one."""
        same = self.pooled == Counter(act.pooled) and self.rounded == Counter(act.rounded)
        return same and set(self.to_pay(None)) == set(act.payments)

    def next_plan(self, points: Amounts, by: str | None = None) -> acts.Frozen | None:
        """Return the plan to agree on now, None if the latest one settles the open amounts and no other is requested.

        Its payments go through the player `by`, "" for the fewest; the default is the way of the latest plan.
        """
        fits = self.fits(points)
        if fits and by is None:
            return None
        collector = self.collector if by is None else by
        payments, pooled, rounded, excess = self.propose(points, collector)
        plan = acts.Frozen(
            payments=payments,
            pooled=pooled,
            collector=collector,
            instead=self.plan if fits else 0,
            coin=self.coin if rounded else 0,
            rounded=rounded,
            excess=excess,
        )
        return None if fits and self.is_standing(plan) else plan

    def to_pay(self, plan: acts.Frozen | None) -> tuple[Payment, ...]:
        """Return the payments to make: all of the plan to agree on now, else the rest of the latest one."""
        if plan:
            return plan.payments
        dues = self.current().items()
        return tuple([Payment(pair.debtor, pair.creditor, due.rest) for pair, due in dues if due.rest])

    def side(self, player: str, plan: acts.Frozen | None) -> list[str]:
        """Return the players that a payment of a player is for: the whole purse if the plan was made for it."""
        if not player:
            return [player]
        together = members(self.purses, player)
        if plan:
            return together
        # The purse may be another one by now than that of the plan, whose members took over only from each other.
        together = [other for other in together if self.pooled[other]]
        moved = sum(self.pooled[other] for other in together)
        return together if player in together and not moved else [player]

    def replay(self, act: acts.Settling, players: Collection[str]) -> None:
        """Apply an act of a journal, without checking that a plan settles the open amounts.

        Raises Refused.
        """
        match act:
            case acts.Frozen():
                for payment in act.payments:
                    self._check_amount(payment.amount)
                self._begin(act)
            case acts.Carried():
                self._leave(act.amounts)
            case _:
                self.apply(act, dict.fromkeys(players, 0))

    def apply(self, act: acts.Settling, points: Amounts) -> None:
        """Apply an act of settling. Raises Refused and changes nothing then."""
        match act:
            case acts.PurseAct() | acts.KittyMoved() | acts.KittyStruck() | acts.CoinChosen() | acts.NightsAct() if (
                act.player not in ("", *points)
            ):
                raise Refused("player", say("{value} is not one of the players", value=shorten(act.player)))
            case acts.Frozen():
                self._freeze(act, points)
            case acts.PurseAct():
                self.purses = change_purses(self.purses, act, points)
            case acts.KittyMoved():
                self.kitty.move(act, points, self.currency)
            case acts.KittyStruck():
                self.kitty.strike(act)
            case acts.CoinChosen():
                self._choose_coin(act.coin)
            case acts.Paid():
                self._pay(Pair(act.plan, act.debtor, act.creditor), act.amount)
            case _:
                self._transfer(act, points)

    def _transfer(self, act: acts.Settling, points: Amounts) -> None:
        match act:
            case acts.Carried():
                self._carry(act.amounts, points)
            case acts.Brought():
                self._bring(act.amounts, points, from_file=not act.night)
            case acts.Gathered():
                self._bring(act.total, points, from_file=False)
                self._end_plan()
            case acts.HandedBack():
                self._hand_back(act.total, points)

    def check_untouched(self) -> None:
        """Refuse to change the value of deals after a payment, or after amounts were carried between nights."""
        if any(due.paid for due in self.dues.values()) or any(self.brought.values()):
            text = say("something is paid or carried over already: the stake can change for the deals to come only")
            raise Refused("number", text)

    def _freeze(self, act: acts.Frozen, points: Amounts) -> None:
        plan = act.payments
        for payment in plan:
            self._check_amount(payment.amount)
        check_pooled(act.pooled, self.purses)
        _check_rounded(act)
        after = {
            player: amount + act.pooled.get(player, 0) + act.rounded.get(player, 0)
            for player, amount in self._exact(points).items()
        }
        pairs = {(payment.debtor, payment.creditor) for payment in plan}
        collected = not act.collector or all(act.collector in pair for pair in pairs)
        if len(pairs) < len(plan) or not settles(plan, after) or not collected:
            raise Refused("payments", say("what is open has changed meanwhile; look at the plan again"))
        # Journals of earlier versions freeze a new plan once the kitty got all of the latest one.
        kitty = [due.rest for pair, due in self.current().items() if KITTY in (pair.debtor, pair.creditor)]
        is_agreed = self.fits(points) and (not kitty or any(kitty))
        if is_agreed and (act.instead != self.plan or self.is_standing(act)):
            raise Refused("payments", say("this settlement is agreed on already"))
        if not plan and not act.pooled and not act.rounded and not self.current():
            raise Refused("payments", say("nobody owes anybody anything"))
        self._begin(act)

    def _begin(self, act: acts.Frozen) -> None:
        self.plan += 1
        self.pooled = Counter(act.pooled)
        self.rounded = Counter(act.rounded)
        self.collector = act.collector if act.payments else ""
        for debtor, creditor, amount in act.payments:
            self.dues[Pair(self.plan, debtor, creditor)] = PlannedPayment(amount)

    def _pay(self, pair: Pair, paid: int) -> None:
        due = self.dues.get(pair)
        if due is None:
            raise Refused("payment", say("there is no such payment"))
        if not 0 <= paid <= due.amount:
            raise Refused("amount", say("the amount paid is at least 0 and at most the payment"))
        if paid == due.paid:
            raise Refused("amount", say("nothing would change"))
        if pair.plan != self.plan and paid > due.paid:
            raise Refused("payment", say("a newer plan has taken the place of this payment"))
        self.dues[pair] = PlannedPayment(due.amount, paid, due.version + 1)
        self.kitty.content += (paid - due.paid) * ((pair.creditor == KITTY) - (pair.debtor == KITTY))

    def _carry(self, amounts: Amounts, points: Amounts) -> None:
        if dict(amounts) != self.to_carry(points):
            raise Refused("amounts", say("what is open has changed meanwhile; look at the plan again"))
        if not amounts:
            raise Refused("amounts", say("nobody owes anybody anything"))
        self._leave(amounts)

    def _hand_back(self, amounts: Amounts, points: Amounts) -> None:
        if any(due.paid for due in self.current().values()):
            raise Refused("nights", say("something of these payments is paid already; take that back first"))
        self._check_players(amounts, points)
        self._leave(amounts)

    def _leave(self, amounts: Amounts) -> None:
        self._move(amounts, -1)
        self._end_plan()

    def _end_plan(self) -> None:
        """Begin an empty plan: the rest of the latest one is settled in another night, or with others."""
        self.plan += 1
        self.collector = ""

    def to_carry(self, points: Amounts) -> dict[str, int]:
        """Return the amounts to carry to another night to settle this one."""
        return {player: amount for player, amount in self.open(points).items() if amount}

    def _bring(self, amounts: Amounts, points: Amounts, from_file: bool) -> None:
        self._check_players(amounts, points)
        content = self.kitty.content - (amounts.get(KITTY, 0) if from_file else 0)  # payments in a file are made
        if abs(content) > _MOST_BROUGHT:
            raise Refused("amounts", say("the kitty has more than can be counted"))
        self._move(amounts, +1)
        self.kitty.content = content

    def _check_players(self, amounts: Amounts, points: Amounts) -> None:
        for player in amounts:
            if player not in points and player != KITTY:
                raise Refused("amounts", say("{value} is not one of the players", value=shorten(player)))

    def _move(self, amounts: Amounts, sign: int) -> None:
        for amount in amounts.values():
            self._check_amount(abs(amount))
        if total := sum(amounts.values()):
            raise Refused("amounts", say("the amounts add up to {sum}, not to 0", sum=Money(total, self.currency)))
        for player, amount in amounts.items():
            if abs(self.brought[player] + sign * amount) > _MOST_BROUGHT:
                raise Refused("amounts", say("{player} has more than can be counted", player=Name(player)))
        self.brought.update({player: sign * amount for player, amount in amounts.items()})

    def _choose_coin(self, coin: int) -> None:
        if not self.currency:
            raise Refused("coin", say("points are not paid in coins"))
        if not 0 <= coin <= _MOST_COIN:
            raise Refused("coin", say("{value} is not a coin", value=Money(coin, self.currency)))
        if coin == self.chosen:
            raise Refused("coin", say("nothing would change"))
        self.chosen = coin

    def _check_amount(self, amount: int) -> None:
        if not 0 < amount <= MOST_AMOUNT:
            value = Money(amount, self.currency)
            raise Refused("amount", say("{value} is not an amount that can be paid", value=value))


def _check_rounded(act: acts.Frozen) -> None:
    """Refuse to round by a whole coin or more, or so that money is lost."""
    changes = act.rounded.values()
    is_less = all(abs(change) < act.coin for change in changes)
    if sum(changes) or not is_less or not 0 <= act.coin <= _MOST_COIN:
        raise Refused("rounded", say("amounts are rounded by less than the smallest coin, and add up to 0"))


def settles(payments: Iterable[tuple[str, str, int]], amounts: Amounts) -> bool:
    """Return whether these payments bring the amounts to 0."""
    left = Counter(amounts)
    for debtor, creditor, amount in payments:
        if debtor not in amounts or creditor not in amounts or debtor == creditor:
            return False
        left[debtor] += amount
        left[creditor] -= amount
    return not any(left.values())
