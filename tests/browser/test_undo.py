"""Undo on a phone: in reach, never over the next button, gone after ten seconds."""

import pytest

from tests.browser.acts import SOON, book, choose, look_at, press, stayed
from tests.web.clock import stand_still


@pytest.fixture(autouse=True)
def pass_time(monkeypatch):
    return stand_still(monkeypatch)


def test_a_booking_is_offered_on_other_phones_and_taken_back_there(guest, night):
    host, path = night
    host.book(path, "p2")
    look_at(guest)
    host.book(path, "p3")
    guest.wait_for_selector(".result:has-text('Clara +4 · +€0.40')", timeout=SOON)
    undo, after = (guest.locator(f".bar {part}").bounding_box() for part in (".undo button", "a.primary"))
    assert undo["height"] >= 48
    assert undo["y"] + undo["height"] <= after["y"], "not over the next button"
    for width in (320, 360):
        guest.set_viewport_size({"width": width, "height": 640})
        said, undo = (guest.locator(f".result {part}").bounding_box() for part in ("p", "button"))
        assert undo["x"] >= said["x"] + said["width"], "beside what it takes back"
    with guest.expect_navigation():
        guest.tap(".undo button")
    assert guest.inner_text(".bar a.primary") == "Enter deal 3"
    assert host.standing(path)["Clara"] == -2


def test_the_offer_stays_for_seconds_then_goes_by_itself_and_nothing_moves_under_the_thumb(guest, night):
    host, path = night
    guest.worn = True
    guest.clock.install()
    look_at(guest)
    place = guest.locator(".bar a.primary").bounding_box()
    host.book(path)
    guest.wait_for_selector(".undo", timeout=SOON)
    assert guest.locator(".bar a.primary").bounding_box() == place
    guest.clock.fast_forward(5000)
    assert guest.locator(".undo").count() == 1
    guest.clock.fast_forward(5000)
    guest.wait_for_selector(".undo", state="detached", timeout=SOON)
    assert guest.locator(".bar a.primary").bounding_box() == place
    assert stayed(guest)


# A tap where the button is, at the first moment that it stands there and once that is over.
TAPPED = """button => {
  const fresh = button.cloneNode(true);
  button.replaceWith(fresh);
  const { x, y, width, height } = fresh.getBoundingClientRect(), [arming] = fresh.getAnimations();
  const tapped = () => document.elementFromPoint(x + width / 2, y + height / 2) === fresh;
  arming?.pause();
  const before = tapped();
  arming?.finish();
  return [before, tapped()];
}"""


def test_a_second_tap_on_what_booked_takes_nothing_back(guest, night):
    """The button that books is as high as two lines of the page after it, where this one comes to lie."""
    host, path = night
    look_at(guest)
    host.book(path)
    guest.wait_for_selector(".undo button", timeout=SOON)
    assert guest.locator(".undo button").evaluate(TAPPED) == [False, True]


def test_the_way_back_from_a_booking_leads_to_no_form_that_is_filled_in_already(guest):
    look_at(guest)
    guest.tap(".bar a.primary")
    guest.wait_for_url("**/enter")
    choose(guest, "soloist", "p1")
    press(guest, "71")
    book(guest)
    guest.go_back()
    assert guest.url.partition("#")[0] == guest.address
    assert not guest.locator("form.entry").count()
