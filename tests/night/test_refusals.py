"""What is refused, as it is told: in the words of who typed it, in both languages."""

import pytest

from scorekeeper.journal.acts import Opened
from scorekeeper.language import Speech, find_locale
from scorekeeper.nightfile.night_reader import begin, read_night
from scorekeeper.nightfile.shorthand.paper_rows import read_rows
from scorekeeper.phrase import Refused
from scorekeeper.printing import Failure, explain

SIX = ["Anna", "Bernd", "Clara", "Dora", "Emil", "Hans"]
HEARTS = {"game": "herzblatt", "players": SIX[:3], "stake": "0.10 EUR"}
MUHR = {**HEARTS, "rules": "muhr"}
KING = {"game": "koenigrufen", "players": SIX[:4]}
HUSARLN = {"game": "husarln", "players": SIX[:3]}
WON = {"soloist": "Anna", "points": 71}


def refusal_of(data, language):
    with pytest.raises(Refused) as refused:
        read_night(data)
    return explain(Failure("n", refused.value), Speech(find_locale((language,))))


@pytest.mark.parametrize(
    ("data", "english"),
    [
        ({**HEARTS, "stake": "0.10 XAU"}, "stake: XAU is no money that anybody pays with"),
        ({**HEARTS, "stake": "1e3 EUR"}, "stake: 1e3 is not written out; an amount has digits and a point"),
        ({**HEARTS, "stake": "1_0 EUR"}, "stake: 1_0 is not written out; an amount has digits and a point"),
        (
            {**HEARTS, "deals": [{**WON, "stake": "1E-1 EUR"}]},
            "deal 1: stake: 1E-1 is not written out; an amount has digits and a point",
        ),
        (
            {**HEARTS, "settled": {"Anna": "1e1", "Bernd": "-1e1"}},
            "settled: 1e1 is not written out; an amount has digits and a point",
        ),
        ({**HEARTS, "settled": {"Anna": "0.10"}}, "settled: the amounts add up to €0.10, not to 0"),
        (
            {"game": "herzblatt", "players": SIX[:3], "deals": [{**WON, "stake": "0.10 EUR"}], "settled": {"Anna": 10}},
            "settled: the amounts add up to €0.10, not to 0",
        ),
        ({**HEARTS, "kitty": [{"in": "-1.00"}]}, "kitty: −€1.00 is not an amount that can be paid"),
        (
            {"game": "herzblatt", "players": SIX[:3], "kitty": [{"in": -100}]},
            "kitty: −100 is not an amount that can be paid",
        ),
        ({**HEARTS, "keys": {"Anna": 1}}, "keys.Anna: 1 is not a text"),
        ({**MUHR, "deals": [{**WON, "announced": "Du"}]}, "deal 1: announced: Du is not one of: 66, du"),
        ({**MUHR, "deals": [{**WON, "announced": 66}]}, 'deal 1: announced: 66 is not one of: "66", "du"'),
        ({**HEARTS, "house": {"loss": "2"}}, 'house.loss: "2" is not one of: 2, 1'),
        ({**HEARTS, "house": {"loss": True}}, "house.loss: true is not one of: 2, 1"),
        (
            {**HUSARLN, "deals": [{"declarer": "Anna", "contract": "Z2", "points": 40, "bonuses": [{"who": "Anna"}]}]},
            "deal 1: bonuses: row 1: who: no such key here; a row has: player, bonus, announced, made, contra",
        ),
        (
            {**KING, "deals": [{"declarer": "Anna", "contract": "dreier", "points": 40, "won": True}]},
            "deal 1: won: “Won” does not go with “Points of the declarer’s side” (points)",
        ),
        (
            {**KING, "deals": [{"declarer": "Anna", "contract": "bettel_ouvert", "won": True, "contra": 1}]},
            "deal 1: contra: Contra of each opponent: one answer for each player",
        ),
        ({**HEARTS, "players": SIX, "deals": [{"soloist": "Hans"}]}, "deal 1: soloist: Hans deals and sits out"),
        (
            {**HEARTS, "players": SIX, "deals": [{"line": "H 71"}]},
            "deal 1: line: Hans deals and sits out; if Emil dealt, write: @E H 71",
        ),
        (
            {**HEARTS, "players": SIX, "deals": [{"line": "H 71", "dealer": "Hans"}]},
            "deal 1: line: Hans deals and sits out",
        ),
        ({**HEARTS, "deals": [{"line": "A"}]}, "deal 1: line: enter the card points"),
        ({**HEARTS, "rules": "muhr", "deals": [{"line": "A all"}]}, "deal 1: line: enter the card points"),
        (
            {**HEARTS, "deals": [{**WON, "objections": [{"text": "x"}] * 21}]},
            "deal 1: objections: a deal can be queried at most 20 times",
        ),
    ],
)
def test_a_night_file_is_refused_in_the_words_of_who_typed_it(data, english):
    assert refusal_of(data, "en") == f"n: {english}"


