"""Answering a game's questions in a form: the field of a question, and its answer in words.

An input is named as its question, or as the question and its part with a dot between: `tricks.p1`.
"""

from collections.abc import Mapping

from scorekeeper.cards.thirds import sign_thirds, write_thirds
from scorekeeper.games.questions import Choice, Flag, Grid, Number, Question, Rows, Thirds
from scorekeeper.phrase import Card, Name, Phrase, Refused, say
from scorekeeper.web.deal.widgets import Inputs, gather, spread


class QuestionField:
    """The field of a question: its `data` is the answer as a record spells it, None where not answered.

    `inputs` holds what stands in each input, by name; `problem` says, under the name of the question, why they cannot
    be read.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.name = question.name
        self.id = question.name
        self.data: object = None
        self.inputs: Inputs = {}
        self.problem: Refused | None = None

    def show(self, answer: object) -> None:
        """Let this be the answer, and the inputs those that show it."""
        self.data = answer
        self.inputs = {} if answer is None else spread(self.question, answer)

    def take(self, inputs: Inputs) -> None:
        """Let these be the inputs, and read the answer from them."""
        self.inputs = inputs
        self.problem = None
        try:
            self.data = gather(self.question, self.inputs)
            if self.data is not None:
                self.question.read(self.data)
        except Refused as refused:
            self.data = None
            self.problem = Refused(self.name, refused.phrase)

    def repeated(self, question: Question) -> "QuestionField":
        """Return the same for a question of this name; where that asks otherwise, the inputs are read anew."""
        if question == self.question:
            return self
        again = QuestionField(question)
        again.take(self.inputs)
        return again

    def part(self, part: object) -> str:
        """Return what stands in the input of one part, empty for nothing."""
        return self.inputs.get(f"{self.name}.{part}", "")

    def rest(self, part: str) -> str:
        """Return what the one part of a grid that was left out comes to, empty while that is not known."""
        if not isinstance(self.question, Grid) or self.question.total is None or not self.data or self.part(part):
            return ""
        try:
            return sign_thirds(self.question.written(self.question.read(self.data)[part]))
        except Refused:
            return ""

    @property
    def complement(self) -> str:
        """What a count leaves of the pack for the other side, empty while that is not known."""
        question = self.question
        if self.data is None or not isinstance(question, Number | Thirds):
            return ""
        if isinstance(question, Number):
            return str(question.high - question.read(self.data))
        return sign_thirds(write_thirds(3 * question.high - question.read(self.data)))

    @property
    def unfinished(self) -> Phrase | None:
        """Say what nobody answered yet: what it needs, or what came of something announced; None where all is said."""
        if self.question.needed and self.data is None:
            return say("{question}: not said yet", question=self.question.label)
        if not isinstance(self.question, Rows):
            return None
        ways = self.question.ways
        waiting = (name for name, text in self.inputs.items() if text.isdecimal() and int(text) < len(ways))
        announced = (_describe_row(self.question, name) for name in waiting if ways[int(self.inputs[name])].open)
        return next((say("{what} was announced: was it made?", what=what) for what in announced), None)

    @property
    def text(self) -> str:
        """What stands in the only input of a question that has no parts."""
        return self.inputs.get(self.name, "")


def describe(question: Question, answer: object) -> Phrase | None:
    """Return an answer in words, None for one that says nothing."""
    if isinstance(question, Choice):
        if answer == 0:  # the first of the steps: no contra
            return None
        return next((option.label for option in question.options if answer in (option.value, *option.also)), None)
    if isinstance(question, Flag):
        return say("yes") if answer else say("no") if question.both else None
    if isinstance(question, Rows):
        return _describe_rows(question, answer)
    if isinstance(question, Grid):
        return _describe_numbers(question, answer)
    if question.widget == "piles":
        return _describe_table(question.read(answer))
    if question.widget == "order":
        return say("{all}", all=tuple(map(Name, question.read(answer))))
    return say("{answer}", answer=str(answer))


def _describe_row(question: Rows, name: str) -> Phrase:
    """Say what the row is about whose input has this name, and whose it is."""
    what, _, who = name.removeprefix(f"{question.name}.").partition(".")
    told = describe(question.what, what), describe(question.who, who)
    return say("{what} by {who}", what=told[0], who=told[1]) if told[0] and told[1] else question.label


def _describe_rows(question: Rows, answer: object) -> Phrase | None:
    """Say what each row is about, whose it is, and how it went where that is known and not plain."""
    told = []
    for name, way in spread(question, question.read(answer)).items():
        row = _describe_row(question, name)
        how = question.ways[int(way)]
        plain = how.open or not how.answers
        told.append(row if plain else say("{what} ({how})", what=row, how=how.label))
    return say("{all}", all=tuple(told)) if told else None


def _describe_numbers(question: Grid, answer: object) -> Phrase:
    """What each player has; a number is written as the reader writes it."""
    told = tuple(
        say("{player} {number}", player=Name(player), number=question.written(number) if question.thirds else number)
        for player, number in question.read(answer).items()
    )
    return say("{all}", all=told)


def _describe_table(table: Mapping[str, tuple[str, ...]]) -> Phrase:
    """The cards that each player has; who has none is left out."""
    told = (
        say("{player} {cards}", player=Name(player), cards=tuple(map(Card, taken)))
        for player, taken in table.items()
        if taken
    )
    return say("{all}", all=tuple(told))
