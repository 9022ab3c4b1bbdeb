"""The table: seats, house rules, settings, archive, and deletion of nights and names."""

from collections.abc import Mapping

from flask import Blueprint, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.clock import today
from scorekeeper.currencies import smallest_payment
from scorekeeper.games.game import Preset
from scorekeeper.games.house_rules import Switch, switches
from scorekeeper.games.rulebook import in_force
from scorekeeper.journal import acts
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.money import check_coin, write_stake
from scorekeeper.night.what_if import Reckoned, needed, reckon
from scorekeeper.nightfile.rulesheet import find_sheet, read_house
from scorekeeper.people.names import LONGEST_NAME, check_entered, fold_name
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.engine.erasure import load_due
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.groups.group import change_date, spell_at_night
from scorekeeper.storage.journal.entries import find_repeat
from scorekeeper.storage.nights.carry_over import start_next_night
from scorekeeper.storage.nights.home import archive_night, dismiss_welcome
from scorekeeper.storage.nights.manage import (
    delete_night,
    forget,
    nights_of_player,
    rename,
    sittings_like,
    was_sent_before,
)
from scorekeeper.storage.projections.settlement import load_transfers
from scorekeeper.storage.queries.nights import (
    changes_of_rules,
    changes_of_settings,
    find_or_make_person,
    forgettings,
    known_about,
    stake_of,
)
from scorekeeper.storage.queries.sheets import current_totals, last_party
from scorekeeper.storage.writing.entry import append, preview_act
from scorekeeper.telling.titles import title_of
from scorekeeper.typed_numbers import read_whole
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, hosts, night_page, sign_opening
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.forms import CURRENCIES
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import clean_text, normalize_text, read_day
from scorekeeper.web.core.rate_limits import limit_erasures, limit_openings
from scorekeeper.web.rules.forms import house_form, house_of_form
from scorekeeper.web.settlement.view_model import Settlement
from scorekeeper.web.table.forms import AwayForm, ForgetForm, NightDeletionForm, RulesForm, SeatForm, SettingsForm

pages = Blueprint("table", __name__, url_prefix=NIGHT)

_MOVES: Mapping[str, type[acts.SeatAct]] = {"pause": acts.Paused, "return": acts.Returned, "leave": acts.Left}


@pages.route("/table", methods=["GET", "POST"])
def seats() -> Response:
    """Show the players and settings, and change the seats."""
    at = at_night()
    form = SeatForm(name=request.args.get("name", "")[:LONGEST_NAME])
    if form.validate_on_submit():
        with form.refusals():
            sender = form.sender(at.guest.device)
            if form.move.data == "join":
                place = read_whole("place", form.place.typed)
                name = spell_at_night(at.guest.night, normalize_text(form.name.typed))
                person = find_or_make_person(at.device if at.guest.is_host else None, name)
                append(at.guest.night, sender, acts.Joined(place=place), person=person)
            else:
                append(at.guest.night, sender, _MOVES[form.move.typed](player=form.player.typed))
            return go("table.seats")
        at = at_night(reload=True)
    return _page(at, form, SettingsForm(MultiDict()))


@pages.get("/settings")
def settings() -> Response:
    """Redirect to the settings, which had their own page in an earlier version."""
    return go("table.seats", _anchor="settings")


