"""Games for card points: the game, its bonuses, and the Valat in its three ways."""

from collections.abc import Iterator

from scorekeeper.games.koenigrufen.contracts import ABSOLUT, BIRDS, KING_ULTIMO, KINGS, MONDFANG, TRULL_TAKEN
from scorekeeper.games.koenigrufen.played import Played
from scorekeeper.games.koenigrufen.posting import Posting
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.score import Factor, Shares, settle_sides
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.games.tarock.lines import contra, describe
from scorekeeper.phrase import say

_EVENTS = (*BIRDS, KING_ULTIMO, MONDFANG)


def post_positive(rules: Rules, deal: Played) -> Iterator[Posting]:
    """Yield the game and its bonuses, one by one, in points for each head (KR-14, KR-30 to KR-42).

    A Valat may stand in place of the game, beside it, or multiply everything.
    """
    valat, void = deal.valat, _void(rules, deal)
    level = 0 if void or _silences(rules, valat) else deal.contra
    if deal.gave_up or not valat:
        yield _post_game(rules, deal, level)
        yield from (_post_bonus(rules, deal, claim) for claim in deal.claims)
        return
    beside = [_post_bonus(rules, deal, claim) for claim in deal.claims if _counts(rules, valat, claim)]
    if rules.valat == "times":
        yield _replace_game(rules, deal, valat, 0 if void else max(level, valat.contra))
        yield from beside
    elif rules.valat == "fixed":
        yield _post_game(rules, deal, level)
        yield _post_bonus(rules, deal, valat)
        yield from beside
    else:
        doubled = () if void else tuple(contra(valat.contra, "KR-40"))
        for posting in (_post_game(rules, deal, level), *beside):
            more = posting.times(_times(valat, "KR-39"))
            yield more._replace(contras=(*more.contras, *doubled))


def _void(rules: Rules, deal: Played) -> bool:
    """Return whether every contra is void: the called King lay in the talon of a Solorufer."""
    return rules.solorufer_contra == "void" and deal.contract.called and deal.contract.solo and deal.alone


def _silences(rules: Rules, valat: Claim | None) -> bool:
    """Return whether an unannounced Valat makes contra on the game void."""
    return rules.valat_voids_contra and valat is not None and not valat.announced


def _counts(rules: Rules, valat: Claim, claim: Claim) -> bool:
    """Return whether a bonus counts beside a Valat; all do where one that stands for itself failed."""
    if claim is valat:
        return False
    if rules.valat == "fixed" and not valat.made:
        return True
    match rules.valat_beside:
        case "announced":
            return claim.announced
        case "not_silent_stock":
            return claim.announced or claim.bonus not in (TRULL_TAKEN, KINGS)
        case "events":
            return claim.bonus in _EVENTS
        case _:
            return claim.bonus not in (TRULL_TAKEN, KINGS, ABSOLUT)


def _times(valat: Claim, rule: str) -> Factor:
    label = say("announced Valat") if valat.announced else say("Valat")
    return Factor(label, valat.bonus.announced if valat.announced else valat.bonus.silent, rule)


def _lost(deal: Played, won: bool) -> tuple[Factor, ...]:
    """A Sechserdreier costs twice when lost."""
    return () if won or deal.contract.lost == 1 else (Factor(say("lost"), deal.contract.lost, "KR-14"),)


def _post_game(rules: Rules, deal: Played, level: int) -> Posting:
    won = deal.won and not deal.gave_up
    rule = "KR-24" if deal.gave_up else "KR-31"
    shares = settle_sides(won, deal.side, deal.defenders)
    contras = tuple(contra(level, "KR-42"))
    return Posting(deal.ending, rule, rules.values[deal.contract.key], shares, _lost(deal, won), contras)


def _replace_game(rules: Rules, deal: Played, valat: Claim, level: int) -> Posting:
    """Return the posting of a Valat in place of the game; an announced one that failed goes to the other side."""
    won = deal.for_side(valat)
    factors = (*_lost(deal, won), _times(valat, "KR-36"))
    shares = settle_sides(won, deal.side, deal.defenders)
    contras = tuple(contra(level, "KR-40"))
    return Posting(describe(valat), "KR-36", rules.values[deal.contract.key], shares, factors, contras)


def _post_bonus(rules: Rules, deal: Played, claim: Claim) -> Posting:
    value = claim.bonus.announced if claim.risked else claim.bonus.silent
    doubles = deal.contract.solo and (claim is not deal.valat or rules.valat_solo_doubles)
    factors = (Factor(say("in a Solo"), 2, "KR-30"),) if doubles else ()
    contras = () if _void(rules, deal) else tuple(contra(claim.contra, "KR-42"))
    return Posting(describe(claim), _rule(claim, deal), value, _shares(deal, claim), factors, contras)


def _rule(claim: Claim, deal: Played) -> str:
    if claim is deal.valat:
        return "KR-37"
    return "KR-31" if claim.made or claim.announced else "KR-32"


def _shares(deal: Played, claim: Claim) -> Shares:
    """Return who pays whom for a bonus: the sides, or a Mondfang's two players alone."""
    if claim.loser:
        return settle_sides(claim.made, (claim.player,), (claim.loser,))
    return settle_sides(deal.for_side(claim), deal.side, deal.defenders)
