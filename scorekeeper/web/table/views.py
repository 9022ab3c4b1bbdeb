"""The table: who sits where, who pauses, comes late or leaves, and the house rules from some deal on."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.games.house import switches
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Answered, Joined, Left, Paused, Returned, RulesChanged, SeatAct
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.night.night import Night, rules_for
from scorekeeper.night.what_if import Reckoned, needed, reckon
from scorekeeper.nightfile.rulesheet import find_sheet
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.engine.erasure import load_due
from scorekeeper.storage.journal.idempotency import find_repeat
from scorekeeper.storage.models import Person
from scorekeeper.storage.queries.nights import changes_of_rules, forgettings, known_about, remember
from scorekeeper.storage.writing.entry import append
from scorekeeper.storage.writing.preview import preview_act
from scorekeeper.web.access.current import NIGHT, at_night, need_device, night_page
from scorekeeper.web.access.form_request import posted_form, sender
from scorekeeper.web.core.i18n import refusal
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import read_whole
from scorekeeper.web.rules.forms import house_form, house_of_form
from scorekeeper.web.table.forms import RulesForm, SeatForm

pages = Blueprint("table", __name__, url_prefix=NIGHT)

_MOVES: Mapping[str, type[SeatAct]] = {"pause": Paused, "return": Returned, "leave": Left}


@pages.route("/table", methods=["GET", "POST"])
def seats() -> Response:
    """Show the seats; change who is here."""
    at = at_night()
    error = ""
    if request.method == "POST":
        try:
            _move(at.guest)
            return go("table.seats")
        except Refused as refused:
            error = refusal(refused)
    forgotten = [(entry, act_of(entry)) for entry in forgettings(at.guest.night)]
    return night_page(
        "table/seats.html",
        422 if error else 200,
        now=at.now,
        error=error,
        forgettings=forgotten,
        erases=bool(forgotten and load_due()),
    )


def _move(guest: Guest) -> None:
    night_id = guest.night
    form = SeatForm()
    move = form.move.typed
    player = form.player.typed
    if move == "join":
        name, place = form.joining()
        person = remember(need_device(), name) if guest.is_host else Person(name=name)
        append(night_id, sender(), Joined(place=place), person=person)
    elif move in _MOVES:
        append(night_id, sender(), _MOVES[move](player=player))
    else:
        raise Refused("move", say("nothing was chosen"))


@pages.route("/rules", methods=["GET", "POST"])
def rules() -> Response:
    """Show the rules of the night; change the house rules from some deal on."""
    night_id = at_night().guest.night
    night = at_night().now
    error = ""
    preset = night.game.presets[night.preset]
    house = dict(night.house_at(night.number).settings)
    posted = posted_form()
    form = house_form(preset, posted, house)
    tried = tuple[Reckoned, ...]()
    if posted is not None:
        try:
            if form.validate():
                tried = _agree(night_id, night, read_whole("number", RulesForm().number.typed), house_of_form(form))
                if not tried:
                    return go("table.rules")
        except Refused as refused:
            error = refusal(refused)
    seen = tried and _spell(night, house_of_form(form))
    return night_page(
        "rules/rules.html",
        200 if posted is None or tried else 422,
        tried=tried,
        seen=seen,
        first=night.number if posted is None else posted.get("number", night.number),
        house=form,
        error=error,
        **_rules_now(night_id, night),
    )


def _rules_now(night_id: int, night: Night) -> dict[str, Any]:
    """The rules in force, and since when they are as they are."""
    preset = night.game.presets[night.preset]
    return {
        "now": night,
        "game": night.game,
        "preset": preset,
        "in_force": describe_rules(night, night.number),
        "packs": [(count, night.game.pack(night.rules_at(night.number), count)) for count in preset.players],
        "changes": [
            (entry.number, entry.arrived, _describe(night, act.house))
            for entry in changes_of_rules(night_id)
            if isinstance(act := act_of(entry), RulesChanged)
        ],
    }


def _reckon(night_id: int, night: Night, house: Mapping[str, object]) -> tuple[Reckoned, ...]:
    """Return what the latest deals paid and would have paid."""
    known = {number: known_about(night_id, number)[0] for number in needed(night)}
    booked = {number: act for number, act in known.items() if isinstance(act, Answered)}
    return reckon(night, booked, rules_for(night.game.key, night.preset, json.dumps(dict(house))))


def _agree(night_id: int, night: Night, first: int, house: Mapping[str, object]) -> tuple[Reckoned, ...]:
    """Change the house rules from deal `first` on, once the form has seen what they would pay; until then return that.

    Raises Refused, also where it would change nothing.
    """
    same = first >= night.number and night.rules_at(first) == rules_for(night.game.key, night.preset, json.dumps(house))
    act = RulesChanged(number=first, house=house)
    again = find_repeat(night_id, sender().request, act)
    if same and not again:
        raise Refused("house", say("these are the rules already; nothing would change"))
    if not again and RulesForm().seen.typed != _spell(night, house):
        preview_act(at_night().rows, act, 0)
        if tried := _reckon(night_id, night, house):
            return tried
    append(night_id, sender(), act)
    return ()


def _spell(night: Night, house: Mapping[str, object]) -> str:
    """Return what a table plays otherwise than its author as one text."""
    return canonical(find_sheet(night.game.key, night.preset, house).house)


def describe_rules(night: Night, number: int) -> list[tuple[Any, Any, bool]]:
    """Return every house rule that matters in deal `number`: the switch, its meaning, whether it is the table's own."""
    rules = night.rules_at(number)
    preset = night.game.presets[night.preset]
    return [
        (
            switch,
            switch.describe(switch.kind.plain(getattr(rules, switch.field))),
            getattr(rules, switch.field) != getattr(preset, switch.field),
        )
        for switch in switches(rules)
        if switch.matters(rules)
    ]


def _describe(night: Night, house: Mapping[str, object]) -> list[tuple[Any, Any]]:
    preset = night.game.presets[night.preset]
    known = {switch.name: switch for switch in switches(preset)}
    return [(known[name].label, known[name].describe(value)) for name, value in house.items() if name in known]
