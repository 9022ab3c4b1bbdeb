"""What the `audit` command takes for recorded deals of which a part of the cards is forgotten."""

from collections.abc import Iterator
from random import Random

from scorekeeper.nightfile.syntax import write_toml
from tests.cost.files import BARE_READING, cost_of_reading, recorded_night, spend
from tests.cost.row import Row, Scale, beside

# Of so many per cent forgotten cards, how many times its bare reading a deal may take.
FORGOTTEN = {10: 120, 25: 250, 50: 310, 75: 300}
DEALS = 40


def judge_forgotten(scale: Scale) -> Iterator[Row]:
    """Measure what each such deal takes beyond the start of the command, by the program of `scale`."""
    empty = scale.folder / "no-deals.toml"
    empty.write_text(write_toml(recorded_night(0, hands=False)), "utf-8")
    start = min(spend("audit", "--json", str(empty), program=scale.program).seconds for _ in range(2))
    for share, most in FORGOTTEN.items():
        night, random = recorded_night(DEALS, hands=False), Random(share)
        for deal in night["deals"]:
            tricks = [trick.split() for trick in deal["play"]["tricks"]]
            deal["play"]["tricks"] = [
                " ".join("_" if random.random() * 100 < share else card for card in trick) for trick in tricks
            ]
        file = scale.folder / f"{share}.toml"
        file.write_text(write_toml(night), "utf-8")
        audit = ("audit", "--json", str(file))
        cost = min(spend(*audit, program=scale.program, status=1).seconds for _ in range(2))
        name = f"audit with {share} % of the cards forgotten, a Husarln deal"
        yield beside(name, (cost - start) * 1000 / DEALS, BARE_READING, cost_of_reading(night), most)
