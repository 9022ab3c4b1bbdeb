"""Who still has to play what everybody plays once in a game, such as a solo."""

from collections.abc import Iterable, Mapping

from scorekeeper.night.night import Night


def has_duties(night: Night) -> bool:
    """Return whether everybody has to play something by the rules of the next deal."""
    return night.game.duties(night.rules_at(night.number)) is not None


def open_duties(night: Night, deals: Iterable[tuple[int, Mapping[str, object]]]) -> tuple[str, ...]:
    """Return the players at the table who have not yet done their duty in the `deals` of a game.

    These are numbers with answers, and are only read until everybody has.
    """
    left = dict.fromkeys(night.here) if has_duties(night) else {}
    for number, answers in deals:
        if not left:
            break
        if played_by := night.game.duties(night.rules_at(number)):
            left.pop(played_by(answers), None)
    return tuple(left)
