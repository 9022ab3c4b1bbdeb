"""Whole deals of Zwanzigerrufen played at random and judged by the rules in words alone.

Written with names of cards and lists only, and without a look at the engine.
"""

from random import Random
from typing import Any

from .cards import KINGS, NAMES, TAROCKS, TRULL, Deal, highest, some, suit_of

RANKS = {"K": 5, "Q": 4, "C": 3, "V": 2, "10": 0, "A": 0}  # from the highest, with what each counts
PACK = [card for card in TAROCKS if card not in ("T2", "T3")]
PACK += [rank + suit for suit in "CSHD" for rank in RANKS if rank != ("A" if suit in "CS" else "10")]
AUTHORS = ("freeboardgames", "browser")
CALLABLE = ("T20", "T19", "T18", "T17", "T16")
SWITCHES = {
    "valat": ("alone", "beside"),
    "absolut": ("decides", "beside"),
    "solo_bonuses": (1, 2),
    "failed_silent_pagat": ("nothing", "silent_value"),
    "mondfang": ("any", "any"),
    "contra": ("game_and_announcements", "off"),
    "contra_levels": (4, 4),
    "emperor": ("any_order", "none"),
}
OFFERED: dict[str, list[Any]] = {
    "failed_silent_pagat": ["nothing", "silent_value"],
    "mondfang": ["any", "side"],
    "emperor": ["any_order", "none"],
    "absolut": ["decides", "beside"],
}


def at(deal: Deal, switch: str) -> Any:
    return deal.house.get(switch, SWITCHES[switch][AUTHORS.index(deal.rules)])


def points_of(cards: list[str]) -> int:
    """ZR-1: the Trull 5, other tarocks 1, suit cards by their rank."""
    return sum((5 if card in TRULL else 1) if card in TAROCKS else RANKS[card[:-1]] for card in cards)


def winner_of(deal: Deal, trick: list[str]) -> str:
    """ZR-42, ZR-43."""
    tarocks = [card for card in trick if card in TAROCKS]
    if tarocks and (deal.answers["contract"] != "farbensolo" or trick[0] in TAROCKS):
        if len({*TRULL} & {*trick}) == 3 and at(deal, "emperor") == "any_order":
            return "T1"
        return highest(tarocks, [])
    return highest([card for card in trick if card not in TAROCKS], [*RANKS])


def judge(deal: Deal, hand: list[str], trick: list[str], card: str) -> tuple[str, set[str]]:
    """Return why a card is illegal, "" if it is not, and the legal cards: ZR-41, ZR-42."""
    suits = {other for other in hand if other not in TAROCKS}
    if not trick:
        early = deal.answers["contract"] == "farbensolo" and bool(suits)
        return ("TAROCK_LED_EARLY" if early and card in TAROCKS else ""), suits if early else set(hand)
    follow = {other for other in hand if suit_of(other) == suit_of(trick[0])}
    legal = follow or {*hand} - suits or {*hand}
    return "" if card in legal else "MUST_FOLLOW" if follow else "MUST_TAROCK", legal


def blame_announcements(told: Deal, hands: dict[str, list[str]]) -> None:
    """Blame who called, played or announced what the hand does not allow (ZR-12, ZR-14, ZR-38)."""
    declarer, called = told.answers.get("declarer", told.leader), told.answers.get("called")
    if called and not {*CALLABLE[: CALLABLE.index(called)]} <= {*hands[declarer]}:
        told.breaches[0, called] = (declarer, "LOWER_CALLED", set())
    elif called in hands[declarer]:
        told.breaches[0, str(called)] = (declarer, "OWN_KING_CALLED", set())
    if told.answers["contract"] == "farbensolo" and sum(card not in TAROCKS for card in hands[declarer]) < 5:
        told.breaches[0, ""] = (declarer, "TOO_FEW_SUIT_CARDS", set())
    for row in told.answers.get("bonuses", []):
        if row["bonus"] == "pagat" and row.get("announced") and "T1" not in hands[row["player"]]:
            told.breaches[0, "T1"] = (row["player"], "ANNOUNCED_NOT_HELD", set())


