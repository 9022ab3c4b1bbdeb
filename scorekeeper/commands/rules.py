"""The command about rules: the book of a game as an author or a table plays it, and what else it may print."""

import argparse
from collections.abc import Iterator

from scorekeeper.commands.files import read_text, shown_file
from scorekeeper.commands.options import read_largest
from scorekeeper.commands.rulebook import hang, tell_book
from scorekeeper.games import GAMES
from scorekeeper.language import Speech
from scorekeeper.nightfile.reader import read_night
from scorekeeper.nightfile.rulesheet import RuleSheet, find_sheet, read_sheet, sheet_of, write_sheet
from scorekeeper.nightfile.schema import Section, describe_keys
from scorekeeper.nightfile.syntax import load
from scorekeeper.phrase import Refused, say
from scorekeeper.printing import Failure, blaming, list_rows, put, write_out


def print_rules(args: argparse.Namespace, speech: Speech) -> int:
    """Print the games, or the rules of one: its book, the keys of its night files, or a house-rule sheet."""
    if args.game is None and args.file is None and not (args.keys or args.toml):
        put(_tell_games(speech))
        return 0
    sheet = _sheet(args)
    if args.toml:
        write_out([write_sheet(sheet)])
    elif args.keys:
        put(_tell_keys(sheet, speech))
    else:
        put(tell_book(sheet, speech))
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
        return sheet_of(read_night(data).night) if "players" in data else read_sheet(text)


def _tell_games(speech: Speech) -> Iterator[str]:
    for number, (key, game) in enumerate(GAMES.items()):
        if number:
            yield ""
        names = tuple(alias.told for alias in game.also)
        title = say("{title}, also called {names}", title=game.title, names=names) if names else game.title
        yield f"{key}  {speech.say(title)}"
        rows = [(preset, rules.author, speech.say(rules.summary)) for preset, rules in game.presets.items()]
        yield from (f"  {line}" for line in list_rows(rows))


def _tell_keys(sheet: RuleSheet, speech: Speech) -> Iterator[str]:
    about = say("{game}, rules of {author}", game=sheet.game.title, author=sheet.author.author)
    yield speech.say(say("The keys of a night file: {about}", about=about))
    for section in describe_keys(sheet.game, sheet.rules):
        yield ""
        yield section.heading or speech.say(say("The night"))
        yield from _tell_section(section, speech)


def _tell_section(section: Section, speech: Speech) -> Iterator[str]:
    width = max(len(key.name) for key in section.keys)
    for key in section.keys:
        yield from hang(f"  {key.name:{width}}  ", map(speech.say, (key.meaning, key.values)))
