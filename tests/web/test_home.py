"""The help page explains the app and its words to somebody who has no night yet, and there is always a way home."""

import re

import pytest

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
