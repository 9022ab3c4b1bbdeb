"""Königrufen scored once more, straight from the rules and the file format, without the house's own code.

`score` takes the tables of a night file that is known to be valid and returns what `score --json` says, less steps
and payments. `draw_night` returns a random night of deals that can have been.
"""

from .cards import KINGS, OWN, draw_deals, draw_own, draw_own_rows, in_thirds, own_worth, rotate, spoken
from .herzblatt import told
from .koenigrufen_cards import AUTHORS, FANGS, LIKE, MORE, NEGATIVE, SOLO, SUIT
from .koenigrufen_cards import RUFER as CALLED

VALUES = {  # per head, in the order of the authors; 0 for a contract that he does not know
    "trischaken": (1, 1, 1, 1, 1, 5, 1, 2),
    "rufer": (1, 1, 1, 1, 1, 1, 1, 1),
    "piccolo": (2, 2, 2, 2, 2, 2, 2, 2),
    "zwiccolo": (0, 0, 2, 0, 0, 2, 2, 0),
    "triccolo": (0, 0, 0, 0, 0, 2, 0, 0),
    "bettel": (2, 2, 4, 4, 2.5, 4, 4, 4),
    "solorufer": (2, 2, 2, 2, 2, 2, 2, 2),
    "besserrufer": (1, 1, 0, 1, 1, 0, 0, 2),
    "pagatrufer": (0, 0, 1, 0, 0, 1, 1, 0),
    "uhurufer": (0, 0, 1, 0, 0, 1, 1, 0),
    "kakadurufer": (0, 0, 1, 0, 0, 1, 1, 0),
    "quapilrufer": (0, 0, 1, 0, 0, 1, 1, 0),
    "farbendreier": (3, 0, 5, 5, 3, 4, 5, 5),
    "sechserdreier": (4, 4, 4, 4, 3, 5, 4, 4),
    "dreier": (4, 4, 5, 5, 3, 5, 5, 5),
    "farbensolo": (6, 5, 10, 10, 6, 8, 10, 10),
    "piccolo_ouvert": (6, 6, 6, 8, 4, 4, 6, 7),
    "zwiccolo_ouvert": (0, 0, 6, 8, 0, 0, 6, 7),
    "bettel_ouvert": (7, 7, 8, 8, 5, 8, 8, 8),
    "solodreier": (8, 8, 10, 10, 6, 10, 10, 10),
}
SWITCHES = {
    "threshold": (107, 107, 107, 107, 106),
    "contra_on": ("money", "money", "money", "money", "both"),
    "contra_levels": (3, 3, 3, 3, 9),
    "solorufer_talon": ("king_half", "king_half", "king_half", "king_half", "all"),
    "solorufer_contra": ("void", "void", "void", "counts", "counts"),
    "four_kings": ("no_rufer", "hand_on", "call_queen", "no_rufer", "self"),
    "silent_failure": ("nothing", "nothing", "nothing", "nothing", "pays"),
    "suit_bonuses": ("kings", "kings", "kings", "kings_sacks", "all"),
    "valat": ("times", "times", "fixed", "fixed", "total"),
    "valat_beside": ("announced", "announced", "not_silent_stock", "events", "no_stock"),
    "valat_solo_doubles": ("no", "no", "yes", "yes", "no"),
    "valat_voids_contra": ("no", "no", "yes", "no", "no"),
    "mondfang": ("off", "off", "off", "side", "player"),
    "doubling": ("off", "off", "off", "off", "on"),
    "trischaken": ("ooe", "sauwald", "wien", "tirol", "ruediger"),
    "trischaken_talon": ("last", "last", "first_six", "first_six", "first_six"),
    "trischaken_pot": ("none", "none", "none", "none", "none"),
    "contra_must": ("no", "no", "no", "no", "no"),
    "rufer_unplayed": ("no", "no", "no", "no", "no"),
    "revoke_damages": ("no", "no", "no", "no", "no"),
    "virgins": ("share", "share", "share", "share", "share"),
    "bei": ("none", "none", "none", "none", "all"),
    "bei_open": ("no", "no", "no", "no", "no"),
    "bei_between": ("yes", "yes", "yes", "yes", "yes"),
    "revoke": ("others_win", "others_win", "others_win", "others_win", "side_loses"),
    "trischaken_revoke": (2, 3, 6, 4, 1),
    "trischaken_revoke_forehand": (4, 3, 6, 4, 1),
}
TIMES = {"valat": "times", "valat_beside": "announced", "valat_solo_doubles": "no", "valat_voids_contra": "no"}
DIFFERS = {
    "steiermark": TIMES | {"contra_levels": 2, "bei": "piccolo"},
    "wiener_zeitung": TIMES,
    "tirol_2014": {"bei": "equals"},
}  # from whom they are `LIKE`
ALSO = {"contra_levels": (0, 1, 4), "virgins": ("each_full",), "trischaken_revoke": (0, 5)}
ALSO |= {"contra_must": ("yes",) * 3, "rufer_unplayed": ("yes",) * 9, "revoke_damages": ("yes",) * 3}
ALSO |= {"bei": ("piccolo", "bettel", "equals", "all", "all"), "bei_open": ("yes",), "bei_between": ("no",)}
JOINING = ("bei", "bei2", "bei3")
ALSO["trischaken_pot"] = ("declarer", "winners") * 3
BIRDS = {"pagat": 1, "uhu": 2, "kakadu": 3, "quapil": 4}
BONUSES = {"trull": 1, "kings": 1, "king_ultimo": 1, **BIRDS, "mondfang": 1, "sack1": 1, "sack2": 1, "absolut": 1}
FIGURES = {"tirol_2014": {"sack1": (0, 2), "sack2": (0, 2), "valat": (15, 30)}}
NAMED = {"besserrufer": list(BIRDS), "besserdreier": list(BIRDS)} | {
    f"{bird}rufer": [bird] for bird in BIRDS
}  # what is announced with the game


