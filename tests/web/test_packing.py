"""Pages go packed over the air, but for those that show a link into a night; the token in them is masked each time."""

import base64
import gzip
import re
from urllib.parse import urlsplit

import pytest

from scorekeeper.web.tokens import unmask
from tests.web.meeting import open_round, round_links
from tests.web.phone import Phone, links

PACKED = ("", "/settle", "/enter", "/ahead/3", "/deals/1", "/plot", "/rules/sheet")
PLAIN = ("/share", "/board", "/blank")


def fetch(phone, path):
    return phone.client.get(path, headers={"Accept-Language": "en-GB", "Accept-Encoding": "gzip"})


@pytest.mark.parametrize("page", PACKED)
def test_a_page_is_packed_where_it_can_be_read(host, night, page):
    answer = fetch(host, night + page)
    assert (answer.status_code, answer.content_encoding) == (200, "gzip")
    assert "<h1" in gzip.decompress(answer.data).decode()
    assert {"cookie", "accept-encoding"} <= {name.lower() for name in answer.vary}
    assert host.client.get(night + page).content_encoding is None


@pytest.mark.parametrize("page", PLAIN)
def test_a_page_with_a_link_into_the_night_is_not(host, night, page):
    answer = fetch(host, night + page)
    assert answer.content_encoding is None


def test_nor_is_a_new_sheet_that_shows_the_code_for_the_others(host):
    answer = fetch(host, host.open_night())
    assert "/j/" in answer.text
    assert answer.content_encoding is None


@pytest.mark.parametrize("kind", ["/j/", "/jr/"])
def test_the_page_to_which_a_link_leads_is_packed_and_does_not_show_the_link(shared_app, host, night, kind):
    shown = round_links(host, open_round(host, night)) if kind == "/jr/" else links(host, night)
    path, stranger = urlsplit(shown["onlooker"]).path, Phone(shared_app)
    answer = fetch(stranger, f"{path}?{path.split('/')[-1]}")
    assert (answer.status_code, answer.content_encoding) == (200, "gzip")
    page = stranger.get(path)
    for body in (gzip.decompress(answer.data).decode(), page.body):
        assert path.startswith(kind)
        assert path.split("/")[-1] not in body
    form = page.html.one("header").one("form")
    assert stranger.send(page, form, "language=de").location == path


def as_earlier(token):
    """A token as pages of earlier versions hold it: in the clear, and under a mask as long as itself."""
    pad = bytes(range(len(token)))
    under = bytes(one ^ other for one, other in zip(pad, token.encode(), strict=True))
    return token, "~" + base64.urlsafe_b64encode(pad + under).decode()


def test_a_token_is_the_same_in_one_answer_and_never_again(host, night):
    pages = [re.findall('name="csrf_token" value="([^"]+)"', host.get(night).body) for _ in range(3)]
    assert all(len(page) >= 2 for page in pages), "the language, and undo"
    tokens = [set(page) for page in pages]
    assert all(len(token) == 1 for token in tokens)
    assert len(set.union(*tokens)) == 3
    plain = {unmask(token) for page in pages for token in page}
    assert all(token.count(".") == 2 for token in plain)
    for token in (pages[0][0], *as_earlier(plain.pop())):  # as this version sends it, and as pages of earlier ones
        assert host.post("/language", {"csrf_token": token, "language": "en", "back": "/"}).status == 303


def test_a_token_is_little_longer_than_what_is_under_its_mask(host):
    token = host.new_token()
    assert len(token) < 1.5 * len(unmask(token))


@pytest.mark.parametrize("mark", ["~~", "~"])
@pytest.mark.parametrize("token", ["", "AAAA", "AAA", "äö", "A" * 80, "no token", "M" * 16])
def test_what_nobody_masked_is_refused(host, mark, token):
    assert host.post("/language", {"csrf_token": mark + token, "language": "en", "back": "/"}).status == 400
