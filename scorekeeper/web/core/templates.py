"""Jinja's environment of the templates."""

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class Templates(Environment):
    """Flask's environment, with less work for each import and include."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template as one dictionary, as Jinja looks at each of them in an import or include.

        It does not get what is registered after it was loaded.
        """
        return {**self.globals, **(d or {})}
