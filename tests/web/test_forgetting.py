"""Forgetting somebody in the browser: a host may, nobody else."""

import pytest

from scorekeeper.storage.access.devices import AT_SERVER
from scorekeeper.storage.models import database
from scorekeeper.storage.nights.manage import forget as forget_everywhere
from scorekeeper.storage.nights.manage import sittings_like
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.writing.entry import Sender


@pytest.fixture
def corrected(host, night):
    """The night, with a reason that names Anna."""
    page = host.get(f"{night}/deals/1/correct")
    host.send(page, page.form(points=""), points="80", note="Anna miscounted", action="confirm")
    assert "Anna miscounted" in host.get(f"{night}/deals/1").text
    return night


def forget(phone, night, **fields):
    page = phone.get(f"{night}/forget")
    return phone.send(page, page.form(player=""), **fields)


def pages(host, night):
    paths = ("", "/deals/1", "/settle", "/settle.txt", "/table", "/share", "/me", "/night.toml", "/night.json")
    return "".join(host.get(night + path).body for path in paths) + host.get("/").body


@pytest.mark.both_databases
def test_a_host_forgets_somebody_and_no_page_or_file_says_the_name_any_more(host, corrected):
    night = corrected
    other = host.open_night()
    host.post(f"{night}/me", {"csrf_token": host.token(), "who": "p1"})
    assert "Anna" in pages(host, night)
    standing = host.standing(night)
    answer = forget(host, night, player="p1")
    assert (answer.status, answer.location) == (303, f"{night}/table")
    assert "Anna" not in pages(host, night) + pages(host, other)
    assert "Anna" not in host.get("/nights/new/herzblatt/braun").body
    now = host.standing(night)
    placeholder = next(name for name in now if name.startswith("N. N."))
    assert now == {placeholder if name == "Anna" else name: points for name, points in standing.items()}


def test_nobody_but_a_host_may(writer, onlooker, stranger, night):
    for phone, status in ((writer, 403), (onlooker, 403), (stranger, 404)):
        assert phone.get(f"{night}/forget").status == status
        fields = {"csrf_token": phone.token(), "request": "0123456789", "player": "p1", "texts": "yes"}
        assert phone.post(f"{night}/forget", fields).status == status
        assert "forget" not in phone.get(f"{night}/table").body
    assert "Anna" in writer.get(night).text


def test_only_the_texts_can_be_emptied(host, corrected):
    assert forget(host, corrected, player="", texts="yes").status == 303
    assert "miscounted" not in pages(host, corrected)
    assert "Anna" in host.get(corrected).text


@pytest.mark.parametrize("player", ["", "p9", "Anna", "ü"])
def test_what_cannot_be_forgotten_is_refused(host, night, player):
    before = host.get(f"{night}/night.json").body
    answer = host.post(f"{night}/forget", {"csrf_token": host.token(), "request": "0123456789", "player": player})
    assert answer.status == 422
    assert answer.errors
    assert host.get(f"{night}/night.json").body == before


def test_the_table_tells_who_forgot_whom_when_and_how_many_texts(host, corrected, onlooker):
    host.post(f"{corrected}/me", {"csrf_token": host.token(), "who": "p3"})
    assert "Deleted" not in onlooker.get(f"{corrected}/table").text
    forget(host, corrected, player="p1")
    told = onlooker.get(f"{corrected}/table").text
    assert "a name, which was that of N. N." in told
    assert "1 text" in told
    assert "Clara’s phone" in told


def test_what_was_deleted_at_the_server_is_told_as_such(host, corrected):
    with database.connection_context():
        forget_everywhere(sittings_like(find_night(corrected[3:]).id, "p1", ""), Sender(AT_SERVER, "0123456789"))
    assert "on the server" in host.get(f"{corrected}/table").text
