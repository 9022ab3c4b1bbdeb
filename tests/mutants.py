"""Seeded defects, each of which a test has to catch: `python -m tests.mutants [--only NAME]`.

`mutants.toml` lists them: a file, a text in it, the text that takes its place, and the tests that have to fail then.
They are tried one by one in a copy of the tree. It takes about half an hour, so neither pytest nor CI runs them.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", ".hypothesis", "dist")
FAILED = 1  # what pytest ends with then


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Try seeded defects on the tests.")
    parser.add_argument("--only", metavar="NAME", help="try only those whose name has this in it")
    wanted = parser.parse_args().only or ""
    mutants = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text())
    told = {"caught": [], "survived": [], "error": []}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        for name, mutant in mutants.items():
            if wanted in name:
                verdict, text = attempt(copy, mutant)
                told[verdict].append(name)
                print(f"{verdict:8} {name}{text and ': '}{text}", flush=True)
    print(", ".join(f"{len(names)} {verdict}" for verdict, names in told.items()))
    return int(bool(told["survived"] or told["error"]) or not told["caught"])


def attempt(copy, mutant):
    """Return whether the tests catch a mutant, and which of them does, or what is wrong with it."""
    file = copy / mutant["file"]
    before = file.read_text() if file.exists() else ""
    if before.count(mutant["old"]) != 1:
        return "error", f"{mutant['file']} has its old text {before.count(mutant['old'])} times"
    stat = file.stat()
    file.write_text(before.replace(mutant["old"], mutant["new"]))
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", *mutant["tests"]]
        ended = subprocess.run(
            command, cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, capture_output=True, text=True, check=False
        )
    finally:
        file.write_text(before)
        os.utime(file, (stat.st_atime, stat.st_mtime))  # or Python could take what it compiled of the mutant
    by = [line.partition(" ")[2] for line in ended.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    if ended.returncode == FAILED and by:
        return "caught", by[0].split(" - ")[0]
    if ended.returncode == 0:
        return "survived", ""
    return "error", (ended.stdout + ended.stderr).strip().splitlines()[-1]


if __name__ == "__main__":
    sys.exit(main())
