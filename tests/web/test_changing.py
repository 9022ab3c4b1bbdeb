"""Changing a booked deal: what it moves is shown before, the old line stays, and nobody overwrites another unseen."""

import pytest

from tests.web.html import values
from tests.web.phone import Phone, links, whole


@pytest.fixture
def three(host):
    """The path of a night of five with three deals."""
    night = host.open_night()
    for soloist, points in (("p1", 71), ("p2", 20), ("p3", 66)):
        host.book(night, soloist, points)
    return night


BEFORE = {"Anna": 7, "Bernd": -18, "Clara": 7, "Dora": 2, "Emil": 2}


def change(phone, night, way, action, number=1, **fields):
    button = f"action={action}" if action == "look" or way == "void" else ""
    return phone.fill_in(f"{night}/deals/{number}/{way}", "number", button, **({"action": action} | fields))


def test_a_correction_shows_each_changed_balance_before_booking(host, three):
    page = host.get(f"{three}/deals/1/correct")
    assert filled(page) == ["71", "49"]
    assert f"{three}/deals/1/adjust" in [link["href"] for link in page.html.all("a")]
    assert not page.html.all("table", "moved")
    assert not page.html.all(fits=lambda button: button["value"] == "confirm")
    look = host.send(page, page.form(number=""), "action=look", points="50")
    moved = {"Anna": (7, -12, -5), "Bernd": (-18, 3, -15), "Clara": (7, 3, 10), "Dora": (2, 3, 5), "Emil": (2, 3, 5)}
    assert (look.moved, filled(look)) == (moved, ["50", "70"])
    assert "−€1.20" in look.html.one("table", "moved").text
    assert host.standing(three) == BEFORE
    answer = host.send(look, look.form(number=""), "action=confirm", note="one  trick\tforgotten")
    assert (answer.status, answer.location) == (303, f"{three}/deals/1")
    assert host.standing(three) == {name: after for name, (_, _, after) in look.moved.items()}
    assert_struck(host, three)


def assert_struck(host, night):
    """Both lines of deal 1 stand on the sheet and its page, the former one struck."""
    struck, standing = host.get(night).html.one("table", "sheet").one("tbody").all("tr")[:2]
    assert "struck" in struck["class"]
    assert [cell.one("s").text for cell in struck.all("td")] == ["+4", "−1", "−1", "−1", "−1"]
    assert standing["id"] == "deal-1"
    assert [cell.one("b").text for cell in standing.all("td")] == ["−8", "+2", "+2", "+2", "+2"]
    new, old = host.get(f"{night}/deals/1").html.all("section", "act")
    assert "struck" in old["class"]
    assert (new.one("h2").text, new.one("blockquote").text) == ("fixed", "one trick forgotten")
    assert "66 were needed" in old.text
    assert ("(no. 5)" in new.text, "(no. 2)" in old.text) == (True, True)


def offered(page):
    """How a deal can be changed, by what its page calls it."""
    links = [link for link in page.html.one("main").all("a", "button") if "/deals/" in link["href"]]
    return {link.text: link["href"].rpartition("/")[2] for link in links}


def test_a_voided_deal_is_brought_back_as_it_was_and_not_voided_again(host, three):
    page = host.get(f"{three}/deals/2/void")
    assert (page.moved["Bernd"], page.moved["Anna"]) == ((-18, 16, -2), (7, -4, 3))
    assert host.send(page, page.form(number=""), "action=confirm", note="cards were missing").status == 303
    assert host.standing(three) == {name: after for name, (_, _, after) in page.moved.items()}
    row = host.get(three).html.one("tr", fits=lambda row: row["id"] == "deal-2")
    assert [cell.text for cell in row.all("td")] == ["×"] * 5
    assert "cards were missing" in host.get(f"{three}/deals/2").text
    ways = offered(host.get(f"{three}/deals/2"))
    assert (ways["Count it again"], "Doesn’t count" in ways, "Fix" in ways) == ("correct", False, False)
    again = host.get(f"{three}/deals/2/void")
    assert "deal 2 already doesn’t count" in again.errors
    answer = host.send(page, page.form(number=""), action="confirm", note="again", based_on="2", request="12345678")
    assert (answer.status, "deal 2 already doesn’t count" in answer.errors) == (422, True)
    back = host.get(f"{three}/deals/2/correct")
    assert filled(back) == ["20", "100"]
    assert host.send(back, back.form(number=""), "", action="confirm").status == 303
    assert host.standing(three) == BEFORE
    host.fill_in(f"{three}/paper", "row", row="xx two cards short", action="together")
    assert list(offered(host.get(f"{three}/deals/4"))) == ["Fix", "Agree on a score instead"], "void at once"


