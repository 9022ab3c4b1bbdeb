"""A test run that is killed leaves no server behind."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.load.remote import ROOT

RUN = """
from tests.databases import postgres_server
with postgres_server() as server:
    print(server.get_pid(), server.pgdata, flush=True)
    input()
"""


def is_running(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="/proc tells which processes run")
@pytest.mark.parametrize("end", ["kill", "return"])
def test_the_postgresql_of_a_run_ends_with_it(end):
    command = [sys.executable, "-c", RUN]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        number, folder = run.stdout.readline().split()
        assert is_running(number)
        if end == "kill":
            run.kill()
        else:
            run.communicate("\n")
    deadline = time.monotonic() + 60
    while is_running(number) or Path(folder).exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
