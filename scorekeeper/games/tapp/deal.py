"""One deal of Tapp Tarock: its questions, the reading of its answers, and the check for impossible deals."""

from dataclasses import dataclass, replace
from typing import cast

from scorekeeper.games.game import Seating
from scorekeeper.games.questions import Answers, Flag, Question, who
from scorekeeper.games.tapp.rules import HAND, PACK, PAGAT, TALON, Contract, Rules
from scorekeeper.games.tarock import asking, counting
from scorekeeper.games.tarock.claims import Declared, read_claims
from scorekeeper.phrase import Refused, say

_ENDING = counting.Ending(0, say("with piles of threes"))  # TT-2
_PASSED = say("everybody passed, so nothing else can be said")
_PILE = say("Count the discard with the declarer’s tricks; the rest of the talon is the defenders’.")


@dataclass(frozen=True, slots=True)
class Deal(Declared[Contract]):
    """One deal that was played; `thirds` are the declarer's card points, None without a count.

    A `fourth` does not play and is paid as a defender is, "" for nobody (TT-44).
    """

    thirds: int | None = None
    fourth: str = ""

    @property
    def against(self) -> tuple[str, ...]:
        """The players who settle with the declarer."""
        return (*self.defenders, self.fourth) if self.fourth else self.defenders


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions that matter, given the `answers` so far; with None all possible questions."""
    passed = Flag("passed", say("Everybody passed"), alone=True, mark="-")
    first = (who("declarer", say("Who is the declarer?"), seating.playing), passed)
    if answers is not None and answers.get("passed"):
        return first
    on_game, announced = asking.find_levels(rules.contra, rules.contra_levels)
    ways = asking.bonus_ways(rules.bonuses, announced, rules.costly)
    return (
        *first,
        asking.ask_contract(rules.contracts),
        *asking.ask_contra(on_game, answers),
        asking.ask_bonuses(seating, rules.bonuses, ways, announced, answers),
        *asking.ask_counts(PACK, _PILE, ends_whole=True),  # TT-2
    )


def read_deal(rules: Rules, seating: Seating, read: Answers) -> Deal | None:
    """Return the answers as one deal, None if everybody passed.

    Raises Refused if an answer is missing or two contradict each other.
    """
    call = read_call(rules, seating, read)
    if call is None:
        return None
    points, defenders = (cast("int | None", read.get(key)) for key in ("points", "defender_points"))
    thirds = counting.count_whole_pack(PACK, _ENDING, points, defenders)
    if thirds is None and (not call.made_valat or any(claim.bonus.count for claim in call.claims)):
        raise Refused("points", say("enter the card points"))
    claims = tuple(
        replace(claim, made=(thirds or 0) >= 3 * claim.bonus.count) if claim.bonus.count else claim
        for claim in call.claims
    )
    return replace(call, thirds=thirds, claims=claims)


def read_call(rules: Rules, seating: Seating, read: Answers) -> Deal | None:
    """Return the deal as called so far, with or without the result. Raises Refused as `read_deal` does."""
    if read.get("passed"):
        asking.refuse_beside("passed", _PASSED, read)
        return None
    declarer, defenders = asking.read_declarer(seating, read)
    claims = read_claims(rules.bonuses, cast("tuple[Answers, ...]", read.get("bonuses", ())), rules.costly)
    counted = {claim.bonus: claim for claim in claims if claim.bonus.count}
    if counted:  # the highest includes the lower ones that were not named (TT-41)
        highest = max(counted, key=lambda bonus: bonus.count)
        lower = [bonus for bonus in rules.bonuses if 0 < bonus.count < highest.count and bonus not in counted]
        claims += tuple(replace(counted[highest], bonus=bonus, contra=0) for bonus in lower)
    contract = next(contract for contract in rules.contracts if contract.key == read["contract"])
    shares = rules.fourth == "with_defenders" and seating.dealer not in seating.playing
    deal = Deal(
        declarer,
        defenders,
        contract,
        cast(int, read.get("contra", 0)),
        claims,
        fourth=seating.dealer if shares else "",
    )
    for claim in deal.claims:  # TT-35, TT-40, TT-41
        bonus = claim.bonus.label
        if claim.player != declarer and (claim.bonus.count or (claim.risked and rules.announce == "declarer")):
            raise Refused("bonuses", say("{bonus}: only the declarer announces", bonus=bonus))
        if claim is deal.valat and claim.contra and not rules.valat_contra:
            raise Refused("bonuses", say("{bonus}: at this table no contra answers it", bonus=bonus))
    return deal


def check(rules: Rules, seating: Seating, answers: Answers, deal: Deal | None) -> None:
    """Refuse an impossible deal: points that no cards make, or bonuses that do not fit them."""
    if deal is None:
        return
    valat = deal.made_valat
    pagats = [claim for claim in deal.claims if claim.bonus is PAGAT and claim.made]
    if valat and any(deal.of_side(pagat) != deal.of_side(valat) for pagat in pagats):
        raise Refused("bonuses", say("{bonus}: that side took no trick", bonus=PAGAT.label))
    taken = deal.contract.taken
    division = counting.Division(PACK, HAND, len(seating.playing), taken, (0, TALON - taken))
    case = counting.Case(division, counting.find_facts(HAND, deal, answers))
    sums = counting.sums_between(0, sum(PACK.worth)) if deal.thirds is None else 1 << deal.thirds
    key = "points" if "points" in answers else "defender_points"
    counting.check_deal(deal, [case], counting.Counted(sums, deal.thirds, key), counting.Custom())
