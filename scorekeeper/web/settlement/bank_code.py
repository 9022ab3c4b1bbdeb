"""A payment as a QR code for banking apps (EPC); the account is typed by the receiver and not stored."""

import re
from decimal import Decimal
from typing import Any

from flask import Blueprint, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused, say
from scorekeeper.web.access.current import NIGHT, at_night, night_page
from scorekeeper.web.core.forms import SmallForm, TypedField, invalid
from scorekeeper.web.core.i18n import speech, title_of
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import tidy
from scorekeeper.web.settlement.view_model import Settlement

pages = Blueprint("bank_code", __name__, url_prefix=NIGHT)

_LONGEST_HOLDER = 70  # characters, as the code takes them
_LONGEST_TEXT = 60
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")


def is_iban(text: str) -> bool:
    """Return whether a text without blanks is an IBAN whose check digits are right (ISO 13616)."""
    if not _IBAN.fullmatch(text):
        return False
    return int("".join(str(int(letter, 36)) for letter in text[4:] + text[:4])) % 97 == 1


class BankCodeForm(SmallForm):
    """The debtor of a payment, and the account of its receiver."""

    debtor = TypedField()
    iban = TypedField()
    holder = TypedField()

    @property
    def account(self) -> str:
        """The IBAN without blanks."""
        return "".join(self.iban.typed.split()).upper()

    def validate_iban(self, field: Any) -> None:
        if not is_iban(self.account):
            raise invalid(say("this is no IBAN, or a digit is wrong"))

    def validate_holder(self, field: Any) -> None:
        if not 0 < len(tidy(field.typed)) <= _LONGEST_HOLDER:
            raise invalid(say("the name of the account holder has 1 to {most} characters", most=_LONGEST_HOLDER))


def payments_to(settlement: Settlement, player: str) -> list[tuple[str, int]]:
    """Return the debtors of a player and their cents, also of joint payers; none in other currencies than euro."""
    if not player or not settlement.stake or settlement.stake.currency != "EUR":
        return []
    return [
        (debtor, amount)
        for debtor, creditor, amount in settlement.payments
        if debtor and creditor and player in settlement.account.side(creditor, settlement.plan)
    ]


@pages.post("/settle/code")
def show() -> Response:
    """Show the code of a payment to the player of this phone."""
    at = at_night()
    form = BankCodeForm()
    settlement = Settlement(at.rows, speech(), request.args.get("by"))
    amount = dict(payments_to(settlement, at.guest.player)).get(form.debtor.typed)
    if amount is None:  # paid or changed meanwhile
        return go("settling.show", _anchor="plan")
    code = Markup()
    if form.validate():
        with form.refusals():
            text = f"{title_of(at.row, speech())} {at.row.day}".strip()
            code = _draw(tidy(form.holder.typed), form.account, amount, text)
    return night_page(
        "settlement/bank_code.html",
        form.status,
        form=form,
        code=code,
        debtor=form.debtor.typed,
        amount=settlement.amount(amount),
        by=request.args.get("by"),
    )


def _draw(holder: str, iban: str, cents: int, text: str) -> Markup:
    """Return the code as inline SVG. Raises Refused for an amount or a name that does not fit."""
    from segno.helpers import make_epc_qr  # slow, and only needed here

    try:
        code = make_epc_qr(holder, iban, Decimal(cents).scaleb(-2), text=text[:_LONGEST_TEXT])
    except ValueError:
        raise Refused("iban", say("a code cannot hold this name or this amount")) from None
    return Markup(code.svg_inline(scale=1, omitsize=True, svgclass="qr", lineclass=None, border=4))
