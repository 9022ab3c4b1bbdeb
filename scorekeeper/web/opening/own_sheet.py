"""A game of one's own, made from a few questions: the kinds of sheet, and the form of each with an example."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.own import OWN
from scorekeeper.games.own.document import Sheet
from scorekeeper.games.own.examples import Example, show_examples
from scorekeeper.games.own.ready import ready_sheets
from scorekeeper.journal import acts
from scorekeeper.nightfile.rulesheet import find_sheet, name_game, spell_house
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.queries.nights import houses_of
from scorekeeper.storage.writing.entry import preview_act
from scorekeeper.web.access.current import NIGHT, at_night, device, find_group, night_page, writes
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go, page
from scorekeeper.web.opening.sheet_form import KINDS, change_document, fill_in, make_document
from scorekeeper.web.rules.views import place_of_sheet

pages = Blueprint("own_sheets", __name__)

_LONGEST = 1000  # letters of an answer
_NAMES = ("A", "B", "C", "D")
_UNNAMED = "…"
_MOST_LISTED = 8


class UsedSheet(NamedTuple):
    """A sheet that this phone has used: its name, the address of a new night with it, and whether it `differs`.

    It does from the ready-made sheet of its name: the table changed it, or the ready-made one was corrected since.
    """

    name: Phrase
    place: str
    differs: bool = False


class ReadySheet(NamedTuple):
    """A ready-made sheet in a list: its key, its name, what it is, and other names of the game."""

    key: str
    name: Phrase
    about: Phrase
    aliases: tuple[str, ...]


@pages.get("/nights/own")
def choose_kind() -> Response:
    """Show the sheets that this phone has used, and the kinds of a new one."""
    group = find_group(request.values)
    used = _used_sheets(group.slug if group else None)
    return page("opening/kinds.html", kinds=KINDS, used=used, ready=_ready_sheets(), group=group)


@pages.get("/nights/own/ready/<key>")
def show_ready(key: str) -> Response:
    """Show a ready-made sheet: its variants, each with the address of a new night, and its rules with their sources."""
    ready = ready_sheets().get(key) or abort(404)
    group = find_group(request.values)
    slug = group.slug if group else None
    sheets = [find_sheet(OWN.key, None, {"sheet": variant}) for variant in ready.variants.values()]
    return page(
        "opening/ready.html",
        name=name_game(sheets[0]),
        ready=ready,
        about=Phrase(ready.about["en"]),
        variants=[UsedSheet(name_game(sheet), place_of_sheet(sheet, slug)) for sheet in sheets],
        rules=[(rule.number, Phrase(rule.en), "; ".join(rule.sources)) for rule in ready.rules],
        group=group,
    )


def _ready_sheets() -> list[ReadySheet]:
    """Return the ready-made sheets in the order of their names."""
    found = []
    for key, ready in ready_sheets().items():
        sheet = find_sheet(OWN.key, None, {"sheet": ready.variants[""]})
        found.append(ReadySheet(key, name_game(sheet), Phrase(ready.about["en"]), tuple(ready.aliases)))
    return sorted(found, key=lambda sheet: speech().say(sheet.name).casefold())


@pages.get("/nights/own/<kind>")
def make_sheet(kind: str) -> Response:
    """Show the questions of a kind of sheet with an example deal, or redirect to "New night" with the sheet."""
    if kind not in KINDS:
        abort(404)
    group = find_group(request.values)
    answers = {asked.name: asked.usual for asked in KINDS[kind].asked} | _given()

    named = {**answers, "name": answers.get("name", "").strip() or _UNNAMED}  # for the example, before it has a name

    def finish() -> str:
        if not answers.get("name", "").strip():
            raise Refused("name", say("the game needs a name"))
        sheet = find_sheet(OWN.key, None, {"sheet": make_document(kind, answers)})
        return place_of_sheet(sheet, group.slug if group else None)

    return _ask(
        kind,
        answers,
        lambda: make_document(kind, named),
        finish,
        partial(page, "opening/own_sheet.html"),
        action=url_for("own_sheets.make_sheet", kind=kind),
        heading=KINDS[kind].title,
        hint=KINDS[kind].about,
        group=group,
    )


@pages.get(NIGHT + "/rules/form")
@writes
def change_sheet() -> Response:
    """Show the same questions, filled in, for the sheet of a night, or redirect to its rules with the changed sheet."""
    at = at_night()
    night = at.now
    sheet = getattr(night.rules_at(night.number), "sheet", None)
    if not isinstance(sheet, Sheet):
        return go("table.rules")
    document = dict(sheet.raw)
    filled = fill_in(document, speech().say)
    answers = filled | _given()
    if request.args:  # a box that is not ticked is not sent
        answers |= {name: "" for name in filled.keys() - request.args.keys() if name.startswith(("with", "duty"))}

    def finish() -> str:
        house = {**night.house_at(night.number).settings, "sheet": make()}
        if house["sheet"] == document:
            raise Refused("", say("these are the rules already; nothing would change"))
        preview_act(at.rows, acts.RulesChanged(number=night.number, house=house), 0)
        return url_for("table.rules", sheet=spell_house(house)["sheet"])

    def make() -> Mapping[str, object]:
        return change_document(document, answers, speech().say)

    hint = say("From the next deal on; what is saved stays. What is not asked here stays as it is on the sheet.")
    return _ask(
        sheet.kind,
        answers,
        make,
        finish,
        partial(night_page, "rules/sheet.html"),
        len(sheet.contracts) + 1,
        action=url_for("own_sheets.change_sheet"),
        heading=say("Change the sheet"),
        hint=hint,
    )


def _given() -> dict[str, str]:
    """Return the answers in the address."""
    return {name: text[:_LONGEST] for name, text in request.args.items()}


def _ask(
    kind: str,
    answers: Mapping[str, str],
    make: Callable[[], Mapping[str, object]],
    finish: Callable[[], str],
    show: Callable[..., Response],
    games: int = 0,
    **values: Any,
) -> Response:
    """`show` the form with what the sheet that `make` returns would pay, or redirect to the address of `finish`."""
    refused = None
    examples: list[Example] = []
    try:
        examples = show_examples(make(), _NAMES)
        if "go" in request.args:
            return redirect(finish(), 303)
    except Refused as problem:
        refused = problem if request.args else None
    rows = range(1, max(games, KINDS[kind].games) + 1) if KINDS[kind].games else ()
    in_rows = (f"{what}{row}" for row in rows for what in ("game", "value"))
    return show(
        422 if refused and "go" in request.args else 200,
        about=KINDS[kind],
        answers=answers,
        rows=rows,
        fields=("name", *(asked.name for asked in KINDS[kind].asked), *in_rows),
        refused=refused,
        examples=examples,
        names=_NAMES,
        **values,
    )


def _used_sheets(group: str | None) -> list[UsedSheet]:
    known = device()
    found = []
    for house in houses_of(known, OWN.key, _MOST_LISTED) if known else ():
        try:
            sheet = find_sheet(OWN.key, None, house)
        except Refused:
            continue
        if sheet.house:
            found.append(UsedSheet(name_game(sheet), place_of_sheet(sheet, group), _differs(sheet.house["sheet"])))
    return found


def _differs(document: object) -> bool:
    """Return whether a sheet has the name of a ready-made one, and other rules."""
    ready = [variant for one in ready_sheets().values() for variant in one.variants.values()]
    named = [variant for variant in ready if isinstance(document, dict) and variant["name"] == document["name"]]
    return bool(named) and document not in named
