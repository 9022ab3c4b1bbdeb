"""What a game is to the rest of the house: a record of functions, and the seating of one deal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.obligations import REVOKES
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.record import Record
from scorekeeper.games.house import HasSwitches
from scorekeeper.games.questions import Answers, Question, read_answers
from scorekeeper.games.rulebook import Alias, Book
from scorekeeper.games.score import Line, Score
from scorekeeper.phrase import Phrase, Value, say

Column = Literal["sheet", "payoff"]

CLOCKWISE = say("clockwise")

Sheets = Sequence[Mapping[str, int]]
"""What each deal of a party wrote for every player, in order."""


class Seating(NamedTuple):
    """Who plays one deal: its number from 1, the dealer, and the players in order from forehand (rule G-1)."""

    number: int
    dealer: str
    playing: tuple[str, ...]


class Brief(NamedTuple):
    """A deal in the few signs that a row of the sheet has room for, and who played it with whom.

    `soloist` is the soloist or declarer, "" for nobody; `contract` is what he undertakes in the signs of the game, ""
    where there is no choice; `announced` says whether he announced more than that. `partner` plays with him, all others
    against them. In an `individual` game everybody plays for himself. Without either, nobody played. `bonuses` names
    those that anybody announced.
    """

    soloist: str = ""
    words: tuple[Value, ...] = ()
    contract: str = ""
    announced: bool = False
    partner: str = ""
    individual: bool = False
    bonuses: tuple[Value, ...] = ()


class Pile(NamedTuple):
    """Cards of a deal that are in nobody's hand: their key in a record, what they are called, how many there are.

    No hand can have those that lie `apart` when play begins; where their order matters, `order` asks for them in it.
    """

    key: str
    label: Phrase
    size: int
    apart: bool = False
    order: Phrase | None = None


class Recording(NamedTuple):
    """What can be recorded of a deal: its cards, how many each player holds when play begins, and the piles besides.

    `laid` says whether the cards are laid off one by one instead of in tricks; `halves` are those of the talon where
    the declarer may have taken either.
    """

    cards: Pack
    hand: int
    piles: tuple[Pile, ...] = ()
    laid: bool = False
    halves: tuple[Phrase, ...] = ()


class Outcome(NamedTuple):
    """One way in which a called deal can end, and what it would pay.

    `roles` says what each player is, where nobody may know yet who plays with whom: the score is an example then, and
    what it pays holds for the roles.
    """

    label: Phrase
    score: Score
    roles: Mapping[str, Phrase] = {}


class Due(NamedTuple):
    """The answer to a question that the deals before make due, None for none, and why, in words."""

    answer: str | int | None
    reason: Phrase


class PartyStanding(NamedTuple):
    """How a party stands: each player's total, who has won it (nobody while it goes on), and that in words."""

    totals: Mapping[str, int]
    winners: tuple[str, ...]
    remark: Phrase


