"""The text of a night file is written bit by bit, and is what the libraries write at once."""

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.nightfile import syntax
from scorekeeper.nightfile.syntax import json_parts, load, toml_parts, write_toml
from scorekeeper.phrase import PLAIN, Refused, render
from tests.night.refusing import refusing

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NIGHTS = st.fixed_dictionaries(
    {"game": ANY_TEXT, "house": st.dictionaries(ANY_TEXT, st.integers(), max_size=2)},
    optional={
        "deals": st.lists(st.dictionaries(ANY_TEXT, ANY_TEXT | st.lists(ANY_TEXT, max_size=2), max_size=3), max_size=3),
        "keys": st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=3),
        "journal": st.lists(ANY_TEXT, max_size=3),
    },
)


def one_by_one(night: dict[str, Any]) -> dict[str, Any]:
    return {key: iter(value) if key in ("deals", "journal") else value for key, value in night.items()}


@pytest.mark.parametrize("indent", [None, 1])
@given(night=NIGHTS)
def test_json_is_what_it_is_when_it_is_written_at_once(indent, night):
    whole = json.dumps(night, ensure_ascii=False, indent=indent)
    assert "".join(json_parts(night, indent)) == "".join(json_parts(one_by_one(night), indent)) == whole


@given(night=NIGHTS)
def test_toml_is_what_it_is_when_its_journal_is_written_at_once(night):
    """Also where a text looks like what stands for the journal while its table is written."""
    night["house"] = {"\0": 1}
    outline = {key: value for key, value in night.items() if key != "deals"}
    assert "".join(toml_parts(one_by_one(outline))) == tomli_w.dumps(outline)
    last = {key: outline.pop(key) for key in ("keys", "journal") if key in outline}
    added = "\n" + tomli_w.dumps({"export": last}) if last else ""
    assert "".join(toml_parts(one_by_one(outline | last), readable=True)) == tomli_w.dumps(outline) + added


def test_it_is_written_as_it_comes():
    taken = []

    def deals() -> Iterator[dict[str, Any]]:
        for number in range(3):
            taken.append(number)
            yield {"points": number}

    for write in (toml_parts, json_parts):
        taken.clear()
        parts = write({"game": "herzblatt", "deals": deals()})
        while "points" not in next(parts):
            pass
        assert len(taken) == 1


def read_by(monkeypatch: pytest.MonkeyPatch, quick: Any, text: str) -> str:
    """Return all that comes of a text, the order of its keys too, read with or without a quicker reader."""
    monkeypatch.setattr(syntax, "quick_readers", lambda: (quick,) if quick else ())
    try:
        return repr(load(text))
    except Refused as refused:
        return f"{refused.deal} {refused}"


WRITTEN = NIGHTS.map(write_toml) | st.sampled_from(
    [
        "a = 1979-05-27T07:32:00Z\nb = inf\nc = -0.0\nd = 1_000\ne = 0xff\ndate = 2026-11-21",
        "[a]\nb.c = 1\n[a.d]\n[[e]]\nf = [1, {g = 2}]\n[[e]]\n",
        'a = """x\r\ny\\\n  z"""\r\nb = \'c\'\r\n',
    ]
)


@st.composite
def spoiled(draw: st.DrawFn) -> str:
    """A text of TOML with some letters exchanged."""
    text = draw(WRITTEN)
    for _ in range(draw(st.integers(0, 2))):
        begin = draw(st.integers(0, len(text)))
        odd = draw(st.text("'\"[]{}=,.\n\r#\\019_:-TZeux \0é♣", max_size=3))
        text = text[:begin] + odd + text[begin + draw(st.integers(0, 3)) :]
    return text


@given(text=spoiled())
@example("a = " + "[" * 500 + "]" * 500)
@example("a = " + "[" * 100_000)
@example("a = {b = 1,}")
@example('a = "\\e"')
@example("a = 07:32")
@example("\ufeffa = 1")
def test_a_quicker_reader_reads_the_same_and_refuses_the_same(text):
    quick = pytest.importorskip("tomli", reason="tomli is not installed: pip install 'scorekeeper[quick]'").loads
    with pytest.MonkeyPatch.context() as patch:
        assert read_by(patch, quick, text) == read_by(patch, None, text)


