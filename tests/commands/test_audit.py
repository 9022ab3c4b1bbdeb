"""`audit`: the recorded deals of the vectors as night files, told to people and to programs."""

import json
import sys
import tomllib
from io import StringIO
from pathlib import Path

import pytest

from scorekeeper.cards.notation import look
from scorekeeper.commands import main
from tests.commands.running import NIGHT, write_night

VECTORS = Path(__file__).parents[1] / "vectors"
ROWS = {row["id"]: row for row in tomllib.loads((VECTORS / "deals.toml").read_text("utf-8"))["records"]}
HB3, HU = ROWS["D-HB3"], ROWS["D-HU-Z2"]
OVERTRUMP = next(change for change in HB3["change"] if change["reason"] == "MUST_OVERTRUMP")
(LAY_OFF,) = (
    row for row in tomllib.loads((VECTORS / "herzeln.toml").read_text("utf-8"))["dealt"] if row["id"] == "D-HZ3L"
)


CLEAN = """\
Deal 1: everything is right
  the tricks: who led, the cards in order, * behind the one that won
    1  Anna   ♣10*  ♣Q   ♣8
    2  Anna   ♥Q    ♥10  ♥A*
    3  Clara  ♦10   ♦J   ♦A*
    4  Bernd  ♦9    ♥K*  ♦K
    5  Clara  ♠K*   ♠Q   ♠J
    6  Clara  ♣J    ♣A*  ♠A
    7  Anna   ♥9    ♠9   ♥J*
    8  Clara  ♣K*   ♣9   ♦Q
"""


def deal(row=HB3, answers=None, **play):
    """One deal of a night file: what was entered, and the recorded cards; None leaves a key of these out."""
    record = {key: value for key, value in (row["play"] | play).items() if value is not None}
    return row.get("answers", {}) | ({"points": 33} if answers is None else answers) | {"play": record}


def write(folder, *deals, row=HB3, **more):
    night = {key: row[key] for key in ("game", "rules", "players")} | {"deals": list(deals)} | more
    return write_night(folder, json.dumps(night))


@pytest.fixture
def audit(tmp_path, capsys):
    """Judge a night of these deals: the exit status and what stands on standard output, nothing on the other."""

    def audit(*deals, words=(), **more):
        status = main(["audit", *words, write(tmp_path, *deals, **more)])
        told, mistakes = capsys.readouterr()
        assert mistakes == ""
        return status, told

    return audit


def test_a_clean_deal_is_told_trick_by_trick(audit):
    assert audit(deal()) == (0, CLEAN)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_the_winners_of_every_recorded_deal_are_marked(row, audit):
    """The player whose card has the mark leads the next trick, so each line checks the one before."""
    answers = row["counted"] if "counted" in row else {"points": row["tours"][0]} if "tours" in row else {}
    if row["game"] == "herzblatt":
        answers = {"points": row["counted"]["points"]}
    status, told = audit(deal(row, answers), row=row)
    assert status == 0
    lines = [line.split() for line in told.splitlines()[2:] if "claimed" not in line]
    assert [cards[1:] for _, *cards in lines] == [
        ["".join(look(card)) + "*" * (seat(row, leader, place) == winner) for place, card in enumerate(cards.split())]
        for leader, winner, cards in zip(
            (row["play"].get("leader", row.get("first", "Anna")), *row["winners"]),
            row["winners"],
            row["play"]["tricks"],
            strict=False,
        )
    ]
    assert [leader for _, leader, *_ in lines[1:]] == row["winners"][:-1]


def seat(row, leader, place):
    players = row["players"]
    return players[(players.index(leader) + place) % len(players)]


def test_an_illegal_card_is_told_with_what_was_legal(audit):
    status, told = audit(deal(tricks=OVERTRUMP["tricks"]))
    assert status == 1
    assert told.startswith("Deal 1: a rule was broken\n")
    assert told.endswith(
        "    1  Anna  ♣10*  ♣Q    ♣8\n    2  Anna  ♥Q    ♥10*  ♥J!\n"
        "  trick 2, Clara, ♥J: a higher trump had to be played (HB-21)\n    legal: ♥A\n"
    )


