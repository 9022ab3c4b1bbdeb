"""Which bonuses cannot be in one deal of Königrufen."""

from collections.abc import Iterable, Iterator

from scorekeeper.games.koenigrufen.contracts import ABSOLUT, BIRDS, KING_ULTIMO, KINGS, MONDFANG, PAGAT, TRULL_TAKEN
from scorekeeper.games.koenigrufen.played import Played
from scorekeeper.games.koenigrufen.rules import ABSOLUT_BELOW, PACK, SACK_NEEDS, Rules
from scorekeeper.games.tarock.claims import Bonus, Claim
from scorekeeper.phrase import Name, Phrase, Refused, Value, say

_LATE = (*BIRDS, KING_ULTIMO)


def refuse_bonuses(rules: Rules, deal: Played) -> None:
    """Refuse claims that contradict each other, or the rest of the deal."""
    for refusals in (_holders(rules, deal), _tricks(deal), _announced(rules, deal), _counted(deal)):
        for refusal in refusals:
            raise Refused("bonuses", refusal)


def refuse_given_up(declarer: str, claims: Iterable[Claim]) -> None:
    """Refuse what was not the planned bird where a game is given up; that is announced and not made."""
    claims = tuple(claims)
    if len(claims) > 1 or any(claim.made or claim.contra or claim.player != declarer for claim in claims):
        text = say("a game that is given up has one bird, announced and not made, and no contra")
        raise Refused("bonuses", text)


def _holders(rules: Rules, deal: Played) -> Iterator[Phrase]:
    for claim in deal.claims:
        values = _named(claim)
        if claim.bonus is KING_ULTIMO:
            if deal.alone and deal.contract.solo:
                yield say("{bonus}: the called King was in the talon", **values)
            elif claim.player != (deal.partner or deal.declarer):
                yield say("{bonus}: {player} did not hold the called King", **values)
        if claim.bonus is MONDFANG and rules.mondfang == "player" and claim.loser in ("", claim.player):
            yield say("{bonus}: whose XXI was taken is missing", **values)
        if claim.loser and claim.bonus is not MONDFANG:
            yield say("{bonus}: nobody’s XXI was taken for it", **values)


def _tricks(deal: Played) -> Iterator[Phrase]:
    """No trick has two winners, and a side that lost all tricks won none with a bird."""
    made = [claim for claim in deal.claims if claim.made and claim.bonus in _LATE and not deal.revoke]
    last = {deal.of_side(claim) for claim in made if claim.bonus in (PAGAT, KING_ULTIMO)}
    if len(last) > 1:
        yield say("{one} and {other}: the last trick has one winner", one=PAGAT.label, other=KING_ULTIMO.label)
    if deal.valat and deal.valat.made and not deal.revoke:
        for claim in made:
            if deal.of_side(claim) != deal.of_side(deal.valat):
                yield say("{bonus}: that side took no trick", bonus=claim.bonus.label)


def _announced(rules: Rules, deal: Played) -> Iterator[Phrase]:
    """Who announces a Valat that includes Trull and Kings cannot announce these too."""
    valat = deal.valat
    if not valat or not valat.announced or rules.valat != "fixed" or rules.valat_beside != "not_silent_stock":
        return
    for claim in deal.claims:
        same = deal.of_side(claim) == deal.of_side(valat)
        if claim.announced and same and claim.bonus in (TRULL_TAKEN, KINGS):
            yield say("{bonus}: an announced Valat includes it", bonus=claim.bonus.label)


def _counted(deal: Played) -> Iterator[Phrase]:
    """Sacks and Absolut go with the count; where nobody counted, with the game."""
    if deal.revoke:
        return
    made = {claim.bonus.key: claim for claim in deal.claims if claim.made}
    for claim in made.values():
        values = _named(claim)
        if claim.bonus.key in (*SACK_NEEDS, ABSOLUT.key) and not _reached(deal, claim):
            yield say("{bonus}: not with these card points of the side of {player}", **values)
        first = made.get("sack1")
        if claim.bonus.key == "sack2" and (not first or deal.of_side(first) != deal.of_side(claim)):
            yield say("{bonus}: the first one is missing", **values)


def _reached(deal: Played, claim: Claim) -> bool:
    if deal.thirds is None:
        return deal.won == deal.of_side(claim)
    whole = sum(PACK.worth)
    slack = 0 if deal.exact else 1
    mine = deal.thirds if deal.of_side(claim) else whole - deal.thirds
    if claim.bonus is ABSOLUT:
        return whole - mine - slack < ABSOLUT_BELOW
    return mine + slack >= SACK_NEEDS[claim.bonus.key]


def _named(claim: Claim) -> dict[str, Value]:
    bonus: Bonus = claim.bonus
    return {"bonus": bonus.label, "player": Name(claim.player)}
