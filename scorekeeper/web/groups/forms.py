"""The small forms of a group."""

import json
import re
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.clock import zones
from scorekeeper.games import GAMES
from scorekeeper.money import Stake
from scorekeeper.night.night import SEATS
from scorekeeper.pasted.fines import read_fines
from scorekeeper.pasted.names import read_names
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.groups.group import MOST_DROPS
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.results import RANKINGS, GroupRules
from scorekeeper.storage.groups.tariff import MOST_FINES, Fine
from scorekeeper.typed_numbers import Ambiguous, read_whole
from scorekeeper.value_checks import shorten
from scorekeeper.web.access.forms import DECISIONS, DecisionForm, EntryForm
from scorekeeper.web.core.forms import (
    ActionField,
    AsksOnce,
    ReadField,
    SmallForm,
    TypedField,
    WholeField,
    invalid,
    validation,
)
from scorekeeper.web.core.parsing import clean_text, normalize_text, read_day

_LONGEST = 80  # letters; no preset's name or that of a table's own game has more
_MOST_POINTS = 100_000  # of a bonus, or for a missed round
_MOST_PLANNED = 500  # deals of a table
_MOST_ROUNDS = 50  # of an evening
LATEST_HOUR = 12  # at which an evening ends by itself


class GroupNameField(TypedField):
    """The name of a group, without control characters."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = clean_text(valuelist[0])[:100] if valuelist else ""

    def post_validate(self, form: Any, validation_stopped: bool) -> None:
        if not self.data and form.action.data in (None, "new", "name"):
            raise invalid(say("a group needs a name"))


class TariffField(TypedField):
    """Fines, one a line, such as "Misdeal 0.50", or in a table; `fines` are the parsed ones."""

    fines: tuple[Fine, ...] = ()

    def pre_validate(self, form: Any) -> None:
        if form.action.data == "tariff":
            with validation(self):
                fines = read_fines(self.name, self.data or "", form.locale)
                if len(fines) > MOST_FINES:
                    raise Refused(self.name, say("at most {most} fines", most=MOST_FINES))
                self.fines = tuple(Fine(clean_text(reason), amount) for reason, amount in fines)


class LinesField(TypedField):
    """Names, one a line, or in a column of a table; `names` are the valid ones, each once."""

    names: Sequence[str] = ()

    def pre_validate(self, form: Any) -> None:
        with validation():
            self.names = read_names(self.name, self.data or "")


class NewGroupForm(EntryForm):
    """The name of a new group, the time zone of the phone, and the names of its members."""

    name = GroupNameField()
    zone = TypedField()
    members = LinesField()


class HereForm(EntryForm):
    """The people who are present today.

    `here` are the ticked names, `was` those that were ticked on the page: only the changes of a form are stored, so
    that two forms at the same time do not overwrite each other.
    """

    here = TypedField()
    was = TypedField()

    def marks(self) -> tuple[list[str], list[str]]:
        """Return the names that were ticked and unticked on the page."""
        here = self.names_here()
        was = [normalize_text(name) for name in self.was.ticked]
        return [name for name in here if name not in was], [name for name in was if name not in here]

    def names_here(self) -> list[str]:
        """Return the ticked names, each once."""
        return list(dict.fromkeys(name for name in map(normalize_text, self.here.ticked) if name))


class MembersForm(HereForm):
    """A change of a group's members: presence, new names, a removal, or that an `other` one is the same person."""

    action = ActionField("here", "add", "remove", "join", "part")
    names = LinesField()
    member = WholeField()
    other = WholeField()


class SeatsForm(EntryForm):
    """Seats of a member that belong to another one, or to a new one of this name."""

    seat = TypedField()
    to = WholeField()
    name = TypedField()

    def new_name(self) -> str:
        """Return the typed name."""
        return normalize_text(self.name.typed)


class WhoInGroupForm(SmallForm):
    """The person of the phone: a member's id, 0 for nobody, or a new name."""

    who = WholeField()
    name = TypedField()

    def new_name(self) -> str:
        """Return the typed name."""
        return normalize_text(self.name.typed)


SETTINGS: dict[str, Phrase] = {
    "ranking": say("ranked by"),
    "cup": say("cup points"),
    "drops": say("worst nights dropped"),
    "deals": say("deals of a round"),
    "absent": say("points for a missed round"),
    "morning": say("end of an evening"),
    "zone": say("time zone"),
}
ABSENT: dict[str, Phrase] = {
    "": say("nothing"),
    "worst": say("the lowest result of that round"),
    "number": say("a fixed number of points"),
}


def _between(least: int, most: int, problem: Phrase, name: str, text: str) -> int:
    """Return a whole number from `least` to `most`. Raises Refused, with the `problem` for another number."""
    number = read_whole(name, text)
    if not least <= number <= most:
        raise Refused(name, problem)
    return number


