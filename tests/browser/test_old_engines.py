"""An evening in the engines of old phones, and in those of today that are not Chromium.

Chrome 80 is the oldest in which everything works, beside Firefox 78 and Safari of iOS 13.4. Tests of the architecture
hold the scripts and styles against what these browsers have; here they run.
"""

from pathlib import Path

import pytest

from tests.browser.engines import PACKAGES, firefox, old_chromium, unpack_chromium, webkit
from tests.load.remote import Remote

# marionette_driver leaves its sockets and its profile to the garbage collector.
pytestmark = [
    pytest.mark.at_length,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]

OLDEST, TOO_OLD = 83, 78  # which npm has on both sides of Chrome 80
CARDS = 12  # in the pile that is counted on the pad
IBAN = "AT61 1904 3002 3457 3201"


@pytest.fixture
def phone(request, pytestconfig, tmp_path):
    engine = request.param
    if engine == "WebKit":
        with webkit() as opened:
            yield opened
    elif engine == "Firefox":
        with firefox(tmp_path) as opened:
            yield opened
    else:
        folder = Path(pytestconfig.cache.mkdir(f"chromium-{engine}"))
        unpack_chromium(engine, folder)
        with old_chromium(folder, tmp_path) as opened:
            yield opened
            assert opened.complaints == [] or engine == TOO_OLD


def choose(phone, **chosen):
    for name, value in chosen.items():
        phone.tap(f"input[name={name}][value={value}]")


def begin_deal(phone):
    """Open the next deal, and say who plays what."""
    phone.tap("main .bar a.button.primary")
    choose(phone, declarer="p2", contract="Z2")


def book(phone):
    phone.see("#actions button[value=booked][data-ready]:not([disabled])")
    phone.tap("#actions button[value=booked]")


@pytest.mark.parametrize("phone", [*(each for each in PACKAGES if each >= OLDEST), "WebKit", "Firefox"], indirect=True)
def test_an_evening_works_in_another_engine(killable, phone):
    """Joining, deals by keypad and pad, what another books, one without a server, undoing, settling, a payment code."""
    with Remote(killable.address) as host:
        night = host.open_night(rules="husarln/beck")
        phone.open(killable.address + host.link(night))
        phone.tap("button[value=p2]")
        for number in (1, 2):
            begin_deal(phone)
            phone.type("37")
            book(phone)
            phone.see(f"#deal-{number}")
        begin_deal(phone)
        count_on_pad(phone)
        book(phone)
        phone.see("#deal-3")
        phone.follow(".undo button")
        assert not phone.run("return document.querySelector('#deal-3')")
        book_elsewhere(host, night)
        phone.see("#deal-3:not(.struck)")
        assert not phone.run("return document.querySelector('#strip').classList.contains('lost')")

    enter_without_server(killable, phone)
    show_payment_code(phone, killable.address + night)
    assert phone.wait("document.querySelector('#iban').value") == IBAN, "it stays on this phone"
    settle(phone)


def count_on_pad(phone):
    phone.tap("#pad summary")
    for place in range(1, CARDS + 1):
        phone.tap(f"#pad .hand:nth-child(1) button:nth-child({place})")
    phone.wait("document.querySelector('#pad .total').textContent.indexOf(given[0]) === 0", str(CARDS))
    phone.tap("[data-pad=use]")
    phone.wait("document.querySelector('input[name=points]').value")


def book_elsewhere(host, night):
    form = host.get(f"{night}/enter").form("number")
    booked = form | {"action": "booked", "declarer": "p1", "contract": "Z2", "points": "30"}
    assert host.post(f"{night}/enter", booked).status == 303


def enter_without_server(killable, phone):
    begin_deal(phone)
    phone.type("41")
    phone.see("#actions button[value=booked][data-ready]:not([disabled])")
    killable.kill()
    phone.tap("#actions button[value=booked]")
    phone.see(".outbox")
    phone.see("#strip.lost")
    killable.start()
    phone.see("#deal-4")
    phone.wait("!document.querySelector('.outbox').getClientRects().length")
    phone.wait("!document.querySelector('#strip').classList.contains('lost')")


def show_payment_code(phone, night):
    phone.open(f"{night}/settle")
    phone.tap("#bank-code summary")
    phone.write("#iban", IBAN)
    phone.write("#holder", "Anna Muster")
    phone.tap("#bank-code button[name=debtor]")
    phone.see(".bank-code svg")
    phone.open(f"{night}/settle")


def settle(phone):
    phone.tap(".payments button[value=all]")
    phone.see(".payments .paid")


@pytest.mark.parametrize("phone", [TOO_OLD], indirect=True)
def test_below_the_oldest_engine_pages_work_as_without_scripts(killable, phone):
    """Nothing is disabled for good, no keypad types nothing, and no connection is said to be lost."""
    with Remote(killable.address) as host:
        night = host.open_night(rules="husarln/beck")
        phone.open(killable.address + host.link(night))
        phone.tap("button[value=p2]")
        phone.tap("main .bar a.button.primary")
        choose(phone, declarer="p2", contract="Z2")
        phone.write("input[name=points]", "37")
        assert not phone.run("return document.querySelector('.keypad').getClientRects().length")
        assert not phone.run("return document.querySelector('#actions button:disabled')")
        phone.tap("#actions button[value=booked]")
        phone.see("#deal-1")
        book_elsewhere(host, night)
        phone.open(killable.address + night)
        phone.see("#deal-2")
        phone.follow(".undo button")
        assert not phone.run("return document.querySelector('#deal-2')")
        assert not phone.run("return document.querySelector('#strip').classList.contains('lost')")
    show_payment_code(phone, killable.address + night)
    settle(phone)
