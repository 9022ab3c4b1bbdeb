"""House rules that several games with Tarock cards have; the first value is what holds where nothing else is said."""

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
    """Rules of which everybody may play any switch, whoever wrote them."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def offers(self) -> tuple[str, ...]:
        """The names of all switches."""
        return tuple(field.name for field in fields(self) if "kind" in field.metadata)


def yes_no(rule: str, label: Phrase, *, first: bool = True, only: tuple[str, object] | None = None) -> Any:
    """Return a switch for what is played or not, which may matter `only` while another has a certain value."""
    values = (("yes", say("yes")), ("no", say("no")))
    return switch(*(values if first else values[::-1]), rule=rule, label=label, only=only)


def contra(rule: str, *values: str) -> Any:
    """Return the switch on what contra may be said."""
    return switch(*((value, _CONTRA[value]) for value in values), rule=rule, label=say("Contra"))


def holder(rule: str, label: Phrase, *values: str) -> Any:
    """Return the switch for whom something of a defender counts."""
    return switch(*((value, _HOLDER[value]) for value in values), rule=rule, label=label)


def failed_silent_pagat(rule: str) -> Any:
    """Return the switch what a Pagat costs that was lost in its trick without being announced."""
    values = ("nothing", say("nothing")), ("silent_value", say("the silent value"))
    return switch(*values, rule=rule, label=say("An unannounced Pagat lost in the last trick costs"))


def writing(rule: str, plus_only: str) -> Any:
    """Return the switch what a table writes; `plus_only` is how a file spells a sheet of plus points."""
    values = ("payments", say("payments, plus and minus")), (plus_only, say("a score sheet of plus points only"))
    return switch(*values, rule=rule, label=say("The table writes"))


def discard_tarock(rule: str, *values: str) -> Any:
    """Return the switch when a tarock is laid away."""
    return switch(*((value, _DISCARD[value]) for value in values), rule=rule, label=say("A tarock is laid away"))
