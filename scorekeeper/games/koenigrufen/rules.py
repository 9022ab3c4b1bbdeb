"""Königrufen: the rules of a table, and those of each author."""

from dataclasses import dataclass, replace
from pathlib import Path

from scorekeeper.games.declarer.contracts import Bonus, Contract, DeclarerRules
from scorekeeper.games.declarer.law import read_law
from scorekeeper.games.house_rules import read_authors
from scorekeeper.games.own_values import Figures
from scorekeeper.games.tarock.trischaken_payments import POTS

FOLDER = Path(__file__).parent
BIRDS = ("pagat", "uhu", "kakadu", "quapil")
_PER_HEAD = {"ooe": 1, "sauwald": 1, "wien": 2, "tirol": 2, "ruediger": 1}  # of a Trischaken, by its scheme (KR-50)
STOCK = ("trull", "kings")  # the bonuses of a side by its cards alone


@dataclass(frozen=True)
class Rules(DeclarerRules, folder=FOLDER, own_bonuses="KR-133"):
    """The rules of one table.

    halves              the contracts that are worth half a point more than their value
    trischaken_printed  whether the author prints what a Trischaken is worth; else the scheme tells by which it is paid
    """

    halves: tuple[str, ...] = ()
    trischaken_printed: bool = False
    players: tuple[int, ...] = (4,)

    def figures(self, key: str) -> Figures:
        """Return what a game, or a bonus silent and announced, is worth at this table; nothing if it is not played."""
        told = self.trischaken_printed or key in dict(self.own_values)
        if key == "trischaken" and key in self.values and not told:
            return (_PER_HEAD[self.trischaken],)
        return super().figures(key)

    @property
    def one_pays(self) -> bool:
        """Whether one player pays all others in a Trischaken; else the two with more pay the two with less (KR-50)."""
        return bool(self.trischaken_payers == "one" if self.trischaken_payers != "as_paid" else self.trischaken in POTS)

    @property
    def virgins_matter(self) -> bool:
        """Whether the table says what players without a trick get (KR-54): not in the Sauwald, and not with a pot."""
        return self.one_pays and self.trischaken != "sauwald" and self.trischaken_pot == "none"

    def is_halved(self, key: str) -> bool:
        """Return whether a contract is worth half a point more than its value: the author's, not the table's own."""
        return key in self.halves and key not in dict(self.own_values)

    def write_figures(self, key: str) -> tuple[str, ...]:
        """Return the figures of a game or a bonus as a tariff shows them."""
        figures = super().write_figures(key)
        return tuple(f"{figure}½" for figure in figures) if self.is_halved(key) else figures

    def bonuses_in(self, contract: Contract) -> tuple[Bonus, ...]:
        """Return the bonuses that count in a contract."""
        if not contract.positive:
            return ()
        found = tuple([bonus for bonus in self.bonuses if contract.called or not bonus.of_called])
        if contract.kind == "tarock" or self.suit_bonuses == "all":
            return found
        kept = ("kings", "valat", "sack1", "sack2") if self.suit_bonuses == "kings_sacks" else ("kings", "valat")
        return tuple([bonus for bonus in found if bonus.key in kept])


_LAW = read_law(FOLDER / "law.toml")
PRESETS = {key: replace(rules, law=_LAW[key]) for key, rules in read_authors(FOLDER / "authors.toml", Rules).items()}
