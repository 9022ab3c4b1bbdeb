"""Errors of our scripts in the browsers of others: one line in the log each, and nothing of what somebody has typed."""

import re

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from scorekeeper.storage.access.rate_limits import Limit, attempt

MOST = 60  # lines in ten minutes, from all browsers together
_SCRIPT = re.compile(r"/static/[0-9a-f]{8}/([a-z0-9]{1,20}\.js)\Z")
_ENGINE = re.compile(r"(?:HeadlessChrome|Chrome|Firefox|Version)/[\d.]{1,20}")


def count_script_errors(app: Flask) -> None:
    """Register the address to which a page reports that a script of it has failed."""
    app.add_url_rule("/script-error", "script_error", log_script_error, methods=["POST"])


def log_script_error() -> Response:
    """Log the page, the script with its line, and the engine of a failed script, unless there were many already."""
    told = request.get_json(silent=True)
    told = told if isinstance(told, dict) else {}
    script = _SCRIPT.search(str(told.get("script")))
    line = told.get("line")
    where = f"{script[1]}:{line}" if script and isinstance(line, int) and 0 < line < 10_000 else "unknown"
    engine = _ENGINE.search(request.user_agent.string)
    if not attempt(Limit("script error", MOST)):
        text = "a script failed: %s on the page %s, in %s"
        current_app.logger.error(text, where, _page(str(told.get("page"))), engine[0] if engine else "another browser")
    return Response(status=204)


def _page(path: str) -> str:
    """Return the endpoint of a path, which names no night."""
    try:
        endpoint, _ = current_app.create_url_adapter(request).match(path, "GET")  # type: ignore[union-attr]
    except HTTPException:
        return "unknown"
    return str(endpoint)
