"""Replaying acts into the night, its slots and its balances."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.accounts.account import Account
from scorekeeper.accounts.units import in_coins
from scorekeeper.currencies import DIGITS
from scorekeeper.games.game import Seating, Taken, Told
from scorekeeper.games.pots import sum_pot
from scorekeeper.journal import acts
from scorekeeper.journal.acts import Act, SlotAct
from scorekeeper.money import read_stake
from scorekeeper.night.night import FULL, SEATS, Night, Result, next_here, open_night, order_from, seat_deal
from scorekeeper.night.objections import Objection, apply_objection
from scorekeeper.night.parties import begin_parties, party_of
from scorekeeper.night.pricing import pay, price
from scorekeeper.night.transitions import advance, check_change
from scorekeeper.phrase import Refused, say
from scorekeeper.value_checks import shorten


@dataclass(slots=True)
class SlotState:
    """The state of a slot: the number of its acts, and its result unless it is only called or all was taken back.

    `acts` are those that were not taken back; the last of them is valid. `kind` is its kind, "" without one.
    `party` is the first deal of its party where parties end by a condition, else 0.
    """

    version: int = 0
    result: Result | None = None
    kind: str = ""
    acts: tuple[SlotAct, ...] = ()
    party: int = 0


@dataclass(slots=True)
class Replay:
    """A night and its slots, which follow act by act.

    The check of a whole journal has every slot. Booking has only the slots of the deal's own party; `apart` and
    `beyond_apart` are the sums of the other deals, if the balances are needed. `entered` is true for acts that are
    entered now, to which checks apply that earlier journals may not pass.
    """

    night: Night
    slots: dict[int, SlotState] = field(default_factory=dict)
    objections: dict[int, tuple[Objection, ...]] = field(default_factory=dict)  # by the deal's number
    account: Account = field(default_factory=Account)
    apart: Mapping[str, int] = field(default_factory=dict)
    entered: bool = False
    beyond_apart: Mapping[str, int] = field(default_factory=dict)

    def apply(self, act: Act, judged: Result | None = None) -> Result | None:
        """Apply one act and return the result of its slot. Raises Refused and changes nothing then.

        `judged` is its result if it was priced already, with other names of players.
        """
        if isinstance(act, SlotAct) and self.entered:
            self._check_pots(act)
        if isinstance(act, acts.Undone):
            return self._take_back(act)
        self._take_note(act)
        before = self.slots.get(act.slot) or SlotState()
        if self.entered and act.kind == before.kind == acts.Voided.kind:
            raise Refused("number", say("deal {number} already doesn’t count", number=act.slot))
        previous = before.acts[-1] if before.acts else None
        result = judged or price(self.night, act, self.party_sheets(act.slot), self.entered, previous)
        self._check_taken(act)
        after = advance(self.night, act)
        if self.entered and isinstance(act, acts.RulesChanged):
            check_change(after, act.number)
        if isinstance(act, SlotAct):
            party = self._begin_of_party(act.number)
            self.slots[act.number] = SlotState(before.version + 1, result, act.kind, (*before.acts, act), party)
            self._repay(self.night, act.number)
            if not isinstance(act, acts.Called):
                after = self._choose_dealer(after)
        self.night = after
        self.account.coins = after.coins
        if self.account.currency != after.currency:
            self.account.currency = after.currency
            self.account.chosen = 0
        return result

    def _take_note(self, act: Act) -> None:
        """Apply the effects of an act beside its slot. Raises Refused."""
        match act:
            case acts.Opened():
                raise Refused("kind", say("a journal has only one opening"))
            case acts.Forgotten() | acts.Objected() | acts.Resolved() if act.player not in ("", *self.night.players):
                raise Refused("player", say("{value} is not one of the players", value=shorten(act.player)))
            case acts.Forgotten():
                if list(act.entries) != sorted(set(act.entries)) or any(seq < 1 for seq in act.entries):
                    raise Refused("entries", say("this is not a list of entries in order"))
            case acts.Objected() | acts.Resolved():
                slot = self.slots.get(act.number)
                version = slot.version if slot and slot.result else 0
                known = self.objections.get(act.number, ())
                self.objections[act.number] = apply_objection(known, version, act)
            case acts.Paid():  # needs its plan only: no sum over all deals for each tick
                self.account.apply(in_coins(act, self.night.unit), {})
            case acts.Settling():
                self.account.beyond = self.beyond()
                self.account.apply(in_coins(act, self.night.unit), self.points())
            case acts.StakeChanged():
                self._check_stake(act)

    def _check_stake(self, act: acts.StakeChanged) -> None:
        """Refuse another stake for deals with payments, and within a party that is paid as one."""
        before = self.night.stake
        after = read_stake(act.stake) if act.stake else None
        is_other = (before and before.currency) != (after and after.currency)
        if act.number < self.night.number or is_other:
            self.account.check_untouched()
        if is_other:
            self.account.kitty.check_empty()
        if not self.entered:  # a deal may have been corrected since
            return
        if self.night.keeps_pot and sum_pot(self.party_sheets(act.number)):
            raise Refused("number", say("something is in the pot: the stake can change once it is won"))
        if not self.night.game.written_alone and self.party_sheets(act.number):
            raise Refused(
                "number", say("a game of several deals is paid as one: the stake can change where one begins")
            )

    def _check_pots(self, act: SlotAct) -> None:
        """Refuse an act by which something would be in the pot where another stake begins."""
        if not self.night.keeps_pot or len(self.night.stakes) == 1:
            return
        slots = {number: replace(slot) for number, slot in self.slots.items()}
        after = replace(self, slots=slots, entered=False)
        after.apply(act)
        for first in sorted(after._stakes_with_pot() - self._stakes_with_pot()):
            text = say(
                "another stake holds from deal {number} on, and something would be in the pot there: "
                "change the stake first",
                number=first,
            )
            raise Refused("number", text)

    def _stakes_with_pot(self) -> set[int]:
        """Return the deals with which another stake begins while something is in the pot."""
        begins = [first for first, _, _ in self.night.stake_spans]
        return {first for first in begins if sum_pot(self.party_sheets(first))}

    def _take_back(self, act: acts.Undone) -> Result | None:
        """Take back the last act about the latest deal, so that the one before is valid again."""
        number = act.number
        slot = self.slots.get(number)
        if slot is None or slot.result is None or number != self.night.number - 1:
            raise Refused("number", say("only the deal that was saved last can be undone"))
        if self.objections.get(number):
            raise Refused("number", say("deal {number} is queried; fix it instead", number=number))
        *earlier, taken = slot.acts
        if act.seating != taken.seating:
            raise Refused("dealer", say("it does not say who sat in the deal that is taken back"))
        again = earlier[-1] if earlier else None
        if again is None or isinstance(again, acts.Called):
            result = None
            night = replace(self.night, dealer=taken.dealer, number=number)
        else:
            result = price(self.night, again.as_corrected(), self.party_sheets(number))
            night = advance(self.night, again)
        if again:
            self._check_taken(again)
        self.slots[number] = SlotState(
            slot.version + 1, result, again.kind if again else "", tuple(earlier), slot.party
        )
        self.night = night if night.number == number else self._choose_dealer(night)
        return result

    def _check_taken(self, act: Act) -> None:
        """Refuse an answer entered now that the other deals of the party leave no room for."""
        if self.entered and isinstance(act, acts.Answered):
            for key, reasons in self.taken(act.seating).items():
                if (reason := reasons.get(act.answers.get(key))) is not None:
                    raise Refused(key, reason)

    def taken(self, seating: Seating) -> Taken:
        """Return the answers that the other deals of its party leave no room for in the deal with this seating."""
        night = self.night
        parties = night.game.parties
        if parties is None or parties.taken is None:
            return {}
        number = seating.number
        first = self._first_of_party(min(number, night.number))
        told = dict[int, Told]()
        for other, slot in self.slots.items():
            act = slot.acts[-1] if slot.acts and other >= first and other != number else None
            if isinstance(act, acts.Answered) and self._first_of_party(other) == first:
                told[other - first] = Told(act.seating, act.answers)
        return parties.taken(night.rules_at(number), seating, number - first, told)

    def _choose_dealer(self, night: Night) -> Night:
        """Return the night with the dealer that the game chooses for the next deal, where it does."""
        parties = night.game.parties
        before = self.slots.get(night.number - 1)
        if parties is None or parties.dealer is None or before is None or not before.acts:
            return night
        state = replace(self, night=night)
        order = order_from(night.players, before.acts[-1].dealer)
        dealer = parties.dealer(night.rules_at(night.number), state.party_sheets(night.number), order)
        return replace(night, dealer=next_here(night, dealer)) if dealer else night

    def party_sheets(self, number: int) -> list[Mapping[str, int]]:
        """Return the sheets of the party of deal `number` before it."""
        if not 0 < number <= self.night.number:  # it will be refused
            return []
        return list(self._sheets(self._first_of_party(number), number).values())

    def _first_of_party(self, number: int) -> int:
        """Return the number of the first deal of the party of deal `number`."""
        return self._begin_of_party(number) if self.night.ends else party_of(self.night, number).start

    def _sheets(self, first: int, behind: int) -> dict[int, Mapping[str, int]]:
        """Return the sheets of the deals from `first` to the one before `behind`, empty for one without a result."""
        results = {number: self.slots[number].result for number in range(first, behind)}
        return {number: result.sheet if result else {} for number, result in results.items()}

    def _begin_of_party(self, number: int) -> int:
        """Return the first deal of the party of deal `number` where parties end by a condition, else 0."""
        night = self.night
        if not night.ends:
            return 0
        before = self.slots.get(number - 1)
        if before is None:
            return number
        if not before.party:  # a night of an earlier version, all of whose deals are there
            return begin_parties(night, self._sheets(1, number))[number]
        ended = night.ends(night.rules_at(number - 1), list(self._sheets(before.party, number).values()))
        return number if ended else before.party

    def _repay(self, night: Night, number: int) -> None:
        """Price the later deals of a corrected deal's party again."""
        if number >= night.number - 1 or (night.game.written_alone and not night.keeps_pot):
            return
        for later in range(number + 1, min(party_of(night, number).stop, night.number)):
            slot = self.slots.get(later)
            if slot is None or slot.result is None:
                continue
            result = slot.result
            earlier = self.party_sheets(later)
            slot.party = self._begin_of_party(later)
            if night.ends:  # now another deal may end the party
                now = price(night, slot.acts[-1].as_corrected(), earlier)
                assert now
                slot.result = result if (now.sheet, now.payoff) == (result.sheet, result.payoff) else now
            else:
                agreed = slot.kind == acts.Adjusted.kind
                slot.result = result._replace(payoff=pay(night, later, (*earlier, result.sheet), agreed=agreed))

    def points(self) -> dict[str, int]:
        """Return the payoff of all deals for each player of the night, in points."""
        payoff = self.totals("payoff")
        return {player: payoff[player] + self.apart.get(player, 0) for player in self.night.players}

    def beyond(self) -> Counter[str]:
        """Return for each player the money of deals at other stakes beyond their money at the latest stake."""
        total: Counter[str] = Counter(self.beyond_apart)
        if len(self.night.stakes) == 1:
            return total
        for number, slot in self.slots.items():
            gap = self.night.coins_at(number) - self.night.coins
            if slot.result and gap:
                total.update({player: points * gap for player, points in slot.result.payoff.items()})
        return total

    def totals(self, column: str) -> Counter[str]:
        """Return the sum of the slots' `sheet` or `payoff` for each player, in points."""
        total: Counter[str] = Counter()
        for slot in self.slots.values():
            if slot.result:
                total.update(getattr(slot.result, column))
        return total


