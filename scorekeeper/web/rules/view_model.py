"""What a rule page shows: the tariff, every rule with what holds here, and the search."""

from collections.abc import Callable, Iterator, Mapping
from string import ascii_uppercase
from typing import Any, NamedTuple

from scorekeeper.games.house import switches
from scorekeeper.games.rulebook import CERTAINTIES, InForce, Row, Rule, TariffTable, in_force
from scorekeeper.language import Speech
from scorekeeper.nightfile.rulesheet import RuleSheet
from scorekeeper.phrase import Phrase, Value, say

Begun = Callable[[InForce], int]  # the deal since which it holds, 0 where there is no night


class HeldRule(NamedTuple):
    """What holds where a house rule could change something, and since which deal; 0 where there is no night."""

    what: InForce
    since: int


class Told(NamedTuple):
    """A rule with what holds here."""

    rule: Rule
    held: tuple[HeldRule, ...]


class Tariff(NamedTuple):
    """A table of the tariff: the rules on which all of it rests, and for each row those on which it rests besides."""

    table: TariffTable
    common: tuple[str, ...]
    rows: tuple[tuple[Row, tuple[str, ...]], ...]


def tell_page(sheet: RuleSheet, begun: Begun, speech: Speech, search: str = "") -> dict[str, Any]:
    """Return all that a rule page shows, of the rules only those in which every word of a search stands."""
    rules = sheet.rules
    chapters = [
        (chapter.title, [tell(sheet, rules, rule, begun) for rule in chapter.rules]) for chapter in sheet.chapters
    ]
    sources = dict(zip(_sources(sheet), ascii_uppercase, strict=False))
    own = [HeldRule(held, begun(held)) for held in own_rules(sheet)]
    return {
        "sheet": sheet,
        "game": sheet.game,
        "preset": sheet.author,
        "search": search,
        "sources": sources,
        "shorten": lambda rule: _shorten(rule, sources),
        "own": own,
        "tariff": [_split(table) for table in sheet.game.book.tariff(rules)],
        "chapters": [(title, found) for title, told in chapters if (found := list(_find(told, speech, search)))],
    }


def tell(sheet: RuleSheet, rules: Any, rule: Rule, begun: Begun) -> Told:
    """Return a rule of a sheet with what holds by the `rules` in force."""
    held = in_force(rules, sheet.author, rule.switches) if rule.switches else ()
    return Told(rule, tuple(HeldRule(what, begun(what)) for what in held))


def own_rules(sheet: RuleSheet) -> list[InForce]:
    """Return what a table plays otherwise than its author."""
    rules = sheet.rules
    return [held for held in in_force(rules, sheet.author, _names(sheet)) if held.own]


class Differences(NamedTuple):
    """What two authors do differently: what is set otherwise, and the rules that only one of them has."""

    settings: list[tuple[Phrase, Phrase, Phrase]]  # what it is about, what the one says, what the other says
    own: tuple[list[Rule], list[Rule]]


def compare(one: RuleSheet, other: RuleSheet) -> Differences:
    """Lay the rules of two authors side by side, without what they have in common."""
    values = [
        {held.switch.label: held.value for held in in_force(sheet.rules, sheet.rules, _names(sheet))}
        for sheet in (one, other)
    ]
    none = say("has no such rule")
    labels = dict.fromkeys((*values[0], *values[1]))
    pairs = [(label, values[0].get(label, none), values[1].get(label, none)) for label in labels]
    rules = [{rule.number: rule for chapter in sheet.chapters for rule in chapter.rules} for sheet in (one, other)]
    return Differences(
        [(label, here, there) for label, here, there in pairs if here != there],
        (
            [rule for number, rule in rules[0].items() if number not in rules[1]],
            [rule for number, rule in rules[1].items() if number not in rules[0]],
        ),
    )


def _names(sheet: RuleSheet) -> list[str]:
    return [each.name for each in switches(sheet.rules)]


def _split(table: TariffTable) -> Tariff:
    """Tell the rules that stand behind every row of a table from those of single rows."""
    first, *others = (row.rules for row in table.rows)
    common = tuple(number for number in first if all(number in other for other in others))
    rows = ((row, tuple(number for number in row.rules if number not in common)) for row in table.rows)
    return Tariff(table, common, tuple(rows))


def _find(rules: list[Told], speech: Speech, search: str) -> Iterator[Told]:
    """Yield the rules in which every word of a search stands."""
    words = search.casefold().split()
    for told in rules:
        parts: tuple[Phrase, ...] = (told.rule.text, told.rule.origin, *(held.what.told for held in told.held))
        text = " ".join((told.rule.number, *map(speech.say, parts))).casefold()
        if all(word in text for word in words):
            yield told


def _sources(sheet: RuleSheet) -> dict[Phrase, None]:
    """The sources of a sheet's rules, each once, in the order in which they are cited."""
    return dict.fromkeys(source for chapter in sheet.chapters for rule in chapter.rules for source in rule.sources)


def _shorten(rule: Rule, sources: Mapping[Phrase, str]) -> Phrase:
    """Return where a rule comes from, as paper has room for it: letters for the sources, nothing for "stated"."""
    told: Value = ", ".join(sources[source] for source in rule.sources)
    if rule.certainty != "stated":
        told = say("{certainty}: {sources}", certainty=CERTAINTIES[rule.certainty], sources=told)
    return say("({origin}. {why})", origin=told, why=rule.why) if rule.why else say("({origin})", origin=told)
