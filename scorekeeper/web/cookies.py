"""The cookie that knows a device again, whatever the clock of this computer says."""

from datetime import UTC, datetime

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

_NEVER = datetime(9999, 12, 31, tzinfo=UTC)  # a browser makes its own longest time of it, counted by its own clock


class Cookies(SecureCookieSessionInterface):
    """Signed cookies without an age.

    Flask takes a cookie for forged that was signed at a time which is still to come, so a clock set back (a flat
    battery is enough) would shut out everybody at the table.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return what the cookie of a request says, nothing if it is not ours."""
        serializer = self.get_signing_serializer(app)
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        try:
            return self.session_class(serializer.loads(cookie) if serializer and cookie else None)
        except BadSignature:
            return self.session_class()

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the browser may send the cookie only by https: where it came by https."""
        return request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return when the browser may forget the cookie: never, or when it is closed."""
        return _NEVER if session.permanent else None
