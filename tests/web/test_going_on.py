"""Where an answer sends the browser on: it says at once what werkzeug would have made of it."""

import pytest
from flask import Response
from werkzeug.test import EnvironBuilder

from scorekeeper.web.frame import go

PLACES = {
    "sheet.show": {"slug": "abc", "_anchor": "deal-7"},
    "rounds.show": {"round_slug": "äöü €/?#%25"},
    "deals.change": {"slug": "abc", "number": 3, "way": "adjust", "note": "Größe 'n' & \"mehr\" = 100 % + ~"},
}


@pytest.mark.parametrize("endpoint", PLACES)
def test_an_answer_that_sends_on_needs_nothing_more_to_be_spelled(shared_app, endpoint):
    with shared_app.test_request_context():
        answer = go(endpoint, **PLACES[endpoint])
    environ = EnvironBuilder().get_environ()
    plain = Response(status=303, headers={"Location": answer.location})
    assert set(answer.get_wsgi_headers(environ)) == set(plain.get_wsgi_headers(environ))
    assert list(answer.get_app_iter(environ)) == []
    assert answer.status == plain.status
