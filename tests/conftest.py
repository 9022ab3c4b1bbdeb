"""What tests of several folders share: real databases, an application on each, and a phone that uses it."""

import gc
import hashlib
import inspect
import os
import shutil
import signal
import sys
import tempfile
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from jinja2 import FileSystemBytecodeCache
from werkzeug.security import generate_password_hash

from scorekeeper.paths import resources
from scorekeeper.storage.engine import migrate, sql
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.models import Setting, database
from tests import databases
from tests.databases import KINDS, empty_postgres, make_postgres
from tests.watcher import end_all_with_us
from tests.web.clock import TODAY, stand_still

end_all_with_us()

# A shell lets what it runs in the background ignore Ctrl-C, and the programs under test would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Where Python keeps nothing that it compiled, each of the many programs that tests start compiles all of it again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# All files of the tests lie in memory where there is room: to wait for a disk at each booking would double their time.
# What is killed here is a program and never the machine, and what a program has written outlives it in memory too.
MEMORY, ROOM = Path("/dev/shm"), 2 << 30  # bytes; a container may have little
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)

# A busy machine is slow, not wrong.
ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("at length", ANY_MACHINE)
settings.register_profile("in short", ANY_MACHINE, max_examples=30)

# What rests on how soon a browser, a server or another process answers is tried once more, and the summary says so, and
# why (-rR --rerun-show-tracebacks); everything else is right the first time.
WITH_A_CLOCK = ("browser", "cluster", "load", "siege")

LEFT_OUT = pytest.StashKey[int]()


def pytest_addoption(parser):
    parser.addoption("--at-length", action="store_true", help="run what takes long and adds little, too")


def pytest_configure(config):
    settings.load_profile("at length" if config.getoption("at_length") else "in short")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect the tests, which stay until the end: nothing looks through them for garbage again and again.

    What the tests themselves leave behind is looked through seldom: it took a fifteenth of their time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(20_000, 50)


@pytest.hookimpl(tryfirst=True)  # so that -m sees the marks
def pytest_collection_modifyitems(config, items):
    for item in items:
        if item.path.parent.name in WITH_A_CLOCK:
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=1))
        if _repeats(item) or _goes_on(config, item):
            item.add_marker(pytest.mark.at_length)
    if not config.getoption("at_length"):
        long = [item for item in items if item.get_closest_marker("at_length")]
        items[:] = [item for item in items if not item.get_closest_marker("at_length")]
        config.hook.pytest_deselected(items=long)
        config.stash[LEFT_OUT] = len(long)


def _repeats(item):
    """Whether a test does on PostgreSQL what it does on SQLite, and the engine does not matter.

    It does for SQL, locks, limits, migrations, faults, files and what is sent at once: these say `both_databases`.
    Pages, texts, forms and the rules of a night are the same on either.
    """
    on = item.callspec.params if hasattr(item, "callspec") else {}
    return "postgres" in on.values() and not item.get_closest_marker("both_databases")


def _goes_on(config, item):
    """Whether a test that runs in short as well tries more at length: Hypothesis more examples, by its profile."""
    return config.getoption("at_length") and is_hypothesis_test(getattr(item, "function", None))


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):  # one of several, whose summary nobody prints
        session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    told = getattr(node, "workeroutput", {})
    node.config.stash[LEFT_OUT] = told.get("left out", 0)  # each worker leaves out the same


def pytest_terminal_summary(terminalreporter, config):
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{left_out} tests run only with --at-length")


@pytest.fixture(scope="session")
def postgres_server():
    """A real PostgreSQL of the tests' own."""
    with databases.postgres_server() as server:
        yield server


