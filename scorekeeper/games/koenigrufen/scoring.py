"""The written points and payments of a deal of Königrufen, and the worth of its games and bonuses."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import NamedTuple

from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Outcome, Proposal, Seating
from scorekeeper.games.koenigrufen.deal import Played, deciding_valat, read_call
from scorekeeper.games.koenigrufen.rules import ABSOLUT, BIRDS, KING_ULTIMO, MONDFANG, PACK, STOCK, TRISCHAKEN, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import Row, TariffTable
from scorekeeper.games.score import Factor, Line, Score, Shares, rules_of, settle_sides
from scorekeeper.games.tarock.claims import Claim, rows_of
from scorekeeper.games.tarock.lines import (
    SILENT_AND_ANNOUNCED,
    contra,
    find_points,
    possible_ends,
    possible_ends_by_role,
)
from scorekeeper.phrase import Name, Phrase, Value, say


class Posting(NamedTuple):
    """A separate settlement of a game or a bonus; `contras` double it, in one account or in both.

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
        """Return the posting, multiplied."""
        return self._replace(factors=(*self.factors, *factors))

    def lines(self, rules: Rules) -> Iterator[Line]:
        """Yield the written line, and the cash line of a contra that counts in money only."""
        doubled = self._write((*self.factors, *self.contras))
        if rules.contra_on == "both":
            yield doubled
            return
        written = self._write(self.factors)
        yield written
        if self.contras:
            more = say("{reason}: contra, paid and not written", reason=self.reason)
            yield Line(more, "KR-44", doubled.each - written.each, self.shares, cash=True)

    def _write(self, factors: tuple[Factor, ...]) -> Line:
        if not self.halved:
            return Line(self.reason, self.rule, self.value, self.shares, factors)
        value = (2 * self.value + 1) * prod(factor.times for factor in factors) // 2
        return Line(self.reason, "KR-45", value, self.shares)


POTS = {"ooe": 3, "sauwald": 3, "wien": 6}


