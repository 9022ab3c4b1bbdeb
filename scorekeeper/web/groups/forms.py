"""The small forms of a round."""

from scorekeeper.web.core.forms import SmallForm, TypedField


class RoundForm(SmallForm):
    """The name of a round, the worst nights that it drops, one of its nights, or which round is meant."""

    name = TypedField()
    drops = TypedField()
    last = TypedField()
    round = TypedField()


class GroupDeletionForm(SmallForm):
    """The name of the round that is to be deleted, as typed."""

    typed = TypedField()