def begin(opened: acts.Opened, most: int = SEATS) -> Replay:
    """Return a night that was just opened, with at most so many players. Raises Refused for an impossible one."""
    night = open_night(opened, most)
    return Replay(night, account=Account(night.coins, currency=night.currency))


def fill_in(state: Replay, act: Act) -> Act:
    """Return an act with the facts that the night determines. Raises Refused for players who cannot play."""
    if isinstance(act, acts.Settling) and state.night.unit > 1:
        act = replace(act, digits=DIGITS[state.night.currency])
    match act:
        case acts.Carried() if not act.amounts:
            return replace(act, amounts=state.account.to_carry(state.points()))
        case acts.KittyMoved():
            return replace(act, place=len(state.account.kitty.moves) + 1)
        case acts.Objected():
            return replace(act, objection=len(state.objections[act.number]) + 1)
        case acts.Joined():
            return replace(act, player=f"p{len(state.night.seats) + 1}")
        case SlotAct() if act.number > FULL:  # a file with more deals is not read again
            raise Refused("number", say("a night has at most {most} deals; open the next one", most=FULL))
        case acts.Undone():
            slot = state.slots.get(act.number)
            seating = slot.acts[-1].seating if slot and slot.acts else act.seating
        case SlotAct():
            seating = seat_deal(state.night, act.number, act.dealer, act.playing)
        case _:
            return act
    return replace(act, dealer=seating.dealer, playing=seating.playing)
