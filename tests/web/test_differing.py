"""Two phones that say different things about one deal: both are shown, the difference too, and either can be kept."""

import pytest

from tests.web.html import values
from tests.web.phone import Phone, links, whole


def rows(page):
    """The rows of the comparison: title, and points by name."""
    table = page.html.one("table", "differences")
    names = [head.text for head in table.one("thead").all("th")]
    return {
        body.one("th").text: {
            name: whole(cell.text) for name, cell in zip(names, body.all("td"), strict=True) if cell.text != "–"
        }
        for body in table.all("tbody")
    }


STANDS, MINE, STOOD, DIFFERENCE = (
    "What stands on the sheet",
    "What you entered",
    "What stood when you began",
    "Difference",
)


def open_entry(phone, night):
    page = phone.get(f"{night}/enter")
    return page, page.form(number="")


def test_of_two_entries_both_and_their_difference_are_shown(host, writer, night):
    page, form = open_entry(host, night)
    writer.book(night, "p2", 30)
    answer = host.send(page, form, "action=booked", soloist="p2", points="31")
    assert answer.status == 409
    shown = rows(answer)
    assert list(shown) == [STANDS, MINE, DIFFERENCE]
    assert shown[MINE]["Bernd"] - shown[STANDS]["Bernd"] == shown[DIFFERENCE]["Bernd"] != 0
    assert shown[DIFFERENCE]["Anna"] == shown[MINE]["Anna"] - shown[STANDS]["Anna"]
    titles = [section.one("h2").text for section in answer.html.one("main").all("section", "act")]
    assert titles == [STANDS, MINE]


def test_mine_is_said_of_those_who_played_that_deal_not_of_those_who_play_the_next(shared_app):
    host, writer = Phone(shared_app), Phone(shared_app)
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz")
    writer.join(links(host, night)["writer"])
    page, form = open_entry(host, night)
    writer.book(night, "p2", 71)
    answer = host.send(page, form, "action=booked", soloist="p1", points="71")
    assert rows(answer)[MINE] == {"Anna": 4, "Bernd": -1, "Clara": -1, "Dora": -1, "Emil": -1}
    look = host.send(answer, answer.form(action="look"), "action=look")
    assert host.send(look, look.form(number=""), "action=confirm").status == 303
    assert host.standing(night) == {"Anna": 4, "Bernd": -1, "Clara": -1, "Dora": -1, "Emil": -1, "Fritz": 0}


def test_the_same_entry_on_two_phones_leaves_nothing_to_decide(host, writer, night):
    page, form = open_entry(host, night)
    writer.book(night, "p2", 71)
    answer = host.send(page, form, "action=booked", soloist="p2", points="71")
    assert (answer.status, "Another phone entered the same: nothing is left to do." in answer.text) == (409, True)
    assert DIFFERENCE not in rows(answer)
    assert not answer.html.one("main").all("form")


@pytest.mark.parametrize("way", ["correct", "adjust", "void"])
def test_a_change_of_what_was_changed_meanwhile_shows_what_stood_what_stands_and_mine(host, writer, night, way):
    page = host.get(f"{night}/deals/1/{way}")
    writer.fill_in(f"{night}/deals/1/correct", "number", action="confirm", points="40", note="a Ten")
    fields = {"correct": {"points": "66"}, "adjust": {"adjust-p1": "9", "adjust-p2": "-9"}, "void": {}}[way]
    answer = host.send(page, page.form(number=""), "", action="confirm", note="mine", **fields)
    assert answer.status == 409
    shown = rows(answer)
    mine = {"correct": 4, "adjust": 9, "void": 0}[way]
    assert (shown[STOOD]["Anna"], shown[STANDS]["Anna"], shown[MINE].get("Anna", 0)) == (4, -8, mine)
    assert shown[DIFFERENCE]["Anna"] == mine + 8
    look = host.send(answer, answer.form(action="look"), "action=look")
    assert look.moved["Anna"] == (-8, mine + 8, mine)
    if way != "void":
        assert host.send(look, look.form(number=""), "action=confirm").status == 303
        assert host.standing(night)["Anna"] == mine


def test_an_entry_for_a_deal_that_was_booked_and_taken_back_goes_on(host, writer, night):
    page, form = open_entry(host, night)
    writer.book(night, "p2", 30)
    theirs = writer.get(night)
    writer.send(theirs, theirs.html.one("main").one("form", "undo"))
    answer = host.send(page, form, "action=booked", soloist="p3", points="71")
    assert (answer.status, "It was undone; nothing is booked." in answer.text) == (409, True)
    again = host.send(answer, answer.form(action="look"), "action=look")
    assert host.send(again, again.form(number=""), "action=booked").status == 303
    assert host.standing(night)["Clara"] == 3


def test_a_deal_whose_turn_has_not_come_any_more_says_which_is_next(host, night):
    """What came before it was taken back, or an older copy of the database was put back."""
    _, form = open_entry(host, night)
    for number in (3, 40):
        sent = {**values(form), "number": str(number), "soloist": "p2", "points": "31"}
        previewed = host.post(f"{night}/preview", sent)
        assert previewed.status == 409
        assert f"Deal {number} is not the next one: that is deal 2." in previewed.body
        answer = host.post(f"{night}/enter", {**sent, "action": "booked"})
        assert answer.status == 409
        assert answer.html.one("h1").text == f"Deal {number} is not the next one: that is deal 2"
        assert answer.html.one("div", "bar").one("a")["href"] == f"{night}#now"
        assert "data-decides" not in answer.body, "it waits on the phone until its turn comes"


def test_a_contra_that_is_paid_and_not_written_is_not_the_same(shared_app):
    host, writer = Phone(shared_app), Phone(shared_app)
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/ooe")
    writer.join(links(host, night)["writer"])
    page, form = open_entry(host, night)
    told = {"declarer": "p1", "contract": "dreier", "points": "40"}
    writer.enter(night, **told)
    answer = host.send(page, form, "action=booked", **told, contra="1")
    assert "nothing is left to do" not in answer.text
    assert rows(answer)[DIFFERENCE] == {"Anna": 12, "Bernd": -4, "Clara": -4, "Dora": -4}
