"""The document of a game: what a table says of it, read into values.

A document is a table of TOML, the value of the house rule `sheet`. It has one of three kinds: points for each player,
a winner and a value, or a contract that a soloist or a side plays.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from scorekeeper.games.own.reading import Table, measure, whole, whole_or_none
from scorekeeper.phrase import Phrase, Refused, say

LONGEST = 64_000  # of a document, in bytes
_MOST_CONTRACTS = 100
_MOST_STEPS = 40
_MOST_ROUNDS = 60
UNNAMED = say("a game of our own")

Kind = Literal["points", "winner", "contract"]
KINDS = POINTS, WINNER, CONTRACT = ("points", "winner", "contract")
PAYS = ("each", "share", "one", "one_once", "nobody")
MONEY = ("written", "difference", "winner", "last", "prizes")
AT_END = ("winner", "last", "prizes")


@dataclass(frozen=True, slots=True)
class Step:
    """What makes a deal dearer: `add` to the value, `level` to its levels, or `times` the whole.

    It is asked as yes or no, or as a number in the bounds `number`. It holds without a question where the winners
    have `at` card points, or by the side that `winner` names. One that `reaches` so many card points is announced by a
    side; one `by_player` counts for the side of that player, whoever won. It is known before the result in a `call`.
    """

    key: str
    name: Phrase
    mark: str = ""
    add: int = whole(0)
    level: int = whole(0, -1000, 1000)
    times: int = whole(1, 2, 100)
    number: tuple[int, ...] = ()
    at: int | None = whole_or_none(0)
    reaches: int | None = whole_or_none(0)
    by_player: bool = False
    winner: str = ""
    only: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    solo: bool | None = None
    needs: str = ""
    needed: bool = False
    deals: int = whole(0, 0, 100)
    call: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether the table says if it holds."""
        return self.at is None and not self.winner

    @property
    def starts(self) -> str:
        """The key of the question whether it begins now, for the next `deals`."""
        return f"{self.key}_from"


@dataclass(frozen=True, slots=True)
class Contract:
    """What is played: its value, and how it differs from the other contracts; of a winner sheet one of the values.

    Everybody has to play one that is a `duty` in each game.
    """

    key: str
    name: Phrase
    value: int = whole(1, 0)
    partner: bool = False
    result: str = "ask"
    fixed: bool = False
    count: bool = True
    needed: int | None = whole_or_none(0)
    lost: int | None = whole_or_none(0, 100)
    group: Phrase | None = None
    duty: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """The bounds of the numbers in one deal, the sums that they may have, and what a 1 is worth."""

    name: Phrase | None = None
    low: int = -10_000
    high: int = 10_000
    step: int = 1
    each: int = 1
    sums: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bid:
    """What a bid brings: `exact` and `each` where it was made, `miss` for each one beside it, `made` for each one made.

    `total` is the sum of all that is made, `by_deal` whether it is the number of the deal.
    """

    exact: int = whole(0)
    each: int = whole(0)
    miss: int = whole(0)
    made: int = whole(0)
    total: int | None = whole_or_none(0)
    by_deal: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """The card points or tricks in the game, and those that the declarer needs.

    Where each opponent may stay out, `each` is what those who do not need for themselves; 0 where nobody may.
    """

    total: int
    needed: int
    each: int = 0


@dataclass(frozen=True, slots=True)
class Pot:
    """The stake of the dealer in each deal, and what the declarer takes who wins: "all", or the value of the game.

    Who loses pays the value into it. An opponent gets the value divided by `parts` for each trick, 0 for nothing.
    """

    stake: int = whole(0, 0)
    takes: str = "all"
    parts: int = whole(0, 0, 100)


