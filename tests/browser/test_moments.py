"""Moments on the pages: by the clock of the phone, wherever the server is."""

import pytest

from tests.browser.acts import lend

SHOWN = "[...document.querySelectorAll('time')].map(time => time.textContent)"
OWN = """locale => [...document.querySelectorAll('time')].map(time =>
  new Date(time.dateTime).toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" }))"""


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/St_Johns"])
def test_moments_are_shown_by_the_phones_clock(own_phone, server, night, zone):
    host, address = night
    page = host.get(f"{address}/deals/1")
    host.send(page, page.form(note="", based_on=""), note="54")
    phone = own_phone(timezone_id=zone, locale="de-AT")
    lend(phone, host, server)
    phone.goto(f"{server}{address}/deals/1")
    shown, own = phone.evaluate(SHOWN), phone.evaluate(OWN, "de-AT")
    assert len(shown) == 2
    assert all(text.endswith(time) for text, time in zip(shown, own, strict=True)), (shown, own)
    assert own != phone.evaluate(OWN.replace("{ hour", "{ timeZone: 'UTC', hour"), "de-AT")
