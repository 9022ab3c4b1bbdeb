"""The audit under test, and how its verdict is compared with what truly happened."""

from collections import Counter
from typing import Any

from scorekeeper.audit.verdict import Verdict
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.night.record import read_play

from .cards import Deal


def audit(deal: Deal, play: dict[str, Any]) -> Verdict:
    game, players = GAMES[deal.game], tuple(deal.players)
    rules = apply_house(game.presets[deal.rules], deal.house)
    record = read_play(game, players, play)
    assert game.auditor
    return game.auditor.audit(rules, Seating(deal.number, players[-1], players), deal.answers, record)


def check_cards(deal: Deal, play: dict[str, Any]) -> Verdict:
    """Every wrong card is found and nothing else, and every trick has its winner."""
    verdict = audit(deal, play)
    found = {(broken.trick, broken.card): (broken.player, broken.reason) for broken in verdict.violations}
    assert found == {place: breach[:2] for place, breach in deal.breaches.items()}
    assert [set(broken.legal or ()) for broken in verdict.violations] == [legal for *_, legal in deal.breaches.values()]
    assert (verdict.undecided, list(verdict.winners)) == ((), deal.winners)
    return verdict


def check_whole(deal: Deal, play: dict[str, Any]) -> None:
    """A whole record is judged and counted as the deal was played."""
    verdict = check_cards(deal, play)
    assert verdict.differences == ()
    assert verdict.kind == ("violation" if deal.breaches else "clean")
    assert set(verdict.entered or ()) == set(verdict.counted or ())


def check_forgotten(deal: Deal, play: dict[str, Any], tally: Counter[str]) -> None:
    """Of a record with gaps nothing is proven, cleared or counted that did not happen."""
    verdict = audit(deal, play)
    proven = {(broken.trick, broken.card): broken.player for broken in verdict.violations}
    for (trick, card), player in proven.items():
        wrong = [breach[0] for place, breach in deal.breaches.items() if place[0] == trick and card in ("_", place[1])]
        assert wrong, "a false proof"
        assert player in ("", *wrong), "whoever played it, it was wrong"
    tally["forgotten proven"] += sum(card == "_" for _, card in proven)
    for broken in verdict.violations:
        if broken.card == "_":
            continue
        _, reason, legal = deal.breaches[broken.trick, broken.card]
        if broken.legal is not None:
            assert set(broken.legal) == legal
            led_forgotten = play["tricks"][broken.trick - 1].startswith("_")
            assert broken.reason == reason or (led_forgotten and reason == "MUST_FOLLOW")
        if broken.seen:
            assert broken.seen.card in deal.play["tricks"][broken.seen.trick - 1].split()
    open_ = {(undecided.trick, undecided.card) for undecided in verdict.undecided}
    for number, trick in enumerate(play["tricks"], start=1):
        for card in set(trick.split()) - {"_"}:
            is_wrong = (number, card) in deal.breaches
            assert (number, card) in proven or (number, card) in open_ or not is_wrong, "falsely cleared"
            decided = "proven" if (number, card) in proven else "open" if (number, card) in open_ else "cleared"
            tally[f"{'broken' if is_wrong else 'legal'} {decided}"] += 1
    assert all(winner in ("", true) for winner, true in zip(verdict.winners, deal.winners, strict=False))
    assert not verdict.differences
    assert not verdict.excluded, "a false accusation"
    tally[verdict.kind] += 1
