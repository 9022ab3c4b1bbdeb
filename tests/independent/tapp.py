"""Tapp Tarock scored once more, straight from the rules and the file format, without the house's own code.

`score` takes the tables of a night file that is known to be valid and returns what `score --json` says, less steps
and payments. `draw_night` returns a random valid night.
"""

from .cards import OWN, draw_deals, draw_own, draw_own_rows, draw_told, own_worth, rotate
from .herzblatt import told

GAME = {"dreier": 3, "unterer": 4, "oberer": 5, "solo": 8}
HANDS = {"trull": 3, "kings": 3, "heads": 1}
STEPS = {"with40": (40, 3), "with45": (45, 6), "with50": (50, 10), "with55": (55, 15)}
AUTHORS = {
    "mayr": {},
    "alscher": {"valat": "times"},
    "kruepl": {"valat": "times", "solo_pagat": 1, "hand_bonuses": "no", "contra": "off"},
    "furr": {"valat": "times", "solo_pagat": 1, "hand_bonuses": "no", "contra": "off"},
    "tower_grove": {
        "failed_silent_pagat": "silent_value",
        "contra_levels": 2,
        "valat_contra": "no",
        "writing": "credits",
    },
    "point": {"valat": "times", "hand_bonuses": "no", "point_bids": "yes"},
}
OFFERED = {
    "valat": ["fixed", "times"],
    "failed_valat": ["valat_and_game", "valat_only"],
    "solo_pagat": [1, 2],
    "failed_silent_pagat": ["nothing", "silent_value"],
    "defender_pagat": ["side", "individual"],
    "announce": ["declarer", "all"],
    "hand_bonuses": ["yes", "no"],
    "point_bids": ["no", "yes"],
    "contra": ["off", "game", "game_and_announcements"],
    "contra_levels": [0, 1, 2, 3],
    "valat_contra": ["yes", "no"],
    "writing": ["payments", "credits"],
    "halves": ["free", "fixed"],
    "fourth": ["sits_out", "with_defenders"],
}
FIRST = {name: values[0] for name, values in OFFERED.items()} | {
    "solo_pagat": 2,
    "contra": "game_and_announcements",
    "contra_levels": 3,
}


def in_force(night):
    return FIRST | AUTHORS[night["rules"]] | night.get("house", {})


def score(night):
    players, house = night["players"], in_force(night)
    dealer, deals = night.get("dealer", players[-1]), []
    for number, deal in enumerate(night["deals"], start=1):
        dealer = deal.get("dealer", dealer)
        playing = deal.get("playing") or [*rotate(players, dealer)[1:], dealer][:3]
        payoff, credits = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
        paying = playing if house["fourth"] == "sits_out" or dealer in playing else [*playing, dealer]
        for winners, losers, points in [] if deal.get("passed") else postings(house, deal, paying):
            for winner in winners:
                credits[winner] += points
                for loser in losers:
                    payoff[winner] += points
                    payoff[loser] -= points
        sheet = credits if house["writing"] == "credits" else payoff
        deals.append({"number": number, "dealer": dealer, "playing": playing, "sheet": sheet, "payoff": payoff})
        dealer = rotate(players, dealer)[1]
    return told("tapp", night, deals)


def postings(house, deal, playing):
    """Yield who wins how much from whom."""
    declarer = deal["declarer"]
    defenders = [player for player in playing if player != declarer]
    game, rows, steps = GAME[deal["contract"]], deal.get("bonuses", []), {}

    def side(good, points):
        return ([declarer], defenders, points) if good else (defenders, [declarer], points)

    count = deal.get("points", 70 - deal["defender_points"] if "defender_points" in deal else None)
    valat = next((row for row in rows if row["bonus"] == "valat"), None)
    made_valat = valat is not None and valat.get("made", True)
    if valat:
        announced = valat.get("announced", False)
        worth = game * (8 if announced else 4) if house["valat"] == "times" else (24 if announced else 12)
        levels = [valat.get("contra", 0), deal.get("contra", 0) if made_valat else 0]
        yield side(made_valat == (valat["player"] == declarer), worth * 2 ** max(levels))
    if not made_valat and not (valat and house["failed_valat"] == "valat_only"):
        yield side(count >= 36, game * 2 ** deal.get("contra", 0))
    for row in rows:
        player, made = row["player"], row.get("made", True)
        others = [other for other in playing if other != player]
        if row["bonus"] in HANDS:
            yield [player], others, HANDS[row["bonus"]]
        elif row["bonus"] in STEPS:
            steps[row["bonus"]] = row.get("contra", 0)
        elif row["bonus"] in OWN:
            yield side(made == (player == declarer), own_worth(house, row) * 2 ** row.get("contra", 0))
        elif row["bonus"] == "pagat":
            points = (8 if row.get("announced") else 4) * 2 ** row.get("contra", 0)
            points *= house["solo_pagat"] if deal["contract"] == "solo" else 1
            if player == declarer or house["defender_pagat"] == "side":
                yield side(made == (player == declarer), points)
            else:
                yield ([player], others, points) if made else (others, [player], points)
    highest = max((STEPS[step][0] for step in steps), default=0)
    for step, (needed, points) in STEPS.items():
        if needed <= highest:
            yield side(count >= needed, points * 2 ** steps.get(step, 0))


