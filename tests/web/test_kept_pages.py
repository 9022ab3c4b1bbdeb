"""What is kept of a page shows nothing that was changed since, whoever changed it and whoever reads it."""

import re
import sqlite3
from array import array
from contextlib import closing, suppress
from itertools import accumulate
from secrets import token_hex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.storage.sheets import Trace, go_on
from scorekeeper.storage.tables import database
from scorekeeper.web import courses, pieces, sheetbody, standing
from scorekeeper.web.kept import Kept
from tests.faults.acts import ACTS, lay
from tests.storage.nights import send
from tests.web.phone import Phone, links
from tests.web.test_managing import change, row_of

PAGES = ("", "/settle", "/enter", "/plot")
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


def _seen(night, phones):
    """What each phone reads on each page, but for what is new in every answer."""
    seen = {}
    for who, phone in phones.items():
        for page in PAGES:
            seen[who, page] = _EACH_TIME.sub("", phone.get(night + page).body)
    return seen


def test_every_act_shows_at_once_on_every_phone(app, monkeypatch):
    """Nobody is shown what was kept before an act, and nothing that was kept for another phone."""
    table = lay(app)
    phones = {"host": table.host, "player": Phone(app), "keeper": Phone(app), "onlooker": Phone(app)}
    ways = links(table.host, table.night)
    for who in ("player", "onlooker"):
        phones[who].languages = "de-AT"
    phones["player"].join(ways["writer"], "p3")
    phones["keeper"].join(ways["writer"], "nobody")
    phones["onlooker"].join(ways["onlooker"], "onlooker")
    changed, wrong, before = set(), {}, _seen(table.night, phones)
    for act, prepare in {**MORE, **ACTS}.items():
        with suppress(AssertionError, LookupError, StopIteration):  # what no longer fits after what was sent before
            prepare(table)()
        kept = _seen(table.night, phones)
        with monkeypatch.context() as patch:
            patch.setattr(Kept, "find", lambda self, key: None)
            made = _seen(table.night, phones)
        wrong |= {(act, *at): text for at, text in kept.items() if text != made[at]}
        changed |= {act} if kept != before else set()
        before = kept
    assert list(wrong) == []
    assert changed >= {*MORE, "booked", "corrected", "voided", "adjusted", "objected", "somebody forgotten"}


def test_what_a_sheet_tells_everybody_is_made_once_in_each_language(host, night, writer, onlooker, monkeypatch):
    made, make = [], sheetbody.make_body
    monkeypatch.setattr(sheetbody, "_BODIES", Kept(100))
    monkeypatch.setattr(sheetbody, "make_body", lambda *said: made.append(said[1]) or make(*said))
    for phone in (host, writer, onlooker, host):
        phone.get(night)
    assert made == [1]
    onlooker.languages = "de-AT"
    onlooker.get(night)
    assert made == [1, 1], "another language says it otherwise"
    host.book(night, soloist="p2")
    for phone in (host, writer):
        phone.get(night)
    assert made == [1, 1, 1], "what was booked is read in the database"


def test_what_another_server_booked_stands_on_the_next_page(host, night):
    """Nothing of it passes through this application, whose pages have all been kept."""
    for page in PAGES:
        host.get(night + page)
    with database.connection_context():
        send(row_of(night), "booked", number=2, answers={"soloist": "p2", "points": 90})
    sheet = host.get(night)
    assert len(sheet.html.all("tr", "booked")) == 2
    standing = [str(points).replace("-", "−") for points in sheet.standing.values()]
    assert [cell.text.lstrip("+") for cell in _balances(host.get(f"{night}/settle"))] == standing
    plotted = re.findall(r"[−\d]+", host.get(f"{night}/plot").html.one("table").text)
    assert set(standing) <= set(plotted)


def _balances(page):
    return [row.all("td")[0] for row in page.html.one("table", "standing").one("tbody").all("tr")]


def test_a_plot_reads_only_what_was_booked_since(host, night, monkeypatch):
    known, read = [], courses.courses
    monkeypatch.setattr(courses, "_RAN", Kept(8))
    monkeypatch.setattr(courses, "courses", lambda *said: known.append(len(said[3])) or read(*said))
    host.book(night, points=20)
    first = host.get(f"{night}/plot")
    assert host.get(f"{night}/plot").text == first.text
    assert known == [0]
    host.book(night, soloist="p2", points=100)
    host.get(f"{night}/plot")
    assert known == [0, 5], "the courses of five players went on"
    page = host.get(f"{night}/deals/2/correct")
    assert host.send(page, page.form(number=""), action="confirm", points=90).status == 303
    host.get(f"{night}/plot")
    assert known == [0, 5, 0], "a deal of theirs was changed"


