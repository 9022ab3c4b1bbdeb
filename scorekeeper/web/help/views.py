"""The help page, which needs no night and no access."""

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.web.core.lifecycle import page
from scorekeeper.web.help.terms import TERMS

pages = Blueprint("help", __name__)


@pages.get("/help")
def show() -> Response:
    """Show how an evening runs, and the words of the games."""
    return page("help/help.html", terms=TERMS)