def test_a_card_that_proves_a_breach_is_named(audit):
    tricks = ["10C 10H 8C", "QC KC 9C", "JD QD 10D"]
    status, told = audit(deal(hands=None, tricks=tricks))
    assert status == 1
    assert (
        "  trick 1, Bernd, ♥10: the suit that was led had to be followed (HB-20)\n    proven by ♣Q, played in trick 2\n"
        in told
    )
    assert "legal:" not in told


def test_a_difference_is_told_with_both_counts(audit):
    status, told = audit(deal(answers={"points": 35}))
    assert status == 1
    assert told.startswith("Deal 1: the cards count otherwise than was entered\n")
    assert told.endswith("  Soloist’s card points: 35 was entered, 33 is counted\n")


def test_differences_of_every_kind_are_told(audit):
    status, told = audit(
        deal(HU, HU["counted"] | {"bonuses": [{"player": "Anna", "bonus": "pagat", "announced": True}]}), row=HU
    )
    assert status == 1
    assert (
        "  Bonuses; Trull and tarocks before play: Pagat ultimo by Anna (announced) was entered, "
        "Pagat ultimo by Anna (announced, failed) is counted\n" in told
    )
    tour = ROWS["D-HZ3"]["tours"][0]
    swapped = tour | {"Anna": tour["Clara"], "Clara": tour["Anna"]}
    told = audit(deal(ROWS["D-HZ3"], {"points": swapped}), row=ROWS["D-HZ3"])[1].replace("−", "-")
    entered, counted = (", ".join(f"{key} {value}" for key, value in points.items()) for points in (swapped, tour))
    assert f"  Points for each: {entered} was entered, {counted} is counted\n" in told


def test_an_incomplete_record_is_told_with_what_it_leaves_open(audit):
    status, told = audit(deal(hands=None, skat=None, discard=None, tricks=["_ QC 8C", "10H"]))
    assert status == 1
    assert told.startswith("Deal 1: the record is incomplete; nothing wrong is proven\n")
    assert "\n    1  Anna  ?    ♣Q  ♣8\n    2        ♥10\n" in told
    assert "  trick 1, Anna, ?: the record does not show whether this was legal\n" in told


def test_a_deal_without_cards_is_told_as_such(audit):
    assert audit({"soloist": "Anna", "points": 71}) == (0, "Deal 1: no cards are recorded\n")
    assert audit() == (0, "There are no deals yet.\n")


def test_one_bad_deal_among_many_decides_the_exit_status(audit):
    status, told = audit(deal(), {"passed": True}, deal(tricks=OVERTRUMP["tricks"]), deal())
    assert status == 1
    # With the deal passed on, the third has another forehand, but the record names its leader.
    headings = [line for line in told.splitlines() if line.startswith("Deal")]
    assert headings == [
        "Deal 1: everything is right",
        "Deal 2: no cards are recorded",
        "Deal 3: a rule was broken",
        "Deal 4: everything is right",
    ]
    assert told.count("\n\nDeal") == 3


def audit_lay_off(audit, moves, **more):
    row = {"game": "herzeln", "rules": "piatnik", "players": list(LAY_OFF["hands"])}
    record = {"hands": LAY_OFF["hands"], "leader": LAY_OFF["first"], "layoff": moves}
    return audit(*[{"passed": True}] * 7, {"out": LAY_OFF["order"], "play": record}, row=row, **more)


def test_a_misdeal_and_an_extra_tour_are_compared_with_no_cards(audit):
    first, second, third = LAY_OFF["order"]
    row = {"game": "herzeln", "rules": "piatnik", "players": list(LAY_OFF["hands"])}
    record = {"hands": LAY_OFF["hands"], "leader": LAY_OFF["first"], "layoff": LAY_OFF["moves"]}
    tours = [{"house": {"tie": "extra_tour"}, "passed": True}, {"tricks": {first: 2, second: 3, third: 3}}]
    told = {"out": LAY_OFF["order"], "misdealt": True, "extra": {first: -40}, "play": record}
    status, said = audit(*tours, *[{"passed": True}] * 5, told, row=row)
    assert status == 0, said


