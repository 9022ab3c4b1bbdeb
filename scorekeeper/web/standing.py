"""How a night stands as its page tells it to every phone of the table alike, kept for the next one that looks."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from scorekeeper.night.night import Night
from scorekeeper.phrase import Phrase
from scorekeeper.storage.objections import Objecting, open_objections
from scorekeeper.web.guests import AtNight
from scorekeeper.web.holes import Parts, cut, fill, hollow, weigh_parts
from scorekeeper.web.kept import Kept
from scorekeeper.web.places import place_of
from scorekeeper.web.reader import speech
from scorekeeper.web.settlement import Settlement, settlement_of


class Settled(NamedTuple):
    """How a night stands (`now`), what is in doubt, the table that tells the one, the text to share that tells both."""

    now: Settlement
    doubts: Sequence[Objecting]
    standing: Markup
    share: str


# Hundreds of some kilobytes; fewer where much is in doubt, which the text to share tells too. All follows from the
# journal, which the head names, from what the players are called and stand at, and from the night's title; who reads
# changes nothing, and what waits to be sent in a form is not in it.
_SETTLED = Kept[Settled](1_000_000, lambda told: len(told.standing) + len(told.share))


# Hundreds of some kilobytes, with holes for the token and the ids of forms. They follow from the same, and from whether
# their reader may write; whose phone ticked something is what it was then.
_PLANS = Kept[Parts](1_000_000, weigh_parts)


def settled(at: AtNight, by: str | None) -> Settled:
    """Return how the night stands, with the plan that is asked for, None for the one that holds."""
    asked = by if by is None or any(by == player.key for player in at.players) else ""
    return _SETTLED.get((asked, *_basis(at)), lambda: _tell(at, asked))


def _basis(at: AtNight) -> tuple[Hashable, ...]:
    """Return all that how a night stands follows from."""
    return (at.row.head, at.row.title, speech().tag, place_of("settling.show"), *at.players)


def tell_plan(at: AtNight, told: Settled, by: str | None, error: str = "") -> Markup:
    """Return who pays whom, with what is paid of it and the forms that say so."""

    def render() -> str:
        shown = {"settlement": told.now, "players": at.players, "guest": at.guest, "asked": by, "error": error}
        return render_template("_plan.html", **shown)

    def make() -> Parts:
        with hollow():
            return cut(render())

    if error or by is not None:
        return Markup(render())
    return fill(_PLANS.get((at.guest.may_write, *_basis(at)), make))


def _tell(at: AtNight, by: str | None) -> Settled:
    now, doubts, written = settlement_of(at.row, at.players, by), open_objections(at.guest.night), _settled_as(at.now)
    table = render_template(
        "_standing.html", settlement=now, written=written, players=at.players, stakes=at.now.stake_spans
    )
    share = render_template("settle.txt", settlement=now, written=written, night=at.row, objections=doubts)
    return Settled(now, doubts, Markup(table), share)


def _settled_as(night: Night) -> Phrase | None:
    """Return what it is called that is settled where the sheet shows other numbers, None where it shows the same."""
    return night.game.settled_as if night.game.shows(night.rules_at(night.number)) == "sheet" else None
