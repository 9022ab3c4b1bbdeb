"""The values that a table sets itself, as one field of the form of house rules: a table like the printed tariff."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple, cast

from wtforms import Field

from scorekeeper.games.house_rules import Switch
from scorekeeper.games.own_values import NOT_PLAYED, OwnValues, Price, ValuesSwitch
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.typed_numbers import Ambiguous, read_whole

_LONGEST = 40  # characters of one figure


class ValueRow(NamedTuple):
    """A row of the tariff: its figures as texts, empty if it is not played, and those of the author."""

    price: Price
    name: str
    texts: tuple[str, ...]
    authors: tuple[str, ...]
    refused: bool

    @property
    def is_own(self) -> bool:
        """Whether the table sets it itself."""
        return self.texts != self.authors

    @property
    def is_played_by_author(self) -> bool:
        """Whether the author has it in the tariff."""
        return any(self.authors)


class ValuesField(Field):
    """The values of a table; its data is the setting as in a night file, None without values of its own."""

    def __init__(self, switch: Switch, preset: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.switch = switch
        self.preset = preset
        self.prices = cast("ValuesSwitch", switch.kind).prices
        self.typed: dict[str, tuple[str, ...]] = {}
        self.refused: set[str] = set()

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        super().process(formdata, data, extra_filters)
        if formdata is None:
            return
        own = dict[str, object]()
        for price in self.prices:
            typed = tuple(text.strip()[:_LONGEST] for text in formdata.getlist(self.name_of(price)))
            if not typed or typed == self.authors(price):
                continue
            self.typed[price.key] = typed
            try:
                own[price.key] = self._read(price, typed)
                price.read(own[price.key])
            except Refused as refused:
                self._note(price, refused)
        self.data = own or None
        if own and not self.process_errors:
            try:
                kind = self.switch.kind
                self.data = kind.to_setting(kind.fit(kind.to_value(own), self.preset)) or None
            except Refused as refused:
                self.process_errors = [cast("Any", refused.phrase)]

    def _read(self, price: Price, typed: Sequence[str]) -> object:
        """Return a row as in a night file; an empty one is not played. Raises Refused."""
        if not any(typed) and price.optional:
            return NOT_PLAYED
        figures = []
        for text in typed:
            if not text:
                raise Refused(price.key, say("{price}: the value is missing", price=price.label))
            try:
                figures.append(read_whole(price.key, text))
            except Ambiguous:
                raise
            except Refused as refused:
                values = {"price": price.label, "reason": refused.phrase}
                raise Refused(price.key, say("{price}: {reason}", **values)) from None
        return figures if len(figures) > 1 else figures[0]

    def _note(self, price: Price, refused: Refused) -> None:
        """Add a refusal of a row to the errors; an ambiguous number is shown as it was read."""
        if isinstance(refused, Ambiguous):
            self.typed[price.key] = tuple(
                refused.plain if text == refused.typed else text for text in self.typed[price.key]
            )
        self.refused.add(price.key)
        self.process_errors = [*self.process_errors, cast("Any", refused.phrase)]

    @property
    def is_changed(self) -> bool:
        """Whether it differs from the author's values, or was refused."""
        return bool(self.data or self.errors)

    @property
    def parts(self) -> list[tuple[Phrase, list[ValueRow]]]:
        """The parts of the tariff by their headings, with their rows."""
        parts = groupby(map(self._row, self.prices), lambda row: row.price.part)
        return [(part, list(rows)) for part, rows in parts]

    def _row(self, price: Price) -> ValueRow:
        authors = self.authors(price)
        own = dict(cast("OwnValues", self.switch.kind.to_value(self.data or {}))) if not self.process_errors else {}
        texts = authors
        if price.key in self.typed:
            texts = self.typed[price.key]
        elif price.key in own:
            texts = _fill(price, map(str, own[price.key]))
        return ValueRow(price, self.name_of(price), texts, authors, price.key in self.refused)

    def authors(self, price: Price) -> tuple[str, ...]:
        """Return the author's figures of a row as texts, empty ones if it is not played."""
        return _fill(price, self.preset.write_figures(price.key))

    def name_of(self, price: Price) -> str:
        """Return the name of the inputs of a row."""
        return f"{self.name}-{price.key}"


def _fill(price: Price, texts: Any) -> tuple[str, ...]:
    return tuple(texts) or ("",) * price.figures
