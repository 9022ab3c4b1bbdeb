"""What cannot have been in a deal of Husarln, from the pack, the contract and the bonuses that were made."""

from collections.abc import Iterable
from typing import cast

from scorekeeper.cards.packs import TAROCK
from scorekeeper.games.game import Seating
from scorekeeper.games.husarln.contracts import HAND
from scorekeeper.games.husarln.deal import Deal, Redealt
from scorekeeper.games.husarln.rules import Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.counting import Case, Counted, Custom, check_deal
from scorekeeper.games.tarock.division import Division
from scorekeeper.phrase import Name, Refused, say


def check_call(rules: Rules, called: Answers, deal: Deal | Redealt | None) -> None:
    """Refuse Trull and tarocks that were not called where they are claimed before play (HU-31)."""
    if rules.claim != "before_play" or not isinstance(deal, Deal):
        return
    rows = cast("Iterable[Answers]", called.get("bonuses", ()))
    claimed = {(row["player"], row["bonus"]) for row in rows}
    for claim in deal.claims:
        bonus = claim.bonus
        if bonus.flat and not bonus.of_side and (claim.player, bonus.key) not in claimed:
            text = say(
                "{bonus} of {player} comes too late: here it is claimed before play, and the call does not have it",
                bonus=bonus.label,
                player=Name(claim.player),
            )
            raise Refused("bonuses", text)


def check(rules: Rules, seating: Seating, answers: Answers, deal: Deal | Redealt | None) -> None:
    """Refuse a deal that cannot have been: points that no cards make, or bonuses that do not go with them."""
    if deal is None:
        if rules.all_pass == "forehand_plays_Z":  # HU-15
            must = Name(seating.playing[0])
            raise Refused("passed", say("if everybody passes, {player} must play a Zweiblatt", player=must))
        return
    if isinstance(deal, Redealt) or deal.revoke:  # a wrong card may have ended the play before all was taken
        return
    laid = len(deal.contract.bought)
    key = "points" if "points" in answers else "defender_points"
    talon = tuple(map(len, rules.talon_shares(deal.contract)))
    division = Division(TAROCK, HAND, len(seating.playing), laid, (talon[0], talon[1]))
    in_tricks = ("kings",) if rules.kings_pile == "tricks_only" else ()
    counted = Counted(1 << deal.thirds, deal.thirds, key)
    check_deal(deal, [Case(division)], counted, Custom(rules.emperors_trick, in_tricks))  # HU-47
