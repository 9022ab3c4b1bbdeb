"""Quodlibet scored a second time, from the rules in words and the file format, and nights and deals made up at random.

Nothing of scorekeeper is used here. Where the rules are silent it does as the project decided: several winners share
each loser's gap in whole points, and of several with the most points the next in turn begins a round.
"""

from random import Random
from typing import Any

from .cards import NAMES, Deal, rotate, some
from .herzblatt import told

AUTHORS = {
    "wikipedia": {"length": "rounds", "dealing": "most_points", "last_trick": 50, "first_lead": "dealer"},
    "frankonia": {"length": "each", "dealing": "twelve", "last_trick": 50, "first_lead": "dealer"},
    "yoshinaga": {"length": "rounds", "dealing": "in_turn", "last_trick": 100, "first_lead": "forehand"},
}
SWITCHES: dict[str, list[Any]] = {
    "length": ["rounds", "each"],
    "dealing": ["most_points", "in_turn", "twelve"],
    "money": ["pairwise", "winner_takes", "none"],
    "last_trick": [50, 80, 100],
    "all_hearts": ["each", "hundred"],
    "first_lead": ["dealer", "forehand"],
    "blind_play": ["free", "follow"],
}
ROUNDS = [
    ["plus", "minus", "neighbour", "king_ober"],
    ["first_last", "no_hearts", "ober_unter", "bribe"],
    ["blind", "hunt", "quadrature", "snack"],
]
TOURS = [tour for tours in ROUNDS for tour in tours]
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7"]  # from high to low
KEYS = ["tricks", "king", "ober", "together", "first", "second", "third", "last"]
KEYS += ["hearts", "obers", "unters", "mixed", "lowest", "both", "out", "left"]


def house_of(night: dict[str, Any]) -> dict[str, Any]:
    return AUTHORS[night.get("rules", "wikipedia")] | night.get("house", {})


def score(night: dict[str, Any]) -> dict[str, Any]:
    """Return what `score --json` prints for `night`, without the steps and the payments."""
    house, players = house_of(night), night["players"]
    length = 12 if house["length"] == "rounds" else 48
    dealer, shown, parties = night.get("dealer", players[-1]), [], []
    for number, entry in enumerate(night["deals"], start=1):
        dealer = entry.get("dealer", dealer)
        playing = entry.get("playing", [*rotate(players, dealer)[1:], dealer][:4])
        written = {} if "void" in entry else entry.get("adjust") or points_of(house, playing, entry)
        if (number - 1) % length == 0:
            parties.append([])
        parties[-1].append(written)
        shown.append(
            {
                "number": number,
                "dealer": dealer,
                "playing": playing,
                "sheet": dict.fromkeys(players, 0) | written,
                "payoff": dict.fromkeys(players, 0) | pay(house, parties[-1], length),
            }
        )
        dealer = next_dealer(house, players, dealer, number, parties[-1])
    standings = [stand(players, place, party, length) for place, party in enumerate(parties)]
    return told("quodlibet", night, shown, "wikipedia") | {"parties": standings}


