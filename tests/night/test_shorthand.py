"""A deal in one line: on the sheet is read again, for every game, author and table; and what cannot be read."""

from itertools import permutations

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.questions import Rows
from scorekeeper.language import Speech, find_locale
from scorekeeper.nightfile.shorthand import grammar
from scorekeeper.nightfile.shorthand.grammar import AGREED, DEALER, VOID, find_player, find_row, row_words, short_names
from scorekeeper.nightfile.shorthand.legend import describe_row, describe_words
from scorekeeper.nightfile.shorthand.parser import read_line, read_row, without_numbers
from scorekeeper.phrase import Refused

EVERYBODY = {"p1": "Anna", "p2": "Bernd", "p3": "Xaver", "p4": "Clara", "p5": "7", "p6": "N. N."}
FIRST = {"herzeln": "", "quodlibet": ""}  # nobody is named first there
HOUSES = {
    "herzblatt": [{}, {"revoke": "offender_side_loses"}, {"all_pass": "forehand_plays"}, {"all_pass": "last_trick"}],
    "solo": [{}, {"all_pass": "last_trick"}],
    "herzeln": [{}, {"revoke": "offender_side_loses"}],
    "husarln": [{}, {"contra": "game_and_announcements", "revoke": "offender_side_loses", "no_tarock_redeal": "yes"}],
    "tapp": [{}, {"hand_bonuses": "yes", "point_bids": "yes", "contra": "game_and_announcements"}],
}
TABLES = [
    (game, preset, house) for game in GAMES.values() for preset in game.presets for house in HOUSES.get(game.key, [{}])
]


def asked(game, preset, house, number=1, players=None):
    rules = apply_house(game.presets[preset], house)
    playing = tuple(f"p{place}" for place in range(1, (players or max(rules.players)) + 1))
    return game.ask(rules, Seating(number, playing[-1], playing), None)


@pytest.mark.parametrize(("game", "preset", "house"), TABLES, ids=lambda value: getattr(value, "key", str(value)))
def test_every_word_says_one_thing_whatever_its_case(game, preset, house):
    for number in range(1, game.party_deals + 1):
        questions = asked(game, preset, house, number)
        alone = grammar.in_line(questions)
        spelled = [f"{grammar.mark_of(question, alone)}:" for question in alone if grammar.is_who(question)]
        for question in alone:
            meant = dict(grammar.words_of(question))
            if question.widget == "rows":
                meant |= {f"{word}:A": [{"player": "p1", **row}] for word, row in row_words(question).items()}
            for word, answer in meant.items():
                spelled.append(word.removesuffix(":A"))
                for typed in (word, word.lower(), word.upper()):
                    line = f"{FIRST.get(game.key, 'A')} {typed}"
                    assert read_line(questions, EVERYBODY, line)[question.name] == answer
        folded = [word.casefold() for word in spelled]
        assert sorted(set(folded)) == sorted(folded)
        assert not [word for word in folded if word in (AGREED, *VOID) or word.startswith(DEALER)]
        assert not [word for word in folded if word.isdecimal()], "it could be taken for a number"


@pytest.mark.parametrize(
    ("key", "line", "said"),
    [
        ("husarln/loew", "A Z2 37 P", {"declarer": "p1", "contract": "Z2", "points": 37,
                                       "bonuses": [{"player": "p1", "bonus": "pagat"}]}),
        ("husarln/loew", "b solo 36 1/3", {"declarer": "p2", "contract": "Solo", "points": "36 1/3"}),
        ("husarln/loew", "B E1 36⅔ p!-:c", {"declarer": "p2", "contract": "E1", "points": "36 2/3", "bonuses": [
            {"player": "p3", "bonus": "pagat", "announced": True, "made": False}]}),
        ("husarln/loew", "C Z1 /29+2 t", {"declarer": "p3", "contract": "Z1", "defender_points": "29 2/3",
                                          "bonuses": [{"player": "p3", "bonus": "trull"}]}),
        ("husarln/loew", "C Z1 34+2&1+1", {"declarer": "p3", "contract": "Z1",
                                           "points": {"pile": "34 2/3", "talon": "1 1/3"}}),
        ("herzblatt/muhr", "a 66! C:b r 71", {"soloist": "p1", "announced": "66", "contra": "p2", "ree": True,
                                              "points": 71}),
        ("herzblatt/muhr", "A Du! all-  100", {"soloist": "p1", "announced": "du", "all_tricks": False, "points": 100}),
        ("herzblatt/braun", "–", {"passed": True}),
        ("solo/braun", "Clara c 70", {"soloist": "p3", "suit": "C", "points": 70}),
        ("herzeln/1", "A:AK9 C:10QJ", {"hearts": {"p1": "A K 9", "p3": "10 Q J"}}),
        ("herzeln/2", "3 . 5", {"tricks": {"p1": 3, "p3": 5}}),
        ("herzeln/3", "= -30 0 −50", {"points": {"p1": -30, "p2": 0, "p3": -50}}),
        ("herzeln/5", "b", {"king": "p2"}),
        ("herzeln/8", "b a", {"out": ["p2", "p1", "p3"]}),
        ("koenigrufen/ooe", "Trisch 20+1 30 1/3 . 0", {"contract": "trischaken", "points": {
            "p1": "20 1/3", "p2": "30 1/3", "p4": 0}}),
        ("koenigrufen/ooe", "a BettO w- C:b R:d", {"declarer": "p1", "contract": "bettel_ouvert", "won": False,
                                                   "contra": {"p2": 1, "p4": 2}}),
        ("koenigrufen/ooe", "A BeRuf +:C C 41 *8 Pag!:A", {"declarer": "p1", "contract": "besserrufer", "partner": "p3",
            "contra": 1, "points": 41, "tricks": 8,
            "bonuses": [{"player": "p1", "bonus": "pagat", "announced": True, "made": True}]}),
        ("koenigrufen/ruediger", "A Drei 40 Mond:B:A", {"declarer": "p1", "contract": "dreier", "points": 40,
            "bonuses": [{"player": "p2", "bonus": "mondfang", "from": "p1"}]}),
    ],
)  # fmt: skip
def test_a_line_is_read_as_what_it_says(key, line, said):
    assert read_line(*at_table(key), line) == said


