"""The small forms of settling: payments, transfers to other nights, and the kitty of a night."""

from collections.abc import Sequence

from scorekeeper.accounts.kitty import FINE
from scorekeeper.journal.acts import KittyMoved, Paid
from scorekeeper.money import Stake, is_large
from scorekeeper.phrase import Money, Refused, say
from scorekeeper.typed_numbers import read_whole
from scorekeeper.value_checks import shorten
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.core.forms import AsksOnce, TypedField
from scorekeeper.web.core.parsing import read_note

EVERYBODY = "all"


class AgreementForm(EntryForm):
    """An agreement on the plan that its page had `seen`; `sure` are the confirmed deals in doubt. Both are JSON."""

    seen = TypedField()
    sure = TypedField()


class AllPaidForm(EntryForm):
    """All unpaid payments, as JSON as the page showed them."""

    payments = TypedField()


class CarryForm(EntryForm):
    """A transfer of open amounts: its direction, and the other nights or the number of the next night."""

    way = TypedField()
    night = TypedField()
    next = TypedField(default="0")


class TickForm(AgreementForm):
    """A payment of the plan on the page, and whether all, nothing or a part of it is paid.

    `proposed` is a plan as JSON that is frozen with it.
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
        """Return the act of the form. Raises Refused."""
        plan, amount, paid = (read_whole(field.name, field.typed) for field in (self.plan, self.amount, self.paid))
        now = {"all": amount, "none": 0}.get(self.tick.typed)
        if now is None:
            now = paid + (self.read_coins(self.part, stake) if self.part.typed.strip() else 0)
            if now <= paid:
                raise Refused("part", say("type how much was handed over"))
            if now > amount:
                rest = Money(amount - paid, stake.currency if stake else "")
                raise Refused("part", say("more than the {rest} still owed", rest=rest))
        return Paid(plan=plan, debtor=self.debtor.typed, creditor=self.creditor.typed, amount=now, player=player)


class KittyForm(AsksOnce, EntryForm):
    """A movement of the kitty: a fine, a payment into it or out of it, with amount, player and reason.

    `who` may be `EVERYBODY` at the table; `place` is that of a movement to be undone.
    """

    how = TypedField()
    who = TypedField()
    amount = TypedField()
    note = TypedField()
    place = TypedField()

    def acts(self, stake: Stake | None, player: str, sitting: Sequence[str]) -> list[KittyMoved]:
        """Return the act of the form, or one for each player `sitting` at the table. Raises Refused."""
        if self.how.typed == FINE and not self.who.typed:
            raise Refused("who", say("say who is fined"))
        amount = self.read_coins(self.amount, stake)
        note = read_note(self.note.typed)
        if amount <= 0:
            raise Refused("amount", say("{value} is not an amount that can be paid", value=shorten(self.amount.typed)))
        value = Money(amount, stake.currency if stake else "")
        question = say("{value} is a lot; if that is right, send it once more", value=value)
        self.ask_once("amount", value, is_large(amount, value.currency), question)
        people = sitting if self.who.typed == EVERYBODY else [self.who.typed]
        return [KittyMoved(how=self.how.typed, who=who, amount=amount, note=note, player=player) for who in people]


class PurseForm(EntryForm):
    """Players who pay jointly from now on, or separately again."""

    players = TypedField()
