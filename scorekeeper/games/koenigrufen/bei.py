"""Games "bei": beside a negative game others play the same or another one, each for themselves (KR-130 to KR-132)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.games.counts import Grid
from scorekeeper.games.declarer.asking import CONTRA_MARKS, USUAL_CONTRAS, name_contra
from scorekeeper.games.declarer.contracts import Contract
from scorekeeper.games.game import Seating, SheetSummary
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, one_or_each, who
from scorekeeper.phrase import Name, Phrase, Refused, Value, say


class Keys(NamedTuple):
    """The names of the questions about one more player: who, which game, each contra against it, and whether it is won.

    `number` is 2 for the first who joins the declarer.
    """

    number: int
    player: str
    game: str
    contra: str
    won: str
    mark: str

    def name(self, player: object) -> Value:
        """Return the name of the player, or a number while nobody is chosen."""
        return Name(str(player)) if player else say("player {number} with a game", number=self.number)


def _name_keys(number: int) -> Keys:
    begin = "bei" if number == 2 else f"bei{number - 1}"
    return Keys(number, begin, f"{begin}_game", f"{begin}_contra", f"{begin}_won", begin.replace("bei", "b"))


_JOINING = tuple(map(_name_keys, (2, 3, 4)))
_WHO = (
    say("Who plays a negative game, too (bei)?"),
    say("And who is the third to play one?"),
    say("And who is the fourth?"),
)


@dataclass(frozen=True, slots=True)
class BeiGame:
    """The game of a player beside that of the declarer; `doubts` are the contras of its opponents."""

    player: str
    contract: Contract
    keys: Keys
    doubts: tuple[tuple[str, int], ...] = ()
    won: bool = False


def find_games(rules: Rules, contract: Contract | None) -> tuple[Contract, ...]:
    """Return the games that may be played beside one, that game first; none where the table has it so (KR-130).

    A higher game would have outbid it.
    """
    if contract is None or contract.kind != "negative" or rules.bei == "none":
        return ()

    def fits(other: Contract) -> bool:
        if other.kind != "negative" or _rank(rules, other) > _rank(rules, contract):
            return False
        if other.open and not rules.bei_open:
            return False
        return {
            "piccolo": other.tricks > 0 and contract.tricks > 0,
            "bettel": other.tricks == contract.tricks == 0,
            "equals": _rank(rules, other) == _rank(rules, contract),
            "all": True,
        }[rules.bei]

    if not fits(contract):
        return ()
    return (contract, *[other for other in rules.contracts if other.key != contract.key and fits(other)])


def _rank(rules: Rules, contract: Contract) -> int:
    return 2 * rules.figures(contract.key)[0] + rules.is_halved(contract.key)


# The questions.


def ask_all(rules: Rules, seating: Seating) -> Iterator[Question]:
    """Yield every question that a table with such games may ask."""
    if rules.bei == "none":
        return
    negative = [contract for contract in rules.contracts if contract.kind == "negative"]
    for keys in _JOINING:
        yield _ask_player(keys, seating.playing)
        yield _ask_game(keys, "", negative)
        each = _ask_contra(keys, "", rules, seating.playing)
        yield one_or_each(_ask_level(keys, each), each)
        yield _ask_won(keys, "")


def ask(rules: Rules, seating: Seating, contract: Contract | None, answers: Answers) -> Iterator[Question]:
    """Yield who joins a called game, one after the other, with which game, and what came of it."""
    games = find_games(rules, contract)
    declarers = list(_find_declarers(answers))
    for place, keys in enumerate(_JOINING, start=1):
        free = [player for player in seating.playing if player not in declarers[:place]]
        least = 1 if rules.bei_between else 2  # somebody settles with them
        if not games or len(free) < least:
            return
        yield _ask_player(keys, free)
        player = answers.get(keys.player)
        if not player:
            return
        if games[1:]:
            yield _ask_game(keys, player, games[1:])
        yield _ask_contra(keys, player, rules, find_opponents(rules, seating.playing, str(player), declarers))
        if not answers.get("revoke"):
            yield _ask_won(keys, player)


def name_declarer(asked: Iterable[Question], answers: Answers) -> Iterator[Question]:
    """Yield the questions about the declarer's game, those on its contra and end with the name where others join."""
    declarer = Name(str(answers.get("declarer")))
    joined = answers.get("bei") and answers.get("declarer")
    labels = {"contra": _against(declarer), "won": _name_won(declarer)} if joined else {}
    for question in asked:
        yield replace(question, label=labels[question.name]) if question.name in labels else question


def _find_declarers(answers: Answers) -> Iterator[str]:
    """Yield the declarer and the players who join."""
    yield str(answers.get("declarer", ""))
    yield from (str(answers[keys.player]) for keys in _JOINING if answers.get(keys.player))


def find_opponents(rules: Rules, players: Iterable[str], player: str, declarers: Iterable[str]) -> tuple[str, ...]:
    """Return who settles a game with its player: all others, or not those with a game of their own (KR-131)."""
    apart = {player} if rules.bei_between else {player, *declarers}
    return tuple([other for other in players if other not in apart])


def _ask_player(keys: Keys, players: Iterable[str]) -> Choice:
    return who(keys.player, _WHO[keys.number - 2], players, mark=keys.mark, rare=keys.number > 2)