def test_a_refusal_is_told_by_the_standard_library(monkeypatch):
    def gives_up(text: str) -> object:
        raise ValueError("in other words")

    assert read_by(monkeypatch, gives_up, "a = 1") == "{'a': 1}"
    assert "line 2: there is no value" in read_by(monkeypatch, gives_up, "a = 1\nb = c")


@pytest.mark.parametrize("odd", ["\0", "\ud800", None, 1 << 300, ["\0"]], ids=repr)
def test_what_no_night_can_hold_is_found_wherever_it_stands(odd):
    with refusing("play", deal=2):
        load(json.dumps({"deals": [{}, {"play": {"tricks": ["AH", odd]}}]}))


def test_only_so_much_lies_in_one_another():
    def load_nested(deep: int) -> None:
        load(json.dumps({"deals": [{"note": json.loads("[" * deep + '"AH"' + "]" * deep)}]}))

    load_nested(15)
    with pytest.raises(Refused, match="nested too deeply"):
        load_nested(16)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game", "at its end: a key is followed by = and its value"),
        ("game = herzblatt", "line 1: there is no value; a text stands in quotation marks"),
        ('game = "x"\nplayers = ["A', "at its end: a text is not closed or has a character that it may not have"),
        ('game = "x"\nplayers = ["A"', "at its end: a square bracket is not closed"),
        ('a = "x"\n\na = "x"\n', "line 3: the same key or table stands there twice"),
        ("[a]\n[a]", "line 2: the same key or table stands there twice"),
        ("a = 1 b = 2", "line 1: something follows that does not belong to the value"),
        ("= 1", "line 1: a line begins with a key, a [table] or #"),
        ('a = "x\ny"', "line 1: a text is not closed or has a character that it may not have"),
        ('{"game": }', "line 1: there is no value"),
        ('{"game": "x"', "line 1: a comma, a colon or a closing bracket is missing"),
        ('{"game" "x"}', "line 1: a comma, a colon or a closing bracket is missing"),
        ('{"game": 1} 2', "line 1: something follows after the end"),
    ],
)
def test_where_and_why_a_file_cannot_be_read_is_said_in_words_of_ours(text, told):
    with pytest.raises(Refused) as refused:
        load(text)
    assert render(refused.value.phrase, PLAIN).startswith(f"the file cannot be read: {told}")


def test_a_line_that_cannot_be_read_is_named_by_its_deal_and_key():
    with refusing("note", deal=2):
        load('players = ["A"]\n[[deals]]\npoints = 1\n[[deals]]\nnote = Bernd was cold\n')


@pytest.mark.parametrize(
    ("key", "part", "dot"),
    [
        ("{} = 1", "a", "."),
        ("[{}]", '"x"', " .\t"),
        ("[[{}]]", "'.'", "."),
        ("x = {{{} = 1}}", '"."', "."),
        ('x = ["""\n", """, {{{} = 1}}, "a"]', '"\\""', " .\t"),
    ],
)
def test_a_key_of_thousands_of_parts_is_refused_unread(monkeypatch, key, part, dot):
    """Readers take time for the square of them: 8 kB cost a third of a second."""
    for read in (syntax, "quick_readers"), (tomllib, "loads"):
        monkeypatch.setattr(*read, lambda *text: pytest.fail("it is read"))
    with pytest.raises(Refused, match=r"^: the file is nested too deeply$"):
        load(f"stake = '1'\n{key.format(dot.join([part] * 4000))}\n")
    with pytest.raises(Refused, match=r"^: the file is nested too deeply$"):
        load(f"{key.format(dot.join([part] * 240))}\n" * 60)


@pytest.mark.parametrize("note", ["..." * 160, "a." * 249, "Na. Ja. " * 60, "'." * 240, "z.B. " * 100])
def test_a_text_with_many_dots_is_no_key(note):
    night = {"title": note, "deals": [{"note": note} for _ in range(5)]}
    assert load(write_toml(night)) == night
