"""A night on the command line: every deal with its steps, the balances, money and payments."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from scorekeeper.accounts.kitty import KITTY, WAYS_OF_KITTY
from scorekeeper.games.own_values import describe_rules
from scorekeeper.games.pots import sum_pot
from scorekeeper.games.score import Line, cited_rules
from scorekeeper.journal.acts import Adjusted, Answered, Frozen, Voided
from scorekeeper.language import Speech
from scorekeeper.money import Stake, write_coins
from scorekeeper.night.duties import has_duties, open_duties
from scorekeeper.night.objections import WAYS, ObjectionTexts, texts_of_objections
from scorekeeper.night.parties import Party, parties_of
from scorekeeper.night.requirements import answers_of, find_proposals
from scorekeeper.nightfile.document import Document, Slot
from scorekeeper.payments import Payment
from scorekeeper.phrase import PLAIN, Money, Name, Phrase, render, say
from scorekeeper.printing import Row, Rows, lay_out, measure_columns


def score_night(document: Document) -> dict[str, object]:
    """Return a night as `score --json` prints it, in English: points are whole numbers, money is text like "-0.10"."""
    players = document.night.players
    stake = document.stake
    doubts = texts_of_objections(document.acts)
    deals = list[dict[str, object]]()
    for slot in document.slots:
        number, dealer, playing = slot.seating
        deal: dict[str, object] = {
            "number": number,
            "dealer": dealer,
            "playing": list(playing),
            "sheet": _everybody(slot.result.sheet, players),
            "payoff": _everybody(slot.result.payoff, players),
            "steps": [render(step, PLAIN) for step in steps(slot)],
            "lines": [_line(line) for line in slot.result.score.lines],
        }
        if number in doubts:
            deal["objections"] = [doubt._asdict() for doubt in doubts[number]]
        deals.append(deal)
    found = settle_night(document)
    result: dict[str, object] = {
        "game": document.night.game.key,
        "rules": document.night.preset,
        "players": list(players),
        "deals": deals,
        "scores": _sum_slots(document, "sheet"),
        "balance": _sum_slots(document, "payoff"),
        "currency": stake.currency if stake else None,
        "money": {who: write_coins(coins, stake) for who, coins in sum_coins(document).items()} if stake else None,
        "payments": payments(found.payments, stake),
    } | rounding(found.rounded, stake)
    if document.night.keeps_pot:
        result["pot"] = sum_pot([_sum_slots(document, "payoff")])
    if parties := parties_in(document):
        result["parties"] = [
            {
                "number": party.number,
                "first": party.numbers.start,
                "last": party.last,
                "scores": _everybody(party.standing.totals, players),
                "winners": [player for player in players if player in party.standing.winners],
            }
            for party in parties
        ]
    if has_duties(document.night):
        result["owing"] = list(owing_in(document))
    return result


def owing_in(document: Document) -> tuple[str, ...]:
    """Return who still has to play a solo in the game that is not over, nobody where it has not begun."""
    parties = parties_in(document)
    if not document.slots or (parties and parties[-1].over):
        return ()
    first = parties[-1].numbers.start if parties else 1
    acts = [slot.act for slot in document.slots if slot.seating.number >= first]
    return open_duties(document.night, ((act.number, act.answers) for act in acts if isinstance(act, Answered)))


def parties_in(document: Document) -> list[Party]:
    """Return the parties of a night, none in a game that has no parties."""
    return parties_of(document.night, {slot.seating.number: slot.result.sheet for slot in document.slots})


def _sum_slots(document: Document, column: str) -> dict[str, int]:
    total: Counter[str] = Counter()
    for slot in document.slots:
        total.update(getattr(slot.result, column))
    return {player: total[player] for player in document.night.players}


def sum_coins(document: Document) -> dict[str, int]:
    """Return the sum of all deals for each player in the smallest coin, in points without a stake."""
    night = document.night
    total = Counter[str]()
    for slot in document.slots:
        coins = night.coins_at(slot.seating.number)
        total.update({player: points * coins for player, points in slot.result.payoff.items()})
    return {player: total[player] for player in night.players}


class ToPay(NamedTuple):
    """The open payments of a night, what they round, and their new plan, None if the agreed plan is still valid."""

    payments: tuple[Payment, ...]
    plan: Frozen | None
    rounded: Mapping[str, int]


def settle_night(document: Document, collector: str = "") -> ToPay:
    """Return the payments that settle a night, by a `collector` if given; in the smallest coin, or in points."""
    account = document.account
    plan = account.next_plan(_sum_slots(document, "payoff"), collector or None)
    return ToPay(account.to_pay(plan), plan, plan.rounded if plan else account.rounded)


def tell_rounding(rounded: Mapping[str, int], currency: str, names: Mapping[str, str]) -> Phrase | None:
    """Return in words who gains and who loses because payments are whole coins, None for nobody."""
    changes = list[Phrase]()
    for player, change in rounded.items():
        money = Money(abs(change), currency)
        if change > 0:
            changes.append(say("{player} gains {amount}", player=names[player], amount=money))
        elif change < 0:
            changes.append(say("{player} loses {amount}", player=names[player], amount=money))
    return say("Rounded to whole coins: {changes}", changes=tuple(changes)) if changes else None


def payments(made: Iterable[Payment], stake: Stake | None) -> list[dict[str, object]]:
    """Return payments for JSON documents, in money if there is a stake; null is the kitty."""
    return [
        {"from": debtor or None, "to": creditor or None, "amount": write_coins(amount, stake)}
        for debtor, creditor, amount in made
    ]


def rounding(rounded: Mapping[str, int], stake: Stake | None) -> dict[str, object]:
    """Return who gains (or loses) by rounding, for JSON documents; nothing where nothing was rounded."""
    changes = {player: write_coins(change, stake) for player, change in rounded.items() if change}
    rows = [{"player": player or None, "amount": amount} for player, amount in changes.items()]
    return {"rounded": rows} if rows else {}


def _line(line: Line) -> dict[str, object]:
    """Return a line for JSON: the amounts of all lines but those in `cash` add up to the deal's `sheet`."""
    table: dict[str, object] = {
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
    return table | ({"cash": True} if line.cash else {})


def _everybody(points: Mapping[str, int], players: Iterable[str]) -> dict[str, int]:
    return {player: points.get(player, 0) for player in players}


def steps(slot: Slot) -> list[Phrase]:
    """Return the lines of a slot as sentences, of a void deal its reason."""
    if isinstance(slot.act, Voided):
        return [say("doesn’t count: {reason}", reason=slot.act.note)]
    agreed = isinstance(slot.act, Adjusted)
    return [_agreed(line) if agreed else step(line) for line in slot.result.score.told]


def _agreed(line: Line) -> Phrase:
    parts = tuple(say("{player} {points}", player=Name(player), points=points) for player, points in line.shares)
    return say("{reason}: {points}", reason=line.reason, points=parts)


def step(line: Line) -> Phrase:
    """Return one line as a sentence: the reason and, if it moves points, their calculation."""
    if not line.shares:
        return line.reason
    if not line.factors:
        return say("{reason}: {each}", reason=line.reason, each=line.each)
    factors = tuple(say("{reason} ×{times}", reason=factor.reason, times=factor.times) for factor in line.factors)
    return say(
        "{reason}: {value}, {factors} = {each}", reason=line.reason, value=line.value, factors=factors, each=line.each
    )


_SAT_OUT = "–"
_MANY = 200  # deals; fewer take no noticeable time
_EMPTY_LINE = "\r\x1b[K"  # clears the terminal's line


@contextmanager
def watch(slots: Sequence[Slot], speech: Speech) -> Iterator[Iterable[Slot]]:
    """Yield the deals of a night, with a progress line on standard error for many deals on a terminal."""

    def count_on() -> Iterator[Slot]:
        for done, slot in enumerate(slots):
            if done % (len(slots) // 100) == 0:
                text = speech.say(say("{done} of {all} deals judged", done=done, all=len(slots)))
                print(_EMPTY_LINE, text, sep="", end="", file=sys.stderr, flush=True)
            yield slot

    if len(slots) < _MANY or sys.stderr is None or not sys.stderr.isatty():
        yield slots
        return
    try:
        yield count_on()
    finally:
        print(end=_EMPTY_LINE, file=sys.stderr, flush=True)


def format_night(document: Document, speech: Speech) -> Iterator[str]:
    """Yield a scored night as lines: every deal with its steps and the running balance, money, payments."""
    night = document.night
    yield speech.say(describe_rules(night.game, night.rules_at(night.number)))
    if about := [part for part in (document.title, speech.day(document.night.date)) if part]:
        yield ", ".join(about)
    if document.stake:
        yield speech.say(say("One point is {money}", money=speech.money_of(1, document.stake)))
        for first, stake in night.stakes[1:]:
            assert stake is not None
            money = speech.money_of(1, stake)
            yield speech.say(say("From deal {number} on one point is {money}", number=str(first), money=money))
    yield from _format_deals(document, speech)
    if owing := owing_in(document):
        yield from ("", speech.say(say("Has to play a solo: {players}", players=tuple(map(Name, owing)))))
    yield from ("", speech.say(say("At the end")))
    yield from _format_end(document, speech)
    yield from (f"  {speech.say(remark)}" for remark in _find_remarks(document))
    yield from ("", speech.say(say("Payments")))
    yield from format_payments(document, settle_night(document), speech)
    if document.kitty or KITTY in document.settled:
        amount = _format_amount(document.account.kitty.content, document.stake, speech)
        yield from ("", speech.say(say("In the kitty: {amount}", amount=amount)))
    for move in document.kitty:
        parts = [speech.say(WAYS_OF_KITTY[move.how]), _format_amount(move.amount, document.stake, speech)]
        yield "  " + ", ".join([*parts, *filter(None, (move.who, move.note))])


def _find_remarks(document: Document) -> list[Phrase]:
    """Return what the deals so far mean for the next one, such as double deals that are left, or a pot."""
    night = document.night
    due = find_proposals(night, night.number, answers_of(slot.act for slot in document.slots))
    remarks = (*(proposal.remark for proposal in due.values()), night.pot_remark(_sum_slots(document, "payoff")))
    return [remark for remark in remarks if remark]


def format_payments(document: Document, found: ToPay, speech: Speech) -> Iterator[str]:
    """Yield the payments, one a line; players who pay as one are named together."""
    if not found.payments:
        yield "  " + speech.say(say("Nobody owes anybody anything."))
    sides = {player: document.account.side(player, found.plan) for player in document.night.players}
    names = {KITTY: speech.say(say("kitty"))} | {player: " + ".join(side) for player, side in sides.items()}
    rows = [
        (f"{names[debtor]} → {names[creditor]}", _format_amount(amount, document.stake, speech))
        for debtor, creditor, amount in found.payments
    ]
    yield from lay_out(rows) if rows else ()
    if text := tell_rounding(found.rounded, document.night.currency, names):
        yield "  " + speech.say(text)


def _format_amount(amount: int, stake: Stake | None, speech: Speech) -> str:
    return speech.money(amount, stake.currency) if stake else speech.show(amount)


def _format_deals(document: Document, speech: Speech) -> Iterator[str]:
    """Yield the deals: steps with their rules, points and running balance, and the result of each party."""
    tables = list(_deal_tables(document, speech))
    widths = measure_columns(row for table in tables for row in table) if tables else []
    parties = {party.last: party for party in parties_in(document)}
    doubts = texts_of_objections(document.acts)
    for slot, table in zip(document.slots, tables, strict=True):
        number, dealer, _ = slot.seating
        yield from ("", speech.say(say("Deal {number}, dealt by {dealer}", number=str(number), dealer=dealer)))
        lines = steps(slot)
        if not isinstance(slot.act, Voided):  # its only step has the note and no rule
            pairs = zip(lines, slot.result.score.told, strict=True)
            lines = [say("{step} [{rules}]", step=step, rules=cited_rules((line,))) for step, line in pairs]
            lines += [say("note: {note}", note=slot.act.note)] if slot.act.note else []
        for line in (*lines, *map(_format_doubt, doubts.get(number, ()))):
            yield f"  {speech.say(line)}"
        yield from lay_out(table, widths)
        if party := parties.get(number):
            scores = party.standing.totals.items()
            totals = tuple(say("{player} {points}", player=player, points=points) for player, points in scores)
            text = say(
                "Game {number}: {verdict} ({scores})",
                number=party.number,
                verdict=party.standing.remark,
                scores=totals,
            )
            yield from ("", speech.say(text))


def _format_doubt(doubt: ObjectionTexts) -> Phrase:
    if not doubt.how:
        return say("open query: {text}", text=doubt.text)
    text = say("query: {text} ({how})", text=doubt.text, how=WAYS[doubt.how])
    return say("{objection}: {reason}", objection=text, reason=doubt.reason) if doubt.reason else text


def format_open_doubts(document: Document, speech: Speech) -> Iterator[str]:
    """Yield the open objections, one a line."""
    for number, doubts in texts_of_objections(document.acts).items():
        for doubt in doubts:
            if not doubt.how:
                deal = say("deal {number}", number=str(number))
                yield speech.say(say("{deal}: {remark}", deal=deal, remark=_format_doubt(doubt)))


def _deal_tables(document: Document, speech: Speech) -> Iterator[Rows]:
    """Yield the table of each deal: points, running balance and the sheet if it differs; a dash for sitting out."""
    players = document.night.players
    columns = {"sheet": speech.say(say("sheet")), "payoff": speech.say(say("points"))}
    if not _has_sheet(document):
        del columns["sheet"]
    total = speech.say(say("balance"))
    balance: Counter[str] = Counter()
    for slot in document.slots:
        rows: list[Row] = [("", *players)]
        for column, heading in columns.items():
            points: Mapping[str, int] = getattr(slot.result, column)
            concerned = {*slot.seating.playing, *points}
            cells = [speech.points(points.get(who, 0)) if who in concerned else _SAT_OUT for who in players]
            rows.append((heading, *cells))
        balance.update(slot.result.payoff)
        yield (*rows, (total, *(speech.points(balance[player]) for player in players)))


def _has_sheet(document: Document) -> bool:
    return any(slot.result.sheet != slot.result.payoff for slot in document.slots)


def _format_end(document: Document, speech: Speech) -> Iterator[str]:
    players = document.night.players
    stake = document.stake
    rows: list[Row] = [("", *players)]
    for column, heading in (("sheet", say("sheet")), ("payoff", say("balance"))):
        if column == "payoff" or _has_sheet(document):
            rows.append((speech.say(heading), *map(speech.points, _sum_slots(document, column).values())))
    if stake:
        won = sum_coins(document).values()
        rows.append((speech.say(say("money")), *(speech.money(coins, stake.currency, signed=True) for coins in won)))
    if document.settled:
        settled = (document.settled.get(player, 0) for player in players)
        cells = (speech.money(coins, stake.currency, True) if stake else speech.points(coins) for coins in settled)
        rows.append((speech.say(say("settled")), *cells))
    yield from lay_out(rows)
