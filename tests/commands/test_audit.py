"""`audit`: the recorded deals of the vectors as night files, told to people and to programs."""

import json
import sys
import tomllib
from io import StringIO
from pathlib import Path

import pytest

from scorekeeper.commands import main
from tests.commands.running import write_night

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


ILLEGAL = deal(tricks=OVERTRUMP["tricks"])
PROVEN = deal(hands=None, tricks=["10C 10H 8C", "QC KC 9C", "JD QD 10D"])
OPEN = deal(hands=None, skat=None, discard=None, tricks=["_ QC 8C", "10H"])


@pytest.mark.parametrize(
    ("deals", "language", "status", "told"),
    [
        ([deal()], "en", 0, CLEAN),
        (
            [ILLEGAL],
            "en",
            1,
            "Deal 1: a rule was broken\n"
            "  the tricks: who led, the cards in order, * behind the one that won; ! is against the rules\n"
            "    1  Anna  ♣10*  ♣Q    ♣8\n    2  Anna  ♥Q    ♥10*  ♥J!\n"
            "  trick 2, Clara, ♥J: a higher trump had to be played (HB-21)\n    legal: ♥A\n",
        ),
        ([ILLEGAL], "de", 1, "\n  2. Stich, Clara, ♥B: es musste übertrumpft werden (HB-21)\n    erlaubt: ♥A\n"),
        (
            [PROVEN],
            "en",
            1,
            "  trick 1, Bernd, ♥10: the suit that was led had to be followed (HB-20)\n"
            "    proven by ♣Q, played in trick 2\n",
        ),
        ([deal(answers={"points": 35})], "en", 1, "Deal 1: the cards count otherwise than was entered\n"),
        ([deal(answers={"points": 35})], "en", 1, "  Soloist’s card points: 35 was entered, 33 is counted\n"),
        ([OPEN], "en", 1, "Deal 1: the record is incomplete; nothing wrong is proven\n"),
        ([OPEN], "en", 1, "\n    1  Anna  ?    ♣Q  ♣8\n    2        ♥10\n"),
        ([OPEN], "en", 1, "  trick 1, Anna, ?: the record does not show whether this was legal\n"),
        (
            [deal(hands=None, skat=None, discard=None, tricks=["_ _ _", "10C QC 10H"], led={"2": "Anna"})],
            "en",
            1,
            "    2  Anna  ♣10  ♣Q  ♥10*\n"
            "  trick 2, Clara, ♥10: legal if Clara had no ♣\n"
            "    Did one come later? Enter it, too.\n",
        ),
        ([{"soloist": "Anna", "points": 71}], "en", 0, "Deal 1: no cards are recorded\n"),
        ([], "en", 0, "There are no deals yet.\n"),
    ],
)
def test_a_deal_is_told_with_what_is_proven_about_it(deals, language, status, told, audit):
    ended, said = audit(*deals, words=["--lang", language])
    assert ended == status
    assert told in said


def test_one_bad_deal_among_many_decides_the_exit_status(audit):
    status, told = audit(deal(), {"passed": True}, ILLEGAL, deal())
    assert status == 1
    # With the deal passed on, the third has another forehand, but the record names its leader.
    verdicts = [line.partition(": ")[2] for line in told.splitlines() if line.startswith("Deal")]
    right = "everything is right"
    assert verdicts == [right, "no cards are recorded", "a rule was broken", right]
    assert told.count("\n\nDeal") == 3


def test_differences_of_every_kind_are_told(audit):
    status, told = audit(
        deal(HU, HU["counted"] | {"bonuses": [{"player": "Anna", "bonus": "pagat", "announced": True}]}), row=HU
    )
    assert status == 1
    assert (
        "  Bonuses (announce Trull and tarocks before play): Pagat ultimo by Anna (announced) was entered, "
        "Pagat ultimo by Anna (announced, failed) is counted\n" in told
    )
    tour = ROWS["D-HZ3"]["tours"][0]
    swapped = tour | {"Anna": tour["Clara"], "Clara": tour["Anna"]}
    told = audit(deal(ROWS["D-HZ3"], {"points": swapped}), row=ROWS["D-HZ3"])[1].replace("−", "-")
    entered, counted = (", ".join(f"{key} {value}" for key, value in points.items()) for points in (swapped, tour))
    assert f"  Points for each: {entered} was entered, {counted} is counted\n" in told