def _post_trischaken(rules: Rules, deal: Played) -> Posting:
    """Return the settlement of a Trischaken (KR-50 to KR-61), or of a wrong card in it (KR-48), in points."""
    if deal.revoke:
        players = (deal.declarer, *deal.defenders)
        guilty = deal.revoke == deal.forehand
        value = rules.trischaken_revoke_forehand if guilty else rules.trischaken_revoke
        shares = tuple((player, 1 - len(players) if player == deal.revoke else 1) for player in players)
        return Posting(say("Trischaken: wrong card by {player}", player=Name(deal.revoke)), "KR-48", value, shares)
    counts = dict(deal.counts)
    if rules.trischaken not in POTS:
        return _post_pairs(rules, counts, deal.forehand)
    most = max(counts.values())
    losers = tuple(player for player in counts if counts[player] == most)
    if deal.forehand in losers:
        losers = (deal.forehand,)
    others = tuple(player for player in counts if player not in losers)
    virgins = tuple(player for player in others if not counts[player])
    if len(losers) == 1:
        factors = [Factor(say("burgher"), 2, "KR-51")] if most >= rules.threshold else []
        factors += [Factor(say("forehand"), 2, "KR-52")] if losers == (deal.forehand,) else []
        return _post_loser(rules, losers[0], others, virgins, tuple(factors))
    reason = say("Trischaken: {players} have the most", players=tuple(map(Name, losers)))
    if len(losers) == 3:
        shares = (*((player, -1) for player in losers), (others[0], 3))
        return Posting(reason, "KR-56", 2 if rules.trischaken == "wien" else 1, shares)
    each = {"ooe": 2, "sauwald": 3 if virgins else 2, "wien": 3}[rules.trischaken]
    winners = virgins or others
    shares = (*((player, -1) for player in losers), *((player, 2 // len(winners)) for player in winners))
    return Posting(reason, "KR-55", each, shares)


def _post_loser(
    rules: Rules, loser: str, others: tuple[str, ...], virgins: tuple[str, ...], factors: tuple[Factor, ...]
) -> Posting:
    """Return the payments of one loser: to everybody, or to the players without a trick, shared or each in full."""
    pot = POTS[rules.trischaken]
    rule = "KR-54" if virgins else "KR-53"
    winners = virgins or others
    full = rules.trischaken == "ooe" and rules.virgins == "each_full"
    full = full or (rules.trischaken == "sauwald" and len(virgins) < len(others))
    reason = say("Trischaken: {player} has the most", player=Name(loser))
    shares = (*((player, 1) for player in winners), (loser, -len(winners)))
    if virgins and full:
        return Posting(reason, rule, pot, shares, factors)
    if pot % len(winners):
        whole = pot * prod(factor.times for factor in factors)
        return Posting(reason, rule, (whole + 1) // 2, shares)
    return Posting(reason, rule, pot // len(winners), shares, factors)


def _post_pairs(rules: Rules, counts: Mapping[str, int], forehand: str) -> Posting:
    """Return the first case that holds, in the order of the rules (KR-57 to KR-61), from counts in thirds."""
    tirol = rules.trischaken == "tirol"
    value = 2 if tirol else 1
    first, second, third, last = sorted(counts, key=lambda player: -counts[player])
    virgins = tuple(player for player in counts if not counts[player])
    burgher = counts[first] >= rules.threshold
    if counts[first] > counts[second] and (burgher or (tirol and first == forehand)):
        total = 6 if tirol else 3
        taking = virgins if tirol or len(virgins) == 1 else ()
        winners = taking or tuple(player for player in counts if player != first)
        shares = (*((player, total // len(winners)) for player in winners), (first, -total))
        factors = (Factor(say("burgher"), 2, "KR-57"),) if tirol and burgher and first == forehand else ()
        return Posting(say("Trischaken: {player} has the most", player=Name(first)), "KR-57", 1, shares, factors)
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


AFTER_TRISCHAKEN = 4  # deals; after a Mondfang it is one


def propose_factor(rules: Rules, earlier: Sequence[Answers]) -> Mapping[str, Proposal]:
    """Return the factor of a deal after these, at most `AFTER_TRISCHAKEN` deals (KR-46)."""
    doublings = sum(answers.get("contract") == TRISCHAKEN.key for answers in earlier)
    doublings += any(
        row["bonus"] == MONDFANG.key and row.get("made", True) and not answers.get("revoke")
        for answers in earlier[-1:]
        for row in rows_of(answers)
    )
    if not doublings:
        return {"factor": Proposal(None, say("no deal before it makes this one count double"))}
    factor = 2**doublings
    return {"factor": Proposal(factor, say("by the deals before it this one counts ×{factor}", factor=factor))}


def _post_positive(rules: Rules, deal: Played) -> Iterator[Posting]:
    """Yield the game and its bonuses, one by one, in points for each head (KR-14, KR-30 to KR-42).

    A Valat may replace the game, be paid beside it, or multiply everything. Every contra is void if the called King
    lay in the talon of a Solorufer.
    """
    valat = deal.valat
    void = rules.solorufer_contra == "void" and deal.contract.called and deal.contract.solo and deal.alone
    silenced = rules.valat_voids_contra and valat is not None and not valat.announced
    game = _post_game(rules, deal, () if void or silenced else tuple(contra(deal.contra, "KR-42")))
    if deal.gave_up or not valat:
        yield game
        yield from (_post_bonus(rules, deal, claim, void) for claim in deal.claims)
        return
    beside = [_post_bonus(rules, deal, claim, void) for claim in deal.claims if _counts(rules, valat, claim)]
    label = say("announced Valat") if valat.announced else say("Valat")
    figure = valat.bonus.announced if valat.announced else valat.bonus.silent
    if rules.valat == "times":  # a failed announced one goes to the other side
        won = deal.for_side(valat)
        level = 0 if void else max(0 if silenced else deal.contra, valat.contra)
        instead = _post_game(rules, replace(deal, won=won), tuple(contra(level, "KR-40")))
        yield instead.times(Factor(label, figure, "KR-36"))._replace(reason=deal.describe(valat), rule="KR-36")
        yield from beside
    elif rules.valat == "fixed":
        yield game
        yield _post_bonus(rules, deal, valat, void)
        yield from beside
    else:
        doubled = () if void else tuple(contra(valat.contra, "KR-40"))
        for posting in (game, *beside):
            more = posting.times(Factor(label, figure, "KR-39"))
            yield more._replace(contras=(*more.contras, *doubled))


def _counts(rules: Rules, valat: Claim, claim: Claim) -> bool:
    """Return whether a bonus counts beside a Valat; all do if a Valat with a posting of its own failed."""
    if claim is valat:
        return False
    if rules.valat == "fixed" and not valat.made:
        return True
    stock = claim.bonus in STOCK
    return {
        "announced": claim.announced,
        "not_silent_stock": claim.announced or not stock,
        "events": claim.bonus in (*BIRDS, KING_ULTIMO, MONDFANG),
        "no_stock": not stock and claim.bonus is not ABSOLUT,
    }[rules.valat_beside]


def _post_game(rules: Rules, deal: Played, contras: tuple[Factor, ...]) -> Posting:
    won = deal.won and not deal.gave_up
    lost = deal.contract.lost
    factors = () if won or lost == 1 else (Factor(say("lost"), lost, "KR-14"),)
    shares = settle_sides(won, deal.side, deal.defenders)
    rule = "KR-24" if deal.gave_up else "KR-31"
    return Posting(deal.ending, rule, rules.values[deal.contract.key], shares, factors, contras)


def _post_bonus(rules: Rules, deal: Played, claim: Claim, void: bool) -> Posting:
    value = claim.bonus.announced if claim.risked else claim.bonus.silent
    doubles = deal.contract.solo and (claim is not deal.valat or rules.valat_solo_doubles)
    factors = (Factor(say("in a Solo"), 2, "KR-30"),) if doubles else ()
    contras = () if void else tuple(contra(claim.contra, "KR-42"))
    rule = "KR-31" if claim.made or claim.announced else "KR-32"
    if claim is deal.valat:
        rule = "KR-37"
    shares = settle_sides(deal.for_side(claim), deal.side, deal.defenders)
    if claim.loser:  # a Mondfang is paid between its two players
        shares = settle_sides(claim.made, (claim.player,), (claim.loser,))
    return Posting(deal.describe(claim), rule, value, shares, factors, contras)


def _post_negative(rules: Rules, deal: Played) -> Iterator[Posting]:
    """Each opponent settles separately; those without contra share one line."""
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


def _post_revoke(rules: Rules, deal: Played, settle: Callable[[Rules, Played], Iterator[Posting]]) -> Iterator[Posting]:
    """Yield the offender's payment: the others' possible win, or the loss of the offender's side (KR-47)."""
    offender = Name(deal.revoke)
    if rules.revoke == "side_loses":
        for posting in settle(rules, _end(deal, won=deal.revoke not in deal.side)):
            reason = say("wrong card by {player}: {reason}", player=offender, reason=posting.reason)
            yield posting._replace(reason=reason, rule="KR-47")
        return
    for won, side in ((True, deal.side), (False, deal.defenders)):
        for posting in settle(rules, replace(_end(deal, won=won), broken_off=True)):
            winners = [player for player in side if player != deal.revoke]
            got = [(player, share) for player, share in posting.shares if player in winners and share > 0]
            if got:
                others = tuple(Name(player) for player, _ in got)
                values: dict[str, Value] = {"player": offender, "others": others, "reason": posting.reason}
                reason = say("{player} pays {others} for a wrong card: {reason}", **values)
                shares = (*got, (deal.revoke, -sum(share for _, share in got)))
                yield posting._replace(reason=reason, rule="KR-47", shares=shares)


def _end(deal: Played, *, won: bool) -> Played:
    """Return the deal as if the declarer's side had won, or lost, the game and every announced bonus."""
    claims = tuple(replace(claim, made=deal.of_side(claim) == won) for claim in deal.claims)
    return replace(deal, won=won, claims=claims)


def _lines(rules: Rules, deal: Played) -> Iterator[Line]:
    settle = _post_positive if deal.contract.positive else _post_negative
    postings: Iterable[Posting]
    if deal.contract is TRISCHAKEN:
        postings = [_post_trischaken(rules, deal)]
    elif deal.revoke:
        postings = _post_revoke(rules, deal, settle)
    else:
        postings = settle(rules, deal)
    double = (Factor(say("double deal"), deal.factor, "KR-46"),) if deal.factor > 1 else ()
    for posting in postings:
        yield from posting.times(*double).lines(rules)


def score(rules: Rules, deal: Played) -> Score:
    """Return the lines of one deal, in points (KR-14, KR-24, KR-30 to KR-61)."""
    found = []
    if deal.thirds is not None:
        won = None if deciding_valat(rules, deal) else deal.won
        needed = write_thirds(rules.threshold)
        found.append(Line(find_points(deal.declarer, won, write_thirds(deal.thirds), PACK.points, needed), "KR-3"))
    uncounted = []
    valat = None if deal.revoke or deal.gave_up else deal.valat
    for claim in deal.claims:
        if valat and claim is not valat and not _counts(rules, valat, claim):
            rule = {"times": "KR-36", "fixed": "KR-38"}.get(rules.valat, "KR-39")
            text = say("{bonus}, which does not count beside the Valat", bonus=deal.describe(claim))
            uncounted.append(Line(text, rule))
    return Score((*found, *_lines(rules, deal), *uncounted))


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Return the payments of each end of a called deal: by role as long as the partner is a secret."""
    call = read_call(rules, seating, answers)

    def lines(deal: Played, won: bool) -> Iterator[Line]:
        return _lines(rules, replace(deal, won=won))

    def possible(deal: Played, won: bool) -> bool:
        valat = deciding_valat(rules, deal)
        return valat is None or deal.for_side(valat) == won

    if call.contract is TRISCHAKEN:
        return ()
    if call.contract.called and not (call.partner or call.alone):
        return () if call.revoke else possible_ends_by_role(call, lambda deal: possible_ends(deal, lines, possible))
    if call.revoke or call.gave_up:
        return (Outcome(call.contract.label, score(rules, call)),)
    return possible_ends(call, lines, possible)


_SEATING = Seating(1, "three", ("declarer", "one", "two", "three"))


def make_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return the worth of contracts and bonuses; after the row of the Solo come those that it does not double."""
    games = []
    for contract in rules.contracts:
        if contract is TRISCHAKEN:
            continue
        answers: dict[str, object] = {"declarer": "declarer", "contract": contract.key}
        answers |= {"alone": True} if contract.called else {}
        if contract.birds:
            answers["bonuses"] = [{"player": "declarer", "bonus": contract.birds[0], "announced": True}]
        won, *_, lost = [end.score.lines[0] for end in outcomes(rules, _SEATING, answers)]
        cells = tuple(f"{line.each}½" if contract.key in rules.halves else line.each for line in (won, lost))
        games.append(Row(contract.label, cells, rules_of((won, lost))))
    *bonuses, valat = [
        Row(bonus.label, (bonus.silent, bonus.announced, -bonus.announced), ("KR-30", "KR-31"))
        for bonus in rules.bonuses
    ]
    solo = Row(say("in a Solo"), ("×2",) * 3, ("KR-30",))
    if rules.valat == "fixed":
        valat = valat._replace(rules=("KR-37", "KR-30"))
        last = (valat, solo) if rules.valat_solo_doubles else (solo, valat)
    else:
        label, rule = (say("Valat (game)"), "KR-36") if rules.valat == "times" else (say("Valat (all)"), "KR-39")
        last = (solo, Row(label, tuple(f"×{figure}".replace("×-", "−×") for figure in valat.cells), (rule,)))
    shared = tuple(_trischaken_rows(rules))
    return (
        TariffTable(say("The games, with each opponent"), (say("won"), say("lost")), tuple(games)),
        TariffTable(say("Bonuses, with each opponent"), SILENT_AND_ANNOUNCED, (*bonuses, *last)),
        TariffTable(say("Trischaken, altogether"), (say("usually"), say("burgher")), shared),
    )


def _trischaken_rows(rules: Rules) -> Iterator[Row]:
    """Yield the payments of a Trischaken, without and with a burgher: counts in thirds, the paid player, the sign.

    If two took everything, neither is a burgher only if the one with more is as little below that as possible.
    """
    most = rules.threshold - 1
    below = (0, most, sum(PACK.worth) - most, 0)
    players = _SEATING.playing
    for label, counts, place, sign in (
        (say("the player with the most pays"), ((50, 90, 40, 30), (40, 110, 35, 25)), 1, -1),
        (say("forehand with the most pays"), ((90, 50, 40, 30), (110, 40, 35, 25)), 0, -1),
        (say("the only one without a trick gets"), ((60, 90, 60, 0), (50, 110, 50, 0)), 3, 1),
        (say("each of two without a trick gets"), (below, (0, 110, 100, 0)), 3, 1),
    ):
        cells = list[Value]()
        lines = list[Line]()
        for thirds in counts:
            taken = tuple(zip(players, thirds, strict=True))
            deal = Played(players[0], players[1:], TRISCHAKEN, 0, (), counts=taken, forehand=players[0])
            found = score(rules, deal)
            cells.append(sign * found.totals(players)[players[place]])
            lines += found.lines
        yield Row(label, tuple(cells), rules_of(lines))
