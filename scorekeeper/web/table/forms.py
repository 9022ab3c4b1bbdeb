"""The small forms of a night's table: seats, settings and deletion."""

from typing import Any

from scorekeeper.people.names import fold_name
from scorekeeper.phrase import say
from scorekeeper.value_checks import shorten
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.core.forms import ActionField, AsksOnce, SmallForm, TypedField, invalid


class SeatForm(EntryForm):
    """A player who joins, pauses, returns or leaves."""

    move = ActionField("join", "pause", "return", "leave")
    player = TypedField()
    name = TypedField()
    place = TypedField()


class RulesForm(EntryForm):
    """The first deal of changed house rules, and the rules of the preview in `seen`."""

    seen = TypedField()
    number = TypedField()


class SettingsForm(AsksOnce, EntryForm):
    """A change of a name, the title, the date, the stake or the smallest coin."""

    action = ActionField("rename", "title", "date", "stake", "coin")
    player = TypedField()
    name = TypedField()
    everywhere = TypedField()
    title = TypedField()
    date = TypedField()
    number = TypedField(default="1")
    amount = TypedField()
    currency = TypedField()
    coin = TypedField()


class ForgetForm(EntryForm):
    """The player whose name is to be deleted, and whether all texts of the night are."""

    player = TypedField()
    texts = TypedField()

    def validate_player(self, field: Any) -> None:
        if not field.typed and not self.texts.typed:
            raise invalid(say("nothing was chosen"))


class AwayForm(SmallForm):
    """Whether a night is archived."""

    away = TypedField()


class NightDeletionForm(SmallForm):
    """The typed name of the night that is to be deleted."""

    typed = TypedField()

    def __init__(self, night: str) -> None:
        super().__init__()
        self.night = night

    def validate_typed(self, field: Any) -> None:
        if fold_name(field.typed) != fold_name(self.night):
            raise invalid(say("{value} is not the name of this night", value=shorten(field.typed)))
