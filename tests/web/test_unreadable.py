"""A night of which the database keeps what no night can have: lists name it, and show all others."""

import pytest

from scorekeeper.commands import main
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.models import database
from tests.web.group import open_group, put_in

_OF_NIGHT, _OF_PLAYER = "slug = ?", "night_id = (SELECT id FROM night WHERE slug = ?)"
WRONG = (
    ("night", "number = 'x'", _OF_NIGHT),
    ("night", "coins = x'00'", _OF_NIGHT),
    ("night", "game = 'whist'", _OF_NIGHT),
    ("night", "preset = 'whist'", _OF_NIGHT),
    ("night", "day = 'yesterday'", _OF_NIGHT),
    ("player", "balance = 'x'", _OF_PLAYER),
    ("player", "paid = x'00'", _OF_PLAYER),
)


@pytest.fixture
def shared_app(empty_file, make_app, opened_anew):
    """The application as it is served, an error becomes a page; on a file of its own, for it is spoilt.

    PostgreSQL's columns keep nothing of another type.
    """
    yield make_app(empty_file)
    database.obj.close_all()


@pytest.fixture(params=WRONG, ids=lambda wrong: " ".join(wrong[:2]))
def spoilt(host, night, request):
    """Two nights of a group, the first with something wrong in it; the address of that, and the other."""
    group, other = open_group(host, night), host.open_night("Zora", "Yvonne", "Xaver")
    put_in(host, other, group)
    host.book(night, "p2")
    slug, (table, change, where) = night.rpartition("/")[2], request.param
    with database.connection_context():
        run(f"UPDATE {table} SET {change} WHERE {where}", slug)
    return slug, other, group


def test_pages_and_commands_name_it_and_show_all_others(host, spoilt, capsys):
    slug, other, group = spoilt
    message = f"The stored data of the night {slug} cannot be read."
    for path, others in ((group, "Zora, Yvonne, Xaver"), (f"{group}/season", "Zora")):
        page = host.get(path)
        assert (page.status, page.text.count("cannot be read")) == (200, 1)
        assert message in page.text
        assert others in page.text
    assert host.get(other).status == 200
    assert "Zora, Yvonne, Xaver" in host.get("/").text
    assert host.post(f"{other}/archive", {"csrf_token": host.token(), "away": "yes"}).status == 303
    home = host.get("/")
    assert (home.status, message in home.text) == (200, True), "it is now the newest of its group"
    form = home.html.one("main").one("form", fits=lambda form: form["action"] == f"/n/{slug}/archive")
    assert host.post(form["action"], {"csrf_token": host.token(), "away": "yes"}).status == 303
    assert message not in host.get("/").text
    assert message in host.get("/", archived=1).text
    for page in ("", "/settle", "/table"):
        answer = host.get(f"/n/{slug}{page}")
        refused = answer.text.startswith("The record of this night contradicts itself, so this page cannot be shown.")
        assert (answer.status, refused) in ((200, False), (500, True))
    place = database.obj.database
    assert main(["verify", "--database", place]) == 1
    verified = capsys.readouterr()[0]
    assert slug in verified
    assert f"{other.rpartition('/')[2]}: 1 entry holds; check words" in verified
    assert main(["export", "--database", place]) == 0
    exported = capsys.readouterr()[0]
    assert slug in exported
    assert other.rpartition("/")[2] in exported
