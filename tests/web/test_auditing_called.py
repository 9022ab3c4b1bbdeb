"""Disputes in the middle of a hand: cards of a called deal, what fills itself, and the halves of a talon."""

from urllib.parse import urlencode

import pytest

from scorekeeper.cards.thirds import sign_thirds
from scorekeeper.storage.models import NightRow, database
from scorekeeper.storage.queries.nights import find_deal
from tests.web.disputed import HONEST, HONEST_COUNT, KEYS, NAMES, PLAY, ROWS, TRICKS
from tests.web.html import values
from tests.web.paying import holds
from tests.web.phone import Phone, links
from tests.web.test_auditing import Recorder, compared, dealt, findings, hands_of, look, open_table, save, saved

ALL = {"talon": PLAY["talon"], "discard": PLAY["discard"]}


def call(phone, night, **said):
    """Clara deals once more, so that Anna is forehand as in the recorded deal."""
    answer = phone.enter(night, "called", **({"declarer": "p1", "contract": "Z2", "dealer": "p3"} | said))
    assert answer.status == 303


def act_of(night, number):
    """The last act about a deal: its kind and facts."""
    with database.connection_context():
        deal = find_deal(NightRow.get(NightRow.slug == night.rsplit("/", 1)[1]).id, number)
    assert holds(night)
    return deal.history[-1].kind, deal.history[-1].facts


@pytest.fixture
def called(shared_app):
    """A night of Husarln with one deal booked and one called."""
    phone, night = open_table(shared_app)
    call(phone, night)
    return phone, night


def test_a_called_deal_is_judged_saved_and_still_open(called):
    phone, night = called
    for path in (night, f"{night}/enter", f"{night}/deals/2"):
        links_there = [link["href"] for link in phone.get(path).html.one("main").all("a")]
        assert f"{night}/deals/2/audit" in links_there, path
    before = phone.standing(night)
    recorder = Recorder(phone, night, 2, tricks=TRICKS[:2])
    recorder.tap("put=QD", "put=QH")
    assert "the record is incomplete" in recorder.page.text
    assert not recorder.page.html.all("button", fits=lambda button: button["value"] == "counted")
    page = look(phone, night, 2, **{"hands.p2": PLAY["hands"]["Bernd"]}, tricks=["QD QH"])
    assert findings(page)[0].startswith("Trick 1, Bernd: ♥\ufe0eQ: the suit that was led had to be followed")
    answer = save(phone, page, "record")
    assert (answer.status, answer.location) == (303, f"{night}/deals/2/audit")
    kind, facts = act_of(night, 2)
    assert (kind, facts["play"]["tricks"]) == ("called", ["QD QH"])
    assert phone.standing(night) == before
    assert "Deal 2 is being played" in phone.get(night).text
    assert "a rule was broken" in phone.get(f"{night}/deals/2").text
    onlooker = Phone(phone.client.application)
    onlooker.join(links(phone, night)["onlooker"])
    assert "a rule was broken" in onlooker.get(f"{night}/deals/2/audit").text


def test_the_counted_result_of_a_called_deal_can_be_taken_back(called):
    """Points that somebody typed with the call are neither compared with the cards nor mixed with their count."""
    phone, night = called
    call(phone, night, points="66", defender_points="1")
    page = look(phone, night, 2, **ALL, tricks=HONEST)
    late = look(phone, night, 2, **ALL, tricks=HONEST)
    assert "everything is right" in page.text
    assert compared(page)["Declarer’s card points"] == [sign_thirds(HONEST_COUNT)]
    assert page.moved == {"Anna": (8, 8, 16), "Bernd": (-4, -4, -8), "Clara": (-4, -4, -8)}
    form = page.html.one("form", "save")
    answer = phone.send(page, form, "action=counted")
    assert (answer.status, answer.location) == (303, f"{night}#deal-2")
    kind, facts = act_of(night, 2)
    assert (kind, facts["answers"]) == ("booked", {"declarer": "p1", "contract": "Z2", "points": HONEST_COUNT})
    assert facts["play"]["tricks"] == HONEST
    again = phone.send(page, form, "action=counted")
    assert (again.status, again.location) == (303, f"{night}#deal-2")
    assert save(phone, late, "counted").status == 409, "another phone books it too"
    sheet = phone.get(night)
    assert sheet.standing == {"Anna": 16, "Bernd": -8, "Clara": -8}
    assert phone.send(sheet, sheet.html.one("form", "undo")).status == 303
    assert phone.standing(night) == {"Anna": 8, "Bernd": -4, "Clara": -4}


