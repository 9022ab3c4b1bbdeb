"""What is refused as it cannot have been, against cards: hands that were played, and packs divided in every way.

Nothing that came out of real cards is refused, whether the play was legal or not; nothing else is accepted.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.night.pricing import play
from scorekeeper.phrase import Refused
from tests.chosen import at_length, noted

from .cards import KINGS, LARGE_PACK, NAMES, TAROCK_PACK, TAROCKS, TRULL, Deal, in_thirds, nominal, spoken
from .koenigrufen_cards import BIRDS, NEGATIVE, RUFER
from .play import (
    random_cego,
    random_husarln,
    random_koenigrufen,
    random_paskievics,
    random_tapp,
    random_zwanzigerrufen,
)

Answers = dict[str, Any]
DEALS: dict[str, Callable[..., Deal]] = {
    "husarln": random_husarln,
    "tapp": random_tapp,
    "koenigrufen": lambda random, revokes, skewed: random_koenigrufen(random, revokes, noticed=False, skewed=skewed),
    "zwanzigerrufen": random_zwanzigerrufen,
    "cego": lambda random, revokes, skewed: random_cego(random, revokes, skewed=skewed, laid_out=True),
    "paskievics": random_paskievics,
}
FOUR = ("koenigrufen", "zwanzigerrufen", "cego", "paskievics")
WHOLE = {"husarln": 198, "tapp": 210, "koenigrufen": 210, "zwanzigerrufen": 264, "cego": 237, "paskievics": 282}
"""What a pack counts, in thirds."""


def enter(game: str, rules: str, house: Answers, answers: Answers) -> str:
    """Return the key that is refused of a deal, "" where it is booked."""
    players = tuple(NAMES[: 4 if game in FOUR else 3])
    preset = apply_house(GAMES[game].presets[rules], house)
    try:
        play(GAMES[game], preset, Seating(1, players[-1], players), answers, entered=True)
    except Refused as refused:
        return refused.key
    return ""


def told_otherwise(random: Random, deal: Deal) -> Iterator[Answers]:
    """Yield what a table may enter of a deal: one side's count or the other's, rounded, no count, or a bonus less."""
    answers, contract = deal.answers, deal.answers["contract"]
    yield answers
    if contract == "trischaken" or contract in NEGATIVE or "points" not in answers:
        return
    pack, counted = WHOLE[deal.game], in_thirds(answers["points"])
    less = {key: value for key, value in answers.items() if key not in ("points", "tricks")}
    rows = [row for row in answers.get("bonuses", ()) if row["bonus"] == "valat" or row.get("announced")]
    told = random.choice([{"bonuses": rows}, {}]) if deal.game == "tapp" or contract not in RUFER else {}
    told = {} if deal.game in ("cego", "paskievics") else told  # no bonuses, or a Duplajáték that the count shows
    if not (contract == "Solo" and deal.house.get("solo_talon") == "nobody"):
        yield less | told | {"defender_points": spoken(pack - counted)}
    yield less | {"points": (counted + 1) // 3}
    if deal.game == "koenigrufen":
        threshold = 106 if deal.rules == "ruediger" else 107
        yield less | {"won": counted >= threshold, "tricks": answers["tricks"]}
        yield less | {"won": counted >= threshold}
        yield less | {"points": (counted + 1) // 3, "tricks": answers["tricks"]}


def played_on(random: Random, deal: Deal) -> None:
    """Add what the generators of the audit leave out: other authors of Husarln, hands, and a Pagat lost in silence."""
    if deal.game in FOUR:
        return
    hands = {player: hand.split() for player, hand in deal.play["hands"].items()}
    rows, trick = deal.answers["bonuses"], deal.play["tricks"][-1].split()
    if deal.game == "husarln":
        deal.rules = random.choice(["loew", "beck", "bamberger1", "bamberger2"])
        if deal.rules in ("loew", "beck"):
            deal.house.pop("kings_pile", None)
            rows[:] = [row for row in rows if row["bonus"] == "pagat"]
        for player, hand in hands.items():
            tarocks = sum(card in TAROCKS for card in hand)
            rows += [{"player": player, "bonus": "trull"}] if set(TRULL) <= set(hand) else []
            rows += [{"player": player, "bonus": f"tarock{tarocks}"}] if tarocks > 9 else []
    if random.random() < 0.5 and "T1" in trick and all(row["bonus"] != "pagat" for row in rows):
        deal.house["failed_silent_pagat"] = "silent_value"
        rows.append(
            {"player": next(who for who, hand in hands.items() if "T1" in hand), "bonus": "pagat", "made": False}
        )


@pytest.mark.parametrize("game", DEALS)
@pytest.mark.parametrize("hands", [120, at_length(6000)])
def test_no_hand_that_was_played_is_refused(game: str, hands: int) -> None:
    random, tried = Random(f"{game} {hands}"), Counter[str]()
    for number in range(hands):
        deal = DEALS[game](random, random.choice([0.0, 0.1, 1.0]), skewed=number % 2 == 1)
        played_on(random, deal)
        for answers in told_otherwise(random, deal):
            with noted(number=number, rules=deal.rules, house=deal.house, answers=answers, play=deal.play):
                assert not enter(game, deal.rules, deal.house, answers)
        tried[f"{deal.rules} {deal.answers['contract']}"] += 1
        tried.update(f"{row['bonus']} {row.get('made', True)}" for row in deal.answers.get("bonuses", ()))
        tried["wrong cards"] += bool(deal.breaches)
    print(f"{game}: {hands} hands, {dict(sorted(tried.items()))}")
    assert tried["wrong cards"] > hands // 3
    assert game in ("husarln", "cego") or tried["valat True"] > hands // 50


class Zone(NamedTuple):
    """Where so many cards go: with tricks or not, for the declarer's side or not, and which cards may be there."""

    room: int
    mine: bool
    tricks: bool
    fits: Callable[[str], bool] = lambda card: True


