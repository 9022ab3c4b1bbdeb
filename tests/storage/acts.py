"""Acts at random, such as a table may send them: most can be, some cannot."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from scorekeeper.accounts.account import SETTLING_KINDS, Pair
from scorekeeper.accounts.joint_payers import groups
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.rules import hearts_for, tour_of
from scorekeeper.games.house_rules import switches
from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Act
from scorekeeper.night.night import Night, seat_deal
from scorekeeper.night.objections import OBJECTION_KINDS, WAYS
from scorekeeper.phrase import Refused
from scorekeeper.storage.journal.state import load_rows
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.projections.objections import load_marks
from scorekeeper.storage.queries.nights import find_deal
from tests.storage.nights import account_of, points_of, start, version

# The database is the same for all examples; each opens a night of its own in it. An evening is too long to be shrunk
# in reasonable time; a failure shows its acts instead.
ANY_EVENING = settings(
    deadline=None,
    phases=(Phase.reuse, Phase.generate),
    suppress_health_check=(HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large),
)

Draw = Callable[[st.SearchStrategy[Any]], Any]

KINDS = (
    *("booked", "called", "corrected", "voided", "adjusted", "rules changed", "joined", "paused", "returned", "left"),
    *("undone", *OBJECTION_KINDS, *SETTLING_KINDS, "renamed", "titled", "dated", "stake changed"),
)
_OFTEN = ("booked",) * 8 + ("corrected",) * 3 + ("objected",) * 2 + ("frozen",) * 2 + ("forgotten",) + KINDS
# Five at a table of Herzeln, so that somebody sits out and may yet have to pay when the party ends.
NIGHTS: tuple[dict[str, Any], ...] = (
    {"game": "herzblatt", "preset": "braun", "players": 3},
    {"game": "herzblatt", "preset": "feder", "players": 6, "most": 4},
    {"game": "herzeln", "players": 5, "house": {"money": "winner_takes"}},
    {"game": "herzeln", "players": 5, "house": {"money": "winner_takes", "tie": "fewer_minus_tours"}},
)


def any_night(draw: Draw) -> NightRow:
    """Open a night of any game."""
    return start(**draw(st.sampled_from(NIGHTS)))


def any_act(draw: Draw, row: NightRow, kind: str = "") -> Act:
    """Return an act that somebody at the table of a night may send now, of any kind or of this one."""
    night = load_rows(row.id).night
    away = [seat.player for seat in night.seats if seat.state != "here"]
    doubts = [mark for mark in load_marks(row.id) if not mark.how]
    dues = account_of(row.id).dues
    likely = (("returned", away), ("paid", dues), ("resolved", doubts))
    kind = kind or draw(st.sampled_from((*_OFTEN, *(kind for kind, there in likely if there for _ in range(4)))))
    if kind == "rules changed":
        return read_act(kind, {"number": night.number + draw(st.integers(0, 3)), "house": _any_house(draw, night)})
    if kind == "joined":
        return read_act(kind, {"place": draw(st.integers(0, len(night.seats)))})
    if kind in ("paused", "returned", "left"):
        return read_act(kind, {"player": draw(st.sampled_from(away if kind == "returned" and away else night.players))})
    if kind == "renamed":
        return read_act(kind, {"player": draw(st.sampled_from(night.players))})
    if kind == "titled":
        return read_act(kind, {}, draw(st.sampled_from(("", "Sonntag", "bei Anna"))))
    if kind == "dated":
        return read_act(kind, {"date": draw(st.sampled_from(("2026-11-20", "2026-11-21", "21.11.2026")))})
    if kind == "stake changed":
        stake = draw(st.sampled_from(("0.10 EUR", "0.20 EUR", "0.05 EUR", "1 CHF", "")))
        return read_act(kind, {"number": draw(st.integers(1, night.number)), "stake": stake})
    if kind == "forgotten":
        return read_act(kind, {"player": draw(st.sampled_from(night.players)), "entries": []})
    if kind == "undone":
        return read_act(kind, {"number": max(1, night.number - draw(st.sampled_from((1, 1, 1, 2))))})
    if kind in OBJECTION_KINDS:
        return _any_objection(draw, row, night, kind)
    if kind in SETTLING_KINDS:
        return _any_settling(draw, row, night, kind)
    return _any_slot_act(draw, row, night, kind)


def _any_settling(draw: Draw, row: NightRow, night: Night, kind: str) -> Act:
    """Freeze a plan, tick or un-tick a payment, carry what is open to a night elsewhere, bring something from one."""
    account, points = account_of(row.id), points_of(row.id)
    if kind == "frozen":
        collector = draw(st.sampled_from(("", *night.players)))
        payments, pooled, rounded, _ = account.propose(points, collector)
        facts = {"payments": [list(payment) for payment in payments], "pooled": pooled, "instead": account.plan}
        facts |= {"rounded": rounded, "coin": account.coin} if rounded else {}
        return read_act(kind, {**facts, "collector": collector})
    if kind == "coin":
        return read_act(kind, {"coin": draw(st.sampled_from((0, 1, 5, 50)))})
    if kind == "paid":
        pair = draw(st.sampled_from(sorted(account.dues))) if account.dues else Pair(1, *night.players[:2])
        most = account.dues[pair].amount if account.dues else 1
        return read_act(kind, {**pair._asdict(), "amount": draw(st.integers(0, most))})
    if kind == "carried":
        return read_act(kind, {"night": "elsewhere"})
    if kind in ("pooled", "parted"):
        known = st.sampled_from(groups(account.purses, [*account.purses])) if account.purses else st.nothing()
        return read_act(kind, {"players": draw(known | st.permutations(night.players).map(lambda some: some[:2]))})
    if kind == "kitty":
        facts = {"how": draw(st.sampled_from(("fine", "in", "out"))), "amount": draw(st.integers(1, 50))}
        return read_act(kind, {**facts, "who": draw(st.sampled_from(night.players))}, draw(st.sampled_from(("", "so"))))
    if kind == "kitty struck":
        return read_act(kind, {"place": draw(st.integers(1, max(1, len(account.kitty.moves))))})
    amounts = _any_adjustment(draw, night)
    if kind in ("gathered", "handed back"):
        return read_act(kind, {"nights": {"elsewhere": amounts}})
    return read_act(kind, {"night": "elsewhere", "amounts": amounts})


def seen_version(row: NightRow, act: Act) -> int:
    """The version of what an act is about, as a page shows it that was opened just now."""
    if act.kind == "paid":
        due = account_of(row.id).dues.get(Pair(act.plan, act.debtor, act.creditor))
        return due.version if due else 0
    return version(row, act.slot) if act.slot else 0


def _any_objection(draw: Draw, row: NightRow, night: Night, kind: str) -> Act:
    """Object to one of the latest deals, or resolve what somebody objected to."""
    marks = sorted(load_marks(row.id), key=lambda mark: mark.how)[:3]  # those that are open first
    if marks and kind == "resolved":
        mark = draw(st.sampled_from(marks))
        about = {"number": mark.number, "objection": mark.place}
        return read_act(
            "resolved", {**about, "how": draw(st.sampled_from(tuple(WAYS)))}, draw(st.sampled_from(("", "so")))
        )
    number = draw(st.integers(max(1, night.number - 5), night.number))
    deal = find_deal(row.id, number)
    seen = draw(st.integers(0, deal.version if deal else 1))
    player = {"player": draw(st.sampled_from(night.players))} if draw(st.booleans()) else {}
    return read_act("objected", {"number": number, "version": seen, **player}, "der Bube hat gefehlt")


def _any_house(draw: Draw, night: Night) -> dict[str, object]:
    preset = night.game.presets[night.preset]
    chosen = draw(st.sets(st.sampled_from([switch.name for switch in switches(preset)]), max_size=3))
    return {
        switch.name: draw(st.sampled_from([setting.value for setting in switch.kind.settings]))
        for switch in switches(preset)
        if switch.name in chosen
    }


def _any_slot_act(draw: Draw, row: NightRow, night: Night, kind: str) -> Act:
    number = night.number
    if kind not in ("booked", "called") and number > 1:
        number = draw(st.integers(max(1, number - 9), number - (kind == "corrected")))
    facts: dict[str, Any] = {"number": number, **_any_seating(draw, row, night, number)}
    note = draw(st.sampled_from(("", "ein Wort dazu")))
    if kind == "voided":
        return read_act(kind, facts, note)
    if kind == "adjusted":
        return read_act(kind, {**facts, "adjust": _any_adjustment(draw, night)}, note)
    try:
        seating = seat_deal(night, number, facts.get("dealer", ""), facts.get("playing", ()))
    except Refused:
        return read_act(kind, {**facts, "answers": {}})  # too few are at the table; sent all the same
    answers = _any_answers(draw, night, seating)
    if kind == "called":
        answers = {name: answers[name] for name in answers if name in ("soloist",)}
    return read_act(kind, {**facts, "answers": answers}, note)


def _any_seating(draw: Draw, row: NightRow, night: Night, number: int) -> dict[str, Any]:
    """As it was called or booked, else as the rotation has it; now and then otherwise."""
    known = find_deal(row.id, number)
    if draw(st.integers(0, 5)) == 0:
        dealer = draw(st.sampled_from(night.players))
        place = night.players.index(dealer) + 1
        order = night.players[place:] + night.players[:place]
        size = draw(st.sampled_from(night.rules_at(number).players))
        chosen = draw(st.permutations(order))[:size]
        return {"dealer": dealer, "playing": [player for player in order if player in chosen]}
    return {key: known.entry.facts[key] for key in ("dealer", "playing")} if known else {}


def _any_adjustment(draw: Draw, night: Night) -> dict[str, int]:
    giver, taker = draw(st.permutations(night.players))[:2]
    points = draw(st.integers(1, 30))
    return {giver: -points, taker: points}


def _any_answers(draw: Draw, night: Night, seating: Seating) -> dict[str, Any]:
    if draw(st.integers(0, 9)) == 0:
        return {"passed": True}
    return _any_tour(draw, seating) if night.game.key == "herzeln" else _any_herzblatt(draw, seating)


def _any_herzblatt(draw: Draw, seating: Seating) -> dict[str, Any]:
    soloist = draw(st.sampled_from(seating.playing))
    return {"soloist": soloist, draw(st.sampled_from(("points", "defender_points"))): draw(st.integers(0, 120))}


def _any_tour(draw: Draw, seating: Seating) -> dict[str, Any]:
    players, tour = seating.playing, tour_of(seating.number).number
    if tour == 1:
        cards = hearts_for(len(players)).cards
        takers = draw(st.tuples(*[st.sampled_from(players)] * len(cards)))
        piles = {
            player: [card for card, taker in zip(cards, takers, strict=True) if taker == player] for player in players
        }
        return {"hearts": {player: " ".join(pile) for player, pile in piles.items()}}
    if tour in (2, 3, 4):
        takers = draw(st.tuples(*[st.sampled_from(players)] * (4 if tour == 4 else 8)))
        return {"queens" if tour == 4 else "tricks": {player: takers.count(player) for player in players}}
    if tour in (5, 6, 7):
        return {"king" if tour == 5 else "last": draw(st.sampled_from(players))}
    return {"out": list(draw(st.permutations(players)))}
