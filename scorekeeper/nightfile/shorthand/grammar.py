"""The spelling of the questions of a deal in one line: their words and marks."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.counts import Grid, Thirds
from scorekeeper.games.questions import Cell, Choice, Flag, OneOrEach, Option, Question, Rows
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.value_checks import shorten

Names = Mapping[str, str]
"""The names of the players of a night, by key and in seat order."""

NO = "-"
BY = ":"
REST = "."
APART = "&"
# No game has these words, so they begin a row of any game (`tests/night/test_shorthand.py`).
DEALER = "@"
VOID = ("xx", "××")
AGREED = "=="
_SEAT = "#"  # and the place, for any player, as some names have no beginning of their own
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_COUNT = re.compile(r"(\d{1,3})(?:\+([12]))?")


def short_names(names: Names) -> dict[str, str]:
    """Return for each player the shortest word by which `find_player` finds them."""
    plain = {player: _plain(name) for player, name in names.items()}
    short = dict[str, str]()
    for place, (player, name) in enumerate(plain.items(), start=1):
        others = [other for key, other in plain.items() if key != player]
        begun = (name[:length] for length in range(1, len(name)))
        own = (beginning for beginning in begun if not any(other.startswith(beginning) for other in others))
        is_named = name and not name[0].isdigit() and name not in others
        short[player] = next(own, name).capitalize() if is_named else f"{_SEAT}{place}"
    return short


def find_player(names: Names, word: str) -> str:
    """Return the only player whose name is or begins with this word, or whose place it is. Raises Refused."""
    seated = named_by(names, word)
    for spell in (_spell_out, _without_marks):  # Kaethe and Kathe are Käthe
        spelled = {player: spell(name) for player, name in names.items()}
        seated = seated or named_by(spelled, spell(word))
    if len(seated) == 1:
        return seated[0]
    if seated:
        both = tuple(names[player] for player in seated)
        raise Refused("line", say("{word} could be any of: {names}", word=shorten(word), names=both))
    short = short_names(names)
    known = tuple(say("{word} {name}", word=short[player], name=name) for player, name in names.items())
    raise Refused("line", say("{word} is none of the players: {names}", word=shorten(word), names=known))


def named_by(names: Names, word: str) -> list[str]:
    """Return the players whose name is or begins with this word exactly, or whose place it is."""
    seated = [player for place, player in enumerate(names, 1) if f"{_SEAT}{place}" == word]
    begun = _plain(word)
    if seated or not begun or begun[0].isdigit():
        return seated
    plain = {player: _plain(name) for player, name in names.items()}
    whole = [player for player, name in plain.items() if name == begun]
    return whole or [player for player, name in plain.items() if name.startswith(begun)]


def _spell_out(name: str) -> str:
    """Return a name spelled without umlauts."""
    return _without_marks(fold_name(name).translate(_UMLAUTS))


def _without_marks(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))


def _plain(name: str) -> str:
    return "".join(letter for letter in fold_name(name) if letter.isalnum())


def in_line(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Return the questions as a line asks them: once, even where each player could be asked."""
    return tuple(question.one if isinstance(question, OneOrEach) else question for question in questions)


def grids_of_each(questions: Sequence[Question]) -> dict[str, Grid]:
    """Return, by name, the grids of questions that may be asked of each player."""
    either = (question for question in questions if isinstance(question, OneOrEach))
    return {question.name: question.each for question in either if isinstance(question.each, Grid)}


def is_who(question: Question) -> bool:
    """Return whether the answer is a player."""
    return isinstance(question, Choice) and question.players


def is_number(question: Question) -> bool:
    """Return whether the answer is a number, or one for each player."""
    return question.widget in ("number", "thirds", "grid")


def mark_of(question: Question, questions: Sequence[Question]) -> str:
    """Return the mark before an answer, "" for the first player and the first number of a deal."""
    for alike in (is_who, is_number):
        if alike(question) and question is next(filter(alike, questions)) and not question.mark:
            return ""
    return question.mark or question.name


def word_of(option: Option) -> str:
    """Return the word of an option."""
    return option.mark or str(option.value)


def words_of(question: Question) -> dict[str, object]:
    """Return the answers that have a word of their own, by that word."""
    if isinstance(question, Choice) and not question.players:
        return {word_of(option): option.value for option in question.options if option.value != 0}
    if isinstance(question, Flag):
        mark = question.mark or question.name
        return {mark: True, mark + NO: False} if question.both else {mark: True}
    return {}


@lru_cache(maxsize=64)
def row_words(rows: Rows) -> dict[str, Mapping[str, object]]:
    """Return the values of a row without its player, by word: first the word of its option, then a sign for each value.

    "-" is the last sign. A word with any sign also has the result of the bonus.
    """
    columns = rows.columns[2:]
    usual = {column.name: column.default if isinstance(column, Flag) else 0 for column in columns}
    words = dict[str, Mapping[str, object]]()
    for option in rows.what.options:
        for signs in product(*map(signs_of, columns)):
            values = {column.name: value for column, (_, value) in zip(columns, signs, strict=True)}
            result = [] if values == usual else [column.name for column in columns if column.stage == "result"]
            spelled = {name: value for name, value in values.items() if value != usual[name] or name in result}
            word = row_word(rows, option) + "".join(sorted([sign for sign, _ in signs], key=lambda sign: sign == NO))
            words[word] = {rows.what.name: option.value, **spelled}
    return words


def row_word(rows: Rows, option: Option) -> str:
    """Return the word of a row's option, without signs."""
    word = word_of(option)
    return rows.name + word if word.isdecimal() else word


def signs_of(column: Cell) -> list[tuple[str, object]]:
    """Return the signs of a column and their values, the empty sign first."""
    if isinstance(column, Flag):
        return [("", column.default), (column.mark or column.name, not column.default)]
    if column.players:  # another player has no sign
        return [("", 0)]
    return [(option.mark, option.value) for option in column.options]


def find_row(rows: Rows, word: str) -> Mapping[str, object] | None:
    """Return the values of a word as in `row_words`, in any case and with signs in any order, None for none."""
    folded = word.casefold()
    read = {known.casefold(): meant for known, meant in row_words(rows).items()}
    if folded in read:
        return read[folded]
    for begin in (row_word(rows, option).casefold() for option in rows.what.options):
        if folded.startswith(begin):
            alike = [known for known in read if known.startswith(begin) and sorted(known) == sorted(folded)]
            if alike:
                return read[alike[0]]
    return None


def whom(rows: Rows) -> str:
    """Return the name of the column for another player, the second in `Mond:A:B`. Raises Refused."""
    for column in rows.columns[2:]:
        if is_who(column):
            return column.name
    raise Refused("line", say("nobody else is named here: {what}", what=rows.label))


def read_count(question: Thirds, text: str) -> object:
    """Return a count of card points as in a record, None for none: 36+1 is 36 1/3, 34+2&1+2 has a separate pile."""
    counts = list[object]()
    for part in text.split(APART):
        found = _COUNT.fullmatch(part)
        if not found:
            return None
        whole = int(found[1])
        counts.append(write_thirds(3 * whole + int(found[2])) if found[2] else whole)
    if len(counts) == 1:
        return counts[0]
    return dict(zip(question.parts, counts, strict=True)) if len(counts) == len(question.parts) else None