Only = dict[str, list[Callable[[Zone], bool]]]


def find_sums(pack: list[str], zones: list[Zone], only: Only) -> set[int]:
    """Return what the declarer's side can count, card by card; some cards lie `only` in some zones."""
    zones = sorted(zones, key=lambda zone: zone.room)  # how full the last is needs no telling
    reached = {(0,) * (len(zones) - 1): 1}
    for number, card in enumerate(pack):
        further: dict[tuple[int, ...], int] = {}
        may = [
            n
            for n, zone in enumerate(zones)
            if zone.room and zone.fits(card) and all(fits(zone) for fits in only[card])
        ]
        for filled, sums in reached.items():
            for place in may:
                last = place == len(zones) - 1
                used = number - sum(filled) if last else filled[place]
                if used < zones[place].room:
                    after = filled if last else (*filled[:place], used + 1, *filled[place + 1 :])
                    more = sums << (3 * nominal(card) - 2) * zones[place].mine
                    further[after] = further.get(after, 0) | more
        reached = further
    sums = reached.get(tuple(zone.room for zone in zones[:-1]), 0)
    return {thirds for thirds in range(sums.bit_length()) if sums >> thirds & 1}


def beside(number: int) -> Callable[[str], bool]:
    """Which cards may lie in the trick of a late bird: itself, lower birds, and suit cards."""
    return lambda card: card not in TAROCKS or TAROCKS.index(card) < number


def has_no_honour(card: str) -> bool:
    return card not in (*TRULL, *KINGS)


def is_mine(zone: Zone) -> bool:
    return zone.mine


def is_theirs(zone: Zone) -> bool:
    return not zone.mine


def is_trick(zone: Zone) -> bool:
    return zone.tricks


LAID = {"sechserdreier": 6, "dreier": 3, "rufer": 3}


