"""What it costs to take a long night in, check it, write it, download it, and to judge the recorded cards of a file."""

import subprocess
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from scorekeeper.games.husarln import TABLE
from scorekeeper.games.husarln.rules import PRESETS
from scorekeeper.nightfile.audit import audit_night, audit_slot
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import write_toml
from tests.cost.measure import OURS, ROOT, as_installed, big_night, cpu_each, python_of, running, see, take_in_nights
from tests.cost.play import record_deal
from tests.cost.row import Row, Scale, beside, budget
from tests.load.remote import Remote

_PLAYERS = ["Anna", "Bernd", "Clara"]
# A command without PostgreSQL's driver that says in its last line what it took: seconds of the processor, and MB.
_TOLD = """import re, sys, time
sys.modules["psycopg"] = None
from scorekeeper.commands import main
status = main()
memory = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]
print(time.process_time(), int(memory) / 1024, file=sys.stderr)
sys.exit(status)"""
# What everything here is measured beside: the standard library reads the deals of the night file, and nothing else.
BARE_READING = "a bare reading"
# What a deal may cost a command: times its bare reading, and kB of a long night beyond a short one.
COMMANDS = {
    "import": (22, 2.6),
    "import with its journal": (28, 4),
    "verify": (17, 0.9),
    "export": (9, 1.0),
    "export as JSON": (8, 1.0),
}
DOWNLOAD = 13
# By the clock, so whatever else the machine does stands in it: 100 where it does nothing else.
LONGEST_WAIT = 600
AUDITED = {"tricks": 6, "hands and tricks": 5.5}
CONTRADICTING = 35
CONTRADICTIONS = 200  # records
LARGEST = ("--largest", "64")


class Spent(NamedTuple):
    """What a command took: seconds of the processor, and the most memory in MB."""

    seconds: float
    memory: float


def spend(*command: str, into: Path | None = None, program: Path = ROOT, status: int = 0) -> Spent:
    """Run a command of the scorekeeper in `program`, a checkout, its output going nowhere or into a file."""
    run = [python_of(program), "-c", _TOLD, *command]
    with open(into or "/dev/null", "wb") as output:
        done = subprocess.run(run, cwd=program, stdout=output, stderr=subprocess.PIPE, text=True, env=as_installed())
    assert done.returncode == status, done.stderr
    seconds, memory = done.stderr.splitlines()[-1].split()
    return Spent(float(seconds), float(memory))


def cost_of_reading(night: dict[str, Any]) -> float:
    """Return the milliseconds of the processor that the bare reading of one of its deals takes."""
    text, costs = write_toml(night), list[float]()
    for _ in range(3):
        begun = time.process_time()
        tomllib.loads(text)
        costs.append(time.process_time() - begun)
    return min(costs) * 1000 / len(night["deals"])


def judge_files(scale: Scale) -> Iterator[Row]:
    """Measure the commands that take a night in, check it and write it: each deal of a long one beyond a short one."""
    costs = {deals: dict(_command_costs(scale.folder, deals)) for deals in (scale.short, scale.long)}
    deals, bare = scale.long - scale.short, cost_of_reading(big_night(scale.long))
    for command, (most, kilobytes) in COMMANDS.items():
        short, large = costs[scale.short][command], costs[scale.long][command]
        yield beside(f"{command}, a deal", (large.seconds - short.seconds) * 1000 / deals, BARE_READING, bare, most)
        yield budget(f"{command}, memory for a deal", (large.memory - short.memory) * 1000 / deals, "kB", kilobytes)


def _command_costs(folder: Path, deals: int) -> Iterator[tuple[str, Spent]]:
    """Take a night in, verify and export it, and take the export in."""
    typed, toml, json = (folder / f"{deals}.{kind}" for kind in ("typed.toml", "toml", "json"))
    typed.write_text(write_toml(big_night(deals)), "utf-8")
    place, again = (["--database", str(folder / f"{deals}-{name}.sqlite3")] for name in ("first", "again"))
    yield "import", spend("import", str(typed), *LARGEST, *place)
    yield "verify", spend("verify", *place)
    yield "export", spend("export", "1", *place, into=toml)
    yield "export as JSON", spend("export", "1", "--format", "json", *place, into=json)
    yield "import with its journal", spend("import", str(json), *LARGEST, *again)


