"""A night told on the command line: every deal with its steps, the balances, money and payments."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from scorekeeper.accounts.kitty import KITTY, WAYS_OF_KITTY
from scorekeeper.games.score import Line, rules_of
from scorekeeper.journal.acts import Adjusted, Frozen, Voided
from scorekeeper.language import Speech
from scorekeeper.money import Stake, write_coins
from scorekeeper.night.match import Party, parties_of
from scorekeeper.night.objections import WAYS, Doubt, doubts_in
from scorekeeper.nightfile.document import Document, Slot
from scorekeeper.payments import Payment
from scorekeeper.phrase import PLAIN, Name, Phrase, render, say
from scorekeeper.printing import Row, Rows, lay_out, measure_columns


def score_night(document: Document) -> dict[str, object]:
    """Return a night as `score --json` prints it, in English: points are whole numbers, money is text like "-0.10"."""
    players = document.night.players
    scores, balance = (_sum_slots(document, column) for column in ("sheet", "payoff"))
    stake = document.stake
    parties = parties_in(document)
    doubts = doubts_in(document.acts)
    told: dict[str, object] = {
        "game": document.night.game.key,
        "rules": document.night.preset,
        "players": list(players),
        "deals": [
            _deal(slot, players) | ({"objections": [doubt._asdict() for doubt in found]} if found else {})
            for slot in document.slots
            for found in [doubts.get(slot.seating.number)]
        ],
        "scores": scores,
        "balance": balance,
        "currency": stake.currency if stake else None,
        "money": {player: write_coins(coins, stake) for player, coins in sum_coins(document).items()}
        if stake
        else None,
        "payments": payments(settle_night(document).payments, stake),
    }
    if parties:
        told["parties"] = [
            {
                "number": party.number,
                "first": party.numbers.start,
                "last": party.last,
                "scores": _everybody(party.standing.totals, players),
                "winners": [player for player in players if player in party.standing.winners],
            }
            for party in parties
        ]
    return told


def parties_in(document: Document) -> list[Party]:
    """Return the parties of a night, none in a game that has no parties."""
    return parties_of(document.night, {slot.seating.number: slot.result.sheet for slot in document.slots})


def _sum_slots(document: Document, column: str) -> dict[str, int]:
    """Return the sum of the slots' `sheet` or `payoff` for each player, in points."""
    total: Counter[str] = Counter()
    for slot in document.slots:
        total.update(getattr(slot.result, column))
    return {player: total[player] for player in document.night.players}


def sum_coins(document: Document) -> dict[str, int]:
    """Return what the deals brought each player in the smallest coin, in points without a stake."""
    night = document.night
    total = Counter[str]()
    for slot in document.slots:
        coins = night.coins_at(slot.seating.number)
        total.update({player: points * coins for player, points in slot.result.payoff.items()})
    return {player: total[player] for player in night.players}


class ToPay(NamedTuple):
    """What is still to be paid in a night, and the plan of it, None where one that was agreed on holds."""

    payments: tuple[Payment, ...]
    plan: Frozen | None


def settle_night(document: Document, collector: str = "") -> ToPay:
    """Return the payments that settle a night, by a `collector` if told; in the smallest coin, or in points."""
    account = document.account
    plan = account.next_plan(_sum_slots(document, "payoff"), collector or None)
    return ToPay(account.to_pay(plan), plan)


def payments(made: Iterable[Payment], stake: Stake | None) -> list[dict[str, object]]:
    """Return payments as the JSON documents carry them, in money if there is a stake; null is the kitty."""
    return [
        {"from": debtor or None, "to": creditor or None, "amount": write_coins(amount, stake)}
        for debtor, creditor, amount in made
    ]


def _deal(slot: Slot, players: Sequence[str]) -> dict[str, object]:
    return {
        "number": slot.seating.number,
        "dealer": slot.seating.dealer,
        "playing": list(slot.seating.playing),
        "sheet": _everybody(slot.result.sheet, players),
        "payoff": _everybody(slot.result.payoff, players),
        "steps": [render(step, PLAIN) for step in steps(slot)],
        "lines": [_line(line) for line in slot.result.score.lines],
    }


def _line(line: Line) -> dict[str, object]:
    """Return a line for programs: the amounts of all lines but those in `cash` add up to the deal's `sheet`."""
    told: dict[str, object] = {
        "rule": line.rule,
        "reason": render(line.reason, PLAIN),
        "value": line.value,
        "shares": dict(line.shares),
        "factors": [
            {"rule": factor.rule, "reason": render(factor.reason, PLAIN), "times": factor.times}
            for factor in line.factors
        ],
        "amounts": line.points,
    }
    return told | ({"cash": True} if line.cash else {})


