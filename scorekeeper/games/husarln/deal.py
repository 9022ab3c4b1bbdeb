"""One deal of Husarln: its questions and the reading of its answers."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from scorekeeper.cards.packs import TAROCK
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.counts import Packet, SplitCount, Thirds
from scorekeeper.games.game import Seating
from scorekeeper.games.husarln.rules import BY_NAME, CONTRACTS, HAND, TALON, Contract, Rules
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, who
from scorekeeper.games.tarock import asking, counting
from scorekeeper.games.tarock.claims import Claim, Declared, read_claims, rows_of
from scorekeeper.phrase import Name, Phrase, Refused, Value, count, say

_WORTHS = sorted(TAROCK.worth)


class Apart(NamedTuple):
    """A side's count entered in parts: its pile and the talon cards at `places` that count with it, in thirds."""

    side: str
    pile: int
    talon: int
    places: tuple[int, ...]


def name_cards(places: tuple[int, ...]) -> Phrase:
    """Return the name of the talon cards at these places."""
    return count("talon card {places}", "talon cards {places}", n=len(places), places=places)


_CLAIMED = {
    "before_play": say("Bonuses (announce Trull and tarocks before play)"),
    "until_next_deal": say("Bonuses (announce Trull and tarocks before the next deal)"),
}
_UNPLAYED = {
    "passed": say("everybody passed, so nothing else can be said"),
    "redealt": say("it was dealt again, so nothing else can be said"),
}


@dataclass(frozen=True, slots=True)
class Redealt:
    """One deal that was dealt again because a player had no tarock (HU-16)."""


@dataclass(frozen=True, slots=True)
class Deal(Declared[Contract]):
    """One deal that was played.

    `thirds` are the declarer's card points with the fraction that the contract forces, 0 while the deal is only
    called; `apart` are the counts entered in parts. `revoke` is the player whose wrong card lost game and
    announcements for their side (HU-65).
    """

    thirds: int = 0
    apart: tuple[Apart, ...] = ()
    revoke: str = ""


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions that matter, given the `answers` so far; with None all possible questions."""
    entered = answers or {}
    must = rules.all_pass == "forehand_plays_Z" and bool(seating.playing)
    label = say("Who is the declarer?")
    if must:
        player = Name(seating.playing[0])
        label = say("Who is the declarer? If everybody passes, {player} must play a Zweiblatt", player=player)
    questions: list[Question] = [who("declarer", label, seating.playing)]
    # HU-15: if forehand must play it is not asked, yet read
    if not must or answers is None or entered.get("passed"):
        questions.append(Flag("passed", say("Everybody passed"), alone=True, mark="-"))
    if rules.no_tarock_redeal:
        questions.append(Flag("redealt", say("A hand without tarocks: dealt again"), alone=True, mark="--"))
    if any(entered.get(name) for name in _UNPLAYED):
        return tuple(questions)
    options = tuple(Option(one.key, one.label, one.aliases, *one.talon_picture) for one in CONTRACTS)
    on_game, announced = asking.find_levels(rules.contra, len(asking.CONTRAS) - 1)
    bonuses = rules.bonuses
    ways = asking.bonus_ways(bonuses, announced, rules.costly, flat_announced=rules.flat_bonus_announced == "double")
    questions += [
        Choice("contract", say("Contract"), options),
        *asking.ask_contra(on_game, answers),
        replace(asking.ask_bonuses(seating, bonuses, ways, announced, answers), label=_CLAIMED[rules.claim]),
        *_ask_counts(rules, BY_NAME.get(str(entered.get("contract")))),
    ]
    if rules.revoke == "offender_side_loses":
        questions.append(who("revoke", say("Wrong card by"), seating.playing, "result", "!", rare=True))
    return tuple(questions)


def _ask_counts(rules: Rules, contract: Contract | None) -> list[Thirds]:
    """Return the questions for the counts, and what the declarer's has besides tricks (HU-8, HU-20)."""
    if contract is None:
        return asking.ask_counts(TAROCK)
    if not rules.counts_talon(contract):
        return [replace(asking.ask_counts(TAROCK)[0], complement="")]
    shares = rules.talon_shares(contract)
    mine, theirs = (Packet(name_cards(places), places) if places else None for places in shares)
    fraction = rules.fraction(contract)
    ending = say("ends on {fraction}", fraction=write_thirds(fraction)) if fraction else say("is whole")
    hint = say("Count the discard with the declarer’s tricks; the total {ending}.", ending=ending)
    if mine:
        values: dict[str, Value] = {"cards": mine.label, "ending": ending}
        hint = say("Count the discard and {cards} with the declarer’s tricks; the total {ending}.", **values)
    return asking.ask_counts(TAROCK, hint, (mine, theirs))


def read_deal(rules: Rules, seating: Seating, read: Answers) -> Deal | Redealt | None:
    """Return the answers as one deal, None if everybody passed.

    Raises Refused if an answer is missing or two contradict each other.
    """
    call = read_call(rules, seating, read)
    if not isinstance(call, Deal):
        return call
    points = cast("int | None", read.get("points"))
    defenders = cast("int | None", read.get("defender_points"))
    revoke = str(read.get("revoke", ""))
    if revoke:
        call = replace(call, revoke=revoke, claims=tuple(_decide(call, revoke, claim) for claim in call.claims))
    if points is None and defenders is None:
        if revoke:
            return call
        raise Refused("points", say("enter the card points"))
    apart = tuple(_read_apart(rules, call.contract, read))
    ending = counting.Ending(rules.fraction(call.contract), call.contract.after)
    if rules.counts_talon(call.contract):
        mine = counting.count_whole_pack(TAROCK, ending, points, defenders)
        assert mine is not None
    elif points is None:
        raise Refused("points", say("the talon counts for nobody, so the declarer’s own card points are needed"))
    else:
        mine = counting.own_count(TAROCK, ending, points)
    return replace(call, thirds=mine, apart=apart)


