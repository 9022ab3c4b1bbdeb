"""Forgetting somebody: who may is a host of a night where the person sat."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access import Guest
from scorekeeper.storage.forgetting import forget, is_sent, overwrite, sittings_like
from scorekeeper.storage.transactions import writing
from scorekeeper.web.frame import go
from scorekeeper.web.guests import NIGHT, at_night, hosts, night_page
from scorekeeper.web.posted import ForgetForm
from scorekeeper.web.reader import refusal
from scorekeeper.web.sending import sender

pages = Blueprint("forgetting", __name__, url_prefix=NIGHT)


@pages.route("/forget", methods=["GET", "POST"])
@hosts
def show() -> Response:
    """Ask whom to forget, and take the name out of everything that is kept."""
    problem = ""
    if request.method == "POST":
        try:
            _forget(at_night().guest)
            return go("table.seats")
        except Refused as refused:
            problem = refusal(refused)
    return night_page("forget.html", 422 if problem else 200, problem=problem)


def _forget(host: Guest) -> None:
    """Do what the form says. Raises Refused."""
    form = ForgetForm()
    player, all_texts = form.player.typed, bool(form.texts.typed)
    if not player and not all_texts:
        raise Refused("player", say("nothing was chosen"))
    sent = sender()
    with writing():
        if not is_sent(host.night, player, all_texts, sent.request):
            sittings = sittings_like(host.night, player, host.device) if player else []
            forget(sittings, sent, host.night if all_texts else 0)
    if not overwrite():
        text = say("No page shows it any more, but its bytes are still in the database’s file: send this again.")
        raise Refused("player", text)