def in_force(night):
    author = night["rules"]
    column = AUTHORS.index(LIKE.get(author, author))
    return {name: row[column] for name, row in SWITCHES.items()} | DIFFERS.get(author, {}) | night.get("house", {})


def value(night, contract):
    """What a contract is worth; a Trischaken by its scheme, where a cup does not print it."""
    if contract == "trischaken" and night["rules"] not in LIKE:
        return 2 if in_force(night)["trischaken"] in ("wien", "tirol") else 1
    own = night["house"].get("values", {})
    return own[contract] if contract in own else VALUES[contract][AUTHORS.index(night["rules"])]


def score(night):
    players, house = night["players"], in_force(night)
    dealer, deals, pot = night.get("dealer", players[-1]), [], 0
    for number, deal in enumerate(night["deals"], start=1):
        playing = [*rotate(players, dealer)[1:], dealer][:4]
        paid = settle(night, house, deal, playing, True)
        written = paid if house["contra_on"] == "both" else settle(night, house, deal, playing, False)
        takers = take_pot(house, deal, playing)
        each = pot // len(takers) if takers else 0
        sheet, payoff = (
            {player: points.get(player, 0) + each * (player in takers) for player in players}
            for points in (written, paid)
        )
        pot -= sum(sheet.values())
        deals.append({"number": number, "dealer": dealer, "playing": playing, "sheet": sheet, "payoff": payoff})
        dealer = rotate(players, dealer)[1]
    return told("koenigrufen", night, deals) | ({} if house["trischaken_pot"] == "none" else {"pot": pot})


def take_pot(house, deal, playing):
    """Who takes the pot by a deal (KR-120): the declarer's side that won, or whoever won."""
    if house["trischaken_pot"] == "none" or deal["contract"] == "trischaken" or "revoke" in deal:
        return []
    side, foes = sides(deal, playing)
    if deal["contract"] in NEGATIVE:
        won = deal["won"] if "won" in deal else deal["tricks"] == NEGATIVE[deal["contract"]]
    elif deal.get("gave_up"):
        won = False
    else:
        won = has_won(
            house, deal, side, next((row for row in deal.get("bonuses", []) if row["bonus"] == "valat"), None)
        )
    return side if won else foes if house["trischaken_pot"] == "winners" else []


