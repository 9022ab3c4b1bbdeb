"""The files that pages name: few, small, kept on the phone."""

import gzip
import mimetypes
import re
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.web import assets
from tests.chosen import AUTHORS, FIRST_AUTHORS, some
from tests.web.phone import Phone, links

FILES = sorted(file for file in (Path(scorekeeper.__file__).parent / "static").iterdir() if file.suffix != ".svg")
TEXT = r""""[^"\n]*"|'[^'\n]*'|`[^`\n]*`"""
NAMED = re.compile(r'(?:href|src)="(/static/[^"]+)"')


def fetch(phone, path, **headers):
    return phone.client.get(path, headers=headers)


def visit(phone, path):
    """How many requests the first visit to a page takes, and how many bytes come over the air."""
    names = NAMED.findall(fetch(phone, path).text)
    sizes = [len(fetch(phone, name, **{"Accept-Encoding": "gzip, deflate"}).data) for name in (path, *names)]
    return len(sizes), sum(sizes)


@pytest.mark.parametrize("role", ["writer", "onlooker"])
def test_the_first_look_at_a_night_takes_few_requests_and_little_air(shared_app, host, night, role):
    phone = Phone(shared_app)
    phone.join(links(host, night)[role])
    for path in ("/", night, f"{night}/settle", f"{night}/deals/1"):
        requests, size = visit(phone, path)
        assert requests <= 5, path
        assert size <= 40_000, path


@pytest.mark.parametrize("author", some(AUTHORS, *FIRST_AUTHORS), ids="-".join)
@pytest.mark.parametrize("language", some(["en-GB", "de-AT"], "de-AT"))
def test_the_first_look_at_a_rule_page_takes_few_requests_and_little_air(shared_app, author, language):
    key, preset = author
    phone = Phone(shared_app, language)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules=f"{key}/{preset}")
    for path in (f"/rules/{key}/{preset}/sheet", f"{night}/rules/sheet"):
        requests, size = visit(phone, path)
        assert requests <= 5, path
        assert size <= 40_000, path


def test_a_rule_page_is_packed_unless_it_shows_what_was_searched_for(host, night):
    for path in (f"{night}/rules/sheet", "/rules/husarln/loew/sheet"):
        plain, packed = fetch(host, path), fetch(host, path, **{"Accept-Encoding": "gzip"})
        assert (plain.content_encoding, packed.content_encoding) == (None, "gzip")
        assert "<h1>" in gzip.decompress(packed.data).decode()
        assert "Accept-Encoding" in packed.vary
        assert fetch(host, f"{path}?q=talon", **{"Accept-Encoding": "gzip"}).content_encoding is None


def test_the_scripts_stay_small():
    sizes = {file.name: file.stat().st_size for file in FILES if file.suffix == ".js"}
    assert len(sizes) >= 7
    assert sum(sizes.values()) <= 40_000, sizes


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_comments_and_indents_are_not_sent_and_all_else_is(host, file):
    sent, written = host.get(f"/static/{file.name}").body, file.read_text()
    assert not re.search(r"/\*|^[ \t]", sent, re.MULTILINE)
    kept = "".join(part.rpartition("*/")[2] for part in written.split("/*"))
    lines = [line.strip() for line in kept.splitlines()]
    wanted = [line for line in lines if line and line[:2] != "//"]
    if file.suffix == ".css":
        for tokens in (r"[^\s{};,:]+", r"\S"):  # the words, and the signs: no two words have become one
            assert re.findall(tokens, sent) == re.findall(tokens, "\n".join(wanted))
        assert not re.search(r"[{};,:] | [{}]", sent)
        return
    words = re.compile(TEXT + r"|[\w$#]+|\S")  # no two words have become one
    assert words.findall(sent) == [word for line in wanted for word in words.findall(re.sub(" // .*", "", line))]
    assert not re.search(r"[=<>?:,;{}&|*] | [=<>?:,;{}&|*]", re.sub(TEXT, "text", sent))
    assert len(sent.splitlines()) < len(wanted) / 3


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_text_in_a_file_could_be_taken_for_what_is_not_sent(file):
    for line in file.read_text().splitlines():
        assert line.count("`") % 2 == 0, "a text goes over the end of a line"
        assert not re.search(r"""["'`][^"'`]*(/\*|\*/)[^"'`]*["'`]""", line)
        if file.suffix == ".js":
            assert not re.search("[\"'`]", re.sub(TEXT, "", line.partition("//")[0])), (
                "a text in a text, or in a pattern"
            )
            assert not re.search(r"[(=&|?:!] ?/[^/*]* [^/]*/", re.sub(TEXT, "", line)), "a space in a pattern"
            assert not re.search(r"[-+] [-+]|//.*//", re.sub(TEXT, "", line))
        if file.suffix == ".css":
            texts = re.findall(r"""("[^"]*"|'[^']*'|url\([^)]*\))""", line)
            assert not [text for text in texts if re.search("[{};,:]", text)]


def test_a_file_comes_packed_to_who_can_unpack_it(host):
    [name] = [name for name in NAMED.findall(host.get("/").body) if ".css" in name]
    plain, packed = fetch(host, name), fetch(host, name, **{"Accept-Encoding": "gzip"})
    assert (plain.content_encoding, packed.content_encoding) == (None, "gzip")
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert "Accept-Encoding" in plain.vary
    assert plain.mimetype == packed.mimetype == "text/css"


def test_a_script_is_a_script_whatever_this_computer_takes_it_for(monkeypatch):
    """A browser runs no script that comes as text/plain, as which some programs for Windows have them."""
    mimetypes.init()
    monkeypatch.setitem(mimetypes.types_map, ".js", "text/plain")
    kinds = {file.suffix: assets._Asset(file.name, b"").kind for file in FILES}
    assert kinds == {".css": "text/css", ".js": "text/javascript"}


def test_the_icon_is_kept_on_the_phone_as_any_file_is(host):
    icon = fetch(host, host.get("/").html.one("link", fits=lambda link: link["rel"] == "icon")["href"])
    assert (icon.status_code, icon.mimetype) == (200, "image/svg+xml")
    assert icon.data == (FILES[0].parent / "icon.svg").read_bytes()
    assert icon.cache_control.max_age > 24 * 3600


@pytest.mark.parametrize(("role", "who"), [("writer", "p1"), ("writer", "nobody"), ("onlooker", "onlooker")])
def test_who_says_who_he_is_has_already_what_the_sheet_needs(shared_app, host, night, role, who):
    phone, link = Phone(shared_app), links(host, night)[role]
    asked = NAMED.findall(phone.get(link).body)
    phone.join(link, who)
    assert set(NAMED.findall(phone.get(night).body)) == set(asked)
    assert len(asked) == 3, "how it looks, what it does, the icon"


def test_a_file_that_the_phone_has_is_not_sent_again(host):
    name = NAMED.findall(host.get("/").body)[0]
    first = fetch(host, name)
    assert first.cache_control.max_age > 24 * 3600
    again = fetch(host, name, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_who_looks_on_gets_nothing_that_writes(shared_app, host, night, onlooker):
    for writes in ("dressEntry", "/enter", "deliver"):
        assert writes in fetch(host, NAMED.findall(host.get(night).body)[-1]).text
        assert writes not in fetch(onlooker, NAMED.findall(onlooker.get(night).body)[-1]).text
