"""Whatever breaks at whatever moment, an act is written whole or not at all, and can be sent again."""

import os

import pytest
from peewee import OperationalError

from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_all
from tests.databases import all_connections_returned
from tests.faults.acts import ACTS, lay
from tests.storage.nights import everything
from tests.web.routes import routes_of_night

DEAD = 9
ONE, *MORE = ("corrected", "a night opened by a new phone", "somebody joins", "paid")
SOME = (ONE, *(pytest.param(act, marks=pytest.mark.at_length) for act in MORE))


def each_act(*without):
    """Every act on SQLite and one on PostgreSQL, where a transaction is one as well; at length some more."""
    tried = [("sqlite", act) for act in ACTS if act not in without]
    tried += [("postgres", ONE), *(pytest.param("postgres", act, marks=pytest.mark.at_length) for act in MORE)]
    return pytest.mark.parametrize(("place", "act"), tried, indirect=["place"])


class Breaking:
    """Counts what is asked of the database, commits too, and breaks one of it."""

    def __init__(self, monkeypatch, at, broken):
        self.left, self.broken = at, broken
        for name in ("execute_sql", "commit"):
            monkeypatch.setattr(database.obj, name, self._counting(getattr(database.obj, name)))

    def _counting(self, ask):
        def asked(*args, **kwargs):
            self.left -= 1
            if self.left == 0:
                self.broken()
            return ask(*args, **kwargs)

        return asked


def fail():
    raise OperationalError("disk I/O error")


def die():
    os._exit(DEAD)


@pytest.fixture
def table(app):
    app.testing = False  # as it is served: an error becomes a page
    return lay(app)


def stored():
    """All rows, but for the counted attempts: an attempt counts whether or not it came to anything."""
    with database.obj.connection_context():
        return {table: rows for table, rows in everything().items() if table != "attempt"}


def holds():
    with database.obj.connection_context():
        return {finding for _, finding in verify_all()} == {None}


# Who is forgotten is overwritten in the file after it is done; where only that fails, it is done again.
@pytest.mark.both_databases
@each_act("somebody forgotten")
def test_a_failed_statement_leaves_nothing_and_the_page_can_be_resent(table, monkeypatch, act):
    send, before, statement = ACTS[act](table), stored(), 0
    while True:
        statement += 1
        with monkeypatch.context() as patch:
            breaking = Breaking(patch, statement, fail)
            answer = send()
        if breaking.left > 0:
            break
        assert answer.status == 503, (statement, answer.text)
        assert "Nothing that was saved is lost" in answer.text
        assert answer.headers["Retry-After"]
        assert stored() == before, statement
    assert answer.status == 303, answer.text
    assert statement > 3
    assert stored() != before
    assert holds()


def test_a_page_that_cannot_be_read_says_so_whichever_statement_fails(table, monkeypatch):
    pages = [path for method, path in routes_of_night(table.app, table.night) if method == "GET"]
    for path in ("/", *pages):
        for statement in range(1, 100):
            with monkeypatch.context() as patch:
                breaking = Breaking(patch, statement, fail)
                answer = table.host.get(path)
            assert all_connections_returned(), (path, statement)  # the next page would use one that was kept
            if breaking.left > 0:
                break
            # What is read may fail to end when all is read.
            assert answer.status in (200, 204, 303, 404, 503), (path, statement)
            assert answer.status != 503 or "Nothing that was saved is lost" in answer.text, (path, statement)
        assert answer.status in (200, 204, 303, 404), path
        assert statement > 2, path


@pytest.mark.both_databases
@pytest.mark.parametrize("act", SOME)
def test_a_power_cut_at_any_statement_leaves_nothing_behind(table, monkeypatch, act):
    """A child of this process dies of the statement; it has connections of its own."""
    send, before, statement = ACTS[act](table), stored(), 0
    while True:
        statement += 1
        database.obj.close_all()
        child = os.fork()
        if not child:
            Breaking(monkeypatch, statement, die)
            os._exit(0 if send().status == 303 else 1)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status != DEAD:
            break
        assert stored() == before, statement
    assert status == 0
    assert stored() != before
    assert holds()


@pytest.mark.both_databases
@each_act()
def test_an_act_sent_again_after_a_lost_answer_is_written_once(table, monkeypatch, act):
    send = ACTS[act](table)
    with monkeypatch.context() as patch:
        statements = Breaking(patch, 10**6, fail)
        commits = []
        asked = database.obj.commit
        before = stored()

        def commit():
            asked()
            if stored() != before:
                commits.append(1)
                fail()

        patch.setattr(database.obj, "commit", commit)
        assert send().status == 503
    assert statements.left < 10**6
    assert commits == [1], "it is one transaction"
    once = stored()
    assert holds()
    assert send().status == 303
    again = stored()
    assert {name: len(rows) for name, rows in again.items() if name not in ("device", "access")} == {
        name: len(rows) for name, rows in once.items() if name not in ("device", "access")
    }
    assert again["entry"] == once["entry"]