@dataclass(frozen=True, slots=True)
class Bonus:
    """What is written besides the value of a contract; `others_…` by the number of seats, 0 for any other number."""

    won: int = whole(0)
    lost: int = whole(0)
    others_won: Mapping[int, int] = field(default_factory=dict)
    others_lost: Mapping[int, int] = field(default_factory=dict)
    dealer: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game of several deals: after so many `deals`, or at a total of `target`; 0 for neither."""

    deals: int = whole(0, 1, 1000)
    target: int = whole(0)

    def __bool__(self) -> bool:
        return bool(self.deals or self.target)


@dataclass(frozen=True, slots=True)
class Money:
    """How points become money: `led` is paid by who stood one before the target while the winner had nothing.

    With `kitty` nobody gets anything, and what the others pay goes into the kitty.
    """

    pays: str = "written"
    value: int = whole(1, 0)
    schneider: int = whole(0, 0)
    schneider_at: int = whole(0)
    prizes: tuple[int, ...] = ()
    led: int = whole(0, 0)
    kitty: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document, read; `raw` is it as it was written.

    Of four players two play against two: those who sit opposite as `pairs`, or `by_deal` whoever won together.
    """

    name: Phrase
    kind: Kind
    players: tuple[int, ...]
    pairs: bool
    by_deal: bool
    less: bool
    end: End
    money: Money
    steps: tuple[Step, ...]
    raw: Mapping[str, object] = field(repr=False)
    points: Points = Points()
    rounds: tuple[Points, ...] = ()
    bid: Bid | None = None
    contracts: tuple[Contract, ...] = ()
    typed: tuple[int, ...] = ()
    pays: str = "each"
    levels: int = 1
    lost: int = 1
    writes: str = "pays"
    count: Count | None = None
    pot: Pot | None = None
    bonus: Bonus = Bonus()
    overbid: bool = False
    passed: Phrase | None = None

    def points_of(self, number: int) -> Points:
        """Return the points of deal `number`, which begin again after the last round."""
        return self.rounds[(number - 1) % len(self.rounds)] if self.rounds else self.points

    def contract(self, key: object) -> Contract | None:
        """Return a contract by its key, None for none."""
        return next((contract for contract in self.contracts if contract.key == key), None)


def read_document(raw: Mapping[str, object]) -> Sheet:
    """Return the sheet of a document. Raises Refused, with the place and the reason, for nonsense."""
    if measure(raw) > LONGEST:
        raise Refused("", say("this is longer than {most} bytes", most=LONGEST))
    table = Table(raw)
    kind: Kind = table.word("kind", KINDS)  # type: ignore[assignment]
    if "kind" not in table:
        raise table.refused("kind", say("this is missing"))
    players = table.numbers("players", range(2, 9), 2, 8)
    if not players or len(set(players)) < len(players):
        raise table.refused("players", say("say each number of players once"))
    sides = table.word("sides", ("none", "fixed", "deal"))
    if sides != "none" and set(players) != {4}:
        raise table.refused("players", say("sides are two against two, so four must play"))
    if sides == "deal" and kind != WINNER:
        raise table.refused("sides", say("only on a sheet with a winner can the sides change by deal"))
    read = {"points": _read_points, "winner": _read_winner, "contract": _read_contracts}[kind](table)
    end = _read_end(table)
    if read.get("rounds"):
        end = End(len(read["rounds"]), end.target)  # type: ignore[arg-type]
    sheet = Sheet(
        name=table.text("name", UNNAMED) or UNNAMED,
        kind=kind,
        players=tuple(sorted(players)),
        pairs=sides == "fixed",
        by_deal=sides == "deal",
        less=table.word("better", ("more", "less")) == "less",
        end=end,
        money=Money(),
        steps=_read_steps(table, kind, read.get("contracts", ()), read.get("count")),  # type: ignore[arg-type]
        raw=raw,
        **read,  # type: ignore[arg-type]
    )
    money = _read_money(table, sheet)
    table.done()
    return replace(sheet, money=money)


def check_next(before: Sheet, after: Sheet) -> None:
    """Refuse a sheet after deals by another one with which its totals, or what is paid in the end, have no meaning."""
    whole = {
        say("the kind of the sheet"): before.kind == after.kind,
        say("who plays with whom"): (before.pairs, before.by_deal) == (after.pairs, after.by_deal),
        say("which total wins"): before.less == after.less,
        say("the end of a game"): before.end == after.end,
        say("what the end pays"): before.money == after.money or not before.end,
        say("the pot"): before.pot == after.pot,
    }
    if changed := tuple(what for what, same in whole.items() if not same):
        text = say("{changed}: this holds for the whole night after its first deal; open another one", changed=changed)
        raise Refused("house.sheet", text)


def is_balanced(sheet: Sheet) -> bool:
    """Return whether each deal adds up to 0 by itself."""
    if sheet.kind == "points":
        return not sheet.bid and all(one.sums == (0,) for one in sheet.rounds or (sheet.points,))
    if sheet.kind == "winner":
        return sheet.pays != "nobody"
    return sheet.writes == "pays" and sheet.bonus == Bonus() and not sheet.pot


def _read_points(table: Table) -> dict[str, object]:
    points = _read_bounds(table, Points())
    rounds = tuple(_read_bounds(one, points, of_deal=True) for one in table.tables("deals", _MOST_ROUNDS))
    bid = None
    if (raw := table.table("bid")) is not None:
        by_deal = raw.take("total") == "deal"
        bid = raw.fill(Bid, by_deal=True, total=None) if by_deal else raw.fill(Bid, by_deal=False)
    return {"points": points, "rounds": rounds, "bid": bid}


