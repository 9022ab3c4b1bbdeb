"""What a rule page shows: the tariff, every rule with what holds here, and the search."""

from collections.abc import Callable, Mapping
from functools import partial
from string import ascii_uppercase
from typing import Any, NamedTuple

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
    words = search.casefold().split()
    # The sources of all rules, each once, in the order in which they are cited.
    cited = dict.fromkeys(source for chapter in sheet.chapters for rule in chapter.rules for source in rule.sources)
    sources = dict(zip(cited, ascii_uppercase, strict=False))
    chapters = []
    for chapter in sheet.chapters:
        told = [tell(sheet, rule, begun) for rule in chapter.rules]
        if found := [each for each in told if _has_words(each, speech, words)]:
            chapters.append((chapter.title, found))
    return {
        "sheet": sheet,
        "game": sheet.game,
        "preset": sheet.author,
        "search": search,
        "sources": sources,
        "shorten": partial(_shorten, sources),
        "own": [HeldRule(held, begun(held)) for held in own_rules(sheet)],
        "tariff": [_split(table) for table in sheet.game.book.tariff(sheet.rules)],
        "chapters": chapters,
    }


def tell(sheet: RuleSheet, rule: Rule, begun: Begun) -> Told:
    """Return a rule of a sheet with what holds there."""
    held = in_force(sheet.rules, sheet.author, rule.switches) if rule.switches else ()
    return Told(rule, tuple([HeldRule(what, begun(what)) for what in held]))


def _has_words(told: Told, speech: Speech, words: list[str]) -> bool:
    """Return whether every word of a search stands in a rule."""
    parts = (told.rule.text, told.rule.origin, *(held.what.told for held in told.held))
    text = " ".join((told.rule.number, *map(speech.say, parts))).casefold()
    return all(word in text for word in words)


def _split(table: TariffTable) -> Tariff:
    """Tell the rules that stand behind every row of a table from those of single rows."""
    first, *others = (row.rules for row in table.rows)
    common = tuple(number for number in first if all(number in other for other in others))
    rows = ((row, tuple(number for number in row.rules if number not in common)) for row in table.rows)
    return Tariff(table, common, tuple(rows))


def _shorten(sources: Mapping[Phrase, str], rule: Rule) -> Phrase:
    """Return where a rule comes from, as paper has room for it: letters for the sources, nothing for "stated"."""
    told: Value = ", ".join(sources[source] for source in rule.sources)
    if rule.certainty != "stated":
        told = say("{certainty}: {sources}", certainty=CERTAINTIES[rule.certainty], sources=told)
    return say("({origin}. {why})", origin=told, why=rule.why) if rule.why else say("({origin})", origin=told)


def own_rules(sheet: RuleSheet) -> list[InForce]:
    """Return what a table plays otherwise than its author."""
    rules = sheet.rules
    return [held for held in in_force(rules, sheet.author, rules.offers) if held.own]


class Differences(NamedTuple):
    """What two authors do differently: what is set otherwise, and the rules that only one of them has."""

    settings: list[tuple[Phrase, Phrase, Phrase]]  # what it is about, what the one says, what the other says
    own: tuple[list[Rule], list[Rule]]


def compare(one: RuleSheet, other: RuleSheet) -> Differences:
    """Lay the rules of two authors side by side, without what they have in common."""
    here, there = (
        {held.switch.label: held.value for held in in_force(sheet.rules, sheet.rules, sheet.rules.offers)}
        for sheet in (one, other)
    )
    none = say("has no such rule")
    settings = [(label, here.get(label, none), there.get(label, none)) for label in {**here, **there}]
    rules, others = (
        {rule.number: rule for chapter in sheet.chapters for rule in chapter.rules} for sheet in (one, other)
    )
    return Differences(
        [(label, setting, others_setting) for label, setting, others_setting in settings if setting != others_setting],
        (
            [rule for number, rule in rules.items() if number not in others],
            [rule for number, rule in others.items() if number not in rules],
        ),
    )
