"""Every text of the product stands in the German catalogue, translated, with the same places to fill.

New texts come into it by `python -m tests.language.catalogue`; Babel's own commands stand there too.
"""

import ast
import re
import shutil
from copy import deepcopy
from html.parser import HTMLParser

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from tests.language.catalogue import GERMAN, ROOT, extract, find_problems, forms, read, update

TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
MODULES = sorted((ROOT / "scorekeeper").rglob("*.py"))
# Where a text comes from outside and is only passed on.
PASSED_ON = {("web/core/i18n.py", "say"), ("web/core/i18n.py", "count")}
# Words on the pages that are the same in every language.
SAME_EVERYWHERE = {"scorekeeper", "TOML", "JSON"}


@pytest.fixture(scope="module")
def texts():
    return extract(ROOT)


def test_every_text_has_a_german_one(texts):
    problems = find_problems(texts, read())
    assert problems == [], "run: python -m tests.language.catalogue, then translate"


def test_all_templates_are_read(texts):
    places = {file for message in texts for file, _ in message.locations}
    assert "templates/settlement/settle.html" in places
    assert {file.relative_to(ROOT).as_posix() for file in TEMPLATES if "_(" in file.read_text()} <= places


@pytest.mark.parametrize(
    ("file", "line", "text"),
    [
        ("templates/settlement/settle.html", '{{ _("A text that is new") }}', "A text that is new"),
        ("templates/settlement/_plan.html", '{{ ngettext("{n} new", "{n} newer", 2) }}', "{n} new | {n} newer"),
        ("scorekeeper/web/core/i18n.py", 'say("this is {new}", new=1)', "this is {new}"),
        ("scorekeeper/night/night.py", 'count("one", "{n} many",\n  n=2)', "one | {n} many"),
    ],
)
def test_a_new_text_is_reported(tmp_path, file, line, text):
    copied = tmp_path / file
    copied.parent.mkdir(parents=True)
    copied.write_text(f"{(ROOT / file).read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    assert f"not in the catalogue: {text!r}" in find_problems(extract(tmp_path), read())


def test_a_template_that_cannot_be_read_is_no_template_without_texts(tmp_path):
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "broken.html").write_text('{{ _("A text") }}{% if %}')
    with pytest.raises(Exception, match="Expected an expression"):
        extract(tmp_path)


def translated(*messages):
    catalogue = Catalog(locale="de")
    for text, translation, *flags in messages:
        catalogue.add(text, translation, flags=flags)
    return catalogue


PLAYER, PLAYERS = "{n} player", "{n} players"


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        (("{who} pays", "{who} zahlt"), None),
        (("{who} pays", ""), "not translated"),
        (("{who} pays", "{who} zahlt", "fuzzy"), "fuzzy"),
        (("{who} pays", "{wer} zahlt"), "other places to fill"),
        (("{who} pays", "wer zahlt"), "other places to fill"),
        (("{who} pays", "{who} zahlt {who}"), "other places to fill"),
        (("{who} pays", "{who} zahlt {}"), "other places to fill"),
        (("who pays", "wer zahlt %(was)s"), "other places to fill"),
        (("who pays", "wer zahlt "), "other blanks around it"),
        (((PLAYER, PLAYERS), ("{n} Spieler", "{n} Spieler")), None),
        (((PLAYER, PLAYERS), ("ein Spieler", "{n} Spieler")), "other places to fill"),
        (((PLAYER, PLAYERS), ("{n} Spieler", "")), "not translated"),
        (((PLAYER, PLAYERS), ("{n} Spieler",)), "not translated"),
    ],
)
def test_faulty_translations_are_reported(message, problem):
    text = message[0]
    key = text if isinstance(text, str) else " | ".join(text)
    found = find_problems(translated((text, "")), translated(message))
    assert found == ([f"{problem}: {key!r}"] if problem else [])


def test_a_translation_that_nobody_needs_is_reported():
    assert find_problems(translated(), translated(("gone", "weg"))) == ["obsolete: 'gone'"]


def test_an_entry_that_is_only_commented_out_is_reported(tmp_path, texts):
    path = tmp_path / "de.po"
    path.write_text(GERMAN.read_text(encoding="utf-8") + '\n#~ msgid "gone"\n#~ msgstr "weg"\n', encoding="utf-8")
    assert "obsolete: 'gone'" in find_problems(texts, read(path))


def test_the_catalogue_is_as_updating_writes_it(tmp_path, texts):
    path = tmp_path / "de.po"
    shutil.copy(GERMAN, path)
    update(path, deepcopy(texts))
    # What counts is what they say: Babel 2.19 breaks long lines elsewhere, and names itself in the compiled file.
    for kept, parse in ((GERMAN, read_po), (GERMAN.with_suffix(".mo"), read_mo)):
        with path.with_suffix(kept.suffix).open("rb") as written, kept.open("rb") as there:
            texts_of = [
                [(message.id, message.string) for message in parse(file) if message.id] for file in (written, there)
            ]
        assert texts_of[0] == texts_of[1], "run: python -m tests.language.catalogue"


