"""Log records without secrets: links into nights, PINs, cookies and other data of requests."""

import logging
import re
from contextlib import suppress

from flask import Flask, has_request_context, request
from werkzeug.exceptions import HTTPException

_LINK = re.compile(r"(/jr?/[^/\s]*/)[^\s\"']+")
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")  # they control a terminal
_HIDDEN = "…"
_SHORTEST = 4  # characters of a secret, as of a PIN
_OTHERS = ("waitress", "waitress.queue", "peewee")


def keep_secrets(app: Flask) -> None:
    """Hide secrets in the log of the application, its server and its database."""
    for logger in (app.logger, *map(logging.getLogger, _OTHERS)):
        if not any(isinstance(known, SecretFilter) for known in logger.filters):
            logger.addFilter(SecretFilter())


class SecretFilter(logging.Filter):
    """Hides the secrets in every record, also in its exception."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace the record's text."""
        text = hide(record.getMessage())
        record.msg = _CONTROL.sub(" ", " ".join(text.splitlines()))
        record.args = ()
        if record.exc_info:
            record.exc_text = _CONTROL.sub(" ", hide(logging.Formatter().formatException(record.exc_info)))
            record.exc_info = None  # no formatter may format it again
        return True


def hide(text: str) -> str:
    """Return a text without links into nights and without the data of the current request, except its path."""
    sent: list[str] = []
    if has_request_context():
        sent += [(request.view_args or {}).get("token", ""), request.headers.get("Cookie", "")]
        sent += [*request.cookies.values(), *request.args.values()]
        if request.method == "POST":
            with suppress(HTTPException):  # a form that cannot be read
                sent += [value for _, value in request.form.items(multi=True)]
    forms = {form for value in sent for form in (value, value.strip()) if len(form) >= _SHORTEST}
    for secret in sorted(forms, key=len, reverse=True):
        text = text.replace(secret, _HIDDEN)
    return _LINK.sub(rf"\1{_HIDDEN}", text)
