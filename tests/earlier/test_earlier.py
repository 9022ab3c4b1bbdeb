"""What earlier versions wrote opens, verifies, exports, imports and lets its phones in; `v1` was made by 0.1.0."""

import json
import sqlite3
from contextlib import closing

import pytest

from scorekeeper.games.house import switches
from scorekeeper.night.export import write_night
from scorekeeper.night.file import read_night
from scorekeeper.night.source import load, write_toml
from scorekeeper.phrase import Refused
from scorekeeper.storage.access import find_guest, role_of_link, signing_key
from scorekeeper.storage.check import verify
from scorekeeper.storage.openings import load_openings
from scorekeeper.storage.reading import all_nights, document, find_night, night_now, standings
from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.tables import Person, database
from scorekeeper.storage.transfer import take_in
from scorekeeper.storage.upgrade import connect
from tests.databases import KINDS, make_postgres
from tests.earlier.database import V1, fill_postgres, write_file
from tests.storage.nights import send
from tests.web.phone import Phone

EXPECTED = json.loads((V1 / "expected.json").read_text(encoding="utf-8"))
FILES = sorted(path.name for path in (*V1.glob("night-*"), *V1.glob("retired-*")))


# A cookie of the phone `device`, as version 0.1.0 signed it with the key in its database.
COOKIE = (
    "eyJfcGVybWFuZW50Ijp0cnVlLCJkZXZpY2UiOiJpeHNheFdzNlkxdEpkSDRodW81V3dzdnNWSG1GMV9qSSJ9.awJDWA."
    "kJRTcIoKuNY3kKAPEBDaYjpJulM"
)


@pytest.fixture(scope="module", params=KINDS)
def place_of_v1(request, tmp_path_factory):
    """The place of a copy of the database that version 0.1.0 wrote, not opened yet."""
    file = tmp_path_factory.mktemp("v1") / "scorekeeper.sqlite3"
    write_file(file)
    if request.param == "sqlite":
        return str(file)
    place = make_postgres(request.getfixturevalue("postgres_server"), "test_v1")
    fill_postgres(place, file)
    return place


@pytest.fixture(scope="module")
def opened_of_v1(place_of_v1):
    """That copy, opened by this program."""
    opened = connect(place_of_v1)
    with opened.connection_context():
        yield opened
    opened.close_all()  # by now `database` may be another one


@pytest.fixture
def database_of_v1(opened_of_v1):
    """That copy; whatever a test does to it is undone."""
    database.initialize(opened_of_v1)  # a test in between may have gone on with another one
    with database.atomic() as transaction:
        yield
        transaction.rollback()


@pytest.fixture
def empty_database(sqlite_place):
    """A database of this program without rows, to take files into."""
    connect(sqlite_place)
    with database.obj.connection_context():
        yield
    database.obj.close_all()


def test_every_night_verifies_and_ends_with_its_old_hash(database_of_v1):
    assert {row.slug: (row.head, row.seq) for row in all_nights()} == {
        slug: (said["head"], said["seq"]) for slug, said in EXPECTED["nights"].items()
    }
    assert [(row.slug, finding) for row, finding in verify() if finding] == []


def test_balances_stand_as_they_stood(database_of_v1):
    for slug, said in EXPECTED["nights"].items():
        stood = {player.name: [player.score, player.balance] for player in standings(find_night(slug).id)}
        assert stood == said["balances"], slug


def test_every_night_exports_as_it_did_byte_for_byte(database_of_v1):
    for slug, said in EXPECTED["nights"].items():
        written = write_toml(write_night(document(find_night(slug))))
        assert written == (V1 / said["file"]).read_text(encoding="utf-8"), slug


def test_links_and_phones_are_let_in_as_before(database_of_v1):
    for slug, said in EXPECTED["nights"].items():
        row = find_night(slug)
        for role, token in said["links"].items():
            assert role_of_link(row, token, signing_key()) == role
        assert find_guest(EXPECTED["device"], slug).is_host


@pytest.mark.parametrize("file", FILES)
def test_every_exported_file_is_taken_in_with_the_end_of_its_journal(file, empty_database):
    data = load((V1 / file).read_text(encoding="utf-8"))
    row = take_in(read_night(data), "file")
    assert row.head == json.loads(data["journal"][-1])["hash"]
    assert [finding for _, finding in verify() if finding] == []


def test_the_openings_of_old_nights_are_listed_in_their_order(database_of_v1):
    listed = [(opened.slug, opened.kind) for opened in load_openings()]
    assert [slug for slug, _ in listed] == [row.slug for row in all_nights()]
    assert {kind for _, kind in listed} == {"opened"}


