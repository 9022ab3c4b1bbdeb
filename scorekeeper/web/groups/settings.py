"""The settings of a round: readable for all, changed by its hosts."""

from babel import Locale
from babel.numbers import format_decimal
from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.access.membership import load_changes
from scorekeeper.storage.groups.ranking import RANKINGS, rules_of
from scorekeeper.storage.groups.rounds import MOST_DROPS, change_round, delete_round
from scorekeeper.storage.groups.tariff import Fine, tariff_of, write_tariff
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.rate_limits import hold_back_erasing
from scorekeeper.web.groups.current import ROUND, AtRound, at_round, need_round_host, round_page
from scorekeeper.web.groups.forms import GroupHostForm, GroupSettingsForm
from scorekeeper.web.groups.treasurer import treasurer_section

pages = Blueprint("group_settings", __name__, url_prefix=ROUND)

_CHANGES = 50  # on the page

ABSENT: dict[str, Phrase] = {
    "": say("nothing"),
    "worst": say("the lowest result of that round"),
    "number": say("a fixed number of points"),
}


@pages.route("/settings", methods=["GET", "POST"])
def show() -> Response:
    """Show the settings of a round; its hosts change them."""
    at = at_round()
    naming = GroupHostForm(at.row.name)
    form = GroupSettingsForm(rules_of(at.row), sent=naming.action.data == "rules")
    if request.method == "POST":
        need_round_host()
        if naming.action.data == "rules":
            if form.validate():
                change_round(at.row, at.member.key, **form.columns())
                return go("group_settings.show", round_slug=at.row.slug)
        elif naming.validate():
            with naming.refusals():
                return change_group(at, naming, "group_settings.show")
    changes = load_changes(at.row.id, _CHANGES) if at.member.is_member else []
    return round_page(
        "groups/settings.html",
        max(form.status, naming.status),
        form=form,
        naming=naming,
        rankings=RANKINGS,
        absences=ABSENT,
        most=MOST_DROPS,
        changes=changes,
        tariff="\n".join(_format_fine(fine, speech().locale) for fine in tariff_of(at.row)),
        **treasurer_section(at),
    )


def _format_fine(fine: Fine, locale: Locale) -> str:
    """Return a fine in the format of `read_fine`."""
    return f"{fine.reason} {format_decimal(fine.amount, '0.00#', locale)}"


def change_group(at: AtRound, form: GroupHostForm, back: str) -> Response:
    """Carry out a host's form, and return a redirect. Raises Refused."""
    action = form.action.data
    if action == "delete":
        hold_back_erasing()
        delete_round(at.row)
        erase_soon()
        return go("nights.start")
    if action == "name":
        change_round(at.row, at.member.key, name=form.name.data)
    elif action == "drops":
        change_round(at.row, at.member.key, drops=form.drops.data)
    elif action == "tariff":
        change_round(at.row, at.member.key, tariff=write_tariff(form.tariff.fines))
    return go(back, round_slug=at.row.slug)
