"""The reader's language: which one it is, its numbers and money, and pages that keep to it."""

import re
from functools import partial
from gettext import NullTranslations
from html import unescape

import pytest
from babel import Locale
from flask.templating import Environment
from jinja2 import Undefined, pass_context
from markupsafe import Markup

from scorekeeper.commands import _COMMANDS, build_parser
from scorekeeper.formats import FORMATS
from scorekeeper.games import GAMES
from scorekeeper.games.own import OWN
from scorekeeper.games.own.ready import ready_sheets
from scorekeeper.language import Speech, find_locale
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.paths import resources
from scorekeeper.phrase import Name, count, say
from scorekeeper.spreadsheet.csv_file import csv_lines
from scorekeeper.spreadsheet.night import deals_table
from scorekeeper.telling.night import format_night, parties_in
from scorekeeper.web.core.i18n import set_names, speech
from scorekeeper.web.groups.current import TABLE
from scorekeeper.web.template_functions import _terms_in
from tests.language.catalogue import ROOT, forms, read
from tests.language.pages import NIGHTS, Site

SPACE = "\N{NO-BREAK SPACE}"
GERMAN = Speech(Locale("de"))

# Sources are cited as they are printed, and addresses and dates are no language.
CITED = {preset.source for game in GAMES.values() for preset in game.presets.values()}
LONG = 12  # letters; shorter texts may well be German words


def texts_of(catalogue, part):
    return {form for message in catalogue if message.id for form in forms(getattr(message, part))}


_CATALOGUE = read(resources("translations") / "de.po")  # the program's own, wherever it is installed
ENGLISH_TEXTS, GERMAN_TEXTS = texts_of(_CATALOGUE, "id"), texts_of(_CATALOGUE, "string")


@pytest.mark.parametrize(
    ("wishes", "locale"),
    [
        (("de-AT", "en"), "de_AT"),
        (("fr", "de"), "de"),
        (("zh-Hant-TW", "gsw", "en-GB", "de"), "en_GB"),
        (("de_AT.UTF-8",), "de_AT"),
        (("de_DE.UTF-8@euro",), "de_DE"),
        (("en_US.UTF-8",), "en_US"),
        (("DE-at",), "de_AT"),
        (("C.UTF-8", "POSIX", "*", ""), "en"),
        (("../../etc", "x" * 500, "-", "de-"), "en"),
        ((), "en"),
    ],
)
def test_the_first_wish_that_there_is_counts(wishes, locale):
    assert str(find_locale(wishes)) == locale


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de-AT"),
        ("en;q=0.3, de-CH;q=0.7, fr", "de-CH"),
        ("de;q=0.3, en-GB;q=0.7", "en-GB"),
        ("fr, it", "en"),
        ("*", "en"),
        (";;,=,q=x", "en"),
        (None, "en"),
    ],
)
def test_a_page_is_in_the_language_that_the_browser_wishes_most(site, accepted, language):
    headers = {} if accepted is None else {"Accept-Language": accepted}
    assert f'<html lang="{language}">' in site.app.test_client().get("/", headers=headers).text


def test_a_chosen_language_holds_and_keeps_the_browsers_country(site):
    phone = site.app.test_client()
    phone.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de-AT, en-GB;q=0.5"
    for language, spoken in (("en", "en-GB"), ("de", "de-AT")):
        assert phone.post("/language", data={"language": language, "back": "/nights/new"}).location == "/nights/new"
        assert f'<html lang="{spoken}">' in phone.get("/").text
    assert phone.post("/language", data={"language": "xx"}).status_code == 303
    assert '<html lang="de-AT">' in phone.get("/").text
    for language, money in (("de", f"0,10{SPACE}€"), ("en", "€0.10")):
        site.phone.post("/language", data={"language": language})
        site.phone.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en-GB, de-AT"
        assert money in site.phone.get(f"/n/{site.nights[0].slug}/settle").text
    with site.phone.session_transaction() as session:
        del session["language"]


