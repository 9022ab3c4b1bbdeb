"""What a deal of Königrufen writes and pays, line by line."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import NamedTuple

from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Due, Outcome, Seating
from scorekeeper.games.koenigrufen.contracts import (
    ABSOLUT,
    BIRDS,
    KING_ULTIMO,
    KINGS,
    MONDFANG,
    TRISCHAKEN,
    TRULL_TAKEN,
)
from scorekeeper.games.koenigrufen.deal import Played, deciding_valat, read_call
from scorekeeper.games.koenigrufen.rules import PACK, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Factor, Line, Score, Shares, settle_sides
from scorekeeper.games.tarock.claims import Claim, rows_of
from scorekeeper.games.tarock.lines import contra, count_beside_valat, find_points, foresee
from scorekeeper.games.tarock.partner import foresee_by_role
from scorekeeper.phrase import Name, Phrase, say


class Posting(NamedTuple):
    """What is settled by itself: a game or a bonus; `contras` double it, in one account or in both.

    A `halved` one is worth half a point more than its value, and rounded down when everything is multiplied.
    """

    reason: Phrase
    rule: str
    value: int
    shares: Shares
    factors: tuple[Factor, ...] = ()
    contras: tuple[Factor, ...] = ()
    halved: bool = False

    def times(self, *factors: Factor) -> "Posting":
        """Return the same, multiplied."""
        return self._replace(factors=(*self.factors, *factors))

    def lines(self, rules: Rules) -> Iterator[Line]:
        """Yield the line that writes it, and the one that pays what contra adds where that counts in money only."""
        if rules.contra_on == "both":
            yield self._write((*self.factors, *self.contras))
            return
        written = self._write(self.factors)
        yield written
        if self.contras:
            paid = self._write((*self.factors, *self.contras))
            more = say("{reason}: contra, paid and not written", reason=self.reason)
            yield Line(more, "KR-44", paid.each - written.each, self.shares, cash=True)

    def _write(self, factors: tuple[Factor, ...]) -> Line:
        if not self.halved:
            return Line(self.reason, self.rule, self.value, self.shares, factors)
        value = (2 * self.value + 1) * prod(factor.times for factor in factors) // 2
        return Line(self.reason, "KR-45", value, self.shares)


POTS = {"ooe": 3, "sauwald": 3, "wien": 6}


def post_trischaken(rules: Rules, deal: Played) -> Iterator[Posting]:
    """Yield the settlement of a Trischaken (KR-50 to KR-61), or what a wrong card costs in it (KR-48), in points."""
    if deal.revoke:
        players = (deal.declarer, *deal.defenders)
        guilty = deal.revoke == deal.forehand
        value = rules.trischaken_revoke_forehand if guilty else rules.trischaken_revoke
        shares = tuple((player, 1 - len(players) if player == deal.revoke else 1) for player in players)
        yield Posting(say("Trischaken: wrong card by {player}", player=Name(deal.revoke)), "KR-48", value, shares)
    elif rules.trischaken in POTS:
        yield _post_pot(rules, dict(deal.counts), deal.forehand)
    else:
        yield settle_pairs(rules, dict(deal.counts), deal.forehand)


def _post_pot(rules: Rules, counts: Mapping[str, int], forehand: str) -> Posting:
    most = max(counts.values())
    top = tuple(player for player in counts if counts[player] == most)
    if forehand in top or len(top) == 1:
        loser = forehand if forehand in top else top[0]
        factors = []
        if most >= rules.threshold:
            factors.append(Factor(say("burgher"), 2, "KR-51"))
        if loser == forehand:
            factors.append(Factor(say("forehand"), 2, "KR-52"))
        virgins = tuple(player for player in counts if not counts[player])
        return _post_loser(rules, counts, loser, virgins, tuple(factors))
    return _post_tied(rules, counts, top)


def _post_loser(
    rules: Rules, counts: Mapping[str, int], loser: str, virgins: tuple[str, ...], factors: tuple[Factor, ...]
) -> Posting:
    """Return what one loser pays: to everybody, or to the players without a trick."""
    pot = POTS[rules.trischaken]
    others = tuple(player for player in counts if player != loser)
    reason = say("Trischaken: {player} has the most", player=Name(loser))
    if not virgins or len(virgins) == len(others):
        each = pot // len(others)
        full = rules.trischaken == "ooe" and rules.virgins == "each_full" and virgins
        return Posting(reason, "KR-54" if virgins else "KR-53", pot if full else each, _pay(loser, others), factors)
    if rules.trischaken == "sauwald" or (rules.trischaken == "ooe" and rules.virgins == "each_full"):
        return Posting(reason, "KR-54", pot, _pay(loser, virgins), factors)
    if len(virgins) == 2 and pot % 2:
        whole = pot * prod(factor.times for factor in factors)
        return Posting(reason, "KR-54", (whole + 1) // 2, _pay(loser, virgins))
    return Posting(reason, "KR-54", pot // len(virgins), _pay(loser, virgins), factors)


def _pay(loser: str, winners: tuple[str, ...]) -> Shares:
    return (*((player, 1) for player in winners), (loser, -len(winners)))


def _post_tied(rules: Rules, counts: Mapping[str, int], losers: tuple[str, ...]) -> Posting:
    """Return what two or three pay who have the same, and forehand is not among them."""
    others = tuple(player for player in counts if player not in losers)
    virgins = tuple(player for player in others if not counts[player])
    reason = _name(losers)
    if len(losers) == 3:
        shares = (*((player, -1) for player in losers), (others[0], 3))
        return Posting(reason, "KR-56", 2 if rules.trischaken == "wien" else 1, shares)
    each = {"ooe": 2, "sauwald": 3 if virgins else 2, "wien": 3}[rules.trischaken]
    winners = virgins or others
    shares = (*((player, -1) for player in losers), *((player, 2 // len(winners)) for player in winners))
    return Posting(reason, "KR-55", each, shares)


def _name(losers: tuple[str, ...]) -> Phrase:
    return say("Trischaken: {players} have the most", players=tuple(map(Name, losers)))


def settle_pairs(rules: Rules, counts: Mapping[str, int], forehand: str) -> Posting:
    """Return the first case that holds, in the order of the rules (KR-57 to KR-61), from counts in thirds."""
    value = 2 if rules.trischaken == "tirol" else 1
    order = sorted(counts, key=lambda player: -counts[player])
    first, second, third, last = order
    virgins = tuple(player for player in counts if not counts[player])
    if counts[first] > counts[second] and (alone := _post_alone(rules, counts, first, forehand, virgins)):
        return alone
    if len(virgins) == 1:
        shares = tuple((player, 3 if player in virgins else -1) for player in counts)
        reason = say("Trischaken: {player} has no trick", player=Name(virgins[0]))
        return Posting(reason, "KR-58", value, shares)
    if counts[first] == counts[third] or counts[second] == counts[last]:
        fourth, sign = (last, 1) if counts[first] == counts[third] else (first, -1)
        shares = tuple((player, 3 * sign if player == fourth else -sign) for player in counts)
        return Posting(say("Trischaken: three have the same"), "KR-59", 1, shares)
    if counts[second] == counts[third]:
        reason = say("Trischaken: {player} has the most, {other} the least", player=Name(first), other=Name(last))
        return Posting(reason, "KR-60", value, ((first, -1), (last, 1)))
    shares = ((first, -1), (second, -1), (third, 1), (last, 1))
    return Posting(say("Trischaken: the two with more pay the two with less"), "KR-61", value, shares)


def _post_alone(
    rules: Rules, counts: Mapping[str, int], loser: str, forehand: str, virgins: tuple[str, ...]
) -> Posting | None:
    """Return what a player pays who alone has the most, as a burgher or, in Tyrol, as forehand."""
    burgher = counts[loser] >= rules.threshold
    tirol = rules.trischaken == "tirol"
    if not burgher and not (tirol and loser == forehand):
        return None
    others = tuple(player for player in counts if player != loser)
    taking = virgins if tirol or len(virgins) == 1 else ()
    winners = taking or others
    total = 6 if tirol else 3
    shares = (*((player, total // len(winners)) for player in winners), (loser, -total))
    factors = (Factor(say("burgher"), 2, "KR-57"),) if tirol and burgher and loser == forehand else ()
    return Posting(say("Trischaken: {player} has the most", player=Name(loser)), "KR-57", 1, shares, factors)


AFTER_TRISCHAKEN = 4  # deals; after a Mondfang it is one


def due_factor(rules: Rules, earlier: Sequence[Answers]) -> Mapping[str, Due]:
    """Return the factor of a deal after these, at most `AFTER_TRISCHAKEN` deals (KR-46)."""
    doublings = sum(answers.get("contract") == TRISCHAKEN.key for answers in earlier)
    doublings += any(
        row["bonus"] == MONDFANG.key and row.get("made", True) and not answers.get("revoke")
        for answers in earlier[-1:]
        for row in rows_of(answers)
    )
    if not doublings:
        return {"factor": Due(None, say("no deal before it makes this one count double"))}
    factor = 2**doublings
    return {"factor": Due(factor, say("by the deals before it this one counts ×{factor}", factor=factor))}


_EVENTS = (*BIRDS, KING_ULTIMO, MONDFANG)


def post_positive(rules: Rules, deal: Played) -> Iterator[Posting]:
    """Yield the game and its bonuses, one by one, in points for each head (KR-14, KR-30 to KR-42).

    A Valat may stand in place of the game, beside it, or multiply everything.
    """
    valat = deal.valat
    void = _void(rules, deal)
    silenced = rules.valat_voids_contra and valat is not None and not valat.announced
    level = 0 if void or silenced else deal.contra
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
    rule = "KR-31" if claim.made or claim.announced else "KR-32"
    if claim is deal.valat:
        rule = "KR-37"
    shares = settle_sides(deal.for_side(claim), deal.side, deal.defenders)
    if claim.loser:  # a Mondfang is paid between its two players
        shares = settle_sides(claim.made, (claim.player,), (claim.loser,))
    return Posting(deal.describe(claim), rule, value, shares, factors, contras)


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
            got = [(player, share) for player, share in posting.shares if player in side and share > 0]
            got = [(player, share) for player, share in got if player != deal.revoke]
            if got:
                reason = say(
                    "{player} pays {others} for a wrong card: {reason}",
                    player=Name(deal.revoke),
                    others=tuple(Name(player) for player, _ in got),
                    reason=posting.reason,
                )
                shares = (*got, (deal.revoke, -sum(share for _, share in got)))
                yield posting._replace(reason=reason, rule="KR-47", shares=shares)


def _ended(deal: Played, *, won: bool) -> Played:
    """Return the deal as if the declarer's side had won, or lost, the game and every announced bonus."""
    claims = tuple(replace(claim, made=deal.of_side(claim) == won) for claim in deal.claims)
    return replace(deal, won=won, claims=claims)


