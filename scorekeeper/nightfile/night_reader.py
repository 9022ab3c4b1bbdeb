"""A night file (TOML or JSON) read into the acts of its night; `export` writes it again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar

from scorekeeper.accounts.account import SETTLING_KINDS, Account
from scorekeeper.accounts.joint_payers import groups, members
from scorekeeper.accounts.kitty import KITTY, WAYS_OF_KITTY
from scorekeeper.accounts.units import in_coins
from scorekeeper.games import GAMES
from scorekeeper.games.house_rules import add_house
from scorekeeper.games.questions import Answers
from scorekeeper.journal import acts
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Act, Json, KittyMoved, SlotAct
from scorekeeper.journal.hash_chain import parse_entry
from scorekeeper.journal.seals import Named
from scorekeeper.money import Stake, read_coin, read_coins, read_stake, unit_of, write_stake
from scorekeeper.night.night import FULL, MOST_PEOPLE, SEATS, Night, Result, find_known, seat_deal
from scorekeeper.night.record import read_play
from scorekeeper.night.requirements import answers_of, fill_in
from scorekeeper.night.result_json import MALFORMED
from scorekeeper.night.state import Replay, begin
from scorekeeper.nightfile.document import Document, Slot, rename_account
from scorekeeper.nightfile.shorthand.paper_rows import read_answers, spell_out
from scorekeeper.people.names import LONGEST_NAME, LONGEST_NOTE, check_names, fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.value_checks import flag, listed, one_of, shorten, table, text, whole

T = TypeVar("T")

_TOP = (
    *("game", "rules", "title", "date", "stake", "players", "dealer", "at_play", "house", "deals"),
    *("fill_in", "coin", "purses", "kitty", "settled", "keys", "salts", "former", "journal"),
)
_OTHER_KEYS = ("stake", "dealer", "playing", "note", "play", "adjust", "reason", "void", "house", "objections")
_DOUBT = ("text", "how", "reason")
_OF_MONEY = (*SETTLING_KINDS, acts.Opened.kind, acts.StakeChanged.kind)
_MOVE = (*WAYS_OF_KITTY, "player", "reason")


class RestOfFile(NamedTuple):
    """The rest of a file; `former` are earlier names by the journal’s keys, `journal` can be read once."""

    title: str
    keys: Mapping[str, str]
    salts: Mapping[str, str]
    journal: Iterator[str]
    former: Mapping[str, Sequence[Named]]


class Reading:
    """A night file while it is read, from its first key to its last: `state` follows act by act.

    Deals and lines of the journal are released once they are read. Raises Refused
    with the key, and the deal's number, of what cannot be accepted.
    """

    def __init__(self, data: Json) -> None:
        for key in data:
            if key not in _TOP:
                raise Refused(shorten(key), say("no such key; a night has: {known}", known=_TOP))
        self._data = dict(data)
        self.opened = _read_opening(data)
        by_hand = () if "journal" in data else self.opened.seats
        self._spelled = {fold_name(name): name for name in by_hand}
        # A journal may have people who did not play, but are settled with those who did.
        self.state = begin(self.opened, MOST_PEOPLE if "journal" in data else SEATS)
        self.state.entered = "journal" not in data
        self.fills_in = flag("fill_in", data.get("fill_in", False))
        if self.fills_in and "journal" in data:
            raise Refused("fill_in", say("a file with a journal has every answer already"))

    @property
    def has_journal(self) -> bool:
        """Whether the file contains a journal."""
        return bool(self._data.get("journal"))

    def acts(self) -> Iterator[tuple[Act, Result | None]]:
        """Yield all acts after the opening, each with the result of its slot; `state` follows them."""
        deals = _let_go(_tables("deals", self._data))
        self._data.pop("deals", None)
        for number, raw in enumerate(deals, start=1):
            act: Act | None = None
            try:
                for act in chain(self._read_deal(raw), _read_objections(number, raw)):
                    act, result = self._apply(act, raw)
                    yield act, result
                    act = None
            except Refused as refused:
                key = _key_in_deal(raw, act, refused.key)
                excluded_by = "" if "line" in raw else refused.excluded_by
                raise Refused(key, refused.phrase, number, excluded_by) from None
        for key, settling in self._read_settling():
            try:
                self.state.apply(settling)
            except Refused as refused:
                raise Refused(key, refused.phrase) from None
            yield settling, None
        if self.state.entered and self.state.account.kitty.content < 0:
            raise Refused("kitty", say("more was paid out of the kitty than was paid in"))

    def _apply(self, act: Act, raw: Json) -> tuple[Act, Result | None]:
        """Follow an act of a deal, and where it is refused that with the names as `players` spells them."""
        try:
            return act, self.state.apply(act)
        except Refused:
            spelled_out = spell_out(self.state.night, raw) if isinstance(act, SlotAct) else {}
            if (respelled := self._respell(spelled_out)) == spelled_out:
                raise
            again = self._read_slot(self.state.night, respelled)
            return again, self.state.apply(again)

    def _read_deal(self, raw: Json) -> Iterator[Act]:
        """Yield the acts of a deal of the file: changes of rules and stake before it, and its result."""
        night = self.state.night
        if "house" in raw:
            house = table("house", raw["house"])
            if "journal" not in self._data:  # a journal has all rules as they were agreed, without earlier ones
                house = add_house(night.game.presets[night.preset], night.house_at(night.number).settings, house)
            yield acts.RulesChanged(number=night.number, house=house)
        if "stake" in raw and (stake := read_stake(raw["stake"], self.state.entered)) != night.stake:
            yield acts.StakeChanged(number=night.number, stake=write_stake(stake))
        night = self.state.night
        raw = spell_out(night, raw)
        try:
            yield self._read_slot(night, raw)
        except Refused:
            if (respelled := self._respell(raw)) == raw:
                raise
            yield self._read_slot(night, respelled)

    def _respell(self, raw: Any) -> Any:
        """Return what is written by hand with names as `players` spells them, but for texts."""
        if isinstance(raw, str):
            return self._spelled.get(fold_name(raw), raw)
        if isinstance(raw, list):
            return [self._respell(one) for one in raw]
        if isinstance(raw, dict):
            return {
                self._respell(key): one if key in ("line", "note", "reason", "text") else self._respell(one)
                for key, one in raw.items()
            }
        return raw

    def _read_slot(self, night: Night, raw: Json) -> Act:
        """Return the result of a deal."""
        seating = seat_deal(night, night.number, _text(raw, "dealer", LONGEST_NAME), _texts(raw, "playing"))
        rest: Json = {key: value for key, value in raw.items() if key not in _OTHER_KEYS}
        kind = "adjust" if "adjust" in raw else "void" if flag("void", raw.get("void", False)) else ""
        note = _text(raw, "reason" if kind else "note", LONGEST_NOTE)
        play = read_play(night.game, night.players, table("play", raw.get("play", {})))
        sat = seating._asdict()
        if not kind:
            answers = read_answers(night, seating, rest, rotates=not raw.keys() & {"dealer", "playing"})
            if self.fills_in:
                answers = fill_in(night, seating, answers, self._answers_before(night))
            return acts.Booked(**sat, play=play, answers=answers, note=note)
        for key in rest:
            raise Refused(key, say("this deal is given as {kind}, so nothing else can be said about it", kind=kind))
        if not note:
            raise Refused("reason", say("a reason is missing"))
        if kind == "void":
            return acts.Voided(**sat, play=play, note=note)
        adjust = table(kind, self._respell(raw[kind]))
        return acts.Adjusted(**sat, play=play, adjust=adjust, note=note)

    def _answers_before(self, night: Night) -> list[Answers]:
        """Return the answers of the last deals, as many as may require some in the next one."""
        back = night.game.proposal_depth(night.rules_at(night.number))
        earlier = (self.state.slots[number].acts[-1] for number in range(night.number - 1, 0, -1))
        return [*islice((answers for act in earlier for answers in answers_of([act])), back)][::-1]

    def _read_settling(self) -> Iterator[tuple[str, Act]]:
        """Yield the acts of settling, each with its key in the file.

        Without a journal, payments are one sum, as if brought from another night; the amount missing to 0 went to
        the kitty, if there is one.
        """
        data = self._data
        stake = read_stake(self.opened.stake) if self.opened.stake else None
        if "coin" in data:
            yield "coin", acts.CoinChosen(coin=read_coin("coin", data["coin"], stake))
        for purse in listed("purses", self._respell(data.get("purses", []))):
            players = tuple(text("purses", player) for player in listed("purses", purse))
            yield "purses", acts.Pooled(players=players)
        for place, move in enumerate(listed("kitty", self._respell(data.get("kitty", []))), start=1):
            yield "kitty", _read_move(table("kitty", move), place, stake)
        settled = table("settled", self._respell(data.get("settled", {})))
        amounts = {player: read_coins("settled", raw, stake) for player, raw in settled.items()}
        if "kitty" in data and (rest := -sum(amounts.values())):
            amounts[KITTY] = rest
        if amounts:
            yield "settled", acts.Brought(night="", amounts=amounts)

    def rest(self) -> RestOfFile:
        """Return the rest of the file, after all acts were read."""
        data = self._data
        rest = RestOfFile(
            title=_text(data, "title", LONGEST_NOTE),
            keys=_by_key(data, "keys"),
            salts=_by_key(data, "salts"),
            journal=_let_go(_texts(data, "journal")),
            former=_read_former(data),
        )
        data.pop("journal", None)
        return rest


def read_night(data: Json) -> Document:
    """Return the night of a file. Raises Refused with the key, and the deal's number, of what cannot be accepted."""
    reading = Reading(data)
    read = list(reading.acts())
    rest = reading.rest()
    state = reading.state
    journal = tuple(rest.journal)
    slots = tuple(Slot(act, result) for act, result in read if isinstance(act, SlotAct) and result)
    return Document(
        opened=reading.opened,
        title=rest.title,
        night=state.night,
        acts=(reading.opened, *(act for act, _ in read)),
        deals=[slot.act for slot in slots],
        settled=state.account.settled(),
        coin=state.account.chosen,
        purses=tuple(map(tuple, groups(state.account.purses, state.night.players))),
        kitty=tuple(act for act, _ in read if isinstance(act, KittyMoved)),
        keys=rest.keys,
        salts=rest.salts,
        former=rest.former,
        journal=journal,
        slots=slots,
        account=_read_account(state, journal, rest.keys),
    )


