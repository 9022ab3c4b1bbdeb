"""The contents of a rule page: the tariff, every rule with the settings in force, and the search."""

from collections.abc import Callable, Mapping
from functools import partial
from string import ascii_uppercase
from typing import Any, NamedTuple

from scorekeeper.games.rulebook import CERTAINTIES, InForce, Row, Rule, TariffTable, in_force
from scorekeeper.language import Speech
from scorekeeper.nightfile.rulesheet import RuleSheet
from scorekeeper.phrase import Phrase, Value, say

FirstDeal = Callable[[InForce], int]  # the first deal with a setting, 0 outside a night


class ActiveSetting(NamedTuple):
    """The setting of a switch and the first deal with it, 0 outside a night."""

    in_force: InForce
    since: int


class RuleEntry(NamedTuple):
    """A rule with the settings in force of its switches."""

    rule: Rule
    settings: tuple[ActiveSetting, ...]


class Tariff(NamedTuple):
    """A table of the tariff: the `common` rules of all its rows, and each row with its other rules."""

    table: TariffTable
    common: tuple[str, ...]
    rows: tuple[tuple[Row, tuple[str, ...]], ...]


def read_rule_page(sheet: RuleSheet, first_deal: FirstDeal, speech: Speech, search: str = "") -> dict[str, Any]:
    """Return the template variables of a rule page; the chapters have only the rules with every word of a search."""
    words = search.casefold().split()
    # The sources of all rules, each once, in the order in which they are cited.
    cited = dict.fromkeys(source for chapter in sheet.chapters for rule in chapter.rules for source in rule.sources)
    sources = dict(zip(cited, ascii_uppercase, strict=False))
    chapters = []
    for chapter in sheet.chapters:
        entries = [make_entry(sheet, rule, first_deal) for rule in chapter.rules]
        if found := [entry for entry in entries if _has_words(entry, speech, words)]:
            chapters.append((chapter.title, found))
    return {
        "sheet": sheet,
        "game": sheet.game,
        "preset": sheet.author,
        "search": search,
        "sources": sources,
        "shorten": partial(_shorten, sources),
        "own": [ActiveSetting(setting, first_deal(setting)) for setting in own_rules(sheet)],
        "tariff": [_split(table) for table in sheet.game.book.tariff(sheet.rules)],
        "chapters": chapters,
    }


def make_entry(sheet: RuleSheet, rule: Rule, first_deal: FirstDeal) -> RuleEntry:
    """Return a rule of a sheet with its settings in force."""
    settings = in_force(sheet.rules, sheet.author, rule.switches) if rule.switches else ()
    return RuleEntry(rule, tuple([ActiveSetting(setting, first_deal(setting)) for setting in settings]))


def _has_words(entry: RuleEntry, speech: Speech, words: list[str]) -> bool:
    """Return whether a rule contains every word of a search."""
    parts = (entry.rule.text, entry.rule.origin, *(setting.in_force.phrase for setting in entry.settings))
    text = " ".join((entry.rule.number, *map(speech.say, parts))).casefold()
    return all(word in text for word in words)


def _split(table: TariffTable) -> Tariff:
    """Separate the rules that all rows of a table have from those of single rows."""
    first, *others = (row.rules for row in table.rows)
    common = tuple(number for number in first if all(number in other for other in others))
    rows = ((row, tuple(number for number in row.rules if number not in common)) for row in table.rows)
    return Tariff(table, common, tuple(rows))


def _shorten(sources: Mapping[Phrase, str], rule: Rule) -> Phrase:
    """Return the origin of a rule for printing: a letter for each source, nothing for "stated"."""
    origin: Value = ", ".join(sources[source] for source in rule.sources)
    if rule.certainty != "stated":
        origin = say("{certainty}: {sources}", certainty=CERTAINTIES[rule.certainty], sources=origin)
    return say("({origin}. {why})", origin=origin, why=rule.why) if rule.why else say("({origin})", origin=origin)


def own_rules(sheet: RuleSheet) -> list[InForce]:
    """Return the settings in which a table differs from its author."""
    rules = sheet.rules
    return [setting for setting in in_force(rules, sheet.author, rules.offers) if setting.own]


class Differences(NamedTuple):
    """The differences of two authors: their settings, and the rules that only one of them has."""

    settings: list[tuple[Phrase, Phrase, Phrase]]  # label, setting of the one, setting of the other
    own: tuple[list[Rule], list[Rule]]


def compare(one: RuleSheet, other: RuleSheet) -> Differences:
    """Return the differences of two sheets of rules."""
    here, there = (
        {setting.switch.label: setting.value for setting in in_force(sheet.rules, sheet.rules, sheet.rules.offers)}
        for sheet in (one, other)
    )
    none = say("has no such rule")
    labels = [label for label in {**here, **there} if here.get(label) != there.get(label)]
    settings = [(label, here.get(label, none), there.get(label, none)) for label in labels]
    rules, others = ([rule for chapter in sheet.chapters for rule in chapter.rules] for sheet in (one, other))
    shared = {rule.number for rule in rules} & {rule.number for rule in others}
    own, theirs = ([rule for rule in several if rule.number not in shared] for several in (rules, others))
    return Differences(settings, (own, theirs))
