"""Booking: what stands beside the journal keeps in step with it, and an act is booked once, on what was seen."""

import json
from collections import Counter

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Act
from scorekeeper.nightfile.syntax import load
from scorekeeper.nightfile.writer import LONG, write_night, write_outline
from scorekeeper.phrase import Refused
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.journal.state import load_rows, standings
from scorekeeper.storage.models import NightRow, Person
from scorekeeper.storage.queries.nights import find_deal
from scorekeeper.storage.queries.sheets import PAGE, sheet_page
from scorekeeper.storage.transfer import outline, prepare, take_in
from scorekeeper.storage.verify import verify_all, verify_night
from scorekeeper.storage.writing.entry import Stale, append, preview_act
from tests.storage.acts import ANY_EVENING, KINDS, any_act, any_night, seen_version
from tests.storage.nights import account_of, balances, book, everything, fresh, points_of, send, sender, start
from tests.storage.replayed import document


@pytest.mark.both_databases
@pytest.mark.parametrize("evenings", [4, pytest.param(40, marks=pytest.mark.at_length)])
def test_whatever_a_table_does_all_that_is_stored_agrees(opened, evenings):
    accepted, refused = Counter(), Counter()

    @settings(ANY_EVENING, max_examples=evenings if "://" in opened else 2 * evenings)
    @given(st.data())
    def any_evening(data):
        """An act of every kind is sent, in any order, and between them as many others as an evening has more often."""
        row = any_night(data.draw)
        for kind in data.draw(st.permutations((*KINDS, *[""] * 10))):
            act = any_act(data.draw, row, kind)
            note(str(act))
            (accepted if _try(row, act) else refused)[act.kind] += 1
        assert verify_night(fresh(row)) is None
        _agree(fresh(row))

    any_evening()
    assert {*accepted, *refused} >= {*KINDS}
    assert len(accepted) > len(KINDS) - 4, "a few kinds may come too early or late each time, not many"
    assert refused


def _try(row: NightRow, act: Act) -> bool:
    """Send an act; what it does must be what was shown before, and nothing if it is refused."""
    based_on = seen_version(row, act)
    before, entries = _points(row), fresh(row).seq
    person = Person.create(name=f"Late {entries}") if act.kind in ("joined", "renamed") else None
    try:
        moved = preview_act(load_rows(row.id), act, based_on).moved()
    except Refused as refusal:
        with pytest.raises(Refused, match=refusal.key):
            append(row.id, sender(), act, based_on, person)
        assert (_points(row), fresh(row).seq) == (before, entries)
        return False
    assert append(row.id, sender(), act, based_on, person) == entries + 1
    after = _points(row)
    assert {
        key: [now - was for now, was in zip(after[key], before.get(key, (0, 0)), strict=True)] for key in after
    } == {key: moved.get(key, [0, 0])[:2] for key in after}
    return True


def _points(row: NightRow) -> dict[str, tuple[int, int]]:
    return {player.key: (player.score, player.balance) for player in standings(row.id)}


def _agree(row: NightRow) -> None:
    """Balances, postings, sheet and file say the same, each by its own way from the journal."""
    stand = _points(row)
    assert sum(balance for _, balance in stand.values()) == 0
    opened = account_of(row.id).open(points_of(row.id))
    assert sum(opened.values()) == 0, "with what the kitty is owed"
    assert {player.key: player.open(row.coins or 1) for player in standings(row.id)} | opened == opened
    sums = "SELECT key, SUM(sheet), SUM(payoff) FROM posting JOIN player ON player.id = player_id"
    posted = fetch(f"{sums} WHERE posting.night_id = ? GROUP BY key", row.id)
    assert {key: (score, balance) for key, score, balance in posted} == {key: stand[key] for key, _, _ in posted}
    assert not any(stand[key] != (0, 0) for key in stand.keys() - {key for key, _, _ in posted})
    _sheet_carries_forward(row, stand)
    written = write_outline(outline(row))
    file = json.dumps(write_night(document(row)))
    assert {key: list(value) if key in LONG else value for key, value in written.items()} == json.loads(file)
    copy = take_in(prepare(load(file), "copy"))
    assert (copy.head, [player[1:] for player in standings(copy.id)]) == (
        row.head,
        [player[1:] for player in standings(row.id)],
    )


def _sheet_carries_forward(row: NightRow, stand: dict[str, tuple[int, int]]) -> None:
    """What a page carries forward and its own sheets make what the next one carries, and at last the standing."""
    carried = Counter()
    for first in range(1, row.number + 1, PAGE):
        page = sheet_page(row.id, first)
        assert page.carried["sheet"] == {key: carried[key] for key in stand}
        for line in page.lines:
            if not line.struck:
                carried.update(line.result.sheet)
    assert {key: carried[key] for key in stand} == {key: score for key, (score, _) in stand.items()}


# A party of Herzeln of which p5 plays only the third tour, and must pay for it when the last is played without him.
_TOURS = {3: {"tricks": {"p1": 0, "p2": 0, "p3": 0, "p5": 8}}, 8: {"out": ["p4", "p3", "p2", "p1"]}}


