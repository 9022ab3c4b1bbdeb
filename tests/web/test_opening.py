"""The form of the next deal is found again wherever it would be the same, and nowhere else."""

import re
from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.night.night import FULL
from scorekeeper.storage.tables import NightRow, database
from scorekeeper.web import drafts, entry, holes
from scorekeeper.web.kept import Kept
from tests.web.phone import Phone, links
from tests.web.tapping import Tapping
from tests.web.test_managing import change

_EACH_TIME = re.compile(r'name="(?:csrf_token|request)" value="[^"]*"')
NAMES = ("Anna", "Bernd <b>", "Clara Maximiliane", "Dora & Co", "Emil")
# At the table of Herzblatt somebody sits out, at that of Königrufen too; the others have too few to let one pause.
TABLES = {
    "herzblatt/muhr": 5,
    "solo/braun": 3,
    "herzeln/piatnik": 4,
    "husarln/loew": 3,
    "tapp/mayr": 3,
    "koenigrufen/ruediger": 5,
}


@pytest.fixture
def made(monkeypatch):
    """The numbers of the deals whose forms are made from now on, with nothing kept from before."""
    made, open_ = [], entry._open
    monkeypatch.setattr(entry, "_OPENED", Kept(entry._OPENED.most, entry._OPENED.weigh))
    monkeypatch.setattr(entry, "_open", lambda at, deal: made.append(at.now.number) or open_(at, deal))
    return made


def _opened(phone, night):
    return _EACH_TIME.sub("", phone.get(f"{night}/enter").body)


def test_there_is_a_table_of_every_game():
    assert {rules.partition("/")[0] for rules in TABLES} == GAMES.keys()


@pytest.mark.parametrize("acts", [6, pytest.param(100, marks=pytest.mark.at_length)])
@pytest.mark.parametrize("rules", TABLES)
def test_what_is_found_again_is_what_would_be_made(shared_app, made, monkeypatch, rules, acts):
    host, writer = Phone(shared_app), Phone(shared_app, "de-AT")
    night = host.open_night(*NAMES[: TABLES[rules]], rules=rules)
    writer.join(links(host, night)["writer"], "p2")
    table = Tapping(host, night, Random(rules))
    for _ in range(acts):
        table.act()
        for phone in (host, writer):
            kept, before = _opened(phone, night), len(made)
            with monkeypatch.context() as patch:
                patch.setattr(entry, "_OPENED", Kept(0))
                patch.setattr(holes, "_PAGES", Kept(0))
                assert kept == _opened(phone, night)
            assert len(made) == before + 1
            del made[before:]
    assert 2 <= len(made) < 2 * acts
    assert {page.status for page in table.answers} >= {200, 303}


def test_a_form_is_made_once_for_each_seating(host, made):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora")
    for _ in range(12):
        host.book(night)
    assert made == [1, 2, 3, 4]
    page = host.get(f"{night}/enter")
    assert page.html.one("h1").text == "Deal 13"
    assert [page.form(number="").one("input", fits=lambda field: field["name"] == "number")["value"]] == ["13"]
    assert "Book deal 13" in page.text
    assert f"{night}/deals/13/adjust" in page.body
    assert f"{night}/deals/13/audit" in page.body


def test_every_tour_of_herzeln_is_asked_once(host, made):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="herzeln/piatnik")
    for number in range(1, 18):
        page = host.get(f"{night}/deals/{number}/adjust")
        assert page.status == 200
        sent = {"action": "confirm", "adjust-p1": "1", "adjust-p2": "-1", "note": "so"}
        assert host.send(page, page.form(number=""), **sent).status == 303
        host.get(f"{night}/enter")
    assert made == [2, 3, 4, 5, 6, 7, 8, 9]