def test_an_old_night_that_came_from_a_file_may_have_any_address(tmp_path):
    file = tmp_path / "scorekeeper.sqlite3"
    write_file(file)
    with closing(sqlite3.connect(file)) as old:
        old.execute("UPDATE night SET slug = 'feedbeef' WHERE slug = 'e6e72d1c'")
        old.commit()
    connect(str(file))
    with database.obj.connection_context():
        assert [opened.kind for opened in load_openings() if opened.slug == "feedbeef"] == ["imported"]
        assert [finding for _, finding in verify() if finding] == []
    database.obj.close_all()


def test_every_old_night_goes_on_and_still_holds(database_of_v1):
    for row in all_nights():
        number, seats = night_now(row.id).number, night_now(row.id).players
        send(row, "adjusted", number=number, adjust={seats[0]: 5, seats[1]: -5}, note="ein Wort dazu")
        send(row, "objected", number=number, version=1, note="noch eines")
        if len(seats) < 5:
            send(row, "joined", place=1, person=Person.create(name="Zoltan"))
    assert [(row.slug, finding) for row, finding in verify() if finding] == []
    assert [row.seq for row in all_nights()] > [said["seq"] for said in EXPECTED["nights"].values()]
    again = [take_in(read_night(write_night(document(row))), "file") for row in all_nights()]
    assert len(again) == len(EXPECTED["nights"])
    assert [(row.slug, finding) for row, finding in verify() if finding] == []


def test_what_was_changed_in_an_old_night_is_still_found(database_of_v1):
    first, second, *_ = all_nights()
    for row, slug in ((first, "elsewhere"), (second, first.slug), (first, second.slug)):
        run("UPDATE night SET slug = ? WHERE id = ?", slug, row.id)
    found = {row.slug: finding.seq for row, finding in verify() if finding}
    assert (found[first.slug], found[second.slug]) == (1, 1)


def test_texts_of_an_old_night_may_be_empty_without_an_act(database_of_v1):
    """Version 0.1.0 forgot texts without saying so."""
    (night,) = fetch("SELECT night_id FROM entry WHERE note <> '' ORDER BY id LIMIT 1")[0]
    run("UPDATE entry SET note = '', salt = '' WHERE night_id = ?", night)
    assert [finding for _, finding in verify() if finding] == []


def test_a_phone_of_the_first_version_still_gets_its_pages(place_of_v1, make_app):
    app = make_app(place_of_v1)
    app.testing = True
    phone = Phone(app)
    phone.client.set_cookie("scorekeeper", COOKIE)
    starts = "".join(phone.get("/", page=str(page)).body for page in (1, 2, 3))
    for slug in EXPECTED["nights"]:
        assert f"/n/{slug}" in starts
        for path in ("", "/settle", "/table", "/share", "/enter"):
            assert phone.get(f"/n/{slug}{path}").status == 200, path
    slug = next(iter(EXPECTED["nights"]))
    words = phone.get(f"/n/{slug}").html.one("footer", "foot")["data-words"].split()
    assert words[:3] == EXPECTED["nights"][slug]["words"]
    database.obj.close_all()


@pytest.mark.parametrize(
    ("file", "gone"),
    [("retired-solo.toml", ("auction", "raise_after_auction")), ("retired-husarln.toml", ("solo_ends",))],
)
def test_switches_that_this_version_no_longer_has_are_read_and_mean_nothing(file, gone):
    data = load((V1 / file).read_text(encoding="utf-8"))
    document = read_night(data)
    assert set(gone) <= set(data["house"])
    offered = {switch.name for number in (1, 2) for switch in switches(document.night.rules_at(number))}
    assert not offered & set(gone)
    without = {**data, "house": {name: value for name, value in data["house"].items() if name not in gone}}
    assert [slot.result for slot in read_night(without).slots] == [slot.result for slot in document.slots]
    assert write_night(document)["house"] == data["house"], "what the table once agreed on stays in its file"


@pytest.mark.parametrize("game", ["herzblatt", "husarln"])
def test_what_no_cards_make_stays_where_it_was_booked_before_anybody_asked(game, empty_database):
    """Journals with points and bonuses that cannot have been: they hold, open, are written as they were, and go on."""
    text = (V1.parent / "unchecked" / f"{game}.toml").read_text(encoding="utf-8")
    data = load(text)
    row = take_in(read_night(data), "file")
    assert row.head == json.loads(data["journal"][-1])["hash"]
    assert write_toml(write_night(document(row))) == text
    impossible = {**data["deals"][0], "soloist": "p1", "declarer": "p1"}
    answers = {key: impossible[key] for key in ("soloist", "declarer", "contract", "points") if key in data["deals"][0]}
    with pytest.raises(Refused, match="no cards make"):
        send(row, "booked", number=night_now(row.id).number, answers=answers)
    send(row, "voided", number=1, note="kann nicht sein")
    assert [finding for _, finding in verify() if finding] == []
    without = {key: said for key, said in data.items() if key not in ("journal", "keys", "salts")}
    with pytest.raises(Refused, match="no cards make") as refused:
        read_night(without)
    assert refused.value.deal == 1
