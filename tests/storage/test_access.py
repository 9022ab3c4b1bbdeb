"""What a device may do at a night: what it was let in as is raised and never lowered."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import (
    ROLES,
    Guest,
    find_device,
    find_guest,
    introduce,
    is_seen,
    let_in,
    new_device,
)
from scorekeeper.storage.access.membership import NIGHT_ACCESS, make_host
from scorekeeper.storage.engine.sql import run
from tests.storage.nights import start

pytestmark = pytest.mark.both_databases


@pytest.mark.parametrize(("first", "then"), list(product(ROLES, ROLES)))
def test_whoever_is_let_in_again_may_do_what_the_better_link_lets_him(opened, first, then):
    row, secret = start(), new_device()
    for role in (first, then):
        let_in(find_device(secret), row, role)
    guest, better = find_guest(secret, row.slug), max(first, then, key=ROLES.index)
    assert (guest.role, guest.most) == (better, better)


def test_who_chose_to_look_on_may_write_again_but_no_more_than_that(opened):
    row, secret = start(), new_device()
    let_in(find_device(secret), row, "writer")
    introduce(find_guest(secret, row.slug), "", looks_on=True)
    looking = find_guest(secret, row.slug)
    assert (looking.role, looking.most) == ("onlooker", "writer")
    let_in(find_device(secret), row, "onlooker")
    introduce(looking, "p1")
    guest = find_guest(secret, row.slug)
    assert (guest.role, guest.most, guest.player) == ("writer", "writer", "p1")


def test_what_it_was_let_in_as_is_not_lowered_by_a_role_between(opened):
    row, secret = start(), new_device()
    let_in(find_device(secret), row, "host")
    run("UPDATE access SET role = ?", "onlooker")
    let_in(find_device(secret), row, "writer")
    guest = find_guest(secret, row.slug)
    assert (guest.role, guest.most) == ("writer", "host")


def test_who_was_made_a_host_stays_one_when_it_says_whose_it_is(opened):
    row, secret = start(), new_device()
    let_in(find_device(secret), row, "writer")
    make_host(NIGHT_ACCESS, row.id, find_device(secret).key)
    introduce(find_guest(secret, row.slug), "p2")
    guest = find_guest(secret, row.slug)
    assert (guest.role, guest.player) == ("host", "p2")


def test_a_host_cannot_only_look_on_and_nobody_is_who_has_no_seat(opened):
    row, secret = start(), new_device()
    let_in(find_device(secret), row, "host")
    for player, looks_on in (("p1", True), ("p9", False)):
        with pytest.raises(Refused):
            introduce(find_guest(secret, row.slug), player, looks_on)
    assert find_guest(secret, row.slug).player == ""


@pytest.mark.parametrize(
    ("minutes", "kept"), [(0, True), (1, True), (9, True), (11, False), (-1, True), (-11, False), (60 * 24, False)]
)
def test_a_phone_is_noted_ten_minutes_after_its_own_last_note(minutes, kept):
    seen = datetime.now(UTC) - timedelta(minutes=minutes)
    guest = Guest(1, "d1", "host", "", "host", seen.isoformat(timespec="milliseconds"), "")
    assert is_seen(guest) is kept
    assert not is_seen(guest._replace(seen=""))
