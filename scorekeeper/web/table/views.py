"""The table: seats, house rules, what a host changes about a night as a whole, archive, deleting, forgetting."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, current_app, redirect, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.games.house import Switch, switches
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import (
    Answered,
    Joined,
    Left,
    Paused,
    Returned,
    RulesChanged,
    SeatAct,
    StakeChanged,
    Titled,
)
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.money import write_stake
from scorekeeper.night.night import Night, rules_for
from scorekeeper.night.what_if import Reckoned, needed, reckon
from scorekeeper.nightfile.rulesheet import find_sheet
from scorekeeper.people.names import check_entered
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.access.devices import Guest, sign
from scorekeeper.storage.engine.erasure import load_due
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.journal.entries import find_repeat
from scorekeeper.storage.nights.carry_over import follow
from scorekeeper.storage.nights.home import dismiss_welcome, put_away
from scorekeeper.storage.nights.manage import delete_night, forget, is_sent, nights_of_player, rename, sittings_like
from scorekeeper.storage.projections.settlement import transfers
from scorekeeper.storage.queries.nights import changes_of_rules, changes_of_settings, forgettings, known_about, remember
from scorekeeper.storage.writing.entry import append, preview_act
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, hosts, need_device, night_page
from scorekeeper.web.access.form_request import EntryForm
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.i18n import speech, title_of
from scorekeeper.web.core.lifecycle import go, page
from scorekeeper.web.core.parsing import clean, read_whole, tidy
from scorekeeper.web.core.rate_limits import hold_back_erasing, hold_back_opening
from scorekeeper.web.opening.views import CURRENCIES
from scorekeeper.web.rules.forms import house_form, house_of_form
from scorekeeper.web.settlement.view_model import Settlement
from scorekeeper.web.table.forms import AwayForm, ForgetForm, NightDeletionForm, RulesForm, SeatForm, SettingsForm

pages = Blueprint("table", __name__, url_prefix=NIGHT)

_MOVES: Mapping[str, type[SeatAct]] = {"pause": Paused, "return": Returned, "leave": Left}


@pages.route("/table", methods=["GET", "POST"])
def seats() -> Response:
    """Show the players and the settings; change who is here."""
    form = SeatForm()
    if form.validate_on_submit():
        with form.refusals():
            _move(at_night().guest, form)
            return go("table.seats")
    return _page(form, SettingsForm(MultiDict()))


@pages.get("/settings")
def settings() -> Response:
    """Lead to the settings, which had a page of their own in an earlier version."""
    return redirect(url_for("table.seats", _anchor="settings"), 303)


@pages.post("/settings")
@hosts
def change_settings() -> Response:
    """Change a name, the title, the stake."""
    form = SettingsForm()
    if form.validate():
        with form.refusals():
            _change(at_night().guest, form)
            return go("table.seats", _anchor=form.action.data)
    return _page(SeatForm(MultiDict()), form)


def _page(moving: SeatForm, form: SettingsForm) -> Response:
    """Return the page with the players and the settings, of which one may have been refused."""
    at = at_night(again=bool(moving.errors or form.errors))
    night_id = at.guest.night
    forgotten = [(entry, act_of(entry)) for entry in forgettings(night_id)]
    hosted = {}
    if at.guest.is_host:
        hosted = {
            "now": at.now,
            "elsewhere": {key: len(nights_of_player(night_id, key, at.guest.device)) > 1 for key in at.names},
            "changes": changes_of_settings(night_id),
            "currencies": CURRENCIES,
        }
    return night_page(
        "table/seats.html",
        max(moving.status, form.status),
        moving=moving,
        form=form,
        forgettings=forgotten,
        erases=bool(forgotten and load_due()),
        **hosted,
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
    error = None
    form = RulesForm()
    house = house_form(night.game.presets[night.preset], form.sent, night.house_at(night.number).settings)
    tried = tuple[Reckoned, ...]()
    if form.is_submitted():
        try:
            if house.validate():
                tried = _agree(at, form, house_of_form(house))
                if not tried:
                    return go("table.rules")
        except Refused as refused:
            error = refused.phrase
    return night_page(
        "rules/rules.html",
        200 if tried or not form.is_submitted() else 422,
        tried=tried,
        changed=_changes(night, form, house_of_form(house)) if tried else (),
        seen=tried and _spell(night, house_of_form(house)),
        first=night.number if form.number.data is None else form.number.data,
        house=house,
        error=error,
        **_rules_now(at.guest.night, night),
    )


def _changes(night: Night, form: RulesForm, house: Mapping[str, object]) -> list[tuple[Switch, Phrase]]:
    """Return the switches that these house rules would change, and what each means then."""
    before = night.rules_at(read_whole("number", form.number.typed))
    after = rules_for(night.game.key, night.preset, json.dumps(house))
    return [
        (switch, switch.describe(switch.kind.plain(getattr(after, switch.field))))
        for switch in switches(after)
        if getattr(after, switch.field) != getattr(before, switch.field)
    ]


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


def _change(guest: Guest, form: SettingsForm) -> None:
    """Do what a valid form says. Raises Refused."""
    sender = form.sender(guest.device)
    if form.action.data == "rename":
        name = clean(form.name.typed)
        check_entered("players", name)
        rename(guest.night, form.player.typed, name, need_device(), sender, bool(form.everywhere.typed))
    elif form.action.data == "title":
        append(guest.night, sender, Titled(note=tidy(form.title.typed)[:100]))
    else:
        stake = form.read_stake(form.amount, form.currency)
        number = read_whole("number", form.number.typed)
        append(guest.night, sender, StakeChanged(number=number, stake=write_stake(stake) if stake else ""))


@pages.post("/archive")
def archive() -> Response:
    """Put a night away from the list of this phone, or back on it."""
    put_away(at_night().guest, AwayForm().away.typed == "yes")
    return go("nights.start")


@pages.post("/dismiss")
@hosts
def dismiss() -> Response:
    """Show the code of a new night no longer."""
    dismiss_welcome(at_night().guest)
    return go("sheet.show")


@pages.post("/again")
@hosts
def again() -> Response:
    """Open a night with the same people, seats, rules and stake; the next dealer deals. What is open stays here."""
    at = at_night()
    row = at.row
    sent = EntryForm().sender(at.guest.device)
    opening = sign(canonical(["again", row.slug, sent.request]), str(current_app.secret_key))
    try:
        with writing():
            hold_back_opening(opening)
            opened = follow(row, need_device(), sent, opening)
    except Refused as refused:
        return page("core/error.html", 422, code=422, text=refused.phrase)
    return go("sheet.show", slug=opened.slug)


@pages.route("/delete", methods=["GET", "POST"])
@hosts
def delete() -> Response:
    """Delete a night for good, once its name was typed."""
    at = at_night()
    form = NightDeletionForm(title_of(at.row))
    if form.validate_on_submit():
        with form.refusals():
            hold_back_erasing()
            delete_night(at.row, at.guest.device)
            erase_soon()
            return go("nights.start")
    return night_page(
        "table/delete.html",
        form.status,
        settlement=Settlement(at.rows, speech()),
        transfers=transfers(at.guest.night, at.guest.device),
        problem=form.problem,
    )


@pages.route("/forget", methods=["GET", "POST"])
@hosts
def forget_somebody() -> Response:
    """Ask whom to forget, and take the name out of everything that is kept."""
    form = ForgetForm()
    if form.validate_on_submit():
        with form.refusals():
            _forget(at_night().guest, form)
            return go("table.seats")
    return night_page("table/forget.html", form.status, problem=form.problem)


def _forget(host: Guest, form: ForgetForm) -> None:
    """Do what a valid form says. Raises Refused."""
    player = form.player.typed
    all_texts = bool(form.texts.typed)
    sent = form.sender(host.device)
    if is_sent(host.night, player, all_texts, sent.request):
        return
    hold_back_erasing()
    with writing():
        if not is_sent(host.night, player, all_texts, sent.request):
            sittings = sittings_like(host.night, player, host.device) if player else []
            forget(sittings, sent, host.night if all_texts else 0)
    erase_soon()
