"""Settling, for real: the plan is frozen, payments are ticked in part or whole and taken back, nights are joined."""

import pytest

from tests.web.paying import dues, freeze, holds, kinds, opened, tick, tick_form, told
from tests.web.phone import links


@pytest.fixture
def frozen(host):
    """The path of a night of five with one deal, whose plan is frozen."""
    night = host.open_night()
    host.book(night)
    freeze(host, night)
    yield night
    assert holds(night)


PLAN = {f"{name} → Anna €0.10": "" for name in ("Bernd", "Clara", "Dora", "Emil")}


def test_a_payment_is_ticked_in_part_then_whole_then_taken_back(host, writer, night):
    freeze(host, night)
    assert tick(writer, night, "Bernd", "part", part="0.04").status == 303
    assert told(host, night) == PLAN | {"Bernd → Anna €0.10": "€0.04 paid, €0.06 unpaid"}
    assert opened(host, night) == {
        "Anna": "+€0.36",
        "Bernd": "−€0.06",
        **dict.fromkeys(("Clara", "Dora", "Emil"), "−€0.10"),
    }
    assert tick(host, night, "Bernd", "all").status == 303
    assert told(host, night) == PLAN | {"Bernd → Anna €0.10": "✓ paid"}
    assert tick(host, night, "Dora", "all").status == 303
    assert tick(host, night, "Bernd", "none").status == 303
    assert told(host, night) == PLAN | {"Bernd → Anna €0.10": "taken back", "Dora → Anna €0.10": "✓ paid"}
    assert opened(host, night)["Bernd"] == "−€0.10"
    assert holds(night)


def test_what_was_paid_in_parts_is_named_before_it_is_taken_back(host, frozen):
    for sent, offered in ((("part", "0.04"), "Undo €0.04"), (("all", ""), "Undo €0.10"), (("none", ""), "")):
        assert tick(host, frozen, "Bernd", sent[0], part=sent[1]).status == 303
        shown = host.get(f"{frozen}/settle").html.all("button", fits=lambda button: button["value"] == "none")
        assert [button.text for button in shown] == [offered] * bool(offered)
    assert tick(host, frozen, "Clara", "all").status == 303
    assert host.get(f"{frozen}/settle").html.one("button", fits=lambda one: one["value"] == "none").text == "Undo"


def test_the_plan_that_was_shown_is_frozen_and_paid(host, frozen):
    page = host.get(f"{frozen}/settle")
    assert dues(page) == PLAN
    assert "The payments are confirmed" in page.text
    assert not [form for form in page.html.one("main").all("form") if form["action"].endswith("/freeze")]
    for name in ("Bernd", "Clara", "Dora", "Emil"):
        tick(host, frozen, name, "all")
    assert "Everything is paid." in host.get(f"{frozen}/settle").text
    text = host.get(f"{frozen}/settle.txt").body
    assert "→" not in text
    assert "Nobody owes anybody anything." in text


def test_first_ticks_on_two_phones_freeze_one_plan_and_count_both(host, writer, night):
    mine, theirs = host.get(f"{night}/settle"), writer.get(f"{night}/settle")
    for _ in range(3):
        assert host.send(mine, tick_form(mine, "Bernd"), "tick=part", part="0.04").status == 303
    assert kinds(host, night)[-2:] == ["frozen", "paid"], "however often it is sent"
    assert writer.send(theirs, tick_form(theirs, "Clara"), "tick=all").status == 303
    assert kinds(host, night)[-3:] == ["frozen", "paid", "paid"]
    states = {"Bernd → Anna €0.10": "€0.04 paid, €0.06 unpaid", "Clara → Anna €0.10": "✓ paid"}
    assert told(host, night) == PLAN | states
    assert holds(night)


def test_a_first_tick_that_is_refused_freezes_nothing(host, writer, night):
    page = host.get(f"{night}/settle")
    form = tick_form(page, "Bernd")
    for fields in ({"part": "9"}, {"debtor": "p9", "tick": "all"}, {"plan": "7", "tick": "all"}):
        assert host.send(page, form, **({"tick": "part"} | fields)).status == 422
    forged = '[["p2","p1",30],["p3","p1",10]]'
    assert host.send(page, form, "tick=all", proposed=forged).status == 409
    writer.book(night, "p2")
    assert host.send(page, form, "tick=all").status == 409
    assert "frozen" not in kinds(host, night)
    assert holds(night)


