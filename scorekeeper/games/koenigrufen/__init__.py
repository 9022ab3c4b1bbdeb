"""Königrufen: four players with 54 Tarock cards; the declarer calls a partner by a King."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product

from scorekeeper.cards.cardset import TAROCK_SUIT, deck_of
from scorekeeper.cards.obligations import BEAT, FOLLOW, TAROCK, Duty, Own
from scorekeeper.cards.packs import TAROCK_54, TRULL
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.declarer.claims import Claim, Unplayed, all_pass
from scorekeeper.games.declarer.contracts import CALLED, Bonus, Contract, Kind
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.declarer.game import Cited
from scorekeeper.games.declarer.summary import Signs
from scorekeeper.games.declarer.tariff import SILENT_AND_ANNOUNCED, list_figures
from scorekeeper.games.game import Outcome, Pot, Seating, SheetSummary
from scorekeeper.games.koenigrufen import bei
from scorekeeper.games.koenigrufen.double_deals import MOST_DOUBLINGS, proposal_depth, propose_factor
from scorekeeper.games.koenigrufen.rules import FOLDER, PRESETS, STOCK, Rules
from scorekeeper.games.koenigrufen.scoring import (
    VALAT,
    KoenigrufenDeal,
    name_claim,
    write_lines,
)
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, Rows, Way, who
from scorekeeper.games.rulebook import Book, Part, Row, TariffTable
from scorekeeper.games.score import Line, Score, cited_rules
from scorekeeper.games.tarock import birds, counting, trischaken, trischaken_payments, valat
from scorekeeper.games.tarock.calling import CallingGame
from scorekeeper.games.tarock.discard import DiscardRule, Tarocks, make_suits_first
from scorekeeper.games.tarock.game import EMPEROR
from scorekeeper.phrase import Name, Phrase, Refused, say

_DECK = deck_of(TAROCK_54)
_PAGAT = _DECK.card["T1"]
_BONUSES = {bonus.key: bonus for bonus in Rules.game.bonuses}
_KING_ULTIMO = _BONUSES["king_ultimo"]
_MONDFANG = _BONUSES["mondfang"]
_PILE_FACTS = {
    _MONDFANG.key: counting.PileFacts(in_tricks=frozenset(TRULL[:2]), tricks=1),
    **{
        bonus.key: counting.PileFacts(in_tricks=frozenset((bonus.caught,)) - {CALLED}, tricks=1)
        for bonus in Rules.game.bonuses
        if bonus.caught
    },
    **{bonus.key: counting.PileFacts(thirds=bonus.thirds) for bonus in Rules.game.bonuses if bonus.thirds},
}
"""What bonuses of this game alone tell of the pile of their side."""
_FACTOR = Choice(
    "factor",
    say("Double deal"),
    tuple(
        Option(2**power, say("times {number}", number=2**power), mark=f"x{2**power}")
        for power in range(1, MOST_DOUBLINGS + 1)
    ),
)
_UNPLAYED = Flag("unplayed", say("Paid unplayed"), stage="result", mark="unplayed", rare=True)
_SUITS_FIRST = make_suits_first(_DECK)  # KR-73
_PAGAT_LAST = Duty(  # KR-75: not where it would take the emperor's trick
    "PAGAT_LAST", lambda faced: 0 if faced.crowned else faced.trumps & ~_PAGAT, lambda faced: _PAGAT, leads=True
)


@lru_cache(maxsize=32)
def _law(kind: Kind, emperor: str, beats: bool) -> Play:
    duties = {"tarock": (), "suit": (_SUITS_FIRST,)}.get(kind, (_PAGAT_LAST, *((BEAT,) if beats else ())))
    emperors = () if emperor == "none" else EMPEROR
    return Play(_DECK, (FOLLOW, TAROCK, *duties), TAROCK_SUIT, emperors, emperor == "in_order", kind != "suit")


class KoenigrufenGame(CallingGame[Rules, Contract, KoenigrufenDeal]):
    """What Königrufen has of its own: Mondfang, Sacks, double deals, and what its authors pay."""

    def threshold(self, rules: Rules) -> int:
        """Return the thirds with which the declarer's side wins (KR-3)."""
        return int(rules.threshold)

    def needed_in(self, rules: Rules, deal: KoenigrufenDeal) -> int:
        """Return the thirds with which the declarer's side wins: fewer where opponents said contra and must make it."""
        void = rules.solorufer_contra == "void" and deal.contract.called and deal.contract.solo and deal.alone
        return self._needed_after(rules, 0 if void else deal.contra)

    def _needed_after(self, rules: Rules, contra: int) -> int:
        """Return the same after so many contras, of which the opponents said the first, third and so on (KR-121)."""
        usual = self.threshold(rules)
        return sum(self.pack.worth) + 1 - usual if rules.contra_must and contra % 2 else usual

    def find_points(self, rules: Rules, deal: KoenigrufenDeal) -> Iterable[Line]:
        """Return the end of the game by its card points, and why fewer were enough after a contra."""
        lines = super().find_points(rules, deal)
        fewer = self.needed_in(rules, deal) != self.threshold(rules)
        return [line._replace(rule="KR-121") for line in lines] if fewer else lines

    def entered_facts(self, rules: Rules, entered: Entered[Contract]) -> Mapping[str, object]:
        """Return what the entries add to the facts of an audit: the thirds that win."""
        return {"threshold": self._needed_after(rules, entered.contra)}

    def ask_unplayed(self, rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Flag, ...]:
        """Return the question whether everybody passed, where a deal may be thrown in then (KR-49)."""
        return super().ask_unplayed(rules, seating, answers) if rules.all_pass == "thrown_in" else ()

    def ask_in(
        self, rules: Rules, seating: Seating, contract: Contract | None, answers: Answers | None
    ) -> Iterable[Question]:
        """Return the questions in a contract, whether a Rufer is paid unplayed (KR-122), and who joins (KR-130)."""
        asked = tuple(super().ask_in(rules, seating, contract, answers))
        if rules.rufer_unplayed and (answers is None or (contract and contract.key == "rufer")):
            if answers and answers.get("unplayed"):
                kept = ("called", "partner", "factor", "forehand")
                asked = tuple([question for question in asked if question.name in kept])
            asked = (*asked, _UNPLAYED)
        if answers is None:
            return (*asked, *bei.ask_all(rules, seating))
        joining = tuple(bei.ask(rules, seating, contract, answers))
        games = [question for question in joining if isinstance(question, Choice)]
        others = [question for question in joining if not isinstance(question, Choice)]
        return (*games, *bei.name_declarer(asked, answers), *others)

    def ask_rare(self, rules: Rules, seating: Seating) -> Iterable[Question]:
        """Return the questions for a double deal, and for a forehand that was handed on (KR-46, KR-12)."""
        label = say("Who became forehand, as the first had four Kings?")
        forehand = who("forehand", label, seating.playing, mark="f", rare=True)
        return (*((_FACTOR,) if rules.doubling else ()), *((forehand,) if rules.four_kings == "hand_on" else ()))

    def ask_bonuses(self, rules: Rules, seating: Seating, bonuses: tuple[Bonus, ...], answers: Answers | None) -> Rows:
        """Return the question for claims and announcements; a Mondfang may be from a player."""
        rows = super().ask_bonuses(rules, seating, bonuses, answers)
        if rules.mondfang != "player":
            return rows
        usual = tuple([bonus.key for bonus in bonuses if bonus.key != _MONDFANG.key])
        ways = [way._replace(only=tuple([key for key in way.only or usual if key in usual])) for way in rows.ways]
        ways += [
            Way(say("from {player}", player=Name(player)), (("from", player),), only=(_MONDFANG.key,))
            for player in seating.playing
        ]
        loser = who("from", say("Whose XXI was taken?"), seating.playing)
        return replace(rows, columns=(*rows.columns, loser), ways=tuple(ways))

    def read_further(self, rules: Rules, seating: Seating, read: Answers) -> Mapping[str, object]:
        """Return the factor of the deal, whether it was paid unplayed, and the games beside it."""
        return {
            **super().read_further(rules, seating, read),
            "factor": read.get("factor", 1),
            "unplayed": bool(read.get("unplayed")),
            "joined": bei.read(rules, self.find_contract(rules, read), read),
        }

    def read_result(self, rules: Rules, call: KoenigrufenDeal, read: Answers) -> KoenigrufenDeal:
        """Return a called deal with its result; a Mondfang between two players names both."""
        if call.unplayed:
            return replace(call, won=True)
        for claim in () if call.is_secret else call.claims:
            between = claim.bonus.key == _MONDFANG.key and rules.mondfang == "player"
            if between and claim.loser in ("", claim.player):
                raise Refused("bonuses", say("{bonus}: whose XXI was taken is missing", bonus=_MONDFANG.label))
        deal = super().read_result(rules, call, read)
        return deal if deal.revoke else replace(deal, joined=bei.read_ends(deal.joined, read))

    def check_answers(self, rules: Rules, seating: Seating, contract: Contract, read: Answers) -> None:
        """Refuse answers that do not belong to a contract, and games that do not go with it (KR-130, KR-131)."""
        super().check_answers(rules, seating, contract, read)
        if bei.find_games(rules, contract):
            bei.check(rules, seating.playing, contract, read)

    def _can_end(self, deal: KoenigrufenDeal, tricks: int | None = None) -> bool:
        """Return whether the games of a deal can have ended so."""
        goals = [deal.contract.tricks, *[game.contract.tricks for game in deal.joined]]
        ends = [deal.won, *[game.won for game in deal.joined]]
        return bei.can_end(self.hand, len(deal.players), goals, ends, tricks)

    def ends(self, rules: Rules, call: KoenigrufenDeal) -> tuple[Outcome, ...]:
        """Return the payments of each end; where others have joined, of each combination."""
        if not call.joined:
            return super().ends(rules, call)
        found = []
        for won, *others in product((True, False), repeat=1 + len(call.joined)):
            joined = [replace(game, won=end) for game, end in zip(call.joined, others, strict=True)]
            deal = replace(call, won=won, joined=tuple(joined))
            if self._can_end(deal):
                ends = [(deal.declarer, won), *[(game.player, game.won) for game in joined]]
                found.append(Outcome(bei.name_ends(ends), self._score_end(rules, deal)))
        return tuple(found)

    def read_entered(self, rules: Rules, seating: Seating, answers: Answers) -> Entered[Contract]:
        """Return the entries of a deal, for its audit, with the games beside it."""
        entered = super().read_entered(rules, seating, answers)
        joined = [game for game in bei.read(rules, entered.contract, answers) if game.player in seating.playing]
        ends = {game.keys.won: answers[game.keys.won] for game in joined if game.keys.won in answers}
        beside = tuple([(game.player, game.contract, game.keys.won) for game in joined])
        return replace(entered, result={**entered.result, **ends}, beside=beside)

    def needs_partner(self, rules: Rules, call: KoenigrufenDeal) -> bool:
        """Return whether a deal has no result before the partner is known; a declarer who revoked pays all alike."""
        alike = rules.revoke == "others_win" and call.revoke == call.declarer
        return super().needs_partner(rules, call) and not (alike or call.unplayed)

    def shares_revoke(self, rules: Rules) -> bool:
        """Return whether two who revoked share the loss (KR-110): not where a side loses."""
        return bool(rules.revoke == "others_win")

    def claims_damages(self, rules: Rules) -> bool:
        """Return whether a sure bonus may be claimed from who revoked (KR-111)."""
        return bool(rules.revoke == "others_win" and rules.revoke_damages)

    def deciding_valat(self, rules: Rules, deal: KoenigrufenDeal) -> Claim | None:
        """Return the Valat that decides the game, None if the card points do."""
        return valat.decides(rules, deal)

    def check(self, rules: Rules, seating: Seating, answers: Answers, deal: KoenigrufenDeal | Unplayed) -> None:
        """Refuse an impossible deal, and negative games that cannot all have ended so; not one paid unplayed."""
        if isinstance(deal, Unplayed) or deal.unplayed:
            return
        super().check(rules, seating, answers, deal)
        tricks = answers.get("tricks")
        known = tricks if isinstance(tricks, int) else None
        if deal.joined and not (deal.revoke or self._can_end(deal, known)):
            raise Refused(deal.joined[-1].keys.won, say("these games cannot all have ended so: not in twelve tricks"))

    def find_wrong_claims(self, rules: Rules, deal: KoenigrufenDeal) -> Iterator[Phrase]:
        """Yield claims impossible for their players, or not to be announced beside a Valat that includes them."""
        included = rules.valat == "fixed" and rules.valat_beside == "not_silent_stock"
        including = deal.valat if deal.valat and deal.valat.announced and included else None
        for claim in deal.claims:
            bonus = claim.bonus.label
            if claim.bonus.of_called and deal.alone and deal.contract.solo:
                yield say("{bonus}: the called King was in the talon", bonus=bonus)
            elif claim.bonus.by_side and claim.player != (deal.partner or deal.declarer):
                yield say("{bonus}: {player} did not hold the called King", bonus=bonus, player=Name(claim.player))
            if claim.bonus.caught and claim.bonus.of_called and deal.of_side(claim):
                yield say("{bonus}: only the opponents can take the called King", bonus=bonus)
            if deal.revoke and not claim.announced and claim.player in (deal.revoke, deal.revoke_with):
                yield say("{bonus}: who revoked claims no damages", bonus=bonus)
            if claim.loser and claim.bonus.key != _MONDFANG.key:
                yield say("{bonus}: nobody’s XXI was taken for it", bonus=bonus)
            same = including and deal.of_side(claim) == deal.of_side(including)
            if claim.announced and same and claim.bonus.key in STOCK:
                yield say("{bonus}: an announced Valat includes it", bonus=bonus)

    def find_contradictions(self, rules: Rules, deal: KoenigrufenDeal) -> Iterator[Phrase]:
        """Yield the bonuses that contradict each other, or the count."""
        lay = {claim.bonus.key: claim for claim in deal.claims if claim.made or not claim.announced}
        if "pagat" in lay and _KING_ULTIMO.key in lay:
            yield from birds.find_two_in_last_trick(deal, lay["pagat"], lay[_KING_ULTIMO.key])
        yield from super().find_contradictions(rules, deal)

    def contradict(self, rules: Rules, deal: KoenigrufenDeal, claim: Claim) -> Iterator[Phrase]:
        """Yield why a bonus cannot have been made; the second Sack is not without the first of the same side."""
        yield from super().contradict(rules, deal, claim)
        for other in deal.claims:
            same = other.bonus.of_called if claim.bonus.of_called else claim.bonus.caught in other.bonus.holds
            if claim.bonus.caught and other.bonus.ultimo and other.made and same:
                yield say(
                    "{bonus}: {other} was made, so that card was not taken",
                    bonus=claim.bonus.label,
                    other=other.bonus.label,
                )
        first = [one for one in deal.claims if one.made and one.bonus.key == "sack1"]
        if claim.bonus.key == "sack2" and [*map(deal.of_side, first)] != [deal.of_side(claim)]:
            yield say("{bonus}: the first one is missing", bonus=claim.bonus.label)

    def talon_schemes(self, rules: Rules) -> frozenset[trischaken.Scheme]:
        """Return the ways in which the talon of a Trischaken may have gone to the tricks (KR-50)."""
        both: frozenset[trischaken.Scheme] = frozenset({"last", "first_six"})
        return both if rules.trischaken == "tirol" else super().talon_schemes(rules)

    def table_rules(self, rules: Rules) -> counting.TableRules:
        """Return whether the I takes Sküs and XXI, and what bonuses of this game tell of a pile."""
        return counting.TableRules(rules.emperor != "none", facts=_PILE_FACTS)

    def score(self, rules: Rules, deal: KoenigrufenDeal | Unplayed) -> Score:
        """Return the lines of one deal, in points, and the bonuses that do not count beside a Valat."""
        if isinstance(deal, Unplayed):
            return super().score(rules, deal)
        including = None if deal.revoke or deal.gave_up else deal.valat
        uncounted = [
            Line(
                say("{bonus}, which does not count beside the Valat", bonus=name_claim(deal, claim)),
                valat.name_uncounted(rules, VALAT),
            )
            for claim in deal.claims
            if including and claim is not including and not valat.counts_beside(rules, including, claim)
        ]
        lines = (*self.find_points(rules, deal), *self.lines(rules, deal), *uncounted)
        return Score(lines, self.find_takers(rules, deal))

    def find_takers(self, rules: Rules, deal: KoenigrufenDeal) -> tuple[str, ...]:
        """Return who takes the pot of Trischaken: the side that won a game without a revoke (KR-120)."""
        if rules.trischaken_pot == "none" or deal.contract.individual or deal.revoke:
            return ()
        if deal.won and not deal.gave_up:
            return deal.side
        return deal.defenders if rules.trischaken_pot == "winners" else ()

    def lines(self, rules: Rules, deal: KoenigrufenDeal) -> Iterable[Line]:
        """Return the lines that are written and paid."""
        return write_lines(rules, deal)

    def make_tariff(self, rules: Rules) -> tuple[TariffTable, ...]:
        """Return the worth of contracts and bonuses; after the row of the Solo come those that it does not double."""
        games = tuple(self._make_game_rows(rules))
        bonuses = tuple(self._make_bonus_rows(rules))
        tables = (
            TariffTable(say("The games, with each opponent"), (say("won"), say("lost")), games),
            TariffTable(say("Bonuses, with each opponent"), SILENT_AND_ANNOUNCED, bonuses),
        )
        if "trischaken" not in rules.contract_of:
            return tables
        shared = trischaken_payments.make_rows(rules, self.pack, lambda counts: self._score_counts(rules, counts))
        own = rules.contract_of["trischaken"].own
        rows = tuple(row._replace(own=own) for row in shared)
        return (*tables, TariffTable(say("Trischaken, altogether"), (say("usually"), say("burgher")), rows))

    def _make_game_rows(self, rules: Rules) -> Iterator[Row]:
        players = trischaken_payments.PLAYERS
        for contract in rules.contracts:
            if contract.individual:
                continue
            answers: dict[str, object] = {"declarer": players[0], "contract": contract.key}
            answers |= {"alone": True} if contract.called else {}
            if contract.birds:
                answers["bonuses"] = [{"player": players[0], "bonus": contract.birds[0], "announced": True}]
            ends = self.outcomes(rules, Seating(1, players[-1], players), answers)
            won, *_, lost = [end.score.lines[0] for end in ends]
            half = rules.is_halved(contract.key)
            cells = tuple([f"{line.each}½" if half else line.each for line in (won, lost)])
            yield Row(contract.label, cells, cited_rules((won, lost)), contract.own)

    def _make_bonus_rows(self, rules: Rules) -> Iterator[Row]:
        rows = [_make_bonus_row(rules, bonus) for bonus in rules.bonuses if not bonus.all_tricks]
        last = next(_make_bonus_row(rules, bonus) for bonus in rules.bonuses if bonus.all_tricks)
        yield from rows
        solo = Row(say("in a Solo"), ("×2",) * 3, ("KR-30",))
        if rules.valat == "fixed":
            last = last._replace(rules=("KR-37", "KR-30"))
            yield from (last, solo) if rules.valat_solo_doubles else (solo, last)
            return
        label, rule = (say("Valat (game)"), "KR-36") if rules.valat == "times" else (say("Valat (all)"), "KR-39")
        yield from (solo, Row(label, last.cells, (rule,), last.own))

    def _score_counts(self, rules: Rules, counts: Mapping[str, int]) -> Score:
        """Return the score of a Trischaken with these counts, in thirds; the first player is forehand."""
        forehand, *others = counts
        contract = rules.contract_of["trischaken"]
        deal = KoenigrufenDeal(forehand, tuple(others), contract, counts=tuple(counts.items()), forehand=forehand)
        return self.score(rules, deal)

    def law(self, rules: Rules, contract: Contract | None) -> Play | None:
        """Return the law of play in a contract (KR-71 to KR-76), None if a deal was agreed on."""
        if contract is None:
            return None
        emperor = rules.emperor if contract.positive or rules.emperor_negative else "none"
        return _law(contract.kind, emperor, contract.kind == "negative" or rules.trischaken_beat)

    def find_owed(self, rules: Rules, seating: Seating, deal: Entered[Contract]) -> Own:
        """Return the duties of the holders of announced cards (KR-77, KR-78)."""
        if deal.contract is None or deal.contract.kind != "tarock":
            return {}
        return birds.find_duties(rules, self.contracts.bonuses, _DECK, self.hand, seating, deal)

    def discard_rule(self, rules: Rules, contract: Contract) -> DiscardRule:
        """Return what a declarer may lay away, also in a suit game (KR-21 to KR-23)."""
        if contract.kind != "suit":
            return super().discard_rule(rules, contract)
        suits: Tarocks = "forced" if rules.suit_discard == "tarocks_first" else "open"
        return DiscardRule(contract.taken, "open", suits, rules.min_suit_cards)

    def order_in(self, contract: Contract) -> Phrase:
        """Return the order in which the cards of the talon are recorded."""
        return say("The talon, in the order in which its cards go to the tricks") if contract.individual else self.order


