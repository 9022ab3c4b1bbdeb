"""Recording the cards of a deal without JavaScript, what is found in them, and booking the counted result."""

import json
import tomllib

import pytest

from tests.web.disputed import HONEST, KEYS, NAMES, PLAY, ROWS, TRICKS, VECTORS, taps
from tests.web.html import values
from tests.web.paying import holds
from tests.web.phone import Phone, links


@pytest.fixture
def table(app):
    """A phone at a night of Husarln with one deal, on either database."""
    return open_table(app)


@pytest.fixture
def husarln(shared_app):
    return open_table(shared_app)


def open_table(app, points="35", names=NAMES, **house):
    phone = Phone(app)
    night = phone.open_night(
        *names, rules="husarln/loew", **{f"house-{name}": json.dumps(value) for name, value in house.items()}
    )
    phone.enter(night, declarer="p1", contract="Z2", points=points)
    return phone, night


class Recorder:
    """A phone that taps the buttons of the recorder of a deal one after the other, and counts the taps."""

    def __init__(self, phone, night, number=1, **fields):
        self.phone, self.taps = phone, 0
        self.page = phone.get(night if "?" in night else f"{night}/deals/{number}/audit", **fields)

    @property
    def fields(self):
        return values(self.page.form(at=""))

    @property
    def tricks(self):
        return self.fields.get("tricks", [])

    def tap(self, *buttons):
        """Tap buttons, each as name=value."""
        for button in buttons:
            name, _, value = button.partition("=")
            found = self.page.html.all(
                "button", fits=lambda key, this=(name, value): (key["name"], key["value"]) == this
            )
            assert found, f"there is no button {button}"
            assert all("disabled" not in key.attributes for key in found), button
            self.page = self.phone.get(self.page.path, **self.fields | {name: value})
            assert self.page.status == 200
            self.taps += 1

    def record(self, spot, cards):
        """Tap the cards of a hand or a pile, going there only if the page is not there already."""
        if self.fields["at"] != [spot]:
            self.tap(f"go={spot}")
        self.tap(*(f"put={card}" for card in cards.split()))

    def play(self, tricks):
        """Tap the cards of the tricks but those that lie there by themselves."""
        if self.fields["at"] != ["tricks"]:
            self.tap("go=")
        cards = " ".join(tricks).split()
        while (lying := len(" ".join(self.tricks).split())) < len(cards):
            self.tap(f"put={cards[lying]}")
        assert self.tricks == tricks


def look(phone, night, number=1, **fields):
    """The page with a record in its address, as the last tap leads to it and a reload shows it."""
    return phone.get(f"{night}/deals/{number}/audit", **fields)


def save(phone, page, action):
    form = page.html.one("form", "save")
    return phone.send(page, form, f"action={action}")


def findings(page):
    return [found.text.replace(" , ", ", ") for found in page.html.one("section", "verdict").all("p", "finding")]


def compared(page):
    rows = page.html.one("table", "compared").one("tbody").all("tr")
    return {row.one("th").text: [cell.text for cell in row.all("td")] for row in rows}


def saved(phone, night, number=1):
    return json.loads(phone.get(f"{night}/night.json").body)["deals"][number - 1]


def test_talon_hand_and_tricks_are_recorded_card_by_card(husarln):
    phone, night = husarln
    hands = {"Bernd": PLAY["hands"]["Bernd"]}
    cards = {"talon": PLAY["talon"], "discard": PLAY["discard"], "hands": hands, "tricks": HONEST[:4]}
    recorder = Recorder(phone, night)
    recorder.tap(*map("=".join, taps(cards)))
    assert "Trick 5: Bernd’s turn" in recorder.page.text
    assert save(phone, recorder.page, "record").status == 303
    assert saved(phone, night)["play"] == cards


TAKEN_BACK = "Until when it could be taken back, the table decides. G-8"