def _read_opening(data: Json) -> acts.Opened:
    game = find_known("game", data.get("game"), GAMES)
    rules = find_known("rules", data.get("rules"), game.presets)
    players = _texts(data, "players")
    check_names("players", players, entered="journal" not in data)
    return acts.Opened(
        game=game.key,
        preset=next(key for key in game.presets if game.presets[key] is rules) if "rules" in data else "",
        house=table("house", data.get("house", {})),
        seats=tuple(players),
        dealer=one_of("dealer", data["dealer"], players) if data.get("dealer") else "",
        most=whole("at_play", data.get("at_play", 0)),
        stake=write_stake(read_stake(data["stake"], "journal" not in data)) if "stake" in data else "",
        date=_day(data),
    )


def _day(data: Json) -> str:
    raw = data.get("date", "")
    if raw == "" or type(raw) is date:
        return str(raw)
    try:
        return date.fromisoformat(raw if isinstance(raw, str) else "").isoformat()
    except ValueError:
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=shorten(raw))) from None


def _read_objections(number: int, raw: Json) -> Iterator[Act]:
    for place, doubt in enumerate(_tables("objections", raw), start=1):
        for key in doubt:
            if key not in _DOUBT:
                raise Refused(shorten(key), say("no such key; a query has: {known}", known=_DOUBT))
        note, how, reason = (_text(doubt, key, LONGEST_NOTE) for key in _DOUBT)
        if not note:
            raise Refused("text", say("say in a sentence what is wrong"))
        # Only the journal has the earlier version of a corrected deal.
        seen = 0 if how == "corrected" else 1
        yield acts.Objected(number=number, objection=place, version=seen, note=note)
        if "how" in doubt:
            yield acts.Resolved(number=number, objection=place, how=how, note=reason)


