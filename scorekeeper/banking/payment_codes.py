"""The texts of payment codes, which banking apps read: one format for each currency that has one."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import category, normalize

from scorekeeper.banking.iban import check_iban, compact_iban, is_qr_iban
from scorekeeper.banking.plain_letters import spell_plain
from scorekeeper.phrase import Refused, say

_LONGEST_HOLDER = 70  # characters, in an EPC code and a QR-bill
_LONGEST_TEXT = 140
_MOST_BYTES = 329  # of version 13 of a QR code, the largest for an EPC code, beside the mark of UTF-8
_MOST = Decimal("999999999.99")
# Letters with diacritics that a QR-bill may hold, from version 2.3 of its guidelines on.
_NOT_SWISS = re.compile(r"[^ -~\u00a0-\u017f\u0218-\u021b€]+")


class BankTransfer(NamedTuple):
    """A payment to an account: its holder, IBAN, amount and currency, and the text for its statement.

    `town` is the postal code and the town of the holder, which only a Swiss code needs.
    """

    holder: str
    iban: str
    amount: Decimal
    currency: str
    text: str
    town: str = ""

    def in_plain_letters(self) -> "BankTransfer":
        """Return it in letters that every bank takes."""
        holder, text, town = map(spell_plain, (self.holder, self.text, self.town))
        return self._replace(holder=holder, text=text, town=town)


def make_transfer(holder: str, iban: str, amount: Decimal, currency: str, text: str, town: str = "") -> BankTransfer:
    """Return the payment with its typed texts cleaned; a currency without accents in its codes gets plain letters."""
    transfer = BankTransfer(
        _keep_letters(holder), compact_iban(iban), amount, currency, _keep_letters(text), _keep_letters(town)
    )
    return transfer.in_plain_letters() if currency == "CZK" else transfer


def _keep_letters(text: str) -> str:
    """Return a text in one line, without pictures and other signs that no bank takes."""
    kept = (letter for letter in normalize("NFC", text) if letter.isascii() or category(letter)[0] in "LMNPZ")
    return " ".join("".join(kept).split())


def write_payment_code(transfer: BankTransfer) -> str:
    """Return the text of the code in the format of the currency. Raises Refused for what no code may hold."""
    if not Decimal("0.01") <= transfer.amount <= _MOST:
        raise Refused("", say("a code cannot hold this amount"))
    check_iban(transfer.iban)
    if is_qr_iban(transfer.iban):
        reason = say("this is a QR-IBAN, which takes bills with a reference only: enter the other IBAN of the account")
        raise Refused("iban", reason)
    if not 0 < len(transfer.holder) <= _LONGEST_HOLDER:
        reason = say("the name of the account holder has 1 to {most} characters", most=_LONGEST_HOLDER)
        raise Refused("holder", reason)
    return WRITERS[transfer.currency](transfer)


def _write_epc(transfer: BankTransfer) -> str:
    """Return an EPC code (EPC069-12, version 002): the BIC, the purpose and the reference stay empty."""
    head = ("BCD", "002", "1", "SCT", "", transfer.holder, transfer.iban, f"EUR{transfer.amount:.2f}", "", "")
    text = transfer.text[:_LONGEST_TEXT]
    while len("\n".join((*head, text)).encode()) > _MOST_BYTES:
        text = text[:-1]  # with the longest name there is room for some of it
    return "\n".join((*head, text)).rstrip("\n")


def _write_swiss(transfer: BankTransfer) -> str:
    """Return a QR-bill (Swiss Payment Standards 2.3) without a reference, to a Swiss or Liechtenstein account."""
    country = transfer.iban[:2]
    if country not in ("CH", "LI"):
        raise Refused("iban", say("a code for Swiss francs needs an account in Switzerland or Liechtenstein"))
    place = re.fullmatch(r"(?:[A-Za-z]{1,2}-)?([0-9]{4,5}) (\S.{0,34})", transfer.town)
    if not place:
        raise Refused("town", say("a code for Swiss francs needs postal code and town, such as 6003 Luzern"))
    creditor = ("S", transfer.holder, "", "", place[1], place[2], country)
    nobody = ("",) * 7  # the final creditor and the debtor
    amount = (f"{transfer.amount:.2f}", "CHF")
    lines = ("SPC", "0200", "1", transfer.iban, *creditor, *nobody, *amount, *nobody, "NON", "", transfer.text, "EPD")
    return "\n".join(_NOT_SWISS.sub(lambda found: spell_plain(found[0]), line)[:_LONGEST_TEXT] for line in lines)


def _write_czech(transfer: BankTransfer) -> str:
    """Return a Short Payment Descriptor (SPAYD 1.0). Plain letters have no * that would end a field."""
    if not transfer.iban.startswith("CZ"):
        raise Refused("iban", say("a code for Czech crowns needs an account in the Czech Republic"))
    fields = {
        "ACC": transfer.iban,
        "AM": f"{transfer.amount:.2f}",
        "CC": "CZK",
        "RN": transfer.holder[:35],
        "MSG": transfer.text[:60],
    }
    return "*".join(("SPD", "1.0", *(f"{key}:{value}" for key, value in fields.items())))


WRITERS: Mapping[str, Callable[[BankTransfer], str]] = MappingProxyType(
    {"EUR": _write_epc, "CHF": _write_swiss, "CZK": _write_czech}
)
