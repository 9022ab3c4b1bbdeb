"""What earlier versions wrote opens, verifies, exports, imports and lets its phones in: `v1` is 0.1.0, `v2` 0.2.0."""

import json
import sqlite3
from contextlib import closing

import pytest

from scorekeeper.games.house_rules import switches
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import load, write_toml
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import find_guest, role_of_link, signing_key
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.journal.register import load_openings
from scorekeeper.storage.journal.state import load_rows, standings
from scorekeeper.storage.models import NightRow, Person, database
from scorekeeper.storage.queries.nights import all_nights, find_night
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_all
from tests.chosen import some
from tests.databases import KINDS, make_postgres
from tests.earlier.database import V1, VERSIONS, fill_postgres, write_file
from tests.storage.nights import send
from tests.storage.replayed import document
from tests.web.phone import Phone

FILES = sorted(path.name for path in (*V1.glob("night-*"), *V1.glob("retired-*")))
SOME = 5  # each fifth night is taken in from its file, and looked at on its pages


# A cookie of the phone `device`, as version 0.1.0 signed it with the key in its database.
COOKIE_OF_V1 = (
    "eyJfcGVybWFuZW50Ijp0cnVlLCJkZXZpY2UiOiJpeHNheFdzNlkxdEpkSDRodW81V3dzdnNWSG1GMV9qSSJ9.awJDWA."
    "kJRTcIoKuNY3kKAPEBDaYjpJulM"
)


# Of the versions the first one comes the longest way on PostgreSQL too.
ON_BOTH = "v1"
KEPT = [(version, kind) for version in VERSIONS for kind in KINDS]
CHOSEN = [(version, kind) for version, kind in KEPT if kind == "sqlite" or version == ON_BOTH]


@pytest.fixture(scope="module", params=some(KEPT, *CHOSEN), ids=lambda param: "-".join(param))
def earlier(request, tmp_path_factory):
    """A version, and the place of a copy of the database that it wrote, not opened yet."""
    version, kind = request.param
    file = tmp_path_factory.mktemp(version) / "scorekeeper.sqlite3"
    write_file(file, version)
    if kind == "sqlite":
        return VERSIONS[version], str(file)
    place = make_postgres(request.getfixturevalue("postgres_server"), f"test_{version}")
    fill_postgres(place, file, version)
    return VERSIONS[version], place


@pytest.fixture(scope="module")
def expected(earlier):
    """What must stay as it was."""
    return earlier[0].expected


@pytest.fixture(scope="module")
def opened_earlier(earlier):
    """That copy, opened by this program."""
    opened = connect(earlier[1])
    with opened.connection_context():
        yield opened
    opened.close_all()  # by now `database` may be another one


@pytest.fixture
def earlier_database(opened_earlier):
    """That copy; whatever a test does to it is undone."""
    database.initialize(opened_earlier)  # a test in between may have gone on with another one
    with database.atomic() as transaction:
        yield
        transaction.rollback()


@pytest.fixture
def empty_database(empty_file):
    """A database of this program without rows, to take files into."""
    connect(empty_file)
    with database.obj.connection_context():
        yield
    database.obj.close_all()


def test_every_night_verifies_and_ends_with_its_old_hash(earlier_database, expected):
    assert {row.slug: (row.head, row.seq) for row in all_nights().rows} == {
        slug: (said["head"], said["seq"]) for slug, said in expected["nights"].items()
    }
    assert [(row.slug, finding) for row, finding in verify_all() if finding] == []


def test_balances_stand_as_they_stood(earlier_database, expected):
    for slug, said in expected["nights"].items():
        stood = {player.name: [player.score, player.balance] for player in standings(find_night(slug).id)}
        assert stood == said["balances"], slug


def test_every_night_exports_as_it_did_byte_for_byte(earlier_database, earlier):
    exports = earlier[0].exports
    assert {row.slug for row in all_nights().rows} == set(exports)
    for slug, texts in exports.items():
        data = write_night(document(find_night(slug)))
        written = {"toml": write_toml(data), "json": json.dumps(data, ensure_ascii=False)}
        assert {kind: written[kind] for kind in texts} == texts, slug


def test_links_and_phones_are_let_in_as_before(earlier_database, expected):
    for slug, said in expected["nights"].items():
        row, guest = find_night(slug), find_guest(expected["device"], slug)
        for role, token in said["links"].items():
            assert role_of_link(row, token, signing_key()) == role
        assert (guest is not None and guest.is_host) == said.get("hosted", True)


@pytest.mark.parametrize("file", FILES)
def test_every_exported_file_is_taken_in_with_the_end_of_its_journal(file, empty_database):
    data = load((V1 / file).read_text(encoding="utf-8"))
    row = take_in(prepare(data, "file"))
    assert row.head == json.loads(data["journal"][-1])["hash"]
    assert [finding for _, finding in verify_all() if finding] == []


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_an_export_of_this_version_is_imported_with_its_journal(kind, empty_database):
    version = VERSIONS["v2"]
    for texts in list(version.exports.values())[::SOME]:
        data = load(texts[kind])
        assert take_in(prepare(data, "file")).head == json.loads(data["journal"][-1])["hash"]
    assert [finding for _, finding in verify_all() if finding] == []


def test_the_openings_of_old_nights_are_listed_in_their_order(earlier_database, expected):
    listed = [[opened.kind, opened.slug] for opened in load_openings()]
    assert listed == expected.get("openings", [["opened", slug] for slug in expected["nights"]])
    assert [slug for _, slug in listed if ["deleted", slug] not in listed] == [row.slug for row in all_nights().rows]


