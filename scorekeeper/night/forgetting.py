"""The act by which a name was taken out of a night: it says whose seat it was and which entries lost their text."""

from scorekeeper.night.acts import Forgotten
from scorekeeper.night.night import Night
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import shown


def check_forgotten(night: Night, act: Forgotten) -> None:
    """Refuse what no act of forgetting says; its entries are places in the journal, in order."""
    if act.player and act.player not in night.players:
        raise Refused("player", say("{value} is not one of the players", value=shown(act.player)))
    if list(act.entries) != sorted(set(act.entries)) or any(seq < 1 for seq in act.entries):
        raise Refused("entries", say("this is not a list of entries in order"))