def _one_of(options: Container[str], name: str, text: str) -> str:
    """Return a text that is one of the options. Raises Refused."""
    if text not in options:
        raise Refused(name, say("nothing was chosen"))
    return text


def read_deals(name: str, text: str) -> int:
    """Return the number of deals of a table, 0 for an empty text. Raises Refused."""
    return _between(0, _MOST_PLANNED, say("from 1 to {most} deals, or nothing", most=_MOST_PLANNED), name, text or "0")


def read_rounds(name: str, text: str) -> int:
    """Return the number of rounds of an evening, 0 for an empty text. Raises Refused."""
    return _between(0, _MOST_ROUNDS, say("from 1 to {most} rounds, or nothing", most=_MOST_ROUNDS), name, text or "0")


def _read_cup(name: str, text: str) -> str:
    """Return the bonuses in a text such as "8, 4, 2" as JSON, empty for none. Raises Refused."""
    bonuses = [read_whole(name, part) for part in re.split(r"[\s,;/]+", text) if part]
    if re.search(r"[0-9],[0-9]{3}(?![0-9])", text):  # "1,000" may be two numbers or one
        raise Ambiguous(name, text, ", ".join(map(str, bonuses)))
    if len(bonuses) > SEATS or any(abs(points) > _MOST_POINTS for points in bonuses):
        raise Refused(name, say("bonuses are whole numbers for the first, the second and so on, such as 8, 4, 2"))
    return json.dumps(bonuses) if bonuses else ""


def _read_zone(name: str, text: str) -> str:
    zone = clean_text(text)
    if zone and zone not in zones():
        raise Refused(name, say("{value} is not a time zone, such as Europe/Vienna", value=shorten(zone)))
    return zone


_TOO_MANY_DROPS = say("from 0 to {most} nights can be dropped", most=MOST_DROPS)
_NO_HOUR = say("an evening ends at a full hour from 0 to {most}", most=LATEST_HOUR)


