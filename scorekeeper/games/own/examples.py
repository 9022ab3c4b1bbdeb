"""Example deals of a document: what they would pay."""

from collections.abc import Iterator, Mapping
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
    for label, answers in _deals(sheet, players):
        try:
            score = OWN.score(rules, OWN.deal(rules, seating, OWN.read(rules, seating, answers)))
        except Refused:
            continue
        written = score.totals(players)
        paid = written if sheet.end and sheet.money.pays in AT_END else OWN.payoff(rules, [written])
        found.append(Example(label, paid))
    return found


def _deals(sheet: Sheet, players: tuple[str, ...]) -> Iterator[tuple[Phrase, Answers]]:
    if sheet.kind == "points":
        sides = players[:2] if sheet.pairs else players
        numbers = {player: 10 * place for place, player in enumerate(reversed(sides))}
        if sheet.points.sums:
            numbers[sides[-1]] = sheet.points.sums[0] - sum(numbers[player] for player in sides[:-1])
        yield say("written: {points}", points=tuple(numbers[player] for player in sides)), {"points": numbers}
    elif sheet.kind == "winner":
        for value in sheet.contracts[:3]:
            more = {"payer": players[1]} if sheet.pays == "one" else {}
            more |= {"partner": players[2]} if sheet.by_deal else {}
            chosen = {"value": value.key} if len(sheet.contracts) > 1 else {}
            yield say("won: {value}", value=value.name), {"winner": players[0], **chosen, **more}
    else:
        for contract in sheet.contracts[:3]:
            more = {"partner": players[2]} if contract.partner else {}
            for won, label in (
                (True, say("{game} won", game=contract.name)),
                (False, say("{game} lost", game=contract.name)),
            ):
                end: Answers = {"won": won}
                if sheet.count and sheet.count.each:
                    mine = sheet.count.needed if won else sheet.count.needed - 1
                    end = {"tricks": {players[0]: mine, players[1]: sheet.count.total - mine}}
                elif sheet.count:
                    end = {"points": sheet.count.needed if won else sheet.count.needed - 1}
                yield label, {"declarer": players[0], "contract": contract.key, **more, **end}
