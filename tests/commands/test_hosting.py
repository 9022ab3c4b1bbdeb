"""`link`, and the link that `import` prints: who has the database can make any phone a host."""

import re

import pytest

from scorekeeper.commands import main
from scorekeeper.serving.addresses import register_server
from scorekeeper.storage.models import Setting, database
from tests.commands.running import printed, write_night
from tests.web.phone import Phone


@pytest.fixture
def app(place, make_app):
    yield make_app(place)
    database.obj.close_all()


def link_in(text):
    return re.search(r"/j/\w+/\w{32}\b", text)[0]


def test_the_links_make_a_phone_a_host_though_the_night_asks_for_a_pin(app, tmp_path, capsys):
    imported = link_in(printed(capsys, "import", write_night(tmp_path)))
    host, night = Phone(app), "/n/" + imported.split("/")[2]
    host.join(imported)
    page = host.get(f"{night}/share")
    assert imported not in page.body, "no page shows the link of a host"
    assert host.send(page, page.form(pin=""), "action=pin", pin="2468").status == 303
    other = Phone(app)
    other.join(link_in(printed(capsys, "link", "1")))
    assert "Phones in this night" in other.get(f"{night}/share").text


def test_while_the_server_runs_the_link_is_a_whole_address_with_a_code(place, tmp_path, capsys):
    assert main(["import", write_night(tmp_path)]) == 0
    path = link_in(capsys.readouterr().out)
    with register_server("http://192.168.0.5:8123/", place):
        assert main(["link", "1"]) == 0
    address, *code = capsys.readouterr().out.splitlines()
    assert address == f"http://192.168.0.5:8123{path}"
    assert len(code) > 10
    assert set("".join(code)) <= set("█▀▄ ")


def test_the_key_is_changed_by_deleting_it(place, make_app, tmp_path, capsys):
    """As SECURITY.md says: old links and phones are unknown then, the journal holds, and a new link makes a host."""
    assert main(["import", write_night(tmp_path)]) == 0
    old, before = link_in(capsys.readouterr().out), Phone(make_app(place))
    night = "/n/" + old.split("/")[2]
    before.join(old)
    Setting.delete().where(Setting.name == "signing key").execute()
    database.obj.close_all()
    phone = Phone(make_app(place))
    phone.client._cookies = before.client._cookies  # the same phone
    assert phone.client.get(old).status_code == 404
    assert phone.client.get(night).status_code == 404
    assert main(["verify"]) == 0
    assert main(["link", "1"]) == 0
    phone.join(link_in(capsys.readouterr().out))
    assert phone.get(night).status == 200
    database.obj.close_all()
