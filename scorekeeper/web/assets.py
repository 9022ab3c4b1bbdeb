"""The files that pages name: those of one page joined into one, packed for the way, and kept on the phone."""

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from flask import Flask, Response, abort, request

from scorekeeper import __version__
from scorekeeper.web.packing import unpacks
from scorekeeper.web.places import place_of

# A phone that comes to a table asks for little, and seldom: every further file is a further wait in a bad network.
_LOOKING = ("scorekeeper.js", "live.js", "sha256.js", "past.js")
_JOINED = {"onlooker.js": _LOOKING, "writer.js": (*_LOOKING, "entry.js", "outbox.js")}
# Not by guess: what this computer takes a file for stands in files of its own, or in a registry that anybody changes.
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
# What is there for who reads the files: comments and indents.
_FOR_READERS = re.compile(rb"^\s*//[^\n]*\n|^\s+|/\*.*?\*/", re.MULTILINE | re.DOTALL)
# And spaces and ends of lines that say nothing. A style sheet has no such signs in its texts. A script keeps its texts
# as they stand; what is around + and -, for "+ +x" is not "++x"; and ends of lines where a statement may end.
_LOOSE = (*(sign + space for sign in (b"{", b"}", b";", b",", b":") for space in (b" ", b"\n")), b" {", b" }")
_LOOSE_IN_SCRIPTS = re.compile(
    rb"""("[^"\n]*"|'[^'\n]*'|`[^`\n]*`)| *//[^\n]*| ?([=!<>?:,;{}&|*]+)(?: |(?<=[,;{])\n)?"""
)
_SECONDS = 365 * 24 * 3600  # an address carries a stamp of its contents


class _Asset:
    """A file as it is sent: made ready when somebody asks for it."""

    def __init__(self, name: str, contents: bytes) -> None:
        self._written, self.kind = contents, _KINDS[Path(name).suffix]
        self.stamp = hashlib.sha256(__version__.encode() + contents).hexdigest()[:8]

    @cached_property
    def plain(self) -> bytes:
        """It without what is there for who reads it."""
        kept = self._written if self.kind == _KINDS[".svg"] else _FOR_READERS.sub(b"", self._written)
        if self.kind == _KINDS[".js"]:
            return _LOOSE_IN_SCRIPTS.sub(rb"\1\2", kept)
        for loose in _LOOSE if self.kind == _KINDS[".css"] else ():
            kept = kept.replace(loose, loose.strip())
        return kept

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.plain, mtime=0)


def add_assets(app: Flask, folder: Path) -> None:
    """Let an application serve the files of a folder at /static, and pages name them by `asset`."""
    assets = {name: _Asset(name, contents) for name, contents in _read(folder)}
    app.add_url_rule("/static/<name>", "static", lambda name: _serve(assets, name))
    app.jinja_env.globals["asset"] = lambda name: place_of("static", name=name, v=assets[name].stamp)


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    yield from files.items()
    for name, parts in _JOINED.items():
        yield name, b"\n".join(files[part] for part in parts)


def _serve(assets: Mapping[str, _Asset], name: str) -> Response:
    if name not in assets:
        abort(404)
    asset, packs = assets[name], unpacks()
    answer = Response(asset.packed if packs else asset.plain, mimetype=asset.kind)
    if packs:
        answer.content_encoding = "gzip"
    answer.vary.add("Accept-Encoding")
    answer.cache_control.public, answer.cache_control.max_age = True, _SECONDS
    answer.set_etag(asset.stamp + ("-packed" if packs else ""))
    answer.make_conditional(request)
    return answer
