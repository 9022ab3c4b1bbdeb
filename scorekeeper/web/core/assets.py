"""The static files, under an address that depends on their contents, and what is compressed."""

import gzip
import hashlib
import mimetypes
from pathlib import Path

from flask import Flask, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import __version__

ONE_YEAR = 365 * 24 * 3600  # seconds
BY_SCRIPT = "X-Renew"
"""The header of the requests of our scripts."""
_TEXTS = ("text/css", "text/javascript", "image/svg+xml")


def register_types() -> None:
    """Register the types of the static files: other programs may have changed those of the computer."""
    for kind, ending in zip(_TEXTS, (".css", ".js", ".svg"), strict=True):
        mimetypes.add_type(kind, ending)


def static_path(folder: Path) -> str:
    """Return the address of the static files, with a digest of their contents."""
    digest = hashlib.sha256(__version__.encode())
    for file in sorted(folder.iterdir()):
        digest.update(file.read_bytes())
    return f"/static/{digest.hexdigest()[:8]}"


def serve_assets(app: Flask) -> None:
    """Compress the static files of an application, and redirect their addresses without a version."""
    register_types()
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = ONE_YEAR
    app.after_request(_compress)
    app.add_url_rule("/static/<filename>", "static_unversioned", _redirect)
    # From the root, so that the scope of the service worker is every page.
    app.add_url_rule("/worker.js", "worker", lambda: app.send_static_file("worker.js"))


def _compress(response: Response) -> Response:
    """Compress a static file, and a page that our script asks for.

    Other pages are not compressed, as their size would reveal the token where another site makes the browser ask
    (BREACH). No other site can make it send a header of ours.
    """
    is_static = request.endpoint == "static" and response.mimetype in _TEXTS
    if not is_static and (BY_SCRIPT not in request.headers or response.mimetype != "text/html"):
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code == 200 and request.accept_encodings["gzip"]:
        response.direct_passthrough = False
        response.data = gzip.compress(response.get_data(), mtime=0)
        response.content_encoding = "gzip"
    return response


def _redirect(filename: str) -> Response:
    if not (Path(str(current_app.static_folder)) / filename).is_file():
        abort(404)
    return redirect(url_for("static", filename=filename))
