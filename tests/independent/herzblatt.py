"""Herzblatt, Muhr and Solo scored a second time, from the rules in words and what a night file may say."""

from decimal import Decimal
from math import prod
from random import Random
from typing import Any

# HB-3, SO-6: how many play one deal, least and most.
PLAYERS = {"braun": (2, 5), "lembke": (2, 4), "feder": (2, 5), "reichelt": (3, 5), "muhr": (3, 4), "solo": (2, 5)}
DECIMALS = {"EUR": 2, "USD": 2, "CHF": 2, "JPY": 0}


def score(night: dict[str, Any]) -> dict[str, Any]:
    """Return what `score --json` prints for `night`, without the steps and the payments."""
    game = night["game"]
    rules = night.get("rules", "braun")
    players = night["players"]
    house = night.get("house", {})
    most = min(PLAYERS["solo" if game == "solo" else rules][1], night.get("at_play", 5))
    dealer = night.get("dealer", players[-1])
    deals = []
    for number, deal in enumerate(night["deals"], start=1):
        dealer = deal.get("dealer", dealer)
        playing = deal.get("playing") or seat_players(players, dealer, most)
        if "adjust" in deal:
            paid = deal["adjust"]
        elif "last_trick" in deal:
            paid = pay_last_trick(deal, playing, house)
        elif deal.get("passed"):
            paid = {}
        elif game == "solo":
            paid = pay_solo(deal, playing, house)
        elif rules == "muhr":
            paid = pay_muhr(deal, playing, house)
        else:
            paid = pay_herzblatt(deal, playing, house, rules)
        payoff = {player: paid.get(player, 0) for player in players}
        deals.append({"number": number, "dealer": dealer, "playing": playing, "sheet": dict(payoff), "payoff": payoff})
        if not (deal.get("passed") and house.get("all_pass") == "redeal_same"):  # HB-11
            dealer = players[(players.index(dealer) + 1) % len(players)]  # G-1
    return told(game, night, deals, "braun")


def told(game: str, night: dict[str, Any], deals: list[dict[str, Any]], author: str = "") -> dict[str, Any]:
    """Return what `score --json` says of a night, less steps and payments."""
    players, money, currency = night["players"], None, None
    balance = {player: sum(deal["payoff"][player] for deal in deals) for player in players}
    if "stake" in night:
        amount, currency = night["stake"].split()
        smallest = Decimal(1).scaleb(-DECIMALS[currency])
        money = {player: str((balance[player] * Decimal(amount)).quantize(smallest)) for player in players}
    return {
        "game": game,
        "rules": night.get("rules", author),
        "players": players,
        "deals": deals,
        "scores": {player: sum(deal["sheet"][player] for deal in deals) for player in players},
        "balance": balance,
        "currency": currency,
        "money": money,
    }


def seat_players(players: list[str], dealer: str, most: int) -> list[str]:
    """Return who plays, from forehand: all, the dealer last; where too many, the next `most` after him."""
    after = players.index(dealer) + 1
    return (players[after:] + players[:after])[:most]


def read_points(deal: dict[str, Any]) -> int:
    """Return the soloist's card points."""
    return 120 - deal["defender_points"] if "defender_points" in deal else deal["points"]


def pay_each(soloist: str, playing: list[str], amount: int) -> dict[str, int]:
    """Return the payoff where each defender pays the soloist `amount`; where it is negative, he pays them."""
    paid = dict.fromkeys(playing, -amount)
    paid[soloist] = amount * (len(playing) - 1)
    return paid


def pay_last_trick(deal: dict[str, Any], playing: list[str], house: dict[str, Any]) -> dict[str, int]:
    """SO-9, SO-10: all passed; the last trick gets the agreed stakes from every other player."""
    return pay_each(deal["last_trick"], playing, house.get("last_trick_value", 1))


def find_tariff(author: str, points: int, target: int, house: dict[str, Any]) -> int:
    """Return the factor of the soloist's card points, negative for a loss."""
    win_schneider, loss, loss_schneider = {
        "feder": ("off", 2, [4, 33]),
        "reichelt": ([3, 33], 1, [4, 33]),
    }.get(author, ("off", 2, [4, 30]))
    win_schneider = house.get("win_schneider", win_schneider)
    loss = house.get("loss", loss)
    loss_schneider = house.get("loss_schneider", loss_schneider)
    if points >= target:
        if win_schneider != "off" and 120 - points <= win_schneider[1]:
            return win_schneider[0]
        return 1
    if loss_schneider != "off" and points <= loss_schneider[1]:
        return -loss_schneider[0]
    return -loss