def divide(rules: str, answers: Answers, made: list[tuple[str, bool]], crowned: bool) -> set[int]:
    """Return what the declarer's side can count where these bonuses were made, the Pagat `crowned` by Sküs and XXI."""
    contract, tricks, told = answers["contract"], answers["tricks"], dict(made)
    late = [bird for bird in BIRDS if bird in told and not (bird == "pagat" and crowned)]
    left = {
        side: (tricks if side else 12 - tricks) - sum(told[bird] == side for bird in late) for side in (True, False)
    }
    plain = [
        told[key]
        for key in ("mondfang", "king_ultimo")
        if key in told and (key != "king_ultimo" or "pagat" not in late)
    ]
    plain += [told["pagat"]] if crowned else []
    if any(left[side] < (side in plain) for side in left) or (crowned and "mondfang" in told):
        return set()
    laid, mine = LAID.get(contract, 0), 0
    if contract == "solorufer" and "alone" in answers:
        mine = 6 if rules == "ruediger" else 3
    rest = Zone(4 * left[True], True, True), Zone(4 * left[False], False, True)
    talon = Zone(mine, True, False), Zone(6 - laid - mine, False, False)
    zones = [*rest, *talon, Zone(laid, True, False, has_no_honour)]
    only: Only = defaultdict(list)
    for bird in late:
        zones.append(Zone(4, told[bird], True, beside(1 + TAROCKS.index(BIRDS[bird]))))
        only[BIRDS[bird]].append(zones[-1].__eq__)
        if bird == "pagat" and "king_ultimo" in told:
            only["KH"].append(zones[-1].__eq__)
    if "king_ultimo" in told and "pagat" not in late:
        only["KH"].append(rest[0].__eq__)
    for card in (*(("SK", "T21", "T1") if crowned else ()), *(("SK", "T21") if "mondfang" in told else ())):
        only[card].append(rest[0 if told["pagat" if crowned else "mondfang"] else 1].__eq__)
    for key, cards in (("trull", TRULL), ("kings", KINGS)):
        for card in cards if key in told else ():
            only[card].append(is_mine if told[key] else is_theirs)
    if "partner" in answers or mine:
        only["KH"].append(is_trick if "partner" in answers else talon[0].__eq__)
    return find_sums(LARGE_PACK, zones, only)


def possible(rules: str, answers: Answers, made: list[tuple[str, bool]]) -> set[int]:
    counts = divide(rules, answers, made, crowned=False)
    if rules != "ooe" and "pagat" in dict(made):
        counts |= divide(rules, answers, made, crowned=True)
    if rules == "ruediger" and answers["contract"] == "solorufer" and "alone" in answers:  # he may have called his own
        usual = {key: value for key, value in answers.items() if key not in ("alone", "called")}
        played = dict(usual) | {"partner": "nobody"}
        counts |= divide(rules, played, made, crowned=False)
        counts |= divide(rules, played, made, crowned=True) if "pagat" in dict(made) else set()
    return counts


ALONE, WITH = {"called": "KH", "alone": True}, {"called": "KH", "partner": "Bernd"}
CHOSEN: list[tuple[str, str, Answers, int, str]] = [
    ("ooe", "dreier", {}, 1, "+uhu -kings"),
    ("ooe", "solodreier", {}, 1, "+uhu"),
    ("ooe", "solodreier", {}, 11, "-kakadu -trull"),
    ("tirol", "dreier", {}, 1, "+uhu +mondfang"),
    ("tirol", "dreier", {}, 11, "-mondfang +kings"),
    ("wien", "solodreier", {}, 1, "+pagat -kings"),
    ("ruediger", "solorufer", ALONE, 1, ""),
    ("ooe", "solorufer", ALONE, 1, "-kings"),
    ("ooe", "solorufer", WITH, 11, "-kings +king_ultimo"),
    ("ooe", "solorufer", WITH, 12, "+valat +trull"),
    ("ooe", "rufer", WITH, 1, "+pagat +king_ultimo"),
    ("ooe", "sechserdreier", {}, 0, "-valat"),
]


def tell_chosen(
    rules: str, contract: str, called: Answers, tricks: int, made: str
) -> tuple[str, Answers, list[tuple[str, bool]]]:
    """Return a chosen deal as `draw_told` does."""
    told = [(bonus[1:], bonus[0] == "+") for bonus in made.split()]
    holder = called.get("partner", "Anna")
    rows = [
        {"player": holder if key == "king_ultimo" else "Anna" if mine else "David", "bonus": key} for key, mine in told
    ]
    return rules, {"declarer": "Anna", "contract": contract, "tricks": tricks, "bonuses": rows} | called, told


