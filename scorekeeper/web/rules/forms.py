"""The house rules of a game as WTForms fields, and the form of a file that is opened.

The core validates; a form converts text for it, and shows its refusals beside their fields.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from flask import request
from wtforms import Field, StringField
from wtforms.form import BaseForm

from scorekeeper.games.declarer.own_bonuses import BonusesSwitch
from scorekeeper.games.house_rules import HasSwitches, OwnPart, Switch, SwitchValue, switches
from scorekeeper.games.own.rules import DocumentSwitch
from scorekeeper.games.own_values import ValuesSwitch
from scorekeeper.journal.acts import Json
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.nightfile.lines import naming_lines
from scorekeeper.nightfile.rulesheet import RuleSheet, sheet_in
from scorekeeper.nightfile.syntax import load
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.typed_numbers import Ambiguous, read_whole
from scorekeeper.value_checks import shorten
from scorekeeper.web.core.forms import SmallForm, TypedField, invalid, validation
from scorekeeper.web.rules.bonuses_field import BonusesField
from scorekeeper.web.rules.document_field import DocumentField
from scorekeeper.web.rules.values_field import ValuesField

LONGEST_SHEET = 10_000  # letters of a house-rule sheet; one with every switch has a thousand
LONGEST_FILE = 1024 * 1024  # bytes of a night that is opened in a browser; a deal has 2,000
MOST_DEALS = 500  # of such a night, each of which takes half a millisecond: the others wait meanwhile
_IN_NIGHT = {"players", "deals"}  # keys by which a night is told from a house-rule sheet
Formdata = Any  # of WTForms: werkzeug's MultiDict, or None for a GET request


class SwitchField(Field):
    """A house rule: one of the known values, or an own value typed as text; None for the author's.

    Its data is the setting as in a night file.
    """

    def __init__(self, switch: Switch, preset: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.switch = switch
        self.preset = preset
        self.own = ""
        self.typed = ""
        self.ambiguous: Ambiguous | None = None

    def process(self, formdata: Formdata, data: Any = None, extra_filters: Any = None) -> None:
        typed = formdata.getlist(f"{self.name}-own") if formdata else ()
        self.typed = ", ".join(map(self._read_part, typed)) if any(map(str.strip, typed)) else ""
        super().process(formdata, data, extra_filters)

    def _read_part(self, typed: str) -> str:
        """Return a part of an own value with plain digits, other texts as they are."""
        try:
            return str(read_whole("", typed))
        except Ambiguous as ambiguous:
            self.ambiguous = ambiguous
            return ambiguous.plain
        except Refused:
            return typed.strip()[:40]

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = None
        chosen = valuelist[0] if valuelist else ""
        # What was typed applies, unless it is the own value so far and a known one was chosen instead.
        self.own = "" if chosen and self.typed == self.own else self.typed
        if self.own or chosen:
            kind = self.switch.kind
            with validation():
                if self.ambiguous:
                    raise self.ambiguous
                for part, text in self.parts() if self.own else ():
                    if not text:
                        raise Refused("", say("{part}: this is missing", part=part.label))
                own = [read_whole("", part) for part in self.own.split(",")] if self.own else []
                setting = kind.from_numbers(own) if self.own else _read_setting(kind.settings, chosen)
                kind.to_value(setting)
                self.data = setting

    def process_data(self, value: Any) -> None:
        self.data = value
        if value is not None and value not in [setting.value for setting in self.switch.kind.settings]:
            self.own = ", ".join(map(str, value)) if isinstance(value, list) else str(value)

    @property
    def is_changed(self) -> bool:
        """Whether it differs from the author's value, or was refused."""
        authors = self.switch.kind.to_setting(getattr(self.preset, self.switch.field))
        return bool(self.own or self.errors) or self.data not in (None, authors)

    def parts(self) -> list[tuple[OwnPart, str]]:
        """Return the parts of an own value, each with its text."""
        parts = self.switch.kind.parts
        values = [part.strip() for part in self.own.split(",")] + [""] * len(parts)
        return list(zip(parts, values, strict=False))

    def choices(self) -> list[tuple[str, Phrase, bool]]:
        """Return code, text and whether it is chosen for each value; the author's comes first."""
        value = self.switch.kind.to_setting(getattr(self.preset, self.switch.field))
        if self.switch.asked:
            chosen = value if self.data is None else self.data
            settings = self.switch.kind.settings
            return [(canonical(one.value), one.label, one.value == chosen) for one in settings]
        rest = [setting for setting in self.switch.kind.settings if setting.value != value]
        first = say("as {author}: {setting}", author=self.preset.author, setting=self.switch.describe(value))
        return [("", first, self.data is None)] + [
            (canonical(setting.value), setting.label, self.data == setting.value) for setting in rest
        ]