@pytest.fixture(params=KINDS)
def new_place(request, tmp_path):
    """The place of a database without tables: a file, then a database of a real PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "scorekeeper.sqlite3")
    return make_postgres(request.getfixturevalue("postgres_server"), "test_new")


@pytest.fixture(scope="session")
def tables_of_sqlite(tmp_path_factory):
    """A file with the tables of this program and no rows; to copy it is much quicker than to make it."""
    place = str(tmp_path_factory.mktemp("tables") / "scorekeeper.sqlite3")
    connect(place).close_all()
    return place


@pytest.fixture(scope="session")
def tables_of_postgres(postgres_server):
    """A database with the tables of this program; to empty it is much quicker than to make it."""
    place = make_postgres(postgres_server, "test")
    connect(place).close_all()
    return place


@pytest.fixture(params=KINDS)
def place(request, tmp_path):
    """The place of a database without rows, of each kind."""
    tables = request.getfixturevalue(f"tables_of_{request.param}")
    if request.param == "sqlite":
        return shutil.copy(tables, str(tmp_path / "scorekeeper.sqlite3"))
    empty_postgres(tables)
    return tables


@pytest.fixture
def empty_file(tables_of_sqlite, tmp_path):
    """The place of an SQLite database without rows."""
    return shutil.copy(tables_of_sqlite, str(tmp_path / "scorekeeper.sqlite3"))


@pytest.fixture
def opened_anew(monkeypatch):
    """Close all databases in the end that a test opens, as commands do: Python 3.13 warns of one that stays open."""
    opened, initialize = [], type(database).initialize
    with monkeypatch.context() as patch:
        patch.setattr(type(database), "initialize", lambda proxy, new: opened.append(new) or initialize(proxy, new))
        yield
    for each in opened:
        each.close_all()


@pytest.fixture
def patient(monkeypatch):
    """Nobody who waits for others gives up after five seconds, which many at once may need on a busy machine."""
    for module in (sql, migrate):
        monkeypatch.setattr(module, "PATIENCE", 60)
    monkeypatch.setitem(migrate.PRAGMAS, "busy_timeout", 60_000)


@pytest.fixture
def one_evening(monkeypatch):
    """Let the clock stand at seven of `TODAY`: no evening ends, and no midnight comes, while a test plays it."""
    stand_still(monkeypatch, f"{TODAY}T19:00")


@pytest.fixture
def like_processes(monkeypatch):
    """Let threads write at once as processes do: only the database keeps them apart."""

    class Open:
        def acquire(self, timeout):
            return True

        def release(self):
            pass

    monkeypatch.setattr(sql, "writer", Open())


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates by language, as long as the compiler and the texts, which they have in them, are the same."""

    texts = hashlib.sha256((resources("translations") / "de.mo").read_bytes()).hexdigest()

    def get_bucket(self, environment, name, filename, source):
        dialect = environment.reader.dialect if environment.reader else ""
        compiler = inspect.getsource(sys.modules[type(environment).__module__])
        return super().get_bucket(environment, f"{dialect} {name}", filename, self.texts + compiler + source)


@pytest.fixture(scope="session")
def make_app(pytestconfig, tmp_path_factory):
    """A function that makes the application on a database, as it is served.

    Compiled templates are kept from one to the next, and from one run to the next as long as a template is the same:
    compiling them takes longer than most tests. So does the slow hash of a PIN, in place of which a quick one is taken.
    Phones ask for audits as fast as no finger can. Nothing is erased from the disk in the background, but where a test
    says so: the thread would still wait for that in the tests that follow.
    """
    from scorekeeper.app import create_app
    from scorekeeper.web.access import membership
    from scorekeeper.web.deal.verdicts import ASKED

    kept = pytestconfig.cache.mkdir if hasattr(pytestconfig, "cache") else tmp_path_factory.mktemp
    compiled = CompiledTemplates(str(kept("templates")))

    def made(place):
        application = create_app(place)
        application.jinja_env.bytecode_cache = compiled
        application.config["ERASING_PAUSE"] = None
        return application

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(membership, "generate_password_hash", partial(generate_password_hash, method="pbkdf2:sha256:1"))
        patch.setattr(ASKED, "at_once", float("inf"))
        yield made


@pytest.fixture(scope="session")
def serve_app(make_app):
    """A function that gives the application on a new database, which is the same for all of them.

    A cold one takes longer than most tests. All that it knows of a database is the key that signs cookies and links,
    so they have that in common; what it keeps is kept under all that it was made of.
    """
    made = []

    def served(place, testing):
        if made:
            with connect(place).connection_context():
                Setting.create(name="signing key", value=made[0].secret_key)
        else:
            made.append(make_app(place))
        made[0].testing = testing
        return made[0]

    return served


@pytest.fixture
def app(place, serve_app):
    """The application on an empty database; an error in it is an error of the test."""
    yield serve_app(place, testing=True)
    database.obj.close_all()


@pytest.fixture
def sqlite_place(tmp_path):
    """The place of an SQLite database that is not there yet, for what concerns only files."""
    return str(tmp_path / "scorekeeper.sqlite3")
