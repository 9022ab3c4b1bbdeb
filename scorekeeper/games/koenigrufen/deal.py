"""One deal of Königrufen: what the answers say together."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.asking import ask
from scorekeeper.games.koenigrufen.contracts import (
    ABSOLUT,
    BIRDS,
    KING_ULTIMO,
    KINGS,
    MONDFANG,
    PAGAT,
    TRISCHAKEN,
    TRULL_TAKEN,
    Contract,
)
from scorekeeper.games.koenigrufen.rules import ABSOLUT_BELOW, HAND, PACK, SACK_NEEDS, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.asking import find_contract
from scorekeeper.games.tarock.claims import Bonus, Claim, read_claims
from scorekeeper.games.tarock.counting import Ending, count_whole_pack
from scorekeeper.games.tarock.declared import Declared
from scorekeeper.games.tarock.lines import describe
from scorekeeper.phrase import Name, Phrase, Refused, Value, count, say


@dataclass(frozen=True, slots=True)
class Played(Declared[Contract]):
    """One deal of Königrufen.

    partner   who held the called King; nobody where it lay in the talon, and the declarer played `alone`
    doubts    the contra of each opponent in a negative game
    thirds    what the declarer's side counted, in thirds, None where nobody counted; `exact` if surely to the third
    won       whether the declarer's side won the game
    counts    what each player counted in a Trischaken, in thirds
    gave_up   whether the declarer gave it up, as the called King lay in the talon (KR-24)
    revoke    whose wrong card ended the deal, "" for nobody's (KR-47)
    factor    how many times it counts (KR-46)
    forehand  who is forehand, also where it was handed on (KR-12)
    broken_off  whether it has no winner, as a wrong card is paid to both sides (KR-47)
    """

    partner: str = ""
    alone: bool = False
    doubts: tuple[tuple[str, int], ...] = ()
    thirds: int | None = None
    exact: bool = True
    won: bool = False
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
            return say("{contract}, given up by {declarer}", **values)
        if self.won:
            return say("{contract}, won by {declarer}", **values)
        return say("{contract}, lost by {declarer}", **values)

    def describe(self, claim: Claim) -> Phrase:
        """Return in words what became of a claim, or that it was announced where nothing came of it."""
        return describe(replace(claim, made=True) if self.broken_off else claim)

    @property
    def side(self) -> tuple[str, ...]:
        """The declarer, and his partner if he has one."""
        return (self.declarer, self.partner) if self.partner else (self.declarer,)


def read_result(rules: Rules, deal: Played, read: Answers) -> Played:
    """Return a deal with its result (KR-3, KR-5). Raises Refused where that is missing or contradicts itself."""
    if not deal.contract.positive:
        return replace(deal, won=_read_negative(deal, read))
    tricks = cast("int | None", read.get("tricks"))
    _check_tricks(deal, tricks)
    points, others = (cast("int | None", read.get(key)) for key in ("points", "defender_points"))
    thirds = count_whole_pack(PACK, _ending(tricks, points, others), points, others)
    told = points if points is not None else others
    exact = tricks is not None or bool((told or 0) % 3)
    won = None if thirds is None else thirds >= rules.threshold
    won = cast("bool | None", read.get("won")) if won is None else won
    key = "won" if thirds is None else "defender_points" if points is None else "points"
    won = _decide(rules, deal, won, key)
    return replace(deal, thirds=thirds, exact=exact, won=won)


def _read_negative(deal: Played, read: Answers) -> bool:
    if "tricks" in read:
        return read["tricks"] == deal.contract.tricks
    if "won" not in read:
        raise Refused("won", say("whether the game was won is missing, or how many tricks"))
    return bool(read["won"])


def _check_tricks(deal: Played, tricks: int | None) -> None:
    """All tricks or none are a Valat, and the other way round."""
    if tricks is None:
        return
    made = deal.valat if deal.valat and deal.valat.made else None
    if made and tricks != (HAND if deal.of_side(made) else 0):
        raise Refused("tricks", say("a Valat was made, and that is all tricks"))
    failed = None if made or not deal.valat else 0 if deal.of_side(deal.valat) else HAND  # the other side took them all
    if not made and tricks in (0, HAND) and tricks != failed:
        raise Refused("tricks", say("one side won all tricks, and that is a Valat"))


def _ending(tricks: int | None, points: int | None, others: int | None) -> Ending:
    """Return on how many thirds the count of the declarer's side ends: as many as its tricks leave."""
    if tricks is None:
        return Ending((points or -(others or 0)) % 3, say("as the other side counted"))
    return Ending(tricks % 3, count("with {n} trick", "with {n} tricks", tricks))


