"""The life cycle of a request: the database connection, headers, and error pages."""

from contextlib import ExitStack, suppress
from typing import Any

from flask import Flask, Response, abort, current_app, g, redirect, render_template, request, stream_template, url_for
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import IntegerConverter
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.access.devices import note_seen
from scorekeeper.storage.engine.errors import FAILURES, PATIENCE, first_cause, is_mistake
from scorekeeper.storage.engine.sql import is_storable
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import snapshot
from scorekeeper.web.core.allowed_hosts import is_local
from scorekeeper.web.core.erasure import resume_erasing
from scorekeeper.web.core.i18n import store_language
from scorekeeper.web.core.request_log import keep_secrets
from scorekeeper.web.core.slow_requests import begin_quick, end_quick, in_pieces, is_slow

csrf = CSRFProtect()

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_STATUS_TEXTS = {
    400: say("This request cannot be understood."),
    403: say("This phone can watch here, but not enter anything."),
    404: say("This page does not exist, or this phone has no access to it."),
    405: say("That did not work. Nothing was saved."),
    410: say("A host has removed this phone from this night."),
    413: say("That is too large."),
    500: say("Something went wrong. What was saved before is safe."),
}


class _Number(IntegerConverter):
    """A number in an address, small enough for a column of the database."""

    regex = r"\d{1,9}"

    def to_url(self, value: Any) -> str:
        """Return the number as text; a placeholder such as "{number}" stays, for a script that fills it in."""
        return value if isinstance(value, str) and value[:1] == "{" else super().to_url(value)


def handle_requests(app: Flask) -> None:
    """Register the database connection, headers and error pages."""
    app.url_map.converters["int"] = _Number
    keep_secrets(app)
    csrf.init_app(app)
    app.before_request(resume_erasing)
    app.before_request(_begin)
    app.teardown_request(_end)
    app.register_error_handler(HTTPException, show_error)
    text = say("This form was opened too long ago or on another device. Go back, reload the page and send it again.")
    app.register_error_handler(CSRFError, lambda error: error_page(400, text))
    for failure in FAILURES:
        app.register_error_handler(failure, _show_failure)
    app.before_request(store_language)
    app.after_request(_add_headers)


def _begin() -> None:
    if request.endpoint == "static":
        return
    begin_quick()
    _refuse_unfit()
    database.connect(reuse_if_open=True)
    if request.method != "POST" and ("slug" in g or "group_slug" in (request.view_args or {})):
        g.moment = ExitStack()
        g.moment.enter_context(snapshot())  # all statements of a page read the same state


def _add_headers(response: AnyResponse) -> AnyResponse:
    """Add the security headers, and forbid caching of pages: each is for one phone."""
    if response.status_code != 304:  # for which the browser has them; open pages get one after the other
        response.headers.extend(_HEADERS)
        if request.is_secure or is_local(request.host):  # browsers ignore it elsewhere and report an error
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.endpoint != "static" or response.status_code not in (200, 304):
        response.headers["Cache-Control"] = "no-store"
        response.headers.add("Vary", "Cookie")
    return response


def _refuse_unfit() -> None:
    """Abort with 400 if a field or parameter has a character that PostgreSQL cannot store."""
    form = request.form.items(multi=True) if request.method == "POST" else ()
    query = request.args.items(multi=True) if request.query_string else ()
    if not is_storable("".join([text for field in (*query, *form) for text in field])):
        text = say("The form contains a character that cannot be stored. Go back, take it out and send it again.")
        abort(error_page(400, text))


def _end(error: BaseException | None) -> None:
    end_quick()
    if "moment" in g:
        with suppress(*FAILURES):  # nothing is read after this
            g.moment.close()
    if guest := g.get("guest"):
        note_seen(guest)
    if not database.is_closed():
        database.close()


def page(template: str, /, status: int = 200, **values: Any) -> Response:
    """Return a rendered page."""
    text = "".join(in_pieces(stream_template(template, **values))) if is_slow() else render_template(template, **values)
    return Response(text, status, mimetype="text/html")


def error_page(code: int, text: Phrase, **values: Any) -> Response:
    """Return the page of an error with this status."""
    return page("core/error.html", code, code=code, text=text, **values)


def read_page_number(query: MultiDict[str, str]) -> int:
    """Return the page number of a list in a query string, from 1."""
    return max(1, min(query.get("page", 1, type=int), 10**6))


def go(endpoint: str, /, **values: Any) -> AnyResponse:
    """Return a redirect to another page (303), with `_anchor` to a place on it."""
    return redirect(url_for(endpoint, **values), 303)


def show_error(error: HTTPException) -> Response:
    """Return the page of an HTTP error."""
    code = error.code or 500
    if code == 500:
        current_app.logger.error("failed: %s %s", request.method, request.path)
    way_back = request.path if isinstance(error, MethodNotAllowed) and "GET" in (error.valid_methods or ()) else ""
    return error_page(code, _STATUS_TEXTS.get(code, _STATUS_TEXTS[400 if code < 500 else 500]), way_back=way_back)


def _show_failure(error: Exception) -> Response:
    """Return the page of a database failure, with a form that sends the same fields again, with the same id."""
    if is_mistake(error):
        raise error
    current_app.logger.error("the database failed: %s", first_cause(error))
    return offer_again(503)


def offer_again(status: int, reason: Phrase | None = None) -> Response:
    """Return a page that offers to send the same request again, a form with its id; without a reason, of a failure."""
    sent = list(request.form.items(multi=True)) if request.method == "POST" else None
    answer = page("core/failed.html", status, sent=sent, address=request.full_path.rstrip("?"), reason=reason)
    answer.headers["Retry-After"] = str(PATIENCE)
    return answer
