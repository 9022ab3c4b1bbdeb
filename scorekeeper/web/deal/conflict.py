"""Two phones that say different things about one deal: what stood, what stands and what was meant, side by side."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from werkzeug.wrappers import Response

from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Answered, Booked, Corrected, SlotAct, Undone
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.night.night import Night, Result
from scorekeeper.night.result_json import read_entry_result
from scorekeeper.night.undo import standing
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.queries.nights import find_deal
from scorekeeper.storage.writing.entry import Stale, preview_act
from scorekeeper.web.access.current import AtNight, night_page
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.deal.forms import SlotForm
from scorekeeper.web.deal.widgets import spread

# What of a form is passed on as it is; answers are spelled anew, for a form may show two that were one.
_AS_IT_IS = ("dealer", "shown", "playing", "note")


class Side(NamedTuple):
    """One of the things that are said about a deal: the act, and what it brings; without a result nothing is booked."""

    title: Phrase
    kind: str
    playing: Sequence[str]
    result: Result | None

    def points(self, column: str) -> Mapping[str, int]:
        """Return the points by player, those that are written or those that are paid."""
        return getattr(self.result, column) if self.result else {}


def differs_page(at: AtNight, sent: SlotForm, number: int, way: str, meant: SlotAct | None) -> Response:
    """Show what stands in a slot beside what somebody `meant` to write into it, and let people decide.

    `way` is how it was to be written: enter, correct, void or adjust; `meant` is None for a form that cannot be read.
    """
    deal = find_deal(at.guest.night, number)
    if deal is None:  # nothing is known about it, whatever the form says to have seen
        return stale_page(at, number, sent)
    night = at.now
    stands = _side(night, say("What stands on the sheet"), deal.history)
    sides = [stands]
    if seen := sent.based_on.data:
        sides.insert(0, _side(night, say("What stood when you began"), deal.history[:seen]))
    mine = None
    if meant:  # who sits, where the form leaves it to the rotation, is known by now
        sits = deal.act
        meant = replace(meant, dealer=meant.dealer or sits.dealer, playing=meant.playing or sits.playing)
        act = meant.as_corrected() if isinstance(meant, Booked) and not deal.open else meant
        try:
            change = preview_act(at.rows, act, deal.version)
            mine = Side(say("What you entered"), _kind_of(act), meant.playing, change.result)
            sides.append(mine)
        except (Refused, Stale):  # it cannot be booked any more
            pass
    column = night.game.shows(night.rules_at(number))
    if mine and mine.points(column) == stands.points(column) and mine.points("payoff") != stands.points("payoff"):
        column = "payoff"  # contra may be paid that is not written
    points_now = stands.points(column)
    points_meant = mine.points(column) if mine else {}
    shown = {key for side in sides for key in (*side.playing, *side.points(column))}
    onward = "correct" if way == "enter" else way
    if deal.open:  # one that is open is entered, one that is booked is changed
        onward = "enter" if way in ("enter", "correct") else ""
    last = deal.history[-1]
    return night_page(
        "deal/conflict.html",
        409,
        deal=deal,
        number=number,
        who=at.device_name(last.device, last.seq),
        changed=way != "enter",
        way=onward,
        entered=_entered(night, sent, meant),
        request_id=secrets.token_hex(16),
        decides=sent.request.data,
        sides=sides,
        column=column,
        players=[player for player in at.players if player.key in shown],
        same=mine is not None and (mine.kind, points_meant) == (stands.kind, points_now),
        difference={key: points_meant.get(key, 0) - points_now.get(key, 0) for key in shown} if mine else {},
    )


def stale_page(at: AtNight, number: int, sent: EntryForm) -> Response:
    """Say that a deal was changed on another phone meanwhile, or that what came before it is not booked any more."""
    known = find_deal(at.guest.night, number) is not None
    return night_page(
        "deal/stale.html", 409, number=number, coming=at.now.number, known=known, decides=sent.request.data
    )


def _side(night: Night, title: Phrase, history: Sequence[Entry]) -> Side:
    """Return what stands after these acts."""
    left = standing(history)
    if not left:
        return Side(title, Undone.kind, (), None)
    act = slot_act_of(left[-1])
    result = read_entry_result(night, left[-1]) if left[-1].result else None
    return Side(title, _kind_of(act), act.playing, result)


def _kind_of(act: SlotAct) -> str:
    """Return what kind of thing an act says: a deal that was corrected says the same as one that was booked so."""
    return Booked.kind if isinstance(act, Corrected) else act.kind


def _entered(night: Night, sent: SlotForm, meant: SlotAct | None) -> list[tuple[str, str]]:
    """Return what was entered as the inputs of the form with which it goes on."""
    fields = sent.fields.items(multi=True) if sent.fields is not None else ()
    entered = [(name, value) for name, value in fields if name in _AS_IT_IS or name.startswith("adjust-")]
    if isinstance(meant, Answered) and meant.answers:
        answers = meant.answers
        for question in night.game.ask(night.rules_at(meant.number), meant.seating, answers):
            if question.name in answers:
                entered += spread(question, answers[question.name]).items()
    return entered