def test_a_disputed_hand_is_recorded_judged_and_booked_as_counted(table):
    phone, night = table
    before = phone.standing(night)
    page = look(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=TRICKS)
    (found,) = findings(page)
    assert found == (
        "Trick 3, Bernd: the suit that was led had to be followed: ♥\ufe0eQ in trick 3, "
        f"though ♦\ufe0eK came later, in trick 11. HU-46 Legal would have been: ♦\ufe0eK, ♦\ufe0eA. {TAKEN_BACK}"
    )
    assert compared(page)["Declarer’s card points"] == ["35", "32 ≠"]
    assert page.moved == {"Anna": (8, -16, -8), "Bernd": (-4, 8, 4), "Clara": (-4, 8, 4)}
    answer = save(phone, page, "counted")
    assert (answer.status, answer.location) == (303, f"{night}/deals/1/audit")
    assert phone.standing(night) == {"Anna": -8, "Bernd": 4, "Clara": 4} != before
    shown = phone.get(answer.location)
    assert compared(shown)["Declarer’s card points"] == ["32", "32 ✓"]
    deal = saved(phone, night)
    assert (deal["points"], deal["play"]["tricks"], deal["play"]["talon"]) == (32, TRICKS, PLAY["talon"])
    assert holds(night)


def test_a_record_is_saved_changed_and_taken_away_and_no_number_with_it(husarln):
    phone, night = husarln
    before = phone.get(night).html.one("table", "sheet").text
    page = look(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=HONEST)
    assert "everything is right" in page.text
    assert save(phone, page, "record").status == 303
    assert saved(phone, night)["play"]["tricks"] == HONEST
    assert "Audit : everything is right" in phone.get(f"{night}/deals/1").text
    recorder = Recorder(phone, night, edit="1")
    recorder.tap("back=1")
    assert save(phone, recorder.page, "record").status == 303
    page = look(phone, night)
    removal = page.html.one("form", "removal")
    assert removal in page.html.one("main").one("details").all("form"), "one has to open it first"
    for _ in range(2):
        answer = phone.send(page, removal, "action=remove")
        assert (answer.status, answer.location) == (303, f"{night}/deals/1/audit")
    deal = saved(phone, night)
    assert (deal["points"], "play" in deal) == (35, False)
    assert phone.get(night).html.one("table", "sheet").text == before
    shown = phone.get(f"{night}/deals/1")
    heads = [part.one("h2").text for part in shown.html.all("section", "act")]
    assert heads == ["cards removed", "cards recorded", "cards recorded", "entered"]
    assert not shown.html.all("section", "struck")
    assert not look(phone, night).html.all("form", "removal")
    save(phone, look(phone, night, tricks=HONEST[:3]), "record")
    for points, playing in (("34", ["p1", "p2", "p3"]), ("33", ["p2", "p3", "p1"])):
        page = phone.get(f"{night}/deals/1/correct")
        fields = {"points": points, "playing": playing, "dealer": playing[-1]}
        assert phone.send(page, page.form(number=""), "", action="confirm", **fields).status == 303
        assert ("play" in saved(phone, night)) == (points == "34"), "they belong to those who held them"
    assert holds(night)


def test_only_a_writer_saves_or_removes_the_record_on_the_page(husarln):
    phone, night = husarln
    onlooker = Phone(phone.client.application)
    onlooker.join(links(phone, night)["onlooker"])
    assert "no cards are recorded" in onlooker.get(f"{night}/deals/1/audit").text
    page, other = look(phone, night, talon=PLAY["talon"], tricks=TRICKS), look(phone, night, tricks=HONEST[:2])
    assert save(phone, page, "record").status == 303
    assert save(phone, other, "record").status == 409
    watched = onlooker.get(f"{night}/deals/1/audit")
    assert "a rule was broken" in watched.text
    assert not watched.html.one("main").all("form")
    assert "Audit : a rule was broken" in onlooker.get(f"{night}/deals/1").text
    page = look(phone, night)
    removal = page.html.one("form", "removal")
    posted = values(removal) | {"action": "remove", "csrf_token": onlooker.token()}
    assert onlooker.post(page.path, posted).status == 403
    save(phone, look(phone, night, tricks=HONEST[:2]), "record")
    assert phone.send(page, removal, "action=remove").status == 409
    assert saved(phone, night)["play"]["tricks"] == HONEST[:2]