def score(rules: Rules, deal: Played) -> Score:
    """Return the lines of one deal, in points (KR-14, KR-24, KR-30 to KR-61)."""
    found = []
    if deal.thirds is not None:
        points = write_thirds(deal.thirds)
        needed = write_thirds(rules.threshold)
        text = find_points(deal.declarer, deal.won, points, PACK.points, needed)
        if deciding_valat(rules, deal):
            text = count_beside_valat(deal.declarer, points, PACK.points)
        found.append(Line(text, "KR-3"))
    uncounted = []
    valat = None if deal.revoke or deal.gave_up else deal.valat
    for claim in deal.claims if valat else ():
        if valat and claim is not valat and not _counts(rules, valat, claim):
            rule = {"times": "KR-36", "fixed": "KR-38"}.get(rules.valat, "KR-39")
            text = say("{bonus}, which does not count beside the Valat", bonus=deal.describe(claim))
            uncounted.append(Line(text, rule))
    return Score((*found, *_lines(rules, deal), *uncounted))


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Return what each end of a called deal would pay: by role as long as the partner is a secret."""
    call = read_call(rules, seating, answers)
    if call.contract is TRISCHAKEN:
        return ()
    if call.contract.called and not (call.partner or call.alone):
        return () if call.revoke else foresee_by_role(call, lambda deal: _ends(rules, deal))
    if call.revoke or call.gave_up:
        return (Outcome(call.contract.label, score(rules, call)),)
    return _ends(rules, call)


def _ends(rules: Rules, call: Played) -> tuple[Outcome, ...]:

    def possible(deal: Played, won: bool) -> bool:
        valat = deciding_valat(rules, deal)
        return valat is None or deal.for_side(valat) == won

    return foresee(call, lambda deal, won: _lines(rules, replace(deal, won=won)), possible)


def _lines(rules: Rules, deal: Played) -> Iterator[Line]:
    double = (Factor(say("double deal"), deal.factor, "KR-46"),) if deal.factor > 1 else ()
    settle = post_positive if deal.contract.positive else _post_negative
    if deal.contract is TRISCHAKEN:
        postings = post_trischaken(rules, deal)
    elif deal.revoke:
        postings = post_revoke(rules, deal, settle)
    else:
        postings = settle(rules, deal)
    for posting in postings:
        yield from posting.times(*double).lines(rules)


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