@pages.post("/settings")
@hosts
def change_settings() -> Response:
    """Change a name, the title, the date, the stake, the smallest coin."""
    at = at_night()
    form = SettingsForm()
    if form.validate():
        with form.refusals():
            sender = form.sender(at.guest.device)
            if form.action.data == "rename":
                name = normalize_text(form.name.typed)
                check_entered("players", name)
                if fold_name(name) != fold_name(at.names.get(form.player.typed, "")):
                    name = spell_at_night(at.guest.night, name)
                rename(at.guest.night, form.player.typed, name, at.device, sender, bool(form.everywhere.typed))
            elif form.action.data == "title":
                append(at.guest.night, sender, acts.Titled(note=clean_text(form.title.typed)[:100]))
            elif form.action.data == "date":
                change_date(at.row, read_day(form.date.typed), sender)
            elif form.action.data == "coin":
                stake = stake_of(at.row)
                coin = check_coin("coin", form.read_coins(form.coin, stake), stake) if form.coin.typed else 0
                append(at.guest.night, sender, acts.CoinChosen(coin=coin, player=at.guest.player))
            else:
                stake = form.read_stake(form.amount, form.currency)
                if stake and stake != stake_of(at.row):
                    form.ask_about_stake(stake)
                worth = write_stake(stake) if stake else ""
                number = read_whole("number", form.number.typed)
                append(at.guest.night, sender, acts.StakeChanged(number=number, stake=worth))
            return go("table.seats", _anchor=form.action.data)
        at = at_night(reload=True)
    return _page(at, SeatForm(MultiDict()), form)


def _page(at: AtNight, moving: SeatForm, form: SettingsForm) -> Response:
    """Return the page of players and settings, with the errors of either form."""
    night_id = at.guest.night
    night = at.now
    forgotten = [(entry, act_of(entry)) for entry in forgettings(night_id)]
    hosted = {}
    if at.guest.is_host:
        hosted = {
            "now": night,
            "elsewhere": {key: len(nights_of_player(night_id, key, at.guest.device)) > 1 for key in at.names},
            "changes": changes_of_settings(night_id),
            "currencies": CURRENCIES,
            "usual": smallest_payment(night.currency),
        }
    return night_page(
        "table/seats.html",
        max(moving.status, form.status),
        moving=moving,
        totals=current_totals(
            at.players, last_party(night_id, night), night.game.sheet_column(night.rules_at(night.number))
        ),
        form=form,
        forgettings=forgotten,
        erases=bool(forgotten and load_due()),
        **hosted,
    )


@pages.route("/rules", methods=["GET", "POST"])
def rules() -> Response:
    """Show the rules of the night; change the house rules from a deal on, after a preview of the scores.

    House rules in the address are shown with their preview.
    """
    at = at_night()
    night = at.now
    author = night.game.presets[night.preset]
    today = night.rules_at(night.number)
    form = RulesForm()
    proposed = read_house({name: text for name, text in request.args.items() if name in author.offers})
    house = house_form(author, form.sent, {**night.house_at(night.number).settings, **proposed})
    preview = tuple[Reckoned, ...]()
    changed: list[tuple[Switch, Phrase]] = []
    seen = ""
    if (form.is_submitted() and house.validate()) or proposed:
        with form.refusals():
            number = read_whole("number", form.number.typed) if form.is_submitted() else night.number
            act = acts.RulesChanged(number=number, house=house_of_form(house))
            sheet = find_sheet(night.game.key, night.preset, act.house)
            seen = canonical(sheet.house)
            if form.is_submitted():
                preview = _set_rules(at, form, act, sheet.rules, seen)
                if not preview:
                    return go("table.rules")
            else:
                preview = _preview(at, act, sheet.rules)
            before = night.rules_at(act.number)
            changed = [
                (switch, switch.describe(switch.kind.to_setting(getattr(sheet.rules, switch.field))))
                for switch in switches(sheet.rules)
                if getattr(sheet.rules, switch.field) != getattr(before, switch.field)
            ]
    return night_page(
        "rules/rules.html",
        422 if form.problem or (form.is_submitted() and not preview) else 200,
        preview=preview,
        changed=changed,
        seen=seen,
        first=night.number if form.number.data is None else form.number.data,
        house=house,
        error=form.problem,
        now=night,
        game=night.game,
        preset=author,
        today=today,
        in_force=in_force(today, author, today.offers),
        packs=[] if night.game.named else [(count, night.game.pack(today, count)) for count in author.players],
        changes=[
            (entry.number, entry.arrived, _describe(author, changed_to.house))
            for entry in changes_of_rules(at.guest.night)
            if isinstance(changed_to := act_of(entry), acts.RulesChanged)
        ],
    )


