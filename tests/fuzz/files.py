"""Night files that were spoiled: a value changed, left out or doubled, a journal chained anew, letters exchanged."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seed_of
from hypothesis import strategies as st

from scorekeeper.journal.hash_chain import GENESIS, parse_entry
from scorekeeper.language import Speech, find_locale
from scorekeeper.nightfile.audit import audit_night
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import load, write_toml
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.printing import Failure
from scorekeeper.spreadsheet.csv_file import csv_lines
from scorekeeper.spreadsheet.night import deals_table
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_night
from scorekeeper.telling.night import format_night, parties_in, score_night, settle_night
from tests.chained import chain, write_entry
from tests.fuzz.values import values
from tests.language.pages import NIGHTS
from tests.storage.nights import a_full_night, everything
from tests.storage.replayed import document

SPEECHES = [Speech(find_locale((wish,))) for wish in ("en", "de-AT")]
Path = tuple[Any, ...]


class Text(str):
    """The text of a file, too long to be shown: what breaks on it is found again by its seed."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{self[:60]!r}… of {len(self)} letters"


odd = (
    values
    | st.integers(-5, 200)
    | st.sampled_from([10**9, -(10**30), 1.5, float("inf"), float("nan"), True, None, [], {}, [[]], {"": ""}, [1, "a"]])
)


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where something stands in a night."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield from _paths(part, (*path, key))


def _at(night: Any, path: Path) -> Any:
    for key in path:
        night = night[key]
    return night


def _spoil(draw: st.DrawFn, night: dict[str, Any]) -> None:
    """Change one thing somewhere, in place."""
    path = draw(st.sampled_from([path for path in _paths(night) if path]))
    holder, key = _at(night, path[:-1]), path[-1]
    match draw(st.integers(0, 5)):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case 2:
            other = draw(st.sampled_from(list(_paths(night))))
            holder[key] = deepcopy(_at(night, other))
        case 3 if isinstance(holder, dict):
            holder[draw(values)] = holder.pop(key)
        case _:
            holder[key] = deepcopy(draw(odd))


@st.composite
def spoiled(draw: st.DrawFn, whole: list[dict[str, Any]]) -> Text:
    """The text of a night file that says something else than it should."""
    night = deepcopy(draw(st.sampled_from(whole)))
    lines = night.pop("journal", None)
    entries = [json.loads(line) for line in lines or ()]
    for _ in range(draw(st.integers(1, 3))):
        _spoil(draw, {"entries": entries} if entries and draw(st.booleans()) else night)
    if lines is not None:
        night["journal"] = _chained(entries) if draw(st.booleans()) else [json.dumps(entry) for entry in entries]
    text = json.dumps(night)
    if draw(st.booleans()):
        with suppress(TypeError, ValueError, AttributeError):  # TOML does not know null, nor other deals than tables
            text = write_toml(night)
    if not draw(st.integers(0, 5)):
        begin = draw(st.integers(0, len(text)))
        text = text[:begin] + draw(values) + text[begin + draw(st.integers(0, 20)) :]
    return Text(text)


def _chained(entries: list[Any]) -> list[str]:
    """The lines of a journal whose hashes fit, so that what it says is looked at and not only that it was changed."""
    lines, seq, previous = [], 0, GENESIS
    for entry in entries:
        try:
            fitting = chain(parse_entry(json.dumps(entry)), seq, previous)
            lines.append(write_entry(fitting))
            seq, previous = fitting.seq, fitting.hash
        except (ValueError, TypeError):
            lines.append(json.dumps(entry))
    return lines


def _use(text: Text) -> str:
    """Do with a file all that can be done with it; return what came of it."""
    try:
        night = read_night(load(text))
        score_night(night)
        audit_night(night)
        for speech in SPEECHES:
            list(format_night(night, speech))
            list(csv_lines(deals_table(night.night, night.slots, parties_in(night), speech)))
        settle_night(night)
        row = take_in(prepare(load(text), "fuzz"))
    except Refused as refused:
        _said(refused)
        return "refused"
    except Failure as failure:
        _said(failure.refused)
        return "refused"
    assert verify_night(row) is None, text
    again = read_night(load(json.dumps(write_night(document(row)))))
    assert score_night(again)["balance"] == score_night(night)["balance"], text
    return "taken in"


def _said(refused: Refused) -> None:
    for speech in SPEECHES:
        assert speech.say(refused.phrase)


def spoil_files(number: int, seed: int = 0) -> Counter[str]:
    """Read, score and take in so many spoiled night files; return how many were refused and how many not."""
    whole = [json.loads(json.dumps(night)) for night in NIGHTS]
    whole.append(json.loads(json.dumps(write_night(document(a_full_night())))))
    met = Counter[str]()
    quiet = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)

    @settings(max_examples=number, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=quiet)
    @given(spoiled(whole))
    def use(text: Text) -> None:
        before = NightRow.select().count()
        came = _use(text)
        met[came] += 1
        assert NightRow.select().count() == before + (came == "taken in"), text

    seed_of(seed)(use)()
    assert everything()
    return met
