"""Who reads a page: the reader's language, and what it makes of texts, numbers, cards and names in the templates."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from babel import Locale
from flask import Flask, g, request, session, url_for
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from scorekeeper.games import GAMES
from scorekeeper.language import LANGUAGES, Speech, find_locale
from scorekeeper.ledger.words import check_words
from scorekeeper.night.kitty import KITTY
from scorekeeper.phrase import Card, Name, Phrase, Refused, Value, count, say
from scorekeeper.storage.sheets import newest_page, page_with
from scorekeeper.storage.tables import NightRow
from scorekeeper.web.owners import name_of_device
from scorekeeper.web.tokens import new_id

_AS_TEXT = "\ufe0e"  # behind a suit's sign: it stays a letter on every phone
# Where something is refused the reader's focus goes, also without a script.
_REFUSED_HERE = Markup('role="alert" tabindex="-1" autofocus')
# Where a word of a Western language may be divided: before the last consonant of a syllable's beginning.
_V, _C = "[aeiouyäöüáéíóú]", "[b-df-hj-np-tv-zß]"
_SYLLABLE = re.compile(
    rf"(?<=\w\w)(?:(?<={_V})|(?<={_V}{_C})|(?<={_V}{_C}{_C}))(?=(?:sch|ch|ck|ph|th|{_C}){_V}\w)(?<![cpst](?=h))", re.I
)
_WHOLE = 5  # letters of a word that needs no division over a column
_SIGNED = 8  # letters that a word counts at least which a sign stands before and stays with
_CHIPS = ((7, ""), (10, "wide"), (16, "wider"))  # letters of the longest word that fit, and the class of the chips


def speak(app: Flask) -> None:
    """Let the templates of an application say things to the reader."""
    app.before_request(_hear)
    app.jinja_env.globals.update(
        _=_translate,
        ngettext=_translate_plural,
        request_id=new_id,
        place_on_sheet=place_on_sheet,
        refused_here=_REFUSED_HERE,
    )
    app.jinja_env.filters.update(
        said=_said,
        titled=_titled,
        chips=_chips,
        points=_points,
        signed=_signed,
        named=_named,
        divided=divided,
        card=_card,
        phone=_phone,
        groupby_order=_group,
    )
    app.context_processor(_voice_here)


def _hear() -> None:
    """Keep the language that a form chooses: one that is being filled in is sent along, so that nothing is lost."""
    if request.method == "POST" and (language := request.form.get("language")) in LANGUAGES:
        session["language"], session.permanent = language, True


def _voice_here() -> dict[str, Any]:
    """What the templates of one page say things with: who reads it is found once."""
    here = speech()
    said = {"speech": here, "_": partial(_say, here), "clock": here.clock, "languages": LANGUAGES}
    return {**said, "check_words_of": check_words_of, "halves_of": halves_of}


def speech() -> Speech:
    """Return the reader's language: as chosen on the page, else as the browser wishes."""
    found: Speech | None = g.get("speech")
    if found is None:
        locale = locale_of(tuple(request.accept_languages.values()), session.get("language"))
        g.speech = found = Speech(locale, g.get("names", {}), _AS_TEXT)
    return found


def locale_of(wishes: tuple[str, ...], chosen: str | None) -> Locale:
    """Return the locale of who wishes these languages and has `chosen` one on a page."""
    wishes = tuple(wish[:40] for wish in wishes[:10])  # the last ones are kept
    # The chosen language keeps the browser's country, so that money looks as it does at home.
    fitting = tuple(wish for wish in wishes if wish.split("-")[0] == chosen)
    return find_locale((*fitting, chosen) if chosen else wishes)


def know_names(names: Mapping[str, str]) -> None:
    """Let phrases on this page name the players of a night, by key."""
    g.names = names
    if said := g.get("speech"):
        g.speech = replace(said, names=names)


def _reader(context: Context) -> Speech:
    """Return the language of who reads a template, which it has from the page; what is imported alone has no page."""
    known: Speech | None = context.parent.get("speech")
    return speech() if known is None else known


