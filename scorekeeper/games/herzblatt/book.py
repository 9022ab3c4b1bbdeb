"""The rule books of Herzblatt and of Braun’s Solo, and what a deal pays under the rules in force."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.herzblatt.deal import SUIT_NAMES
from scorekeeper.games.herzblatt.rules import USUAL_SCHNEIDER, Rules
from scorekeeper.games.herzblatt.scoring import outcomes
from scorekeeper.games.rulebook import WRONG_CARD, Alias, Book, Part, Row, TariffTable
from scorekeeper.games.score import rules_of
from scorekeeper.phrase import Phrase, say

# forehand, so that the other was never asked and may say contra
_SOLOIST = "soloist"
_DEFENDER = "defender"


class _Part(NamedTuple):
    """A table of the tariff: what is called in all of it, and in each column besides."""

    title: Phrase
    called: Mapping[str, object]
    columns: tuple[tuple[Phrase, Mapping[str, object]], ...]


def tell_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what each defender pays the soloist by card points, less than 0 where he is paid."""
    return (*(_table(rules, part) for part in _parts(rules)), *_last_trick(rules))


def _parts(rules: Rules) -> Iterator[_Part]:
    columns = tuple(_columns(rules))
    yield _Part(say("Each defender pays the soloist, or is paid if the number is negative"), {}, columns)
    for announced, title in (("66", say("With 66 announced")), ("du", say("With Du announced"))):
        if announced in rules.announcements:
            yield _Part(title, {"announced": announced}, columns)


def _columns(rules: Rules) -> Iterator[tuple[Phrase, Mapping[str, object]]]:
    if rules.suits and len(set(rules.suit_factors)) > 1:
        yield from ((name, {"suit": suit}) for suit, name in SUIT_NAMES.items())
    else:
        yield say("points"), {"suit": "C"} if rules.suits else {}
    if rules.contra:
        yield say("contra"), {"contra": _DEFENDER}
        yield say("contra and Ree"), {"contra": _DEFENDER, "ree": True}


def _seating() -> Seating:
    return Seating(1, _DEFENDER, (_SOLOIST, _DEFENDER))


def _table(rules: Rules, part: _Part) -> TariffTable:
    ends = [outcomes(rules, _seating(), {"soloist": _SOLOIST, **part.called, **more}) for _, more in part.columns]
    return TariffTable(part.title, tuple(name for name, _ in part.columns), tuple(map(_row, zip(*ends, strict=True))))


def _row(ends: tuple[Outcome, ...]) -> Row:
    paid = tuple(end.score.totals((_SOLOIST, _DEFENDER))[_SOLOIST] for end in ends)
    return Row(ends[0].label, paid, rules_of(line for end in ends for line in end.score.lines))


def _last_trick(rules: Rules) -> Iterator[TariffTable]:
    if rules.all_pass == "last_trick":
        end = outcomes(rules, _seating(), {"passed": True})[0]
        paid = end.score.totals((_SOLOIST, _DEFENDER))[_SOLOIST]
        row = Row(say("the last trick, where everybody passed"), (paid,), rules_of(end.score.lines))
        yield TariffTable(say("Everyone pays the player who takes it"), (say("points"),), (row,))


def _pays_schneider(rules: Rules, *, usual: bool) -> bool:
    tier = rules.tariff_rules.loss_schneider
    return tier is not None and (tier == USUAL_SCHNEIDER) == usual


def _chapters(*chapters: str) -> tuple[Part, ...]:
    file = Path(__file__).with_name("rules.toml")
    return (*(Part(file, chapter) for chapter in chapters), WRONG_CARD)


HERZBLATT_BOOK = Book(_chapters("cards", "bidding", "play", "paying", "muhr", "last_trick"), tell_tariff)

# Solo is played and paid like Herzblatt where it has no rule of its own. Who plays and what wins say SO-6 and SO-7;
# what is paid goes by the tariff of the table (SO-8).
SOLO_BOOK = Book(
    _chapters("solo", "last_trick", "cards", "paying"),
    tell_tariff,
    only={
        "HB-31": lambda rules: rules.tariff_rules.win_schneider is not None,
        "HB-33": partial(_pays_schneider, usual=True),
        "HB-34": partial(_pays_schneider, usual=False),
    },
    omitted=frozenset({"HB-3", "HB-29"}),
)

ALIASES = (Alias("Herz Sticht", "Feder"), Alias("Herzblättchen", "Muhr"))
