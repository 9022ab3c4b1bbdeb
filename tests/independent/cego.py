"""Cego scored once more, straight from the rules and the file format, without the house's own code.

`score` takes the tables of a night file that is known to be valid and returns what `score --json` says, less steps
and payments. `draw_night` returns a random valid night.
"""

from .cards import draw_deals, draw_told, rotate
from .herzblatt import told

GAME = {"cego": 1, "halbe": 2, "eine": 3, "eine_leere": 4, "zwei_leere": 5, "zwei_verschiedene": 6}
GAME |= {"kleiner_mann": 7, "solo": 1, "ultimo": 80, "piccolo": 40, "bettel": 30, "raeuber": 40}
SPECIAL = ("ultimo", "piccolo", "bettel", "raeuber")
HELD = {
    "no_trick": ["forty", "count"],
    "first_lead": ["declarer", "forehand"],
    "fourth": ["sits_out", "with_defenders"],
    "values": [{"halbe": 3, "eine": 4}, {"bettel": 40, "raeuber": 50}, {"solo": 2, "ultimo": 100}],
}


def score(night):
    players, house = night["players"], night.get("house", {})
    values = GAME | house.get("values", {})
    dealer, deals = night.get("dealer", players[-1]), []
    for number, deal in enumerate(night["deals"], start=1):
        dealer = deal.get("dealer", dealer)
        playing = deal.get("playing") or [*rotate(players, dealer)[1:], dealer][:4]
        paid = [*playing]
        if house.get("fourth") == "with_defenders" and dealer not in playing:
            paid.append(dealer)
        payoff = dict.fromkeys(players, 0)
        one = deal.get("loser", deal["declarer"])
        value = settle(house, values, deal)
        for player in paid:
            payoff[player] = value * (len(paid) - 1) if player == one else -value
        deals.append({"number": number, "dealer": dealer, "playing": playing, "sheet": payoff, "payoff": payoff})
        dealer = rotate(players, dealer)[1]
    return told("cego", night, deals)


def settle(house, values, deal):
    """Return what the declarer gets of each other player, or the loser of a Räuber."""
    game = deal["contract"]
    if game == "raeuber":
        return -values[game] * (2 if deal["loser"] == deal["declarer"] else 1)
    if game in SPECIAL:
        won = deal["tricks"] == (game == "piccolo") if "tricks" in deal else deal["won"]
        return values[game] if won else -values[game]
    if deal.get("no_trick") and house.get("no_trick", "forty") == "forty":
        return -40
    points = deal.get("points", 79 - deal.get("defender_points", 0))
    won = points > 39
    steps = 1
    while (79 - points if won else points) < 40 - 5 * steps:
        steps += 1
    worth = 5 * steps * (values[game] + deal.get("against_solo", False)) * (2 if won and game == "solo" else 1)
    worth += 5 if worth % 10 else 0
    return worth if won else -worth


def draw_night(random, fits):
    """Return a random night of four or five players, each deal of which `fits`."""
    players = ["Anna", "Bernd", "Clara", "Dora", "Emil"][: random.choice([4, 4, 5])]
    random.shuffle(players)
    house = {name: random.choice(values) for name, values in HELD.items() if random.random() < 0.3}
    night = {"game": "cego", "rules": "schwarzwald", "players": players, "house": house, "deals": []}
    draw_deals(random, night, fits, draw_deal)
    return night


def draw_deal(random, night, playing):
    game = random.choice([*GAME])
    deal = {"declarer": random.choice(playing), "contract": game}
    if game == "raeuber":
        return deal | {"loser": random.choice(playing)}
    if game in SPECIAL:
        tricks = {"tricks": random.choice([0, 1, 2, 11])}
        return deal | (tricks if game != "ultimo" and random.random() < 0.6 else {"won": random.random() < 0.5})
    if game != "solo" and random.random() < 0.3:
        deal["against_solo"] = True
    forty = night["house"].get("no_trick", "forty") == "forty"
    if forty and random.random() < 0.15:
        return deal | {"no_trick": True} | ({"points": random.randint(0, 40)} if random.random() < 0.5 else {})
    points = random.choice([random.randint(0, 79), random.randint(28, 52)])
    return deal | draw_told(random, points, 79)
