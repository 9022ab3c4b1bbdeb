"""Claims of really dealt hands of Königrufen, judged by the one trick that decides them."""

from collections import Counter
from random import Random
from typing import Any

from .auditing import audit
from .cards import Deal
from .koenigrufen_cards import at, kind_of
from .play import random_koenigrufen


def only(deal: Deal, number: int) -> dict[str, Any]:
    """Return the record of one trick and who led it."""
    leader = deal.leader if number == 1 else deal.winners[number - 2]
    return {"tricks": [*["_ _ _ _"] * (number - 1), deal.play["tricks"][number - 1]], "led": {str(number): leader}}


def excluded(deal: Deal, play: dict[str, Any], bonuses: list[dict[str, Any]]) -> set[tuple[str, ...]]:
    answers, deal.answers = deal.answers, deal.answers | {"bonuses": bonuses}
    verdict = audit(deal, play)
    deal.answers = answers
    return {one.of for one in verdict.excluded if one.key == "bonuses"}


def test_a_true_claim_stands_and_a_false_one_falls_with_its_trick() -> None:
    """A Mondfang left out, or entered for who lost the XXI; a Valat of a side that lost the trick."""
    random, judged = Random(31), Counter[str]()
    for _ in range(1200):
        deal = random_koenigrufen(random, revokes=0.0)
        if kind_of(deal.answers["contract"]) != "tarock":
            continue
        rows = deal.answers.get("bonuses", [])
        for number, trick in enumerate(deal.play["tricks"], 1):
            if not {"SK", "T21"} <= set(trick.split()):
                continue
            play = only(deal, number)
            assert not excluded(deal, play, rows)
            caught = [row for row in rows if row["bonus"] == "mondfang"]
            others = [row for row in rows if row not in caught]
            if not caught:
                continue
            judged["Mondfang"] += 1
            assert (caught[0]["player"], "mondfang") in excluded(deal, play, others)
            if at(deal, "mondfang") == "player":
                swapped = {"player": caught[0]["from"], "bonus": "mondfang", "from": caught[0]["player"]}
                assert (caught[0]["from"], "mondfang") in excluded(deal, play, [*others, swapped])
        if deal.winners[0] != deal.answers["declarer"] and deal.winners[0] != deal.answers.get("partner"):
            valat = {"player": deal.answers["declarer"], "bonus": "valat", "announced": True, "made": True}
            judged["Valat"] += 1
            found = excluded(deal, only(deal, 1), [*[row for row in rows if row["bonus"] != "valat"], valat])
            assert (deal.answers["declarer"], "valat") in found
    assert judged["Mondfang"] > 5
    assert judged["Valat"] > 50
