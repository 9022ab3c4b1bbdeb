"""Night settings: what a host changes about a night as a whole, what each phone puts away, deleting, forgetting."""

from flask import Blueprint, current_app
from werkzeug.wrappers import Response

from scorekeeper.journal.acts import StakeChanged, Titled
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.money import write_stake
from scorekeeper.people.names import check_entered
from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import Guest, sign
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.nights.carry_over import follow
from scorekeeper.storage.nights.forgetting import forget, is_sent, sittings_like
from scorekeeper.storage.nights.home import dismiss_welcome, put_away
from scorekeeper.storage.nights.manage import delete_night, nights_of_player, rename
from scorekeeper.storage.projections.settlement import transfers
from scorekeeper.storage.queries.nights import changes_of_settings
from scorekeeper.storage.writing.entry import append
from scorekeeper.web.access.current import NIGHT, at_night, hosts, need_device, night_page
from scorekeeper.web.access.form_request import EntryForm
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.i18n import speech, title_of
from scorekeeper.web.core.lifecycle import go, page
from scorekeeper.web.core.parsing import clean, read_whole, tidy
from scorekeeper.web.core.rate_limits import hold_back_erasing, hold_back_opening, tell_wait
from scorekeeper.web.opening.views import CURRENCIES
from scorekeeper.web.settlement.view_model import settlement_of
from scorekeeper.web.table.forms import AwayForm, ForgetForm, NightDeletionForm, SettingsForm

pages = Blueprint("settings", __name__, url_prefix=NIGHT)


@pages.route("/settings", methods=["GET", "POST"])
@hosts
def show() -> Response:
    """Change a name, the title, the stake."""
    form = SettingsForm()
    if form.validate_on_submit():
        try:
            _change(at_night().guest, form)
            return go("settings.show")
        except Refused as refused:
            form.refuse(refused)
    at = at_night(again=bool(form.errors))
    night_id = at.guest.night
    return night_page(
        "table/settings.html",
        form.status,
        now=at.now,
        elsewhere={key: len(nights_of_player(night_id, key, at.guest.device)) > 1 for key in at.names},
        changes=changes_of_settings(night_id),
        currencies=CURRENCIES,
        form=form,
    )


def _change(guest: Guest, form: SettingsForm) -> None:
    """Do what a valid form says. Raises Refused."""
    sender = form.sender(guest.device)
    if form.action.data == "rename":
        name = clean(form.name.typed)
        check_entered("players", name)
        rename(guest.night, form.player.typed, name, need_device(), sender, bool(form.everywhere.typed))
    elif form.action.data == "title":
        append(guest.night, sender, Titled(note=tidy(form.title.typed)[:100]))
    else:
        stake = form.stake()
        number = read_whole("number", form.number.typed)
        append(guest.night, sender, StakeChanged(number=number, stake=write_stake(stake) if stake else ""))


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
    at = at_night()
    row = at.row
    sent = EntryForm().sender(at.guest.device)
    opening = sign(canonical(["again", row.slug, sent.request]), str(current_app.secret_key))
    try:
        with writing():
            hold_back_opening(opening)
            opened = follow(row, need_device(), sent, opening)
    except Refused as refused:
        return tell_wait(page("core/error.html", 422, code=422, text=refused.phrase), refused)
    return go("sheet.show", slug=opened.slug)


@pages.route("/delete", methods=["GET", "POST"])
@hosts
def delete() -> Response:
    """Delete a night for good, once its name was typed."""
    at = at_night()
    form = NightDeletionForm(title_of(at.row.title, at.row.game))
    if form.validate_on_submit():
        try:
            hold_back_erasing()
            delete_night(at.row, at.guest.device)
            erase_soon()
            return go("nights.start")
        except Refused as refused:
            form.refuse(refused)
    answer = night_page(
        "table/delete.html",
        form.status,
        settlement=settlement_of(at.rows, speech()),
        transfers=transfers(at.guest.night, at.guest.device),
        problem=form.problem,
    )
    return tell_wait(answer, form.refused)


@pages.route("/forget", methods=["GET", "POST"])
@hosts
def forget_somebody() -> Response:
    """Ask whom to forget, and take the name out of everything that is kept."""
    form = ForgetForm()
    if form.validate_on_submit():
        try:
            _forget(at_night().guest, form)
            return go("table.seats")
        except Refused as refused:
            form.refuse(refused)
    return tell_wait(night_page("table/forget.html", form.status, problem=form.problem), form.refused)


def _forget(host: Guest, form: ForgetForm) -> None:
    """Do what a valid form says. Raises Refused."""
    player = form.player.typed
    all_texts = bool(form.texts.typed)
    sent = form.sender(host.device)
    if is_sent(host.night, player, all_texts, sent.request):
        return
    hold_back_erasing()
    with writing():
        if not is_sent(host.night, player, all_texts, sent.request):
            sittings = sittings_like(host.night, player, host.device) if player else []
            forget(sittings, sent, host.night if all_texts else 0)
    erase_soon()
