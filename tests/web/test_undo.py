"""Undo: offered to everybody who writes for some seconds after a booking, and done once."""

import pytest

from scorekeeper.storage.writing import entry
from tests.web.clock import stand_still
from tests.web.html import values
from tests.web.phone import Phone


@pytest.fixture(autouse=True)
def pass_time(monkeypatch):
    return stand_still(monkeypatch)


def offers(page):
    return page.html.one("main").all("form", "undo")


def latest(page):
    """What stands large for some seconds after a booking."""
    return page.html.one("main").one("div", "result")


def press(phone, page):
    return phone.send(page, offers(page)[0])


def history(phone, night, number):
    sections = phone.get(f"{night}/deals/{number}").html.one("main").all("section", "act")
    return [(section.one("h2").text, "struck" in section["class"].split()) for section in sections]


def test_what_was_booked_is_offered_in_words_to_who_may_write(host, night, writer, onlooker):
    for phone in (host, writer):
        for path in ("", "/deals/1"):
            page = phone.get(night + path)
            assert len(offers(page)) == 1
            result = latest(page)
            assert result.text == "Deal 1 Anna +4 · +€0.40 Undo"
            assert float(result["data-seconds"]) == entry.SECONDS, "long enough to be read and reached"
    page = onlooker.get(night)
    assert offers(page) == []
    assert latest(page).text == "Deal 1 Anna +4 · +€0.40"
    assert writer.fill_in(f"{night}/me", "who", who="p2").status == 303
    assert latest(writer.get(night)).text == "Deal 1 Anna +4 · +€0.40 You −1 · −€0.10 Undo"


def test_a_deal_of_no_points_and_one_that_does_not_count_say_so(host, night):
    assert host.enter(night, passed="yes").status == 303
    assert latest(host.get(night)).text == "Deal 2 0 for all Undo"
    host.fill_in(f"{night}/deals/2/void", "number", action="confirm", note="misdealt")
    assert latest(host.get(night)).text == "Deal 2 doesn’t count Undo"


def test_undo_takes_the_booking_back_and_the_deal_keeps_it_struck_through(host, night):
    answer = press(host, host.get(night))
    assert (answer.status, answer.location) == (303, f"{night}#now")
    assert set(host.standing(night).values()) == {0}
    assert "Enter deal 1" in host.get(night).text
    assert history(host, night, 1) == [("taken back", False), ("entered", True)]
    assert offers(host.get(night)) == []
    host.book(night, "p2")
    assert history(host, night, 1) == [("entered", False), ("taken back", True), ("entered", True)]
    (slip,) = host.get(f"{night}/deals/1").html.all("details", "slips")
    assert len(slip.all("section", "act")) == 2, "a slip is folded away"


def test_a_correction_taken_back_lets_the_deal_stand_as_it_was(host, night):
    answer = host.fill_in(f"{night}/deals/1/correct", "number", action="confirm", points="50", note="a Ten")
    result = latest(host.get(answer.location))
    assert (result.one("small").text, result.one("strong").text) == ("Deal 1 fixed", "Anna −8 · −€0.80")
    press(host, host.get(night))
    assert host.standing(night)["Anna"] == 4
    assert history(host, night, 1) == [("entered", False), ("taken back", True), ("fixed", True)]


def test_a_deal_changed_since_or_not_booked_is_not_undone(host, night, writer):
    page = host.get(night)
    writer.fill_in(f"{night}/deals/1/correct", "number", action="confirm", points="80")
    answer = press(host, page)
    assert (answer.status, answer.errors) == (409, "Deal 1 was changed on another phone meanwhile")
    page = host.get(night)
    writer.book(night, "p2")
    answer = press(host, page)
    assert (answer.status, answer.errors) == (422, "only the deal that was saved last can be undone")
    fields = values(offers(page)[0])
    for number in ("3", "7", "0", "9" * 40):
        assert host.post(f"{night}/deals/{number}/undo", fields | {"request": "u" * 16}).status == 404, number
    assert host.standing(night)["Bernd"] == 3


def test_undo_is_offered_for_ten_seconds_and_then_refused(host, pass_time):
    """A clock that is put back keeps nobody."""
    for seconds, offered, taken in (
        *((0, True, True), (8, True, True), (9.9, True, True), (10, False, True), (10.9, False, True)),
        *((-3600, False, True), (11.1, False, False), (3600, False, False), (10**8, False, False)),
    ):
        night = host.open_night()
        host.book(night)
        page, before = host.get(night), host.get(f"{night}/night.json").body
        pass_time(seconds)
        shown = host.get(night)
        assert bool(offers(shown)) == offered, seconds
        assert not offered or float(latest(shown)["data-seconds"]) == pytest.approx(10 - seconds)
        answer = press(host, page)
        assert answer.status == (303 if taken else 422), seconds
        if not taken:
            assert answer.errors == "you can undo it for 10 seconds only; choose “Doesn’t count” with a reason instead"
            assert host.get(f"{night}/night.json").body == before
            (void,) = [link for link in answer.html.one("main").all("a", "button") if link.text == "Doesn’t count"]
            page = host.get(void["href"])
            assert host.send(page, page.form(number=""), "action=confirm", note="a card was missing").status == 303
        assert set(host.standing(night).values()) == {0}
        pass_time(-seconds)


def test_the_declarer_comes_first_with_the_partner_then_the_reader(shared_app):
    host = Phone(shared_app)
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/ooe", amount="0.10")
    host.fill_in(f"{night}/me", "who", who="p3")
    called = {"declarer": "p1", "contract": "rufer", "partner": "p4", "points": "41"}
    assert host.enter(night, **called).status == 303
    assert latest(host.get(night)).text.startswith("Deal 1 Anna, Dora +1 · +€0.10 You −1 · −€0.10")
    assert host.enter(night, declarer="p2", contract="dreier", points="41").status == 303
    assert latest(host.get(night)).text.startswith("Deal 2 Bernd +")
