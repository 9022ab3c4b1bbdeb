"""One line read into the answers of a deal."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from scorekeeper.games.counts import Grid, OfPlayers, Thirds
from scorekeeper.games.questions import Question, Rows
from scorekeeper.nightfile.shorthand.grammar import (
    BY,
    REST,
    Names,
    find_player,
    find_row,
    in_line,
    is_number,
    is_who,
    mark_of,
    named_by,
    read_count,
    told_of_each,
    whom,
    words_of,
)
from scorekeeper.phrase import Name, Phrase, Refused, say
from scorekeeper.reading import shown, zeros

LONGEST_LINE = 200
_BEGUN = re.compile(r"(?<!\S)\d[\dOo]*(?=[\s⅓⅔+&]|$)")  # a number, with zeros or the letter O
_THIRDS = (  # as people write them, and as one word
    (re.compile("⅓"), " 1/3"),
    (re.compile("⅔"), " 2/3"),
    (re.compile(r"(?<=\d)\s+([12])/3(?!\S)"), r"+\1"),
    (re.compile(r"(?<!\S)([12])/3(?!\S)"), r"0+\1"),
)
T = TypeVar("T")

_WHOLE = re.compile(r"[+-]?\d{1,6}")
_RANK = re.compile("10|.")


def read_line(
    questions: Sequence[Question], names: Names, text: str, out: Mapping[str, Phrase] | None = None
) -> dict[str, object]:
    """Return what a line answers; `names` are those of everybody at the night, by key and in seat order.

    `out` says of those who cannot be named, as they do not play in this deal, why. Raises Refused, naming the word
    that cannot be read. Whether the answers make a deal, the game says.
    """
    check_length(text)
    reader = _Line(in_line(questions), names, told_of_each(questions), out or {})
    words = list(_split(text))
    if not words:
        raise Refused("line", say("the line is empty"))
    for word in words:
        reader.take(word)
    return reader.close()


def check_length(line: str) -> None:
    """Raise Refused for a line that is longer than any deal's."""
    if len(line) > LONGEST_LINE:
        raise Refused("line", say("a line has at most {most} characters", most=LONGEST_LINE))


def _split(text: str) -> Iterator[str]:
    text = _BEGUN.sub(lambda number: zeros(number[0]), text)
    for pattern, plain in _THIRDS:
        text = pattern.sub(plain, text)
    yield from text.replace("−", "-").replace("–", "-").split()


def _folded(words: Mapping[str, T]) -> dict[str, T]:
    return {word.casefold(): meant for word, meant in words.items()}


