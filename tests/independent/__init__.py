"""Programs written from the rules alone, and what the comparisons with them share."""

from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.telling.night import score_night


def sum_lines(deal, players):
    """Take the lines out of a deal of `score --json`; return what they write for each player, and what they pay."""
    written, paid = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for line in deal.pop("lines"):
        each = line["value"]
        for factor in line["factors"]:
            each *= factor["times"]
        assert line["amounts"] == {player: each * share for player, share in line["shares"].items()}
        assert line["rule"]
        assert line["reason"]
        for player, amount in line["amounts"].items():
            paid[player] += amount
            written[player] += 0 if line.get("cash") else amount
    return written, paid


def check_night(night, expected):
    """A night file scores as an independent program has it, its lines add up, and it is read as it is written."""
    document = read_night(night)
    assert [slot.result for slot in read_night(write_night(document)).slots] == [slot.result for slot in document.slots]
    told = score_night(document)
    assert len(told.pop("payments")) == expected.pop("payment_count"), night
    for deal in told["deals"]:
        assert deal.pop("steps")
        written, paid = sum_lines(deal, told["players"])
        assert written == deal["sheet"]
        assert paid == deal["payoff"] or written == paid, "what is paid besides stands in lines of its own"
    assert told == expected, night
