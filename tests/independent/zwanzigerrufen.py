"""Zwanzigerrufen scored once more, straight from the rules and the file format, without the house's own code.

`score` takes the tables of a night file that is known to be valid and returns what `score --json` says, less steps
and payments. `draw_night` returns a random valid night.
"""

from .cards import OWN, draw_deals, draw_own, draw_own_rows, draw_told, own_worth, rotate
from .herzblatt import told
from .zwanzigerrufen_cards import AUTHORS, CALLABLE, SWITCHES

GAME = {"normal": 1, "farbensolo": 4, "solo": 5}
BONUSES = {"trull": (1, 1), "kings": (1, 1), "pagat": (1, 2), "mondfang": (1, 1), "absolut": (1, 2), "valat": (6, 12)}
HELD = {
    "valat": ["alone", "beside"],
    "absolut": ["decides", "beside"],
    "values": [{"solo": 6}, {"kings": 3, "pagat": [1, 3]}, {"normal": 2, "valat": [8, 20]}],
    "solo_bonuses": [1, 2],
    "failed_silent_pagat": ["nothing", "silent_value"],
    "mondfang": ["any", "side"],
    "contra": ["game_and_announcements", "game", "off"],
    "contra_levels": [0, 2, 4, 9],
    "emperor": ["any_order", "none"],
}


def in_force(night):
    author = AUTHORS.index(night["rules"])
    return {name: values[author] for name, values in SWITCHES.items()} | night.get("house", {})


def worth(night):
    """Return what each game is worth, and each bonus silent and announced."""
    known = {**{game: [value] for game, value in GAME.items()}, **BONUSES}
    known |= {"solo": [4], "kings": [2, 2]} if night["rules"] == "browser" else {}
    own = night.get("house", {}).get("values", {})
    return known | {key: value if isinstance(value, list) else [value, value] for key, value in own.items()}


def score(night):
    players, house = night["players"], in_force(night)
    dealer, deals = night.get("dealer", players[-1]), []
    for number, deal in enumerate(night["deals"], start=1):
        dealer = deal.get("dealer", dealer)
        playing = deal.get("playing") or [*rotate(players, dealer)[1:], dealer][:4]
        side = [player for player in (deal["declarer"], deal.get("partner")) if player]
        others, payoff = [player for player in playing if player not in side], dict.fromkeys(players, 0)
        value = sum(postings(house, worth(night), deal, side))
        for player in playing:
            alone = len(side) == 1
            payoff[player] = value * (3 if alone else 1) if player in side else -value
        assert len(others) + len(side) == 4
        deals.append({"number": number, "dealer": dealer, "playing": playing, "sheet": payoff, "payoff": payoff})
        dealer = rotate(players, dealer)[1]
    return told("zwanzigerrufen", night, deals)


def postings(house, values, deal, side):
    """Yield what the declarer's side gets for the game and for each bonus."""
    rows = deal.get("bonuses", [])
    count = deal.get("points", 88 - deal["defender_points"] if "defender_points" in deal else None)
    valat = next((row for row in rows if row["bonus"] == "valat"), None)
    absolut = next((row for row in rows if row["bonus"] == "absolut" and row.get("announced")), None)

    def ours(row):
        return row.get("made", True) == (row["player"] in side)

    if valat and (valat.get("made", True) or house["valat"] == "alone"):
        won = ours(valat)
    elif absolut and house["absolut"] == "decides":
        won = ours(absolut)
    else:
        won = deal["won"] if count is None else count >= 45
    yield (1 if won else -1) * values[deal["contract"]][0] * 2 ** deal.get("contra", 0)
    for row in rows:
        if valat and house["valat"] == "alone" and row is not valat:
            continue
        figure = own_worth(house, row) if row["bonus"] in OWN else values[row["bonus"]][bool(row.get("announced"))]
        value = figure * 2 ** row.get("contra", 0)
        value *= house["solo_bonuses"] if deal["contract"] == "solo" else 1
        yield value if ours(row) else -value


def draw_night(random, fits):
    """Return a random night of four or five players, each deal of which `fits`."""
    players = ["Anna", "Bernd", "Clara", "Dora", "Emil"][: random.choice([4, 4, 5])]
    random.shuffle(players)
    house = {name: random.choice(values) for name, values in HELD.items() if random.random() < 0.3}
    house |= draw_own(random) if random.random() < 0.3 else {}
    night = {"game": "zwanzigerrufen", "rules": random.choice(AUTHORS), "players": players, "house": house, "deals": []}
    draw_deals(random, night, fits, draw_deal)
    return night


def draw_deal(random, night, playing):
    house, contract = in_force(night), random.choice(["normal", "normal", "farbensolo", "solo"])
    deal = {"declarer": playing[0] if contract == "normal" else random.choice(playing), "contract": contract}
    if contract == "normal":
        deal["partner"] = random.choice([player for player in playing if player != deal["declarer"]])
        deal |= {"called": random.choice(CALLABLE)} if random.random() < 0.7 else {}
    if house["contra"] != "off" and random.random() < 0.5:
        deal["contra"] = random.randint(0, house["contra_levels"])
    rows = draw_rows(random, house, contract, playing)
    count = random.choice([random.randint(0, 88), random.randint(30, 60)])
    told = draw_told(random, count, 88)
    made_valat = any(row["bonus"] == "valat" and row.get("made", True) for row in rows)
    if made_valat or random.random() < 0.1:
        told = {} if made_valat else {"won": random.random() < 0.5}
    return deal | told | ({"bonuses": rows} if rows else {})


def draw_rows(random, house, contract, playing):
    levels, rows = house["contra_levels"] if house["contra"] == "game_and_announcements" else 0, []
    kept = ("kings", "absolut", "valat") if contract == "farbensolo" else BONUSES
    for bonus in kept:
        if random.random() > 0.25:
            continue
        row = {"player": random.choice(playing), "bonus": bonus}
        if bonus in ("pagat", "absolut", "valat") and random.random() < 0.6:
            row |= {"announced": True, "made": random.random() < 0.5}
            row |= {"contra": random.randint(0, levels)} if levels else {}
        elif bonus == "pagat" and house["failed_silent_pagat"] == "silent_value" and random.random() < 0.3:
            row["made"] = False
        rows.append(row)
    if contract != "farbensolo":
        rows += draw_own_rows(random, house, playing, playing, levels)
    return rows
