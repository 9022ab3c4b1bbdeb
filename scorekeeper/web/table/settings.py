"""Night settings: what a host changes about a night as a whole, what each phone puts away, and deleting it."""

from flask import Blueprint, current_app, request
from werkzeug.wrappers import Response

from scorekeeper.games.questions import shown
from scorekeeper.journal.acts import StakeChanged, Titled
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.money import write_stake
from scorekeeper.people.names import check_entered, fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import Guest, sign
from scorekeeper.storage.nights.home import dismiss_welcome, put_away
from scorekeeper.storage.nights.manage import delete_night, nights_of_player, rename
from scorekeeper.storage.projections.settlement import transfers
from scorekeeper.storage.queries.nights import changes_of_settings
from scorekeeper.storage.writing.entry import append
from scorekeeper.web.access.current import NIGHT, at_night, hosts, need_device, night_page
from scorekeeper.web.access.form_request import pressed, sender
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.i18n import refusal, speech, title_of
from scorekeeper.web.core.lifecycle import go, page
from scorekeeper.web.core.parsing import clean, read_whole, tidy
from scorekeeper.web.core.rate_limits import hold_back_erasing, tell_wait
from scorekeeper.web.opening.next_night import open_following
from scorekeeper.web.opening.views import CURRENCIES
from scorekeeper.web.settlement.view_model import settlement_of
from scorekeeper.web.table.forms import AwayForm, NightDeletionForm, SettingsForm

pages = Blueprint("settings", __name__, url_prefix=NIGHT)


@pages.route("/settings", methods=["GET", "POST"])
@hosts
def show() -> Response:
    """Change a name, the title, the stake."""
    problem = None
    if request.method == "POST":
        try:
            _change(at_night().guest)
            return go("settings.show")
        except Refused as refused:
            problem = refused
    return _page(problem)


def _page(problem: Refused | None = None) -> Response:
    at = at_night(again=problem is not None)
    night_id = at.guest.night
    device = at.guest.device
    return night_page(
        "table/settings.html",
        422 if problem else 200,
        now=at.now,
        elsewhere={key: len(nights_of_player(night_id, key, device)) > 1 for key in at.names},
        changes=changes_of_settings(night_id),
        currencies=CURRENCIES,
        problem=refusal(problem) if problem else "",
        sent=pressed(),
    )


def _change(guest: Guest) -> None:
    """Do what the form says. Raises Refused."""
    action = pressed()
    form = SettingsForm()
    sent = sender()
    if action == "rename":
        name = clean(form.name.typed)
        check_entered("players", name)
        rename(guest.night, form.player.typed, name, need_device(), sent, bool(form.everywhere.typed))
    elif action == "title":
        append(guest.night, sent, Titled(note=tidy(form.title.typed)[:100]))
    elif action == "stake":
        stake = form.stake()
        number = read_whole("number", form.number.typed)
        append(guest.night, sent, StakeChanged(number=number, stake=write_stake(stake) if stake else ""))
    else:
        raise Refused("action", say("nothing was chosen"))


@pages.post("/archive")
def archive() -> Response:
    """Put a night away from the list of this phone, or back on it."""
    put_away(at_night().guest, AwayForm().away.typed == "yes")
    return go("nights.start")


@pages.post("/dismiss")
@hosts
def dismiss() -> Response:
    """Show the code of a new night no longer."""
    dismiss_welcome(at_night().guest)
    return go("sheet.show")


@pages.post("/again")
@hosts
def again() -> Response:
    """Open a night with the same people, seats, rules and stake; the next dealer deals. What is open stays here."""
    row = at_night().row
    sent = sender()
    opening = sign(canonical(["again", row.slug, sent.request]), str(current_app.secret_key))
    try:
        opened = open_following(row, sent, opening)
    except Refused as refused:
        return tell_wait(page("core/error.html", 422, code=422, text=refused.phrase), refused)
    return go("sheet.show", slug=opened.slug)


@pages.route("/delete", methods=["GET", "POST"])
@hosts
def delete() -> Response:
    """Delete a night for good, once its name was typed."""
    at = at_night()
    problem = None
    if request.method == "POST":
        try:
            typed = NightDeletionForm().typed.typed
            if fold_name(typed) != fold_name(title_of(at.row)):
                raise Refused("typed", say("{value} is not the name of this night", value=shown(typed)))
            hold_back_erasing()
            delete_night(at.row, at.guest.device)
            erase_soon()
            return go("nights.start")
        except Refused as refused:
            problem = refused
    answer = night_page(
        "table/delete.html",
        422 if problem else 200,
        settlement=settlement_of(at.row, at.players, speech()),
        transfers=transfers(at.guest.night, at.guest.device),
        problem=refusal(problem) if problem else "",
    )
    return tell_wait(answer, problem)
