"""The tables of a night: its deals, and what each player has from it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.language import Speech
from scorekeeper.night.night import Night
from scorekeeper.night.parties import Party
from scorekeeper.nightfile.document import Slot
from scorekeeper.phrase import Name, say
from scorekeeper.spreadsheet.table import Cell, Column, Table, amount_cell
from scorekeeper.storage.journal.state import Standing
from scorekeeper.storage.models import NightRow
from scorekeeper.telling.night import steps


def deals_table(night: Night, slots: Iterable[Slot], parties: Iterable[Party], speech: Speech) -> Table:
    """Return the deals of a night, a row for each, in a game of parties also with their totals."""
    players = [Name(player) for player in night.players]
    columns = [
        Column(speech.say(say("deal")), "number"),
        Column(speech.say(say("dealer"))),
        *(Column(speech.say(player), "number", summed=True) for player in players),
        *(Column(speech.say(say("balance {player}", player=player)), "number", plotted=True) for player in players),
        Column(speech.say(say("steps"))),
        Column(speech.say(say("reason"))),
    ]
    if night.in_parties:
        columns.append(Column(speech.say(say("party")), "number"))
        columns += [Column(speech.say(say("sheet {player}", player=player)), "number") for player in players]
        columns += [Column(speech.say(say("party {player}", player=player)), "number") for player in players]
    return Table(speech.say(say("Deals")), columns, _deals(night, slots, parties, speech))


def _deals(night: Night, slots: Iterable[Slot], parties: Iterable[Party], speech: Speech) -> Iterator[Sequence[Cell]]:
    """Yield the cells of each deal; in a party also its number, the deal's sheet and the totals of the party so far."""
    players = night.players
    balance = Counter[str]()
    totals = Counter[str]()
    party_of = {number: party for party in parties for number in party.numbers}
    for slot in slots:
        number, dealer, _ = slot.seating
        sheet = slot.result.sheet
        balance.update(slot.result.payoff)
        points = [slot.result.payoff.get(player, 0) for player in players]
        steps_text = " / ".join(map(speech.say, steps(slot)))
        balances = (balance[player] for player in players)
        row: tuple[Cell, ...] = (number, speech.show(Name(dealer)), *points, *balances, steps_text, slot.act.note)
        if party := party_of.get(number):
            if number == party.numbers.start:
                totals.clear()
            totals.update(sheet)
            written = (sheet.get(player, 0) for player in players)
            row = (*row, party.number, *written, *(totals[player] for player in players))
        yield row


def standings_table(name: str, row: NightRow, standings: Iterable[Standing], speech: Speech) -> Table:
    """Return what each player has from a night in points and, with a stake, in money, up to what is open."""
    columns = [
        Column(speech.say(say("person"))),
        Column(speech.say(say("deals played")), "number"),
        Column(speech.say(say("points")), "number", summed=True, plotted=True),
        Column(speech.say(say("currency")), "currency"),
        Column(speech.say(say("result")), "money", summed=True),
        Column(speech.say(say("carried over")), "money", summed=True),
        Column(speech.say(say("fines, shared purse")), "money", summed=True),
        Column(speech.say(say("paid")), "money", summed=True),
        Column(speech.say(say("still owed")), "money", summed=True),
    ]
    coins = row.coins or 1
    rows = []
    for one in standings:
        amounts = (one.won(coins), one.brought, one.aside, one.paid, one.open(coins))
        money = [amount_cell(amount, row.currency) for amount in amounts]
        rows.append((one.name, one.deals, one.balance, row.currency, *money))
    return Table(name, columns, rows, chart="column")
