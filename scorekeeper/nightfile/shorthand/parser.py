"""Reading a line into the answers of a deal, or a row of a paper sheet into the keys of one."""

import re
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.games.counts import Grid, OfPlayers, Thirds
from scorekeeper.games.questions import Question, Rows
from scorekeeper.nightfile.shorthand import grammar
from scorekeeper.nightfile.shorthand.grammar import AGREED, BY, DEALER, REST, VOID, Names, find_player, is_who, mark_of
from scorekeeper.phrase import Name, Phrase, Refused, say
from scorekeeper.value_checks import fold_signs, shorten, zeros

LONGEST_LINE = 200
_BEGUN = re.compile(r"(?<!\S)\d[\dOo]*(?=[\s⅓⅔+&]|$)")  # a number, also with the letter O for zeros
_THIRDS = (  # as people write them, each replaced by one word
    (re.compile("⅓"), " 1/3"),
    (re.compile("⅔"), " 2/3"),
    (re.compile(r"(?<=\d)\s+([12])/3(?!\S)"), r"+\1"),
    (re.compile(r"(?<!\S)([12])/3(?!\S)"), r"0+\1"),
)
_WHOLE = re.compile(r"[+-]?\d{1,6}")
_AGREED = re.compile(r"[+-]?\d{1,7}")
_RANK = re.compile("10|.")
_NUMBERED = r"\s*(\d{1,3})(?:[.)](?:\s+|(?!\d))|\s+(?=[^\s\d+−-]))(?=\S)"  # not points


def without_numbers(lines: Sequence[str]) -> Sequence[str]:
    """Return rows without their numbers on the paper, if each has one that is one more than that of the row before."""
    found = [re.match(_NUMBERED, line) for line in lines if line.strip()]
    numbers = [int(number[1]) for number in found if number]
    if not numbers or len(numbers) < len(found) or numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
        return lines
    if len(numbers) == 1 and lines[0].split()[0].isdecimal():  # 71 A is a deal too
        return lines
    return [re.sub(_NUMBERED, "", line, count=1) for line in lines]


def read_row(names: Names, line: str) -> dict[str, object]:
    """Return a row as the keys of a deal in a night file: `line`, or `void` or `adjust` with its `reason`; `dealer`.

    `names` are those of everybody at the night, by key and in seat order. Raises Refused.
    """
    _check_length(line)
    keys: dict[str, object] = {}
    head, _, rest = line.strip().partition(" ")
    if head.startswith(DEALER):
        if head == DEALER:
            raise Refused("line", say("{word}: whose is it?", word=head))
        keys["dealer"] = find_player(names, head.removeprefix(DEALER))
        line = rest
        head, _, rest = line.strip().partition(" ")
    if head.casefold() in VOID:
        return {**keys, "void": True, "reason": rest.strip()}
    if head != AGREED:
        return {**keys, "line": line}
    words = rest.split()
    numbers = [zeros(fold_signs(word)) for word in words[: len(names)]]
    if len(numbers) < len(names) or not all(word == REST or _AGREED.fullmatch(word) for word in numbers):
        raise _not_for_each(shorten(" ".join([AGREED, *numbers])), names)
    agreed = {player: int(word) for player, word in zip(names, numbers, strict=True) if word != REST}
    return {**keys, "adjust": agreed, "reason": " ".join(words[len(names) :])}


def read_line(
    questions: Sequence[Question], names: Names, text: str, out: Mapping[str, Phrase] | None = None
) -> dict[str, object]:
    """Return the answers in a line; `names` are those of everybody at the night, by key and in seat order.

    `out` has the reason for each player who does not play in this deal. Raises Refused with the word that cannot be
    read. The game checks whether the answers make a deal.
    """
    _check_length(text)
    text = _BEGUN.sub(lambda number: zeros(number[0]), text)
    for pattern, plain in _THIRDS:
        text = pattern.sub(plain, text)
    words = text.replace("−", "-").replace("–", "-").split()
    if not words:
        raise Refused("line", say("the line is empty"))
    reader = _Line(questions, names, out or {})
    for word in words:
        reader.take(word)
    return reader.close()


