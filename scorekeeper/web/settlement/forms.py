"""The small forms of settling: payments, what is carried to other nights, and the kitty of a night."""

from collections.abc import Sequence

from scorekeeper.accounts.kitty import FINE
from scorekeeper.journal.acts import KittyMoved, Paid
from scorekeeper.money import Stake
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import shown
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.core.forms import TypedField
from scorekeeper.web.core.parsing import read_note, read_whole

EVERYBODY = "all"


class AgreementForm(EntryForm):
    """What the table agrees on; `sure` spells out the deals in doubt that a page asked about."""

    sure = TypedField()


class PlanForm(AgreementForm):
    """A plan as the page showed it, spelled out."""

    seen = TypedField()


class CarryForm(EntryForm):
    """Where what is open goes: the way, the other nights, or the place of the next night."""

    way = TypedField()
    night = TypedField()
    next = TypedField(default="0")


class TickForm(AgreementForm):
    """A payment of a plan as the page showed it, and whether it is paid: all, nothing or a part of it.

    `proposed` spells out a plan that is frozen with it.
    """

    proposed = TypedField()
    plan = TypedField()
    debtor = TypedField()
    creditor = TypedField()
    amount = TypedField()
    paid = TypedField()
    tick = TypedField()
    part = TypedField()

    def act(self, stake: Stake | None, player: str) -> Paid:
        """Return the act that it means. Raises Refused."""
        plan, amount, paid = (read_whole(field.name, field.typed) for field in (self.plan, self.amount, self.paid))
        now = {"all": amount, "none": 0}.get(self.tick.typed)
        if now is None:
            typed = self.part.typed
            now = paid + self.read_coins(self.part, stake)
            if not paid < now <= amount:
                raise Refused("part", say("{value} is not a part of what is open of this payment", value=shown(typed)))
        return Paid(plan=plan, debtor=self.debtor.typed, creditor=self.creditor.typed, amount=now, player=player)


class KittyForm(EntryForm):
    """A movement of the kitty: whether it is a fine, paid in or paid out, how much, by whom and why.

    `who` may be everybody at the table, `EVERYBODY`; `place` is that of a movement which is taken back.
    """

    how = TypedField()
    who = TypedField()
    amount = TypedField()
    note = TypedField()
    place = TypedField()

    def acts(self, stake: Stake | None, player: str, sitting: Sequence[str]) -> list[KittyMoved]:
        """Return the act that it means, or one for each of who is `sitting` at the table. Raises Refused."""
        if self.how.typed == FINE and not self.who.typed:
            raise Refused("who", say("say who is fined"))
        amount = self.read_coins(self.amount, stake)
        note = read_note(self.note.typed)
        if amount <= 0:
            raise Refused("amount", say("{value} is not an amount that can be paid", value=shown(self.amount.typed)))
        people = sitting if self.who.typed == EVERYBODY else [self.who.typed]
        return [KittyMoved(how=self.how.typed, who=who, amount=amount, note=note, player=player) for who in people]


class PurseForm(EntryForm):
    """Who pays as one from now on, or each for himself again."""

    players = TypedField()