def _key_in_deal(raw: Json, act: Act | None, key: str) -> str:
    """Return the key in the file of a refused `key` of a deal or of its act."""
    match act:
        case acts.RulesChanged():
            return key if key.startswith("house") else "house"
        case acts.StakeChanged():
            return "stake"
        case acts.Objected() | acts.Resolved():
            return key if key in _DOUBT else "objections"
        case _:
            return "line" if "line" in raw and key not in raw else key


def _read_move(raw: Json, place: int, stake: Stake | None) -> KittyMoved:
    for key in raw:
        if key not in _MOVE:
            known = say("{value} is no key of the kitty; it has: {known}", value=shorten(key), known=_MOVE)
            raise Refused("kitty", known)
    ways = [how for how in WAYS_OF_KITTY if how in raw]
    if len(ways) != 1:
        either = say("movement {place} says one of these: {known}", place=place, known=tuple(WAYS_OF_KITTY))
        raise Refused("kitty", either)
    who = _limited("kitty", raw.get("player", ""), LONGEST_NAME)
    reason = _limited("kitty", raw.get("reason", ""), LONGEST_NOTE)
    amount = read_coins("kitty", raw[ways[0]], stake)
    return KittyMoved(how=ways[0], amount=amount, who=who, place=place, note=reason)


