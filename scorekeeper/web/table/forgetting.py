"""Forgetting somebody: who may is a host of a night where the person sat."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.engine.transactions import writing
from scorekeeper.storage.nights.forgetting import forget, is_sent, sittings_like
from scorekeeper.web.access.current import NIGHT, at_night, hosts, night_page
from scorekeeper.web.access.form_request import sender
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.i18n import refusal
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.rate_limits import hold_back_erasing, tell_wait
from scorekeeper.web.table.forms import ForgetForm

pages = Blueprint("forgetting", __name__, url_prefix=NIGHT)


@pages.route("/forget", methods=["GET", "POST"])
@hosts
def show() -> Response:
    """Ask whom to forget, and take the name out of everything that is kept."""
    problem = None
    if request.method == "POST":
        try:
            _forget(at_night().guest)
            return go("table.seats")
        except Refused as refused:
            problem = refused
    shown = refusal(problem) if problem else ""
    return tell_wait(night_page("table/forget.html", 422 if problem else 200, problem=shown), problem)


def _forget(host: Guest) -> None:
    """Do what the form says. Raises Refused."""
    form = ForgetForm()
    player = form.player.typed
    all_texts = bool(form.texts.typed)
    if not player and not all_texts:
        raise Refused("player", say("nothing was chosen"))
    sent = sender()
    if is_sent(host.night, player, all_texts, sent.request):
        return
    hold_back_erasing()
    with writing():
        if not is_sent(host.night, player, all_texts, sent.request):
            sittings = sittings_like(host.night, player, host.device) if player else []
            forget(sittings, sent, host.night if all_texts else 0)
    erase_soon()
