"""One more game of Tarock, with what all of them share: its deals score, are refused and are audited."""

from random import Random

import pytest

from scorekeeper.cards.packs import TAROCKS, TRULL
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.night.pricing import play
from scorekeeper.night.record import read_play
from scorekeeper.nightfile.audit import audit_night
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from tests.games.planted_tarock import CALLED, HAND, PACK, PLANTED_TAROCK, PRESETS, TALON, THRESHOLD

FOUR = ("Anna", "Bernd", "Clara", "David")
SEATING = Seating(1, "David", FOUR)
RULES = PRESETS["nobody"]
WORTH = dict(zip(PACK.cards, PACK.worth, strict=True))


@pytest.fixture(autouse=True)
def planted(monkeypatch):
    monkeypatch.setitem(GAMES.places, "planted_tarock", "tests.games.planted_tarock:PLANTED_TAROCK")


def suit_of(card):
    return "T" if card in TAROCKS else card[-1]


def winner_of(trick):
    tarocks = [card for card in trick if card in TAROCKS]
    if tarocks:
        return trick.index(min(tarocks, key=TAROCKS.index))
    return trick.index(min((card for card in trick if suit_of(card) == suit_of(trick[0])), key=PACK.cards.index))


def legal_cards(hand, trick):
    follow = [card for card in hand if trick and suit_of(card) == suit_of(trick[0])]
    tarocks = [card for card in hand if trick and card in TAROCKS]
    return follow or tarocks or hand


def random_deal(random):
    """Return the answers and the record of a Rufer by Anna, and who was on her side with how many thirds."""
    while True:
        cards = random.sample(PACK.cards, len(PACK.cards))
        talon, hands = cards[:TALON], [cards[TALON + HAND * seat :][:HAND] for seat in range(4)]
        plain = [card for card in (*hands[0], *talon) if card not in TAROCKS and card[0] != "K"]
        free = [card for card in CALLED if card not in hands[0] and card not in talon]
        if len(plain) >= TALON and free:
            break
    discard = plain[:TALON]
    hands[0] = [card for card in (*hands[0], *talon) if card not in discard]
    called = free[0]
    partner = next(seat for seat in range(1, 4) if called in hands[seat])
    left, leader, tricks, mine, won = [list(hand) for hand in hands], 0, [], list(discard), []
    for _ in range(HAND):
        order = [(leader + place) % 4 for place in range(4)]
        trick = []
        for seat in order:
            card = random.choice(legal_cards(left[seat], trick))
            left[seat].remove(card)
            trick.append(card)
        leader = order[winner_of(trick)]
        won.append(leader)
        tricks.append(" ".join(trick))
        mine += trick if leader in (0, partner) else []
    answers = {"declarer": "Anna", "contract": "rufer", "called": called, "partner": FOUR[partner]}
    thirds = sum(WORTH[card] for card in mine)
    answers |= {"points": write_thirds(thirds) if thirds < 196 else 65}  # the whole pack is entered rounded
    answers |= {"tricks": sum(seat in (0, partner) for seat in won)}
    rows = [{"player": "Anna" if side else other, "bonus": "trull"} for side, other in (
        (True, ""), (False, next(player for player in FOUR[1:] if player != FOUR[partner])))
        if set(TRULL) <= set(mine if side else set(PACK.cards) - set(mine))]  # fmt: skip
    last = tricks[-1].split()
    if "T1" in last and winner_of(last) == last.index("T1"):
        rows.append({"player": FOUR[won[-1]], "bonus": "pagat"})
    if len({seat in (0, partner) for seat in won}) == 1:
        rows.append({"player": "Anna" if won[0] in (0, partner) else FOUR[won[0]], "bonus": "valat"})
    record = {"talon": " ".join(talon), "discard": " ".join(discard), "tricks": tricks}
    record["hands"] = {player: " ".join(hand) for player, hand in zip(FOUR, hands, strict=True)}
    return answers | ({"bonuses": rows} if rows else {}), record


