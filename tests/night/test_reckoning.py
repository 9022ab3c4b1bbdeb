"""What the latest deals would have paid under other rules."""

from scorekeeper.games import GAMES
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.pots import sum_pot
from scorekeeper.journal.acts import Answered
from scorekeeper.night import night, parties
from scorekeeper.night.parties import begin_parties
from scorekeeper.night.what_if import LATEST, needed, reckon
from scorekeeper.nightfile.night_reader import read_night

LOST = {"soloist": "Anna", "points": 50}


def reckoned(top, deals, house):
    document = read_night(top | {"deals": deals})
    booked = {slot.seating.number: slot.act for slot in document.slots if isinstance(slot.act, Answered)}
    night = document.night
    rules = apply_house(GAMES[night.game.key].presets[night.preset], house)
    known = {number: booked[number] for number in needed(night) if number in booked}
    return [(deal.number, deal.paid, deal.would) for deal in reckon(night, known, rules)]


def test_the_latest_deals_are_reckoned_under_the_other_rules():
    top = {"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"]}
    void = {"void": True, "reason": "misdealt"}
    deals = [LOST, LOST, void, {**LOST, "house": {"loss": 1}}, LOST, {"soloist": "Bernd", "points": 70}, LOST, LOST]
    found = reckoned(top, deals, {})
    assert [number for number, _, _ in found] == [4, 5, 6, 7, 8]
    assert len(found) == LATEST
    assert found[0] == (4, {"Anna": -2, "Bernd": 1, "Clara": 1}, {"Anna": -4, "Bernd": 2, "Clara": 2})
    assert found[2][1] == found[2][2], "a win pays the same"


def test_a_deal_that_the_other_rules_do_not_know_would_have_been_none():
    top = {"game": "husarln", "rules": "bamberger1", "players": ["Anna", "Bernd", "Clara"]}
    deal = {"declarer": "Anna", "contract": "Z1", "points": 40, "bonuses": [{"player": "Anna", "bonus": "uhu"}]}
    (found,) = reckoned(top, [deal], {"uhu_pelican": "off"})
    assert (found[0], found[1]["Anna"], found[2]) == (1, 16, None)


def test_where_a_party_is_paid_as_a_whole_its_earlier_deals_count():
    top = {"game": "herzeln", "players": ["Anna", "Bernd", "Clara"]}
    deals = [{"points": {"Anna": -31, "Bernd": 0, "Clara": 0}}, {"tricks": {"Anna": 8, "Bernd": 0, "Clara": 0}}]
    deals += [{"tricks": {"Anna": 8, "Bernd": 0, "Clara": 0}}, {"queens": {"Anna": 4, "Bernd": 0, "Clara": 0}}]
    deals += [{"king": "Anna"}, {"last": "Anna"}, {"last": "Anna"}, {"out": ["Bernd", "Clara", "Anna"]}]
    found = reckoned(top, deals, {"money": "winner_takes"})
    assert [number for number, _, _ in found] == [4, 5, 6, 7, 8]
    assert [set(would.values()) for _, _, would in found[:-1]] == [{0}] * 4
    totals = {"Anna": -31 + 80 - 80 - 80 - 40 + 40 - 40 - 20, "Bernd": 0, "Clara": -10}
    assert found[-1][2] == {"Anna": totals["Anna"], "Bernd": -totals["Anna"] + 10, "Clara": -10}


POT = {"game": "koenigrufen", "players": ["Anna", "Bernd", "Clara", "David"], "house": {"trischaken_pot": "declarer"}}
INTO_IT = {"contract": "trischaken", "points": {"Anna": 15, "Bernd": 10, "Clara": 40, "David": 5}}
WON, NOT_WON = ({"declarer": "Anna", "contract": "dreier", "points": points} for points in (40, 20))


def test_who_takes_a_pot_gets_it_under_other_rules_too():
    found = reckoned(POT, [INTO_IT, NOT_WON, WON], {**POT["house"], "threshold": 106})
    taken = {"Anna": 12 + 6, "Bernd": -4, "Clara": -4, "David": -4}
    assert found[-1] == (3, taken, taken)


def test_the_deals_of_a_pot_that_nobody_takes_are_added_up_once_each(monkeypatch):
    added = []
    document = read_night(POT | {"deals": [INTO_IT, *[NOT_WON] * 39]})
    booked = {slot.seating.number: slot.act for slot in document.slots}
    sheets = {slot.seating.number: slot.result.sheet for slot in document.slots}
    for module in (night, parties):
        monkeypatch.setattr(module, "sum_pot", lambda some: added.append(0) or sum_pot(some))
    reckon(document.night, booked, document.night.rules_at(1))
    begin_parties(document.night, sheets)
    assert len(added) == 40 + 40 + 41
