"""Random games of OpenSpiel's `tarok`, judged and counted once more by the law and the audit of Königrufen.

OpenSpiel knows the Slovenian game. What differs: an I that is the last tarock may be led here in a negative game
(KR-75), there it may only be played if nothing else is left; and the declarer leads there to a Solo without talon.
Of its bonuses it pays only those of the last trick: it takes every card for a King, so that whoever won just four cards
has "four Kings" and nobody has the trull.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.packs import TAROCK_54
from scorekeeper.cards.thirds import read_thirds, round_thirds
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.koenigrufen import KOENIGRUFEN, TABLE
from scorekeeper.games.koenigrufen.rules import PRESETS, Rules
from scorekeeper.night.record import read_play
from tests.games.recorded import PLAYERS, SEATING, found

pyspiel = pytest.importorskip("pyspiel", reason="`pip install open_spiel` has the games")

GAMES = 3000  # for three and for four players each
AUDITED = 2000
DECK = deck_of(TAROCK_54)
RED, BLACK = "4 3 2 A V C Q K", "7 8 9 10 V C Q K"
SUITS = (("H", RED), ("D", RED), ("S", BLACK), ("C", BLACK))
CARDS = (*(f"T{n}" for n in range(1, 22)), "SK", *(f"{rank}{suit}" for suit, ranks in SUITS for rank in ranks.split()))
OURS = {"KLOP": "trischaken", "BEGGAR": "bettel", "OPEN_BEGGAR": "bettel_ouvert", "COLOUR_VALAT_WITHOUT": "farbensolo"}
BASE = {"THREE": 10, "TWO": 20, "ONE": 30, "SOLO_THREE": 40, "SOLO_TWO": 50, "SOLO_ONE": 60}
RULES: Rules = apply_house(
    PRESETS["ooe"], {"emperor": "any_order", "emperor_negative": "yes", "trischaken_talon": "first_six"}
)


class Turn(NamedTuple):
    """A card that was played, by whom, and the cards that OpenSpiel would have let them play."""

    player: int
    card: str
    legal: frozenset[str]


class Played(NamedTuple):
    """One game: the hands when play began, and what was called, laid away, played and paid."""

    contract: str
    declarer: int
    called: str
    talon: list[str]
    taken: list[str]
    discard: list[str]
    hands: list[list[str]]
    tricks: list[list[Turn]]
    next_leaders: list[int]
    paid: list[int]


def play(random: Random, players: int) -> Played:
    """Play a random game in which nobody bids more than a random contract, so that all of them are played."""
    state = pyspiel.load_game(f"tarok(players={players},rng_seed={random.randrange(10**6)})").new_initial_state()
    state.apply_action(0)
    phases = pyspiel.TarokGamePhase
    highest = random.randrange(1, 13)
    declarer, called = 0, ""
    taken: list[str] = []
    discard: list[str] = []
    tricks: list[list[Turn]] = []
    leaders: list[int] = []
    talon = [CARDS[card] for card in state.talon()]
    hands: list[list[str]] = []
    while not state.is_terminal():
        player, legal, phase = state.current_player(), state.legal_actions(), state.current_game_phase()
        action = random.choice(legal)
        if phase == phases.BIDDING:
            action = random.choice([bid for bid in legal if bid <= highest] or legal)
            declarer = player if action else declarer
        elif phase == phases.KING_CALLING:
            called = CARDS[action]
        elif phase == phases.TALON_EXCHANGE and not taken:
            taken = [CARDS[card] for card in state.talon_sets()[action]]
        elif phase == phases.TALON_EXCHANGE:
            discard.append(CARDS[action])
        else:
            if not hands:
                hands = [[CARDS[card] for card in state.player_cards(seat)] for seat in range(players)]
            if not state.trick_cards():
                leaders += [player] if tricks else []
                tricks.append([])
            tricks[-1].append(Turn(player, CARDS[action], frozenset(CARDS[card] for card in legal)))
        state.apply_action(action)
    contract = state.selected_contract().name
    paid = state.scores_without_captured_mond_penalties()
    return Played(contract, declarer, called, talon, taken, discard, hands, tricks, leaders, paid)


def law_of(game: Played) -> Play:
    """Return our law of play in a contract."""
    key = OURS.get(game.contract, "dreier")
    law = TABLE.law(RULES, next(one for one in RULES.contracts if one.key == key))
    assert law
    return law


def find_winners(game: Played) -> list[int]:
    """Return who won each trick by our law."""
    law = law_of(game)
    return [turns[law.winner([DECK.card[turn.card] for turn in turns])].player for turns in game.tricks]


def compare_cards(game: Played, seen: Counter[str]) -> Iterator[str]:
    """Yield where the legal cards differ, and count what was compared and what is known to differ."""
    law = law_of(game)
    held = [{*hand} for hand in game.hands]
    for number, turns in enumerate(game.tricks, start=1):
        trick = law.empty
        for turn in turns:
            ours = {*DECK.names(trick.binding(DECK.set_of(held[turn.player])))}
            leads = turn is turns[0]
            seen["cards"] += 1
            if leads and ours == turn.legal | {"T1"}:
                seen["the last tarock led"] += ours != turn.legal
            elif leads and game.contract == "COLOUR_VALAT_WITHOUT":
                seen["tarock led in a suit game"] += ours != turn.legal
            elif ours != turn.legal:
                yield f"{game.contract}, trick {number}: {sorted(ours)}, there {sorted(turn.legal)}"
            held[turn.player].remove(turn.card)
            trick = trick[DECK.card[turn.card]][1]


def count_thirds(game: Played, player: int, gifts: bool = False) -> int:
    """Return the thirds that a player took; in Klop the first tricks take a card of the talon each."""
    won = [number for number, winner in enumerate(find_winners(game)) if winner == player]
    cards = [turn.card for number in won for turn in game.tricks[number]]
    return TAROCK_54.count(cards + [game.talon[number] for number in won if gifts and number < len(game.talon)])


def price_klop(game: Played, players: int) -> list[int]:
    """Return what everybody writes: the card points, unless somebody has more than half or none."""
    points = [round_thirds(count_thirds(game, player, gifts=True)) for player in range(players)]
    decided = [-70 if one > 35 else 70 if not one else 0 for one in points]
    return decided if any(decided) else [-one for one in points]


def price_talon_game(game: Played, players: int) -> list[int]:
    """Return what the declarer's side writes by our count and by OpenSpiel's bonuses (see above)."""
    partner = next((seat for seat in range(players) if game.called in game.hands[seat] and seat != game.declarer), None)
    side = {game.declarer, *([] if partner is None else [partner])}
    taken_by = find_winners(game)
    last = [turn.card for turn in game.tricks[-1]]
    won_cards = sum(winner in side for winner in taken_by) * players
    rest = [card for card in game.talon if card not in game.taken]
    with_king = game.called in game.taken and any(
        winner == game.declarer
        and game.called == turns[law_of(game).winner([DECK.card[turn.card] for turn in turns])].card
        for winner, turns in zip(taken_by, game.tricks, strict=True)
    )
    thirds = sum(count_thirds(game, player) for player in side) + TAROCK_54.count(game.discard)
    thirds += TAROCK_54.count(rest) if with_king else 0
    points = round_thirds(thirds)
    score = points - 35 + (BASE[game.contract] if points > 35 else -BASE[game.contract])
    ultimo = 10 if game.called in last else 25 if "T1" in last else 0
    score += ultimo if taken_by[-1] in side else -ultimo
    own = won_cards + len(game.discard) + (len(rest) if with_king else 0)
    score += 10 if own == 4 else -10 if len(game.tricks) * players - won_cards == 4 else 0
    score = -250 if not won_cards else score
    return [score if player in side else 0 for player in range(players)]


@pytest.mark.at_length
@pytest.mark.parametrize("players", [3, 4])
def test_random_games_are_played_and_counted_as_in_open_spiel(players: int) -> None:
    random, seen, differs = Random(players), Counter[str](), list[str]()
    for _ in range(GAMES):
        game = play(random, players)
        seen[game.contract] += 1
        differs += compare_cards(game, seen)
        seen["winners"] += len(game.next_leaders)
        winners = find_winners(game)[: len(game.next_leaders)]
        differs += (
            [f"{game.contract}: won by {winners}, there by {game.next_leaders}"] if winners != game.next_leaders else []
        )
        ours = game.paid
        if game.contract == "KLOP":
            ours = price_klop(game, players)
        elif game.contract in BASE:
            ours = price_talon_game(game, players)
        differs += [f"{game.contract}: {ours}, there {game.paid}"] if ours != game.paid else []
    assert not differs
    assert min(seen[contract] for contract in (*OURS, *BASE) if players == 4 or "SOLO" not in contract) > 100


def tell(game: Played, tricks: list[list[str]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the answers and the record of a game as a deal of Königrufen, with these tricks."""
    names = dict(enumerate(PLAYERS))
    answers = {"contract": OURS.get(game.contract, "rufer")}
    record: dict[str, Any] = {
        "talon": " ".join(game.talon),
        "hands": {names[seat]: " ".join(hand) for seat, hand in enumerate(game.hands)},
        "tricks": [" ".join(cards) for cards in tricks],
    }
    if game.contract != "KLOP":
        answers["declarer"] = names[game.declarer]
    if game.contract == "THREE":
        answers["called"] = game.called
        record |= {"discard": " ".join(game.discard), "half": 1 + (game.taken[0] in game.talon[3:])}
    return answers, record


