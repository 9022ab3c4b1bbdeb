"""What the command line tells of a scored night: the document of `score --json`, and its sums."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.games.score import Line, rules_of
from scorekeeper.journal.acts import Adjusted, Frozen, Voided
from scorekeeper.money import Stake, write_coins
from scorekeeper.night.match import Party, parties_of
from scorekeeper.night.objections import doubts_in
from scorekeeper.nightfile.document import Document, Slot
from scorekeeper.payments import Payment
from scorekeeper.phrase import PLAIN, Name, Phrase, Voice, render, say


def score_night(document: Document, voice: Voice = PLAIN) -> dict[str, object]:
    """Return a night as `score --json` prints it: what every deal came to, with its steps as `voice` says them.

    Beside the deals stand the sums and the payments: points are whole numbers, money is text like "-0.10".
    """
    players = document.night.players
    scores, balance = (sum_slots(document.slots, players, column) for column in ("sheet", "payoff"))
    stake = document.stake
    parties = parties_in(document)
    doubts = doubts_in(document.acts)
    told: dict[str, object] = {
        "game": document.night.game.key,
        "rules": document.night.preset,
        "players": list(players),
        "deals": [
            _deal(slot, players, voice) | ({"objections": [doubt._asdict() for doubt in found]} if found else {})
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
    return told | ({"parties": [_party(party, players) for party in parties]} if parties else {})


def parties_in(document: Document) -> list[Party]:
    """Return the parties of a night, none in a game that has no parties."""
    return parties_of(document.night, {slot.seating.number: slot.result.sheet for slot in document.slots})


def _party(party: Party, players: Iterable[str]) -> dict[str, object]:
    return {
        "number": party.number,
        "first": party.numbers.start,
        "last": party.last,
        "scores": _everybody(party.standing.totals, players),
        "winners": [player for player in players if player in party.standing.winners],
    }


def sum_slots(slots: Iterable[Slot], players: Iterable[str], column: str) -> dict[str, int]:
    """Return the sum of the slots' `sheet` or `payoff` for each of `players`, in points."""
    total: Counter[str] = Counter()
    for slot in slots:
        total.update(getattr(slot.result, column))
    return {player: total[player] for player in players}


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
    """Return the payments that settle what is open in a night, in the smallest coin, or in points without a stake.

    Who is in a purse pays and receives as one; where somebody is told to collect, all payments go by way of him.
    """
    account = document.account
    plan = account.next_plan(sum_slots(document.slots, document.night.players, "payoff"), collector or None)
    return ToPay(account.to_pay(plan), plan)


def sum_kitty(document: Document) -> int:
    """Return what lies in the kitty of a night, in the smallest coin, or in points without a stake."""
    return document.account.kitty.content


def payments(made: Iterable[Payment], stake: Stake | None) -> list[dict[str, object]]:
    """Return payments as the JSON documents carry them, in money if there is a stake; null is the kitty."""
    return [
        {"from": debtor or None, "to": creditor or None, "amount": write_coins(amount, stake)}
        for debtor, creditor, amount in made
    ]


def _deal(slot: Slot, players: Iterable[str], voice: Voice) -> dict[str, object]:
    players = tuple(players)
    return {
        "number": slot.seating.number,
        "dealer": slot.seating.dealer,
        "playing": list(slot.seating.playing),
        "sheet": _everybody(slot.result.sheet, players),
        "payoff": _everybody(slot.result.payoff, players),
        "steps": [render(step, voice) for step in steps(slot)],
        "lines": [_line(line, voice) for line in slot.result.score.lines],
    }


def _line(line: Line, voice: Voice) -> dict[str, object]:
    """Return a line for programs: the amounts of all lines but those in `cash` add up to the deal's `sheet`."""
    told: dict[str, object] = {
        "rule": line.rule,
        "reason": render(line.reason, voice),
        "value": line.value,
        "shares": dict(line.shares),
        "factors": [
            {"rule": factor.rule, "reason": render(factor.reason, voice), "times": factor.times}
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


def cited_steps(slot: Slot) -> list[Phrase]:
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
