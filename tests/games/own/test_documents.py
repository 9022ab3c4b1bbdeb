"""Reading the document of a game: what it may say, and why nonsense is refused, in both languages."""

import time

import pytest
from babel import Locale

from scorekeeper.games.own.document import LONGEST, read_document
from scorekeeper.language import Speech
from scorekeeper.nightfile.rulesheet import find_sheet, read_sheet, write_sheet
from scorekeeper.phrase import Refused
from tests.games.own.documents import ALL, DOPPELKOPF, SCHNAPSEN, SKAT, WIZARD

ENGLISH, GERMAN = (Speech(Locale(language)) for language in ("en", "de"))


@pytest.mark.parametrize("document", ALL.values(), ids=ALL)
def test_a_document_is_read(document):
    sheet = read_document(document)
    assert (ENGLISH.say(sheet.name), sheet.kind) == (document["name"], document["kind"])


def test_a_key_that_is_null_in_json_is_left_out():
    given = SKAT | {"pot": None, "better": None, "contracts": [{"group": None, **each} for each in SKAT["contracts"]]}
    assert read_document(given) == read_document(SKAT)
    sheet = find_sheet("own", house={"sheet": given})
    assert read_sheet(write_sheet(sheet)).house == {"sheet": SKAT}


def test_a_text_is_said_in_the_language_of_its_reader():
    contract = read_document(SKAT).contract("diamonds")
    assert [speech.say(contract.name) for speech in (ENGLISH, GERMAN)] == ["Diamonds", "Karo"]


STEP = {"name": "x", "add": 1}
POT = {"kind": "contract", "contracts": [{"name": "x"}], "pot": {"stake": 1}}
NONSENSE = {
    "kind: this is missing": {},
    'kind: "chess" is not one of: points, winner, contract': {"kind": '"chess"'},
    "players: say each number of players once": {**WIZARD, "players": [3, 3]},
    "players: 1 is not a whole number from 2 to 8": {**WIZARD, "players": [1]},
    "players: sides are two against two, so four must play": {**WIZARD, "sides": "fixed"},
    "sides: only on a sheet with a winner can the sides change": {**WIZARD, "players": [4], "sides": "deal"},
    "low: 9 is more than 5": {"kind": "points", "low": 9, "high": 5},
    "each: every number would count 0": {"kind": "points", "each": 0},
    "colour: no such key here": {**WIZARD, "colour": "red"},
    "bid: colour: no such key here": {**WIZARD, "bid": {"colour": 1}},
    "contracts: there is nothing to play": {"kind": "contract"},
    "contracts 2: value: dear is not a whole number": {"kind": "contract", "contracts": [{}, {"value": "dear"}]},
    "contracts: the key a stands there twice": {"kind": "contract", "contracts": [{"key": "a"}, {"key": "a"}]},
    "contracts 1: count: the sheet counts no card points": {"kind": "contract", "contracts": [{"count": True}]},
    "steps 1: say one of these: add, level, times": {**SKAT, "steps": [{"add": 1, "times": 2}]},
    "steps 1: key: points is the key of another question": {**SKAT, "steps": [{"key": "points", "add": 1}]},
    "steps 1: needs: this is not the key of an earlier step": {**SKAT, "steps": [{"add": 1, "needs": "later"}]},
    "steps 1: unless: this is not the key of an earlier step": {**SKAT, "steps": [{"add": 1, "unless": "later"}]},
    "steps 1: implies: only a yes or no can imply": {**SKAT, "steps": [{"add": 1, "implies": "later"}]},
    "steps 2: implies: only a yes or no can imply": {
        **SKAT,
        "steps": [{"times": 2}, {"add": 1, "implies": "s1"}],
    },
    "steps 2: implies: only a yes or no can imply an earlier yes or no": {
        **SKAT,
        "steps": [{"add": 1}, {"add": 1, "number": [1, 2], "implies": "s1"}],
    },
    "steps 1: against: only what holds from so many": {**SKAT, "steps": [{"add": 1, "at": 90, "against": "later"}]},
    "steps 2: against: only what holds from so many": {
        **SKAT,
        "steps": [{"add": 1, "reaches": 90}, {"add": 1, "against": "s1"}],
    },
    "steps 1: a points sheet only has steps that multiply": {**WIZARD, "steps": [STEP]},
    "steps 1: only: gran is not one of: diamonds, grand, null": {**SKAT, "steps": [{"add": 1, "only": ["gran"]}]},
    "money: pays: the points of a deal need not add up to 0": {**WIZARD, "money": {"pays": "written"}},
    "money: pays: this is paid at the end of the game, but the sheet has no end": {
        **SKAT,
        "money": {"pays": "winner"},
    },
    "money: prizes: there must be one prize for each player": {
        **WIZARD,
        "players": [3],
        "money": {"pays": "prizes", "prizes": [1, 0]},
    },
    "money: prizes: players who share places 1 to 2 cannot share evenly": {
        **WIZARD,
        "players": [3],
        "money": {"pays": "prizes", "prizes": [3, 0, -3]},
    },
    "end: a sheet with a pot has no such table": {**POT, "end": {"deals": 3}},
    "writes: a sheet with a pot has no such table": {**POT, "writes": "declarer"},
    "pot: this is played alone, without partners": {**POT, "contracts": [{"partner": True}]},
    "count: this is played alone, without partners": {
        **SKAT,
        "players": [4],
        "sides": "fixed",
        "count": {"total": 10, "each": 2},
    },
    "pot: takes: some is not one of: all, value": {**POT, "pot": {"takes": "some"}},
    "money: kitty: what is left in the pot goes to the kitty already": {**POT, "money": {"kitty": True}},
    "name: … is not a text": {**WIZARD, "name": "x" * 61},
}


@pytest.mark.parametrize(("reason", "document"), NONSENSE.items(), ids=NONSENSE)
def test_nonsense_is_refused_with_its_place_and_the_reason(reason, document):
    with pytest.raises(Refused) as refused:
        read_document(document)
    said = ENGLISH.say(refused.value.phrase)
    assert said.startswith(reason.split("…")[0])
    assert GERMAN.say(refused.value.phrase) != said


def test_a_document_that_is_too_long_or_too_deep_is_refused_at_once():
    deep = []
    for _ in range(100):
        deep = [deep]
    hostile = [
        {**WIZARD, "name": "x" * LONGEST},
        {**SKAT, "steps": [], "contracts": [{"name": {"en": "♥" * 60, "de": "😀" * 60}, "group": "😀" * 60}] * 100},
        {**SKAT, "contracts": [{"value": 1}] * 10_000},
        {**SKAT, "steps": [{"add": 1}] * 41},
        {**DOPPELKOPF, "steps": deep},
        {**SCHNAPSEN, "values": [{"value": 10**30}]},
    ]
    begun = time.process_time()
    for document in hostile:
        with pytest.raises(Refused, match=r"longer|at most|deep|whole number"):
            read_document(document)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("letter", ["\0", "\udfff"])
@pytest.mark.parametrize("key", ["name", "kind", "\ud800"])
def test_a_character_that_cannot_be_stored_is_refused_wherever_it_is(letter, key):
    with pytest.raises(Refused, match="this contains a character that cannot be stored"):
        read_document({**SKAT, key: f"a{letter}"})
