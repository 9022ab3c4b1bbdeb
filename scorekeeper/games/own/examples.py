"""Example deals of a document: what they would pay."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from scorekeeper.games.game import Seating
from scorekeeper.games.own import OWN
from scorekeeper.games.own.document import AT_END, Sheet, read_document
from scorekeeper.games.own.rules import OwnRules
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Phrase, Refused, say


class Example(NamedTuple):
    """An example deal in words, and what it pays by player."""

    label: Phrase
    paid: Mapping[str, int]


def show_examples(document: Mapping[str, object], names: tuple[str, ...]) -> list[Example]:
    """Return what example deals of a document pay, by the names of its players."""
    sheet = read_document(document)
    rules = OwnRules(sheet=sheet)
    players = names[: next((n for n in (3, 4, *sheet.players) if n in sheet.players), 4)]
    seating = Seating(1, players[-1], players)
    found = []
    for label, given in _deals(sheet, players):
        answers = {name: answer for name, answer in given.items() if answer is not None}
        with suppress(Refused):
            score = OWN.score(rules, OWN.deal(rules, seating, OWN.read(rules, seating, answers)))
            written = score.totals(players)
            paid = written if sheet.end and sheet.money.pays in AT_END else OWN.payoff(rules, [written])
            found.append(Example(label, paid))
    return found


def _deals(sheet: Sheet, players: tuple[str, ...]) -> Iterator[tuple[Phrase, Answers]]:
    """Yield a points deal, or a deal of each of the first three contracts or values; None is no answer."""
    first, second = players[:2]
    partner = players[2 % len(players)]  # of two nobody can be a partner: the deal is refused
    if sheet.kind == "points":
        sides = players[:2] if sheet.pairs else players
        numbers = {player: 10 * place for place, player in enumerate(reversed(sides))}
        if sheet.points.sums:
            numbers[sides[-1]] = sheet.points.sums[0] - sum(numbers[player] for player in sides[:-1])
        yield say("written: {points}", points=tuple(numbers.values())[::-1]), {"points": numbers}
    for contract in sheet.contracts[:3]:
        if sheet.kind == "winner":
            value = contract.key if len(sheet.contracts) > 1 else None
            more = {"payer": second if sheet.pays == "one" else None, "partner": partner if sheet.by_deal else None}
            yield say("won: {value}", value=contract.name), {"winner": first, "value": value, **more}
            continue
        game: Answers = {"declarer": first, "contract": contract.key, "partner": partner if contract.partner else None}
        labels = say("{game} won", game=contract.name), say("{game} lost", game=contract.name)
        for won, label in zip((True, False), labels, strict=True):
            end: Answers = {"won": won}
            if sheet.count:
                mine = sheet.count.needed - (not won)
                tricks = {first: mine, second: sheet.count.total - mine}
                end = {"tricks": tricks} if sheet.count.each else {"points": mine}
            yield label, {**game, **end}