def test_an_agreed_score_replaces_a_deal_and_returns_after_voiding(host, three):
    form = host.get(f"{three}/deals/1/adjust?adjust-p1=22&adjust-p2=-22").form(number="")
    begun = {field["name"]: field["value"] for field in form.all("input") if field["name"].startswith("adjust-p")}
    assert (begun["adjust-p1"], begun["adjust-p2"], begun["adjust-p3"]) == ("22", "−22", "")
    look = change(host, three, "adjust", "look", 2, **{"adjust-p1": "4", "adjust-p2": "-4"})
    fields = {"adjust-p1": "−3", "adjust-p2": "", "adjust-p3": "3", "note": "beer on the cards"}
    look = host.send(look, look.form(number=""), "action=look", **fields)
    assert look.form(note="").one(fits=lambda field: field["name"] == "note")["value"] == "beer on the cards"
    assert (look.moved["Anna"], look.moved["Clara"]) == ((7, -7, 0), (7, -1, 6))
    assert host.send(look, look.form(number=""), "action=confirm").status == 303
    agreed = host.standing(three)
    assert agreed == {"Anna": 0, "Bernd": -2, "Clara": 6, "Dora": -2, "Emil": -2}
    text = host.get(f"{three}/deals/2").text
    assert ("points agreed on" in text, "beer on the cards" in text) == (True, True)
    assert change(host, three, "void", "confirm", 2, note="no").status == 303
    ways = offered(host.get(f"{three}/deals/2"))
    assert (ways["Count it again"], ways["Fix"], "Doesn’t count" in ways) == ("adjust", "correct", False)
    assert host.fill_in(f"{three}/deals/2/adjust", "number", action="confirm", note="after all").status == 303
    assert host.standing(three) == agreed
    look = change(host, three, "adjust", "look", 4, **{"adjust-p1": "-4", "adjust-p2": "+4"})
    assert host.send(look, look.form(number=""), "action=confirm", note="quarrel").status == 303
    assert host.standing(three)["Bernd"] == 2
    assert "Deal 5" in host.get(f"{three}/enter").text, "it takes the place of a game"


def test_a_change_that_cannot_be_is_refused_with_the_reason(host, three):
    amounts = {"adjust-p1": "4", "adjust-p2": "-4"}
    adjusted = (
        ({}, "nobody gets or gives anything"),
        (amounts | {"adjust-p2": "-3"}, "the amounts add up to 1, not to 0"),
        (amounts | {"adjust-p1": "1.5"}, "1.5 is not a whole number"),
        (amounts | {"adjust-p1": "9" * 400}, "is not a whole number"),
        (amounts | {"adjust-p1": "10000000"}, "is not a whole number of points up to 1,000,000"),
        (amounts | {"note": ""}, "reason"),
        (amounts | {"note": "x" * 501}, "a reason has at most 500 characters"),
    )
    corrected = (
        ({"points": "121"}, "121 is more than the 120 in the pack"),
        ({"points": "70", "defender_points": "51"}, "70 and 51 card points do not add up to 120"),
        ({"soloist": "p9"}, "p9 is not one of: Anna, Bernd, Clara, Dora, Emil"),
        ({"soloist": None}, "choose who played"),
        ({"passed": "yes"}, "everybody passed, so nothing else can be said"),
        ({"dealer": "p9"}, "p9 is not one of the players"),
        ({"playing": "p1"}, "1 player is at play; the rules take"),
        ({"note": "x" * 501}, "a reason has at most 500 characters"),
    )
    for way, number, cases in (("adjust", 2, adjusted), ("adjust", 4, adjusted), ("correct", 1, corrected)):
        for fields, reason in cases:
            answer = change(host, three, way, "confirm", number, **({"note": "agreed"} | fields))
            assert (answer.status, reason in answer.errors) == (422, True), (fields, answer.errors)
    assert host.standing(three) == BEFORE


def test_dealer_and_players_are_corrected_but_not_by_opening_a_page(host, three):
    fields = {"number": "4", "kind": "booked", "soloist": "p1", "points": "50", "action": "booked", "based_on": "0"}
    standing = host.standing(three)
    assert host.client.get(f"{three}/enter?based_on=0&number=4", data=fields).status_code == 200
    said = {**fields, "action": "confirm", "number": "1", "based_on": "1", "note": "miscounted"}
    assert host.client.get(f"{three}/deals/1/correct?based_on=1&soloist=p1&points=50", data=said).status_code == 200
    assert host.standing(three) == standing
    answer = change(host, three, "correct", "confirm", 1, dealer="p1", playing=["p2", "p3", "p4"], soloist="p2")
    assert answer.status == 303
    assert host.standing(three) == {"Anna": 3, "Bernd": -15, "Clara": 7, "Dora": 2, "Emil": 3}
    assert "Clara deals" in host.get(f"{three}/enter").text
    change(host, three, "correct", "confirm", 3, dealer="p3")
    assert "Dora deals" in host.get(f"{three}/enter").text


