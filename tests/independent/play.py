"""Whole deals played at random, revokes among them, and judged by the rules in words alone; then half forgotten.

Written with names of cards and lists only, and without a look at the engine.
"""

from random import Random
from typing import Any

from . import cego_cards, koenigrufen_cards, paskievics_cards, quodlibet, zwanzigerrufen_cards
from .cards import (
    KINGS,
    LARGE_PACK,
    NAMES,
    PLAIN,
    TAROCK_PACK,
    TAROCKS,
    TRULL,
    Deal,
    count_thirds,
    deal_out,
    some,
    spoken,
    suit_of,
)

SUITS = "CSHD"
ACE_TEN = ["7", "8", "9", "J", "Q", "K", "10", "A"]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
BOUGHT = {"Z1": [1, 2], "Z2": [3, 4], "Z3": [5, 6], "Z1b": [1, 2], "Z2b": [3, 4], "Solo": []}
BOUGHT |= {f"E{card}": [card] for card in range(1, 7)} | {f"E{card}b": [card] for card in range(1, 6)}
SEEN = {contract: 6 if contract.endswith("b") else max(bought, default=0) for contract, bought in BOUGHT.items()}


def strength(game: str, card: str) -> int:
    if card in TAROCKS:
        return TAROCKS.index(card)
    ranks = PLAIN[card[-1]].split() if game in ("husarln", "tapp") else ACE_TEN
    return ranks.index(card[:-1])


def judge(deal: Deal, player: str, hand: list[str], trick: list[str], card: str) -> tuple[str, set[str]]:
    """Return why `card` of `player` is illegal, "" if it is not, and the legal cards."""
    if deal.game == "koenigrufen":
        return koenigrufen_cards.judge(deal, player, hand, trick, card)
    if deal.game == "zwanzigerrufen":
        return zwanzigerrufen_cards.judge(deal, hand, trick, card)
    if deal.game == "cego":
        return cego_cards.judge(deal, player, hand, trick, card)
    if deal.game == "quodlibet":
        return quodlibet.judge(deal, hand, trick, card)
    if deal.game == "paskievics":
        return paskievics_cards.judge(deal, player, hand, trick, card)
    if not trick:
        return "", set(hand)
    trump = deal.trump
    led = suit_of(trick[0])
    follow = {other for other in hand if suit_of(other) == led}
    trumps = {other for other in hand if suit_of(other) == trump}
    best = max((strength(deal.game, other) for other in trick if suit_of(other) == trump), default=-1)
    over = {other for other in trumps if strength(deal.game, other) > best}
    overtrump = deal.house.get("overtrump", "trump_led") if deal.game in ("herzblatt", "solo") else "never"
    if follow:
        legal = over if led == trump and over and overtrump != "never" else follow
        return ("" if card in legal else "MUST_OVERTRUMP" if card in follow else "MUST_FOLLOW"), legal
    if not trumps or deal.house.get("void", "free" if deal.rules == "lembke" else "") == "free":
        return "", set(hand)
    legal = over if over and overtrump == "always" else trumps
    must = "MUST_TAROCK" if deal.game in ("husarln", "tapp") else "MUST_TRUMP"
    return ("" if card in legal else "MUST_OVERTRUMP" if card in trumps else must), legal


def play_deal(random: Random, deal: Deal, hands: dict[str, list[str]], revokes: float, early: int = 0) -> None:
    """Play the hands out, now and then with a card that may not be played, one trick led by whom it is not the turn."""
    left, leader, tricks = {player: list(hand) for player, hand in hands.items()}, deal.leader, []
    for number in range(1, len(hands[leader]) + 1):
        if number == early:
            leader = random.choice([player for player in deal.players if player != leader])
            deal.early = leader
        order = deal.order_from(leader)
        trick: list[str] = []
        for player in order:
            legal = sorted(judge(deal, player, left[player], trick, "")[1])
            card = random.choice(sorted(left[player]) if random.random() < revokes else legal)
            reason, legal_cards = judge(deal, player, left[player], trick, card)
            if reason:
                deal.breaches[number, card] = (player, reason, legal_cards)
            left[player].remove(card)
            trick.append(card)
        leader = order[trick.index(winning(deal, trick))]
        deal.winners.append(leader)
        tricks.append(" ".join(trick))
    deal.play |= {"hands": {player: " ".join(hand) for player, hand in hands.items()}, "tricks": tricks}


