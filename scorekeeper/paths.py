"""Where the program's own files and the user's data lie."""

import os
from pathlib import Path

from platformdirs import user_data_path

_PACKAGE = Path(__file__).parent
DATABASE_VARIABLE = "SCOREKEEPER_DATABASE"


def resources(name: str) -> Path:
    """Return the folder `templates` or `migrations`: beside the package in a checkout, else inside it."""
    checkout = _PACKAGE.parent
    return (checkout if (checkout / "pyproject.toml").exists() else _PACKAGE) / name


def default_database() -> str:
    """Return the database to use when none is named: the environment's, else a file in the user's data folder."""
    return os.environ.get(DATABASE_VARIABLE) or str(user_data_path("scorekeeper") / "scorekeeper.sqlite3")
