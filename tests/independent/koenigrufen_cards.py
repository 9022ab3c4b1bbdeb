"""Whole deals of Königrufen played at random and judged by the rules in words alone.

Written with names of cards and lists only, and without a look at the engine.
"""

from random import Random
from typing import Any

from .cards import KINGS, LARGE_PACK, NAMES, PLAIN, TAROCKS, TRULL, Deal, count_thirds, deal_out, some, spoken, suit_of

AUTHORS = ("ooe", "sauwald", "wien", "tirol", "ruediger", "steiermark", "wiener_zeitung", "tirol_2014")
LIKE = {"steiermark": "wien", "wiener_zeitung": "wien", "tirol_2014": "tirol"}  # whom a cup known by its tariff follows
SWITCHES = {
    "emperor": ("none", "none", "any_order", "in_order", "in_order"),
    "emperor_negative": ("no", "no", "no", "yes", "yes"),
    "announced_duty": ("loses", "loses", "keep", "keep", "keep"),
    "forced_bird": ("highest", "highest", "highest", "highest", "free"),
    "trischaken_beat": ("yes",) * 5,
    "trischaken_talon": ("last", "last", "first_six", "first_six", "first_six"),
    "solorufer_talon": ("king_half", "king_half", "king_half", "king_half", "all"),
    "min_suit_cards": (0, 6, 6, 0, 0),
    "suit_bonuses": ("kings", "kings", "kings", "kings_sacks", "all"),
    "mondfang": ("off", "off", "off", "side", "player"),
    "silent_failure": ("nothing", "nothing", "nothing", "nothing", "pays"),
}
OFFERED: dict[str, list[Any]] = {
    "emperor": ["none", "any_order", "in_order"],
    "emperor_negative": ["no", "yes"],
    "announced_duty": ["loses", "keep"],
    "forced_bird": ["highest", "free"],
    "trischaken_beat": ["yes", "no"],
    "trischaken_talon": ["last", "first_six"],
    "solorufer_talon": ["king_half", "all"],
    "mondfang": ["off", "side", "player"],
    "silent_failure": ["nothing", "pays"],
}
# What the authors call no revoke, or do not name: an announced card at the wrong time, and the order of the birds.
EARLY = {"ANNOUNCED_CARD_EARLY", "ANNOUNCED_CARD_DUE"}
NO_REVOKE = {
    "ooe": EARLY, "sauwald": EARLY, "wien": EARLY | {"HIGHEST_BIRD_FIRST"}, "tirol": EARLY, "ruediger": set[str](),
    **{cup: {*EARLY, "HIGHEST_BIRD_FIRST", "TAROCK_LED_EARLY", "PAGAT_LAST"} for cup in LIKE},
}  # fmt: skip
SUIT = ("farbendreier", "farbensolo")
MORE = {  # what no author plays, with the value that a table sets for it
    "besserdreier": 5, "triccolo_ouvert": 8, "piccolo_semi_ouvert": 6, "bettel_semi_ouvert": 7,
    "piccolo_plauderer": 9, "zwiccolo_plauderer": 9, "triccolo_plauderer": 9, "bettel_plauderer": 10,
}  # fmt: skip
CAUGHT = {"king_fang": "", "pagat_fang": "T1", "skues_fang": "SK"}
FANGS = {"king_fang": [1, 2], "pagat_fang": [1, 2], "skues_fang": [2, 4]}
TRICKS = {"bettel": 0, "piccolo": 1, "zwiccolo": 2, "triccolo": 3}
OPEN = [f"{game}_ouvert" for game in ("bettel", "piccolo", "zwiccolo")]
NEGATIVE = {game: TRICKS[game.partition("_")[0]] for game in (*TRICKS, *OPEN, *MORE) if game != "besserdreier"}
RUFER = ("rufer", "solorufer", "besserrufer", "pagatrufer", "uhurufer", "kakadurufer", "quapilrufer")
SOLO = ("solorufer", "solodreier", "farbensolo")
UNKNOWN_TO = {
    "zwiccolo": ("ooe", "sauwald", "tirol", "ruediger", "tirol_2014"),
    "triccolo": [author for author in AUTHORS if author != "steiermark"],
    "zwiccolo_ouvert": ("ooe", "sauwald", "ruediger", "steiermark"),
    "besserrufer": ("wien", "steiermark", "wiener_zeitung"),
    "farbendreier": ("sauwald",),
    **dict.fromkeys(RUFER[3:], ("ooe", "sauwald", "tirol", "ruediger", "tirol_2014")),
}
CONTRACTS = (*RUFER, *SUIT, *TRICKS, *OPEN, "trischaken", "sechserdreier", "dreier", "solodreier")
BIRDS = {"pagat": "T1", "uhu": "T2", "kakadu": "T3", "quapil": "T4"}
DUE = {"pagat": 12, "uhu": 11, "kakadu": 10, "quapil": 9, "king_ultimo": 12}