def winning(deal: Deal, trick: list[str]) -> str:
    if deal.game == "koenigrufen":
        return koenigrufen_cards.winner_of(deal, trick)
    if deal.game == "zwanzigerrufen":
        return zwanzigerrufen_cards.winner_of(deal, trick)
    if deal.game == "cego":
        return cego_cards.winner_of(trick)
    if deal.game == "quodlibet":
        return quodlibet.winner_of(trick)
    if deal.game == "paskievics":
        return paskievics_cards.winner_of(trick)
    if deal.house.get("emperors_trick") == "yes" and set(TRULL) <= set(trick):
        return "T1"
    trumps = [card for card in trick if suit_of(card) == deal.trump]
    running = trumps or [card for card in trick if suit_of(card) == suit_of(trick[0])]
    return max(running, key=lambda card: strength(deal.game, card))


def random_deal(random: Random, revokes: float = 0.08) -> Deal:
    """Return a deal of any game, its answers as the cards count it."""
    games = ["herzblatt", "solo", "herzeln", "husarln", "tapp", "koenigrufen", "zwanzigerrufen", "cego", "quodlibet"]
    games.append("paskievics")
    game = random.choice(games)
    if game == "paskievics":
        return random_paskievics(random, revokes)
    if game == "quodlibet":
        return random_quodlibet(random, revokes)
    if game == "cego":
        return random_cego(random, revokes)
    if game == "zwanzigerrufen":
        return random_zwanzigerrufen(random, revokes)
    if game == "koenigrufen":
        return random_koenigrufen(random, revokes)
    if game == "husarln":
        return random_husarln(random, revokes)
    if game == "tapp":
        return random_tapp(random, revokes)
    if game == "herzeln":
        return random_herzeln(random, revokes)
    return random_herzblatt(random, game, revokes)


def random_herzblatt(random: Random, game: str, revokes: float) -> Deal:
    rules = "braun" if game == "solo" else random.choice(["braun", "lembke", "feder", "reichelt", "muhr"])
    low, high = {"muhr": (3, 4), "lembke": (2, 4), "reichelt": (3, 5)}.get(rules, (2, 5))
    players = NAMES[: random.randint(low, high)]
    house = herzblatt_house(random, game, rules)
    pack = herzblatt_pack(random, rules, len(players), house)
    random.shuffle(pack)
    skat_size = len(players) if rules == "muhr" else 2
    skat, size = pack[:skat_size], (len(pack) - skat_size) // len(players)
    hands = {player: pack[skat_size + seat * size :][:size] for seat, player in enumerate(players)}
    if random.random() < 0.1:
        return last_trick_deal(
            random, Deal(game, rules, house, 1, players, {}, {}, "", players[0]), hands, skat, revokes
        )
    soloist, trump = random.choice(players), random.choice(SUITS) if game == "solo" else "H"
    both = hands[soloist] + skat
    random.shuffle(both)
    kept = {"no_trumps": lambda card: card[-1] == "H", "no_aces_tens": lambda card: card[:-1] in ("A", "10")}
    both.sort(key=kept.get(house.get("discard", ""), lambda card: False), reverse=True)
    hands[soloist], discard = both[:size], both[size:]
    if any(map(kept.get(house.get("discard", ""), lambda card: False), discard)):
        del house["discard"]
    answers: dict[str, Any] = {"soloist": soloist} | ({"suit": trump} if game == "solo" else {})
    record = {"skat": " ".join(skat), "discard": " ".join(discard)}
    leader = soloist if house.get("first_lead") == "soloist" else players[0]
    deal = Deal(game, rules, house, 1, players, answers, record, trump, leader)
    play_deal(random, deal, hands, revokes)
    answers["points"] = sum(WORTH.get(card[:-1], 0) for card in (*discard, *deal.taken_by(soloist)))
    return deal


