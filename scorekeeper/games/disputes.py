"""What is said of a breach in a game whose sources do not tell how it is settled: the rules of `DISPUTES`."""

from scorekeeper.audit.verdict import Consequence, Violation
from scorekeeper.phrase import say


def tell_dispute(found: Violation) -> tuple[Consequence, ...]:
    """Return what the table decides after a breach: a misdeal, a lead out of turn, or a revoke in a trick."""
    if found.reason == "WRONG_HAND":
        return (Consequence(say("Noticed at once, it is dealt again; later the table decides"), "G-7"),)
    if found.reason == "OUT_OF_TURN":
        return (Consequence(say("Whether the card is taken back, the table decides"), "G-9"),)
    if found.trick and found.card:
        return (Consequence(say("Until when it could be taken back, the table decides"), "G-8"),)
    return ()
