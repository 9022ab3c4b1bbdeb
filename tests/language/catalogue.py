"""The German catalogue: which texts the product has, what is wrong with their translations, and how to add new ones.

After adding or changing texts run

    python -m tests.language.catalogue

in the checkout: it puts new texts into scorekeeper/translations/de.po with an empty translation, takes out those that
are gone, and leaves every translation as it is. Rule books, house rules, terms and the keys of night files have their
German beside the English, in TOML files. The file depends on nothing but its texts: it has no dates, no line
numbers, and the order of the alphabet. Beside it stands de.mo, the same compiled, which the program reads. The same by
Babel's own commands, which besides add flags and dates:

    pybabel extract -F pyproject.toml -k say -k count:1,2 --no-location -s -o messages.pot .
    pybabel update -l de -i messages.pot -o scorekeeper/translations/de.po --no-fuzzy-matching --ignore-obsolete
    pybabel compile -l de -i scorekeeper/translations/de.po -o scorekeeper/translations/de.mo
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
GERMAN = ROOT / "scorekeeper" / "translations" / "de.po"

# How a text is marked: `say` and `count` in Python, `_` and `ngettext` in templates.
_KEYWORDS = {"say": None, "count": (1, 2), "_": None, "ngettext": (1, 2)}
# Only what a reader of the file needs: a date or a name would change with every run.
_HEADER = """\
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
_PERCENT = re.compile(r"%(?:\(\w+\))?[a-z]")


def extract(root: Path) -> Catalog:
    """Return all texts of the checkout at `root`, with the files and lines where they stand."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["babel"]["mappings"]
    methods = [(mapping["pattern"], mapping["method"]) for mapping in mappings]
    # Without it a template that cannot be parsed is passed over, and its texts with it.
    options = {mapping["pattern"]: {"silent": "false"} for mapping in mappings if mapping["method"] == "jinja2"}
    catalogue = Catalog(locale="de")
    for file, line, text, _, _ in extract_from_dir(str(root), methods, options, _KEYWORDS):
        catalogue.add(text, locations=[(file, line)])
    return catalogue


def read(path: Path = GERMAN) -> Catalog:
    """Return a catalogue of translations."""
    with path.open("rb") as source:
        return read_po(source, locale="de")


def find_problems(texts: Catalog, translated: Catalog) -> list[str]:
    """Return, one line each, what keeps `translated` from being a complete translation of `texts`."""
    known = {_key(message): message for message in translated if message.id}
    asked = {_key(message) for message in texts if message.id}
    missing = [f"not in the catalogue: {key!r}" for key in sorted(asked - known.keys())]
    unused = [*known.keys() - asked, *translated.obsolete]
    obsolete = [f"obsolete: {key!r}" for key in sorted(map(str, unused))]
    wrong = [f"{problem}: {key!r}" for key in sorted(asked & known.keys()) for problem in _find_faults(known[key])]
    return missing + obsolete + wrong


def _key(message: Message) -> str:
    return " | ".join(forms(message.id))


def forms(text: object) -> tuple[str, ...]:
    """Return the forms of a text or a translation: one, or one for each plural."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def _find_faults(message: Message) -> Iterator[str]:
    sources, translations = forms(message.id), forms(message.string)
    if message.fuzzy:
        yield "fuzzy"
    if len(sources) != len(translations) or not all(translations):
        yield "not translated"
        return
    for source, translation in zip(sources, translations, strict=True):
        if find_places(source) != find_places(translation):
            yield "other places to fill"
        if _blanks(source) != _blanks(translation):
            yield "other blanks around it"


def find_places(text: str) -> list[str]:
    """Return the places of a text that values fill, {these} and those of argparse's own texts, %(these)s."""
    braces = [f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name is not None]
    return sorted(braces + _PERCENT.findall(text))


def _blanks(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def update(path: Path, texts: Catalog) -> list[str]:
    """Bring the catalogue at `path` in step with the texts of a checkout; return what is left to translate."""
    known = read(path)
    for message in texts:
        old = known.get(message.id) if message.id else None
        if old is not None and len(forms(old.string)) == len(forms(message.id)):
            message.string = old.string
        message.flags.clear()  # they would say again, for each text, which places it has
    with path.open("wb") as target:
        target.write(_HEADER.encode())
        write_po(target, texts, omit_header=True, no_location=True, sort_output=True, width=100)
    translated = read(path)
    problems = find_problems(texts, translated)
    for english, german in rule_texts():
        known = translated.get(english)
        if known and known.string != german:
            problems.append(f"has another translation, too: {english!r}")
        translated.add(english, german)
    path.with_suffix(".mo").write_bytes(compiled(translated))
    return problems


def rule_texts() -> Iterator[tuple[str, str]]:
    """Return the texts that have both languages in a file of their own: English and German."""
    for file in sorted((ROOT / "scorekeeper").rglob("*.toml")):
        yield from _pairs(tomllib.loads(file.read_text("utf-8")))


def _pairs(raw: object) -> Iterator[tuple[str, str]]:
    if isinstance(raw, list):
        for part in raw:
            yield from _pairs(part)
    elif isinstance(raw, dict):
        if "en" in raw:
            yield raw["en"], raw["de"]
        for part in raw.values():
            yield from _pairs(part)


def compiled(translated: Catalog) -> bytes:
    """Return a catalogue as `gettext` reads it."""
    translated.creation_date = datetime(2026, 1, 1, tzinfo=UTC)  # else the moment of this run
    written = BytesIO()
    write_mo(written, translated)
    return written.getvalue()


if __name__ == "__main__":
    left = update(GERMAN, extract(ROOT))
    print("\n".join(left) or "complete")
    sys.exit(1 if left else 0)
