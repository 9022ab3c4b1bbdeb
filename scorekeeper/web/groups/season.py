"""The season of a group and the closed ones: their tables, and the figures of people and games."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.clock import today
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.phrase import Phrase, Refused, Value, say
from scorekeeper.spreadsheet.group import closed_season_table, season_tables
from scorekeeper.storage.groups.columns import GroupColumn, Row
from scorekeeper.storage.groups.evenings import choose_evening, evenings_on, find_evening
from scorekeeper.storage.groups.figures import ROLES, Count, DealGroup, count_deals, head_to_head, streaks, sum_by
from scorekeeper.storage.groups.nights import NightFilter, PlayedGame, kinds_of, nights_of_group
from scorekeeper.storage.groups.people import names_in_group
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.groups.season import (
    COLUMNS,
    TIES,
    SeasonTable,
    Total,
    find_seated,
    load_night_points,
    season_table,
    sums_by_evening,
)
from scorekeeper.storage.groups.seasons import (
    close_season,
    closed_seasons,
    closed_table,
    next_season,
    remove_season,
    take_in_season,
)
from scorekeeper.storage.queries.nights import nights_with
from scorekeeper.storage.queries.sheets import Trace
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.forms import CURRENCIES
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.plot import BESIDE, FRAME, SIZE, Tick, draw, heights, place_across, ticks
from scorekeeper.web.core.rate_limits import limit_erasures
from scorekeeper.web.groups.current import (
    ALL_NIGHTS,
    GROUP,
    TABLE,
    at_group,
    group_page,
    limit_names,
    need_group_host,
    read_page,
    table_file,
    ways_in,
)
from scorekeeper.web.groups.forms import SeasonForm
from scorekeeper.web.groups.list_forms import CloseSeasonForm, EarlierSeasonForm, RemoveSeasonForm

pages = Blueprint("season", __name__, url_prefix=GROUP)

NIGHTS = 8  # on one page
_CLOSED_NIGHTS = 30  # on one page of a closed season
_PEOPLE = 12  # beside one another; so many have room on a sheet of paper
_CURVES = 8  # people in the plot
ENOUGH = 20  # deals from which on shares are in per cent


class FigureRow(NamedTuple):
    """A row of figures; where it has a person there is a page about them."""

    name: Value
    numbers: Row
    person: int = 0


class FigureTable(NamedTuple):
    """Figures under a title."""

    title: Phrase
    columns: Mapping[str, GroupColumn]
    rows: list[FigureRow]


_FIGURES = {
    "won": GroupColumn(say("won"), "share"),
    "average": GroupColumn(say("average"), "average"),
    "best": GroupColumn(say("best"), "signed"),
    "worst": GroupColumn(say("worst"), "signed"),
}
_RIVALS = {
    "name": GroupColumn("", "text"),
    "nights": GroupColumn(say("nights"), "whole"),
    "ahead": GroupColumn(say("ahead"), "whole"),
    "behind": GroupColumn(say("behind"), "whole"),
    "difference": GroupColumn(say("points"), "signed"),
}


@pages.get("/season")
def show() -> Response:
    """Show the season table."""
    at = at_group()
    form = SeasonForm(request.args)
    chosen = choose_evening(at.row.id, form.chosen())
    number, most = read_page(request.args, NIGHTS)
    now = group_now(at.row, chosen.evening)
    table = season_table(now, chosen, form.sort.typed)
    if table.rounds:  # an evening with several tables is shown whole, round by round
        number = 1
        most = ALL_NIGHTS
    found = load_night_points(now, chosen, most, most * (number - 1))
    return group_page(
        "groups/season.html",
        form.status,
        table=table,
        ties=TIES,
        plot=draw_season(table, sums_by_evening(now, chosen, table.measure)),
        nights=found.shown,
        columns_of_nights=[
            _columns_of_nights(table.totals[first : first + _PEOPLE]) for first in range(0, len(table.totals), _PEOPLE)
        ],
        ways=ways_in(at, [row.night for row in found.shown]),
        unreadable=found.unreadable,
        more=found.more,
        number=number,
        chosen=chosen,
        evening=find_evening(at.row.id, chosen.evening),
        evenings=evenings_on(at.row.id, chosen.day) if chosen.day else [],
        kinds=kinds_of(at.row.id),
        games=GAMES,
        asked=form.fields(),
        problem=form.problem,
        seasons=closed_seasons(at.row.id),
        closing=next_season(at.row.id) if at.member.is_host else 0,
        this_year=today(at.row.zone)[:4],
    )


@pages.get(f"/season.{TABLE}")
def download(form: str) -> Response:
    """Return the season as a file."""
    asked = SeasonForm(request.args)
    if asked.problem:
        return Response(speech().say(asked.problem), 422, mimetype="text/plain")
    at = at_group()
    chosen = choose_evening(at.row.id, asked.chosen())
    evening = find_evening(at.row.id, chosen.evening)
    table = season_table(group_now(at.row), chosen, asked.sort.typed)
    day = evening.day if evening else chosen.day
    words = [day] if day else [speech().say(say("Season table")), today(at.row.zone)]
    return table_file(form, words, season_tables(at.row.id, table, chosen, speech()))


def _columns_of_nights(totals: Sequence[Total]) -> dict[str, GroupColumn]:
    return {"": GroupColumn(say("Night"), "text")} | {one.name: GroupColumn(one.name, "signed") for one in totals}


def draw_season(table: SeasonTable, sums: Mapping[int, Sequence[int]]) -> dict[str, object] | None:
    """Return the plot of the leaders' totals by evening, None for a single evening.

    `sums` are each person's, by person, before the first evening and after each.
    """
    first = sorted(table.totals[:_CURVES], key=lambda total: total.person)
    days = max((len(sums[total.person]) - 1 for total in first), default=0)
    if days < 2:
        return None
    found = []
    for total in first:
        balances = sums[total.person]
        ends = [(pick(balances), 0) for pick in (max, min)]
        found.append(Trace(total.name, range(len(balances)), balances, *ends))
    names = {total.name: total.name for total in first}
    dates = [Tick(place, place_across(place, days)) for place in ticks(0, days)]
    return {
        "curves": draw(found, names),
        "heights": heights(found),
        "across": dates,
        "halves": table.measure == "halves",
        "size": SIZE,
        "frame": FRAME,
        "beside": BESIDE,
    }


@pages.get("/seasons")
def show_closed() -> Response:
    """Show the table of one closed season, by default the latest, with links to the others."""
    at = at_group()
    seasons = closed_seasons(at.row.id)
    asked = request.args.get("season", 0, type=int)
    season = next((one for one in seasons if asked in (0, one.number)), None)
    if asked and season is None:
        abort(404)
    number, most = read_page(request.args, _CLOSED_NIGHTS)
    skipped = most * (number - 1)
    ids = nights_of_group(at.row.id, most + 1, skipped, NightFilter(season=season.number)) if season else []
    nights = nights_with(ids).rows
    return group_page(
        "groups/seasons.html",
        seasons=seasons,
        season=season,
        table=closed_table(at.row.id, season) if season else None,
        nights=nights[:most],
        ways=ways_in(at, nights),
        more=len(nights) > most,
        number=number,
    )


@pages.get(f"/seasons.{TABLE}")
def download_closed(form: str) -> Response:
    """Return the table of a closed season as a file."""
    at = at_group()
    asked = request.args.get("season", 0, type=int)
    season = next((one for one in closed_seasons(at.row.id) if asked in (0, one.number)), None)
    if season is None:
        abort(404)
    table = closed_season_table(season.name, closed_table(at.row.id, season), speech())
    return table_file(form, [season.name], [table])


@pages.post("/seasons")
def close() -> Response:
    """Close the current season."""
    at = at_group()
    need_group_host()
    form = CloseSeasonForm()
    if not form.validate():
        assert form.problem is not None
        raise Refused("name", form.problem)
    close_season(at.row, form.number.data, form.name.typed, at.member.key)
    return go("season.show_closed", group_slug=at.row.slug, season=form.number.data)


@pages.route("/seasons/new", methods=["GET", "POST"])
def new_earlier() -> Response:
    """Show the form of an earlier season, and take one in from a list."""
    at = at_group()
    need_group_host()
    form = EarlierSeasonForm()
    if form.validate_on_submit():
        with form.refusals():
            found, currency = form.read(names_in_group(at.row.id))
            limit_names("list", at, [person.name for person in found.people])
            day = found.last or form.day.value
            if not day:
                raise Refused("day", say("say on which day this season ended; the list has no dates"))
            number = take_in_season(at.row, form.name.typed, day, currency, found.people, at.member.key)
            return go("season.show_closed", group_slug=at.row.slug, season=number)
    return group_page("groups/new_season.html", form.status, form=form, currencies=CURRENCIES)


@pages.post("/seasons/remove")
def remove_earlier() -> Response:
    """Remove an earlier season that was taken in from a list."""
    at = at_group()
    need_group_host()
    form = RemoveSeasonForm()
    if not form.validate():
        raise Refused("number", form.problem or say("nothing was chosen"))
    limit_erasures()
    remove_season(at.row, form.number.data or 0, at.member.key)
    erase_soon()
    return go("season.show", group_slug=at.row.slug)


@pages.get("/figures")
def figures() -> Response:
    """Show the figures of all people, or of one person by game."""
    at = at_group()
    form = SeasonForm(request.args)
    chosen = choose_evening(at.row.id, form.chosen())
    now = group_now(at.row)
    person = request.args.get("person", 0, type=int)
    seated = find_seated(at.row.id, person)
    if person and not seated.name:
        abort(404)
    found = kinds_of(at.row.id)
    kinds = {kind.key: kind for kind in found}
    deals = count_deals(now, chosen)
    rivals = []
    if person:
        deals = [group for group in deals if group.person == seated.person and group.role == "soloist"]
        rivals = [FigureRow(one.name, one._asdict()) for one in head_to_head(now, person, chosen)]
    longest = streaks(now, chosen)
    sections = []
    for key in dict.fromkeys(group.game for group in deals if group.game in kinds):
        here = [group for group in deals if group.game == key]
        tables = _declared_tables(here, kinds[key]) if person else _tables_by_role(here, longest)
        sections.append((kinds[key].title, tables))
    sections.sort(key=lambda section: speech().say(section[0]).casefold())
    return group_page(
        "groups/statistics.html",
        form.status,
        name=seated.name,
        sections=sections,
        rivals=FigureTable(say("Head to head"), _RIVALS, rivals),
        games=GAMES,
        kinds=found,
        chosen=chosen,
        asked=form.fields(),
        enough=ENOUGH,
        problem=form.problem,
    )


def _tables_by_role(deals: Sequence[DealGroup], longest: Mapping[tuple[int, str], int]) -> list[FigureTable]:
    """Return everybody's figures in one game by role, those of a declarer with the longest streak of wins."""
    tables = []
    for role, title in ROLES.items():
        counts = sum_by(
            [group for group in deals if group.role == role], lambda group: (group.person, group.name, group.game)
        )
        if not counts:
            continue
        columns = {"name": COLUMNS["name"]} | _FIGURES
        if role == "soloist":
            columns["streak"] = GroupColumn(say("in a row"), "whole")
            if any(group.role == "partner" for group in deals):
                title = say("As declarer, with or without a partner")
        rows = [
            FigureRow(name, _numbers(count) | {"streak": longest.get((person, game), 0)}, person)
            for (person, name, game), count in counts.items()
        ]
        tables.append(FigureTable(title, columns, rows))
    return tables