def herzblatt_house(random: Random, game: str, rules: str) -> dict[str, Any]:
    offered: dict[str, list[Any]] = {"overtrump": ["trump_led", "always", "never"]}
    if game == "herzblatt":
        offered |= {
            "void": ["must_trump", "free"],
            "first_lead": ["forehand", "soloist"],
            "discard": ["free", "no_trumps", "no_aces_tens"],
        }
    if rules != "muhr":
        offered |= {
            "removed3": ["8H 8D", "any two Eights"],
            "removed4": ["8H 8D", "7H 7D", "any two worthless cards"],
        }
    return some(random, offered)


def herzblatt_pack(random: Random, rules: str, seats: int, house: dict[str, Any]) -> list[str]:
    """Remove the low cards that as many players do without: HB-4, HB-5."""
    ranks = {"muhr": {3: "AKQJ9", 4: "AKQJ987"}}.get(rules, {2: "AKQJ", 3: "AKQJ98", 4: "AKQJ987", 5: "AKQJ987"})[seats]
    pack = [rank + suit for suit in SUITS for rank in [*ranks, "10"]]
    removed = house.get(f"removed{seats}", "" if rules == "lembke" else "8H 8D")
    if rules == "muhr" or seats not in (3, 4):
        return pack
    if not removed:
        return [card for card in pack if card[0] not in "78"] + ["8H", "7H"]
    out = removed.split()
    if removed.startswith("any"):
        loose = [card for card in pack if (card[0] == "8" if seats == 3 else card[0] in "789")]
        out = random.sample(loose, 2)
    return [card for card in pack if card not in out]


def last_trick_deal(random: Random, deal: Deal, hands: dict[str, list[str]], skat: list[str], revokes: float) -> Deal:
    """SO-9 to SO-11: everybody passed, no trumps, the last trick counts and the skat stays out."""
    deal.house["all_pass"] = "last_trick"
    deal.play["skat"] = " ".join(skat)
    play_deal(random, deal, hands, revokes)
    deal.answers["last_trick"] = deal.winners[-1]
    return deal


def random_herzeln(random: Random, revokes: float) -> Deal:
    seats = random.choice([3, 4])
    pack = [rank + suit for suit in SUITS for rank in (ACE_TEN[2:] if seats == 3 else ACE_TEN)]
    random.shuffle(pack)
    players = NAMES[:seats]
    hands = {player: pack[seat * 8 :][:8] for seat, player in enumerate(players)}
    house = some(random, {"first_lead": ["forehand", "dealer"]})
    leader = players[-1] if house.get("first_lead") == "dealer" else players[0]
    deal = Deal("herzeln", "piatnik", house, random.randint(1, 7), players, {}, {}, "", leader)
    play_deal(random, deal, hands, revokes)
    piles = {player: deal.taken_by(player) for player in players}
    hearts = {"AH": 11, "10H": 10, "KH": 4, "QH": 3, "JH": 2, "9H": 1, "8H": 1, "7H": 1}
    last = deal.winners[-1]
    points = {
        1: lambda player: -sum(hearts.get(card, 0) for card in piles[player]),
        2: lambda player: 10 * deal.winners.count(player),
        3: lambda player: -10 * deal.winners.count(player),
        4: lambda player: -20 * sum(card[0] == "Q" for card in piles[player]),
        5: lambda player: -40 * ("KH" in piles[player]),
        6: lambda player: 40 * (player == last),
        7: lambda player: -40 * (player == last),
    }[deal.number]
    deal.answers["points"] = {player: points(player) for player in players}
    return deal


