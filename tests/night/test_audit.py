"""A night's recorded deals as `audit --json` tells them; what a record proves, the tests of the games say."""

import json

from scorekeeper.nightfile.audit import audit_night, found_something
from scorekeeper.nightfile.night_reader import read_night

TRICKS = ["10C QC 8C", "QH 10H AH", "10D JD AD", "9D KH KD", "KS QS JS", "JC AC AS", "9H 9S JH", "KC 9C QD"]
HANDS = {"Anna": "AC QH KD 9H 9C 10C JD QS", "Bernd": "JS AS AD QC 9S QD 9D 10H", "Clara": "8C JC 10D JH AH KS KC KH"}
PLAY = {"skat": "10H 8S", "discard": "10S 8S", "hands": HANDS, "tricks": TRICKS}


def audit(*deals, **top):
    night = {"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"], "deals": list(deals)} | top
    document = audit_night(read_night(night))
    json.dumps(document)
    return document


def test_every_kind_of_verdict():
    booked = {"soloist": "Bernd", "points": 33}
    document = audit(
        {**booked, "play": PLAY},
        {"soloist": "Bernd", "points": 35, "play": PLAY | {"leader": "Anna"}},
        {**booked, "play": PLAY | {"leader": "Anna", "tricks": TRICKS[:3]}},
        {**booked, "play": PLAY | {"leader": "Anna", "tricks": [TRICKS[0], "QH 10H JH"]}},
        booked,
        {"passed": True},
        {"void": True, "reason": "misdeal"},
    )
    kinds = [deal["verdict"] for deal in document["deals"]]
    assert kinds == ["clean", "difference", "incomplete", "violation", *["not recorded"] * 3]
    first, second, _, fourth, *_ = document["deals"]
    assert first["counted"] == first["entered"] == {"points": 33}
    assert second["differences"] == [{"key": "points", "entered": 35, "counted": 33}]
    assert fourth["violations"] == [
        {"trick": 2, "player": "Clara", "card": "JH", "reason": "MUST_OVERTRUMP", "legal": ["AH"]}
    ]
    assert found_something(document)
    assert not found_something(audit({**booked, "play": PLAY}, booked))


def test_a_violation_that_two_cards_prove():
    booked = {"soloist": "Bernd", "points": 35}
    (deal,) = audit({**booked, "play": {"tricks": ["10C QC 8C", "QH 10H JH"]}})["deals"]
    assert (deal["verdict"], deal["violations"]) == ("incomplete", [])
    assert {"trick": 2, "player": "Clara", "card": "JH", "lacking": ["AH"]} in deal["undecided"]
    (deal,) = audit({**booked, "play": {"tricks": ["10C QC 8C", "QH 10H JH", "JD AH 9D"]}})["deals"]
    broken = {"trick": 2, "player": "Clara", "card": "JH", "reason": "MUST_OVERTRUMP", "legal": None}
    assert deal["violations"] == [broken | {"seen": {"trick": 3, "card": "AH"}}]


def test_a_lay_off_is_told_with_its_wrong_move():
    layoff = {"hands": {"Anna": "JS", "Bernd": "QD", "Clara": "AC"}, "leader": "Anna"}
    out = {"out": ["Anna", "Bernd", "Clara"]}

    def last(moves, told=out):
        return audit(*[{"passed": True}] * 7, told | {"play": layoff | {"layoff": moves}}, game="herzeln")["deals"][-1]

    clean = last(["Anna JS", "Bernd QD"])
    assert (clean["verdict"], clean["counted"]) == ("clean", out)
    (broken,) = last(["Anna JS", "Bernd pass"])["violations"]
    assert broken == {"trick": 2, "player": "Bernd", "card": "", "reason": "MUST_PLAY", "legal": ["QD"]}
    assert last(["Anna JS"])["violations"][0]["reason"] == "INCOMPLETE"


def test_what_was_entered_and_cannot_have_been():
    (deal,) = audit({"soloist": "Bernd", "points": 100, "play": {"tricks": ["AC 10C KC"]}})["deals"]
    cards = [{"trick": 1, "card": "10C"}, {"trick": 1, "card": "AC"}]
    assert deal["verdict"] == "difference"
    assert deal["excluded"] == [{"key": "points", "of": [], "entered": 100, "least": 0, "most": 95, "cards": cards}]
    night = {"game": "koenigrufen", "rules": "ooe", "players": ["Anna", "Bernd", "Clara", "David"]}
    bonus = {"player": "Anna", "bonus": "pagat"}
    row = {"dealer": "David", "contract": "dreier", "declarer": "Anna", "points": 40, "bonuses": [bonus]}
    (deal,) = audit({**row, "play": {"tricks": ["T1 T20 T4 T5"]}}, **night)["deals"]
    found = {"key": "bonuses", "of": ["Anna", "pagat"], "entered": True, "least": False, "most": False}
    assert deal["excluded"] == [found | {"cards": [{"trick": 1, "card": "T1"}]}]
