"""`python -m tests.earlier.make FOLDER` writes what this version leaves behind for `tests/earlier`, once it is out.

Nights of every game by every author with worked examples, booked act by act, and one at which a phone sends everything
that can be sent; the database, its nights as files, their last hashes and balances, links, and a phone's cookie.
"""

import base64
import gzip
import json
import sqlite3
import sys
import tempfile
from collections import defaultdict
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from scorekeeper.app import create_app
from scorekeeper.cards.record import write_record
from scorekeeper.games import GAMES
from scorekeeper.games.questions import rename_answers
from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.words import check_words
from scorekeeper.night.night import keys_for
from scorekeeper.night.record import read_play
from scorekeeper.nightfile.syntax import write_toml
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import ROLES, find_guest, link_token, signing_key
from scorekeeper.storage.journal.register import load_openings
from scorekeeper.storage.journal.state import load_rows, standings
from scorekeeper.storage.models import Attempt, NightRow, database
from scorekeeper.storage.queries.nights import all_nights, find_night
from scorekeeper.storage.transfer import take_in
from tests.faults.acts import ACTS, Table
from tests.games.vectors import cases, players_of
from tests.storage.nights import a_full_night, send, start
from tests.storage.replayed import document
from tests.web.group import come_in, group_links, open_group
from tests.web.phone import Phone, links
from tests.web.test_managing import change
from tests.web.test_paper import fill_in

MOST = 6  # worked examples of one author, to keep the files small


def make(folder: Path) -> None:
    """Write the files into a folder that is there."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made) / "scorekeeper.sqlite3"
        app = create_app(str(place))
        app.testing = True
        phone = Phone(app)
        play_examples(phone)
        with database.connection_context():
            Attempt.delete().execute()  # all this in ten minutes from one address
        play_everything(app, phone)
        with database.connection_context():
            told = tell(phone)
            database.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        database.obj.close_all()
        with closing(sqlite3.connect(place)) as file:
            file.execute("VACUUM")
            file.execute("PRAGMA journal_mode = delete")
        _write_packed(folder / "scorekeeper.sqlite3.gz", place.read_bytes())
    _write_packed(folder / "exports.json.gz", json.dumps(told.pop("exports"), ensure_ascii=False).encode())
    (folder / "expected.json").write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _write_packed(file: Path, content: bytes) -> None:
    file.write_bytes(gzip.compress(content, mtime=0))


def play_examples(phone: Phone) -> None:
    """Play a night by each author of whom there are worked examples, with all their players."""
    examples = defaultdict(list)
    for case in cases():
        if "refused" not in case.row:
            examples[case.game, case.row.get("rules", next(iter(GAMES[case.game].presets))), *players_of(case)].append(
                case
            )
    for (game, author, *players), chosen in examples.items():
        night = phone.open_night(*players, rules=f"{game}/{author}", title=f"{author} zu {len(players)}")
        with database.connection_context():
            row = find_night(night.rpartition("/")[2])
            for case in sorted(chosen, key=lambda case: case.kind != "records")[:MOST]:
                for number, deal in enumerate(case.row.get("deals") or [case.row.get("deal", {})]):
                    _play(row, dict(zip(players, keys_for(len(players)), strict=True)), case.row, deal, number == 0)


def _play(row: NightRow, keys: dict[str, str], example: Any, deal: Any, first: bool) -> None:
    """Book an example as the next deal, its forehand and dealer as they were; one that fits nowhere is left out."""
    night, seats = load_rows(row.id).night, list(keys.values())
    if example.get("house") and first:
        send(row, "rules changed", number=night.number, house=example["house"])
    seating = {"number": night.number, "dealer": seats[-1], "playing": seats}
    named = {name: value for name, value in deal.items() if name not in ("play", "note", "dealer", "playing")}
    record = read_play(night.game, tuple(keys), example["play"]).rename(keys) if "play" in example else None
    more = {"play": write_record(record)} if record else {}
    act = read_act("booked", {**seating, "answers": {}})
    questions = night.game.ask(night.rules_at(night.number), act.seating, None)
    with suppress(Refused):
        if deal and questions:
            send(row, "booked", **seating, **more, answers=rename_answers(questions, named, keys))
    if record:
        send(row, "adjusted", **seating, **more, adjust={seats[0]: 2, seats[1]: -2}, note="die Karten bleiben")


def play_everything(app: Any, phone: Phone) -> None:
    """Send everything that a phone can send, in a group with members, and what only storage is asked for."""
    night = phone.open_night()
    table = Table(app, phone, Phone(app), night)
    phone.book(night)
    phone.enter(night, "called", soloist="p2")
    for way, prepare in ACTS.items():
        with suppress(AssertionError, LookupError, StopIteration):  # what no longer fits after what was sent before
            prepare(table)()
        if way == "a phone put out":
            table = table._replace(stranger=Phone(app))
    change(phone, night, "rename", player="p3", name="Klara")
    change(phone, night, "title", title="Donnerstag bei Klara")
    change(phone, night, "stake", amount="0.20", currency="EUR", number=str(_next(night)))
    _meet(app, phone, night)
    with database.connection_context():
        take_in(prepare(write_night(document(a_full_night())), "file"))
        row = start("solo", players=5, most=4)
        send(row, "booked", number=1, answers={"soloist": "p2", "suit": "H", "points": 71})
        for kind in ("paused", "returned", "left"):
            send(row, kind, player="p5")


def _next(night: str) -> int:
    with database.connection_context():
        return load_rows(find_night(night.rpartition("/")[2]).id).night.number


def _meet(app: Any, phone: Phone, night: str) -> None:
    """Let a night belong to a group with a member, one come from paper, one be put away and one be deleted."""
    group = open_group(phone, night)
    come_in(Phone(app), group_links(phone, group)["member"])
    paper = phone.open_night("Anna", "Bernd", "Clara", "Dora", rules="herzblatt/muhr", title="Zettel")
    assert fill_in(phone, paper, "a 66! 80", "–", "b 40", "c 55").status == 303
    away, gone = (phone.open_night("Anna", "Bernd", "Clara", title=title) for title in ("Abgelegt", "Gestrichen"))
    for path in (away, gone):
        phone.book(path)
    token = {"csrf_token": phone.token()}
    assert phone.post(f"{away}/archive", {**token, "away": "yes"}).status == 303
    assert phone.post(f"{gone}/delete", {**token, "request": "deleting-1", "typed": "Gestrichen"}).status == 303
    Phone(app).join(links(phone, away)["onlooker"])


def tell(phone: Phone) -> dict[str, Any]:
    """Return what must stay as it is of every night."""
    [cookie] = [kept.value for kept in (phone.client._cookies or {}).values()]
    device = json.loads(base64.urlsafe_b64decode(cookie.split(".")[0] + "=="))["device"]
    nights, exports = {}, {}
    for row in all_nights().rows:
        data = write_night(document(row))
        exports[row.slug] = {"toml": write_toml(data), "json": json.dumps(data, ensure_ascii=False)}
        nights[row.slug] = {
            "head": row.head,
            "seq": row.seq,
            "words": list(check_words(row.head, "en")),
            "balances": {player.name: [player.score, player.balance] for player in standings(row.id)},
            "links": {role: link_token(row, role, signing_key()) for role in ROLES},
            "hosted": bool((guest := find_guest(device, row.slug)) and guest.is_host),
        }
    openings = [[opened.kind, opened.slug] for opened in load_openings()]
    return {"cookie": cookie, "device": device, "openings": openings, "nights": nights, "exports": exports}


if __name__ == "__main__":
    make(Path(sys.argv[1]))
