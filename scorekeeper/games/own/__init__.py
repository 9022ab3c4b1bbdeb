"""A game of a table's own: a document says what is asked, what is written and what is paid."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, cast

from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.game import Game, Outcome, Parties, Pot, ProposedAnswer, Seating, SheetSummary
from scorekeeper.games.house_tables import MOST
from scorekeeper.games.own import contract as contracts
from scorekeeper.games.own.document import MoneyRule, Sheet, check_next
from scorekeeper.games.own.money import has_ended, pay, tally
from scorekeeper.games.own.points import ask_points, check_points, score_points
from scorekeeper.games.own.rules import OwnRules
from scorekeeper.games.questions import Answers, Question
from scorekeeper.games.rulebook import Book, Part, Row, TariffTable
from scorekeeper.games.score import Line, Score
from scorekeeper.phrase import Phrase, Refused, Value, count, say
from scorekeeper.value_checks import refuse_unless

_MOST_POINTS = 2 * MOST


class Deal(NamedTuple):
    """A deal with its answers; `played` is None in a points sheet, and where nobody played."""

    seating: Seating
    answers: Answers
    played: contracts.PlayedContract | None = None


def ask(rules: OwnRules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions that matter, given the `answers` so far; with None all possible questions."""
    sheet = rules.sheet
    asking = {"points": ask_points, "winner": contracts.ask_winner, "contract": contracts.ask_contract}[sheet.kind]
    questions = list(asking(sheet, seating, answers))
    if answers is None or not answers.get("passed"):
        questions += contracts.ask_steps(sheet, seating, answers)
    return tuple(questions)


def read_deal(rules: OwnRules, seating: Seating, answers: Answers) -> Deal:
    """Return the answers as one deal. Raises Refused if one is missing or two contradict each other."""
    sheet = rules.sheet
    if sheet.kind == "points":
        deal = Deal(seating, check_points(sheet, seating, answers))
    else:
        deal = Deal(seating, answers, contracts.find_played(sheet, seating, answers))
    contracts.check_steps(sheet, answers, deal.played)
    totals = score(rules, deal).totals((*seating.playing, seating.dealer))
    most = max(map(abs, totals.values()))
    refuse_unless(most <= _MOST_POINTS, "", say("more than {most} points are no score", most=_MOST_POINTS))
    return deal


def score(rules: OwnRules, deal: Deal) -> Score:
    """Return the lines of one deal, in points."""
    sheet = rules.sheet
    dealer = deal.seating.dealer
    if sheet.kind == "points":
        factors = tuple(contracts.factors_of(sheet, deal.answers))
        return Score(tuple(score_points(sheet, deal.seating, deal.answers, factors)))
    if deal.played is None:
        assert sheet.passed
        stake = contracts.score_pot(sheet.pot, dealer) if sheet.pot else ()
        return Score((Line(sheet.passed, "OWN-4"), *stake))
    found = contracts.score_played(sheet, deal.seating, deal.answers, deal.played)
    if sheet.money.pays == "difference" and dealer not in deal.seating.playing:
        # All at the table pay each other, also the dealer who sat out.
        found = Score((*found.lines, Line(say("the dealer sat out"), "OWN-11", 0, ((dealer, 0),))))
    return found


