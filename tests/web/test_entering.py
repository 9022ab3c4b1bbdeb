"""Entering deals: all at once or the call first, who sits in them, and the forms of the deals to come."""

import json

import pytest

from scorekeeper.web.deal.views import DEALS_AHEAD as DEALS
from tests.web.html import values
from tests.web.phone import whole


@pytest.fixture
def fresh(host):
    """The path of a night of five without a deal."""
    return host.open_night()


def test_errors_of_a_form_are_said_once_and_its_entries_stay(host, fresh):
    for fields, reason in (({}, "choose who played"), ({"points": "70"}, "choose who played")):
        answer = host.enter(fresh, **fields)
        assert (answer.status, reason in answer.text) == (422, True)
    for fields, reason in (({}, "enter the card points"), ({"points": "121"}, "121 is more than the 120")):
        answer = host.enter(fresh, soloist="p2", **fields)
        assert (answer.status, reason in answer.errors, answer.text.count(answer.errors)) == (422, True, 1)
        field = answer.html.one("main").one("div", fits=lambda part: part["id"] == "q-points")
        assert answer.errors == field.one("p", "error").text
    form = answer.form(number="")
    assert (values(form)["points"], values(form)["soloist"]) == (["121"], ["p2"])
    assert host.send(answer, form, "action=booked", points="110").status == 303
    assert host.standing(fresh)["Bernd"] == 4


def test_the_preview_says_what_each_end_would_pay_and_books_nothing(host, fresh):
    page = host.get(f"{fresh}/enter")
    fields = {"csrf_token": host.token(), "number": "1", "based_on": "0", "soloist": "p1"}
    part = host.post(f"{fresh}/preview", fields)
    assert part.status == 200
    bodies = part.html.one("table", "outcomes").all("tbody")
    assert sorted(" ".join(cell.text for cell in body.all("td")) for body in bodies) == [
        *("+4 −1 −1 −1 −1", "−16 +4 +4 +4 +4", "−8 +2 +2 +2 +2")
    ]
    assert "data-ready" not in part.html.one("button", "book").attributes
    part = host.post(f"{fresh}/preview", fields | {"points": "66"})
    button = part.html.one("button", "book")
    assert "data-ready" in button.attributes
    assert button.text.endswith("Save: Anna +4 , Bernd −1 , Clara −1 , Dora −1 , Emil −1".replace(" ,", ","))
    answer = host.send(page, page.form(number=""), "action=look", soloist="p1", points="50")
    current = answer.html.one("table", "outcomes").one("tbody", "current").text
    assert current.endswith("−8 +2 +2 +2 +2"), "without script"
    assert set(host.standing(fresh).values()) == {0}
    assert host.send(answer, answer.form(number=""), "action=booked").status == 303
    assert host.standing(fresh)["Anna"] == -8


def test_the_call_first_and_the_result_later(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="herzblatt/muhr")
    assert host.enter(night, "called", soloist="p2").status == 303
    called = host.enter(night, "called", soloist="p1", announced="66", contra="p3")
    assert called.status == 303
    sheet = host.get(night)
    assert set(sheet.standing.values()) == {0}
    assert "Result of deal 1" in sheet.text
    deal = host.get(f"{night}/deals/1")
    assert "The result is not entered yet." in deal.text
    page = host.get(f"{night}/enter")
    chosen = {field["value"] for field in page.form(number="").all("input") if "checked" in field.attributes}
    assert {"p1", "66", "p3"} <= chosen
    assert host.send(page, page.form(number=""), "action=booked", points="70").status == 303
    # 66 announced, contra: 2 x 2 from each of three.
    assert host.standing(night) == {"Anna": 12, "Bernd": -4, "Clara": -4, "Dora": -4}
    history = [part.one("h2").text for part in host.get(f"{night}/deals/1").html.all("section", "act")]
    assert history == ["entered", "called", "called"]
    call = host.get(f"{night}/deals/1").html.all("section", "act")[1].text
    assert "Anna · Announced 66 · Contra by Clara" in call, "what was called is not lost with the result"


