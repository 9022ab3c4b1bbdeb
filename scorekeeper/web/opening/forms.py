"""The forms of the start pages: a new night, and another language."""

from functools import partial
from typing import Any

from wtforms import FieldList

from scorekeeper.money import Stake
from scorekeeper.night.night import SEATS
from scorekeeper.people.names import check_names
from scorekeeper.phrase import say
from scorekeeper.typed_numbers import read_whole
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.core.forms import AsksOnce, ReadField, SmallForm, TypedField, invalid, validation
from scorekeeper.web.core.parsing import normalize_text, read_day


class LanguageForm(SmallForm):
    """The page on which the reader chose another language."""

    back = TypedField()


class NightForm(AsksOnce, EntryForm):
    """A new night, without its game and house rules."""

    title = TypedField()
    day = ReadField(read_day)
    players = FieldList(TypedField(), min_entries=SEATS, max_entries=SEATS)
    dealer = TypedField()
    at_play = ReadField(partial(read_whole, "at_play"))
    amount = TypedField()
    currency = TypedField()
    stake: Stake | None = None  # of a valid form; None for a night without money

    def names(self) -> list[str]:
        """Return the names in seat order."""
        return [name for name in (normalize_text(entry.data) for entry in self.players) if name]

    def dealing(self) -> str:
        """Return the name of the first dealer, empty without a mark or for an empty seat."""
        seats = {str(place): normalize_text(entry.data) for place, entry in enumerate(self.players)}
        return seats.get(self.dealer.data or "", "")

    def validate_players(self, field: Any) -> None:
        with validation():
            check_names("players", self.names())

    def validate_dealer(self, field: Any) -> None:
        if field.data and not self.dealing():
            raise invalid(say("the dealer’s mark is at an empty seat"))

    def validate_amount(self, field: Any) -> None:
        with validation(field):
            self.stake = self.read_stake(self.amount, self.currency)
            if self.stake:
                self.ask_about_stake(self.stake)
