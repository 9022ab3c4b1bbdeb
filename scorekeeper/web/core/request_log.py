"""What the log may say: never a link into a night, a PIN, a cookie or anything else that a phone sent."""

import logging
import re
from contextlib import suppress

from flask import Flask, has_request_context, request
from werkzeug.exceptions import HTTPException

_LINK = re.compile(r"(/jr?/[^/\s]*/)[^\s\"']+")
_STEERING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")  # a terminal that shows the log
_HIDDEN = "…"
_SHORTEST = 4  # letters of what is hidden; a PIN has so many
_OTHERS = ("waitress", "waitress.queue", "peewee")


def keep_secrets(app: Flask) -> None:
    """Let no log line of the application, its server or its database hold a secret."""
    for logger in (app.logger, *map(logging.getLogger, _OTHERS)):
        if not any(isinstance(known, Discreet) for known in logger.filters):
            logger.addFilter(Discreet())


class Discreet(logging.Filter):
    """Lets every record pass, the secrets in it hidden: also in what an error or a database says of it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Write the record's text anew."""
        said = hide(record.getMessage())
        record.msg = _STEERING.sub(" ", " ".join(said.splitlines()))
        record.args = ()
        if record.exc_info:
            record.exc_text = _STEERING.sub(" ", hide(logging.Formatter().formatException(record.exc_info)))
            record.exc_info = None  # whoever writes it must not tell it by itself
        return True


def hide(text: str) -> str:
    """Return a text without the links into nights and what the request at hand brought, but for where it went."""
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