def test_an_old_night_that_came_from_a_file_may_have_any_address(tmp_path):
    file = tmp_path / "scorekeeper.sqlite3"
    write_file(file)
    with closing(sqlite3.connect(file)) as old:
        old.execute("UPDATE night SET slug = 'feedbeef' WHERE slug = 'e6e72d1c'")
        old.commit()
    connect(str(file))
    with database.obj.connection_context():
        assert [opened.kind for opened in load_openings() if opened.slug == "feedbeef"] == ["imported"]
        assert [finding for _, finding in verify_all() if finding] == []
    database.obj.close_all()


def test_old_nights_go_on_and_still_hold(earlier_database, earlier, expected):
    ids = [row.id for row in all_nights().rows][:: earlier[0].step]
    for row in map(NightRow.get_by_id, ids):
        number, seats = load_rows(row.id).night.number, load_rows(row.id).night.players
        send(row, "adjusted", number=number, adjust={seats[0]: 5, seats[1]: -5}, note="ein Wort dazu")
        send(row, "objected", number=number, version=1, note="noch eines")
        if len(seats) < 5:
            send(row, "joined", place=1, person=Person.create(name="Zoltan"))
    gone_on = [NightRow.get_by_id(id_) for id_ in ids]
    assert all(row.seq >= expected["nights"][row.slug]["seq"] + 2 for row in gone_on)
    again = [take_in(prepare(write_night(document(row)), "file")) for row in gone_on]
    assert [row.head for row in again] == [row.head for row in gone_on]
    assert [(row.slug, finding) for row, finding in verify_all() if finding] == []


def test_what_was_changed_in_an_old_night_is_still_found(earlier_database, expected):
    first, second, *_ = all_nights().rows
    for row, slug in ((first, "elsewhere"), (second, first.slug), (first, second.slug)):
        run("UPDATE night SET slug = ? WHERE id = ?", slug, row.id)
    found = {row.slug: finding.seq for row, finding in verify_all() if finding}
    assert (found[first.slug], found[second.slug]) == (1, 1)


def test_texts_of_an_old_night_may_be_empty_without_an_act(earlier_database, earlier):
    """Version 0.1.0 forgot texts without saying so."""
    if earlier[0] is not VERSIONS["v1"]:
        pytest.skip("later versions seal texts")
    (night,) = fetch("SELECT night_id FROM entry WHERE note <> '' ORDER BY id LIMIT 1")[0]
    run("UPDATE entry SET note = '', salt = '' WHERE night_id = ?", night)
    assert [finding for _, finding in verify_all() if finding] == []


def test_a_phone_of_an_earlier_version_still_gets_its_pages(earlier, expected, make_app):
    app = make_app(earlier[1])
    app.testing = True
    phone = Phone(app)
    phone.client.set_cookie("scorekeeper", expected.get("cookie", COOKIE_OF_V1))
    starts = "".join(
        phone.get("/", page=str(number), **away).body for number in range(1, 7) for away in ({}, {"archived": 1})
    )
    hosted = [slug for slug, said in expected["nights"].items() if said.get("hosted", True)]
    assert [slug for slug in hosted if f"/n/{slug}" not in starts] == []
    for slug in hosted[::SOME]:
        for path in ("", "/settle", "/table", "/share", "/enter"):
            assert phone.get(f"/n/{slug}{path}").status == 200, path
    words = phone.get(f"/n/{hosted[0]}").html.one("footer", "foot")["data-words"].split()
    assert words[: len(told := expected["nights"][hosted[0]]["words"])] == told
    database.obj.close_all()


@pytest.mark.parametrize(
    ("file", "gone"),
    [("retired-solo.toml", ("auction", "raise_after_auction")), ("retired-husarln.toml", ("solo_ends",))],
)
def test_house_rules_that_no_longer_exist_are_read_and_ignored(file, gone):
    data = load((V1 / file).read_text(encoding="utf-8"))
    document = read_night(data)
    assert set(gone) <= set(data["house"])
    offered = {switch.name for number in (1, 2) for switch in switches(document.night.rules_at(number))}
    assert not offered & set(gone)
    without = {**data, "house": {name: value for name, value in data["house"].items() if name not in gone}}
    assert [slot.result for slot in read_night(without).slots] == [slot.result for slot in document.slots]
    assert write_night(document)["house"] == data["house"], "what the table once agreed on stays in its file"


@pytest.mark.parametrize(
    ("game", "reason"),
    [(game, "no cards make") for game in ("herzblatt", "husarln", "koenigrufen")] + [("tapp", "that is a Valat")],
)
def test_impossible_counts_stay_where_earlier_versions_booked_them(game, reason, empty_database):
    """Journals with points and bonuses that cannot have been: they hold, open, are written as they were, and go on."""
    text = (V1.parent / "unchecked" / f"{game}.toml").read_text(encoding="utf-8")
    data = load(text)
    row = take_in(prepare(data, "file"))
    assert row.head == json.loads(data["journal"][-1])["hash"]
    assert write_toml(write_night(document(row))) == text
    impossible = {**data["deals"][0], "soloist": "p1", "declarer": "p1"}
    answers = {key: impossible[key] for key in ("soloist", "declarer", "contract", "points") if key in data["deals"][0]}
    with pytest.raises(Refused, match=reason):
        send(row, "booked", number=load_rows(row.id).night.number, answers=answers)
    send(row, "voided", number=1, note="kann nicht sein")
    assert [finding for _, finding in verify_all() if finding] == []
    without = {key: said for key, said in data.items() if key not in ("journal", "keys", "salts")}
    with pytest.raises(Refused, match=reason) as refused:
        read_night(without)
    assert refused.value.deal == 1
