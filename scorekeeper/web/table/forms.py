"""The small forms of a night's table: seats, settings, forgetting and deleting."""

from scorekeeper.money import Stake, make_stake
from scorekeeper.web.core.forms import SmallForm, TypedField
from scorekeeper.web.core.parsing import clean, read_amount, read_whole


class SeatForm(SmallForm):
    """Who comes, pauses, returns or leaves."""

    move = TypedField()
    player = TypedField()
    name = TypedField()
    place = TypedField()

    def joining(self) -> tuple[str, int]:
        """Return who comes and where he sits down. Raises Refused."""
        return clean(self.name.typed), read_whole("place", self.place.typed)


class RulesForm(SmallForm):
    """The house rules that the page showed, spelled out, and the first deal for which they are to hold."""

    seen = TypedField()
    number = TypedField()


class SettingsForm(SmallForm):
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


class ForgetForm(SmallForm):
    """Who is to be forgotten, and whether all texts of the night are."""

    player = TypedField()
    texts = TypedField()


class AwayForm(SmallForm):
    """Whether a night is put away."""

    away = TypedField()


class NightDeletionForm(SmallForm):
    """The name of the night that is to be deleted, as typed."""

    typed = TypedField()
