"""What a declarer may undertake: the question for it, and the contract that answers name."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from scorekeeper.games.questions import Answers, Choice, Option
from scorekeeper.phrase import Phrase, say


class Undertaking(Protocol):
    """A contract, as far as a table calls it: its key in a night file, its name and its sign on the sheet."""

    @property
    def key(self) -> str: ...

    @property
    def label(self) -> Phrase: ...

    @property
    def mark(self) -> str: ...


C = TypeVar("C", bound=Undertaking)


def ask_contract(contracts: Iterable[Undertaking]) -> Choice:
    """Return the question what is played."""
    options = tuple(Option(contract.key, contract.label, mark=contract.mark) for contract in contracts)
    return Choice("contract", say("Contract"), options)


def find_contract(contracts: Iterable[C], answers: Answers) -> C | None:
    """Return the contract that the answers name, None for none that the table knows."""
    return next((contract for contract in contracts if contract.key == answers.get("contract")), None)