def settle(night, house, deal, playing, contra):
    """What everybody gets in one deal, with what contra adds or without it."""
    contract, factor = deal["contract"], deal.get("factor", 1)
    if contract == "trischaken":
        points = trischaken(house, deal, playing, value(night, contract))
    else:
        points = dict.fromkeys(playing, 0)
        for game, settling in apart(house, deal, playing):
            pay = revoked if "revoke" in deal else one_game
            for player, number in pay(night, house, game, settling, contra, factor).items():
                points[player] += number
        return points
    return {player: number * factor for player, number in points.items()}


def apart(house, deal, playing):
    """Each game of a deal by itself, with those who settle it: one, but for negative games "bei" (KR-131)."""
    joined = [key for key in JOINING if key in deal]
    declarers = [deal.get("declarer"), *[deal[key] for key in joined]]
    games = [deal]
    for key in joined:
        own = {"declarer": deal[key], "contract": deal.get(f"{key}_game", deal["contract"])}
        own["contra"] = deal.get(f"{key}_contra", {})
        games.append(own | {"won": deal.get(f"{key}_won")} | {key: deal[key] for key in ("revoke",) if key in deal})
    for game in games:
        out = declarers if joined and house["bei_between"] == "no" else []
        yield game, [player for player in playing if player == game.get("declarer") or player not in out]


def beside(night, house, contract):
    """The games that may be played beside one (KR-130)."""
    worth, tricks = value(night, contract), NEGATIVE[contract]
    open_ = ("ouvert", "plauderer")
    if house["bei"] == "none" or (house["bei_open"] == "no" and contract.endswith(open_)):
        return []
    return [
        game
        for game in NEGATIVE
        if (game in VALUES or game in night["house"].get("values", {}))
        and 0 < value(night, game) <= worth
        and (house["bei_open"] == "yes" or not game.endswith(open_))
        and (house["bei"] != "equals" or value(night, game) == worth)
        and (house["bei"] != "piccolo" or 0 not in (tricks, NEGATIVE[game]))
        and (house["bei"] != "bettel" or tricks == NEGATIVE[game] == 0)
    ]


def draw_joining(random, night, house, deal, playing):
    """Others who play a negative game beside that of the declarer, and how it may have ended."""
    found, games = {}, beside(night, house, deal["contract"])
    others = [player for player in playing if player != deal["declarer"]] if games else []
    most = len(others) - (house["bei_between"] == "no")
    joining = random.sample(others, max(0, min(most, random.choice([0, 1, 1, 2, 3]))))
    apart_ = [deal["declarer"], *joining] if house["bei_between"] == "no" else []
    for key, player in zip(JOINING, joining, strict=False):
        found[key] = player
        game = random.choice(games)
        if game != deal["contract"]:
            found[f"{key}_game"] = game
        foes = [foe for foe in playing if foe != player and foe not in apart_]
        if house["contra_levels"] and foes and random.random() < 0.4:
            found[f"{key}_contra"] = {random.choice(foes): random.randint(1, house["contra_levels"])}
        found[f"{key}_won"] = random.random() < 0.5
    return found, [player for player in joining if player in apart_]


def one_game(night, house, deal, playing, contra, factor):
    worth = value(night, deal["contract"])
    if deal["contract"] in NEGATIVE:
        return negative(deal, playing, contra, worth, factor)
    return {player: points * factor for player, points in positive(night, house, deal, playing, contra, worth).items()}


def figure(night, row):
    """What a bonus is worth, silent or announced."""
    if row["bonus"] in OWN:
        return own_worth(night["house"], row)
    usual = (
        (10, 20)
        if row["bonus"] == "valat"
        else (0, 0)
        if row["bonus"] in FANGS
        else (BONUSES[row["bonus"]], 2 * BONUSES[row["bonus"]])
    )
    usual = night["house"].get("values", {}).get(row["bonus"], usual)
    return FIGURES.get(night["rules"], {}).get(row["bonus"], usual)[bool(row.get("announced"))]


def sides(deal, playing):
    side = [deal["declarer"], *([deal["partner"]] if "partner" in deal else [])]
    return side, [player for player in playing if player not in side]


def claims_damages(house):
    return house["revoke"] == "others_win" and house["revoke_damages"] == "yes"


