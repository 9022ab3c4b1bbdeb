"""Sheets with a winner, or with a contract that a soloist or a side plays: sides, value, and who pays whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, prod
from typing import cast

from scorekeeper.games.counts import Grid, Number
from scorekeeper.games.game import Seating
from scorekeeper.games.own.document import CountRule, PotRule, Sheet, SheetContract, Step
from scorekeeper.games.own.points import opposite
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, Rows, Stage, Way, who
from scorekeeper.games.score import Factor, Line, Score, Shares, settle_sides
from scorekeeper.phrase import Name, Phrase, Refused, Value, say
from scorekeeper.value_checks import refuse_unless

_SIDES = {"declarer": say("the soloist’s side"), "others": say("the other side"), "both": say("both sides")}
_SIDE_OPTIONS = tuple(Option(key, label) for key, label in _SIDES.items())
_TOO_MUCH = say("more than can be")
Players = tuple[str, ...]
Factors = tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A deal: the side that played or won, the others, what it is, and whether the side won.

    `points` are the card points of the side, None where they are not counted. Where `nobody` won, both sides missed
    what they announced.
    """

    side: Players
    others: Players
    contract: SheetContract
    won: bool
    points: int | None = None
    nobody: bool = False


def ask_winner(sheet: Sheet, seating: Seating, answers: Answers | None) -> Iterator[Question]:
    """Yield who won, the value and who pays."""
    yield who("winner", say("Who won?"), seating.playing, "result")
    if sheet.by_deal:
        yield _ask_partner(seating, answers, "winner")
    if len(sheet.contracts) > 1 or (sheet.contracts and sheet.typed):
        yield Choice("value", say("Value"), _options(sheet), stage="result")
    if sheet.typed and (answers is None or not answers.get("value")):
        low, high = sheet.typed
        yield Number("typed", say("Number of points"), low, high, _TOO_MUCH)
    if sheet.pays in ("one", "one_once") and (answers is None or len(seating.playing) > 2):
        yield who("payer", say("Who pays?"), seating.playing, "result")


def ask_contract(sheet: Sheet, seating: Seating, answers: Answers | None) -> Iterator[Question]:
    """Yield what is played, by whom, and how it ended, without the steps."""
    given = answers or {}
    contract = sheet.contract(given.get("contract"))
    if sheet.passed:
        yield Flag("passed", sheet.passed, alone=True, mark="-")
    if given.get("passed"):
        return
    yield who("declarer", say("Who plays?"), seating.playing)
    yield Choice("contract", say("Game"), _options(sheet))
    partner = any(one.partner for one in sheet.contracts) if contract is None else contract.partner
    if partner and not sheet.pairs:
        yield _ask_partner(seating, answers, "declarer")
    if sheet.overbid:
        yield Number("bid", say("Bid"), 0, 10_000, _TOO_MUCH, stage="call", rare=True)
    if sheet.count and sheet.count.each and (contract is None or contract.count):
        hint = say("whoever stayed out is left empty; nobody is entered where both did")
        yield Grid("tricks", say("Tricks"), seating.playing, 0, sheet.count.total, hint=hint)
    elif sheet.count and (contract is None or contract.count):
        beyond = say("more than the {points} in the pack", points=sheet.count.total)
        yield Number("points", say("Card points of the soloist’s side"), 0, sheet.count.total, beyond)
    if answers is None or (contract is not None and not contract.count and contract.result == "ask"):
        yield Flag("won", say("Won"), stage="result", both=True, needed=answers is not None)


def _ask_partner(seating: Seating, answers: Answers | None, first: str) -> Question:
    others = [player for player in seating.playing if answers is None or player != answers.get(first)]
    return who("partner", say("Partner"), others, "result")


def _options(sheet: Sheet) -> tuple[Option, ...]:
    return tuple(Option(one.key, one.name, group=one.group) for one in sheet.contracts)


def ask_steps(sheet: Sheet, seating: Seating, answers: Answers | None) -> Iterator[Question]:
    """Yield the questions for the steps that can be in this deal."""
    special = []
    answers = answers and _with_implied(sheet, answers)
    for step in sheet.steps:
        if not step.is_asked or (answers is not None and not _can_be(step, answers)):
            continue
        stage: Stage = "call" if step.call else "result"
        if step.by_player:
            special.append(Option(step.key, step.name))
        elif step.reaches is not None:
            yield Choice(step.key, step.name, _SIDE_OPTIONS, stage=stage, rare=True)
        elif step.number:
            low, high = step.number
            yield Number(step.key, step.name, low, high, _TOO_MUCH, stage=stage, needed=step.needed)
        else:
            yield Flag(step.key, step.name, stage=stage, mark=step.mark)
        if step.deals:
            label = say("{name}: from the next deal on, {n} deals", name=step.name, n=step.deals)
            yield Flag(step.starts, label, stage="result", rare=True)
    if special:
        columns = (who("player", say("By"), seating.playing), Choice("what", say("What"), tuple(special)))
        ways = (Way(say("made")),)
        yield Rows("special", say("Special points"), columns, ("player", "what"), ways, stage="result", rare=True)


