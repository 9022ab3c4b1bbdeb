"""What names somebody in a text, and what only looks like it."""

import unicodedata

import pytest

from scorekeeper.people.name_search import names, replace_name

NAMED = (
    ("Anna", "Anna hat sich verzählt"),
    ("Anna", "wegen ANNAS Renonce"),
    ("Anna", "Annas’ Blatt"),
    ("Anna-Maria", "Anna hat gegeben"),
    ("Anna-Maria", "anna maria hat gegeben"),
    ("Anna-Maria", "die Annamaria"),
    ("Anna Maria", "Marias Blatt"),
    ("René", "rene\u0301 war's"),
    (unicodedata.normalize("NFD", "Jürgen"), "JÜRGENS Blatt"),
    ("Jürgen", unicodedata.normalize("NFD", "für Jürgen")),
    ("Groß", "GROSS"),
    ("Straße", "die STRASSES"),
    ("Anna", "An\u00adna, A\u200bnna"),
    ("Ａｎｎａ", "anna"),
    ("Hans", "Hans’ Karten"),
    ("Bo Li", "bo-lis Blatt"),
    ("Peter von Berg", "der Berg"),
    ("♥♥", "die ♥♥ gibt"),
)
OTHER = (
    ("Anna", "Annabell war da"),
    ("Anna", "Hanna war da"),
    ("Anna", "an Na"),
    ("Anna-Maria", "Annemarie"),
    ("Bo Li", "Li gab, dann Bo"),
    ("Peter von der Au", "von der Hand in den Mund, au"),
    ("Spieler 3", "der Spieler hat 3 Karten"),
    ("Ed", "red"),
)


@pytest.mark.parametrize(("name", "text"), [*NAMED, *OTHER])
def test_a_text_names_somebody_and_what_only_looks_like_it_does_not(name, text):
    assert bool(names(name, text)) == ((name, text) in NAMED)


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("Anna", "Annas 50. Geburtstag", "N. N. 50. Geburtstag"),
        ("Anna", "Anna’s und ANNA's Abend", "N. N. und N. N. Abend"),
        ("Anna-Maria", "bei Anna Maria und Maria", "bei N. N. und N. N."),
        ("Jürgen", unicodedata.normalize("NFD", "bei Jürgen, am 5."), "bei N. N., am 5."),
        ("Anna", "Annabell", "Annabell"),
        ("♥♥", "bei ♥♥", "bei N. N."),
    ],
)
def test_only_the_name_is_replaced(name, text, left):
    assert replace_name(name, text, "N. N.") == left
