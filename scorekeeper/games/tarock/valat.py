"""A Valat, by the house rule `valat`: in place of the game, fixed beside it, or a factor of everything."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from scorekeeper.games.declarer.claims import AnyDeal, Claim
from scorekeeper.games.declarer.contracts import DeclarerRules
from scorekeeper.games.declarer.lines import contra
from scorekeeper.games.score import Factor
from scorekeeper.games.tarock.postings import Posting
from scorekeeper.phrase import say


class Cited(NamedTuple):
    """The rules behind a Valat in each of its ways, what counts beside it, and the contra on it and on other games."""

    times: str
    fixed: str
    beside_fixed: str
    total: str
    contra: str
    usual_contra: str


def decides(rules: DeclarerRules, deal: AnyDeal) -> Claim | None:
    """Return the Valat that decides the game, made or in place of the game; None if the card points do."""
    return deal.made_valat if rules.valat == "fixed" else deal.valat


def counts_beside(rules: DeclarerRules, valat: Claim, claim: Claim) -> bool:
    """Return whether a bonus counts beside a Valat; all do if a Valat with a posting of its own failed.

    Which do says the house rule `valat_beside`: those of the cards alone, such as the Trull, are included in a Valat.
    """
    if claim is valat:
        return False
    if rules.valat == "fixed" and not valat.made:
        return True
    bonus = claim.bonus
    stock = bonus.of_side and bool(bonus.holds)
    return {
        "announced": claim.announced,
        "not_silent_stock": claim.announced or not stock,
        "events": bool(bonus.ultimo or (bonus.of_game and not bonus.thirds)),
        "no_stock": not stock and bonus.key != "absolut",
    }[str(rules.valat_beside)]


def post_valat(
    rules: DeclarerRules,
    deal: AnyDeal,
    valat: Claim,
    cited: Cited,
    post_game: Callable[[bool, int, str], Posting],
    post_bonus: Callable[[Claim], Posting],
    *,
    void: bool,
) -> Iterator[Posting]:
    """Yield the game and its bonuses beside a Valat. A contra may be `void`.

    `post_game` returns the posting of the game, won or not, with a level of contra and the rule behind that.
    """
    silenced = rules.valat_voids_contra and not valat.announced
    on_game = 0 if void or silenced else deal.contra
    beside = [post_bonus(claim) for claim in deal.claims if counts_beside(rules, valat, claim)]
    label = say("announced Valat") if valat.announced else say("Valat")
    figure = valat.bonus.announced if valat.announced else valat.bonus.silent
    if rules.valat == "times":  # a failed announced one goes to the other side
        level = 0 if void else max(on_game, valat.contra)
        instead = post_game(deal.for_side(valat), level, cited.contra).times(Factor(label, figure, cited.times))
        yield instead._replace(reason=post_bonus(valat).reason, rule=cited.times)
        yield from beside
        return
    game = post_game(deal.won, on_game, cited.usual_contra)
    if rules.valat == "fixed":
        yield from (game, post_bonus(valat), *beside)
        return
    doubled = () if void else tuple(contra(valat.contra, cited.contra))
    for posting in (game, *beside):
        more = posting.times(Factor(label, figure, cited.total))
        yield more._replace(contras=(*more.contras, *doubled))


def name_uncounted(rules: DeclarerRules, cited: Cited) -> str:
    """Return the rule by which a bonus does not count beside a Valat."""
    return {"times": cited.times, "fixed": cited.beside_fixed}.get(str(rules.valat), cited.total)
