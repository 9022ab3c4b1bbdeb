"""Whole deals of Hungarian Tarokk played at random and judged by the rules in words alone.

Written with names of cards and lists only, and without a look at the engine.
"""

from random import Random
from typing import Any

from .cards import KINGS, NAMES, TAROCK_PACK, TAROCKS, TRULL, Deal, highest, nominal, rotate, some, suit_of

AUTHORS = ("pagat", "openspiel")
TAKEN = {"harom": 3, "ketto": 2, "egy": 1, "szolo": 0}
CALLABLE = [f"T{number}" for number in range(20, 11, -1)]
RANKS = ["K", "Q", "C", "V", "A", "10"]
OFFERED: dict[str, list[Any]] = {"failed_silent_pagat": ["silent_value", "nothing"], "invitations": ["played", "none"]}


def points_of(cards: list[str]) -> int:
    """HT-1, HT-2."""
    return sum(map(nominal, cards))


def winner_of(trick: list[str]) -> str:
    """HT-42."""
    return highest(trick, RANKS)


def announced_pagat(deal: Deal, player: str) -> bool:
    rows = deal.answers.get("bonuses", [])
    return any(row["bonus"] == "pagat" and row.get("announced") and row["player"] == player for row in rows)


def judge(deal: Deal, player: str, hand: list[str], trick: list[str], card: str) -> tuple[str, set[str]]:
    """Return why a card is illegal, "" if it is not, and the legal cards: HT-41, HT-43."""
    follow = {other for other in hand if trick and suit_of(other) == suit_of(trick[0])}
    legal = {*hand} if not trick else follow or {other for other in hand if other in TAROCKS} or {*hand}
    reason = "" if card in legal else "MUST_FOLLOW" if follow else "MUST_TAROCK"
    if announced_pagat(deal, player) and len(legal) > 1 and "T1" in legal:
        legal = legal - {"T1"}
        reason = "ANNOUNCED_CARD_EARLY" if card == "T1" else reason
    return reason, legal


def blame_announcements(told: Deal, hands: dict[str, list[str]]) -> None:
    """Blame who called what the hand does not allow (HT-12, HT-16, HT-17)."""
    declarer, called = told.answers.get("declarer", told.leader), told.answers.get("called")
    invited = told.house.get("invitations") != "none" and called in ("T19", "T18")
    held = {*hands[declarer], *str(told.play.get("discard", "")).split()}
    if called and not invited and not {*CALLABLE[: CALLABLE.index(called)]} <= held:
        told.breaches[0, called] = (declarer, "LOWER_CALLED", set())
    elif called in hands[declarer] and called != "T20":
        told.breaches[0, str(called)] = (declarer, "OWN_KING_CALLED", set())


def random_start(random: Random, skewed: bool) -> Deal:
    """Return a deal that could be bid, before the first lead, with what was announced."""
    while True:
        pack, players = random.sample(TAROCK_PACK, 42), NAMES[:4]
        if skewed:
            pack.sort(key=lambda card: random.gauss(TAROCKS.index(card) if card in TAROCKS else -5, 4), reverse=True)
        hands = {player: pack[9 * seat :][:9] for seat, player in zip(random.sample(range(4), 4), players, strict=True)}
        contract, declarer = random.choice([*TAKEN]), random.choice(players)
        if not {*TRULL} & {*hands[declarer]}:
            continue
        laid = exchange(random, hands, declarer, TAKEN[contract], pack[36:])
        if laid is None:
            continue
        mine = hands[declarer]
        free = [card for card in CALLABLE if card not in mine]
        called = "T20" if "T20" in mine and random.random() < 0.3 else free[0]
        if called == "T20" and "T20" in laid[0]:
            continue
        answers: dict[str, Any] = {"declarer": declarer, "contract": contract, "called": called}
        record: dict[str, Any] = {"talon": " ".join(laid[1]), "hands": hands}
        record |= {"discard": " ".join(laid[0])} if laid[0] else {}
        house = some(random, OFFERED)
        deal = Deal("paskievics", random.choice(AUTHORS), house, 1, players, answers, record, "T", players[0])
        announce(random, deal, hands)
        return deal


