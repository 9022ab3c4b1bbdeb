"""Carrying a night to another database: as a file, whole or not at all, and with the same head of its chain."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import SlotAct
from scorekeeper.journal.hash_chain import GENESIS
from scorekeeper.night import state as night_state
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import load, write_toml
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.models import NightRow, Person
from scorekeeper.storage.projections.objections import find_doubted, open_objections
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_all, verify_night
from scorekeeper.storage.writing.entry import entry_of
from scorekeeper.telling.night import score_night
from tests.chained import chain, write_entry
from tests.independent import herzblatt, herzeln
from tests.storage.nights import a_full_night, book, everything, fresh, reopen, send, sender, start
from tests.storage.replayed import document, journal


def exported(row: NightRow) -> str:
    """The night as a file."""
    return write_toml(write_night(document(row)))


def imported(text: str) -> NightRow:
    """Take a file in."""
    return take_in(prepare(load(text), "file"))


def test_a_deal_of_a_file_is_judged_once(opened, monkeypatch):
    judged, price = [], night_state.price
    monkeypatch.setattr(night_state, "price", lambda night, act, *more: judged.append(act) or price(night, act, *more))
    deals = [{"soloist": "Bernd", "points": 71}, {"void": True, "reason": "nothing"}] * 20
    row = take_in(prepare({"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"], "deals": deals}, "file"))
    assert len(judged) == len(deals)
    assert verify_night(row) is None


def standing(row: NightRow):
    """All that a night's page shows about its players, in seat order."""
    return [(player.name, player.state, player.score, player.balance) for player in standings(row.id)]


def about(row: NightRow):
    """What the row of a night says, but for what names it in this database."""
    row = fresh(row)
    return {
        field.name: getattr(row, field.name)
        for field in NightRow._meta.sorted_fields
        if field.name not in ("id", "slug", "created")
    }


def a_night_of_herzblatt() -> NightRow:
    """All that can happen: deals out of turn, late and early guests, changed rules, struck and agreed lines, notes."""
    row = a_full_night()
    send(row, "booked", number=4, answers={"soloist": "p1", "defender_points": 50}, note="Schneider? Nein.")
    send(row, "returned", player="p4")
    send(row, "left", player="p2")
    book(row, "p5", 100)
    send(row, "joined", place=0, person=Person.create(name="Ärger \"am Tisch\" = ['ja'] \\"))
    send(row, "booked", number=6, dealer="p1", playing=["p4", "p6", "p5"], answers={"soloist": "p6", "points": 20})
    send(row, "booked", number=7, answers={"passed": True})
    send(row, "rules changed", number=8, house={"win_schneider": [5, 20]})
    book(row, "p4", 118)
    send(row, "adjusted", number=9, adjust={"p2": 7, "p6": -7}, note="Bernd hatte noch was gut")
    send(row, "called", number=10, answers={"soloist": "p6"})
    return row


def any_night(draw: Callable[[Random], dict[str, Any]], seed: int, **fixed: Any) -> NightRow:
    """Take in a random night of at least three deals, and let more happen to it."""
    random = Random(seed)
    night = next(night for night in iter(lambda: draw(random), None) if len(night["deals"]) > 2)
    row = imported(json.dumps(night | fixed))
    keys = [player.key for player in standings(row.id)]
    first, second = (document(row).slots[number].act for number in (0, 1))
    send(row, "voided", number=1, **_seating(row, first), note="misdealt")
    send(row, "adjusted", number=2, **_seating(row, second), adjust={keys[0]: 5, keys[-1]: -5}, note="agreed")
    send(row, "joined", place=1, person=Person.create(name="Zora"))
    send(row, "paused", player=keys[0])
    send(row, "adjusted", number=fresh(row).number, adjust={keys[1]: 2, f"p{len(keys) + 1}": -2}, note="agreed")
    send(row, "returned", player=keys[0])
    send(row, "left", player=keys[-1])
    return row


def _seating(row: NightRow, act: SlotAct) -> dict[str, Any]:
    keys = {player.name: player.key for player in standings(row.id)}
    return {"dealer": keys[act.dealer], "playing": [keys[name] for name in act.playing]}


NIGHTS = {
    "by hand": a_night_of_herzblatt,
    "herzblatt": lambda: any_night(herzblatt.draw_night, 1),
    "herzeln for the winner": lambda: any_night(herzeln.draw_night, 4, house={"money": "winner_takes"}),
}