@given(st.lists(st.tuples(*[st.integers(-500, 500)] * 3), max_size=30), st.integers(0, 30))
def test_a_course_that_goes_on_is_that_which_is_read_at_once(deals, cut):
    cut = min(cut, len(deals))
    keys = ("p1", "p2", "p3")
    begun = [Trace(key, range(1), array("q", [0]), (0, 0), (0, 0)) for key in keys]
    won = [[deal[place] for deal in deals] for place in range(3)]
    once = [go_on(trace, points) for trace, points in zip(begun, won, strict=True)]
    first = [go_on(trace, points[:cut]) for trace, points in zip(begun, won, strict=True)]
    assert once == [go_on(trace, points[cut:]) for trace, points in zip(first, won, strict=True)]
    for trace, points in zip(once, won, strict=True):
        run = list(accumulate(points, initial=0))
        assert list(trace.balances) == run
        assert (trace.highest, trace.lowest) == ((max(run), run.index(max(run))), (min(run), run.index(min(run))))


def test_a_piece_is_made_once_for_what_it_is_told(host, night, writer, monkeypatch):
    made, render = [], pieces.render_template
    monkeypatch.setattr(pieces, "_PIECES", Kept(100))
    monkeypatch.setattr(
        pieces, "render_template", lambda name, **told: made.append((name, told)) or render(name, **told)
    )
    for phone in (host, writer):
        for path in (night, f"{night}/settle"):
            assert phone.get(path).html.one("nav", "tabs").one("a", fits=lambda link: link["aria-current"])
    tabs = [told["here"] for name, told in made if name == "_tabs.html"]
    assert tabs == ["sheet.show", "settling.show"]
    assert len(made) == len({str(piece) for piece in made})


def test_a_template_copies_in_one_step_what_every_page_knows(shared_app):
    """Jinja's own is a chain of two, through which it goes name by name some ten times for a page."""
    known = shared_app.jinja_env.get_template("base.html").globals
    assert type(known) is dict
    assert known.keys() == shared_app.jinja_env.globals.keys()


def test_what_somebody_makes_long_again_and_again_fills_no_memory(host, night, monkeypatch):
    """A deal has as many lines as it was corrected, and a text to share tells all that is in doubt."""
    sheets, standings = sheetbody._BODIES, standing._SETTLED
    monkeypatch.setattr(sheetbody, "_BODIES", Kept(20_000, sheets.weigh))
    monkeypatch.setattr(standing, "_SETTLED", Kept(6_000, standings.weigh))
    for points in range(60, 70):
        page = host.get(f"{night}/deals/1/correct")
        assert host.send(page, page.form(number=""), action="confirm", points=points).status == 303
        page = host.get(f"{night}/deals/1")
        assert host.send(page, page.form(note="", based_on=""), note="no " * 60).status == 303
        sheet, settled = host.get(night), host.get(f"{night}/settle")
    assert len(sheet.html.all("tr", "struck")) == 10
    assert len(settled.html.all("ul", "doubts")[0].all("li")) == 10
    for kept in (sheetbody._BODIES, standing._SETTLED):
        assert 0 < len(kept._values) < 10


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_of_a_past_that_was_lost_nothing_is_shown_any_more(app, sqlite_copy, monkeypatch):
    """A standby took over that lacked the last bookings, or an older copy stands there now; then others were booked."""
    table = lay(app)
    keep, put_back = sqlite_copy
    keep()
    table.host.book(table.night, soloist="p2")
    table.host.book(table.night, soloist="p3")
    lost, tag = _seen(table.night, {"host": table.host}), table.host.get(f"{table.night}/now").headers["ETag"]
    put_back()
    for deals in range(3):
        kept, polled = _seen(table.night, {"host": table.host}), _poll(table, tag)
        with monkeypatch.context() as patch:
            patch.setattr(Kept, "find", lambda self, key: None)
            assert kept == _seen(table.night, {"host": table.host}), deals
        assert kept.keys() == {at for at in lost if kept[at] != lost[at]}, deals
        assert polled == 200
        table.host.book(table.night, soloist="p4", points=20)


def _poll(table, tag):
    return table.host.client.get(
        f"{table.night}/now", headers={"If-None-Match": tag, "Accept-Language": "en-GB"}
    ).status_code


@pytest.fixture
def sqlite_copy(sqlite_place):
    """Two functions: one keeps what the database holds, the other puts that back, as one transaction."""
    with closing(sqlite3.connect(sqlite_place)) as file, closing(sqlite3.connect(":memory:")) as copy:
        yield lambda: file.backup(copy), lambda: copy.backup(file)