def _set_rules(at: AtNight, form: RulesForm, act: acts.RulesChanged, rules: Preset, seen: str) -> tuple[Reckoned, ...]:
    """Change the house rules from a deal on, or return the preview that is to be confirmed.

    `seen` are these rules as JSON. Raises Refused, also for unchanged rules.
    """
    night_id = at.guest.night
    sender = form.sender(at.guest.device)
    if not find_repeat(night_id, sender.request, act):
        if act.number >= at.now.number and at.now.rules_at(act.number) == rules:
            raise Refused("house", say("these are the rules already; nothing would change"))
        if form.seen.typed != seen and (preview := _preview(at, act, rules)):
            return preview
    append(night_id, sender, act)
    return ()


def _preview(at: AtNight, act: acts.RulesChanged, rules: Preset) -> tuple[Reckoned, ...]:
    """Return what the last deals would have paid under other rules. Raises Refused for an impossible change."""
    night = at.now
    preview_act(at.rows, act, 0)
    known = {number: known_about(at.guest.night, number)[0] for number in needed(night)}
    booked = {number: act for number, act in known.items() if isinstance(act, acts.Answered)}
    return reckon(night, booked, rules)


def _describe(author: Preset, house: Mapping[str, object]) -> list[tuple[Phrase, Phrase]]:
    known = {switch.name: switch for switch in switches(author)}
    return [(known[name].label, known[name].describe(value)) for name, value in house.items() if name in known]


@pages.post("/archive")
def archive() -> Response:
    """Archive a night on this phone, or restore it."""
    archive_night(at_night().guest, AwayForm().away.typed == "yes")
    return go("nights.start")


@pages.post("/dismiss")
@hosts
def dismiss() -> Response:
    """Hide the code of a new night."""
    dismiss_welcome(at_night().guest)
    return go("sheet.show")


@pages.post("/again")
@hosts
def again() -> Response:
    """Open a night with the same people, seats, rules and stake; open amounts stay here."""
    at = at_night()
    sender = EntryForm().sender(at.guest.device)
    opening = sign_opening("again", at.row.slug, sender.request)
    with writing():
        limit_openings(opening)
        opened = start_next_night(at.row, at.device, sender, today(), opening)
    return go("sheet.show", slug=opened.slug)


@pages.route("/delete", methods=["GET", "POST"])
@hosts
def delete() -> Response:
    """Delete a night permanently after its name was typed."""
    at = at_night()
    form = NightDeletionForm(title_of(at.row, speech()))
    if form.validate_on_submit():
        with form.refusals():
            limit_erasures()
            delete_night(at.row, at.guest.device)
            erase_soon()
            return go("nights.start")
    return night_page(
        "table/delete.html",
        form.status,
        settlement=Settlement(at.rows, speech()),
        transfers=load_transfers(at.guest.night, at.guest.device),
        problem=form.problem,
    )


@pages.route("/forget", methods=["GET", "POST"])
@hosts
def forget_somebody() -> Response:
    """Show the form for deleting a name, and delete it from all stored data."""
    form = ForgetForm()
    if form.validate_on_submit():
        with form.refusals():
            _forget(at_night().guest, form)
            return go("table.seats")
    return night_page("table/forget.html", form.status, problem=form.problem)


def _forget(host: Guest, form: ForgetForm) -> None:
    player = form.player.typed
    all_texts = bool(form.texts.typed)
    sender = form.sender(host.device)
    if was_sent_before(host.night, player, all_texts, sender.request):
        return
    limit_erasures()
    with writing():
        if not was_sent_before(host.night, player, all_texts, sender.request):
            sittings = sittings_like(host.night, player, host.device) if player else []
            forget(sittings, sender, host.night if all_texts else 0)
    erase_soon()
