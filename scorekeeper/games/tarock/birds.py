"""Birds: low tarocks that are announced to win one of the last tricks, and the duties of their holders."""

from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.cards.cardset import TAROCK_SUIT, Deck
from scorekeeper.cards.obligations import Owed, Own
from scorekeeper.games.declarer.claims import AnyDeal, Claim
from scorekeeper.games.declarer.contracts import Bonus, Contract, DeclarerRules
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.game import Seating
from scorekeeper.phrase import Name, Phrase, say


def find_duties(
    rules: DeclarerRules, bonuses: Iterable[Bonus], deck: Deck, hand: int, seating: Seating, deal: Entered[Contract]
) -> Own:
    """Return the duties of the holders of announced cards, by seat and trick from 0, of as many as cards in a `hand`.

    A bonus without a card of its own is for the called one.
    """
    due = {}
    for bonus in bonuses:
        card = deck.card.get(bonus.holds[0] if bonus.holds else deal.called)
        if bonus.ultimo and card:
            due[bonus.key] = card, hand - bonus.ultimo
    rows = [row for row in deal.rows if row.get("announced") and row.get("bonus") in due]
    own: dict[tuple[int, int], tuple[Owed, ...]] = {}
    for seat, player in enumerate(seating.playing):
        cards = dict(due[row["bonus"]] for row in rows if row.get("player") == player)
        for index in range(hand) if cards else ():
            if owed := tuple(_owed(rules, deck, cards, index)):
                own[seat, index] = owed
    return own


def _owed(rules: DeclarerRules, deck: Deck, cards: Mapping[int, int], index: int) -> Iterator[Owed]:
    """Yield the duties in a trick of a player who announced these cards for it."""
    early = sum(card for card, trick in cards.items() if index < trick)
    due = sum(card for card, trick in cards.items() if index == trick)
    keep = rules.announced_duty == "keep"
    if early and keep:
        yield Owed("ANNOUNCED_CARD_EARLY", deck.all & ~early, early)
    if due and keep:
        yield Owed("ANNOUNCED_CARD_DUE", due, deck.all & ~due)
    birds = sorted((card for card in cards if card & early & deck.suit[TAROCK_SUIT]), reverse=True)
    for place, bird in enumerate(birds[:-1] if rules.forced_bird == "highest" else ()):
        yield Owed("HIGHEST_BIRD_FIRST", bird, sum(birds[place + 1 :]), 0 if keep else deck.all & ~early)


def find_two_in_last_trick(deal: AnyDeal, pagat: Claim, king: Claim) -> Iterator[Phrase]:
    """Yield the reason why a Pagat and a König ultimo cannot both be in the last trick."""
    labels = {"one": pagat.bonus.label, "other": king.bonus.label}
    if pagat.made and king.made and deal.of_side(pagat) != deal.of_side(king):
        yield say("{one} and {other}: the last trick has one winner", **labels)
    if pagat.player == king.player:
        player = Name(king.player)
        yield say("{one} and {other} of {player}: nobody plays two cards to the last trick", **labels, player=player)
    if deal.of_side(pagat) and pagat.made != king.made:  # the partner played the King, which takes no tarock
        yield say("{one} and {other}: in the last trick one side makes both or neither", **labels)
