"""An entry says whose phone it was when it was written."""

import pytest

from tests.web.phone import links

pytestmark = pytest.mark.both_databases


def test_what_a_phone_did_before_it_was_anybodys_stays_with_nobody(stranger, host, night):
    stranger.join(links(host, night)["writer"], "nobody")
    page = stranger.get(f"{night}/deals/1")
    stranger.send(page, page.form(note=""), note="one trick too many")
    page = stranger.get(f"{night}/settle")
    stranger.send(page, page.form(seen=""))
    page = stranger.get(f"{night}/settle")
    form = page.html.one("main").all("form", fits=lambda form: "Paid" in form.text)[0]
    stranger.send(page, form, "tick=all")
    assert stranger.post(f"{night}/me", {"csrf_token": stranger.token(), "who": "p3"}).status == 303
    for path in ("/deals/1", "/settle"):
        shown = host.get(f"{night}{path}").text
        assert "an unnamed phone" in shown, path
        assert "Clara’s phone" not in shown