def pay_herzblatt(deal: dict[str, Any], playing: list[str], house: dict[str, Any], author: str) -> dict[str, int]:
    """HB-30 to HB-37."""
    return pay_each(deal["soloist"], playing, find_tariff(author, read_points(deal), 66, house))


def pay_solo(deal: dict[str, Any], playing: list[str], house: dict[str, Any]) -> dict[str, int]:
    """SO-7, SO-8."""
    suit_factor = house.get("suit_factors", [1, 1, 1, 1])["DHSC".index(deal["suit"])]
    tariff = find_tariff(house.get("tariff", "braun"), read_points(deal), house.get("target", 66), {})
    return pay_each(deal["soloist"], playing, suit_factor * tariff)


def pay_muhr(deal: dict[str, Any], playing: list[str], house: dict[str, Any]) -> dict[str, int]:
    """MU-3 to MU-13."""
    announced = deal.get("announced")
    points = read_points(deal)
    if announced is None and points == 60 and house.get("tie") == "no_payment":
        return {}

    if announced == "du":
        won = deal.get("all_tricks", False)
    elif announced == "66":
        won = points >= 66
    else:
        won = points >= 61

    limit = house.get("schneider_limit", "auto")
    if limit == "auto":
        limit = 33 if announced == "66" else 30
    if announced == "du" and house.get("du_schneider", "no") in ("no", False):
        schneider = False
    elif won:
        schneider = 120 - points <= limit
    else:
        schneider = points <= limit

    paid = dict.fromkeys(playing, 0)
    for defender in playing:
        if defender == deal["soloist"]:
            continue
        factors = []
        if announced == "66":
            factors.append(2)
        if announced == "du":
            factors.append(3)
        if "contra" in deal and (house.get("contra_scope") != "only_speaker" or defender == deal["contra"]):
            factors.append(2)
            if deal.get("ree"):
                factors.append(2)
        if schneider:
            factors.append(2)
        if not won:
            factors.append(house.get("loss", 1))
        amount = 1 + sum(factor - 1 for factor in factors) if house.get("combine") == "add" else prod(factors)
        amount *= 1 if won else -1
        paid[defender] -= amount
        paid[deal["soloist"]] += amount
    return paid


NAMES = ["Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz", "Gül", "Jörg", "Zoë"]
YES_NO = ["yes", "no", True, False]


def random_tier(rng: Random) -> list[int] | str:
    """Return a schneider tier: factor and inclusive limit, or off."""
    if rng.random() < 0.2:
        return "off"
    return [rng.randint(1, 9), rng.choice([0, 29, 30, 31, 33, 65, rng.randint(0, 65)])]


def list_switches(game: str, rules: str, rng: Random) -> dict[str, Any]:
    """Return every switch that the preset has, with a value drawn for each."""
    switches: dict[str, Any] = {"revoke": rng.choice(["take_back", "offender_side_loses", "ignore"])}  # G-6
    if game == "solo":
        switches |= {
            "auction": rng.choice(["rising", "one_bid_each"]),
            "raise_after_auction": rng.choice(YES_NO),
            "overtrump": rng.choice(["trump_led", "never", "always"]),
            "target": rng.choice([66, 61]),
            "tariff": rng.choice(["braun", "lembke", "feder", "reichelt"]),
            "suit_factors": rng.choice([[1, 1, 1, 1], [1, 2, 3, 4], [rng.randint(1, 9) for _ in range(4)]]),
            "all_pass": rng.choice(["redeal", "last_trick"]),
            "last_trick_value": rng.choice([1, rng.randint(1, 9)]),
        }
    elif rules == "muhr":
        switches |= {
            "tie": rng.choice(["soloist_loses", "no_payment"]),
            "contra_scope": rng.choice(["all", "only_speaker"]),
            "combine": rng.choice(["multiply", "add"]),
            "schneider_limit": rng.choice(["auto", 30, 33, 29]),
            "du_schneider": rng.choice(YES_NO),
            "loss": rng.choice([1, 2]),
        }
    else:
        switches |= {
            "removed3": rng.choice(["8H 8D", "any two Eights"]),
            "removed4": rng.choice(["8H 8D", "7H 7D", "any two worthless cards"]),
            "loss": rng.choice([2, 1]),
            "loss_schneider": random_tier(rng),
            "win_schneider": random_tier(rng),
        }
    if game == "herzblatt":  # MU-2, MU-14
        switches |= {
            "all_pass": rng.choice(["redeal_next", "redeal_same", "dealer_plays", "forehand_plays", "last_trick"]),
            "last_trick_value": rng.choice([1, rng.randint(1, 100)]),
            "discard": rng.choice(["free", "no_trumps", "no_aces_tens"]),
            "first_lead": rng.choice(["forehand", "soloist"]),
            "overtrump": rng.choice(["trump_led", "always", "never"]),
            "void": rng.choice(["must_trump", "free"]),
        }
    return switches


