"""The bonuses with a name of the table's own, as one field of the form of house rules: a row for each."""

from typing import Any, NamedTuple, cast

from wtforms import Field

from scorekeeper.games.declarer.own_bonuses import KEYS, BonusesSwitch, OwnBonus
from scorekeeper.games.house_rules import Switch
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.typed_numbers import Ambiguous, read_whole
from scorekeeper.web.core.parsing import clean_text

_LONGEST = 100  # characters of a text; a name has fewer


class BonusRow(NamedTuple):
    """What was typed of one bonus: its name and its figures, silent and announced, and whether it has no contra."""

    key: str
    name: str = ""
    silent: str = ""
    announced: str = ""
    calm: bool = False
    error: Phrase | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is no such bonus."""
        return not (self.name or self.silent or self.announced)


class BonusesField(Field):
    """The bonuses of a table; its data is the setting as in a night file, None without any."""

    def __init__(self, switch: Switch, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.switch = switch
        self.bonus_rows: list[BonusRow] = []

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        super().process(formdata, data, extra_filters)
        kind = cast("BonusesSwitch", self.switch.kind)
        stored = {row.key: row for row in map(_fill, kind.to_value(data or {}))}
        self.bonus_rows = [stored.get(key, BonusRow(key)) for key in KEYS]
        if formdata is None or not any(formdata.getlist(f"{self.name}-{key}-name") for key in KEYS):
            return
        self.bonus_rows = [self._read_typed(formdata, key) for key in KEYS]
        settings = dict[str, object]()
        for place, row in enumerate(self.bonus_rows):
            if row.is_empty:
                continue
            try:
                settings[row.key] = _make_setting(row)
                settings = kind.to_setting(kind.to_value(settings))
            except Refused as refused:
                settings.pop(row.key, None)
                self.bonus_rows[place] = _refuse(row, refused)
                self.process_errors = [*self.process_errors, cast("Any", refused.phrase)]
        self.data = settings or None

    def _read_typed(self, formdata: Any, key: str) -> BonusRow:
        def typed(part: str) -> str:
            return clean_text(formdata.get(f"{self.name}-{key}-{part}", "")[:_LONGEST])

        return BonusRow(key, typed("name"), typed("silent"), typed("announced"), bool(typed("calm")))

    @property
    def is_changed(self) -> bool:
        """Whether the table has such bonuses, or one was refused."""
        return bool(self.data or self.errors)


def _fill(own: OwnBonus) -> BonusRow:
    silent = str(own.figures[0] or "")
    announced = "" if len(own.figures) == 1 else str(own.figures[-1])
    return BonusRow(own.key, own.name, silent, announced, not own.contra)


def _make_setting(row: BonusRow) -> dict[str, object]:
    """Return a bonus as in a night file; an empty silent value is none. Raises Refused."""
    if not (row.silent or row.announced):
        raise Refused(f"{row.key}.value", say("the value is missing"))
    silent = read_whole(f"{row.key}.value", row.silent) if row.silent else 0
    value: object = [silent, read_whole(f"{row.key}.value", row.announced)] if row.announced else silent
    named: dict[str, object] = {"name": row.name} if row.name else {}
    return {**named, "value": value, "contra": not row.calm}


def _refuse(row: BonusRow, refused: Refused) -> BonusRow:
    """Return a row with the reason of its refusal; an ambiguous number is shown as it was read."""
    row = row._replace(error=refused.phrase)
    if not isinstance(refused, Ambiguous):
        return row
    silent, announced = (refused.plain if one == refused.typed else one for one in (row.silent, row.announced))
    return row._replace(silent=silent, announced=announced)
