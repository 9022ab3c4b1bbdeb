"""Königrufen in a form: every contract of every author, its count pad, and what is asked of each player."""

import re

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from tests.chosen import each
from tests.web.html import values
from tests.web.phone import Phone, links
from tests.web.routes import routes_of_night

GAME = GAMES["koenigrufen"]
PLAYERS = ("p1", "p2", "p3", "p4")
COUNTS = {"points.p1": "20 1/3", "points.p2": "30 1/3", "points.p3": "19 1/3", "points.p4": "0"}


@pytest.fixture
def ooe(shared_app):
    """A phone at a night of Upper Austria."""
    phone = Phone(shared_app)
    return phone, phone.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/ooe", amount="0.10")


def fields_of(rules, contract, declarer, other):
    """What a phone sends for a deal of a contract."""
    fields = {"contract": contract.key, "declarer": declarer}
    if contract.kind == "trischaken":
        return fields | COUNTS
    if contract.kind == "negative":
        return fields | {"tricks": "1", f"contra.{other}": "1"}
    fields |= {"points": "41", "contra": "1"} | ({"partner": other} if contract.called else {})
    for bird in contract.birds[:1]:
        fields[f"bonuses.{bird}.{declarer}"] = way_of(rules, fields, announced=True, made=True)
    return fields


def way_of(rules, fields, **said):
    """The number of the way in a form that says this of a bonus."""
    asked = GAME.ask(rules, Seating(1, PLAYERS[-1], PLAYERS), {key: fields[key] for key in ("declarer", "contract")})
    (rows,) = [question for question in asked if question.name == "bonuses"]
    return str([dict(way.answers) for way in rows.ways].index(said))


@pytest.mark.parametrize("author", each(3, GAME.presets))
def test_every_contract_can_be_entered(shared_app, author):
    phone, rules = Phone(shared_app), GAME.presets[author]
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules=f"koenigrufen/{author}", amount="0.10")
    for number, contract in enumerate(rules.contracts):
        forehand, other = PLAYERS[number % 4], PLAYERS[(number + 1) % 4]
        fields = fields_of(rules, contract, forehand, other)
        if rules.doubling and 1 <= number <= 4:
            fields["factor"] = "2"  # after the Trischaken with which they begin
        answer = phone.enter(night, **fields)
        assert answer.status == 303, (contract.key, answer.text)
        correct = phone.get(f"{night}/deals/{number + 1}/correct")
        assert correct.status == 200
        assert f'name="contra.{forehand}"' not in correct.body, "nobody doubles his own game"
    for page in ("", "/rules", "/settle", "/rules/sheet", "/enter", "/paper"):
        assert phone.get(night + page).status == 200, page


def spied(app, role, house, **call):
    """Call a deal, and read all addresses of its night with a phone of this role."""
    host, spy = Phone(app), Phone(app)
    night = host.open_night("Anna", "Bernd", "Clara", "David", amount="0.10", **house)
    called = host.enter(night, "called", declarer="p1", contract="rufer", called="KH", **call)
    assert called.status == 303, called.errors
    spy.join(links(host, night)[role])
    read = "".join(spy.get(path).body for method, path in routes_of_night(app, night) if method == "GET")
    assert "Called King" in read, "the call itself is known"
    return host, night, spy, read


@pytest.mark.parametrize("role", ["writer", "onlooker"])
def test_no_page_reveals_the_partner_before_the_result(shared_app, role):
    _, night, spy, read = spied(shared_app, role, {"rules": "koenigrufen/ooe"}, partner="p3", contra="1")
    assert "partner" in read or role == "onlooker", "it is still asked"
    assert not re.search(r'name="partner" value="p\d" checked|partner"?\W{1,9}(p\d|Clara)', read)
    assert not re.search(r"Who held the called King\W+Clara", re.sub(r"<[^>]*>", "", read))
    for page in ("", "/board"):
        ends = spy.get(night + page).html.one("table", "outcomes").text
        assert not re.search("Anna|Bernd|Clara|David", ends), "no end is shown that would tell the sides"
        assert "declarer partner each opponent game won · on the sheet +1 +1 −1" in ends