def draw_night(rng: Random) -> dict[str, Any]:
    """Return a night that the rules allow: any preset, table, house rules and stake, 1 to 15 deals."""
    game = rng.choice(["herzblatt", "herzblatt", "herzblatt", "solo"])
    presets = ["braun", "lembke", "feder", "reichelt", "muhr", "muhr"]
    rules = "braun" if game == "solo" else rng.choice(presets)
    least, most = PLAYERS["solo" if game == "solo" else rules]
    players = rng.sample(NAMES, rng.randint(least, most + 2))
    night: dict[str, Any] = {"game": game, "rules": rules, "players": players}
    if rules == "braun" and rng.random() < 0.3:
        del night["rules"]
    stake = rng.choice([None, "EUR", "USD", "JPY"])
    if stake == "JPY":
        night["stake"] = f"{rng.choice([1, 10, 50, 100])} JPY"
    elif stake:
        amount = rng.choice(["0.01", "0.05", "0.10", "0.25", "0.50", "1.00", "1", "2.50"])
        night["stake"] = f"{amount} {stake}"
    if rng.random() < 0.5:
        night["dealer"] = rng.choice(players)
    if rng.random() < 0.25:
        most = night["at_play"] = rng.randint(least, min(most, len(players)))
    house = {name: value for name, value in list_switches(game, rules, rng).items() if rng.random() < 0.4}
    if house:
        night["house"] = house

    night["deals"] = []
    dealer = night.get("dealer", players[-1])
    for _ in range(rng.randint(1, 15)):
        deal: dict[str, Any] = {}
        if rng.random() < 0.1:
            dealer = deal["dealer"] = rng.choice(players)
        after = players.index(dealer) + 1
        in_order = players[after:] + players[:after]
        playing = in_order[:most]
        if len(players) > least and rng.random() < 0.15:
            chosen = rng.sample(players, rng.randint(least, min(most, len(players))))
            playing = deal["playing"] = [player for player in in_order if player in chosen]
        if rng.random() < 0.1:
            deal["note"] = rng.choice(["Wirt zahlt eine Runde", "played twice?", "Grüße"])
        kind = rng.random()
        if kind < 0.07:
            giver, taker = rng.sample(players, 2)
            points = rng.randint(1, 12)
            deal |= {"adjust": {giver: -points, taker: points}, "reason": "miscounted"}
        elif kind < 0.2 and house.get("all_pass") == "last_trick":
            deal["last_trick"] = rng.choice(playing)
        elif kind < 0.2 and must_play(house, playing, dealer) not in playing:
            deal["passed"] = True
        else:
            deal |= random_game(game, rules, playing, rng)
        night["deals"].append(deal)
        if not (deal.get("passed") and house.get("all_pass") == "redeal_same"):
            dealer = players[(players.index(dealer) + 1) % len(players)]
    return night


def must_play(house: dict[str, Any], playing: list[str], dealer: str) -> str:
    """HB-11: who plays where everybody passes, "" for nobody."""
    return {"forehand_plays": playing[0], "dealer_plays": dealer}.get(house.get("all_pass", ""), "")


def draw_points(rules: str, players: int, rng: Random) -> int:
    """Draw what cards can make: not 1 and not 119; with two players nobody's cards are all worthless."""
    edges = [0, 29, 30, 31, 33, 34, 60, 61, 65, 66, 86, 87, 90, 91, 120]
    points = rng.choice([rng.randint(0, 120), rng.choice(edges)])
    fits = 8 <= points <= 112 or points == 120 if players == 2 and rules == "braun" else points not in (1, 119)
    return points if fits else draw_points(rules, players, rng)


def random_game(game: str, rules: str, playing: list[str], rng: Random) -> dict[str, Any]:
    """Return the keys of a deal that was played; a threshold and its neighbours come up more often."""
    soloist = rng.choice(playing)
    deal: dict[str, Any] = {"soloist": soloist}
    points = draw_points(rules, len(playing), rng)
    if game == "solo":
        deal["suit"] = rng.choice("CSHD")
    if game == "herzblatt" and rules == "muhr":
        announced = rng.choice([None, None, "66", "du"])
        if announced:
            deal["announced"] = announced
        if announced == "du" and rng.random() < 0.5:
            deal["all_tricks"] = True
            points = 120
        never_asked = playing[playing.index(soloist) + 1 :]  # MU-6
        if never_asked and rng.random() < 0.4:
            deal["contra"] = rng.choice(never_asked)
            if rng.random() < 0.5:
                deal["ree"] = True
    if rng.random() < 0.3:
        deal["defender_points"] = 120 - points
    else:
        deal["points"] = points
    return deal
