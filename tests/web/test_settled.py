"""The page that settles a night is put together from what is kept: made once for those who may do the same."""

import pytest

from scorekeeper.web import standing
from scorekeeper.web.kept import Kept
from scorekeeper.web.tokens import unmask
from tests.web.test_managing import change


@pytest.fixture
def made(monkeypatch):
    """The templates that are rendered for a settlement from now on, with nothing kept from before."""
    made, render = [], standing.render_template
    for name in ("_SETTLED", "_PLANS"):
        kept = getattr(standing, name)
        monkeypatch.setattr(standing, name, Kept(kept.most, kept.weigh))
    monkeypatch.setattr(standing, "render_template", lambda name, **told: made.append(name) or render(name, **told))
    return made


def _values(page, name):
    return [field["value"] for field in page.html.all("input") if field["name"] == name]


def test_a_plan_is_made_once_for_those_who_may_do_the_same(host, writer, onlooker, night, made):
    texts = [phone.get(f"{night}/settle").text for phone in (host, writer, onlooker, host)]
    assert made == ["_standing.html", "settle.txt", "_plan.html", "_plan.html"]
    assert ["Agree on this settlement" in text for text in texts] == [True, True, False, True]
    made.clear()
    writer.languages = "de-AT"
    writer.get(f"{night}/settle")
    assert made == ["_standing.html", "settle.txt", "_plan.html"], "another language says it otherwise"
    made.clear()
    host.book(night, soloist="p2")
    host.get(f"{night}/settle")
    assert made == ["_standing.html", "settle.txt", "_plan.html"], "a deal changes what is open"
    made.clear()
    assert change(host, night, "rename", player="p3", name="Klara").status == 303
    assert "Klara" in host.get(f"{night}/settle").html.one("section", fits=lambda part: part["id"] == "plan").text
    assert made == ["_standing.html", "settle.txt", "_plan.html"], "so does a name"


def test_each_form_has_an_id_of_its_own_in_each_answer(host, writer, night, made):
    pages = [phone.get(f"{night}/settle") for phone in (host, host, writer)]
    ids = [name for page in pages for name in _values(page, "request")]
    assert len(ids) == len(set(ids)) >= 3 * 3
    tokens = [_values(page, "csrf_token") for page in pages]
    assert [len(set(of_page)) for of_page in tokens] == [1, 1, 1]
    kept = [part for plan in standing._PLANS._values.values() for part in plan[::2]]
    secrets = [*ids, *(token for of_page in tokens for token in of_page), unmask(tokens[0][0])]
    assert any("<form" in part for part in kept)
    assert [text for text in secrets for part in kept if text in part] == []
    page = pages[1]
    for form in page.html.all("form", fits=lambda form: "/tick" in form["action"])[:2]:
        assert host.send(page, form, "tick=all").status == 303


def test_plans_are_bounded_by_their_size(host, night, made, monkeypatch):
    host.get(f"{night}/settle")
    (weight,) = (standing._PLANS.weigh(plan) for plan in standing._PLANS._values.values())
    assert weight > 2_000
    monkeypatch.setattr(standing._PLANS, "most", 2 * weight)
    for _ in range(4):
        host.book(night)
        host.get(f"{night}/settle")
    assert 0 < len(standing._PLANS._values) <= 2
    assert 0 < standing._PLANS.weight <= 2 * weight
