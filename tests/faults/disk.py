"""A disk that runs full under the server: what was answered is kept, the rest can be sent again once there is room."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.storage.engine.errors import Unusable
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.engine.sqlite import back_up
from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_all
from tests.load.remote import Remote, served

SMALL, LARGE = "size=2m", "size=20m"


@contextmanager
def small_disk(folder: Path) -> Iterator[Callable[[], None]]:
    """Mount a disk of 2 MB at `folder`; what is given makes it larger. Raises CalledProcessError for who may not."""
    _call("mount", "-t", "tmpfs", "-o", SMALL, "scorekeeper", str(folder))
    try:
        yield lambda: _call("mount", "-o", f"remount,{LARGE}", str(folder))
    finally:
        _call("umount", "--lazy", str(folder))


def _call(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def fill(folder: Path, more_room: Callable[[], None]) -> tuple[int, int]:
    """Book until the disk is full, make room, go on; return how many were answered before and how many are stored."""
    place = str(folder / "scorekeeper.sqlite3")
    with served(place) as (address, _), Remote(address) as phone:
        night = phone.open_night()
        form, number = phone.entry(night), 0
        while True:
            number += 1
            fields = {**form, "number": str(number), "request": f"disk-{number:08}"}
            answer = phone.post(f"{night}/enter", fields)
            if answer.status != 303:
                break
        assert answer.status == 503, answer.body
        assert "This could not be saved just now." in answer.body
        assert phone.get(night).status == 200, "the sheet is still there to be read"
        assert not copied(place), "there is no room for a copy"
        more_room()
        again = answer.form("request")
        assert phone.post(f"{night}/enter", again).status == 303
    assert copied(place)
    connect(place)
    try:
        with database.obj.connection_context():
            assert [finding for _, finding in verify_all()] == [None]
            stored = fetch("SELECT COUNT(*) FROM entry WHERE kind = ?", "booked")[0][0]
    finally:
        database.obj.close_all()
    return number - 1, stored


def copied(place: str) -> bool:
    """Return whether a copy of the database could be made; if not, nothing is left of it."""
    copy = Path(f"{place}.copy")
    before = set(copy.parent.iterdir())
    try:
        back_up(place, copy)
    except Unusable:
        assert set(copy.parent.iterdir()) == before
        return False
    return True
