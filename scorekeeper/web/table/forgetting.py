"""Forgetting somebody: who may is a host of a night where the person sat."""

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.engine.transactions import writing
from scorekeeper.storage.nights.forgetting import forget, is_sent, sittings_like
from scorekeeper.web.access.current import NIGHT, at_night, hosts, night_page
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.rate_limits import hold_back_erasing, tell_wait
from scorekeeper.web.table.forms import ForgetForm

pages = Blueprint("forgetting", __name__, url_prefix=NIGHT)


@pages.route("/forget", methods=["GET", "POST"])
@hosts
def show() -> Response:
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
