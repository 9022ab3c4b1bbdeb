"""What a game can say of itself, tried with one that nobody plays: partners, two accounts, a party with an end."""

import random

import pytest

from scorekeeper.cards.obligations import FOLLOW
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.score import settle_sides
from scorekeeper.nightfile.audit import audit_slot
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.models import database
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_all
from scorekeeper.telling.night import parties_in, score_night
from tests.games import vectors
from tests.games.planted import DECK, PLANTED, Rules
from tests.storage.nights import send
from tests.storage.replayed import document

FOUR = ("Anna", "Bernd", "Clara", "David")
SEATING = Seating(1, "David", FOUR)


@pytest.fixture(autouse=True)
def planted(monkeypatch):
    monkeypatch.setitem(GAMES.places, "planted", "tests.games.planted:PLANTED")


def tables(*deals, players=FOUR, **top):
    return {"game": "planted", "players": list(players), "deals": list(deals)} | top


def night(*deals, **top):
    return read_night(tables(*deals, **top))


def paid(*deals, **top):
    return [(slot.result.sheet, slot.result.payoff) for slot in night(*deals, **top).slots]


WON = {"declarer": "Anna", "partner": "Clara", "points": 70}


def test_partners_settle_side_against_side():
    assert dict(settle_sides(True, "A", "BCD")) == {"A": 3, "B": -1, "C": -1, "D": -1}
    assert dict(settle_sides(True, "AB", "CD")) == {"A": 1, "B": 1, "C": -1, "D": -1}
    assert dict(settle_sides(False, "AB", "CDE")) == {"A": -3, "B": -3, "C": 2, "D": 2, "E": 2}
    ((sheet, payoff),) = paid(WON)
    assert sheet == payoff == {"Anna": 2, "Bernd": -2, "Clara": 2, "David": -2}
    ((sheet, payoff),) = paid(WON, players=(*FOUR, "Emma"))
    assert sheet == payoff == {"Anna": 6, "Bernd": -4, "Clara": 6, "David": -4, "Emma": -4}


def test_a_partner_is_secret_until_he_is_named():
    assert PLANTED.possible_ends(Rules(), SEATING, {"declarer": "Anna"}) == ()
    known = PLANTED.possible_ends(Rules(), SEATING, {"declarer": "Anna", "partner": "Bernd"})
    assert [outcome.score.totals(FOUR)["Bernd"] for outcome in known] == [2, -2]
    stages = {question.name: question.stage for question in PLANTED.ask(Rules(), SEATING, None)}
    assert (stages["declarer"], stages["partner"]) == ("call", "result")


def test_each_opponent_says_contra_and_it_counts_in_money_only():
    contra = [{"player": "Bernd", "what": "1"}, {"player": "David", "what": "2"}]
    ((sheet, payoff),) = paid(WON | {"contra": contra})
    assert sheet == {"Anna": 2, "Bernd": -2, "Clara": 2, "David": -2}
    assert payoff == {"Anna": 6, "Bernd": -4, "Clara": 6, "David": -8}
    with pytest.raises(Refused, match="no opponent"):
        paid(WON | {"contra": [{"player": "Clara", "what": "1"}]})


LONG = [WON] * 5 + [WON | {"declarer": "Bernd", "points": 0}] * 2 + [WON | {"points": 0}] * 6


def test_a_party_ends_when_somebody_has_enough():
    parties = parties_in(night(*LONG))
    assert [(party.numbers, party.over, party.standing.winners) for party in parties] == [
        (range(1, 6), True, ("Anna", "Clara")),
        (range(6, 11), True, ("David",)),
        (range(11, 14), False, ()),
    ]
    assert score_night(night(*LONG))["parties"][1]["first"] == 6


def test_it_is_booked_corrected_checked_exported_and_taken_in(sqlite_place):
    connect(sqlite_place)
    try:
        with database.obj.connection_context():
            contra = [{"player": "Bernd", "what": "1"}]
            row = take_in(prepare(tables(*LONG[:7], WON | {"contra": contra}, title="planted"), "file"))
            send(row, "corrected", number=5, answers={"declarer": "p1", "partner": "p3", "points": 3}, note="wrong")
            assert [finding for _, finding in verify_all() if finding] == []
            written = document(row)
            assert [party.numbers for party in parties_in(written)] == [range(1, 8), range(8, 9)], "not at 5"
            again = read_night(write_night(written))
            assert [slot.result.payoff for slot in again.slots] == [slot.result.payoff for slot in written.slots]
            assert sum(player.balance for player in standings(row.id)) == 0
            assert {player.name: player.balance - player.score for player in standings(row.id)} == {
                "Anna": 1,
                "Clara": 1,
                "Bernd": -2,
                "David": 0,
            }
    finally:
        database.obj.close_all()


def recorded():
    """Tricks of a deal played at random by the rules, and the card points of Anna and Clara."""
    play, chance = Play(DECK, (FOLLOW,)), random.Random(1)
    cards = chance.sample(list(DECK.card.values()), 32)
    hands, tricks, leader, points = [sum(cards[seat::4]) for seat in range(4)], [], 0, 0
    left = list(hands)
    for _ in range(8):
        trick = []
        for seat in ((leader + place) % 4 for place in range(4)):
            legal = play.after(trick).binding(left[seat])
            trick.append(chance.choice([card for card in cards if card & legal]))
            left[seat] ^= trick[-1]
        leader = (leader + play.winner(trick)) % 4
        points += DECK.count(sum(trick)) if leader in (0, 2) else 0
        tricks.append(" ".join(DECK.name[card] for card in trick))
    return {
        "hands": {player: " ".join(DECK.names(hand)) for player, hand in zip(FOUR, hands, strict=True)},
        "tricks": tricks,
    }, points


def test_its_cards_are_judged_and_counted():
    play, points = recorded()
    sat = WON | {"dealer": "David", "playing": list(FOUR)}
    deals = [sat | {"points": points, "play": play}, sat | {"points": points - 1, "play": play}]
    document = night(*deals, {**deals[0], "play": play | {"tricks": play["tricks"][:3]}})
    first, second, third = (audit_slot(document, slot) for slot in document.slots)
    assert (first.kind, first.counted) == ("clean", {"points": points})
    assert second.kind == "difference"
    assert third.kind == "incomplete"


FILE = """
[[deals]]
id = "PL-01"
players = 4
deal = {declarer = "Anna", partner = "Clara", points = 70}
sheet = {Anna = 2, Bernd = -2, Clara = 2, David = -2}
pays = [2, -2, 2, -2]

[[deals]]
id = "PL-02"
deal = {declarer = "Anna"}
refused = "points"
reason = "enter the card points"

[[evenings]]
id = "PL-03"
deals = [{declarer = "Anna", partner = "Clara", points = 70}, {declarer = "Bernd", partner = "Anna", points = 3}]
balances = [[2, -2, 2, -2], [0, -4, 4, 0]]
"""


def test_a_file_of_worked_examples_needs_no_code_and_a_wrong_one_fails(tmp_path):
    for before, after in (("", ""), ("Anna = 2", "Anna = 3"), ('refused = "points"', 'refused = "declarer"')):
        (tmp_path / "planted.toml").write_text(FILE.replace(before, after) if before else FILE, "utf-8")
        failed = 0
        for case in vectors.cases(tmp_path):
            try:
                vectors.check(case)
            except (AssertionError, Refused):
                failed += 1
        assert failed == bool(before)
