"""What of a record in the making records itself: how many taps a deal takes, what is filled, and that it goes back."""

import pytest

from tests.web.disputed import HONEST, KEYS, NAMES, PLAY
from tests.web.html import values
from tests.web.test_auditing import open_table


@pytest.fixture
def husarln(shared_app):
    return open_table(shared_app)


class Recorder:
    """A phone that taps cards one after the other, and counts the taps."""

    def __init__(self, phone, night, number=1, **fields):
        self.phone = phone
        self.page = phone.get(f"{night}/deals/{number}/audit", **fields)
        self.taps = 0

    @property
    def fields(self):
        return values(self.page.form(at=""))

    @property
    def tricks(self):
        return self.fields.get("tricks", [])

    def tap(self, name, value):
        buttons = self.page.html.all("button", fits=lambda button: (button["name"], button["value"]) == (name, value))
        assert buttons, (name, value)
        assert all("disabled" not in button.attributes for button in buttons), (name, value)
        self.page = self.phone.get(self.page.path, **self.fields | {name: value})
        assert self.page.status == 200
        self.taps += 1

    def record(self, spot, cards):
        """Tap the cards of a hand or a pile, going there only if the page is not there already."""
        if self.fields["at"] != [spot]:
            self.tap("go", spot)
        for card in cards.split():
            self.tap("put", card)

    def play(self, tricks):
        """Tap the cards of the tricks but those that lie there by themselves."""
        if self.fields["at"] != ["tricks"]:
            self.tap("go", "")
        cards = " ".join(tricks).split()
        while (lying := len(" ".join(self.tricks).split())) < len(cards):
            self.tap("put", cards[lying])
        assert self.tricks == tricks


def test_the_last_hand_fills_itself_and_forced_cards_are_played(husarln):
    """With all hands it took 86 taps."""
    recorder = Recorder(*husarln)
    for key in ("talon", "discard"):
        recorder.record(key, PLAY[key])
    for name in NAMES[:2]:
        recorder.record(f"hands.{KEYS[name]}", PLAY["hands"][name])
    assert set(recorder.fields["hands.p3"][0].split()) == set(PLAY["hands"]["Clara"].split())
    assert recorder.fields["filled"] == ["hands.p3"]
    recorder.play(HONEST)
    assert recorder.taps == 63
    assert "everything is right" in recorder.page.text


def test_what_was_filled_goes_back_card_by_card_and_stays_away(husarln):
    phone, night = husarln
    recorder = Recorder(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], tricks=HONEST[:10])
    recorder.play(HONEST)
    marks = recorder.page.html.all("span", "filled")
    assert marks
    assert "were filled in" in recorder.page.text
    left = HONEST[11].split()
    for lying in (2, 1, 0):
        recorder.tap("back", "1")
        assert recorder.tricks == [*HONEST[:11], " ".join(left[:lying])][: 11 + bool(lying)]
    assert "filled" not in recorder.fields


def test_a_card_that_was_filled_can_be_another(husarln):
    """Bernd has one diamond left and throws a heart on a diamond all the same."""
    phone, night = husarln
    recorder = Recorder(phone, night, **{"hands.p2": "KD QH T1 T2 T3 T4 T5 T6 T7 T8 T9 QC"})
    recorder.tap("put", "QD")
    assert (recorder.tricks, recorder.fields["filled"]) == (["QD KD"], ["tricks.0.1"])
    recorder.tap("back", "1")
    recorder.tap("put", "QH")
    assert recorder.tricks == ["QD QH"]
    assert "the suit that was led had to be followed" in recorder.page.text
    recorder.tap("go", "tricks.0.1")
    recorder.tap("put", "KD")
    assert (recorder.tricks, "filled" in recorder.fields) == (["QD KD"], False)


def test_a_hand_that_was_filled_follows_the_others(husarln):
    """Another card in a recorded hand is another one less in the hand that is left."""
    phone, night = husarln
    hands = {f"hands.{KEYS[name]}": PLAY["hands"][name] for name in NAMES[:2]}
    some = hands["hands.p2"].rsplit(" ", 1)
    recorder = Recorder(phone, night, talon=PLAY["talon"], discard=PLAY["discard"], **hands | {"hands.p2": some[0]})
    assert "hands.p3" not in recorder.fields
    recorder.record("hands.p2", some[1])
    assert len(recorder.fields["hands.p3"][0].split()) == 12
    recorder.tap("go", "hands.p3")
    recorder.tap("back", "1")
    assert "hands.p3" not in recorder.fields
    recorder.tap("go", "")
    recorder.tap("put", "QD")
    assert recorder.fields["filled"] == ["hands.p3"]
    recorder.tap("go", "hands.p2")
    recorder.tap("put", some[1])
    assert "hands.p3" not in recorder.fields
    recorder.tap("go", "hands.p3")
    assert some[1] in {button["value"] for button in recorder.page.html.one("div", "deck").all("button")}