@pytest.mark.parametrize(
    ("locale", "points", "lost", "won", "yen"),
    [
        ("de_DE", "1.234", f"−1.234,56{SPACE}€", f"+0,05{SPACE}€", f"−100{SPACE}¥"),
        ("de_AT", "1.234", f"−1.234,56{SPACE}€", f"+0,05{SPACE}€", f"−100{SPACE}¥"),
        ("en_GB", "1,234", "−€1,234.56", "+€0.05", "−JP¥100"),
    ],
)
def test_points_and_money_have_a_sign_and_are_written_as_at_home(locale, points, lost, won, yen):
    speech = Speech(Locale.parse(locale))
    assert [speech.points(each) for each in (-1234, 1234, 0)] == [f"−{points}", f"+{points}", "0"]
    assert speech.say(say("{reason}: {each}", reason="x", each=-1234)) == f"x: −{points}"
    assert (speech.money(-123456, "EUR"), speech.money(-100, "JPY")) == (lost, yen)
    assert (speech.money(5, "EUR", signed=True), speech.money(5, "EUR")) == (won, won[1:])
    assert not speech.money(0, "EUR", signed=True).startswith("+")


def test_austrians_read_their_own_words():
    austrian, swiss = Speech(Locale.parse("de_AT")), Speech(Locale.parse("de_CH"))
    assert (austrian.say(say("Kitty")), swiss.say(say("Kitty")), GERMAN.say(say("Kitty"))) == (
        "Kassa",
        "Kasse",
        "Kasse",
    )
    tour = next(text for text in ENGLISH_TEXTS if text.startswith("Tour 1, hearts taken"))
    assert ("Bub −2" in austrian.say(say(tour)), "Bube −2" in GERMAN.say(say(tour))) == (True, True)
    page = say("On the kitty page of a night each fine is then one tap beside the player.")
    assert austrian.say(page).startswith("Auf der Kassaseite ")
    assert austrian.say(say("Treasurers")) == GERMAN.say(say("Treasurers")) == "Kassiere"
    assert not any(re.search(r"Kasse\b|Bube\b", austrian.text(say(text), 1)) for text in ENGLISH_TEXTS)


# Words that a page does not use, each beside the one it uses, and texts that need one of them for something else.
OTHER_WORDS = {
    "en": r"\bbook(s|ed|ing|ings)?\b|\bcorrect(s|ed|ing|ion|ions)?\b|\bobjec(t|ts|ted|tion|tions)\b|\bdisput",
    "de": r"\b(ge|ver)?buch(e|en|st|t|ung|ungen)\b|\bberichtig|\bkorrig|\bkorrektur|\beinspr[uü]ch|\bstrittig",
}
ALLOWED = {
    "Print the rule book of a game: what pays what, the house rules, every rule with its source.",
    "Ist ein Stich strittig? Seine Nummer tippen, wer ausspielte und seine Karten, dann einen Stich, in dem die Farbe "
    "zu sehen war.",  # of one trick, not of a deal
}


@pytest.mark.parametrize(("language", "texts"), [("en", ENGLISH_TEXTS), ("de", GERMAN_TEXTS)])
def test_one_word_stands_for_saving_for_fixing_and_for_querying(language, texts):
    other = re.compile(OTHER_WORDS[language], re.IGNORECASE)
    shown = {re.sub(r"\{\w+\}", "", text) for text in texts - ALLOWED}
    assert {text for text in shown if other.search(text)} == set()
    told = {"en": ("Book deal 1", "It is disputed"), "de": ("Spiel 1 buchen", "Einspruch erheben")}[language]
    assert all(map(other.search, told)), "it can fail"


@pytest.mark.parametrize(("guide", "language"), [("HOSTING", "en"), ("OPERATING", "en"), ("ANLEITUNG", "de")])
def test_guides_use_the_words_of_the_pages(guide, language):
    text = (ROOT / f".github/{guide}.md").read_text("utf-8").replace("rule book", "")
    text = re.sub("`[^`\n]*`", "", text)  # an address or a command is no word for readers
    assert not re.search(OTHER_WORDS[language], text, re.IGNORECASE)


def test_days_are_written_as_at_home():
    assert GERMAN.day("2026-11-21") == "21. November 2026"
    assert Speech(Locale.parse("en_GB")).day("2026-11-21") == "21 November 2026"
    assert GERMAN.day("") == ""