@pytest.mark.parametrize(
    ("role", "author", "house"),
    [
        ("writer", "ruediger", {}),
        ("onlooker", "ooe", {"house-four_kings": '"self"'}),
        ("writer", "ooe", {"house-call_own_king": '"yes"'}),
    ],
)
def test_no_page_reveals_that_a_called_king_was_the_declarers_own(shared_app, role, author, house):
    host, night, _, read = spied(shared_app, role, {"rules": f"koenigrufen/{author}", **house}, alone="yes")
    assert not re.search(r'name="alone" value="yes" checked|alone[\\"]*: *true', read)
    assert not re.search(r"declarer’s own\W+(yes|Yes)", re.sub(r"<[^>]*>", "", read))
    said = {"declarer": "p1", "contract": "rufer", "called": "KH", "points": "41"}
    assert host.enter(night, **said).status == 422, "it is told with the result"
    assert host.enter(night, **said, alone="yes").status == 303
    assert host.standing(night)["Anna"] > 0


def test_the_partner_and_a_king_in_the_talon_are_told_with_the_result(ooe):
    """All have seen the talon of a Rufer, so that the King lay in it may be told with the call."""
    phone, night = ooe
    said = {"declarer": "p1", "contract": "rufer"}
    phone.enter(night, "called", **said, partner="p3", called="KH")
    assert phone.enter(night, **said, points="41").status == 422
    assert phone.enter(night, **said, partner="p3", points="41").status == 303
    assert phone.get(night).standing == {"Anna": 1, "Bernd": -1, "Clara": 1, "David": -1}
    assert phone.enter(night, "called", declarer="p2", contract="rufer", called="KH", alone="yes").status == 303
    assert 'name="alone" value="yes" checked' in phone.get(f"{night}/enter").body


def test_the_refusal_of_a_contract_of_forehand_says_who_that_is(ooe):
    phone, night = ooe
    refused = phone.enter(night, declarer="p2", contract="rufer", called="KH", points="41")
    assert (refused.status, refused.errors) == (422, "only forehand plays a Rufer: that is Anna")


def test_every_preview_shows_what_contra_pays_besides_the_sheet(ooe):
    """Contra counts in money only (KR-44): the sheet and what is paid stand apart, each under its name."""
    phone, night = ooe
    said = {"declarer": "p1", "contract": "dreier", "contra": "2"}
    assert phone.enter(night, "called", **said).status == 303
    won = "game won · on the sheet +12 −4 −4 −4 what is paid +48 −16 −16 −16"
    for page in ("", "/enter"):
        ends = phone.get(night + page).html.one("table", "outcomes").all("tbody")
        assert [end.text for end in ends] == [won, won.replace("won", "lost").translate(str.maketrans("+−", "−+"))]
    board = phone.get(f"{night}/board").html.one("table", "outcomes").one("tbody").all("tr")
    assert [row.text for row in board][:2] == ["game won · on the sheet +12 −4", "what is paid +48 −16"]
    assert phone.enter(night, **said, points="41").status == 303
    assert phone.standing(night)["Anna"] == 12
    assert phone.get(night).html.one("div", "result").one("strong").text == "Anna +12 · with contra +€4.80"
    assert "at the table · +12" in phone.get(f"{night}/table").text, "the players have what the sheet says"
    look = phone.fill_in(f"{night}/deals/1/correct", "number", "action=look", contra="1")
    assert look.moved["Anna"] == (12, 0, 12), "as on the sheet"
    assert "what is paid: −24 −€2.40" in look.html.one("table", "moved").text
    assert "+48 +€4.80" in phone.get(f"{night}/settle").text
    stands = phone.get(f"{night}/board").html.one("section", "standings").text
    assert "+€4.80" in stands, "not to pay: he gets it"
    book = phone.enter(night, "look", **said | {"declarer": "p2", "points": "41"}).html.one("button", "book").text
    assert ("Bernd +12" in book, "Bernd +48" in book.partition("what is paid: ")[2]) == (True, True)


@pytest.mark.parametrize(
    ("said", "bonus"),
    [
        ({"declarer": "p1"}, ""),
        ({"declarer": "p1", "contract": "rufer"}, "pagat.p1"),
        ({"declarer": "p1", "contract": "rufer", "called": "KH"}, "king_ultimo.p3"),
        ({"declarer": "p1", "contract": "solorufer", "contra": "1"}, "pagat.p1"),
        ({"declarer": "p1", "contract": "besserrufer"}, ""),  # without its bird
        ({"declarer": "p1", "contract": "besserrufer"}, "uhu.p1"),
        ({"declarer": "p2", "contract": "rufer"}, "pagat.p2"),  # only forehand plays it
        ({"contract": "rufer"}, "pagat.p2"),  # whoever plays it
        ({"contract": "trischaken"}, ""),
    ],
)
def test_the_result_may_wait_wherever_the_call_is_taken_without_it(ooe, said, bonus):
    """An announcement of which nobody knows yet whether it was made keeps nobody from it."""
    phone, night = ooe
    if bonus:
        said = said | {f"bonuses.{bonus}": way_of(GAME.presets["ooe"], said | {"declarer": "p1"}, announced=True)}
    opened = phone.get(f"{night}/enter")
    draft = phone.post(f"{night}/preview", values(opened.form(number="")) | said)
    assert draft.status == 200, draft.errors
    (later,) = [button for button in draft.html.all("button") if button["value"] == "called"]
    assert ("data-ready" in later.attributes) == (
        phone.send(opened, opened.form(number=""), "action=called", **said).status == 303
    )