def _declared_tables(deals: Sequence[DealGroup], game: PlayedGame) -> list[FigureTable]:
    """Return the figures of a declarer in one game: by contract, by announcement (if they differ), and by seat."""
    parts: list[tuple[str, Phrase, Callable[[DealGroup], Value]]] = [
        ("contract", say("By contract"), partial(_name_contract, game)),
        ("announced", say("Announced and silent"), lambda g: say("announced") if g.announced else say("silent")),
        ("seat", say("By seat"), _name_seat),
    ]
    tables = []
    for part, title, name in parts:
        examples = {getattr(group, part): group for group in deals}
        if list(examples) == [""] or (part == "announced" and len(examples) == 1):
            continue
        counts = sum_by(deals, attrgetter(part))
        rows = [FigureRow(name(examples[key]), _numbers(count)) for key, count in counts.items()]
        tables.append(FigureTable(title, {"name": GroupColumn("", "text")} | _FIGURES, rows))
    return tables


def _numbers(count: Count) -> dict[str, object]:
    return {"won": count, "average": count, "best": count.best, "worst": count.worst}


def _name_seat(group: DealGroup) -> Phrase:
    return say("forehand") if group.seat == 1 else say("seat {place} after the dealer", place=group.seat)


def _name_contract(game: PlayedGame, group: DealGroup) -> Value:
    """Return the name of a contract on the sheet."""
    contract = group.contract
    words = GAMES[game.game].sheet_summary(game.rules, Seating(1, "", ()), {"contract": contract}).words
    return words[0] if words and contract else contract or "–"
