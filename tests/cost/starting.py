"""What the start of the server and of a short command costs, and how much memory a worker takes."""

import re
from collections.abc import Iterator

from tests.cost.measure import BARE, OURS, PLAIN_START, cost_of_run, cost_of_start, running, see, take_in_nights
from tests.cost.row import Row, Scale, beside, budget
from tests.load.processes import children, taken_by
from tests.load.remote import ROOT, Remote

_DEALS = 16
_RUNS = 3  # of a short command, for each start of the server
_SHOWN = (
    *("", "/enter", "/settle", "/board", "/paper", "/whole"),
    *("/rules", "/share", "/deals/1", "/deals/1/audit", "/blank"),
)


def judge_start(scale: Scale) -> Iterator[Row]:
    """Measure the processor time from starting `scorekeeper serve` to its first page."""
    ours, bare = (
        min(cost_of_start(*command, str(scale.folder / f"start{place}.sqlite3")) for _ in range(scale.groups))
        for place, command in enumerate((OURS, BARE))
    )
    yield beside("from start to the first page", ours, "the bare platform", bare, 2.5)


def judge_score(scale: Scale) -> Iterator[Row]:
    """Measure the whole command that scores the night of the README, nearly all of which is its start.

    It and the bare start are run in turn, by the program of `scale`.
    """
    night = re.search("<!-- night -->\n```toml\n(.+?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert night
    file = scale.folder / "evening.toml"
    file.write_text(night[1], "utf-8")
    commands = ("-c", PLAIN_START, "score", str(file)), ("-c", "pass")
    costs = [[cost_of_run(scale.program, *command) for command in commands] for _ in range(scale.groups * _RUNS)]
    ours, bare = map(min, zip(*costs[1:], strict=True))  # the first one may compile
    yield beside("score of a small night", ours, "a bare start of Python", bare, 9)


def judge_workers(scale: Scale) -> Iterator[Row]:
    """Count the memory that a worker process does not share with the one that has loaded the application.

    As a connection stays with one process, one of two workers answers everything and the other one nothing.
    """
    place = scale.folder / "workers.sqlite3"
    [link] = take_in_nights(place, [_DEALS])
    with running(*OURS, str(place), "--workers", "2") as server, Remote(server.address) as phone:
        see(phone, "/")
        workers = children(server.process.pid)
        yield budget("memory of one more worker", min(taken_by(worker).memory for worker in workers), "MB", 10)
        night = phone.join(link)
        for page in _SHOWN:
            see(phone, night + page)
        yield budget(
            "that after it has shown all pages of a night", max(taken_by(worker).memory for worker in workers), "MB", 26
        )
