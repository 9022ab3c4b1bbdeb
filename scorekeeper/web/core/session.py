"""The cookie of a device, valid whatever the clock of this computer."""

import hashlib
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

_NAME = "scorekeeper"
_NEVER = datetime(9999, 12, 31, tzinfo=UTC)  # browsers limit it by their own clock


@lru_cache(maxsize=2000)
def _load(serializer: URLSafeTimedSerializer, cookie: str) -> dict[str, Any]:
    """Return the data of a cookie, which is verified once, as it has no age. Raises BadSignature."""
    data: dict[str, Any] = serializer.loads(cookie)
    return data


class Cookies(SecureCookieSessionInterface):
    """Signed cookies without an age.

    A browser has the same cookies for all ports of a computer. If it has one of this name from a server with another
    database, ours gets the name `own`, else each server would overwrite the other's cookie.

    Flask rejects a cookie that was signed in the future, so a clock set back (by a flat battery, for instance) would
    lock out everybody at the table.
    """

    name = _NAME
    _serializer: URLSafeTimedSerializer | None = None

    def __init__(self, key: str) -> None:
        self.own = f"{_NAME}_{hashlib.sha256(key.encode()).hexdigest()[:8]}"

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer of the application, which is made once."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session of a request, an empty one if the cookie is not ours."""
        return self.session_class(self.read(app, self.cookie_of(request)))

    def cookie_of(self, request: Request) -> str:
        """Return our cookie of a request, "" if it has none."""
        return request.cookies.get(self.own) or request.cookies.get(self.name, "")

    def get_cookie_name(self, app: Flask) -> str:
        """Return the name of the cookie in the answer."""
        usual = request.cookies.get(self.name, "")
        return self.own if self.own in request.cookies or (usual and not self.read(app, usual)) else self.name

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if the session is modified; every answer has `Vary: Cookie` anyway.

        A form of another site comes without our cookie and is refused: a new one would replace that of the device.
        """
        is_foreign = response.status_code == 400 and request.method == "POST" and not self.cookie_of(request)
        if session.modified and not is_foreign:
            super().save_session(app, session, response)

    def read(self, app: Flask, cookie: str) -> dict[str, Any]:
        """Return the data of a cookie, empty if it is not ours."""
        serializer = self.get_signing_serializer(app)
        try:
            return dict(_load(serializer, cookie)) if serializer and cookie else {}
        except BadSignature:
            return {}

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the browser may send the cookie only by https: if the request came by https."""
        return request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return when the cookie expires: never, or with the browser session."""
        return _NEVER if session.permanent else None