@pytest.mark.parametrize("way", ["voided", "adjusted", "corrected"])
def test_who_no_longer_played_in_a_party_pays_nothing_for_it(opened, way):
    row = start("herzeln", 5, house={"money": "winner_takes"})
    seating = {"dealer": "p5", "playing": ["p1", "p2", "p3", "p4"]}
    with_p5 = {"dealer": "p4", "playing": ["p1", "p2", "p3", "p5"]}
    for number in range(1, 9):
        seated = with_p5 if number == 3 else seating
        send(row, "booked", number=number, **seated, answers=_TOURS.get(number, {"passed": True}))
    assert balances(row)["Eva Maria"] == (-80, -80)
    facts = {
        "voided": with_p5,
        "adjusted": {**with_p5, "adjust": {"p1": 1, "p2": -1}},
        "corrected": {**seating, "answers": {"passed": True}},
    }[way]
    send(row, way, number=3, **facts)
    send(row, "voided", number=2, **seating)
    assert verify_night(fresh(row)) is None
    assert balances(row)["Eva Maria"] == (0, 0)


@pytest.mark.parametrize("way", ["voided", "adjusted"])
def test_a_party_is_paid_once_whatever_becomes_of_its_last_tour(opened, way):
    row = start("herzeln", 4, house={"money": "winner_takes"})
    seating = {"dealer": "p4", "playing": ["p1", "p2", "p3", "p4"]}
    answers = {2: {"tricks": {"p1": 8, "p2": 0, "p3": 0, "p4": 0}}, 8: {"out": ["p1", "p2", "p3", "p4"]}}
    for number in range(1, 9):
        send(row, "booked", number=number, **seating, answers=answers.get(number, {"passed": True}))
    paid = [balance for _, balance in balances(row).values()]
    assert paid == [80 * 3 + 10 + 20 + 30, -90, -100, -110]
    send(row, way, number=8, **seating, **({"adjust": {"p1": 5, "p4": -5}} if way == "adjusted" else {}))
    paid = [balance for _, balance in balances(row).values()]
    assert paid == ([240, -80, -80, -80] if way == "voided" else [85 + 85 + 90, -85, -85, -90])
    send(row, "voided", number=2, **seating)
    paid = [balance for _, balance in balances(row).values()]
    assert paid == ([0, 0, 0, 0] if way == "voided" else [5 + 5 + 10, -5, -5, -10])
    assert verify_night(fresh(row)) is None


def test_the_same_id_may_be_used_in_two_nights(opened):
    one, other = start(), start()
    assert book(one, request="by chance") == book(other, request="by chance") == 2
    assert fresh(one).seq == fresh(other).seq == 2


@pytest.mark.parametrize("kind", ["corrected", "voided", "adjusted"])
def test_a_change_of_what_was_seen_earlier_is_stale(opened, kind):
    row = start()
    book(row)
    facts = {"number": 1, "dealer": "p3", "playing": ["p1", "p2", "p3"]}
    facts |= {"corrected": {"answers": {"passed": True}}, "adjusted": {"adjust": {"p1": 1, "p2": -1}}}.get(kind, {})
    send(row, "corrected", number=1, dealer="p3", playing=["p1", "p2", "p3"], answers={"soloist": "p2", "points": 66})
    stored = everything()
    for outdated in (0, 1, 3):
        for do in (
            lambda night, act, seen: preview_act(load_rows(night), act, seen),
            lambda night, act, seen: append(night, sender(), act, seen),
        ):
            with pytest.raises(Stale) as stale:
                do(row.id, read_act(kind, facts), outdated)
            assert (stale.value.number, stale.value.version) == (1, 2)
    assert everything() == stored
    assert append(row.id, sender(), read_act(kind, facts), 2) == 4


def test_a_night_that_was_loaded_before_another_act_is_loaded_anew(opened):
    row = start(players=4, most=3)
    seen = load_rows(row.id)
    send(row, "paused", player="p1")
    act = read_act("booked", {"number": 1, "answers": {"soloist": "p2", "points": 71}})
    append(row.id, sender(), act, 0, seen=seen)
    assert find_deal(row.id, 1).act.playing == ("p2", "p3", "p4")
    assert verify_night(fresh(row)) is None


def test_a_called_deal_is_booked_by_who_saw_the_call(opened):
    row = start()
    send(row, "called", number=1, answers={"soloist": "p2"})
    deal = find_deal(row.id, 1)
    assert (deal.open, deal.version) == (True, 1)
    with pytest.raises(Stale):
        append(row.id, sender(), read_act("booked", {"number": 1, "answers": {"soloist": "p1", "points": 71}}), 0)
    book(row, "p2")
    deal = find_deal(row.id, 1)
    assert (deal.open, deal.version, [entry.kind for entry in deal.history]) == (False, 2, ["called", "booked"])


@pytest.mark.both_databases
def test_an_act_that_fails_half_way_leaves_nothing(opened, monkeypatch):
    row = start()
    book(row)
    stored = everything()

    def break_down(*_):
        raise RuntimeError("the plug was pulled")

    monkeypatch.setattr("scorekeeper.storage.writing.entry.update_night", break_down)
    with pytest.raises(RuntimeError):
        book(row)
    assert everything() == stored
    monkeypatch.undo()
    assert book(row) == 3
    assert [finding for _, finding in verify_all()] == [None]
