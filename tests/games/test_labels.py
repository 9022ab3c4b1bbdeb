"""What a game calls its switches, their settings, its questions and their answers: never nothing, never two alike."""

from collections.abc import Iterator

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import switches
from scorekeeper.games.questions import Choice, Question, Rows
from scorekeeper.phrase import PLAIN, Phrase, render

PRESETS = [(game, author) for game in GAMES for author in GAMES[game].presets]
PLAYERS = ("Anna", "Bernd", "Clara")


def check_labels(labels: list[Phrase]) -> None:
    told = [render(label, PLAIN) for label in labels]
    assert all(label.strip() for label in told)
    assert len(set(told)) == len(told)


def test_every_game_is_found_under_the_key_that_it_has_itself() -> None:
    assert [game.key for game in GAMES.values()] == [*GAMES]


@pytest.mark.parametrize(("key", "author"), PRESETS)
def test_questions_kept_for_the_same_seats_are_those_of_the_game(key: str, author: str) -> None:
    """Of a deal's number only its place in a party matters."""
    game, rules = GAMES[key], GAMES[key].presets[author]
    for players in rules.players:
        playing = ("Anna", "Bernd", "Clara", "David", "Emma")[:players]
        for number in (*range(1, 2 * game.party_deals + 2), 8 * 17 + 3):
            seating = Seating(number, playing[-1], playing)
            assert game.asked(rules, seating) == game.ask(rules, seating, None)
            assert game.asked_first(rules, seating) == game.ask(rules, seating, {})


@pytest.mark.parametrize(("game", "author"), PRESETS)
def test_switches_and_their_settings(game: str, author: str) -> None:
    found = switches(GAMES[game].presets[author])
    check_labels([switch.label for switch in found])
    for switch in found:
        check_labels([setting.label for setting in switch.kind.settings])


@pytest.mark.parametrize(("game", "author"), PRESETS)
def test_questions_and_their_answers(game: str, author: str) -> None:
    tours = range(1, 9 if game == "herzeln" else 2)
    for number in tours:
        asked = GAMES[game].ask(GAMES[game].presets[author], Seating(number, PLAYERS[-1], PLAYERS), None)
        check_labels([question.label for question in asked])
        for question in columns_too(asked):
            if isinstance(question, Choice):
                check_labels([option.label for option in question.options])


def columns_too(asked: tuple[Question, ...]) -> Iterator[object]:
    for question in asked:
        yield from question.columns if isinstance(question, Rows) else (question,)


SEATED = Seating(9, PLAYERS[-1], PLAYERS)


VALAT = {"player": "Anna", "bonus": "valat"}
PAGAT = {"player": "Anna", "bonus": "pagat", "announced": True}
LOST = {"player": "Bernd", "bonus": "valat", "announced": True, "made": False}


@pytest.mark.parametrize(
    ("game", "answers", "brief"),
    [
        ("herzblatt", {}, ("", "")),
        ("herzblatt", {"soloist": "Bernd", "announced": "66", "contra": "Clara", "ree": True}, ("Bernd", "66 C R")),
        ("herzblatt", {"soloist": "Anna", "defender_points": 49}, ("Anna", "71")),
        ("herzblatt", {"passed": True, "last_trick": "Anna"}, ("", "all pass")),
        ("solo", {"soloist": "Clara", "suit": "C", "points": 71}, ("Clara", "♣ 71")),
        ("solo", {"soloist": "Clara", "suit": "H", "announced": "du", "all_tricks": True}, ("Clara", "♥ Du 120")),
        ("husarln", {"declarer": "Bernd", "contract": "Z2", "points": "36 2/3"}, ("Bernd", "Z2 37")),
        ("husarln", {"declarer": "Bernd", "contract": "Z2b", "contra": 2}, ("Bernd", "Z2b C R")),
        ("husarln", {"declarer": "Bernd", "contract": "E1", "defender_points": 30}, ("Bernd", "E1 36")),
        ("husarln", {"redealt": True}, ("", "dealt again")),
        ("tapp", {"declarer": "Anna", "contract": "dreier", "contra": 1, "points": "40"}, ("Anna", "D C 40")),
        ("koenigrufen", {"declarer": "Bernd", "contract": "dreier", "points": "35 2/3"}, ("Bernd", "Drei 36")),
        ("tapp", {"declarer": "Anna", "contract": "solo", "bonuses": [VALAT]}, ("Anna", "Solo Valat\u00a0✓")),
        ("koenigrufen", {"contract": "dreier", "bonuses": [LOST], "points": "50"}, ("", "Drei Valat\u00a0✗ 50")),
        ("koenigrufen", {"contract": "rufer", "bonuses": [PAGAT], "points": "41"}, ("", "Ruf Pagat\u00a0✓ 41")),
        ("koenigrufen", {"contract": "rufer", "bonuses": [PAGAT]}, ("", "Ruf Pagat")),
        ("koenigrufen", {"contract": "rufer", "bonuses": [{"bonus": "pagat"}], "points": "41"}, ("", "Ruf 41")),
        ("tapp", {"contract": "solo", "bonuses": [{"bonus": "with45"}], "points": "41"}, ("", "Solo with 45 41")),
        ("koenigrufen", {"declarer": "Anna", "contract": "dreier", "contra": 4}, ("Anna", "Drei C R S D")),
        ("koenigrufen", {"contract": "trischaken", "points": {"Anna": 70}}, ("", "Trisch")),
        ("tapp", {"declarer": "Anna", "contract": "solo", "defender_points": "30 1/3"}, ("Anna", "Solo 40")),
        ("herzeln", {}, ("", "Tour 1 · hearts")),
        ("herzeln", {"passed": True}, ("", "Tour 1 · hearts")),
    ],
)
def test_a_deal_in_short(game: str, answers: dict[str, object], brief: tuple[str, str]) -> None:
    found = GAMES[game].sheet_summary(GAMES[game].author, SEATED, answers)
    assert (found.soloist, " ".join(render(word, PLAIN) for word in found.words)) == brief
