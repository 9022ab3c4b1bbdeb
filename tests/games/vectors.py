"""Files of worked examples, played through whatever game they name: a new game needs no code for its file.

A file is called as its game, or every row names one. What the runner knows are the kinds

deals      one deal: `rules` (the game's first), `house`, `players` (how many, or who), the `number` of the deal, the
           answers in `deal`; and what must come of it: the `sheet`, and what it `pays` times a `stake`, or that the key
           `refused` is, with words that begin with a `reason`
evenings   several `deals`, the `balances` after each of them; `totals` and `winners` where the evening is one party
records    a deal with its recorded cards in `play`: the `winners` of its tricks, and `change`s that break a rule

Amounts are a table by player, or a list by seat; the first seat is forehand and the last deals.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from scorekeeper.audit.verdict import Verdict
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game, Preset, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.journal.acts import Booked
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.night.night import keys_for
from scorekeeper.night.result_json import write_result
from scorekeeper.night.state import begin
from scorekeeper.nightfile.audit import audit_deal
from scorekeeper.nightfile.document import rename_players, rename_result
from scorekeeper.nightfile.night_reader import Document, read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import PLAIN, Refused, render
from scorekeeper.telling.night import parties_in

FOLDER = Path(__file__).parents[1] / "vectors"
NAMES = ("Anna", "Bernd", "Clara", "David", "Emma")

_BROKEN = ("trick", "player", "card", "reason")

D = TypeVar("D")
Row = Mapping[str, Any]
Deals = Sequence[Mapping[str, Any]]


def read_deal(game: Game[Any, D], rules: Preset, seating: Seating, answers: Answers) -> D:
    """Return the answers as the game's own deal. Raises Refused."""
    return game.deal(rules, seating, game.read(rules, seating, answers))


class Case(NamedTuple):
    """One row of a file: its kind, its game by key, and the row."""

    kind: str
    game: str
    row: Row


def cases(folder: Path = FOLDER) -> Iterator[Case]:
    """Yield every row of the kinds that the runner knows, of all files in a folder."""
    for file in sorted(folder.glob("*.toml")):
        data = tomllib.loads(file.read_text("utf-8"))
        for kind in KINDS:
            for row in data.get(kind, ()):
                yield Case(kind, row.get("game", file.stem), {"names": data.get("names", NAMES)} | row)


def check(case: Case) -> None:
    """Play one row and compare what comes of it."""
    KINDS[case.kind](case)


def players_of(case: Case) -> list[str]:
    few = min(next(iter(GAMES[case.game].presets.values())).players)
    players = case.row.get("players", few)
    return list(players) if isinstance(players, list) else list(case.row["names"][:players])


def night_of(case: Case, deals: Deals) -> Document:
    row = case.row
    top = {"game": case.game, "players": players_of(case), "house": row.get("house", {}), "deals": list(deals)}
    document = read_night(top | ({"rules": row["rules"]} if "rules" in row else {}))
    again = read_night(write_night(document))
    assert [slot.result for slot in again.slots] == [slot.result for slot in document.slots]
    _judge_under_other_names(document)
    return document


def _judge_under_other_names(document: Document) -> None:
    """What a deal comes to does not depend on what the players are called, nor on the order of their names."""
    players = document.night.players
    keys = dict(zip(players, reversed(keys_for(len(players))), strict=True))
    state = begin(rename_players(document.night, document.opened, keys))
    judged = [state.apply(rename_players(document.night, act, keys)) for act in document.acts[1:]]
    renamed = [write_result(rename_result(slot.result, keys)) for slot in document.slots]
    assert list(map(canonical, renamed)) == [canonical(write_result(result)) for result in judged if result]


def at_its_number(case: Case, deal: Mapping[str, Any]) -> Deals:
    """The deal behind as many that were not counted as it takes, forehand and dealer as in the first."""
    players, before = players_of(case), {"void": True, "reason": "nothing"}
    return [*[before] * (case.row.get("number", 1) - 1), {**deal, "dealer": players[-1], "playing": players}]


def by_player(case: Case, amounts: Mapping[str, int] | Sequence[int]) -> dict[str, int]:
    return dict(amounts) if isinstance(amounts, Mapping) else dict(zip(players_of(case), amounts, strict=True))


def _check_deal(case: Case) -> None:
    row, deals = case.row, at_its_number(case, case.row["deal"])
    if "refused" in row:
        with pytest.raises(Refused) as refused:
            night_of(case, deals)
        assert (refused.value.deal, refused.value.key) == (len(deals), row["refused"])
        assert render(refused.value.phrase, PLAIN).startswith(row.get("reason", ""))
        return
    result = night_of(case, deals).slots[-1].result
    assert {"sheet", "pays"} & row.keys(), "nothing is said of what must come of it"
    if "sheet" in row:
        assert result.sheet == by_player(case, row["sheet"])
    if "pays" in row:
        paid = {player: points * row.get("stake", 1) for player, points in result.payoff.items()}
        assert paid == by_player(case, row["pays"])


def _check_evening(case: Case) -> None:
    row, standing = case.row, dict.fromkeys(players_of(case), 0)
    document = night_of(case, row["deals"])
    standings = []
    for slot in document.slots:
        paid = {player: slot.result.payoff.get(player, 0) * row.get("stake", 1) for player in standing}
        standing = {player: had + paid[player] for player, had in standing.items()}
        standings.append(standing)
    assert {"balances", "winners"} & row.keys(), "nothing is said of what must come of it"
    if "balances" in row:
        assert standings == [by_player(case, balances) for balances in row["balances"]]
    if "winners" in row:
        (party,) = parties_in(document)
        assert party.over
        assert party.standing.totals == by_player(case, row["totals"])
        assert list(party.standing.winners) == row["winners"]


def _check_record(case: Case) -> None:
    """The tricks are clean and won as they say, with the hands recorded and without; each change breaks its rule."""
    row, play = case.row, dict(case.row["play"])
    without = {key: value for key, value in play.items() if key != "hands"}
    for record in (play, without):
        verdict = _judge(case, record)
        assert (verdict.kind, verdict.violations, verdict.undecided) == ("clean", (), ())
        assert list(verdict.winners) == row["winners"]
    for change in row["change"]:
        (found,) = _judge(case, play | {"tricks": change["tricks"]}).violations
        assert [getattr(found, key) for key in _BROKEN] == [change[key] for key in _BROKEN]
        assert found.card not in found.legal
        assert set(found.legal) <= set(play["hands"][found.player].split())


def _judge(case: Case, play: Row) -> Verdict:
    document = night_of(case, at_its_number(case, {"void": True, "reason": "only the cards", "play": dict(play)}))
    (number, dealer, playing), record = document.slots[-1].seating, document.slots[-1].act.play
    answers = case.row.get("answers", {})
    return audit_deal(
        document.night, Booked(number=number, dealer=dealer, playing=playing, play=record, answers=answers)
    )


KINDS = {"deals": _check_deal, "evenings": _check_evening, "records": _check_record}
