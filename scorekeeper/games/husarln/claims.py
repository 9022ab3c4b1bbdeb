"""The bonuses that players claim or announce in a deal of Husarln, and which of them exclude each other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from scorekeeper.cards.packs import TAROCKS
from scorekeeper.games.husarln.rules import PAGAT, Bonus, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Name, Refused, say


@dataclass(frozen=True, slots=True)
class Claim:
    """A bonus of a player, announced or silent, made or not; `contra` is a level from 0 to 3."""

    player: str
    bonus: Bonus
    announced: bool = False
    made: bool = True
    contra: int = 0

    @property
    def risked(self) -> bool:
        """Whether it was announced and can fail."""
        return self.announced and not self.bonus.flat

    @property
    def held(self) -> bool:
        """Whether its player surely had the cards for it: an announcement that failed proves nothing."""
        return self.made or not self.announced


def read_claims(rules: Rules, rows: Iterable[Answers]) -> tuple[Claim, ...]:
    """Return the claims of rows that were read. Raises Refused for one that cannot be, or two that exclude."""
    bonuses = {bonus.key: bonus for bonus in rules.bonuses}
    claims = tuple(_read_claim(bonuses[str(row["bonus"])], row) for row in rows)
    for claim in claims:
        _check_made(rules, claim)
        _check_contra(claim)
    _check_owners(claims)
    _check_cards([claim for claim in claims if claim.held])
    return claims


def _read_claim(bonus: Bonus, row: Answers) -> Claim:
    announced, made = bool(row.get("announced", False)), bool(row.get("made", True))
    return Claim(str(row["player"]), bonus, announced, made, cast(int, row.get("contra", 0)))


def _check_made(rules: Rules, claim: Claim) -> None:
    if claim.made or claim.risked:
        return
    if claim.bonus.flat:
        raise Refused("bonuses", say("{bonus} cannot fail: it is there or it is not", bonus=claim.bonus.label))
    if claim.bonus is not PAGAT or rules.failed_silent_pagat == "nothing":
        text = say(
            "{bonus} of {player} failed without being announced: that is not entered",
            bonus=claim.bonus.label,
            player=Name(claim.player),
        )
        raise Refused("bonuses", text)


def _check_contra(claim: Claim) -> None:
    """Contra answers an announcement, and never a flat bonus (HU-63)."""
    if claim.contra and claim.bonus.flat:
        raise Refused("bonuses", say("{bonus} is flat, so contra cannot double it", bonus=claim.bonus.label))
    if claim.contra and not claim.announced:
        raise Refused(
            "bonuses", say("contra answers an announcement, and {bonus} was not announced", bonus=claim.bonus.label)
        )


def _check_owners(claims: Iterable[Claim]) -> None:
    """A bonus is one player's, but for counted tarocks, of which a player scores one (HU-32)."""
    owners: dict[tuple[str, str], Claim] = {}
    for claim in claims:
        counted = bool(claim.bonus.tarocks)
        other = owners.setdefault((claim.player, "tarocks") if counted else ("", claim.bonus.key), claim)
        if other is claim:
            continue
        one, player = Name(other.player), Name(claim.player)
        if counted:
            raise Refused("bonuses", say("{player} scores only the highest of 10, 11 and 12 tarocks", player=player))
        text = say(
            "{bonus} can be claimed only once; it stands for {one} and again for {other}",
            bonus=claim.bonus.label,
            one=one,
            other=player,
        )
        raise Refused("bonuses", text)


def _check_cards(held: Sequence[Claim]) -> None:
    """No tarock was in two hands, and all hands together had no more than there are."""
    owners: dict[str, Claim] = {}
    for claim in held:
        for card in claim.bonus.holds:
            _check_same_hand(owners.setdefault(card, claim), claim)
    needed = sum(_least_tarocks(held))
    if needed > len(TAROCKS):
        text = say("these bonuses need {needed} tarocks, and there are only {all}", needed=needed, all=len(TAROCKS))
        raise Refused("bonuses", text)


def _check_same_hand(one: Claim, two: Claim) -> None:
    if one.player != two.player:
        text = say(
            "{bonus} of {player} and {second} of {other} need the same card",
            bonus=one.bonus.label,
            player=Name(one.player),
            second=two.bonus.label,
            other=Name(two.player),
        )
        raise Refused("bonuses", text)


def _least_tarocks(held: Sequence[Claim]) -> Iterator[int]:
    """Yield, for each player who has bonuses, the fewest tarocks that he must have had for them."""
    for player in dict.fromkeys(claim.player for claim in held):
        his = [claim.bonus for claim in held if claim.player == player]
        named = {card for bonus in his for card in bonus.holds}
        yield max(len(named), *(bonus.tarocks for bonus in his))
