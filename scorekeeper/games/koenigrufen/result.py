"""How a game with a declarer ended: by count, by tricks, by a Valat, or as the table says."""

from dataclasses import replace
from typing import cast

from scorekeeper.games.koenigrufen.played import Played
from scorekeeper.games.koenigrufen.rules import HAND, PACK, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.games.tarock.counting import Ending, count_whole_pack
from scorekeeper.phrase import Refused, count, say


def read_result(rules: Rules, deal: Played, read: Answers) -> Played:
    """Return a deal with its result (KR-3, KR-5). Raises Refused where that is missing or contradicts itself."""
    if not deal.contract.positive:
        return replace(deal, won=_read_negative(deal, read))
    tricks = cast("int | None", read.get("tricks"))
    _check_tricks(deal, tricks)
    points, others = (cast("int | None", read.get(key)) for key in ("points", "defender_points"))
    thirds = count_whole_pack(PACK, _ending(tricks, points, others), points, others)
    told = points if points is not None else others
    exact = tricks is not None or bool((told or 0) % 3)
    won = None if thirds is None else thirds >= rules.threshold
    won = cast("bool | None", read.get("won")) if won is None else won
    key = "won" if thirds is None else "defender_points" if points is None else "points"
    won = _decide(rules, deal, won, key)
    return replace(deal, thirds=thirds, exact=exact, won=won)


def _read_negative(deal: Played, read: Answers) -> bool:
    if "tricks" in read:
        return read["tricks"] == deal.contract.tricks
    if "won" not in read:
        raise Refused("won", say("whether the game was won is missing, or how many tricks"))
    return bool(read["won"])


def _check_tricks(deal: Played, tricks: int | None) -> None:
    """All tricks or none are a Valat, and the other way round."""
    if tricks is None:
        return
    made = deal.valat if deal.valat and deal.valat.made else None
    if made and tricks != (HAND if deal.of_side(made) else 0):
        raise Refused("tricks", say("a Valat was made, and that is all tricks"))
    failed = None if made or not deal.valat else 0 if deal.of_side(deal.valat) else HAND  # the other side took them all
    if not made and tricks in (0, HAND) and tricks != failed:
        raise Refused("tricks", say("one side won all tricks, and that is a Valat"))


def _ending(tricks: int | None, points: int | None, others: int | None) -> Ending:
    """Return on how many thirds the count of the declarer's side ends: as many as its tricks leave."""
    if tricks is None:
        return Ending((points or -(others or 0)) % 3, say("as the other side counted"))
    return Ending(tricks % 3, count("with {n} trick", "with {n} tricks", tricks))


def deciding_valat(rules: Rules, deal: Played) -> Claim | None:
    """Return the Valat that decides the game, made or in place of the game; None where the card points do."""
    valat = deal.valat
    return valat if valat and (valat.made or rules.valat != "fixed") else None


def _decide(rules: Rules, deal: Played, won: bool | None, key: str) -> bool:
    """Return whether the game was won, by the Valat where one decides."""
    if valat := deciding_valat(rules, deal):
        if valat.made and won not in (None, deal.of_side(valat)):
            raise Refused(key, say("who won all tricks has won the game"))
        return deal.for_side(valat)
    if won is None:
        raise Refused("points", say("the card points are missing"))
    return won
