"""What the soloist's pile can count, from the pack and the tricks that he can have taken."""

from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.sums import has, nearest, sums_by_number, unite
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt.deal import Deal, must_play
from scorekeeper.games.herzblatt.rules import POINTS, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Name, Refused, say


def check(rules: Rules, seating: Seating, answers: Answers, deal: Deal) -> None:
    """Refuse a deal that cannot have been: points that no cards make, and a pass where somebody must play (HB-11)."""
    must = must_play(rules, seating)
    if not deal.soloist and must:
        raise Refused("passed", say("if everybody passes, {player} must play", player=Name(must)))
    if deal.points is None or deal.revoke:  # a wrong card may have ended the play before all was taken
        return
    counts = _counts(rules, deal)
    if not has(counts, deal.points):
        _refuse_points(deal.points, nearest(counts, deal.points), "points" in answers)


def _counts(rules: Rules, deal: Deal) -> int:
    """Return the set of sums that the soloist can count: some tricks, and as many cards laid away as the skat had.

    Where the source tells no pack, tables may play with more cards of no worth: then any cards may be his.
    """
    players = 1 + len(deal.others)
    if players in rules.untold:
        return unite(sums_by_number(ACE_TEN.worth))
    dealing = rules.dealing(players)
    worths = dealing.pack.worth[: len(dealing.pack.worth) - dealing.loose]  # the last are worth nothing (HB-4, HB-5)
    sums = sums_by_number(worths)
    missed = deal.announced == "du" and not deal.all_tricks
    tricks = range(dealing.hand if deal.all_tricks else 0, dealing.hand + (0 if missed else 1))
    return unite([sums[number * players + dealing.skat] for number in tricks])


def _refuse_points(points: int, near: tuple[int, ...], by_soloist: bool) -> None:
    if not by_soloist:
        points, near = POINTS - points, tuple(sorted(POINTS - other for other in near))
    text = say("no cards make {points} card points; the nearest that can be: {near}", points=points, near=near)
    raise Refused("points" if by_soloist else "defender_points", text)
