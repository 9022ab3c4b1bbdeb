"""Pages with holes: made once for a table, filled for each answer, and nothing of anybody's own is kept in them."""

import re

from scorekeeper.web import holes
from scorekeeper.web.kept import Kept
from scorekeeper.web.tokens import unmask
from tests.web.phone import Phone, links


def _counted(monkeypatch):
    """The pages that are made from now on, by template and by who reads them."""
    made, render = [], holes.render_template
    monkeypatch.setattr(holes, "_PAGES", Kept(100))

    def count(template, **told):
        made.append((template, told["guest"].role))
        return render(template, **told)

    monkeypatch.setattr(holes, "render_template", count)
    return made


def _values(page, name):
    return [field["value"] for field in page.html.all("input") if field["name"] == name]


def _tokens(page):
    return _values(page, "csrf_token")


def test_what_is_around_a_sheet_is_made_once_for_those_who_may_do_the_same(host, night, writer, onlooker, monkeypatch):
    host.book(night)
    made = _counted(monkeypatch)
    for phone in (host, writer, onlooker, host):
        phone.get(night)
    assert made == [("sheet.html", role) for role in ("host", "writer", "onlooker")]
    host.book(night, soloist="p2")
    assert f"Enter deal {host.get(night).html.one('tr', 'next').one('th').text}" in host.get(night).text
    assert made[3:] == [("enter.html", "host")], "what a booking changes is put in"
    writer.languages = "de-AT"
    writer.get(night)
    assert made[4:] == [("sheet.html", "writer")], "another language says it otherwise"


def test_each_answer_has_a_token_of_its_own(host, night, writer):
    pages = [phone.get(night) for phone in (host, host, writer)]
    tokens = [_tokens(page) for page in pages]
    assert [len(set(of_page)) for of_page in tokens] == [1, 1, 1]
    assert len({of_page[0] for of_page in tokens}) == 3
    signed = [unmask(of_page[0]) for of_page in tokens]
    assert signed[0] == signed[1] != signed[2]
    form = pages[2].html.one("form", "undo")
    assert writer.send(pages[2], form).status == 303
    other = host.get(night).html.one("form", "languages")
    assert writer.post("/language", {"csrf_token": _tokens(pages[0])[0], "language": "de", "back": night}).status == 400
    assert host.send(pages[0], other, "language=de").status == 303


def test_nothing_that_is_new_in_an_answer_is_kept(host, night, writer, monkeypatch):
    monkeypatch.setattr(holes, "_PAGES", Kept(100))
    pages = [phone.get(night) for phone in (host, writer, host)]
    kept = "".join(part for page in holes._PAGES._values.values() for part in page[::2])
    assert "<body>" in kept
    new = [*re.findall(r'data-(?:head|hash|words|seconds)="([^"]+)"', pages[0].body)]
    new += [value for page in pages for name in ("csrf_token", "request") for value in _values(page, name)]
    new += [unmask(token) for token in _tokens(pages[0])]
    assert len(new) >= 4 + 3 * 2
    assert [text for text in new if text in kept] == []


def test_nothing_is_offered_by_a_kept_page_that_its_reader_may_not_do(host, night, writer, onlooker):
    assert [f"{night}/enter" in phone.get(night).body for phone in (host, writer, onlooker)] == [True, True, False]
    assert [f"{night}/settings" in phone.get(night).body for phone in (host, writer, onlooker)] == [True, False, False]
    page = writer.get(f"{night}/me")
    assert writer.send(page, page.form(who=""), "who=onlooker").status == 303
    assert f"{night}/enter" not in writer.get(night).body
    assert "This phone is Anna’s" not in host.get(night).body
    page = host.get(f"{night}/me")
    assert host.send(page, page.form(who=""), "who=p1").status == 303
    assert "This phone is Anna’s" in host.get(night).body
    assert "This phone is Anna’s" not in writer.get(night).body


def test_who_asks_for_the_head_alone_changes_nothing_for_the_next(shared_app, host, night, monkeypatch):
    monkeypatch.setattr(holes, "_PAGES", Kept(100))
    answer = host.client.head(night, headers={"Accept-Language": host.languages})
    assert answer.status_code == 200
    assert host.get(night).html.one("main")["data-live"] == "yes"


def test_a_page_that_breaks_while_it_is_made_is_not_kept_and_leaves_the_token(shared_app, host, night, monkeypatch):
    monkeypatch.setattr(holes, "_PAGES", Kept(100))
    monkeypatch.setitem(shared_app.config, "PROPAGATE_EXCEPTIONS", False)
    with monkeypatch.context() as patch:
        patch.setattr(holes, "render_template", lambda template, **told: 1 / 0)
        broken = host.get(night)
    assert (broken.status, len(holes._PAGES._values)) == (500, 0)
    [token] = _tokens(broken)
    assert unmask(token) in [unmask(other) for other in _tokens(host.get(night))]


def test_what_somebody_called_a_night_fills_no_hole(shared_app):
    host = Phone(shared_app)
    night = host.open_night("number", "head", "token", title="token<b>number")
    host.book(night)
    page = host.get(night)
    assert page.html.one("title").text == "token<b>number · scorekeeper"
    assert page.standing.keys() == {"number", "head", "token"}
    onlooker = Phone(shared_app)
    onlooker.join(links(host, night)["onlooker"])
    assert onlooker.get(night).html.one("title").text == "token<b>number · scorekeeper"
