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
from scorekeeper.storage.journal.entries import find_repeat
from scorekeeper.storage.queries.nights import changes_of_rules, forgettings, known_about, remember
from scorekeeper.storage.writing.entry import append, preview_act
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, need_device, night_page
from scorekeeper.web.core.i18n import refusal
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import clean, read_whole
from scorekeeper.web.rules.forms import house_form, house_of_form
from scorekeeper.web.table.forms import RulesForm, SeatForm

pages = Blueprint("table", __name__, url_prefix=NIGHT)

_MOVES: Mapping[str, type[SeatAct]] = {"pause": Paused, "return": Returned, "leave": Left}


@pages.route("/table", methods=["GET", "POST"])
def seats() -> Response:
    """Show the seats; change who is here."""
    form = SeatForm()
    if form.validate_on_submit():
        try:
            _move(at_night().guest, form)
            return go("table.seats")
        except Refused as refused:
            form.refuse(refused)
    at = at_night(again=bool(form.errors))
    forgotten = [(entry, act_of(entry)) for entry in forgettings(at.guest.night)]
    return night_page(
        "table/seats.html",
        form.status,
        form=form,
        forgettings=forgotten,
        erases=bool(forgotten and load_due()),
    )


def _move(guest: Guest, form: SeatForm) -> None:
    """Do what a valid form says. Raises Refused."""
    sender = form.sender(guest.device)
    if form.move.data == "join":
        place = read_whole("place", form.place.typed)
        person = remember(need_device() if guest.is_host else None, clean(form.name.typed))
        append(guest.night, sender, Joined(place=place), person=person)
    else:
        append(guest.night, sender, _MOVES[form.move.typed](player=form.player.typed))


@pages.route("/rules", methods=["GET", "POST"])
def rules() -> Response:
    """Show the rules of the night; change the house rules from some deal on."""
    at = at_night()
    night = at.now
    error = ""
    form = RulesForm()
    posted = request.form if form.is_submitted() else None
    house = house_form(night.game.presets[night.preset], posted, night.house_at(night.number).settings)
    tried = tuple[Reckoned, ...]()
    if posted is not None:
        try:
            if house.validate():
                tried = _agree(at, form, house_of_form(house))
                if not tried:
                    return go("table.rules")
        except Refused as refused:
            error = refusal(refused)
    return night_page(
        "rules/rules.html",
        200 if posted is None or tried else 422,
        tried=tried,
        seen=tried and _spell(night, house_of_form(house)),
        first=night.number if form.number.data is None else form.number.data,
        house=house,
        error=error,
        **_rules_now(at.guest.night, night),
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


def _agree(at: AtNight, form: RulesForm, house: Mapping[str, object]) -> tuple[Reckoned, ...]:
    """Change the house rules from some deal on, once the form has seen what they would pay; until then return that.

    Raises Refused, also where it would change nothing.
    """
    night = at.now
    night_id = at.guest.night
    first = read_whole("number", form.number.typed)
    sender = form.sender(at.guest.device)
    rules = rules_for(night.game.key, night.preset, json.dumps(house))
    same = first >= night.number and night.rules_at(first) == rules
    act = RulesChanged(number=first, house=house)
    again = find_repeat(night_id, sender.request, act)
    if same and not again:
        raise Refused("house", say("these are the rules already; nothing would change"))
    if not again and form.seen.typed != _spell(night, house):
        preview_act(at.rows, act, 0)
        known = {number: known_about(night_id, number)[0] for number in needed(night)}
        booked = {number: act for number, act in known.items() if isinstance(act, Answered)}
        if tried := reckon(night, booked, rules):
            return tried
    append(night_id, sender, act)
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