class Preset(HasSwitches, Protocol):
    """What every game's rules carry for the reader, besides the rules themselves."""

    @property
    def author(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def summary(self) -> Phrase: ...

    @property
    def players(self) -> tuple[int, ...]: ...


R = TypeVar("R", bound=Preset)
D = TypeVar("D")
E = TypeVar("E")


def _as_written(rules: Preset, sheets: Sheets) -> dict[str, int]:
    return dict(sheets[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Auditor(Generic[R, E]):
    """What a game with a law of play does with the recorded cards of a deal.

    read        what was entered of a deal, whole or only called, as the game's own value E; it refuses nothing
    recording   what can be recorded of that deal, None where it was not played
    judge       the verdict on a record; raises Refused for a record of somebody who does not play in the deal
    piles       what the keys of a record mean that are the game's own: cards that were in nobody's hand
    moves       what its moves are, where cards are laid off at all
    half        what its halves are, where one half of the talon is taken
    revokes     the reasons of a verdict that are breaches of a duty of play
    penalty     the rules with the penalty for a revoke that a table may agree on, the same where it has; None where no
                rule of the game says what a revoke costs
    """

    read: Callable[[R, Seating, Answers], E]
    recording: Callable[[R, Seating, E], Recording | None]
    judge: Callable[[R, Seating, E, Record], Verdict]
    piles: Mapping[str, Phrase] = field(default_factory=dict)
    moves: Phrase | None = None
    half: Phrase | None = None
    revokes: Collection[str] = REVOKES
    penalty: Callable[[R], R] | None = None

    def find_recording(self, rules: R, seating: Seating, answers: Answers) -> Recording | None:
        """Return what can be recorded of the deal with these answers, None where it was not played."""
        return self.recording(rules, seating, self._read(rules, seating, answers))

    def audit(self, rules: R, seating: Seating, answers: Answers, record: Record) -> Verdict:
        """Return the verdict on a record of the deal with these answers. Raises Refused as `judge` does."""
        return self.judge(rules, seating, self._read(rules, seating, answers), record)

    def _read(self, rules: R, seating: Seating, answers: Answers) -> E:
        return self.read(rules, seating, {key: value for key, value in answers.items() if value is not None})


@dataclass(frozen=True, slots=True, kw_only=True)
class Parties(Generic[R, D]):
    """How the deals of a game make parties.

    tally    how a party stands, from its sheets so far
    deals    how many deals in a row belong together, counted from deal 1, or
    ends     instead of a number: whether the party with these sheets is over
    closing  the lines that the last deal of a party writes besides, from the party's sheets up to and with its own
    counted  whether a table with these rules counts its deals in parties
    lasting  the fields of its rules that hold for a whole party, as what is paid in it rests on all its deals; for the
             whole night where a party ends by a condition, as nobody knows beforehand where the next begins
    check    refuses a deal, given the sheets of its party before it, that cannot follow on them
    """

    tally: Callable[[R, Sheets], PartyStanding]
    deals: int = 1
    ends: Callable[[R, Sheets], bool] | None = None
    closing: Callable[[R, Sheets], tuple[Line, ...]] = lambda rules, sheets: ()
    counted: Callable[[R], bool] = lambda rules: True
    lasting: tuple[str, ...] = ()
    check: Callable[[R, Sheets, D], None] = lambda rules, earlier, deal: None

    def __post_init__(self) -> None:
        """A mistake of who writes a game: a party cannot have a length and end by a condition too."""
        assert not (self.ends and self.deals != 1), "a party is counted or ends"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[R, D]):
    """A game as a record of functions; R, its rules, and D, one deal, are the game's own frozen dataclasses.

    presets    the authors' rules by key, the default first
    cards      the full pack, for reading the names of cards
    pack       in words: the cards and how they are dealt to so many players
    ask        the questions that matter, given the answers so far; with None all that may ever be asked
    deal       the answers, read by their questions, as the game's own deal; raises Refused
    score      the lines of one deal, in points; a column sum is what the sheet shows
    check      refuses a deal, read from these answers, that cannot have been; not asked of what a journal holds
    check_call refuses a deal that adds to its call, the answers as they stood there, what had to be said with it
    due        what the deals before one make due in it, by question, from the answers of the last `looks_back` of them
               that are not void, oldest first; empty answers for a deal that was agreed on
    outcomes   what each end of a called deal would pay, empty while that is not known; None where nothing is called
    redeals    whether the same dealer deals again after these answers
    paid       what is paid in one deal, in points, summing to 0, from the sheets of its party up to and with it
    agreed     the same where the last sheet was agreed at the table: as it stands, unless a game pays otherwise
    parties    how its deals make parties; None where every deal stands for itself
    shows      which number the pages carry on: the "payoff", or what stands on the "sheet"
    book       its rule book
    also       the names under which it is known besides
    direction  in words, in which direction it is dealt and played (rule G-2)
    brief      a deal in short, from whatever answers there are so far; what a journal holds is not judged again
    heading    what a deal is about before anything is known of it; None where there is nothing to say
    auditor    judges recorded cards; None where the game has no law of play
    """

    key: str
    title: Phrase
    about: Phrase
    presets: Mapping[str, R]
    cards: Pack
    pack: Callable[[R, int], Phrase]
    ask: Callable[[R, Seating, Answers | None], tuple[Question, ...]]
    deal: Callable[[R, Seating, Answers], D]
    score: Callable[[R, D], Score]
    book: Book[R]
    also: tuple[Alias, ...] = ()
    check: Callable[[R, Seating, Answers, D], None] = lambda rules, seating, answers, deal: None
    check_call: Callable[[R, Answers, D], None] = lambda rules, called, deal: None
    due: Callable[[R, Sequence[Answers]], Mapping[str, Due]] = lambda rules, earlier: {}
    looks_back: Callable[[R], int] = lambda rules: 0
    outcomes: Callable[[R, Seating, Answers], tuple[Outcome, ...]] | None = None
    redeals: Callable[[R, Answers], bool] = lambda rules, answers: False
    paid: Callable[[R, Sheets], dict[str, int]] = _as_written
    agreed: Callable[[R, Sheets], dict[str, int]] = _as_written
    parties: Parties[R, D] | None = None
    shows: Callable[[R], Column] = lambda rules: "payoff"
    direction: Phrase = CLOCKWISE
    brief: Callable[[Seating, Answers], Brief] = lambda seating, answers: Brief()
    heading: Callable[[int], Phrase] | None = None
    auditor: Auditor[R, Any] | None = None

    def read(self, rules: R, seating: Seating, answers: Answers) -> Answers:
        """Return the answers of a deal as a record has them, each read by its question. Raises Refused."""
        return read_answers(self.asked(rules, seating), answers)

    def asked(self, rules: R, seating: Seating) -> tuple[Question, ...]:
        """Return all that may ever be asked about a deal, put together once for all deals with the same seats.

        Of its number only its place in a party matters.
        """
        place = (seating.number - 1) % self.party_deals + 1
        return _asked(self.ask, _SameRules(rules), Seating(place, seating.dealer, seating.playing))

    @property
    def party_deals(self) -> int:
        """How many deals in a row belong together, 1 where none do or a party ends by a condition."""
        return self.parties.deals if self.parties else 1

    def foresee(self, rules: R, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
        """Return what each end of a called deal would pay, as far as that is known. Raises Refused as `deal` does.

        The `answers` are read; where nothing is called, nothing is known.
        """
        return self.outcomes(rules, seating, answers) if self.outcomes else ()

    @property
    def written_alone(self) -> bool:
        """Whether a deal pays what it writes, and nothing of another deal bears on it."""
        return self.paid is _as_written

    @property
    def settled_as(self) -> Phrase:
        """What pages call what is paid where the sheet shows other numbers."""
        return say("points") if self.written_alone else say("difference")


class _SameRules:
    """Rules as a key of a cache: compared by identity, as not all can be hashed."""

    __slots__ = ("rules",)

    def __init__(self, rules: object) -> None:
        self.rules = rules  # kept here so that no others can be taken for them

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameRules) and self.rules is other.rules

    def __hash__(self) -> int:
        return id(self.rules)


@lru_cache(maxsize=128)
def _asked(ask: Callable[..., tuple[Question, ...]], same: _SameRules, seating: Seating) -> tuple[Question, ...]:
    return ask(same.rules, seating, None)


AnyGame = Game[Any, Any]
"""A game of which the rest of the house knows neither its rules nor its deals."""
