"""What the soloist of Herzblatt may lay away (HB-13)."""

from scorekeeper.games.herzblatt.rules import Rules


def may_discard(rules: Rules, card: str, trump: str) -> bool:
    """Return whether `card` may be laid away where `trump` is the trump suit."""
    if rules.discard == "no_trumps":
        return not card.endswith(trump)
    return rules.discard == "free" or card[:-1] not in ("A", "10")