def at(deal: Deal, switch: str) -> Any:
    return deal.house.get(switch, SWITCHES[switch][AUTHORS.index(LIKE.get(deal.rules, deal.rules))])


def kind_of(contract: str) -> str:
    if contract in SUIT:
        return "suit"
    return "negative" if contract in NEGATIVE else "trischaken" if contract == "trischaken" else "tarock"


def emperors_trick(deal: Deal, trick: list[str]) -> bool:
    """KR-76: Sküs, XXI and I lie in the trick, in their order where that is wanted."""
    kind, emperor = kind_of(deal.answers["contract"]), at(deal, "emperor")
    if emperor == "none" or (kind in ("negative", "trischaken") and at(deal, "emperor_negative") == "no"):
        return False
    if kind == "suit" and trick and trick[0] not in TAROCKS:
        return False
    met = [card for card in trick if card in TRULL]
    return sorted(met) == sorted(TRULL) if emperor == "any_order" else met == ["T21", "SK", "T1"]


def winner_of(deal: Deal, trick: list[str]) -> str:
    if emperors_trick(deal, trick):
        return "T1"
    tarocks = [card for card in trick if card in TAROCKS]
    if tarocks and (kind_of(deal.answers["contract"]) != "suit" or trick[0] in TAROCKS):
        return max(tarocks, key=TAROCKS.index)
    led = [card for card in trick if suit_of(card) == suit_of(trick[0])]
    return max(led, key=lambda card: PLAIN[card[-1]].split().index(card[:-1]))


def announced_by(deal: Deal, player: str) -> dict[str, int]:
    """Return the cards that a player announced with the tricks that they are for: they bind nobody else (KR-77)."""
    called = {"king_ultimo": deal.answers.get("called", "")}
    rows = [row["bonus"] for row in deal.answers.get("bonuses", ())
            if row.get("announced") and row["player"] == player]  # fmt: skip
    return {(BIRDS | called)[bonus]: DUE[bonus] for bonus in rows if bonus in DUE}


def judge(deal: Deal, player: str, hand: list[str], trick: list[str], card: str) -> tuple[str, set[str]]:
    """Return why a player's card is illegal, "" if it is not, and the legal cards: KR-71 to KR-78 in turn."""
    kind, legal = kind_of(deal.answers["contract"]), set(hand)
    steps: list[tuple[str, set[str]]] = []
    if trick:
        follow = {other for other in hand if suit_of(other) == suit_of(trick[0])}
        tarocks = {other for other in hand if other in TAROCKS}
        steps.append(("MUST_FOLLOW", follow) if follow else ("MUST_TAROCK", tarocks))
    elif kind == "suit":
        steps.append(("TAROCK_LED_EARLY", {other for other in hand if other not in TAROCKS}))
    for reason, kept in steps:
        if kept:
            if card not in kept and card in legal:
                return reason, finish(deal, player, hand, trick, kept)
            legal = kept
    last = finish(deal, player, hand, trick, legal)
    return ("" if card in last else why(deal, player, hand, trick, legal, card)), last


def crowned(deal: Deal, trick: list[str]) -> bool:
    return emperors_trick(deal, [*trick, "T1"])


def finish(deal: Deal, player: str, hand: list[str], trick: list[str], legal: set[str]) -> set[str]:
    """Return what KR-74, KR-75, KR-77 and KR-78 leave of the cards that KR-71 and KR-73 allow."""
    kind = kind_of(deal.answers["contract"])
    if kind in ("negative", "trischaken"):
        if set(hand) & (set(TAROCKS) - {"T1"}) and not crowned(deal, trick):
            legal = legal - {"T1"}
        beats = {card for card in legal if trick and winner_of(deal, [*trick, card]) == card}
        return beats if beats and (kind == "negative" or at(deal, "trischaken_beat") == "yes") else legal
    if kind == "suit":
        return legal
    number, due = 13 - len(hand), announced_by(deal, player)
    early = {card for card in legal if due.get(card, 0) > number}
    if at(deal, "announced_duty") == "keep":
        legal = legal - early or legal
        legal = {card for card in legal if due.get(card) == number} or legal
    if legal == early and at(deal, "forced_bird") == "highest":
        birds = sorted((card for card in early if card in TAROCKS), key=TAROCKS.index)
        legal = legal - set(birds[:-1])
    return legal


