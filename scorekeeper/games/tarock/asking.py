"""Questions that games with Tarock cards ask alike: contra by level, bonuses in rows, and what a table calls."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeVar

from scorekeeper.cards.packs import Pack
from scorekeeper.cards.thirds import round_thirds
from scorekeeper.games.counts import Packet, Thirds
from scorekeeper.games.game import Brief, Seating
from scorekeeper.games.questions import Answers, Cell, Choice, Flag, Option, Rows, Way, level, who
from scorekeeper.games.tarock.claims import Bonus, announces, brief_bonuses
from scorekeeper.phrase import Phrase, Refused, Value, say


class Undertaking(Protocol):
    """A contract, as far as a table calls it: its key in a night file, its name and its sign on the sheet."""

    @property
    def key(self) -> str: ...

    @property
    def label(self) -> Phrase: ...

    @property
    def mark(self) -> str: ...


C = TypeVar("C", bound=Undertaking)


def ask_contract(contracts: Iterable[Undertaking]) -> Choice:
    """Return the question what is played."""
    options = tuple(Option(contract.key, contract.label, mark=contract.mark) for contract in contracts)
    return Choice("contract", say("Contract"), options)


def find_contract(contracts: Iterable[C], answers: Answers) -> C | None:
    """Return the contract that the answers name, None for none that the table knows."""
    return next((contract for contract in contracts if contract.key == answers.get("contract")), None)


def brief_of(
    pack: Pack, contracts: Mapping[str, Value], bonuses: Mapping[str, Bonus], individual: Collection[str] = ()
) -> Callable[[Seating, Answers], Brief]:
    """Return what names the contract, every level of contra, and the declarer's card points: Z2 C 37.

    Of the bonuses it names those that were announced, and a Valat: Solo Valat ✓.

    `contracts` are what a row calls a contract whose key it does not show, `bonuses` those that can be announced by
    key; in the contracts that are `individual` everybody plays for himself. What was counted for each player
    has no room.
    """
    mine, _ = ask_counts(pack)

    def brief(seating: Seating, answers: Answers) -> Brief:
        for name, text in (("passed", say("all pass")), ("redealt", say("dealt again"))):
            if answers.get(name):
                return Brief("", (text,))
        contra = answers.get("contra")
        contract = str(answers.get("contract") or "")
        words: list[Value] = [contracts.get(contract, contract)] if contract else []
        words += CONTRA_MARKS[: contra if isinstance(contra, int) else 0]
        announced = brief_bonuses(bonuses, answers)
        words += announced
        if "points" in answers and not isinstance(answers["points"], Mapping):
            words.append(round_thirds(mine.read(answers["points"])))
        elif "defender_points" in answers:
            words.append(pack.points - round_thirds(mine.read(answers["defender_points"])))
        if contract in individual:
            return Brief("", tuple(words), contract, individual=True)
        declarer = str(answers.get("declarer", ""))
        partner = str(answers.get("partner") or "") if contract else ""
        return Brief(declarer, tuple(words), contract, announces(declarer, answers), partner, bonuses=announced)

    return brief


_PARTS = ("pile", "talon")  # of a count whose talon cards are told apart
CONTRAS = (say("no contra"), say("contra"), say("recontra"), say("subcontra"))
CONTRA_MARKS = "CRSDEFGHI"  # of each level, as a line of a paper sheet and a row of the sheet write them

_BONUSES = say("Bonuses")
_HELD = say("Who held the called King?")
_NO_CONTRA = say("not possible: this table does not play contra here")
_SAYS_NOTHING: Mapping[str, object] = {"contra": 0, "bonuses": ()}


def ask_contra(levels: int, answers: Answers | None) -> list[Choice]:
    """Return the question how far contra went, as far as the table plays it.

    Where it is not played it is not asked, yet read, so that an answer is refused for the right reason.
    """
    if not levels and answers is not None:
        return []
    beyond = say("more than {most}, a {level}", most=levels, level=name_contra(levels)) if levels else _NO_CONTRA
    return [level("contra", say("Contra"), map(name_contra, range(levels + 1)), beyond, CONTRA_MARKS)]


def name_contra(level: int) -> Phrase:
    """Return what a level of contra is called; the higher ones have no name that all tables know."""
    return CONTRAS[level] if level < len(CONTRAS) else say("contra times {times}", times=2**level)


def ask_bonuses(
    seating: Seating,
    bonuses: Iterable[Bonus],
    ways: tuple[Way, ...],
    levels: int,
    answers: Answers | None,
    label: Phrase = _BONUSES,
    more: tuple[Cell, ...] = (),
) -> Rows:
    """Return the question who claimed or announced what; `levels` of contra answer an announcement.

    `more` is what else a row may say.
    """
    columns: tuple[Cell, ...] = (
        who("player", say("Player"), seating.playing),
        Choice("bonus", say("Bonus"), tuple(Option(bonus.key, bonus.label, mark=bonus.mark) for bonus in bonuses)),
        Flag("announced", say("Announced"), mark="!"),
        Flag("made", say("Made"), stage="result", default=True, mark="-"),
        *ask_contra(levels, answers),
        *more,
    )
    return Rows("bonuses", label, columns, every=("player", "bonus"), ways=ways)


def bonus_ways(
    bonuses: Sequence[Bonus], levels: int, costly: Collection[str], *, flat_announced: bool = False
) -> tuple[Way, ...]:
    """Return what a player may claim or announce, with every contra where announcements are contradicted one by one.

    `costly` are the bonuses that cost something where they fail unannounced; `flat_announced` whether it matters that
    a flat one was announced.
    """
    return tuple(_ways(bonuses, range(levels + 1), tuple(costly), flat_announced))


def _ways(
    bonuses: Sequence[Bonus], levels: Iterable[int], costly: tuple[str, ...], flat_announced: bool
) -> Iterator[Way]:
    counted = tuple(bonus.key for bonus in bonuses if bonus.count)
    risked = tuple(bonus.key for bonus in bonuses if not bonus.flat and not bonus.count)
    flat = tuple(bonus.key for bonus in bonuses if bonus.flat)
    yield Way(say("made"), only=(*risked, *flat) if counted else ())
    yield Way(say("announced"), (("announced", True),), open=True, only=risked)
    if flat_announced:
        yield Way(say("announced, made"), (("announced", True),), only=flat)
    if costly:
        yield Way(say("not announced, failed"), (("made", False),), only=costly)
    for step in levels:
        yield from _announced_ways(step, risked)
        if counted:  # what the count decides is said with its announcement
            label = say("announced, {contra}", contra=name_contra(step)) if step else say("announced")
            answers = (("announced", True), *((("contra", step),) if step else ()))
            yield Way(label, answers, only=counted, counted=True)


def _announced_ways(step: int, only: tuple[str, ...]) -> tuple[Way, ...]:
    contra: tuple[tuple[str, object], ...] = (("contra", step),) if step else ()
    made = (("announced", True), ("made", True), *contra)
    failed = (("announced", True), ("made", False), *contra)
    if not step:
        return (Way(say("announced, made"), made, only=only), Way(say("announced, failed"), failed, only=only))
    return (
        Way(say("announced, {contra}, made", contra=name_contra(step)), made, only=only),
        Way(say("announced, {contra}, failed", contra=name_contra(step)), failed, only=only),
    )


def ask_counts(
    pack: Pack,
    hint: Phrase | None = None,
    packets: tuple[Packet | None, Packet | None] = (None, None),
    *,
    ends_whole: bool = False,
) -> list[Thirds]:
    """Return the questions for both counts, which add up to the pack.

    `hint` says what belongs to the declarer's; `packets` are the talon cards that count for him and for the defenders.
    Where it `ends_whole`, no pile there can be ends on a third.
    """
    beyond = say("more than the {points} in the pack", points=pack.points)
    (mine, theirs) = packets
    (own, others) = (say("Declarer’s pile"), say("Defenders’ pile"))
    declarer = say("Declarer’s card points")
    defenders = say("Defenders’ card points")
    count = partial(Thirds, parts=_PARTS, ends_whole=ends_whole)
    one = "points"
    two = "defender_points"
    return [
        count(one, declarer, pack.points, beyond, complement=two, hint=hint, pile=own, packet=mine),
        count(two, defenders, pack.points, beyond, complement=one, mark="/", pile=others, packet=theirs),
    ]


def ask_partner(seating: Seating, declarer: object, label: Phrase = _HELD) -> Choice:
    """Return the question who plays with the declarer, which stays a secret."""
    others = (player for player in seating.playing if player != declarer)
    return replace(who("partner", label, others, "result", mark="+"), secret=True)


def ask_side_counts(pack: Pack) -> tuple[Thirds, Thirds]:
    """Return the questions for the counts of both sides."""
    beyond = say("more than the {points} in the pack", points=pack.points)
    mine = say("Points of the declarer’s side")
    theirs = say("Points of the other side")
    own = say("Declarer’s pile")
    others = say("Defenders’ pile")
    return (
        Thirds("points", mine, pack.points, beyond, complement="defender_points", pile=own),
        Thirds("defender_points", theirs, pack.points, beyond, complement="points", mark="/", pile=others),
    )


def read_declarer(seating: Seating, read: Answers) -> tuple[str, tuple[str, ...]]:
    """Return the declarer and who plays against him. Raises Refused where nobody or no contract is named."""
    if "declarer" not in read:
        raise Refused("declarer", say("choose who played"))
    if "contract" not in read:
        raise Refused("contract", say("choose the contract"))
    declarer = str(read["declarer"])
    return declarer, tuple(player for player in seating.playing if player != declarer)


def refuse_beside(unplayed: str, why: Phrase, read: Answers) -> None:
    """Refuse what else was said where nothing was played, unless it says nothing; `unplayed` says so."""
    for name, value in read.items():
        if name != unplayed and value is not False and value != _SAYS_NOTHING.get(name):
            raise Refused(name, why)
