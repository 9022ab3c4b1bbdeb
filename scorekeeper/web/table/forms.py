"""The small forms of a night's table: seats, settings, forgetting and deleting."""

from typing import Any

from scorekeeper.people.names import fold_name
from scorekeeper.phrase import say
from scorekeeper.reading import shown
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.core.forms import ActionField, SmallForm, TypedField, invalid


class SeatForm(EntryForm):
    """Who comes, pauses, returns or leaves."""

    move = ActionField("join", "pause", "return", "leave")
    player = TypedField()
    name = TypedField()
    place = TypedField()


class RulesForm(EntryForm):
    """The house rules that the page showed, spelled out, and the first deal for which they are to hold."""

    seen = TypedField()
    number = TypedField()


class SettingsForm(EntryForm):
    """What a host changes about a night as a whole."""

    action = ActionField("rename", "title", "stake")
    player = TypedField()
    name = TypedField()
    everywhere = TypedField()
    title = TypedField()
    number = TypedField(default="1")
    amount = TypedField()
    currency = TypedField()


class ForgetForm(EntryForm):
    """Who is to be forgotten, and whether all texts of the night are."""

    player = TypedField()
    texts = TypedField()

    def validate_player(self, field: Any) -> None:
        if not field.typed and not self.texts.typed:
            raise invalid(say("nothing was chosen"))


class AwayForm(SmallForm):
    """Whether a night is put away."""

    away = TypedField()


class NightDeletionForm(SmallForm):
    """The name of the night that is to be deleted, as typed."""

    typed = TypedField()

    def __init__(self, night: str) -> None:
        super().__init__()
        self.night = night

    def validate_typed(self, field: Any) -> None:
        if fold_name(field.typed) != fold_name(self.night):
            raise invalid(say("{value} is not the name of this night", value=shown(field.typed)))
