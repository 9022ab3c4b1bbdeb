"""The headers that every answer carries, put on behind Flask: they are the same for all."""

from collections.abc import Callable, Iterable
from typing import Any

from scorekeeper.web.servernames import is_local

Headers = list[tuple[str, str]]

_EVERYWHERE = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
)
# Elsewhere browsers ignore the opener policy, and say so as an error.
_TRUSTED = (*_EVERYWHERE, ("Cross-Origin-Opener-Policy", "same-origin"))
_FOR_ONE = ("cache-control", "vary")
_FILE = ("200", "304")  # how a file is answered; whatever else is said there is a page, in the reader's language


class Guarded:
    """A WSGI application that puts them on the answers of another one; but for files each is for one phone alone."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        guards = _guards(environ)
        among_files = environ["PATH_INFO"].startswith("/static/")

        def start(status: str, headers: Headers, *error: Any) -> Any:
            is_file = among_files and status[:3] in _FILE
            return start_response(status, [*(headers if is_file else _for_one(headers)), *guards], *error)

        return self.application(environ, start)


def headers_of(environ: dict[str, Any]) -> Headers:
    """Return the headers of an answer to this request that has no others."""
    return [*_for_one([]), *_guards(environ)]


def _guards(environ: dict[str, Any]) -> Iterable[tuple[str, str]]:
    secure = environ["wsgi.url_scheme"] == "https" or is_local(environ.get("HTTP_HOST", ""))
    return _TRUSTED if secure else _EVERYWHERE


def _for_one(headers: Headers) -> Headers:
    """The headers of an answer that is for the phone alone which has this cookie."""
    varies = [value for name, value in headers if name.lower() == "vary" and value.lower() != "cookie"]
    others = [(name, value) for name, value in headers if name.lower() not in _FOR_ONE]
    return [*others, ("Cache-Control", "no-store"), ("Vary", ", ".join([*varies, "Cookie"]))]