def at_table(key):
    game, _, preset = key.partition("/")
    number, preset = (int(preset), next(iter(GAMES[game].presets))) if preset.isdecimal() else (1, preset)
    names = {"p1": "Anna", "p2": "Bernd", "p3": "Clara"} | ({"p4": "Dora"} if game == "koenigrufen" else {})
    return asked(GAMES[game], preset, {}, number, players=len(names)), names


@pytest.mark.parametrize(
    ("key", "line", "reason"),
    [
        ("husarln/loew", "", "the line is empty"),
        ("husarln/loew", "A " * 101, "a line has at most 200 characters"),
        ("husarln/loew", "D Z2 37", "D is none of the players: A Anna, B Bernd, C Clara"),
        ("husarln/loew", "A Z9 37", "Z9 has no meaning here"),
        ("husarln/loew", "A Z2 Z3 37", "Z3: this is said twice: Contract"),
        ("husarln/loew", "A Z2 37 38", "37 38: one number is meant here: Declarer’s card points"),
        ("husarln/loew", "A Z2 367", "367 is more than the 66 in the pack"),
        ("husarln/loew", "A Z2 37 P:D", "D is none of the players: A Anna, B Bernd, C Clara"),
        ("husarln/loew", "P", "P: whose is it?"),
        ("husarln/loew", "A Z2 /", "/: one number is meant here: Defenders’ card points"),
        ("herzeln/2", "3 5", "3 5: one number for each is meant here: Anna, Bernd, Clara"),
        ("herzeln/2", "3 5 1", "3 5 1: the numbers add up to 9, not to 8"),
        ("herzeln/1", "A:AK A:9", "A:9: Anna stands twice"),
        ("herzeln/8", "A A", "Anna stands twice"),
        ("koenigrufen/ooe", "A BettO C:B C:B", "C:B: this is said twice: Contra of each opponent"),
        ("koenigrufen/ooe", "A BettO C C:B", "C:B: this is said twice: Contra of each opponent"),
        ("koenigrufen/ooe", "Trisch 20 30 20", "20 30 20: one number for each is meant here: Anna, Bernd, Clara, Dora"),
        ("koenigrufen/ooe", "Trisch 20 30 20 1", "20 30 20 1: the numbers add up to 71, not to 70"),
        ("koenigrufen/ooe", "A Drei 40 Tru:B:A", "nobody else is named here: Bonuses"),
    ],
)
def test_what_a_line_cannot_say(key, line, reason):
    questions, names = at_table(key)
    with pytest.raises(Refused) as refused:
        read_line(questions, names, line)
    assert Speech(find_locale(("en",)), names).say(refused.value.phrase) == reason


PAUL = {"p1": "Anna", "p2": "Bernd", "p3": "Paul"}


@pytest.mark.parametrize(
    ("key", "line", "bonuses"),
    [
        ("husarln/loew", "P Z2 37", None),
        ("husarln/loew", "P Z2 37 P", [{"player": "p3", "bonus": "pagat"}]),
        ("husarln/loew", "Z2 P 37 P", [{"player": "p3", "bonus": "pagat"}]),
        ("husarln/loew", "paul Z2 37 P!:A", [{"player": "p1", "bonus": "pagat", "announced": True, "made": True}]),
        ("tapp/mayr", "P D 37 P", [{"player": "p3", "bonus": "pagat"}]),
    ],
)
def test_a_player_is_named_first_though_a_bonus_is_called_so(key, line, bonuses):
    said = read_line(at_table(key)[0], PAUL, line)
    assert (said["declarer"], said.get("bonuses")) == ("p3", bonuses)


