"""The poll of an open page to which nothing is new, answered before anything of Flask is set up.

Every phone at every table asks every few seconds, and nearly always gets the same answer: 304. Whatever is not that
plain case goes on to the application, which decides alone who may see what, and answers with everything.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from flask import Flask
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header, parse_etags

from scorekeeper.storage.access import find_guest, is_seen
from scorekeeper.storage.failures import FAILURES
from scorekeeper.storage.presence import find_progress
from scorekeeper.storage.tables import database
from scorekeeper.web.cookies import Cookies
from scorekeeper.web.guarding import Guarded, headers_of
from scorekeeper.web.live import tag_of
from scorekeeper.web.reader import locale_of

_POLL = re.compile(r"/n/([0-9A-Za-z]{1,40})/now")
# What the application tells better: that the database failed, or that the night has just been deleted.
_TOLD_THERE: tuple[type[Exception], ...] = (*FAILURES, LookupError)
_LONGEST = 200  # letters of the wished languages, which are kept; a browser sends some dozens
_QUERY = re.compile(r"(since=[0-9]{1,9})?")


class Unchanged:
    """A WSGI application that answers who would learn nothing new, and hands everybody else on to `app`."""

    def __init__(self, app: Flask, cookies: Cookies) -> None:
        self.app = app
        self.application: Callable[..., Iterable[bytes]] = Guarded(app.wsgi_app)
        self.cookies = cookies

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        known = environ.get("HTTP_IF_NONE_MATCH")
        wished = environ.get("HTTP_ACCEPT_LANGUAGE", "")
        poll = _POLL.fullmatch(environ["PATH_INFO"]) if known and environ["REQUEST_METHOD"] == "GET" else None
        if not poll or not _QUERY.fullmatch(environ.get("QUERY_STRING", "")) or len(wished) > _LONGEST:
            return self.application(environ, start_response)
        try:
            with database.connection_context():
                tag = self._tag(poll[1], environ)
        except _TOLD_THERE:
            tag = None
        if tag is None or not parse_etags(known).contains_weak(tag):
            return self.application(environ, start_response)
        start_response("304 NOT MODIFIED", [("ETag", f'"{tag}"'), *headers_of(environ)])
        return ()

    def _tag(self, slug: str, environ: dict[str, Any]) -> str | None:
        """Return what the application would name its answer, None where only the application can tell.

        It is asked about whoever has no access, or not any more; a host who may still be shown the code for the
        others; and whom nobody has seen for a while, because it notes that.
        """
        said = self.cookies.read(self.app, self.cookies.cookie_of(environ))
        secret, chosen = said.get("device"), said.get("language")
        guest = find_guest(secret, slug) if isinstance(secret, str) else None
        if guest is None or guest.ended or not is_seen(guest):
            return None
        progress = find_progress(guest.night, guest.device)
        if guest.is_host and progress.number == 1:
            return None
        locale = locale_of(_wishes(environ.get("HTTP_ACCEPT_LANGUAGE", "")), chosen)
        return tag_of(progress, guest.role, locale)


@lru_cache(maxsize=256)
def _wishes(header: str) -> tuple[str, ...]:
    """Return the languages that a browser wishes, as a request of the application tells them."""
    return tuple(parse_accept_header(header, LanguageAccept).values())
