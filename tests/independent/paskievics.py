"""Hungarian Tarokk scored once more, straight from the rules and the file format, without the house's own code.

`score` takes the tables of a night file that is known to be valid and returns what `score --json` says, less steps
and payments. `draw_night` returns a random valid night.
"""

from .cards import OWN, draw_deals, draw_own, draw_own_rows, draw_told, own_worth, rotate
from .herzblatt import told
from .paskievics_cards import AUTHORS, CALLABLE

GAME = {"harom": 1, "ketto": 2, "egy": 3, "szolo": 4}
BONUSES = {"trull": (1, 2), "kings": (1, 2), "double": (2, 4), "valat": (3, 6), "pagat": (5, 10), "mondfang": (21, 42)}
BONUSES |= {"tarokk8": (1, 1), "tarokk9": (2, 2)}
OF_GAME = ("double", "valat")
USUAL = {"game_beside": "contra", "beside_volat": "announced", "failed_silent_pagat": "silent_value"}
USUAL |= {"invitations": "played", "contra": "game_and_announcements", "contra_levels": 5}
HELD = {
    "game_beside": ["contra", "always"],
    "beside_volat": ["announced", "all"],
    "values": [{"szolo": 6}, {"kings": [3, 5], "pagat": [4, 9]}, {"double_times": [3, 5], "valat_times": [4, 8]}],
    "failed_silent_pagat": ["silent_value", "nothing"],
    "invitations": ["played", "none"],
    "contra": ["game_and_announcements", "game", "off"],
    "contra_levels": [0, 2, 5, 9],
}


def in_force(night):
    return USUAL | night.get("house", {})


def worth(night):
    """Return what each game is worth, and each bonus silent and announced."""
    known = {**{game: [value] for game, value in GAME.items()}, **BONUSES}
    own = night.get("house", {}).get("values", {})
    return known | {
        key.removesuffix("_times"): value if isinstance(value, list) else [value, value] for key, value in own.items()
    }


def score(night):
    players, house = night["players"], in_force(night)
    dealer, deals = night.get("dealer", players[-1]), []
    for number, deal in enumerate(night["deals"], start=1):
        dealer = deal.get("dealer", dealer)
        playing = deal.get("playing") or [*rotate(players, dealer)[1:], dealer][:4]
        payoff = dict.fromkeys(players, 0)
        for side, value in [] if deal.get("passed") else postings(house, worth(night), deal):
            others = [player for player in playing if player not in side]
            for player in playing:
                payoff[player] += value * len(others) // len(side) if player in side else 0
                payoff[player] -= 0 if player in side else value
        deals.append({"number": number, "dealer": dealer, "playing": playing, "sheet": payoff, "payoff": payoff})
        dealer = rotate(players, dealer)[1]
    return told("paskievics", night, deals)


def postings(house, values, deal):
    """Yield for the game and for each bonus whose it is, and what each of the others pays."""
    rows = deal.get("bonuses", [])
    side = [player for player in (deal["declarer"], deal.get("partner")) if player]
    count = deal.get("points", 94 - deal["defender_points"] if "defender_points" in deal else None)

    def ours(row):
        return row["player"] in side

    volat = next((row for row in rows if row["bonus"] == "valat" and row.get("made", True)), None)
    won = ours(volat) if volat else deal["won"] if count is None else count >= 48
    instead = [row for row in rows if row["bonus"] in OF_GAME]
    made = any(row.get("made", True) for row in instead)
    in_vain = any(row.get("announced") and ours(row) == won for row in instead)
    if deal.get("contra") or house["game_beside"] == "always" or not (made or in_vain):
        yield side, (1 if won else -1) * values[deal["contract"]][0] * 2 ** deal.get("contra", 0)
    for row in rows:
        bonus = row["bonus"]
        vain = any(one["bonus"] == "valat" and one.get("announced") and ours(one) == ours(row) for one in rows)
        silent = not row.get("announced")
        if silent and bonus in ("trull", "kings") and volat and house["beside_volat"] == "announced":
            continue
        if silent and bonus == "double" and (volat or vain):
            continue
        figure = own_worth(house, row) if bonus in OWN else values[bonus][bool(row.get("announced"))]
        value = figure * 2 ** row.get("contra", 0)
        value *= values[deal["contract"]][0] if bonus in OF_GAME else 1
        if bonus.startswith("tarokk"):
            yield [row["player"]], value
        else:
            yield side, value if ours(row) == row.get("made", True) else -value


def draw_night(random, fits):
    """Return a random night of four or five players, each deal of which `fits`."""
    players = ["Anna", "Bernd", "Clara", "Dora", "Emil"][: random.choice([4, 4, 5])]
    random.shuffle(players)
    house = {name: random.choice(values) for name, values in HELD.items() if random.random() < 0.3}
    house |= draw_own(random) if random.random() < 0.3 else {}
    night = {"game": "paskievics", "rules": random.choice(AUTHORS), "players": players, "house": house, "deals": []}
    draw_deals(random, night, fits, draw_deal)
    return night


def draw_deal(random, night, playing):
    if random.random() < 0.05:
        return {"passed": True}
    house = in_force(night)
    deal = {"declarer": random.choice(playing), "contract": random.choice([*GAME])}
    if random.random() < 0.3:
        deal["alone"] = True
    else:
        deal["partner"] = random.choice([player for player in playing if player != deal["declarer"]])
    deal |= {"called": random.choice(CALLABLE)} if random.random() < 0.7 else {}
    if house["contra"] != "off" and random.random() < 0.3:
        deal["contra"] = random.randint(0, house["contra_levels"])
    rows = draw_rows(random, night, house, playing)
    count = random.choice([random.randint(0, 94), random.randint(30, 60)])
    told = draw_told(random, count, 94)
    made_valat = any(row["bonus"] == "valat" and row.get("made", True) for row in rows)
    if made_valat or random.random() < 0.1:
        told = {} if made_valat else {"won": random.random() < 0.5}
    return deal | told | ({"bonuses": rows} if rows else {})


def draw_rows(random, night, house, playing):
    levels, rows = house["contra_levels"] if house["contra"] == "game_and_announcements" else 0, []
    for bonus in BONUSES:
        if random.random() > 0.25 or (bonus.startswith("tarokk") and night["rules"] == "openspiel"):
            continue
        row = {"player": random.choice(playing), "bonus": bonus}
        if not bonus.startswith("tarokk") and random.random() < 0.6:
            row |= {"announced": True, "made": random.random() < 0.5}
            row |= {"contra": random.randint(0, levels)} if levels else {}
        elif bonus == "pagat" and house["failed_silent_pagat"] == "silent_value" and random.random() < 0.3:
            row["made"] = False
        rows.append(row)
        if row.get("announced") and not row["made"] and random.random() < 0.5:
            others = [player for player in playing if player != row["player"]]
            rows.append({"player": random.choice(others), "bonus": bonus})
    rows += draw_own_rows(random, house, playing, playing, levels)
    return rows
