"""A game of one's own, made from a few questions: the kinds of sheet, and the form of each with an example."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from scorekeeper.games.own import OWN
from scorekeeper.games.own.made import KINDS, Example, make_document, show_examples
from scorekeeper.games.own.ready import READY
from scorekeeper.nightfile.rulesheet import find_sheet, name_game
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.queries.nights import houses_of
from scorekeeper.web.access.current import device, find_group
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import page
from scorekeeper.web.rules.views import place_of_sheet

pages = Blueprint("own_sheets", __name__)

_LONGEST = 200  # letters of an answer
_NAMES = ("A", "B", "C", "D")
_UNNAMED = "…"
_MOST_LISTED = 8


class UsedSheet(NamedTuple):
    """A sheet that this phone has used: its name, and the address of a new night with it."""

    name: Phrase
    place: str


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
    if key not in READY:
        abort(404)
    group = find_group(request.values)
    slug = group.slug if group else None
    sheets = [find_sheet(OWN.key, None, {"sheet": variant}) for variant in READY[key].variants.values()]
    return page(
        "opening/ready.html",
        name=name_game(sheets[0]),
        ready=READY[key],
        about=Phrase(READY[key].about["en"]),
        variants=[UsedSheet(name_game(sheet), place_of_sheet(sheet, slug)) for sheet in sheets],
        rules=[(rule.number, Phrase(rule.en), "; ".join(rule.sources)) for rule in READY[key].rules],
        group=group,
    )


def _ready_sheets() -> list[ReadySheet]:
    """Return the ready-made sheets in the order of their names."""
    found = []
    for key, ready in READY.items():
        sheet = find_sheet(OWN.key, None, {"sheet": ready.variants[""]})
        found.append(ReadySheet(key, name_game(sheet), Phrase(ready.about["en"]), tuple(ready.aliases)))
    return sorted(found, key=lambda sheet: speech().say(sheet.name).casefold())


@pages.get("/nights/own/<kind>")
def make_sheet(kind: str) -> Response:
    """Show the questions of a kind of sheet with an example deal, or redirect to "New night" with the sheet."""
    if kind not in KINDS:
        abort(404)
    group = find_group(request.values)
    given = {name: text[:_LONGEST] for name, text in request.args.items()}
    answers = {asked.name: asked.usual for asked in KINDS[kind].asked} | given
    refused = None
    examples: list[Example] = []
    try:
        document = make_document(kind, _with_name(answers))
        examples = show_examples(document, _NAMES)
        if "go" in given and answers.get("name", "").strip():
            sheet = find_sheet(OWN.key, None, {"sheet": document})
            return redirect(place_of_sheet(sheet, group.slug if group else None), 303)
        if "go" in given:
            refused = Refused("name", say("the game needs a name"))
    except Refused as problem:
        refused = problem if given else None
    return page(
        "opening/own_sheet.html",
        422 if refused and "go" in given else 200,
        kind=kind,
        about=KINDS[kind],
        answers=answers,
        rows=range(1, KINDS[kind].games + 1),
        refused=refused,
        examples=examples,
        names=_NAMES,
        group=group,
    )


def _with_name(answers: Mapping[str, str]) -> dict[str, str]:
    """Return the answers with any name, so that an example is shown before the game has one."""
    return {**answers, "name": answers.get("name", "").strip() or _UNNAMED}


def _used_sheets(group: str | None) -> list[UsedSheet]:
    known = device()
    found = []
    for house in houses_of(known, OWN.key, _MOST_LISTED) if known else ():
        try:
            sheet = find_sheet(OWN.key, None, house)
        except Refused:
            continue
        if sheet.house:
            found.append(UsedSheet(name_game(sheet), place_of_sheet(sheet, group)))
    return found
