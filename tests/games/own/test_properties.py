"""What holds for every document and every deal of it, drawn at random."""

import json
from contextlib import suppress

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.own.document import read_document
from scorekeeper.games.pots import sum_pot
from scorekeeper.games.questions import Choice, Flag, Rows
from scorekeeper.journal.house_texts import restore_texts, take_texts
from scorekeeper.night.pricing import play
from scorekeeper.night.result_json import read_result, write_result
from scorekeeper.nightfile.rulesheet import find_sheet, read_house, read_sheet, spell_house, write_sheet
from scorekeeper.phrase import Refused
from tests.games.own.documents import NAMES, documents

OWN = GAMES["own"]


def any_answer(draw, question):
    if isinstance(question, Choice):
        return draw(st.sampled_from([option.value for option in question.options]))
    if isinstance(question, Flag):
        return draw(st.booleans())
    if isinstance(question, Rows):
        row = {column.name: any_answer(draw, column) for column in question.columns}
        return [row] if draw(st.booleans()) else []
    if hasattr(question, "players"):
        return _numbers(draw, question)
    return draw(st.integers(question.low, question.high))


def _numbers(draw, grid):
    numbers = {player: draw(st.integers(grid.low, grid.high)) for player in grid.players}
    if grid.total is not None and draw(st.booleans()):
        numbers.pop(grid.players[-1])
    return numbers


def answered(draw, rules, seating):
    """Answers to questions as a form asks them, one after the other."""
    answers = {}
    for _ in range(12):
        asked = [one for one in OWN.ask(rules, seating, answers) if one.name not in answers]
        if not asked:
            break
        question = asked[0]
        answers[question.name] = any_answer(draw, question)
        if question.name == "passed" and answers[question.name]:
            break
    return {name: value for name, value in answers.items() if value is not None}


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(documents(), st.data())
def test_each_deal_pays_zero_writes_its_lines_and_is_told_again(document, data):
    rules = apply_house(OWN.author, {"sheet": document})
    players = data.draw(st.sampled_from(rules.players))
    names = NAMES[:players]
    earlier = []
    for number in range(1, 4):
        seating = Seating(number, names[-1], names)
        answers = answered(data.draw, rules, seating)
        with suppress(Refused):
            result = play(OWN, rules, seating, answers, earlier, entered=True)
            assert sum(result.payoff.values()) == 0 or rules.sheet.money.kitty or rules.sheet.pot
            assert not rules.sheet.pot or sum_pot([*earlier, result.sheet]) >= 0
            assert not rules.sheet.money.kitty or max(result.payoff.values(), default=0) <= 0
            assert result.score.totals(result.sheet) == dict(result.sheet)
            again = read_result(json.loads(json.dumps(write_result(result))))
            assert (again.sheet, again.payoff) == (result.sheet, result.payoff)
            earlier.append(result.sheet)
            for outcome in OWN.possible_ends(rules, seating, OWN.read(rules, seating, answers)):
                assert outcome.score.lines


@settings(max_examples=60, deadline=None)
@given(documents())
def test_a_document_travels_by_file_link_and_journal(document):
    sheet = find_sheet("own", "own", {"sheet": document})
    assert sheet.rules.sheet == read_document(document)
    assert read_sheet(write_sheet(sheet)).rules == sheet.rules
    assert find_sheet("own", "own", read_house(spell_house(sheet.house))).rules == sheet.rules
    facts, note = take_texts({"sheet": document})
    assert type(facts["sheet"]["name"]) is int
    assert restore_texts(facts, note) == {"sheet": document}
    assert apply_house(OWN.author, facts), "what was forgotten is still played"