def test_beside_a_wrong_card_nobody_asks_whether_an_announcement_was_made(shared_app):
    phone, rules = Phone(shared_app), GAME.presets["ooe"]
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/ooe", amount="0.10")
    said = {"declarer": "p1", "contract": "rufer", "partner": "p2"}
    pagat, trull = way_of(rules, said, announced=True), way_of(rules, said)
    refused = phone.enter(night, **said, points="41", **{"bonuses.pagat.p1": pagat})
    assert (refused.status, "was it made?" in refused.text) == (422, True)
    refused = phone.enter(night, **said, revoke="p3", **{"bonuses.pagat.p1": pagat, "bonuses.trull.p4": trull})
    assert (refused.status, "after a wrong card only announced bonuses count" in refused.text) == (422, True)
    assert phone.enter(night, **said, revoke="p3", **{"bonuses.pagat.p1": pagat}).status == 303
    assert phone.get(night).standing == {"Anna": 3, "Bernd": 3, "Clara": -9, "David": 3}


def booking(page):
    """What the button says that books."""
    return next(button.text for button in page.html.all("button") if button["value"] == "booked")


def chosen(page):
    """Which factor a page shows as chosen, and which one it offers to tick as right."""
    tapped = [box for box in page.html.all("input") if "checked" in box.attributes and box["name"] == "factor"]
    return [box["value"] for box in tapped], [b["value"] for b in page.html.all("input") if b["name"] == "sure-factor"]


def test_sheet_and_board_say_how_many_double_deals_are_left(shared_app):
    """KR-46, KR-49: four after a Trischaken, here as many after a deal that was thrown in, which uses none up."""
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/ruediger", amount="0.10")
    assert "Double deals" not in phone.get(night).body
    assert phone.enter(night, contract="trischaken", **COUNTS).status == 303
    four = "Double deals: 4 are left, and the next one counts ×2."
    assert all(four in phone.get(page).body for page in (night, f"{night}/board", f"{night}/whole"))
    agreed = phone.agree(night, **{"house-all_pass": '"thrown_in"', "house-double_passed-own": "4"})
    assert agreed.status == 303, agreed.errors
    entered = phone.enter(night, passed="yes")
    assert entered.status == 303, entered.errors
    assert "Double deals: 4 are left, and the next one counts ×4." in phone.get(night).body


