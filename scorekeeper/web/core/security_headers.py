"""The headers that every answer carries."""

from flask import Flask, request
from werkzeug.wrappers import Response

from scorekeeper.web.core.allowed_hosts import is_local

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def add_security_headers(app: Flask) -> None:
    """Put the security headers on every answer, and let no cache keep a page: each is for one phone alone."""
    app.after_request(_add_headers)


def _add_headers(response: Response) -> Response:
    response.headers.update(_HEADERS)
    if request.is_secure or is_local(request.host):  # browsers ignore it elsewhere, and report that as an error
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.endpoint != "static" or response.status_code not in (200, 304):
        response.headers["Cache-Control"] = "no-store"
        response.vary.add("Cookie")
    return response