def _everybody(points: Mapping[str, int], players: Iterable[str]) -> dict[str, int]:
    return {player: points.get(player, 0) for player in players}


def steps(slot: Slot) -> list[Phrase]:
    """Return the lines of a slot as sentences; a voided slot says so."""
    match slot.act:
        case Voided():
            return [say("voided: {reason}", reason=slot.act.note)]
        case Adjusted():
            return [_agreed(line) for line in slot.result.score.lines]
        case _:
            return [step(line) for line in slot.result.score.lines]


def _cited_steps(slot: Slot) -> list[Phrase]:
    """Return the steps of a slot with the numbers of the rules that each rests on."""
    if isinstance(slot.act, Voided):
        return steps(slot)
    lines = zip(steps(slot), slot.result.score.lines, strict=True)
    return [say("{step} [{rules}]", step=told, rules=rules_of((line,))) for told, line in lines]


def _agreed(line: Line) -> Phrase:
    parts = tuple(say("{player} {points}", player=Name(player), points=points) for player, points in line.shares)
    return say("{reason}: {points}", reason=line.reason, points=parts)


def step(line: Line) -> Phrase:
    """Return one line as a sentence: the reason and, where it moves points, how they come about."""
    if not line.shares:
        return line.reason
    if not line.factors:
        return say("{reason}: {each}", reason=line.reason, each=line.each)
    factors = tuple(say("{reason} ×{times}", reason=factor.reason, times=factor.times) for factor in line.factors)
    return say(
        "{reason}: {value}, {factors} = {each}", reason=line.reason, value=line.value, factors=factors, each=line.each
    )


_SAT_OUT = "–"
_MANY = 200  # deals; fewer are judged before anybody wonders
_EMPTY_LINE = "\r\x1b[K"  # back to the beginning of the terminal's line, and nothing on it


@contextmanager
def watch(slots: Sequence[Slot], speech: Speech) -> Iterator[Iterable[Slot]]:
    """Give the deals of a night; many of them are counted on a line of the terminal, if standard error is one."""
    if len(slots) < _MANY or sys.stderr is None or not sys.stderr.isatty():
        yield slots
        return
    try:
        yield _counting(slots, speech)
    finally:
        print(end=_EMPTY_LINE, file=sys.stderr, flush=True)