def _read_bounds(table: Table, usual: Points, of_deal: bool = False) -> Points:
    name = table.text("name") if of_deal else None
    low = table.number("low", usual.low)
    high = table.number("high", usual.high)
    if low > high:
        raise table.refused("low", say("{low} is more than {high}", low=low, high=high))
    sums = usual.sums
    if "sum" in table:
        raw = table.take("sum")
        sums = table.numbers("sum") if isinstance(raw, list | tuple) else (table.number("sum", 0),)
    points = Points(name, low, high, table.number("step", usual.step, 1, 1000), table.number("each", usual.each), sums)
    if not points.each:
        raise table.refused("each", say("every number would count 0"))
    if of_deal:
        table.done()
    return points


def _read_winner(table: Table) -> dict[str, object]:
    typed = table.numbers("typed", (), 1)
    if "typed" in table and (len(typed) != 2 or typed[0] > typed[1]):
        raise table.refused("typed", say("these are not a lowest and a highest number"))
    values = []
    for place, raw in enumerate(table.tables("values", _MOST_CONTRACTS), start=1):
        value = raw.number("value", 1, 1)
        name = raw.text("name") or say("{number}", number=value)
        values.append(Contract(raw.key(f"c{place}"), name, value, result="won"))
        raw.done()
    _refuse_twice(table, "values", [value.key for value in values])
    if not values and not typed:
        values.append(Contract("c1", say("{number}", number=1), 1, result="won"))
    return {"contracts": tuple(values), "typed": typed, "pays": table.word("pays", PAYS)}


