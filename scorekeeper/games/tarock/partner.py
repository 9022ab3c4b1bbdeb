"""A deal whose declarer may have called a partner: its result, and what cannot have been in it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from scorekeeper.cards.packs import Pack
from scorekeeper.games.game import Outcome
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.claims import C, Claim, Contract, Declared
from scorekeeper.games.tarock.counting import (
    Case,
    Counted,
    Division,
    Ending,
    Facts,
    PileFacts,
    all_tricks_facts,
    count_whole_pack,
    sums_between,
)
from scorekeeper.phrase import Name, Phrase, Refused, count, say


@dataclass(frozen=True, slots=True)
class PartnerDeal(Declared[C]):
    """One deal with its result.

    partner   who held the called card; nobody where it lay in the talon, and the declarer played `alone`
    thirds    what the declarer's side counted, in thirds, None where nobody counted; `exact` if surely to the third
    won       whether the declarer's side won the game
    """

    partner: str = ""
    alone: bool = False
    thirds: int | None = None
    exact: bool = True
    won: bool = False

    @property
    def side(self) -> tuple[str, ...]:
        """The declarer, and his partner if he has one."""
        return (self.declarer, self.partner) if self.partner else (self.declarer,)


P = TypeVar("P", bound=PartnerDeal[Contract])


def read_result(pack: Pack, threshold: int, deal: P, read: Answers, valat: Claim | None) -> P:
    """Return a deal with its result, won with so many thirds or by the `valat` that decides. Raises Refused."""
    tricks = cast("int | None", read.get("tricks"))
    points, others = (cast("int | None", read.get(key)) for key in ("points", "defender_points"))
    if tricks is None:
        counted = points if points is not None else sum(pack.worth) - (others or 0)
        ending = Ending(counted % pack.parts, say("as the other side counted"))
    else:
        cards = tricks * (len(deal.side) + len(deal.defenders)) + deal.contract.taken
        ending = Ending(cards % pack.parts, count("with {n} trick", "with {n} tricks", tricks))
    thirds = count_whole_pack(pack, ending, points, others)
    exact = tricks is not None or bool((points if points is not None else others or 0) % pack.parts)
    won = deal.for_side(valat) if valat else _won(threshold, thirds, read)
    if won is None:
        raise Refused("points", say("enter the card points"))
    return replace(deal, thirds=thirds, exact=exact, won=won)


def _won(threshold: int, thirds: int | None, read: Answers) -> bool | None:
    return cast("bool | None", read.get("won")) if thirds is None else thirds >= threshold


def _key_of(deal: PartnerDeal[Contract], read: Answers) -> str:
    """Return which answer says how the game ended."""
    if deal.thirds is None:
        return "won"
    return "points" if "points" in read else "defender_points"


def check_result(hand: int, threshold: int, deal: PartnerDeal[Contract], read: Answers) -> None:
    """Refuse tricks and wins that do not go with a Valat: all tricks or none are one, and the other way round."""
    tricks = read.get("tricks")
    made = deal.made_valat
    if made and tricks not in (None, hand if deal.of_side(made) else 0):
        raise Refused("tricks", say("a Valat was made, and that is all tricks"))
    failed = None if made or not deal.valat else 0 if deal.of_side(deal.valat) else hand  # the other side took them all
    if not made and tricks in (0, hand) and tricks != failed:
        raise Refused("tricks", say("one side won all tricks, and that is a Valat"))
    if made and _won(threshold, deal.thirds, read) not in (None, deal.of_side(made)):
        raise Refused(_key_of(deal, read), say("a side that won all tricks has won the game"))


def find_counted(pack: Pack, threshold: int, deal: PartnerDeal[Contract], read: Answers, *, decided: bool) -> Counted:
    """Return the sums that were told, a whole count a third more or less; any where a Valat `decided` the game."""
    whole = sum(pack.worth)
    key = _key_of(deal, read)
    if deal.thirds is not None:
        slack = 0 if deal.exact else 1
        return Counted(sums_between(deal.thirds - slack, deal.thirds + slack), deal.thirds, key)
    if "won" not in read or decided:
        return Counted(sums_between(0, whole), None, key)
    least, most = (threshold, whole) if deal.won else (0, threshold - 1)
    return Counted(sums_between(least, most), None, key, deal.won)


def find_facts(hand: int, deal: PartnerDeal[Contract], read: Answers) -> Facts:
    """Return what tricks and a Valat tell of the piles."""
    facts = all_tricks_facts(deal, hand)
    tricks = read.get("tricks")
    if isinstance(tricks, int):
        facts = facts.plus(Facts(PileFacts(tricks=tricks), PileFacts(tricks=hand - tricks)))
    return facts


def find_cases(deal: PartnerDeal[Contract], usual: Division, facts: Facts, called: Iterable[str]) -> Iterator[Case]:
    """Yield how the cards may have been divided where any of these was `called`: a partner played it."""
    for card in called:
        yield Case(usual, facts.plus(Facts(played=frozenset({card}))) if deal.partner else facts, card)


def foresee_by_role(call: P, foresee: Callable[[P], tuple[Outcome, ...]]) -> tuple[Outcome, ...]:
    """Return what each end of a called deal pays by role, while only one player knows that he plays with the declarer.

    An end stands once where it pays each role the same whoever the partner is. Where it does not, as a player whose
    side is not known announced something, it says with whom as the partner.
    """
    found: dict[Phrase, dict[tuple[int, ...], tuple[Outcome, list[str]]]] = {}
    for partner in call.defenders:
        others = tuple(player for player in call.defenders if player != partner)
        roles = {call.declarer: say("declarer"), partner: say("partner"), **dict.fromkeys(others, say("each opponent"))}
        for end in foresee(replace(call, partner=partner, defenders=others)):
            paid = end.score.totals(roles)
            by_role = (paid[call.declarer], paid[partner], *sorted(paid[player] for player in others))
            found.setdefault(end.label, {}).setdefault(by_role, (end._replace(roles=roles), []))[1].append(partner)
    ends = []
    for ways in found.values():
        for end, partners in ways.values():
            players = tuple(Name(player) for player in partners)
            label = say("{end}, partner: {players}", end=end.label, players=players) if len(ways) > 1 else end.label
            ends.append(end._replace(label=label))
    return tuple(ends)
