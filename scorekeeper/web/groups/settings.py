"""The settings of a group: readable for all, changed by its hosts; its treasurers, who settle all nights together."""

from collections.abc import Mapping

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.access.membership import GROUP_ACCESS, load_changes, members_of
from scorekeeper.storage.groups.group import MOST_DROPS, delete_group, owners_in_group, update_group
from scorekeeper.storage.groups.results import RANKINGS, group_now, rules_of
from scorekeeper.storage.groups.tariff import tariff_of, write_tariff
from scorekeeper.storage.groups.treasurer import (
    change_treasurer,
    count_each,
    count_queries,
    hand_back,
    key_of_name,
    may_settle,
    nights_apart,
    nights_to_settle,
    settle_by_table,
    settle_together,
    treasurers_of,
    write_lots,
)
from scorekeeper.typed_numbers import write_number
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.rate_limits import limit_erasures
from scorekeeper.web.groups.current import (
    GROUP,
    AtGroup,
    at_group,
    group_page,
    need_group_host,
    night_shown,
    refuse_night,
)
from scorekeeper.web.groups.forms import (
    ABSENT,
    LATEST_HOUR,
    SETTINGS,
    GroupHostForm,
    GroupSettingsForm,
    LastNightForm,
    TreasurerForm,
)

pages = Blueprint("group_settings", __name__, url_prefix=GROUP)

_CHANGES = 50  # on the page
_CITIES = ("Vienna", "Berlin", "Zurich", "Rome", "Ljubljana", "Zagreb", "Budapest", "Bratislava", "Prague", "London")
_USUAL_ZONES = [f"Europe/{city}" for city in _CITIES]


@pages.route("/settings", methods=["GET", "POST"])
def show() -> Response:
    """Show the settings of a group; its hosts change them."""
    at = at_group()
    naming = GroupHostForm(at.row.name)
    stands = {column: str(getattr(at.row, column)) for column in SETTINGS}
    form = GroupSettingsForm(rules_of(at.row), stands, sent=naming.action.data == "rules")
    if request.method == "POST":
        need_group_host()
        if naming.action.data == "rules":
            if form.validate():
                taken = update_group(at.row, at.member.key, form.was, **form.columns())
                if not taken:
                    return go("group_settings.show", group_slug=at.row.slug)
                _refuse_taken(form, taken)
        elif naming.validate():
            with naming.refusals():
                return change_group(at, naming, "group_settings.show")
    changes = load_changes(at.row.id, _CHANGES) if at.member.is_member else []
    return group_page(
        "groups/settings.html",
        max(form.status, naming.status),
        form=form,
        naming=naming,
        rankings=RANKINGS,
        absences=ABSENT,
        most=MOST_DROPS,
        hours=range(LATEST_HOUR + 1),
        usual_zones=_USUAL_ZONES,
        changes=changes,
        tariff="\n".join(_format_tariff(at)),
        treasurers=treasurers_of(at.row.id),
        phones=[phone for phone in members_of(GROUP_ACCESS, at.row.id) if phone.is_member and not phone.ended],
        owners=owners_in_group(at.row.id),
    )


def _refuse_taken(form: GroupSettingsForm, taken: Mapping[str, object]) -> None:
    """Say how the first setting stands that others have changed meanwhile; sent again, the form changes it."""
    column, value = next(iter(taken.items()))
    form.was[column] = str(value)
    text = str(value or "")
    stands: Phrase | str = RANKINGS[text] if column == "ranking" else ABSENT.get(text, text.strip("[]"))
    if column == "morning":
        stands = str(value)
    form.refuse(Refused(column, _taken(SETTINGS[column], stands)))


def _taken(setting: Phrase, value: Phrase | str) -> Phrase:
    return say(
        "{setting}: changed on another phone meanwhile, now: {value}. Save again to change that.",
        setting=setting,
        value=value or ABSENT[""],
    )


def _format_tariff(at: AtGroup) -> list[str]:
    """Return the fines of the group as the form takes them."""
    locale = speech().locale
    return [f"{fine.reason} {write_number(fine.amount, locale, 2)}" for fine in tariff_of(at.row)]


def change_group(at: AtGroup, form: GroupHostForm, back: str) -> Response:
    """Carry out a host's form, and return a redirect. Raises Refused."""
    action = form.action.data
    if action == "delete":
        limit_erasures()
        delete_group(at.row)
        erase_soon()
        return go("nights.start")
    columns = {"name": form.name.data, "tariff": write_tariff(form.tariff.fines)}
    if action in columns:
        seen = {action: form.seen.typed} if form.seen.ticked else {}
        taken = update_group(at.row, at.member.key, seen, **{action: columns[action]})
        if "name" in taken:
            raise Refused("name", _taken(say("name of the group"), str(taken["name"])))
        if "tariff" in taken:
            raise Refused("tariff", _taken(say("fines"), ", ".join(_format_tariff(at))))
    return go(back, group_slug=at.row.slug)


@pages.post("/treasurers")
def change_treasurers() -> Response:
    """Make a phone a treasurer of the group, or end that."""
    at = at_group()
    need_group_host()
    form = TreasurerForm()
    if not form.validate():
        raise Refused("action", say("nothing was chosen"))
    change_treasurer(at.row.id, form.device.typed, form.action.data == "name", at.member.key)
    return go("group_settings.show", group_slug=at.row.slug, _anchor="treasurers")


@pages.get("/settle")
def show_open() -> Response:
    """Show what is open in the nights that this phone may settle together, before it is carried to the last one."""
    at = at_group()
    if not at.member.is_member:
        abort(403)
    now = group_now(at.row)
    lots = nights_to_settle(now, at.device)
    if not lots:
        return go("groups.show", group_slug=at.row.slug)
    asked = request.args.get("by", "")
    collectors = {name for lot in lots for name in lot.open() if name}
    collector = asked if asked in collectors else ""
    by_table = [payment for lot in lots for payment in lot.pay_by_table()]
    shown = []
    for lot in lots:
        together = lot.propose()
        collected = lot.propose(collector) if collector and collector in lot.open() else None
        shown.append((lot, together, collected, count_each((collected or together).payments)))
    return group_page(
        "groups/settle.html",
        lots=shown,
        last=lots[0].last,
        seen=write_lots(lots),
        queries=count_queries(lots),
        apart=nights_apart(now, lots),
        by_table=len(by_table),
        each_by_table=sorted(count_each(by_table).items(), key=lambda each: (-each[1], each[0].casefold())),
        collectors=sorted(collectors, key=str.casefold),
        collector=collector,
    )


@pages.post("/settle")
def settle() -> Response:
    """Carry the open amounts of all nights that this phone may settle to the last one, or settle each by itself."""
    at = at_group()
    form = LastNightForm()
    last = night_shown(at, form.last.typed)
    sender = form.sender(at.device.key)
    if not may_settle(at.row.id, at.device, last.id):
        refuse_night(at, last.slug)
    if form.way.typed == "tables":
        settle_by_table(at.row, at.device, form.seen.typed, sender)
        return go("groups.show", group_slug=at.row.slug)
    settle_together(at.row, at.device, last, form.seen.typed, sender)
    collector = key_of_name(last.id, form.by.typed) if form.by.typed else None
    return go("settling.show", slug=last.slug, by=collector)


@pages.post("/settle/back")
def take_back() -> Response:
    """Let what was carried to a night be open in its own nights again."""
    at = at_group()
    form = LastNightForm()
    last = night_shown(at, form.last.typed)
    hand_back(at.row, at.device, last, form.sender(at.device.key))
    return go("groups.show", group_slug=at.row.slug)
