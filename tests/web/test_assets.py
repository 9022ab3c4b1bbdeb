"""The files that pages name: kept on the phone, compressed on the way, and other files after an upgrade."""

import gzip
import json
import mimetypes
import re
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.web.core import assets
from tests.chosen import AUTHORS, FIRST_AUTHORS, some
from tests.web.phone import Phone, links
from tests.web.routes import routes_of_night

FOLDER = Path(scorekeeper.__file__).parent / "static"
FILES = sorted(FOLDER.iterdir())
NAMED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
IMPORTED = re.compile(r'^import .*"\./(\w+)\.js";$', re.MULTILINE)
ENTRIES = ("page", "night", "night_writer")
LARGEST_PAGE = 40_000  # bytes, but for rule books and prints


def fetch(phone, path, **headers):
    return phone.client.get(path, headers=headers, buffered=True)


@pytest.mark.parametrize("author", some(AUTHORS, *FIRST_AUTHORS), ids="-".join)
@pytest.mark.parametrize("role", ["writer", "onlooker"])
def test_no_page_of_a_night_is_large(shared_app, host, author, role):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="/".join(author))
    phone = Phone(shared_app, "de-AT")
    phone.join(links(host, night)[role])
    for path in ("/", night, f"{night}/settle", f"{night}/table", *([f"{night}/enter"] if role == "writer" else [])):
        assert len(fetch(phone, path).data) <= LARGEST_PAGE, path


@pytest.mark.parametrize(
    "file", [file for file in FILES if file.suffix not in (".png", ".json")], ids=lambda file: file.name
)
def test_a_file_is_sent_as_it_is_and_compressed_to_who_can_read_that(host, file):
    address = f"{host.client.application.static_url_path}/{file.name}"
    plain, packed = fetch(host, address), fetch(host, address, **{"Accept-Encoding": "gzip"})
    assert (plain.content_encoding, packed.content_encoding) == (None, "gzip")
    assert gzip.decompress(packed.data) == plain.data == file.read_bytes()
    assert "Accept-Encoding" in plain.vary
    assert plain.mimetype == packed.mimetype
    assert plain.cache_control.max_age > 24 * 3600


def test_a_static_file_is_cached_and_no_page_is_compressed(host, night):
    name = NAMED.findall(host.get("/").body)[0]
    assert re.search(r"^/static/[0-9a-f]{8}/", name)
    assert "max-age=31536000" in fetch(host, name).headers["Cache-Control"]
    again = fetch(host, name, **{"If-None-Match": fetch(host, name).headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    answer = fetch(host, "/static/scorekeeper.css?v=01234567")
    assert answer.status_code == 302
    assert fetch(host, answer.location).status_code == 200
    assert [fetch(host, f"/static/{name}").status_code for name in ("nothing.js", "..", "__init__.py")] == [404] * 3
    """By its size it would betray the token in it to who can make it show chosen texts."""
    for path in ("/", night, f"{night}/settle", f"{night}/enter", f"{night}/rules/sheet"):
        assert fetch(host, path, **{"Accept-Encoding": "gzip"}).content_encoding is None


def test_an_upgrade_changes_the_address_of_every_file(tmp_path):
    (tmp_path / "a.js").write_text("1")
    (tmp_path / "b.css").write_text("2")
    before = assets.static_path(tmp_path)
    assert before == assets.static_path(tmp_path)
    (tmp_path / "b.css").write_text("3")
    assert assets.static_path(tmp_path) != before


def test_a_script_is_a_script_whatever_this_computer_takes_it_for(host):
    """A browser runs no script that comes as text/plain, as which some programs for Windows have them."""
    kinds = {file.suffix: mimetypes.guess_type(file.name)[0] for file in FILES}
    images = {".svg": "image/svg+xml", ".png": "image/png"}
    assert kinds == {".css": "text/css", ".js": "text/javascript", ".json": "application/json", **images}
    mimetypes.add_type("text/plain", ".js")
    try:
        assets.register_types()
        assert mimetypes.guess_type("a.js")[0] == "text/javascript"
    finally:
        assets.register_types()


def scripts_of(phone, path):
    """Return the script of a page, and the names of all that the page has loaded beside it."""
    named = [Path(name).stem for name in NAMED.findall(phone.get(path).body) if name.endswith(".js")]
    return set(named), [name for name in named if name in ENTRIES]


def imported_by(names):
    """Return the scripts with those that they import, and so on."""
    found = set(names)
    for name in names:
        found |= imported_by(IMPORTED.findall((FOLDER / f"{name}.js").read_text()))
    return found


def test_a_page_names_all_its_scripts_lest_a_phone_wait_in_a_chain(shared_app, host, night, onlooker):
    for phone, path, entry in ((host, "/", "page"), (onlooker, night, "night"), (host, night, "night_writer")):
        named, entries = scripts_of(phone, path)
        assert entry in entries
        assert named == imported_by([entry]), path
    assert imported_by(["audit"]) <= imported_by(["night"]) | {"audit"}
    written, read = (scripts_of(phone, night)[0] for phone in (host, onlooker))
    assert written - read == {"night_writer", "entering", "entry", "rows", "pad", "outbox"}
    assert imported_by(["night"]) & {"entering", "entry", "rows", "pad", "outbox"} == set()
    paths = ["/", *(path for method, path in routes_of_night(shared_app, night) if method == "GET")]
    named = {name: path for path in paths for name in NAMED.findall(host.get(path).body)}
    assert {path: name for name, path in named.items() if fetch(host, name).status_code != 200} == {}


def test_a_phone_can_put_the_app_on_its_home_screen(host):
    page = host.get("/").body
    (manifest,) = re.findall(r'<link rel="manifest" href="([^"]+)">', page)
    told = json.loads(fetch(host, manifest).data)
    assert (told["display"], told["start_url"]) == ("standalone", "/")
    folder = manifest.rpartition("/")[0]
    (touch,) = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    for address in (touch, *(f"{folder}/{icon['src']}" for icon in told["icons"])):
        assert fetch(host, address).status_code == 200, address


def test_a_page_is_compressed_only_where_our_script_asks_for_it(host, night):
    """Another site cannot send this header, so it learns nothing of the form's token by the size (BREACH)."""
    by_script = fetch(host, night, **{"Accept-Encoding": "gzip", "X-Renew": "page"})
    assert by_script.headers["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(by_script.data)
    assert "Content-Encoding" not in fetch(host, night, **{"Accept-Encoding": "gzip"}).headers
    assert "Content-Encoding" not in fetch(host, night, **{"X-Renew": "page"}).headers
