"""The reader's language, and the texts and numbers in it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from babel import Locale
from flask import g, request, session
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.journal.words import check_words
from scorekeeper.language import LANGUAGES, Speech, find_locale
from scorekeeper.phrase import Value, count, say

AS_TEXT = "\ufe0e"  # behind a suit's sign: it stays a letter on every phone


def store_language() -> None:
    """Store the language of a form; the language buttons send a form along, so that its contents are not lost."""
    if request.method == "POST" and (language := request.form.get("language")) in LANGUAGES:
        session["language"] = language
        session.permanent = True


def speech() -> Speech:
    """Return the reader's language: the chosen one, else that of the browser."""
    # A page asks 80 times, and `g` itself takes three times as long.
    found: Speech | None = g._get_current_object().get("speech")
    if found is None:
        locale = _find_locale(request.headers.get("Accept-Language", ""), session.get("language", ""))
        g.speech = found = Speech(locale, g.get("names", {}), AS_TEXT)
    return found


@lru_cache(maxsize=64)  # the phones of a table send few different headers, which take long to read
def _find_locale(accepted: str, chosen: str) -> Locale:
    """Return the locale for an `Accept-Language` header and the language that was chosen on a page, "" for none."""
    wishes = tuple([wish[:40] for wish in [*parse_accept_header(accepted, LanguageAccept).values()][:10]])
    if chosen:
        # The chosen language keeps the browser's country, so that money looks as it does at home.
        wishes = (*(wish for wish in wishes if wish.split("-")[0] == chosen), chosen)
    return find_locale(wishes)


def set_names(names: Mapping[str, str]) -> None:
    """Set the names of the players by key, for the phrases on this page."""
    g.names = names
    if current := g.get("speech"):
        g.speech = replace(current, names=names)


def translate(text: str, /, **values: Value) -> str:
    """Return a text in the reader's language with its values, as markup if one of them is."""
    marked = {name: value for name, value in values.items() if isinstance(value, Markup)}
    if not marked:
        return speech().say(say(text, **values))
    shown = escape(speech().say(say(text, **values | {name: f"{{{name}}}" for name in marked})))
    for name, value in marked.items():
        shown = shown.replace(f"{{{name}}}", value)
    return shown


def mark_moment(speech: Speech, moment: str) -> Markup:
    """Return a moment (ISO 8601, UTC) as the time of this computer; `moments.js` replaces it by that of the phone."""
    return Markup('<time datetime="{}">{}</time>').format(moment, speech.moment(moment))


def translate_plural(singular: str, plural: str, n: int, /, **values: Value) -> str:
    """Return the singular or plural of a text in the reader's language."""
    return speech().say(count(singular, plural, n, **values))


def check_words_of(head: str) -> str:
    """Return the check words of a hash in the reader's language."""
    return " ".join(check_words(head, speech().locale.language))


def halves_of(head: str) -> tuple[str, str]:
    """Return the check words of a hash in two halves."""
    words = check_words_of(head).split()
    half = len(words) // 2
    return " ".join(words[:half]), " ".join(words[half:])
