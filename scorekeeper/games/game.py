"""The interface of a game: a record of functions, and the seating of one deal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from scorekeeper.cards.obligations import REVOKES
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.record import Record
from scorekeeper.games.house_rules import HasSwitches
from scorekeeper.games.questions import Answers, Question, read_answers
from scorekeeper.games.rulebook import Alias, Book
from scorekeeper.games.score import Line, Score
from scorekeeper.immutable import Immutable
from scorekeeper.phrase import Phrase, Value, say

if TYPE_CHECKING:  # a game is loaded without its audit
    from scorekeeper.audit.verdict import Verdict

Column = Literal["sheet", "payoff"]

CLOCKWISE = say("clockwise")

Sheets = Sequence[Mapping[str, int]]
"""What each deal of a party wrote for every player, in order."""


class Seating(NamedTuple):
    """The seating of one deal: its number from 1, the dealer, and the players in order from forehand (rule G-1)."""

    number: int
    dealer: str
    playing: tuple[str, ...]


class Told(NamedTuple):
    """The seating and the answers of another deal of the same party."""

    seating: Seating
    answers: Answers


Taken = Mapping[str, Mapping[object, Phrase]]
"""The answers that the other deals of a party leave no room for, by question, each with the reason."""


class SheetSummary(NamedTuple):
    """A deal in the few signs that fit into a row of the sheet, and its sides.

    `soloist` is the soloist or declarer, "" for none; `contract` is their contract in the signs of the game, "" where
    there is no choice; `announced` is whether they announced more than that. `partner` plays with them, those in
    `beside` a game of their own, all others against them. In an `individual` game all play for themselves. Without
    either, the deal was not played. `bonuses` are the announced bonuses.
    """

    soloist: str = ""
    words: tuple[Value, ...] = ()
    contract: str = ""
    announced: bool = False
    partner: str = ""
    individual: bool = False
    bonuses: tuple[Value, ...] = ()
    beside: tuple[str, ...] = ()


class Pile(NamedTuple):
    """Cards of a deal that are in no hand: their key in a record, their name and their number.

    Cards that lie `apart` are in no hand when play begins; `order` asks for them in their order, where it matters.
    """

    key: str
    label: Phrase
    size: int
    apart: bool = False
    order: Phrase | None = None


class Recording(NamedTuple):
    """What can be recorded of a deal: its cards, the size of a hand when play begins, and the piles besides.

    `laid` is the name of the play if the cards are laid off one by one instead of in tricks; `halves` are the halves
    of the talon where the declarer may have taken either.
    """

    cards: Pack
    hand: int
    piles: tuple[Pile, ...] = ()
    laid: Phrase | None = None
    halves: tuple[Phrase, ...] = ()


class Outcome(NamedTuple):
    """One way in which a called deal can end, and what it would pay.

    `roles` are the roles of the players while the partner is still secret: the score is an example then, and its
    payments hold for the roles.
    """

    label: Phrase
    score: Score
    roles: Mapping[str, Phrase] = {}


class ProposedAnswer(NamedTuple):
    """The answer to a question that earlier deals require, None for none, and the reason in words.

    `remark` says it beside the sheet, before the deal is entered; None where nothing is to be said.
    """

    answer: str | int | None
    reason: Phrase
    remark: Phrase | None = None


class PartyStanding(NamedTuple):
    """The standing of a party: each player's total, its winners (none before its end), and both in words."""

    totals: Mapping[str, int]
    winners: tuple[str, ...]
    remark: Phrase


class Preset(HasSwitches, Protocol):
    """The description of a game's rules for the reader, besides the rules themselves."""

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


class Auditor(Immutable, Generic[R, E], kw_only=True):
    """The functions of a game with a law of play for the recorded cards of a deal.

    read        the entries of a deal, whole or only called, as the game's own value E; it refuses nothing
    recording   what can be recorded of that deal, None where it was not played
    judge       the verdict on a record; raises Refused for a player in the record who does not play in the deal
    piles       the meaning of the game's own keys in a record: cards that were in no hand
    moves       the meaning of its moves, where cards are laid off
    half        the meaning of its halves, where one half of the talon is taken
    revokes     the reasons of a verdict that are breaches of a duty of play
    voids       the key of the count that a revoke makes void, where it ends the deal; "" where it does not
    penalty     the rules with the penalty for a revoke that a table may agree on, the same where it has; None where no
                rule of the game sets a penalty
    """

    read: Callable[[R, Seating, Answers], E]
    recording: Callable[[R, Seating, E], Recording | None]
    judge: Callable[[R, Seating, E, Record], "Verdict"]
    piles: Mapping[str, Phrase] = field(default_factory=dict)
    moves: Phrase | None = None
    half: Phrase | None = None
    revokes: Collection[str] = REVOKES
    voids: str = ""
    penalty: Callable[[R], R] | None = None

    def find_recording(self, rules: R, seating: Seating, answers: Answers) -> Recording | None:
        """Return what can be recorded of the deal with these answers, None where it was not played."""
        return self.recording(rules, seating, self._read(rules, seating, answers))

    def audit(self, rules: R, seating: Seating, answers: Answers, record: Record) -> "Verdict":
        """Return the verdict on a record of the deal with these answers. Raises Refused as `judge` does."""
        return self.judge(rules, seating, self._read(rules, seating, answers), record)

    def _read(self, rules: R, seating: Seating, answers: Answers) -> E:
        return self.read(rules, seating, {key: value for key, value in answers.items() if value is not None})


