"""Forgetting somebody: who may is a host of a night where the person sat."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access import Guest
from scorekeeper.storage.book import writing
from scorekeeper.storage.forgetting import empty_texts, forget, overwrite, people_like
from scorekeeper.web.page import go, host_at, night_at, page, refusal

pages = Blueprint("forgetting", __name__)


@pages.route("/n/<slug>/forget", methods=["GET", "POST"])
def show(slug: str) -> Response:
    """Ask whom to forget, and take the name out of everything that is kept."""
    host, problem = host_at(slug), ""
    if request.method == "POST":
        try:
            _forget(host)
            return go("table.seats", slug=slug)
        except Refused as refused:
            problem = refusal(refused)
    guest, row, players = night_at(slug)
    return page("forget.html", 422 if problem else 200, night=row, guest=guest, players=players, problem=problem)


def _forget(host: Guest) -> None:
    """Do what the form says. Raises Refused."""
    player, all_texts = request.form.get("player", ""), "texts" in request.form
    if not player and not all_texts:
        raise Refused("player", say("nothing was chosen"))
    with writing():
        if player:
            forget(people_like(host.night, player, host.device))
        if all_texts:
            empty_texts(host.night)
    if not overwrite():
        text = say("No page shows it any more, but its bytes are still in the database’s file: send this again.")
        raise Refused("player", text)