@pytest.mark.parametrize(("n", "text"), [(0, "0 Spieler"), (1, "1 Spieler"), (2, "2 Spieler")])
def test_a_text_counts_as_the_language_does(n, text):
    assert GERMAN.say(count("{n} player", "{n} players", n)) == text
    begleichen = "begleicht" if n == 1 else "begleichen"
    assert begleichen in GERMAN.say(count("{n} payment settles everything", "{n} payments settle everything", n))


def test_players_are_named_wherever_they_stand():
    speech = Speech(Locale("de"), {"p1": "Anna", "p2": "Bernd"})
    inner = say("{loser} pays {winner}", loser=Name("p1"), winner=Name("p2"))
    assert speech.say(inner) == "Anna zahlt an Bernd"
    assert speech.say(say("{key}: {reason}", key="x", reason=inner)) == "x: Anna zahlt an Bernd"
    assert speech.say((Name("p2"), Name("p1"), Name("p9"))) == "Bernd, Anna, p9"


@pytest.mark.parametrize("name", ["{winner}", "{0}", "{", "%s", "%(x)s", "{x.__class__}"])
def test_a_name_is_never_read_as_a_text_with_places(name):
    speech = Speech(Locale("de"), {"p1": name})
    assert speech.say(say("{player} stands twice", player=Name("p1"))) == f"{name} steht doppelt"


def test_a_text_that_no_catalogue_has_is_shown_as_it_is():
    assert GERMAN.say(say("no text of {this} product", this="that")) == "no text of that product"


@pytest.fixture(scope="module")
def site(tmp_path_factory, make_app):
    site = Site(make_app(str(tmp_path_factory.mktemp("site") / "scorekeeper.sqlite3")))
    yield site
    site.close()


def find_foreign(pages, own, other):
    """Return where a piece of `other` texts stands that none of the page's `own` texts has too."""
    known = "\n".join(own)
    parts = {part.strip(" ,;:.") for text in other for part in re.split(r"\{\w*\}|%\(\w+\)\w|%\w", text)}
    strange = {part for part in parts if len(part) > LONG and part not in known}
    read = {path: unescape(page) for path, page in pages.items()}
    lines = "\n".join({line for page in read.values() for line in page.split("\n")})  # most stand on many pages
    here = {piece for piece in strange if "\n" in piece or piece in lines}
    return {(path, piece) for path, page in read.items() for piece in here if piece in page}


def test_pages_keep_to_the_language_of_their_reader(site):
    hashed = re.compile('data-last="[^"]*"')  # an entry of the journal, for the script that verifies it
    german, english = (
        {path: hashed.sub("", page) for path, page in site.walk(language).items()} for language in ("de-AT", "en-GB")
    )
    assert find_foreign(german, GERMAN_TEXTS, ENGLISH_TEXTS) == set()
    cited = re.compile("|".join(map(re.escape, CITED)))
    pages = {path: cited.sub("", unescape(page)) for path, page in english.items()}
    assert find_foreign(pages, ENGLISH_TEXTS, GERMAN_TEXTS) == set()
    found = find_foreign(english, GERMAN_TEXTS, ENGLISH_TEXTS)
    assert len({path for path, _ in found}) > len(english) * 0.9
    assert len({piece for _, piece in found}) > 150


def unseen(site, pages):
    """Return the routes of which the walk saw no page, but for what is no page, or no link leads to."""
    seen = {re.split("[ ?]", re.sub(r"^/n/\w+", "/n/_", path))[0] for path in pages}
    rules = {rule.rule for rule in site.app.url_map.iter_rules() if "GET" in rule.methods}
    apart = {"/static/<filename>", "/j/<slug>/<token>", "/jr/<group_slug>/<token>"}
    apart |= {f"/r/<group_slug>/{name}.{TABLE}" for name in ("season", "seasons", "statement", "kitty", "members")}
    apart |= {f"/n/<slug>/night.<any({', '.join(FORMATS)}):form>", "/n/<slug>/picture.<any(svg, png):kind>"}
    apart |= {f"/n/<slug>/{name}" for name in ("now", "head", "chain", "ahead/<int:number>", "rules.toml")}
    apart |= {"/n/<slug>/plot", "/n/<slug>/settings"}  # they redirect
    apart |= {"/worker.js", "/n/<slug>/offline"}  # for the service worker
    apart |= {"/n/<slug>/practice"}  # from an empty sheet
    apart |= {"/n/<slug>/rules/form"}  # of a game of one's own; the same template as for a new sheet
    apart |= {f"{site.app.static_url_path}/<path:filename>"}
    return {
        rule
        for rule in rules - apart
        if not any(re.fullmatch(re.sub(r"<[^>]+>", "[^/]+", rule).replace(".", r"\."), path) for path in seen)
    }


