"""The closed seasons of a group, and closing the current one."""

from datetime import date

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.storage.groups.seasons import (
    close_season,
    closed_seasons,
    closed_table,
    next_season,
    nights_of_season,
)
from scorekeeper.web.core.lifecycle import go, page
from scorekeeper.web.groups.current import ROUND, AtRound, at_round, need_round_host, read_page, round_page, ways_in
from scorekeeper.web.groups.forms import CloseSeasonForm

pages = Blueprint("seasons", __name__, url_prefix=ROUND)

_NIGHTS = 30  # on one page


@pages.get("/seasons")
def show() -> Response:
    """Show the table of one closed season, by default the latest, with links to the others."""
    at = at_round()
    seasons = closed_seasons(at.row.id)
    asked = request.args.get("season", 0, type=int)
    season = next((one for one in seasons if asked in (0, one.number)), None)
    if asked and season is None:
        abort(404)
    number, most = read_page(request.args, _NIGHTS)
    nights = nights_of_season(at.row.id, season.number, most + 1, most * (number - 1)) if season else []
    return round_page(
        "groups/seasons.html",
        seasons=seasons,
        season=season,
        table=closed_table(season) if season else None,
        nights=nights[:most],
        ways=ways_in(at, nights),
        more=len(nights) > most,
        number=number,
    )


@pages.post("/seasons")
def close() -> Response:
    """Close the current season."""
    at = at_round()
    need_round_host()
    form = CloseSeasonForm()
    if form.validate():
        with form.refusals():
            close_season(at.row, form.number.data, form.name.typed, at.member.key)
            return go("seasons.show", round_slug=at.row.slug, season=form.number.data)
    problem = form.problem
    assert problem is not None
    return page("core/error.html", 422, code=422, text=problem)


def season_links(at: AtRound) -> dict[str, object]:
    """Return the variables of the season page for closed seasons and closing."""
    return {
        "seasons": closed_seasons(at.row.id),
        "closing": next_season(at.row.id) if at.member.is_host else 0,
        "this_year": str(date.today().year),
    }
