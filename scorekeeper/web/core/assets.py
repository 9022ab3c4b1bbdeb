"""The static files, under an address that depends on their contents, and what is compressed."""

import gzip
import hashlib
import mimetypes
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from flask import Flask, abort, current_app, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper import __version__

ONE_YEAR = 365 * 24 * 3600  # seconds
BY_SCRIPT = "X-Renew"
"""The header of the requests of our scripts."""
_OF_PAGE = ("dom", "device", "moments")
_OF_NIGHT = ("page", *_OF_PAGE, "live", "morph", "preferences", "chain_check", "sha256")
_OF_WRITER = ("night", *_OF_NIGHT, "entering", "entry", "rows", "pad", "outbox")
_IMPORTS = {"page": _OF_PAGE, "night": _OF_NIGHT, "night_writer": _OF_WRITER, "group_board": ("morph",)}
"""What each script of a page imports, and what that imports."""
_TEXTS = ("text/css", "text/javascript", "image/svg+xml")


def register_types() -> None:
    """Register the types of the static files, without those of the computer: other programs may have changed them."""
    mimetypes.knownfiles.clear()  # 1,800 types, read at each start
    for kind, ending in zip(_TEXTS, (".css", ".js", ".svg"), strict=True):
        mimetypes.add_type(kind, ending)


def static_path(folder: Path) -> str:
    """Return the address of the static files, with a digest of their contents."""
    digest = hashlib.sha256(__version__.encode())
    for file in sorted(folder.iterdir()):
        digest.update(file.read_bytes())
    return f"/static/{digest.hexdigest()[:8]}"


@lru_cache
def load_scripts(files: str, name: str) -> Markup:
    """Return the elements that load a script and, beside it, what it imports, lest a phone wait in a chain."""
    script = Markup('<script type="module" src="{}{}.js"></script>').format(files, name)
    return Markup("\n").join([*_preload(files, _IMPORTS[name]), script])


@lru_cache
def preload_scripts(files: str, name: str) -> Markup:
    """Return the elements that load a script and what it imports for the next page."""
    return Markup("\n").join(_preload(files, (name, *_IMPORTS[name])))


def _preload(files: str, names: Iterable[str]) -> list[Markup]:
    return [Markup('<link rel="modulepreload" href="{}{}.js">').format(files, name) for name in names]


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
