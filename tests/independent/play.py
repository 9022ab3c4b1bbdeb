"""Whole deals played at random, revokes among them, and judged from RULES.md 2.4, 3 to 6 alone; then half forgotten.

Written with names of cards and lists only, and without a look at the engine.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

SUITS = "CSHD"
ACE_TEN = ["7", "8", "9", "J", "Q", "K", "10", "A"]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TAROCKS = [*(f"T{number}" for number in range(1, 22)), "SK"]
PLAIN = {"C": "10 V C Q K", "S": "10 V C Q K", "H": "A V C Q K", "D": "A V C Q K"}
TAROCK_PACK = [*TAROCKS, *(rank + suit for suit, ranks in PLAIN.items() for rank in ranks.split())]
BOUGHT = {"Z1": [1, 2], "Z2": [3, 4], "Z3": [5, 6], "E1": [1], "E4": [4], "E2b": [2], "Solo": []}
SEEN = {"Z1": 2, "Z2": 4, "Z3": 6, "E1": 1, "E4": 4, "E2b": 6, "Solo": 0}
NAMES = ["Anna", "Bernd", "Clara", "David", "Emma"]


@dataclass
class Deal:
    """A deal that was played: the night's part of it, the record, and the truth about every card of every trick."""

    game: str
    rules: str
    house: dict[str, Any]
    number: int
    players: list[str]
    answers: dict[str, Any]
    play: dict[str, Any]
    breaches: dict[tuple[int, str], tuple[str, str, set[str]]] = field(default_factory=dict)
    winners: list[str] = field(default_factory=list)


def suit_of(card: str) -> str:
    return "T" if card in TAROCKS else card[-1]


def strength(game: str, card: str) -> int:
    if card in TAROCKS:
        return TAROCKS.index(card)
    ranks = PLAIN[card[-1]].split() if game == "husarln" else ACE_TEN
    return ranks.index(card[:-1])


def judge(deal: Deal, trump: str, hand: list[str], trick: list[str], card: str) -> tuple[str, set[str]]:
    """Return why `card` is illegal, "" if it is not, and the legal cards."""
    if not trick:
        return "", set(hand)
    led = suit_of(trick[0])
    follow = {other for other in hand if suit_of(other) == led}
    trumps = {other for other in hand if suit_of(other) == trump}
    best = max((strength(deal.game, other) for other in trick if suit_of(other) == trump), default=-1)
    over = {other for other in trumps if strength(deal.game, other) > best}
    overtrump = deal.house.get("overtrump", "trump_led") if deal.game in ("herzblatt", "solo") else "never"
    if follow:
        legal = over if led == trump and over and overtrump != "never" else follow
        return ("" if card in legal else "MUST_OVERTRUMP" if card in follow else "MUST_FOLLOW"), legal
    if not trumps or deal.rules == "lembke" or deal.house.get("void") == "free":
        return "", set(hand)
    legal = over if over and overtrump == "always" else trumps
    must = "MUST_TAROCK" if deal.game == "husarln" else "MUST_TRUMP"
    return ("" if card in legal else "MUST_OVERTRUMP" if card in trumps else must), legal


def play_deal(random: Random, deal: Deal, trump: str, hands: dict[str, list[str]], revokes: float) -> None:
    """Play the hands out from forehand on, now and then with a card that may not be played."""
    left, leader, tricks = {player: list(hand) for player, hand in hands.items()}, deal.players[0], []
    for number in range(1, len(hands[leader]) + 1):
        order = deal.players[deal.players.index(leader) :] + deal.players[: deal.players.index(leader)]
        trick: list[str] = []
        for player in order:
            legal = sorted(judge(deal, trump, left[player], trick, "")[1])
            card = random.choice(sorted(left[player]) if random.random() < revokes else legal)
            reason, legal_cards = judge(deal, trump, left[player], trick, card)
            if reason:
                deal.breaches[number, card] = (player, reason, legal_cards)
            left[player].remove(card)
            trick.append(card)
        trumps = [card for card in trick if suit_of(card) == trump]
        running = trumps or [card for card in trick if suit_of(card) == suit_of(trick[0])]
        leader = order[trick.index(max(running, key=lambda card: strength(deal.game, card)))]
        deal.winners.append(leader)
        tricks.append(" ".join(trick))
    deal.play |= {"hands": {player: " ".join(hand) for player, hand in hands.items()}, "tricks": tricks}


def random_deal(random: Random, revokes: float = 0.08) -> Deal:
    """Return a deal of any game, its answers as the cards count it."""
    game = random.choice(["herzblatt", "solo", "herzeln", "husarln"])
    if game == "husarln":
        return random_husarln(random, revokes)
    if game == "herzeln":
        return random_herzeln(random, revokes)
    return random_herzblatt(random, game, revokes)