def sums(party: list[dict[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for written in party:
        for player, points in written.items():
            total[player] = total.get(player, 0) + points
    return total


def stand(players: list[str], place: int, party: list[dict[str, int]], length: int) -> dict[str, Any]:
    total = sums(party)
    won = [player for player in total if total[player] == min(total.values())] if len(party) == length else []
    return {
        "number": place + 1,
        "first": place * length + 1,
        "last": place * length + len(party),
        "scores": {player: total.get(player, 0) for player in players},
        "winners": [player for player in players if player in won],
    }


def pay(house: dict[str, Any], party: list[dict[str, int]], length: int) -> dict[str, int]:
    money = house.get("money", "pairwise")
    written = party[-1]
    if money == "pairwise":
        return {one: sum(points - written[one] for points in written.values()) for one in written}
    if money == "none" or len(party) < length:
        return {}
    total = sums(party)
    won = [player for player in total if total[player] == min(total.values())]
    paid = dict.fromkeys(total, 0)
    for loser in total:
        for winner in won:
            share = (total[loser] - total[winner]) // len(won)
            paid[winner] += share
            paid[loser] -= share
    return paid


def next_dealer(
    house: dict[str, Any], players: list[str], dealer: str, number: int, party: list[dict[str, int]]
) -> str:
    following = rotate(players, dealer)
    if house["dealing"] == "twelve" and number % 12:
        return dealer
    over = len(party) == (12 if house["length"] == "rounds" else 48)
    if house["dealing"] == "most_points" and house["length"] == "rounds" and len(party) % 4 == 0 and not over:
        total = sums(party)
        most = [player for player in [*following[1:], dealer] if total and total.get(player) == max(total.values())]
        if most:
            return most[0]
    return following[1]


def points_of(house: dict[str, Any], playing: list[str], entry: dict[str, Any]) -> dict[str, int]:
    """Return what each player writes in a tour."""
    tour = entry["tour"]
    wrote = dict.fromkeys(playing, 0)

    def number(key: str, total: int | None = None) -> dict[str, int]:
        numbers = entry.get(key, {})
        rest = 0 if total is None else total - sum(numbers.values())
        return {player: numbers.get(player, rest) for player in playing}

    if tour in ("plus", "minus", "neighbour", "blind", "hunt"):
        for player, taken in number("tricks", 8).items():
            counts = 8 - taken if tour == "plus" else taken
            writer = playing[(playing.index(player) + 1) % 4] if tour == "neighbour" else player
            wrote[writer] += 100 if counts == 8 else 10 * counts
    elif tour == "king_ober":
        wrote[entry["king"]] += 50
        wrote[entry["ober"]] += 30
        if entry.get("together"):
            wrote[entry["king"]] = 100
    elif tour == "first_last":
        for key, points in (("first", 10), ("second", 20), ("third", 30), ("last", house["last_trick"])):
            wrote[entry[key]] += points
    elif tour == "no_hearts":
        taken = {player: text.split() for player, text in entry["hearts"].items()}
        seen = {rank for ranks in taken.values() for rank in ranks}
        rest = [rank for rank in RANKS if rank not in seen]
        for player in playing:
            ranks = taken.get(player, rest)
            wrote[player] = sum(20 if rank in ("10", "9", "8", "7") else 10 for rank in ranks)
            if len(ranks) == 8 and house.get("all_hearts") == "hundred":
                wrote[player] = 100
    elif tour == "ober_unter":
        obers, unters, mixed = number("obers"), number("unters"), number("mixed")
        for player in playing:
            wrote[player] = 30 * obers[player] + 20 * unters[player] + 100 * mixed[player]
    elif tour == "bribe":
        tricks, lowest, both = number("tricks", 8), number("lowest", 8), number("both")
        for player in playing:
            wrote[player] = 30 * tricks[player] + 20 * lowest[player] + 50 * both[player]
    else:
        left = number("left")
        for place, player in enumerate(entry["out"]):
            wrote[player] = 10 * place * left[player]
    return wrote


def draw_night(random: Random) -> dict[str, Any]:
    """Return a night that a table might enter: no tour twice in a round, or by one dealer."""
    players = random.sample(["Anna", "Bernd", "Clara", "Dora", "Emil"], random.choice([4, 4, 4, 5]))
    night: dict[str, Any] = {"game": "quodlibet", "players": players, "deals": []}
    if random.random() < 0.8:
        night["rules"] = random.choice([*AUTHORS])
    if random.random() < 0.6:
        night["house"] = some(random, SWITCHES)
    if random.random() < 0.4:
        night["stake"] = random.choice(["0.10 EUR", "0.01 EUR", "1.00 CHF"])
    house = house_of(night)
    length = 12 if house["length"] == "rounds" else 48
    dealer, party, chosen = night.setdefault("dealer", random.choice(players)), [], set()
    for number in range(random.choice([2, 5, 12, 13, 26, 50])):
        if number % length == 0:
            party, chosen = [], set()
        seated: dict[str, Any] = {}
        if random.random() < 0.1:
            dealer = seated["dealer"] = random.choice(players)
        playing = [*rotate(players, dealer)[1:], dealer][:4]
        place = number % length
        if house["length"] == "rounds":
            left = [tour for tour in ROUNDS[place // 4] if tour not in chosen]
        else:
            left = [tour for tour in TOURS if (dealer, tour) not in chosen]
        chance = random.random()
        if chance < 0.05 or not left:
            entry: dict[str, Any] = {"void": True, "reason": "vergeben"}
        elif chance < 0.1:
            one, other = random.sample(players, 2)
            entry = {"adjust": {one: 7, other: -7}, "reason": "Karte gezeigt"}
        else:
            entry = draw_tour(random, random.choice(left), playing)
            chosen |= {entry["tour"], (dealer, entry["tour"])}
        night["deals"].append(seated | entry)
        party.append({} if "void" in entry else entry.get("adjust") or points_of(house, playing, entry))
        dealer = next_dealer(house, players, dealer, number + 1, party)
    return night


def draw_tour(random: Random, tour: str, playing: list[str]) -> dict[str, Any]:
    """Return a tour as a table may enter it, counted from cards that were really dealt."""
    if tour in ("quadrature", "snack"):
        out = random.sample(playing, 4)
        left = {player: random.randint(0, 8) for player in out[1:]}
        left[out[-1]] = random.randint(1, 8)
        return {"tour": tour, "out": out, "left": {player: cards for player, cards in left.items() if cards}}
    pack = random.sample([rank + suit for suit in "CSHD" for rank in RANKS], 32)
    tricks = [(random.choices(playing, [6, 3, 2, 1])[0], pack[4 * n : 4 * n + 4]) for n in range(8)]
    entry = {"tour": tour} | count(tour, playing, [(taker, playing, cards) for taker, cards in tricks])
    if tour in ("plus", "hunt") and random.random() < 0.3:
        entry["tricks"].pop(random.choice(playing))
    return entry


def count(tour: str, players: list[str], tricks: list[tuple[str, list[str], list[str]]]) -> dict[str, Any]:
    """Return what is entered of a tour from its tricks: who took it, who played, and the cards in that order."""

    def taken(card: str) -> tuple[int, str]:
        return next((place, taker) for place, (taker, _, cards) in enumerate(tricks) if card in cards)

    takers = [taker for taker, _, _ in tricks]
    if tour == "king_ober":
        king, ober = taken("KH"), taken("QD")
        return {"king": king[1], "ober": ober[1]} | ({"together": True} if king == ober else {})
    if tour == "first_last":
        return {"first": takers[0], "second": takers[1], "third": takers[2], "last": takers[7]}
    if tour == "no_hearts":
        hearts = {player: [rank for rank in RANKS if taken(f"{rank}H")[1] == player] for player in players}
        return {"hearts": {player: " ".join(ranks) for player, ranks in hearts.items()}}
    if tour == "ober_unter":
        numbers = {key: dict.fromkeys(players, 0) for key in ("obers", "unters", "mixed")}
        for taker, _, cards in tricks:
            obers, unters = (sum(card[0] == rank for card in cards) for rank in "QJ")
            if obers and unters:
                numbers["mixed"][taker] += 1
            else:
                numbers["obers"][taker] += obers
                numbers["unters"][taker] += unters
        return numbers
    numbers = {"tricks": {player: takers.count(player) for player in players}}
    if tour == "bribe":
        numbers |= {"lowest": dict.fromkeys(players, 0), "both": dict.fromkeys(players, 0)}
        for taker, order, cards in tricks:
            lowest = max(cards, key=lambda card: RANKS.index(card[:-1]))
            giver = order[cards.index(lowest)]
            numbers["lowest"][giver] += 1
            numbers["both"][giver] += giver == taker
    return numbers


def judge(deal: Deal, hand: list[str], trick: list[str], card: str) -> tuple[str, set[str]]:
    """Return why a card is illegal, "" if it is not, and the legal cards: QU-6, QU-18."""
    blind = deal.answers["tour"] == "blind" and deal.house.get("blind_play", "free") == "free"
    follow = {other for other in hand if trick and other[-1] == trick[0][-1]}
    legal = {*hand} if blind or not follow else follow
    return "" if card in legal else "MUST_FOLLOW", legal


def winner_of(trick: list[str]) -> str:
    """QU-6."""
    led = [card for card in trick if card[-1] == trick[0][-1]]
    return min(led, key=lambda card: RANKS.index(card[:-1]))


def random_start(random: Random) -> tuple[Deal, dict[str, list[str]]]:
    """Return a tour with tricks before the first lead, and its hands."""
    players, house = NAMES[:4], some(random, {key: SWITCHES[key] for key in ("first_lead", "blind_play")})
    pack = random.sample([rank + suit for suit in "CSHD" for rank in RANKS], 32)
    hands = {player: pack[8 * seat :][:8] for seat, player in enumerate(players)}
    leader = players[0] if house.get("first_lead") == "forehand" else players[-1]
    tour = random.choice([tour for tour in TOURS if tour not in ("quadrature", "snack")])
    deal = Deal("quodlibet", "wikipedia", house, 1, players, {"tour": tour}, {}, "", leader)
    return deal, hands


def complete(deal: Deal) -> None:
    """Add what is entered of the tour that was played; of equally low cards nobody says which is the lowest."""
    order, tricks = rotate(deal.players, deal.leader), []
    for cards, winner in zip(deal.play["tricks"], deal.winners, strict=True):
        tricks.append((winner, order, cards.split()))
        order = rotate(deal.players, winner)
    deal.answers |= count(deal.answers["tour"], deal.players, tricks)
    lows = [sorted(RANKS.index(card[:-1]) for card in cards)[-2:] for _, _, cards in tricks]
    if deal.answers["tour"] == "bribe" and any(one == other for one, other in lows):
        del deal.answers["lowest"], deal.answers["both"]
