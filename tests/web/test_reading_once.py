"""What one form costs: it is read once, and no more is computed than is shown."""

import sys
from collections import Counter
from contextlib import contextmanager

import pytest

from scorekeeper.games.herzblatt import deal as herzblatt
from scorekeeper.games.herzblatt import scoring as herzblatt_scoring
from scorekeeper.games.husarln import deal as husarln
from scorekeeper.games.husarln import scoring as husarln_scoring
from scorekeeper.games.questions import read_answers
from scorekeeper.night.night import seat_deal
from scorekeeper.storage.journal.state import load_night, standings
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.web.deal.draft import read_deal_form
from scorekeeper.web.deal.forms import QuestionField

COUNTED = {
    function.__code__: name
    for name, functions in {
        "ask": (herzblatt.ask, husarln.ask),
        "answers": (read_answers,),
        "inputs": (QuestionField.take,),
        "score": (herzblatt_scoring.score, husarln_scoring.score),
        "form": (read_deal_form,),
        "seat": (seat_deal,),
        "row": (find_night, load_night),
        "players": (standings,),
    }.items()
    for function in functions
}

GAMES = {
    "herzblatt/braun": {"soloist": "p1", "points": "71"},
    "husarln/loew": {"declarer": "p1", "contract": "Z1", "points": "40"},
}
# A form asks what matters of all that may ever be asked; that is kept, for the form as for the night, which takes no
# form's word and reads again. Who sits is asked to show the form, and again where the night is locked: it may have
# changed. A preview reads the call alone besides, for what each end would bring: it scores every end once, and what
# would be booked. The night and its players are loaded once.
BOOKING = {"form": 1, "ask": 1, "answers": 1, "score": 1, "seat": 2, "row": 1, "players": 1}
PREVIEW = {"form": 1, "ask": 1, "answers": 2, "score": 8, "seat": 2, "row": 1, "players": 1}


@contextmanager
def counting():
    """Count how often each of the functions is called."""
    calls = Counter()

    def count(frame, event, _):
        if event == "call" and frame.f_code in COUNTED:
            calls[COUNTED[frame.f_code]] += 1

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("action", "most"), [("booked", BOOKING), ("preview", PREVIEW)])
def test_a_form_is_read_once(host, game, action, most):
    night = host.open_night("Anna", "Bernd", "Clara", rules=game)
    page = host.get(f"{night}/enter")
    form = page.form(number="")
    questions = {name.partition(".")[0] for name in GAMES[game]} | {"passed", "defender_points"}
    form.attributes["action"] = f"{night}/preview" if action == "preview" else ""
    with counting() as calls:
        answer = host.send(page, form, "action=booked", **GAMES[game])
    assert answer.status == (200 if action == "preview" else 303), answer.text
    inputs = calls.pop("inputs")
    assert {name: times for name, times in calls.items() if times > most[name]} == {}
    assert inputs <= 2 * len(questions)


def test_a_page_loads_the_night_once(host, night):
    with counting() as calls:
        assert host.get(night).status == 200
    assert (calls["players"], calls["row"]) == (1, 1)
    for _ in range(5):
        host.book(night)
    with counting() as calls:
        assert host.get(f"{night}/enter").status == 200
    assert (calls["players"], calls["row"]) == (1, 1)
