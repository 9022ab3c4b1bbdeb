"""The rule books of Herzblatt and of Braun’s Solo, and the payments of a deal under the rules in force."""

from functools import partial
from pathlib import Path

from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.herzblatt.deal import SUIT_NAMES
from scorekeeper.games.herzblatt.rules import USUAL_SCHNEIDER, Rules
from scorekeeper.games.herzblatt.scoring import outcomes
from scorekeeper.games.rulebook import DISPUTES, WRONG_CARD, Book, Part, Row, TariffTable
from scorekeeper.games.score import cited_rules
from scorekeeper.phrase import Phrase, say

_PLAYERS = ("soloist", "defender")  # the soloist is forehand, so the other was never asked and may say contra


def make_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what each defender pays the soloist by card points, less than 0 for a payment to the defender."""
    seating = Seating(1, "defender", _PLAYERS)
    columns: dict[Phrase, dict[str, object]] = {say("points"): {"suit": "C"} if rules.suits else {}}
    if rules.suits and len(set(rules.suit_factors)) > 1:
        columns = {name: {"suit": suit} for suit, name in SUIT_NAMES.items()}
    if rules.contra:
        columns[say("contra")] = {"contra": "defender"}
        columns[say("contra and Ree")] = {"contra": "defender", "ree": True}
    tables = {say("Each defender pays the soloist, or is paid if the number is negative"): {"soloist": "soloist"}}
    for announced, title in (("66", say("With 66 announced")), ("du", say("With Du announced"))):
        if announced in rules.announcements:
            tables[title] = {"soloist": "soloist", "announced": announced}
    tariff = []
    for title, called in tables.items():
        ends = [outcomes(rules, seating, called | column) for column in columns.values()]
        rows = tuple(_row(alike[0].label, *alike) for alike in zip(*ends, strict=True))
        tariff.append(TariffTable(title, tuple(columns), rows))
    if rules.all_pass == "last_trick":
        row = _row(say("the last trick, where everybody passed"), outcomes(rules, seating, {"passed": True})[0])
        tariff.append(TariffTable(say("Everyone pays the player who takes it"), (say("points"),), (row,)))
    return tuple(tariff)


def _row(label: Phrase, *ends: Outcome) -> Row:
    paid = tuple(end.score.totals(_PLAYERS)["soloist"] for end in ends)
    return Row(label, paid, cited_rules(line for end in ends for line in end.score.lines))


def _parts(*chapters: str) -> tuple[Part, ...]:
    file = Path(__file__).with_name("rules.toml")
    return (*(Part(file, chapter) for chapter in chapters), WRONG_CARD, DISPUTES)


def _pays_schneider(rules: Rules, *, usual: bool) -> bool:
    tier = rules.tariff_rules.loss_schneider
    return tier is not None and (tier == USUAL_SCHNEIDER) == usual


HERZBLATT_BOOK = Book(_parts("cards", "bidding", "play", "paying", "muhr", "last_trick"), make_tariff)

# Solo is played and paid like Herzblatt where it has no rule of its own. Who plays and what wins say SO-6 and SO-7;
# what is paid goes by the tariff of the table (SO-8).
SOLO_BOOK = Book(
    _parts("solo", "last_trick", "cards", "paying"),
    make_tariff,
    only={
        "HB-31": lambda rules: rules.tariff_rules.win_schneider is not None,
        "HB-33": partial(_pays_schneider, usual=True),
        "HB-34": partial(_pays_schneider, usual=False),
    },
    omitted=frozenset({"HB-3", "HB-29"}),
)