@pass_context  # keeps Jinja from folding a constant text into the first reader's language
def _translate(context: Context, text: str, /, **values: Value) -> str:
    return _say(speech(), text, **values)


def _say(reader: Speech, text: str, /, **values: Value) -> str:
    return reader.say(say(text, **values)) if values else _plain(text, reader.locale.language)


@lru_cache(maxsize=2_000)  # of the texts that stand in templates there are fewer, in all languages together
def _plain(text: str, language: str) -> str:
    """Return a text in which nothing is filled in: it follows from the catalogue, which never changes."""
    return Speech(Locale(language)).say(say(text))


@pass_context
def _translate_plural(context: Context, singular: str, plural: str, n: int, /, **values: Value) -> str:
    return _reader(context).say(count(singular, plural, n, **values))


@pass_context
def _said(context: Context, phrase: Phrase) -> str:
    return _reader(context).say(phrase)


@pass_context
def _titled(context: Context, night: NightRow) -> str:
    """The name of a night, that of its game where it got none."""
    return title_of(night)


def title_of(night: NightRow) -> str:
    """Return the name of a night as its pages show it."""
    return str(night.title) or speech().say(GAMES[night.game].title)


@pass_context
def _points(context: Context, value: int) -> str:
    return _reader(context).show(value)


@pass_context
def _signed(context: Context, value: int) -> str:
    return _reader(context).points(value)


def _group(items: Iterable[Any], attribute: str) -> list[tuple[Any, list[Any]]]:
    """Items with the same attribute together, groups in the order in which they begin."""
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(getattr(item, attribute), []).append(item)
    return list(groups.items())


def _chips(labels: Iterable[str]) -> str:
    """The classes of a row of chips that keep the longest word of their labels in one piece on a phone."""
    counted = (max(len(word), _SIGNED * ("\xa0" in label)) for label in labels for word in label.split())
    longest = max(counted, default=0)
    width = next((width for most, width in _CHIPS if longest <= most), "widest")
    return f"chips {width}".rstrip()


@pass_context
def _card(context: Context, name: str) -> str:
    """A card as the reader knows it."""
    return _reader(context).show(Card(name))


@pass_context
def _named(context: Context, players: str | Iterable[str]) -> str:
    """The name of a player, or the names of several; the kitty stands under its own key."""
    here = _reader(context)
    if isinstance(players, str) and players != KITTY:
        return here.show(Name(players))
    keys = (players,) if isinstance(players, str) else tuple(players)
    return here.say(tuple(Name(key) if key != KITTY else say("kitty") for key in keys))


def divided(name: str) -> str:
    """A name over a narrow column, which may be divided with a hyphen where its words are long."""
    return re.sub(r"\w+", lambda word: _SYLLABLE.sub("\xad", word[0]) if len(word[0]) > _WHOLE else word[0], name)


def place_on_sheet(row: NightRow, number: int) -> str:
    """Return the address of a deal's line on the sheet, which may be some pages back."""
    booked = row.number - 1
    older: dict[str, Any] = {} if number >= newest_page(booked) else {"from": page_with(number, booked)}
    return url_for("sheet.show", slug=row.slug, _anchor=f"deal-{number}", **older)


@pass_context
def _phone(context: Context, device: str, seq: int = 0) -> str:
    """Whose phone a device is, or was when it wrote the entry `seq` of the journal."""
    return _reader(context).say(name_of_device(device, seq))


def check_words_of(head: str) -> str:
    """Return the check words of a hash in the reader's language."""
    return _check_words(head, speech().locale.language)


def halves_of(head: str) -> tuple[str, str]:
    """Return the same as two lines have them."""
    words = check_words_of(head).split()
    half = len(words) // 2
    return " ".join(words[:half]), " ".join(words[half:])


@lru_cache(maxsize=256)
def _check_words(head: str, language: str) -> str:
    return " ".join(check_words(head, language))


def refusal(refused: Refused) -> str:
    """Return why something cannot be accepted, in the reader's language."""
    return speech().say(refused.phrase)