def filled(page):
    names = ("points", "defender_points")
    inputs = {field["name"]: field["value"] for field in page.form(number="").all("input")}
    return [inputs[name] for name in names]


def test_of_both_sides_the_one_that_was_typed_over_counts(host, three):
    look = change(host, three, "correct", "look", 1, defender_points="60")
    assert filled(look) == ["60", "60"]
    assert look.moved["Anna"] == (7, -12, -5)
    assert host.send(look, look.form(number=""), "action=confirm").status == 303
    host.enter(three, soloist="p1", defender_points="54")
    assert filled(host.get(f"{three}/deals/4/correct")) == ["66", "54"]
    look = change(host, three, "correct", "look", 1, points="51", defender_points="80")
    assert "51 and 80 card points do not add up to 120" in look.errors
    night = host.open_night("Anna", "Bernd", "Clara", rules="husarln/beck")
    apart = {"points.pile": "34⅔", "points.talon": "1⅔"}
    host.enter(night, declarer="p1", contract="Z2", **apart)
    page = host.get(f"{night}/deals/1/correct")
    assert filled(page) == ["36⅓", "29⅔"]
    look = host.send(page, page.form(number=""), "action=look", points="33 1/3")
    assert filled(look) == ["33 1/3", "32⅔"], "what was typed stays as it was typed"
    assert look.moved["Anna"] == (12, -24, -12)


def test_the_way_back_leads_to_the_page_of_the_sheet_with_the_deal(host):
    night = host.open_night()
    for _ in range(35):
        host.book(night)
    for number in (1, 3, 4, 19, 20, 35):
        links_there = host.get(f"{night}/deals/{number}").html.all("a")
        (back,) = [link for link in links_there if link.text == "Back to the sheet"]
        address, _, anchor = back["href"].partition("#")
        assert [row["id"] for row in host.get(address).html.all("tr") if row["id"] == anchor] == [f"deal-{number}"]
    assert "?" not in back["href"], "the newest page needs no place"


def test_an_entry_that_came_second_can_be_taken_over_whole(host):
    night = host.open_night("Anna", "Bernd", "Clara", rules="husarln/beck")
    late = host.get(f"{night}/enter")
    assert host.enter(night, declarer="p1", contract="Z2", points="30").status == 303
    mine = {"declarer": "p2", "contract": "Z2", "points.pile": "34⅔", "points.talon": "1⅔", "bonuses.trull.p3": "0"}
    differs = host.send(late, late.form(number=""), "action=booked", **mine)
    assert differs.status == 409
    look = host.send(differs, differs.form(based_on=""), "action=look")
    assert look.status == 200, look.errors
    assert host.send(look, look.form(number=""), "action=confirm").status == 303
    assert list(host.standing(night).values()) == [-9, 9, 0]


def test_the_preview_of_a_form_has_an_address_without_reason_or_token(host, writer, three):
    page = host.get(f"{three}/deals/1/correct")
    assert not page.html.all(fits=lambda field: field["name"] == "note"), "it is asked once the change is seen"
    asked = host.send(page, page.form(number=""), "", action="look", points="50")
    assert asked.status == 303
    assert "points=50" in asked.location
    assert not any(f"{name}=" in asked.location for name in ("csrf_token", "request", "made", "note"))
    look = host.get(asked.location)
    assert host.send(look, look.form(number=""), "action=confirm", note="miscounted").status == 303
    again = host.get(asked.location)
    assert (again.status, again.location) == (303, f"{three}/deals/1/correct"), "the deal as it stands by now"
    asked = host.fill_in(f"{three}/enter", "number", action="look", soloist="p1", points="50")
    look = host.get(asked.location)
    assert host.send(look, look.form(number=""), "action=booked").status == 303
    again = host.get(asked.location)
    assert (again.status, again.location) == (303, f"{three}/enter")
    asked = host.fill_in(f"{three}/deals/1/correct", "number", action="look", points="50")
    writer.join(links(host, three)["writer"])
    assert change(writer, three, "correct", "confirm", points="20").status == 303
    late = host.get(asked.location)
    fields = {"csrf_token": host.token(), "number": "1", "based_on": "1", "kind": "corrected", "soloist": "p1"}
    for answer in (late, host.post(f"{three}/preview", {**fields, "points": "66"})):
        assert answer.status == 409
        assert "Deal 1 was changed on another phone meanwhile" in answer.html.text


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


