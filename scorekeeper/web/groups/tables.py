"""An evening of a group with several tables: the draw, a night for each table, and the board."""

from collections.abc import Sequence
from itertools import groupby
from random import SystemRandom
from typing import Any, NamedTuple

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.clock import today
from scorekeeper.games import GAMES
from scorekeeper.money import Stake
from scorekeeper.night.night import SEATS
from scorekeeper.people.meetings import plan_rounds
from scorekeeper.people.names import check_names
from scorekeeper.people.tables import Tables, count_repeated, draw, seat, seat_dealers, table_sizes
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.groups.columns import GroupColumn
from scorekeeper.storage.groups.draws import (
    DrawPlan,
    EveningSoFar,
    load_evening_so_far,
    load_plan,
    store_plan,
    usual_rounds,
)
from scorekeeper.storage.groups.evenings import (
    Evening,
    current_evening,
    current_id,
    evenings_on,
    find_evening,
    last_evening,
    last_round,
)
from scorekeeper.storage.groups.members import mark_members, members_of_group, name_in_group, spell_as_members
from scorekeeper.storage.groups.nights import NightFilter, last_night, rules_to_draw
from scorekeeper.storage.groups.results import group_now, rules_of
from scorekeeper.storage.groups.season import COLUMNS, TIES, SeasonTable, season_table
from scorekeeper.storage.groups.tables import (
    NewTable,
    count_meetings,
    may_take_back,
    open_tables,
    tables_of_evening,
    take_back_draw,
)
from scorekeeper.storage.queries.nights import stake_of
from scorekeeper.telling.titles import title_of
from scorekeeper.web.access.current import sign_opening
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.forms import CURRENCIES
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go, read_page_number
from scorekeeper.web.core.rate_limits import limit_erasures, limit_openings
from scorekeeper.web.groups.current import GROUP, AtGroup, at_group, group_page, limit_names, ways_in
from scorekeeper.web.groups.forms import SeasonForm, TablesForm, TakeBackForm, read_deals, read_rounds

pages = Blueprint("tables", __name__, url_prefix=GROUP)

_MOST = 200  # people of an evening
_ROWS = 12  # on one page of the board
_ON_BOARD = ("sum", "places", "money")  # besides what the table is sorted by, the first of these

WAYS: dict[str, Phrase] = {
    "new": say("with people they have met least"),
    "random": say("at random"),
    "standings": say("by the ranking, the best at table 1"),
}

_PROPOSED_WAY = "new"  # the only way with a plan of all rounds, which another would give up


class Draw(NamedTuple):
    """Drawn tables with their people, those without a seat, and the number of pairs that have met before."""

    tables: list[list[str]]
    without: list[str]
    repeated: int


@pages.route("/tables", methods=["GET", "POST"])
def show() -> Response:
    """Show the tables of the evening that goes on, draw new ones, and open them."""
    at = at_group()
    form = TablesForm()
    drawn = kind = agreed = None
    last = last_night(at.row.id)
    if form.validate_on_submit():
        with form.refusals():
            kind = form.chosen()
            deals = read_deals("deals", form.deals.typed)
            agreed = form.stake(stake_of(last) if last else None)
            if form.action.data == "open":
                _open(at, form, kind, deals, agreed)
                return go("tables.show", group_slug=at.row.slug)
            drawn = _swap(at, form) if form.action.data == "swap" else _draw(at, form, kind)
        if drawn is None and form.tables():
            drawn = _drawn_before(at, form)
    evening = current_id(at.row.id)
    tables = tables_of_evening(at.row.id, evening, name_in_group(at.row.id, at.device))
    newest = max((table.night.round_number for table in tables), default=0)
    latest = [table for table in tables if table.night.round_number == newest]
    seated = {name for table in latest for name in table.names}
    members = members_of_group(at.row.id)
    listed = [one.name for one in members]
    marked = [one.name for one in members if one.here]
    here = _names_here(at, form) if request.method == "POST" else marked
    if request.method == "GET" and not marked and not tables:
        previous = last_evening(at.row.id)
        sat = tables_of_evening(at.row.id, previous.id) if previous else []
        before = {name for table in sat for name in table.names}
        here = [name for name in listed if name in before] or listed
    return group_page(
        "groups/tables.html",
        form.status,
        form=form,
        drawn=drawn,
        agreed=agreed,
        game=kind and GAMES[kind[0]],
        preset=kind and GAMES[kind[0]].presets[kind[1]],
        rounds=[(number, list(found)) for number, found in groupby(tables, lambda table: table.night.round_number)],
        ways=ways_in(at, [table.night for table in tables]),
        seating=ways_in(at, [table.night for table in tables if table.room], "table.seats"),
        taken_back=may_take_back(at.row, at.device, [table.night for table in latest]),
        late=[name for name in marked if name not in seated] if tables else [],
        evening=evening,
        people=list(dict.fromkeys([*listed, *here])),
        here=here,
        was=marked,
        kind=form.kind.typed or (f"{last.game}/{last.preset}" if last else ""),
        stake=_stake_typed(form, stake_of(last) if last else None),
        currencies=CURRENCIES,
        deals=form.deals.typed or str(rules_of(at.row).deals or ""),
        rounds_typed=form.rounds.typed if request.method == "POST" else str(_rounds_in_all(at.row.id) or ""),
        ways_of_seating=WAYS,
        way=form.way.typed or _PROPOSED_WAY,
        games=GAMES,
        last=last if last and GAMES[last.game].named else None,
    )