def _read_apart(rules: Rules, contract: Contract, read: Answers) -> Iterator[Apart]:
    """Yield the counts entered in parts; a part is exact, as n cards end on n thirds (HU-4)."""
    fraction = rules.fraction(contract)
    shares = rules.talon_shares(contract)
    for side, places, ends in (("points", shares[0], fraction), ("defender_points", shares[1], -fraction)):
        split = read.get(side)
        if not isinstance(split, SplitCount):
            continue
        if not places:
            raise Refused(side, say("{after} no talon card counts for this side", after=contract.after))
        least = sum(_WORTHS[: len(places)])
        most = sum(_WORTHS[-len(places) :])
        if not least <= split.packet <= most or split.packet % 3 != len(places) % 3:
            text = count(
                "talon card {places} cannot be worth {value}",
                "talon cards {places} cannot be worth {value} together",
                n=len(places),
                places=places,
                value=write_thirds(split.packet),
            )
            raise Refused(side, text)
        ending = (ends - len(places)) % 3
        if split.pile % 3 != ending:
            cards = name_cards(places)
            text = say("without {cards} the pile is whole", cards=cards)
            if ending:
                text = say("without {cards} the pile ends on {fraction}", cards=cards, fraction=write_thirds(ending))
            raise Refused(side, text)
        yield Apart(side, split.pile, split.packet, places)


def _decide(call: Deal, revoke: str, claim: Claim) -> Claim:
    """Return a claim after a revoke: the announcements of the offender's side fail, the declarer's are made.

    With the declarer's own revoke the defenders' announcements stay as they were (HU-65).
    """
    if not claim.risked or (claim.player != call.declarer and revoke == call.declarer):
        return claim
    return replace(claim, made=claim.player == call.declarer and revoke != call.declarer)


def read_call(rules: Rules, seating: Seating, read: Answers) -> Deal | Redealt | None:
    """Return the deal as called so far, with or without the result. Raises Refused as `read_deal` does."""
    for name, why in _UNPLAYED.items():
        if read.get(name):
            asking.refuse_beside(name, why, read)
            return None if name == "passed" else Redealt()
    return Deal(
        *asking.read_declarer(seating, read),
        BY_NAME[str(read["contract"])],
        cast(int, read.get("contra", 0)),
        read_claims(rules.bonuses, cast("tuple[Answers, ...]", read.get("bonuses", ())), rules.costly),
    )


def check_call(rules: Rules, called: Answers, deal: Deal | Redealt | None) -> None:
    """Refuse Trull and tarocks that were not called if they are claimed before play (HU-31)."""
    if rules.claim != "before_play" or not isinstance(deal, Deal):
        return
    claimed = {(row["player"], row["bonus"]) for row in rows_of(called)}
    for claim in deal.claims:
        bonus = claim.bonus
        if bonus.flat and not bonus.of_side and (claim.player, bonus.key) not in claimed:
            values: dict[str, Value] = {"bonus": bonus.label, "player": Name(claim.player)}
            text = say(
                "{bonus} of {player} comes too late: here it is claimed before play, and the call does not have it",
                **values,
            )
            raise Refused("bonuses", text)


def check(rules: Rules, seating: Seating, answers: Answers, deal: Deal | Redealt | None) -> None:
    """Refuse an impossible deal: points that no cards make, or bonuses that do not fit them."""
    if deal is None:
        if rules.all_pass == "forehand_plays_Z":  # HU-15
            must = Name(seating.playing[0])
            raise Refused("passed", say("if everybody passes, {player} must play a Zweiblatt", player=must))
        return
    if isinstance(deal, Redealt) or deal.revoke:  # a wrong card may have ended the play before all was taken
        return
    contract = deal.contract
    defenders = cast("int | None", answers.get("defender_points"))
    if defenders is not None and not rules.counts_talon(contract):
        # Their count has to be the rest, besides a talon that counts for nobody.
        fraction = rules.fraction(contract)
        theirs = counting.defenders_count(TAROCK, counting.Ending(fraction, contract.after), defenders, fraction)
        least = sum(_WORTHS[:TALON])
        most = sum(_WORTHS[-TALON:])
        if not least <= sum(TAROCK.worth) - deal.thirds - theirs <= most:
            values = {"points": round_thirds(deal.thirds), "defenders": round_thirds(theirs)}
            values |= {"low": least // TAROCK.parts, "high": most // TAROCK.parts}
            text = say(
                "{points} and {defenders} card points leave the talon, which counts for nobody, not {low} to {high}",
                **values,
            )
            raise Refused("defender_points", text)
    mine, others = map(len, rules.talon_shares(contract))
    division = counting.Division(TAROCK, HAND, len(seating.playing), contract.taken, (mine, others))
    counted = counting.Counted(1 << deal.thirds, deal.thirds, "points" if "points" in answers else "defender_points")
    in_tricks = ("kings",) if rules.kings_pile == "tricks_only" else ()
    counting.check_deal(
        deal, [counting.Case(division)], counted, counting.Custom(rules.emperors_trick, in_tricks)
    )  # HU-47