def test_a_double_deal_is_proposed_and_another_factor_asked_about(shared_app):
    """KR-46: four deals after a Trischaken, one after a Mondfang; what is void is no deal."""
    phone, rules = Phone(shared_app), GAME.presets["ruediger"]
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/ruediger", amount="0.10")
    said = {"declarer": "p1", "contract": "dreier"}
    assert phone.enter(night, contract="trischaken", **COUNTS).status == 303
    opened = phone.get(f"{night}/enter")
    fields = values(opened.form(number=""))
    draft = phone.post(f"{night}/preview", fields | said | {"declarer": "p2", "points": "40"})
    assert chosen(draft) == (["2"], []), "it is chosen where it is first asked"
    assert "this one counts ×2" in draft.body
    taken_away = fields | said | {"declarer": "p2", "points": "40", "due-factor": "asked"}
    draft = phone.post(f"{night}/preview", taken_away)
    assert chosen(draft) == ([], ["none"])
    assert "tick it if what you entered is right" in booking(draft)
    draft = phone.post(f"{night}/preview", taken_away | {"sure-factor": "none"})
    assert "Bernd +9" in booking(draft)

    refused = phone.enter(night, **said | {"declarer": "p2"}, points="40")
    assert (refused.status, chosen(refused)) == (422, ([], ["none"]))
    refused = phone.enter(night, **said | {"declarer": "p2"}, points="40", factor="4", **{"sure-factor": "none"})
    assert (refused.status, chosen(refused)) == (422, (["4"], ["4"])), "another one was ticked"
    mondfang = {"bonuses.mondfang.p2": way_of(rules, said, **{"from": "p3"})}
    entered = phone.enter(night, **said | {"declarer": "p2"}, points="40", factor="2", **mondfang)
    assert entered.status == 303, entered.errors
    assert phone.enter(night, **said | {"declarer": "p3"}, points="40", factor="2").status == 422
    assert phone.enter(night, **said | {"declarer": "p3"}, points="40", factor="4").status == 303
    assert phone.enter(night, **said | {"declarer": "p4"}, points="40", **{"sure-factor": "none"}).status == 303
    assert phone.enter(night, **said, points="40", factor="2").status == 303
    assert phone.enter(night, **said | {"declarer": "p2"}, points="40", factor="2").status == 422, "that was the fourth"
    assert phone.fill_in(f"{night}/deals/3/void", "note", "action=confirm", note="misdealt").status == 303
    assert phone.enter(night, **said | {"declarer": "p2"}, points="40").status == 422, "what is void is no deal"
    assert phone.enter(night, **said | {"declarer": "p2"}, points="40", factor="2").status == 303
    assert phone.enter(night, **said | {"declarer": "p3"}, points="40").status == 303
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/ruediger", amount="0.10")
    assert phone.enter(night, contract="trischaken", **COUNTS).status == 303
    assert phone.enter(night, "called", declarer="p2", contract="dreier").status == 303
    page, before = phone.get(f"{night}/enter"), phone.standing(night)["Bernd"]
    assert chosen(page) == (["2"], [])
    assert phone.send(page, page.form(number=""), "action=booked", points="40").status == 303
    assert phone.standing(night)["Bernd"] == before + 18


def test_sheet_board_and_settlement_say_what_is_in_the_pot(shared_app):
    phone = Phone(shared_app)
    house = {"house-trischaken_pot": '"declarer"'}
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/ooe", amount="0.10", **house)
    phone.enter(night, contract="trischaken", **COUNTS)
    pot = "In the pot: 3 points. If nobody wins them, they go to the kitty."
    for page in (night, f"{night}/board", f"{night}/settle"):
        assert pot in phone.get(page).text, page
    text = phone.get(f"{night}/settle.txt").body
    assert pot in text
    assert "Bernd → kitty: €0.30" in text
    asked = {"contract": "rufer", "declarer": "p2", "partner": "p3"}
    phone.enter(night, "called", **asked)
    assert "+2 −1" in " ".join(phone.get(night).text.split())  # what a win brings, with a half of the pot
    phone.enter(night, points="41", **asked)
    assert "the pot, shared by Bernd, Clara" in phone.get(f"{night}/deals/2").text
    assert "In the pot: 1 point." in phone.get(night).text
    phone.enter(night, declarer="p4", contract="bettel", won="yes")
    assert "In the pot" not in phone.get(night).text


def test_a_rufer_that_was_called_is_paid_unplayed_without_scripts(shared_app):
    phone = Phone(shared_app)
    house = {"house-rufer_unplayed": '"yes"'}
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/ooe", **house)
    assert phone.enter(night, "called", declarer="p1", contract="rufer", called="KH").status == 303
    answer = phone.enter(night, unplayed="yes", partner="p3")
    assert answer.status == 303, answer.errors
    assert "Rufer, paid unplayed" in phone.get(f"{night}/deals/1").text
    assert phone.get(night).standing == {"Anna": 1, "Bernd": -1, "Clara": 1, "David": -1}


def test_the_named_contras_are_offered_and_higher_ones_are_folded(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/wien", amount="0.10")
    assert phone.agree(night, **{"house-contra_levels-own": "5"}).status == 303
    for level, is_open in (("2", False), ("4", True)):
        call = {"declarer": "p1", "contract": "bettel", "contra.p2": level}
        each = phone.fill_in(f"{night}/enter", "number", "action=look", **call).html.all("div", "levels")[0]
        folded = each.one("details")
        assert [chip.text for chip in each.all("label")] == [
            "contra",
            "recontra",
            "subcontra",
            "contra times 16",
            "contra times 32",
        ]
        assert [box["value"] for box in folded.all("input")] == ["4", "5"]
        assert ("open" in folded.attributes) is is_open
        assert [box["value"] for box in each.all("input") if "checked" in box.attributes] == [level]
