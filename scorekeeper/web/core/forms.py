"""What the small forms of all features share: their base class, a field, and how an amount is read."""

from flask import request
from flask_wtf import FlaskForm
from wtforms import StringField

from scorekeeper.money import Stake, coins_of
from scorekeeper.web.core.parsing import read_amount, read_whole


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


class SmallForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form as it was sent. It has no token field: `CSRFProtect` has checked the token before any view runs."""

    class Meta:
        csrf = False

    def __init__(self) -> None:
        super().__init__(request.form)  # neither files nor JSON


def read_money(key: str, typed: str, stake: Stake | None) -> int:
    """Return an amount in the smallest coin of a stake's currency, in points without one. Raises Refused."""
    return coins_of(key, read_amount(typed), stake.currency) if stake else read_whole(key, typed)