def _can_be(step: Step, answers: Answers) -> bool:
    key = answers.get("contract") or answers.get("value")
    return _is_left(step, answers) and (key is None or (key not in step.but and (not step.only or key in step.only)))


def _is_left(step: Step, answers: Answers) -> bool:
    """Return whether the other steps of a deal leave room for one."""
    return (not step.needs or bool(answers.get(step.needs))) and not (step.unless and answers.get(step.unless))


def find_played(sheet: Sheet, seating: Seating, read: Answers) -> PlayedContract | None:
    """Return who played and won what, None where nobody played. Raises Refused where that is not known."""
    if sheet.kind == "winner":
        return _find_winner(sheet, seating, read)
    if read.get("passed"):
        for name, value in read.items():
            refuse_unless(name == "passed" or value is False, name, say("nobody played, so nothing else can be said"))
        return None
    refuse_unless("declarer" in read, "declarer", say("choose who played"))
    refuse_unless("contract" in read, "contract", say("choose the game"))
    contract = sheet.contract(read["contract"])
    assert contract
    side, others = _find_sides(sheet, seating, read, contract)
    if contract.result != "ask" or not contract.count:
        return PlayedContract(side, others, contract, _read_won(read, contract))
    refuse_unless("won" not in read, "won", say("the card points say whether it was won"))
    assert sheet.count
    points = _count_tricks(sheet.count, read) if sheet.count.each else cast("int | None", read.get("points"))
    if points is None:
        raise Refused("points", say("enter the card points"))
    won = _find_result(sheet, read, points, contract.needed)
    return PlayedContract(side, others, contract, bool(won), points, nobody=won is None)


def _count_tricks(count: CountRule, read: Answers) -> int:
    """Return the tricks of the declarer, who may have been left to be filled in; all where everybody stayed out."""
    tricks = cast("Mapping[str, int]", read.get("tricks", {}))
    declarer = str(read["declarer"])
    others = sum(number for player, number in tricks.items() if player != declarer)
    mine = tricks.get(declarer, count.total - others)
    text = say("the numbers add up to {sum}, not to {total}", sum=sum(tricks.values()), total=count.total)
    refuse_unless(mine + others == count.total and mine >= 0, "tricks", text)
    return mine


def _read_won(read: Answers, contract: SheetContract) -> bool:
    """Return whether a game without a count was won. Raises Refused where that is not said, or cannot be."""
    for counted in ("points", "tricks"):
        refuse_unless(counted not in read, counted, say("this game is not counted"))
    asked = contract.result == "ask"
    said = "won" in read
    refuse_unless(said or not asked, "won", say("say whether it was won"))
    refuse_unless(asked or not said, "won", say("this game cannot end in another way"))
    return contract.result == "won" or bool(read.get("won"))


def _find_result(sheet: Sheet, read: Answers, points: int, needed: int) -> bool | None:
    """Return whether the soloist's side won, None for nobody: who misses what they announced has lost.

    Where nobody can win, an announcement above what is `needed` counts before one that is not.
    """
    assert sheet.count
    won = points >= needed
    higher = []
    for side, reached, lost in (("others", sheet.count.total - points, True), ("declarer", points, False)):
        said = max([step.reaches or 0 for step in sheet.steps if read.get(step.key) in (side, "both")], default=0)
        if reached < said:
            won = lost
            if said > needed:
                higher.append(lost)
    if sheet.count.nobody and higher:
        return higher[0] if len(higher) == 1 else None
    return won


def _find_sides(sheet: Sheet, seating: Seating, read: Answers, contract: SheetContract) -> tuple[Players, Players]:
    """Return the side that played or won, and the others. Raises Refused for a partner who is missing or cannot be."""
    first = str(read["winner" if sheet.kind == "winner" else "declarer"])
    partner = read.get("partner")
    side: Players = (first,)
    if sheet.pairs:
        side = (first, opposite(seating, first))
    elif contract.partner or sheet.by_deal:
        refuse_unless(partner, "partner", say("choose the partner"))
        refuse_unless(partner != first, "partner", say("the partner is another player"))
        side = (first, str(partner))
    else:
        refuse_unless(not partner, "partner", say("this game is played alone"))
    return side, tuple([player for player in seating.playing if player not in side])