STANDS, MINE = "On the sheet now", "What you entered"
STOOD, DIFFERENCE = "What stood when you began", "Difference"


def open_entry(phone, night):
    page = phone.get(f"{night}/enter")
    return page, page.form(number="")


def test_two_entries_are_shown_with_their_difference(host, writer, night):
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
    page, form = open_entry(host, night)
    writer.book(night, "p2", 71)
    answer = host.send(page, form, "action=booked", soloist="p2", points="71")
    assert (answer.status, "Another phone entered the same. Nothing to do." in answer.text) == (409, True)
    assert DIFFERENCE not in rows(answer)
    assert not answer.html.one("main").all("form")
    assert "data-settled" in answer.body, "the phone need not keep it"


def test_another_entry_of_the_same_score_is_not_called_the_same(host, writer, night):
    page, form = open_entry(host, night)
    writer.book(night, "p2", 71)
    answer = host.send(page, form, "action=booked", soloist="p2", points="69")
    assert "Another phone’s entry gives the same score. Nothing to do." in answer.text
    assert "entered the same" not in answer.text
    assert not answer.html.one("main").all("form")


def test_mine_is_said_of_players_of_that_deal_with_side_payments(shared_app):
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
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/ooe")
    writer.join(links(host, night)["writer"])
    page, form = open_entry(host, night)
    told = {"declarer": "p1", "contract": "dreier", "points": "40"}
    writer.enter(night, **told)
    answer = host.send(page, form, "action=booked", **told, contra="1")
    assert "nothing is left to do" not in answer.text
    assert rows(answer)[DIFFERENCE] == {"Anna": 12, "Bernd": -4, "Clara": -4, "Dora": -4}


@pytest.mark.parametrize("way", ["correct", "adjust", "void"])
def test_a_conflicting_change_shows_the_old_new_and_own_version(host, writer, night, way):
    page = host.get(f"{night}/deals/1/{way}")
    writer.fill_in(f"{night}/deals/1/correct", "number", action="confirm", points="40", note="a Ten")
    fields = {"correct": {"points": "66"}, "adjust": {"adjust-p1": "9", "adjust-p2": "-9"}, "void": {}}[way]
    answer = host.send(page, page.form(number=""), "", action="confirm", note="mine", **fields)
    assert answer.status == 409
    assert {cell["class"] for cell in answer.html.all("td")} <= {"", "plus", "minus"}
    shown = rows(answer)
    mine = {"correct": 4, "adjust": 9, "void": 0}[way]
    assert (shown[STOOD]["Anna"], shown[STANDS]["Anna"], shown[MINE].get("Anna", 0)) == (4, -8, mine)
    assert shown[DIFFERENCE]["Anna"] == mine + 8
    look = host.send(answer, answer.form(action="look"), "action=look")
    assert look.moved["Anna"] == (-8, mine + 8, mine)
    if way != "void":
        assert host.send(look, look.form(number=""), "action=confirm").status == 303
        assert host.standing(night)["Anna"] == mine


def test_what_an_entry_would_do_to_a_deal_called_meanwhile_goes_on(host, writer, night):
    mine = host.get(f"{night}/enter")
    assert writer.enter(night, "called", soloist="p2").status == 303
    seen = host.send(mine, mine.form(number=""), "action=look", soloist="p1", points="71")
    page = host.get(seen.location) if seen.status == 303 else seen
    assert (page.status, "its result is not entered yet" in page.text) == (409, True)
    mine = host.send(page, page.form(number=""), "action=look")
    assert host.send(mine, mine.form(number=""), "action=booked").status == 303


def test_a_correction_is_refused_for_an_answer_that_it_still_asks_for(host):
    night = host.open_night(rules="solo/braun")
    host.book(night, "p1", 66, suit="C")
    page = host.get(f"{night}/deals/1/correct")
    answer = host.send(page, page.form(number=""), "action=look", passed="yes", suit="p3")
    look = host.get(answer.location) if answer.status == 303 else answer
    sent = host.send(look, look.form(number=""), "", action="confirm", passed="yes", suit="p3")
    assert (sent.status, sent.errors) == (422, look.errors)


def test_an_entry_for_a_deal_that_was_booked_and_taken_back_goes_on(host, writer, night):
    page, form = open_entry(host, night)
    writer.book(night, "p2", 30)
    theirs = writer.get(night)
    writer.send(theirs, theirs.html.one("main").one("form", "undo"))
    answer = host.send(page, form, "action=booked", soloist="p3", points="71")
    assert (answer.status, "It was undone; nothing is saved." in answer.text) == (409, True)
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