def judge(game: Played, tricks: list[list[str]]) -> Verdict:
    """Return the verdict on a game as a deal of Königrufen, with these tricks."""
    answers, record = tell(game, tricks)
    assert KOENIGRUFEN.auditor
    return KOENIGRUFEN.auditor.audit(RULES, SEATING, answers, read_play(KOENIGRUFEN, PLAYERS, record))


def forge(random: Random, game: Played) -> tuple[list[list[str]], tuple[int, str, str]] | None:
    """Return the tricks up to a card that OpenSpiel forbids in place of the played one, and whose it is."""
    tricks = [[turn.card for turn in turns] for turns in game.tricks]
    number = random.randrange(len(tricks))
    place = random.randrange(1, 4)
    turn = game.tricks[number][place]
    gone = {card for cards in tricks[:number] for card in cards}
    forbidden = sorted({*game.hands[turn.player]} - gone - turn.legal)
    if not forbidden:
        return None
    card = random.choice(forbidden)
    return [*tricks[:number], [*tricks[number][:place], card]], (number + 1, PLAYERS[turn.player], card)


@pytest.mark.at_length
def test_an_audit_accuses_just_the_cards_that_open_spiel_forbids() -> None:
    random, judged = Random(4), Counter[str]()
    while judged.total() < AUDITED:
        game = play(random, 4)
        if game.contract not in ("KLOP", "THREE", "BEGGAR") or game.called in game.hands[game.declarer]:
            continue  # the others are no contracts of Königrufen, and the own King may not be called here
        if any(compare_cards(game, seen := Counter[str]())) or seen["the last tarock led"]:
            continue
        verdict = judge(game, [[turn.card for turn in turns] for turns in game.tricks])
        assert not verdict.violations, (game, verdict.violations)
        assert verdict.counted
        if game.contract == "KLOP":
            points = verdict.counted["points"]
            assert isinstance(points, Mapping)
            counted = [read_thirds(str(points[name])) for name in PLAYERS]
            assert counted == [count_thirds(game, seat, gifts=True) for seat in range(4)]
        judged[game.contract] += 1
        forged = forge(random, game)
        if forged:
            tricks, wrong = forged
            judged["forged"] += 1
            assert [one[:3] for one in found(judge(game, tricks))] == [wrong], (game, tricks)
    assert len(judged) == 4
