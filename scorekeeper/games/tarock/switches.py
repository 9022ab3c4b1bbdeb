"""House rules shared by several games with Tarock cards; the first value is the default."""

from dataclasses import Field, fields
from typing import Any, ClassVar

from scorekeeper.games.house import switch
from scorekeeper.phrase import Phrase, say

_CONTRA = {
    "off": say("not played"),
    "game": say("on the game"),
    "game_and_announcements": say("on the game and on each announcement"),
}
_HOLDER = {"individual": say("that player alone"), "side": say("the defenders together")}
_DISCARD = {"forced": say("if nothing else is left"), "never": say("never"), "open": say("as one likes")}


class FreeToAll:
    """Rules with every switch open to every table, whoever their author."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def offers(self) -> tuple[str, ...]:
        """The names of all switches."""
        return tuple(field.name for field in fields(self) if "kind" in field.metadata)


def yes_no(rule: str, label: Phrase, *, first: bool = True, only: tuple[str, object] | None = None) -> Any:
    """Return a yes-or-no switch, which may matter `only` while another has a certain value."""
    values = (("yes", say("yes")), ("no", say("no")))
    return switch(*(values if first else values[::-1]), rule=rule, label=label, only=only)


def contra(rule: str, *values: str) -> Any:
    """Return the switch for the scope of contra."""
    return switch(*((value, _CONTRA[value]) for value in values), rule=rule, label=say("Contra"))


def holder(rule: str, label: Phrase, *values: str) -> Any:
    """Return the switch for the beneficiaries of a defender's bonus."""
    return switch(*((value, _HOLDER[value]) for value in values), rule=rule, label=label)


def failed_silent_pagat(rule: str) -> Any:
    """Return the switch for the cost of an unannounced Pagat lost in its trick."""
    values = ("nothing", say("nothing")), ("silent_value", say("the silent value"))
    return switch(*values, rule=rule, label=say("An unannounced Pagat lost in the last trick costs"))


def writing(rule: str, plus_only: str) -> Any:
    """Return the switch for the writing on the sheet; `plus_only` is a file's spelling of a sheet of plus points."""
    values = ("payments", say("payments, plus and minus")), (plus_only, say("a score sheet of plus points only"))
    return switch(*values, rule=rule, label=say("The table writes"))


def discard_tarock(rule: str, *values: str) -> Any:
    """Return the switch for the discard of tarocks."""
    return switch(*((value, _DISCARD[value]) for value in values), rule=rule, label=say("A tarock is laid away"))