def _ask_game(keys: Keys, player: object, games: Iterable[Contract]) -> Choice:
    options = [Option(one.key, one.label, one.aliases, mark=f"{keys.mark}{one.mark}") for one in games]
    label = say("Which game, if not the same: {player}", player=keys.name(player))
    return Choice(keys.game, label, tuple(options), mark=keys.mark)


def _ask_contra(keys: Keys, player: object, rules: Rules, players: Iterable[str]) -> Grid:
    most = rules.contra_levels
    steps = tuple(map(name_contra, range(1, most + 1)))
    return Grid(
        keys.contra,
        _against(keys.name(player)),
        tuple(players),
        0,
        most,
        stage="call",
        mark=f"{keys.mark}c",
        steps=steps,
        usual=USUAL_CONTRAS,
    )


def _ask_level(keys: Keys, each: Grid) -> Choice:
    """Return the same for a line, in which each level is a word before the name of its player."""
    names = enumerate((name_contra(0), *each.steps))
    options = [Option(step, name, mark=f"{keys.mark}{CONTRA_MARKS[step - 1]}" if step else "") for step, name in names]
    return Choice(keys.contra, each.label, tuple(options), mark=each.mark)


def _ask_won(keys: Keys, player: object) -> Flag:
    return Flag(keys.won, _name_won(keys.name(player)), stage="result", both=True, mark=f"{keys.mark}w")


def _against(player: Value) -> Phrase:
    return say("Contra against {player}", player=player)


def _name_won(player: Value) -> Phrase:
    return say("Won: {player}", player=player)


# The deal.


def read(rules: Rules, contract: Contract | None, answers: Answers) -> tuple[BeiGame, ...]:
    """Return the games beside that of the declarer, won or not yet; nothing is checked."""
    games = find_games(rules, contract)
    found = list[BeiGame]()
    for keys in _JOINING if games else ():
        if player := answers.get(keys.player):
            chosen = rules.contract_of.get(str(answers.get(keys.game)), games[0])
            doubts = answers.get(keys.contra)
            levels = tuple(doubts.items()) if isinstance(doubts, Mapping) else ()
            found.append(BeiGame(str(player), chosen, keys, levels, bool(answers.get(keys.won))))
    return tuple(found)


def check(rules: Rules, players: Iterable[str], contract: Contract, answers: Answers) -> None:
    """Refuse a player with two games, a game that cannot be played beside the called one, and contra of no opponent."""
    declarers = list(_find_declarers(answers))
    playable = [game.key for game in find_games(rules, contract)]
    told = [("contra", declarers[0], answers.get("contra"))]
    for place, game in enumerate(read(rules, contract, answers), start=1):
        keys = game.keys
        if game.player in declarers[:place]:
            raise Refused(keys.player, say("{player} is entered twice", player=Name(game.player)))
        if game.contract.key not in playable:
            values = {"game": game.contract.label, "contract": contract.label}
            raise Refused(keys.game, say("{game} cannot be played beside a {contract} here", **values))
        told.append((keys.contra, game.player, answers.get(keys.contra)))
    for key, player, doubts in told:
        if doubts and not isinstance(doubts, Mapping):
            what = say("Contra against {player}", player=Name(player))
            raise Refused(key, say("{what}: one answer for each player", what=what))
        opponents = find_opponents(rules, players, player, declarers)
        if isinstance(doubts, Mapping) and {one for one, level in doubts.items() if level} - {*opponents}:
            raise Refused(key, say("only opponents say contra"))


def read_ends(joined: Iterable[BeiGame], answers: Answers) -> tuple[BeiGame, ...]:
    """Return the games with their ends. Raises Refused for a missing one."""
    found = list[BeiGame]()
    for game in joined:
        if game.keys.won not in answers:
            raise Refused(game.keys.won, say("say whether {player} won", player=Name(game.player)))
        found.append(replace(game, won=bool(answers[game.keys.won])))
    return tuple(found)


def can_end(hand: int, players: int, goals: Sequence[int], ends: Sequence[bool], tricks: int | None = None) -> bool:
    """Return whether games that are won with so many `goals` can all end so in as many tricks as a `hand` has cards.

    `tricks` are those of the first player, if they are known. Whoever wins has seen the last trick.
    """
    taken = [goal if won else None for goal, won in zip(goals, ends, strict=True)]
    if tricks is not None:
        taken[0] = tricks
    left = hand - sum(number for number in taken if number is not None)
    lost = [goal for goal, number in zip(goals, taken, strict=True) if number is None]
    if left < lost.count(0) or not any(ends) or len(goals) < players:
        return left >= lost.count(0)
    if len(lost) == 1:
        return left != lost[0]
    return bool(lost) or not left


def name_ends(ends: Iterable[tuple[str, bool]]) -> Phrase:
    """Return in words who wins and who loses."""
    texts = [
        say("{player} wins", player=Name(player)) if won else say("{player} loses", player=Name(player))
        for player, won in ends
    ]
    return say("{all}", all=tuple(texts))


def with_joined_games(brief: SheetSummary, answers: Answers) -> SheetSummary:
    """Return the summary of a deal with the players who joined."""
    joined = list(_find_declarers(answers))[1:]
    words = [say("{player} bei", player=Name(player)) for player in joined]
    return brief._replace(words=(*brief.words, *words), beside=tuple(joined))
