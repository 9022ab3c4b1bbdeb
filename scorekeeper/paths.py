"""Where the program's own files and the user's data lie."""

import os
from pathlib import Path

from scorekeeper.phrase import Refused, say

PACKAGE = Path(__file__).parent
_BESIDE = ("templates", "migrations")  # in a checkout beside the package, else inside it
DATABASE_VARIABLE = "SCOREKEEPER_DATABASE"


def resources(name: str) -> Path:
    """Return a folder of the program's own files, such as `templates`. Raises Refused where there are none."""
    checkout = PACKAGE.parent
    folder = PACKAGE / name
    # What is installed has them inside, though another package may have left its pyproject.toml beside.
    if name in _BESIDE and not folder.exists() and (checkout / "pyproject.toml").exists():
        folder = checkout / name
    if not any(folder.rglob("*.*")):
        raise Refused("", say("this program is not whole, {folder} is missing; install it again", folder=str(folder)))
    return folder


def default_database() -> str:
    """Return the database to use when none is named: the environment's, else a file in the user's data folder."""
    if named := os.environ.get(DATABASE_VARIABLE):
        return named
    from platformdirs import user_data_path

    return str(user_data_path("scorekeeper") / "scorekeeper.sqlite3")