def _read_contracts(table: Table) -> dict[str, object]:
    count = None
    if (raw := table.table("count")) is not None:
        total = raw.number("total", 0, 1, 100_000)
        count = Count(total, raw.number("needed", total // 2 + 1, 0, total), raw.number("each", 0, 0, total))
        raw.done()
    contracts = []
    for place, raw in enumerate(table.tables("contracts", _MOST_CONTRACTS), start=1):
        counted = raw.flag("count") if "count" in raw else count is not None
        if counted and count is None:
            raise raw.refused("count", say("the sheet counts no card points"))
        name = raw.text("name") or say("game {number}", number=place)
        values = {"result": raw.word("result", ("ask", "won", "lost")), "group": raw.text("group"), "count": counted}
        contracts.append(raw.fill(Contract, key=raw.key(f"c{place}"), name=name, **values))
    if not contracts:
        raise table.refused("contracts", say("there is nothing to play"))
    pot = _read_pot(table)
    if (pot or (count and count.each)) and ("sides" in table or any(one.partner for one in contracts)):
        raise table.refused("pot" if pot else "count", say("this is played alone, without partners"))
    _refuse_twice(table, "contracts", [contract.key for contract in contracts])
    return {
        "contracts": tuple(contracts),
        "levels": table.number("levels", 1, 0, 1000),
        "lost": table.number("lost", 1, 0, 100),
        "writes": table.word("writes", ("pays", "declarer", "winners", "losers")),
        "count": count,
        "pot": pot,
        "bonus": _read_bonus(table),
        "overbid": table.flag("overbid"),
        "passed": table.text("passed", say("passed") if "passed" in table else None),
    }


def _read_pot(table: Table) -> Pot | None:
    raw = table.table("pot")
    if raw is None:
        return None
    pot = raw.fill(Pot, takes=raw.word("takes", ("all", "value")))
    for key in ("end", "bonus", "writes", "overbid"):
        if key in table:
            raise table.refused(key, say("a sheet with a pot has no such table or value"))
    return pot


def _read_bonus(table: Table) -> Bonus:
    raw = table.table("bonus")
    if raw is None:
        return Bonus()
    return raw.fill(Bonus, **{key: _by_seats(raw, key) for key in ("others_won", "others_lost")})


def _by_seats(table: Table, key: str) -> dict[int, int]:
    raw = table.take(key, 0)
    if not isinstance(raw, Mapping):
        return {0: table.number(key, 0)}
    inner = Table(raw, f"{table.place}: {key}")
    return {seats: inner.number(str(seats), 0) for seats in range(2, 13) if str(seats) in inner}


def _refuse_twice(table: Table, key: str, keys: list[str]) -> None:
    for one in keys:
        if keys.count(one) > 1:
            raise table.refused(key, say("the key {key} stands there twice", key=one))


_ANSWERS = (
    "passed",
    "declarer",
    "contract",
    "partner",
    "points",
    "won",
    "bid",
    "winner",
    "value",
    "typed",
    "payer",
    "tricks",
)
_BESIDE = ("dealer", "playing", "note", "play", "adjust", "reason", "void", "stake", "objections", "line", "house")
_TAKEN = {*_ANSWERS, "special", "bids", "made", *_BESIDE}
"""The keys of other questions, and those that every deal has."""


def _read_steps(table: Table, kind: Kind, contracts: tuple[Contract, ...], count: Count | None) -> tuple[Step, ...]:
    steps: list[Step] = []
    for place, raw in enumerate(table.tables("steps", _MOST_STEPS), start=1):
        key = raw.key(f"s{place}")
        if key in _TAKEN or key.endswith("_from"):
            raise raw.refused("key", say("{key} is the key of another question", key=key))
        step = _read_step(raw, key, place, [one.key for one in contracts], [one.key for one in steps])
        if (step.at is not None or step.reaches is not None) and count is None:
            raise raw.refused("at" if step.at is not None else "reaches", say("the sheet counts no card points"))
        only_times = step.add or step.level or step.by_player or step.winner or step.solo is not None
        if kind == "points" and only_times:
            raise raw.refused("", say("a points sheet only has steps that multiply"))
        if kind == "winner" and (step.by_player or step.winner or step.solo is not None):
            raise raw.refused("", say("only a sheet with contracts has such a step"))
        steps.append(step)
    _refuse_twice(table, "steps", [step.key for step in steps])
    return tuple(steps)


def _read_step(raw: Table, key: str, place: int, contracts: list[str], earlier: list[str]) -> Step:
    ways = [way for way in ("add", "level", "times") if way in raw]
    if len(ways) != 1:
        raise raw.refused("", say("say one of these: {known}", known=("add", "level", "times")))
    number = raw.numbers("number", (), 0, 1000)
    if "number" in raw and (len(number) != 2 or number[0] > number[1]):
        raise raw.refused("number", say("these are not a lowest and a highest number"))
    if "times" in raw and number and number[1] > 10:
        raise raw.refused("number", say("it can multiply at most {most} times", most=10))
    mark = raw.take("mark", "")
    if not isinstance(mark, str) or len(mark) > 3:
        raise raw.refused("mark", say("a mark has at most {most} characters", most=3))
    by_player = raw.take("by") is not None and raw.word("by", ("player",)) == "player"
    if by_player and ("add" not in raw or number):
        raise raw.refused("by", say("a special point of a player only adds"))
    needs = raw.take("needs", "")
    if not isinstance(needs, str) or needs not in ("", *earlier):
        raise raw.refused("needs", say("this is not the key of an earlier step"))
    step = raw.fill(
        Step,
        key=key,
        name=raw.text("name") or say("extra {number}", number=place),
        mark=mark,
        number=number,
        by_player=by_player,
        winner=raw.word("winner", ("", "declarer", "others")),
        only=raw.keys("only", contracts),
        but=raw.keys("except", contracts),
        solo=raw.flag("solo") if "solo" in raw else None,
        needs=needs,
        call=raw.flag("call") or "reaches" in raw,
    )
    if step.deals and (not step.is_asked or number or by_player or step.reaches is not None):
        raise raw.refused("deals", say("only what is answered with yes or no can last for several deals"))
    if step.needed and not number:
        raise raw.refused("needed", say("only a number can be needed"))
    return step


def _read_end(table: Table) -> End:
    raw = table.table("end")
    return raw.fill(End) if raw else End()


def _read_money(table: Table, sheet: Sheet) -> Money:
    raw = table.table("money")
    as_written = is_balanced(sheet) or sheet.pot is not None
    if raw is None:
        return Money("written" if as_written else "difference")
    kitty = raw.flag("kitty")
    if kitty and sheet.pot:
        raise raw.refused("kitty", say("what is left in the pot goes to the kitty already"))
    usual = "written" if as_written or kitty else "difference"
    pays = raw.word("pays", (usual, *(one for one in MONEY if one != usual)))
    money = raw.fill(Money, pays=pays, kitty=kitty)
    if pays == "written" and not (as_written or kitty):
        raise raw.refused("pays", say("the points of a deal need not add up to 0, so they cannot be paid as written"))
    if pays in AT_END and not sheet.end:
        raise raw.refused("pays", say("this is paid at the end of the game, but the sheet has no end"))
    if pays == "prizes":
        _check_prizes(raw, money.prizes, sheet.players)
    return money


def _check_prizes(table: Table, prizes: tuple[int, ...], players: tuple[int, ...]) -> None:
    if sum(prizes) or {len(prizes)} != set(players):
        raise table.refused("prizes", say("there must be one prize for each player, adding up to 0"))
    for first in range(len(prizes)):
        for behind in range(first + 2, len(prizes) + 1):
            if sum(prizes[first:behind]) % (behind - first):
                places = {"first": first + 1, "last": behind}
                text = say("players who share places {first} to {last} cannot share evenly", **places)
                raise table.refused("prizes", text)
