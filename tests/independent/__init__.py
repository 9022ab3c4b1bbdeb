"""Programs written from the rules alone, and what the comparisons with them share."""


def sum_lines(deal, players):
    """Take the lines out of a deal of `score --json`; return what they come to for each player, step by step."""
    total = dict.fromkeys(players, 0)
    for line in deal.pop("lines"):
        each = line["value"]
        for factor in line["factors"]:
            each *= factor["times"]
        assert line["amounts"] == {player: each * share for player, share in line["shares"].items()}
        assert line["rule"]
        assert line["reason"]
        for player, amount in line["amounts"].items():
            total[player] += amount
    return total