def test_what_changes_a_form_ends_what_was_kept(host, writer, night, made):
    def look():
        made.clear()
        host.get(f"{night}/enter")
        return made

    assert look() == [2]
    assert look() == []
    assert writer.get(f"{night}/enter").status == 200
    assert made == [], "who reads it does not matter"
    writer.languages = "de-AT"
    writer.get(f"{night}/enter")
    assert made == [2], "the language does"
    assert change(host, night, "rename", player="p3", name="Klara").status == 303
    assert look() == [2], "a name"
    page = host.get(f"{night}/table")
    assert host.send(page, page.form(place=""), "move=join", name="Zora").status == 303
    assert look() == [2], "who sits"
    page = host.get(f"{night}/table")
    assert host.send(page, page.html.one("main").all("form")[0], "move=pause").status == 303
    assert look() == [2], "who pauses"
    assert host.agree(night, number="2", **{"house-all_pass": '"forehand_plays"'}).status == 303
    assert look() == [2], "a rule that holds in this deal"
    host.enter(night, "called", soloist="p2")
    assert look() == [2], "a call"
    assert look() == []


def test_a_rule_that_holds_from_a_later_deal_on_counts_there(host, made):
    night = host.open_night("Anna", "Bernd", "Clara")
    host.book(night)
    assert host.agree(night, number="5", **{"house-revoke": '"offender_side_loses"'}).status == 303
    for number in range(2, 8):
        assert ("Wrong card by" in host.get(f"{night}/enter").text) == (number >= 5)
        host.book(night)


def test_what_rests_on_the_deals_before_it_is_not_kept(host, night, made, monkeypatch):
    """No game of ours brings anything for a deal of which nothing is said."""
    draft_deal = drafts.draft_deal

    def come_to_something(rows, slip, kind, version):
        draft = draft_deal(rows, slip, kind, version)
        return draft._replace(outcomes=(drafts.End(slip.rules.summary, {"p1": rows.head.number}, {}, ()),))

    with monkeypatch.context() as patch:
        patch.setattr(entry, "draft_deal", come_to_something)
        host.get(f"{night}/enter")
        host.get(f"{night}/enter")
    host.get(f"{night}/enter")
    assert made == [2, 2, 2]


def test_a_number_beyond_what_a_night_may_have_is_refused_as_before(host, made):
    night = host.open_night("Anna", "Bernd", "Clara")
    full = f"a night has at most {FULL:,} deals"
    for number in (4, FULL, FULL + 1, FULL + 3):
        with database.connection_context():
            NightRow.update(number=number).where(NightRow.slug == night.rpartition("/")[2]).execute()
        page = host.get(f"{night}/enter")
        assert (full in page.text) == (number > FULL)
        assert f"Book deal {number:,}" in page.text
        assert f"{night}/deals/{number}/adjust" in page.body


def test_nothing_of_one_answer_or_of_what_is_typed_is_kept(host, made):
    night = host.open_night("Anna", "Bernd", "Clara", rules="herzblatt/muhr")
    page = host.get(f"{night}/enter")
    sent = {"soloist": "p2", "points": "1234567", "action": "booked"}
    refused = host.send(page, page.form(number=""), **sent)
    assert (refused.status, "1234567" in refused.body) == (422, True)
    secrets = [field["value"] for field in page.html.all("input") if field["name"] in ("csrf_token", "request")]
    kept = [part for form in entry._OPENED._values.values() for parts in form for part in parts]
    assert any("<fieldset" in part for part in kept)
    assert [text for text in (*secrets, "1234567") for part in kept if text in part] == []


def test_forms_are_bounded_by_their_size(host, made, monkeypatch):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora")
    host.book(night)
    (weight,) = (entry._OPENED.weigh(form) for form in entry._OPENED._values.values())
    assert weight > 3_000
    monkeypatch.setattr(entry._OPENED, "most", int(2.5 * weight))
    for _ in range(6):
        host.book(night)
    assert len(entry._OPENED._values) == 2
    assert 0 < entry._OPENED.weight <= entry._OPENED.most
