"""The table: who pauses, comes back, comes late or leaves, and house rules that change from a deal on."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.storage.queries.nights import find_night
from tests.storage.nights import send
from tests.web.phone import Phone


@pytest.fixture
def table(app):
    """A phone at a night of four on either database, with one deal."""
    phone = Phone(app)
    night = phone.open_night("Anna", "Bernd", "Clara", "Dora")
    phone.book(night)
    return phone, night


def move(phone, night, name, move):
    page = phone.get(f"{night}/table")
    seat = page.html.one("li", fits=lambda item: item.one("strong").text == name)
    (form,) = [form for form in seat.all("form") if form.one("button")["value"] == move]
    return phone.send(page, form, f"move={move}")


def join(phone, night, name, place=None):
    more = {} if place is None else {"place": place}
    return phone.fill_in(f"{night}/table", "place", "move=join", name=name, **more)


def plays(phone, night):
    """Who deals and plays next, as the entry page says."""
    return phone.get(f"{night}/enter").form(number="").all("summary")[0].text


def test_who_pauses_sits_out_keeps_the_balance_and_comes_back(table):
    phone, night = table
    assert plays(phone, night) == "Anna deals, everyone plays"
    assert move(phone, night, "Bernd", "pause").status == 303
    assert plays(phone, night) == "Anna deals. Playing: Clara, Dora, Anna"
    phone.book(night, "p3", 66)
    assert phone.standing(night) == {"Anna": 2, "Bernd": -1, "Clara": 1, "Dora": -2}
    assert plays(phone, night) == "Clara deals. Playing: Dora, Anna, Clara", "the deal passes Bernd by"
    row = phone.get(night).html.one("tr", fits=lambda row: row["id"] == "deal-2")
    assert [cell.text for cell in row.all("td")][1] == "–"
    assert move(phone, night, "Bernd", "return").status == 303
    assert plays(phone, night) == "Clara deals, everyone plays"


def test_leavers_are_settled_and_latecomers_begin_at_zero(table):
    phone, night = table
    assert join(phone, night, "  Emil   August ", "2").status == 303
    assert phone.standing(night) == {"Anna": 3, "Bernd": -1, "Emil August": 0, "Clara": -1, "Dora": -1}
    assert plays(phone, night) == "Anna deals, everyone plays"
    first = phone.get(night).html.one("tr", fits=lambda row: row["id"] == "deal-1")
    assert [cell.text for cell in first.all("td")][2] == "–"
    assert move(phone, night, "Anna", "leave").status == 303
    settle = phone.get(f"{night}/settle")
    assert "Anna has left +3 +€0.30" in settle.text
    assert any("Anna" in item.text for item in settle.html.one("ol", "payments").all("li"))
    seat = phone.get(f"{night}/table").html.one("li", fits=lambda item: item.one("strong").text == "Anna")
    assert [button["value"] for button in seat.all("button")] == ["return"]


def test_who_leaves_before_the_first_deal_did_not_play(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora")
    assert move(host, night, "Dora", "leave").status == 303
    assert "1 person did not play here" in host.get(f"{night}/table").text


def test_people_of_earlier_nights_are_offered_on_that_phone_alone(host, stranger, night):
    assert join(host, night, "Nobody", "99").status == 422, "and is met by nobody"
    assert "Anna" not in stranger.get("/nights/new/solo/braun").body
    offered = host.get("/nights/new/solo/braun").html.one("datalist", fits=lambda part: part["id"] == "people")
    assert {option["value"] for option in offered.all("option")} == {"Anna", "Bernd", "Clara", "Dora", "Emil"}


def test_a_game_is_chosen_before_its_author_and_the_usual_one_is_marked(shared_app):
    phone = Phone(shared_app)
    tiles = [link["href"] for link in phone.get("/nights/new").html.one("ul", "cards").all("a", "card")]
    assert tiles == [*(f"/nights/new/{key}" for key in GAMES), "/nights/own"]
    for key, game in GAMES.items():
        answer = phone.get(f"/nights/new/{key}")
        if len(game.presets) == 1:
            assert answer.location == f"/nights/new/{key}/{next(iter(game.presets))}"
            continue
        offered = answer.html.all("input", fits=lambda part: part["type"] == "radio")
        assert [part["value"] for part in offered if "checked" in part.attributes] == [next(iter(game.presets))]
        assert phone.get(f"/nights/new/{key}", rules=offered[1]["value"]).location == (
            f"/nights/new/{key}/{offered[1]['value']}"
        )
    assert phone.get("/nights/new/whist").status == 404
    assert phone.get("/nights/new/herzblatt", rules="nobody", one="x", other="muhr").status == 200
    page = phone.get("/nights/new/herzblatt", one="braun", other="feder").html.one("details")
    assert [part.text for part in page.one("dl").all("dd")]
    assert ("Braun" in page.text, "Feder" in page.text) == (True, True)
    assert "Both play the same." in phone.get("/nights/new/herzblatt", one="muhr", other="muhr").text
    phone.languages = "de"
    assert "Auch bekannt als Block Tarock (Beck, Bamberger)" in phone.get("/nights/new/husarln").text


def test_moves_that_cannot_be_are_refused_with_the_reason(host, night):
    page = host.get(f"{night}/table")
    fields = {"csrf_token": host.token(), "request": "abcdefgh0"}
    refused = (
        ({}, "nothing was chosen"),
        ({"move": "fly"}, "nothing was chosen"),
        ({"move": "pause"}, "is not one of the players"),
        ({"move": "pause", "player": "p9"}, "p9 is not one of the players"),
        ({"move": "return", "player": "p1"}, "nothing would change for Anna"),
        ({"move": "join", "name": "", "place": "1"}, "a player’s name is empty"),
        ({"move": "join", "name": "anna", "place": "1"}, "two players have the same name"),
        ({"move": "join", "name": "Fritz", "place": "99"}, "99 is not a place at this table"),
        ({"move": "join", "name": "Fritz", "place": "x"}, "x is not a whole number"),
    )
    for number, (sent, reason) in enumerate(refused):
        answer = host.post(page.path, fields | {"request": f"abcdefgh{number}"} | sent)
        assert (answer.status, reason in answer.errors) == (422, True), sent
    assert len(host.standing(night)) == 5
    for number in range(6, 13):
        assert join(host, night, f"Player {number}").status == 303
    answer = join(host, night, "Player 13")
    assert (answer.status, "no more than 12 people fit round the table" in answer.errors) == (422, True)
    assert "Player 13" not in host.get(night).body


def test_the_sheet_explains_what_to_do_with_too_few_players(host):
    night = host.open_night("Anna", "Bernd", "Clara", rules="herzblatt/reichelt")
    move(host, night, "Bernd", "pause")
    sheet = host.get(night)
    assert "2 players are at play; the rules take 3, 4" in sheet.errors
    assert "To the table" in sheet.errors
    assert not sheet.html.all("a", "primary")
    assert [host.get(f"{night}/{page}").status for page in ("enter", "settle")] == [200, 200]
    move(host, night, "Bernd", "return")
    assert not host.get(night).errors


def test_house_rules_are_offered_as_they_are_in_force(host, night):
    assert host.agree(night, **{"house-loss_schneider-own": ["5", "20"], "house-loss": "1"}).status == 303
    form = host.get(f"{night}/rules").form(number="")
    own = form.one("fieldset", fits=lambda part: any("loss_schneider" in field["name"] for field in part.all("input")))
    assert [field["value"] for field in own.all("input")] == ["5", "20"]
    assert own.text == "or as you play it how many times at card points", "each number says what it is"
    loss = form.one("select", fits=lambda field: field["name"] == "house-loss")
    assert loss.one("option", fits=lambda option: "selected" in option.attributes)["value"] == "1"
    host.book(night, "p1", 20)
    assert host.standing(night)["Bernd"] == 4
    host.book(night, "p1", 21)
    assert host.standing(night)["Bernd"] == 5
    assert host.agree(night, **{"house-loss": ""}).status == 303
    host.book(night, "p1", 50)
    assert host.standing(night)["Bernd"] == 7, "a lost game costs double again, as in Braun"


def test_an_own_value_can_be_changed_and_given_up_again(host, night):
    assert host.agree(night, **{"house-loss_schneider-own": ["5", "20"]}).status == 303
    for fields, shown in (
        ({"house-loss_schneider-own": ["", "30"]}, ["", "30"]),  # refused
        ({"house-loss_schneider-own": ["6", "25"]}, ["6", "25"]),
        ({"house-loss_schneider": "[3,30]"}, ["", ""]),
        ({"house-loss_schneider-own": ["6", "25"], "house-loss_schneider": "[3,30]"}, ["6", "25"]),
        ({"house-loss_schneider-own": ["", ""], "house-loss_schneider": ""}, ["", ""]),
    ):
        answer = host.agree(night, **fields)
        page = host.get(f"{night}/rules") if answer.status == 303 else answer
        typed = [field["value"] for field in page.html.all("input") if field["name"] == "house-loss_schneider-own"]
        assert typed == shown, fields


def test_house_rules_that_cannot_be_are_refused_with_the_reason(host, night):
    for fields, reason in (
        ({"number": "1"}, "house rules can change from deal 2 on, not before"),
        ({"number": "-3"}, "house rules can change from deal 2 on, not before"),
        ({"number": ""}, "is not a whole number"),
        ({"number": "9" * 30}, "is too large"),
        ({"house-loss": "7"}, "7 is not one of the settings"),
        ({"house-loss_schneider-own": "4, 99"}, "at card points: 99 is not from 0 to 65"),
        ({"house-loss_schneider-own": ["", "20"]}, "how many times: this is missing"),
        ({"house-last_trick_value-own": "101"}, "101 is not a whole number from 1 to 100"),
    ):
        answer = host.agree(night, **fields)
        assert (answer.status, reason in answer.errors) == (422, True), (fields, answer.errors)
    assert "from deal" not in host.get(f"{night}/rules").text
    assert host.agree(night, **{"house-loss": "1", "house-loss_schneider-own": "5, 20"}).status == 303
    answer = host.agree(night)
    assert (answer.status, "these are the rules already; nothing would change" in answer.errors) == (422, True)


def test_a_switch_of_earlier_versions_is_read_and_nowhere_shown(host):
    night = host.open_night("Anna", "Bernd", "Clara", rules="solo/braun")
    house = {"auction": "one_bid_each", "raise_after_auction": "no", "target": 61}
    send(find_night(night.rpartition("/")[2]), "rules changed", "earlier", number=1, house=house)
    page = host.get(f"{night}/rules")
    assert page.status == 200
    assert "auction" not in page.body
    assert page.form(number="", **{"house-target": ""})
    assert host.agree(night, **{"house-target": ""}).status == 303


def test_what_rules_would_have_paid_is_shown_before_they_are_agreed_on(table):
    phone, night = table
    phone.book(night, "p2", 50)
    page = phone.get(f"{night}/rules")
    assert ("See what would change" in page.text, "Use these rules" in page.text) == (True, False)
    tried = phone.send(page, page.form(number=""), **{"house-loss": "1"})
    assert (tried.status, "Use these rules" in tried.text) == (200, True)
    rows = [row.text for row in tried.html.one("table", fits=lambda table: table["id"] == "tried").all("tbody")]
    change = tried.html.one("details", fits=lambda part: part["id"] == "change")
    assert change.one("dl").text == "A lost game costs HB-32 single"
    assert tried.text.index("Use these rules") < tried.text.index("As of deal"), "the answer stands before the rules"
    assert "Deal 2" in rows[-1]
    assert "not -6" in rows[-1].replace("−", "-")
    assert phone.get(f"{night}/rules").text.count("from deal") == 0, "nothing is agreed on yet"
    chosen = tried.form(number="").one("select", fits=lambda field: field["name"] == "house-loss")
    assert chosen.one("option", fits=lambda option: "selected" in option.attributes)["value"] == "1"
    other = phone.send(tried, tried.form(seen=""), **{"house-loss": "1", "house-loss_schneider-own": "9, 50"})
    assert other.status == 200, "these were not seen"
    assert "not -6" in other.html.one("table", fits=lambda table: table["id"] == "tried").text.replace("−", "-")
    assert phone.get(f"{night}/rules").text.count("from deal") == 0
    assert phone.send(other, other.form(seen="")).status == 303
    assert phone.get(f"{night}/rules").text.count("from deal") == 1


def test_a_new_night_asks_openly_for_what_is_to_be_agreed_on_before(host):
    page = host.get("/nights/new/husarln/bamberger1")
    form = page.form(amount="")
    asked = form.one("select", fits=lambda field: field["name"] == "house-uhu_pelican")
    assert [option["value"] for option in asked.all("option")] == ['"on"', '"off"']
    assert not form.all("details")[0].all("select", fits=lambda field: field["name"] == "house-uhu_pelican")
    night = host.open_night("Anna", "Bernd", "Clara", rules="husarln/bamberger1")
    assert 'uhu_pelican = "on"' in host.get(f"{night}/night.toml").body
    assert "Uhu" in host.get(f"{night}/enter").text
    host.fill_in(f"{night}/rules", "number", **{"house-uhu_pelican": '"off"'})  # agreed at once, without a deal to see
    assert "Uhu" not in host.get(f"{night}/enter").text


def test_the_pages_of_each_game_are_there_once_all_have_left(host):
    for key, game in GAMES.items():
        if key == "own":
            continue
        night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules=f"{key}/{next(iter(game.presets))}")
        for name in ("Anna", "Bernd", "Clara", "Dora"):
            assert move(host, night, name, "leave").status == 303
        for path in ("", "/enter", "/practice", "/board", "/settle", "/paper"):
            assert host.get(night + path).status == 200, (key, path)
        assert host.enter(night).status == 422, key