def test_turn_legal_cards_and_revokes_are_shown_card_by_card(husarln):
    recorder = Recorder(*husarln, **{"hands.p2": PLAY["hands"]["Bernd"], "tricks": ["QD"]})
    assert "Trick 1: Bernd’s turn" in recorder.page.text
    lit = {button["value"]: button["class"] for button in recorder.page.html.one("div", "deck").all("button")}
    hand = PLAY["hands"]["Bernd"].split()
    assert [card for card in hand if lit[card] == "legal"] == ["AD", "KD"]
    assert {lit[card] for card in hand if card not in ("AD", "KD")} == {"illegal"}
    assert {lit[card] for card in lit if card not in hand} == {"elsewhere"}
    recorder.tap("put=QH")
    broken = "Bernd: ♥\ufe0eQ: the suit that was led had to be followed"
    legal = "Legal would have been: ♦\ufe0eK, ♦\ufe0eA."
    assert findings(recorder.page) == [f"Trick 1, {broken}. HU-46 {legal} {TAKEN_BACK}"]
    turn = recorder.page.html.one("p", "turn")
    assert (turn.text.startswith(broken), turn.text.endswith("Trick 1: Clara’s turn")) == (True, True)
    assert turn.one("a")["href"] == "#result"
    recorder = Recorder(*husarln, tricks=["QD QH T17"])
    assert "the record is incomplete" in recorder.page.text
    told = "Bernd, ♥\ufe0eQ: legal if Bernd had no ♦\ufe0e and no tarock. Did such a card come later? Enter it, too."
    assert told in recorder.page.text
    assert (findings(recorder.page), ways(recorder.page)) == ([], [])
    recorder.tap("put=T10", "put=T12", "put=AD")
    turn = recorder.page.html.one("p", "turn").text
    assert (
        "Bernd: the suit that was led had to be followed: ♥\ufe0eQ in trick 1, though ♦\ufe0eA came later, in trick 2"
        in turn
    )


def test_cards_can_be_taken_back_changed_and_forgotten(husarln):
    recorder = Recorder(*husarln, tricks=["T12 T19", "T16"])
    recorder.tap("back=1", "rest=1", "put=_")
    assert recorder.tricks == ["T12 T19 _", "_"]
    recorder.tap("go=tricks.0.1")
    assert "which card in its place?" in recorder.page.text
    recorder.tap("put=10C")
    assert recorder.tricks == ["T12 10C _", "_"]
    recorder.tap(*["back=1"] * 4)
    assert recorder.tricks == []
    recorder.tap("go=hands.p2", "put=AD", "put=KD", "put=AD", "put=QH")
    assert recorder.fields["hands.p2"] == ["KD QH"]
    recorder.tap("go=hands.p3")
    deck = recorder.page.html.one("div", "deck").all("button")
    assert {button["value"] for button in deck if "disabled" in button.attributes} == {"KD", "QH"}


def test_what_is_no_record_is_refused_with_its_reason(husarln):
    phone, night = husarln
    for fields, reason in (
        ({"tricks": "AX"}, "AX is no card of this pack"),
        ({"hands.p9": "AH"}, "p9 is not one of the players"),
        ({"leader": "p9"}, "p9 is not one of the players"),
        ({"led.x": "p1"}, "x is not the number of a trick"),
        ({"put": "7H"}, "7H is no card of this pack"),
        ({"tricks": ["AD " * 500] * 9}, "this record is too long"),
    ):
        page = look(phone, night, **fields)
        assert (page.status, page.errors) == (422, reason)
        assert page.form(at="")
    for spot in ("tricks.9.9", "tricks.x", "hands", "hands.p9", "talon.1", "nothing", "."):
        assert Recorder(phone, night, tricks="T12", at=spot, put="T19").tricks == ["T12 T19"], spot
    for number in ("0", "-1", "13", "x", "1"):
        assert Recorder(phone, night, tricks="T12 T19 T16", begin=number).tricks == ["T12 T19 T16"], number


def test_a_dispute_about_one_trick_takes_five_taps(husarln):
    recorder = Recorder(*husarln)
    recorder.tap("begin=3", "lead=p1", "put=QD", "put=QH", "put=T17")
    assert recorder.tricks == ["_ _ _", "_ _ _", "QD QH T17"]
    assert not findings(recorder.page), "one trick alone proves nothing"
    assert [item["id"] for item in recorder.page.html.one("ol", "tricks").all("li")] == ["trick-3"]
    recorder.tap("begin=11", "lead=p2", "put=KD", "begin=2", "lead=p3", "put=VS")
    assert recorder.tricks[1:3] == ["VS _ _", "QD QH T17"]
    assert "Trick 2: which card in its place?" in recorder.page.text, "the next of that trick"
    assert recorder.tricks[9:] == ["_ _ _", "KD"]
    (found,) = findings(recorder.page)
    assert found.startswith("Trick 3, Bernd: the suit that was led had to be followed: ♥\ufe0eQ in trick 3, ")
    assert found.endswith(f"though ♦\ufe0eK came later, in trick 11. HU-46 {TAKEN_BACK}")
    assert save(husarln[0], recorder.page, "record").status == 303
    assert saved(*husarln)["play"]["led"] == {"2": "Clara", "3": "Anna", "11": "Bernd"}
    recorder = Recorder(*husarln, tricks=["T12 T19"])
    recorder.tap("begin=1")
    assert recorder.tricks == ["T12 T19"]
    recorder.tap("begin=4", "lead=p2")
    assert recorder.tricks == ["T12 T19 _", "_ _ _", "_ _ _"]
    recorder.tap("put=QD", "back=1", "back=1")
    assert recorder.tricks == ["T12 T19 _"], "those nobody remembers are taken back together"
    assert "led.4" not in recorder.fields


