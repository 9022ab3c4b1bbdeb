"""The opening balances of a group: their lists for its members; hosts and treasurers enter one, or take it back."""

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.clock import today
from scorekeeper.phrase import say
from scorekeeper.storage.groups.nights import last_night
from scorekeeper.storage.groups.opening_balances import add_balances, load_balances, strike_balances
from scorekeeper.storage.groups.people import names_in_group
from scorekeeper.storage.groups.statement import OPENING
from scorekeeper.storage.groups.treasurer import treasurers_of
from scorekeeper.web.core.forms import CURRENCIES
from scorekeeper.web.core.lifecycle import error_page, go
from scorekeeper.web.groups.current import GROUP, AtGroup, at_group, group_page, limit_names
from scorekeeper.web.groups.list_forms import BalancesForm, StrikeForm

pages = Blueprint("opening_balances", __name__, url_prefix=GROUP)


def _is_keeper(at: AtGroup) -> bool:
    """Return whether the device is a host or a treasurer of the group."""
    return at.member.is_host or at.member.key in treasurers_of(at.row.id)


def _refuse_others(at: AtGroup) -> Response | None:
    if _is_keeper(at):
        return None
    return error_page(403, say("Only a host or a treasurer of this group may do that."))


@pages.route("/opening-balances", methods=["GET", "POST"])
def show() -> Response:
    """Show the opening balances of a group, and enter a list."""
    at = at_group()
    if not at.member.is_member:
        return error_page(403, say("Only members of this group see that."))
    last = last_night(at.row.id)
    currency = (last and last.currency) or CURRENCIES[0]
    form = BalancesForm(currency, today(at.row.zone))
    if form.is_submitted():
        if refusal := _refuse_others(at):
            return refusal
        sender = form.sender(at.member.key)
        if form.validate():
            with form.refusals():
                found, currency = form.read(names_in_group(at.row.id))
                limit_names("list", at, [person.name for person in found.people])
                day = form.day.value or today(at.row.zone)
                add_balances(at.row, day, currency, found.people, at.member.key, sender.request)
                return go("opening_balances.show", group_slug=at.row.slug)
    return group_page(
        "groups/opening_balances.html",
        form.status,
        form=form,
        lists=load_balances(at.row.id),
        keeps=_is_keeper(at),
        currencies=CURRENCIES,
        title=OPENING,
    )


@pages.post("/opening-balances/back")
def take_back() -> Response:
    """Take the opening balances of one list back."""
    at = at_group()
    if refusal := _refuse_others(at):
        return refusal
    strike_balances(at.row, StrikeForm().entered.typed, at.member.key)
    return go("opening_balances.show", group_slug=at.row.slug)
