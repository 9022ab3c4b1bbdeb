"""How a night stands: what is open, and the payments that settle it."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.ledger.journal import canonical
from scorekeeper.ledger.settlement import Plan, settle
from scorekeeper.night.settling import Due, Pair, settles
from scorekeeper.night.stake import Stake
from scorekeeper.storage.reading import Standing, stake_of
from scorekeeper.storage.settling import Ticked, ticks
from scorekeeper.storage.tables import NightRow
from scorekeeper.web.reader import speech


class Settlement(NamedTuple):
    """How a night stands: `open` amounts by player in the smallest coin, or in points without a stake.

    `dues` are the payments of the plan that was frozen; `plan` is what would be frozen now, None where the frozen one
    settles what is open; `latest` is the number of the frozen one. `earlier` are payments of former plans of which
    something was paid.
    """

    stake: Stake | None
    players: Sequence[Standing]
    open: dict[str, int]
    dues: Sequence[Ticked]
    earlier: Sequence[Ticked]
    plan: Plan | None
    latest: int

    @property
    def proposed(self) -> list[Ticked]:
        """Return the payments of the plan that the first tick of one of them would freeze."""
        payments = self.plan.payments if self.plan else []
        pairs = {Pair(self.latest + 1, debtor, creditor): Due(amount) for debtor, creditor, amount in payments}
        return [Ticked(pair, due, "", "", "", 0) for pair, due in pairs.items()]

    @property
    def done(self) -> bool:
        """Whether all that was frozen is paid."""
        return not any(tick.due.rest for tick in self.dues)

    @property
    def before(self) -> list[Ticked]:
        """Return the payments that count though their plan does not hold any more."""
        return [*(tick for tick in self.dues if self.outdated and tick.due.paid), *self.earlier]

    @property
    def payments(self) -> list[tuple[str, str, int]]:
        """Return what is still to be paid: debtor, creditor, amount."""
        if self.plan:
            return [(*payment,) for payment in self.plan.payments]
        return [(tick.pair.debtor, tick.pair.creditor, tick.due.rest) for tick in self.dues if tick.due.rest]

    @property
    def outdated(self) -> bool:
        """Whether a frozen plan no longer settles what is open."""
        return self.plan is not None and bool(self.dues)

    @property
    def seen(self) -> str:
        """What a page shows to be frozen, so that nothing else is."""
        return canonical(self.plan.payments if self.plan else [])

    def amount(self, amount: int, signed: bool = False) -> str:
        """Return an amount as the reader's country writes it."""
        if self.stake:
            return speech().money(amount, self.stake.currency, signed)
        return speech().points(amount) if signed else speech().show(amount)


def settlement_of(row: NightRow, players: Sequence[Standing]) -> Settlement:
    """Return how a night stands."""
    stake = stake_of(row)
    amounts = {player.key: player.open(stake.coins if stake else 1) for player in players}
    seats = [player.key for player in players]
    ticked = ticks(row.id, row.plan)
    ticked.sort(key=lambda tick: (-tick.pair.plan, seats.index(tick.pair.debtor), seats.index(tick.pair.creditor)))
    dues = [tick for tick in ticked if tick.pair.plan == row.plan]
    earlier = [tick for tick in ticked if tick.pair.plan != row.plan]
    fits = settles(((tick.pair.debtor, tick.pair.creditor, tick.due.rest) for tick in dues), amounts)
    return Settlement(stake, players, amounts, dues, earlier, None if fits else settle(amounts), row.plan)
