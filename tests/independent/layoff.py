"""Lay-offs of Herzeln played at random and judged by the rules in words alone, now and then with wrong moves.

Written with names of cards and lists only, and without a look at the engine.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

NAMES = ["Anna", "Bernd", "Clara", "David"]
CIRCLE = {3: ["J", "Q", "K", "10", "A", "9"], 4: ["J", "Q", "K", "10", "A", "7", "8", "9"]}
Move = tuple[str, str, str]  # who, which card ("" for a pass), where ("" if nothing is said)


@dataclass
class LayOff:
    """A lay-off so far; a row is a list of ranks from its lower to its upper end, `jacks` are the cards that opened."""

    house: dict[str, str]
    first: str
    hands: dict[str, list[str]]
    rows: list[list[str]] = field(default_factory=list)
    jacks: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    turn: str = ""

    def __post_init__(self) -> None:
        start = self.house["layoff_start"]
        holder = next(name for name, hand in self.hands.items() if "JH" in hand)
        self.turn = {"forehand": self.first, "jack_of_hearts": holder, "any_jack_holder": ""}[start]
        self.circle = CIRCLE[len(self.hands)]

    def spots(self, card: str) -> list[tuple[int, str]]:
        """Every row and end at which a card may be laid; row -1 is a new one."""
        rank, own_rows = card[:-1], self.house["rows"] == "per_jack"
        if not self.rows:
            only_heart = self.house["layoff_start"] == "jack_of_hearts"
            return [(-1, "")] if (card == "JH" if only_heart else rank == "J") else []
        if own_rows and rank == "J":
            return [(-1, "")]
        found = []
        for number, row in enumerate(self.rows):
            above = self.circle[(self.circle.index(row[-1]) + 1) % len(self.circle)]
            below = self.circle[self.circle.index(row[0]) - 1]
            if own_rows and len(row) >= len(self.circle):
                continue
            if rank == above:
                found.append((number, "up"))
            if rank == below and not (own_rows and len(row) == len(self.circle) - 1):
                found.append((number, "down"))
        return found

    def meant(self, card: str, where: str) -> list[tuple[int, str]]:
        spots = self.spots(card)
        if spots == [(-1, "")]:  # it opens a row, whatever else is said
            return spots
        if where in ("up", "down"):
            return [spot for spot in spots if spot[1] == where]
        return [spot for spot in spots if not where or (spot[0] >= 0 and self.jacks[spot[0]] == where)]

    def fitting(self, player: str) -> list[str]:
        return [card for card in self.hands[player] if self.spots(card)]

    def breach(self, move: Move) -> str:
        """Why a move is wrong, "" if it is not."""
        player, card, where = move
        if len(self.out) == len(self.hands):
            return "GAME_OVER"
        if self.turn not in ("", player):
            return "OUT_OF_TURN"
        if not card:
            at_will = self.turn == "" or (self.house["pass"] == "free" and self.rows)
            return "" if at_will or not self.fitting(player) else "MUST_PLAY"
        if card not in self.hands[player]:
            return "NOT_IN_HAND"
        places = self.meant(card, where)
        return "" if len(places) == 1 else "SAY_WHERE" if places else "DOES_NOT_FIT"

    def lay(self, move: Move) -> None:
        player, card, where = move
        if card:
            self.hands[player].remove(card)
            ((row, end),) = self.meant(card, where)
            if row < 0:
                self.rows.append(["J"])
                self.jacks.append(card)
            elif end == "up":
                self.rows[row].append(card[:-1])
            else:
                self.rows[row].insert(0, card[:-1])
            if not self.hands[player]:
                self.out.append(player)
            if len(self.out) == len(self.hands) - 1:
                self.out += [name for name in self.hands if name not in self.out]
        elif not self.turn:
            return
        order = list(self.hands)
        behind = order[order.index(player) + 1 :] + order[: order.index(player) + 1]
        self.turn = next((name for name in behind if name not in self.out), "")


@dataclass
class Recorded:
    """A lay-off as it was recorded, and the truth about it: the wrong moves by their index, and who was out in order.

    Of a wrong move, what it was, why it was wrong, and which cards were legal for its player.
    """

    players: list[str]
    house: dict[str, str]
    record: dict[str, Any]
    order: list[str]
    wrong: dict[int, tuple[Move, str, set[str]]] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return len(self.order) == len(self.players)

    def blame(self, step: int, game: LayOff, move: Move) -> None:
        legal = game.fitting(move[0]) if game.turn in ("", move[0]) else []
        self.wrong[step] = (move, game.breach(move), set(legal))


def random_lay_off(random: Random, lies: bool = False) -> Recorded:
    """Return a lay-off played to its end, now and then with slips after which it goes on, or up to a wrong move.

    With `lies` that may be a card that its player did not hold: no play was ever like that, only a record is.
    """
    players = NAMES[: random.choice([3, 4])]
    pack = [rank + suit for rank in CIRCLE[len(players)] for suit in "CSHD"]
    random.shuffle(pack)
    hands = {name: pack[place * 8 :][:8] for place, name in enumerate(players)}
    house = {
        "rows": random.choice(["one", "per_jack"]),
        "layoff_start": random.choice(["forehand", "any_jack_holder", "jack_of_hearts"]),
        "pass": random.choice(["only_if_unable", "free"]),
    }
    first = random.choice(players)
    game = LayOff(house, first, {name: list(hand) for name, hand in hands.items()})
    moves: list[Move] = []
    last = random.randrange(40) if random.random() < 0.5 else 1000
    vague, slips = random.random() < 0.2, random.choice([0, 0, 0.1, 0.3])
    found = Recorded(players, house, {}, game.out)
    while len(game.out) < len(players):
        if len(moves) >= last and (bad := unclear_move(game) if vague else wrong_move(random, game, lies)):
            found.blame(len(moves), game, bad)
            moves.append(bad)
            slip_by(game, bad)
            break
        slip = slip_of(random, game) if random.random() < slips else None
        move = slip or right_move(random, game)
        if slip:
            found.blame(len(moves), game, slip)
            slip_by(game, slip)
        else:
            game.lay(move)
        moves.append(move)
    found.record = {
        "leader": first,
        "hands": {name: " ".join(hand) for name, hand in hands.items()},
        "layoff": [" ".join(filter(None, (name, card or "pass", where))) for name, card, where in moves],
    }
    return found


def slip_of(random: Random, game: LayOff) -> Move | None:
    """Return a pass of who had to play, or a move of somebody else that would fit; None where there is none."""
    if not game.turn:
        return None
    pass_ = (game.turn, "", "")
    if random.random() < 0.5:
        return pass_ if game.breach(pass_) == "MUST_PLAY" else None
    player = random.choice([name for name in game.hands if name != game.turn])
    cards = [card for card in game.fitting(player) if len(game.spots(card)) == 1]
    return player, random.choice([*cards, ""]), ""


def slip_by(game: LayOff, move: Move) -> None:
    """Let a wrong move stand, if it is known what it did."""
    if game.breach(move) == "MUST_PLAY":
        game.lay(move)
    elif game.breach(move) == "OUT_OF_TURN":
        turn, game.turn = game.turn, ""
        if game.breach(move):
            game.turn = turn
        else:  # nobody can say whose turn it is before somebody has laid a card again
            game.lay(move)
            game.turn = ""


def right_move(random: Random, game: LayOff) -> Move:
    player = game.turn or random.choice([name for name in game.hands if game.fitting(name)])
    cards = game.fitting(player)
    if not cards or (game.house["pass"] == "free" and game.rows and random.random() < 0.1):
        return player, "", ""
    card = random.choice(cards)
    places = game.spots(card)
    row, end = random.choice(places)
    if len(places) == 1:
        return player, card, ""
    words = [where for where in (end, *game.jacks) if game.meant(card, where) == [(row, end)]]
    return (player, card, random.choice(words)) if words else right_move(random, game)


def unclear_move(game: LayOff) -> Move | None:
    """Return a card that fits in two places without saying in which, None where there is none."""
    both = [card for card in game.hands.get(game.turn, []) if len(game.spots(card)) > 1]
    return (game.turn, both[0], "") if both else None


def wrong_move(random: Random, game: LayOff, lies: bool) -> Move | None:
    """Return some move that breaks a rule, None where this try found none."""
    player = random.choice([game.turn or random.choice(list(game.hands)), *game.hands])
    cards = [card for hand in game.hands.values() for card in hand]
    card = random.choice([*random.sample(game.hands[player] or [""], 1), *random.sample(cards, 1), ""])
    move = (player, card, random.choice(["", "", "up", "down"]) if card else "")
    lie = card and card not in game.hands[player]
    return move if game.breach(move) and (lies or not lie) else None


def forget_hands(random: Random, record: dict[str, Any]) -> dict[str, Any]:
    """Return the record with no hands, or only some of them."""
    kept = random.choice([0.0, 0.5])
    hands = {name: cards for name, cards in record["hands"].items() if random.random() < kept}
    rest = {key: value for key, value in record.items() if key != "hands"}
    return rest | ({"hands": hands} if hands else {})