def _counting(slots: Sequence[Slot], speech: Speech) -> Iterator[Slot]:
    for done, slot in enumerate(slots):
        if done % (len(slots) // 100) == 0:
            text = speech.say(say("{done} of {all} deals judged", done=done, all=len(slots)))
            print(_EMPTY_LINE, text, sep="", end="", file=sys.stderr, flush=True)
        yield slot


def tell_night(document: Document, speech: Speech) -> Iterator[str]:
    """Yield a scored night as lines: every deal with its steps and the running balance, money, payments."""
    yield from _tell_heading(document, speech)
    yield from _tell_deals(document, speech)
    yield ""
    yield speech.say(say("At the end"))
    yield from _tell_end(document, speech)
    yield ""
    yield speech.say(say("Payments"))
    yield from tell_payments(document, settle_night(document), speech)
    if document.kitty or KITTY in document.settled:
        yield ""
        amount = _tell_amount(document.account.kitty.content, document.stake, speech)
        yield speech.say(say("In the kitty: {amount}", amount=amount))
    for move in document.kitty:
        parts = [speech.say(WAYS_OF_KITTY[move.how]), _tell_amount(move.amount, document.stake, speech)]
        yield "  " + ", ".join([*parts, *filter(None, (move.who, move.note))])


def tell_payments(document: Document, found: ToPay, speech: Speech) -> Iterator[str]:
    """Yield who pays whom how much, one payment a line; who pays as one stands together."""
    if not found.payments:
        yield "  " + speech.say(say("Nobody owes anybody anything."))
        return
    sides = {player: document.account.side(player, found.plan) for player in document.night.players}
    names = {KITTY: speech.say(say("kitty"))} | {player: " + ".join(side) for player, side in sides.items()}
    rows = [
        (f"{names[debtor]} → {names[creditor]}", _tell_amount(amount, document.stake, speech))
        for debtor, creditor, amount in found.payments
    ]
    yield from lay_out(rows, measure_columns(rows))


def _tell_amount(amount: int, stake: Stake | None, speech: Speech) -> str:
    return speech.money(amount, stake.currency) if stake else speech.show(amount)


def _tell_heading(document: Document, speech: Speech) -> Iterator[str]:
    night = document.night
    author = night.game.presets[night.preset].author
    yield speech.say(say("{game}, rules of {author}", game=night.game.title, author=author))
    if about := [part for part in (document.title, speech.day(document.day)) if part]:
        yield ", ".join(about)
    if document.stake:
        yield speech.say(say("One point is {money}", money=speech.worth(1, document.stake)))
        for first, stake in document.night.stakes[1:]:
            assert stake is not None
            money = speech.worth(1, stake)
            yield speech.say(say("From deal {number} on one point is {money}", number=str(first), money=money))


def _tell_deals(document: Document, speech: Speech) -> Iterator[str]:
    tables = list(_deal_tables(document, speech))
    widths = measure_columns(row for table in tables for row in table) if tables else []
    parties = {party.last: party for party in parties_in(document)}
    doubts = doubts_in(document.acts)
    for slot, table in zip(document.slots, tables, strict=True):
        seating = slot.seating
        yield ""
        yield speech.say(say("Deal {number}, dealt by {dealer}", number=str(seating.number), dealer=seating.dealer))
        # what somebody wrote to a slot, unless its steps say it already
        is_remark = slot.act.note and not isinstance(slot.act, Voided)
        notes = [say("note: {note}", note=slot.act.note)] if is_remark else []
        lines = (*_cited_steps(slot), *notes, *map(_tell_doubt, doubts.get(seating.number, ())))
        yield from (f"  {speech.say(line)}" for line in lines)
        yield from lay_out(table, widths)
        if party := parties.get(seating.number):
            totals = party.standing.totals.items()
            scores = tuple(say("{player} {points}", player=player, points=points) for player, points in totals)
            told = say(
                "Party {number}: {verdict} ({scores})",
                number=party.number,
                verdict=party.standing.remark,
                scores=scores,
            )
            yield from ("", speech.say(told))


def _tell_doubt(doubt: Doubt) -> Phrase:
    if not doubt.how:
        return say("open objection: {text}", text=doubt.text)
    told = say("objection: {text} ({how})", text=doubt.text, how=WAYS[doubt.how])
    return say("{objection}: {reason}", objection=told, reason=doubt.reason) if doubt.reason else told


def tell_open_doubts(document: Document, speech: Speech) -> Iterator[str]:
    """Yield what is still objected to, one objection a line."""
    for number, doubts in doubts_in(document.acts).items():
        for doubt in doubts:
            if not doubt.how:
                deal = say("deal {number}", number=str(number))
                yield speech.say(say("{deal}: {told}", deal=deal, told=_tell_doubt(doubt)))


def _deal_tables(document: Document, speech: Speech) -> Iterator[Rows]:
    """Yield the table of each deal: its points and the running balance; the sheet too where that is something else."""
    players = document.night.players
    has_sheet = _has_sheet(document)
    sheet, points, total = map(speech.say, (say("sheet"), say("points"), say("balance")))
    balance: Counter[str] = Counter()
    for slot in document.slots:
        balance.update(slot.result.payoff)
        written = [(sheet, *_played(slot, slot.result.sheet, players, speech))] if has_sheet else []
        paid = (points, *_played(slot, slot.result.payoff, players, speech))
        yield ("", *players), *written, paid, (total, *(speech.points(balance[player]) for player in players))


def _has_sheet(document: Document) -> bool:
    """Return whether the sheet shows anything else than what is paid."""
    return any(slot.result.sheet != slot.result.payoff for slot in document.slots)


def _played(slot: Slot, points: Mapping[str, int], players: Sequence[str], speech: Speech) -> list[str]:
    """Return the points of one deal as cells, with a dash for who sat out."""
    concerned = {*slot.seating.playing, *points}
    return [speech.points(points.get(player, 0)) if player in concerned else _SAT_OUT for player in players]


def _tell_end(document: Document, speech: Speech) -> Iterator[str]:
    players = document.night.players
    stake = document.stake
    balance = _sum_slots(document, "payoff")
    rows: list[Row] = [("", *players)]
    if _has_sheet(document):
        scores = _sum_slots(document, "sheet")
        rows.append((speech.say(say("sheet")), *(speech.points(scores[player]) for player in players)))
    rows.append((speech.say(say("balance")), *(speech.points(balance[player]) for player in players)))
    if stake:
        won = sum_coins(document)
        money = (speech.money(won[player], stake.currency, signed=True) for player in players)
        rows.append((speech.say(say("money")), *money))
    if document.settled:
        settled = (document.settled.get(player, 0) for player in players)
        told = (speech.money(coins, stake.currency, True) if stake else speech.points(coins) for coins in settled)
        rows.append((speech.say(say("settled")), *told))
    yield from lay_out(rows, measure_columns(rows))