def exchange(
    random: Random, hands: dict[str, list[str]], declarer: str, taken: int, talon: list[str]
) -> tuple[list[str], list[str]] | None:
    """Deal the talon out and lay cards away (HT-14, HT-15), None where somebody has too few that may be."""
    order, laid = rotate([*hands], declarer), ([], [])  # type: tuple[list[str], tuple[list[str], list[str]]]
    shares = [taken, *((6 - taken + 2 - place) // 3 for place in range(3))]
    for player, share in zip(order, shares, strict=True):
        both, talon = [*hands[player], *talon[:share]], talon[share:]
        loose = [card for card in both if card not in (*TRULL, *KINGS)]
        if len(loose) < share:
            return None
        away = random.sample(loose, share)
        hands[player] = [card for card in both if card not in away]
        laid[player != declarer].extend(away)
    return laid


def announce(random: Random, deal: Deal, hands: dict[str, list[str]]) -> None:
    rows = []
    holder = next(player for player in deal.players if "T1" in hands[player])
    if random.random() < 0.3:
        rows.append({"player": holder, "bonus": "pagat", "announced": True})
    bonuses = ("trull", "kings", "double", "valat", "mondfang")
    rows += [{"player": random.choice(deal.players), "bonus": bonus, "announced": True}
             for bonus in bonuses if random.random() < 0.15]  # fmt: skip
    if rows:
        deal.answers["bonuses"] = rows


def complete(deal: Deal) -> None:
    """Complete the answers of a deal that was played: the partner, the points, the tricks and the bonuses."""
    answers, declarer = deal.answers, deal.answers["declarer"]
    hands = {player: cards.split() for player, cards in deal.play["hands"].items()}
    holder = next((player for player, hand in hands.items() if answers["called"] in hand), declarer)
    answers |= {"alone": True} if holder == declarer else {"partner": holder}
    side = [declarer] if holder == declarer else [declarer, holder]
    mine = [card for player in side for card in deal.taken_by(player)]
    mine += str(deal.play.get("discard", "")).split()
    answers |= {"points": points_of(mine), "tricks": sum(winner in side for winner in deal.winners)}
    found = happened(deal, side, hands, points_of(mine))
    rows = answers.get("bonuses", [])
    told = []
    for row in rows:
        ours = row["player"] in side
        done = [one for one in found if one["bonus"] == row["bonus"] and (one["player"] in side) == ours]
        row["made"] = bool(done) and done[0].get("made", True)
        told += done
    rows = rows + [row for row in found if row not in told]
    if rows:
        answers["bonuses"] = rows


def happened(deal: Deal, side: list[str], hands: dict[str, list[str]], count: int) -> list[dict[str, Any]]:
    """Return the bonuses that were made, and a Pagát lost in the last trick where that costs (HT-31 to HT-38)."""
    found = []
    tricks = [trick.split() for trick in deal.play["tricks"]]
    holder = next(player for player, hand in hands.items() if "T1" in hand)
    if "T1" in tricks[-1]:
        won = winner_of(tricks[-1]) == "T1"
        if won or deal.house.get("failed_silent_pagat") != "nothing":
            found.append({"player": holder, "bonus": "pagat"} | ({} if won else {"made": False}))
    for trick, winner in zip(tricks, deal.winners, strict=True):
        if {"T21", "SK"} <= {*trick}:
            loser = next(player for player, hand in hands.items() if "T21" in hand)
            found += [{"player": winner, "bonus": "mondfang"}] if (loser in side) != (winner in side) else []
    for ours in (True, False):
        players = [player for player in deal.players if (player in side) == ours]
        cards = [card for player in players for card in deal.taken_by(player)]
        found += [{"player": players[0], "bonus": "trull"}] if {*TRULL} <= {*cards} else []
        found += [{"player": players[0], "bonus": "kings"}] if {*KINGS} <= {*cards} else []
        found += [{"player": players[0], "bonus": "double"}] if (count if ours else 94 - count) >= 71 else []
        found += [{"player": players[0], "bonus": "valat"}] if len(cards) == 36 else []
    for player, hand in hands.items():
        many = sum(card in TAROCKS for card in hand)
        if many >= 8 and deal.rules == "pagat":
            found.append({"player": player, "bonus": f"tarokk{many}"})
    return found
