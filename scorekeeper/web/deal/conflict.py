"""Conflicting entries of two phones for one deal: the earlier, the current and the new version side by side."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from werkzeug.wrappers import Response

from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Answered, Booked, Corrected, SlotAct, Undone
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.night.night import Night, Result
from scorekeeper.night.result_json import read_entry_result
from scorekeeper.night.undo import standing
from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.queries.nights import find_deal
from scorekeeper.web.access.current import AtNight, night_page
from scorekeeper.web.access.forms import Sent
from scorekeeper.web.deal.draft import DealForm, preview_or_error
from scorekeeper.web.deal.forms import SlotForm
from scorekeeper.web.deal.widgets import spread

# Fields of the form that are passed on unchanged; answers are converted, as a form may have two inputs for one.
_AS_IT_IS = ("dealer", "shown", "playing", "note")


class Side(NamedTuple):
    """One version of a deal: the kind of its act, players, answers, and the result, None if nothing is booked."""

    title: Phrase
    kind: str
    playing: Sequence[str]
    result: Result | None
    answers: Mapping[str, object] = MappingProxyType({})

    def points(self, column: str) -> Mapping[str, int]:
        """Return the points by player in a column, `sheet` or `payoff`."""
        return getattr(self.result, column) if self.result else {}


def differs_page(at: AtNight, form: DealForm) -> Response:
    """Show the current version of a slot beside what a form meant, for people to decide; `at` was loaded anew."""
    sent = form.sent
    number = form.number
    way = form.way
    deal = find_deal(at.guest.night, number)
    if deal is None:  # whatever version the form has
        return stale_page(at, number, sent)
    night = at.now
    current = _side(night, say("On the sheet now"), deal.history)
    sides = [current]
    if seen := sent.based_on:
        sides.insert(0, _side(night, say("What stood when you began"), deal.history[:seen]))
    mine = None
    meant = form.meant()
    if meant:  # a form without seats means those that are known by now
        sits = deal.act
        meant = replace(meant, dealer=meant.dealer or sits.dealer, playing=meant.playing or sits.playing)
        act = meant.as_corrected() if isinstance(meant, Booked) and not deal.open else meant
        change, _ = preview_or_error(at.rows, lambda: act, deal.version)
        if change:
            mine = Side(say("What you entered"), _kind_of(act), meant.playing, change.result, _answers_of(act))
            sides.append(mine)
    column = night.game.sheet_column(night.rules_at(number))
    if mine and mine.points(column) == current.points(column) and mine.points("payoff") != current.points("payoff"):
        column = "payoff"  # a contra may be paid without being written
    points_now = current.points(column)
    points_meant = mine.points(column) if mine else {}
    shown = {key for side in sides for key in (*side.playing, *side.points(column))}
    onward = "correct" if way == "enter" else way
    if deal.open:  # an open deal is entered, a booked one is changed
        onward = "enter" if way in ("enter", "correct") else ""
    last = deal.history[-1]
    even = mine is not None and (mine.kind, points_meant) == (current.kind, points_now)
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
        decides=sent.sent_id,
        sides=sides,
        column=column,
        players=[player for player in at.players if player.key in shown],
        same=even and mine is not None and (*mine.playing, mine.answers) == (*current.playing, current.answers),
        even=even,
        difference={key: points_meant.get(key, 0) - points_now.get(key, 0) for key in shown} if mine else {},
    )


def stale_page(at: AtNight, number: int, sent: Sent) -> Response:
    """Return the page for a deal that was changed meanwhile, or whose predecessor is not booked any more."""
    known = find_deal(at.guest.night, number) is not None
    return night_page("deal/stale.html", 409, number=number, coming=at.now.number, known=known, decides=sent.sent_id)


def _side(night: Night, title: Phrase, history: Sequence[Entry]) -> Side:
    """Return the version of a deal after these acts."""
    left = standing(history)
    if not left:
        return Side(title, Undone.kind, (), None)
    act = slot_act_of(left[-1])
    result = read_entry_result(night, left[-1]) if left[-1].result else None
    return Side(title, _kind_of(act), act.playing, result, _answers_of(act))


def _kind_of(act: SlotAct) -> str:
    """Return the kind of an act for comparison: a corrected deal is the same as a booked one."""
    return Booked.kind if isinstance(act, Corrected) else act.kind


def _answers_of(act: SlotAct) -> Mapping[str, object]:
    return act.answers if isinstance(act, Answered) else {}


def _entered(night: Night, sent: SlotForm, meant: SlotAct | None) -> list[tuple[str, str]]:
    fields = sent.fields.items(multi=True) if sent.fields is not None else ()
    entered = [(name, value) for name, value in fields if name in _AS_IT_IS or name.startswith("adjust-")]
    if isinstance(meant, Answered) and meant.answers:
        answers = meant.answers
        for question in night.game.ask(night.rules_at(meant.number), meant.seating, answers):
            if question.name in answers:
                entered += spread(question, answers[question.name]).items()
    return entered
