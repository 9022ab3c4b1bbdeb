"""The budgets, measured shortly; `python -m tests.cost` measures them at length."""

import sys

import pytest

from tests.cost.budget import judge
from tests.cost.row import Scale
from tests.web.phone import Phone

# Other tests run at the same time and shift what is measured; what got dear is dearer than this.
SLACK = 1.5
CALLS = 2_100  # of functions, Python's and C's: they are the same however slow the machine is


@pytest.mark.at_length
def test_nothing_is_far_over_its_budget(tmp_path):
    rows = judge(Scale(tmp_path, number=30, rounds=4, long=2_000, audited=1_000))
    assert [row for row in rows if row.used > SLACK] == []
    assert len(rows) >= 20


def test_one_booking_takes_few_calls(make_app, sqlite_place):
    phone = Phone(make_app(sqlite_place))
    night = phone.open_night()
    phone.book(night)
    page, counted = phone.get(f"{night}/enter"), 0
    answer = phone.client.application.wsgi_app

    def count(frame, event, argument):
        nonlocal counted
        counted += event in ("call", "c_call")

    def answer_counted(environ, start_response):
        sys.setprofile(count)
        try:
            return answer(environ, start_response)
        finally:
            sys.setprofile(None)

    phone.client.application.wsgi_app = answer_counted
    assert phone.send(page, page.form(number=""), "action=booked", soloist="p1", points=71).status == 303
    assert 1_000 < counted < CALLS