def random_husarln(random: Random, revokes: float, *, skewed: bool = False) -> Deal:
    pack = list(TAROCK_PACK)
    random.shuffle(pack)
    pack = deal_out(random, 3, 12) if skewed else pack
    talon, players, contract = pack[:6], NAMES[:3], random.choice(list(BOUGHT))
    hands = {player: pack[6 + 12 * seat :][:12] for seat, player in enumerate(players)}
    declarer = random.choice(players)
    both = hands[declarer] + [talon[place - 1] for place in BOUGHT[contract]]
    plain = [card for card in both if card not in TAROCKS and card[0] != "K"]
    low = [card for card in both if card in TAROCKS and card not in TRULL]
    discard = (plain + low)[: len(BOUGHT[contract])]
    hands[declarer] = [card for card in both if card not in discard]
    answers = {"declarer": declarer, "contract": contract}
    record = {"talon": " ".join(talon), "discard": " ".join(discard)}
    offered = {
        "rejected_cards": ["declarer", "defenders"],
        "solo_talon": ["defenders", "nobody"],
        "kings_pile": ["all_counted", "tricks_only"],
        "emperors_trick": ["no", "yes"],
    }
    deal = Deal("husarln", "bamberger1", some(random, offered), 1, players, answers, record, "T", players[0])
    play_deal(random, deal, hands, revokes)
    rejected = [talon[place - 1] for place in range(1, SEEN[contract] + 1) if place not in BOUGHT[contract]]
    taken = deal.taken_by(declarer)
    pile = [*discard, *taken, *(rejected if deal.house.get("rejected_cards") != "defenders" else [])]
    answers["points"] = spoken(count_thirds(pile))
    theirs = [card for card in pack if card not in pile]
    if contract == "Solo" and deal.house.get("solo_talon") == "nobody":
        theirs = [card for card in theirs if card not in talon]
    if deal.house.get("kings_pile") == "tricks_only":
        pile, theirs = taken, [card for hand in hands.values() for card in hand if card not in taken]
    answers["bonuses"] = bonuses(deal, declarer, pile, theirs)
    return deal


def random_tapp(random: Random, revokes: float, *, skewed: bool = False) -> Deal:
    """Tapp: three of the talon taken and three laid away, sixteen tricks, hands claimed or not."""
    rules, players = random.choice(["mayr", "alscher", "kruepl", "furr", "tower_grove", "point"]), NAMES[:3]
    pack = deal_out(random, 3, 16) if skewed else random.sample(LARGE_PACK, 54)
    talon, hands = pack[:6], {player: pack[6 + 16 * seat :][:16] for seat, player in enumerate(players)}
    contract = random.choice(["dreier", "solo"] if rules == "tower_grove" else ["dreier", "unterer", "oberer", "solo"])
    fixed = rules in ("kruepl", "furr") and contract in ("unterer", "oberer")
    half = 0 if contract == "solo" else {"unterer": 1, "oberer": 2}[contract] if fixed else random.choice([1, 2])
    taken = talon[3 * half - 3 : 3 * half] if half else []
    declarer, dealt = random.choice(players), dict(hands)
    both = hands[declarer] + taken
    plain = [card for card in both if card not in TAROCKS and card[0] != "K"]
    discard = (plain + [card for card in both if card in TAROCKS[1:20]])[: len(taken)]
    hands[declarer] = [card for card in both if card not in discard]
    record: dict[str, Any] = {"talon": " ".join(talon), "discard": " ".join(discard)}
    record |= {"half": half} if half and not fixed and random.random() < 0.7 else {}
    leader = declarer if rules == "furr" else players[0]
    answers: dict[str, Any] = {"declarer": declarer, "contract": contract}
    house = {"discard_tarock": "forced"} if discard and set(discard) & set(TAROCKS) else {}
    deal = Deal("tapp", rules, house, 1, players, answers, record, "T", leader)
    play_deal(random, deal, hands, revokes)
    answers["points"] = count_thirds([*discard, *deal.taken_by(declarer)]) // 3
    answers["bonuses"] = [row for row in bonuses(deal, declarer, [], []) if row["bonus"] == "pagat"]
    if rules not in ("kruepl", "furr", "point"):
        counted = dealt if rules == "tower_grove" else hands
        answers["bonuses"] += [row for row in held(counted) if random.random() < 0.5]
    if len({winner == declarer for winner in deal.winners}) == 1:
        answers["bonuses"].append({"player": deal.winners[0], "bonus": "valat"})
    return deal


def random_koenigrufen(random: Random, revokes: float, *, noticed: bool = True, skewed: bool = False) -> Deal:
    """Return a deal that could be bid, its answers as the cards count it; with a wrong card, who played the first.

    Where nobody `noticed` that one, the deal was played to its end and is counted.
    """
    deal = koenigrufen_cards.random_start(random, skewed)
    play_deal(random, deal, deal.play.pop("hands"), revokes)
    koenigrufen_cards.complete(deal, noticed)
    return deal


