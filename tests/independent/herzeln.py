"""Herzeln scored a second time, straight from the rules in words and the file format, and nights made up at random.

Nothing of scorekeeper is used here.
Where the rules are silent it does as the project decided: a table that pays the winner pays after the eighth tour
whatever became of that one, several winners share each loser's gap in whole points, and what was entered as an
adjustment is paid once: as it stands, or to the winner with all the rest.
"""

from random import Random
from typing import Any

from .herzblatt import told

HEARTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 1, "8": 1, "7": 1}
NAMES = ["Anna", "Bernd", "Clara", "David", "Eva Maria", "Fritz"]


def score(night: dict[str, Any]) -> dict[str, Any]:
    """Return what `score --json` prints for `night`, without the steps and the payments."""
    deals = _deals(night)
    parties = [_party(night, first, deals[first : first + 8]) for first in range(0, len(deals), 8)]
    shown = [{key: deal[key] for key in deal if key != "entry"} for deal in deals]
    return told("herzeln", night, shown, "piatnik") | {"parties": parties}


def _party(night, first, party):
    """What `score --json` says of one party: whoever never played in it stands with 0."""
    won = _winners(night.get("house", {}), night["players"], party) if len(party) == 8 else []
    return {
        "number": first // 8 + 1,
        "first": first + 1,
        "last": first + len(party),
        "scores": {player: sum(deal["sheet"][player] for deal in party) for player in night["players"]},
        "winners": won,
    }


def _deals(night):
    players = night["players"]
    house = night.get("house", {})
    dealer = night.get("dealer", players[-1])
    deals = []
    for number, entry in enumerate(night["deals"], start=1):
        dealer = entry.get("dealer", dealer)
        after = [players[(players.index(dealer) + step) % len(players)] for step in range(1, len(players) + 1)]
        playing = entry.get("playing", after[:4])
        sheet = dict.fromkeys(players, 0)
        payoff = dict.fromkeys(players, 0)
        deal = {
            "number": number,
            "dealer": dealer,
            "playing": playing,
            "sheet": sheet,
            "payoff": payoff,
            "entry": entry,
        }
        money = house.get("money", "pairwise")
        if "adjust" in entry:
            sheet.update(entry["adjust"])
        elif "void" not in entry:
            sheet.update(_tour((number - 1) % 8 + 1, playing, entry))
        if money == "winner_takes":
            if number % 8 == 0:
                payoff.update(_prizes(house, players, [*deals[-7:], deal]))
        elif "adjust" in entry:
            payoff.update(entry["adjust"])
        elif money == "pairwise" and "void" not in entry:
            for player in playing:
                payoff[player] = len(playing) * sheet[player] - sum(sheet.values())
        deals.append(deal)
        dealer = after[0]
    return deals


def _tour(tour, playing, entry):
    if entry.get("passed"):
        return dict.fromkeys(playing, 0)
    if "points" in entry:
        total = {1: -31 if len(playing) == 3 else -33, 2: 80, 3: -80, 4: -80, 5: -40, 6: 40, 7: -40}.get(tour)
        if tour == 8:
            total = -30 if len(playing) == 3 else -60
        return _complete(playing, entry["points"], total)
    if tour == 1:
        ranks = [rank for rank in HEARTS if len(playing) == 4 or rank not in ("7", "8")]
        taken = {player: [_rank(card) for card in text.split()] for player, text in entry["hearts"].items()}
        seen = [rank for cards in taken.values() for rank in cards]
        return {
            player: -sum(HEARTS[rank] for rank in taken.get(player, [rank for rank in ranks if rank not in seen]))
            for player in playing
        }
    if tour in (2, 3):
        tricks = _complete(playing, entry["tricks"], 8)
        return {player: (10 if tour == 2 else -10) * tricks[player] for player in playing}
    if tour == 4:
        queens = _complete(playing, entry["queens"], 4)
        return {player: -20 * queens[player] for player in playing}
    if tour == 5:
        return {player: -40 if player == entry["king"] else 0 for player in playing}
    if tour in (6, 7):
        return {player: (40 if tour == 6 else -40) if player == entry["last"] else 0 for player in playing}
    return {player: -10 * entry["out"].index(player) for player in playing}


def _rank(card):
    card = card.upper().replace("♥", "")
    if card not in HEARTS and card.endswith("H"):
        card = card[:-1]
    return {"D": "Q", "O": "Q", "B": "J", "U": "J"}.get(card, card)


def _complete(playing, numbers, total):
    rest = total - sum(numbers.values())
    return {player: numbers.get(player, rest) for player in playing}


def _in_party(players, party):
    """Everybody for whom any of these deals counts."""

    def of(deal):
        return [] if "void" in deal["entry"] else deal["entry"].get("adjust", deal["playing"])

    return [player for player in players if any(player in of(deal) for deal in party)]