def _find_winner(sheet: Sheet, seating: Seating, read: Answers) -> PlayedContract:
    refuse_unless("winner" in read, "winner", say("choose who won"))
    typed = read.get("typed")
    value = sheet.contract(read.get("value"))
    refuse_unless(typed is None or not value, "typed", say("the value is chosen already"))
    if typed is not None:
        value = SheetContract("", say("points"), cast(int, typed), result="won")
    if value is None:
        chosen = not sheet.typed and len(sheet.contracts) == 1
        refuse_unless(chosen, "value" if sheet.contracts else "typed", say("choose the value"))
        value = sheet.contracts[0]
    side, others = _find_sides(sheet, seating, read, value)
    one_pays = sheet.pays in ("one", "one_once") and len(others) > 1
    refuse_unless("payer" in read or not one_pays, "payer", say("choose who pays"))
    refuse_unless(read.get("payer", others[0]) in others, "payer", say("the winner does not pay"))
    return PlayedContract(side, others, value, won=True)


def _with_implied(sheet: Sheet, read: Answers) -> Answers:
    """Return the answers with the steps that others imply; one implies an earlier one."""
    held = dict(read)
    for step in reversed(sheet.steps):
        if step.implies and held.get(step.key):
            held[step.implies] = True
    return held


def factors_of(sheet: Sheet, read: Answers) -> Iterator[Factor]:
    """Yield the steps that multiply a deal (OWN-6)."""
    for step in sheet.steps:
        held = read.get(step.key)
        if step.times > 1 and step.is_asked and held:
            yield Factor(step.name, step.times ** _count(step, held), "OWN-6")


def check_steps(sheet: Sheet, read: Answers, played: PlayedContract | None) -> None:
    """Refuse steps that cannot be in this deal, and missing ones. Raises Refused."""
    held = _with_implied(sheet, read)
    for step in sheet.steps:
        holds = read.get(step.key)
        if not (holds or step.needed):
            continue
        fits = played is None or _fits(step, played)
        if holds and not (fits and _is_left(step, held)):
            raise Refused(step.key, say("this cannot be in this deal"))
        if step.needed and holds is None and fits and played:
            raise Refused(step.key, say("this is missing"))


def _fits(step: Step, played: PlayedContract) -> bool:
    key = played.contract.key
    if key in step.but or (step.only and key not in step.only) or (played.contract.fixed and step.times == 1):
        return False
    return step.solo is None or step.solo == (len(played.side) == 1)


def _find_worth(sheet: Sheet, read: Answers, played: PlayedContract) -> tuple[Factors, list[tuple[Phrase, int]], int]:
    """Return the levels as a factor, what is added, and what the deal is worth before the steps that multiply."""
    held = list(_holding(sheet, read, played))
    adds = [(step.name, step.add * times) for step, times in held if step.add]
    factors: Factors = ()
    levels = 1
    if not played.contract.fixed:
        counted = [(step.name, step.level * times) for step, times in held if step.level]
        names = [say("{name} {number}", name=name, number=number) for name, number in counted]
        levels = sheet.levels + sum(number for _, number in counted)
        factors = _as_factor(levels, say("game {number}", number=sheet.levels), *names)
    return factors, adds, played.contract.value * levels + sum(add for _, add in adds)


def _as_factor(levels: int, *names: Phrase) -> Factors:
    return (Factor(say("steps: {what}", what=names), levels, "OWN-7"),) if levels != 1 else ()


