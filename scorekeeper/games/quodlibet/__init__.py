"""Quodlibet: tours that the dealer chooses, each with its own way of counting; the fewest points win."""

from pathlib import Path

from scorekeeper.games.game import Auditor, Game, Parties, Seating, SheetSummary
from scorekeeper.games.questions import Answers
from scorekeeper.games.quodlibet.audit import judge_record, read_tour, recording
from scorekeeper.games.quodlibet.deal import ask, find_taken, read_deal
from scorekeeper.games.quodlibet.rules import HAND, PACK, PRESETS, ROUND, TOUR_OF, TOURS, Rules
from scorekeeper.games.quodlibet.scoring import choose_dealer, has_ended, paid, score, stays, tally
from scorekeeper.games.rulebook import DISPUTES, Book, Part, Row, TariffTable
from scorekeeper.phrase import Phrase, say


def make_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return the tours by round, each with what counts in it and its rule."""
    del rules
    rows = tuple(
        Row(say("{tour}: {about}", tour=tour.name, about=tour.about), (tour.round,), (tour.rule,)) for tour in TOURS
    )
    return (TariffTable(say("The tours"), (say("round"),), rows),)


def _pack(rules: Rules, players: int) -> Phrase:
    return say("{cards} cards, {hand} each", cards=len(PACK.cards), hand=HAND)


def _sheet_summary(rules: Rules, seating: Seating, answers: Answers) -> SheetSummary:
    """Return the name of the chosen tour."""
    tour = TOUR_OF.get(str(answers.get("tour")))
    return SheetSummary("", (tour.name,), individual=True) if tour else SheetSummary()


def _heading(rules: Rules, number: int) -> Phrase | None:
    """Return the tours of the round of deal `number` (QU-3)."""
    if not rules.in_rounds:
        return None
    place = (number - 1) % len(TOURS) // ROUND
    tours = tuple(tour.name for tour in TOURS[place * ROUND : (place + 1) * ROUND])
    return say("Round {round}: {tours}", round=place + 1, tours=tours)


QUODLIBET = Game(
    key="quodlibet",
    title=say("Quodlibet"),
    about=say("Twelve tours that the dealer chooses, each counted in its own way; the fewest points win."),
    presets=PRESETS,
    cards=PACK,
    pack=_pack,
    ask=ask,
    deal=read_deal,
    score=score,
    outcomes=lambda rules, seating, answers: (),
    book=Book((Part(Path(__file__).with_name("rules.toml")), DISPUTES), make_tariff),
    payoff=paid,
    agreed_payoff=paid,
    parties=Parties(
        tally=tally,
        ends=has_ended,
        lasting=("length", "dealing", "money"),
        taken=find_taken,
        dealer=choose_dealer,
        stays=stays,
        voided=say("Its place in the game is used up. Where cards were misdealt, deal again and fix the deal."),
    ),
    sheet_column=lambda rules: "sheet",
    fewest_lead=lambda rules: True,
    direction=say("anticlockwise"),
    sheet_summary=_sheet_summary,
    heading=_heading,
    auditor=Auditor(read=read_tour, recording=recording, judge=judge_record),
)
