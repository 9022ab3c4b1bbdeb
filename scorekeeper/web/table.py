"""The table: who sits where, who pauses, comes late or leaves, and the house rules from some deal on."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.house import switches
from scorekeeper.night.file import Act
from scorekeeper.night.night import Night, rules_for
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.book import append, is_written, writing
from scorekeeper.storage.reading import changes_of_rules, night_now
from scorekeeper.web.answers import read_whole
from scorekeeper.web.forms import clean, house_form, house_of_form
from scorekeeper.web.nights import check_names, remember
from scorekeeper.web.page import go, need_device, night_at, page, refusal, writer_at
from scorekeeper.web.sending import sender

pages = Blueprint("table", __name__)

_MOVES = {"pause": "paused", "return": "returned", "leave": "left"}


@pages.route("/n/<slug>/table", methods=["GET", "POST"])
def seats(slug: str) -> Response:
    """Show the seats; change who is here."""
    guest, row, players = night_at(slug)
    error = ""
    if request.method == "POST":
        writer_at(slug)
        try:
            _move(row.id, [player.name for player in players])
            return go("table.seats", slug=slug)
        except Refused as refused:
            error = refusal(refused)
    night = night_now(row.id)
    return page("seats.html", 422 if error else 200, night=row, guest=guest, players=players, now=night, error=error)


def _move(night_id: int, names: list[str]) -> None:
    move, player = request.form.get("move", ""), request.form.get("player", "")
    if move == "join":
        if is_written(night_id, sender().request):
            return
        name, place = clean(request.form.get("name")), read_whole("place", request.form.get("place", ""))
        check_names([*names, name])
        with writing():
            person = remember(need_device(), name)
            append(night_id, sender(), Act("joined", {"place": place}), person=person)
    elif move in _MOVES:
        append(night_id, sender(), Act(_MOVES[move], {"player": player}))
    else:
        raise Refused("move", say("nothing was chosen"))


@pages.route("/n/<slug>/rules", methods=["GET", "POST"])
def rules(slug: str) -> Response:
    """Show the rules of the night; change the house rules from some deal on."""
    guest, row, _ = night_at(slug)
    night, error = night_now(row.id), ""
    preset = GAMES[row.game].presets[row.preset]
    house = dict(night.house_at(night.number).settings)
    posted = request.form if request.method == "POST" else None
    form = house_form(preset, posted, house)
    if posted is not None:
        writer_at(slug)
        try:
            if form.validate():
                _agree(row.id, night, read_whole("number", posted.get("number", "")), house_of_form(form))
                return go("table.rules", slug=slug)
        except Refused as refused:
            error = refusal(refused)
    return page(
        "rules.html",
        200 if posted is None else 422,
        night=row,
        guest=guest,
        now=night,
        game=night.game,
        preset=preset,
        house=form,
        error=error,
        in_force=describe_rules(night, night.number),
        packs=[(count, night.game.pack(night.rules_at(night.number), count)) for count in preset.players],
        changes=[
            (entry.number, entry.arrived, _describe(night, entry.facts["house"])) for entry in changes_of_rules(row.id)
        ],
    )


def _agree(night_id: int, night: Night, first: int, house: Mapping[str, object]) -> None:
    """Change the house rules from deal `first` on. Raises Refused, also where it would change nothing."""
    same = first >= night.number and night.rules_at(first) == rules_for(night.game.key, night.preset, json.dumps(house))
    if same and not is_written(night_id, sender().request):
        raise Refused("house", say("these are the rules already; nothing would change"))
    append(night_id, sender(), Act("rules changed", {"number": first, "house": house}))


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


def _describe(night: Night, house: dict[str, object]) -> list[tuple[Any, Any]]:
    preset = night.game.presets[night.preset]
    known = {switch.name: switch for switch in switches(preset)}
    return [(known[name].label, known[name].describe(value)) for name, value in house.items()]