def test_a_call_that_a_house_rule_forbids_since_then_is_still_a_night(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/wien")
    call = {"declarer": "p1", "contract": "bettel", "contra.p2": "3"}
    assert host.enter(night, "called", **call).status == 303
    assert "Bernd subcontra" in host.get(night).text
    assert host.agree(night, **{"house-contra_levels-own": "1"}).status == 303
    for path in ("", "/deals/1", "/board", "/deals/1/audit", "/table", "/settle", "/paper"):
        page = host.get(night + path)
        assert (page.status, "Bernd subcontra" in page.text) == (200, False), path
    assert "3 is not from 0 to 1" in host.get(f"{night}/enter").errors


def test_a_result_for_a_call_changed_meanwhile_is_not_booked_unseen(host, writer, night):
    assert host.enter(night, "called", soloist="p3").status == 303
    page = host.get(f"{night}/enter")
    assert writer.enter(night, "called", soloist="p4").status == 303
    answer = host.send(page, page.form(number=""), "action=booked", points="20")
    assert (answer.status, "Deal 2 was entered on another phone meanwhile" in answer.text) == (409, True)
    assert host.standing(night)["Anna"] == 4


def test_a_form_for_a_deal_booked_meanwhile_does_not_become_the_next(host, writer, night):
    page = host.get(f"{night}/enter")
    writer.book(night, "p2", 66)
    for action, points in (("look", "70"), ("booked", ""), ("booked", "121")):
        answer = host.send(page, page.form(number=""), f"action={action}", soloist="p3", points=points)
        assert (answer.status, "Deal 2 was" in answer.text) == (409, True), action
    fields = {"csrf_token": host.token(), "number": "2", "based_on": "0", "soloist": "p3", "points": "70"}
    part = host.post(f"{night}/preview", fields)
    assert (part.status, "Deal 2 was changed on another phone meanwhile" in part.errors) == (409, True)
    assert part.html.one("a")["href"] == f"{night}/deals/2"


def test_what_the_last_one_has_is_shown_once_the_others_are_entered(host):
    night = host.open_night("Anna", "Bernd", "Clara", rules="herzeln/piatnik")
    assert host.enter(night, passed="yes").status == 303
    fields = {"csrf_token": host.token(), "number": "2", "based_on": "0", "tricks.p1": "3"}
    for more, shown in (({}, ""), ({"tricks.p3": "4"}, "1"), ({"tricks.p3": "6"}, "")):
        part = host.post(f"{night}/preview", fields | more).html
        left = part.one("input", fits=lambda control: control["name"] == "tricks.p2")
        assert (left["value"], left["placeholder"]) == ("", shown)


def test_the_sheet_carries_forward_and_every_page_of_it_adds_up(host, fresh):
    for number in range(1, 41):
        host.book(fresh, f"p{number % 5 + 1}", 66)
    page = host.get(fresh)
    sums = sums_on(page)
    assert sums[40] == list(page.standing.values())
    carried = []
    while links_up := page.html.all("tr", "carried"):
        first = min(sums_on(page))
        carried.append((first - 1, [whole(cell.text) for cell in links_up[0].all("td")]))
        page = host.get(links_up[0].one("a")["href"])
        assert len(sums_on(page)) <= 16
        sums |= sums_on(page)
    assert sorted(sums) == list(range(1, 41))
    assert len(carried) >= 2
    assert all(sums[number] == points for number, points in carried)
    assert all(sum(points) == 0 for points in sums.values())
    assert sums_on(host.get(f"{fresh}/whole")) == sums, "printed, they stand on one sheet"


def sums_on(page):
    """The running balances on a page of the sheet, by deal."""
    rows = page.html.one("table", "sheet").one("tbody").all("tr", fits=lambda row: row["id"].startswith("deal-"))
    return {int(row["id"][5:]): [whole(cell.one("b").text) for cell in row.all("td")] for row in rows}


def test_a_du_is_neither_made_nor_lost_while_nobody_says(host):
    """All 120 points may lie in fewer than all tricks; with less than all points not all tricks were made."""
    for said, points in (
        ({"points": "120"}, None),
        ({"defender_points": "0"}, None),
        ({"points": "120", "all_tricks": "yes"}, 6),
        ({"points": "120", "all_tricks": "no"}, -6),
        ({"points": "100"}, -6),
    ):
        night = host.open_night("Anna", "Bernd", "Clara", rules="herzblatt/muhr")
        answer = host.enter(night, soloist="p1", announced="du", **said)
        if points is None:
            assert (answer.status, "All tricks made: please choose" in answer.text) == (422, True)
            assert host.enter(night, "called", soloist="p1", announced="du").status == 303, "it can be called"
        else:
            assert (answer.status, host.standing(night)["Anna"]) == (303, points), said
        if said.get("all_tricks") == "no":
            assert "all_tricks = false" in host.get(f"{night}/night.toml").body
            assert values(host.get(f"{night}/deals/1/correct").form(points=""))["all_tricks"] == ["no"]


def test_who_sits_out_cannot_be_picked_and_is_marked_on_the_sheet(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="husarln/beck")
    for out in ("p4", "p1"):
        form = host.get(f"{night}/enter").html.one("main").one("form")
        asked = [control for control in form.all("input") if control["name"] == "declarer"]
        shown = [(control["value"], "disabled" in control.attributes) for control in asked]
        assert shown == [(f"p{place}", f"p{place}" == out) for place in (1, 2, 3, 4)]
        assert form.all("i", "dealer")[0]["title"] == "deals"
        host.enter(night, declarer="p2", contract="Z2", points="40")
    night = host.open_night(rules="herzblatt/lembke")
    host.book(night, "p2", 66)
    row = host.get(night).html.one("tr", fits=lambda row: row["id"] == "deal-1")
    cells = row.all("td")
    assert [bool(cell.all("span", "dealer")) for cell in cells] == [False] * 4 + [True]
    assert [cell.text for cell in cells][-1] == "–"
    assert "out" in cells[-1]["class"]
    following = host.get(night).html.one("tr", "next").all("td")
    assert [bool(cell.all("span", "dealer")) for cell in following] == [True] + [False] * 4
    assert following[0].text == "–"


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


def test_ticked_players_play_whatever_the_rotation_but_not_nobody(host, four):
    look = host.fill_in(f"{four}/enter", "number", "action=look", dealer="p1")
    assert ticked(look) == ["p2", "p3", "p4"]
    assert "Anna deals. Playing: Bernd, Clara, Dora" in look.html.text
    form = look.form(number="")
    assert host.send(look, form, "action=booked", playing=["p1", "p2", "p3"], soloist="p1", points="70").status == 303
    assert seated(host, four) == "Anna deals. Playing: Bernd, Clara, Anna"
    page = host.get(f"{four}/enter")
    page = host.send(page, page.form(number=""), "action=look", playing=["p1", "p2", "p4"])
    assert ticked(page) == ["p1", "p2", "p4"]
    answer = host.send(page, page.form(number=""), "action=booked", playing=None, soloist="p1", points="70")
    assert (answer.status, "nobody is ticked as playing" in answer.errors) == (422, True)
    assert ticked(answer) == []


@pytest.mark.parametrize(
    ("picked", "seats"),
    [
        (["p1", "p2", "p4"], "Bernd deals. Playing: Dora, Anna, Bernd"),
        (None, "Bernd deals. Playing: Clara, Dora, Anna"),
    ],
)
def test_another_dealer_changes_the_players_unless_they_were_chosen(host, four, picked, seats):
    fields = {"playing": picked} if picked else {}
    assert host.enter(four, soloist="p1", points="70", **fields).status == 303
    answer = host.fill_in(f"{four}/deals/1/correct", "number", action="confirm", dealer="p2", note="he dealt")
    assert answer.status == 303, answer.errors
    assert seated(host, four) == seats


def test_a_deal_taken_back_is_entered_again_with_its_players(host, four):
    """So is one that was called with them."""
    assert host.enter(four, "called", playing=["p1", "p2", "p4"], soloist="p1").status == 303
    assert host.enter(four, soloist="p1", points="70").status == 303
    page = host.get(four)
    (undo,) = page.html.one("main").all("form", "undo")
    assert host.send(page, undo).status == 303
    assert ticked(host.get(f"{four}/enter")) == ["p1", "p2", "p4"]
    assert host.enter(four, soloist="p4", points="70").status == 303
    assert seated(host, four) == "Dora deals. Playing: Anna, Bernd, Dora"


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


def offered(phone, night):
    """What the chips of the forms of the deals to come offer, by the keys of these forms."""
    forms = dict[str, set[tuple[str, ...]]]()
    for number, key in plan(phone, night):
        chips = phone.get(f"{night}/ahead/{number}").form(number="").all("label", "chip")
        forms.setdefault(key, set()).add(tuple(chip.text for chip in chips))
    return forms


def test_only_identical_forms_have_the_same_key(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz", "Gerda")
    forms = offered(host, night)
    for who, move in (("p6", "pause"), ("p6", "return"), ("p7", "pause")):
        page = host.get(f"{night}/table")
        host.send(page, page.form(player=who, move=move), f"move={move}")
        for key, shown in offered(host, night).items():
            forms[key] = forms.get(key, set()) | shown
    assert {len(shown) for shown in forms.values()} == {1}
    night = host.open_night("Anna", "Bernd", "Clara")
    keys = dict(plan(host, night))
    assert [keys[number] for number in (4, 5, 6)] == [keys[number] for number in (1, 2, 3)]
    assert len(set(keys.values())) == 3
    host.enter(night, "called", soloist="p1")
    assert dict(plan(host, night))[1] != keys[1]


def test_no_form_is_prefetched_for_past_or_far_deals_or_onlookers(host, onlooker, night):
    assert (plan(onlooker, night), onlooker.get(f"{night}/ahead/2").status) == ([], 403)
    assert host.get(f"{night}/ahead/1").status == 204
    assert host.get(f"{night}/ahead/99").status == 404
    assert host.get(f"{night}/ahead/{'9' * 40}").status == 404


def test_a_form_that_was_prepared_for_another_version_says_so(host, night):
    number = plan(host, night)[0][0]
    page = host.get(f"{night}/ahead/{number}", based_on="9", soloist="p1", points="70")
    assert page.status == 409
    assert f"Deal {number} was changed on another phone meanwhile" in page.text


def test_who_took_the_rest_of_the_hearts_is_said_once(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="herzeln/piatnik")
    fields = {"hearts.AH": "p2", "hearts.7H": "p3", "hearts.rest": "p4"}
    assert host.enter(night, **fields).status == 303
    assert host.get(night).standing == {"Anna": 0, "Bernd": -11, "Clara": -1, "Dora": -21}


def test_a_bonus_that_was_not_called_or_is_none_is_refused_at_its_field(host):
    night = host.open_night("Anna", "Bernd", "Clara", rules="husarln/loew")
    assert host.enter(night, "called", declarer="p1", contract="Z2").status == 303
    assert "cannot be chosen here" in host.enter(night, points="36⅓", **{"bonuses.trull.p2": "99"}).errors
    page = host.enter(night, points="36⅓", **{"bonuses.trull.p2": "0"})
    assert page.status == 422
    assert "Trull of Bernd comes too late" in page.html.one("main").text
    assert host.send(page, page.form(number=""), "action=booked", **{"bonuses.trull.p2": None}).status == 303


def test_an_excluded_bonus_is_refused_by_its_name(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="tapp/mayr")
    page = host.enter(night, "look", declarer="p1", **{"bonuses.trull.p4": "1"})
    assert page.errors == "Dora does not play in this deal"
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/wien")
    fields = {"declarer": "p1", "contract": "dreier", "points": "40", "bonuses.king_ultimo.p1": "1"}
    assert "König ultimo by Anna cannot be chosen here" in host.enter(night, **fields).errors
    assert host.enter(night, declarer="p1", contract="rufer", called="KH", partner="p2", points="40").status == 303
    page = host.fill_in(f"{night}/deals/1/correct", "number", "action=look", points="41", defender_points="")
    page = host.send(page, page.form(number=""), "action=confirm", **fields)
    assert "König ultimo by Anna cannot be chosen here" in page.errors


def test_an_answer_that_is_no_longer_asked_is_refused_with_the_reason(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/wien")
    page = host.enter(night, declarer="p1", contract="dreier", partner="p2", points="40")
    assert (page.status, page.errors) == (422, "Dreier: “Who held the called King?” does not apply")
    assert host.send(page, page.form(number=""), "action=booked").status == 303, "the page is without it"


def test_a_script_that_books_is_told_so_and_sent_no_sheet(host, night):
    fields = {"csrf_token": host.token(), "request": "r" * 16, "action": "booked", "soloist": "p1", "points": "71"}
    fields |= {"number": "2", "based_on": "0"}
    answers = [
        host.client.post(f"{night}/enter", data=fields, headers={"Accept": accept})
        for accept in ("application/json", "application/json", "text/html,application/xhtml+xml,*/*;q=0.8", "*/*")
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 303, 303], "sent again it is booked once"
    assert answers[0].data == b""
    refused = host.client.post(
        f"{night}/enter", data=fields | {"request": "s" * 16}, headers={"Accept": "application/json"}
    )
    assert refused.status_code == 409, "what is to be decided is a page"


def test_numbers_that_are_still_missing_are_no_error_before_save(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="herzeln/piatnik")
    assert host.enter(night, passed="yes").status == 303
    fields = values(host.get(f"{night}/enter").form(number=""))

    def error_of(**tricks):
        page = host.post(f"{night}/preview", fields | {f"tricks.{player}": text for player, text in tricks.items()})
        return page.errors

    assert not error_of(p1="3")
    assert error_of(p1="5", p2="4") == "the numbers add up to 9, not to 8"
    assert "Anna: 9 is not from 0 to 8" in error_of(p1="9")
    assert not error_of(p1="8")
    sent = host.enter(night, **{"tricks.p1": "3"})
    assert (sent.status, "adds up to 3 of 8" in sent.errors) == (422, True)
