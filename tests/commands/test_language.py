"""The reader's language on the command line, and argparse's own words in it."""

import argparse
import re
from gettext import NullTranslations
from pathlib import Path

import pytest

from scorekeeper import commands
from scorekeeper.commands import main
from scorekeeper.printing import choose_speech
from tests.commands.running import NIGHT, printed, write_night

LANGUAGES = [
    ([], {}, "en"),
    ([], {"LANG": "de_AT.UTF-8"}, "de_AT"),
    ([], {"LANG": "de_DE.UTF-8@euro"}, "de_DE"),
    ([], {"LANG": "de_DE@euro"}, "de_DE"),
    ([], {"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
    ([], {"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_CH.UTF-8"}, "de_CH"),
    ([], {"LANG": "fr_FR.UTF-8"}, "en"),
    (["--lang", "de"], {}, "de"),
    (["score", "x", "--lang=de"], {"LANG": "en_US.UTF-8"}, "de"),
    (["--lang", "de"], {"LANG": "de_AT.UTF-8"}, "de_AT"),
    (["--lang", "en"], {"LANG": "de_AT.UTF-8"}, "en"),
    (["score", "--", "--lang=de"], {}, "en"),
    (["--lang"], {}, "en"),
    (["--lang", "\udcff"], {}, "en"),
]


@pytest.mark.parametrize(("words", "environ", "locale"), LANGUAGES)
def test_the_language_is_the_wished_one_else_the_environments(words, environ, locale):
    assert str(choose_speech(words, environ).locale) == locale


def test_money_is_written_as_at_home_and_mistakes_in_the_wished_language(tmp_path, capsys, monkeypatch):
    file = write_night(tmp_path)
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "1,00\N{NO-BREAK SPACE}€" in printed(capsys, "settle", file)
    assert "€1.00" in printed(capsys, "settle", "--lang", "en", file)
    assert main(["score", write_night(tmp_path, NIGHT.replace("71", "121")), "--lang=de"]) == 2
    assert capsys.readouterr().err.startswith(f"{file}: Spiel 1: points: 121 ")


class Shouting(NullTranslations):
    """A language that is easily told from English."""

    def gettext(self, message):
        parts = re.split(r"(%\(\w+\)[sr]|%[sr]|\{\w+\})", message) if message else []
        return "".join(part if part[:1] in ("%", "{") else part.upper() for part in parts)

    def ngettext(self, singular, plural, n):
        return self.gettext(singular if n == 1 else plural)


@pytest.fixture
def shouting(monkeypatch):
    monkeypatch.setattr("scorekeeper.language.catalogue", lambda tag: Shouting())
    monkeypatch.setattr("scorekeeper.commands.catalogue", lambda tag: Shouting())


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in commands._COMMANDS)])
def test_every_word_of_the_help_can_be_translated(words, shouting, capsys):
    before = vars(argparse)["_"]
    shown = re.sub(r"EXAMPLE: .*", "", printed(capsys, *words))
    own = r"scorekeeper|--?[a-z]+|\{[a-z,]+\}|" + "|".join(commands._COMMANDS)
    assert not re.findall(r"[a-z]+", re.sub(own, "", shown))
    assert vars(argparse)["_"] is before, "argparse speaks its own language again afterwards"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["score"],
        ["dance"],
        ["score", "a", "b"],
        ["score", "--json=3", "a"],
        ["--lang"],
        ["export", "--format", "x"],
    ],
)
def test_every_mistake_of_argparse_can_be_translated(words, shouting, capsys):
    assert main(words) == 2
    own = r"scorekeeper|--?[a-z]+|'\w+'|" + "|".join(commands._COMMANDS)
    assert not re.findall(r"[a-z]{2,}", re.sub(own, "", capsys.readouterr().err))


def test_the_words_of_argparse_are_spelled_as_argparse_spells_them():
    source = Path(argparse.__file__).read_text(encoding="utf-8")
    ours = {phrase.text for phrase in commands._WORDS_OF_ARGPARSE}
    newer = {"invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"}
    assert {text for text in ours - newer if text not in source} == set()
