"""One deal of Königrufen: what the answers say together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.asking import ask
from scorekeeper.games.koenigrufen.contracts import ABSOLUT, MONDFANG, TRISCHAKEN, Contract
from scorekeeper.games.koenigrufen.rules import ABSOLUT_BELOW, PACK, SACK_NEEDS, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.asking import find_contract
from scorekeeper.games.tarock.claims import Claim, read_claims
from scorekeeper.games.tarock.lines import describe
from scorekeeper.games.tarock.partner import PartnerDeal, read_result
from scorekeeper.phrase import Name, Phrase, Refused, Value, say


@dataclass(frozen=True, slots=True)
class Played(PartnerDeal[Contract]):
    """One deal of Königrufen.

    doubts    the contra of each opponent in a negative game
    counts    what each player counted in a Trischaken, in thirds
    gave_up   whether the declarer gave it up, as the called King lay in the talon (KR-24)
    revoke    whose wrong card ended the deal, "" for nobody's (KR-47)
    factor    how many times it counts (KR-46)
    forehand  who is forehand, also where it was handed on (KR-12)
    broken_off  whether it has no winner, as a wrong card is paid to both sides (KR-47)
    """

    doubts: tuple[tuple[str, int], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    gave_up: bool = False
    revoke: str = ""
    factor: int = 1
    forehand: str = ""
    broken_off: bool = False

    @property
    def ending(self) -> Phrase:
        """What was played, and how it ended, in words."""
        if self.broken_off:
            return self.contract.label
        values: dict[str, Value] = {"contract": self.contract.label, "declarer": Name(self.declarer)}
        if self.gave_up:
            return say("{contract}, conceded by {declarer}", **values)
        if self.won:
            return say("{contract}, won by {declarer}", **values)
        return say("{contract}, lost by {declarer}", **values)

    def describe(self, claim: Claim) -> Phrase:
        """Return in words what became of a claim, or that it was announced where nothing came of it."""
        return describe(replace(claim, made=True) if self.broken_off else claim)


def deciding_valat(rules: Rules, deal: Played) -> Claim | None:
    """Return the Valat that decides the game, made or in place of the game; None where the card points do."""
    valat = deal.valat
    return valat if valat and (valat.made or rules.valat != "fixed") else None


NEEDED = {**SACK_NEEDS, ABSOLUT.key: sum(PACK.worth) - ABSOLUT_BELOW + 1}
"""The thirds that a side must have for a bonus that the count decides."""
_NOTHING: Mapping[str, tuple[object, ...]] = {
    "alone": (False,),
    "gave_up": (False,),
    "bonuses": ((),),
    "contra": (0, {}),
}
"""What says nothing where nobody asked for it."""


def read_deal(rules: Rules, seating: Seating, read: Answers) -> Played:
    """Return the answers as one deal. Raises Refused where an answer is missing or two contradict each other."""
    call = read_call(rules, seating, read)
    if call.contract.called and not (call.partner or call.alone):
        raise Refused("partner", say("who had the called King? It may have been in the talon"))
    if call.contract is TRISCHAKEN and not call.revoke and not call.counts:
        raise Refused("points", say("enter the card points"))
    for claim in call.claims:
        if claim.bonus is MONDFANG and rules.mondfang == "player" and claim.loser in ("", claim.player):
            raise Refused("bonuses", say("{bonus}: whose XXI was taken is missing", bonus=MONDFANG.label))
    if call.revoke or call.gave_up or call.contract is TRISCHAKEN:
        return call
    if not call.contract.positive and "tricks" in read:
        return replace(call, won=read["tricks"] == call.contract.tricks)
    if not call.contract.positive and "won" not in read:
        raise Refused("won", say("say whether the game was won, or how many tricks"))
    if not call.contract.positive:
        return replace(call, won=bool(read["won"]))
    return read_result(PACK, rules.threshold, call, read, deciding_valat(rules, call))


def read_call(rules: Rules, seating: Seating, read: Answers) -> Played:
    """Return what has been called so far, with or without the result. Raises Refused as `read_deal` does."""
    contract = find_contract(rules.contracts, read)
    if "declarer" not in read and contract is not TRISCHAKEN:
        raise Refused("declarer", say("choose who played"))
    if contract is None:
        raise Refused("contract", say("choose the contract"))
    _refuse_unasked(rules, seating, contract, read)
    forehand = str(read.get("forehand", seating.playing[0]))
    declarer = str(read.get("declarer", forehand))
    if contract.forehand and declarer != forehand:
        raise Refused("declarer", say("only forehand plays a {contract}", contract=contract.label))
    contra = read.get("contra", 0)
    counts = read.get("points")
    deal = Played(
        declarer,
        tuple(player for player in seating.playing if player not in (declarer, read.get("partner"))),
        contract,
        contra if isinstance(contra, int) else 0,
        (),
        partner=str(read.get("partner", "")),
        alone=bool(read.get("alone") or read.get("gave_up")),
        doubts=tuple(contra.items()) if isinstance(contra, Mapping) else (),
        counts=tuple(counts.items()) if isinstance(counts, Mapping) else (),
        gave_up=bool(read.get("gave_up")),
        revoke=str(read.get("revoke", "")),
        factor=cast(int, read.get("factor", 1)),
        forehand=forehand,
    )
    return replace(deal, claims=_read_claims(rules, deal, read))


def _refuse_unasked(rules: Rules, seating: Seating, contract: Contract, read: Answers) -> None:
    """Refuse what nobody asks in this contract, unless it says nothing."""
    asked = {question.name: question.label for question in ask(rules, seating, read)}
    for key, value in read.items():
        if key not in asked and value not in _NOTHING.get(key, ()):
            raise _unasked(rules, seating, contract, read, key)
    if "partner" in read and read["partner"] == read.get("declarer"):
        raise Refused("partner", say("the declarer cannot be their own partner"))
    each = {"points": contract is TRISCHAKEN, "contra": not contract.positive}
    for key, many in each.items():
        if read.get(key) and isinstance(read[key], Mapping) != many:
            once = say("{what}: one answer for all", what=asked[key])
            raise Refused(key, say("{what}: one answer for each player", what=asked[key]) if many else once)
    doubts = read.get("contra")
    if isinstance(doubts, Mapping) and read.get("declarer") in doubts:
        raise Refused("contra", say("only opponents say contra"))


def _unasked(rules: Rules, seating: Seating, contract: Contract, read: Answers, key: str) -> Refused:
    """Return that something else is told so that nobody asks for `key`, or that the contract has no such thing."""
    labels = {question.name: question.label for question in ask(rules, seating, None)}
    what = labels[key]
    for other in (name for name in read if name not in ("declarer", "contract", key)):
        without = {name: value for name, value in read.items() if name != other}
        if key in [question.name for question in ask(rules, seating, without)]:
            text = say("“{what}” does not go with “{beside}”", what=what, beside=labels[other])
            return Refused(key, text, beside=other)
    return Refused(key, say("{contract}: “{what}” does not apply", contract=contract.label, what=what))


def _read_claims(rules: Rules, deal: Played, read: Answers) -> tuple[Claim, ...]:
    rows = cast("tuple[Answers, ...]", read.get("bonuses", ()))
    if deal.revoke:
        rows = tuple({**row, "made": True} for row in rows if row.get("announced"))
    known = {bonus.key for bonus in rules.bonuses_in(deal.contract)}
    if any(row["bonus"] not in known for row in rows):
        raise Refused("bonuses", say("{contract}: that bonus does not count there", contract=deal.contract.label))
    claims = read_claims(rules.bonuses_in(deal.contract), rows, rules.costly)
    birds = [claim for claim in claims if claim.bonus.key in deal.contract.birds]
    if deal.contract.birds and not any(bird.announced and bird.player == deal.declarer for bird in birds):
        raise Refused("bonuses", say("{contract}: the announced bird is missing", contract=deal.contract.label))
    wrong = [claim for claim in claims if claim.made or claim.contra or claim.player != deal.declarer]
    if deal.gave_up and (wrong or len(claims) > 1):
        text = say("a conceded game has one bird, announced and not made, and no contra")
        raise Refused("bonuses", text)
    return claims
