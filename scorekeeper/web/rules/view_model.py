"""What a rule page shows: the tariff, every rule with what holds here, the search, and its fit on one sheet of A4."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from string import ascii_uppercase
from typing import Any, NamedTuple

from scorekeeper.games.house import switches
from scorekeeper.games.rulebook import CERTAINTIES, InForce, Row, Rule, TariffTable, in_force
from scorekeeper.language import Speech
from scorekeeper.nightfile.rulesheet import RuleSheet
from scorekeeper.phrase import Phrase, Value, say

# Letters, counted as `_fit` does, for which each size of print has room on one sheet of A4; the last takes all others.
_SIZES = (6_400, 7_200, 8_200, 9_150, 10_000, 10_900, 11_900)
_LINE = 70  # letters of a line, however short it is
_SINCE = 30  # letters that say since when a house rule holds

Begun = Callable[[InForce], int]  # the deal since which it holds, 0 where there is no night
Chapters = list[tuple[Phrase, list["Told"]]]


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
    tariff = [_split(table) for table in sheet.game.book.tariff(rules)]
    lines = len(sheet.dealing) + sum(len(part.rows) + 3 for part in tariff)
    return {
        "sheet": sheet,
        "game": sheet.game,
        "preset": sheet.author,
        "search": search,
        "sources": sources,
        "shorten": lambda rule: _shorten(rule, sources),
        "own": own,
        "tariff": tariff,
        "fit": _fit(lines, own, chapters, speech),
        "chapters": [(title, found) for title, told in chapters if (found := list(_find(told, speech, search)))],
    }


def tell(sheet: RuleSheet, rules: Any, rule: Rule, begun: Begun) -> Told:
    """Return a rule of a sheet with what holds by the `rules` in force."""
    held = in_force(rules, sheet.author, rule.switches) if rule.switches else ()
    return Told(rule, tuple(HeldRule(what, begun(what)) for what in held))


def own_rules(sheet: RuleSheet) -> list[InForce]:
    """Return what a table plays otherwise than its author."""
    rules = sheet.rules
    return [held for held in in_force(rules, sheet.author, [each.name for each in switches(rules)]) if held.own]


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


def _fit(lines: int, own: Iterable[HeldRule], chapters: Chapters, speech: Speech) -> str:
    """Return the class of a rule page that lets so many short lines and all its rules stand on one sheet of A4."""
    letters = _LINE * lines + sum(max(_LINE, _letters(held, speech)) for held in own)
    for told in (each for _, rules in chapters for each in rules):
        letters += _LINE // 2 + len(speech.say(told.rule.text)) + sum(_letters(held, speech) for held in told.held)
        letters += len(speech.say(told.rule.why)) if told.rule.why else 0
    return f"fit-{bisect_left(_SIZES, letters)}"


def _letters(held: HeldRule, speech: Speech) -> int:
    """The letters that a house rule takes on paper; what is the author's is not printed."""
    return len(speech.say(held.what.told)) + _SINCE if held.what.own else 0
