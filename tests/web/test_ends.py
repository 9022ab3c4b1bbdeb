"""What each end of a deal would pay, kept while its result is typed."""

from scorekeeper.web import drafts, ends
from scorekeeper.web.kept import Kept
from tests.web.test_managing import change


def _previewed(phone, night, **fields):
    page = phone.get(f"{night}/enter")
    form = page.form(number="")
    form.attributes["action"] = f"{night}/preview"
    answer = phone.send(page, form, **fields)
    assert answer.status == 200
    return answer.html.one("table", "outcomes")


def test_the_ends_are_told_once_until_another_is_marked(host, night, writer, monkeypatch):
    made, render = [], ends.render_template
    monkeypatch.setattr(ends, "_TABLES", Kept(10))
    monkeypatch.setattr(
        ends, "render_template", lambda name, **told: made.append(told["marks"]) or render(name, **told)
    )
    low = _previewed(host, night, soloist="p1", points="40")
    assert _previewed(host, night, soloist="p1", points="41").text == low.text
    assert len(made) == 1
    high = _previewed(host, night, soloist="p1", points="71")
    assert [mark.text for mark in high.all("tbody", "current")] != [mark.text for mark in low.all("tbody", "current")]
    assert len(made) == 2
    _previewed(writer, night, soloist="p1", points="72")
    assert len(made) == 2, "they are the same on another phone"
    writer.languages = "de-AT"
    assert _previewed(writer, night, soloist="p1", points="72").text != high.text
    assert len(made) == 3


def test_who_got_another_name_has_it_over_the_ends(host, night):
    assert "Bernd" in _previewed(host, night, soloist="p2", points="40").text
    change(host, night, "rename", player="p2", name="Bruno")
    told = _previewed(host, night, soloist="p2", points="40").text
    assert ("Bruno" in told, "Bernd" in told) == (True, False)


def test_the_ends_are_those_of_who_plays_alone(host, night):
    first, second = (_previewed(host, night, soloist=player, points="40") for player in ("p1", "p2"))
    assert first.one("tbody", "current").text != second.one("tbody", "current").text


def test_the_ends_are_reckoned_once_while_the_result_is_typed(host, night, monkeypatch):
    reckoned, reckon = [], drafts.ends_of
    monkeypatch.setattr(drafts, "_FORESEEN", Kept(10))
    monkeypatch.setattr(drafts, "ends_of", lambda *said: reckoned.append(said[4].get("soloist")) or reckon(*said))
    for points in ("4", "40", ""):
        before = _previewed(host, night, soloist="p1", points=points).text
    assert reckoned.count("p1") == 1
    _previewed(host, night, soloist="p2", points="40")
    assert (reckoned.count("p1"), reckoned.count("p2")) == (1, 1)
    assert host.agree(night, **{"house-loss": "1"}).status == 303
    assert _previewed(host, night, soloist="p1", points="").text != before, "other rules hold by now"
    assert reckoned.count("p1") == 2
