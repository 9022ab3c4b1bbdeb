"""What a game is to the rest of the house: a record of functions, and the seating of one deal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from scorekeeper.cards.packs import Pack
from scorekeeper.cards.verdict import Verdict
from scorekeeper.games.house import HasSwitches
from scorekeeper.games.questions import Answers, Question
from scorekeeper.games.score import Score
from scorekeeper.phrase import Phrase, say

Column = Literal["sheet", "payoff"]

CLOCKWISE = say("clockwise")


class Seating(NamedTuple):
    """Who plays one deal: its number from 1, the dealer, and the players in order from forehand (rule G-1)."""

    number: int
    dealer: str
    playing: tuple[str, ...]


class Pile(NamedTuple):
    """Cards of a deal that are in nobody's hand: their key in a record, what they are called, how many there are."""

    key: str
    label: Phrase
    size: int


class Recording(NamedTuple):
    """What can be recorded of a deal: its cards, how many each player holds when play begins, and the piles besides.

    `laid` says whether the cards are laid off one by one instead of in tricks.
    """

    cards: Pack
    hand: int
    piles: tuple[Pile, ...] = ()
    laid: bool = False


class Outcome(NamedTuple):
    """One way in which a called deal can end, and what it would pay."""

    label: Phrase
    score: Score


class Standing(NamedTuple):
    """How a party stands: each player's total, who has won it (nobody while it goes on), and that in words."""

    totals: Mapping[str, int]
    winners: tuple[str, ...]
    remark: Phrase


class Preset(HasSwitches):
    """What every game's rules carry for the reader, besides the rules themselves."""

    author: str
    source: str
    summary: Phrase
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game as a record of functions; `Rules` and `Deal` are the game's own frozen dataclasses.

    presets    the authors' rules by key, the default first
    ask        the questions that matter, given the answers so far; with None all that may ever be asked
    deal       the answers as the game's own deal; raises Refused
    score      the lines of one deal, in points; a column sum is what the sheet shows
    paid       what is paid in one deal, in points, summing to 0, from the sheets of its party up to and with it
    agreed     the same where the last sheet was agreed at the table: as it stands, unless a game pays otherwise
    outcomes   what each end of a called deal would pay; empty while the call is incomplete
    redeals    whether the same dealer deals again after these answers
    pack       in words: the cards and how they are dealt to so many players
    cards      the full pack, for reading the names of cards
    party      how many deals in a row belong together, counted from deal 1
    payments   the lines whose totals are `paid`; None where those are the lines of the deal itself
    lasting    the fields of its rules that hold for a whole party, as what is paid in it rests on all its deals
    tally      how a party stands, from its sheets so far; None where every deal stands for itself
    shows      which number the pages carry on: the "payoff", or what stands on the "sheet"
    direction  in words, in which direction it is dealt and played (rule G-2)
    heading    what a deal is about before anything is known of it; None where there is nothing to say
    audit      the verdict on a deal's recorded cards, given its answers; None where the game has no law of play
    recording  what can be recorded of a deal with these answers, nothing where it was not played; None as for `audit`
    """

    key: str
    title: Phrase
    about: Phrase
    presets: Mapping[str, Any]
    ask: Callable[[Any, Seating, Answers | None], tuple[Question, ...]]
    deal: Callable[[Any, Seating, Answers], Any]
    score: Callable[[Any, Any], Score]
    paid: Callable[[Any, Sequence[Mapping[str, int]]], dict[str, int]]
    outcomes: Callable[[Any, Seating, Answers], tuple[Outcome, ...]]
    redeals: Callable[[Any, Answers], bool]
    pack: Callable[[Any, int], Phrase]
    cards: Pack
    party: int = 1
    lasting: tuple[str, ...] = ()
    agreed: Callable[[Any, Sequence[Mapping[str, int]]], dict[str, int]] = lambda rules, sheets: dict(sheets[-1])
    payments: Callable[[Any, Sequence[Mapping[str, int]]], Score] | None = None
    tally: Callable[[Any, Sequence[Mapping[str, int]]], Standing] | None = None
    shows: Callable[[Any], Column] = lambda rules: "payoff"
    direction: Phrase = CLOCKWISE
    heading: Callable[[int], Phrase] | None = None
    audit: Callable[[Any, Seating, Answers, Mapping[str, Any]], Verdict] | None = None
    recording: Callable[[Any, Seating, Answers], Recording | None] | None = None
