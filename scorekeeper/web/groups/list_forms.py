"""The forms of a group for closed and earlier seasons and for opening balances, which are lists of amounts."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from flask import request

from scorekeeper.money import is_large
from scorekeeper.pasted.amounts import PastedAmounts, read_amounts
from scorekeeper.phrase import Money, Refused, say
from scorekeeper.typed_numbers import read_currency
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.core.forms import AsksOnce, ReadField, SmallForm, TypedField, WholeField, invalid
from scorekeeper.web.core.parsing import clean_text, read_day


class ListForm(EntryForm):
    """A list of people with amounts, typed, pasted or uploaded, in a currency, "" for points."""

    owed = False
    list = TypedField()
    currency = TypedField()

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        file = request.files.get("file")
        self.file = file.read() if file else b""

    def read(self, people: Iterable[str]) -> tuple[PastedAmounts, str]:
        """Return the amounts of a valid form, and their currency; `people` are known by name. Raises Refused."""
        self.list.data = _decode(self.file) or self.list.data
        if not self.list.typed:
            raise Refused("list", say("there is nothing yet: paste the text, or choose a file"))
        currency = read_currency("currency", self.currency.typed, self.locale) if self.currency.typed else ""
        text = self.list.data or ""
        return read_amounts("list", text, self.locale, currency, owed=self.owed, people=people), currency


def _decode(file: bytes) -> str:
    """Return the text of a file, in UTF-8 or as Windows writes it in Western Europe. Raises Refused."""
    for encoding in ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            text = file.decode(encoding)
            if "\0" not in text:
                return text
    raise Refused("list", say("the file is not a text; save it as CSV, or copy its cells"))


class SeasonNameField(TypedField):
    """The name of a season, without control characters."""

    def pre_validate(self, form: Any) -> None:
        self.data = clean_text(self.data)[:100]
        if not self.data:
            raise invalid(say("a season needs a name"))


class EarlierSeasonForm(ListForm):
    """The table of an earlier season, its name, and its last day where the table has no dates."""

    name = SeasonNameField()
    day = ReadField(read_day)


class BalancesForm(AsksOnce, ListForm):
    """Opening balances, and the day as of which they are."""

    owed = True
    day = ReadField(read_day)

    def __init__(self, currency: str, day: str) -> None:
        super().__init__(currency=currency, day=day)

    def validate_currency(self, field: Any) -> None:
        if not field.typed:
            raise invalid(say("opening balances are money: say in which currency"))

    def read(self, people: Iterable[str]) -> tuple[PastedAmounts, str]:
        """Return the balances and their currency, after a question about a large one. Raises Refused."""
        found, currency = super().read(people)
        most = max(found.people, key=lambda person: abs(person.amount))
        value = Money(abs(most.amount), currency)
        question = say("{name}: {value} is a lot; if that is right, send it once more", name=most.name, value=value)
        self.ask_once("list", value, is_large(value.coins, currency), question)
        return found, currency


class StrikeForm(SmallForm):
    """The list of opening balances that is taken back, by the id of the form with which it was entered."""

    entered = TypedField()


class RemoveSeasonForm(SmallForm):
    """The number of an earlier season that is removed."""

    number = WholeField()


class CloseSeasonForm(SmallForm):
    """The name of a season that is closed, and its number on the page."""

    name = SeasonNameField()
    number = WholeField()

    def validate_number(self, field: Any) -> None:
        if field.data is None or field.data < 1:
            raise invalid(say("nothing was chosen"))