def score_played(sheet: Sheet, seating: Seating, read: Answers, played: PlayedContract) -> Score:
    """Return the lines of a deal that was played (OWN-4 to OWN-9)."""
    levels, adds, points = _find_worth(sheet, read, played)
    value = played.contract.value
    finding = _finding(sheet, played)
    if played.nobody:
        return Score((finding, *_missed(sheet, read, played), *_specials(sheet, read, played)))
    bid = cast(int, read.get("bid", 0))
    if sheet.overbid and bid > points:
        played = replace(played, won=False)
        finding = Line(say("overbid: {bid} was bid, the game is worth {total}", bid=bid, total=points), "OWN-9")
        if not played.contract.fixed and value:
            levels = _as_factor(ceil(bid / value), finding.reason)
            adds = []
    factors = tuple(factors_of(sheet, read))
    stake = points * prod([factor.times for factor in factors])
    if not played.won and played.contract.lost != 1:
        factors += (Factor(say("game lost"), played.contract.lost, "OWN-5"),)
    shares = _shares(sheet, read, played)
    lines = [Line(played.contract.name, "OWN-4", value, shares, (*levels, *factors))]
    lines += [Line(name, "OWN-8", add, shares, factors) for name, add in adds]
    if sheet.pot and played.won:
        lines = []  # the pot pays it
    if sheet.pays == "share":
        lines = [_share(line, len(played.others)) for line in lines]
    lines = [finding, *lines, *_specials(sheet, read, played), *_bonuses(sheet, seating, played)]
    if sheet.pot is None:
        return Score(tuple(lines))
    lines += score_pot(sheet.pot, seating.dealer, played.side[0], played.won)
    lines += _opponents(sheet, sheet.pot, read, played, stake)
    most = max(stake - sheet.pot.stake, 0) if sheet.pot.takes == "value" else None
    return Score(tuple(lines), played.side, most) if played.won else Score(tuple(lines))


def _missed(sheet: Sheet, read: Answers, played: PlayedContract) -> Iterator[Line]:
    """Yield what each side gets for its card points where nobody won: no value, and nothing for an announcement."""
    factors = tuple(factors_of(sheet, _lasting(sheet, read)))
    for ours in (True, False):
        reached = _reached(sheet, played, ours)
        for step in sheet.steps:
            if step.add and _counts(step, read, reached, ours) and _fits(step, played) and _is_left(step, read):
                yield Line(step.name, "OWN-13", step.add, _side_gets(sheet, played, ours), factors)


def check_parts(sheet: Sheet, read: Answers, played: PlayedContract | None) -> None:
    """Refuse a deal in which a trick of an opponent is worth no whole number of points (OWN-12). Raises Refused."""
    if not (sheet.pot and sheet.pot.parts and played):
        return
    tricks = cast("Mapping[str, int]", read.get("tricks", {}))
    stake = _find_worth(sheet, read, played)[2] * prod([factor.times for factor in factors_of(sheet, read)])
    fits = stake % sheet.pot.parts == 0 or not any(tricks.get(player) for player in played.others)
    text = say(
        "{value} points do not divide by {parts}, so a trick pays no whole number: change the values on the sheet",
        value=stake,
        parts=sheet.pot.parts,
    )
    refuse_unless(fits, "tricks", text)


def score_pot(pot: PotRule, dealer: str, declarer: str = "", won: bool = False) -> Iterator[Line]:
    """Yield the stake of the dealer, which goes to the declarer who won, or into the pot (OWN-12)."""
    if pot.stake and won and dealer != declarer:
        yield Line(say("the dealer’s stake"), "OWN-12", pot.stake, ((declarer, 1), (dealer, -1)))
    elif pot.stake and not won:
        yield Line(say("the dealer’s stake, into the pot"), "OWN-12", pot.stake, ((dealer, -1),))


