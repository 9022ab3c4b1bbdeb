"""Commands about groups: the season table and the common result of a day's nights."""

import argparse
from collections.abc import Iterator

from scorekeeper.commands import chosen_place, read_day
from scorekeeper.commands.database import check_output, open_for_reading, write_file
from scorekeeper.commands.files import print_json
from scorekeeper.formats import table_parts
from scorekeeper.games import GAMES
from scorekeeper.language import Speech
from scorekeeper.phrase import Refused, say
from scorekeeper.printing import blaming, list_rows, print_lines
from scorekeeper.spreadsheet.group import season_tables
from scorekeeper.storage.engine.sql import is_storable
from scorekeeper.storage.groups.evenings import choose_evening
from scorekeeper.storage.groups.group import all_groups, groups_called
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.groups.season import TIES, RankedTotal, SeasonTable, season_table
from scorekeeper.storage.models import GroupRow
from scorekeeper.telling.cells import show_cell


def print_season(args: argparse.Namespace, speech: Speech) -> int:
    """Print the season table of a group; without a group list them all."""
    return _print(args, speech, "")


def print_standings(args: argparse.Namespace, speech: Speech) -> int:
    """Print the common result of a group’s nights on one day."""
    return _print(args, speech, read_day("--day", args.day))


def _print(args: argparse.Namespace, speech: Speech, day: str) -> int:
    with open_for_reading(chosen_place(args)):
        if args.group is None:
            rows = all_groups()
            if args.json:
                print_json({"groups": [{"address": row.slug, "name": row.name} for row in rows]})
            elif rows:
                print_lines(list_rows([(row.slug, row.name) for row in rows]))
            else:
                print_lines((speech.say(say("There are no groups yet.")),))
            return 0
        with blaming(args.group):
            found = groups_called(args.group) if is_storable(args.group) else []
            if not found:
                raise Refused("", say("there is no such group; season without a group lists them"))
            if len(found) > 1:
                addresses = ", ".join(row.slug for row in found)
                raise Refused("", say("several groups are called that: {addresses}", addresses=addresses))
        chosen = choose_evening(found[0].id, NightFilter(begin=day, end=day))
        table = season_table(group_now(found[0]), chosen)
        if args.format:
            check_output(args)
            write_file(args, table_parts(args.format, season_tables(found[0].id, table, chosen, speech), speech))
        elif args.json:
            print_json(_as_json(found[0], table, day))
        elif table.totals:
            print_lines(_as_text(table, speech))
        else:
            print_lines((speech.say(say("No night fits.") if day else say("There are no nights yet.")),))
    return 0


def _as_text(table: SeasonTable, speech: Speech) -> Iterator[str]:
    heading = ("", *(speech.say(column.label) for column in table.columns.values()), "")
    rows = [
        (
            f"{row.place}.",
            *(show_cell(column.kind, row.numbers[key], speech) for key, column in table.columns.items()),
            speech.say(TIES[row.ahead_by]) if row.ahead_by else "",
        )
        for row in table.rows
    ]
    yield from list_rows([heading, *rows])
    if len(table.games) > 1:
        yield speech.say(say("Different games were played, so points are not added up."))


def _as_json(row: GroupRow, table: SeasonTable, day: str) -> dict[str, object]:
    """Return the table as a document; money in the smallest coin, place points as numbers with a half at most."""
    document: dict[str, object] = {"group": row.name, "address": row.slug}
    if day:
        document["day"] = day
    games = [game for game in table.games if game in GAMES]
    return document | {
        "games": games,
        "ranked_by": table.sort,
        "people": [_person(ranked, table) for ranked in table.rows],
    }


def _person(ranked: RankedTotal, table: SeasonTable) -> dict[str, object]:
    total = ranked.total
    numbers = total.numbers
    person: dict[str, object] = {"place": ranked.place, "name": total.name}
    if ranked.ahead_by:
        person["ahead_by"] = ranked.ahead_by
    person |= {"nights": numbers["nights"], "deals": numbers["deals"]}
    if len(table.games) < 2:
        person |= {"balance": numbers["sum"], "counted_balance": numbers["counted"]}
        if "cup" in table.columns:
            person |= {"cup_points": numbers["cup"], "counted_cup_points": numbers["best_cup"]}
    person |= {"place_points": numbers["places"] / 2, "counted_place_points": numbers["best"] / 2}
    if table.rounds:
        results = [result for number in table.rounds if (result := total.result_of_round(number))]
        person["rounds"] = [
            {
                "round": result.round_number,
                "missed": result.missed,
                "balance": result.balance,
                "place_points": result.halves / 2,
            }
            | ({"cup_points": result.cup} if "cup" in table.columns else {})
            for result in results
        ]
    kinds = ("won", "paid", "open", "carried", "aside")
    return person | {
        "money": {
            currency: {kind: getattr(amounts, kind) for kind in kinds}
            for currency, amounts in sorted(total.money.items())
            if currency
        }
    }
