"""Husarln scored once more, straight from the rules and the file format, without the house's own code.

`score` takes the tables of a night file that is known to be valid and returns what `score --json` says, less steps
and payments. `draw_night` returns a random night of deals that
can have been.
"""

from fractions import Fraction
from functools import partial

from .cards import OWN, draw_own, draw_own_rows, first_fit, own_worth, rotate
from .herzblatt import told

VALUES = {
    "Z1": (2, 3, 3, 12),
    "Z2": (4, 6, 6, 9),
    "Z3": (6, 9, 9, 6),
    "Z1b": (8, 12, 12, 3),
    "Z2b": (10, 15, 15, 3),
    "E1": (3, 4, 4, 28),
    "E2": (6, 8, 8, 24),
    "E3": (9, 12, 12, 20),
    "E4": (12, 16, 16, 16),
    "E5": (15, 20, 20, 12),
    "E6": (18, 24, 24, 8),
    "E1b": (21, 28, 28, 4),
    "E2b": (24, 32, 32, 4),
    "E3b": (27, 36, 36, 4),
    "E4b": (30, 40, 40, 4),
    "E5b": (33, 44, 44, 4),
    "Solo": (40, 40, 50, 36),
}
AUTHORS = ("loew", "beck", "bamberger1", "bamberger2")
BONUSES = {
    "pagat": (5, 10),
    "uhu": (5, 12),
    "pelican": (5, 14),
    "trull": (3, 3),
    "tarock10": (1, 1),
    "tarock11": (2, 2),
    "tarock12": (3, 3),
    "kings": (3, 3),
}
ULTIMO = ("pagat", "uhu", "pelican")


def score(night):
    players = night["players"]
    dealer = night.get("dealer", players[-1])
    deals, games = [], []
    for number, deal in enumerate(night.get("deals", []), start=1):
        dealer = deal.get("dealer", dealer)
        playing = deal.get("playing") or [*rotate(players, dealer)[1:], dealer][:3]
        sheet, payoff = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
        if "adjust" in deal:
            sheet.update(deal["adjust"])
            payoff.update(deal["adjust"])
        elif not deal.get("passed"):
            settle(night, deal, playing, sheet, payoff)
        if "game_end" in night.get("house", {}):
            end_game(games, night["house"]["game_end"], number, playing, sheet, payoff)
        deals.append({"number": number, "dealer": dealer, "playing": list(playing), "sheet": sheet, "payoff": payoff})
        stays = deal.get("passed") and night.get("house", {}).get("all_pass") == "redeal_same"
        dealer = dealer if stays else rotate(players, dealer)[1]
    return told("husarln", night, deals) | ({"parties": games} if games else {})


def end_game(games, agreed, number, playing, sheet, payoff):
    """Add a deal to the game that is being played; who has the mark with it writes the bonus, which the others pay."""
    if agreed == "none":
        return
    mark, bonus = agreed
    if not games or games[-1]["winners"]:
        games.append({"number": len(games) + 1, "first": number, "scores": dict.fromkeys(sheet, 0), "winners": []})
    game = games[-1]
    game["last"] = number
    game["winners"] = [player for player in sheet if game["scores"][player] + sheet[player] >= mark]
    for winner in game["winners"]:
        sheet[winner] += bonus
        for other in dict.fromkeys([*playing, *game["winners"]]):
            payoff[other] -= bonus
            payoff[winner] += bonus
    for player in sheet:
        game["scores"][player] += sheet[player]


