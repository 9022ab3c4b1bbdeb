"""The program's own files: a folder that is missing is named, and is not taken for something else."""

import logging

import pytest

from scorekeeper import paths
from scorekeeper.commands import main
from scorekeeper.language import catalogue
from scorekeeper.storage.engine.migrate import connect


@pytest.fixture
def without_files(monkeypatch, tmp_path):
    """A program of which only the modules are there, as a packer may leave it."""
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "scorekeeper")
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


@pytest.mark.parametrize(("language", "said"), [("en", "is not whole"), ("de", "ist nicht vollständig")])
def test_missing_migrations_are_not_taken_for_a_newer_program(language, said, place, monkeypatch, tmp_path, capsys):
    connect(place).close_all()
    catalogue("de")
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "scorekeeper")
    assert main(["--lang", language, "verify"]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert str(tmp_path / "scorekeeper" / "migrations") in told
    assert "newer" not in told
    assert "neueren" not in told


@pytest.mark.parametrize("name", ["templates", "static"])
def test_missing_pages_are_named_before_anything_is_served(name, monkeypatch, tmp_path, capsys):
    def all_but(wanted):
        if wanted == name:
            monkeypatch.setattr(paths, "PACKAGE", tmp_path)
        return paths.resources(wanted)

    monkeypatch.setattr("scorekeeper.app.resources", all_but)
    assert main(["serve", "--port", "0"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.endswith(f"this program is not whole, {tmp_path / name} is missing; install it again\n")


def test_files_of_another_package_make_no_checkout_of_an_installation(without_files, tmp_path):
    for name in ("scorekeeper/templates", "templates"):
        (tmp_path / name / "core").mkdir(parents=True)
        (tmp_path / name / "core" / "base.html").touch()
    (tmp_path / "pyproject.toml").touch()
    assert paths.resources("templates") == tmp_path / "scorekeeper" / "templates"


def test_missing_translations_are_named_and_english_goes_on(without_files, tmp_path, capsys, caplog):
    with caplog.at_level(logging.ERROR):
        assert main(["--lang", "de", "settle", "nowhere.toml"]) == 2
    assert str(tmp_path / "scorekeeper" / "translations") in caplog.text
    assert capsys.readouterr().err.startswith("nowhere.toml: there is no such file")
