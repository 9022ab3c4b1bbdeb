"""What a deal of Königrufen writes and pays, line by line."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.koenigrufen.contracts import (
    ABSOLUT,
    BIRDS,
    KING_ULTIMO,
    KINGS,
    MONDFANG,
    TRISCHAKEN,
    TRULL_TAKEN,
)
from scorekeeper.games.koenigrufen.deal import read_call
from scorekeeper.games.koenigrufen.played import Played
from scorekeeper.games.koenigrufen.posting import Posting
from scorekeeper.games.koenigrufen.result import deciding_valat
from scorekeeper.games.koenigrufen.rules import PACK, Rules
from scorekeeper.games.koenigrufen.trischaken import post_trischaken
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Factor, Line, Score, Shares, settle_sides
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.games.tarock.lines import contra, count_beside_valat, find_points, foresee
from scorekeeper.phrase import Name, say

_EVENTS = (*BIRDS, KING_ULTIMO, MONDFANG)


def post_positive(rules: Rules, deal: Played) -> Iterator[Posting]:
    """Yield the game and its bonuses, one by one, in points for each head (KR-14, KR-30 to KR-42).

    A Valat may stand in place of the game, beside it, or multiply everything.
    """
    valat = deal.valat
    void = _void(rules, deal)
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
    return Posting(deal.describe(valat), "KR-36", rules.values[deal.contract.key], shares, factors, contras)


def _post_bonus(rules: Rules, deal: Played, claim: Claim) -> Posting:
    value = claim.bonus.announced if claim.risked else claim.bonus.silent
    doubles = deal.contract.solo and (claim is not deal.valat or rules.valat_solo_doubles)
    factors = (Factor(say("in a Solo"), 2, "KR-30"),) if doubles else ()
    contras = () if _void(rules, deal) else tuple(contra(claim.contra, "KR-42"))
    return Posting(deal.describe(claim), _rule(claim, deal), value, _shares(deal, claim), factors, contras)


def _rule(claim: Claim, deal: Played) -> str:
    if claim is deal.valat:
        return "KR-37"
    return "KR-31" if claim.made or claim.announced else "KR-32"


def _shares(deal: Played, claim: Claim) -> Shares:
    """Return who pays whom for a bonus: the sides, or a Mondfang's two players alone."""
    if claim.loser:
        return settle_sides(claim.made, (claim.player,), (claim.loser,))
    return settle_sides(deal.for_side(claim), deal.side, deal.defenders)


Settle = Callable[[Rules, Played], Iterator[Posting]]


def post_revoke(rules: Rules, deal: Played, settle: Settle) -> Iterator[Posting]:
    """Yield what the offender pays: what everybody else would have won, or what his side loses (KR-47)."""
    guilty = deal.revoke in deal.side
    if rules.revoke == "side_loses":
        for posting in settle(rules, _ended(deal, won=not guilty)):
            reason = say("wrong card by {player}: {reason}", player=Name(deal.revoke), reason=posting.reason)
            yield posting._replace(reason=reason, rule="KR-47")
        return
    for won, side in ((True, deal.side), (False, deal.defenders)):
        for posting in settle(rules, replace(_ended(deal, won=won), broken_off=True)):
            shares = _paid_by(deal.revoke, side, posting.shares)
            if shares:
                reason = say(
                    "{player} pays {others} for a wrong card: {reason}",
                    player=Name(deal.revoke),
                    others=tuple(Name(player) for player, share in shares if share > 0),
                    reason=posting.reason,
                )
                yield posting._replace(reason=reason, rule="KR-47", shares=shares)


def _ended(deal: Played, *, won: bool) -> Played:
    """Return the deal as if the declarer's side had won, or lost, the game and every announced bonus."""
    claims = tuple(replace(claim, made=deal.of_side(claim) == won) for claim in deal.claims)
    return replace(deal, won=won, claims=claims)


def _paid_by(offender: str, side: tuple[str, ...], shares: Shares) -> Shares:
    """Return the shares where the offender pays all that this side gets, and gets nothing himself."""
    got = tuple((player, share) for player, share in shares if player in side and player != offender and share > 0)
    return (*got, (offender, -sum(share for _, share in got))) if got else ()


def score(rules: Rules, deal: Played) -> Score:
    """Return the lines of one deal, in points (KR-14, KR-24, KR-30 to KR-61)."""
    found = [] if deal.thirds is None else [_find(rules, deal, deal.thirds)]
    return Score((*found, *_lines(rules, deal), *_find_uncounted(rules, deal)))


def _find_uncounted(rules: Rules, deal: Played) -> Iterator[Line]:
    """Yield the bonuses that a Valat leaves unpaid, as it stands in their place or leaves out what is unannounced."""
    valat = deal.valat
    for claim in deal.claims if valat and not deal.revoke and not deal.gave_up else ():
        if valat and claim is not valat and not _counts(rules, valat, claim):
            rule = {"times": "KR-36", "fixed": "KR-38"}.get(rules.valat, "KR-39")
            yield Line(say("{bonus}, which does not count beside the Valat", bonus=deal.describe(claim)), rule)


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Return what each end of a called deal would pay: nothing as long as the partner is a secret."""
    call = read_call(rules, seating, answers)
    if call.contract is TRISCHAKEN or (call.contract.called and not (call.partner or call.alone)):
        return ()
    if call.revoke or call.gave_up:
        return (Outcome(call.contract.label, score(rules, call)),)

    def lines(won: bool, claims: tuple[Claim, ...]) -> Iterator[Line]:
        return _lines(rules, replace(call, claims=claims, won=won))

    def possible(won: bool, claims: tuple[Claim, ...]) -> bool:
        ended = replace(call, claims=claims)
        valat = deciding_valat(rules, ended)
        return valat is None or ended.for_side(valat) == won

    return tuple(foresee(call.claims, call.side, lines, possible))


def _lines(rules: Rules, deal: Played) -> Iterator[Line]:
    double = (Factor(say("double deal"), deal.factor, "KR-46"),) if deal.factor > 1 else ()
    for posting in _post(rules, deal):
        yield from posting.times(*double).lines(rules)


def _post(rules: Rules, deal: Played) -> Iterator[Posting]:
    if deal.contract is TRISCHAKEN:
        return post_trischaken(rules, deal)
    settle = post_positive if deal.contract.positive else _post_negative
    return post_revoke(rules, deal, settle) if deal.revoke else settle(rules, deal)


def _post_negative(rules: Rules, deal: Played) -> Iterator[Posting]:
    """Each opponent settles for himself; those who said nothing stand in one line."""
    value = rules.values[deal.contract.key]
    halved = deal.contract.key in rules.halves
    doubts = {player: level for player, level in deal.doubts if level}
    calm = tuple(player for player in deal.defenders if player not in doubts)
    reason = deal.ending
    if calm:
        yield Posting(reason, "KR-43", value, settle_sides(deal.won, (deal.declarer,), calm), halved=halved)
    for player, level in doubts.items():
        against = say("{game}, against {player}", game=reason, player=Name(player))
        shares = settle_sides(deal.won, (deal.declarer,), (player,))
        yield Posting(against, "KR-43", value, shares, contras=tuple(contra(level, "KR-42")), halved=halved)


def _find(rules: Rules, deal: Played, thirds: int) -> Line:
    points = write_thirds(thirds)
    needed = write_thirds(rules.threshold)
    if deciding_valat(rules, deal):
        return Line(count_beside_valat(deal.declarer, points, PACK.points), "KR-3")
    return Line(find_points(deal.declarer, deal.won, points, PACK.points, needed), "KR-3")