def judge_download(scale: Scale) -> Iterator[Row]:
    """Measure the download of a long night, how long another table waits meanwhile, and what memory stays taken."""
    place = scale.folder / "download.sqlite3"
    [link] = take_in_nights(place, [scale.long])
    with (
        running(*OURS, str(place)) as server,
        Remote(server.address, timeout=600) as phone,
        Remote(server.address, timeout=600) as other,
        ThreadPoolExecutor() as pool,
    ):
        night = phone.join(link)
        page = f"{other.open_night()}/enter"
        see(other, page)  # the first one of a server loads its templates

        def download() -> None:
            for kind in ("toml", "json"):
                see(phone, f"{night}/night.{kind}")

        before = server.memory()
        cost = cpu_each(server, download, 1) / 2
        longest, downloading = 0.0, pool.submit(download)
        while not downloading.done():  # another table looks at its night over and over
            begun = time.perf_counter()
            see(other, page)
            longest = max(longest, time.perf_counter() - begun)
            time.sleep(0.005)
        downloading.result()
        more = max(0.0, server.memory() - before)
    bare = cost_of_reading(big_night(scale.long))
    yield beside("download, a deal", cost / scale.long, BARE_READING, bare, DOWNLOAD)
    yield budget("the longest that another table waits meanwhile", longest * 1000, "ms", LONGEST_WAIT)
    yield budget("memory that the server holds more after it", more, "MB", 12)


def judge_audit(scale: Scale) -> Iterator[Row]:
    """Measure the whole command on a file of recorded deals; the budget is for what it takes beyond its start."""
    empty = scale.folder / "empty.toml"
    empty.write_text(write_toml(recorded_night(0, hands=False)), "utf-8")
    start = min(spend("audit", str(empty)).seconds for _ in range(2))
    for name, hands in (("hands and tricks", True), ("tricks", False)):
        file, night = scale.folder / f"{name}.toml", recorded_night(scale.audited, hands=hands)
        file.write_text(write_toml(night), "utf-8")
        bare = cost_of_reading(night)
        cost = min(spend("audit", str(file), *LARGEST).seconds for _ in range(min(scale.groups, 3)))
        told = f"audit by {name}, a Husarln deal ({scale.audited / cost:,.0f} a second)"
        yield beside(told, (cost - start) * 1000 / scale.audited, BARE_READING, bare, AUDITED[name])
    yield beside("judging a record that contradicts itself", _judge_contradicting(), BARE_READING, bare, CONTRADICTING)


def _judge_contradicting() -> float:
    """Return how many ms it takes to judge a record in which a card stands twice, so that any may have been any."""
    night = recorded_night(CONTRADICTIONS, hands=False)
    for deal in night["deals"]:
        first, *_, last = tricks = deal["play"]["tricks"]
        tricks[-1] = " ".join([first.split()[0], *last.split()[1:]])
    document = read_night(night)
    begun = time.process_time()
    assert all(audit_slot(document, slot).misfit for slot in document.slots)
    return (time.process_time() - begun) * 1000 / CONTRADICTIONS


def recorded_night(deals: int, hands: bool) -> dict[str, Any]:
    """Return a night file of Husarln whose deals were all recorded, and entered as the cards count."""
    play, random = TABLE.law(PRESETS["loew"], None), Random(42)
    assert play
    deck = play.deck
    rows = list[dict[str, Any]]()
    for number in range(deals):
        dealt, tricks, _ = record_deal(play, random)
        record: dict[str, Any] = {
            "tricks": [" ".join(deck.name[card] for card in trick) for trick in tricks],
            "talon": " ".join(deck.names(deck.all & ~sum(dealt))),
        }
        if hands:
            record["hands"] = {name: " ".join(deck.names(hand)) for name, hand in zip(_PLAYERS, dealt, strict=True)}
        who = {"dealer": "Clara", "playing": _PLAYERS, "declarer": _PLAYERS[number % 3]}
        rows.append({**who, "contract": "Solo", "points": 33, "play": record})
    night = {"game": "husarln", "rules": "loew", "players": _PLAYERS, "deals": rows}
    verdicts: Any = audit_night(read_night(night))["deals"]
    for row, verdict in zip(rows, verdicts, strict=True):
        row |= verdict["counted"]
    return night
