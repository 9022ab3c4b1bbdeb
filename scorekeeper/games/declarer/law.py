"""What a breach comes to at a table, by its author: the `law.toml` of a game."""

from pathlib import Path
from typing import Literal, NamedTuple, get_args

Price = Literal["revoke", "revoke without the bird", "announcement", "nothing", "table"]


class Breach(NamedTuple):
    """What a breach comes to; the keys of the file are explained in it. Where no source tells, the table decides."""

    price: Price = "table"
    certainty: str = "not stated"
    until: Literal["", "turned"] = ""

    @property
    def is_revoke(self) -> bool:
        """Whether it ends the deal."""
        return self.price in ("revoke", "revoke without the bird")


def read_law(file: Path) -> dict[str, dict[str, Breach]]:
    """Return what each reason of a verdict comes to, by author and reason. Raises ValueError for a mistake."""
    import tomllib  # only when a game is loaded

    law: dict[str, dict[str, Breach]] = {}
    for raw in tomllib.loads(file.read_text("utf-8"))["breaches"]:
        if raw["price"] not in get_args(Price):
            raise ValueError(f"{file.parent.name}/{file.name}: {raw['price']!r} is no price")
        breach = Breach(raw["price"], raw["certainty"], raw.get("until", ""))
        for author in raw["by"]:
            told = law.setdefault(author, {})
            if twice := told.keys() & set(raw["reasons"]):
                raise ValueError(f"{file.parent.name}/{file.name}: {twice.pop()} of {author} stands twice")
            told |= dict.fromkeys(raw["reasons"], breach)
    return law
