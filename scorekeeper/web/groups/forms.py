"""The small forms of a round."""

import json
import re
from collections.abc import Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.games import GAMES
from scorekeeper.money import MOST_COINS
from scorekeeper.night.night import SEATS
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import shown
from scorekeeper.storage.groups.ranking import RANKINGS, GroupRules
from scorekeeper.storage.groups.rounds import MOST_DROPS
from scorekeeper.storage.groups.season import Chosen
from scorekeeper.storage.groups.tariff import LONGEST_FINE, MOST_FINES, Fine
from scorekeeper.web.access.forms import DECISIONS, DecisionForm, EntryForm
from scorekeeper.web.core.forms import ActionField, ReadField, SmallForm, TypedField, WholeField, invalid, validation
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.parsing import clean, read_amount, read_day, read_whole, tidy

_LONGEST = 40  # letters; no preset's name has more
_MOST_POINTS = 100_000  # of a bonus, or for a missed round
_MOST_PLANNED = 500  # deals of a table


class GroupNameField(TypedField):
    """The name of a group, without what nobody can type."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = tidy(valuelist[0])[:100] if valuelist else ""

    def post_validate(self, form: Any, validation_stopped: bool) -> None:
        if not self.data and form.action.data in (None, "new", "name"):
            raise invalid(say("a group needs a name"))


class TariffField(TypedField):
    """Fines, one a line, such as "Misdeal 0.50"; `fines` are what they mean."""

    fines: tuple[Fine, ...] = ()

    def pre_validate(self, form: Any) -> None:
        if form.action.data == "tariff":
            with validation():
                self.fines = tuple(read_fine(line) for line in map(tidy, self.typed.splitlines()) if line)
                if len(self.fines) > MOST_FINES:
                    raise Refused("tariff", say("at most {most} fines", most=MOST_FINES))


def read_fine(line: str) -> Fine:
    """Return what is fined and with how much, as a line says it. Raises Refused."""
    reason, _, typed = re.sub(r"\s*(€|EUR)\s*", " ", line).strip().rpartition(" ")
    if not reason or len(reason) > LONGEST_FINE:
        text = say("{value} does not say what is fined and with how much, such as Misdeal 0.50", value=shown(line))
        raise Refused("tariff", text)
    amount = read_amount(typed, speech().locale)
    if not amount.is_finite() or not 0 < amount <= MOST_COINS or amount != round(amount, 3):
        raise Refused("tariff", say("{value} is not an amount that can be paid", value=shown(typed)))
    return Fine(reason, amount)


class LinesField(TypedField):
    """Names, one a line."""

    def lines(self) -> list[str]:
        """Return the names, each once."""
        names = (clean(line) for line in re.split(r"[\n,;]", self.typed))
        return list(dict.fromkeys(name for name in names if name))


class NewGroupForm(EntryForm):
    """The name of a new group, and the names of its members."""

    name = GroupNameField()
    members = LinesField()


class HereForm(EntryForm):
    """Who is here today.

    `here` are the names that are ticked, `was` those that were when the page was made: two who tick at the same time
    change only what they ticked themselves.
    """

    here = TypedField()
    was = TypedField()

    def marks(self) -> tuple[list[str], list[str]]:
        """Return who is here and who is away, of those who were not so when the page was made."""
        here = self.names_here()
        was = self.was.ticked
        return [name for name in here if name not in was], [name for name in was if name not in here]

    def names_here(self) -> list[str]:
        """Return the names that are ticked, each once."""
        return list(dict.fromkeys(name for name in map(clean, self.here.ticked) if name))


class MembersForm(HereForm):
    """What is changed about the members of a group: who is here today, who is added, who is taken off the list."""

    action = ActionField("here", "add", "remove")
    names = LinesField()
    member = WholeField()


class WhoInGroupForm(SmallForm):
    """Whose phone it is: a member's id, 0 for nobody's, or a name that is not on the list yet."""

    who = WholeField()
    name = TypedField()

    def new_name(self) -> str:
        """Return the name that was typed."""
        return clean(self.name.typed)


class GroupSettingsForm(SmallForm):
    """How a group counts its evenings: the ranking, what is dropped, bonuses, missed rounds, and deals of a round."""

    ranking = TypedField()
    drops = TypedField()
    cup = TypedField()
    absent = TypedField()
    missed = TypedField()
    deals = TypedField()

    def __init__(self, rules: GroupRules, sent: bool = False) -> None:
        """Read what was sent, if this form was; else show the rules of the group."""
        fixed = rules.absent not in ("", "worst")
        super().__init__(
            None if sent else MultiDict(),
            ranking=rules.ranking,
            drops=str(rules.drops),
            cup=", ".join(map(str, rules.bonuses)),
            absent="number" if fixed else rules.absent,
            missed=rules.absent if fixed else "",
            deals=str(rules.deals or ""),
        )

    def validate_ranking(self, field: Any) -> None:
        if field.data not in RANKINGS:
            raise invalid(say("nothing was chosen"))

    def validate_drops(self, field: Any) -> None:
        with validation():
            drops = read_whole("drops", field.typed)
        if not 0 <= drops <= MOST_DROPS:
            raise invalid(say("from 0 to {most} nights can be dropped", most=MOST_DROPS))

    def validate_cup(self, field: Any) -> None:
        with validation():
            found = self._cup()
        if len(found) > SEATS or any(abs(points) > _MOST_POINTS for points in found):
            raise invalid(say("bonuses are whole numbers for the first, the second and so on, such as 8, 4, 2"))

    def validate_absent(self, field: Any) -> None:
        if field.data not in ("", "worst", "number"):
            raise invalid(say("nothing was chosen"))
        with validation():
            if field.data == "number" and abs(read_whole("missed", self.missed.typed)) > _MOST_POINTS:
                raise Refused("missed", say("from {least} to {most} points", least=-_MOST_POINTS, most=_MOST_POINTS))

    def validate_deals(self, field: Any) -> None:
        with validation():
            read_deals(field.typed)

    def _cup(self) -> list[int]:
        texts = re.split(r"[\s,;/]+", self.cup.typed) if self.cup.typed else []
        return [read_whole("cup", text) for text in texts if text]

    def columns(self) -> dict[str, object]:
        """Return what a valid form changes, by the column of the group."""
        absent = self.absent.data
        bonuses = self._cup()
        return {
            "ranking": self.ranking.data,
            "drops": read_whole("drops", self.drops.typed),
            "cup": json.dumps(bonuses) if bonuses else "",
            "absent": str(read_whole("missed", self.missed.typed)) if absent == "number" else absent,
            "deals": read_deals(self.deals.typed),
        }


def read_deals(text: str) -> int:
    """Return how many deals a table plays, 0 where nothing was typed. Raises Refused."""
    deals = read_whole("deals", text) if text else 0
    if not 0 <= deals <= _MOST_PLANNED:
        raise Refused("deals", say("from 1 to {most} deals, or nothing", most=_MOST_PLANNED))
    return deals


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


class CloseSeasonForm(SmallForm):
    """The name under which a season is closed, and its number as the page had it."""

    name = TypedField()
    number = WholeField()

    def validate_name(self, field: Any) -> None:
        field.data = tidy(field.data)[:100]
        if not field.data:
            raise invalid(say("a season needs a name"))

    def validate_number(self, field: Any) -> None:
        if field.data is None or field.data < 1:
            raise invalid(say("nothing was chosen"))


class TreasurerForm(SmallForm):
    """The phone that becomes a treasurer of the group, or is none any more."""

    action = ActionField("name", "end")
    device = TypedField()


class LastNightForm(EntryForm):
    """The night that a group's page showed as the last one."""

    last = TypedField()


class GroupHostForm(DecisionForm):
    """What a host decides of a group: also its name, how many nights it drops, its fines, and that it is deleted."""

    action = ActionField(*DECISIONS, "name", "drops", "delete", "rules", "tariff")
    name = GroupNameField()
    drops = WholeField()
    tariff = TariffField()
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


class TablesForm(HereForm):
    """Who is here, what they play and how they are seated; and the tables that were drawn, as they shall open.

    `here` are ticked names and `others` typed ones, one a line; `seats` say table and name, such as "2 Anna".
    """

    action = ActionField("draw", "open")
    others = LinesField()
    kind = TypedField()
    way = TypedField()
    deals = TypedField()
    seats = TypedField()

    def names_here(self) -> list[str]:
        """Return who is here, ticked or typed."""
        return list(dict.fromkeys([*super().names_here(), *self.others.lines()]))

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
