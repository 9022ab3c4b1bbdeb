"""What cannot have been in a deal of Husarln, from the pack, the contract and the bonuses that were made."""

from collections.abc import Sequence

from scorekeeper.cards.packs import TAROCK
from scorekeeper.games.game import Seating
from scorekeeper.games.husarln.deal import Deal, Redealt
from scorekeeper.games.husarln.rules import HAND, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.games.tarock.possible import Piled, PileFacts, check_count, facts_by, suits_beside, winners_of
from scorekeeper.phrase import Name, Refused, say


def check(rules: Rules, seating: Seating, answers: Answers, deal: Deal | Redealt | None) -> None:
    """Refuse a deal that cannot have been: points that no cards make, or bonuses that do not go with them."""
    if deal is None:
        if rules.all_pass == "forehand_plays_Z":  # HU-15
            must = Name(seating.playing[0])
            raise Refused("passed", say("if everybody passes, {player} must play a Zweiblatt", player=must))
        return
    if isinstance(deal, Redealt) or deal.revoke:  # a wrong card may have ended the play before all was taken
        return
    bought = len(deal.contract.bought)
    besides = bought if rules.rejected_cards == "defenders" else deal.contract.exposed
    key = "points" if "points" in answers else "defender_points"
    piled = Piled(TAROCK, HAND, besides, bought)
    check_count(piled, facts_by(deal.declarer, lambda claims: _side(rules, claims)), deal.claims, deal.thirds, key)


def _side(rules: Rules, claims: Sequence[Claim]) -> PileFacts:
    """Return what made bonuses tell of a side; the I takes Sküs and XXI in the emperor's trick (HU-47)."""
    made = [claim for claim in claims if claim.made]
    winners = frozenset[str]().union(*map(winners_of, made))
    kings = frozenset(card for claim in made if claim.bonus.of_side for card in claim.bonus.holds)
    tricks = max(len(winners), 2 if kings and rules.kings_pile == "tricks_only" else 0)
    return PileFacts(winners | kings, tricks, suits_beside(winners, 2 if rules.emperors_trick else 0))