def test_a_tick_on_a_payment_that_another_phone_changed_is_refused(host, writer, night):
    freeze(host, night)
    pages = [(phone, phone.get(f"{night}/settle")) for phone in (host, writer)]
    answers = [
        phone.send(page, tick_form(page, "Bernd"), "tick=part", part=part)
        for (phone, page), part in zip(pages, ("0.04", "0.05"), strict=True)
    ]
    assert [answer.status for answer in answers] == [303, 409]
    assert "changed on another phone" in answers[1].errors
    assert dues(answers[1]) == PLAN | {"Bernd → Anna €0.10": "€0.04 paid, €0.06 unpaid"}


def test_a_forged_tick_or_part_is_refused_with_the_reason(host, frozen):
    page = host.get(f"{frozen}/settle")
    forged = [
        *({"amount": amount} for amount in ("11", "-1", "x")),
        *({"plan": plan} for plan in ("2", "0")),
        *({"tick": how} for how in ("", "twice")),
        *({"tick": "part", "part": part} for part in ("", "0", "-0.01", "0.11", "0.001", "much", "1e400", "9" * 300)),
        {"debtor": "p1", "creditor": "p2"},
        {"debtor": "p9"},
        {"paid": "9999999", "tick": "part", "part": "0.01"},
    ]
    for fields in forged:
        answer = host.send(page, tick_form(page, "Bernd"), **({"tick": "all"} | fields))
        assert (answer.status, bool(answer.errors)) == (422, True), fields
    answer = host.send(page, tick_form(page, "Bernd"), tick="part", part=" ")
    assert answer.errors == "type how much was handed over"
    assert told(host, frozen) == PLAN


def test_payments_count_in_the_plan_made_after_a_later_deal(host, frozen):
    tick(host, frozen, "Bernd", "all")
    host.book(frozen, "p1")
    page = host.get(f"{frozen}/settle")
    assert "You played on" in page.errors
    freeze(host, frozen)
    page = host.get(f"{frozen}/settle")
    assert "Already paid" in page.text
    assert [page.text.count(f"{name} → Anna €0.20") for name in ("Bernd", "Clara", "Dora", "Emil")] == [0, 1, 1, 1]
    assert page.text.count("Bernd → Anna €0.10") == 2  # what is due now, and what was paid before
    before = page.text[page.text.index("Already paid") :]
    assert "Bernd → Anna €0.10 ✓ paid" in before
    (form,) = [form for form in page.html.all("form") if [1 for b in form.all("button") if b["value"] == "none"]]
    assert host.send(page, form, "tick=none").status == 303
    assert opened(host, frozen)["Bernd"] == "−€0.20"
    assert "You played on" in host.get(f"{frozen}/settle").errors


def test_what_was_not_seen_is_not_frozen(host, writer, night):
    page = host.get(f"{night}/settle")
    writer.book(night, "p2")
    answer = host.send(page, page.form(seen=""))
    assert (answer.status, "changed on another phone" in answer.errors) == (409, True)
    assert "The payments are confirmed" not in answer.text
    freeze(writer, night)
    answer = host.send(page, tick_form(page, "Clara"), "tick=all")
    assert (answer.status, "what is open has changed meanwhile" in answer.errors) == (422, True)
    assert holds(night)


def test_onlookers_see_the_ticks_and_set_none(host, onlooker, night):
    freeze(host, night)
    tick(host, night, "Bernd", "all")
    page = onlooker.get(f"{night}/settle")
    assert dues(page) == PLAN | {"Bernd → Anna €0.10": "✓ paid"}
    assert not page.html.one("main").all("form")
    for path in ("settle/freeze", "settle/tick", "carry"):
        assert onlooker.post(f"{night}/{path}", {"csrf_token": onlooker.token()}).status == 403


def join_nights(phone, night, way, *others, button=""):
    return phone.fill_in(f"{night}/carry", f"way={way}", button, **({"night": list(others)} if others else {}))


def test_what_is_open_is_carried_to_the_next_night(host, night):
    host.book(night, "p2")
    freeze(host, night)
    before = opened(host, night)
    francs, three = host.open_night(currency="CHF"), host.open_night("Anna", "Bernd", "Clara")
    page = host.get(f"{night}/carry")
    assert ("one is played for EUR, the other for CHF" in page.text, "no seat there: Dora, Emil" in page.text) == (
        True,
        True,
    )
    assert [join_nights(host, night, "to", other[3:]).status for other in (francs, three)] == [422, 422]
    answers = [host.send(page, page.form(way="next")) for _ in range(2)]  # sent twice, opened once
    assert {answer.location for answer in answers} == {answers[0].location}
    later = answers[0].location.removesuffix("/settle")
    assert later != night
    assert opened(host, later) == before
    assert set(opened(host, night).values()) == {"€0.00"}
    assert "Nobody owes anybody anything." in host.get(f"{night}/settle").text
    assert later[3:] in host.get(f"{night}/settle").body
    assert night[3:] in host.get(f"{later}/settle").body
    assert "Unpaid amounts of other nights" in host.get(later).text
    assert set(host.standing(later).values()) == {0}
    freeze(host, later)
    assert holds(night)
    assert holds(later)