def draw_night(random, fits):
    """Return a random night of three to five players, each deal of which `fits`."""
    players = ["Anna", "Bernd", "Clara", "Dora", "Emil"][: random.choice([3, 3, 4, 5])]
    random.shuffle(players)
    house = {name: random.choice(values) for name, values in OFFERED.items() if random.random() < 0.3}
    house |= draw_own(random) if random.random() < 0.3 else {}
    night = {"game": "tapp", "rules": random.choice(list(AUTHORS)), "players": players, "house": house, "deals": []}
    draw_deals(random, night, fits, draw_deal, at_play=3)
    night["deals"] = [{"passed": True} if random.random() < 0.05 else deal for deal in night["deals"]]
    return night


def draw_deal(random, night, playing):
    house = in_force(night)
    declarer, contract = random.choice(playing), random.choice(["dreier", "solo"])
    if night["rules"] != "tower_grove":
        contract = random.choice(list(GAME))
    deal = {"declarer": declarer, "contract": contract}
    if house["contra"] != "off" and random.random() < 0.5:
        deal["contra"] = random.randint(0, house["contra_levels"])
    rows = draw_rows(random, house, declarer, playing)
    count = random.choice([random.randint(0, 70), random.randint(33, 56)])
    if any(row["bonus"] == "valat" and row.get("made", True) for row in rows):
        count = random.choice([random.randint(0, 4), random.randint(66, 70)])
    told = draw_told(random, count, 70)
    if any(row["bonus"] == "valat" and row.get("made", True) for row in rows) and random.random() < 0.5:
        told = told if any(row["bonus"] in STEPS for row in rows) else {}
    return deal | told | ({"bonuses": rows} if rows else {})


def draw_rows(random, house, declarer, playing):
    announced = house["contra_levels"] if house["contra"] == "game_and_announcements" else 0
    strong, rows = random.choice(playing), []
    for bonus, chance in (("pagat", 0.4), ("valat", 0.2)):
        if random.random() < chance:
            row = {"player": random.choice([strong, declarer]), "bonus": bonus}
            if random.random() < 0.5 and (row["player"] == declarer or house["announce"] == "all"):
                row |= {"announced": True, "made": random.random() < 0.5}
                levels = announced if bonus == "pagat" or house["valat_contra"] == "yes" else 0
                row |= {"contra": random.randint(0, levels)} if levels else {}
            elif bonus == "pagat" and house["failed_silent_pagat"] == "silent_value" and random.random() < 0.3:
                row["made"] = False
            rows.append(row)
    made = {(row["player"] == declarer) for row in rows if row.get("made", True)}
    if len(made) > 1 or any(row["bonus"] == "valat" and row.get("made", True) and len(rows) > 1 for row in rows):
        rows = rows[:1]
    if house["hand_bonuses"] == "yes":
        rows += [{"player": strong, "bonus": bonus} for bonus in ("heads", "kings") if random.random() < 0.3]
        if random.random() < 0.2 and not any(row["bonus"] in ("heads", "valat", "pagat") for row in rows):
            rows.append({"player": strong, "bonus": "trull"})
    if house["point_bids"] == "yes":
        for step in random.sample(list(STEPS), random.randint(0, 3)):
            rows.append(
                {"player": declarer, "bonus": step} | ({"contra": random.randint(0, announced)} if announced else {})
            )
    announcers = playing if house["announce"] == "all" else [declarer]
    rows += draw_own_rows(random, house, playing, announcers, announced)
    random.shuffle(rows)
    return rows