def random_herzblatt(random: Random, game: str, revokes: float) -> Deal:
    rules = "braun" if game == "solo" else random.choice(["braun", "lembke", "feder", "muhr"])
    seats = random.choice([3, 4]) if rules in ("muhr", "lembke") else random.choice([2, 3, 4, 5])
    ranks = {"muhr": {3: "AKQJ9", 4: "AKQJ987"}}.get(rules, {2: "AKQJ", 3: "AKQJ98", 4: "AKQJ987", 5: "AKQJ987"})[seats]
    pack = [rank + suit for suit in SUITS for rank in [*ranks, "10"]]
    if rules in ("braun", "feder") and seats in (3, 4):
        pack = [card for card in pack if card not in ("8H", "8D")]
    if rules == "lembke":
        pack = [card for card in pack if card[0] not in "78"] + ["8H", "7H"]
    skat_size = {"muhr": seats}.get(rules, 2)
    random.shuffle(pack)
    skat, size = pack[:skat_size], (len(pack) - skat_size) // seats
    players = NAMES[:seats]
    hands = {player: pack[skat_size + seat * size :][:size] for seat, player in enumerate(players)}
    soloist = random.choice(players)
    both = hands[soloist] + skat
    random.shuffle(both)
    hands[soloist], discard = both[:size], both[size:]
    house = {"overtrump": random.choice(["trump_led", "always", "never"])}
    trump = random.choice(SUITS) if game == "solo" else "H"
    answers: dict[str, Any] = {"soloist": soloist} | ({"suit": trump} if game == "solo" else {})
    record = {"skat": " ".join(skat), "discard": " ".join(discard)}
    deal = Deal(game, rules, house, 1, players, answers, record)
    play_deal(random, deal, trump, hands, revokes)
    taken = [card for trick, winner in zip(deal.play["tricks"], deal.winners, strict=True) for card in trick.split()
             if winner == soloist]  # fmt: skip
    answers["points"] = sum(WORTH.get(card[:-1], 0) for card in (*discard, *taken))
    return deal


def random_herzeln(random: Random, revokes: float) -> Deal:
    seats = random.choice([3, 4])
    pack = [rank + suit for suit in SUITS for rank in (ACE_TEN[2:] if seats == 3 else ACE_TEN)]
    random.shuffle(pack)
    players = NAMES[:seats]
    hands = {player: pack[seat * 8 :][:8] for seat, player in enumerate(players)}
    deal = Deal("herzeln", "piatnik", {}, random.randint(1, 7), players, {}, {})
    play_deal(random, deal, "", hands, revokes)
    piles = {player: [card for trick, winner in zip(deal.play["tricks"], deal.winners, strict=True)
                      for card in trick.split() if winner == player] for player in players}  # fmt: skip
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


def nominal(card: str) -> int:
    if card in ("SK", "T21", "T1"):
        return 5
    return 1 if card in TAROCKS else {"K": 5, "Q": 4, "C": 3, "V": 2}.get(card[:-1], 1)


def random_husarln(random: Random, revokes: float) -> Deal:
    pack = list(TAROCK_PACK)
    random.shuffle(pack)
    talon, players, contract = pack[:6], NAMES[:3], random.choice(list(BOUGHT))
    hands = {player: pack[6 + 12 * seat :][:12] for seat, player in enumerate(players)}
    declarer = random.choice(players)
    both = hands[declarer] + [talon[place - 1] for place in BOUGHT[contract]]
    plain = [card for card in both if card not in TAROCKS and card[0] != "K"]
    low = [card for card in both if card in TAROCKS and card not in ("SK", "T21", "T1")]
    discard = (plain + low)[: len(BOUGHT[contract])]
    hands[declarer] = [card for card in both if card not in discard]
    answers = {"declarer": declarer, "contract": contract}
    record = {"talon": " ".join(talon), "discard": " ".join(discard)}
    deal = Deal("husarln", "bamberger1", {}, 1, players, answers, record)
    play_deal(random, deal, "T", hands, revokes)
    rejected = [talon[place - 1] for place in range(1, SEEN[contract] + 1) if place not in BOUGHT[contract]]
    taken = [card for trick, winner in zip(deal.play["tricks"], deal.winners, strict=True) for card in trick.split()
             if winner == declarer]  # fmt: skip
    pile = [*discard, *rejected, *taken]
    whole, third = divmod(3 * sum(map(nominal, pile)) - 2 * len(pile), 3)
    answers["points"] = f"{whole} {third}/3" if third else whole
    answers["bonuses"] = list(bonuses(deal, declarer, pile))
    return deal


def bonuses(deal: Deal, declarer: str, pile: list[str]) -> list[dict[str, Any]]:
    """Return the bonuses that happened: last tricks and Kings."""
    found = []
    for place, (card, bonus) in enumerate((("T1", "pagat"), ("T2", "uhu"), ("T3", "pelican")), start=1):
        trick, winner = deal.play["tricks"][-place].split(), deal.winners[-place]
        leader = deal.winners[-place - 1]
        order = deal.players[deal.players.index(leader) :] + deal.players[: deal.players.index(leader)]
        if card in trick and order[trick.index(card)] == winner:
            found.append({"player": winner, "bonus": bonus})
    mine = sum(card in ("KC", "KS", "KH", "KD") for card in pile)
    if mine in (0, 4):
        others = [player for player in deal.players if player != declarer]
        found.append({"player": declarer if mine else others[0], "bonus": "kings"})
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
    leaders = enumerate([play.get("leader", deal.players[0]), *deal.winners[:-1]], start=1)
    play["led"] = {str(number): leader for number, leader in leaders if random.random() < remembered}
    if random.random() < 0.3:
        play["tricks"] = play["tricks"][: random.randrange(len(play["tricks"]) + 1)]
    if random.random() < 0.15 and play["tricks"]:
        index = random.randrange(len(play["tricks"]))
        play["tricks"][index] = random.choice(["", " ".join(play["tricks"][index].split()[:-1])])
    return play


def forget_cards(random: Random, cards: str, share: float) -> str:
    return " ".join("_" if random.random() < share else card for card in cards.split())