def settle(night, deal, playing, sheet, payoff):
    """Write one deal into `sheet` (nobody below zero) and `payoff` (payment by payment)."""
    house, author = night.get("house", {}), night["rules"]
    declarer, contract = deal["declarer"], deal["contract"]
    defenders = [player for player in playing if player != declarer]

    def pay(debtor, creditor, amount):
        payoff[debtor] -= amount
        payoff[creditor] += amount

    value = VALUES[contract][AUTHORS.index(author)]
    if contract == "Solo" and author == "beck":
        value = house.get("beck_solo", value)
    if contract == "Solo" and author == "bamberger1":
        value = house.get("bam1_solo", value)
    value *= 2 ** deal.get("contra", 0)
    if is_won(house, deal):
        sheet[declarer] += value
        for defender in defenders:
            pay(defender, declarer, value)
    else:
        value *= house.get("loss_factor", 1)
        for defender in defenders:
            sheet[defender] += value
            pay(declarer, defender, value)

    doubled = house.get("solo_doubles", "by_author")
    if doubled == "by_author":
        doubled = author != "loew"
    for row in deal.get("bonuses", []):
        bonus, player, announced, made = (
            row["bonus"],
            row["player"],
            row.get("announced", False),
            row.get("made", True),
        )
        own = bonus in OWN
        worth = own_worth(house, row) if own else BONUSES[bonus][announced]
        if announced and bonus not in (*ULTIMO, *OWN) and house.get("flat_bonus_announced") == "double":
            worth *= 2
        if announced and not made:
            charged = house.get("failed_announcement", "announced_value")
            silent = own_worth(house, {"bonus": bonus}) if own else BONUSES[bonus][0]
            worth = {"announced_value": worth, "silent_value": silent, "nothing": 0}[charged]
        if contract == "Solo" and doubled in (True, "yes"):
            worth *= 2
        worth *= 2 ** row.get("contra", 0)
        if bonus == "kings" or own or house.get("defender_bonus") == "side":
            to_declarer = (player == declarer) == made
            for defender in defenders:
                pay(*((defender, declarer) if to_declarer else (declarer, defender)), worth)
            for writer in [declarer] if to_declarer else defenders:
                sheet[writer] += worth
        else:
            others = [other for other in playing if other != player]
            for other in others:
                pay(*((other, player) if made else (player, other)), worth)
            for writer in [player] if made else others:
                sheet[writer] += worth


def is_won(house, deal):
    """34 rounded points win; with the exact majority more than 33 do, which can only be 33 1/3 besides."""
    points = spoken(deal["points"]) if "points" in deal else 66 - spoken(deal["defender_points"])
    if house.get("rounding") == "exact":
        return points > 33 or (points == 33 and third(house, deal["contract"]) == 1)
    return points >= Fraction(101, 3)


def spoken(raw):
    """`36`, "36 1/3" or "36⅓" as a fraction."""
    text = str(raw).replace("⅓", " 1/3").replace("⅔", " 2/3")
    return sum(Fraction(part) for part in text.split())


def third(house, contract):
    """How many thirds the declarer's count ends on: what he has besides whole tricks, modulo three."""
    return talon(house, contract)[0] % 3


def talon(house, contract):
    """How many talon cards, or cards laid away for them, count for the declarer and for the defenders."""
    if contract == "Solo":
        return 0, 0 if house.get("solo_talon") == "nobody" else 6
    bought = 2 if contract[0] == "Z" else 1
    seen = 6 if contract.endswith("b") else bought * int(contract[1])
    mine = bought if house.get("rejected_cards") == "defenders" else seen
    return mine, 6 - mine


def draw_night(random, fits):
    """Return a random night of three to six players, each deal of which `fits`."""
    author = random.choice(AUTHORS)
    players = ["Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz Karl"][: random.choice([3, 3, 3, 4, 5, 6])]
    random.shuffle(players)
    night = {"game": "husarln", "rules": author, "players": players, "house": draw_house(random, author)}
    if random.random() < 0.5:
        night["stake"] = random.choice(["0.10 EUR", "1 EUR", "0.05 EUR"])
    if random.random() < 0.5:
        night["dealer"] = random.choice(players)
    dealer, deals = night.get("dealer", players[-1]), []
    for _ in range(random.randint(0, 6)):
        deal = {}
        if random.random() < 0.1:
            dealer = deal["dealer"] = random.choice(players)
        order = [*rotate(players, dealer)[1:], dealer]
        playing = order[:3]
        if random.random() < 0.1:
            chosen = random.sample(players, 3)
            playing = deal["playing"] = [player for player in order if player in chosen]
        chance = random.random()
        if chance < 0.1:
            deal["passed"] = True
        elif chance < 0.2:
            one, other = random.sample(players, 2)
            deal |= {"adjust": {one: 4, other: -4}, "reason": "agreed"}
        else:
            seated = {"dealer": dealer, "playing": playing}
            deal |= first_fit(fits, night, seated, partial(draw_deal, random, night))
        deals.append(deal)
        if not (deal.get("passed") and night["house"].get("all_pass") == "redeal_same"):
            dealer = rotate(players, dealer)[1]
    return night | {"deals": deals}


