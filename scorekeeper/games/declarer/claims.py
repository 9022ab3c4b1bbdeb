"""A deal with a declarer: its sides, its claims and announcements, and the claims that exclude each other."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypedDict, TypeVar, cast

from scorekeeper.cards.packs import TAROCKS
from scorekeeper.games.counts import Apart
from scorekeeper.games.declarer.contracts import Bonus, Contract
from scorekeeper.games.own_values import mark_own
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Name, Phrase, Refused, Value, say

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


C = TypeVar("C", bound=Contract, covariant=True)


@dataclass(frozen=True, slots=True)
class Deal(Generic[C]):
    """One deal that was played, or is only called so far; a game may add to it.

    contra    the level of contra on the game, from 0
    claims    the claims and announcements
    partner   the holder of the called card; nobody if it lay in the talon, and the declarer played `alone`
    gave_up   whether the declarer conceded it, as the called card lay in the talon
    revoke    the player whose revoke decided the deal, "" for none
    fourth    a player who does not play and is paid as a defender is, "" for nobody
    thirds    the count of the declarer's side, in thirds, None without a count; `exact` if surely to the third
    apart     the counts that were entered in parts
    won       whether the declarer's side won the game
    """

    declarer: str
    defenders: tuple[str, ...]
    contract: C
    contra: int = 0
    claims: tuple[Claim, ...] = ()
    partner: str = ""
    alone: bool = False
    gave_up: bool = False
    revoke: str = ""
    fourth: str = ""
    thirds: int | None = None
    exact: bool = True
    apart: tuple[Apart, ...] = ()
    won: bool = False

    @property
    def side(self) -> tuple[str, ...]:
        """The declarer's side, the declarer first."""
        return (self.declarer, self.partner) if self.partner else (self.declarer,)

    @property
    def players(self) -> tuple[str, ...]:
        """The players who settle the deal, the declarer's side first."""
        playing = (*self.side, *self.defenders)
        return (*playing, self.fourth) if self.fourth else playing

    @property
    def is_secret(self) -> bool:
        """Whether the partner is not known yet."""
        return self.contract.called and not (self.partner or self.alone)

    def of_side(self, claim: Claim) -> bool:
        """Return whether a claim is one of the declarer's side."""
        return claim.player in self.side

    def for_side(self, claim: Claim) -> bool:
        """Return whether the ending of a claim is good for the declarer's side."""
        return claim.made == self.of_side(claim)

    @property
    def valat(self) -> Claim | None:
        """The claim of a side that took every trick, or else announced it."""
        claims = [claim for claim in self.claims if claim.bonus.all_tricks]
        return max(claims, key=lambda claim: claim.made, default=None)

    @property
    def made_valat(self) -> Claim | None:
        """The same, where the side took every trick."""
        return self.valat if self.valat and self.valat.made else None

    @property
    def ending(self) -> Phrase:
        """The contract and its ending, in words."""
        values: dict[str, Value] = {"contract": self.contract.label, "declarer": Name(self.declarer)}
        if self.gave_up:
            ending = say("{contract}, conceded by {declarer}", **values)
        elif self.won:
            ending = say("{contract}, won by {declarer}", **values)
        else:
            ending = say("{contract}, lost by {declarer}", **values)
        return mark_own(self.contract.own, ending)


AnyDeal = Deal[Contract]


class Unplayed(NamedTuple):
    """A deal that was not played: the question whether it was so, and what it comes to.

    sign    its words in a row of the sheet
    why     the reason why nothing else can be answered
    end     its name among the ends of a deal
    reason  the line of its score, and the `rule` behind it
    """

    key: str
    label: Phrase
    mark: str
    sign: Phrase
    why: Phrase
    end: Phrase
    reason: Phrase
    rule: str


def all_pass(rule: str) -> Unplayed:
    """Return a deal that everybody passed, by a rule with this number."""
    return Unplayed(
        "passed",
        say("Everybody passed"),
        "-",
        sign=say("all pass"),
        why=say("everybody passed, so nothing else can be said"),
        end=say("everybody passed"),
        reason=say("everybody passed: nothing is written"),
        rule=rule,
    )


def read_claims(
    bonuses: Iterable[Bonus], rows: Iterable[Answers], costly: Collection[str] = (), *, both_announce: bool = False
) -> tuple[Claim, ...]:
    """Return the claims of rows that were read. Raises Refused for an impossible one, or two that exclude each other.

    `costly` are the bonuses with a cost if they fail unannounced. If `both_announce`, an announcement that failed
    leaves the bonus to the other side.
    """
    by_key = {bonus.key: bonus for bonus in bonuses}
    claims = tuple([_read_claim(by_key[str(row["bonus"])], row, costly) for row in rows])
    proven = [claim for claim in claims if claim.made or not claim.announced]
    _check_owners(proven if both_announce else claims)
    _check_cards(proven)  # the others prove no card in hand
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
    if bonus.only_announced and not claim.announced:
        raise Refused("bonuses", say("{bonus} counts only if it was announced", bonus=label))
    if claim.contra and bonus.flat:  # contra answers an announcement, and never a flat bonus
        raise Refused("bonuses", say("{bonus} is flat, so contra cannot double it", bonus=label))
    if claim.contra and not bonus.contra:
        raise Refused("bonuses", say("{bonus}: at this table no contra answers it", bonus=label))
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
            raise Refused("bonuses", say("{player} scores only the highest bonus for many tarocks", player=player))
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
        claimed = [claim.bonus for claim in claims if claim.player == player]
        named = {card for bonus in claimed for card in bonus.in_hand if card in TAROCKS}
        needed += max(len(named), *(bonus.tarocks for bonus in claimed))
    if needed > len(TAROCKS):
        text = say("these bonuses need {needed} tarocks, and there are only {all}", needed=needed, all=len(TAROCKS))
        raise Refused("bonuses", text)


def rows_of(answers: Answers) -> list[ClaimRow]:
    """Return the bonuses in the answers to a deal, unchecked."""
    rows = answers.get("bonuses")
    return [cast("ClaimRow", row) for row in (rows if isinstance(rows, Sequence) else ()) if isinstance(row, Mapping)]