def _read_former(data: Json) -> dict[str, list[Named]]:
    """Return the names that players had before, each with its salt."""
    former = dict[str, list[Named]]()
    for key, raw in table("former", data.get("former", {})).items():
        pairs = [[text("former", part) for part in listed("former", pair)] for pair in listed("former", raw)]
        if any(len(pair) != 2 or len(pair[0]) > LONGEST_NAME for pair in pairs):
            raise Refused("former", say("{value} is not a list of names with their salts", value=shorten(raw)))
        former[key] = [Named(*pair) for pair in pairs]
    return former


def _read_account(state: Replay, journal: Iterable[str], names: Mapping[str, str]) -> Account:
    """Return the account of a night: that of its journal if its sums equal those of the file, read as `state`.

    Only the journal has the agreed plan of payments. The plan is unknown for a file without a journal or one changed
    by hand. `names` are the players', by their keys in the journal.
    """
    typed = state.account
    account = Account(typed.coins, currency=typed.currency)
    unit = 1
    typed.beyond = state.beyond()
    if sorted(names.values()) != sorted(state.night.players):
        return typed
    try:
        for line in journal:
            if not any(kind in line for kind in _OF_MONEY) or (entry := parse_entry(line)).kind not in _OF_MONEY:
                continue
            match act_of(entry):
                case acts.Settling() as act:
                    account.replay(in_coins(act, unit), names)
                case acts.Opened() | acts.StakeChanged() as act:
                    unit = unit_of(act.stake)
        written = replace(rename_account(account, names), beyond=typed.beyond)
    except (Refused, *MALFORMED):  # only `import` and `verify` judge a journal
        return typed
    return written if _sums(written) == _sums(typed) else typed


def _sums(account: Account) -> tuple[object, ...]:
    moves = [move[:3] for move in account.kitty.moves if not move.struck]
    return (
        account.chosen,
        account.settled(),
        {player: set(members(account.purses, player)) for player in account.purses},
        moves,
    )


def _let_go(items: Sequence[T]) -> Iterator[T]:
    """Yield the items of a long list one by one without keeping them."""
    left = list(reversed(items))
    del items
    while left:
        yield left.pop()


def _tables(key: str, data: Json) -> Sequence[Json]:
    tables = data.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise Refused(key, say("this is not a list of tables"))
    if len(tables) > FULL:
        raise Refused(key, say("more than {most} deals", most=FULL))
    return tables


def _texts(data: Json, key: str) -> list[str]:
    texts = data.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
        raise Refused(key, say("{value} is not a list of texts", value=shorten(texts)))
    return texts


def _text(data: Json, key: str, longest: int) -> str:
    """Return a text of no more than so many characters, an empty one where the key is missing. Raises Refused."""
    return _limited(key, data.get(key, ""), longest)


def _limited(key: str, raw: object, longest: int) -> str:
    found = text(key, raw)
    if len(found) > longest:
        raise Refused(key, say("{value} is longer than {most} characters", value=shorten(found), most=longest))
    return found


def _by_key(data: Json, name: str) -> dict[str, str]:
    named = table(name, data.get(name, {}))
    return {key: _limited(f"{name}.{shorten(key)}", raw, LONGEST_NAME) for key, raw in named.items()}
