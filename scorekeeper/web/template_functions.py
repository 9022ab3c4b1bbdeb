"""The filters and globals of the templates, besides those of Flask and Flask-WTF."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any

from flask import Flask, current_app, g, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from scorekeeper.accounts.kitty import KITTY
from scorekeeper.cards.packs import Pack
from scorekeeper.clock import today
from scorekeeper.games.own_values import name_played, name_rules
from scorekeeper.games.terms import terms_of
from scorekeeper.language import LANGUAGES, Speech, find_locale
from scorekeeper.phrase import Card, Value, say, starts_with_input
from scorekeeper.storage.queries.nights import hashed_text_of_deal
from scorekeeper.storage.queries.sheets import newest_page, page_with
from scorekeeper.telling.cells import show_cell
from scorekeeper.telling.titles import game_of, played_beside_title, played_in, title_of
from scorekeeper.web.access.current import name_of_device
from scorekeeper.web.core.assets import load_scripts, preload_scripts
from scorekeeper.web.core.forms import sends
from scorekeeper.web.core.i18n import (
    AS_TEXT,
    check_words_of,
    halves_of,
    mark_moment,
    speech,
    translate,
    translate_plural,
)
from scorekeeper.web.rules.views import place_of_rule
from scorekeeper.web.sheet.plot import can_paint

# Moves the focus to a refusal, also without a script.
_REFUSED_HERE = Markup('role="alert" tabindex="-1" autofocus')
# Where a word of a Western language may be divided: before the last consonant before a vowel, and before "spiel".
_V = "[aeiouyäöüáéíóú]"
_C = "[b-df-hj-np-tv-zß]"
_SYLLABLE = re.compile(
    rf"(?<=\w\w)(?:(?=spiel)|(?:(?<={_V})|(?<={_V}{_C})|(?<={_V}{_C}{_C}))(?=(?:sch|ch|ck|ph|th|{_C}){_V}\w)"
    r"(?<![cpst](?=h))(?<!s(?=piel)))",
    re.I,
)
_WHOLE = 5  # letters; a shorter word fits over a column


def add_to_templates(app: Flask) -> None:
    """Register the filters and globals of the templates."""

    build = _remembered(app.url_for)

    def url_for(endpoint: str, /, **values: Any) -> str:
        return build(_find_base(), endpoint, **values)

    @app.context_processor
    def add_request() -> dict[str, Any]:
        return {
            "speech": speech(),
            "endpoint": request.endpoint,
            "posted": request.method == "POST",
            "url_for": partial(build, _find_base()),
        }

    app.jinja_env.globals.update(
        url_for=url_for,
        _=translate,
        ngettext=translate_plural,
        date_today=today,
        show_cell=show_cell,
        languages=LANGUAGES,
        sends=sends,
        current_path=current_path,
        path_of_form=path_of_form,
        place_on_sheet=partial(place_on_sheet, url_for),
        place_of_rule=partial(place_of_rule, url_for),
        check_words_of=check_words_of,
        halves_of=halves_of,
        hashed_text_of_deal=hashed_text_of_deal,
        terms_of=lambda game: _terms_in(game, speech().dialect),
        cards_of=lambda pack: _write_cards(pack, speech().dialect),
        can_paint=can_paint,
        load_scripts=load_scripts,
        preload_scripts=preload_scripts,
        refused_here=_REFUSED_HERE,
        name_rules=name_rules,
        name_played=name_played,
        played_in=played_in,
    )
    app.jinja_env.filters.update(
        phrase=_localized(Speech.say),
        refusal=_localized(_say_refusal),
        points=_localized(Speech.show),
        signed=_localized(Speech.points),
        card=_localized(lambda speech, name: _name_card(name, speech.dialect)),
        with_card=_localized(lambda speech, text, card: _insert_card(text, card, speech.dialect)),
        face=_localized(lambda speech, card, kind="": _draw_face(card, kind, speech.dialect)),
        named=_localized(say_players),
        short_names=_localized(lambda speech, players: {one: divided(say_players(speech, one)) for one in players}),
        phone=_localized(lambda speech, device, seq=0: speech.say(name_of_device(device, seq))),
        titled=_localized(lambda speech, night: title_of(night, speech)),
        game_of=game_of,
        beside_title=_localized(lambda speech, night: played_beside_title(night, speech)),
        moment=_localized(mark_moment),
        sign_class=sign_class,
        divided=divided,
        groupby_order=group_by,
    )


def _say_refusal(speech: Speech, reason: Value) -> Markup | str:
    """Return the text of an error, which the style begins with a capital; what somebody typed stays as it was typed."""
    text = speech.say(reason)
    return Markup('<span class="as-typed">{}</span>').format(text) if starts_with_input(reason, speech) else text


def _remembered(find: Callable[..., str]) -> Callable[..., str]:
    """Return Flask's `url_for`, which remembers the addresses that it has built, with their base before them.

    They depend on the address of the server and the night of the page only, besides what is given.
    """

    @lru_cache(maxsize=4096)
    def build(base: tuple[str, str], endpoint: str, /, **values: Any) -> str:
        return find(endpoint, **values)

    return build


def _find_base() -> tuple[str, str]:
    """Return what addresses depend on in this request, looked up once."""
    base: tuple[str, str] | None = g.get("base")
    if base is None:
        g.base = base = (request.host + request.script_root, g.get("slug", ""))
    return base


def _localized(write: Callable[..., Any]) -> Callable[..., Any]:
    """Return the filter that writes a value in the reader's language, which the context has unless in an import.

    It takes the context, so that Jinja does not fold a constant text into the language of the first reader.
    """

    @pass_context
    def write_here(context: Context, *values: Any) -> Any:
        return write(context.parent.get("speech") or speech(), *values)

    return write_here


@lru_cache(maxsize=1024)
def _name_card(card: str, dialect: str) -> str:
    """Return the name of a card in a language."""
    return Speech(find_locale((dialect,)), plain=AS_TEXT).show(Card(card))


def _insert_card(text: str, card: str, dialect: str) -> str:
    """Return a text in a language with the name of a card at its place."""
    return text.replace("{card}", _name_card(card, dialect))


@lru_cache(maxsize=1024)
def _draw_face(card: str, kind: str, dialect: str) -> Markup:
    """Return a card with its rank in a language; `kind` is a further class."""
    sign, rank = Speech(find_locale((dialect,)), plain=AS_TEXT).card_symbol(card)
    classes = ["face", "red" if card[-1] in "HD" else "", "" if sign else "tarock", kind]
    suit = Markup("<span>{}</span>").format(sign) if sign else ""
    return Markup('<span class="{}"><b>{}</b>{}</span>').format(" ".join(filter(None, classes)), rank, suit)


@lru_cache(maxsize=64)
def _write_cards(pack: Pack, dialect: str) -> str:
    """Return the cards of a pack for the pad: those of a suit in a line, each with its worth and its name.

    Before them is the class of the suit.
    """
    lines = []
    for suit, cards in pack.by_suit():
        kind = "tarock" if not suit else "red" if suit in "HD" else ""
        lines.append(",".join([kind, *[f"{card} {worth} {_name_card(card, dialect)}" for card, worth in cards]]))
    return ";".join(lines)


@lru_cache(maxsize=64)
def _terms_in(game: str, dialect: str) -> list[tuple[str, str]]:
    """Return the terms of a game with their meanings in a language."""
    reader = Speech(find_locale((dialect,)), plain=AS_TEXT)
    return [(reader.say(term.word), reader.say(term.meaning)) for term in terms_of(game)]


def say_players(speech: Speech, players: str | Iterable[str]) -> str:
    """Return the name of a player, or the names of several; one of them may be the kitty."""
    if isinstance(players, str):
        return speech.names.get(players, players) if players != KITTY else speech.say(say("kitty"))
    return ", ".join([say_players(speech, key) for key in players])


def sign_class(value: int, fewest_lead: bool = False) -> str:
    """Return the class of a number in its colour: good or bad for the player, by its sign."""
    good = -value if fewest_lead else value
    return "plus" if good > 0 else "minus" if good < 0 else ""


def group_by(items: Iterable[Any], attribute: str) -> list[tuple[Any, list[Any]]]:
    """Return the items grouped by an attribute, the groups in the order of their first items."""
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(getattr(item, attribute), []).append(item)
    return list(groups.items())


@lru_cache(maxsize=1024)
def divided(text: str, whole: int = _WHOLE) -> str:
    """Return a text for a narrow column, with soft hyphens in words of more than `whole` letters."""
    return re.sub(r"\w+", lambda word: _SYLLABLE.sub("\xad", word[0]) if len(word[0]) > whole else word[0], text)


def place_on_sheet(find: Callable[..., str], row: Any, number: int) -> str:
    """Return the address of a deal on the sheet, which may be on an older page, found as by `url_for`."""
    booked = row.number - 1
    older: dict[str, Any] = {} if number >= newest_page(booked) else {"from": page_with(number, booked)}
    return find("sheet.show", slug=row.slug, _anchor=f"deal-{number}", **older)


def current_path() -> str:
    """Return the address of the current page; after a POST that of its form."""
    return request.full_path.rstrip("?") if request.method == "GET" else path_of_form() or request.path


def path_of_form() -> str:
    """Return the page of a form that was sent to an address without a page, else ""."""
    routes = current_app.create_url_adapter(request)
    path = request.path
    while routes and path and not routes.test(path, "GET"):
        path = path.rpartition("/")[0]
    return "" if path == request.path else path or "/"
