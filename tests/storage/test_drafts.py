"""What a form says of a deal, without a server."""

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.journal.acts import Booked
from scorekeeper.storage.journal.state import load_rows
from scorekeeper.web.deal.draft import draft_deal, read_deal_form
from tests.storage.nights import start


@pytest.mark.usefixtures("opened_file")
@pytest.mark.parametrize(("points", "problem"), [("71", None), ("", "points"), ("many", "points")])
def test_a_deal_is_drafted_from_its_fields_alone(points, problem):
    rows = load_rows(start().id)
    fields = MultiDict({"soloist": "p1", "points": points})
    draft = draft_deal(rows, read_deal_form(fields, rows.night, 1, None), Booked, 0)
    assert (draft.error and draft.error.key) == problem
    assert bool(draft.result) == (problem is None)