def test_a_deal_in_which_nothing_was_played_has_no_cards_to_audit(husarln):
    phone, night = husarln
    phone.enter(night, passed="yes")
    phone.enter(night, declarer="p1", contract="Z1", points="40")
    for number, way, amounts in ((1, "void", {}), (3, "adjust", {"adjust-p1": "4", "adjust-p2": "-4"})):
        sent = {"action": "confirm", "note": "x", **amounts}
        assert phone.fill_in(f"{night}/deals/{number}/{way}", "number", **sent).status == 303
    phone.enter(night, "called", declarer="p2", contract="Z1")
    for number in (1, 2, 3):
        assert "Audit" not in phone.get(f"{night}/deals/{number}").text
    for number in (0, 1, 2, 3, 5, 99):
        assert look(phone, night, number).status == 404


def hands_of(row):
    return {f"hands.{KEYS[player]}": cards for player, cards in row["hands"].items()}


def dealt():
    rows = tomllib.loads((VECTORS / "herzeln.toml").read_text("utf-8"))["dealt"]
    return next(row for row in rows if row["id"] == "D-HZ3L")


def test_a_lay_off_is_recorded_move_by_move(shared_app):
    row = dealt()
    phone = Phone(shared_app)
    night = phone.open_night(*NAMES, rules="herzeln/piatnik")
    for _ in range(7):
        phone.enter(night, passed="yes")
    phone.enter(night, **{"out.1": "p1", "out.2": "p2", "out.3": "p3"})
    recorder = Recorder(phone, night, 8, **hands_of(row))
    recorder.tap("lead=p1")
    for move in row["moves"]:
        player, card, *where = move.split()
        assert f"{player}’s turn" in recorder.page.text
        recorder.page = phone.get(recorder.page.path, **recorder.fields | {"put": card, "by": KEYS[player]})
        if where:
            assert "Where was" in recorder.page.text
            recorder.tap(f"where={where[0]}")
    order = compared(recorder.page)["Who was out first, second and so on?"]
    assert order == ["Anna, Bernd, Clara", "Bernd, Clara, Anna ≠"]
    assert save(phone, recorder.page, "counted").status == 303
    deal = saved(phone, night, 8)
    assert (deal["out"], deal["play"]["layoff"]) == (row["order"], row["moves"])


def ways(page):
    """The buttons that decide a deal with a wrong card, with their classes."""
    form = page.html.one("form", "save")
    buttons = form.all("button", fits=lambda button: button["value"] in ("counted", "loses", "agreed"))
    return [(button["value"], "primary" in button["class"]) for button in buttons]


def test_where_a_revoke_loses_the_game_one_tap_books_it_so(shared_app):
    """Bernd, a defender, revoked: the declarer wins, though the cards count against her."""
    phone, night = open_table(shared_app, "33", revoke="offender_side_loses")
    assert phone.standing(night) == {"Anna": -8, "Bernd": 4, "Clara": 4}
    page = look(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=TRICKS)
    assert (compared(page)["Wrong card by"], ways(page)) == (["nothing", "Bernd ≠"], [("counted", True)])
    assert page.moved["Anna"] == (-8, 16, 8)
    assert save(phone, page, "counted").status == 303
    assert phone.standing(night) == {"Anna": 8, "Bernd": -4, "Clara": -4}
    assert saved(phone, night)["revoke"] == "Bernd"
    assert "Bernd played a wrong card, so Anna wins game and announcements HU-65" in phone.get(f"{night}/deals/1").text


