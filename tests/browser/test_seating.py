"""Who sits, on a phone: what nobody touched is left to the rotation, and who deals brings his players at once."""

from urllib.parse import parse_qs

import pytest

from tests.browser.acts import open_night
from tests.chosen import at_length


def sent(phone, act):
    """What a preview sends after this act."""
    with phone.expect_request("**/preview") as caught:
        act()
    caught.value.response().finished()
    return parse_qs(caught.value.post_data, keep_blank_values=True)


def ticked(phone):
    return [box.get_attribute("value") for box in phone.locator("input[name=playing]:checked").all()]


def untouched(fields):
    """Whether a form says that nobody was picked to play: those are ticked whom it showed so."""
    return fields["shown"] == [" ".join(fields["playing"])]


def test_a_seating_that_nobody_touched_is_left_to_the_rotation(phone, server):
    open_night(phone, server, "husarln", "loew", ["Anna", "Bernd", "Clara", "Dora"])
    phone.tap(".bar a.primary")
    phone.wait_for_url("**/enter")
    assert ticked(phone) == ["p1", "p2", "p3"]
    fields = sent(phone, lambda: phone.tap("label.chip:has(input[name=declarer][value=p1])"))
    assert untouched(fields)
    assert fields["dealer"] == [""]
    phone.tap("details.seating summary")
    fields = sent(phone, lambda: phone.select_option("#dealer", "p1"))
    assert fields["dealer"] == ["p1"]
    assert untouched(fields)
    phone.wait_for_selector("#seats-text:has-text('Anna deals. Playing: Bernd, Clara, Dora')")
    assert ticked(phone) == ["p2", "p3", "p4"]
    fields = sent(phone, lambda: phone.tap("label.chip:has(input[name=playing][value=p4])"))
    assert fields["playing"] == ["p2", "p3"]
    phone.wait_for_selector("#actions small:has-text('2 players are at play')")
    fields = sent(phone, lambda: phone.tap("label.chip:has(input[name=playing][value=p1])"))
    phone.wait_for_selector("#seats-text:has-text('Playing: Bernd, Clara, Anna')")
    assert ticked(phone) == ["p1", "p2", "p3"]


@pytest.mark.parametrize("which", [at_length("phone"), "plain_phone"])
def test_a_new_night_shows_as_many_seats_as_the_game_needs_and_then_the_stake(request, server, which):
    phone = request.getfixturevalue(which)
    for rules, seats in (("husarln/loew", 3), ("koenigrufen/wien", 4), ("herzblatt/braun", 5)):
        phone.goto(f"{server}/nights/new/{rules}")
        shown = phone.locator(".seat:visible")
        assert shown.count() == seats
        for place in range(seats + 2):
            phone.fill(f"input[name=players-{place}]", f"Name {place}")
            assert shown.count() == max(seats, place + 2), "one empty seat more than are taken"
        phone.fill(f"input[name=players-{seats + 1}]", "")
        assert shown.count() == seats + 2
        below = phone.locator("input[name=amount]").bounding_box()["y"] - shown.last.bounding_box()["y"]
        assert below < 200, "the stake follows the seats"