class Parties(Immutable, Generic[R, D], kw_only=True):
    """The parties of a game and their deals.

    tally    the standing of a party, from its sheets so far
    deals    the number of successive deals in a party, counted from deal 1, or
    ends     instead of a number: whether the party with these sheets is over
    closing  the further lines of the last deal of a party, from the party's sheets up to and with its own
    counted  whether a table with these rules counts its deals in parties
    lasting  the fields of its rules that hold for a whole party, as its payments depend on all its deals; for the
             whole night where a party ends by a condition, as the start of the next is not known beforehand
    check    refuses a deal that cannot follow the earlier sheets of its party
    taken    the answers that cannot be given in the deal at a place in its party, from 0, because of the other deals
             of the party, by their places; None where every deal can be answered by itself
    dealer   who deals the next deal, from the sheets of its party so far and the players from the last dealer on; ""
             for the next in turn; None where that is always so
    stays    whether the dealer of a deal with this number also deals the next one
    voided   what becomes of a deal that does not count, None where nothing is to be said
    """

    tally: Callable[[R, Sheets], PartyStanding]
    deals: int = 1
    ends: Callable[[R, Sheets], bool] | None = None
    closing: Callable[[R, Sheets], tuple[Line, ...]] = lambda rules, sheets: ()
    counted: Callable[[R], bool] = lambda rules: True
    lasting: tuple[str, ...] = ()
    check: Callable[[R, Sheets, D], None] = lambda rules, earlier, deal: None
    taken: Callable[[R, Seating, int, Mapping[int, Told]], Taken] | None = None
    dealer: Callable[[R, Sheets, Sequence[str]], str] | None = None
    stays: Callable[[R, int], bool] = lambda rules, number: False
    voided: Phrase | None = None

    def __post_init__(self) -> None:
        """Refuse a mistake in a game's code: a party has either a length or an end by a condition."""
        assert not (self.ends and self.deals != 1), "a party is counted or ends"


class Pot(Immutable, Generic[R], kw_only=True):
    """What the deals of a night pay to nobody, until those who win one take it.

    kept     whether a table with these rules keeps one; it pays what it writes, then
    rule     the number of the rule behind it
    lasting  the fields of its rules that hold for the whole night, as the pot goes from deal to deal
    """

    kept: Callable[[R], bool]
    rule: str
    lasting: tuple[str, ...] = ()


