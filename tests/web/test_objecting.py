"""Objecting to a deal: a sentence from any phone that may write, marked on the sheet until the table resolves it."""

import json

import pytest

from scorekeeper.storage.models import EntryRow, NightRow, database

SENTENCE = "the jack was missing, 😀 <b>really</b>"


def resolve(phone, night, how, path="", **fields):
    return phone.fill_in(f"{night}/{path or 'deals/1'}", f"how={how}", f"how={how}", **fields)


def marks(phone, night):
    """The deals that the sheet marks."""
    rows = phone.get(night).html.one("table", "sheet").one("tbody").all("th")
    return [row.one("a").inside[0] for row in rows if row.all("b", "mark")]


def told(phone, night, path="deals/1"):
    return [item.text for item in phone.get(f"{night}/{path}").html.all("li", "doubt")]


def acts(night):
    """Kind, facts and device of what was written about objections."""
    with database.connection_context():
        row = NightRow.get(NightRow.slug == night.rpartition("/")[2])
        query = EntryRow.select().where(EntryRow.night == row, EntryRow.kind.in_(("objected", "resolved")))
        return [(entry.kind, entry.facts, entry.note, entry.device) for entry in query.order_by(EntryRow.seq)]


def test_an_objection_marks_its_deal_and_stands_first_in_the_settlement(host, writer, night):
    before = host.standing(night)
    assert marks(host, night) == []
    answer = writer.object_to(night, SENTENCE)
    assert (answer.status, answer.location) == (303, f"{night}/deals/1#objections")
    assert marks(host, night) == ["1"]
    assert host.standing(night) == before
    host.book(night)  # play goes on
    (on_deal,), (at_settling,) = told(host, night), told(host, night, "settle")
    for text in (on_deal, at_settling):
        assert SENTENCE in text
        assert "phone" in text
    settle = host.get(f"{night}/settle").body
    assert settle.index("<q>") < settle.index('class="standing"')
    assert SENTENCE.replace("<", "&lt;").replace(">", "&gt;") in settle
    assert "Deal 1: open query" in host.get(f"{night}/settle.txt").body


def test_an_objection_names_the_player_of_the_phone_on_all_phones(host, writer, night):
    assert writer.fill_in(f"{night}/me", "who", who="p4").status == 303
    writer.object_to(night, SENTENCE)
    (text,) = told(host, night)
    assert ("Dora," in text, "phone" in text) == (True, False)
    assert '"player":"p4"' in acts(night)[0][1]
    assert json.loads(host.get(f"{night}/now", since="2").body)["news"] == ["Dora queries deal 1"]
    assert json.loads(writer.get(f"{night}/now", since="2").body)["news"] == []
    ways = [button.text for button in host.get(f"{night}/deals/1").form(how="withdrawn").all("button")]
    assert ways == ["Dora is right, the score stays", "Dora is mistaken", "Dora withdraws it"]


@pytest.mark.parametrize(
    ("how", "button", "text", "path", "back"),
    [
        ("upheld", "Right, but the score stays", "right, but the score stays", "deals/1", "/deals/1#objections"),
        ("rejected", "The deal is right as it is", "no mistake, the score stands", "settle", "/settle"),
        ("withdrawn", "Withdrawn", "withdrawn", "deals/1", "/deals/1#objections"),
    ],
)
def test_an_objection_is_resolved_on_the_deal_and_at_settling(host, writer, night, how, button, text, path, back):
    writer.object_to(night, SENTENCE)
    page = host.get(f"{night}/{path}")
    form = page.form(how="withdrawn")
    assert [part.text for part in form.all("button") if part["value"] == how] == [button]
    answer = host.send(page, form, f"how={how}", note="counted again")
    assert (answer.status, answer.location) == (303, night + back)
    assert marks(host, night) == []
    assert told(host, night, "settle") == []
    (shown,) = told(host, night)
    assert (text in shown, "counted again" in shown) == (True, True)
    (made, _, note, device), (ended, facts, why, other) = acts(night)
    assert (made, note, ended, why) == ("objected", SENTENCE, "resolved", "counted again")
    assert how in facts
    assert device != other  # who objected, and who resolved it


def test_corrected_is_offered_once_the_deal_was_corrected(host, writer, night):
    writer.object_to(night, SENTENCE)
    page = host.get(f"{night}/settle")
    form = page.form(how="withdrawn")
    assert not [button for button in form.all("button") if button["value"] == "corrected"]
    (correct,) = [link for link in form.all("a") if link["href"].endswith("/deals/1/correct")]
    refused = host.send(page, form, how="corrected")
    assert (refused.status, "fix it first" in refused.errors) == (422, True)
    page = host.get(correct["href"])
    assert host.send(page, page.form(number=""), action="confirm", points="50", note="a king was missed").status == 303
    assert marks(host, night) == ["1"]
    assert resolve(host, night, "corrected", "settle").status == 303
    assert marks(host, night) == []
    assert "the deal was fixed" in told(host, night)[0]


def test_an_objection_that_two_resolve_at_once_is_resolved_once(host, writer, night):
    writer.object_to(night, SENTENCE)
    pages = [(phone, phone.get(f"{night}/deals/1")) for phone in (host, writer)]
    answers = [
        phone.send(page, page.form(how="rejected"), f"how={how}")
        for (phone, page), how in zip(pages, ("rejected", "withdrawn"), strict=True)
    ]
    assert [answer.status for answer in answers] == [303, 422]
    assert "already decided" in answers[1].errors
    assert not [part for part in answers[1].html.all("details") if "open" in part.attributes]
    assert len(acts(night)) == 2
    page = writer.get(f"{night}/deals/1")
    host.fill_in(f"{night}/deals/1/correct", "number", action="confirm", points="50", note="a king was missed")
    assert writer.send(page, page.form(note="", based_on=""), note=SENTENCE).status == 303
    assert resolve(host, night, "corrected").status == 303


def test_an_objection_needs_a_sentence_a_booked_deal_and_an_end(host, night):
    host.enter(night, "called", soloist="p3")
    refused = host.object_to(night, "  ")
    assert (refused.status, "say in a sentence" in refused.errors) == (422, True)
    refused = host.object_to(night, "x" * 501)
    assert refused.status == 422
    assert refused.html.one("input", fits=lambda field: field["name"] == "note")["value"] == "x" * 501
    fields = {"csrf_token": host.token(), "request": "0123456789", "note": "no", "based_on": "0"}
    for number in (2, 3, 9999999):
        assert host.post(f"{night}/deals/{number}/object", fields).status in (404, 422), number
    assert acts(night) == []
    for _ in range(20):
        assert host.object_to(night, SENTENCE).status == 303
    refused = host.object_to(night, SENTENCE)
    assert (refused.status, "at most 20 times" in refused.errors) == (422, True)


def test_onlookers_see_objections_and_make_none(host, onlooker, night):
    host.object_to(night, SENTENCE)
    page = onlooker.get(f"{night}/deals/1")
    assert SENTENCE in page.text
    assert not page.html.one("main").all("form")
    for path in ("object", "objections/1"):
        fields = {"csrf_token": onlooker.token(), "request": "0123456789", "note": "no", "how": "withdrawn"}
        assert onlooker.post(f"{night}/deals/1/{path}", fields).status == 403
    assert len(acts(night)) == 1