def _read_setting(settings: Sequence[SwitchValue], code: str) -> object:
    for setting in settings:
        if canonical(setting.value) == code:
            return setting.value
    raise Refused("", say("{value} is not one of the settings", value=shorten(code)))


def house_form(preset: HasSwitches, formdata: Formdata, house: Mapping[str, object]) -> BaseForm:
    """Return the form of all house rules of an author's game."""
    tariff = ValuesSwitch | BonusesSwitch
    found = sorted(switches(preset), key=lambda switch: not isinstance(switch.kind, tariff))  # the tariff first
    offered = {switch.name: switch for switch in found}
    fields = {name: _field_of(switch, preset) for name, switch in offered.items()}
    form = BaseForm(cast(Any, fields), prefix="house")
    form.process(
        formdata, data={name: offered[name].normalize(value) for name, value in house.items() if name in offered}
    )
    return form


def _field_of(switch: Switch, preset: HasSwitches) -> Field:
    if isinstance(switch.kind, DocumentSwitch):
        return DocumentField(switch, preset)
    if isinstance(switch.kind, BonusesSwitch):
        return BonusesField(switch)
    own = isinstance(switch.kind, ValuesSwitch)
    return ValuesField(switch, preset) if own else SwitchField(switch, preset)


def house_of_form(form: BaseForm) -> dict[str, object]:
    """Return the house rules that were set, as in a night file."""
    return {name: value for name, value in form.data.items() if value is not None}


class OpenFileForm(SmallForm):
    """A house-rule sheet or a night file, typed or uploaded, and the slug of the group of the new night."""

    sheet = StringField()
    group = TypedField(name="round")
    rules: RuleSheet | None = None  # of a valid form with a sheet
    text = ""
    night: Json  # of a valid form without a sheet

    def __init__(self) -> None:
        super().__init__()
        file = request.files.get("file")
        self.file = file.read(LONGEST_FILE + 1) if file else b""

    @property
    def is_long(self) -> bool:
        """Whether the file is longer than any rule sheet."""
        return len(self.file) > LONGEST_SHEET or len(self.sheet.data or "") > LONGEST_SHEET

    def validate_sheet(self, field: Any) -> None:
        try:
            text = self.file.decode() or field.data or ""
        except UnicodeDecodeError:
            raise invalid(say("the file is not a text")) from None
        finally:
            field.data = ""
        too_long = say("this is longer than any night that a phone can open; the command import takes it")
        if len(self.file) > LONGEST_FILE:
            raise invalid(too_long)
        if not text.strip():
            raise invalid(say("there is nothing yet: paste the text, or choose a file"))
        self.text = text
        field.data = text[:LONGEST_SHEET]  # also where it was in the file
        try:
            data = load(text)
            if not _IN_NIGHT & data.keys():
                with naming_lines(text):
                    self.rules = sheet_in(data)
        except Refused as refused:
            raise invalid(explain_refusal(refused)) from None
        deals = data.get("deals")
        if isinstance(deals, list) and len(deals) > MOST_DEALS:
            raise invalid(too_long)
        self.night = data


def explain_refusal(refused: Refused) -> Phrase:
    """Return the reason of a refusal with its key."""
    if not refused.key:
        return refused.phrase
    return say("{key}: {reason}", key=refused.key, reason=refused.phrase)
