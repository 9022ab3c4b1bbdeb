"""The cells of the tables of a group as texts, for pages and the command line."""

from typing import Any

from scorekeeper.language import Speech


def show_cell(kind: str, value: Any, speech: Speech, currency: str = "") -> str:
    """Return a cell of a column of some kind, of those that `storage.groups.columns` lists; money in that currency."""
    if kind == "amounts":
        return ", ".join(speech.money(coins, currency, True) for currency, coins in value.items() if currency)
    if kind == "money":
        return "" if value is None else speech.money(value, currency, True) if currency else speech.points(value)
    if value is None:
        return "–"
    if kind == "round":
        number = show_cell("halves" if value.halves else "signed", value.number, speech)
        return f"({number})" if value.missed else number
    if kind == "signed":
        return speech.points(value)
    if kind == "average":
        return speech.average(value.paid, value.deals)
    if kind == "halves":
        return speech.halves(value)
    return speech.show(value) if kind == "whole" else str(value)