@dataclass(slots=True)
class _Line:
    """What was read so far; `target` is the question for which numbers are collected.

    `each` are the questions, by name, that may be answered with a number for each player instead.
    """

    questions: tuple[Question, ...]
    names: Names
    each: Mapping[str, Grid]
    out: Mapping[str, Phrase]
    answers: dict[str, object] = field(default_factory=dict)
    target: Question | None = None
    numbers: list[object] = field(default_factory=list)

    def take(self, word: str) -> None:
        """Read one word: first as what stands first, then as a word of a question, as a number, as a list."""
        if self._whose(word) or self._fixed(word) or self._number(word) or self._listed(word) or self._first(word):
            return
        raise Refused("line", say("{word} has no meaning here", word=shown(word)))

    def _answer(self, question: Question, raw: object, word: str) -> bool:
        if question.name in self.answers:
            raise Refused("line", say("{word}: this is said twice: {what}", word=shown(word), what=question.label))
        try:
            question.read(raw)
        except Refused as refused:
            raise Refused("line", self._about(word, refused.phrase)) from None
        self.answers[question.name] = raw
        return True

    def _about(self, word: str, reason: Phrase) -> Phrase:
        """Return why a word is refused; a reason that quotes it needs nothing before it."""
        quoted = [self.names.get(value.key) if isinstance(value, Name) else value for _, value in reason.values]
        return reason if shown(word) in quoted else say("{word}: {reason}", word=shown(word), reason=reason)

    def _find(self, word: str) -> str:
        """Return the player whom a word names. Raises Refused for somebody who does not play in this deal."""
        player = find_player(self.names, word)
        if player in self.out:
            raise Refused("line", self.out[player])
        return player

    def _whose(self, word: str) -> bool:
        """A word with a player behind it: `C:B`, `P!:B`, `Mond:A:B`."""
        head, by, name = word.partition(BY)
        for question in self.questions if by else ():
            if is_who(question) and head.casefold() == mark_of(question, self.questions).casefold():
                return self._answer(question, self._find(name), word)
            if isinstance(question, Rows) and (row := find_row(question, head)):
                name, _, other = name.partition(BY)
                row = {**row, whom(question): self._find(other)} if other else row
                return self._row(question, self._find(name), row, word)
            level = _folded(words_of(question)).get(head.casefold())
            if question.name in self.each and level is not None:
                return self._level(question.name, self._find(name), level, word)
        return False

    def _level(self, name: str, player: str, level: object, word: str) -> bool:
        """What one player said where each answers for himself."""
        earlier = self.answers.pop(name, {})
        if not isinstance(earlier, dict) or player in earlier:
            raise Refused("line", say("{word}: this is said twice: {what}", word=word, what=self.each[name].label))
        return self._answer(self.each[name], {**earlier, player: level}, word)

    def _row(self, rows: Rows, whose: object, row: Mapping[str, object], word: str) -> bool:
        if not whose:
            raise Refused("line", say("{word}: whose is it?", word=shown(word)))
        earlier = self.answers.pop(rows.name, [])
        assert isinstance(earlier, list)
        return self._answer(rows, [*earlier, {rows.who.name: whose, **row}], word)

    def _fixed(self, word: str) -> bool:
        for question in self.questions:
            words = _folded(words_of(question))
            if word.casefold() in words and (self.answers or not self._is_first(word)):
                return self._answer(question, words[word.casefold()], word)
            if isinstance(question, Rows) and (row := find_row(question, word)):
                if self._is_first(word):
                    return False
                first = next(filter(is_who, self.questions), None)
                return self._row(question, self.answers.get(first.name) if first else None, row, word)
        return False

    def _awaits_first(self) -> Question | None:
        """Return the question that a name alone answers, while nobody has."""
        first = next(filter(is_who, self.questions), None)
        return None if first is None or mark_of(first, self.questions) or first.name in self.answers else first

    def _is_first(self, word: str) -> bool:
        """Whether somebody’s name is awaited, and the name of one begins so."""
        return self._awaits_first() is not None and len(named_by(self.names, word)) == 1

    def _first(self, word: str) -> bool:
        first = self._awaits_first()
        return first is not None and self._answer(first, self._find(word), word)

    def _number(self, word: str) -> bool:
        """A number after the sign of its question; without one it belongs to the question of the number before it."""
        for question in filter(is_number, self.questions):
            mark = mark_of(question, self.questions)
            if mark and word.startswith(mark):
                self._close_numbers()
                self.target = question
                word = word.removeprefix(mark)
                if not word:
                    return True
        target = self.target or next(filter(is_number, self.questions), None)
        raw = _read_number(target, self._with_zeros(word)) if target else None
        raw = REST if target and word == REST and target.name in self.each else raw
        if target is None or raw is None:
            return False
        self.target = target
        self.numbers.append(raw)
        return True

    def _with_zeros(self, word: str) -> str:
        """Return a word with zeros for the letter O, by which it begins only where nobody’s name does."""
        is_name = word[:1] in ("O", "o") and (self._awaits_first() or named_by(self.names, word))
        return word if is_name else zeros(word)

    def _listed(self, word: str) -> bool:
        """A player’s cards (`A:K9`), or the next player in an order."""
        for question in self.questions:
            if question.widget == "piles" and BY in word:
                name, _, cards = word.partition(BY)
                return self._pile(question, self._find(name), cards, word)
            if question.widget == "order":
                order = self.answers.setdefault(question.name, [])
                assert isinstance(order, list)
                order.append(self._find(word))
                return True
        return False

    def _pile(self, question: Question, player: str, cards: str, word: str) -> bool:
        piles = self.answers.setdefault(question.name, {})
        assert isinstance(piles, dict)
        if player in piles:
            raise Refused("line", say("{word}: {player} stands twice", word=shown(word), player=Name(player)))
        piles[player] = " ".join(_RANK.findall(cards))
        return True

    def _close_numbers(self) -> None:
        """Answer the question for which numbers were collected."""
        target = self.target
        numbers = self.numbers
        if target is None:
            return
        self.target = None
        self.numbers = []
        told = " ".join(map(str, numbers)) or mark_of(target, self.questions)
        target = self.each.get(target.name, target) if len(numbers) > 2 else target
        if not isinstance(target, Grid):
            if len(numbers) != 1:
                raise Refused("line", say("{word}: one number is meant here: {what}", word=told, what=target.label))
            self._answer(target, numbers[0], told)
            return
        order = [player for player in self.names if player in target.players]
        if len(numbers) != len(order):
            named = tuple(map(Name, order))
            raise Refused("line", say("{word}: one number for each is meant here: {names}", word=told, names=named))
        given = zip(order, numbers, strict=True)
        self._answer(target, {player: number for player, number in given if number != REST}, told)

    def close(self) -> dict[str, object]:
        """Return all answers; of an order the last may be left out."""
        self._close_numbers()
        for question in self.questions:
            raw = self.answers.get(question.name)
            if question.widget == "order" and isinstance(question, OfPlayers) and isinstance(raw, list):
                missing = [player for player in question.players if player not in raw]
                if len(missing) == 1 and len(raw) == len(question.players) - 1:
                    raw.append(missing[0])
            if raw is not None:
                (self.each[question.name] if isinstance(raw, dict) and question.name in self.each else question).read(
                    raw
                )
        return self.answers


def _read_number(question: Question, word: str) -> object:
    """Return a number as the question is answered in a record, None for what is none."""
    if isinstance(question, Thirds):
        return read_count(question, word)
    if question.widget == "grid" and word == REST:
        return REST
    return int(word) if _WHOLE.fullmatch(word) else None