def revoked(night, house, deal, playing, contra, factor):
    """KR-47: others get what a win of their side would have brought, or the offender's side loses."""
    guilty, (side, foes) = deal["revoke"], sides(deal, playing)

    def ended(winners):
        rows = [row for row in deal.get("bonuses", []) if row.get("announced")]
        rows = [row | {"made": row["player"] in winners} for row in rows]
        if claims_damages(house):  # KR-111: for the side whose it was
            rows += [row for row in deal.get("bonuses", []) if not row.get("announced") and row["player"] in winners]
        told = {key: part for key, part in deal.items() if key != "revoke"}
        told |= {"bonuses": rows, "won": winners is side}
        return one_game(night, house, told, playing, contra, factor)

    if house["revoke"] == "side_loses":
        return ended(foes if guilty in side else side)
    points = {}
    for winners in (side, foes):
        points |= {player: ended(winners)[player] for player in winners if player != guilty}
    return points | {guilty: -sum(points.values())}


def negative(deal, playing, contra, worth, factor):
    """KR-43, KR-45: each opponent for himself, multiplied first and rounded down then."""
    won = deal["won"] if "won" in deal else deal["tricks"] == NEGATIVE[deal["contract"]]
    points = dict.fromkeys(playing, 0)
    for player in playing:
        if player != deal["declarer"]:
            level = deal.get("contra", {}).get(player, 0) if contra else 0
            amount = int(worth * 2**level * factor)
            points[deal["declarer"]] += amount if won else -amount
            points[player] -= amount if won else -amount
    return points


def positive(night, house, deal, playing, contra, worth):
    contract, rows, (side, foes) = deal["contract"], deal.get("bonuses", []), sides(deal, playing)
    points = dict.fromkeys(playing, 0)
    alone = deal.get("alone") and contract == "solorufer"
    void = not contra or (alone and house["solorufer_contra"] == "void")

    def doubled(*levels):
        return 1 if void else 2 ** max(levels)

    def post(good, amount):
        for player in side:
            points[player] += (amount if good else -amount) * (1 if len(side) == 2 else 3)
        for player in foes:
            points[player] -= amount if good else -amount

    def good(row):
        return row.get("made", True) == (row["player"] in side)

    def bonus(row, times=1):
        amount = figure(night, row) * (2 if contract in SOLO else 1)
        amount *= doubled(row.get("contra", 0)) * times
        if "from" in row:
            amount *= 1 if row.get("made", True) else -1
            points[row["player"]] += amount
            points[row["from"]] -= amount
        else:
            post(good(row), amount)

    game_level = deal.get("contra", 0)
    if deal.get("gave_up"):
        post(False, worth)
        for row in rows:
            post(False, figure(night, row))
        return points
    valat = next((row for row in rows if row["bonus"] == "valat"), None)
    others = [row for row in rows if row is not valat]
    won = has_won(house, deal, side, valat)
    lost = 2 if contract == "sechserdreier" and not won else 1
    if not valat:
        post(won, worth * lost * doubled(game_level))
        for row in others:
            bonus(row)
        return points
    announced, made, level = valat.get("announced", False), valat.get("made", True), valat.get("contra", 0)
    if not announced and house["valat_voids_contra"] == "yes":
        game_level = 0
    if made or house["valat"] != "fixed":
        others = [row for row in others if stands_beside(house["valat_beside"], row)]
    times = 1
    if house["valat"] == "times":
        post(won, worth * lost * (8 if announced else 4) * doubled(game_level, level))
    elif house["valat"] == "fixed":
        post(won, worth * lost * doubled(game_level))
        solo = 2 if contract in SOLO and house["valat_solo_doubles"] == "yes" else 1
        post(good(valat), figure(night, valat) * solo * doubled(level))
    else:
        times = (8 if announced else 4) * doubled(level)
        post(won, worth * lost * doubled(game_level) * times)
    for row in others:
        bonus(row, times)
    return points


def needed(house, deal):
    """KR-121: who said contra last must make it."""
    void = deal["contract"] == "solorufer" and deal.get("alone") and house["solorufer_contra"] == "void"
    must = house["contra_must"] == "yes" and not void and deal.get("contra", 0) in (1, 3, 5, 7, 9)
    return 211 - house["threshold"] if must else house["threshold"]


