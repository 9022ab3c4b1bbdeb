"""The cookie that knows a device again, whatever the clock of this computer says, and the tokens of forms."""

import hashlib
from base64 import urlsafe_b64decode
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature

_NAME = "scorekeeper"
_MASK = "~~"  # no token of Flask-WTF begins with it
_SEED = 8  # bytes
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
        self.own = f"{_NAME}_{hashlib.sha256(key.encode()).hexdigest()[:8]}"

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


class Protection(CSRFProtect):  # type: ignore[misc]  # Flask-WTF has no types
    """CSRFProtect, which also reads the masked tokens of version 0.3.0's first pages, as they may still be open."""

    def _get_csrf_token(self) -> str | None:
        token: str | None = super()._get_csrf_token()
        return unmask(token) if token else token


def unmask(text: str) -> str:
    """Return the text under the mask that earlier versions put on what a compressed page repeats; else the text."""
    if not text.startswith("~"):
        return text
    try:
        sent = urlsafe_b64decode(text.lstrip("~"))
        if text.startswith(_MASK):
            hidden = sent[_SEED:]
            mask = hashlib.shake_256(sent[:_SEED]).digest(len(hidden))
        else:
            half = len(sent) // 2
            mask = sent[:half]
            hidden = sent[half:]
        return bytes(a ^ b for a, b in zip(mask, hidden, strict=True)).decode("ascii")
    except ValueError:
        return text
