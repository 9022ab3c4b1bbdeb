"""Whole records in which nothing is wrong are judged at once, and as card by card."""

from random import Random
from typing import Any

import pytest

from scorekeeper.audit import context, findings, legality
from scorekeeper.games.husarln import audit as husarln
from tests.independent.play import Deal, random_deal
from tests.independent.spoil import SPOILS, hide_hands
from tests.independent.test_play import audit as judge_deal

DEALS = 60


def legal_deals(seed: int) -> list[tuple[Deal, dict[str, Any]]]:
    """Deals of all games without a wrong card, with all hands, some, or none."""
    random = Random(seed)
    deals = [random_deal(random, revokes=0) for _ in range(DEALS)]
    return [(deal, hide_hands(random, deal.play)) for deal in deals]


def test_the_short_way_says_what_the_long_one_says(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = legal_deals(1)
    short = [judge_deal(deal, play) for deal, play in deals]
    monkeypatch.setattr(findings, "_follow_plainly", lambda recorded: ())
    assert short == [judge_deal(deal, play) for deal, play in deals]
    assert {verdict.kind for verdict in short} == {"clean"}


def test_nothing_legal_is_judged_card_by_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "Judge", None)
    for deal, play in legal_deals(2):
        assert judge_deal(deal, play).kind == "clean"


def test_what_is_entered_as_it_is_counted_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(husarln, "ask", lambda *about: pytest.fail("it was asked"))
    deals = [(deal, play) for deal, play in legal_deals(3) if deal.game == "husarln"]
    assert {judge_deal(deal, play).kind for deal, play in deals} == {"clean"}


def test_what_lies_where_nobody_knows_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that stands twice, hands unknown: then any card may have been any."""
    deal = next(deal for deal, _ in legal_deals(4) if deal.game == "husarln")
    tricks = [trick.split() for trick in deal.play["tricks"]]
    tricks[-1][0] = tricks[0][0]
    play = {"tricks": [" ".join(cards) for cards in tricks]}
    split, looked = legality.AfterAny.__missing__, []

    def look(after: legality.AfterAny, lain: tuple[int, ...]) -> list[Any]:
        looked.append(lain)
        return split(after, lain)

    monkeypatch.setattr(legality.AfterAny, "__missing__", look)
    assert judge_deal(deal, play).misfit
    assert len(looked) == len(set(looked)) <= 3


@pytest.mark.parametrize("looked", ["_lie_well", "_play_unseen"])
def test_what_is_looked_at_in_short_is_found_at_length(looked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spoilt records too: cards that lie twice, hands that are too long, cards against the rules."""
    random = Random(5)
    spoilt = [(deal, random.choice(SPOILS)(random, deal)) for deal in (random_deal(random) for _ in range(DEALS))]
    deals = [(deal, hide_hands(random, play) if random.random() < 0.5 else play) for deal, play in spoilt]
    short = [judge_deal(deal, play) for deal, play in deals]
    if looked == "_lie_well":
        monkeypatch.setattr(context, looked, lambda *about: False)
    else:
        monkeypatch.setattr(findings, looked, lambda recorded: ([0] * len(recorded.hands), []))
    assert short == [judge_deal(deal, play) for deal, play in deals]
    assert len({verdict.kind for verdict in short}) > 1
