"""A test run that is killed leaves no server behind."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.chosen import some
from tests.cluster.servers import HAPROXY
from tests.load.remote import ROOT
from tests.watcher import end_all_with_us

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="/proc tells which processes run")

# Each says the numbers of the servers that are no children of it, and their folder.
ONE_DATABASE = """
import sys
from tests.databases import postgres_server
from tests.load.remote import served
with postgres_server() as server, served(sys.argv[1] + "/scorekeeper.sqlite3"):
    print(server.get_pid(), server.pgdata, flush=True)
    input()
"""
CLUSTER = """
import sys
from pathlib import Path
from tests.cluster.pair import place_of, primary_and_standby
from tests.cluster.servers import behind_a_proxy
from tests.cluster.trials import machines_on
folder = Path(sys.argv[1])
with primary_and_standby() as pair, machines_on(place_of(*pair), folder, 1) as machines:
    with behind_a_proxy(machines, folder):
        numbers = [(server.folder / "postmaster.pid").read_text().split()[0] for server in pair]
        print(*numbers, pair[0].folder.parent, flush=True)
        input()
"""


def is_running(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def end_run(script, folder, end):
    command = [sys.executable, "-c", script, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        *numbers, data = run.stdout.readline().split()
        threads = Path(f"/proc/{run.pid}/task").glob("*/children")
        numbers += [number for thread in threads for number in thread.read_text().split()]
        assert all(map(is_running, numbers))
        if end == "kill":
            run.kill()
        else:
            run.communicate("\n")
    return numbers, Path(data)


def wait_until_gone(numbers, data):
    deadline = time.monotonic() + 60
    while any(map(is_running, numbers)) or data.exists():
        assert time.monotonic() < deadline, numbers
        time.sleep(0.05)


@needs_proc
@pytest.mark.parametrize("end", some(["kill", "return"], "kill"))
def test_the_servers_of_a_run_end_with_it(end, tmp_path):
    assert end_all_with_us().poll() is None, "the watcher of this run itself waits for its end"
    numbers, data = end_run(ONE_DATABASE, tmp_path, end)
    assert len(numbers) == 4, "a database, a server, and the watchers of a folder and of the run"
    wait_until_gone(numbers, data)


@needs_proc
@pytest.mark.at_length
@pytest.mark.skipif(not HAPROXY, reason="haproxy is not installed")
def test_the_servers_the_proxy_and_both_databases_of_a_run_end_with_it(tmp_path):
    numbers, data = end_run(CLUSTER, tmp_path, "kill")
    assert len(numbers) == 6, "two databases, a server, the proxy, and the watchers of a folder and of the run"
    wait_until_gone(numbers, data)
