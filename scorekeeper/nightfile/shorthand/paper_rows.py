"""The rows of a paper sheet, a deal each, read in order while the night is replayed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.games.game import Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import sum_sheets
from scorekeeper.journal.acts import Adjusted, Booked, Json, SlotAct, Voided
from scorekeeper.night.night import Night, Result, order_from, seat_deal
from scorekeeper.night.parties import begin_parties
from scorekeeper.night.record import keep_cards
from scorekeeper.night.requirements import answers_of, fill_in
from scorekeeper.night.state import Replay
from scorekeeper.nightfile.shorthand.grammar import DEALER, Names, is_who, short_names
from scorekeeper.nightfile.shorthand.parser import read_line, read_row, without_numbers
from scorekeeper.phrase import Name, Phrase, Refused, say
from scorekeeper.value_checks import table, text


class PaperRow(NamedTuple):
    """One line of a paper sheet: its seating, the act that books it and its result, or why it cannot be booked.

    `points` and `totals` are those of the deal and the sums up to it, in the column that the sheet adds up.
    """

    line: str
    seating: Seating
    points: Mapping[str, int]
    totals: Mapping[str, int]
    act: SlotAct | None = None
    result: Result | None = None
    refused: Refused | None = None


def spell_out(night: Night, deal: Json) -> Json:
    """Return a deal of a night file with the dealer, void or agreed points of its line under their keys."""
    if "line" not in deal:
        return deal
    row = read_row({name: name for name in night.players}, text("line", deal["line"]))
    for key in row.keys() & deal.keys() - {"line"}:
        raise Refused(key, say("this deal is written in one line, so this key cannot stand beside it"))
    return {**{key: value for key, value in deal.items() if key != "line"}, **row}


def read_answers(night: Night, seating: Seating, answers: Json, *, rotates: bool) -> Json:
    """Return the answers of a deal in a night file, by key or in one line; see `read_answers_of`."""
    if "line" in answers:
        for key in answers:
            if key != "line":
                raise Refused(key, say("this deal is written in one line, so this key cannot stand beside it"))
        names = {name: name for name in night.players}
        return read_answers_of(night, seating, names, text("line", answers["line"]), rotates=rotates)
    for question in night.game.asked(night.rules_at(seating.number), seating):
        player = answers.get(question.name)
        if is_who(question) and player in night.players and player not in seating.playing:
            raise Refused(question.name, _describe_absence(night, seating, str(player)))
    return answers


def read_answers_of(night: Night, seating: Seating, names: Names, line: str, *, rotates: bool) -> dict[str, object]:
    """Return the answers in a line about a deal with this seating. Raises Refused.

    If the seating only follows the rotation (`rotates`), a refusal suggests another dealer.
    """
    out = {player: _describe_absence(night, seating, player) for player in names if player not in seating.playing}
    for player in out if rotates else ():
        if player in night.here:
            dealer = order_from(night.here, player)[-1]  # the dealer whose forehand is this player
            row = f"{DEALER}{short_names(names)[dealer]} {line.strip()}"
            out[player] = say("{why}; if {dealer} dealt, write: {row}", why=out[player], dealer=Name(dealer), row=row)
    return read_line(night.game.asked(night.rules_at(seating.number), seating), names, line, out)


def _describe_absence(night: Night, seating: Seating, player: str) -> Phrase:
    if player not in night.here:
        return say("{value} does not play in this deal", value=Name(player))
    if player == seating.dealer:
        return say("{player} deals and sits out", player=Name(player))
    return say("{player} sits out, as {dealer} deals", player=Name(player), dealer=Name(seating.dealer))


def read_rows(
    state: Replay,
    names: Names,
    carried: Mapping[str, int],
    lines: Sequence[str],
    called: SlotAct | None = None,
    earlier: Sequence[Answers] = (),
) -> Iterator[PaperRow]:
    """Yield the rows of a paper sheet; `state` follows each, and a refused one as a deal without result.

    `carried` are the totals before them, `called` is the call of the first deal, and `earlier` are the answers of the
    deals that may require some in these.
    Raises Refused if there is no seating.
    """
    totals = Counter(carried)
    before = list(earlier)
    for line, unnumbered in zip(lines, without_numbers(lines), strict=True):
        night = state.night
        number = night.number
        if night.in_parties:
            sheets = {played: slot.result.sheet for played, slot in state.slots.items() if slot.result}
            if begin_parties(night, sheets).get(number, number) == number:
                totals.clear()
        row = _row(state, names, called if called and called.number == number else None, unnumbered, before)
        before += answers_of([row.act] if row.act else [])
        points = getattr(row.result, night.game.sheet_column(night.rules_at(number)), {})
        totals.update(points)
        yield row._replace(line=line, points=points, totals={player: totals[player] for player in night.players})


def _row(state: Replay, names: Names, known: SlotAct | None, line: str, earlier: Sequence[Answers]) -> PaperRow:
    night = state.night
    seating = known.seating if known else seat_deal(night, night.number)
    try:
        keys = read_row(names, line)
        if dealer := str(keys.get("dealer", "")):
            if known and known.dealer != dealer:
                raise Refused("dealer", say("this deal was called, and {dealer} deals it", dealer=Name(known.dealer)))
            seating = known.seating if known else seat_deal(night, night.number, dealer)
        act = act_of_row(night, seating, names, keys, rotates=not known)
        if isinstance(act, Booked):
            act = replace(act, answers=fill_in(night, seating, act.answers, earlier))
        if known:
            act = keep_cards(known, replace(act, dealer=known.dealer, playing=known.playing))
        result = state.apply(replace(act, dealer=seating.dealer, playing=seating.playing))
        return PaperRow(line, seating, {}, {}, act, result)
    except Refused as refused:
        state.apply(Voided(number=seating.number, dealer=seating.dealer, playing=seating.playing, note=line))
        return PaperRow(line, seating, {}, {}, refused=refused)


def act_of_row(night: Night, seating: Seating, names: Names, keys: Json, *, rotates: bool = True) -> SlotAct:
    """Return the act of a row, given as `read_row` returns it; see `read_answers_of`. Raises Refused."""
    number = seating.number
    dealer = str(keys.get("dealer", ""))
    if "line" in keys:
        answers = read_answers_of(night, seating, names, str(keys["line"]), rotates=rotates)
        for question in night.game.ask(night.rules_at(number), seating, answers):
            if question.needed and question.name not in answers:
                raise Refused(question.name, say("this is missing: {what}", what=question.label))
        return Booked(number=number, dealer=dealer, answers=answers)
    if not keys["reason"]:
        raise Refused("reason", say("a reason is missing"))
    note = str(keys["reason"])
    if "void" in keys:
        return Voided(number=number, dealer=dealer, note=note)
    return Adjusted(number=number, dealer=dealer, adjust=table("adjust", keys["adjust"]), note=note)


def party_so_far(state: Replay) -> dict[str, int]:
    """Return the points of every player in the party in progress."""
    totals = sum_sheets(state.party_sheets(state.night.number))
    return {player: totals.get(player, 0) for player in state.night.players}