def test_money_and_names_are_told_in_german_as_well():
    data = {**HEARTS, "settled": {"Anna": "0.10"}}
    assert refusal_of(data, "de") == "n: settled: zusammen ergibt das 0,10\xa0€, nicht 0"
    data = {**HEARTS, "players": SIX, "deals": [{"line": "H 71"}]}
    offered = "Hans gibt und setzt aus; wenn Emil gegeben hat, schreib: @E H 71"
    assert refusal_of(data, "de") == f"n: Spiel 1: line: {offered}"
    assert row_of("herzblatt", SIX, "H 71", "de") == offered


TOUR = {"points": {"Anna": -11, "Bernd": -20, "Clara": 0}}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"house": {"money": "winner_takes"}}, "n: deal 2: house: what is paid holds for a whole game; it can change"),
        (
            {"stake": "0.20 EUR"},
            "n: deal 2: stake: a game of several deals is paid as one: the stake can change where one begins",
        ),
        ({"house": {"money": "x"}}, "n: deal 2: house.money: x is not one of: pairwise, winner_takes, none"),
    ],
)
def test_a_change_that_cannot_be_is_blamed_on_the_key_that_tells_it(said, told):
    night = {"game": "herzeln", "players": SIX[:3], "stake": "0.10 EUR", "deals": [TOUR, {"passed": True, **said}]}
    assert refusal_of(night, "en").startswith(told)


def row_of(game, names, line, language="en", called=None):
    """What a row of paper is refused with, or the answers that it gives, by the keys of a journal."""
    keys = {f"p{place}": name for place, name in enumerate(names, 1)}
    state = begin(Opened(game=game, preset="", house={}, seats=tuple(keys), dealer="", most=0, stake="", date=""))
    (row,) = read_rows(state, keys, {}, [line], called)
    return Speech(find_locale((language,)), keys).say(row.refused.phrase) if row.refused else row.act.answers


@pytest.mark.parametrize(
    ("game", "names", "line", "english"),
    [
        ("herzblatt", SIX, "H 71", "Hans deals and sits out; if Emil dealt, write: @E H 71"),
        ("herzblatt", [*SIX, "Ida"], "H 71", "Hans sits out, as Ida deals; if Emil dealt, write: @E H 71"),
        ("husarln", SIX[:3], "A Z2 66⅓", "66⅓ is more than the 66 in the pack"),
        ("koenigrufen", SIX[:4], "A Drei 40 w", "“Won” does not go with “Points of the declarer’s side”"),
        ("herzblatt", SIX[:3], "- 71", "everybody passed, so nothing else can be said"),
        ("herzblatt", SIX[:3], "A -3", "-3 is less than 0"),
        ("herzblatt", ["Anna", "Otto"], "A 71 O", "O has no meaning here"),
        ("herzblatt", SIX[:3], "O 71", "O is none of the players: A Anna, B Bernd, C Clara"),
    ],
)
def test_a_row_is_refused_by_names_and_once(game, names, line, english):
    assert row_of(game, names, line) == english


def test_the_row_that_is_offered_is_taken():
    for names in (SIX, [*SIX, "Ida"]):
        offered = row_of("herzblatt", names, "H 71").rpartition(": ")[2]
        assert row_of("herzblatt", names, offered) == {"soloist": "p6", "points": 71}


@pytest.mark.parametrize(
    ("game", "names", "line", "answers"),
    [
        ("herzblatt", SIX[:3], "A 7O", {"soloist": "p1", "points": 70}),
        ("herzblatt", SIX[:3], "A O", {"soloist": "p1", "points": 0}),
        ("herzblatt", ["Otto", "Anna"], "O 71", {"soloist": "p1", "points": 71}),
        ("husarln", SIX[:3], "A Z2 /3o", {"declarer": "p1", "contract": "Z2", "defender_points": 30}),
        ("husarln", SIX[:3], "A Z2 4O 1/3", {"declarer": "p1", "contract": "Z2", "points": "40 1/3"}),
        ("husarln", SIX[:3], "A Z2 3O⅓", {"declarer": "p1", "contract": "Z2", "points": "30 1/3"}),
        ("herzblatt", ["Anna", "Käthe", "Karl"], "Kaethe 71", {"soloist": "p2", "points": 71}),
        ("herzblatt", ["Anna", "Käthe", "Karl"], "Kae 71", {"soloist": "p2", "points": 71}),
        ("herzblatt", ["Anna", "Käthe", "Karl"], "Kathe 71", {"soloist": "p2", "points": 71}),
        ("herzblatt", ["Anna", "Kaethe", "Karl"], "Käthe 71", {"soloist": "p2", "points": 71}),
        ("herzblatt", ["Anna", "René", "Groß"], "rene 71", {"soloist": "p2", "points": 71}),
        ("herzblatt", ["Anna", "René", "Groß"], "gross 71", {"soloist": "p3", "points": 71}),
    ],
)
def test_what_is_meant_is_understood(game, names, line, answers):
    assert row_of(game, names, line) == answers


def test_a_name_as_it_stands_goes_before_one_that_is_spelled_otherwise():
    assert row_of("herzblatt", ["Käthe", "Kaethe"], "Kaethe 71")["soloist"] == "p2"
    assert row_of("tapp", ["Östl", "Anna", "Bernd"], "O A 36") == {"declarer": "p2", "contract": "oberer", "points": 36}
