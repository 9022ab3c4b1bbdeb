"""A deal with a declarer: its sides, its claims and announcements, and the claims that exclude each other."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypedDict, TypeVar, cast

from scorekeeper.cards.packs import TAROCKS
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Name, Phrase, Refused, Value, say


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus: its points, silent and announced; one that has no announced figure is flat and cannot fail.

    holds      the cards that its player must have in hand, or their side among its cards
    some       the number of the `holds` cards that is enough, 0 for all
    tarocks    the number of any tarocks that its player must have in hand
    ultimo     the trick from the last, from 1, that its single `holds` card must win
    of_side    whether it is a side's, by all its tricks together: `holds`, or every trick
    by_side    whether it is enough that the side of its player wins that trick
    of_game    for one decided by its game's own rules: whether it is a player's or a side's
    count      the card points to be made: always announced, and decided by the count
    mark       its sign at the table, its key if it has none
    """

    key: str
    label: Phrase
    silent: int
    announced: int = 0
    holds: tuple[str, ...] = ()
    some: int = 0
    tarocks: int = 0
    ultimo: int = 0
    of_side: bool = False
    by_side: bool = False
    of_game: Literal["", "player", "side"] = ""
    count: int = 0
    mark: str = ""

    @property
    def flat(self) -> bool:
        """Whether it is worth the same claimed early or late, and cannot fail."""
        return not self.announced

    @property
    def all_tricks(self) -> bool:
        """Whether its side must take every trick."""
        return self.of_side and not self.holds

    @property
    def is_seen_in_play(self) -> bool:
        """Whether the tricks show its maker."""
        return bool(self.ultimo or self.of_side or self.of_game)

    @property
    def claimed_as(self) -> str:
        """The common key of bonuses that exclude each other for a player: tarocks, or some and all of one set."""
        return "tarocks" if self.tarocks else " ".join(self.holds) or self.key

    @property
    def in_hand(self) -> tuple[str, ...]:
        """The cards that its player surely had in hand."""
        return () if self.some or self.of_side else self.holds


ClaimRow = TypedDict(
    "ClaimRow", {"player": str, "bonus": str, "announced": bool, "made": bool, "contra": int, "from": str}, total=False
)
"""One bonus as a deal's answers tell it; `from` says whose card was taken for it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A bonus of a player, announced or silent, made or not; `contra` is a level from 0 on.

    `loser` is the player who pays it alone, if one does.
    """

    player: str
    bonus: Bonus
    announced: bool = False
    made: bool = True
    contra: int = 0
    loser: str = ""

    @property
    def risked(self) -> bool:
        """Whether it was announced and can fail."""
        return self.announced and not self.bonus.flat


class Contract(Protocol):
    """A contract by its cards: the number of talon cards that the declarer takes, and lays away."""

    @property
    def taken(self) -> int: ...


C = TypeVar("C", bound=Contract, covariant=True)


@dataclass(frozen=True, slots=True)
class Declared(Generic[C]):
    """A declared deal: contract and sides; `contra` is a level from 0 to 3, `claims` the claims and announcements."""

    declarer: str
    defenders: tuple[str, ...]
    contract: C
    contra: int
    claims: tuple[Claim, ...]

    @property
    def side(self) -> tuple[str, ...]:
        """The declarer's side, the declarer first."""
        return (self.declarer,)

    def of_side(self, claim: Claim) -> bool:
        """Return whether a claim is one of the declarer's side."""
        return claim.player in self.side

    def for_side(self, claim: Claim) -> bool:
        """Return whether the ending of a claim is good for the declarer's side."""
        return claim.made == self.of_side(claim)

    @property
    def valat(self) -> Claim | None:
        """The claim of a side that took every trick or announced it."""
        return next((claim for claim in self.claims if claim.bonus.all_tricks), None)

    @property
    def made_valat(self) -> Claim | None:
        """The same, where the side took every trick."""
        return self.valat if self.valat and self.valat.made else None


@dataclass(frozen=True, slots=True)
class PartnerDeal(Declared[C]):
    """One deal with its result.

    partner   the holder of the called card; nobody if it lay in the talon, and the declarer played `alone`
    thirds    the count of the declarer's side, in thirds, None without a count; `exact` if surely to the third
    won       whether the declarer's side won the game
    """

    partner: str = ""
    alone: bool = False
    thirds: int | None = None
    exact: bool = True
    won: bool = False

    @property
    def side(self) -> tuple[str, ...]:
        """The declarer, and the partner if there is one."""
        return (self.declarer, self.partner) if self.partner else (self.declarer,)


