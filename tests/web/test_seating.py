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


@pytest.mark.parametrize("action", ["booked", "called"])
def test_another_dealer_changes_the_players(host, four, action):
    assert host.enter(four, action, dealer="p1", soloist="p4", points="70").status == 303
    if action == "called":
        assert host.enter(four, points="70").status == 303
    assert seated(host, four) == "Anna deals. Playing: Bernd, Clara, Dora"


def test_the_preview_shows_whom_the_picked_dealer_brings(host, four):
    fields = {"csrf_token": host.token(), "number": "1", "based_on": "0", "dealer": "p1"}
    part = host.post(f"{four}/preview", fields | {"playing": ["p1", "p2", "p3"], "shown": "p1 p2 p3"})
    assert ticked(part) == ["p2", "p3", "p4"]
    assert "Anna deals. Playing: Bernd, Clara, Dora" in part.html.text


def test_ticked_players_play_whatever_the_rotation(host, four):
    page = host.get(f"{four}/enter")
    look = host.send(page, page.form(number=""), "action=look", dealer="p1")
    assert ticked(look) == ["p2", "p3", "p4"]
    form = look.form(number="")
    assert host.send(look, form, "action=booked", playing=["p1", "p2", "p3"], soloist="p1", points="70").status == 303
    assert seated(host, four) == "Anna deals. Playing: Bernd, Clara, Anna"


def test_players_picked_for_the_call_still_play_when_the_result_is_entered(host, four):
    assert host.enter(four, "called", playing=["p1", "p2", "p4"], soloist="p4").status == 303
    assert host.enter(four, points="70").status == 303
    assert seated(host, four) == "Dora deals. Playing: Anna, Bernd, Dora"


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
    page = host.get(f"{four}/deals/1/correct")
    answer = host.send(page, page.form(number=""), "", action="confirm", dealer="p2", note="he dealt")
    assert answer.status == 303, answer.errors
    assert seated(host, four) == seats


@pytest.mark.parametrize("before", [[], ["p1", "p2", "p4"]])
def test_to_untick_everybody_is_refused_with_the_reason(host, four, before):
    page = host.get(f"{four}/enter")
    if before:
        page = host.send(page, page.form(number=""), "action=look", playing=before)
        assert ticked(page) == before
    form = page.form(number="")
    answer = host.send(page, form, "action=booked", playing=None, soloist="p1", points="70")
    assert answer.status == 422
    assert "nobody is ticked as playing" in answer.errors
    assert ticked(answer) == []
    assert set(host.standing(four).values()) == {0}


def test_a_deal_that_was_taken_back_is_entered_again_with_the_players_it_had(host, four):
    assert host.enter(four, playing=["p1", "p2", "p4"], soloist="p1", points="70").status == 303
    page = host.get(four)
    (undo,) = page.html.one("main").all("form", "undo")
    assert host.send(page, undo).status == 303
    assert ticked(host.get(f"{four}/enter")) == ["p1", "p2", "p4"]
    assert host.enter(four, soloist="p4", points="70").status == 303
    assert seated(host, four) == "Dora deals. Playing: Anna, Bernd, Dora"
