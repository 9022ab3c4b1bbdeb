"""Herzeln: a party of eight tours, seven with tricks and one lay-off, all players for themselves."""

from dataclasses import replace
from pathlib import Path

from scorekeeper.cards.obligations import REVOKES
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.game import Auditor, Game, Parties, Seating, SheetSummary
from scorekeeper.games.herzeln import layoff
from scorekeeper.games.herzeln.audit import judge_record, read_tour, recording
from scorekeeper.games.herzeln.deal import ask, check, read_deal
from scorekeeper.games.herzeln.rules import HAND, PRESETS, TOURS, Rules, pack_for, tour_of
from scorekeeper.games.herzeln.scoring import agreed, check_extra, paid, score, tally
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import DISPUTES, WRONG_CARD, Book, Part, Row, TariffTable
from scorekeeper.phrase import Phrase, say


def make_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return the tariff: every tour with the sum of its players' points, by their number."""
    columns = tuple(say("{players} players, in all", players=players) for players in rules.players)
    rows = []
    for tour in TOURS:
        sums = tuple(sum(tour.units_for(players)) for players in rules.players)
        rows.append(Row(tour.about, sums, (tour.rule,)))
    return (TariffTable(say("The tours"), columns, tuple(rows)),)


def _pack(rules: Rules, players: int) -> Phrase:
    return say("{cards} cards, {hand} each", cards=len(pack_for(players).cards), hand=HAND)


def _sheet_summary(rules: Rules, seating: Seating, answers: Answers) -> SheetSummary:
    """Return the name of the tour, shown before it has answers."""
    tour = tour_of(seating.number)
    words = (say("Tour {number} · {name}", number=tour.number, name=tour.name),)
    return SheetSummary("", words, individual=not answers.get("passed"))


_VOIDED = say(
    "Its tour is used up. Where cards were misdealt, deal this tour again and fix the deal with what it brought."
)

HERZELN = Game(
    key="herzeln",
    title=say("Herzeln"),
    listed=say("Herzeln (eight tours, Piatnik)"),
    about=say("Eight tours, each with its own goal; everyone plays for themselves."),
    presets=PRESETS,
    cards=ACE_TEN,
    pack=_pack,
    ask=ask,
    deal=read_deal,
    check=check,
    score=score,
    book=Book((Part(Path(__file__).with_name("rules.toml")), WRONG_CARD, DISPUTES), make_tariff),
    payoff=paid,
    agreed_payoff=agreed,
    parties=Parties(
        tally=tally,
        deals=len(TOURS),
        lasting=("money",),
        check=check_extra,
        voided=_VOIDED,
    ),
    sheet_column=lambda rules: "sheet",
    sheet_summary=_sheet_summary,
    heading=lambda rules, number: tour_of(number).about,
    auditor=Auditor(
        read=read_tour,
        recording=recording,
        judge=judge_record,
        moves=say("the moves of the shedding tour in Herzeln"),
        revokes=(*REVOKES, *layoff.REVOKES),
        penalty=lambda rules: replace(rules, revoke="offender_side_loses"),
    ),
)
