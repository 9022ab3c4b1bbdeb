"""The lay-off against the rows of tests/vectors/herzeln.toml, and played at random."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cards.record import Move, read_record, write_record
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.deal import read_points
from scorekeeper.games.herzeln.layoff import REVOKES, begin, broken, check, explain, lay, legal, places
from scorekeeper.games.herzeln.layoff import check_record as check_value
from scorekeeper.games.herzeln.rules import PIATNIK, pack_for
from scorekeeper.games.house import apply_house
from scorekeeper.night.record import read_play
from scorekeeper.phrase import PLAIN, Refused, render

ROWS = tomllib.loads((Path(__file__).parents[2] / "vectors" / "herzeln.toml").read_text("utf-8"))
NAMES = ("Anna", "Bernd", "Clara", "David")
CHANGES = [(row, row) for row in ROWS["dealt"]] + [(row, change) for row in ROWS["dealt"] for change in row["change"]]


def judge(hands, first, moves, house=None):
    """The record as a night file has it, so that reading it is tried too."""
    raw = {"hands": hands, "leader": first, "layoff": moves}
    return check_record(apply_house(PIATNIK, house or {}), Seating(8, tuple(hands)[-1], tuple(hands)), raw)


def check_record(rules, seating, raw):
    players = dict.fromkeys((*seating.playing, *NAMES))  # of the night, of whom not all play
    return check_value(rules, seating, read_play(GAMES["herzeln"], players, raw))


def compare(verdict, row):
    if "order" in row:
        assert not verdict.breaches
        assert list(verdict.order) == row["order"]
        seating = Seating(8, verdict.table.players[-1], verdict.table.players)
        assert row.get("points", {}).items() <= read_points(PIATNIK, seating, "out", row["order"]).items()
    else:
        assert (verdict.breaches[0].step, verdict.breaches[0].reason) == (row["step"], row["reason"])


@pytest.mark.parametrize("row", ROWS["layoff"], ids=lambda row: row["id"])
def test_a_lay_off_is_judged_as_the_worked_example_says(row):
    compare(judge(row["hands"], row["first"], row["moves"], row.get("house")), row)


@pytest.mark.parametrize(("row", "change"), CHANGES, ids=lambda row: row.get("what") or row["id"])
def test_a_whole_lay_off_is_judged_as_its_author_says(row, change):
    compare(judge(row["hands"], row["first"], change["moves"]), change)


def test_what_would_have_been_legal():
    hands = {"Anna": "JS KH", "Bernd": "QD 9C", "Clara": "AC 10S"}
    breach = judge(hands, "Anna", ["Anna JS", "Bernd pass"]).breaches[0]
    assert (breach.player, breach.card, breach.legal) == ("Bernd", "", ("QD", "9C"))
    assert render(explain(breach), PLAIN) == "Bernd passes although a card fits"
    breach = judge(hands, "Anna", ["Anna JS", "Clara AC"]).breaches[0]
    assert (breach.reason, breach.legal) == ("OUT_OF_TURN", ())
    breach = judge(hands, "Anna", ["Anna JS"]).breaches[0]
    assert (breach.step, breach.player, breach.reason, breach.legal) == (1, "Bernd", "INCOMPLETE", ("QD", "9C"))


def found(verdict):
    return [(breach.step, breach.player, breach.card, breach.reason) for breach in verdict.breaches]


def test_judging_goes_on_after_a_pass_that_was_not_allowed():
    hands = {"Anna": "JS KH", "Bernd": "QD 9C", "Clara": "AC 10S"}
    verdict = judge(hands, "Anna", ["Anna JS", "Bernd pass", "Clara pass", "Anna KH"])
    assert found(verdict) == [
        (1, "Bernd", "", "MUST_PLAY"),
        (3, "Anna", "KH", "DOES_NOT_FIT"),
    ]
    assert verdict.steps == 3
    moves = ["Anna JS", "Bernd pass", "Clara pass", "Anna pass", "Bernd QD", "Clara pass", "Anna KH"]
    verdict = judge(hands, "Anna", moves)
    assert found(verdict) == [(1, "Bernd", "", "MUST_PLAY"), (7, "Bernd", "", "INCOMPLETE")]
    assert (verdict.table.turn, verdict.order) == ("Bernd", ("Anna",))


def test_after_a_move_out_of_turn_it_is_the_turn_of_whoever_goes_on():
    hands = {"Anna": "JS KH", "Bernd": "QD 9C", "Clara": "AC 10S"}
    for after in (["Bernd QD", "Clara pass"], ["Bernd pass", "Bernd QD", "Clara pass"], ["Anna pass", "Bernd QD"]):
        verdict = judge(hands, "Anna", ["Anna JS", "Clara pass", *after])
        assert found(verdict)[:-1] == [(1, "Clara", "", "OUT_OF_TURN")], after
        assert found(verdict)[-1][3] == "INCOMPLETE"
    again = judge(hands, "Anna", ["Anna JS", "Clara pass", "Bernd QD", "Anna KH"])
    assert [reason for *_, reason in found(again)] == ["OUT_OF_TURN", "OUT_OF_TURN", "INCOMPLETE"]
    lost = judge(hands, "Anna", ["Anna JS", "Clara AC", "Bernd pass"])
    assert (found(lost), lost.steps) == ([(1, "Clara", "AC", "OUT_OF_TURN")], 1)


def test_nothing_follows_the_end():
    hands = {"Anna": "JS", "Bernd": "QD", "Clara": "AC"}
    verdict = judge(hands, "Anna", ["Anna JS", "Bernd QD", "Clara AC"])
    assert (verdict.order, verdict.breaches[0].step, verdict.breaches[0].reason) == (
        ("Anna", "Bernd", "Clara"),
        2,
        "GAME_OVER",
    )


HANDS = {"Anna": "JS 9C", "Bernd": "QD JH", "Clara": "JC 10S"}


@pytest.mark.parametrize(
    ("house", "moves", "reason"),
    [
        ({}, ["Bernd JH"], "OUT_OF_TURN"),
        ({}, ["Anna pass"], "MUST_PLAY"),
        ({"pass": "free"}, ["Anna pass"], "MUST_PLAY"),
        ({"pass": "free"}, ["Anna JS", "Bernd pass", "Clara pass", "Anna pass"], "INCOMPLETE"),
        ({"layoff_start": "any_jack_holder"}, ["Clara JC", "Anna 9C", "Clara pass"], "OUT_OF_TURN"),
        ({"layoff_start": "any_jack_holder"}, ["Clara 10S"], "DOES_NOT_FIT"),
        ({"layoff_start": "any_jack_holder"}, ["Clara JC", "Anna pass"], "MUST_PLAY"),
        ({"layoff_start": "jack_of_hearts"}, ["Anna JS"], "OUT_OF_TURN"),
        ({"layoff_start": "jack_of_hearts"}, ["Bernd QD"], "DOES_NOT_FIT"),
        ({"layoff_start": "jack_of_hearts"}, ["Bernd JH", "Clara pass", "Anna 9C"], "INCOMPLETE"),
        ({"rows": "per_jack"}, ["Anna JS", "Bernd JH", "Clara pass"], "MUST_PLAY"),
        ({"rows": "per_jack"}, ["Anna JS", "Bernd JH", "Clara JC", "Anna 9C"], "SAY_WHERE"),
        ({"rows": "per_jack"}, ["Anna JS", "Bernd JH", "Clara JC", "Anna 9C down"], "SAY_WHERE"),
        ({"rows": "per_jack"}, ["Anna JS", "Bernd JH", "Clara JC", "Anna 9C JD"], "DOES_NOT_FIT"),
        ({"rows": "per_jack"}, ["Anna JS", "Bernd JH", "Clara JC", "Anna 9C JH", "Bernd QD JC"], None),
        ({}, ["Anna JS", "Bernd QD down"], "DOES_NOT_FIT"),
    ],
)
def test_a_move_is_judged_by_the_house_rules(house, moves, reason):
    assert [breach.reason for breach in judge(HANDS, "Anna", moves, house).breaches[:1]] == ([reason] if reason else [])


def test_forehand_without_a_jack_passes():
    hands = {"Anna": "9C", "Bernd": "QD JH", "Clara": "JC 10S"}
    assert judge(hands, "Anna", ["Anna pass", "Bernd pass"]).breaches[0].reason == "MUST_PLAY"
    assert judge(hands, "Anna", ["Anna pass", "Bernd JH"]).breaches[0].reason == "INCOMPLETE"


@pytest.mark.parametrize("move", ["Anna JS QD", "Anna JS up up", "Anna", "Zoe JS", "Anna up", "Anna JS left"])
def test_a_move_that_cannot_be_read_is_refused(move):
    with pytest.raises(Refused):
        judge(HANDS, "Anna", [move])


def test_a_mover_who_does_not_play():
    with pytest.raises(Refused, match="David does not play in this deal"):
        check_record(PIATNIK, Seating(8, "David", NAMES[:3]), {"layoff": ["David JS"]})


def test_names_with_blanks_and_their_renaming():
    record = {"hands": {"Anna": "JS", "Anna B": "QD", "C": "9C"}, "layoff": ["Anna JS", "Anna B QD up"]}
    assert check_record(PIATNIK, Seating(8, "C", ("Anna", "Anna B", "C")), record).order == ("Anna", "Anna B", "C")
    renamed = read_record(record, ("Anna", "Anna B", "C")).rename({"Anna": "x", "Anna B": "y", "C": "z"})
    assert write_record(renamed)["layoff"] == ["x JS", "y QD up"]


def play_out(random, rules, players):
    """Return hands, first player and moves of a lay-off played at random by the rules, every card seen."""
    cards = list(pack_for(players).cards)
    random.shuffle(cards)
    hands = {NAMES[place]: tuple(cards[place * 8 : place * 8 + 8]) for place in range(players)}
    first = random.choice(NAMES[:players])
    table, moves, idle = begin(rules, hands, first), [], 0
    while not table.over:
        player = table.turn or random.choice([name for name in hands if legal(table, name)])
        cards = legal(table, player)
        idle = 0 if cards else idle + 1
        assert idle < players, "nobody can go on"
        move = Move(player)
        if cards and not (rules.pass_ == "free" and table.rows and random.random() < 0.2):
            card = random.choice(cards)
            place = random.choice(places(table, card))
            by_row = rules.rows == "per_jack" and place.end != "new"
            where = table.rows[place.row].jack if by_row else place.end.removeprefix("new")
            move = Move(player, card, where if len(places(table, card)) > 1 else "")
        assert broken(table, move) is None
        table = lay(table, move)
        moves.append(move)
    return hands, first, moves, table


@given(
    st.randoms(use_true_random=False),
    st.sampled_from([3, 4]),
    st.fixed_dictionaries(
        {
            "rows": st.sampled_from(["one", "per_jack"]),
            "layoff_start": st.sampled_from(["forehand", "any_jack_holder", "jack_of_hearts"]),
            "pass": st.sampled_from(["only_if_unable", "free"]),
        }
    ),
)
def test_play_never_gets_stuck(random, players, house):
    """HZ-20, HZ-22: as long as cards remain somebody can lay one; the record of it is clean, with hands or without."""
    rules = apply_house(PIATNIK, house)
    hands, first, moves, table = play_out(random, rules, players)
    verdict = check(rules, hands, first, moves)
    assert (verdict.breaches, verdict.order) == ((), table.out)
    written = write(moves)
    record = {"leader": first, "layoff": written}
    seating = Seating(8, NAMES[players - 1], NAMES[:players])
    without_hands = check_record(rules, seating, record)
    assert (without_hands.breaches, without_hands.order) == ((), table.out)
    assert check_record(rules, seating, record | {"layoff": written[:-1]}).breaches[0].reason == "INCOMPLETE"


@given(st.randoms(use_true_random=False), st.sampled_from([3, 4]), st.booleans())
def test_forgotten_cards_are_no_breach(random, players, known):
    """A forgotten card whose end is remembered: the record still proves nothing against anybody."""
    hands, first, moves, table = play_out(random, PIATNIK, players)
    state, written = begin(PIATNIK, hands, first), []
    for move in moves:
        end = next((place.end for place in places(state, move.card) if move.where in ("", place.end)), "")
        forgotten = move._replace(card="_", where=end.removeprefix("new")) if random.random() < 0.2 else move
        forgotten = forgotten if move.card else move
        written.append(str(forgotten))
        state = lay(state, move)
    record = {"leader": first, "layoff": written}
    if known:
        record["hands"] = {player: " ".join(cards) for player, cards in hands.items()}
    verdict = check_record(PIATNIK, Seating(8, NAMES[players - 1], NAMES[:players]), record)
    assert (verdict.breaches, verdict.order) == ((), table.out)


def write(moves):
    return [str(move) for move in moves]


@settings(deadline=None)
@given(
    st.randoms(use_true_random=False),
    st.sampled_from([3, 4]),
    st.sampled_from(["one", "per_jack"]),
    st.sampled_from(["forehand", "any_jack_holder", "jack_of_hearts"]),
)
def test_no_proof_is_false(random, players, rows, start):
    """A record with wrong moves or a clean one, half forgotten: nothing is found that the whole one has not."""
    rules = apply_house(PIATNIK, {"rows": rows, "layoff_start": start})
    hands, first, moves, _ = play_out(random, rules, players)
    wrong = None
    if random.random() < 0.5:
        slip = random.randrange(len(moves))
        moves.insert(slip, Move(moves[slip].player))
    if random.random() < 0.6:
        step = random.randrange(len(moves))
        left = [move.card for move in moves[step:] if move.player == moves[step].player and move.card]
        wrong = Move(moves[step].player, random.choice(["", *left]))
        behind = [move for move in moves[step + 1 :] if not wrong.card or move.card != wrong.card]
        moves = [*moves[:step], wrong, *(behind if random.random() < 0.5 else ())]
    seating = Seating(8, NAMES[players - 1], NAMES[:players])
    record = {"leader": first, "hands": {player: " ".join(cards) for player, cards in hands.items()}}
    judged = check_record(rules, seating, record | {"layoff": write(moves)})
    whole = {breach.step: breach for breach in judged.breaches}
    forgotten = [
        move._replace(card="_") if move.card and random.random() < (0.6 if move is wrong else 0.1) else move
        for move in moves
    ]
    kept = {player: cards for player, cards in record["hands"].items() if random.random() < 0.5}
    for found in check_record(rules, seating, {"leader": first, "layoff": write(forgotten), "hands": kept}).breaches:
        if found.step > judged.steps:  # behind a card that does not fit the whole record proves nothing about the rows
            assert found.reason not in REVOKES
        elif found.reason != "INCOMPLETE":
            true, said = whole[found.step], forgotten[found.step].card
            assert (true.player, true.card if said not in ("", "_") else said) == (found.player, found.card)


def test_what_cannot_be_known_accuses_nobody():
    seating = Seating(8, "Clara", NAMES[:3])
    breach = check_record(PIATNIK, seating, {"layoff": ["Anna JS", "Bernd AC"]}).breaches[0]
    assert (breach.reason, breach.legal) == ("DOES_NOT_FIT", None)
    breach = check_record(PIATNIK, seating, {"layoff": ["Anna JS", "Bernd _"]}).breaches[0]
    assert (breach.step, breach.reason) == (1, "INCOMPLETE")
    breach = check_record(PIATNIK, seating, {"layoff": ["Anna JS", "Bernd JS"]}).breaches[0]
    assert breach.reason == "NOT_IN_HAND"


def test_what_one_has_forgotten_leaves_the_hands_of_the_others_as_they_are():
    seating, hands = Seating(8, "Clara", NAMES[:3]), {"Anna": "JC QC KC 10C AC 9C QS KS"}
    record = {"hands": hands, "layoff": ["Anna JS", "Bernd _"]}
    breach = check_record(PIATNIK, seating, record).breaches[0]
    assert (breach.step, breach.player, breach.reason) == (0, "Anna", "NOT_IN_HAND")


def test_a_house_rule_makes_the_rules_that_have_it():
    assert replace(PIATNIK, rows="per_jack") == apply_house(PIATNIK, {"rows": "per_jack"})
