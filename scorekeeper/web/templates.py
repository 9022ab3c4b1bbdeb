"""Jinja's environment of the pages."""

import sys
from collections.abc import MutableMapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from scorekeeper import __version__


class Templates(Environment):
    """Flask's, where all that every template knows stands in one dict, which is copied at once.

    Jinja looks through two, name by name, at each template and each macro that is taken from another; so it would find
    a name that is added later. An application is put together before it shows its first page.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what a template knows before it is told anything."""
        return {**self.globals, **(d or {})}


class Compiled(FileSystemBytecodeCache):
    """Keeps compiled templates beside them, as Python keeps compiled modules, and where those may not be kept neither.

    Another text of a template ends what was compiled from it; another Python, Jinja or scorekeeper, which may read
    templates in another way, looks for files of its own.
    """

    def __init__(self, templates: Path) -> None:
        readers = sys.implementation.cache_tag, version("jinja2"), __version__
        super().__init__(str(templates / "__pycache__"), f"%s.{'-'.join(map(str, readers))}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what is kept, nothing where that is no longer whole."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # Jinja reads it by pickle and marshal, which say in many ways that a disk lost something
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled; a full disk, or one that only others may write, keeps nothing."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                Path(self.directory).mkdir(exist_ok=True)
                super().dump_bytecode(bucket)
