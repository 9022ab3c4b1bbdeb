"""What a host does with a whole night, on a phone: rename, another stake, put it away, delete it."""

import pytest

from tests.browser.acts import lend
from tests.browser.measures import problems


@pytest.fixture
def host(night, phone, server):
    """The host's phone; its `address` is that of the night."""
    lend(phone, night[0], server)
    phone.address = server + night[1]
    phone.goto(phone.address + "/table")
    return phone


def test_a_name_and_its_button_stand_in_one_row(host):
    host.tap("#rename summary")
    for width in (390, 320):
        assert problems(host, width, 100) == []
        for row in host.locator("#rename .inline").all():
            name, button = (row.locator(part).bounding_box() for part in ("input", "button"))
            assert abs(name["y"] - button["y"]) < 2
            assert name["width"] >= 120