def deciding_valat(rules: Rules, deal: Played) -> Claim | None:
    """Return the Valat that decides the game, made or in place of the game; None where the card points do."""
    valat = deal.valat
    return valat if valat and (valat.made or rules.valat != "fixed") else None


def _decide(rules: Rules, deal: Played, won: bool | None, key: str) -> bool:
    """Return whether the game was won, by the Valat where one decides."""
    if valat := deciding_valat(rules, deal):
        if valat.made and won not in (None, deal.of_side(valat)):
            raise Refused(key, say("who won all tricks has won the game"))
        return deal.for_side(valat)
    if won is None:
        raise Refused("points", say("the card points are missing"))
    return won


_LATE = (*BIRDS, KING_ULTIMO)


def refuse_bonuses(rules: Rules, deal: Played) -> None:
    """Refuse claims that contradict each other, or the rest of the deal."""
    for refusals in (_holders(rules, deal), _tricks(deal), _announced(rules, deal), _counted(deal)):
        for refusal in refusals:
            raise Refused("bonuses", refusal)


def refuse_given_up(declarer: str, claims: Iterable[Claim]) -> None:
    """Refuse what was not the planned bird where a game is given up; that is announced and not made."""
    claims = tuple(claims)
    if len(claims) > 1 or any(claim.made or claim.contra or claim.player != declarer for claim in claims):
        text = say("a game that is given up has one bird, announced and not made, and no contra")
        raise Refused("bonuses", text)


def _holders(rules: Rules, deal: Played) -> Iterator[Phrase]:
    for claim in deal.claims:
        values = _named(claim)
        if claim.bonus is KING_ULTIMO:
            if deal.alone and deal.contract.solo:
                yield say("{bonus}: the called King was in the talon", **values)
            elif claim.player != (deal.partner or deal.declarer):
                yield say("{bonus}: {player} did not hold the called King", **values)
        if claim.bonus is MONDFANG and rules.mondfang == "player" and claim.loser in ("", claim.player):
            yield say("{bonus}: whose XXI was taken is missing", **values)
        if claim.loser and claim.bonus is not MONDFANG:
            yield say("{bonus}: nobody’s XXI was taken for it", **values)


def _tricks(deal: Played) -> Iterator[Phrase]:
    """No trick has two winners, and a side that lost all tricks won none with a bird."""
    made = [claim for claim in deal.claims if claim.made and claim.bonus in _LATE and not deal.revoke]
    last = {deal.of_side(claim) for claim in made if claim.bonus in (PAGAT, KING_ULTIMO)}
    if len(last) > 1:
        yield say("{one} and {other}: the last trick has one winner", one=PAGAT.label, other=KING_ULTIMO.label)
    if deal.valat and deal.valat.made and not deal.revoke:
        for claim in made:
            if deal.of_side(claim) != deal.of_side(deal.valat):
                yield say("{bonus}: that side took no trick", bonus=claim.bonus.label)


def _announced(rules: Rules, deal: Played) -> Iterator[Phrase]:
    """Who announces a Valat that includes Trull and Kings cannot announce these too."""
    valat = deal.valat
    if not valat or not valat.announced or rules.valat != "fixed" or rules.valat_beside != "not_silent_stock":
        return
    for claim in deal.claims:
        same = deal.of_side(claim) == deal.of_side(valat)
        if claim.announced and same and claim.bonus in (TRULL_TAKEN, KINGS):
            yield say("{bonus}: an announced Valat includes it", bonus=claim.bonus.label)