def _winners(house, players, party):
    total = {player: sum(deal["sheet"][player] for deal in party) for player in _in_party(players, party)}
    best = [player for player in total if total[player] == max(total.values())]
    if house.get("tie") == "fewer_minus_tours":
        minus = {player: len([1 for deal in party if deal["sheet"][player] < 0]) for player in best}
        best = [player for player in best if minus[player] == min(minus.values())]
    return best


def _prizes(house, players, party):
    payoff = dict.fromkeys(players, 0)
    winners = _winners(house, players, party)
    total = {player: sum(deal["sheet"][player] for deal in party) for player in _in_party(players, party)}
    for loser in total:
        gap = max(total.values()) - total[loser]
        for winner in winners:
            payoff[winner] += gap // len(winners)
            payoff[loser] -= gap // len(winners)
    return payoff


def draw_night(random: Random) -> dict[str, Any]:
    """Return a night that a table might enter, in all the ways that a night file allows."""
    players = NAMES[: random.choice([3, 3, 4, 4, 5, 6])]
    night = {"game": "herzeln", "players": players}
    if random.random() < 0.5:
        night["rules"] = "piatnik"
    if random.random() < 0.5:
        night["dealer"] = random.choice(players)
    if random.random() < 0.5:
        night["stake"] = random.choice(["0.10 EUR", "0.01 EUR", "1.00 CHF"])
    house = {}
    if random.random() < 0.6:
        house["money"] = random.choice(["pairwise", "winner_takes", "none"])
    if random.random() < 0.4:
        house["tie"] = random.choice(["shared", "extra_tour", "fewer_minus_tours"])
    if random.random() < 0.2:
        house |= {"pass": random.choice(["only_if_unable", "free"]), "rows": random.choice(["one", "per_jack"])}
    if house:
        night["house"] = house
    dealer = night.get("dealer", players[-1])
    night["deals"] = []
    for number in range(random.choice([3, 8, 8, 11, 16, 20])):
        entry = {}
        if random.random() < 0.1:
            dealer = entry["dealer"] = random.choice(players)
        after = [players[(players.index(dealer) + step) % len(players)] for step in range(1, len(players) + 1)]
        playing = after[:4]
        if len(players) > 3 and random.random() < 0.2:
            chosen = random.sample(players, random.choice([3, 4]))
            playing = entry["playing"] = [player for player in after if player in chosen]
        entry |= _random_entry(random, number % 8 + 1, playing, players)
        night["deals"].append(entry)
        dealer = after[0]
    return night


def _random_entry(random, tour, playing, players):
    chance = random.random()
    if chance < 0.04:
        return {"passed": True}
    if chance < 0.08:
        one, other = random.sample(players, 2)
        return {"adjust": {one: 7, other: -7}, "reason": "Karte gezeigt"}
    if chance < 0.12:
        return {"void": True, "reason": "vergeben"}
    if tour == 1:
        taken = {player: [] for player in playing}
        for rank in HEARTS:
            if len(playing) == 4 or rank not in ("7", "8"):
                taken[random.choice(playing)].append(rank)
        points = {player: -sum(map(HEARTS.get, ranks)) for player, ranks in taken.items()}
        spelt = {player: " ".join(_spell(random, rank) for rank in ranks) for player, ranks in taken.items()}
        return _enter(random, "hearts", spelt, points, may_lack=True)
    if tour in (2, 3, 4):
        taken = dict.fromkeys(playing, 0)
        for _ in range(4 if tour == 4 else 8):
            taken[random.choice(playing)] += 1
        unit = {2: 10, 3: -10, 4: -20}[tour]
        points = {player: unit * n for player, n in taken.items()}
        return _enter(random, "queens" if tour == 4 else "tricks", taken, points, may_lack=True)
    if tour in (5, 6, 7):
        who = random.choice(playing)
        points = {player: (40 if tour == 6 else -40) if player == who else 0 for player in playing}
        return _enter(random, "king" if tour == 5 else "last", who, points, may_lack=False)
    out = random.sample(playing, len(playing))
    return _enter(random, "out", out, {player: -10 * place for place, player in enumerate(out)}, may_lack=False)


def _spell(random, rank):
    german = {"Q": "D", "J": "B"}.get(rank, rank)
    return random.choice([rank, rank, rank.lower(), rank + "H", "♥" + rank, rank + "♥", german])


def _enter(random, key, counted, points, may_lack):
    if random.random() < 0.3:
        key, counted, may_lack = "points", points, True
    if may_lack and random.random() < 0.3:
        left = random.choice(list(counted))
        counted = {player: value for player, value in counted.items() if player != left}
    return {key: counted}
