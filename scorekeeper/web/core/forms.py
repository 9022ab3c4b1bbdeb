"""The base class and fields of the small forms, and the conversion of refusals to errors."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from babel.numbers import get_decimal_symbol
from flask import g, request
from flask_wtf import FlaskForm
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict
from wtforms import Field, StringField, ValidationError

from scorekeeper.money import Stake, coins_of, is_large_stake, make_stake
from scorekeeper.phrase import Money, Phrase, Refused, say
from scorekeeper.typed_numbers import Ambiguous, read_amount, read_currency, read_whole
from scorekeeper.web.core.i18n import speech

CURRENCIES = ("EUR", "CHF", "USD", "GBP", "CZK", "PLN", "HUF")
"""The currencies that a form offers; others can be typed."""


def sends(request_id: str = "", based_on: int | None = None, made: bool = True) -> Markup:
    """Return the hidden fields of every form that writes.

    They are the token against forged requests, the id of the request, a new one by default, the version that the form
    has seen, and when it was filled in, which a script sets.
    """
    token = g.get("csrf_token") or generate_csrf()  # Flask-WTF keeps it there
    form_id = escape(request_id) if request_id else secrets.token_hex(16)
    fields = f'''<input type="hidden" name="csrf_token" value="{token}">
<input type="hidden" name="request" value="{form_id}">'''
    if based_on is not None:
        fields += f'\n<input type="hidden" name="based_on" value="{based_on}">'
    return Markup(fields + '\n<input type="hidden" name="made" value="">' if made else fields)


def invalid(phrase: Phrase) -> ValidationError:
    """Return the error of a field. WTForms stores the phrase, and a page renders it in the reader's language."""
    return ValidationError(cast(Any, phrase))


@contextmanager
def validation(field: Field | None = None) -> Iterator[None]:
    """Convert a refusal to the error of a field, which shows what an ambiguous number was read as."""
    try:
        yield
    except Refused as refused:
        if field and isinstance(refused, Ambiguous):
            field.data = refused.plain
        raise invalid(refused.phrase) from None


class TypedField(StringField):
    """A text field; an empty one is ""."""

    @property
    def typed(self) -> str:
        """The text without surrounding blanks."""
        return (self.data or "").strip()

    @property
    def ticked(self) -> list[str]:
        """The values of the ticked boxes with this name."""
        return list(self.raw_data or ())


class WholeField(Field):
    """A whole number; `data` is None where none was sent."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = None
        if valuelist:
            with validation():
                self.data = read_whole(self.name, valuelist[0].strip())


class ReadField(TypedField):
    """A text with its parsed `value`, None for an empty one. `read` parses it and refuses invalid texts."""

    def __init__(self, read: Callable[[str], Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.read = read
        self.value: Any = None

    def pre_validate(self, form: Any) -> None:
        if self.typed:
            with validation(self):
                self.value = self.read(self.typed)


class ActionField(TypedField):
    """The value of the button that was pressed, one of `actions`."""

    def __init__(self, *actions: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.actions = actions

    def pre_validate(self, form: Any) -> None:
        if self.data not in self.actions:
            raise invalid(say("nothing was chosen"))


class AsksOnce:
    """The field of a form that refuses a large amount once.

    `asked` is the amount that the page has asked about, in the smallest coin, with its currency.
    """

    asked = TypedField()

    def ask_once(self, key: str, amount: Money, is_large: bool, question: Phrase) -> None:
        """Refuse an amount for its `question` if it `is_large`, unless the page has asked about it."""
        seen = self.asked.typed
        self.asked.data = f"{amount.coins} {amount.currency}".strip()
        if is_large and seen != self.asked.data:
            raise Refused(key, question)

    def ask_about_stake(self, stake: Stake) -> None:
        """Refuse a large stake once."""
        value = Money(stake.coins, stake.currency)
        question = say("{value} for one point is a lot; if that is right, send it once more", value=value)
        self.ask_once("amount", value, is_large_stake(stake), question)


class SmallForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form whose numbers are written in the reader's locale.

    It has no token field: `CSRFProtect` checks the token before any view runs.
    """

    class Meta:
        csrf = False

    def __init__(self, sent: MultiDict[str, str] | None = None, **values: Any) -> None:
        """Read `sent`, by default the posted fields: neither files nor JSON."""
        self.sent = request.form if sent is None and request.method == "POST" else sent
        self.locale = speech().locale
        super().__init__(self.sent, **values)

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Add a refusal to the errors of the form."""
        try:
            yield
        except Refused as refused:
            self.refuse(refused)

    def refuse(self, refused: Refused) -> None:
        """Add a refusal to the errors of its field, else of the form."""
        if refused.key in self:
            field = self[refused.key]
            field.errors = [*field.errors, refused.phrase]
            if isinstance(refused, Ambiguous):
                field.data = refused.plain
        else:
            self.form_errors.append(refused.phrase)

    @property
    def problem(self) -> Phrase | None:
        """The first error."""
        return next((phrase for phrases in self.errors.values() for phrase in phrases), None)

    @property
    def status(self) -> int:
        """The status of the page that shows the form."""
        return 422 if self.errors else 200

    def read_coins(self, field: TypedField, stake: Stake | None) -> int:
        """Return an amount in the smallest coin of the stake's currency, without a stake in points. Raises Refused."""
        if stake is None:
            return read_whole(field.name, field.typed)
        amount = read_amount(field.name, field.typed, self.locale, stake.currency)
        return coins_of(field.name, amount, stake.currency, get_decimal_symbol(self.locale))

    def read_stake(self, amount: TypedField, currency: TypedField) -> Stake | None:
        """Return a stake, None without an amount. Raises Refused."""
        if not amount.typed:
            return None
        code = read_currency(currency.name, currency.typed, self.locale)
        typed = read_amount(amount.name, amount.typed, self.locale, code)
        return make_stake(typed, code, get_decimal_symbol(self.locale))