def _counted(deal: Played) -> Iterator[Phrase]:
    """Sacks and Absolut go with the count; where nobody counted, with the game."""
    if deal.revoke:
        return
    made = {claim.bonus.key: claim for claim in deal.claims if claim.made}
    for claim in made.values():
        values = _named(claim)
        if claim.bonus.key in (*SACK_NEEDS, ABSOLUT.key) and not _reached(deal, claim):
            yield say("{bonus}: not with these card points of the side of {player}", **values)
        first = made.get("sack1")
        if claim.bonus.key == "sack2" and (not first or deal.of_side(first) != deal.of_side(claim)):
            yield say("{bonus}: the first one is missing", **values)


def _reached(deal: Played, claim: Claim) -> bool:
    if deal.thirds is None:
        return deal.won == deal.of_side(claim)
    whole = sum(PACK.worth)
    slack = 0 if deal.exact else 1
    mine = deal.thirds if deal.of_side(claim) else whole - deal.thirds
    if claim.bonus is ABSOLUT:
        return whole - mine - slack < ABSOLUT_BELOW
    return mine + slack >= SACK_NEEDS[claim.bonus.key]


def _named(claim: Claim) -> dict[str, Value]:
    bonus: Bonus = claim.bonus
    return {"bonus": bonus.label, "player": Name(claim.player)}


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
        raise Refused("partner", say("who held the called King is missing; it may have lain in the talon"))
    if call.contract is TRISCHAKEN and not call.revoke and not call.counts:
        raise Refused("points", say("the card points are missing"))
    deal = call if call.revoke or call.gave_up or call.contract is TRISCHAKEN else read_result(rules, call, read)
    refuse_bonuses(rules, deal)
    return deal


def read_call(rules: Rules, seating: Seating, read: Answers) -> Played:
    """Return what has been called so far, with or without the result. Raises Refused as `read_deal` does."""
    contract = _read_contract(rules, read)
    _refuse_unasked(rules, seating, contract, read)
    forehand = str(read.get("forehand", seating.playing[0]))
    declarer = _read_declarer(contract, forehand, read)
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


def _read_contract(rules: Rules, read: Answers) -> Contract:
    contract = find_contract(rules.contracts, read)
    if "declarer" not in read and contract is not TRISCHAKEN:
        raise Refused("declarer", say("the declarer is missing"))
    if contract is None:
        raise Refused("contract", say("the contract is missing"))
    return contract


def _refuse_unasked(rules: Rules, seating: Seating, contract: Contract, read: Answers) -> None:
    """Refuse what nobody asks in this contract, unless it says nothing."""
    asked = {question.name: question.label for question in ask(rules, seating, read)}
    for key, value in read.items():
        if key not in asked and value not in _NOTHING.get(key, ()):
            raise _unasked(rules, seating, contract, read, key)
    if "partner" in read and read["partner"] == read.get("declarer"):
        raise Refused("partner", say("the declarer is not his own partner"))
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
    what = _label(rules, seating, key)
    for other in (name for name in read if name not in ("declarer", "contract", key)):
        without = {name: value for name, value in read.items() if name != other}
        if key in [question.name for question in ask(rules, seating, without)]:
            beside = _label(rules, seating, other)
            return Refused(
                key, say("“{what}” cannot be told beside “{beside}”", what=what, beside=beside), beside=other
            )
    return Refused(key, say("{contract}: “{what}” does not apply", contract=contract.label, what=what))


def _label(rules: Rules, seating: Seating, key: str) -> Phrase:
    return next(question.label for question in ask(rules, seating, None) if question.name == key)


def _read_declarer(contract: Contract, forehand: str, read: Answers) -> str:
    declarer = str(read.get("declarer", forehand))
    if contract.forehand and declarer != forehand:
        raise Refused("declarer", say("only forehand plays a {contract}", contract=contract.label))
    return declarer


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
    if deal.gave_up:
        refuse_given_up(deal.declarer, claims)
    return claims
