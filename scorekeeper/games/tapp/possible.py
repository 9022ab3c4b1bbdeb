"""What cannot have been in a deal of Tapp Tarock, from the pack, the contract and the bonuses that were made."""

from scorekeeper.games.game import Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.tapp.deal import Deal
from scorekeeper.games.tapp.rules import HAND, PACK, Rules
from scorekeeper.games.tarock.possible import Piled, check_count


def check(rules: Rules, seating: Seating, answers: Answers, deal: Deal | None) -> None:
    """Refuse a deal that cannot have been: points that no cards make, or bonuses that do not go with them."""
    if deal and deal.thirds is not None:
        piled = Piled(PACK, HAND, deal.contract.taken, deal.contract.taken)
        key = "points" if "points" in answers else "defender_points"
        check_count(piled, deal.declarer, deal.claims, deal.thirds, key)
