"""Compiled templates: kept beside them for the next start, and never instead of what a template says now."""

import sys

import pytest
from jinja2 import FileSystemLoader
from jinja2.environment import Environment

from scorekeeper.web.templates import Compiled


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with one template, in a Python that keeps what it compiles."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "page.html").write_text("Hello {{ name }}")
    return tmp_path


def start(folder, monkeypatch):
    """Show the page as a program does that has just started; return it, and whether it had to compile anything."""
    compiled, compile_one = [], Environment.compile
    monkeypatch.setattr(Environment, "compile", lambda self, *told: compiled.append(told) or compile_one(self, *told))
    pages = Environment(loader=FileSystemLoader(folder), bytecode_cache=Compiled(folder), autoescape=True)
    return pages.get_template("page.html").render(name="Anna"), bool(compiled)


def test_a_template_is_compiled_by_the_first_start_that_shows_it(folder, monkeypatch):
    assert [start(folder, monkeypatch) for _ in range(2)] == [("Hello Anna", True), ("Hello Anna", False)]
    assert [path.name for path in folder.iterdir() if path.is_dir()] == ["__pycache__"]


def test_a_template_that_says_something_else_now_is_compiled_anew(folder, monkeypatch):
    start(folder, monkeypatch)
    (folder / "page.html").write_text("Goodbye {{ name }}")
    assert [start(folder, monkeypatch) for _ in range(2)] == [("Goodbye Anna", True), ("Goodbye Anna", False)]


@pytest.mark.parametrize(("name", "other"), [("version", lambda name: "99"), ("__version__", "99")])
def test_another_jinja_or_scorekeeper_takes_nothing_from_this_one(folder, monkeypatch, name, other):
    start(folder, monkeypatch)
    monkeypatch.setattr(f"scorekeeper.web.templates.{name}", other)
    assert start(folder, monkeypatch) == ("Hello Anna", True)


@pytest.mark.parametrize("kept", [0, 1, 20, 60, 200])
def test_what_is_not_whole_is_compiled_anew(folder, monkeypatch, kept):
    start(folder, monkeypatch)
    [file] = (folder / "__pycache__").iterdir()
    file.write_bytes(file.read_bytes()[:kept])
    assert [start(folder, monkeypatch) for _ in range(2)] == [("Hello Anna", True), ("Hello Anna", False)]


def test_where_nothing_can_be_kept_each_start_compiles(folder, monkeypatch):
    (folder / "__pycache__").write_text("no folder")
    assert [start(folder, monkeypatch) for _ in range(2)] == [("Hello Anna", True)] * 2


def test_nothing_is_kept_where_python_keeps_nothing(folder, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert [start(folder, monkeypatch) for _ in range(2)] == [("Hello Anna", True)] * 2
    assert not (folder / "__pycache__").exists()
