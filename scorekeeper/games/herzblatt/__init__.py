"""Herzblatt and Braun's Solo: one soloist against all others."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.game import Auditor, Brief, Game, Outcome, Seating
from scorekeeper.games.herzblatt.audit import judge_record, read_entered, recording
from scorekeeper.games.herzblatt.deal import SUIT_NAMES, ask, check, read_deal
from scorekeeper.games.herzblatt.rules import POINTS, PRESETS, SIGNS, SOLO_PRESETS, USUAL_SCHNEIDER, Rules
from scorekeeper.games.herzblatt.scoring import outcomes, score
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import WRONG_CARD, Alias, Book, Part, Row, TariffTable
from scorekeeper.games.score import rules_of
from scorekeeper.phrase import Phrase, Value, say


def _pack(rules: Rules, players: int) -> Phrase:
    dealing = rules.dealing(players)
    cards = len(dealing.pack.cards) - dealing.loose
    return say("{cards} cards, {hand} each, {skat} in the skat", cards=cards, hand=dealing.hand, skat=dealing.skat)


def _brief(seating: Seating, answers: Answers) -> Brief:
    """Return trumps, announcement, contra and Ree, and the soloist's card points: ♣ 66 C R 71."""
    if answers.get("passed"):
        return Brief("", (say("all pass"),), individual=bool(answers.get("last_trick")))
    contract = SIGNS[str(answers["suit"])] if answers.get("suit") else ""
    announced = answers.get("announced")
    words: list[Value] = [contract] if contract else []
    if announced:
        words.append(say("Du") if announced == "du" else str(announced))
    words += [sign for name, sign in (("contra", "C"), ("ree", "R")) if answers.get(name)]
    points = answers.get("points")
    others = answers.get("defender_points")
    if isinstance(points, int):
        words.append(points)
    elif isinstance(others, int) or answers.get("all_tricks"):
        words.append(POINTS - (others if isinstance(others, int) else 0))
    soloist = str(answers.get("soloist", ""))
    last_trick = bool(answers.get("last_trick")) and not soloist
    return Brief(soloist, tuple(words), contract, bool(announced), individual=last_trick)


_PLAYERS = ("soloist", "defender")  # the soloist is forehand, so that the other was never asked and may say contra


def tell_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what each defender pays the soloist by card points, less than 0 where he is paid."""
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
    told = []
    for title, called in tables.items():
        ends = [outcomes(rules, seating, called | column) for column in columns.values()]
        rows = tuple(_row(alike[0].label, *alike) for alike in zip(*ends, strict=True))
        told.append(TariffTable(title, tuple(columns), rows))
    if rules.all_pass == "last_trick":
        row = _row(say("the last trick, where everybody passed"), outcomes(rules, seating, {"passed": True})[0])
        told.append(TariffTable(say("Everyone pays the player who takes it"), (say("points"),), (row,)))
    return tuple(told)


def _row(label: Phrase, *ends: Outcome) -> Row:
    paid = tuple(end.score.totals(_PLAYERS)["soloist"] for end in ends)
    return Row(label, paid, rules_of(line for end in ends for line in end.score.lines))


def _parts(*chapters: str) -> tuple[Part, ...]:
    file = Path(__file__).with_name("rules.toml")
    return (*(Part(file, chapter) for chapter in chapters), WRONG_CARD)


def _pays_schneider(rules: Rules, *, usual: bool) -> bool:
    tier = rules.tariff_rules.loss_schneider
    return tier is not None and (tier == USUAL_SCHNEIDER) == usual


HERZBLATT = Game(
    key="herzblatt",
    title=say("Herzblatt"),
    about=say("Hearts are always trumps; one plays against all others."),
    presets=PRESETS,
    cards=ACE_TEN,
    pack=_pack,
    ask=ask,
    deal=read_deal,
    check=check,
    score=score,
    outcomes=outcomes,
    redeals=lambda rules, answers: rules.all_pass == "redeal_same" and bool(answers.get("passed")),
    brief=_brief,
    book=Book(_parts("cards", "bidding", "play", "paying", "muhr", "last_trick"), tell_tariff),
    also=(Alias("Herz Sticht", "Feder"), Alias("Herzblättchen", "Muhr")),
    auditor=Auditor(
        read=read_entered,
        recording=recording,
        judge=judge_record,
        piles={"skat": say("the skat"), "discard": say("what was laid away")},
        penalty=lambda rules: replace(rules, revoke="offender_side_loses"),
    ),
)
SOLO = replace(
    HERZBLATT,
    key="solo",
    title=say("Solo"),
    about=say("The highest bidder names trumps and plays against all others."),
    presets=SOLO_PRESETS,
    # Solo is played and paid like Herzblatt where it has no rule of its own. Who plays and what wins say SO-6 and SO-7;
    # what is paid goes by the tariff of the table (SO-8).
    book=Book(
        _parts("solo", "last_trick", "cards", "paying"),
        tell_tariff,
        only={
            "HB-31": lambda rules: rules.tariff_rules.win_schneider is not None,
            "HB-33": partial(_pays_schneider, usual=True),
            "HB-34": partial(_pays_schneider, usual=False),
        },
        omitted=frozenset({"HB-3", "HB-29"}),
    ),
    also=(),
)