def why(deal: Deal, player: str, hand: list[str], trick: list[str], legal: set[str], card: str) -> str:
    """Return which of the later duties a card breaks that KR-71 and KR-73 allow."""
    if kind_of(deal.answers["contract"]) != "tarock":
        last = set(hand) & set(TAROCKS) == {"T1"}
        return "PAGAT_LAST" if card == "T1" and not last and not crowned(deal, trick) else "MUST_BEAT"
    number, due = 13 - len(hand), announced_by(deal, player)
    early = {other for other in legal if due.get(other, 0) > number}
    if card not in early:
        return "ANNOUNCED_CARD_DUE"
    return "ANNOUNCED_CARD_EARLY" if legal - early else "HIGHEST_BIRD_FIRST"


def blame_announcements(told: Deal, hands: dict[str, list[str]]) -> None:
    """Blame who announced a card that another had (KR-34), and who had no bird for a Besserrufer (KR-11)."""
    declarer, talon = told.answers.get("declarer", told.leader), told.play["talon"].split()
    had = {*hands[declarer], *told.play.get("discard", "").split()} - set(talon)
    needed = birds_of(told.answers["contract"])
    if needed and not had & {BIRDS[bird] for bird in needed}:
        told.breaches[0, ""] = (declarer, "BIRD_NOT_HELD", set())
    for player, hand in hands.items():
        for card in sorted(set(announced_by(told, player)) - set(hand)):
            told.breaches[0, card] = (player, "ANNOUNCED_NOT_HELD", set())


def birds_of(contract: str) -> list[str]:
    """Return the birds of which a contract needs one in hand before the talon."""
    return {"besserrufer": list(BIRDS), "besserdreier": list(BIRDS), **{f"{bird}rufer": [bird] for bird in BIRDS}}.get(
        contract, []
    )


def random_start(random: Random, skewed: bool) -> Deal:
    """Return a deal that could be bid, before the first lead."""
    while True:
        deal = _deal(random, deal_out(random, 4, 12) if skewed else random.sample(LARGE_PACK, 54))
        if deal:
            return deal


def complete(deal: Deal, noticed: bool) -> None:
    """Complete the answers of a deal that was played, by its end or by the wrong card that ended it."""
    if deal.answers["contract"] in RUFER:
        called = deal.answers["called"]
        holder = next((player for player in deal.players if called in deal.play["hands"][player].split()), "")
        alone = called in deal.play["talon"].split()
        deal.answers |= {"alone": True} if alone else {"partner": holder}
    revokes = [player for player, reason, _ in deal.breaches.values() if reason not in NO_REVOKE[deal.rules]]
    if revokes and noticed:
        kept = [row for row in deal.answers.get("bonuses", ()) if row.get("announced")]
        deal.answers |= {"bonuses": kept} if kept else {}
        deal.answers["revoke"] = revokes[0]
        return
    _count(deal)


def _deal(random: Random, pack: list[str]) -> Deal | None:
    """Return a deal before the first lead, None where the cards do not allow the contract."""
    rules, players = random.choice(AUTHORS), NAMES[:4]
    known = [one for one in CONTRACTS if rules not in UNKNOWN_TO.get(one, ())]
    contract = random.choice([*MORE] if random.random() < 0.1 else known)
    talon, hands = pack[:6], {player: pack[6 + 12 * seat :][:12] for seat, player in enumerate(players)}
    forehand = contract in ("rufer", "sechserdreier", "trischaken")
    declarer = players[0] if forehand else random.choice(players)
    answers: dict[str, Any] = {"declarer": declarer, "contract": contract}
    deal = Deal("koenigrufen", rules, some(random, OFFERED), 1, players, answers, {}, "T", players[0])
    values = ({contract: MORE[contract]} if contract in MORE else {}) | (FANGS if random.random() < 0.3 else {})
    deal.house |= {"values": values} if values else {}
    deal.play["talon"] = " ".join(talon)
    if contract in NEGATIVE:
        deal.leader = declarer
    if contract in RUFER:
        free = [king for king in KINGS if king not in hands[declarer]]
        if not free:
            return None
        answers["called"] = random.choice(free)
    taken = _take(random, deal, talon)
    both = hands[declarer] + taken
    plain = [card for card in both if card not in TAROCKS and card not in KINGS]
    low = [card for card in both if card in TAROCKS and card not in TRULL]
    discard = (low + plain if contract in SUIT else plain + low)[: len(taken)]
    hands[declarer] = [card for card in both if card not in discard]
    if discard:
        deal.play["discard"] = " ".join(discard)
    suits = [card for card in hands[declarer] if card not in TAROCKS]
    if contract in SUIT and len(suits) < at(deal, "min_suit_cards"):
        return None
    deal.play["hands"] = hands
    return deal if _announce(random, deal, hands) else None


