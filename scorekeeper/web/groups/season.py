"""The season of a group and the closed ones: their tables, and the figures of people and games."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.clock import today
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.phrase import Refused, Value, say
from scorekeeper.spreadsheet.group import closed_season_table, season_tables
from scorekeeper.storage.groups.evenings import choose_evening, evenings_on, find_evening
from scorekeeper.storage.groups.figures import ROLES, Count, DealGroup, count_deals, head_to_head, streaks, sum_by
from scorekeeper.storage.groups.nights import NightFilter, PlayedGame, kinds_of, nights_of_group
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.groups.season import (
    TIES,
    SeasonTable,
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
from scorekeeper.web.groups.forms import CloseSeasonForm, EarlierSeasonForm, RemoveSeasonForm, SeasonForm

pages = Blueprint("season", __name__, url_prefix=GROUP)

NIGHTS = 8  # on one page
_CLOSED_NIGHTS = 30  # on one page of a closed season
_CURVES = 8  # people in the plot
ENOUGH = 20  # deals from which on shares are in per cent


class Row(NamedTuple):
    """One person in one game: the deals in each role, and the longest streak of wins as soloist or declarer."""

    person: int
    name: str
    counts: dict[object, Count]
    streak: int


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
        number, most = 1, ALL_NIGHTS
    found = load_night_points(now, chosen, most, most * (number - 1))
    return group_page(
        "groups/season.html",
        form.status,
        table=table,
        ties=TIES,
        plot=draw_season(table, sums_by_evening(now, chosen, table.measure)),
        nights=found.shown,
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
            found, currency = form.read()
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
    contents: dict[str, object]
    groups = count_deals(now, chosen)
    kinds = kinds_of(at.row.id)
    if person:
        played = [group for group in groups if group.person == seated.person and group.role == "soloist"]
        contents = {
            "name": seated.name,
            "parts": _parts(played),
            "rivals": head_to_head(now, person, chosen),
            "name_contract": _name_contract,
        }
    else:
        longest = streaks(now, chosen)
        games = dict.fromkeys(group.game for group in groups)
        contents = {"tables": {game: _rows(groups, game, longest) for game in games}}
    return group_page(
        "groups/statistics.html",
        form.status,
        **contents,
        games=GAMES,
        kinds=kinds,
        played={kind.key: kind for kind in kinds},
        chosen=chosen,
        asked=form.fields(),
        roles=ROLES,
        enough=ENOUGH,
        problem=form.problem,
    )


def _name_contract(kind: PlayedGame, contract: str) -> Value:
    """Return the name of a contract on the sheet."""
    words = GAMES[kind.game].sheet_summary(kind.rules, Seating(1, "", ()), {"contract": contract}).words
    return words[0] if words and contract else contract or "–"


def _rows(groups: list[DealGroup], game: str, longest: Mapping[tuple[int, str], int]) -> list[Row]:
    here = [group for group in groups if group.game == game]
    rows = []
    for person, name in dict.fromkeys((group.person, group.name) for group in here):
        counts = sum_by((group for group in here if group.person == person), lambda group: group.role)
        rows.append(Row(person, name, counts, longest.get((person, game), 0)))
    return rows


def _parts(played: list[DealGroup]) -> dict[str, dict[str, dict[object, Count]]]:
    """Return the figures of a declarer for each game: by contract, by announcement (if they differ), and by seat."""
    keys = {"contract": lambda g: g.contract, "announced": lambda g: g.announced, "seat": lambda g: g.seat}
    games: dict[str, dict[str, dict[object, Count]]] = {}
    for game in dict.fromkeys(group.game for group in played):
        here = [group for group in played if group.game == game]
        sums = {part: sum_by(here, key) for part, key in keys.items()}
        games[game] = {part: found for part, found in sums.items() if len(found) > 1 or part != "announced"}
        if list(games[game]["contract"]) == [""]:
            del games[game]["contract"]
    return games
