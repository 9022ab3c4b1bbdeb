"""The entries of a deal with a declarer, as they are compared with recorded cards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from scorekeeper.games.declarer.claims import C, ClaimRow, rows_of
from scorekeeper.games.questions import Answers, Question, read_answers


@dataclass(frozen=True, slots=True)
class Entered(Generic[C]):
    """The entries of a deal, whole or only called, and not judged.

    contract   None if unknown, or if the declarer is no player of the deal
    declarer   its player, forehand if all play for themselves; "" if unknown
    forehand   the forehand player, even if forehand was handed on
    called     the called card, "" for none
    partner    the entered holder of that card, "" for nobody; the declarer may be entered as `alone`
    contra     how often the game was doubled by a contra that counts for all
    given_up   whether it was given up, or paid, before the first card
    ended      whether a result is entered, or only what was called
    result     the entries of the result, unread
    questions  all questions about the deal
    beside     further declarers of a negative game, with their contracts and the keys of their results
    """

    contract: C | None
    declarer: str
    forehand: str
    called: str
    partner: str
    alone: bool
    contra: int
    given_up: bool
    ended: bool
    result: Answers
    questions: Callable[[], tuple[Question, ...]]
    beside: tuple[tuple[str, C, str], ...] = ()

    @property
    def rows(self) -> list[ClaimRow]:
        """The entered or announced bonuses."""
        return rows_of(self.result)

    @property
    def answers_to_check(self) -> Answers:
        """The entries to compare with the cards: announcements of a deal that is only called are no result yet."""
        return self.result if self.ended else {}

    @property
    def revoke(self) -> str:
        """The player whose revoke decided the deal, "" for none."""
        return str(self.result.get("revoke", ""))

    @property
    def offenders(self) -> Answers:
        """The answers that name them, and whoever shares the loss."""
        return {key: self.result[key] for key in ("revoke", "revoke_with") if key in self.result}

    def asks(self, key: str) -> bool:
        """Return whether the deal has a question with this key."""
        return any(question.name == key for question in self.questions())

    def read(self, key: str) -> object:
        """Return a part of the result, read by its question."""
        return read_answers(self.questions(), {key: self.result[key]})[key]

    def same(self, key: str, one: object, other: object) -> bool:
        """Return whether two answers to a question are equal; bonuses may be in any order."""
        if key == "bonuses":
            return _in_order(one) == _in_order(other)
        questions = self.questions()
        return read_answers(questions, {key: one}) == read_answers(questions, {key: other})


def _in_order(rows: object) -> list[tuple[object, ...]]:
    assert isinstance(rows, list | tuple)
    usual = {"announced": False, "made": True, "contra": 0, "from": ""}
    full = [usual | row for row in rows]
    return sorted((row["player"], row["bonus"], *[row[key] for key in usual]) for row in full)
