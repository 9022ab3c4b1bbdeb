"""What is kept of a page for the next phone: only its bound ends it, and it names nobody."""

import re
from itertools import count

import segno
from flask import Flask, url_for
from werkzeug.routing import Rule

from scorekeeper.web import places, sheetline
from scorekeeper.web.kept import Kept
from scorekeeper.web.people import qr
from scorekeeper.web.season import chosen_nights
from tests.web.phone import FIVE


def test_a_value_is_made_once_until_others_push_it_out():
    kept, made = Kept(2), count(1)

    def of(key):
        return kept.get(key, lambda: next(made))

    assert [of("a"), of("b"), of("a")] == [1, 2, 1]
    assert of("c") == 3, "b goes, which was asked for least lately"
    assert [of("a"), of("b")] == [1, 4]


def test_values_that_can_be_heavy_are_bounded_by_what_they_weigh():
    kept = Kept[str](10, len)
    for key, value in (("a", "xxxx"), ("b", "xxx"), ("a", "x"), ("c", "xxxxx")):
        kept.put(key, value)
    assert [kept.find(key) for key in "abc"] == ["x", "xxx", "xxxxx"]
    kept.put("d", "xx")
    assert [kept.find(key) for key in "abcd"] == [None, "xxx", "xxxxx", "xx"], "a was asked for least lately"
    kept.put("e", "x" * 11)
    assert [kept.find(key) for key in "bcde"] == [None] * 4
    assert kept.weight == 0


def test_a_line_is_made_once_for_all_phones_of_a_language(host, onlooker, night, monkeypatch):
    made, told = [], sheetline.LineTeller._tell
    monkeypatch.setattr(sheetline, "_LINES", Kept(100))
    monkeypatch.setattr(sheetline.LineTeller, "_tell", lambda *said: made.append(said[1].entry.seq) or told(*said))
    first, second = host.get(night), onlooker.get(night)
    assert made == [2]
    assert _lines(first) == _lines(second)
    onlooker.languages = "de-AT"
    onlooker.get(night)
    assert made == [2, 2], "another language says it otherwise"
    host.book(night, soloist="p2")
    host.get(night)
    assert made == [2, 2, 3], "only what was booked since is made"


def test_a_kept_line_gives_way_to_what_changes_it(host, night):
    [plain] = _lines(host.get(night))
    page = host.get(f"{night}/deals/1")
    assert host.send(page, page.form(note="", based_on=""), note="no, it was 60").status == 303
    [doubted] = _lines(host.get(night))
    assert ('class="mark"' in plain, 'class="mark"' in doubted) == (False, True)
    change = host.get(f"{night}/deals/1/correct")
    assert host.send(change, change.form(number=""), action="confirm", points=90).status == 303
    struck, stands = _lines(host.get(night))
    assert "<s>" in struck
    assert 'id="deal-1"' in stands


def test_a_kept_line_names_nobody(host, night):
    assert [name for name in FIVE for line in _lines(host.get(night)) if name in line] == []


def _lines(page):
    """The lines of deals on the sheet of a page, as they were sent."""
    return [
        row for row in re.findall(r"<tr.*?</tr>", page.body, re.S) if re.match(r'<tr[^>]*"[a-z ]*(booked|corr)', row)
    ]


def test_a_kept_address_is_of_the_night_on_whose_page_it_stands(host, night):
    def addresses(path):
        return {link["href"].split("#")[0] for link in host.get(path).html.one("nav").all("a")}

    second = host.open_night("Xaver", "Yvonne", "Zenzi")
    pages = ("", "/settle", "/table", "/rules", "/share")
    assert addresses(night) == {night + page for page in pages}
    assert addresses(second) == {second + page for page in pages}
    assert addresses(night) == {night + page for page in pages}


def test_a_route_compiles_its_addresses_when_it_builds_the_first(monkeypatch):
    compiled, make = [], Rule._compile_builder
    monkeypatch.setattr(Rule, "_compile_builder", lambda self, more: compiled.append(self.rule) or make(self, more))
    app = Flask("routes", static_folder=None)
    places.keep_addresses(app)
    for path in ("/n/<slug>/<int:route>", "/other"):
        app.add_url_rule(path, path)
    assert compiled == []
    with app.test_request_context():
        for number in (1, 2):
            assert url_for("/n/<slug>/<int:route>", slug="ä b", route=number) == f"/n/%C3%A4%20b/{number}"
        assert url_for("/n/<slug>/<int:route>", slug="a", route=1, back="x y") == "/n/a/1?back=x+y"
    assert compiled == ["/n/<slug>/<int:route>"]


def test_a_code_is_drawn_once(monkeypatch):
    drawn, make = [], segno.make
    monkeypatch.setattr(segno, "make", lambda text, **how: drawn.append(text) or make(text, **how))
    codes = [qr(text) for text in ("https://a.example/1", "https://a.example/2", "https://a.example/1")]
    assert drawn == ["https://a.example/1", "https://a.example/2"]
    assert codes[0] == codes[2] != codes[1]


def test_an_address_with_what_somebody_typed_is_not_kept(shared_app, monkeypatch):
    monkeypatch.setattr(places, "_ADDRESSES", Kept(100))
    kept = places._ADDRESSES._values
    with shared_app.test_request_context():
        for begin in ("2026-11-22", "x" * 65):
            assert places.place_of("nights.start", begin=begin) == f"/?begin={begin}"
    assert list(kept.values()) == ["/?begin=2026-11-22"]
    kept.clear()
    assert shared_app.test_client().get(f"/n/{'x' * 65}").status_code == 404
    assert not kept, "not even the address of a night that there is not"


def test_what_is_kept_of_a_season_is_not_as_long_as_an_address(shared_app):
    with shared_app.test_request_context(f"/?kind=herzblatt/{'x' * 1000}"):
        assert len(chosen_nights()[0].preset) == 40
