"""The night that follows another, as this phone opens it."""

from datetime import date

from scorekeeper.storage.access.devices import let_in
from scorekeeper.storage.engine.transactions import writing
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.nights.carry_over import know_again, next_night
from scorekeeper.storage.writing.entry import Sender
from scorekeeper.storage.writing.opening import find_opened
from scorekeeper.web.access.current import need_device
from scorekeeper.web.core.rate_limits import hold_back_opening


def open_following(row: NightRow, sent: Sender, opening: str, carries: bool = False) -> NightRow:
    """Return the night that follows another under this id, opened by whoever comes first; this phone is its host.

    It is whose it was there, and what is open goes along if it `carries`. Raises Refused.
    """
    with writing():
        if find_opened(opening) is None:
            hold_back_opening()
        opened = next_night(row, sent, date.today().isoformat(), opening, carries)
        device = need_device()
        let_in(device, opened, "host")
        know_again(device, row, opened)
    return opened
