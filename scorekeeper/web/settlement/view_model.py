"""The settlement of a night: open amounts, and the payments that settle them."""

from collections.abc import Sequence

from scorekeeper.accounts.account import Pair, PlannedPayment
from scorekeeper.accounts.joint_payers import groups
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.act_json import write_act
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.language import Speech
from scorekeeper.night.night import Night
from scorekeeper.phrase import Name, Phrase, count, say
from scorekeeper.storage.journal.state import NightRows, Standing
from scorekeeper.storage.projections.objections import ShownObjection
from scorekeeper.storage.projections.settlement import TickedPayment, load_account, load_payments
from scorekeeper.storage.queries.nights import stake_of
from scorekeeper.telling.night import tell_rounding
from scorekeeper.telling.titles import title_of
from scorekeeper.web.core.i18n import check_words_of


class Settlement:
    """The settlement of a night: `open` amounts by player and of the kitty, in the smallest coin or in points.

    `plan` is the plan that would be frozen now, None if the frozen one, number `latest`, settles all open amounts. A
    plan that is `asked` for, with the fewest payments ("") or through a player, is proposed even then.
    `dues` are the payments of the frozen plan, `proposed` those of a new plan, which its first tick freezes, and
    `before` the ticked payments of earlier plans, `paid` all that are ticked; `payments` are debtor, creditor and
    amount of unpaid payments.
    `points` are the balances in words, `owed` the open amounts, `reasons` why they differ from the value of the points,
    and `fined` the fines of each player. `pot` says what is in the pot of the night, None for nothing. `collector` is
    the player through whom payments go, empty for the fewest payments. `purses` are the joint payers, and `rounding`
    says who gains and loses where they are rounded to whole coins, None for nobody.
    """

    def __init__(self, rows: NightRows, speech: Speech, asked: str | None = None) -> None:
        row = rows.row
        seats = [player.key for player in rows.players]
        points = {player.key: player.balance for player in rows.players}
        self.row = row
        self.speech = speech
        self.asked = asked
        self.stake = stake_of(row)
        self.players = rows.players
        self.latest = row.plan
        self.account = account = load_account(rows)
        self.open = account.open(points)
        self.unsettled = any(self.open.values())
        self.kitty = self.open.get(KITTY, 0)
        self.fined = account.kitty.fined()
        self.pot = rows.night.pot_remark(points)
        # Whether the open amount of anybody differs from the value of their points.
        self.moved = any(player.brought or player.paid or player.aside for player in rows.players)
        self.points = {player.key: speech.points(player.balance) for player in rows.players}
        self.owed = {key: self.amount(amount, True) for key, amount in self.open.items()}
        self.reasons = {player.key: self._explain_open(player) for player in rows.players}
        self.purses = groups(account.purses, seats)
        self.single = [player for player in rows.players if player.key not in account.purses]

        plan = account.next_plan(points, asked if asked is None or asked in seats else "")
        self.plan = plan
        self.collector = plan.collector if plan else account.collector
        order = [*seats, KITTY].index
        ticked = load_payments(row.id, row.plan) if account.dues else []
        ticked.sort(key=lambda tick: (-tick.pair.plan, order(tick.pair.debtor), order(tick.pair.creditor)))
        self.dues = [tick for tick in ticked if tick.pair.plan == row.plan]
        self.outdated = plan is not None and bool(self.dues)
        self.before = [tick for tick in ticked if tick.pair.plan != row.plan or (self.outdated and tick.due.paid)]
        self.paid = [tick for tick in ticked if tick.due.paid]
        if plan:
            self.payments = [(*payment,) for payment in plan.payments]
        else:
            self.payments = [(*tick.pair[1:], tick.due.rest) for tick in self.dues if tick.due.rest]
        pairs = {
            Pair(row.plan + 1, debtor, creditor): PlannedPayment(amount) for debtor, creditor, amount in self.payments
        }
        self.proposed = [TickedPayment(pair, due, "", "", "", 0) for pair, due in pairs.items()] if plan else []
        self.collectable = bool(self.payments or self.outdated) and len(seats) > 2
        self.confirmable = plan is not None and bool(plan.payments or plan.pooled or plan.rounded or self.outdated)
        # The plan on the page, so that no other one is frozen.
        facts = write_act(plan) if plan else {"payments": []}
        self.seen = canonical(facts if len(facts) > 1 else facts["payments"])
        # The players of each side of a payment.
        names = {KITTY: speech.say(say("kitty"))} | {player.key: player.name for player in rows.players}
        self.sides = {key: " + ".join([names[player] for player in account.side(key, plan)]) for key in names}
        self.rounding = tell_rounding(plan.rounded if plan else account.rounded, row.currency, self.sides)

    @property
    def unpaid(self) -> list[TickedPayment]:
        """The payments of the plan of which something is unpaid."""
        return self.proposed if self.plan else [tick for tick in self.dues if tick.due.rest]

    @property
    def unpaid_json(self) -> str:
        """The unpaid payments as JSON, for a form that ticks all of them."""
        return canonical([[*tick.pair, tick.due.amount, tick.due.version] for tick in self.unpaid])

    def own(self, player: str) -> list[Phrase]:
        """Return the unpaid payments of a player in words, also joint ones."""
        phrases = []
        for debtor, creditor, amount in self.payments:
            money = self.amount(amount)
            if player in self.account.side(debtor, self.plan):
                phrases.append(say("You pay {amount} to {other}", amount=money, other=self.sides[creditor]))
            elif player in self.account.side(creditor, self.plan):
                phrases.append(say("You get {amount} from {other}", amount=money, other=self.sides[debtor]))
        return phrases

    def tell(self, written: Phrase | None, objections: Sequence[ShownObjection]) -> str:
        """Return the settlement as text to share; `written` names the settled numbers where the sheet shows others."""
        speech = self.speech
        row = self.row
        lines = [", ".join(filter(None, (title_of(row, speech), speech.day(row.day))))]
        for doubt in objections:
            query = speech.say(say("Deal {number}: open query", number=doubt.number))
            lines.append(f"{query}: {doubt.remark.text or '…'}")
        if objections:
            lines.append("")
        for player in self.players:
            line = f"{player.name}: "
            if written:
                sheet = say("sheet: {points}", points=speech.points(player.score))
                line += f"{speech.say(sheet)}, {speech.say(written)} "
            line += ", ".join([self.points[player.key], *map(speech.say, self.reasons[player.key])])
            if self.stake or player.paid or player.brought or player.aside:
                line += f" ({self.owed[player.key]})"
            lines.append(line)
        lines.append("")
        if self.collector:
            lines.append(speech.say(say("{player} collects", player=Name(self.collector))))
        for debtor, creditor, amount in self.payments:
            lines.append(f"{self.sides[debtor]} → {self.sides[creditor]}: {self.payment(amount)}")
        if not self.payments:
            lines.append(speech.say(say("Nobody owes anybody anything.")))
        lines += [speech.say(remark) for remark in (self.rounding, self.pot) if remark]
        return "\n".join([*lines, "", f"{speech.say(say('Check words'))}: {check_words_of(row.head)}"])

    def _explain_open(self, player: Standing) -> list[Phrase]:
        """Return in words why the open amount of a player differs from the value of their points."""
        fined = self.fined[player.key]
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
        if player.rounded:
            reasons.append(say("rounded: {amount}", amount=self.amount(player.rounded, True)))
        if pooled:
            reasons.append(say("in the purse: {amount}", amount=self.amount(pooled, True)))
        return reasons

    def payment(self, amount: int) -> str:
        """Return the amount of a payment; points are named, as they are no money."""
        return self.amount(amount) if self.stake else self.speech.say(count("{n} point", "{n} points", amount))

    def amount(self, amount: int, signed: bool = False) -> str:
        """Return an amount in the reader's locale."""
        if self.stake:
            return self.speech.money(amount, self.stake.currency, signed)
        return self.speech.points(amount) if signed else self.speech.show(amount)


def settled_as(night: Night) -> Phrase | None:
    """Return the name of the settled numbers if the sheet shows other ones, else None."""
    return night.game.settled_as if night.game.sheet_column(night.rules_at(night.number)) == "sheet" else None
