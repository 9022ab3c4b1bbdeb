"""The document of a game of one's own as a field of the house rules: its text."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from wtforms import Field

from scorekeeper.games.house_rules import Switch
from scorekeeper.nightfile.lines import naming_lines
from scorekeeper.nightfile.syntax import load, write_toml
from scorekeeper.web.core.forms import validation


class DocumentField(Field):
    """A document as TOML; None for the usual one. Its data is the setting as in a night file."""

    def __init__(self, switch: Switch, preset: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.switch = switch
        self.preset = preset
        self.document = ""

    def process_data(self, value: object) -> None:
        self.data = value
        self.document = write_toml(cast("Mapping[str, object]", value)) if value else ""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        text = valuelist[0] if valuelist else ""
        self.document = text
        self.data = None
        if text.strip():
            with validation(), naming_lines(text):
                self.data = self.switch.normalize(load(text))

    @property
    def is_changed(self) -> bool:
        """Whether it differs from the usual one, or was refused."""
        return bool(self.data or self.errors)
