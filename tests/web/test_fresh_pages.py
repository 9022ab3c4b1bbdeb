"""A page shows what stands in the journal now, whoever changed it and whoever reads it."""

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from secrets import token_hex

import pytest

from scorekeeper.storage.engine import sql
from scorekeeper.storage.models import database
from scorekeeper.web.sheet import view_model as sheet_view_model
from tests.faults.acts import ACTS, lay
from tests.web.phone import Phone, links, whole
from tests.web.routes import routes_of_night
from tests.web.test_managing import change

PAGES = ("", "/settle", "/enter", "/whole")
_EACH_TIME = re.compile(r'name="(?:csrf_token|request)" value="[^"]*"|data-seconds="[^"]*"|(?:as of|Stand) [^<]*')


def _sends(path, **fields):
    """A function that sends these fields from the host's phone."""

    def send(table):
        sent = {"csrf_token": table.host.token(), "request": token_hex(16), **fields}
        return lambda: table.host.post(table.night + path, sent)

    return send


MORE = {
    "a name": lambda table: lambda: change(table.host, table.night, "rename", player="p3", name="Klara"),
    "the title": lambda table: lambda: change(table.host, table.night, "title", title="Bei Klara"),
    "the stake": lambda table: (
        lambda: change(table.host, table.night, "stake", amount="0.20", currency="EUR", number="1")
    ),
    "a purse": _sends("/settle/purse", action="pool", players=["p1", "p4"]),
    "a fine": _sends("/kitty", how="fine", who="p5", amount="0.50"),
}


def _seen(night, host, others=None):
    """What the host's phone reads on each page, and others on the sheet, but for what is new in every answer."""
    read = {("host", page): host.get(night + page).body for page in PAGES}
    read |= {(who, ""): phone.get(night).body for who, phone in (others or {}).items()}
    return {at: _EACH_TIME.sub("", body) for at, body in read.items()}


def test_every_act_shows_at_once_on_every_phone(app, monkeypatch):
    """Nobody is shown what was kept before an act, and nothing that was kept for another phone."""
    table = lay(app)
    phones = {"player": Phone(app), "keeper": Phone(app), "onlooker": Phone(app)}
    ways = links(table.host, table.night)
    for who in ("player", "onlooker"):
        phones[who].languages = "de-AT"
    phones["player"].join(ways["writer"], "p3")
    phones["keeper"].join(ways["writer"], "nobody")
    phones["onlooker"].join(ways["onlooker"], "onlooker")
    changed, wrong, before = set(), {}, _seen(table.night, table.host, phones)
    for act, prepare in {**MORE, **ACTS}.items():
        with suppress(AssertionError, LookupError, StopIteration):  # what no longer fits after what was sent before
            prepare(table)()
        kept = _seen(table.night, table.host, phones)
        with monkeypatch.context() as patch:
            patch.setattr("scorekeeper.web.sheet.view_model._kept_body", lambda *key: {})
            made = _seen(table.night, table.host, phones)
        wrong |= {(act, *at): text for at, text in kept.items() if text != made[at]}
        changed |= {act} if kept != before else set()
        before = kept
    assert list(wrong) == []
    assert changed >= {*MORE, "booked", "corrected", "voided", "adjusted", "objected", "somebody forgotten"}


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_of_a_past_that_was_lost_nothing_is_shown_any_more(app, sqlite_place, monkeypatch):
    """A standby took over that lacked the last bookings, or an older copy stands there now; then others were booked."""
    table = lay(app)
    with closing(sqlite3.connect(sqlite_place)) as file, closing(sqlite3.connect(":memory:")) as copy:
        file.backup(copy)
        table.host.book(table.night, soloist="p2")
        table.host.book(table.night, soloist="p3")
        lost, tag = _seen(table.night, table.host), table.host.get(f"{table.night}/now").headers["ETag"]
        copy.backup(file)
    for deals in range(3):
        known = {"If-None-Match": tag, "Accept-Language": "en-GB"}
        kept, polled = _seen(table.night, table.host), table.host.client.get(f"{table.night}/now", headers=known)
        with monkeypatch.context() as patch:
            patch.setattr("scorekeeper.web.sheet.view_model._kept_body", lambda *key: {})
            assert kept == _seen(table.night, table.host), deals
        assert kept.keys() == {at for at in lost if kept[at] != lost[at]}, deals
        assert polled.status_code == 200
        table.host.book(table.night, soloist="p4", points=20)


def test_every_form_of_every_answer_has_an_id_of_its_own(host, writer, night):
    """Else what is sent from one form would count as sent from the other."""
    pages = [phone.get(night + path) for phone in (host, host, writer) for path in ("", "/settle", "/enter")]
    ids = [field["value"] for page in pages for field in page.html.all("input") if field["name"] == "request"]
    assert len(ids) == len(set(ids)) >= 3 * 5


def test_a_deal_booked_during_rendering_is_on_the_whole_sheet_or_off_it(app, monkeypatch):
    host = Phone(app)
    night = host.open_night()
    host.book(night)
    first = app.test_client()
    first.set_cookie("scorekeeper", host.client.get_cookie("scorekeeper").value)
    sheet_page, booked = sheet_view_model.sheet_page, []

    def slow_sheet_page(*values):
        if not booked:
            booked.append(2)
            with ThreadPoolExecutor(1) as pool:
                pool.submit(host.book, night).result()
        return sheet_page(*values)

    monkeypatch.setattr(sheet_view_model, "sheet_page", slow_sheet_page)
    reader = Phone(app)
    reader.client = first
    page = reader.get(night)
    rows = page.html.one("table", "sheet").one("tbody").all("tr")
    last = [row for row in rows if row.all("b")][-1]
    running = [whole(cell.text) for cell in last.all("b")]
    assert booked
    assert running == [points for name, points in page.standing.items() if points]


_READING = ("SELECT", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


def test_opening_a_page_of_a_night_writes_nothing(shared_app, host, night, monkeypatch):
    execute, written = database.obj.execute_sql, []

    def watch(sql, *values):
        if sql.split()[0].upper() not in _READING:
            written.append(sql)
        return execute(sql, *values)

    monkeypatch.setattr(database.obj, "execute_sql", watch)
    for method, path in routes_of_night(shared_app, night):
        if method == "GET":
            assert host.get(path).status in (200, 204, 303), path
    assert written == []
    with database.connection_context():
        sql.run("UPDATE access SET seen = '2020-11-21T20:00:00.000+00:00'")
    for number in (1, 2):
        written.clear()
        host.get(night)
        assert bool(written) == (number == 1), "when it was here last is written now and then"