def outcomes(rules: OwnRules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Return the payments of each end of a called deal, none while one of them is unknown, or where there are many."""
    counted = rules.sheet.count
    contract = rules.sheet.contract(answers.get("contract"))
    if contract is None or "declarer" not in answers or contract.result != "ask" or (counted and counted.each):
        return ()

    def finish(more: Answers) -> Score | None:
        with suppress(Refused):
            return score(rules, read_deal(rules, seating, {**answers, **more}))
        return None

    if not contract.count:
        ends = ((say("won"), finish({"won": True})), (say("lost"), finish({"won": False})))
        return tuple(Outcome(label, end) for label, end in ends if end)
    assert counted
    total = counted.total
    limits = [one for step in rules.sheet.steps for one in (step.at, step.reaches) if one is not None and one <= total]
    turns = sorted({0, min(contract.needed, total), *limits, *(total - limit + 1 for limit in limits if limit)})
    found = [(turn, end) for turn in turns if (end := finish({"points": turn}))]
    if len(found) < len(turns):
        return ()
    table = dict.fromkeys((*seating.playing, seating.dealer))
    first = [next(group) for _, group in groupby(found, lambda one: one[1].totals(table))]
    behind = [*(turn for turn, _ in first[1:]), total + 1]
    return tuple(Outcome(_range(low, after - 1), end) for (low, end), after in zip(first, behind, strict=True))


def _range(low: int, high: int) -> Phrase:
    if low == high:
        return say("{points} card points", points=low)
    return say("{low}–{high} card points", low=low, high=high)


def sheet_summary(rules: OwnRules, seating: Seating, answers: Answers) -> SheetSummary:
    """Return the contract, the marks of the steps and the card points: Grand H 71."""
    sheet = rules.sheet
    if answers.get("passed"):
        return SheetSummary("", (say("all pass"),))
    contract = sheet.contract(answers.get("contract"))
    words: list[Value] = [contract.name] if contract else []
    words += [step.mark for step in sheet.steps if step.mark and answers.get(step.key)]
    tricks = cast("Mapping[str, int]", answers.get("tricks") or {})
    points = answers.get("points", tricks.get(str(answers.get("declarer"))))
    if sheet.kind == "contract" and isinstance(points, int):
        words.append(points)
    if declarer := str(answers.get("declarer") or ""):
        key = str(answers.get("contract") or "")
        return SheetSummary(declarer, tuple(words), key, partner=str(answers.get("partner") or ""))
    heading = sheet.points_of(seating.number).name
    return SheetSummary("", tuple([heading, *words] if heading else words), individual=bool(answers))


def propose(rules: OwnRules, earlier: Sequence[Answers]) -> Mapping[str, ProposedAnswer]:
    """Return the steps that last from an earlier deal, such as a round that counts twice."""
    proposals = {}
    for step in rules.sheet.steps:
        begun = [place for place, deal in enumerate(earlier) if deal.get(step.starts)] if step.deals else []
        left = begun[-1] + step.deals - len(earlier) if begun else -1
        if left >= 0:
            reason = say("{name}: it lasts for {n} deals", name=step.name, n=step.deals)
            remark = count("{name}: {n} deal is left.", "{name}: {n} deals are left.", left + 1, name=step.name)
            proposals[step.key] = ProposedAnswer(True, reason, remark)
    return proposals


def find_duties(rules: OwnRules) -> Callable[[Answers], str] | None:
    """Return how to tell whose obligatory solo a deal was, None for a sheet without them."""
    keys = {contract.key for contract in rules.sheet.contracts if contract.duty}
    return (lambda answers: str(answers.get("declarer")) if answers.get("contract") in keys else "") if keys else None


def make_tariff(rules: OwnRules) -> tuple[TariffTable, ...]:
    """Return what each game or value is worth, and each step."""
    sheet = rules.sheet
    rounds = [(one.name or say("deal {number}", number=place), one) for place, one in enumerate(sheet.rounds, start=1)]
    games = tuple(Row(one.name, (one.value,), ("OWN-4",)) for one in sheet.contracts)
    deals = tuple(Row(name, (one.each,), ("OWN-1",)) for name, one in rounds)
    tables = (
        TariffTable(say("What the games are worth"), (say("points"),), games),
        TariffTable(say("The deals"), (say("for each one"),), deals),
        TariffTable(say("What makes it dearer"), (say("how much it counts"),), tuple(_rows_of_steps(sheet))),
    )
    return tuple(table for table in tables if table.rows)


def _rows_of_steps(sheet: Sheet) -> Iterator[Row]:
    for step in sheet.steps:
        if step.times > 1:
            yield Row(step.name, (say("×{times}", times=step.times),), ("OWN-6",))
        elif step.level:
            yield Row(step.name, (count("{n} step", "{n} steps", step.level),), ("OWN-7",))
        else:
            yield Row(step.name, (count("{n} point", "{n} points", step.add),), ("OWN-8",))


OWN = Game(
    key="own",
    title=say("Another game"),
    about=say("A game of your own: you say what is written and what is paid."),
    presets={"own": OwnRules()},
    cards=ACE_TEN,
    pack=lambda rules, players: say("the cards of your game"),
    ask=ask,
    deal=read_deal,
    score=score,
    check=lambda rules, seating, answers, deal: contracts.check_parts(rules.sheet, deal.answers, deal.played),
    outcomes=outcomes,
    book=Book((Part(Path(__file__).with_name("rules.toml")),), make_tariff),
    payoff=lambda rules, sheets: pay(rules.sheet, sheets),
    agreed_payoff=lambda rules, sheets: pay(rules.sheet, sheets),
    parties=Parties(
        tally=lambda rules, sheets: tally(rules.sheet, sheets),
        ends=lambda rules, sheets: has_ended(rules.sheet, sheets),
        counted=lambda rules: bool(rules.sheet.end),
    ),
    proposed_answers=propose,
    proposal_depth=lambda rules: max((step.deals for step in rules.sheet.steps), default=0),
    pot=Pot(kept=lambda rules: rules.sheet.pot is not None, rule="OWN-12"),
    sheet_column=lambda rules: "payoff" if rules.sheet.money == MoneyRule() else "sheet",
    fewest_lead=lambda rules: rules.sheet.less and rules.sheet.money != MoneyRule(),
    sheet_summary=sheet_summary,
    heading=lambda rules, number: rules.sheet.points_of(number).name,
    named=lambda rules: rules.sheet.name,
    duties=find_duties,
    check_change=lambda before, after: check_next(before.sheet, after.sheet),
)
