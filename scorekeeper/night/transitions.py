"""The night after an act."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import switches
from scorekeeper.journal import acts
from scorekeeper.journal.acts import Act, SlotAct
from scorekeeper.money import read_stake, unit_of
from scorekeeper.night.night import (
    MOST_DEALS,
    MOST_PEOPLE,
    SEATS,
    House,
    Night,
    Seat,
    StakeFrom,
    State,
    next_here,
    order_from,
    rules_for,
    seat_deal,
)
from scorekeeper.phrase import Name, Refused, say
from scorekeeper.value_checks import shorten

MOST_CHANGES = 500  # of house rules: each is compared with the others
MOST_STAKES = 50  # in force in one night: deals are summed by stake


def advance(night: Night, act: Act) -> Night:
    """Return the night after a priced act. Raises Refused for an impossible change."""
    match act:
        case acts.Called():
            return night
        case SlotAct() if act.number < night.number - 1:  # an earlier deal moves neither dealer nor number
            return night
        case SlotAct():
            dealer = next_here(night, order_from(night.players, act.dealer)[1 % len(night.seats)])
            rules = night.rules_at(act.number)
            stays = night.game.parties is not None and night.game.parties.stays(rules, act.number)
            if stays or (isinstance(act, acts.Answered) and night.game.redeals(rules, act.answers)):
                dealer = next_here(night, act.dealer) if stays else act.dealer
            return replace(night, dealer=dealer, number=max(night.number, act.number + 1))
        case acts.RulesChanged() | acts.StakeChanged() | acts.Dated():
            return _change_settings(night, act)
        case acts.Joined():
            return _join(night, act)
        case acts.Admitted():
            return _admit(night, act)
        case acts.Renamed() if act.player not in night.players:
            raise Refused("player", say("{value} is not one of the players", value=shorten(act.player)))
        case acts.Paused() | acts.Returned() | acts.Left():
            return _change_seat(night, act)
        case _:
            return night


def _change_settings(night: Night, act: acts.RulesChanged | acts.StakeChanged | acts.Dated) -> Night:
    match act:
        case acts.RulesChanged():
            return _change_rules(night, act)
        case acts.StakeChanged():
            return _change_stake(night, act)
        case acts.Dated():
            return _change_date(night, act.date)


def _change_rules(night: Night, act: acts.RulesChanged) -> Night:
    if not night.number <= act.number <= MOST_DEALS:
        raise Refused("number", say("house rules can change from deal {number} on, not before", number=night.number))
    if len(night.houses) > MOST_CHANGES:
        raise Refused("house", say("house rules can change at most {most} times in one night", most=MOST_CHANGES))
    rules = rules_for(night.game.key, night.preset, json.dumps(dict(act.house)))
    if night.most and night.most not in rules.players:
        raise Refused("house", say("these rules do not take {n} players", n=night.most))
    after = replace(night, houses=(*night.houses, House(act.number, act.house)))
    later = {house.first for house in after.houses if house.first >= act.number}  # earlier deals keep their rules
    for number in later:
        _check_party(after, number)
    return after


def check_change(night: Night, first: int) -> None:
    """Refuse rules entered now that cannot follow those of the deals before, or do not take those at the table."""
    for number in {house.first for house in night.houses if house.first >= first}:
        rules = night.rules_at(number)
        if number > 1:
            night.game.check_change(night.rules_at(number - 1), rules)
        if len(night.here) < min(rules.players):
            raise Refused("house", say("these rules do not take {n} players", n=len(night.here)))


def _check_party(night: Night, number: int) -> None:
    """Refuse rules from deal `number` on under which the deals of one party, or of a pot, would be paid differently."""
    parties = night.game.parties
    pot = night.game.pot
    now = night.rules_at(number)
    before = night.rules_at(1)
    lasting = (*(parties.lasting if parties and parties.ends else ()), *(pot.lasting if pot else ()))
    for switch in switches(now) if lasting else ():
        if switch.field in lasting and getattr(now, switch.field) != getattr(before, switch.field):
            whole = say("this is agreed before the first deal and holds for the whole night; open another night for it")
            raise Refused(f"house.{switch.name}", whole)
    if parties is None:
        return
    begun = (number - 1) % parties.deals
    if not begun:
        return
    before = night.rules_at(number - 1)
    if any(getattr(now, name) != getattr(before, name) for name in parties.lasting):
        later = number + parties.deals - begun
        text = say(
            "what is paid holds for a whole game; it can change from deal {number} on, where one begins", number=later
        )
        raise Refused("number", text)


def _change_stake(night: Night, act: acts.StakeChanged) -> Night:
    stake = read_stake(act.stake) if act.stake else None
    if not 1 <= act.number <= night.number:
        raise Refused("number", say("the next deal is number {number}", number=night.number))
    earlier = tuple(agreed for agreed in night.stakes if agreed.first < act.number)
    if earlier and (stake.currency if stake else "") != (earlier[-1].stake.currency if earlier[-1].stake else ""):
        if stake and not night.stake_at(act.number - 1):
            text = say(
                "up to deal {number} it was for points only; a stake can only hold from deal 1 on",
                number=act.number - 1,
            )
            raise Refused("stake", text)
        raise Refused("stake", say("one night is settled in one currency: another one holds from deal 1 on"))
    more = () if earlier and earlier[-1].stake == stake else (StakeFrom(act.number, stake),)
    if (*earlier, *more) == night.stakes:
        raise Refused("stake", say("nothing would change"))
    if len(earlier) >= MOST_STAKES:
        raise Refused("stake", say("the stake can change at most {most} times in one night", most=MOST_STAKES))
    return replace(night, stakes=(*earlier, *more), unit=unit_of(act.stake))


def _change_date(night: Night, day: str) -> Night:
    try:
        is_iso = date.fromisoformat(day).isoformat() == day
    except ValueError:
        is_iso = False
    if not is_iso:
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=shorten(day)))
    if day == night.date:
        raise Refused("date", say("nothing would change"))
    return replace(night, date=day)


def _change_seat(night: Night, act: acts.SeatAct) -> Night:
    state: State = "here" if isinstance(act, acts.Returned) else "paused" if isinstance(act, acts.Paused) else "left"
    now = {seat.player: seat.state for seat in night.seats}
    if act.player not in now:
        raise Refused("player", say("{value} is not one of the players", value=shorten(act.player)))
    if now[act.player] == state:
        raise Refused("player", say("nothing would change for {player}", player=Name(act.player)))
    seats = tuple(Seat(seat.player, state if seat.player == act.player else seat.state) for seat in night.seats)
    return replace(night, seats=seats)


def _join(night: Night, act: acts.Joined) -> Night:
    if act.player in night.players:
        raise Refused("player", say("{player} has a seat already", player=Name(act.player)))
    at_table = sum(seat.state != "left" for seat in night.seats)
    if at_table >= SEATS or len(night.seats) >= MOST_PEOPLE:
        raise Refused("player", say("no more than {high} people fit round the table", high=SEATS))
    if not 0 <= act.place <= len(night.seats):
        raise Refused("place", say("{value} is not a place at this table", value=shorten(act.place)))
    return replace(night, seats=(*night.seats[: act.place], Seat(act.player), *night.seats[act.place :]))


def _admit(night: Night, act: acts.Admitted) -> Night:
    first = len(night.seats) + 1
    players = [f"p{number}" for number in range(first, first + len(act.names))]  # a journal has them in another order
    if act.names.keys() != {*players} or not players:
        raise Refused("names", say("the keys of new players follow those of the others"))
    if len(night.seats) + len(players) > MOST_PEOPLE:
        raise Refused("names", say("at most {most} people are settled together", most=MOST_PEOPLE))
    return replace(night, seats=(*night.seats, *(Seat(player, "left") for player in players)))


def deals_to_come(night: Night, most: int) -> Iterator[tuple[Night, Seating]]:
    """Yield the next deals of the rotation, at most `most`: the night before each, and its seating."""
    for _ in range(most):
        try:
            seating = seat_deal(night, night.number)
        except Refused:
            return
        yield night, seating
        night = advance(night, acts.Voided(number=night.number, dealer=seating.dealer))