class Shouting(NullTranslations):
    """A language in capitals, so that every small letter on a page is one that no catalogue was asked for."""

    def gettext(self, message):
        return "".join(part if part[:1] == "{" else part.upper() for part in re.split(r"(\{\w+\})", message))

    def ngettext(self, singular, plural, n):
        return self.gettext(singular if n == 1 else plural)


def small_words(page):
    """Return the words with small letters in the texts of a page and in the attributes that are shown or read out."""
    told = re.findall(
        r'\b(?:aria-label|title|placeholder|alt|data-(?:total|all|part|missing|right|few|many|wrong))="([^"]*)"', page
    )
    page = re.sub(r"<kbd>.*?</kbd>", " ", page)  # words of a paper sheet, the same in every language
    texts = " ".join((re.sub(r"<[^>]*>", " ", page), *told))
    return re.findall(r"[^\W\d_]*[a-zäöüß][^\W\d_]*", re.sub(r"\{\w+\}", "", texts))


def test_every_word_of_a_page_comes_from_the_catalogue(site, monkeypatch):
    monkeypatch.setattr("scorekeeper.language.catalogue", lambda language: Shouting())
    monkeypatch.setattr("scorekeeper.web.template_functions._terms_in", _terms_in.__wrapped__)
    monkeypatch.setattr(site.app.jinja_env, "_by_dialect", {})  # no templates with the true texts
    monkeypatch.setattr(site.app.jinja_env, "bytecode_cache", None)
    monkeypatch.setattr("scorekeeper.web.sheet.view_model._kept_body", lambda *key: {})  # no sheets in the true words
    monkeypatch.setattr("scorekeeper.web.core.i18n.check_words", lambda digest, language: ("THREE", "CHECK", "WORDS"))
    pages = site.walk("en-GB")
    assert unseen(site, pages) == set()
    authors = {preset.author for game in (*GAMES.values(), OWN) for preset in game.presets.values()}
    aliases = {alias.name for game in GAMES.values() for alias in game.aliases}
    sheets = {
        text for ready in ready_sheets().values() for text in (*ready.aliases, *names_in(ready.variants.values()))
    }
    cited = "|".join(map(re.escape, sorted(CITED | authors | aliases | sheets, key=len, reverse=True)))
    names = "Solo|Sküs|scorekeeper|English|Deutsch"  # are called so everywhere
    known = re.compile(rf"{cited}|https?://\S+|\b(?:{names}|November|[0-9a-f]{{8}})\b")
    # What a sheet says in its document is data, and so are its sources.
    own = {path: page for path, page in pages.items() if "sheet=" in path or "/own/ready/" in path}
    assert own
    found = {(word, path) for path in pages.keys() - own for word in small_words(known.sub("", unescape(pages[path])))}
    assert found == set()


def names_in(documents):
    """Return the names of some documents in both languages."""
    names = [document["name"] for document in documents]
    return {text for name in names for text in (name.values() if isinstance(name, dict) else [name])}


def test_a_word_that_no_catalogue_was_asked_for_is_found():
    assert small_words('<p class="lead" title="a {place}">ALL OF <b>it</b></p>') == ["it", "a"]


def test_a_night_is_told_in_german():
    for data in NIGHTS:
        document = read_night(data)
        lines = [
            *format_night(document, GERMAN),
            *csv_lines(deals_table(document.night, document.slots, parties_in(document), GERMAN)),
        ]
        assert find_foreign({data["game"]: "\n".join(lines)}, GERMAN_TEXTS, ENGLISH_TEXTS) == set()


def test_the_help_is_german():
    parser = build_parser(GERMAN)
    texts = [parser.format_help()]
    texts += [action.choices[name].format_help() for action in parser._subparsers._group_actions for name in _COMMANDS]
    told = {str(place): " ".join(text.split()) for place, text in enumerate(texts)}
    english = {text for text in ENGLISH_TEXTS if "%" not in text}
    assert (
        find_foreign(told, GERMAN_TEXTS, english - {"positional arguments", "show this help message and exit"}) == set()
    )