def test_a_revoke_that_ends_the_deal_names_its_price_and_one_tap_books_it(shared_app):
    """Bernd did not follow; the rules say what he pays, and the count of the rest has no meaning."""
    row = ROWS["D-KR-1"]
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/ooe")
    phone.enter(night, declarer="p1", contract="rufer", called="KH", partner="p4", points="39 2/3", tricks="8")
    page = look(phone, night, tricks=row["change"][0]["tricks"])
    price = "Bernd’s wrong card ends the deal (KR-47): Bernd pays Anna, Clara, David 1 each"
    assert any(found.startswith(price) for found in findings(page))
    assert "Did a misplay end the hand" not in page.html.one("section", "verdict").text
    assert "Save as a revoke" in page.html.one("form", "save").text
    assert save(phone, page, "counted").status == 303
    assert phone.standing(night) == {"Anna": 1, "Bernd": -3, "Clara": 1, "David": 1}
    assert saved(phone, night)["revoke"] == "Bernd"


def test_ways_to_decide_about_a_revoke_stand_as_equals(table):
    """Bernd, a defender, revoked; by the count the declarer loses, by the table's word she may win."""
    phone, night = table
    contradicts = [TRICKS[0], TRICKS[0], *TRICKS[2:]]
    page = look(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=contradicts)
    assert "the record contradicts itself" in page.text
    assert ("so nothing is counted" in findings(page)[0], ways(page)) == (True, [])
    page = look(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=TRICKS)
    assert ways(page) == [("counted", False), ("loses", False), ("agreed", False)]
    answer = save(phone, page, "loses")
    assert saved(phone, night)["play"]["tricks"] == TRICKS
    form = phone.get(answer.location).form(**{"adjust-p1": ""})
    begun = {name: said for name, (said,) in values(form).items() if name.startswith("adjust-")}
    assert begun == {"adjust-p1": "8", "adjust-p2": "−4", "adjust-p3": "−4"}
    answer = save(phone, look(phone, night), "agreed")
    assert answer.location.endswith("/deals/1/adjust")


def resolutions(phone, night):
    return [item.one("strong").text for item in phone.get(f"{night}/deals/1").html.all("li", "resolved")]


def test_booking_the_count_settles_the_ticked_objections(table):
    phone, night = table
    phone.object_to(night, "Bernd did not follow suit")
    phone.object_to(night, "the talon was counted twice")
    page = look(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=TRICKS)
    form = page.html.one("form", "save")
    assert values(form)["resolves"] == ["1", "2"]
    bad = phone.send(page, form, "action=counted", resolves=["1", "9"])
    assert (bad.status, bad.errors) == (422, "there is no such query")
    assert phone.standing(night)["Anna"] == 8, "nothing is written where a part is refused"
    assert values(bad.html.one("form", "save"))["resolves"] == ["1"]
    sent = values(bad.html.one("form", "save")) | {"action": "counted"}
    for _ in range(2):
        assert phone.post(page.path, sent).status == 303
    assert phone.standing(night)["Anna"] == -8
    assert resolutions(phone, night) == ["right, the deal was fixed"]
    assert len(phone.get(f"{night}/deals/1").html.all("li", "doubt")) == 2
    assert holds(night)


def test_a_decision_about_a_revoke_settles_the_objection_too(table):
    phone, night = table
    phone.object_to(night, "Bernd did not follow suit")
    page = look(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=TRICKS)
    page = phone.get(save(phone, page, "loses").location)
    assert resolutions(phone, night) == [], "the points are not agreed yet"
    page = phone.send(page, page.form(**{"adjust-p1": ""}), "action=look")
    answer = phone.send(page, page.form(**{"adjust-p1": ""}), "action=confirm", note="agreed")
    assert answer.status == 303
    assert resolutions(phone, night) == ["right, the deal was fixed"]
    assert holds(night)


def test_an_objection_is_not_settled_by_cards_that_change_no_points(table):
    phone, night = table
    phone.object_to(night, "it was 34")
    page = look(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=TRICKS)
    assert save(phone, page, "record").status == 303
    for path in ("settle", "deals/1"):
        form = phone.get(f"{night}/{path}").form(how="withdrawn")
        assert [button["value"] for button in form.all("button")] == ["upheld", "rejected", "withdrawn"]
        assert [link for link in form.all("a") if link["href"].endswith("/deals/1/correct")]


def test_a_correction_settles_no_objection_unless_it_is_ticked(husarln):
    phone, night = husarln
    phone.object_to(night, "it was 34")
    page = phone.get(f"{night}/deals/1/correct")
    assert "resolves" not in values(page.form(number=""))
    assert phone.send(page, page.form(number=""), action="confirm", points="34", resolves="1").status == 303
    assert resolutions(phone, night) == ["right, the deal was fixed"]