@pytest.mark.both_databases
def test_a_night_moved_to_an_empty_database_is_the_same_and_goes_on(opened, other_place):
    rows = [make() for make in NIGHTS.values()]
    assert {row.game for row in rows} == {"herzblatt", "herzeln"}
    files, seen = [exported(row) for row in rows], [(about(row), standing(row)) for row in rows]
    journals = [journal(row.id) for row in rows]
    reopen(other_place)
    assert everything() == {name: [] for name in everything()} | {"setting": everything()["setting"]}
    copies = [imported(file) for file in files]
    assert [(about(copy), standing(copy)) for copy in copies] == seen
    assert [journal(copy.id) for copy in copies] == journals
    assert [finding for _, finding in verify_all()] == [None] * len(copies)
    assert [exported(copy) for copy in copies] == files
    for copy, file in zip(copies, files, strict=True):
        assert score_night(read_night(load(file)))["balance"] == {name: points for name, _, _, points in standing(copy)}
    by_hand, before = copies[0], fresh(copies[0]).seq
    send(by_hand, "booked", number=10, answers={"soloist": "p6", "points": 80})
    send(by_hand, "voided", number=8, dealer="p1", playing=["p4", "p6", "p5"])
    assert (fresh(by_hand).seq, verify_night(fresh(by_hand))) == (before + 2, None)


@pytest.mark.parametrize("deals", [0, 1])
def test_rules_that_changed_before_the_first_deal_are_carried_over(opened_file, deals):
    row = start(house={"loss": 1})
    send(row, "rules changed", number=1, house={"loss": 2})
    for _ in range(deals):
        book(row)
    copy = imported(exported(row))
    assert (about(copy), standing(copy)) == (about(row), standing(row))


@pytest.mark.both_databases
def test_a_night_typed_by_hand_gets_a_journal_that_proves_its_names(opened):
    night = herzblatt.draw_night(Random(7))
    row = imported(json.dumps(night))
    assert {entry.device for entry in journal(row.id)} == {"file"}
    assert {name: balance for name, _, _, balance in standing(row)} == herzblatt.score(night)["balance"]
    assert verify_night(fresh(row)) is None
    assert all(salt for *_, salt in names_and_salts(row))
    run("UPDATE person SET name = 'Max' WHERE id = (SELECT MIN(id) FROM person)")
    assert verify_night(fresh(row))


@pytest.mark.parametrize("contra", [{"Bernd": 3, "Dora": 1}, {"Dora": 1, "Bernd": 3}])
def test_a_night_typed_by_hand_names_the_players_of_a_deal_in_any_order(opened_file, contra):
    deal = {"contract": "bettel", "declarer": "Clara", "won": True, "contra": contra}
    players = ["Dora", "Clara", "Bernd", "Anna"]
    row = imported(json.dumps({"game": "koenigrufen", "rules": "wien", "players": players, "deals": [deal]}))
    assert verify_night(fresh(row)) is None
    assert imported(exported(row)).head == row.head


@pytest.mark.both_databases
def test_a_note_that_was_forgotten_is_carried_as_such(opened, other_place):
    row = a_full_night()
    texts = [entry.seq for entry in journal(row.id) if entry.note]
    run("UPDATE entry SET note = ?, salt = ? WHERE night_id = ?", "", "", row.id)
    send(row, "forgotten", entries=texts)
    head, file = fresh(row).head, exported(row)
    reopen(other_place)
    copy = imported(file)
    assert (copy.head, verify_night(copy)) == (head, None)


def names_and_salts(row: NightRow):
    """What stands outside of the journal for each player."""
    sql = """SELECT key, name, forgotten, salt FROM player JOIN person ON person.id = player.person_id
        WHERE night_id = ? ORDER BY key"""
    return fetch(sql, row.id)


def test_a_night_that_was_carried_over_still_proves_its_names(opened, other_place):
    row = a_full_night()
    run("UPDATE person SET name = 'N. N.', forgotten = ? WHERE name = 'Bernd'", True)
    run("UPDATE player SET salt = '' WHERE key = 'p2' AND night_id = ?", row.id)
    send(row, "forgotten", player="p2", entries=[])
    before, file = names_and_salts(row), exported(row)
    assert sorted(load(file)["salts"]) == ["p1", "p3", "p4", "p5"]
    reopen(other_place)
    copies = [imported(file), imported(file)]
    assert [names_and_salts(copy) for copy in copies] == [before, before]
    assert [finding for _, finding in verify_all()] == [None, None]
    run("UPDATE person SET name = 'Max' WHERE name = 'Anna'")
    assert len([finding for _, finding in verify_all() if finding]) == 2


def test_objections_typed_by_hand_are_taken_in_and_told_again(opened):
    doubts = [
        {"text": "the jack was missing"},
        {"text": "119 points", "how": "corrected", "reason": "a king was missed"},
        {"text": "not my card", "how": "withdrawn"},
    ]
    deals = [{"soloist": "Anna", "points": 71, "objections": doubts}, {"soloist": "Anna", "points": 30}]
    row = imported(json.dumps({"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"], "deals": deals}))
    assert verify_night(fresh(row)) is None
    assert [(doubt.number, doubt.remark.text) for doubt in open_objections(row.id)] == [(1, "the jack was missing")]
    assert find_doubted(row.id, 1, 2) == {1}
    written = write_night(document(row))["deals"]
    assert [deal.get("objections") for deal in written] == [doubts, None]


