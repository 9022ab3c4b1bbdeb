"""The small forms: every field says by itself what is wrong with it, and a page shows all of that at once."""

import pytest

from tests.web.html import values
from tests.web.phone import Phone

WRONG = {"players-0": "Anna", "players-1": "Anna", "dealer": "5", "amount": "much", "day": "tomorrow", "at_play": "all"}


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["nobody sits where the mark", "is not an amount of money", "is not a date", "is not a whole number"]),
        ("de", ["sitzt niemand", "kein Geldbetrag", "kein Datum", "keine ganze Zahl"]),
    ],
)
def test_a_new_night_says_all_that_is_wrong_at_once_and_keeps_it(shared_app, language, texts):
    phone = Phone(shared_app, language)
    page = phone.get("/nights/new/herzblatt/muhr")
    refused = phone.send(page, page.form(amount=""), **WRONG)
    assert refused.status == 422
    assert [text for text in texts if text not in refused.errors] == []
    kept = values(refused.form(amount=""))
    typed = [name for name in WRONG if name not in ("dealer", "at_play")]
    assert {name: kept[name][0] for name in typed} == {name: WRONG[name] for name in typed}


def test_a_number_of_dropped_nights_is_read_by_its_form(shared_app):
    phone = Phone(shared_app)
    page = phone.get("/rounds/new")
    group = phone.send(page, page.form(name=""), name="Stammtisch").location
    sent = {"csrf_token": phone.token(), "action": "drops"}
    for drops, text in {"many": "is not a whole number", "": "is not a whole number", "21": "from 0 to 20"}.items():
        refused = phone.post(f"{group}/share", sent | {"drops": drops})
        assert refused.status == 422
        assert text in refused.errors, drops
    assert phone.post(f"{group}/share", sent | {"drops": "2"}).status == 303
    assert phone.post(f"{group}/share", sent | {"action": "dance"}).errors == "nothing was chosen"
