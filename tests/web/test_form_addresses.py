"""Every form of every page names its address, which takes it: the browser may stand at another one by now."""

import re

import pytest

from scorekeeper.storage.access.devices import link_token
from tests.language.pages import Site
from tests.web.html import read_html


@pytest.fixture
def site(make_app, tmp_path):
    site = Site(make_app(str(tmp_path / "scorekeeper.sqlite3")))
    yield site
    site.close()


def forms_of(pages):
    """Every form of some pages: the page, the method and the address, without what is asked of it."""
    for path, body in pages.items():
        for tag in re.findall(r"<form\b[^>]*>", body):
            (form,) = read_html(tag + "</form>").all("form")
            yield path, form["method"].upper() or "GET", form["action"].partition("?")[0].partition("#")[0]


def writer_of(site, pages):
    """A phone that may write in a night and in the groups of the host's pages, and is host of none of them."""
    phone = site.app.test_client()
    night = site.nights[0]
    ways = {f"/j/{night.slug}/{link_token(night, 'writer', site.app.secret_key)}"}
    ways |= {re.search(r"/jr/\w+/\w+", page)[0] for path, page in pages.items() if re.fullmatch(r"/r/\w+/share", path)}
    assert len(ways) == 3
    for way in ways:
        assert phone.post(way).status_code == 303
    return phone


def test_every_form_of_every_page_names_an_address_that_takes_it(site):
    routes = site.app.url_map.bind("localhost")
    pages = {"host": site.walk("en-GB")}
    others = {"writer": writer_of(site, pages["host"]), "onlooker": site.onlooker, "stranger": site.app.test_client()}
    pages |= {role: site.follow(phone) for role, phone in others.items()}
    forms = {(role, *form) for role, seen in pages.items() for form in forms_of(seen)}
    assert len({address for _, _, method, address in forms if method == "POST"}) > 60
    assert {role for role, *_ in forms} == {*pages}
    assert [form for form in forms if not routes.test(form[3] or "none", form[2])] == []