def test_where_the_cards_leave_an_announcement_open_nothing_is_booked(shared_app):
    """A revoke has decided the game already, but nobody said what became of the Pagat."""
    phone, night = open_table(shared_app, revoke="offender_side_loses")
    page = phone.get(f"{night}/enter")
    announced = page.html.one("select", fits=lambda select: select["name"] == "bonuses.pagat.p1")
    code = next(option["value"] for option in announced.all("option") if option.text == "announced")
    call(phone, night, **{"bonuses.pagat.p1": code})
    page = look(phone, night, 2, **{"hands.p2": PLAY["hands"]["Bernd"]}, tricks=["QD QH"])
    assert compared(page)["Wrong card by"] == ["Bernd"]
    assert not page.html.all("button", fits=lambda button: button["value"] == "counted")
    refused = phone.post(page.path, values(page.html.one("form", "save")) | {"action": "counted"})
    assert (refused.status, refused.errors) == (422, "Pagat ultimo by Anna was announced: was it made?")
    assert act_of(night, 2)[0] == "called"
    phone, night = open_table(shared_app)
    assert look(phone, night, 2).status == 404
    assert "/deals/2/audit" not in phone.get(f"{night}/enter").body
    herzblatt = phone.open_night(*NAMES, rules="herzblatt/braun", **{"house-first_lead": '"soloist"'})
    assert look(phone, herzblatt, 1).status == 404, "who leads is unknown"
    phone.enter(herzblatt, "called", soloist="p2")
    assert "Trick 1: Bernd’s turn" in look(phone, herzblatt, 1).text


def test_a_result_by_hand_keeps_the_cards_of_a_called_deal(called):
    phone, night = called
    save(phone, look(phone, night, 2, tricks=HONEST[:1]), "record")
    page = look(phone, night, 2)
    assert phone.send(page, page.html.one("form", "removal"), "action=remove").status == 303
    kind, facts = act_of(night, 2)
    assert (kind, facts["answers"]["contract"], "play" in facts) == ("called", "Z2", False)
    save(phone, look(phone, night, 2, tricks=HONEST[:1]), "record")
    call(phone, night, contract="Z1")
    assert act_of(night, 2)[1]["play"]["tricks"] == HONEST[:1]
    assert phone.enter(night, declarer="p1", contract="Z2", points="35").status == 303
    assert saved(phone, night, 2)["play"]["tricks"] == HONEST[:1]
    call(phone, night)
    save(phone, look(phone, night, 3, tricks=HONEST[:1]), "record")
    assert phone.enter(night, declarer="p1", contract="Z2", points="35", dealer="p1").status == 303
    assert "play" not in saved(phone, night, 3), "other players sat in another order"