@pytest.mark.parametrize("key", ["husarln/loew", "tapp/mayr", "koenigrufen/ooe", "koenigrufen/ruediger"])
def test_the_signs_of_a_bonus_are_read_in_any_order(key):
    questions = at_table(key)[0]
    (rows,) = (question for question in questions if isinstance(question, Rows))
    words = {}
    for word, meant in row_words(rows).items():
        begin = max((what for what in map(str, _whats(rows)) if word.startswith(what)), key=len)
        for order in permutations(word.removeprefix(begin)):
            assert find_row(rows, begin + "".join(order)) == meant, word
            assert words.setdefault((begin + "".join(order)).casefold(), meant) == meant, "two things have one word"
    for word in ("x", "", "!-"):
        assert find_row(rows, word) is None


def _whats(rows):
    """The words of the bonuses alone, without a sign."""
    return [word for word, meant in row_words(rows).items() if meant.keys() == {rows.what.name}]


def test_names_are_as_short_as_they_can_be():
    names = dict(enumerate(("Anna", "Anna Maria", "annamaria", "Bernd", "Ähnl", "7", "Ann", "...")))
    assert list(short_names(names).values()) == ["Anna", "#2", "#3", "B", "Ä", "#6", "Ann", "#8"]
    assert [find_player(names, word) for word in ("ANNA", "#2", "ber", "äh", "#6", "ann")] == [0, 1, 3, 4, 5, 6]
    assert [find_player(names, f"#{place + 1}") for place in names] == list(names)  # whether he needs it or not
    for word in ("annam", "an", "", "x", "7", "#0", "#9", "#"):
        with pytest.raises(Refused):
            find_player(names, word)


def test_every_word_of_the_legend_is_understood():
    for game, preset, house in TABLES:
        if game.key in ("herzeln", "quodlibet"):  # what each player has is told in several words
            continue
        questions = asked(game, preset, house, players=3)
        names = {"p1": "Anna", "p2": "Bernd", "p3": "Clara"}
        for spelled in describe_words(questions, names):
            for word in spelled.words:
                if not word.startswith("+"):
                    read_line(questions, names, word if word.split()[0] in "ABC" else f"A {word}")


ABC = {"p1": "Anna", "p2": "Bernd", "p3": "Clara"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A 71", {"line": "A 71"}),
        (" @c  A 71", {"dealer": "p3", "line": " A 71"}),
        ("xx cards were missing", {"void": True, "reason": "cards were missing"}),
        ("@Bernd XX vergeben", {"dealer": "p2", "void": True, "reason": "vergeben"}),
        ("==  2 −1 –1 as we agreed", {"adjust": {"p1": 2, "p2": -1, "p3": -1}, "reason": "as we agreed"}),
        ("== +5 . -5 3 cards short", {"adjust": {"p1": 5, "p3": -5}, "reason": "3 cards short"}),
        ("== 1O O -10 as we agreed", {"adjust": {"p1": 10, "p2": 0, "p3": -10}, "reason": "as we agreed"}),
        ("xx", {"void": True, "reason": ""}),
        ("= -30 0 -50", {"line": "= -30 0 -50"}),
    ],
)
def test_a_row_is_read_as_what_it_says(line, said):
    assert read_row(ABC, line) == said


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("@Z A 71", "Z is none of the players: A Anna, B Bernd, C Clara"),
        ("@ A 71", "@: whose is it?"),
        ("== 2 -2", "== 2 -2: one number for each is meant here: Anna, Bernd, Clara"),
        ("== 2 -1 x why", "== 2 -1 x: one number for each is meant here: Anna, Bernd, Clara"),
        ("xx " + "y" * 200, "a line has at most 200 characters"),
    ],
)
def test_what_a_row_cannot_say(line, reason):
    with pytest.raises(Refused) as refused:
        read_row(ABC, line)
    assert Speech(find_locale(("en",)), ABC).say(refused.value.phrase) == reason


@pytest.mark.parametrize("count", [2, 3, 4, 12])
def test_what_is_told_of_any_row_is_understood(count):
    names = {f"p{place}": "ABCDEFGHIJKL"[place - 1] for place in range(1, count + 1)}
    dealer, agreed, void = (spelled.words[0].replace("…", "why") for spelled in describe_row(names))
    assert read_row(names, dealer)["dealer"] == f"p{count}"
    assert sum(read_row(names, agreed)["adjust"].values()) == 0
    assert read_row(names, void) == {"void": True, "reason": "why"}


@pytest.mark.parametrize(
    ("rows", "plain"),
    [
        (["1. A 71", "2. B 30"], ["A 71", "B 30"]),
        (["12) A 71"], ["A 71"]),
        (["9 A 71", "10 xx", "", "11 @A B 30"], ["A 71", "xx", "", "@A B 30"]),
        (["1. 26 0 0", "2. 0 26 0"], ["26 0 0", "0 26 0"]),
        (["71 A"], ["71 A"]),
        (["71 A", "30 B"], ["71 A", "30 B"]),
        (["1 0 25", "2 24 0"], ["1 0 25", "2 24 0"]),
        (["1. A 71", "B 30"], ["1. A 71", "B 30"]),
        ([], []),
    ],
)
def test_the_numbers_of_rows_on_paper_are_no_part_of_them(rows, plain):
    assert without_numbers(rows) == plain
