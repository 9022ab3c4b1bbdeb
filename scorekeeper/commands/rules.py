"""The command about rules: the book of a game, the keys of its night files, and house-rule sheets."""

import argparse
from collections.abc import Iterable, Iterator
from textwrap import wrap

from scorekeeper.commands import read_largest
from scorekeeper.commands.files import read_text, shown_file
from scorekeeper.games import GAMES
from scorekeeper.games.house_rules import switches
from scorekeeper.games.own_values import describe_rules
from scorekeeper.games.rulebook import InForce, in_force
from scorekeeper.language import Speech
from scorekeeper.nightfile.lines import naming_lines
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.rulesheet import RuleSheet, find_sheet, sheet_in, sheet_of, write_sheet
from scorekeeper.nightfile.schema import describe_keys
from scorekeeper.nightfile.syntax import load
from scorekeeper.phrase import Phrase, Refused, count, say
from scorekeeper.printing import Failure, blaming, lay_out, list_rows, print_lines, write_out

_WIDTH = 100  # columns of a terminal for a rule


def print_rules(args: argparse.Namespace, speech: Speech) -> int:
    """Print the games, or the rules of one: its book, the keys of its night files, or a house-rule sheet."""
    if args.game is None and args.file is None and not (args.keys or args.toml):
        print_lines(_format_games(speech))
        return 0
    sheet = _sheet(args)
    if args.toml:
        write_out([write_sheet(sheet)])
    else:
        print_lines(_format_keys(sheet, speech) if args.keys else format_book(sheet, speech))
    return 0


def _sheet(args: argparse.Namespace) -> RuleSheet:
    if args.file is None:
        try:
            return find_sheet(args.game, args.author)
        except Refused as refused:
            argument = {"game": say("GAME"), "rules": say("AUTHOR")}[refused.key]
            where = say("{command}: {argument}", command=say("rules"), argument=argument)
            raise Failure(where, Refused("", refused.phrase)) from None
    largest = read_largest(args)
    with blaming(shown_file(args.file)):
        if args.game is not None:
            raise Refused("", say("the file names the game itself; give one or the other"))
        text = read_text(args.file, largest)
        data = load(text)
        with naming_lines(text):
            return sheet_of(read_night(data).night) if "players" in data else sheet_in(data)


def _format_games(speech: Speech) -> Iterator[str]:
    for number, (key, game) in enumerate(GAMES.items()):
        if number:
            yield ""
        names = tuple(alias.full_name for alias in game.aliases)
        title = say("{title}, also called {names}", title=game.title, names=names) if names else game.title
        yield f"{key}  {speech.say(title)}"
        rows = [(preset, rules.author, speech.say(rules.summary)) for preset, rules in game.presets.items()]
        yield from list_rows(rows, "  ")


def _format_keys(sheet: RuleSheet, speech: Speech) -> Iterator[str]:
    about = describe_rules(sheet.game, sheet.author)
    yield speech.say(say("The keys of a night file: {about}", about=about))
    for section in describe_keys(sheet.game, sheet.rules):
        yield ""
        yield section.heading or speech.say(say("The night"))
        width = max(len(key.name) for key in section.keys)
        for key in section.keys:
            yield from _hang(f"  {key.name:{width}}  ", map(speech.say, (key.meaning, key.values)))


def format_book(sheet: RuleSheet, speech: Speech) -> Iterator[str]:
    """Yield the book of a game by an author's rules or a table's house rules."""
    game = sheet.game
    author = sheet.author
    yield speech.say(describe_rules(game, sheet.rules))
    if game.aliases:
        yield speech.say(say("Also called {names}", names=tuple(alias.full_name for alias in game.aliases)))
    yield from (author.source, speech.say(author.summary), "", speech.say(say("Dealing")))
    dealing = [(count("{n} player", "{n} players", n=players), cards) for players, cards in sheet.dealing]
    yield from list_rows([(speech.say(players), speech.say(cards)) for players, cards in dealing], "  ")
    yield "  " + speech.say(game.direction)
    for table in game.book.tariff(sheet.rules):
        yield from ("", speech.say(table.title))
        heading = ("", *map(speech.say, table.columns))
        rows = [heading, *((speech.say(row.label), *map(speech.say, row.cells)) for row in table.rows)]
        lines = iter(lay_out(rows))
        yield next(lines)
        for line, row in zip(lines, table.rows, strict=True):
            own = f"  {speech.say(say('(house rule)'))}" if row.own else ""
            yield f"{line}  [{', '.join(row.rules)}]{own}" if row.rules else line + own
    yield from ("", speech.say(say("House rules, as set")))
    house = in_force(sheet.rules, author, [switch.name for switch in switches(sheet.rules)])
    yield from list_rows(
        [(setting.switch.name, speech.say(_in_force(setting)), f"[{setting.switch.rule}]") for setting in house], "  "
    )
    for chapter in sheet.chapters:
        yield from ("", speech.say(chapter.title))
        width = max(len(rule.number) for rule in chapter.rules) + 2
        for rule in chapter.rules:
            here = [
                say("Here: {rule}", rule=_in_force(setting)) for setting in in_force(sheet.rules, author, rule.switches)
            ]
            yield from _hang(f"  {rule.number:{width}}", map(speech.say, (rule.text, *here, rule.origin)))


def _in_force(setting: InForce) -> Phrase:
    return say("{rule} (house rule)", rule=setting.phrase) if setting.own else setting.phrase


def _hang(name: str, texts: Iterable[str]) -> Iterator[str]:
    """Yield `texts` as lines that fit a terminal, `name` before the first and blanks before the others."""
    for text in texts:
        for line in wrap(text, _WIDTH - len(name)):
            yield name + line
            name = " " * len(name)
