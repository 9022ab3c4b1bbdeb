"""A payment as a QR code for banking apps; the account is typed by the receiver and not stored."""

from flask import Blueprint, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.banking.payment_codes import WRITERS, BankTransfer, make_transfer, write_payment_code
from scorekeeper.money import decimal_amount
from scorekeeper.phrase import Refused, say
from scorekeeper.qr_codes import draw_payment_qr
from scorekeeper.telling.titles import title_of
from scorekeeper.web.access.current import NIGHT, at_night, night_page
from scorekeeper.web.core.forms import SmallForm, TypedField
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import clean_text
from scorekeeper.web.settlement.view_model import Settlement

pages = Blueprint("bank_code", __name__, url_prefix=NIGHT)


class BankCodeForm(SmallForm):
    """The debtor of a payment, and the account of its receiver; `plain` asks for a code in plain letters."""

    debtor = TypedField()
    iban = TypedField()
    holder = TypedField()
    town = TypedField()
    plain = TypedField()


def payments_to(settlement: Settlement, player: str) -> list[tuple[str, int]]:
    """Return the debtors of a player and their coins, also of joint payers; none without money."""
    if not player or not settlement.stake:
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
    stake = settlement.stake
    amount = dict(payments_to(settlement, at.guest.player)).get(form.debtor.typed)
    if amount is None or stake is None or stake.currency not in WRITERS:  # paid or changed meanwhile
        return go("settling.show", _anchor="plan")
    transfer = make_transfer(
        holder=clean_text(form.holder.typed),
        iban=form.iban.typed,
        amount=decimal_amount(amount, stake.currency),
        currency=stake.currency,
        text=f"{title_of(at.row, speech())} {at.row.day}",
        town=clean_text(form.town.typed),
    )
    plain = transfer.in_plain_letters()
    shown = plain if form.plain.typed else transfer
    code = Markup()
    with form.refusals():
        code = _draw(shown)
    return night_page(
        "settlement/bank_code.html",
        form.status,
        form=form,
        code=code,
        transfer=shown,
        has_plain=plain != transfer,
        debtor=form.debtor.typed,
        amount=settlement.amount(amount),
        by=request.args.get("by"),
    )


def _draw(transfer: BankTransfer) -> Markup:
    try:
        return draw_payment_qr(write_payment_code(transfer))
    except ValueError:
        raise Refused("holder", say("a code cannot hold this name")) from None
