"""The reader of a page: the language, and how texts and numbers are written in it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import g, request, session

from scorekeeper.games import GAMES
from scorekeeper.journal.words import check_words
from scorekeeper.language import LANGUAGES, Speech, find_locale
from scorekeeper.people.tables import name_of_table
from scorekeeper.phrase import Value, count, say

_AS_TEXT = "\ufe0e"  # behind a suit's sign: it stays a letter on every phone


def hear_language() -> None:
    """Keep the language that a form chooses: one that is being filled in is sent along, so that nothing is lost."""
    if request.method == "POST" and (language := request.form.get("language")) in LANGUAGES:
        session["language"] = language
        session.permanent = True


def speech() -> Speech:
    """Return the reader's language: as chosen on the page, else as the browser wishes."""
    found: Speech | None = g.get("speech")
    if found is None:
        wishes = tuple(wish[:40] for wish in [*request.accept_languages.values()][:10])  # the last ones are kept
        if chosen := session.get("language"):
            # The chosen language keeps the browser's country, so that money looks as it does at home.
            wishes = (*(wish for wish in wishes if wish.split("-")[0] == chosen), chosen)
        g.speech = found = Speech(find_locale(wishes), g.get("names", {}), _AS_TEXT)
    return found


def know_names(names: Mapping[str, str]) -> None:
    """Let phrases on this page name the players of a night, by key."""
    g.names = names
    if said := g.get("speech"):
        g.speech = replace(said, names=names)


def translate(text: str, /, **values: Value) -> str:
    """Return a text in the reader's language, its places filled in."""
    return speech().say(say(text, **values))


def translate_plural(singular: str, plural: str, n: int, /, **values: Value) -> str:
    """Return the form of a text that goes with a number, in the reader's language."""
    return speech().say(count(singular, plural, n, **values))


def title_of(night: Any) -> str:
    """Return the name of a night as its pages show it: without a title it is its table of an evening, else its game."""
    if night.title:
        return str(night.title)
    return speech().say(name_of_table(night.part, night.table_number) if night.part else GAMES[night.game].title)


def check_words_of(head: str) -> str:
    """Return the check words of a hash in the reader's language."""
    return " ".join(check_words(head, speech().locale.language))


def halves_of(head: str) -> tuple[str, str]:
    """Return the same as two lines have them."""
    words = check_words_of(head).split()
    half = len(words) // 2
    return " ".join(words[:half]), " ".join(words[half:])
