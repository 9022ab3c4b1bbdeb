"""What no browser sends, byte by byte to the real server: it answers or hangs up, and goes on serving."""

import socket
from urllib.parse import urlsplit

import pytest

from scorekeeper.paths import resources
from scorekeeper.web.core.assets import static_path
from tests.load.remote import Remote, served

STYLE = f"{static_path(resources('static'))}/scorekeeper.css".encode()
HOST = b"Host: localhost\r\n"
POST = b"POST /language HTTP/1.1\r\n" + HOST
PIECES = b"Transfer-Encoding: chunked\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
# Each with the statuses that may come; none where the server may hang up without a word.
WIRE = {
    "a path out of the folder": (b"GET /static/../../pyproject.toml HTTP/1.1\r\n" + HOST, {404}),
    "a path out of the folder, written otherwise": (b"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + HOST, {404}),
    "a path with backslashes": (b"GET /static/..\\..\\app.py HTTP/1.1\r\n" + HOST, {404}),
    "a path with a NUL": (b"GET /n/%00 HTTP/1.1\r\n" + HOST, {404}),
    "a path that is no UTF-8": (b"GET /n/%ff%fe\xff HTTP/1.1\r\n" + HOST, {400, 404}),
    "a path with two slashes": (b"GET //evil.example/ HTTP/1.1\r\n" + HOST, {308, 404}),
    "a whole address": (b"GET http://evil.example/ HTTP/1.1\r\n" + HOST, {200, 400, 404, 421}),
    "a path of 100 kB": (b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n" + HOST, {400, 404, 414, 431}),
    "a number of 5000 digits": (b"GET /n/00000000/deals/" + b"9" * 5000 + b" HTTP/1.1\r\n" + HOST, {404}),
    "a header of 300 kB": (b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"x" * 300_000 + b"\r\n", {431}),
    "two hosts": (b"GET / HTTP/1.1\r\n" + HOST + b"Host: evil.example\r\n", {400, 421}),
    "no host": (b"GET / HTTP/1.1\r\n", {200, 400}),
    "a strange host": (b"GET / HTTP/1.1\r\nHost: evil.example\r\n", {421}),
    "a host with a path": (b"GET / HTTP/1.1\r\nHost: localhost/x\r\n", {421}),
    "a host that is no text": (b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n", {400, 421}),
    "a method of its own": (b"MAKE / HTTP/1.1\r\n" + HOST, {405}),
    "a version of its own": (b"GET / HTTP/9.9\r\n" + HOST, {200, 400, 505}),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n", {400}),
    "a folded header": (b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n b\r\n", {200, 400}),
    "too long a body": (POST + FORM + b"Content-Length: 99999999\r\n", {413}),
    "a length below nothing": (POST + FORM + b"Content-Length: -5\r\n", {400}),
    "two lengths": (POST + FORM + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\na=b", {400}),
    "pieces": (POST + FORM + PIECES + b"\r\n3\r\na=b\r\n0\r\n", {400}),  # without a token against forged requests
    "pieces without an end": (POST + FORM + PIECES + b"\r\nzz\r\n", {400}),
    "pieces and a length": (POST + FORM + b"Content-Length: 5\r\n" + PIECES + b"\r\n0\r\n", {400}),
    "pieces of 2 MB": (
        POST + FORM + PIECES + b"\r\n" + 3 * (b"80000\r\n" + b"x" * 0x80000 + b"\r\n") + b"0\r\n",
        {413},
    ),
    "another encoding": (POST + b"Transfer-Encoding: gzip\r\n", {400, 501}),
    "a cookie of 60 kB": (b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: scorekeeper=" + b"x" * 60_000 + b"\r\n", {200}),
    "a range of nothing": (b"GET " + STYLE + b" HTTP/1.1\r\n" + HOST + b"Range: bytes=9-1\r\n", {200, 416}),
}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(str(tmp_path_factory.mktemp("wire") / "scorekeeper.sqlite3")) as (address, _):
        yield address


def send(address, request):
    """Send bytes; return the status that is answered, 0 where the server hung up."""
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=60) as connection:
        try:
            connection.sendall(request + b"\r\n")
            answer = connection.recv(65536)
        except ConnectionError:
            return 0
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else 0


@pytest.mark.parametrize("what", WIRE)
def test_bytes_that_no_browser_sends_break_nothing(address, what):
    request, statuses = WIRE[what]
    assert send(address, request) in statuses
    with Remote(address) as phone:
        assert phone.get("/").status == 200


@pytest.mark.parametrize("version", [b"1.1", b"1.0"])
def test_a_request_of_two_lengths_is_refused_and_its_connection_closed(address, version):
    place = urlsplit(address)
    first = b"GET / HTTP/" + version + b"\r\n" + HOST + b"Connection: keep-alive\r\nContent-Length: 5\r\n" + PIECES
    hidden = b"GET / HTTP/1.1\r\n" + HOST + b"\r\n"
    with socket.create_connection((place.hostname, place.port), timeout=60) as connection:
        connection.sendall(first + b"\r\n0\r\n\r\n" + hidden)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.split(b" ", 2)[1] == b"400"
    assert answer.count(b"HTTP/1.") == 1, "what comes behind it is not read"


def test_who_begins_and_does_not_end_keeps_nobody_waiting(address):
    place = urlsplit(address)
    slow = [socket.create_connection((place.hostname, place.port)) for _ in range(150)]
    try:
        for connection in slow:
            connection.sendall(POST + FORM + b"Content-Length: 50\r\n\r\na=")
        with Remote(address) as phone:
            assert phone.get("/").status == 200
    finally:
        for connection in slow:
            connection.close()