def test_only_a_host_of_both_nights_carries_balances_over(host, writer, stranger, night):
    mine = writer.open_night()
    writer.book(mine, "p2")
    before = [opened(writer, path) for path in (night, mine)]
    assert "/carry" not in writer.get(f"{night}/settle").body
    assert "/carry" in writer.get(f"{mine}/settle").body
    assert writer.get(f"{night}/carry").status == 403
    assert night[3:] not in writer.get(f"{mine}/carry").body
    fields = {"csrf_token": writer.token(), "request": "0123456789", "next": "0"}
    for way, other in (("next", ""), ("another", ""), ("to", mine[3:]), ("from", mine[3:])):
        answer = writer.post(f"{night}/carry", fields | {"way": way, "night": other})
        assert (answer.status, "Only a host of this night may do that." in answer.text) == (403, True)
    for way in ("to", "from"):
        assert writer.post(f"{mine}/carry", fields | {"way": way, "night": night[3:]}).status == 422
    assert [opened(writer, path) for path in (night, mine)] == before
    make_host(host, night, writer)
    assert join_nights(writer, mine, "to", night[3:]).status == 303
    assert opened(writer, night)["Bernd"] == "+€0.30"
    theirs = stranger.open_night()
    stranger.book(theirs)
    fields = {"csrf_token": host.token(), "request": "0123456789"}
    for way in ("to", "from", "away"):
        for chosen in ({}, {"night": theirs[3:]}, {"night": "elsewhere"}):
            answer = host.post(f"{night}/carry", fields | chosen | {"way": way})
            assert (answer.status, "nothing was chosen" in answer.errors) == (422, True), way
    assert opened(stranger, theirs)["Anna"] == "+€0.40"


def make_host(host, night, phone):
    """Let the only other phone of a night be a host of it too."""
    items = host.get(f"{night}/share").html.one("ul", "people").all("li")
    keys = {field["value"] for item in items for field in item.all("input") if field["name"] == "device"}
    for key in keys:
        host.post(f"{night}/share", {"csrf_token": host.token(), "action": "host", "device": key})
    assert phone.get(f"{night}/carry").status == 200


def test_the_next_night_is_the_same_for_every_host(host, writer, night):
    make_host(host, night, writer)
    early = host.get(f"{night}/carry")
    later = join_nights(host, night, "next").location
    host.book(night, "p2")
    before = opened(host, night)
    assert writer.get(later).status == 404
    page = writer.get(f"{night}/carry")
    assert "Go to the next night" in page.text
    assert writer.send(page, page.form(way="next")).location == later
    assert host.send(early, early.form(way="next")).location == later
    assert writer.get(f"{later.removesuffix('/settle')}/share").html.one("main").all("form"), "a host of it too"
    assert opened(host, night) == before, "what was won since stays until somebody carries it"
    pages = [(phone, phone.get(f"{night}/carry")) for phone in (writer, host)]
    other = [phone.send(page, page.form(way="another")).location for phone, page in pages]
    assert other[0] == other[1] != later
    assert set(opened(host, night).values()) == {"€0.00"}
    page = writer.get(f"{night}/carry")
    assert writer.send(page, page.form(way="next")).location == other[0], "the newest of them"
    assert host.send(early, early.form(way="next")).location == later
    for place in ("3", "-1", "x", "", "9" * 30):
        assert writer.send(page, page.form(way="another"), next=place).status == 422, place
    for path in (night, later, other[0]):
        assert holds(path.removesuffix("/settle"))


def test_another_nights_title_is_told_only_to_phones_that_belong_there(host, stranger):
    night = host.open_night(title="Stammtisch")
    host.book(night)
    stranger.join(links(host, night)["writer"])
    later = join_nights(host, night, "next").location.removesuffix("/settle")
    assert "carried over to Stammtisch" in host.get(f"{night}/settle").text
    page = stranger.get(f"{night}/settle")
    assert ("carried over to another night" in page.text, later[3:] in page.body) == (True, False)