def draw_house(random, author):
    offered = {
        "rounding": ["nearest", "exact"],
        "solo_talon": ["defenders", "nobody"],
        "rejected_cards": ["declarer", "defenders"],
        "flat_bonus_announced": ["same", "double"],
        "defender_bonus": ["individual", "side"],
        "failed_announcement": ["announced_value", "silent_value", "nothing"],
        "failed_silent_pagat": ["nothing", "silent_value"],
        "solo_doubles": ["by_author", "yes", "no", True, False],
        "loss_factor": [1, 2],
        "contra": ["off", "game", "game_and_announcements"],
        "all_pass": ["redeal_next", "redeal_same"],
        "view": ["payments", "sheet"],
        "game_end": ["none", [100, 10], [40, 5], [60, 0]],
    }
    if author == "beck":
        offered["beck_solo"] = [40, 8]
    if author == "bamberger1":
        offered["bam1_solo"] = [50, 60]
    house = {name: random.choice(offered[name]) for name in offered if random.random() < 0.4}
    return house | (draw_own(random) if random.random() < 0.3 else {})


def draw_deal(random, night, playing):
    house = night["house"]
    contract = random.choice([*VALUES, "Solo", "Solo", "Z1", "Z2", "E1"])
    deal = {"declarer": random.choice(playing), "contract": contract}
    if house.get("contra", "off") != "off":
        deal["contra"] = random.randint(0, 3)
    rows = draw_bonuses(random, night, playing) if random.random() < 0.6 else []
    deal |= draw_points(random, house, contract)
    return deal | ({"bonuses": rows} if rows else {})


def draw_points(random, house, contract):
    """Draw a count that ends as the contract's does, or that was rounded, of one side or both."""
    thirds = 3 * random.choice([random.randint(0, 65), random.randint(30, 36)]) + third(house, contract)
    counts = {"points": thirds, "defender_points": 198 - thirds}
    if contract == "Solo" and house.get("solo_talon") == "nobody":
        counts.pop("defender_points")
    elif random.random() < 0.6:
        counts.pop(random.choice(list(counts)))
    return {key: write(random, number) for key, number in counts.items()}


def write(random, thirds):
    whole, rest = divmod(thirds, 3)
    if not rest or random.random() < 0.4:
        return random.choice([whole + (rest == 2), str(whole + (rest == 2))])
    return f"{whole}{random.choice([f' {rest}/3', '⅓' if rest == 1 else '⅔'])}"


def draw_bonuses(random, night, playing):
    """One player is strong; another may have ten tarocks or an announcement that fails; Kings go to anybody."""
    strong, other, _ = random.sample(playing, 3)
    known = list(ULTIMO) if night["rules"].startswith("bamberger") else ["pagat"]
    his = [*known, "trull", random.choice(["tarock10", "tarock11", "tarock12"])]
    rows = [{"player": strong, "bonus": bonus} for bonus in his if random.random() < 0.5]
    free = [bonus for bonus in known if bonus not in [row["bonus"] for row in rows]]
    if random.random() < 0.4:
        rows.append({"player": other, "bonus": "tarock10"})
    failing = {"player": other, "announced": True, "made": False}
    rows += [failing | {"bonus": bonus} for bonus in free if random.random() < 0.3]
    if len(known) > 1 and random.random() < 0.4:
        rows.append({"player": random.choice(playing), "bonus": "kings"})
    for row in rows:
        finish(random, night["house"], row)
    levels = 3 if night["house"].get("contra") == "game_and_announcements" else 0
    rows += draw_own_rows(random, night["house"], playing, playing, levels)
    random.shuffle(rows)
    return rows


def finish(random, house, row):
    """Announce the bonus or not, let an announced one fail, put a contra on it."""
    if "made" not in row and random.random() < 0.5:
        row["announced"] = random.choice([True, False])
    if row["bonus"] not in ULTIMO:
        return
    if row.get("announced") and random.random() < 0.4:
        row["made"] = False
    if row.get("announced") and house.get("contra") == "game_and_announcements":
        row["contra"] = random.randint(0, 3)
    if row["bonus"] == "pagat" and not row.get("announced") and house.get("failed_silent_pagat") == "silent_value":
        row["made"] = random.choice([True, False])