def test_updating_brings_new_texts_drops_old_ones_and_keeps_translations(tmp_path):
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        '{{ _("Zoo") }} {{ _("Settle") }} {{ ngettext("one", "{n}", n) }}'
    )
    path = tmp_path / "de.po"
    shutil.copy(GERMAN, path)
    assert update(path, extract(tmp_path)) == ["not translated: 'Zoo'", "not translated: 'one | {n}'"]
    text = path.read_text(encoding="utf-8").replace('msgid "Zoo"\nmsgstr ""', 'msgid "Zoo"\nmsgstr "Tiergarten"')
    path.write_text(text, encoding="utf-8")
    assert update(path, extract(tmp_path)) == ["not translated: 'one | {n}'"]
    assert path.read_text(encoding="utf-8") == text
    known = {message.id: message.string for message in read(path) if message.id}
    assert known == {"Settle": read().get("Settle").string, "Zoo": "Tiergarten", ("one", "{n}"): ("", "")}


def test_the_catalogue_holds_nothing_that_changes_with_every_run():
    header, _, rest = GERMAN.read_text(encoding="utf-8").partition("\n\n")
    names = [line.removeprefix('"').partition(":")[0] for line in header.splitlines() if line.startswith('"')]
    assert names == ["Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"]
    assert "nplurals=2; plural=(n != 1);" in header
    assert not re.search(r"^#", rest, re.MULTILINE)


def test_german_quotes_are_german():
    german = {form for message in read() if message.id for form in forms(message.string)}
    assert {text for text in german if set(text) & set("\"'`”‘’")} == set()
    assert {text for text in german if re.sub("[^„“]", "", text).replace("„“", "")} == set()
    assert any("„" in text for text in german)


def test_english_takes_nobody_for_a_man(texts):
    english = {form for message in texts if message.id for form in forms(message.id)}
    assert {text for text in english if re.search(r"\b(he|him|his|himself)\b", text, re.IGNORECASE)} == set()
    assert any(re.search(r"\bthey\b", text) for text in english)


def find_built_texts(source, name):
    """Return the calls of say and count whose text is put together, so that extraction cannot see it."""
    tree = list(ast.walk(ast.parse(source)))
    imports = [node for node in tree if isinstance(node, ast.ImportFrom) and node.module == "scorekeeper.phrase"]
    texts = {"say": 1, "count": 2}
    marks = {each.name for node in imports for each in node.names if (name, each.name) not in PASSED_ON} & texts.keys()
    calls = [node for node in tree if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]

    def is_text(node):
        return isinstance(node, ast.Constant) and isinstance(node.value, str)

    return [
        f"{name}:{call.lineno}"
        for call in calls
        if call.func.id in marks and not all(map(is_text, call.args[: texts[call.func.id]] or [call]))
    ]


def find_built_template_texts(source, name):
    calls = [call for call in Environment().parse(source).find_all(nodes.Call) if isinstance(call.node, nodes.Name)]
    texts = {"_": 1, "ngettext": 2}
    return [
        f"{name}:{call.lineno}"
        for call in calls
        if not all(isinstance(text, nodes.Const) for text in call.args[: texts.get(call.node.name, 0)])
    ]


@pytest.mark.parametrize(("find", "files"), [(find_built_texts, MODULES), (find_built_template_texts, TEMPLATES)])
def test_every_text_stands_where_it_is_said(find, files):
    read_ = {str(file.relative_to(ROOT)).removeprefix("scorekeeper/"): file.read_text("utf-8") for file in files}
    assert [place for name, source in read_.items() for place in find(source, name)] == []


def test_a_text_that_is_put_together_is_found():
    head = "from scorekeeper.phrase import count, say\n"
    for text in ("say(text)", "say('a' + b)", "say(f'{a}')", "count('a', b, n=1)", "say('a' if b else 'c')", "say()"):
        assert find_built_texts(head + text, "x.py") == ["x.py:2"]
    assert find_built_texts(head + "say('a' 'b')\ncount('a', 'b', n=1)\n'a'.count(b)", "x.py") == []
    template = '{{ _("a" ~ b) }}\n{{ _(b) }}\n{{ ngettext("a", b, 2) }}{{ _("a") }}'
    assert find_built_template_texts(template, "x") == ["x:1", "x:2", "x:3"]


class Words(HTMLParser):
    """The words that stand in a template itself: texts, and attributes that are read out or shown."""

    def __init__(self, source):
        super().__init__()
        self.found = set()
        self.feed(re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", source, flags=re.DOTALL))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("aria-label", "title", "placeholder", "alt"):
                self.handle_data(value or "")

    def handle_data(self, data):
        self.found |= set(re.findall(r"[^\W\d_]{2,}", data)) - SAME_EVERYWHERE


def test_a_template_has_no_words_of_its_own():
    own = {file.name: Words(file.read_text(encoding="utf-8")).found for file in TEMPLATES}
    assert {name: words for name, words in own.items() if words} == {}
    assert Words('<p class="lead" title="Some">{{ _("all") }} words</p>').found == {"Some", "words"}
