"""The small forms of a night's pages, as they were sent."""

from flask import request
from werkzeug.security import check_password_hash
from wtforms import Form, StringField

from scorekeeper.games.questions import shown
from scorekeeper.night.acts import KittyMoved, Paid
from scorekeeper.night.kitty import FINE
from scorekeeper.night.stake import Stake, coins_of, make_stake
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.web.typed import clean, read_amount, read_note, read_whole


class TypedField(StringField):
    """A field with what was typed into it, "" for nothing."""

    @property
    def typed(self) -> str:
        """What was typed, without the blanks around it."""
        return (self.data or "").strip()

    @property
    def ticked(self) -> list[str]:
        """What was ticked in a list, whose boxes have one name."""
        return list(self.raw_data or ())


class SentForm(Form):
    """A form that is read from what was sent."""

    def __init__(self) -> None:
        super().__init__(request.form)


class PinForm(SentForm):
    """A PIN: one to come in with, or a new one."""

    pin = TypedField()

    def check(self, kept: str) -> None:
        """Refuse another one than that of which the hash is kept."""
        if not check_password_hash(kept, self.pin.typed[:40]):
            raise Refused("pin", say("This is not the PIN of the night."))

    def read_new(self) -> str:
        """Return a new PIN. Raises Refused."""
        pin: str = self.pin.typed
        if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12):
            raise Refused("pin", say("A PIN has 4 to 12 digits."))
        return pin


class DeviceForm(SentForm):
    """The device of which a host decides."""

    device = TypedField()


class WhoForm(SentForm):
    """Whose phone it is: the key of a player, `nobody` or `onlooker`."""

    who = TypedField()


class ForgetForm(SentForm):
    """Who is to be forgotten, and whether all texts of the night are."""

    player = TypedField()
    texts = TypedField()


class LanguageForm(SentForm):
    """The page on which a reader chose another language."""

    back = TypedField()


class SettingsForm(SentForm):
    """What a host changes about a night as a whole."""

    player = TypedField()
    name = TypedField()
    everywhere = TypedField()
    title = TypedField()
    number = TypedField(default="1")
    amount = TypedField()
    currency = TypedField()

    def stake(self) -> Stake | None:
        """Return the stake, None for none. Raises Refused."""
        amount = self.amount.typed
        return make_stake(read_amount(amount), self.currency.typed.upper()[:3]) if amount else None


class AwayForm(SentForm):
    """Whether a night is put away."""

    away = TypedField()


class DeletionForm(SentForm):
    """The name of the night or round that is to be deleted, as typed."""

    typed = TypedField()


class RoundForm(SentForm):
    """The name of a round, the worst nights that it drops, one of its nights, or which round is meant."""

    name = TypedField()
    drops = TypedField()
    last = TypedField()
    round = TypedField()


class NoteForm(SentForm):
    """Why something is changed, objected to or resolved so."""

    note = TypedField()

    def read(self, missing: Phrase | None = None) -> str:
        """Return the note. Raises Refused where it is too long, or with this text where it is `missing`."""
        note = read_note(self.note.typed)
        if missing and not note:
            raise Refused("note", missing)
        return note


class ResolutionForm(NoteForm):
    """How an objection is resolved, and the page on which that was said."""

    how = TypedField()
    back = TypedField()


class SeatForm(SentForm):
    """Who comes, pauses, returns or leaves."""

    move = TypedField()
    player = TypedField()
    name = TypedField()
    place = TypedField()

    def joining(self) -> tuple[str, int]:
        """Return who comes and where he sits down. Raises Refused."""
        return clean(self.name.typed), read_whole("place", self.place.typed)


class SeenForm(SentForm):
    """What the page showed, spelled out: house rules or a plan that are agreed only as they were seen."""

    seen = TypedField()
    sure = TypedField()
    proposed = TypedField()


class CarryForm(SentForm):
    """Where what is open goes: the way, the other nights, or the place of the next night."""

    way = TypedField()
    night = TypedField()
    next = TypedField(default="0")


def read_money(key: str, typed: str, stake: Stake | None) -> int:
    """Return an amount in the smallest coin of a stake's currency, in points without one. Raises Refused."""
    return coins_of(key, read_amount(typed), stake.currency) if stake else read_whole(key, typed)


class KittyForm(SentForm):
    """A movement of the kitty: whether it is a fine, paid in or paid out, how much, by whom and why."""

    how = TypedField()
    who = TypedField()
    amount = TypedField()
    note = TypedField()

    def act(self, stake: Stake | None, player: str) -> KittyMoved:
        """Return the act that it means. Raises Refused."""
        if self.how.typed == FINE and not self.who.typed:
            raise Refused("who", say("say who is fined"))
        amount, note = read_money("amount", self.amount.typed, stake), read_note(self.note.typed)
        if amount <= 0:
            raise Refused("amount", say("{value} is not an amount that can be paid", value=shown(self.amount.typed)))
        return KittyMoved(how=self.how.typed, who=self.who.typed, amount=amount, note=note, player=player)


class TickForm(SentForm):
    """A payment of a plan as the page showed it, and whether it is paid: all, nothing or a part of it."""

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
            now = paid + self._read_part(stake, amount - paid)
        return Paid(plan=plan, debtor=self.debtor.typed, creditor=self.creditor.typed, amount=now, player=player)

    def _read_part(self, stake: Stake | None, rest: int) -> int:
        """Return what was handed over now, in the smallest coin or in points. Raises Refused."""
        typed = self.part.typed
        part = read_money("part", typed, stake)
        if not 0 < part <= rest:
            raise Refused("part", say("{value} is not a part of what is open of this payment", value=shown(typed)))
        return part
