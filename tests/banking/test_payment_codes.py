"""The texts of payment codes, line by line, as strict readers want them."""

from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qrbill import QRBill

from scorekeeper.banking.payment_codes import WRITERS, make_transfer, write_payment_code
from scorekeeper.banking.plain_letters import spell_plain
from scorekeeper.phrase import Refused
from scorekeeper.qr_codes import make_qr

AUSTRIAN = "AT611904300234573201"
SWISS = "CH9300762011623852957"
CZECH = "CZ6508000000192000145399"


def euros(amount="12.3", holder="Anna Huber", text="Königrufen 2026-11-27", iban=AUSTRIAN):
    return make_transfer(holder, iban, Decimal(amount), "EUR", text)


def test_a_euro_code_has_these_lines():
    assert write_payment_code(euros()).split("\n") == [
        *("BCD", "002", "1", "SCT", "", "Anna Huber", AUSTRIAN, "EUR12.30", "", "", "Königrufen 2026-11-27"),
    ]


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        ("0.01", "EUR0.01"),
        ("0.1", "EUR0.10"),
        ("5", "EUR5.00"),
        ("1000", "EUR1000.00"),
        ("1234567.8", "EUR1234567.80"),
        ("9.99E+6", "EUR9990000.00"),
    ],
)
def test_an_amount_has_a_point_two_decimals_and_no_thousands_sign(amount, written):
    assert write_payment_code(euros(amount)).split("\n")[7] == written


def test_the_text_is_one_line_of_at_most_140_characters():
    lines = write_payment_code(euros(text="a\r\nb\u2028c\x0bd\te  f😀" + "g" * 200)).split("\n")
    assert len(lines) == 11
    assert lines[-1] == "a b c d e f" + "g" * 129
    assert len(write_payment_code(euros(text="")).split("\n")) == 8, "nothing follows the last line that says something"


@given(st.text(min_size=1, max_size=90), st.text(max_size=200), st.integers(1, 10**9))
def test_any_name_and_text_makes_a_standard_code_or_is_refused(holder, text, cents):
    try:
        written = write_payment_code(make_transfer(holder, AUSTRIAN, Decimal(cents).scaleb(-2), "EUR", text))
    except Refused as refused:
        assert refused.key == "holder"
    else:
        assert int(make_qr(written).version) <= 13
        assert len(written.splitlines()) <= 11
        assert written.count("\n") <= 10


def test_a_long_greek_name_and_text_make_the_largest_code():
    written = write_payment_code(euros(holder="Ω" * 70, text="Ψ" * 140))
    assert make_qr(written).version == 13
    assert written.split("\n")[5] == "Ω" * 70
    assert len(written.split("\n")[-1]) > 60, "as much of the text as there is room for"


@pytest.mark.parametrize(
    ("transfer", "key"),
    [
        (euros(holder=" "), "holder"),
        (euros(holder="x" * 71), "holder"),
        (euros(holder="😀" * 70), "holder"),
        (euros("0"), ""),
        (euros("1000000000"), ""),
        (euros(iban="CH4431999123000889012"), "iban"),
        (make_transfer("A", AUSTRIAN, Decimal(1), "CHF", "", "6003 Luzern"), "iban"),
        (make_transfer("A", SWISS, Decimal(1), "CHF", "", "Luzern"), "town"),
        (make_transfer("A", "CH4431999123000889012", Decimal(1), "CHF", "", "6003 Luzern"), "iban"),
        (make_transfer("A", AUSTRIAN, Decimal(1), "CZK", ""), "iban"),
    ],
)
def test_what_no_code_may_hold_is_refused(transfer, key):
    with pytest.raises(Refused) as refused:
        write_payment_code(transfer)
    assert refused.value.key == key


def test_only_currencies_with_a_format_of_their_own_have_codes():
    assert set(WRITERS) == {"EUR", "CHF", "CZK"}


@dataclass
class Bill:
    """A payment as the library for QR-bills writes it."""

    name: str
    postcode: str
    town: str
    text: str
    amount: str

    @property
    def lines(self):
        creditor = {"name": self.name, "pcode": self.postcode, "city": self.town, "country": "CH"}
        bill = QRBill(account=SWISS, creditor=creditor, amount=self.amount, additional_information=self.text)
        return bill.qr_data().split("\r\n")


def test_a_swiss_code_is_the_one_of_the_library_for_qr_bills():
    transfer = make_transfer("Zoë Müller", SWISS, Decimal("1250.5"), "CHF", "Tapp Tarock 2026-11-27", "6003 Luzern")
    lines = write_payment_code(transfer).split("\n")
    assert lines[:11] == ["SPC", "0200", "1", SWISS, "S", "Zoë Müller", "", "", "6003", "Luzern", "CH"]
    assert lines[18:20] == ["1250.50", "CHF"]
    assert lines[27:] == ["NON", "", "Tapp Tarock 2026-11-27", "EPD"]
    assert Bill("Zoë Müller", "6003", "Luzern", "Tapp Tarock 2026-11-27", "1250.50").lines == lines


def test_a_swiss_code_replaces_letters_outside_the_standard():
    transfer = make_transfer("Νίκος Čeh", SWISS, Decimal(1), "CHF", "Őri ș", "6003 Luzern")
    assert write_payment_code(transfer).split("\n")[5] == "Nikos Čeh"
    assert "Őri ș" in write_payment_code(transfer)


def test_a_czech_code_is_a_short_payment_descriptor_in_plain_letters():
    transfer = make_transfer("Jiří Dvořák * syn", CZECH, Decimal("480.5"), "CZK", "Mariáš*X-VS:1 " + "x" * 99)
    written = write_payment_code(transfer)
    assert written == (f"SPD*1.0*ACC:{CZECH}*AM:480.50*CC:CZK*RN:Jiri Dvorak . syn*MSG:Marias.X-VS:1 {'x' * 46}")


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        *(("Müller", "Mueller"), ("Österreicher-Größl", "Oesterreicher-Groessl"), ("Jožica Čeh", "Jozica Ceh")),
        *(("Đurđa Šimić", "Durda Simic"), ("Jenő Őry", "Jeno Ory"), ("Ľubomír Ďurčanský", "Lubomir Durcansky")),
        *(("Łukasz Żółć", "Lukasz Zolc"), ("Nicolò D’Angelo", "Nicolo D'Angelo"), ("Ștefan Țăran", "Stefan Taran")),
        *(("Χρήστος Ψαράς", "Christos Psaras"), ("Георги Щерев", "Georgi Shterev"), ("Æsa Ødegård", "Aesa Oedegard")),
        ("Mu\u0308ller & Söhne – 東", "Mueller + Soehne - ."),
    ],
)
def test_plain_letters_are_those_of_every_bank(typed, plain):
    assert spell_plain(typed) == plain
    assert spell_plain(plain) == plain
