"""Two PostgreSQL servers, the second a synchronous standby of the first, and ways to make them fail."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

from tests.databases import load_pgserver
from tests.load.processes import children
from tests.load.remote import free_port
from tests.watcher import watched

_USER = "pgserver"  # PostgreSQL does not run as root


class Postgres:
    """A server of its own folder and port; it writes to the disk as in earnest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.log = folder.with_suffix(".log")

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def place(self) -> str:
        return place_of(self)

    def initialize(self) -> None:
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-instructions", "--wal-segsize=4"]
        _call("initdb", "-D", self.folder, *options)

    def follow(self, first: "Postgres") -> None:
        """Become a standby of a server that runs."""
        _call("pg_basebackup", "-h", "127.0.0.1", "-p", first.port, "-U", "postgres", "-D", self.folder, "-R")

    def start(self, **settings: str) -> None:
        """Start it, with some of PostgreSQL's settings, and wait until it answers."""
        chosen = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", **settings}
        options = " ".join(f"-c {name}='{value}'" for name, value in chosen.items())
        _call("pg_ctl", "-D", self.folder, "-l", self.log, "-w", "-o", options, "start")

    def promote(self) -> None:
        _call("pg_ctl", "-D", self.folder, "-w", "promote")

    def kill(self) -> None:
        """Kill its first process with -9, and wait until those it started have noticed."""
        with suppress(FileNotFoundError, ProcessLookupError):
            number = int((self.folder / "postmaster.pid").read_text().split()[0])
            group = children(number)
            os.kill(number, signal.SIGKILL)
            end = time.monotonic() + 30
            while any(Path(f"/proc/{process}").exists() for process in group) and time.monotonic() < end:
                time.sleep(0.01)

    def stop(self) -> None:
        with suppress(subprocess.CalledProcessError):
            _call("pg_ctl", "-D", self.folder, "-m", "immediate", "-w", "stop")


def place_of(*servers: Postgres) -> str:
    """Return the address by which whichever of these servers takes writes is found."""
    return f"postgresql://postgres@{','.join(server.host for server in servers)}/postgres"


def _call(program: str, *arguments: object) -> None:
    command = [str(Path(str(load_pgserver().__file__)).parent / "pginstall" / "bin" / program), *map(str, arguments)]
    user = _USER if os.geteuid() == 0 else None
    # pg_ctl leaves a server behind that would hold a pipe open
    subprocess.run(command, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def one_server(disk: Callable[[Path], AbstractContextManager[None]] = nullcontext) -> Iterator[Postgres]:
    """Run a server that keeps everything on its disk, which `disk` can put below its folder."""
    with _folder() as folder, disk(folder):
        server = Postgres(folder / "first")
        server.initialize()
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def primary_and_standby() -> Iterator[tuple[Postgres, Postgres]]:
    """Run a server that answers no commit before its standby has it on the disk too."""
    with one_server() as first:
        second = Postgres(first.folder.with_name("second"))
        second.follow(first)
        second.start()
        first.stop()
        first.start(synchronous_standby_names="*")
        try:
            yield first, second
        finally:
            second.stop()


@contextmanager
def _folder() -> Iterator[Path]:
    """Give a folder of the user as whom PostgreSQL runs."""
    folder = tempfile.mkdtemp(prefix="scorekeeper-pg-")
    if os.geteuid() == 0:
        load_pgserver().utils.ensure_user_exists(_USER)
        found = pwd.getpwnam(_USER)
        os.chown(folder, found.pw_uid, found.pw_gid)
    with watched(folder):
        try:
            yield Path(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