class SettingField(TypedField):
    """A setting of a group: `value` is that of its column. A page of an earlier version may not ask for it."""

    def __init__(self, read: Callable[[str, str], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.read = read
        self.value: object = None

    def pre_validate(self, form: Any) -> None:
        if self.raw_data:
            with validation(self):
                self.value = self.read(self.name, self.typed)


class GroupSettingsForm(SmallForm):
    """The rules of a group: ranking, dropped nights, bonuses, missed rounds, deals of a round, and the evening's end.

    `seen` are the rules of the group as the page showed them, such as "drops=2", so that only changed ones are stored.
    """

    seen = TypedField()
    ranking = SettingField(partial(_one_of, RANKINGS))
    drops = SettingField(partial(_between, 0, MOST_DROPS, _TOO_MANY_DROPS))
    cup = SettingField(_read_cup)
    absent = SettingField(partial(_one_of, ABSENT))
    missed = TypedField()
    deals = SettingField(read_deals)
    morning = SettingField(partial(_between, 0, LATEST_HOUR, _NO_HOUR))
    zone = SettingField(_read_zone)

    def __init__(self, rules: GroupRules, stands: Mapping[str, str], sent: bool = False) -> None:
        """Read the posted fields if this form was sent, else show the rules of the group: `stands` are their texts."""
        fixed = rules.absent not in ("", "worst")
        texts = {
            **stands,
            "cup": ", ".join(map(str, rules.bonuses)),
            "absent": "number" if fixed else rules.absent,
            "missed": rules.absent if fixed else "",
            "deals": str(rules.deals or ""),
        }
        super().__init__(None if sent else MultiDict(), **texts)
        self.was = dict(text.partition("=")[::2] for text in self.seen.ticked) if sent else dict(stands)

    def validate_absent(self, field: Any) -> None:
        if field.value == "number":
            with validation(self.missed):
                problem = say("from {least} to {most} points", least=-_MOST_POINTS, most=_MOST_POINTS)
                field.value = str(_between(-_MOST_POINTS, _MOST_POINTS, problem, "missed", self.missed.typed))

    def columns(self) -> dict[str, object]:
        """Return the values of a valid form by column of the group."""
        return {name: self[name].value for name in SETTINGS if self[name].raw_data}


class EveningForm(EntryForm):
    """A host's decision about an evening: its end, or that it and the one `before` it are one."""

    action = ActionField("end", "join")
    evening = WholeField()
    before = WholeField()


class NightGroupForm(EntryForm):
    """A change of a night's group: into a new or existing one, or out of it.

    Or whether the treasurers of its group may settle it.
    """

    action = ActionField("out", "new", "into", "agree", "withdraw")
    name = GroupNameField()
    zone = TypedField()
    group = TypedField(name="round")


class SeasonForm(SmallForm):
    """A choice of a group's nights by game, period and season, and the sorting, in an address."""

    kind = TypedField()
    begin = ReadField(read_day)
    end = ReadField(read_day)
    season = TypedField()
    evening = TypedField()
    sort = TypedField()

    def chosen(self) -> NightFilter:
        """Return the choice, all nights for an invalid date."""
        if not self.validate():
            return NightFilter()
        # It is the key of a cache, so its length is limited.
        game, preset, name = (*self.kind.typed[:_LONGEST].split("/", 2), "", "")[:3]
        season, evening = (
            int(field.typed) if re.fullmatch("[0-9]{1,9}", field.typed) else 0 for field in (self.season, self.evening)
        )
        begin = self.begin.value or ""
        end = self.end.value or ""
        return NightFilter(game if game in GAMES else "", preset, begin, end, season, evening, name)

    def fields(self) -> dict[str, str]:
        """Return the choice as query parameters for links."""
        return {field.name: field.data for field in self if field.data}


class TreasurerForm(SmallForm):
    """A phone that becomes a treasurer of the group or stops being one."""

    action = ActionField("name", "end")
    device = TypedField()


class LastNightForm(EntryForm):
    """The last night on a group's page, and the plan that it showed.

    The `way` is "tables" where each night settles for itself; `by` is the name of who collects, empty for nobody.
    """

    last = TypedField()
    seen = TypedField()
    way = TypedField()
    by = TypedField()


class GroupHostForm(DecisionForm):
    """A host's decision about a group: also its name, fines, or deletion.

    `seen` is what the page showed of what is changed, empty for no fines.
    """

    action = ActionField(*DECISIONS, "name", "delete", "rules", "tariff")
    name = GroupNameField()
    tariff = TariffField()
    seen = TypedField()
    typed = TypedField()

    def __init__(self, group: str) -> None:
        super().__init__()
        self.group = group

    def validate_typed(self, field: Any) -> None:
        if self.action.data == "delete" and fold_name(field.typed) != fold_name(self.group):
            raise invalid(say("{value} is not the name of this group", value=shorten(field.typed)))


class TakeBackForm(SmallForm):
    """The addresses of drawn tables that are to be deleted."""

    night = TypedField()


class TablesForm(AsksOnce, HereForm):
    """The people, game, stake and seating of a draw; or the drawn tables, to be changed or opened.

    `here` are ticked names and `others` typed ones, one a line; `seats` have table and name, such as "2 Anna". `swap`
    are two names that change places.
    """

    action = ActionField("draw", "swap", "open")
    others = LinesField()
    kind = TypedField()
    way = TypedField()
    deals = TypedField()
    rounds = TypedField(name="parts")
    number = TypedField()
    seats = TypedField()
    swap = TypedField()
    amount = TypedField()
    currency = TypedField()

    def wanted_tables(self) -> int:
        """Return how many tables are wanted, 0 for as many as fit best. Raises Refused."""
        number = read_whole("number", self.number.typed) if self.number.typed else 0
        if number < 0:
            raise Refused("number", say("a number of tables, or nothing"))
        return number

    def names_here(self) -> list[str]:
        """Return the names, ticked or typed."""
        return list(dict.fromkeys([*super().names_here(), *self.others.names]))

    def tables(self) -> list[list[str]]:
        """Return the drawn tables."""
        found: dict[str, list[str]] = {}
        for seat in self.seats.ticked:
            table, _, name = seat.partition(" ")
            found.setdefault(table, []).append(normalize_text(name))
        return list(found.values())

    def swapped(self, tables: list[list[str]], without: list[str]) -> tuple[list[list[str]], list[str]]:
        """Return the tables and who has no seat, after two people have changed places. Raises Refused."""
        pair = [normalize_text(name) for name in self.swap.ticked]
        if len(pair) != 2 or any(all(name not in names for names in (*tables, without)) for name in pair):
            raise Refused("swap", say("two people change places: choose two"))
        other = dict(zip(pair, reversed(pair), strict=True))
        *seated, rest = ([other.get(name, name) for name in names] for names in (*tables, without))
        return seated, rest

    def stake(self, last: Stake | None) -> Stake | None:
        """Return the stake; a form without the field keeps that of the `last` night. Raises Refused."""
        if self.amount.data is None:
            return last
        stake = self.read_stake(self.amount, self.currency)
        if stake and stake != last:
            self.ask_about_stake(stake)
        return stake

    def chosen(self) -> tuple[str, str]:
        """Return game and author. Raises Refused for unknown ones."""
        game, _, preset = self.kind.typed.partition("/")
        if game not in GAMES or preset not in GAMES[game].presets:
            raise Refused("kind", say("{value} is not a game of this app", value=shorten(self.kind.typed)))
        return game, preset
