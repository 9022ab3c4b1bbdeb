"""Night settings: what a host changes about a night as a whole, what each phone puts away, and deleting it."""

from flask import Blueprint, current_app, request
from werkzeug.wrappers import Response

from scorekeeper.games.questions import shown
from scorekeeper.ledger.journal import canonical
from scorekeeper.night.acts import StakeChanged, Titled
from scorekeeper.night.names import check_name, fold_name
from scorekeeper.night.stake import write_stake
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access import Guest, sign
from scorekeeper.storage.book import append
from scorekeeper.storage.forgetting import overwrite
from scorekeeper.storage.home import dismiss_welcome, put_away
from scorekeeper.storage.managing import delete_night, nights_of_player, rename
from scorekeeper.storage.reading import changes_of_settings
from scorekeeper.storage.settling import transfers
from scorekeeper.storage.tables import NightRow
from scorekeeper.web.following import open_following
from scorekeeper.web.frame import go, page
from scorekeeper.web.guests import NIGHT, at_night, hosts, need_device, night_page
from scorekeeper.web.holding import tell_wait
from scorekeeper.web.nights import CURRENCIES
from scorekeeper.web.posted import AwayForm, DeletionForm, SettingsForm
from scorekeeper.web.reader import refusal, title_of
from scorekeeper.web.sending import pressed, sender
from scorekeeper.web.settlement import settlement_of
from scorekeeper.web.typed import clean, read_whole, tidy

pages = Blueprint("settings", __name__, url_prefix=NIGHT)

_STILL_IN_THE_FILE = say(
    "The night is deleted and no page shows it any more, but its bytes are still in the database’s file, "
    "because somebody was reading. They go when anything is deleted or forgotten next."
)


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
    night_id, device = at.guest.night, at.guest.device
    return night_page(
        "settings.html",
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
    action, form, sent = pressed(), SettingsForm(), sender()
    if action == "rename":
        name = clean(form.name.typed)
        check_name("players", name)
        rename(guest.night, form.player.typed, name, need_device(), sent, bool(form.everywhere.typed))
    elif action == "title":
        append(guest.night, sent, Titled(note=tidy(form.title.typed)[:100]))
    elif action == "stake":
        stake, number = form.stake(), read_whole("number", form.number.typed)
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
    row, sent = at_night().row, sender()
    opening = sign(canonical(["again", row.slug, sent.request]), str(current_app.secret_key))
    try:
        opened = open_following(row, sent, opening)
    except Refused as refused:
        return tell_wait(page("error.html", 422, code=422, text=refused.phrase), refused)
    return go("sheet.show", slug=opened.slug)


@pages.route("/delete", methods=["GET", "POST"])
@hosts
def delete() -> Response:
    """Delete a night for good, once its name was typed."""
    at, problem = at_night(), ""
    if request.method == "POST":
        try:
            _check_typed(at.row)
            delete_night(at.row)
            return go("nights.start") if overwrite() else page("error.html", 410, code=410, text=_STILL_IN_THE_FILE)
        except Refused as refused:
            problem = refusal(refused)
    return night_page(
        "delete.html",
        422 if problem else 200,
        settlement=settlement_of(at.row, at.players),
        transfers=transfers(at.guest.night, at.guest.device),
        problem=problem,
    )


def _check_typed(row: NightRow) -> None:
    """Refuse to delete a night whose name was not typed."""
    typed = DeletionForm().typed.typed
    if fold_name(typed) != fold_name(title_of(row)):
        raise Refused("typed", say("{value} is not the name of this night", value=shown(typed)))