def read_claims(bonuses: Iterable[Bonus], rows: Iterable[Answers], costly: Collection[str] = ()) -> tuple[Claim, ...]:
    """Return the claims of rows that were read. Raises Refused for an impossible one, or two that exclude each other.

    `costly` are the bonuses with a cost if they fail unannounced.
    """
    by_key = {bonus.key: bonus for bonus in bonuses}
    claims = tuple([_read_claim(by_key[str(row["bonus"])], row, costly) for row in rows])
    _check_owners(claims)
    _check_cards([claim for claim in claims if claim.made or not claim.announced])  # the others prove no card in hand
    return claims


def _read_claim(bonus: Bonus, row: Answers, costly: Collection[str]) -> Claim:
    claim = Claim(
        str(row["player"]),
        bonus,
        bool(bonus.count or row.get("announced")),
        bool(row.get("made", True)),
        cast(int, row.get("contra", 0)),
        str(row.get("from", "")),
    )
    label = bonus.label
    if not claim.made and bonus.flat:
        raise Refused("bonuses", say("{bonus} cannot fail: it is there or it is not", bonus=label))
    if not (claim.made or claim.announced or bonus.key in costly):
        values: dict[str, Value] = {"bonus": label, "player": Name(claim.player)}
        raise Refused(
            "bonuses", say("{bonus} of {player} failed without being announced: that is not entered", **values)
        )
    if claim.contra and bonus.flat:  # contra answers an announcement, and never a flat bonus
        raise Refused("bonuses", say("{bonus} is flat, so contra cannot double it", bonus=label))
    if claim.contra and not claim.announced:
        raise Refused("bonuses", say("contra answers an announcement, and {bonus} was not announced", bonus=label))
    return claim


def _check_owners(claims: Iterable[Claim]) -> None:
    """Refuse a bonus of two players, and two bonuses for counted tarocks of one player."""
    owners: dict[tuple[str, str], Claim] = {}
    for claim in claims:
        bonus = claim.bonus
        player = Name(claim.player)
        other = owners.setdefault((claim.player, "tarocks") if bonus.tarocks else ("", bonus.key), claim)
        if other is claim:
            continue
        if bonus.tarocks:
            raise Refused("bonuses", say("{player} scores only the highest of 10, 11 and 12 tarocks", player=player))
        values: dict[str, Value] = {"bonus": bonus.label, "one": Name(other.player), "other": player}
        text = say("{bonus} can be claimed only once; it stands for {one} and again for {other}", **values)
        raise Refused("bonuses", text)


def _check_cards(claims: Sequence[Claim]) -> None:
    """No tarock was in two hands, and all hands together had no more than there are."""
    owners: dict[str, Claim] = {}
    for claim in claims:
        for card in claim.bonus.in_hand:
            one = owners.setdefault(card, claim)
            if one.player != claim.player:
                values: dict[str, Value] = {"bonus": one.bonus.label, "player": Name(one.player)}
                values |= {"second": claim.bonus.label, "other": Name(claim.player)}
                text = say("{bonus} of {player} and {second} of {other} need the same card", **values)
                raise Refused("bonuses", text)
        # a player with some of certain cards has not all of them, and neither has any other
        for other in claims if claim.bonus.some else ():
            if other.bonus.holds == claim.bonus.holds and other is not claim:
                labels = {"bonus": claim.bonus.label, "second": other.bonus.label}
                raise Refused("bonuses", say("{bonus} and {second} exclude each other", **labels))
    needed = 0  # the least number of tarocks in all hands together
    for player in dict.fromkeys(claim.player for claim in claims):
        his = [claim.bonus for claim in claims if claim.player == player]
        named = {card for bonus in his for card in bonus.in_hand if card in TAROCKS}
        needed += max(len(named), *(bonus.tarocks for bonus in his))
    if needed > len(TAROCKS):
        text = say("these bonuses need {needed} tarocks, and there are only {all}", needed=needed, all=len(TAROCKS))
        raise Refused("bonuses", text)


def rows_of(answers: Answers) -> list[ClaimRow]:
    """Return the bonuses in the answers to a deal, unchecked."""
    rows = answers.get("bonuses")
    return [cast("ClaimRow", row) for row in (rows if isinstance(rows, Sequence) else ()) if isinstance(row, Mapping)]
