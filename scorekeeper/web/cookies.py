"""The cookie that knows a device again, whatever the clock of this computer says."""

from datetime import UTC, datetime
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

from scorekeeper.web.kept import Kept

_NEVER = datetime(9999, 12, 31, tzinfo=UTC)  # a browser makes its own longest time of it, counted by its own clock


class Cookies(SecureCookieSessionInterface):
    """Signed cookies without an age.

    Flask takes a cookie for forged that was signed at a time which is still to come, so a clock set back (a flat
    battery is enough) would shut out everybody at the table.
    """

    name = "scorekeeper"

    def __init__(self) -> None:
        self._serializer: URLSafeTimedSerializer | None = None
        self._read = Kept[dict[str, Any]](2_000)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return what the cookie of a request says, nothing if it is not ours."""
        return self.session_class(self.read(app, request.cookies.get(self.name, "")))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie where it says something new; that answers vary by it, each of them says anyhow."""
        if session.modified:
            super().save_session(app, session, response)

    def read(self, app: Flask, cookie: str) -> dict[str, Any]:
        """Return what a cookie says, nothing if it is not ours; one of ours is ours for ever, and is proven once."""
        serializer = self.get_signing_serializer(app)
        try:
            return dict(self._read.get(cookie, lambda: serializer.loads(cookie))) if serializer and cookie else {}
        except BadSignature:
            return {}

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs the cookies of an application, made once: its key does not change while it runs."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the browser may send the cookie only by https: where it came by https."""
        return request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return when the browser may forget the cookie: never, or when it is closed."""
        return _NEVER if session.permanent else None