def random_start(random: Random, skewed: bool) -> Deal:
    """Return a deal that could be bid, before the first lead, with what was announced."""
    while True:
        pack, players = random.sample(PACK, 40), NAMES[:4]
        if skewed:
            pack.sort(key=lambda card: random.gauss(TAROCKS.index(card) if card in TAROCKS else -5, 4), reverse=True)
            seats = random.sample([0, 10, 20, 30], 4)
            pack = [card for seat in seats for card in pack[seat : seat + 10]]
        hands = {player: pack[10 * seat :][:10] for seat, player in enumerate(players)}
        contract = random.choice(["normal", "normal", "farbensolo", "solo"])
        declarer = players[0] if contract == "normal" else random.choice(players)
        answers: dict[str, Any] = {"declarer": declarer, "contract": contract}
        free = [card for card in CALLABLE if card not in hands[declarer]]
        suits = [card for card in hands[declarer] if card not in TAROCKS]
        if (contract == "normal" and not free) or (contract == "farbensolo" and len(suits) < 5):
            continue
        answers |= {"called": free[0]} if contract == "normal" else {}
        deal = Deal("zwanzigerrufen", random.choice(AUTHORS), some(random, OFFERED), 1, players, answers, {}, "T", "")
        deal.leader = players[0]
        deal.play["hands"] = hands
        announce(random, deal, hands)
        return deal


def announce(random: Random, deal: Deal, hands: dict[str, list[str]]) -> None:
    rows = []
    holder = next(player for player in deal.players if "T1" in hands[player])
    if random.random() < 0.3 and deal.answers["contract"] != "farbensolo":
        rows.append({"player": holder, "bonus": "pagat", "announced": True})
    rows += [{"player": random.choice(deal.players), "bonus": bonus, "announced": True}
             for bonus in ("absolut", "valat") if random.random() < 0.15]  # fmt: skip
    if rows:
        deal.answers["bonuses"] = rows


def complete(deal: Deal) -> None:
    """Complete the answers of a deal that was played: the partner, the points, the tricks and the bonuses."""
    answers, declarer = deal.answers, deal.answers["declarer"]
    hands = {player: cards.split() for player, cards in deal.play["hands"].items()}
    side = [declarer]
    if answers["contract"] == "normal":
        side.append(next(player for player, hand in hands.items() if answers["called"] in hand))
        answers["partner"] = side[1]
    mine = [card for player in side for card in deal.taken_by(player)]
    answers |= {"points": points_of(mine), "tricks": sum(winner in side for winner in deal.winners)}
    found = happened(deal, side, hands)
    rows = answers.get("bonuses", [])
    for row in rows:
        ours = row["player"] in side
        done = [one for one in found if one["bonus"] == row["bonus"] and (one["player"] in side) == ours]
        row["made"] = bool(done) and done[0].get("made", True)
    told = {row["bonus"] for row in rows}
    rows = rows + [row for row in found if row["bonus"] not in told]
    if rows:
        answers["bonuses"] = rows


def happened(deal: Deal, side: list[str], hands: dict[str, list[str]]) -> list[dict[str, Any]]:
    """Return the bonuses that were made, and a Pagat lost in the last trick where that costs (ZR-31 to 36)."""
    suit, found = deal.answers["contract"] == "farbensolo", []
    tricks = [trick.split() for trick in deal.play["tricks"]]
    for player, hand in hands.items():
        if not suit and {*TRULL} <= {*hand}:
            found.append({"player": player, "bonus": "trull"})
        if {*KINGS} <= {*hand}:
            found.append({"player": player, "bonus": "kings"})
    holder = next(player for player, hand in hands.items() if "T1" in hand)
    if not suit and "T1" in tricks[-1]:
        won = winner_of(deal, tricks[-1]) == "T1"
        if won or at(deal, "failed_silent_pagat") == "silent_value":
            found.append({"player": holder, "bonus": "pagat"} | ({} if won else {"made": False}))
    for trick, winner in zip(tricks, deal.winners, strict=True):
        if not suit and "T21" in trick and winner_of(deal, trick) == "SK":
            loser = next(player for player, hand in hands.items() if "T21" in hand)
            if at(deal, "mondfang") == "any" or (loser in side) != (winner in side):
                found.append({"player": winner, "bonus": "mondfang"})
    for ours in (True, False):
        players = [player for player in deal.players if (player in side) == ours]
        cards = [card for player in players for card in deal.taken_by(player)]
        found += [{"player": players[0], "bonus": "absolut"}] if points_of(cards) >= 56 else []
        found += [{"player": players[0], "bonus": "valat"}] if len(cards) == 40 else []
    return found
