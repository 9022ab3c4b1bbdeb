"""How a night stands: what is open, and the payments that settle it."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.accounts.account import Account, Due, Pair
from scorekeeper.accounts.joint_payers import groups
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.act_json import write_act
from scorekeeper.journal.acts import Frozen
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.language import Speech
from scorekeeper.money import Stake
from scorekeeper.night.night import Night
from scorekeeper.phrase import Name, Phrase, say
from scorekeeper.storage.journal.state import NightRows, Standing
from scorekeeper.storage.projections.settlement import Ticked, load_account, ticks
from scorekeeper.storage.queries.nights import stake_of


class Settlement(NamedTuple):
    """How a night stands: `open` amounts by player and of the kitty, in the smallest coin or in points without a stake.

    `dues` are the payments of the plan that was frozen; `plan` is what would be frozen now, None where the frozen one
    settles what is open; `latest` is the number of the frozen one. `earlier` are payments of former plans of which
    something was paid. `collector` is by way of whom the payments go, empty for the fewest. `speech` is the reader's.
    """

    speech: Speech
    stake: Stake | None
    players: Sequence[Standing]
    open: dict[str, int]
    dues: Sequence[Ticked]
    earlier: Sequence[Ticked]
    plan: Frozen | None
    latest: int
    account: Account
    collector: str

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
        """Return what is still to be paid, in the order of the page: debtor, creditor, amount."""
        if self.plan:
            return [(*payment,) for payment in self.plan.payments]
        return [(*tick.pair[1:], tick.due.rest) for tick in self.dues if tick.due.rest]

    @property
    def collectable(self) -> bool:
        """Whether payments are due that could go by way of one player."""
        due = self.dues or self.plan.payments if self.plan else not self.done
        return bool(due) and len(self.players) > 2

    @property
    def confirmable(self) -> bool:
        """Whether there is a plan that the table can freeze."""
        return self.plan is not None and bool(self.plan.payments or self.plan.pooled or self.outdated)

    @property
    def moved(self) -> bool:
        """Whether more is open for anybody than points are worth."""
        return any(player.brought or player.paid or player.aside for player in self.players)

    @property
    def outdated(self) -> bool:
        """Whether a frozen plan no longer settles what is open."""
        return self.plan is not None and bool(self.dues)

    @property
    def seen(self) -> str:
        """What a page shows to be frozen, so that nothing else is."""
        facts = write_act(self.plan) if self.plan else {"payments": []}
        return canonical(facts if len(facts) > 1 else facts["payments"])

    @property
    def purses(self) -> list[list[str]]:
        """Return who pays as one."""
        return groups(self.account.purses, [player.key for player in self.players])

    @property
    def single(self) -> list[Standing]:
        """Return who may come into a purse."""
        return [player for player in self.players if player.key not in self.account.purses]

    def side(self, key: str) -> str:
        """Return whom a side of a payment stands for."""
        together = self.account.side(key, self.plan)
        return " + ".join(self.speech.say(Name(player) if player else say("kitty")) for player in together)

    @property
    def unsettled(self) -> bool:
        """Whether something is open for anybody."""
        return any(self.open.values())

    def own(self, player: str) -> list[Phrase]:
        """Return in words what a player still pays and gets, alone or together with others."""
        phrases = []
        for debtor, creditor, amount in self.payments:
            if player in self.account.side(debtor, self.plan):
                phrases.append(
                    say("You pay {amount} to {other}", amount=self.amount(amount), other=self.side(creditor))
                )
            elif player in self.account.side(creditor, self.plan):
                phrases.append(
                    say("You get {amount} from {other}", amount=self.amount(amount), other=self.side(debtor))
                )
        return phrases

    @property
    def kitty(self) -> int:
        """Return what the kitty is owed."""
        return self.open.get(KITTY, 0)

    def besides(self, player: Standing) -> list[Phrase]:
        """Return in words why something else is open for a player than his points are worth."""
        fined = self.account.kitty.fined()[player.key]
        pooled = self.account.pooled[player.key]
        reasons = []
        if player.brought:
            reasons.append(say("other nights: {amount}", amount=self.amount(player.brought, True)))
        if player.paid > 0:
            reasons.append(say("paid: {amount}", amount=self.amount(player.paid)))
        if player.paid < 0:
            reasons.append(say("received: {amount}", amount=self.amount(-player.paid)))
        if fined:
            reasons.append(say("fined: {amount}", amount=self.amount(fined)))
        if pooled:
            reasons.append(say("in the purse: {amount}", amount=self.amount(pooled, True)))
        return reasons

    def amount(self, amount: int, signed: bool = False) -> str:
        """Return an amount as the reader's country writes it."""
        if self.stake:
            return self.speech.money(amount, self.stake.currency, signed)
        return self.speech.points(amount) if signed else self.speech.show(amount)


def settlement_of(rows: NightRows, speech: Speech, by: str | None = None) -> Settlement:
    """Return how a night stands. Where a plan is asked for, the fewest payments (empty) or those `by` way of a player,
    it is proposed even if the frozen one settles what is open."""
    row = rows.row
    players = rows.players
    account = load_account(rows)
    seats = [player.key for player in players]
    order = [*seats, KITTY].index
    ticked = ticks(row.id, row.plan)
    ticked.sort(key=lambda tick: (-tick.pair.plan, order(tick.pair.debtor), order(tick.pair.creditor)))
    dues = [tick for tick in ticked if tick.pair.plan == row.plan]
    earlier = [tick for tick in ticked if tick.pair.plan != row.plan]
    points = {player.key: player.balance for player in players}
    plan = account.next_plan(points, by if by is None or by in seats else "")
    collector = plan.collector if plan else account.collector
    opened = account.open(points)
    return Settlement(speech, stake_of(row), players, opened, dues, earlier, plan, row.plan, account, collector)


def settled_as(night: Night) -> Phrase | None:
    """Return what it is called that is settled where the sheet shows other numbers, None where it shows the same."""
    return night.game.settled_as if night.game.shows(night.rules_at(night.number)) == "sheet" else None
