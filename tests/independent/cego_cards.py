"""Whole deals of Cego played at random and judged by the rules in words alone.

Written with names of cards and lists only, and without a look at the engine.
"""

from random import Random
from typing import Any

from .cards import LARGE_PACK, NAMES, TAROCKS, Deal, highest, nominal, some, suit_of

KEPT = {"cego": 2, "halbe": 2, "eine": 1, "eine_leere": 1, "kleiner_mann": 1}
LAID_OUT = ("halbe", "eine_leere", "kleiner_mann")
OWN = ("solo", "ultimo", "piccolo", "bettel", "raeuber")
RANKS = ["K", "Q", "C", "V", "A", "2", "3", "4", "10", "9", "8", "7"]
OFFERED: dict[str, list[Any]] = {"no_trick": ["forty", "count"], "first_lead": ["declarer", "forehand"]}


def points_of(cards: list[str]) -> int:
    """CE-1: two cards count their sum less 1."""
    assert len(cards) % 2 == 0
    return sum(map(nominal, cards)) - len(cards) // 2


def winner_of(trick: list[str]) -> str:
    """CE-42."""
    return highest(trick, RANKS)


def judge(deal: Deal, player: str, hand: list[str], trick: list[str], card: str) -> tuple[str, set[str]]:
    """Return why a card is illegal, "" if it is not, and the legal cards: CE-16, CE-41."""
    if not trick:
        first = deal.answers["contract"] == "kleiner_mann" and player == deal.answers["declarer"] and len(hand) == 11
        if first and "T1" in hand:
            return ("" if card == "T1" else "ANNOUNCED_CARD_DUE"), {"T1"}
        return "", set(hand)
    follow = {other for other in hand if suit_of(other) == suit_of(trick[0])}
    legal = follow or {other for other in hand if other in TAROCKS} or {*hand}
    return "" if card in legal else "MUST_FOLLOW" if follow else "MUST_TAROCK", legal


def random_start(random: Random, skewed: bool, laid_out: bool) -> Deal:
    """Return a deal that could be bid, before the first lead.

    Of the games with a card laid out, which cannot win, only Kleiner Mann unless they are wanted.
    """
    pack, players = random.sample(LARGE_PACK, 54), NAMES[:4]
    if skewed:
        pack.sort(key=lambda card: random.gauss(TAROCKS.index(card) if card in TAROCKS else -5, 4))
        seats = random.sample([10, 21, 32, 43], 4)
        pack = pack[:10] + [card for seat in seats for card in pack[seat : seat + 11]]
    blind, hands = pack[:10], {player: pack[10 + 11 * seat :][:11] for seat, player in enumerate(players)}
    holder = next((player for player, hand in hands.items() if "T1" in hand), "")
    games = [*KEPT, *OWN] if laid_out else ["cego", "eine", *(["kleiner_mann"] if holder else []), *OWN]
    contract = random.choice([game for game in games if holder or game != "kleiner_mann"])
    declarer = holder if contract == "kleiner_mann" else random.choice(players)
    answers: dict[str, Any] = {"declarer": declarer, "contract": contract}
    record: dict[str, Any] = {"talon": " ".join(blind)}
    house = some(random, OFFERED)
    if contract in KEPT:
        kept = ["T1"] if contract == "kleiner_mann" else random.sample(hands[declarer], KEPT[contract])
        laid = random.sample(blind, len(kept) - 1)
        record["discard"] = " ".join([*(card for card in hands[declarer] if card not in kept), *laid])
        hands[declarer] = [*kept, *(card for card in blind if card not in laid)]
    forehand = house.get("first_lead") == "forehand" and contract not in LAID_OUT
    leader = players[0] if forehand else declarer
    deal = Deal("cego", "schwarzwald", house, 1, players, answers, record, "T", leader)
    deal.play["hands"] = hands
    return deal


def complete(deal: Deal) -> bool:
    """Complete the answers of a deal that was played, or return that it is one of those that are not judged."""
    answers, declarer = deal.answers, deal.answers["declarer"]
    contract, tricks = answers["contract"], deal.winners.count(declarer)
    if contract in LAID_OUT and deal.winners[0] == declarer:
        return False
    if contract in ("bettel", "piccolo"):
        answers["tricks"] = tricks
    elif contract == "ultimo":
        last = deal.play["tricks"][-1].split()
        answers["won"] = winner_of(last) == "T1" and deal.winners[-1] == declarer
    elif contract == "raeuber":
        counts = {player: points_of(deal.taken_by(player)) for player in deal.players}
        most = [player for player, count in counts.items() if count == max(counts.values())]
        answers["loser"] = declarer if declarer in most else most[0]
        return declarer in most or len(most) == 1
    else:
        answers["points"] = points_of([*apart(deal), *deal.taken_by(declarer)])
        if not tricks and deal.house.get("no_trick") != "count":
            answers["no_trick"] = True
    return True


def apart(deal: Deal) -> list[str]:
    """Return the cards that count for the declarer beside the tricks: CE-12, CE-17."""
    return str(deal.play.get("discard", deal.play["talon"])).split()
