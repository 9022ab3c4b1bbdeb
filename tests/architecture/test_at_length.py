"""What is left out in short is named, and run by the command that CI has for it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ONE_OF_EACH = "tests/faults/test_tamper.py"  # one test, in short and at length


def collected(*options):
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", *options, ONE_OF_EACH]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {line.rpartition("::")[2] for line in result.stdout.splitlines() if "::" in line}, result.stdout


@pytest.mark.at_length  # it collects twice
def test_every_test_runs_in_short_or_by_the_second_command_of_ci():
    command = next(line for line in (ROOT / ".ci" / "run").read_text().splitlines() if "--at-length" in line)
    (short, said), (rest, _) = collected(), collected(*command[command.index("--at-length") :].split())
    assert "1 tests run only with --at-length" in said
    assert len(short) == len(rest) == 1
    assert not short & rest
