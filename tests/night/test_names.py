"""Names: when two are the same for people, and which nobody can have."""

import pytest

from scorekeeper.people.names import check_name, check_names, check_newcomer, fold_name
from scorekeeper.phrase import Refused


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna  Maria", "anna maria"),
        ("Zoë", "Zoe\u0308"),
        ("Groß", "GROSS"),
        ("Anna", "Ａnna"),
        ("Anna", "Anna\ufe0f"),
        ("O'Brien", "O’Brien"),
        ("O'Brien", "o´brien"),
        ("Anna-Lena", "Anna‐Lena"),
        ("Anna-Lena", "anna–lena"),
    ],
)
def test_people_take_these_for_the_same(one, other):
    assert fold_name(one) == fold_name(other)
    with pytest.raises(Refused, match="same name"):
        check_names("players", ["Bernd", one, other])


def test_a_newcomer_is_compared_with_all_names_of_the_table():
    seated = ["Anna", "anna", " Bernd", "B" * 99]
    check_newcomer("players", "Clara", seated)
    for name in ("ANNA", "Bernd", "", "An\u200bna"):
        with pytest.raises(Refused):
            check_newcomer("players", name, seated)


def test_what_is_longer_than_any_name_is_not_put_in_order():
    marks = "a" + "\u0301\u0316" * 1000  # 60,000 of them, as many as a form may hold, took half a minute
    assert fold_name(marks) == marks


def test_accents_tell_names_apart():
    names = ["Zoe", "Zoë", "Anna", "Anne"]
    check_names("players", names)
    assert len({fold_name(name) for name in names}) == 4


@pytest.mark.parametrize(
    "name",
    ["", " ", " Anna", "Anna ", "A" * 61]
    + [f"An{odd}na" for odd in "\u200b\u200d\u202e\u2066\ufeff\u3164\u2800\x07\u2028"],
)
def test_nobody_is_called_that_and_what_cannot_be_seen_is_marked(name):
    with pytest.raises(Refused) as refused:
        check_name("players", name)
    assert str(refused.value).isprintable(), "it would turn round or wipe out the error itself"


@pytest.mark.parametrize("name", ["N. N.", "n. n.", "N.N.", "N. N. 2", "Ｎ. N."])
def test_the_placeholder_of_a_forgotten_name_is_nobody_s(name):
    """Balances go from night to night by name: who is called so would take those of somebody who was forgotten."""
    for check in (lambda: check_names("players", ["Anna", name]), lambda: check_newcomer("players", name, [])):
        with pytest.raises(Refused, match="stands for a name that was forgotten"):
            check()
    check_names("players", ["Anna", name], entered=False)


@pytest.mark.parametrize(
    "name", ["Zoe" + "\u0301" * 50, "Anna\u20dd\u0316\u0316\u0316\u0316\u0316", "\u0301Anna", "\u0301"]
)
def test_a_letter_bears_few_accents(name):
    with pytest.raises(Refused, match="more accents than its letters can bear"):
        check_names("players", [name])
    check_names("players", [name], entered=False)


@pytest.mark.parametrize(
    "name",
    ["Zoe\u0308", "Hoa\u0300i Thu\u031b\u0309", "נְחֶמְיָה", "מֹשֶׁה", "བསྒྲུབས", "မြို့သူ", "สุชาติ", "N. Nowak", "NN", "Nina N."],
)
def test_the_accents_that_names_have_are_taken(name):
    check_names("players", [name])
