"""Herzeln: a party of eight tours, seven with tricks and one lay-off, every player for himself."""

from scorekeeper.cards.obligations import REVOKES
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.game import Auditor, Brief, Game, Seating
from scorekeeper.games.herzeln import layoff
from scorekeeper.games.herzeln.audit import judge_record, read_tour, recording
from scorekeeper.games.herzeln.book import BOOK
from scorekeeper.games.herzeln.deal import ask, check, read_deal
from scorekeeper.games.herzeln.rules import HAND, PRESETS, TOURS, Rules, pack_for, tour_of
from scorekeeper.games.herzeln.scoring import agreed, check_extra, paid, score, tally
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Phrase, say


def _pack(rules: Rules, players: int) -> Phrase:
    return say("{cards} cards, {hand} each", cards=len(pack_for(players).cards), hand=HAND)


def _brief(seating: Seating, answers: Answers) -> Brief:
    """Return the name of the tour, which stands before anything is known of it."""
    tour = tour_of(seating.number)
    words = (say("Tour {number} · {name}", number=tour.number, name=tour.name),)
    return Brief("", words, individual=not answers.get("passed"))


HERZELN = Game(
    key="herzeln",
    title=say("Herzeln"),
    about=say("Eight tours, each with an aim of its own; everybody plays for himself."),
    presets=PRESETS,
    cards=ACE_TEN,
    pack=_pack,
    ask=ask,
    deal=read_deal,
    check=check,
    score=score,
    check_party=check_extra,
    book=BOOK,
    paid=paid,
    agreed=agreed,
    party=len(TOURS),
    lasting=("money",),
    tally=tally,
    shows=lambda rules: "sheet",
    brief=_brief,
    heading=lambda number: tour_of(number).about,
    auditor=Auditor(
        read=read_tour,
        recording=recording,
        judge=judge_record,
        moves=say("the moves of the lay-off in Herzeln"),
        revokes=(*REVOKES, *layoff.REVOKES),
    ),
)