def has_won(house, deal, side, valat):
    if deal.get("unplayed"):
        return True
    if valat and (valat.get("made", True) or house["valat"] != "fixed"):
        return valat.get("made", True) == (valat["player"] in side)
    if "won" in deal:
        return deal["won"]
    told = deal.get("points", deal.get("defender_points"))
    thirds = in_thirds(told)
    if "points" not in deal:
        thirds = 210 - thirds
    if "tricks" in deal and thirds % 3 != deal["tricks"] % 3:
        thirds = next(near for near in (thirds - 1, thirds + 1) if near % 3 == deal["tricks"] % 3)
    return thirds >= needed(house, deal)


def stands_beside(rule, row):
    silent = not row.get("announced")
    return {
        "announced": not silent,
        "not_silent_stock": not (silent and row["bonus"] in ("trull", "kings")),
        "events": row["bonus"] in (*BIRDS, "king_ultimo", "mondfang", *FANGS, *OWN),  # KR-133
        "no_stock": row["bonus"] not in ("trull", "kings", "absolut"),
    }[rule]


def trischaken(house, deal, playing, worth):
    """KR-48 and KR-50 to KR-61."""
    forehand = deal.get("forehand", playing[0])
    points = dict.fromkeys(playing, 0)
    if "revoke" in deal:
        guilty = deal["revoke"]
        price = house["trischaken_revoke_forehand" if guilty == forehand else "trischaken_revoke"]
        return {player: -3 * price if player == guilty else price for player in playing}
    counts = {player: in_thirds(deal["points"][player]) for player in playing}
    if house["trischaken_pot"] != "none":
        points = lost_to_all(house, counts, forehand, worth)
        return {player: min(number, 0) for player, number in points.items()}
    return lost_to_others(house, counts, forehand, worth)


def lost_to_all(house, counts, forehand, worth):
    """The payments of a Trischaken in which nobody is paid for having no trick, where one pays (KR-120)."""
    if house["trischaken"] in ("tirol", "ruediger"):
        return lost_to_others(house, counts, forehand, worth)
    return lost_to_others(house, {player: number or 0.5 for player, number in counts.items()}, forehand, worth)