def random_zwanzigerrufen(random: Random, revokes: float, *, skewed: bool = False) -> Deal:
    """Return a deal that could be bid, its answers as the cards count it."""
    deal = zwanzigerrufen_cards.random_start(random, skewed)
    play_deal(random, deal, deal.play.pop("hands"), revokes)
    zwanzigerrufen_cards.complete(deal)
    return deal


def random_quodlibet(random: Random, revokes: float) -> Deal:
    """Return a tour with tricks, its answers as the cards count it."""
    deal, hands = quodlibet.random_start(random)
    play_deal(random, deal, hands, revokes)
    quodlibet.complete(deal)
    return deal


def random_cego(random: Random, revokes: float, *, skewed: bool = False, laid_out: bool = False) -> Deal:
    """Return a deal that could be bid, its answers as the cards count it."""
    while True:
        deal = cego_cards.random_start(random, skewed, laid_out)
        play_deal(random, deal, deal.play.pop("hands"), revokes)
        if cego_cards.complete(deal):
            return deal


def random_paskievics(random: Random, revokes: float, *, skewed: bool = False) -> Deal:
    """Return a deal that could be bid, its answers as the cards count it."""
    deal = paskievics_cards.random_start(random, skewed)
    play_deal(random, deal, deal.play.pop("hands"), revokes)
    paskievics_cards.complete(deal)
    return deal


def held(hands: dict[str, list[str]]) -> list[dict[str, Any]]:
    """Return who holds the Trull, four Kings, or two cards of the Trull."""
    found = []
    for player, hand in hands.items():
        trull = len(set(TRULL) & set(hand))
        found += [{"player": player, "bonus": "trull" if trull == 3 else "heads"}] if trull > 1 else []
        if set(KINGS) <= set(hand):
            found.append({"player": player, "bonus": "kings"})
    return found


def bonuses(deal: Deal, declarer: str, mine: list[str], theirs: list[str]) -> list[dict[str, Any]]:
    """Return the bonuses that happened: last tricks, and the Kings in what each side counts."""
    found = []
    for place, (card, bonus) in enumerate((("T1", "pagat"), ("T2", "uhu"), ("T3", "pelican")), start=1):
        trick, winner = deal.play["tricks"][-place].split(), deal.winners[-place]
        order = deal.order_from(deal.winners[-place - 1])
        if card in trick and order[trick.index(card)] == winner:
            found.append({"player": winner, "bonus": bonus})
    defender = next(player for player in deal.players if player != declarer)
    for player, pile in ((declarer, mine), (defender, theirs)):
        if set(KINGS) <= set(pile):
            found.append({"player": player, "bonus": "kings"})
    return found


def forget(random: Random, deal: Deal) -> dict[str, Any]:
    """Return the record with random parts of it hidden."""
    play = dict(deal.play)
    for key in ("skat", "talon", "discard"):
        if key in play and random.random() < 0.5:
            play[key] = forget_cards(random, play[key], 0.3)
            if random.random() < 0.5:
                del play[key]
    kept, blurred = random.random(), random.choice([0.0, 0.0, 0.2])
    play["hands"] = {
        player: forget_cards(random, cards, blurred)
        for player, cards in play["hands"].items()
        if random.random() < kept
    }
    forgotten = random.choice([0.0, 0.03, 0.1, 0.3])
    play["tricks"] = [forget_cards(random, trick, forgotten) for trick in play["tricks"]]
    if random.random() < 0.3:
        blank = random.randrange(len(play["tricks"]))
        play["tricks"] = [forget_cards(random, trick, 1) for trick in play["tricks"][:blank]] + play["tricks"][blank:]
    remembered = random.choice([0.0, 0.3, 1.0])
    leaders = enumerate([deal.leader, *deal.winners[:-1]], start=1)
    play["led"] = {str(number): leader for number, leader in leaders if random.random() < remembered}
    if random.random() < 0.3:
        play["tricks"] = play["tricks"][: random.randrange(len(play["tricks"]) + 1)]
    if random.random() < 0.15 and play["tricks"]:
        index = random.randrange(len(play["tricks"]))
        play["tricks"][index] = random.choice(["", " ".join(play["tricks"][index].split()[:-1])])
    return play


def forget_cards(random: Random, cards: str, share: float) -> str:
    return " ".join("_" if random.random() < share else card for card in cards.split())
