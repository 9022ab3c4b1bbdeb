"""The evenings of a group: their list, ending the one that goes on, and joining two that were one."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.storage.groups.evenings import current_id, end_evening, join_evenings, load_evenings
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.groups.current import GROUP, at_group, group_page, need_group_host, read_page
from scorekeeper.web.groups.forms import EveningForm

pages = Blueprint("evenings", __name__, url_prefix=GROUP)

_EVENINGS = 20  # on one page


@pages.route("/evenings", methods=["GET", "POST"])
def show() -> Response:
    """Show the evenings of a group, the newest first; a host ends one or joins two."""
    at = at_group()
    form = EveningForm()
    if form.validate_on_submit():
        need_group_host()
        with form.refusals():
            evening = form.evening.data or 0
            if form.action.data == "end":
                end_evening(at.row, evening, at.member.key)
            else:
                join_evenings(at.row, form.before.data or 0, evening, at.member.key)
            return go("evenings.show", group_slug=at.row.slug)
    number, most = read_page(request.args, _EVENINGS)
    found = load_evenings(at.row.id, most + 1, most * (number - 1))
    return group_page(
        "groups/evenings.html",
        form.status,
        form=form,
        evenings=found[:most],
        current=current_id(at.row.id),
        more=len(found) > most,
        number=number,
    )
