"""Common questions of games with Tarock cards: contra by level, bonuses in rows, and the contract."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import cast

from scorekeeper.cards.packs import Pack
from scorekeeper.games.counts import Packet, Thirds
from scorekeeper.games.declarer.contracts import Bonus, Contract, DeclarerRules
from scorekeeper.games.game import ByIdentity
from scorekeeper.games.questions import Answers, Cell, Choice, Flag, Option, Rows, Way, who
from scorekeeper.phrase import Phrase, Refused, say


def ask_contract(contracts: Iterable[Contract]) -> Choice:
    """Return the question for the contract."""
    options = [Option(one.key, one.label, one.aliases, one.group, one.short, one.mark) for one in contracts]
    return Choice("contract", say("Contract"), tuple(options))


_PARTS = ("pile", "talon")  # of a count with talon cards entered separately
CONTRAS = (say("no contra"), say("contra"), say("recontra"), say("subcontra"))
USUAL_CONTRAS = len(CONTRAS) - 1  # those with a name; a table that plays higher ones needs them rarely
CONTRA_MARKS = "CRSDEFGHI"  # of each level, as a line of a paper sheet and a row of the sheet write them

_NO_CONTRA = say("not possible: this table does not play contra here")
_EMPTY: Mapping[str, object] = {"contra": 0, "bonuses": ()}


def ask_contra(levels: int, possible: bool) -> list[Choice]:
    """Return the question for the level of contra, as far as the table plays it.

    If it is not played it is not asked, yet `possible`, so that an answer is refused for the right reason.
    """
    return [_ask_contra(levels)] if levels or possible else []


@cache
def _ask_contra(levels: int) -> Choice:
    beyond = say("more than {most}, a {level}", most=levels, level=name_contra(levels)) if levels else _NO_CONTRA
    steps = range(levels + 1)
    options = tuple(Option(step, name_contra(step), mark=CONTRA_MARKS[:step][-1:]) for step in steps)
    return Choice("contra", say("Contra"), options, beyond=beyond)


def name_contra(level: int) -> Phrase:
    """Return the name of a level of contra; the higher ones have no common name."""
    return CONTRAS[level] if level < len(CONTRAS) else say("contra times {times}", times=2**level)


_CLAIMED = {
    "before_play": say("Bonuses (announce Trull and tarocks before play)"),
    "until_next_deal": say("Bonuses (announce Trull and tarocks before the next deal)"),
}


# A deal asks for them up to three times; to build them is a twentieth of its booking.
@lru_cache(maxsize=256)
def ask_bonuses(
    find_ways: Callable[..., tuple[Way, ...]],
    of: ByIdentity,
    playing: tuple[str, ...],
    keys: tuple[str, ...],
    levels: int,
    possible: bool,
) -> Rows:
    """Return the question for claims and announcements by player, and when they are said.

    `keys` are those of the bonuses of a table, and `levels` the contras to an announcement.
    """
    rules = cast("DeclarerRules", of.rules)
    bonuses = tuple([bonus for bonus in rules.bonuses if bonus.key in keys])
    columns: tuple[Cell, ...] = (
        who("player", say("Player"), playing),
        Choice("bonus", say("Bonus"), tuple([Option(bonus.key, bonus.label, mark=bonus.mark) for bonus in bonuses])),
        Flag("announced", say("Announced"), mark="!"),
        Flag("made", say("Made"), stage="result", default=True, mark="-"),
        *ask_contra(levels, possible),
    )
    label = _CLAIMED.get(rules.claim, say("Bonuses"))
    return Rows("bonuses", label, columns, every=("player", "bonus"), ways=find_ways(rules, bonuses))


def bonus_ways(
    bonuses: Sequence[Bonus], levels: int, costly: Collection[str], *, flat_announced: bool = False
) -> tuple[Way, ...]:
    """Return the possible claims and announcements, with every contra if contra is said to single announcements.

    `costly` are the bonuses with a cost if they fail unannounced; `flat_announced` is whether the announcement of a
    flat one matters.
    """
    counted = tuple(bonus.key for bonus in bonuses if bonus.count)
    risked = tuple(bonus.key for bonus in bonuses if not bonus.flat and not bonus.count)
    flat = tuple(bonus.key for bonus in bonuses if bonus.flat and not bonus.named)
    doubled = tuple(bonus.key for bonus in bonuses if bonus.key in risked and bonus.contra)
    announced = ("announced", True)
    silent = tuple(bonus.key for bonus in bonuses if not bonus.count and not bonus.only_announced)
    ways = [
        Way(say("made"), only=silent if len(silent) < len(bonuses) else ()),
        Way(say("announced"), (announced,), open=True, only=risked),
    ]
    if flat_announced:
        ways.append(Way(say("announced, made"), (announced,), only=flat))
    if costly:
        ways.append(Way(say("not announced, failed"), (("made", False),), only=tuple(costly)))
    for step in range(levels + 1):
        name = name_contra(step)
        contra = (("contra", step),) if step else ()
        made = say("announced, {contra}, made", contra=name) if step else say("announced, made")
        failed = say("announced, {contra}, failed", contra=name) if step else say("announced, failed")
        meant = doubled if step else risked
        ways.append(Way(made, (announced, ("made", True), *contra), only=meant))
        ways.append(Way(failed, (announced, ("made", False), *contra), only=meant))
        if counted:  # a bonus decided by the count is entered with its announcement
            label = say("announced, {contra}", contra=name) if step else say("announced")
            ways.append(Way(label, (announced, *contra), only=counted, counted=True))
    return tuple(ways)


def ask_counts(
    pack: Pack, hint: Phrase | None = None, packets: Sequence[Packet | None] = (None, None), *, ends_whole: bool = False
) -> list[Thirds]:
    """Return the questions for both counts, which add up to the pack.

    `hint` is what belongs to the declarer's; `packets` are the talon cards of the declarer and of the defenders. If it
    `ends_whole`, no possible pile ends on a third.
    """
    mine, theirs = ask_side_counts(pack)
    count = partial(replace, parts=_PARTS, ends_whole=ends_whole)
    return [
        count(mine, label=say("Declarer’s card points"), hint=hint, packet=packets[0]),
        count(theirs, label=say("Defenders’ card points"), packet=packets[1]),
    ]


def ask_side_counts(pack: Pack) -> tuple[Thirds, Thirds]:
    """Return the questions for the counts of both sides; the declarer may have a partner."""
    beyond = say("more than the {points} in the pack", points=pack.points)
    count = partial(Thirds, high=pack.points, beyond=beyond, ends_whole=pack.is_whole)
    mine = say("Points of the declarer’s side")
    theirs = say("Points of the other side")
    return (
        count("points", mine, complement="defender_points", pile=say("Declarer’s pile")),
        count("defender_points", theirs, complement="points", mark="/", pile=say("Defenders’ pile")),
    )


def refuse_beside(unplayed: str, why: Phrase, read: Answers) -> None:
    """Refuse further answers to a deal that was not played, unless they are empty; `unplayed` is its answer."""
    for name, value in read.items():
        if name != unplayed and value is not False and value != _EMPTY.get(name):
            raise Refused(name, why)