def test_a_constant_is_not_kept_from_the_first_reader(site):
    """Jinja works out filters of constants when it compiles a page, which it does for the first reader."""
    source = """{{ -1234|signed }} {{ 1234|points }} {{ "p1"|named }}
        {{- " " ~ _("Settle") }} {{ ngettext("{n} player", "{n} players", 1) }}"""
    page, told = None, []
    for wished, name in (("de", "Anna"), ("en", "Bernd"), ("de", "Clara")):
        with site.app.test_request_context(headers={"Accept-Language": wished}):
            set_names({"p1": name})
            page = page or site.app.jinja_env.from_string(source)
            told.append(page.render())
    assert told == [
        "−1.234 1.234 Anna Abrechnen 1 Spieler",
        "−1,234 1,234 Bernd Settle 1 player",
        "−1.234 1.234 Clara Abrechnen 1 Spieler",
    ]


@pytest.mark.parametrize(
    ("wished", "kitty", "deal"), [("de-AT", "Kassa", "Spiel"), ("de", "Kasse", "Spiel"), ("en", "Kitty", "Deal")]
)
def test_a_template_is_compiled_with_its_constant_texts(site, wished, kitty, deal):
    source = """{{ _("Kitty") }} {{ _("Deal {number}", number="{number}") }} {{ _("Deal {number}", number=n) }}"""
    with site.app.test_request_context(headers={"Accept-Language": wished}):
        templates = site.app.jinja_env.in_language(speech())
        assert templates.from_string(source).render(n=1) == f"{kitty} {deal} {{number}} {deal} 1"
    assert f"'{kitty} {deal} {{number}} '" in templates.compile(source, raw=True)


@pytest.mark.parametrize(
    "value", ["Anna", "<i> & \"x\" 'y'", "", Markup("<b>1</b>"), -1, True, None, ["<"], Undefined()]
)
def test_a_template_escapes_each_value_as_those_of_flask_do(site, value):
    source = """<p title="{{ value }}">{{ value or value }}{% set text %}<u>{{ value }}{% endset %}{{ text }}</p>
        {%- macro again() %}<b>{{ value }}{% endmacro %}{{ again() }}{{ value|safe }}{{ "<" if value }}"""
    environments = [Environment(site.app, autoescape=True), site.app.jinja_env.in_language(GERMAN)]
    there, here = (environment.from_string(source).render(value=value) for environment in environments)
    assert here == there


def test_a_template_calls_as_those_of_flask_do(site):
    def told(*args, **values):
        return f"{args} {values}"

    source = """{% macro twice(text, more="-") %}{{ text }}{{ more }}<i>{{ text }}{% endmacro %}
        {%- for n in (1, 2) %}{% set m = n + 1 %}{{ plain(n, x="<") }} {{ bound("n") }} {{ part(n) }} {{ here("m") }}
        {{- kind(n) }} {{ twice(n) }} {{ twice("<", more=n) }}{% endfor %} {{ cycler("a").next() }} {{ here("x") }}"""
    values = {
        "plain": told,
        "bound": {"n": 3}.get,
        "part": partial(told, 0),
        "here": pass_context(lambda context, name: context[name]),
        "kind": complex,
        "x": "&",
    }
    environments = [Environment(site.app, autoescape=True), site.app.jinja_env.in_language(GERMAN)]
    there, here = (environment.from_string(source).render(values) for environment in environments)
    assert here == there


@pytest.mark.parametrize(
    ("total", "of", "average"),
    [
        *((9, 2, "+5"), (5, 2, "+3"), (-5, 2, "−3"), (1, 3, "0"), (-1, 3, "0")),
        *((25, 20, "+1,3"), (-1, 100, "0"), (30, 10, "+3")),
    ],
)
def test_an_average_is_rounded_as_one_does_by_hand(total, of, average):
    assert GERMAN.average(total, of) == average


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-23:00", "0001-01-01T00:00:00+23:00", "yesterday"])
def test_a_moment_that_is_in_no_year_here_stands_as_it_was_written(moment):
    assert GERMAN.moment(moment) == moment
