"""What a host does with a whole night, on a phone: rename, another stake, put it away, delete it."""

import pytest

from tests.browser.acts import lend, open_more
from tests.browser.measures import problems


@pytest.fixture
def host(night, phone, server):
    """The host's phone; its `address` is that of the night."""
    lend(phone, night[0], server)
    phone.address = server + night[1]
    phone.goto(phone.address + "/table")
    return phone


def follow(phone, selector):
    with phone.expect_navigation():
        phone.tap(selector)


def test_a_name_is_put_right_from_the_sheet(host):
    host.goto(host.address)
    open_more(host)
    follow(host, "a:text-is('Players and settings')")
    host.tap("#rename summary")
    host.fill("form:has([name=player][value=p2]) [name=name]", "Berndt")
    follow(host, "form:has([name=player][value=p2]) button[value=rename]")
    host.goto(host.address)
    assert host.locator(".sheet thead .name").nth(1).inner_text() == "Berndt"


def test_a_name_and_its_button_stand_in_one_row(host):
    host.tap("#rename summary")
    for width in (390, 320):
        assert problems(host, width, 100) == []
        for row in host.locator("#rename .inline").all():
            name, button = (row.locator(part).bounding_box() for part in ("input", "button"))
            assert abs(name["y"] - button["y"]) < 2
            assert name["width"] >= 120


def test_a_stake_from_the_next_deal_on_leaves_what_was_won(host, night):
    before = host.request.get(host.address + "/settle").text()
    assert "€0.40" in before
    host.tap("#stake summary")
    host.fill("input[name=amount]", "1")
    assert host.input_value("input[name=number]") == "2"
    follow(host, "button[value=stake]")
    night[0].book(night[1])
    host.goto(host.address + "/settle")
    assert "€4.40" in host.inner_text(".standing")