def test_a_lay_off_is_told_round_by_round(audit):
    status, told = audit_lay_off(audit, LAY_OFF["moves"])
    assert status == 0
    assert told.endswith(
        """
Deal 8: everything is right
  the moves: a line a round, with the number of its first one; – is a pass
        Bernd  Clara   Anna
    1                  ♣J
    2   ♥9     ♥A      ♥Q
    5   ♣K     ♣10 up  ♣A
    8   ♦10    ♥K      ♠9
    11  ♥J     ♣Q up   ♦K
    14  ♦Q     ♠J      ♥10
    17  ♦A     ♣9 up   ♦J
    20  ♠Q     ♦9      –
    23  ♠K     ♠A
"""
    )


def test_a_move_against_the_rules_is_marked_where_it_stands(audit):
    status, told = audit_lay_off(audit, [*LAY_OFF["moves"][:7], "Bernd pass"], words=["--lang", "de"])
    assert status == 1
    assert "– heißt gepasst; ! ist regelwidrig\n" in told
    assert "    5  ♣K     ♣10 oben  ♣A\n    8  –!\n  8. Zug, Bernd: Bernd passt" in told
    told = audit_lay_off(audit, LAY_OFF["moves"][:7])[1]
    assert "!" not in told
    told = audit_lay_off(audit, ["Anna JC", "Anna 9H"])[1]
    assert "\n    1                ♣J\n    2                ♥9!\n" in told


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (["Anna 9S"], "  move 1, Anna, ♠9: ♠9 does not fit there (HZ-20)\n    legal: ♣J, ♦J\n"),
        (["Anna JC", "Anna 9H"], "  move 2, Anna, ♥9: it is not Anna’s turn (HZ-24)\n    no card was legal\n"),
    ],
)
def test_a_breach_of_the_lay_off_names_the_move(moves, line, audit):
    status, told = audit_lay_off(audit, moves)
    assert status == 1
    assert told.endswith(line)


@pytest.mark.parametrize(
    ("row", "house", "dealer", "leader"),
    [
        (HB3, {"first_lead": "soloist"}, "Clara", "Bernd"),
        (ROWS["D-HZ3"], {"first_lead": "dealer"}, "Bernd", "Bernd"),
        (ROWS["D-HZ3"], {"first_lead": "dealer"}, "Clara", "Clara"),
    ],
)
def test_without_a_recorded_leader_the_tables_rule_tells_who_led(row, house, dealer, leader, audit):
    entered = {"points": row["counted"]["points"] if "counted" in row else row["tours"][0]}
    told = audit(deal(row, entered, hands=None, leader=None, tricks=["AC"]), row=row, house=house, dealer=dealer)[1]
    assert told.splitlines()[2].split() == ["1", leader, "♣A"]


KEYS = {
    "number",
    "verdict",
    "violations",
    "undecided",
    "winners",
    "counted",
    "entered",
    "differences",
}


def test_json_is_one_document_with_the_keys_of_the_contract(audit):
    wrong = deal(tricks=OVERTRUMP["tricks"])
    status, told = audit(deal(), wrong, deal(answers={"points": 35}), {"passed": True}, words=["--json"])
    assert status == 1
    document = json.loads(told)
    assert list(document) == ["deals"]
    assert [set(judged) for judged in document["deals"]] == [KEYS] * 4
    assert [(judged["number"], judged["verdict"]) for judged in document["deals"]] == [
        (1, "clean"),
        (2, "violation"),
        (3, "difference"),
        (4, "not recorded"),
    ]
    assert document["deals"][1]["violations"] == [
        {"trick": 2, "player": "Clara", "card": "JH", "reason": "MUST_OVERTRUMP", "legal": ["AH"]}
    ]
    assert document["deals"][2]["differences"] == [{"key": "points", "entered": 35, "counted": 33}]
    assert audit(deal(), words=["--json"])[0] == 0


def test_json_is_the_same_in_every_language(audit):
    night = deal(tricks=OVERTRUMP["tricks"]), deal(answers={"points": 35})
    assert audit(*night, words=["--json"]) == audit(*night, words=["--json", "--lang", "de"])