class Game(Immutable, Generic[R, D], kw_only=True):
    """A game as a record of functions; R, its rules, and D, one deal, are the game's own values.

    presets           the authors' rules by key, the default first
    cards             the full pack, for reading the names of cards
    pack              the cards and the deal for so many players, in words
    ask               the questions that matter, given the answers so far; with None all possible questions
    deal              the answers, read by their questions, as the game's own deal; raises Refused
    score             the lines of one deal, in points; the sheet shows the column sums
    check             refuses an impossible deal, read from these answers; not called for deals in a journal
    check_call        refuses a deal whose result has an answer that belonged to the call, given the answers of the call
    proposed_answers  what earlier deals require in a deal, by question, from the answers of the last `proposal_depth`
                      of them that are not void, oldest first; empty answers for a deal that was agreed on
    outcomes          what each end of a called deal would pay, empty while that is not known; None where nothing is
                      called
    redeals           whether the same dealer deals again after these answers
    payoff            what is paid in one deal, in points, summing to 0 but for what goes to the kitty or the pot, from
                      the sheets of its party up to and with it
    agreed_payoff     the same where the last sheet was agreed at the table: unchanged, unless a game pays otherwise
    parties           the parties of its deals; None where the deals are independent
    pot               what its deals pay to nobody, until somebody takes it; None where everything is paid to somebody
    sheet_column      the number that the pages add up: the "payoff", or the number on the "sheet"
    fewest_lead       whether the fewest points on the sheet are the best
    book              its rule book
    aliases           its other names
    listed            its name in the list of games, if its title alone may be taken for another game
    direction         the direction of deal and play, in words (rule G-2)
    sheet_summary     a deal in short, from the answers so far; an entry of a journal is not judged again
    heading           the subject of a deal before it has answers; None for none
    named             the name of what is played by some rules, where it is not the title
    duties            what everybody has to play once in a game: returns who did so in a deal with these answers, "" for
                      nobody; None where there is no such duty
    check_change      refuses rules that cannot follow those of the deals before in one night
    auditor           judges recorded cards; None where the game has no law of play
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
    aliases: tuple[Alias, ...] = ()
    listed: Phrase | None = None
    check: Callable[[R, Seating, Answers, D], None] = lambda rules, seating, answers, deal: None
    check_call: Callable[[R, Answers, D], None] = lambda rules, called, deal: None
    proposed_answers: Callable[[R, Sequence[Answers]], Mapping[str, ProposedAnswer]] = lambda rules, earlier: {}
    proposal_depth: Callable[[R], int] = lambda rules: 0
    outcomes: Callable[[R, Seating, Answers], tuple[Outcome, ...]] | None = None
    redeals: Callable[[R, Answers], bool] = lambda rules, answers: False
    payoff: Callable[[R, Sheets], dict[str, int]] = _as_written
    agreed_payoff: Callable[[R, Sheets], dict[str, int]] = _as_written
    parties: Parties[R, D] | None = None
    pot: Pot[R] | None = None
    sheet_column: Callable[[R], Column] = lambda rules: "payoff"
    fewest_lead: Callable[[R], bool] = lambda rules: False
    direction: Phrase = CLOCKWISE
    sheet_summary: Callable[[R, Seating, Answers], SheetSummary] = lambda rules, seating, answers: SheetSummary()
    heading: Callable[[R, int], Phrase | None] | None = None
    named: Callable[[R], Phrase] | None = None
    duties: Callable[[R], Callable[[Answers], str] | None] = lambda rules: None
    check_change: Callable[[R, R], None] = lambda before, after: None
    auditor: Auditor[R, Any] | None = None

    @property
    def author(self) -> R:
        """The rules of the author who is first."""
        return next(iter(self.presets.values()))

    def read(self, rules: R, seating: Seating, answers: Answers) -> Answers:
        """Return the recorded answers of a deal, each read by its question. Raises Refused."""
        return read_answers(self.asked(rules, seating), answers)

    def asked(self, rules: R, seating: Seating) -> tuple[Question, ...]:
        """Return all possible questions about a deal, built once for all deals with the same seats."""
        return _asked(self.ask, ByIdentity(rules), self._place(seating), True)

    def asked_first(self, rules: R, seating: Seating) -> tuple[Question, ...]:
        """Return the questions about a deal of which nothing is entered, built once for all with the same seats."""
        return _asked(self.ask, ByIdentity(rules), self._place(seating), False)

    def _place(self, seating: Seating) -> Seating:
        """Return a seating whose number is the place in a party, by which alone it matters for the questions."""
        return Seating((seating.number - 1) % self.party_deals + 1, seating.dealer, seating.playing)

    @property
    def needs_other_deals(self) -> bool:
        """Whether a deal depends on the seating and the answers of the others of its party."""
        return self.parties is not None and bool(self.parties.taken or self.parties.dealer)

    @property
    def party_deals(self) -> int:
        """The number of successive deals in a party, 1 without parties or where a party ends by a condition."""
        return self.parties.deals if self.parties else 1

    def possible_ends(self, rules: R, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
        """Return the payments of each end of a called deal, as far as they are known. Raises Refused as `deal` does.

        The `answers` are read; without a call, nothing is known.
        """
        return self.outcomes(rules, seating, answers) if self.outcomes else ()

    @property
    def written_alone(self) -> bool:
        """Whether a deal pays what it writes, independent of other deals."""
        return self.payoff is _as_written

    @property
    def settled_as(self) -> Phrase:
        """The name of the payments on pages where the sheet shows other numbers."""
        return say("points") if self.written_alone else say("difference")


class ByIdentity:
    """Rules as a key of a cache: compared by identity, as not all can be hashed."""

    __slots__ = ("rules",)

    def __init__(self, rules: object) -> None:
        self.rules = rules  # the reference keeps their id from being used again

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and self.rules is other.rules

    def __hash__(self) -> int:
        return id(self.rules)


# To ask anew takes 30 to 600 microseconds, which every deal would cost that is read or checked.
@lru_cache(maxsize=256)
def _asked(
    ask: Callable[..., tuple[Question, ...]], rules: ByIdentity, seating: Seating, possible: bool
) -> tuple[Question, ...]:
    return ask(rules.rules, seating, None if possible else {})


AnyGame = Game[Any, Any]
"""A game of which the rest of the house knows neither its rules nor its deals."""