def _opponents(sheet: Sheet, pot: PotRule, read: Answers, played: PlayedContract, stake: int) -> Iterator[Line]:
    """Yield what the opponents who went along get for their tricks, and pay who made too few (OWN-12)."""
    needed = sheet.count.each if sheet.count else 0
    for player, tricks in cast("Mapping[str, int]", read.get("tricks", {})).items():
        if player in played.side:
            continue
        if pot.parts and tricks:
            text = say("tricks of {player}", player=Name(player))
            factor = Factor(say("tricks"), tricks, "OWN-12")
            # Nights from before `check_parts` were rounded down.
            yield Line(text, "OWN-12", stake // pot.parts, ((player, 1), (played.side[0], -1)), (factor,))
        if tricks < needed:
            text = say("too few tricks of {player}, into the pot", player=Name(player))
            yield Line(text, "OWN-12", stake, ((player, -1),))


def _finding(sheet: Sheet, played: PlayedContract) -> Line:
    values: dict[str, Value] = {"side": tuple(map(Name, played.side))}
    if played.nobody:
        return Line(say("nobody won: both sides missed what they announced"), "OWN-13")
    won = say("{side}: won")
    lost = say("{side}: lost")
    if played.points is not None:
        values["points"] = played.points
        won = say("{side}: won with {points} card points")
        lost = say("{side}: lost with {points} card points")
        if sheet.count and sheet.count.each:
            won = say("{side}: won with {points} tricks")
            lost = say("{side}: lost with {points} tricks")
    return Line(Phrase((won if played.won else lost).text, tuple(values.items())), "OWN-4")


def _holding(sheet: Sheet, read: Answers, played: PlayedContract) -> Iterator[tuple[Step, int]]:
    """Yield the steps that hold, and how many times."""
    reached = _reached(sheet, played, played.won)
    winner = "declarer" if played.won else "others"
    read = _with_implied(sheet, read)
    for step in sheet.steps:
        holds: object = read.get(step.key)
        if step.at is not None:
            holds = _counts(step, read, reached, played.won)
        elif step.winner:
            holds = step.winner == winner
        if holds and not step.by_player and _fits(step, played) and _is_left(step, read):
            yield step, _count(step, holds)


def _reached(sheet: Sheet, played: PlayedContract, ours: bool) -> int | None:
    """Return the card points of the soloist's side if `ours`, else of the others; None if they are not counted."""
    if played.points is None or not sheet.count:
        return None
    return played.points if ours else sheet.count.total - played.points


def _counts(step: Step, read: Answers, reached: int | None, ours: bool) -> bool:
    """Return whether a side, the soloist's if `ours`, has the card points for a step and may count it."""
    if step.at is None or reached is None or reached < step.at:
        return False
    return not step.against or read.get(step.against) in ("others" if ours else "declarer", "both")


def _lasting(sheet: Sheet, read: Answers) -> Answers:
    """Return the answers for what lasts for several deals; it multiplies all of a deal."""
    return {step.key: read.get(step.key) for step in sheet.steps if step.deals}


def _side_gets(sheet: Sheet, played: PlayedContract, ours: bool) -> Shares:
    if sheet.writes == "pays":
        return settle_sides(ours, played.side, played.others)
    return _each(played.side if ours else played.others)


def _count(step: Step, held: object) -> int:
    """Return how many times a step holds: a number, or once for each side that said it."""
    return cast(int, held) if step.number else 2 if held == "both" else 1


def _shares(sheet: Sheet, read: Answers, played: PlayedContract) -> Shares:
    winners, losers = (played.side, played.others) if played.won else (played.others, played.side)
    writes = "losers" if sheet.pot else sheet.writes
    if writes != "pays":
        points = -1 if writes == "losers" or (writes == "declarer" and not played.won) else 1
        return _each({"declarer": played.side, "winners": winners, "losers": losers}[writes], points)
    if sheet.pays in ("each", "share"):
        return settle_sides(played.won, played.side, played.others)
    payer = str(read.get("payer", losers[0]))
    if len(winners) == 2:  # each of the winners gets the value, the payer pays for both losers
        return (*_each(winners), (payer, -2))
    times = len(losers) if sheet.pays == "one" else 1
    return ((winners[0], times), (payer, -times))


def _each(players: Players, points: int = 1) -> Shares:
    return tuple([(player, points) for player in players])


def _share(line: Line, losers: int) -> Line:
    text = say("{value} cannot be shared by {n} losers", value=line.value, n=losers)
    refuse_unless(line.value % losers == 0, "typed", text)
    return line._replace(value=line.value // losers)


def _specials(sheet: Sheet, read: Answers, played: PlayedContract) -> Iterator[Line]:
    steps = {step.key: step for step in sheet.steps}
    factors = tuple(factors_of(sheet, _lasting(sheet, read)))
    for row in cast("tuple[dict[str, str], ...]", read.get("special", ())):
        step = steps[row["what"]]
        refuse_unless(_fits(step, played), "special", say("this cannot be in this deal"))
        text = say("{what} by {who}", what=step.name, who=Name(row["player"]))
        yield Line(text, "OWN-8", step.add, _side_gets(sheet, played, row["player"] in played.side), factors)


def _bonuses(sheet: Sheet, seating: Seating, played: PlayedContract) -> Iterator[Line]:
    bonus = sheet.bonus
    if not bonus:
        return
    if mine := bonus.won if played.won else bonus.lost:
        text = say("for the game won") if played.won else say("for the game lost")
        yield Line(text, "OWN-9", mine, _each(played.side))
    theirs = bonus.others_won if played.won else bonus.others_lost
    sits_out = seating.dealer not in seating.playing
    if value := theirs[len(seating.playing) + sits_out]:
        others = (*played.others, seating.dealer) if sits_out and bonus.dealer else played.others
        yield Line(say("for the others"), "OWN-9", value, _each(others))