def _make_bonus_row(rules: Rules, bonus: Bonus) -> Row:
    return Row(bonus.label, list_figures(bonus), ("KR-30", rules.cite(bonus, "KR-31")), bonus.own)


TABLE = KoenigrufenGame(
    pack=TAROCK_54,
    hand=12,
    talon=6,
    contracts=Rules.game,
    make=KoenigrufenDeal,
    unplayed=(all_pass("KR-49"),),
    revoke_ends=True,
    order=say("The talon, in its order: the first half, then the second"),
    halves=(say("the first"), say("the second")),
    cited=Cited("KR-3", "KR-31", "KR-31", "KR-42"),
    broken={  # the rule behind each reason for a revoke
        "OUT_OF_TURN": "KR-70",
        "MUST_FOLLOW": "KR-71",
        "MUST_TAROCK": "KR-71",
        "TAROCK_LED_EARLY": "KR-73",
        "MUST_BEAT": "KR-74",
        "PAGAT_LAST": "KR-75",
        "ANNOUNCED_CARD_EARLY": "KR-77",
        "ANNOUNCED_CARD_DUE": "KR-77",
        "HIGHEST_BIRD_FIRST": "KR-78",
        "HONOUR_DISCARDED": "KR-21",
        "TAROCK_NOT_FORCED": "KR-22",
        "SUIT_NOT_FORCED": "KR-23",
        "TOO_FEW_SUIT_CARDS": "KR-23",
        "OWN_KING_CALLED": "KR-26",
        "QUEEN_CALLED": "KR-12",
        "KINGS_NOT_HELD": "KR-12",
        "BIRD_NOT_HELD": "KR-11",
        "WRONG_BIRD": "KR-11",
        "ANNOUNCED_NOT_HELD": "KR-34",
        "KING_NOT_HELD": "KR-34",
        "ANNOUNCED_CARD_WON": "KR-77",
        "WRONG_HAND": "KR-6",
        "WRONG_LENGTH": "KR-20",
    },
)
_SIGNS = Signs(TABLE.pack, TABLE.contracts, TABLE.unplayed, TABLE.flat_shown)