def check_all_counts(rules: str, answers: Answers, made: list[tuple[str, bool]]) -> Counter[bool]:
    """Enter every count that ends as so many tricks do; return how many can be and how many cannot."""
    counts, tried = possible(rules, answers, made), Counter[bool]()
    for thirds in range(answers["tricks"] % 3, 211, 3):
        with noted(rules=rules, answers=answers, thirds=thirds):
            assert (not enter("koenigrufen", rules, {}, answers | {"points": spoken(thirds)})) == (thirds in counts)
        tried[thirds in counts] += 1
    return tried


@pytest.mark.parametrize("chosen", CHOSEN)
def test_exactly_the_counts_that_some_cards_make_are_booked(
    chosen: tuple[str, str, Answers, int, str],
) -> None:
    assert check_all_counts(*tell_chosen(*chosen))[False]


def tricks_of(game: str, tricks: int, laid: int, rest: tuple[int, int, int]) -> set[int]:
    """Return what a declarer's side with so many tricks can count; the rest is the talon: his, theirs and nobody's."""
    players, all_ = {"husarln": (3, 12), "tapp": (3, 16), "koenigrufen": (4, 12)}[game]
    others = Zone(players * (all_ - tricks) + rest[1] + rest[2], False, True)
    own = Zone(players * tricks + rest[0], True, True)
    pack = TAROCK_PACK if game == "husarln" else LARGE_PACK
    return find_sums(pack, [own, others, Zone(laid, True, False, has_no_honour)], defaultdict(list))


SHAPES: list[tuple[str, str, str, int, tuple[int, int, int], range]] = [
    ("koenigrufen", "ooe", "dreier", 3, (0, 3, 0), range(1, 12)),
    ("koenigrufen", "wien", "sechserdreier", 6, (0, 0, 0), range(1, 12)),
    ("koenigrufen", "tirol", "solodreier", 0, (0, 6, 0), range(1, 12)),
    ("koenigrufen", "ruediger", "farbensolo", 0, (0, 6, 0), range(1, 12)),
    ("tapp", "mayr", "dreier", 3, (0, 3, 0), range(1, 16)),
    ("tapp", "tower_grove", "solo", 0, (0, 6, 0), range(1, 16)),
    ("husarln", "bamberger1", "Z1", 2, (0, 4, 0), range(13)),
    ("husarln", "bamberger1", "Z2b", 2, (4, 0, 0), range(13)),
    ("husarln", "bamberger1", "E3", 1, (2, 3, 0), range(13)),
    ("husarln", "bamberger1", "Solo", 0, (0, 6, 0), range(13)),
]


@pytest.mark.parametrize(("game", "rules", "contract", "laid", "rest", "tricks"), SHAPES)
def test_no_count_is_booked_that_no_tricks_make(
    game: str, rules: str, contract: str, laid: int, rest: tuple[int, int, int], tricks: range
) -> None:
    """The extremes tell it: with fewest and with most tricks, and all between are made by some number of tricks."""
    few, many = tricks_of(game, tricks[0], laid, rest), tricks_of(game, tricks[-1], laid, rest)
    middle = set().union(*(tricks_of(game, number, laid, rest) for number in tricks[4:7]))
    counts = few | many | middle
    for thirds in range(211 if game != "husarln" else 199):
        if (thirds in counts or not min(few) < thirds < max(many)) and (
            thirds % 3 or thirds % 3 == (laid + rest[0]) % 3
        ):
            answers = {"declarer": "Anna", "contract": contract, "points": spoken(thirds)}
            with noted(answers=answers):
                near = {thirds - 1, thirds, thirds + 1} if game == "koenigrufen" and not thirds % 3 else {thirds}
                assert (not enter(game, rules, {}, answers)) == bool(counts & near)
