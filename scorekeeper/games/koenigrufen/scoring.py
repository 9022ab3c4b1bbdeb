"""What a deal of Königrufen writes and pays, line by line."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.koenigrufen.contracts import TRISCHAKEN
from scorekeeper.games.koenigrufen.deal import read_call
from scorekeeper.games.koenigrufen.played import Played
from scorekeeper.games.koenigrufen.positive import post_positive
from scorekeeper.games.koenigrufen.posting import Posting
from scorekeeper.games.koenigrufen.revoke import post_revoke
from scorekeeper.games.koenigrufen.rules import PACK, Rules
from scorekeeper.games.koenigrufen.trischaken import post_trischaken
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Factor, Line, Score, settle_sides
from scorekeeper.games.tarock.lines import contra, find_points, foresee
from scorekeeper.phrase import Name, say


def score(rules: Rules, deal: Played) -> Score:
    """Return the lines of one deal, in points (KR-14, KR-24, KR-30 to KR-61)."""
    found = [] if deal.thirds is None else [_find(rules, deal, deal.thirds)]
    return Score((*found, *_lines(rules, deal)))


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Return what each end of a called deal would pay: nothing as long as the partner is a secret."""
    call = read_call(rules, seating, answers)
    if call.contract is TRISCHAKEN or (call.contract.called and not (call.partner or call.alone)):
        return ()
    if call.revoke or call.gave_up:
        return (Outcome(call.contract.label, score(rules, call)),)
    return tuple(
        foresee(call.claims, call.side, lambda won, claims: _lines(rules, replace(call, claims=claims, won=won)))
    )


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
    value, halved = rules.values[deal.contract.key], deal.contract.key in rules.halves
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
    points, needed = write_thirds(thirds), write_thirds(rules.threshold)
    return Line(find_points(deal.declarer, deal.won, points, PACK.points, needed), "KR-3")