def _summarize(rules: Rules, seating: Seating, answers: Answers) -> SheetSummary:
    return bei.with_joined_games(_SIGNS.summarize(rules, seating, answers), answers)


KOENIGRUFEN = TABLE.game(
    FOLDER,
    key="koenigrufen",
    title=say("Königrufen"),
    about=say("Tarock for four with 54 cards: the declarer calls a King, and whoever holds it is the secret partner."),
    presets=PRESETS,
    sheet_summary=_summarize,
    proposed_answers=propose_factor,
    proposal_depth=proposal_depth,
    book=Book(
        (Part(FOLDER / "rules.toml"),),
        TABLE.make_tariff,
        only={
            "KR-37": lambda rules: rules.valat == "fixed",
            "KR-39": lambda rules: rules.valat == "total",
            "KR-40": lambda rules: rules.valat != "fixed",
            "KR-45": lambda rules: any(map(rules.is_halved, rules.halves)),
            **{f"KR-{number}": lambda rules: rules.bei != "none" for number in (131, 132)},
            **{f"KR-{number}": lambda rules: rules.one_pays for number in range(51, 57)},
            **{f"KR-{number}": lambda rules: not rules.one_pays for number in range(57, 62)},
        },
    ),
    pot=Pot(kept=lambda rules: rules.trischaken_pot != "none", rule="KR-120", lasting=("trischaken_pot",)),
    sheet_column=lambda rules: "sheet",
    piles={"talon": say("the talon, its first half first"), "discard": say("what was laid away")},
    half=say("which half of the talon was taken, the first or the second"),
    penalty=lambda rules: rules,
)