def test_the_verdicts_are_told_in_german(audit):
    german = ["--lang", "de"]
    status, told = audit(deal(tricks=OVERTRUMP["tricks"]), deal(answers={"points": 35}), words=german)
    assert status == 1
    assert told.startswith("Spiel 1: eine Regel wurde verletzt\n  die Stiche: ")
    assert "\n  2. Stich, Clara, ♥B: es musste übertrumpft werden (HB-21)\n    erlaubt: ♥A\n" in told
    assert told.endswith("  Augen des Alleinspielers: eingetragen 35, gezählt 33\n")


@pytest.mark.parametrize("words", [[], ["--json"]])
@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ({"tricks": ["10C QX 8C"]}, "play.tricks: QX is no card of this pack"),
        ({"hands": {"David": "AC"}}, "play.hands: David does not play in this deal"),
    ],
)
def test_what_cannot_be_accepted_is_told_in_one_line(words, play, reason, tmp_path, capsys):
    four = HB3 | {"players": ["Anna", "Bernd", "Clara", "David"]}
    file = write(tmp_path, {"passed": True}, deal(**play) | {"playing": HB3["players"], "dealer": "Clara"}, row=four)
    assert main(["audit", *words, file]) == 2
    assert capsys.readouterr() == ("", f"{file}: deal 2: {reason}\n")


class Terminal(StringIO):
    def isatty(self):
        return True


MANY = [{"passed": True}] * 250


def test_many_deals_are_counted_on_a_terminal_and_the_line_is_left_empty(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert main(["audit", write(tmp_path, *MANY)]) == 0
    *shown, last = sys.stderr.getvalue().split("\r\x1b[K")[1:]
    assert shown[:2] == ["0 of 250 deals judged", "2 of 250 deals judged"]
    assert last == ""
    assert len(shown) == 125


@pytest.mark.parametrize("words", [["--json"], []])
def test_nothing_is_counted_for_programs_nor_for_few_deals(words, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert main(["audit", *words, write(tmp_path, *(MANY if words else MANY[:20]))]) == 0
    assert sys.stderr.getvalue() == ""


def test_nothing_is_counted_where_standard_error_is_redirected(audit):
    assert audit(*MANY)[0] == 0


def test_a_mistake_among_many_deals_stands_on_a_line_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    bad = {"hands": {"David": "AC"}}
    four = HB3 | {"players": ["Anna", "Bernd", "Clara", "David"]}
    file = write(tmp_path, *MANY, {"passed": True, "playing": HB3["players"], "dealer": "Clara", "play": bad}, row=four)
    assert main(["audit", file]) == 2
    assert sys.stderr.getvalue().endswith(f"\r\x1b[K{file}: deal 251: play.hands: David does not play in this deal\n")


def test_a_night_of_any_kind_of_deal_can_be_judged(tmp_path, capsys):
    assert main(["audit", write_night(tmp_path, NIGHT)]) == 0
    assert capsys.readouterr().out.count("no cards are recorded") == 4


ODD = dict(zip(LAY_OFF["hands"], ("Anna", "Anna Maria", "Clara JH pass"), strict=True))


def test_names_with_blanks_stand_in_hands_tricks_and_moves(audit):
    moves = [" ".join((ODD[player], *said)) for player, *said in map(str.split, LAY_OFF["moves"])]
    hands = {ODD[player]: cards for player, cards in LAY_OFF["hands"].items()}
    play = {"hands": hands, "leader": ODD[LAY_OFF["first"]], "layoff": moves}
    last = {"out": [ODD[player] for player in LAY_OFF["order"]], "play": play}
    tricks = {"passed": True, "play": {"led": {"2": "Anna Maria"}, "tricks": ["10C QC 8C", "QH"]}}
    row = {"game": "herzeln", "rules": "piatnik", "players": list(ODD.values())}
    _, told = audit(tricks, *[{"passed": True}] * 6, last, row=row)
    first, *_, laid = told.split("\n\n")
    assert "Anna Maria" in first
    assert laid.startswith("Deal 8: everything is right")
    assert "Clara JH pass" in laid.splitlines()[2]