def _check_length(line: str) -> None:
    if len(line) > LONGEST_LINE:
        raise Refused("line", say("a line has at most {most} characters", most=LONGEST_LINE))


def _not_for_each(word: str, players: Iterable[str]) -> Refused:
    named = tuple(map(Name, players))
    return Refused("line", say("{word}: one number for each is meant here: {names}", word=word, names=named))


def _twice(word: str, question: Question) -> Refused:
    return Refused("line", say("{word}: this is said twice: {what}", word=word, what=question.label))


class _Line:
    """A line while it is read; `target` is the question for which numbers are collected.

    `each` are the questions, by name, that may be answered with a number for each player. `first` is the question for a
    player, if there is one; a name without a mark answers it if it `leads` the line.
    """

    def __init__(self, questions: Sequence[Question], names: Names, out: Mapping[str, Phrase]) -> None:
        self.questions = grammar.in_line(questions)
        self.each = grammar.grids_of_each(questions)
        self.names = names
        self.out = out
        self.first = next(filter(is_who, self.questions), None)
        self.leads = self.first is not None and not mark_of(self.first, self.questions)
        self.answers = dict[str, object]()
        self.target: Question | None = None
        self.numbers = list[object]()

    def take(self, word: str) -> None:
        """Read one word: with a player behind it, or as an option, a number, a list, or the first player."""
        if self._whose(word) or self._fixed(word) or self._number(word) or self._listed(word):
            return
        if not self.first or not self._awaits_first():
            raise Refused("line", say("{word} has no meaning here", word=shorten(word)))
        self._answer(self.first, self._find(word), word)

    def _answer(self, question: Question, raw: object, word: str) -> bool:
        if question.name in self.answers:
            raise _twice(shorten(word), question)
        try:
            question.read(raw)
        except Refused as refused:
            reason = refused.phrase
            quoted = [self.names.get(value.key) if isinstance(value, Name) else value for _, value in reason.values]
            if shorten(word) not in quoted:  # a reason that quotes the word needs nothing before it
                reason = say("{word}: {reason}", word=shorten(word), reason=reason)
            raise Refused("line", reason) from None
        self.answers[question.name] = raw
        return True

    def _find(self, word: str) -> str:
        """Return the player named by a word. Raises Refused for somebody who does not play in this deal."""
        player = find_player(self.names, word)
        if player in self.out:
            raise Refused("line", self.out[player])
        return player

    def _awaits_first(self) -> bool:
        return self.first is not None and self.leads and self.first.name not in self.answers

    def _is_first(self, word: str) -> bool:
        """Return whether a name is expected and this word is one."""
        return self._awaits_first() and len(grammar.named_by(self.names, word)) == 1

    def _whose(self, word: str) -> bool:
        """Read a word with a player behind it: `C:B`, `P!:B`, `Mond:A:B`."""
        head, by, name = word.partition(BY)
        for question in self.questions if by else ():
            if is_who(question) and head.casefold() == mark_of(question, self.questions).casefold():
                return self._answer(question, self._find(name), word)
            if isinstance(question, Rows) and (row := grammar.find_row(question, head)):
                name, _, other = name.partition(BY)
                row = {**row, grammar.whom(question): self._find(other)} if other else row
                return self._row(question, self._find(name), row, word)
            level = _meant(question, head)
            if question.name in self.each and level is not None:  # one player's answer of several
                player = self._find(name)
                earlier = self.answers.pop(question.name, {})
                if not isinstance(earlier, dict) or player in earlier:
                    raise _twice(word, self.each[question.name])
                return self._answer(self.each[question.name], {**earlier, player: level}, word)
        return False

    def _row(self, rows: Rows, whose: object, row: Mapping[str, object], word: str) -> bool:
        if not whose:
            raise Refused("line", say("{word}: whose is it?", word=shorten(word)))
        earlier = self.answers.pop(rows.name, [])
        assert isinstance(earlier, list)
        return self._answer(rows, [*earlier, {rows.who.name: whose, **row}], word)

    def _fixed(self, word: str) -> bool:
        for question in self.questions:
            meant = _meant(question, word)
            if meant is not None and (self.answers or not self._is_first(word)):
                return self._answer(question, meant, word)
            if isinstance(question, Rows) and (row := grammar.find_row(question, word)):
                if self._is_first(word):
                    return False
                return self._row(question, self.answers.get(self.first.name) if self.first else None, row, word)
        return False

    def _number(self, word: str) -> bool:
        """Read a number after the mark of its question; without one it belongs to the question before."""
        counted = [question for question in self.questions if grammar.is_number(question)]
        for question in counted:
            mark = mark_of(question, self.questions)
            if mark and word.startswith(mark):
                self._close_numbers()
                self.target = question
                word = word.removeprefix(mark)
                if not word:
                    return True
        target = self.target or next(iter(counted), None)
        if target is None:
            return False
        # A word that begins with the letter O is a number only if no player’s name begins so.
        is_name = word[:1] in ("O", "o") and (self._awaits_first() or grammar.named_by(self.names, word))
        number = word if is_name else zeros(word)
        raw: object = int(number) if _WHOLE.fullmatch(number) else None
        if isinstance(target, Thirds):
            raw = grammar.read_count(target, number)
        if word == REST and (target.widget == "grid" or target.name in self.each):
            raw = REST
        if raw is None:
            return False
        self.target = target
        self.numbers.append(raw)
        return True

    def _listed(self, word: str) -> bool:
        """Read a player’s cards (`A:K9`), or the next player in an order."""
        for question in self.questions:
            if question.widget == "piles" and BY in word:
                name, _, cards = word.partition(BY)
                player = self._find(name)
                piles = self.answers.setdefault(question.name, {})
                assert isinstance(piles, dict)
                if player in piles:
                    raise Refused("line", say("{word}: {player} stands twice", word=shorten(word), player=Name(player)))
                piles[player] = " ".join(_RANK.findall(cards))
                return True
            if question.widget == "order":
                order = self.answers.setdefault(question.name, [])
                assert isinstance(order, list)
                order.append(self._find(word))
                return True
        return False

    def _close_numbers(self) -> None:
        target = self.target
        numbers = self.numbers
        if target is None:
            return
        self.target = None
        self.numbers = []
        word = " ".join(map(str, numbers)) or mark_of(target, self.questions)
        target = self.each.get(target.name, target) if len(numbers) > 2 else target
        if not isinstance(target, Grid):
            if len(numbers) != 1:
                raise Refused("line", say("{word}: one number is meant here: {what}", word=word, what=target.label))
            self._answer(target, numbers[0], word)
            return
        order = [player for player in self.names if player in target.players]
        if len(numbers) != len(order):
            raise _not_for_each(word, order)
        given = zip(order, numbers, strict=True)
        self._answer(target, {player: number for player, number in given if number != REST}, word)

    def close(self) -> dict[str, object]:
        """Return all answers; the last player of an order may be missing."""
        self._close_numbers()
        for question in self.questions:
            raw = self.answers.get(question.name)
            if question.widget == "order" and isinstance(question, OfPlayers) and isinstance(raw, list):
                missing = [player for player in question.players if player not in raw]
                if len(missing) == 1 and len(raw) == len(question.players) - 1:
                    raw.append(missing[0])
            if raw is not None:
                asked = self.each.get(question.name, question) if isinstance(raw, dict) else question
                asked.read(raw)
        return self.answers


def _meant(question: Question, word: str) -> object:
    """Return the answer that has this word, in any case, None for another word."""
    words = {known.casefold(): meant for known, meant in grammar.words_of(question).items()}
    return words.get(word.casefold())
