"""Two phones that say different things about one deal: what stood, what stands and what was meant, side by side."""

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import request
from werkzeug.wrappers import Response

from scorekeeper.ledger.journal import Entry
from scorekeeper.night.file import Act
from scorekeeper.night.night import Night, Result, seat_deal
from scorekeeper.night.replay import read_entry_result, standing
from scorekeeper.phrase import Name, Phrase, Refused, Value, say
from scorekeeper.storage.access import players_of_devices
from scorekeeper.storage.book import Stale, weigh
from scorekeeper.storage.reading import Deal, find_deal, night_now
from scorekeeper.web.answers import spread
from scorekeeper.web.page import night_at, page
from scorekeeper.web.seating import seats_of
from scorekeeper.web.sending import based_on

# What of a form is passed on as it is; answers are spelled anew, for a form may show two that were one.
_AS_IT_IS = ("dealer", "shown", "playing", "note")


class Side(NamedTuple):
    """One of the things that are said about a deal: the act, and what it brings; without a result nothing is booked."""

    title: Phrase
    kind: str
    playing: Sequence[str]
    result: Result | None

    @property
    def points(self) -> Mapping[str, int]:
        """The points on the sheet by player."""
        return self.result.sheet if self.result else {}


def differs_page(slug: str, number: int, way: str, meant: Act | None) -> Response:
    """Show what stands in a slot beside what somebody `meant` to write into it, and let people decide.

    `way` is how it was to be written: enter, correct, void or adjust; `meant` is None for a form that cannot be read.
    """
    guest, row, players = night_at(slug)
    night, deal = night_now(row.id), find_deal(row.id, number)
    if deal is None:  # nothing is known about it, whatever the form says to have seen
        return stale_page(slug, number)
    if meant:  # who sits, where the form leaves it to the rotation, is known by now
        meant = meant._replace(facts={**seats_of(deal.entry.facts), **meant.facts})
    owners = players_of_devices(row.id)
    last = deal.history[-1].device
    who: Value = Name(owners[last]) if last in owners else say("Another phone")
    stood = _side(night, say("What stood when you began"), deal.history[: based_on()]) if based_on() else None
    stands = _side(night, say("What stands on the sheet"), deal.history)
    mine = _mine(row.id, deal, meant)
    sides = [side for side in (stood, stands, mine) if side]
    shown = {key for side in sides for key in (*side.playing, *side.points)}
    return page(
        "differs.html",
        409,
        night=row,
        guest=guest,
        number=number,
        deal=deal,
        who=who,
        sides=sides,
        changed=way != "enter",
        players=[player for player in players if player.key in shown],
        same=mine is not None and (mine.kind, mine.points) == (stands.kind, stands.points),
        difference={key: mine.points.get(key, 0) - stands.points.get(key, 0) for key in shown} if mine else {},
        way=_way_on(way, deal),
        entered=_entered(night, meant),
        request_id=secrets.token_hex(16),
    )


def stale_page(slug: str, number: int) -> Response:
    """Say that a deal was changed on another phone meanwhile."""
    guest, row, _ = night_at(slug)
    return page("stale.html", 409, night=row, guest=guest, number=number)


def _side(night: Night, title: Phrase, history: Sequence[Entry]) -> Side:
    """What stands after these acts."""
    left = standing(history)
    if not left:
        return Side(title, "undone", (), None)
    entry = left[-1]
    result = read_entry_result(night, entry) if entry.result else None
    return Side(title, entry.kind, entry.facts["playing"], result)


def _mine(night_id: int, deal: Deal, meant: Act | None) -> Side | None:
    """What was meant, as it would come out now; None for what cannot be booked any more."""
    if meant is None:
        return None
    kind = "corrected" if meant.kind == "booked" and not deal.open else meant.kind
    try:
        weighed = weigh(night_id, meant._replace(kind=kind), deal.version)
    except (Refused, Stale):
        return None
    said = "booked" if kind == "corrected" else kind
    return Side(say("What you entered"), said, weighed.act.facts["playing"], weighed.result)


def _entered(night: Night, meant: Act | None) -> list[tuple[str, str]]:
    """Return what was entered as the inputs of the form with which it goes on."""
    posted = list(request.form.items(multi=True))
    kept = [(name, value) for name, value in posted if name in _AS_IT_IS or name.startswith("adjust-")]
    answers = meant.facts.get("answers", {}) if meant else {}
    if meant is None or not answers:
        return kept
    seating = seat_deal(night, meant.facts["number"], meant.facts["dealer"], meant.facts["playing"])
    questions = night.game.ask(night.rules_at(seating.number), seating, answers)
    inputs = [spread(question, answers[question.name]) for question in questions if question.name in answers]
    return kept + [pair for spelled in inputs for pair in spelled.items()]


def _way_on(way: str, deal: Deal) -> str:
    """How what was meant can be written now: a deal that is open is entered, one that is booked is changed."""
    if deal.open:
        return "enter" if way in ("enter", "correct") else ""
    return "correct" if way == "enter" else way
