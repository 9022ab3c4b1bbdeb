"""The cookie that knows a device again, whatever the clock of this computer says."""

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

_NAME = "scorekeeper"
_NEVER = datetime(9999, 12, 31, tzinfo=UTC)  # a browser makes its own longest time of it, counted by its own clock


class Cookies(SecureCookieSessionInterface):
    """Signed cookies without an age.

    A browser has the same cookies for all ports of a computer. Where it has one of this name from a server with another
    database, ours gets the name `own` beside it, else each would take from the phone what it is at the other's nights.

    Flask takes a cookie for forged that was signed at a time which is still to come, so a clock set back (a flat
    battery is enough) would shut out everybody at the table.
    """

    name = _NAME

    def __init__(self, key: str) -> None:
        self.own = f"{_NAME}_{sha256(key.encode()).hexdigest()[:8]}"

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return what the cookie of a request says, nothing if it is not ours."""
        return self.session_class(self.read(app, self.cookie_of(request)))

    def cookie_of(self, request: Request) -> str:
        """Return our cookie of a request, empty where it has none."""
        return request.cookies.get(self.own) or request.cookies.get(self.name, "")

    def get_cookie_name(self, app: Flask) -> str:
        """Return the name under which an answer sends the cookie."""
        usual = request.cookies.get(self.name, "")
        return self.own if self.own in request.cookies or (usual and not self.read(app, usual)) else self.name

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie where it says something new; that answers vary by it, each of them says anyhow.

        A form of another site comes without ours, and is refused: a new one would take from the phone all its nights.
        """
        is_foreign = response.status_code == 400 and request.method == "POST" and not self.cookie_of(request)
        if session.modified and not is_foreign:
            super().save_session(app, session, response)

    def read(self, app: Flask, cookie: str) -> dict[str, Any]:
        """Return what a cookie says, nothing if it is not ours."""
        serializer = self.get_signing_serializer(app)
        try:
            return dict(serializer.loads(cookie)) if serializer and cookie else {}
        except BadSignature:
            return {}

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the browser may send the cookie only by https: where it came by https."""
        return request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return when the browser may forget the cookie: never, or when it is closed."""
        return _NEVER if session.permanent else None
