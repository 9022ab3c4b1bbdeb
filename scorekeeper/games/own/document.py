"""The document of a game: what a table says of it, read into values.

A document is a table of TOML, the value of the house rule `sheet`. It has one of three kinds: points for each player,
a winner and a value, or a contract that a soloist or a side plays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Literal, cast

from scorekeeper.games.house_tables import TableReader, read_by, whole, without_null, word
from scorekeeper.immutable import ImmutableValue
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
_MOST_SEATS = 12
_DEEPEST = 8
_NOTHING = (0,) * (_MOST_SEATS + 1)


def _read_mark(table: TableReader, key: str) -> str:
    mark = table.take(key)
    table.check(isinstance(mark, str) and len(mark) <= 3, key, say("a mark has at most {most} characters", most=3))
    return str(mark)


def _is_of_player(table: TableReader, key: str) -> bool:
    return table.take(key) is not None and table.word(key, "", "player") == "player"


def _read_sums(table: TableReader, key: str) -> tuple[int, ...]:
    return table.numbers(key) if isinstance(table.take(key), list | tuple) else (table.number(key, 0),)


def _read_total(table: TableReader, key: str) -> int | str:
    return "deal" if table.take(key) == "deal" else table.number(key, 0, 0)


def _by_seats(table: TableReader, key: str) -> tuple[int, ...]:
    """Return the numbers in a table by seats, with the seats as places, or everywhere the one number there is."""
    raw = table.take(key)
    if not isinstance(raw, Mapping):
        return (table.number(key, 0),) * len(_NOTHING)
    inner = TableReader(raw, table.place_of(key))
    return (0, 0, *[inner.number(str(seats), 0) for seats in range(2, _MOST_SEATS + 1)])


class Step(ImmutableValue):
    """What makes a deal dearer: `add` to the value, `level` to its levels, or `times` the whole.

    It is asked as yes or no, or as a number in the bounds `number`. It holds without a question where the winners
    have `at` card points, if the losers announced the step `against` which it counts, or by the side that `winner`
    names. One that `reaches` so many card points is announced by a side; one `by_player` counts for the side of that
    player, whoever won. It is known before the result in a `call`.
    A step cannot be without the one that it `needs`, nor with that after `unless`; what it `implies` counts with it.
    """

    key: str
    name: Phrase
    by_player: bool = read_by(_is_of_player, default=False, key="by")
    mark: str = read_by(_read_mark, "")
    number: tuple[int, ...] = read_by(lambda table, key: table.span(key, 0, 1000), ())
    only: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    solo: bool | None = read_by(TableReader.flag, None)
    needs: str = ""
    unless: str = ""
    implies: str = ""
    call: bool = False
    add: int = whole(0)
    level: int = whole(0, -1000, 1000)
    times: int = whole(1, 2, 100)
    at: int | None = whole(None, 0)
    reaches: int | None = whole(None, 0)
    against: str = ""
    winner: str = word("", "declarer", "others")
    needed: bool = False
    deals: int = whole(0, 0, 100)

    @property
    def is_asked(self) -> bool:
        """Whether the table says if it holds."""
        return self.at is None and not self.winner

    @property
    def is_flag(self) -> bool:
        """Whether it is answered with yes or no."""
        return self.is_asked and not self.number and not self.by_player and self.reaches is None

    @property
    def starts(self) -> str:
        """The key of the question whether it begins now, for the next `deals`."""
        return f"{self.key}_from"


class SheetContract(ImmutableValue):
    """What is played: its value, and how it differs from the other contracts; of a winner sheet one of the values.

    It is won with the card points `needed`, if they are counted, and counts so many times if it is `lost`. Everybody
    has to play one that is a `duty` in each game.
    """

    key: str
    name: Phrase
    value: int = whole(1, 0)
    partner: bool = False
    result: str = word("ask", "won", "lost")
    fixed: bool = False
    count: bool = True
    needed: int = whole(0, 0)
    lost: int = whole(1, 0, 100)
    group: Phrase | None = None
    duty: bool = False


class PointsRule(ImmutableValue):
    """The bounds of the numbers in one deal, the sums that they may have, and what a 1 is worth."""

    name: Phrase | None = None
    sums: tuple[int, ...] = read_by(_read_sums, (), key="sum")
    low: int = whole(-10_000)
    high: int = whole(10_000)
    step: int = whole(1, 1, 1000)
    each: int = whole(1)


class BidRule(ImmutableValue):
    """What a bid brings: `exact` and `each` where it was made, `miss` for each one beside it, `made` for each one made.

    `total` is the sum of all that is made, or "deal" for the number of the deal.
    """

    total: int | str | None = read_by(_read_total, None)
    exact: int = whole(0)
    each: int = whole(0)
    miss: int = whole(0)
    made: int = whole(0)


class CountRule(ImmutableValue):
    """The card points or tricks in the game, and those that the declarer needs.

    Where each opponent may stay out, `each` is what those who do not need for themselves; 0 where nobody may. With
    `nobody`, no side has won where both miss what they announced above `needed`; without it the soloist's has lost.
    """

    total: int
    needed: int
    each: int = 0
    nobody: bool = False


class PotRule(ImmutableValue):
    """The stake of the dealer in each deal, and what the declarer takes who wins: "all", or the value of the game.

    Who loses pays the value into it. An opponent gets the value divided by `parts` for each trick, 0 for nothing.
    """

    stake: int = whole(0, 0)
    takes: str = word("all", "value")
    parts: int = whole(0, 0, 100)


class BonusRule(ImmutableValue):
    """What is written besides the value of a contract; `others_…` by the number of seats."""

    won: int = whole(0)
    lost: int = whole(0)
    others_won: tuple[int, ...] = read_by(_by_seats, _NOTHING)
    others_lost: tuple[int, ...] = read_by(_by_seats, _NOTHING)
    dealer: bool = False


class EndRule(ImmutableValue):
    """The end of a game of several deals: after so many `deals`, or at a total of `target`; 0 for neither."""

    deals: int = whole(0, 1, 1000)
    target: int = whole(0)

    def __bool__(self) -> bool:
        return bool(self.deals or self.target)


class MoneyRule(ImmutableValue):
    """How points become money: `led` is paid by who stood one before the target while the winner had nothing.

    With `kitty` nobody gets anything, and what the others pay goes into the kitty.
    """

    pays: str = "written"
    value: int = whole(1, 0)
    schneider: int = whole(0, 0)
    schneider_at: int = whole(0)
    prizes: tuple[int, ...] = read_by(TableReader.numbers, ())
    led: int = whole(0, 0)
    kitty: bool = False


class Sheet(ImmutableValue):
    """A document, read; `raw` is it as it was written, without the keys that are null.

    Of four players two play against two: those who sit opposite as `pairs`, or `by_deal` whoever won together.
    """

    name: Phrase
    kind: Kind
    players: tuple[int, ...]
    pairs: bool
    by_deal: bool
    less: bool
    end: EndRule
    raw: Mapping[str, object] = field(repr=False)
    steps: tuple[Step, ...] = ()
    money: MoneyRule = MoneyRule()
    points: PointsRule = PointsRule()
    rounds: tuple[PointsRule, ...] = ()
    bid: BidRule | None = None
    contracts: tuple[SheetContract, ...] = ()
    typed: tuple[int, ...] = ()
    pays: str = "each"
    levels: int = 1
    writes: str = "pays"
    count: CountRule | None = None
    pot: PotRule | None = None
    bonus: BonusRule | None = None
    overbid: bool = False
    passed: Phrase | None = None

    def points_of(self, number: int) -> PointsRule:
        """Return the points of deal `number`, which begin again after the last round."""
        return self.rounds[(number - 1) % len(self.rounds)] if self.rounds else self.points

    def contract(self, key: object) -> SheetContract | None:
        """Return a contract by its key, None for none."""
        return next((contract for contract in self.contracts if contract.key == key), None)


def read_document(raw: object) -> Sheet:
    """Return the sheet of a document. Raises Refused, with the place and the reason, for nonsense."""
    try:
        return _read_sheet(TableReader(raw), raw)
    except Refused as refused:
        place = refused.key
        reason = refused.phrase
        raise Refused("", say("{place}: {reason}", place=place, reason=reason) if place else reason) from None


def _read_sheet(table: TableReader, raw: object) -> Sheet:
    table.check(_measure(raw) <= LONGEST, "", say("this is longer than {most} bytes", most=LONGEST))
    kind: Kind = table.word("kind", *KINDS)  # type: ignore[assignment]
    table.check("kind" in table, "kind", say("this is missing"))
    players = table.numbers("players", 2, 8, default=range(2, 9))
    table.check(players and len(set(players)) == len(players), "players", say("say each number of players once"))
    sides = table.word("sides", "none", "fixed", "deal")
    table.check(sides == "none" or set(players) == {4}, "players", say("sides are two against two, so four must play"))
    fits = sides != "deal" or kind == WINNER
    table.check(fits, "sides", say("only on a sheet with a winner can the sides change by deal"))
    read = {"points": _read_points, "winner": _read_winner, "contract": _read_contracts}[kind](table)
    sheet = Sheet(
        kind=kind,
        players=tuple(sorted(players)),
        pairs=sides == "fixed",
        by_deal=sides == "deal",
        end=table.part("end", EndRule()) or EndRule(),
        name=table.text("name", UNNAMED) or UNNAMED,
        less=table.word("better", "more", "less") == "less",
        raw=cast("Mapping[str, object]", without_null(raw)),
        **read,  # type: ignore[arg-type]
    )
    end = EndRule(len(sheet.rounds), sheet.end.target) if sheet.rounds else sheet.end
    sheet = replace(sheet, end=end, steps=_read_steps(table, sheet))
    sheet = replace(sheet, money=_read_money(table, sheet))
    table.done()
    return sheet


def _measure(raw: object, depth: int = 0) -> int:
    """Return about how many bytes a document takes.

    Raises Refused where it is nested too deeply, or has a character that no database stores and no page can show.
    """
    if depth > _DEEPEST:
        raise Refused("", say("this is nested too deeply"))
    if isinstance(raw, Mapping):
        return sum(_measure(key, depth + 1) + _measure(part, depth + 1) for key, part in raw.items())
    if isinstance(raw, list | tuple):
        return sum(_measure(part, depth + 1) for part in raw)
    text = str(raw)
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):  # JSON can have half a character
        raise Refused("", say("this contains a character that cannot be stored: take it out"))
    return len(text.encode()) + 4


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
    return sheet.writes == "pays" and not sheet.bonus and not sheet.pot


def _read_points(table: TableReader) -> dict[str, object]:
    points = _read_bounds(table, PointsRule())
    rounds = tuple(_read_bounds(one, points, one.text("name")) for one in table.tables("deals", _MOST_ROUNDS))
    return {"points": points, "rounds": rounds, "bid": table.part("bid", BidRule())}


def _read_bounds(table: TableReader, usual: PointsRule, name: Phrase | None = None) -> PointsRule:
    rule = table.fill(usual, name=name)
    table.check(rule.low <= rule.high, "low", say("{low} is more than {high}", low=rule.low, high=rule.high))
    table.check(rule.each, "each", say("every number would count 0"))
    return rule


def _read_winner(table: TableReader) -> dict[str, object]:
    typed = table.span("typed", 1)
    values = list[SheetContract]()
    for raw in table.tables("values", _MOST_CONTRACTS):
        value = raw.number("value", 1, 1)
        name = raw.text("name") or say("{number}", number=value)
        values.append(SheetContract(raw.key(f"c{len(values) + 1}"), name, value, result="won"))
    if not values and not typed:
        values.append(SheetContract("c1", say("{number}", number=1), 1, result="won"))
    _refuse_twice(table, "values", values)
    pays = table.word("pays", *PAYS)
    writes = "winners" if pays == "nobody" else "pays"
    return {"contracts": tuple(values), "typed": typed, "pays": pays, "writes": writes}


_NOT_WITH_POT = say("a sheet with a pot has no such table or value")


def _read_contracts(table: TableReader) -> dict[str, object]:
    count = _read_count(table)
    pot = table.part("pot", PotRule())
    for key in ("end", "bonus", "writes", "overbid"):
        table.check(not (pot and key in table), key, _NOT_WITH_POT)
    table.check(not (pot and count and count.nobody), "count", _NOT_WITH_POT)
    usual = SheetContract("", UNNAMED, needed=count.needed if count else 0, lost=table.number("lost", 1, 0, 100))
    contracts: list[SheetContract] = []
    for place, raw in enumerate(table.tables("contracts", _MOST_CONTRACTS), start=1):
        counted = raw.flag("count") if "count" in raw else count is not None
        raw.check(count or not counted, "count", say("the sheet counts no card points"))
        name = raw.text("name") or say("game {number}", number=place)
        contracts.append(raw.fill(usual, key=raw.key(f"c{place}"), name=name, group=raw.text("group"), count=counted))
    table.check(contracts, "contracts", say("there is nothing to play"))
    alone = "pot" if pot else "count" if count and count.each else ""
    with_partner = alone and ("sides" in table or any(one.partner for one in contracts))
    table.check(not with_partner, alone, say("this is played alone, without partners"))
    _refuse_twice(table, "contracts", contracts)
    return {
        "contracts": tuple(contracts),
        "levels": table.number("levels", 1, 0, 1000),
        "writes": table.word("writes", "pays", "declarer", "winners", "losers"),
        "count": count,
        "pot": pot,
        "bonus": table.part("bonus", BonusRule()),
        "overbid": table.flag("overbid"),
        "passed": table.text("passed", say("passed") if "passed" in table else None),
    }


def _read_count(table: TableReader) -> CountRule | None:
    raw = table.table("count")
    if raw is None:
        return None
    total = raw.number("total", 0, 1, 100_000)
    needed = raw.number("needed", total // 2 + 1, 0, total)
    each = raw.number("each", 0, 0, total)
    return CountRule(total, needed, each, raw.flag("nobody"))


def _refuse_twice(table: TableReader, key: str, several: Sequence[Step | SheetContract]) -> None:
    keys = [one.key for one in several]
    for one in keys:
        table.check(keys.count(one) == 1, key, say("the key {key} stands there twice", key=one))


_ANSWERS = "passed declarer contract partner points tricks won bid winner value typed payer special bids made"
_BESIDE = "dealer playing note play adjust reason void stake objections line house"
_TAKEN = frozenset(f"{_ANSWERS} {_BESIDE}".split())
"""The keys of other questions, and those that every deal has."""


def _read_steps(table: TableReader, sheet: Sheet) -> tuple[Step, ...]:
    steps: list[Step] = []
    for place, raw in enumerate(table.tables("steps", _MOST_STEPS), start=1):
        key = raw.key(f"s{place}")
        fits = key not in _TAKEN and not key.endswith("_from")
        raw.check(fits, "key", say("{key} is the key of another question", key=key))
        ways = ("add", "level", "times")
        raw.check(sum(way in raw for way in ways) == 1, "", say("say one of these: {known}", known=ways))
        contracts = [one.key for one in sheet.contracts]
        step = raw.fill(
            Step(key, UNNAMED),
            key=key,
            name=raw.text("name") or say("extra {number}", number=place),
            only=raw.keys("only", contracts),
            but=raw.keys("except", contracts),
            needs=raw.take("needs", ""),
            unless=raw.take("unless", ""),
            implies=raw.take("implies", ""),
            against=raw.take("against", ""),
            call=raw.flag("call") or "reaches" in raw,
        )
        _check_step(raw, sheet, step, steps)
        steps.append(step)
    _refuse_twice(table, "steps", steps)
    return tuple(steps)


def _check_step(raw: TableReader, sheet: Sheet, step: Step, earlier: list[Step]) -> None:
    """Refuse what a step cannot be, alone or on this sheet after the earlier ones."""
    number = step.number
    fits = step.times == 1 or not number or number[1] <= 10
    raw.check(fits, "number", say("it can multiply at most {most} times", most=10))
    raw.check(not step.by_player or ("add" in raw and not number), "by", say("a special point of a player only adds"))
    for one, key in (("needs", step.needs), ("unless", step.unless)):
        known = key in ("", *(other.key for other in earlier))
        raw.check(known, one, say("this is not the key of an earlier step"))
    announced = [one.key for one in earlier if one.reaches is not None]
    fits = step.against == "" or (step.against in announced and step.at is not None)
    raw.check(
        fits, "against", say("only what holds from so many card points on can be against an earlier announcement")
    )
    plain = [one.key for one in earlier if one.is_flag and one.times == 1]
    fits = step.implies == "" or (step.implies in plain and step.is_flag)
    raw.check(fits, "implies", say("only a yes or no can imply an earlier yes or no that does not multiply"))
    fits = not step.deals or step.is_flag
    raw.check(fits, "deals", say("only what is answered with yes or no can last for several deals"))
    raw.check(number or not step.needed, "needed", say("only a number can be needed"))
    for one, points in (("at", step.at), ("reaches", step.reaches)):
        raw.check(sheet.count or points is None, one, say("the sheet counts no card points"))
    of_side = step.by_player or step.winner or step.solo is not None
    fits = sheet.kind != POINTS or not (step.add or step.level or of_side)
    raw.check(fits, "", say("a points sheet only has steps that multiply"))
    raw.check(sheet.kind == CONTRACT or not of_side, "", say("only a sheet with contracts has such a step"))


def _read_money(table: TableReader, sheet: Sheet) -> MoneyRule:
    raw = table.table("money") or TableReader({})
    as_written = is_balanced(sheet) or sheet.pot is not None
    kitty = raw.flag("kitty")
    raw.check(not (kitty and sheet.pot), "kitty", say("what is left in the pot goes to the kitty already"))
    usual = "written" if as_written or kitty else "difference"
    pays = raw.word("pays", usual, *(one for one in MONEY if one != usual))
    fits = pays != "written" or as_written or kitty
    raw.check(fits, "pays", say("the points of a deal need not add up to 0, so they cannot be paid as written"))
    fits = pays not in AT_END or bool(sheet.end)
    raw.check(fits, "pays", say("this is paid at the end of the game, but the sheet has no end"))
    money = raw.fill(MoneyRule(), pays=pays, kitty=kitty)
    if pays == "prizes":
        _check_prizes(raw, money.prizes, sheet.players)
    return money


def _check_prizes(table: TableReader, prizes: tuple[int, ...], players: tuple[int, ...]) -> None:
    fits = not sum(prizes) and {len(prizes)} == set(players)
    table.check(fits, "prizes", say("there must be one prize for each player, adding up to 0"))
    for first in range(len(prizes)):
        for behind in range(first + 2, len(prizes) + 1):
            fits = sum(prizes[first:behind]) % (behind - first) == 0
            text = say("players who share places {first} to {last} cannot share evenly", first=first + 1, last=behind)
            table.check(fits, "prizes", text)
