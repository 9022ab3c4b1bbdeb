"""The sheet of a night, the same for every phone of the table."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flask import render_template
from markupsafe import Markup

from scorekeeper.games.game import Column, SheetSummary
from scorekeeper.games.own_values import name_played, name_rules
from scorekeeper.journal.acts import Answered, Called
from scorekeeper.night.duties import open_duties
from scorekeeper.night.night import Night, seat_deal
from scorekeeper.night.parties import begin_parties, parties_of, party_of
from scorekeeper.phrase import Phrase, Refused
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.projections.objections import find_doubted
from scorekeeper.storage.queries.nights import answers_from, find_deal, stake_of
from scorekeeper.storage.queries.sheets import (
    PAGE,
    SheetLine,
    SheetPage,
    booked_sheets,
    current_totals,
    newest_page,
    sheet_page,
)
from scorekeeper.web.access.current import AtNight
from scorekeeper.web.deal.auditable import find_auditable
from scorekeeper.web.deal.draft import proposals_for
from scorekeeper.web.deal.outcomes import ShownOutcome, describe_deal, find_outcomes


class SheetRow(NamedTuple):
    """A row of the sheet: `running` balances after the deal, the `points` of the deal, and whether it is `doubted`."""

    line: SheetLine
    running: Mapping[str, int]
    points: Mapping[str, int]
    brief: SheetSummary
    doubted: bool


@lru_cache(100)
def _kept_body(*key: object) -> dict[str, Any]:
    """Return the dictionary in which the page of a sheet is kept, empty at first.

    The sheet is the same for all phones of a table with one language; this halves its cost for the second phone after
    a booking. The key has the head of the journal, which covers all deals, and the names and amounts of the players;
    a table has no token, no form and nothing for a single reader.
    """
    return {}


def sheet_body(at: AtNight, asked: int | None, root: str, language: str) -> dict[str, Any]:
    """Return the page of the sheet from deal `asked` on, by default the newest; `root` is the prefix of its links."""
    first = first_of(at.row.number, asked, PAGE)
    body = _kept_body(root, at.row.slug, at.row.head, first, language, *at.players)
    if not body:
        body.update(make_body(at, first, PAGE))
    return body


def first_of(number: int, asked: int | None, deals: int) -> int:
    """Return the first deal of a page with so many `deals`; `number` is the next deal of the night."""
    newest = newest_page(number - 1, deals)
    return newest if asked is None else max(1, min(asked, newest))


def make_body(at: AtNight, first: int, deals: int) -> dict[str, Any]:
    """Return the page of so many `deals` from deal `first` on, without the parts for a single phone.

    table    the page's table and the sections below it
    newest   whether it shows the latest deals
    called   whether the next deal is called, and `coming` its words in brief
    problem  why nobody can play the next deal, None if somebody can
    rules    the name of the rules of the next deal
    """
    row = at.row
    night = at.now
    last = night.number - 1
    newest = newest_page(last, deals)
    sheet = sheet_page(row.id, first, deals, night.ends is not None, at.players)
    column = night.game.sheet_column(night.rules_at(night.number))
    sheets: dict[int, Mapping[str, int]] = {}
    if night.in_parties and last:  # of the parties on the page, and of the last one
        sheets = booked_sheets(row.id, range(party_of(night, first).start, first + deals))
        if last not in sheets:
            sheets |= booked_sheets(row.id, party_of(night, last))
    parties = {party.last: party for party in parties_of(night, sheets)}
    marked = find_doubted(row.id, first, first + deals - 1)
    begun = begin_parties(night, sheets) if night.in_parties else {}
    carried = sheet.carried[column]
    if night.in_parties:  # of the party in progress
        earlier = range(begun.get(first, first), first)
        carried = {player: sum(sheets[number].get(player, 0) for number in earlier) for player in carried}
    rows = _make_rows(night, sheet, column, set(begun.values()), carried, marked)
    shown = [row for row in rows if not row.line.struck]
    kinds = {row.line.entry.kind for row in shown}
    coming = next_deal(row.id, night)
    owing = open_duties(night, answers_from(row.id, begun.get(night.number, 1))) if first == newest else ()
    table = render_template(
        "sheet/_sheet.html",
        now=night,
        fewest_lead=night.fewest_lead,
        players=[player for player in at.players if player.took_part],
        stake=stake_of(row),
        sheet=sheet,
        newest=newest,
        earlier=max(1, first - PAGE),
        later=first + PAGE,
        whole=deals != PAGE,
        missing=(first, min(first + deals - 1, last), last) if newest > 1 else None,
        column=column,
        named=night.heading_at(night.number) is not None or column == "sheet",
        carried=carried,
        rows=rows,
        parties=parties,
        totals=current_totals(at.players, parties.get(last), column),
        brought=any(player.brought for player in at.players),
        solo=any(row.brief.soloist for row in shown),
        partner=any(row.brief.partner not in ("", row.brief.soloist) for row in shown),
        voided="voided" in kinds,
        adjusted="adjusted" in kinds,
        doubted=marked,
        owing=owing,
        **coming,
    )
    rules = night.rules_at(night.number)
    titled = row.title or row.round_number
    return {
        "table": Markup(table),
        "newest": first == newest,
        "called": coming["called"] is not None,
        "coming": coming["coming"] if night.heading_at(night.number) else (),
        "problem": coming["problem"],
        "rules": name_played(night.game, rules) if titled or night.game.named else name_rules(rules),
    }


def _make_rows(
    night: Night,
    sheet: SheetPage,
    column: Column,
    begins: Collection[int],
    carried: Mapping[str, int],
    marked: Collection[int],
) -> list[SheetRow]:
    """Return the lines with the running balances of all players; each party `begins` at zero."""
    running = Counter(carried)
    rows = []
    for line in sheet.lines:
        act = line.act
        points = getattr(line.result, column)
        brief = SheetSummary()
        if act.number in begins:
            running = Counter()
        if not line.struck:
            running.update(points)
            answers = act.answers if isinstance(act, Answered) else {}
            brief = night.game.sheet_summary(night.rules_at(act.number), line.seating, answers)
        balances = {player: running[player] for player in carried}
        rows.append(SheetRow(line, balances, points, brief, act.number in marked))
    return rows


def next_deal(night_id: int, night: Night) -> dict[str, Any]:
    """Return the seats of the next deal, or why there are none; of a called deal also the call and its `outcomes`.

    `remarks` say what earlier deals require in it, and what is in the pot.
    """
    known = find_deal(night_id, night.number)
    called = known.act if known and isinstance(known.act, Called) else None
    next_seating = None
    problem = None
    try:
        next_seating = seat_deal(night, night.number)
    except Refused as refused:
        problem = refused.phrase
    rules = night.rules_at(night.number)
    answers = called.answers if called else {}
    call: list[tuple[Phrase, Phrase]] = []
    outcomes: Sequence[ShownOutcome] = ()
    if called:
        questions = night.game.ask(rules, called.seating, answers)
        call = describe_deal(night, called)
        outcomes = find_outcomes(night_id, night, called.seating, questions, answers) or ()
    return {
        "next_seating": next_seating,
        "problem": problem,
        "called": called,
        "call": call,
        "outcomes": outcomes,
        "coming": night.game.sheet_summary(rules, next_seating, answers).words if next_seating else (),
        "remarks": [*_find_remarks(night_id, night)],
        "auditable": called is not None and find_auditable(night, night.number, known) is not None,
    }


def _find_remarks(night_id: int, night: Night) -> Iterator[Phrase]:
    for due in proposals_for(night_id, night, night.number).values():
        if due.remark:
            yield due.remark
    if night.keeps_pot and (remark := night.pot_remark({one.key: one.balance for one in standings(night_id)})):
        yield remark