def _take(random: Random, deal: Deal, talon: list[str]) -> list[str]:
    contract = deal.answers["contract"]
    if contract == "sechserdreier":
        return talon
    if contract in (*NEGATIVE, *SOLO, "trischaken"):
        return []
    deal.play["half"] = random.choice([1, 2])
    return talon[:3] if deal.play["half"] == 1 else talon[3:]


def _announce(random: Random, deal: Deal, hands: dict[str, list[str]]) -> bool:
    """Announce birds and König ultimo; return whether the declarer had the bird that his contract wants (KR-11)."""
    contract, declarer, rows = deal.answers["contract"], deal.answers["declarer"], []
    if kind_of(contract) != "tarock":
        return True
    needed = birds_of(contract)
    talon = deal.play["talon"].split()
    must = next((bird for bird in needed if BIRDS[bird] in hands[declarer] and BIRDS[bird] not in talon), "")
    held = dict(BIRDS)
    if contract in RUFER and (contract != "solorufer" or deal.answers["called"] not in deal.play["talon"].split()):
        held["king_ultimo"] = deal.answers["called"]
    for bonus, card in held.items():
        holder = next((player for player, hand in hands.items() if card in hand), "")
        if holder and (bonus == must or random.random() < 0.4):
            rows.append({"player": holder, "bonus": bonus, "announced": True})
    if rows:
        deal.answers["bonuses"] = rows
    return not needed or bool(must)


def _count(deal: Deal) -> None:
    """Complete the answers of a deal that was played: partner, points, tricks and bonuses."""
    answers, talon, contract = deal.answers, deal.play["talon"].split(), deal.answers["contract"]
    tricks = [trick.split() for trick in deal.play["tricks"]]
    piles = {player: [] for player in deal.players}
    for number, (trick, winner) in enumerate(zip(tricks, deal.winners, strict=True)):
        piles[winner] += trick
        if contract == "trischaken" and at(deal, "trischaken_talon") == "first_six" and number < 6:
            piles[winner].append(talon[number])
    if contract == "trischaken":
        piles[deal.winners[-1]] += talon if at(deal, "trischaken_talon") == "last" else []
        answers["points"] = {player: spoken(count_thirds(pile)) for player, pile in piles.items()}
        del answers["declarer"]
        return
    if contract in NEGATIVE:
        answers["tricks"] = deal.winners.count(answers["declarer"])
        return
    side, mine, theirs = _piles(deal, piles, talon)
    assert len(mine) + len(theirs) == 54
    assert count_thirds(mine) + count_thirds(theirs) == 210
    answers |= {"points": spoken(count_thirds(mine)), "tricks": sum(winner in side for winner in deal.winners)}
    bonuses = _bonuses(deal, side, mine, theirs, tricks)
    if bonuses or "bonuses" in answers:
        answers["bonuses"] = bonuses


