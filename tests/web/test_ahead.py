"""The entry forms of the deals to come, which a phone fetches while the server is there."""

import json

from scorekeeper.web.deal.views import DEALS_AHEAD as DEALS


def plan(phone, night):
    return json.loads(phone.get(f"{night}/now").body)["ahead"]


def asked(page):
    """Whom a form asks for as soloist."""
    boxes = page.form(number="").all("input", fits=lambda field: field["name"] == "soloist")
    return [box["value"] for box in boxes if "disabled" not in box.attributes]


def test_each_deal_to_come_is_asked_as_it_will_be_when_its_turn_has_come(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz")
    coming = [number for number, _ in plan(host, night)]
    assert coming == list(range(1, DEALS + 1))
    for number in coming:
        early = host.get(f"{night}/ahead/{number}")
        in_turn = host.get(f"{night}/enter")
        assert f"Deal {number}" in early.text
        assert asked(early) == asked(in_turn)
        assert early.form(number="").text == in_turn.form(number="").text
        host.book(night, asked(in_turn)[0])


def test_forms_have_the_same_key_only_where_they_are_the_same(host):
    night = host.open_night("Anna", "Bernd", "Clara")
    keys = dict(plan(host, night))
    assert [keys[number] for number in (4, 5, 6)] == [keys[number] for number in (1, 2, 3)]
    assert len(set(keys.values())) == 3
    host.enter(night, "called", soloist="p1")
    assert dict(plan(host, night))[1] != keys[1]


def offered(phone, night):
    """What the chips of the forms of the deals to come offer, by the keys of these forms."""
    forms = dict[str, set[tuple[str, ...]]]()
    for number, key in plan(phone, night):
        chips = phone.get(f"{night}/ahead/{number}").form(number="").all("label", "chip")
        forms.setdefault(key, set()).add(tuple(chip.text for chip in chips))
    return forms


def test_another_form_has_another_key_whoever_goes_or_comes(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz", "Gerda")
    forms = offered(host, night)
    for who, move in (("p6", "pause"), ("p6", "return"), ("p7", "pause")):
        page = host.get(f"{night}/table")
        host.send(page, page.form(player=who, move=move), f"move={move}")
        for key, shown in offered(host, night).items():
            forms[key] = forms.get(key, set()) | shown
    assert {len(shown) for shown in forms.values()} == {1}


def test_no_form_is_given_for_a_deal_that_is_over_or_far_away_or_to_an_onlooker(host, onlooker, night):
    assert (plan(onlooker, night), onlooker.get(f"{night}/ahead/2").status) == ([], 403)
    assert host.get(f"{night}/ahead/1").status == 204
    assert host.get(f"{night}/ahead/99").status == 404
    assert host.get(f"{night}/ahead/{'9' * 40}").status == 404
