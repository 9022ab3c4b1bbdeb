"""The written points and payments of a deal of Königrufen."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import gcd

from scorekeeper.games.declarer.claims import Claim
from scorekeeper.games.declarer.contracts import Contract
from scorekeeper.games.declarer.lines import contra, describe
from scorekeeper.games.koenigrufen.bei import BeiGame, find_opponents
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.own_values import mark_own
from scorekeeper.games.score import Factor, Line, Score, settle_sides
from scorekeeper.games.tarock import trischaken_payments, valat
from scorekeeper.games.tarock.calling import CallingDeal
from scorekeeper.games.tarock.postings import Posting
from scorekeeper.phrase import Name, Phrase, Value, say

VALAT = valat.Cited("KR-36", "KR-37", "KR-38", "KR-39", "KR-40", "KR-42")
_TRISCHAKEN = trischaken_payments.Cited(*(f"KR-{number}" for number in range(51, 62)))


@dataclass(frozen=True, slots=True)
class KoenigrufenDeal(CallingDeal[Contract]):
    """One deal of Königrufen.

    factor      the multiplier of the deal (KR-46)
    broken_off  whether it has no winner, as a revoke is paid to both sides (KR-47)
    unplayed    whether a Rufer was paid before the first card (KR-122)
    joined      the games that others play beside a negative one (KR-130)
    """

    factor: int = 1
    broken_off: bool = False
    unplayed: bool = False
    joined: tuple[BeiGame, ...] = ()


def _name_game(deal: KoenigrufenDeal) -> Phrase:
    return deal.contract.label if deal.broken_off else deal.ending


def name_claim(deal: KoenigrufenDeal, claim: Claim) -> Phrase:
    """Return the ending of a claim in words, or that it was announced if it has none."""
    return describe(replace(claim, made=True) if deal.broken_off else claim)


def write_lines(rules: Rules, deal: KoenigrufenDeal) -> Iterator[Line]:
    """Yield the lines of a deal (KR-14, KR-24, KR-30 to KR-61)."""
    settle = _post_positive if deal.contract.positive else _post_negative
    postings: Iterable[Posting]
    if deal.contract.individual:
        postings = [_post_trischaken(rules, deal)]
    elif deal.revoke:
        postings = [posting for game in _split(rules, deal) for posting in _post_revoke(rules, game, settle)]
    else:
        first, *others = _split(rules, deal)
        beside = [posting._replace(rule="KR-131") for game in others for posting in settle(rules, game)]
        postings = [*settle(rules, first), *beside]
    double = (Factor(say("double deal"), deal.factor, "KR-46"),) if deal.factor > 1 else ()
    in_money = "" if rules.contra_on == "both" else "KR-44"
    lines = [line for posting in postings for line in posting.times(*double).lines(in_money)]
    yield from lines
    yield from _share_loss(deal, Score(tuple(lines))) if deal.revoke_with and not deal.contract.individual else ()


def _split(rules: Rules, deal: KoenigrufenDeal) -> tuple[KoenigrufenDeal, ...]:
    """Return the deal as one of the declarer, and one of each player who joined: each is settled alone (KR-131)."""
    if not deal.joined:
        return (deal,)
    declarers = (deal.declarer, *[game.player for game in deal.joined])

    def settle_with(player: str) -> tuple[str, ...]:
        return find_opponents(rules, deal.players, player, declarers)

    own = replace(deal, defenders=settle_with(deal.declarer), joined=())
    others = [
        replace(
            own,
            declarer=game.player,
            defenders=settle_with(game.player),
            contract=game.contract,
            doubts=game.doubts,
            won=game.won,
        )
        for game in deal.joined
    ]
    return (own, *others)


def _share_loss(deal: KoenigrufenDeal, score: Score) -> Iterator[Line]:
    """Yield what the second of two offenders bears: half of what is written, and of what is paid besides (KR-110)."""
    reason = say("{other} revoked, too, and bears half", other=Name(deal.revoke_with))
    shares = ((deal.revoke, 1), (deal.revoke_with, -1))
    written = score.totals(deal.players)[deal.revoke]
    yield Line(reason, "KR-110", -written // 2, shares)
    if paid := score.cash().get(deal.revoke, 0):
        yield Line(reason, "KR-110", -paid // 2, shares, cash=True)


def _post_trischaken(rules: Rules, deal: KoenigrufenDeal) -> Posting:
    """Return the settlement of a Trischaken (KR-50 to KR-61), or of a revoke in it (KR-48), in points."""
    if not deal.revoke:
        worth = rules.value_of(deal.contract)
        counts = dict(deal.counts)
        kept = rules.trischaken_pot != "none"
        posting = trischaken_payments.settle_counts(rules, worth, counts, deal.forehand, _TRISCHAKEN, alike=kept)
        posting = _pay_pot(posting) if kept else posting
        return posting._replace(reason=mark_own(deal.contract.own, posting.reason))
    if deal.revoke_with:
        return _post_shared(rules, deal)
    value = _price_revoke(rules, deal, deal.revoke)
    shares = tuple([(player, 1 - len(deal.players) if player == deal.revoke else 1) for player in deal.players])
    return Posting(say("Trischaken: wrong card by {player}", player=Name(deal.revoke)), "KR-48", value, shares)


def _pay_pot(posting: Posting) -> Posting:
    """Return what the losers of a Trischaken pay, into the pot instead of to the others (KR-120)."""
    paid = [(player, share) for player, share in posting.shares if share < 0]
    least = gcd(*(share for _, share in paid))
    shares = tuple([(player, share // least) for player, share in paid])
    return posting._replace(rule="KR-120", value=posting.value * least, shares=shares)


def _price_revoke(rules: Rules, deal: KoenigrufenDeal, player: str) -> int:
    return int(rules.trischaken_revoke_forehand if player == deal.forehand else rules.trischaken_revoke)


def _post_shared(rules: Rules, deal: KoenigrufenDeal) -> Posting:
    """Return what two offenders in a Trischaken pay: each half of their price to each other player (KR-110)."""
    offenders = (deal.revoke, deal.revoke_with)
    others = [player for player in deal.players if player not in offenders]
    first, second = (_price_revoke(rules, deal, player) for player in offenders)
    each = (first + second + 1) // 2  # what does not come out is rounded up, for the first to pay
    shares = (*((player, each) for player in others), (deal.revoke, second - 2 * each), (deal.revoke_with, -second))
    return Posting(
        say("Trischaken: wrong cards by {players}", players=tuple(map(Name, offenders))), "KR-110", 1, shares
    )


def _post_positive(rules: Rules, deal: KoenigrufenDeal) -> Iterator[Posting]:
    """Yield the game and its bonuses, one by one, in points for each head (KR-14, KR-30 to KR-42).

    Every contra is void if the called King lay in the talon of a Solorufer.
    """
    void = rules.solorufer_contra == "void" and deal.contract.called and deal.contract.solo and deal.alone

    def post_game(won: bool, level: int, rule: str) -> Posting:
        return _post_game(rules, replace(deal, won=won), tuple(contra(level, rule)))

    def post_bonus(claim: Claim) -> Posting:
        return _post_bonus(rules, deal, claim, void)

    if deal.valat and not deal.gave_up:
        yield from valat.post_valat(rules, deal, deal.valat, VALAT, post_game, post_bonus, void=void)
        return
    yield post_game(deal.won, 0 if void else deal.contra, "KR-42")
    yield from map(post_bonus, deal.claims)


def _post_game(rules: Rules, deal: KoenigrufenDeal, contras: tuple[Factor, ...]) -> Posting:
    won = deal.won and not deal.gave_up
    lost = deal.contract.lost
    factors = () if won or lost == 1 else (Factor(say("lost"), lost, "KR-14"),)
    shares = settle_sides(won, deal.side, deal.defenders)
    rule = "KR-24" if deal.gave_up else "KR-122" if deal.unplayed else "KR-31"
    name = say("{game}, paid unplayed", game=deal.contract.label) if deal.unplayed else _name_game(deal)
    return Posting(name, rule, rules.value_of(deal.contract), shares, factors, contras)


def _post_bonus(rules: Rules, deal: KoenigrufenDeal, claim: Claim, void: bool) -> Posting:
    value = claim.bonus.announced if claim.risked else claim.bonus.silent
    doubles = deal.contract.solo and (claim is not deal.valat or rules.valat_solo_doubles)
    factors = (Factor(say("in a Solo"), 2, "KR-30"),) if doubles else ()
    contras = () if void else tuple(contra(claim.contra, "KR-42"))
    rule = "KR-31" if claim.made or claim.announced else "KR-32"
    if claim is deal.valat:
        rule = "KR-37"
    rule = rules.cite(claim.bonus, rule)
    shares = settle_sides(deal.for_side(claim), deal.side, deal.defenders)
    if claim.loser:  # a Mondfang is paid between its two players
        shares = settle_sides(claim.made, (claim.player,), (claim.loser,))
    return Posting(name_claim(deal, claim), rule, value, shares, factors, contras)


def _post_negative(rules: Rules, deal: KoenigrufenDeal) -> Iterator[Posting]:
    """Each opponent settles separately; those without contra share one line."""
    value = rules.value_of(deal.contract)
    halved = "KR-45" if rules.is_halved(deal.contract.key) else ""
    doubts = {player: level for player, level in deal.doubts if level}
    calm = tuple(player for player in deal.defenders if player not in doubts)
    reason = _name_game(deal)
    if calm:
        yield Posting(reason, "KR-43", value, settle_sides(deal.won, (deal.declarer,), calm), halved=halved)
    for player, level in doubts.items():
        against = say("{game}, against {player}", game=reason, player=Name(player))
        shares = settle_sides(deal.won, (deal.declarer,), (player,))
        yield Posting(against, "KR-43", value, shares, contras=tuple(contra(level, "KR-42")), halved=halved)


def _post_revoke(
    rules: Rules, deal: KoenigrufenDeal, settle: Callable[[Rules, KoenigrufenDeal], Iterator[Posting]]
) -> Iterator[Posting]:
    """Yield the offender's payment: the others' possible win, or the loss of the offender's side (KR-47)."""
    offender = Name(deal.revoke)
    if rules.revoke == "side_loses":
        for posting in settle(rules, _end(deal, won=deal.revoke not in deal.side)):
            reason = say("wrong card by {player}: {reason}", player=offender, reason=posting.reason)
            yield posting._replace(reason=reason, rule="KR-47")
        return
    silent = {name_claim(replace(deal, broken_off=True), claim) for claim in deal.claims if not claim.announced}
    for won, side in ((True, deal.side), (False, deal.defenders)):
        for posting in settle(rules, replace(_end(deal, won=won), broken_off=True)):
            winners = [player for player in side if player not in (deal.revoke, deal.revoke_with)]
            got = [(player, share) for player, share in posting.shares if player in winners and share > 0]
            if got:
                others = tuple(Name(player) for player, _ in got)
                values: dict[str, Value] = {"player": offender, "others": others, "reason": posting.reason}
                damages = posting.reason in silent
                reason = say("{player} pays {others} for a wrong card: {reason}", **values)
                shares = (*got, (deal.revoke, -sum(share for _, share in got)))
                yield posting._replace(reason=reason, rule="KR-111" if damages else "KR-47", shares=shares)


def _end(deal: KoenigrufenDeal, *, won: bool) -> KoenigrufenDeal:
    """Return the deal as if the declarer's side had won, or lost, the game and every announced bonus.

    A bonus that nobody announced is claimed by its own side alone (KR-111).
    """
    claims = [replace(claim, made=deal.of_side(claim) == won) for claim in deal.claims]
    claims = [claim for claim in claims if claim.announced or claim.made]
    return replace(deal, won=won, claims=tuple(claims))
