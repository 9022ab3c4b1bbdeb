"""Two phones that say different things about one deal, as the second one shows both."""

from tests.browser.acts import choose, press

LINES = """heads => heads.map((head) => {
  const range = document.createRange();
  range.selectNodeContents(head);
  return range.getClientRects().length;
})"""


def test_no_name_is_torn_over_what_two_phones_say_of_a_deal(guest, night):
    host, path = night
    guest.goto(guest.address + "/enter")
    choose(guest, "soloist", "p2")
    press(guest, "80")
    host.book(path, "p1")
    guest.tap("#actions button[value=booked]")
    guest.wait_for_selector(".differences")
    lines = guest.locator(".differences thead th:not(:empty)").evaluate_all(LINES)
    assert set(lines) == {1}
    assert len(lines) == len(host.standing(path))
