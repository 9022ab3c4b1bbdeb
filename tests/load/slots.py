"""Phones that all send an entry for each slot of a night at the same moment."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Barrier

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.models import DealRow, NightRow, database
from scorekeeper.storage.verify import verify_all
from tests.load.remote import Remote
from tests.storage.replayed import journal


@contextmanager
def together_at_a_night(addresses: list[str]) -> Iterator[tuple[str, list[Remote]]]:
    """A night, and a phone that may write at each address."""
    with ExitStack() as stack:
        host, *others = [stack.enter_context(Remote(address)) for address in addresses]
        night = host.open_night()
        for phone in others:
            phone.join(host.link(night))
        yield night, [host, *others]


def fill_every_slot(phones: list[Remote], night: str, slots: int) -> list[tuple[int, int]]:
    """Let all phones send an entry of their own for each slot at the same moment; return how many were booked."""
    together = Barrier(len(phones))

    def keep_booking(which: int) -> list[int]:
        answers = []
        for slot in range(1, slots + 1):
            form = phones[which].entry(night, soloist=f"p{which % 3 + 1}")
            assert form["number"] == [str(slot)]
            together.wait(120)
            answer = phones[which].post(f"{night}/enter", form)
            assert answer.status in (303, 409), answer.body
            together.wait(120)
            again = phones[which].post(f"{night}/enter", form)
            assert (again.status == 303) == (answer.status == 303), "sent again it is the same answer"
            answers.append(answer.status)
            together.wait(120)
        return answers

    with ThreadPoolExecutor(len(phones)) as pool:
        answers = list(pool.map(keep_booking, range(len(phones))))
    return [(statuses.count(303), statuses.count(409)) for statuses in zip(*answers, strict=True)]


def look_at_slots(place: str, night: str, slots: int) -> None:
    """One booking for each slot, the chain whole, all that stands beside it right."""
    connect(place)
    try:
        with database.obj.connection_context():
            assert {finding for _, finding in verify_all()} == {None}
            row = NightRow.get(NightRow.slug == night.rpartition("/")[2])
            kinds = [(entry.kind, entry.number) for entry in journal(row.id)]
            assert kinds == [("opened", 0), *(("booked", slot) for slot in range(1, slots + 1))]
            assert DealRow.select().where(DealRow.night == row.id).count() == slots
    finally:
        database.obj.close_all()