def lost_to_others(house, counts, forehand, worth):
    points, scheme, playing = dict.fromkeys(counts, 0), house["trischaken"], [*counts]
    if scheme in ("tirol", "ruediger"):
        return paired(scheme == "tirol", worth, house["threshold"], counts, forehand)
    most = max(counts.values())
    top = [player for player in playing if counts[player] == most]
    virgins = [player for player in playing if not counts[player]]
    if forehand in top:
        top = [forehand]
    rest = [player for player in playing if player not in top]
    if len(top) == 1:
        times = (2 if top == [forehand] else 1) * (2 if most >= house["threshold"] else 1)
        shares = one_loser(scheme, house["virgins"], rest, virgins, 3 * worth * times)
        return points | shares | {top[0]: -sum(shares.values())}
    if len(top) == 3:
        return points | dict.fromkeys(top, -worth) | {rest[0]: 3 * worth}
    amount = 3 * worth if scheme == "sauwald" and virgins else halve(3 * worth)
    takers = virgins or rest
    return points | dict.fromkeys(top, -amount) | {player: 2 * amount // len(takers) for player in takers}


def halve(points):
    """Half of something, rounded up."""
    return -(-points // 2)


def one_loser(scheme, virgins_get, rest, virgins, pot):
    """What the others get of one who loses alone."""
    if not virgins:
        return dict.fromkeys(rest, pot // 3)
    if scheme == "sauwald":
        return dict.fromkeys(virgins, pot // 3 if len(virgins) == 3 else pot)
    if virgins_get == "each_full":
        return dict.fromkeys(virgins, pot)
    return dict.fromkeys(virgins, halve(pot) if len(virgins) == 2 else pot // len(virgins))


def paired(tirol, worth, threshold, counts, forehand):
    order = sorted(counts.values(), reverse=True)
    holding = [[player for player in counts if counts[player] == number] for number in order]
    virgins = [player for player in counts if not counts[player]]
    points = dict.fromkeys(counts, 0)
    if order[0] > order[1] and (order[0] >= threshold or (tirol and holding[0] == [forehand])):
        (loser,) = holding[0]
        rest = [player for player in counts if player != loser]
        times = 2 if tirol and order[0] >= threshold and loser == forehand else 1
        takers = virgins if virgins and (tirol or len(virgins) == 1) else rest
        each = -(-3 * worth // len(takers)) * times
        return points | dict.fromkeys(takers, each) | {loser: -each * len(takers)}
    if len(virgins) == 1:
        return {player: 3 * worth if player in virgins else -worth for player in counts}
    if order[0] == order[2] or order[1] == order[3]:
        fourth, sign = (holding[3][0], 1) if order[0] == order[2] else (holding[0][0], -1)
        sign *= halve(worth)
        return {player: 3 * sign if player == fourth else -sign for player in counts}
    if order[1] == order[2]:
        return points | {holding[0][0]: -worth, holding[3][0]: worth}
    return {player: -worth if counts[player] >= order[1] else worth for player in counts}


# What the four may count in a Trischaken: ties, players without a trick, and thresholds among them.
COUNTS = (
    *((35, 35, 70, 70), (0, 70, 70, 70), (60, 60, 60, 30), (105, 105, 0, 0), (210, 0, 0, 0), (90, 50, 50, 20)),
    *((107, 40, 40, 23), (106, 104, 0, 0), (107, 103, 0, 0), (120, 45, 45, 0), (90, 40, 40, 40), (80, 61, 44, 25)),
)


def draw_night(random, fits):
    """Return a random night of four or five players, each deal of which `fits`."""
    players = ["Anna", "Bernd", "Clara", "Dora", "Emil"][: random.choice([4, 4, 5])]
    random.shuffle(players)
    house = {}
    for name, row in SWITCHES.items():
        if random.random() < 0.15:
            house[name] = random.choice([*row, *ALSO.get(name, ())])
    if random.random() < 0.3:
        house["values"] = {game: MORE[game] for game in random.sample([*MORE], 3)} | FANGS
    house |= draw_own(random) if random.random() < 0.3 else {}
    night = {
        "game": "koenigrufen",
        "rules": random.choice([*AUTHORS, "ruediger"]),
        "players": players,
        "house": house,
        "deals": [],
    }
    draw_deals(random, night, fits, draw_deal, most=8)
    return night


def draw_deal(random, night, playing):
    house = in_force(night)
    known = [contract for contract in VALUES if value(night, contract)]
    known += [game for game in house.get("values", ()) if game in MORE]
    contract, forehand = random.choice([*known, "trischaken", "rufer"]), playing[0]
    deal = {"contract": contract}
    if house["four_kings"] == "hand_on" and random.random() < 0.2:
        forehand = deal["forehand"] = playing[1]
    if house["doubling"] == "on" and random.random() < 0.3:
        deal["factor"] = random.choice([2, 4, 8])
    revoke = {"revoke": random.choice(playing)} if random.random() < 0.15 else {}
    if contract == "trischaken":
        counts = map(spoken, random.sample(random.choice(COUNTS), 4))
        return deal | (revoke or {"points": dict(zip(playing, counts, strict=True))})
    if contract == "rufer" and house["rufer_unplayed"] == "yes" and random.random() < 0.5:
        partner = {"partner": random.choice([player for player in playing if player != forehand])}
        return deal | {"declarer": forehand, "unplayed": True} | random.choice([partner, {}])
    deal["declarer"] = forehand if contract in ("rufer", "sechserdreier") else random.choice(playing)
    foes = [player for player in playing if player != deal["declarer"]]
    if contract in NEGATIVE:
        joining, out = draw_joining(random, night, house, deal, playing)
        foes = [player for player in foes if player not in out]
        deal |= {key: value for key, value in joining.items() if not (revoke and key.endswith("_won"))}
        levels = {player: random.randint(1, house["contra_levels"]) for player in foes if house["contra_levels"]}
        deal["contra"] = {player: level for player, level in levels.items() if random.random() < 0.4}
        return deal | (revoke or random.choice([{"won": random.random() < 0.5}, {"tricks": random.randint(0, 4)}]))
    if contract in CALLED:
        deal |= {"partner": random.choice(foes)} if random.random() < 0.7 else {"alone": True}
        if deal.get("alone") and contract != "solorufer" and random.random() < 0.3:
            planned = [{"player": deal["declarer"], "bonus": bird, "announced": True, "made": False}
                       for bird in NAMED.get(contract, [])]  # fmt: skip
            return deal | {"gave_up": True, "bonuses": random.sample(planned, min(1, len(planned)))}
    if house["contra_levels"] and random.random() < 0.5:
        deal["contra"] = random.randint(0, house["contra_levels"])
    return draw_result(random, night, house, deal, playing, revoke)


def draw_result(random, night, house, deal, playing, revoke):
    """How a game for card points may have ended, and the bonuses that go with it."""
    side, foes = sides(deal, playing)
    valat = random.choice([None] * 4 + [side, foes, "failed"])
    tricks = {id(side): 12, id(foes): 0}.get(id(valat), random.randint(1, 11))
    thirds = 3 * random.choice([random.randint(0, 69), random.randint(33, 37), 4 * tricks]) + tricks % 3
    rows = draw_rows(random, night, house, deal, playing)
    if deal["contract"] in CALLED and random.random() < 0.7:
        deal["called"] = random.choice(KINGS)
    if valat:
        row = {"player": random.choice(playing if valat == "failed" else valat), "bonus": "valat"}
        if valat == "failed":
            row |= {"announced": True, "made": False}
        elif random.random() < 0.5:
            row["announced"] = True
        if row.get("announced") and house["contra_levels"]:
            row["contra"] = random.randint(0, house["contra_levels"])
        rows.append(row)
    deal["bonuses"] = random.sample(rows, len(rows))
    if revoke:  # then a bonus that nobody announced is not entered
        sure = [
            row
            for row in deal["bonuses"]
            if row.get("announced")
            or (claims_damages(house) and row.get("made", True) and row["player"] != revoke["revoke"])
        ]
        return deal | revoke | {"bonuses": sure}
    if valat in (side, foes):
        return deal | random.choice([{}, {"tricks": tricks}])
    if random.random() < 0.2:
        return deal | {"won": thirds >= house["threshold"]}
    told, whole = random.choice(["points", "defender_points"]), random.random() < 0.4
    count = thirds if told == "points" else 210 - thirds
    deal |= {"tricks": tricks} if whole or random.random() < 0.3 else {}
    return deal | {told: (count + 1) // 3 if whole else spoken(count)}


def draw_rows(random, night, house, deal, playing):
    """Bonuses that players enter: those that they announced, made or not, and silent ones."""
    contract, declarer, (side, _) = deal["contract"], deal["declarer"], sides(deal, playing)
    known = ["trull", "kings", *BIRDS, *(["king_ultimo"] if contract in CALLED else [])]
    known += ["mondfang"] if house["mondfang"] != "off" else []
    known += [key for key in FANGS if "values" in house and (key != "king_fang" or contract in CALLED)]
    extra = {"tirol": ["sack1", "sack2"], "tirol_2014": ["sack1", "sack2"], "ruediger": ["absolut"]}
    known += extra.get(night["rules"], [])
    if contract in SUIT and house["suit_bonuses"] != "all":
        sacks = ("sack1", "sack2") if house["suit_bonuses"] == "kings_sacks" else ()
        known = [key for key in known if key in ("kings", *sacks)]
    if contract == "solorufer" and deal.get("alone"):
        known.remove("king_ultimo")
    rows, named = [], random.choice(NAMED.get(contract, [""]))
    for key in known:
        if key != named and random.random() > 0.25:
            continue
        row = {"player": deal.get("partner", declarer) if key == "king_ultimo" else random.choice(playing)}
        row = {"player": declarer if key == named else row["player"], "bonus": key}
        if key == named or random.random() < 0.4:
            row |= {"announced": True, "made": random.random() < 0.5}
            if house["contra_levels"] and random.random() < 0.5:
                row["contra"] = random.randint(0, house["contra_levels"])
        elif key in (*BIRDS, "king_ultimo") and house["silent_failure"] == "pays" and random.random() < 0.5:
            row["made"] = False
        if key == "mondfang" and house["mondfang"] == "player":
            row["from"] = random.choice([other for other in playing if (other in side) != (row["player"] in side)])
        rows.append(row)
    if contract not in SUIT or house["suit_bonuses"] == "all":  # KR-133
        rows += draw_own_rows(random, house, playing, playing, house["contra_levels"])
    return rows