def test_a_tour_in_which_nothing_is_called_is_audited_while_it_is_played(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night(*NAMES, rules="herzeln/piatnik")
    page = look(phone, night, 1, tricks=["AS KS QS"])
    form = page.html.one("form", "save")
    for _ in range(2):
        assert phone.send(page, form, "action=record").location == f"{night}/deals/1/audit"
    for _ in range(7):
        phone.enter(night, passed="yes")
    assert phone.send(page, form, "action=record").location == f"{night}/deals/1/audit"
    assert act_of(night, 1)[0] == "booked"
    assert f'href="{night}/deals/8/audit"' in phone.get(f"{night}/enter").body
    row = dealt()
    moves = [f"{KEYS[move.split()[0]]} {' '.join(move.split()[1:])}" for move in row["moves"]]
    page = look(phone, night, 8, leader="p1", layoff=moves[:9], **hands_of(row))
    assert save(phone, page, "record").status == 303
    sheet = phone.get(night)
    assert "Deal 8 is being played" in sheet.text
    page = look(phone, night, 8, leader="p1", layoff=moves, **hands_of(row))
    form = page.html.one("form", "save")
    assert phone.send(page, form, "action=counted").location == f"{night}#deal-8"
    assert saved(phone, night, 8)["out"] == row["order"]
    assert phone.send(page, form, "action=counted").location == f"{night}#deal-8"


def test_forced_cards_fill_themselves_and_can_be_changed(shared_app):
    """In a second deal Bernd has one diamond left and throws a heart on a diamond all the same."""
    phone, night = open_table(shared_app)
    recorder = Recorder(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=HONEST[:10])
    recorder.play(HONEST)
    assert recorder.page.html.all("span", "filled")
    assert "were filled in" in recorder.page.text
    left = HONEST[11].split()
    for lying in (2, 1, 0):
        recorder.tap("back=1")
        assert recorder.tricks == [*HONEST[:11], " ".join(left[:lying])][: 11 + bool(lying)]
    assert "filled" not in recorder.fields
    recorder = Recorder(phone, night, **{"hands.p2": "KD QH T1 T2 T3 T4 T5 T6 T7 T8 T9 QC"})
    recorder.tap("put=QD")
    assert (recorder.tricks, recorder.fields["filled"]) == (["QD KD"], ["tricks.0.1"])
    recorder.tap("back=1", "put=QH")
    assert recorder.tricks == ["QD QH"]
    assert "the suit that was led had to be followed" in recorder.page.text
    recorder.tap("go=tricks.0.1", "put=KD")
    assert (recorder.tricks, "filled" in recorder.fields) == (["QD KD"], False)
    recorder = Recorder(phone, night)  # which took 86 taps
    for key in ("talon", "discard"):
        recorder.record(key, PLAY[key])
    for name in NAMES[:2]:
        recorder.record(f"hands.{KEYS[name]}", PLAY["hands"][name])
    assert set(recorder.fields["hands.p3"][0].split()) == set(PLAY["hands"]["Clara"].split())
    assert recorder.fields["filled"] == ["hands.p3"]
    recorder.play(HONEST)
    assert recorder.taps == 63
    assert "everything is right" in recorder.page.text


def test_a_hand_that_was_filled_follows_the_others(shared_app):
    """Another card in a recorded hand is another one less in the hand that is left."""
    hands = {f"hands.{KEYS[name]}": PLAY["hands"][name] for name in NAMES[:2]}
    some, last = hands["hands.p2"].rsplit(" ", 1)
    recorder = Recorder(*open_table(shared_app), **ALL, **hands | {"hands.p2": some})
    assert "hands.p3" not in recorder.fields
    recorder.record("hands.p2", last)
    assert len(recorder.fields["hands.p3"][0].split()) == 12
    recorder.tap("go=hands.p3", "back=1")
    assert "hands.p3" not in recorder.fields
    recorder.tap("go=", "put=QD")
    assert recorder.fields["filled"] == ["hands.p3"]
    recorder.tap("go=hands.p2", f"put={last}")
    assert "hands.p3" not in recorder.fields
    recorder.tap("go=hands.p3")
    assert last in {button["value"] for button in recorder.page.html.one("div", "deck").all("button")}


AT_TABLE = ("Anna", "Bernd", "Clara", "David", "Emma")
CALLS = {
    "tapp": {"declarer": "p3", "contract": "dreier", "points": "34"},
    "koenigrufen": {"declarer": "p1", "contract": "rufer", "called": "KH", "partner": "p4", "points": "40"},
}


def open_deal(app, game, preset, **call):
    """A deal of three, or of four at a table of five, whose dealer Emma sits out."""
    phone = Phone(app)
    night = phone.open_night(*(AT_TABLE if game == "koenigrufen" else AT_TABLE[:3]), rules=f"{game}/{preset}")
    phone.enter(night, **CALLS[game] | call)
    return phone, night


def halves(page):
    """What the buttons of the halves say, and which of them is pressed."""
    buttons = page.html.all("button", fits=lambda button: button["name"] == "took")
    return [(button.text, button["aria-pressed"] == "true") for button in buttons]


@pytest.mark.parametrize(
    ("game", "preset", "row", "taken", "labels"),
    [
        ("tapp", "mayr", "D-TT-1", 2, ["the lower", "the upper"]),
        ("koenigrufen", "ooe", "D-KR-1", 1, ["the first", "the second"]),
    ],
)
def test_the_half_is_said_by_a_tap_judged_saved_and_taken_back(shared_app, game, preset, row, taken, labels):
    phone, night = open_deal(shared_app, game, preset)
    play = ROWS[row]["play"]
    keys = {name: f"p{place}" for place, name in enumerate(AT_TABLE, 1)}
    fields = [(key, play[key]) for key in ("talon", "discard")] + [("tricks", trick) for trick in play["tricks"]]
    fields += [(f"hands.{keys[name]}", cards) for name, cards in play["hands"].items()]
    recorder = Recorder(phone, f"{night}/deals/1/audit?{urlencode([*fields, ('at', 'talon')])}")
    assert "Emma" not in recorder.page.form(at="").text, "she dealt"
    assert halves(recorder.page) == [(label, False) for label in labels]
    assert "everything is right" in recorder.page.text, "the cards tell which half it was"

    recorder.tap(f"took=half.{3 - taken}")
    assert halves(recorder.page)[2 - taken] == (labels[2 - taken], True)
    assert "everything is right" not in recorder.page.text, "he played cards of the other one"

    recorder.tap(f"took=half.{taken}")
    assert [pressed for _, pressed in halves(recorder.page)].index(True) == taken - 1
    assert "everything is right" in recorder.page.text
    save(phone, recorder.page, "record")
    assert saved(phone, night)["play"]["half"] == taken

    recorder = Recorder(phone, night, edit=1, at="talon")
    recorder.tap(f"took=half.{taken}")
    assert halves(recorder.page) == [(label, False) for label in labels]
    save(phone, recorder.page, "record")
    assert "half" not in saved(phone, night)["play"]


@pytest.mark.parametrize(
    ("game", "preset", "call"),
    [
        ("tapp", "kruepl", {"contract": "unterer"}),
        ("koenigrufen", "ooe", {"contract": "sechserdreier", "called": "", "partner": ""}),
    ],
)
def test_nobody_is_asked_where_no_half_or_a_certain_one_is_taken(shared_app, game, preset, call):
    phone, night = open_deal(shared_app, game, preset, **call)
    page = look(phone, night, at="talon")
    assert ("Talon" in page.text, halves(page)) == (True, [])


def test_a_deal_that_counts_double_is_booked_double_from_its_cards(shared_app):
    """KR-46: the factor that the deals before make due is entered with the counted result, as on the entry page."""
    phone, play = Phone(shared_app), ROWS["D-KR-1"]["play"]
    night = phone.open_night("David", "Anna", "Bernd", "Clara", rules="koenigrufen/ruediger")
    counts = {"points.p1": "20 1/3", "points.p2": "30 1/3", "points.p3": "19 1/3", "points.p4": "0"}
    assert phone.enter(night, contract="trischaken", **counts).status == 303
    assert phone.enter(night, "called", declarer="p2", contract="rufer", called="KH").status == 303
    fields = {key: play[key] for key in ("talon", "discard") if key in play}
    page = look(phone, night, 2, **fields, tricks=play["tricks"])
    save(phone, page, "counted")
    assert "Double deal times 2" in phone.get(f"{night}/deals/2").text
