"""Ticking a payment: the first tick of a plan that nobody froze yet freezes it, in the same transaction."""

from hashlib import sha256

from scorekeeper.journal.acts import Frozen, Paid
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.transactions import writing
from scorekeeper.storage.journal.state import load_head
from scorekeeper.storage.projections.settlement import load_account
from scorekeeper.storage.writing.entry import Sender, append


def tick(night_id: int, sender: Sender, seen: Frozen | None, act: Paid, version: int) -> None:
    """Append a tick of a payment, and before it the plan that its page had `seen`, None where it was frozen already.

    On two phones at once the same plan is frozen once, and both ticks count. Raises what `append` raises, and then
    neither is written.
    """
    with writing():
        load_head(night_id, lock=True)
        account = load_account(night_id)
        if seen and account.plan < act.plan:
            append(night_id, sender._replace(request=_plan_id(sender.request)), seen)
        elif seen and account.plan == act.plan:
            frozen = {(*pair[1:], due.amount) for pair, due in account.current().items()}
            if frozen != {(*payment,) for payment in seen.payments}:
                raise Refused("payments", say("what is open has changed meanwhile; look at the plan again"))
        append(night_id, sender, act, version)


def _plan_id(request: str) -> str:
    """Return the id of the plan that the tick with the id `request` freezes: the same however often it is sent."""
    return sha256(f"plan {request}".encode()).hexdigest()[:32]
