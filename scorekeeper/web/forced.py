"""What of a record in the making records itself, because it can be no other."""

from itertools import permutations

from scorekeeper.phrase import Refused
from scorekeeper.web.cases import Case
from scorekeeper.web.recorder import RecordDraft, Spot, lay, play


def fill(case: Case, draft: RecordDraft) -> RecordDraft:
    """Return the draft with the hands and cards that are left when others are recorded, marked as filled.

    Who may play only one card is taken to have played it, and the last trick to have been lawful: a table that
    remembers otherwise takes it back.
    """
    try:
        draft = _fill_hands(case, draft)
        draft = draft.go("") if draft.spot.key in draft.filled else draft
        return _fill_last_trick(case, _fill_cards(case, draft)) if draft.spot.playing else draft
    except Refused:  # the page says of what is recorded why it cannot be judged
        return draft


def _fill_hands(case: Case, draft: RecordDraft) -> RecordDraft:
    """Fill the hands that nobody recorded where all other cards lie; those filled before rest on what may be gone."""
    empty = draft
    for spot in draft.spots:
        if spot.player and spot.key in draft.filled:
            empty = lay(empty, spot, ())
    for player, cards in case.judge(empty.record).hands.items():
        spot = Spot("hands", player)
        if not empty.cards(spot):
            empty = _mark(lay(empty, spot, cards), spot)
    return empty


def _fill_cards(case: Case, draft: RecordDraft) -> RecordDraft:
    """Play the only card that may be played from a hand that is known, one after the other."""
    while (turn := case.judge(draft.record).turn) and turn.forced:
        draft = _play(draft, turn.forced)
    return draft


def _fill_last_trick(case: Case, draft: RecordDraft) -> RecordDraft:
    """Play the cards that are left to the last trick, where in only one way nobody broke a rule in the whole deal."""
    turn, missing = case.judge(draft.record).turn, len(draft.players) - draft.begun * len(draft.last)
    if turn is None or turn.trick != draft.recording.hand or not turn.player or len(turn.possible) != missing:
        return draft
    lawful = list[RecordDraft]()
    for cards in permutations(turn.possible):
        filled = draft
        for card in cards:
            filled = _play(filled, card)
        if not case.judge(filled.record).violations:
            lawful.append(filled)
    return lawful[0] if len(lawful) == 1 else draft


def _play(draft: RecordDraft, card: str) -> RecordDraft:
    draft = play(draft, card)
    return _mark(draft, Spot(place=(len(draft.record.tricks) - 1, len(draft.last) - 1)))


def _mark(draft: RecordDraft, spot: Spot) -> RecordDraft:
    return draft._replace(filled=draft.filled | {spot.key})
