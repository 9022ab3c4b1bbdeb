"""The result of an act: the lines, the sheet and the payoff.

Booking, checking and reading a file all use `price`, and `advance` for the night after it, so they cannot disagree.
"""

from collections.abc import Mapping
from typing import cast

from scorekeeper.games.game import AnyGame, Preset, Seating, Sheets
from scorekeeper.games.pots import write_pot
from scorekeeper.games.score import Line, Score
from scorekeeper.journal.acts import Act, Adjusted, Answered, Booked, Called, Corrected, SlotAct
from scorekeeper.night.night import Night, Result, seat_deal
from scorekeeper.night.record import spell_play
from scorekeeper.phrase import Refused, Value, say
from scorekeeper.value_checks import shorten

MOST_POINTS = 1_000_000  # in one adjustment: keeps every sum far inside 64 bits


def play(
    game: AnyGame,
    rules: Preset,
    seating: Seating,
    answers: Mapping[str, object],
    earlier: Sheets = (),
    entered: bool = False,
    before: SlotAct | None = None,
) -> Result:
    """Return the result of a deal's answers; `earlier` are the previous sheets of its party. Raises Refused.

    Answers `entered` now are also refused if impossible, or if they contradict the call `before`. Earlier journals
    may contain them.
    """
    read = game.read(rules, seating, answers)
    deal = game.deal(rules, seating, read)
    result = price_score(game, rules, seating, game.score(rules, deal), earlier)
    if entered:
        game.check(rules, seating, read, deal)
        if game.parties:
            game.parties.check(rules, earlier, deal)
        if isinstance(before, Called):
            game.check_call(rules, before.answers, deal)
    return result


def price_score(game: AnyGame, rules: Preset, seating: Seating, score: Score, earlier: Sheets = ()) -> Result:
    """Return the sheet and the payoff of a deal's lines; `earlier` as for `play`."""
    sheet = score.totals(_concerned(seating, score))
    cash = score.cash()
    payoff = game.payoff(rules, (*earlier, sheet))
    assert not cash or game.written_alone, "what is paid by the sheets of a party leaves no room for cash"
    return _close(game, rules, seating, Result(score, sheet, _add(payoff, cash) if cash else payoff), earlier)


def _close(game: AnyGame, rules: Preset, seating: Seating, result: Result, earlier: Sheets) -> Result:
    """Return a result with the lines for the end of a party, if it ends with the deal, and those of the pot."""
    sheets = (*earlier, result.sheet)
    lines = game.parties.closing(rules, sheets) if game.parties else ()
    if game.pot and game.pot.kept(rules):
        lines = (*lines, *write_pot(game.pot.rule, sheets, result.score))
    if not lines:
        return result
    closing = Score(lines)
    more = closing.totals(_concerned(seating, closing))
    paid = _add(result.payoff, game.payoff(rules, (*earlier, more)))
    return Result(Score((*result.score.lines, *closing.lines)), _add(result.sheet, more), paid)


def _concerned(seating: Seating, score: Score) -> tuple[str, ...]:
    """Return the players, and others who are scored or may have to pay."""
    return tuple(dict.fromkeys([*seating.playing, *[player for line in score.lines for player, _ in line.shares]]))


def _add(points: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {player: points.get(player, 0) + more.get(player, 0) for player in (*points, *more)}


def price(
    night: Night, act: Act, earlier: Sheets = (), entered: bool = False, before: SlotAct | None = None
) -> Result | None:
    """Return the result of an act for its slot, None for an act without one.

    A slot is called or booked in its turn, and corrected once it is filled. `earlier` are the previous sheets of the
    same party. For acts `entered` now the seating was checked when it was filled in; `before` is the previous act of
    the slot. Raises Refused.
    """
    if not isinstance(act, SlotAct):
        return None
    _check_slot(night, act)
    seating = act.seating if entered else seat_deal(night, act.number, act.dealer, act.playing)
    spell_play(night.game, night.players, act.play)
    if entered and act.play.led and not (before and before.play == act.play):
        _check_leaders(night, act)
    rules = night.rules_at(seating.number)
    match act:
        case Called():
            night.game.possible_ends(rules, seating, night.game.read(rules, seating, act.answers))
            return None
        case Answered():
            return play(night.game, rules, seating, act.answers, earlier, entered, before)
    score = adjust(night, act.adjust) if isinstance(act, Adjusted) else Score()
    sheet = {player: points for line in score.lines for player, points in line.points.items()}
    paid = pay(night, seating.number, (*earlier, sheet), agreed=isinstance(act, Adjusted))
    return _close(night.game, rules, seating, Result(score, sheet, paid), earlier)


def _check_leaders(night: Night, act: SlotAct) -> None:
    """Refuse the leader of a trick that the deal does not have. Raises Refused."""
    auditor = night.game.auditor
    answers = act.answers if isinstance(act, Answered) else {}
    recording = auditor.find_recording(night.rules_at(act.number), act.seating, answers) if auditor else None
    beyond = [number for number in act.play.led if recording and number > recording.hand]
    if beyond:
        raise Refused("play.led", say("{value} is not the number of a trick", value=beyond[0]))


def _check_slot(night: Night, act: SlotAct) -> None:
    if not 1 <= act.number <= night.number:
        raise Refused("number", say("the next deal is number {number}", number=night.number))
    if isinstance(act, Called | Booked) and act.number != night.number:
        raise Refused("number", say("deal {number} is already saved", number=act.number))
    if isinstance(act, Corrected) and act.number == night.number:
        raise Refused("number", say("deal {number} is not saved yet", number=act.number))
    for key in ("dealer", "playing"):
        if not getattr(act, key):  # written explicitly, also if the rotation decided it
            raise Refused(key, say("it does not say who dealt and who played"))


def pay(night: Night, number: int, sheets: Sheets, *, agreed: bool) -> dict[str, int]:
    """Return the payoff of deal `number` in points, by the `sheets` of its party up to it; `agreed` if the last is."""
    paid = night.game.agreed_payoff if agreed else night.game.payoff
    return paid(night.rules_at(number), sheets)


def adjust(night: Night, amounts: Mapping[str, object]) -> Score:
    """Return an adjustment agreed at the table, in points by player. Raises Refused unless it sums to 0."""
    for player, amount in amounts.items():
        if player not in night.players:
            raise Refused("adjust", say("{value} is not one of the players", value=shorten(player)))
        if type(amount) is not int or abs(amount) > MOST_POINTS:
            values: dict[str, Value] = {"value": shorten(amount), "most": MOST_POINTS}
            raise Refused("adjust", say("{value} is not a whole number of points up to {most}", **values))
    points = {player: cast(int, amount) for player, amount in amounts.items() if amount}
    if not points:
        raise Refused("adjust", say("nobody gets or gives anything"))
    if sum(points.values()):
        raise Refused("adjust", say("the amounts add up to {sum}, not to 0", sum=sum(points.values())))
    return Score((Line(say("agreed at the table"), "G-3", 1, tuple(points.items())),))
