"""Records that cannot be true: a card twice, two cards exchanged, a trick led by another; and what they still say.

Written with names of cards and lists only, and without a look at the engine.
"""

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from . import koenigrufen_cards, paskievics_cards, zwanzigerrufen_cards
from .cards import Deal
from .play import judge, play_deal, winning

Play = dict[str, Any]


def exchange_in_hands(random: Random, deal: Deal) -> Play:
    """Two players' hands, each with a card of the other's."""
    hands = {player: cards.split() for player, cards in deal.play["hands"].items()}
    one, other = (hands[player] for player in random.sample(sorted(hands), 2))
    here, there = random.randrange(len(one)), random.randrange(len(other))
    one[here], other[there] = other[there], one[here]
    return deal.play | {"hands": {player: " ".join(cards) for player, cards in hands.items()}}


def double_in_hands(random: Random, deal: Deal) -> Play:
    """A hand with a card of another instead of one of its own."""
    hands = {player: cards.split() for player, cards in deal.play["hands"].items()}
    one, other = (hands[player] for player in random.sample(sorted(hands), 2))
    one[random.randrange(len(one))] = random.choice(other)
    return deal.play | {"hands": {player: " ".join(cards) for player, cards in hands.items()}}


def exchange_in_tricks(random: Random, deal: Deal) -> Play:
    """A card of each of two players in the place of the other; of two cards of one player nobody could tell."""
    tricks = [trick.split() for trick in deal.play["tricks"]]
    places = {player: [(number, trick.index(card)) for number, trick in enumerate(tricks) for card in cards.split()
                       if card in trick] for player, cards in deal.play["hands"].items()}  # fmt: skip
    (one, here), (other, there) = (random.choice(places[player]) for player in random.sample(sorted(places), 2))
    tricks[one][here], tricks[other][there] = tricks[other][there], tricks[one][here]
    return deal.play | {"tricks": [" ".join(cards) for cards in tricks]}


def double_in_tricks(random: Random, deal: Deal) -> Play:
    """A card of the tricks in the place of another too."""
    tricks = [trick.split() for trick in deal.play["tricks"]]
    places = [(trick, place) for trick, cards in enumerate(tricks) for place in range(len(cards))]
    (one, here), (other, there) = random.sample(places, 2)
    tricks[one][here] = tricks[other][there]
    return deal.play | {"tricks": [" ".join(cards) for cards in tricks]}


def say_another_led(random: Random, deal: Deal) -> Play:
    """A trick of which somebody remembers that it was led by who had not won the one before."""
    number = random.randrange(1, len(deal.winners))
    wrong = random.choice([player for player in deal.players if player != deal.winners[number - 1]])
    return deal.play | {"led": {str(number + 1): wrong}}


def lead_out_of_turn(random: Random, deal: Deal) -> tuple[Deal, int]:
    """Return the same hands played anew, one trick led by somebody who had not won the one before, and which."""
    number = random.randrange(2, len(deal.winners) + 1)
    hands = {player: cards.split() for player, cards in deal.play["hands"].items()}
    again = replace(deal, play=dict(deal.play), breaches={}, winners=[])
    play_deal(random, again, hands, 0.15, number)
    return again, number


SPOILS = (exchange_in_hands, double_in_hands, exchange_in_tricks, double_in_tricks, say_another_led)


def hide_hands(random: Random, play: Play) -> Play:
    """Return the record with all hands, some, or none."""
    kept = random.choice([1.0, 0.5, 0.0])
    hands = {player: cards for player, cards in play["hands"].items() if random.random() < kept}
    return play | {"hands": hands} if hands else {key: value for key, value in play.items() if key != "hands"}


def read_as_told(deal: Deal, play: Play) -> Deal | None:
    """Return the deal that a record with all its tricks tells of, taken at its word; None where it contradicts itself.

    A hand that is not recorded is what was played from it.
    """
    tricks = [trick.split() for trick in play["tricks"]]
    told = replace(deepcopy(deal), breaches={}, winners=[])
    leader, played = deal.leader, dict[str, list[str]]((player, []) for player in deal.players)
    for number, trick in enumerate(tricks, start=1):
        if play.get("led", {}).get(str(number), leader) != leader:
            return None
        for player, card in zip(deal.order_from(leader), trick, strict=True):
            played[player].append(card)
        leader = deal.order_from(leader)[trick.index(winning(deal, trick))]
        told.winners.append(leader)
    hands = {player: cards.split() for player, cards in play.get("hands", {}).items()}
    apart = set(" ".join(deal.play.get(key, "") for key in ("skat", "talon", "discard")).split())
    truth = {card: player for player, cards in deal.play["hands"].items() for card in cards.split()}
    fits = all(sorted(hands.get(player, cards)) == sorted(cards) for player, cards in played.items())
    # Of the cards that lay apart the record says whose they were.
    mixed = any(truth.get(card) != player for player, cards in played.items() for card in cards if card in apart)
    if not fits or mixed or len({card for cards in played.values() for card in cards}) < sum(map(len, tricks)):
        return None
    if told.game == "koenigrufen":
        koenigrufen_cards.blame_announcements(told, played)
    if told.game == "zwanzigerrufen":
        zwanzigerrufen_cards.blame_announcements(told, played)
    if told.game == "paskievics":
        paskievics_cards.blame_announcements(told, played)
    blame_as_told(told, tricks, played)
    return told


def blame_as_told(told: Deal, tricks: list[list[str]], left: dict[str, list[str]]) -> None:
    """Judge every card of the tricks by what is left in the hands."""
    for number, (trick, leader) in enumerate(zip(tricks, [told.leader, *told.winners], strict=False), start=1):
        for place, (player, card) in enumerate(zip(told.order_from(leader), trick, strict=True)):
            reason, legal = judge(told, player, left[player], trick[:place], card)
            if reason:
                told.breaches[number, card] = (player, reason, legal)
            left[player].remove(card)
