"""What stands where on the pages of a night, and under which name."""

import re

import pytest

from scorekeeper.web.templating import divided
from tests.web.phone import Phone


def changed(phone, night, way, number, **fields):
    assert (
        phone.fill_in(f"{night}/deals/{number}/{way}", "number", action="confirm", note="agreed", **fields).status
        == 303
    )


def test_what_can_be_done_with_a_deal_stands_behind_what_holds_and_before_its_history(host):
    night = host.open_night()
    host.book(night)
    changed(host, night, "correct", 1, points="50")
    page = host.get(f"{night}/deals/1")
    order = [part["href"].rsplit("/", 1)[-1] or part["class"] for part in page.html.one("main") if _matters(part)]
    assert order == ["act", "correct", "adjust", "void", "act struck"], "what is wanted most comes first"
    assert "History" in page.text
    assert page.text.index("Doesn’t count") < page.text.index("History")


def _matters(part):
    return "act" in part["class"].split() or part["href"].endswith(("/correct", "/adjust", "/void"))


def legend(phone, night):
    return phone.get(night).html.one("p", "legend").text


def test_the_legend_of_the_sheet_explains_the_signs_that_stand_on_it(host):
    night = host.open_night()
    for _ in range(3):
        host.book(night)
    assert legend(host, night) == "deals · – sits out · plays the deal"
    changed(host, night, "void", 1)
    assert legend(host, night) == "deals · – sits out · plays the deal · × void"
    changed(host, night, "adjust", 2, **{"adjust-p1": "4", "adjust-p2": "-4"})
    assert legend(host, night) == "deals · – sits out · plays the deal · × void · * agreed"


@pytest.mark.parametrize(("title", "name"), [("", "Herzblatt"), ("At the Ox", "At the Ox")])
def test_a_night_has_one_name_everywhere(shared_app, title, name):
    host = Phone(shared_app)
    night = host.open_night(title=title)
    assert host.get("/").html.one("a", "card").one("strong").text == name
    for page in ("", "/enter", "/settle", "/share"):
        assert host.get(night + page).html.one("a", "brand").text.endswith(name)
        assert host.get(night + page).html.one("title").text.startswith(name)
    assert host.get(f"{night}/settle.txt").body.startswith(name)


def test_each_factor_of_a_deal_stands_on_a_line_with_the_product_so_far(host):
    night = host.open_night("Anna", "Bernd", "Clara", rules="herzblatt/muhr")
    host.book(night, "p1", 50, announced="66", contra="p2")
    lines = [line.text for line in host.get(f"{night}/deals/1").html.all("span", "factors")]
    assert lines[0] == "1"
    assert [line.split()[0] for line in lines[1:]] == ["×"] * (len(lines) - 1)
    assert [line.rpartition("= ")[2] for line in lines[1:]] == ["2", "4"]


def test_what_is_seldom_needed_stands_behind_one_more(host, night):
    page = host.get(night)
    more = page.html.one("details", fits=lambda part: part["id"] == "more")
    assert more.all("a")
    assert not more.all(marked="alarm"), "an alarm is seen without asking"
    for path, printed in (("", True), ("/settle", False), ("/table", False)):
        (words,) = [part for part in host.get(night + path).html.one("footer").all("p") if part.all(marked="words")]
        assert ("printed" in words["class"]) == printed
    whole = host.get(f"{night}/whole").html
    assert not whole.all("details", fits=lambda part: part["id"] == "more"), "what is printed is open"
    (tab,) = [tab for tab in page.html.one("nav").all("a") if tab.text == "Sheet"]
    assert tab["href"] == f"{night}#now"


def test_long_names_may_be_divided_where_they_are_spoken_apart():
    for name in ("Bernd", "Ma-xi-mi-lian", "Ka-tha-rina", "Chris-toph", "Anna Ach-tern-busch", "李小龍李小龍李小龍"):
        assert divided(name.replace("-", "")).replace("\xad", "-") == name


INSIDE = ("", "/whole", "/enter", "/settle", "/carry", "/table", "/rules", "/share", "/me", "/forget")
OF_A_DEAL = ("", "/correct", "/void", "/adjust", "/audit")


@pytest.mark.parametrize(
    ("language", "heading", "word"), [("de", "So geht es", "Vorhand"), ("en", "How it works", "Forehand")]
)
def test_the_help_has_five_pictures_and_the_words_of_the_games(stranger, language, heading, word):
    stranger.languages = language
    page = stranger.get("/help")
    assert page.html.one("main").one("h1").text == heading
    assert word in [term.text for term in page.html.all("dt")]
    pictures = [picture["src"] for picture in page.html.all("img")]
    assert len(pictures) == 5
    assert all(f"-{language}.png" in picture for picture in pictures)
    for picture in pictures:
        with stranger.client.get(picture) as answer:
            assert answer.status_code == 200


def test_the_help_is_one_tap_from_every_page(host, night, stranger):
    for page in (stranger.get("/"), host.get(night), host.get(f"{night}/settle"), host.get(f"{night}/deals/2")):
        assert re.search(r'<a [^>]*href="/help"', page.body)


@pytest.mark.parametrize("page", ["/enter", "/deals/1", "/rules"])
def test_words_are_explained_where_they_stand_and_only_those_of_the_game(host, night, page):
    host.enter(night, soloist="p1", points="70")
    words = host.get(night + page).html.one("details", "terms")
    assert "Schneider A side with very few card points" in words.text
    assert "Trischaken" not in words.text


def test_every_page_of_a_night_leads_to_my_nights(host, night):
    assert host.get("/").html.one("h1").text == "My nights"
    for path in (*INSIDE, *(f"/deals/1{page}" for page in OF_A_DEAL)):
        page = host.get(night + path)
        assert page.status == 200, path
        [home] = [link for link in page.html.one("header").all("a") if link["href"] == "/"]
        assert home["aria-label"] == "My nights", path
