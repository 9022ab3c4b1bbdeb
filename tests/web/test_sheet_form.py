"""The form of a sheet: a document that is filled in and changed keeps whatever the form does not ask."""

import pytest
from hypothesis import given

from scorekeeper.games.own.ready import ready_sheets
from scorekeeper.language import Speech, find_locale
from scorekeeper.phrase import Refused
from scorekeeper.web.opening.sheet_form import change_document, fill_in
from tests.games.own.documents import ALL, documents

SAY = Speech(find_locale(("de",))).say
READY_MADE = {f"{key}-{name}": sheet for key, ready in ready_sheets().items() for name, sheet in ready.variants.items()}


def change(document, **answers):
    return change_document(document, fill_in(document, SAY) | answers, SAY)


@pytest.mark.parametrize("document", [*ALL.values(), *READY_MADE.values()], ids=[*ALL, *READY_MADE])
def test_a_form_that_is_sent_as_it_was_filled_in_changes_nothing(document):
    assert change(document) == document
    assert change(document, name="Anders") == {**document, "name": "Anders"}


@given(documents())
def test_random_documents_survive_the_form(document):
    assert change(document) == {key: value for key, value in document.items() if value != []}


def test_a_changed_game_keeps_its_key_and_all_else_that_is_said_of_it():
    skat = READY_MADE["skat-"]
    changed = change(skat, value1="10", game2="")
    assert changed["contracts"] == [{**skat["contracts"][0], "value": 10}, *skat["contracts"][2:]]
    assert {**changed, "contracts": 0} == {**skat, "contracts": 0}


def test_what_doubles_is_added_and_dropped_beside_the_other_steps():
    document = ALL["doppelkopf"]
    steps = {step["key"]: step for step in document["steps"]}
    changed = change(document, doubles="Bock, Hochzeit")["steps"]
    assert changed == [*(steps[key] for key in steps if key != "re"), {"key": "n1", "name": "Hochzeit", "times": 2}]
    assert change(document, doubles="Contra, Bock")["steps"][0] == {**steps["re"], "name": "Contra"}


def test_values_keep_their_names_where_others_are_added():
    schnapsen = ALL["schnapsen"]
    values = change(schnapsen, values="1, 2, 3, 4")["values"]
    assert [value.get("name") for value in values] == [None, "Schneider", "Schwarz", None]
    assert change(schnapsen, target="9")["end"] == {"target": 9}
    assert change(schnapsen, target="9")["money"] == schnapsen["money"]
    with pytest.raises(Refused):
        change(schnapsen, values="none")
