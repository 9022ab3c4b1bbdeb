"""Every QR code of the program is read by two independent readers, in the alphabets of the countries around."""

from decimal import Decimal

import pytest

from scorekeeper.banking.payment_codes import make_transfer, write_payment_code
from scorekeeper.qr_codes import draw_payment_qr, make_qr, print_qr
from tests.chosen import some
from tests.qr_reading import ZBAR, codes_in, of_terminal, rasterise, read_by_zbar, read_by_zxing
from tests.web.group import open_group
from tests.web.phone import links

with_zbar = pytest.mark.skipif(ZBAR is None, reason="zbarimg is not installed (Debian's zbar-tools)")
READERS = [pytest.param(read_by_zxing, id="zxing-cpp"), pytest.param(read_by_zbar, id="zbar", marks=with_zbar)]
by_both = pytest.mark.parametrize("read", READERS)

PEOPLE = {
    "de": ("Jürgen Größl", "Königrufen für Käthe"),
    "sl": ("Jožica Čeh", "Tarok v četrtek, žrebanje"),
    "hr": ("Đurđa Šimić", "Kartanje ćevapčići žđš"),
    "hu": ("Jenő Bűdös-Őry", "Tarokk este, győztes"),
    "cs": ("Jiří Dvořák", "Mariáš ve čtvrtek, ěščřžýáíé ů"),
    "sk": ("Ľubomír Ďurčanský", "Mariáš, ťažká hra ĺŕ"),
    "pl": ("Łukasz Żółć", "Wieczór gry, gęślą jaźń"),
    "it": ("Nicolò D’Angelo", "Briscola, perché così è più"),
    "ro": ("Ștefan Țăran", "Seară de cărți, în doi"),
    "el": ("Χρήστος Ψαράς", "Ξερή και Δηλωτή, ώρα οκτώ"),
    "plain": ("Anna Huber", "Herzblatt 2026-11-27"),
}
ACCOUNTS = {"EUR": "AT611904300234573201", "CHF": "CH9300762011623852957", "CZK": "CZ6508000000192000145399"}


@by_both
@pytest.mark.parametrize("currency", ACCOUNTS)
@pytest.mark.parametrize("language", some(PEOPLE, "sl"))
def test_a_payment_code_is_read_as_it_was_written(language, currency, read):
    holder, text = PEOPLE[language]
    for transfer in (
        make_transfer(holder, ACCOUNTS[currency], Decimal("1250.5"), currency, text, "6003 Luzern"),
        make_transfer((holder + " ") * 3, ACCOUNTS[currency], Decimal("0.01"), currency, text * 6, "6003 Zürich"),
    ):
        written = write_payment_code(transfer)
        assert read(rasterise(draw_payment_qr(written))) == written
        assert make_qr(written).error == "M", "as its standard wants it"


@by_both
def test_the_codes_of_the_pages_are_read_as_the_links_beside_them(host, read):
    """Those for joining, of the sheet, the board, the paper, the rules, and of a group."""
    night = host.open_night()
    ways = links(host, night)
    assert {read(code) for code in codes_in(host.get(f"{night}/share").body)} == set(ways.values())
    assert [read(code) for code in codes_in(host.get(night).body)] == [ways["writer"]]
    assert [read(code) for code in codes_in(host.get(f"{night}/board").body)] == [ways["onlooker"]]
    assert {read(code) for code in codes_in(host.get(f"{night}/blank").body)} == {ways["writer"]}
    (rules,) = codes_in(host.get(f"{night}/rules/sheet").body)
    assert read(rules) == "http://localhost/nights/new/herzblatt/braun"
    group = host.get(f"{open_group(host, night)}/share")
    shown = [link["href"] for link in group.html.one("main").all("a") if "/jr/" in link["href"]]
    assert [read(code) for code in codes_in(group.body)] == shown


@by_both
def test_the_code_of_a_payment_page_is_read(host, night, read):
    host.fill_in(f"{night}/me", "who", who="p1")
    answer = host.fill_in(f"{night}/settle", "iban", "debtor=p2", iban=ACCOUNTS["EUR"], holder="Jožica Čeh")
    (code,) = codes_in(answer.body)
    assert read(code).split("\n")[5] == "Jožica Čeh"


@by_both
@pytest.mark.parametrize("address", ["http://192.168.0.5:8000/", "http://[fd00::1:2]:8000/j/abcdefgh/0123456789abcdef"])
def test_the_code_of_a_terminal_is_read(address, read):
    assert read(of_terminal(print_qr(address))) == address
