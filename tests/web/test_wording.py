"""What stands where on the pages of a night, and under which name."""

import pytest

from scorekeeper.web.template_functions import divided
from tests.web.group import open_group


def test_a_night_has_one_name_everywhere(host):
    for title, name in (("", "Herzblatt"), ("At the Ox", "At the Ox")):
        night = host.open_night(title=title)
        assert host.get("/").html.all("a", "card")[0].one("strong").text == name
        for page in ("", "/enter", "/settle", "/share"):
            assert host.get(night + page).html.one("a", "brand").text.endswith(name)
            assert host.get(night + page).html.one("title").text.startswith(name)
        assert host.get(f"{night}/settle.txt").body.startswith(name)


def test_one_long_word_on_top_of_a_page_is_divided_at_a_syllable(host):
    night = host.open_night(title="Donnerstagsrunde")
    for page in (night, open_group(host, night, "Donnerstagsrunde")):
        assert host.get(page).html.one("a", "brand").text == "Don\xadners\xadtags\xadrunde"


def test_what_is_seldom_needed_stands_behind_one_more(host, night):
    page = host.get(night)
    more = page.html.one("details", fits=lambda part: part["id"] == "more")
    assert more.all("a")
    assert not more.all(marked="alarm"), "an alarm is seen without asking"
    assert not host.get(f"{night}/whole").html.all("details", fits=lambda part: part["id"] == "more"), "it is printed"
    (tab,) = [tab for tab in page.html.one("nav").all("a") if tab.text == "Sheet"]
    assert tab["href"] == f"{night}#now"


def test_long_names_may_be_divided_where_they_are_spoken_apart():
    names = ("Bernd", "Ma-xi-mi-lian", "Ka-tha-rina", "Chris-toph", "Anna Ach-tern-busch", "李小龍李小龍李小龍")
    for name in (*names, "Nor-mal-spiel 70", "Spiel-mann"):
        assert divided(name.replace("-", "")).replace("\xad", "-") == name


def test_a_long_name_of_a_game_is_divided_on_the_sheet(host):
    games = {"name": "Wirt", "game1": "Normalspiel", "value1": "5", "game2": "Sauspiel", "value2": "20"}
    page = host.get(host.get("/nights/own/contract", **games, go="1").location)
    seats = {f"players-{place}": name for place, name in enumerate(("Anna", "Bernd", "Clara"))}
    night = host.send(page, page.form(amount=""), **seats).location
    for contract, word in (("c1", "Nor\xadmal\xadspiel"), ("c2", "Sauspiel")):
        assert host.enter(night, declarer="p1", contract=contract, won="yes").status == 303
        assert word in host.get(night).html.one("table", "sheet").text


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


def test_every_page_of_a_night_leads_home_and_explains_its_words(host, night):
    assert host.get("/").html.one("h1").text == "My nights"
    for path in (*INSIDE, *(f"/deals/1{page}" for page in OF_A_DEAL)):
        page = host.get(night + path)
        assert page.status == 200, path
        [home] = [link for link in page.html.one("header").all("a") if link["href"] == "/"]
        assert home["aria-label"] == "My nights", path
        assert [link for link in page.html.all("a") if link["href"] == "/help"], path
    host.enter(night, soloist="p1", points="70")
    for page in ("/enter", "/deals/1", "/rules"):
        words = host.get(night + page).html.one("details", "terms").text
        assert ("Schneider A side with very few card points" in words, "Trischaken" in words) == (True, False), page
