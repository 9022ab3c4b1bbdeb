"""Jinja's environment of the pages."""

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class Templates(Environment):
    """Flask's, where all that every template knows stands in one dict, which is copied at once.

    Jinja looks through two, name by name, at each template and each macro that is taken from another; so it would find
    a name that is added later. An application is put together before it shows its first page.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what a template knows before it is told anything."""
        return {**self.globals, **(d or {})}
