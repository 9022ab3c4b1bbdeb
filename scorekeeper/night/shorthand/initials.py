"""What players are called in a line: the shortest beginning of a name that nobody else's has, in both cases."""

from collections.abc import Mapping

from scorekeeper.night.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import shown

Names = Mapping[str, str]
"""What the players of a night are called, by key and in seat order."""

_SEAT = "#"  # and the place, for anybody: of some no beginning of a name can tell


def short_names(names: Names) -> dict[str, str]:
    """Return for each player the shortest that `find_player` takes for him."""
    plain = {player: _plain(name) for player, name in names.items()}
    return {player: _shortest(player, plain) for player in plain}


def _shortest(player: str, plain: Names) -> str:
    name, others = plain[player], [other for key, other in plain.items() if key != player]
    if name and not name[0].isdigit() and name not in others:
        for length in range(1, len(name)):
            if not any(other.startswith(name[:length]) for other in others):
                return name[:length].capitalize()
        return name.capitalize()
    return f"{_SEAT}{list(plain).index(player) + 1}"


def find_player(names: Names, word: str) -> str:
    """Return the player of whose name alone this is a beginning, or the whole, or whose place. Raises Refused."""
    seated = [player for place, player in enumerate(names, 1) if f"{_SEAT}{place}" == word]
    plain, begun = {player: _plain(name) for player, name in names.items()}, _plain(word)
    if not seated and begun and not begun[0].isdigit():
        seated = [player for player, name in plain.items() if name == begun]
        seated = seated or [player for player, name in plain.items() if name.startswith(begun)]
    if len(seated) == 1:
        return seated[0]
    if seated:
        both = tuple(names[player] for player in seated)
        raise Refused("line", say("{word} may be any of: {names}", word=shown(word), names=both))
    short = short_names(names)
    known = tuple(say("{word} {name}", word=short[player], name=name) for player, name in names.items())
    raise Refused("line", say("{word} is none of the players: {names}", word=shown(word), names=known))


def _plain(name: str) -> str:
    return "".join(letter for letter in fold_name(name) if letter.isalnum())