@pages.post("/tables/back")
def take_back() -> Response:
    """Delete the tables of the latest draw, at which nothing was entered."""
    at = at_group()
    form = TakeBackForm()
    if not form.validate():
        raise Refused("night", form.problem or say("nothing was chosen"))
    limit_erasures()
    take_back_draw(at.row, form.night.ticked, at.device)
    erase_soon()
    return go("tables.show", group_slug=at.row.slug)


@pages.get("/board")
def board() -> Response:
    """Show the ranking of all tables of an evening, for a large screen; its pages turn automatically.

    It is the evening of the address, else the one that goes on, else the last one.
    """
    at = at_group()
    form = SeasonForm(request.args)
    reader = speech()
    chosen = form.chosen()
    evening = _evening_of_board(at, chosen)
    asked: dict[str, Any] = {"evening": evening.id} if chosen.evening or chosen.begin else {}
    table = season_table(group_now(at.row, evening.id), NightFilter(evening=evening.id or -1), form.sort.typed)
    pages_in_all = max(1, -(-len(table.rows) // _ROWS))
    number = min(read_page_number(request.args), pages_in_all)
    tables = tables_of_evening(at.row.id, evening.id)
    running = [one for one in tables if one.night.round_number == tables[0].night.round_number]
    played = [one.night.number - 1 for one in running]
    following = url_for(
        "tables.board", group_slug=at.row.slug, sort=table.sort, page=number % pages_in_all + 1, **asked
    )
    return group_page(
        "groups/board.html",
        form.status,
        day=evening.day,
        round_number=running[0].night.round_number if running else 0,
        played=(min(played), max(played)) if played else (0, 0),
        planned=running[0].night.planned if running else 0,
        rows=table.rows[_ROWS * (number - 1) : _ROWS * number],
        ties=TIES,
        seats={name: title_of(one.night, reader) for one in reversed(tables) for name in one.names},
        columns=_columns_of_board(table),
        following=following,
        number=str(number),
        pages=pages_in_all,
    )


def _evening_of_board(at: AtGroup, chosen: NightFilter) -> Evening:
    """Return the evening of an address, by its id or its day, else the current or last one; without an id for none."""
    if chosen.evening:
        found = find_evening(at.row.id, chosen.evening)
    elif chosen.begin:
        found = next(reversed(evenings_on(at.row.id, chosen.begin)), None)
    else:
        found = current_evening(at.row.id) or last_evening(at.row.id)
    return found or Evening(0, chosen.begin or today(at.row.zone), "", "")


def _columns_of_board(table: SeasonTable) -> dict[str, GroupColumn]:
    """Return the columns of the board: person, table, the current round, one more, and the sorting one."""
    latest = f"part{table.rounds[-1]}" if len(table.rounds) > 1 else ""
    more = next((key for key in _ON_BOARD if key != table.sort and key in table.columns), "")
    if "money" in table.columns:
        more = "money"
    shown = dict.fromkeys((latest, more, table.sort))
    numbers = {key: table.columns[key] for key in shown if key in table.columns and key != "name"}
    return {"name": COLUMNS["name"], "table": GroupColumn(say("Table"), "text")} | numbers


def _draw(at: AtGroup, form: TablesForm, kind: tuple[str, str]) -> Draw:
    names = _names_here(at, form)
    _check(names)
    playing = _players(at, kind)
    wanted = form.wanted_tables()
    sizes = table_sizes(len(names), playing, wanted)
    if not sizes and table_sizes(len(names), playing):
        raise Refused("number", say("{n} people cannot play this game at {wanted} tables", n=len(names), wanted=wanted))
    if not sizes:
        raise Refused("here", say("too few people are here for this game"))
    limit_names("here", at, names)
    mark_members(at.row, *form.marks(), joining=True)
    met = count_meetings(at.row.id)
    if form.way.typed == "standings":
        evening = current_id(at.row.id)
        counted = NightFilter(evening=evening) if last_round(evening) else NightFilter()
        ranks = [total.name for total in season_table(group_now(at.row), counted).totals]
        tables = seat(sorted(names, key=lambda name: ranks.index(name) if name in ranks else len(ranks)), sizes)
    else:
        random = SystemRandom()
        so_far = load_evening_so_far(at.row.id, names, min(sizes))
        is_new = form.way.typed == "new"
        drawn = _plan(at, form, names, sizes, so_far) if is_new else draw(names, sizes, random)
        tables = seat_dealers(drawn, so_far.dealt, random)
    seated = {name for table in tables for name in table}
    return Draw(tables, [name for name in names if name not in seated], count_repeated(tables, met))


def _plan(at: AtGroup, form: TablesForm, names: Sequence[str], sizes: Sequence[int], so_far: EveningSoFar) -> Tables:
    """Return the tables of the next round, and store those of the other ones. Raises Refused."""
    random = SystemRandom()
    number = max(1, read_rounds("parts", form.rounds.typed) - so_far.round_number + 1)
    planned = [*load_plan(at.row.id).since(so_far.round_number)]
    if form.tables():  # it is drawn again: what is planned comes in another order
        planned = random.sample(planned, len(planned)) if so_far.round_number > 1 and len(planned) > 1 else []
    rounds = plan_rounds(names, sizes, number, so_far.past, random, planned)
    store_plan(at.row.id, DrawPlan(so_far.round_number, rounds))
    return rounds[0]


def _swap(at: AtGroup, form: TablesForm) -> Draw:
    """Return the drawn tables of a form after two people have changed places. Raises Refused."""
    drawn = _drawn_before(at, form)
    tables, without = form.swapped(drawn.tables, drawn.without)
    return Draw(tables, without, count_repeated(tables, count_meetings(at.row.id)))


def _drawn_before(at: AtGroup, form: TablesForm) -> Draw:
    """Return the drawn tables that a form has."""
    tables = form.tables()
    seated = {name for table in tables for name in table}
    without = [name for name in _names_here(at, form) if name not in seated]
    return Draw(tables, without, count_repeated(tables, count_meetings(at.row.id)))


def _rounds_in_all(group_id: int) -> int:
    """Return how many rounds the evening that goes on has by its plan, else the last one that had a plan."""
    return load_plan(group_id).last or usual_rounds(group_id)


def _stake_typed(form: TablesForm, last: Stake | None) -> tuple[str, str]:
    """Return amount and currency as they were typed, by default those of the last night."""
    if form.amount.data is not None:
        return form.amount.typed, form.currency.typed
    return (speech().decimal(last), last.currency) if last else ("", CURRENCIES[0])


def _names_here(at: AtGroup, form: TablesForm) -> list[str]:
    """Return who is here, each once, and a member as the list of members has the name."""
    return list(dict.fromkeys(spell_as_members(at.row.id, form.names_here())))


def _check(names: Sequence[str]) -> None:
    """Check the names: valid, unique and not too many. Raises Refused."""
    if len(names) > _MOST:
        raise Refused("here", say("at most {most} people can be seated", most=_MOST))
    check_names("here", names)


def _players(at: AtGroup, kind: tuple[str, str]) -> tuple[int, ...]:
    """Return how many can play. Raises Refused for a game of a table's own that was not the last one here."""
    rules = rules_to_draw(at.row.id, *kind)
    if rules is None:
        raise Refused("kind", say("this is not the game of the last night: begin a night with its sheet first"))
    return rules.players


def _open(at: AtGroup, form: TablesForm, kind: tuple[str, str], deals: int, stake: Stake | None) -> None:
    """Open a night for each drawn table. Raises Refused."""
    tables = form.tables()
    _check([name for table in tables for name in table])
    fewest = min(_players(at, kind))
    if not tables or any(not fewest <= len(table) <= SEATS for table in tables):
        raise Refused("seats", say("these tables do not fit the game; draw them again"))
    form.sender(at.device.key)  # check its id
    opened = []
    for number, names in enumerate(tables, 1):
        opening = sign_opening("table", at.row.slug, form.form_id, number, names)
        limit_openings(opening)
        opened.append(NewTable(names, opening))
    open_tables(at.row, kind, opened, at.device, deals, stake)
