"""The reader of pages refuses what a browser would have to mend."""

import pytest

from tests.web.html import read_html


def test_what_is_not_well_formed_is_refused():
    twice, close, odd = '<p class="a" class="b">1</p>', '<p class="a"lang="de">1</p>', '<p class=""a">1</p>'
    for broken in ("<p>1 < 2</p>", "<p>1", "1</p>", "<ul><li>1</ul></li>", twice, close, odd, "<p", "<p>1</p><!-- 2"):
        with pytest.raises(AssertionError):
            read_html(broken)


def test_a_page_is_read_with_its_references():
    page = read_html('<!doctype html><p lang="de" hidden title=\'"&amp;"\'>1 &lt; 2<br><!-- > -->3<path d="z"/></p>\n')
    paragraph = page.one("p")
    assert (paragraph.attributes, paragraph.text) == ({"lang": "de", "hidden": "", "title": '"&"'}, "1 < 2 3")
    assert paragraph.one("path")["d"] == "z"