def audit(answers, record):
    return PLANTED_TAROCK.auditor.audit(RULES, SEATING, answers, read_play(PLANTED_TAROCK, FOUR, record))


def test_random_deals_are_booked_paid_and_clean():
    random = Random(1)
    for _ in range(150):
        answers, record = random_deal(random)
        result = play(PLANTED_TAROCK, RULES, SEATING, answers, entered=True)
        assert sum(result.sheet.values()) == 0
        side = {"Anna", answers["partner"]}
        assert len({result.sheet[player] for player in side}) == 1
        without = {key: cards for key, cards in record.items() if key != "hands"}
        for told in (record, without):
            assert audit(answers, told).kind == "clean"
            unsaid = {key: value for key, value in answers.items() if key != "partner"}
            assert audit(unsaid, told).counted["partner"] == answers["partner"]


def test_a_wrong_count_a_wrong_partner_and_a_wrong_card_are_found():
    answers, record = random_deal(Random(2))
    assert [found.key for found in audit(answers | {"points": "1/3"}, record).differences] == ["points"]
    other = next(player for player in FOUR[1:] if player != answers["partner"])
    assert "partner" in {found.key for found in audit(answers | {"partner": other}, record).differences}
    first = record["tricks"][0].split()
    player = next(player for player in FOUR if first[1] in record["hands"][player].split())
    wrong = next(card for card in record["hands"][player].split() if suit_of(card) != suit_of(first[0]))
    (found, *_) = audit(answers, record | {"tricks": [" ".join([first[0], wrong])]}).violations
    assert (found.card, found.reason, found.rule) == (wrong, "MUST_FOLLOW", "PT-5")
    discard = "KC " + " ".join(record["discard"].split()[1:])
    violations = audit(answers, {"discard": discard}).violations
    assert ("HONOUR_DISCARDED", "PT-6") in {(found.reason, found.rule) for found in violations}


@pytest.mark.parametrize(
    ("answers", "key"),
    [
        ({"points": 60}, "partner"),
        ({"partner": "Bernd"}, "points"),
        ({"partner": "Bernd", "points": 40, "tricks": 9}, "tricks"),
        ({"partner": "Bernd", "points": 1, "tricks": 5}, "points"),
        ({"partner": "Bernd", "points": 40, "bonuses": [{"player": "Anna", "bonus": "valat"}]}, "points"),
    ],
)
def test_what_cannot_have_been_is_refused(answers, key):
    with pytest.raises(Refused) as refused:
        play(PLANTED_TAROCK, RULES, SEATING, {"declarer": "Anna", "contract": "rufer"} | answers, entered=True)
    assert refused.value.key == key


def test_a_night_is_read_written_and_audited():
    random = Random(5)
    deals = [answers | {"play": record} for answers, record in (random_deal(random) for _ in range(8))]
    document = read_night({"game": "planted_tarock", "players": list(FOUR), "deals": deals})
    assert read_night(write_night(document)).slots == document.slots
    assert {deal["verdict"] for deal in audit_night(document)["deals"]} <= {"clean", "violation"}
    assert RULES.values["rufer"] == abs(document.slots[0].result.sheet["Anna"]) or "bonuses" in deals[0]
    assert THRESHOLD == 99


def test_what_each_end_of_a_call_pays():
    called = {"declarer": "Anna", "contract": "solo", "contra": 1}
    won, lost = PLANTED_TAROCK.possible_ends(RULES, SEATING, PLANTED_TAROCK.read(RULES, SEATING, called))
    assert [end.score.totals(FOUR)["Anna"] for end in (won, lost)] == [18, -18]
    secret = {"declarer": "Anna", "contract": "rufer"}
    won, lost = PLANTED_TAROCK.possible_ends(RULES, SEATING, PLANTED_TAROCK.read(RULES, SEATING, secret))
    assert won.score.totals(FOUR)["Anna"] == -lost.score.totals(FOUR)["Anna"] > 0
    assert sorted(role.text for role in won.roles.values()) == ["declarer", "each opponent", "each opponent", "partner"]
