"""By which names the server may be asked for: those that phones at the table use, none that a stranger can have."""

import re

import pytest

from scorekeeper.commands import main
from scorekeeper.storage.models import Attempt, database
from scorekeeper.web.core.allowed_hosts import is_allowed
from scorekeeper.web.core.server_address import read_address
from tests.web.phone import Phone, links

NAMED = ("cards.example.org",)


OURS = (
    "localhost localhost:8000 127.0.0.1:8000 192.168.0.5 203.0.113.7:80 [::1]:8000 [2001:db8::17] laptop Laptop:8000 "
    "laptop.local laptop.local.:8000 laptop.fritz.box:8000 laptop.lan my_pi.home.arpa cards.example.org "
    "CARDS.example.org:443 laptop.speedport.ip:8000 laptop.intern laptop.tail1234.ts.net"
)


STRANGE = (
    "evilts.net speedport.ip.evil.example evilspeedport.ip "
    "evil.example evil.example:8000 192.168.0.5.evil.example laptop.local.evil.example sub.cards.example.org "
    "evilfritz.box localhost/x localhost: localhost:8000000 user@localhost [::1 [x] [1.2.3.4:80] ｌocalhost"
)


def test_host_names_of_the_local_network_are_ours_and_no_strangers():
    assert [name for name in OURS.split() if not is_allowed(name, NAMED)] == []
    odd = ("", " ", "a b", "localhost\r\nX: y", "x" * 300)
    assert [name for name in (*odd, *STRANGE.split()) if is_allowed(name, NAMED)] == []


def test_a_stranger_s_name_is_answered_in_one_line_and_no_page_is_shown(shared_app, host, night):
    for path in (night, "/", "/nothing", "/static/scorekeeper.css"):
        answer = host.client.get(path, headers={"Host": "evil.example:8000", "Accept-Language": "en"})
        assert answer.status_code == 421
        assert answer.text == ("This server is not known by the name evil.example:8000. SCOREKEEPER_HOSTS can name it.")
        assert "Set-Cookie" not in answer.headers
        assert answer.mimetype == "text/plain"
    assert host.client.get("/", headers={"Host": "laptop.local"}).status_code == 200


def test_names_are_given_by_the_environment(sqlite_place, make_app, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "cards.example.org, karten.example")
    client = make_app(sqlite_place).test_client()
    for name, status in (("cards.example.org", 200), ("karten.example:81", 200), ("evil.example", 421)):
        assert client.get("/", headers={"Host": name}).status_code == status
    database.obj.close_all()


@pytest.mark.parametrize(("proxies", "scheme", "addresses"), [("", "http", 1), ("1", "https", 2)])
def test_what_a_proxy_tells_counts_where_one_is_named(sqlite_place, make_app, monkeypatch, proxies, scheme, addresses):
    monkeypatch.setenv("SCOREKEEPER_PROXIES", proxies)
    app = make_app(sqlite_place)
    host, *others = phones = Phone(app), Phone(app), Phone(app)
    for phone, address in zip(phones, ("203.0.113.7", "203.0.113.7", "203.0.113.8, 203.0.113.9"), strict=True):
        told = {"HTTP_X_FORWARDED_FOR": address, "HTTP_X_FORWARDED_PROTO": "https"}
        phone.client.environ_base.update(told, HTTP_REFERER="https://localhost/")
    night = host.open_night()
    link = links(host, night)["writer"]
    for other in others:
        other.join(link)
    assert {phone.client.get_cookie("scorekeeper").secure for phone in phones} == {scheme == "https"}
    assert f"{scheme}://localhost/j/" in host.get(f"{night}/share").body
    with database.connection_context():
        scopes = {attempt.scope for attempt in Attempt.select()}
    assert len([scope for scope in scopes if scope.startswith("join from ")]) == addresses
    database.obj.close_all()


@pytest.mark.parametrize("proxies", ["-1", "10", "yes", "¹", "1 "])
def test_an_invalid_number_of_proxies_is_reported_before_serving(sqlite_place, monkeypatch, capsys, proxies):
    monkeypatch.setenv("SCOREKEEPER_PROXIES", proxies)
    monkeypatch.setenv("LC_ALL", "C")
    for workers in ("1", "2"):
        assert main(["serve", "--port", "0", "--workers", workers, "--database", sqlite_place]) == 2
        line = f"scorekeeper: SCOREKEEPER_PROXIES: {proxies} is not a number of proxies, 0 to 9\n"
        assert capsys.readouterr() == ("", line)


def test_a_request_without_a_host_name_is_answered(shared_app):
    answers = []
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80"}
    environ |= {"wsgi.url_scheme": "http", "SERVER_PROTOCOL": "HTTP/1.0", "QUERY_STRING": "", "SCRIPT_NAME": ""}
    b"".join(shared_app(environ, lambda status, headers: answers.append(status)))
    assert answers == ["200 OK"]


def test_addresses_are_those_of_the_night_and_of_each_prefix(host, night):
    other = host.open_night()
    for path in (night, other, night):
        for prefix in ("", "/karten", ""):
            page = host.client.get(f"{path}/settle", environ_overrides={"SCRIPT_NAME": prefix}).text
            assert set(re.findall(r"""(?:href|action)="([\w/]*/n/\w+)""", page)) == {prefix + path}


def test_the_configured_address_is_in_all_links_and_allowed(sqlite_place, make_app, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_ADDRESS", "https://karten.example")
    host = Phone(make_app(sqlite_place))
    night = host.open_night()
    assert links(host, night)["writer"].startswith("https://karten.example/j/")
    assert host.client.get("/", headers={"Host": "karten.example"}).status_code == 200
    assert host.client.get("/", headers={"Host": "evil.example"}).status_code == 421
    database.obj.close_all()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", ""),
        ("192.168.1.50", "http://192.168.1.50:8000"),
        ("192.168.1.50:81", "http://192.168.1.50:81"),
        ("fd00::1", "http://[fd00::1]:8000"),
        ("[fd00::1]", "http://[fd00::1]:8000"),
        ("Cards.lan", "http://cards.lan:8000"),
        ("http://cards.lan/", "http://cards.lan"),
        ("https://cards.example.org", "https://cards.example.org"),
    ],
)
def test_an_address_is_settled_as_people_write_it(text, address):
    assert read_address(text, 8000) == address


@pytest.mark.parametrize(
    "text", ["a b", "ftp://x", "http://", "192.168.1.50/path", "x" * 300, "user@host", "[x]", "::1::x"]
)
def test_what_is_no_address_is_refused_before_the_server_starts(text, sqlite_place, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("SCOREKEEPER_ADDRESS", text)
    assert main(["serve", "--port", "0", "--database", sqlite_place]) == 2
    line = f"scorekeeper: SCOREKEEPER_ADDRESS: {text[:100]} is not an address like http://cards.lan:8000\n"
    assert capsys.readouterr() == ("", line)
