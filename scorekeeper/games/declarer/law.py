"""What a breach comes to at a table, by its author: the `law.toml` of a game."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from scorekeeper.audit.verdict import Consequence, Violation
from scorekeeper.games.disputes import tell_dispute
from scorekeeper.phrase import say
from scorekeeper.toml_reader import read_own

Price = Literal["revoke", "revoke without the bird", "announcement", "nothing", "table"]


class Breach(NamedTuple):
    """What a breach comes to; the keys of the file are explained in it. Where no source tells, the table decides."""

    price: Price = "table"
    certainty: str = "not stated"
    until: str = ""
    rule: str = ""

    @property
    def is_revoke(self) -> bool:
        """Whether it ends the deal."""
        return self.price in ("revoke", "revoke without the bird")


def read_law(file: Path) -> dict[str, dict[str, Breach]]:
    """Return what each reason of a verdict comes to, by author and reason. Raises ValueError for a mistake."""
    where = f"{file.parent.name}/{file.name}"
    data = read_own(file)
    law: dict[str, dict[str, Breach]] = {author: {} for author in data["rules"]}
    for raw in data["breaches"]:
        if raw["price"] not in get_args(Price):
            raise ValueError(f"{where}: {raw['price']!r} is no price")
        for author in raw["by"]:
            if twice := law[author].keys() & set(raw["reasons"]):
                raise ValueError(f"{where}: {twice.pop()} of {author} stands twice")
            rule = raw.get("rule", data["rules"][author])
            breach = Breach(raw["price"], raw["certainty"], raw.get("until", ""), rule)
            law[author] |= dict.fromkeys(raw["reasons"], breach)
    return law


def find_consequences(law: Mapping[str, Breach], found: Violation) -> tuple[Consequence, ...]:
    """Return what a breach comes to; where no law is known, what the table decides."""
    return tuple(_name_price(law, found)) if law else tell_dispute(found)


def _name_price(law: Mapping[str, Breach], found: Violation) -> Iterator[Consequence]:
    breach = law.get(found.reason, Breach())
    if breach.is_revoke and breach.certainty == "ambiguous":
        yield Consequence(say("That is a revoke, though the source does not name this case"), breach.rule)
    elif breach.is_revoke:
        yield Consequence(say("That is a revoke"), breach.rule)
    elif breach.price == "announcement":
        yield Consequence(say("No revoke: only what was announced is lost"), breach.rule)
    elif breach.price == "nothing":
        yield Consequence(say("No revoke: play goes on"), breach.rule)
    else:
        yield Consequence(say("Whether that is a revoke, the table decides"))
    if found.trick and breach.until:
        yield Consequence(say("Until the trick was turned over, it could be taken back"), breach.until)
