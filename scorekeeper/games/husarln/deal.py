"""One deal of Husarln: what is asked about it, and what the answers say together."""

from dataclasses import dataclass, replace
from typing import cast

from scorekeeper.cards.packs import TAROCK
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Seating
from scorekeeper.games.husarln.contracts import BY_NAME, CONTRACTS, Contract
from scorekeeper.games.husarln.counting import Apart, count_declarer, packets, read_apart
from scorekeeper.games.husarln.rules import Rules
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, Rows, Thirds, who
from scorekeeper.games.tarock.asking import (
    ask_bonuses,
    ask_contra,
    ask_counts,
    bonus_ways,
    read_declarer,
    refuse_beside,
)
from scorekeeper.games.tarock.claims import Claim, read_claims
from scorekeeper.games.tarock.declared import Declared
from scorekeeper.phrase import Name, Phrase, say

_CLAIMED = {
    "before_play": say("Bonuses; Trull and tarocks before play"),
    "until_next_deal": say("Bonuses; Trull and tarocks until the next deal"),
}
_UNPLAYED = {
    "passed": say("everybody passed, so nothing else can be said"),
    "redealt": say("it was dealt again, so nothing else can be said"),
}


@dataclass(frozen=True, slots=True)
class Redealt:
    """One deal that was dealt again because somebody had no tarock (HU-16)."""


@dataclass(frozen=True, slots=True)
class Deal(Declared[Contract]):
    """One deal that was played.

    `thirds` are the declarer's card points with the fraction that his contract forces, 0 while the deal is only
    called; `apart` are the counts that were told in parts. `revoke` says whose wrong card lost game and announcements
    for his side (HU-65).
    """

    thirds: int = 0
    apart: tuple[Apart, ...] = ()
    revoke: str = ""


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions that matter, given the `answers` so far; with None all that may ever be asked."""
    first = (*_ask_declarer(rules, seating, answers), *_ask_redealt(rules))
    if answers is not None and any(answers.get(name) for name in _UNPLAYED):
        return first
    options = tuple(
        Option(contract.key, contract.label, contract.also, *_talon_picture(contract)) for contract in CONTRACTS
    )
    return (
        *first,
        Choice("contract", say("Contract"), options),
        *ask_contra(rules.levels(announced=False), answers),
        _ask_bonuses(rules, seating, answers),
        *_ask_points(rules, answers),
        *_ask_revoke(rules, seating),
    )


def _ask_declarer(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """HU-15: where forehand must play when everybody passes, that is not asked, yet read."""
    must = rules.all_pass == "forehand_plays_Z" and bool(seating.playing)
    label = say("Who is the declarer?")
    if must:
        player = Name(seating.playing[0])
        label = say("Who is the declarer? If everybody passes, {player} must play a Zweiblatt", player=player)
    declarer = who("declarer", label, seating.playing)
    if must and answers is not None and not answers.get("passed"):
        return (declarer,)
    return declarer, Flag("passed", say("Everybody passed"), alone=True, mark="-")


def _ask_redealt(rules: Rules) -> list[Flag]:
    if not rules.no_tarock_redeal:
        return []
    return [Flag("redealt", say("A hand without tarocks: dealt again"), alone=True, mark="--")]


def _ask_revoke(rules: Rules, seating: Seating) -> list[Choice]:
    if rules.revoke != "offender_side_loses":
        return []
    return [who("revoke", say("Wrong card by"), seating.playing, "result", "!")]


def _talon_picture(contract: Contract) -> tuple[Phrase, str]:
    """How the talon shows the contract: what was turned up and bought from it, and which pair or card."""
    if not contract.bought:
        return say("No talon"), "Solo"
    which = str(contract.bought[-1] // len(contract.bought))
    pairs = len(contract.bought) == 2
    back = contract.exposed > contract.bought[-1]
    if pairs:
        return (say("Back to pair") if back else say("Zweiblatt")), which
    return (say("Back to card") if back else say("Einblatt")), which


def _ask_bonuses(rules: Rules, seating: Seating, answers: Answers | None) -> Rows:
    levels = rules.levels(announced=True)
    flat = rules.flat_bonus_announced == "double"
    ways = bonus_ways(rules.bonuses, levels, rules.costly, flat_announced=flat)
    return ask_bonuses(seating, rules.bonuses, ways, levels, answers, _CLAIMED[rules.claim])


def _ask_points(rules: Rules, answers: Answers | None) -> list[Thirds]:
    contract = BY_NAME.get(str((answers or {}).get("contract")))
    if contract and not rules.counts_talon(contract):
        return [replace(ask_counts(TAROCK)[0], complement="")]
    return ask_counts(TAROCK, _pile(rules, contract), packets(rules, contract))


def _pile(rules: Rules, contract: Contract | None) -> Phrase | None:
    """What the declarer counts besides his tricks, and how such a count ends (HU-8, HU-20)."""
    if contract is None:
        return None
    fraction = rules.fraction(contract)
    (mine, _) = packets(rules, contract)
    ending = say("ends on {fraction}", fraction=write_thirds(fraction)) if fraction else say("is whole")
    if mine is None:
        return say("With the declarer’s tricks counts what was laid away; the count {ending}.", ending=ending)
    return say(
        "With the declarer’s tricks count what was laid away and {cards}; the count {ending}.",
        cards=mine.label,
        ending=ending,
    )


def read_deal(rules: Rules, seating: Seating, read: Answers) -> Deal | Redealt | None:
    """Return the answers as one deal, None where everybody passed.

    Raises Refused where an answer is missing or two contradict each other.
    """
    call = read_call(rules, seating, read)
    if not isinstance(call, Deal):
        return call
    points = cast("int | None", read.get("points"))
    defenders = cast("int | None", read.get("defender_points"))
    revoke = str(read.get("revoke", ""))
    if revoke:
        call = replace(call, revoke=revoke, claims=tuple(_decide(call, revoke, claim) for claim in call.claims))
    if revoke and points is None and defenders is None:
        return call
    apart = read_apart(rules, call.contract, read)
    return replace(call, thirds=count_declarer(rules, call.contract, points, defenders), apart=apart)


def _decide(call: Deal, revoke: str, claim: Claim) -> Claim:
    """Return what becomes of a claim where somebody revoked: his side's announcements fail, the declarer's are made.

    With the declarer's own revoke the defenders' announcements stay as they were (HU-65).
    """
    if not claim.risked or (claim.player != call.declarer and revoke == call.declarer):
        return claim
    return replace(claim, made=claim.player == call.declarer and revoke != call.declarer)


def read_call(rules: Rules, seating: Seating, read: Answers) -> Deal | Redealt | None:
    """Return what has been called so far, with or without the result. Raises Refused as `read_deal` does."""
    for name, why in _UNPLAYED.items():
        if read.get(name):
            refuse_beside(name, why, read)
            return None if name == "passed" else Redealt()
    return Deal(
        *read_declarer(seating, read),
        BY_NAME[str(read["contract"])],
        cast(int, read.get("contra", 0)),
        read_claims(rules.bonuses, cast("tuple[Answers, ...]", read.get("bonuses", ())), rules.costly),
    )