def _piles(deal: Deal, piles: dict[str, list[str]], talon: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Return the declarer's side, and the cards of both."""
    answers, contract = deal.answers, deal.answers["contract"]
    side, discard = [answers["declarer"]], deal.play.get("discard", "").split()
    side += [answers["partner"]] if "partner" in answers else []
    taken = talon if contract == "sechserdreier" else talon[:3] if deal.play.get("half") == 1 else talon[3:]
    left = [card for card in talon if card not in (taken if discard else [])]
    mine = [card for player in side for card in piles[player]] + discard
    theirs = [card for player in deal.players if player not in side for card in piles[player]]
    if contract == "solorufer" and "alone" in answers:
        half = talon[:3] if answers["called"] in talon[:3] else talon[3:]
        counted = talon if at(deal, "solorufer_talon") == "all" else half
        return side, mine + counted, theirs + [card for card in talon if card not in counted]
    return side, mine, theirs + left


def _bonuses(
    deal: Deal, side: list[str], mine: list[str], theirs: list[str], tricks: list[list[str]]
) -> list[dict[str, Any]]:
    """Return the announced bonuses as they ended, and the silent ones that happened."""
    others = [player for player in deal.players if player not in side]
    events: dict[str, tuple[str, bool]] = {}
    by_card = {(card, number): player for number, trick in enumerate(tricks, 1) for card in trick
               for player in deal.players if card in deal.play["hands"][player].split()}  # fmt: skip
    called = {} if deal.answers["contract"] == "solorufer" and "alone" in deal.answers else {
        "king_ultimo": deal.answers.get("called", "")}  # fmt: skip
    for bonus, card in (BIRDS | called).items():
        player = by_card.get((card, DUE[bonus]), "")
        if player:
            winner = deal.winners[DUE[bonus] - 1]
            won = (player in side) == (winner in side) if bonus == "king_ultimo" else (
                player == winner and winner_of(deal, tricks[DUE[bonus] - 1]) == card)  # fmt: skip
            events[bonus] = (player, won)
    for player, pile in ((side[0], mine), (others[0], theirs)):
        events |= {"trull": (player, True)} if set(TRULL) <= set(pile) else {}
        events |= {"kings": (player, True)} if set(KINGS) <= set(pile) else {}
        if deal.rules in ("tirol", "tirol_2014"):
            events |= {"sack1": (player, True)} if count_thirds(pile) >= 137 else {}
            events |= {"sack2": (player, True)} if count_thirds(pile) >= 167 else {}
        if deal.rules == "ruediger" and 210 - count_thirds(pile) < 60:
            events["absolut"] = (player, True)
        if len(set(deal.winners) - set(side if player in side else others)) == 0:
            events["valat"] = (player, True)
    for key, card in CAUGHT.items() if "king_fang" in deal.house.get("values", {}) else ():
        card = card or deal.answers.get("called", "")
        for number, (trick, winner) in enumerate(zip(tricks, deal.winners, strict=True), 1):
            if card in trick and (by_card[card, number] in side) != (winner in side):
                events[key] = (winner, True)
    extra = _caught(deal, side, tricks, by_card)
    if extra:
        events["mondfang"] = (extra["player"], True)
    rows = []
    for row in deal.answers.get("bonuses", ()):
        player, made = events.pop(row["bonus"], ("", False))
        rows.append({**row, "made": made})
    pays = at(deal, "silent_failure") == "pays"
    for bonus, (player, made) in events.items():
        if _known(deal, bonus) and (made or pays):
            silent = {"player": player, "bonus": bonus} | ({} if made else {"made": False})
            rows.append(extra if bonus == "mondfang" else silent)
    return rows


def _known(deal: Deal, bonus: str) -> bool:
    """KR-33, KR-35: which bonuses count in this contract."""
    contract = deal.answers["contract"]
    if bonus in ("king_ultimo", "king_fang") and contract not in RUFER:
        return False
    if bonus == "skues_fang" and at(deal, "emperor") == "none":  # KR-115: it is caught in the emperor's trick
        return False
    if contract not in SUIT or at(deal, "suit_bonuses") == "all":
        return True
    return bonus in ("kings", "valat") or (at(deal, "suit_bonuses") == "kings_sacks" and bonus.startswith("sack"))


def _caught(
    deal: Deal, side: list[str], tricks: list[list[str]], by_card: dict[tuple[str, int], str]
) -> dict[str, Any]:
    """Return the row of a Mondfang: the XXI taken by the Sküs."""
    for number, trick in enumerate(tricks, 1):
        if "SK" in trick and "T21" in trick and winner_of(deal, trick) == "SK":
            one, other = by_card["SK", number], by_card["T21", number]
            if at(deal, "mondfang") == "player":
                return {"player": one, "bonus": "mondfang", "from": other}
            if at(deal, "mondfang") == "side" and (one in side) != (other in side):
                return {"player": one, "bonus": "mondfang"}
    return {}