@pytest.mark.parametrize(
    ("doubt", "key"),
    [
        ({}, "text"),
        ({"text": 5}, "text"),
        ({"text": "x" * 501}, "text"),
        ({"text": "so", "how": "maybe"}, "how"),
        ({"text": "so", "how": ""}, "how"),
        ({"text": "so", "why": "so"}, "why"),
        ("so", "objections"),
    ],
)
def test_an_objection_that_cannot_be_is_refused_with_its_deal(doubt, key):
    deal = {"soloist": "Anna", "points": 71, "objections": [doubt]}
    with pytest.raises(Refused) as refused:
        read_night({"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"], "deals": [deal]})
    assert (refused.value.key, refused.value.deal) == (key, 1)


def test_what_was_paid_is_typed_by_hand_as_one_sum_for_each_player(opened):
    night = {"game": "herzblatt", "stake": "0.10 EUR", "players": ["Anna", "Bernd", "Clara"]}
    deals = [{"soloist": "Anna", "points": 71}]
    row = imported(json.dumps(night | {"deals": deals, "settled": {"Anna": "-0.13", "Bernd": "0.13"}}))
    assert verify_night(fresh(row)) is None
    assert {player.name: player.open(row.coins) for player in standings(row.id)} == {
        "Anna": 7,
        "Bernd": 3,
        "Clara": -10,
    }
    assert write_night(document(row))["settled"] == {"Anna": "-0.13", "Bernd": "0.13"}


def test_a_journal_whose_chain_names_people_is_not_taken_in(opened_file):
    """They could never be forgotten."""
    facts = {"game": "herzblatt", "house": {}, "seats": ["Anna", "Bernd", "Clara"]}
    entry = chain(entry_of(read_act("opened", facts), sender(), None, 0), 0, GENESIS)
    data = {"game": "herzblatt", "rules": "braun", "players": facts["seats"], "dealer": "Clara"}
    data |= {"keys": {name: name for name in facts["seats"]}, "journal": [write_entry(entry)]}
    with pytest.raises(Refused) as refused:
        take_in(prepare(data, "file"))
    assert "p1, p2" in str(refused.value)
    assert not list(NightRow.select())


@pytest.mark.parametrize("spelled", ["ANNA", " Bernd"])
@pytest.mark.parametrize("where", [("keys",), ("players",), ("keys", "players")])
def test_two_of_one_name_are_not_taken_in_wherever_the_names_stand(opened_file, spelled, where):
    data = json.loads(json.dumps(write_night(document(start()))))
    for key in where:
        data[key] = {**data[key], "p2": spelled} if key == "keys" else [data[key][0], spelled, *data[key][2:]]
    data["dealer"] = data["players"][-1]
    nights = NightRow.select().count()
    with pytest.raises(Refused):
        take_in(prepare(data, "file"))
    assert NightRow.select().count() == nights


def test_a_night_takes_no_deal_that_its_file_could_not_hold(opened, monkeypatch):
    for place in ("nightfile.night_reader", "night.state"):
        monkeypatch.setattr(f"scorekeeper.{place}.FULL", 2)
    row = start()
    for _ in range(2):
        book(row)
    with pytest.raises(Refused, match="number: a night has at most 2 deals; open the next one"):
        book(row)
    assert fresh(imported(exported(row))).head == fresh(row).head


def test_a_void_deal_is_not_voided_again_but_an_old_journal_holds(opened):
    row = start()
    book(row)
    send(row, "voided", number=1, note="two cards short")
    with pytest.raises(Refused, match="deal 1 already doesn’t count"):
        send(row, "voided", number=1, note="again")
    data = write_night(document(row))
    last = journal(row.id)[-1]
    again = chain(last._replace(request="0123456789abcdef", based_on=2), last.seq, last.hash)
    data["journal"] = [*data["journal"], write_entry(again)]
    earlier = take_in(prepare(load(json.dumps(data)), "file"))
    assert (verify_night(earlier), earlier.head) == (None, again.hash)
    assert write_night(document(earlier))["journal"] == data["journal"]
    with pytest.raises(Refused, match="deal 1 already doesn’t count"):
        send(earlier, "voided", number=1, note="a third time")
    send(earlier, "corrected", number=1, answers={"soloist": "p1", "points": 71})
    send(earlier, "voided", number=1, note="two cards short")
    assert verify_night(fresh(earlier)) is None
