"""The small forms of a round."""

import re
from collections.abc import Sequence
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import shown
from scorekeeper.storage.groups.rounds import MOST_DROPS
from scorekeeper.storage.groups.season import Chosen
from scorekeeper.web.access.form_request import EntryForm
from scorekeeper.web.access.forms import DECISIONS, DecisionForm
from scorekeeper.web.core.forms import ActionField, ReadField, SmallForm, TypedField, WholeField, invalid
from scorekeeper.web.core.parsing import clean, read_day, tidy

_LONGEST = 40  # letters; no preset's name has more


class GroupNameField(TypedField):
    """The name of a group, without what nobody can type."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = tidy(valuelist[0])[:100] if valuelist else ""

    def post_validate(self, form: Any, validation_stopped: bool) -> None:
        if not self.data and form.action.data in (None, "new", "name"):
            raise invalid(say("a group needs a name"))


class NewGroupForm(EntryForm):
    """The name of a new group."""

    name = GroupNameField()


class NightGroupForm(EntryForm):
    """The group into which a night is put, a new one or one that there is; or that it is taken out.

    Or that the treasurers of its group may settle it, or no longer.
    """

    action = ActionField("out", "new", "into", "agree", "withdraw")
    name = GroupNameField()
    round = TypedField()


class SeasonForm(SmallForm):
    """The nights of a group that an address chooses by game, period and season, and how they are sorted."""

    kind = TypedField()
    begin = ReadField(read_day)
    end = ReadField(read_day)
    season = TypedField()
    sort = TypedField()

    def chosen(self) -> Chosen:
        """Return which nights are chosen, all where a date cannot be read."""
        if not self.validate():
            return Chosen()
        game, _, preset = self.kind.typed.partition("/")
        # What was added up is kept by this, so it must not be as long as an address may be.
        preset = preset[:_LONGEST]
        season = int(self.season.typed) if re.fullmatch("[0-9]{1,4}", self.season.typed) else 0
        return Chosen(game if game in GAMES else "", preset, self.begin.value or "", self.end.value or "", season)

    def fields(self) -> dict[str, str]:
        """Return what the address chooses, to be said again by the links of its page."""
        return {field.name: field.data for field in self if field.data}


class TreasurerForm(SmallForm):
    """The phone that becomes a treasurer of the group, or is none any more."""

    action = ActionField("name", "end")
    device = TypedField()


class LastNightForm(EntryForm):
    """The night that a group's page showed as the last one."""

    last = TypedField()


class GroupHostForm(DecisionForm):
    """What a host decides of a group: also its name, how many nights it drops, and that it is deleted."""

    action = ActionField(*DECISIONS, "name", "drops", "delete")
    name = GroupNameField()
    drops = WholeField()
    typed = TypedField()

    def __init__(self, group: str) -> None:
        super().__init__()
        self.group = group

    def validate_drops(self, field: Any) -> None:
        if self.action.data == "drops" and (field.data is None or not 0 <= field.data <= MOST_DROPS):
            raise invalid(say("from 0 to {most} nights can be dropped", most=MOST_DROPS))

    def validate_typed(self, field: Any) -> None:
        if self.action.data == "delete" and fold_name(field.typed) != fold_name(self.group):
            raise invalid(say("{value} is not the name of this group", value=shown(field.typed)))


class TablesForm(EntryForm):
    """Who is here, what they play and how they are seated; and the tables that were drawn, as they shall open.

    `here` are ticked names and `others` typed ones, one a line; `seats` say table and name, such as "2 Anna".
    """

    action = ActionField("draw", "open")
    here = TypedField()
    others = TypedField()
    kind = TypedField()
    way = TypedField()
    seats = TypedField()

    def names(self) -> list[str]:
        """Return who is here."""
        typed = [clean(line) for line in re.split(r"[\n,;]", self.others.typed)]
        return list(dict.fromkeys(name for name in (*map(clean, self.here.ticked), *typed) if name))

    def tables(self) -> list[list[str]]:
        """Return the tables that were drawn."""
        found: dict[str, list[str]] = {}
        for seat in self.seats.ticked:
            table, _, name = seat.partition(" ")
            found.setdefault(table, []).append(clean(name))
        return list(found.values())

    def chosen(self) -> tuple[str, str]:
        """Return the game and the author. Raises Refused for none that there is."""
        game, _, preset = self.kind.typed.partition("/")
        if game not in GAMES or preset not in GAMES[game].presets:
            raise Refused("kind", say("{value} is not a game of this app", value=shown(self.kind.typed)))
        return game, preset
