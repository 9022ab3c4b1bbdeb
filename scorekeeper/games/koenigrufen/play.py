"""How Königrufen is played, by what kind of contract it is, and what an announced card binds its holder to."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from scorekeeper.cards.cardset import TAROCK_SUIT, deck_of
from scorekeeper.cards.obligations import BEAT, FOLLOW, TAROCK, Duty, Owed, Own
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.koenigrufen.contracts import BIRDS, KING_ULTIMO, Contract, Kind
from scorekeeper.games.koenigrufen.rules import HAND, PACK, Rules
from scorekeeper.games.questions import Answers

BROKEN = {  # the rule behind each reason for which a card can be wrong
    "OUT_OF_TURN": "KR-70",
    "MUST_FOLLOW": "KR-71",
    "MUST_TAROCK": "KR-71",
    "TAROCK_LED_EARLY": "KR-73",
    "MUST_BEAT": "KR-74",
    "PAGAT_LAST": "KR-75",
    "ANNOUNCED_CARD_EARLY": "KR-77",
    "ANNOUNCED_CARD_DUE": "KR-77",
    "HIGHEST_BIRD_FIRST": "KR-78",
    "HONOUR_DISCARDED": "KR-21",
    "TAROCK_NOT_FORCED": "KR-22",
    "SUIT_NOT_FORCED": "KR-23",
    "TOO_FEW_SUIT_CARDS": "KR-23",
    "OWN_KING_CALLED": "KR-26",
    "QUEEN_CALLED": "KR-12",
}
_DECK = deck_of(PACK)
_PAGAT = _DECK.card["T1"]
_EMPEROR = ("T21", "SK", "T1")
_SUITS_FIRST = Duty(
    "TAROCK_LED_EARLY", lambda faced: 0 if faced.led else _DECK.all & ~faced.trumps, leads=True
)  # KR-73
_PAGAT_LAST = Duty(  # KR-75: not where it would take the emperor's trick
    "PAGAT_LAST", lambda faced: 0 if faced.crowned else faced.trumps & ~_PAGAT, lambda faced: _PAGAT, leads=True
)


def law(rules: Rules, contract: Contract) -> Play:
    """Return how cards are played in a contract (KR-71 to KR-76)."""
    emperor = rules.emperor if contract.positive or rules.emperor_negative else "none"
    return _law(contract.kind, emperor, contract.kind == "negative" or rules.trischaken_beat)


@lru_cache(maxsize=32)
def _law(kind: Kind, emperor: str, beats: bool) -> Play:
    duties = {"tarock": (), "suit": (_SUITS_FIRST,)}.get(kind, (_PAGAT_LAST, *((BEAT,) if beats else ())))
    emperors = () if emperor == "none" else _EMPEROR
    return Play(_DECK, (FOLLOW, TAROCK, *duties), TAROCK_SUIT, emperors, emperor == "in_order", kind != "suit")


def announced(rules: Rules, contract: Contract, players: Sequence[str], answers: Answers) -> Own:
    """Return what the announced cards bind their holders to, by seat and trick from 0 (KR-77, KR-78)."""
    rows = answers.get("bonuses", ())
    if contract.kind != "tarock" or not isinstance(rows, Sequence):
        return {}
    due = {bird.key: (_DECK.card[bird.holds[0]], HAND - bird.ultimo) for bird in BIRDS}
    if called := _DECK.card.get(str(answers.get("called"))):
        due[KING_ULTIMO.key] = (called, HAND - 1)
    own: dict[tuple[int, int], tuple[Owed, ...]] = {}
    for seat, player in enumerate(players):
        his = [row for row in rows if isinstance(row, Mapping) and row.get("player") == player and row.get("announced")]
        cards = dict(due[str(row.get("bonus"))] for row in his if row.get("bonus") in due)
        for index in range(HAND):
            if owed := tuple(_owed(rules, cards, index)):
                own[seat, index] = owed
    return own


def _owed(rules: Rules, cards: Mapping[int, int], index: int) -> Iterator[Owed]:
    """Yield what somebody owes in a trick who announced these cards for theirs."""
    early = sum(card for card, trick in cards.items() if index < trick)
    due = sum(card for card, trick in cards.items() if index == trick)
    keep = rules.announced_duty == "keep"
    if early and keep:
        yield Owed("ANNOUNCED_CARD_EARLY", _DECK.all & ~early, early)
    if due and keep:
        yield Owed("ANNOUNCED_CARD_DUE", due, _DECK.all & ~due)
    birds = sorted((card for card in cards if card & early & _DECK.suit[TAROCK_SUIT]), reverse=True)
    for place, bird in enumerate(birds[:-1] if rules.forced_bird == "highest" else ()):
        yield Owed("HIGHEST_BIRD_FIRST", bird, sum(birds[place + 1 :]), 0 if keep else _DECK.all & ~early)