def audit_lay_off(audit, moves, **more):
    row = {"game": "herzeln", "rules": "piatnik", "players": list(LAY_OFF["hands"])}
    record = {"hands": LAY_OFF["hands"], "leader": LAY_OFF["first"], "layoff": moves}
    return audit(*[{"passed": True}] * 7, {"out": LAY_OFF["order"], "play": record}, row=row, **more)


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
    asked = "    Whether the card is taken back, the table decides (G-9)\n"
    assert told.endswith(f"  move 2, Anna, ♥9: it is not Anna’s turn (HZ-24)\n    no card was legal\n{asked}")
    told = audit_lay_off(audit, ["Anna 9S"])[1]
    asked = "    Until when it could be taken back, the table decides (G-8)\n"
    assert told.endswith(f"  move 1, Anna, ♠9: ♠9 does not fit there (HZ-20)\n    legal: ♣J, ♦J\n{asked}")


KEYS = {"number", "verdict", "violations", "undecided", "winners", "counted", "entered", "differences"}


def test_json_is_one_document_with_the_same_keys_in_every_language(audit):
    deals = (deal(), ILLEGAL, deal(answers={"points": 35}), {"passed": True})
    status, told = audit(*deals, words=["--json"])
    document = json.loads(told)
    assert (status, list(document)) == (1, ["deals"])
    assert [set(judged) for judged in document["deals"]] == [KEYS] * 4
    assert [judged["verdict"] for judged in document["deals"]] == ["clean", "violation", "difference", "not recorded"]
    assert audit(*deals, words=["--json", "--lang", "de"]) == (1, told)
    assert audit(deal(), words=["--json"])[0] == 0


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ({"tricks": ["10C QX 8C"]}, "play.tricks: QX is no card of this pack"),
        ({"hands": {"David": "AC"}}, "play.hands: David does not play in this deal"),
    ],
)
def test_what_cannot_be_accepted_is_told_in_one_line(play, reason, tmp_path, capsys):
    four = HB3 | {"players": ["Anna", "Bernd", "Clara", "David"]}
    file = write(tmp_path, {"passed": True}, deal(**play) | {"playing": HB3["players"], "dealer": "Clara"}, row=four)
    for words in ([], ["--json"]):
        assert main(["audit", *words, file]) == 2
        assert capsys.readouterr() == ("", f"{file}: deal 2: {reason}\n")


class Terminal(StringIO):
    def isatty(self):
        return True


MANY = [{"passed": True}] * 250


def test_many_deals_are_counted_on_a_terminal_and_the_line_is_left_empty(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert main(["audit", write(tmp_path, *MANY[:20])]) == main(["audit", "--json", write(tmp_path, *MANY)]) == 0
    assert sys.stderr.getvalue() == "", "neither few are counted, nor any for programs"
    bad = {"passed": True, "playing": HB3["players"], "dealer": "Clara", "play": {"hands": {"David": "AC"}}}
    four = HB3 | {"players": ["Anna", "Bernd", "Clara", "David"]}
    file = write(tmp_path, *MANY, bad, row=four)
    assert main(["audit", file]) == 2
    *shown, last = sys.stderr.getvalue().split("\r\x1b[K")[1:]
    assert shown[:2] == ["0 of 251 deals judged", "2 of 251 deals judged"]
    assert last == f"{file}: deal 251: play.hands: David does not play in this deal\n"


def test_tricks_of_which_nobody_remembers_a_card_are_one_line(audit):
    tricks = [*["_ _ _"] * 4, "10C QC 8C", "_ _ _", *["_ _ _"] * 2]
    _, told = audit(deal(tricks=tricks, led={"6": "Anna"}, hands=None, discard=None, skat=None))
    lines = [line.strip() for line in told.splitlines()]
    assert [line for line in lines if "nobody remembers" in line] == [
        "tricks 1 to 4: nobody remembers",
        "tricks 7 to 8: nobody remembers",
    ]
    assert any(line.startswith("6 ") for line in lines), "who led it somebody remembers"
