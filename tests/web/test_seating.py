"""Who sits in a deal: the rotation as long as nobody says otherwise, and exactly whom somebody picks."""

import pytest

FOUR = ("Anna", "Bernd", "Clara", "Dora")


@pytest.fixture
def four(host):
    """The path of a night of four, three of whom play; Dora deals first and sits out."""
    return host.open_night(*FOUR, at_play="3")


def seated(phone, night, number=1):
    return phone.get(f"{night}/deals/{number}").html.all("p", "hint")[0].text


def ticked(page):
    boxes = page.html.all("input", fits=lambda box: box["name"] == "playing" and "checked" in box.attributes)
    return [box["value"] for box in boxes]


def test_an_entry_whose_seating_nobody_touched_leaves_it_to_the_rotation(host, four):
    page = host.get(f"{four}/enter")
    assert ticked(page) == ["p1", "p2", "p3"]
    table = host.get(f"{four}/table")
    host.post(
        f"{four}/table", {"csrf_token": host.token(), "request": "pause-of-clara", "move": "pause", "player": "p3"}
    )
    assert table.status == 200
    assert host.send(page, page.form(number=""), "action=booked", soloist="p1", points="70").status == 303
    assert seated(host, four) == "Dora deals. Playing: Anna, Bernd, Dora"


def test_ticked_players_play_whatever_the_rotation(host, four):
    look = host.fill_in(f"{four}/enter", "number", "action=look", dealer="p1")
    assert ticked(look) == ["p2", "p3", "p4"]
    assert "Anna deals. Playing: Bernd, Clara, Dora" in look.html.text
    form = look.form(number="")
    assert host.send(look, form, "action=booked", playing=["p1", "p2", "p3"], soloist="p1", points="70").status == 303
    assert seated(host, four) == "Anna deals. Playing: Bernd, Clara, Anna"


@pytest.mark.parametrize(
    ("picked", "seats"),
    [
        (["p1", "p2", "p4"], "Bernd deals. Playing: Dora, Anna, Bernd"),
        (None, "Bernd deals. Playing: Clara, Dora, Anna"),
    ],
)
def test_another_dealer_brings_his_players_unless_the_deal_has_others_than_its_dealer_brought(
    host, four, picked, seats
):
    fields = {"playing": picked} if picked else {}
    assert host.enter(four, soloist="p1", points="70", **fields).status == 303
    answer = host.fill_in(f"{four}/deals/1/correct", "number", action="confirm", dealer="p2", note="he dealt")
    assert answer.status == 303, answer.errors
    assert seated(host, four) == seats


def test_to_untick_everybody_is_refused_with_the_reason(host, four):
    page = host.get(f"{four}/enter")
    page = host.send(page, page.form(number=""), "action=look", playing=["p1", "p2", "p4"])
    assert ticked(page) == ["p1", "p2", "p4"]
    answer = host.send(page, page.form(number=""), "action=booked", playing=None, soloist="p1", points="70")
    assert answer.status == 422
    assert "nobody is ticked as playing" in answer.errors
    assert ticked(answer) == []
    assert set(host.standing(four).values()) == {0}


def test_a_deal_that_was_taken_back_is_entered_again_with_the_players_it_had(host, four):
    """So is one that was called with them."""
    assert host.enter(four, "called", playing=["p1", "p2", "p4"], soloist="p1").status == 303
    assert host.enter(four, soloist="p1", points="70").status == 303
    page = host.get(four)
    (undo,) = page.html.one("main").all("form", "undo")
    assert host.send(page, undo).status == 303
    assert ticked(host.get(f"{four}/enter")) == ["p1", "p2", "p4"]
    assert host.enter(four, soloist="p4", points="70").status == 303
    assert seated(host, four) == "Dora deals. Playing: Anna, Bernd, Dora"
