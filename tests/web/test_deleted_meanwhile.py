"""A night or a group deleted between two statements of a request: whoever sent it is told, and nothing breaks."""

import threading
from itertools import count, product
from secrets import token_hex

import pytest

from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.groups.group import delete_group, load_group
from scorekeeper.storage.models import Attempt, database
from scorekeeper.storage.nights.manage import delete_night, take_out
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_all
from scorekeeper.web.access import current as access_current
from tests.chosen import at_length
from tests.databases import KINDS
from tests.web.group import group_links, open_group, put_in
from tests.web.html import values
from tests.web.phone import FIVE, Phone, links
from tests.web.test_sent_again import FORMS, filled, slug

GONE = {
    "A host has deleted this night.",
    "A host has deleted this group.",
    "A night or group that belongs to this has just been deleted. Nothing was saved.",
}
SOON = 0.1  # seconds in which a deletion is done, or waits for a lock


class Table:
    """A phone with two nights of the same people in one group, and a third that is in none."""

    def __init__(self, app):
        self.app, self.phone = app, Phone(app)
        with database.connection_context():
            Attempt.delete().execute()
        self.night = self.phone.open_night()
        self.phone.book(self.night)
        self.group = open_group(self.phone, self.night)
        self.other = self.phone.open_night()
        self.phone.book(self.other, "p3")
        put_in(self.phone, self.other, self.group)
        self.apart = self.phone.open_night("Xaver", "Yvonne", "Zita")
        self.paths = {"night": self.night, "other": self.other, "apart": self.apart, "round": self.group}

    def post(self, whose, page, **fields):
        return self.paths[whose] + page, {"csrf_token": self.phone.token(), "request": token_hex(16), **fields}

    def form(self, path, button):
        page = self.phone.get(path)
        form = page.html.one("main").one("form", fits=lambda form: button in form.text)
        return form["action"] or path, values(form)

    def carry(self, nth, night):
        return filled(self.phone, f"{self.night}/carry", "night", nth=nth, night=night)[:2]

    def carry_on(self):
        return f"{self.night}/carry", values(self.phone.get(f"{self.night}/carry").form(way="next"))

    def pay_out(self):
        for night in (self.night, self.other):
            self.phone.post(f"{night}/kitty", self.post("night", "", how="in", amount="2")[1])
        return self.post("night", "/kitty", how="out", amount="1")

    def open(self, *names, query=""):
        path = f"/nights/new/herzblatt/braun{query}"
        seats = {f"players-{place}": name for place, name in enumerate(names)}
        return path, values(self.phone.get(path).form(amount="")) | seats

    def delete(self):
        return self.post("night", "/delete", typed=self.phone.get(self.night).html.one("h1").text)

    def come_in(self, link):
        self.phone = Phone(self.app)
        return link, {"csrf_token": self.phone.token(), "who": "p1"}


# What is sent, and what is deleted meanwhile.
SENT = {
    "carry": (lambda at: at.carry(0, slug(at.other)), ("night", "other")),
    "bring": (lambda at: at.carry(1, [slug(at.other)]), ("night", "other")),
    "carry on": (Table.carry_on, ("night",)),
    "again": (lambda at: at.post("night", "/again"), ("night",)),
    "open the next": (lambda at: at.form(at.group, "Start the next night"), ("other", "round")),
    "settle all": (lambda at: at.form(f"{at.group}/settle", "Move and settle"), ("night", "other", "round")),
    "pay out": (Table.pay_out, ("night", "other", "round")),
    "forget": (lambda at: at.post("night", "/forget", player="p1"), ("night", "other")),
    "rename": (
        lambda at: at.post("night", "/settings", action="rename", player="p1", name="Zora", everywhere="yes"),
        ("night", "other"),
    ),
    "join": (lambda at: at.post("night", "/table", move="join", name="Gerd", place="2"), ("night",)),
    "put in": (lambda at: at.post("apart", "/round", action="into", round=slug(at.group)), ("apart", "round")),
    "take out": (lambda at: at.post("night", "/round", action="out"), ("night", "round")),
    "open a group": (lambda at: at.post("apart", "/round", action="new", name="Freitag"), ("apart",)),
    "open in a group": (lambda at: at.open(*FIVE, query=f"?round={slug(at.group)}"), ("night", "round")),
    "open with people of a night": (lambda at: at.open("Xaver", "Yvonne", "Zita"), ("apart",)),
    "delete": (Table.delete, ("night", "round")),
    "come in": (lambda at: at.come_in(links(at.phone, at.night)["writer"]), ("night",)),
    "come into a group": (lambda at: at.come_in(group_links(at.phone, at.group)["member"]), ("round",)),
    "name a group": (lambda at: at.post("round", "/share", action="name", name="Freitag"), ("round",)),
}
ALL_SENT = [(name, victim) for name, (_, victims) in SENT.items() for victim in victims]
PAGES = ("", "/season", "/figures", "/kitty", "/share")
# In short each kind of action once, on PostgreSQL: there others come in between any two statements.
SENT_IN_SHORT = (
    *(("postgres", "carry", "other"), ("postgres", "open the next", "round"), ("postgres", "settle all", "night")),
    *(("postgres", "pay out", "round"), ("postgres", "forget", "other"), ("postgres", "rename", "other")),
    *(("sqlite", "join", "night"), ("postgres", "put in", "round"), ("postgres", "delete", "night")),
    *(("postgres", "come in", "night"), ("postgres", "come into a group", "round")),
)
PAGES_IN_SHORT = (("postgres", "", "round"), ("sqlite", "/season", "night"))


def in_short(shapes, chosen):
    return [shape if shape in chosen else at_length(*shape) for shape in shapes]


def delete_at(path):
    with database.connection_context():
        if path.startswith("/r/"):
            delete_group(load_group(slug(path)))
        else:
            row = find_night(slug(path))
            if row:
                delete_night(row)


def ask(monkeypatch, at, path, fields, victim, moment):
    """Send a request before whose statement `moment` something is deleted; return the answer, None if it has fewer."""
    execute, asking = type(database.obj).execute_sql, threading.get_ident()
    counted, failed, deleting = [0], [], []

    def run():
        try:
            delete_at(victim)
        except Gone:
            pass  # the request itself has deleted it
        except Exception as error:
            failed.append(error)

    def interrupted(self, *sql, **more):
        # SQLite has one writer, and whoever reads sees one moment: only between transactions can another come in.
        if threading.get_ident() == asking and (self.for_update or not self.in_transaction()):
            counted[0] += 1
            if counted[0] == moment:
                deleting.append(threading.Thread(target=run))
                deleting[0].start()
                deleting[0].join(SOON)
        return execute(self, *sql, **more)

    with monkeypatch.context() as patch:
        patch.setattr(type(database.obj), "execute_sql", interrupted)
        answer = at.phone.get(path) if fields is None else at.phone.post(path, fields)
    for thread in deleting:
        thread.join()
    assert not failed, repr(failed)
    return answer if deleting else None


@pytest.fixture
def served(app, request, monkeypatch):
    """The application as it is served, on PostgreSQL by several processes."""
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    if database.obj.for_update:
        request.getfixturevalue("like_processes")
    yield app
    with database.connection_context():
        assert not [fault for _, fault in verify_all() if fault]


@pytest.fixture
def moments(request):
    """Before which statements of a request something is deleted."""
    return count(1) if request.config.getoption("at_length") else (2, 8, 24)


def answers(monkeypatch, app, moments, victim, send):
    """Send the same request again and again, each time in the midst of another deletion; give the answers."""
    for moment in moments:
        at = Table(app)
        path, fields = send(at)
        answer = ask(monkeypatch, at, path, fields, at.paths[victim], moment)
        if answer is None:
            return
        yield answer


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("place", "sent", "victim"),
    in_short([(kind, *sent) for kind in KINDS for sent in ALL_SENT], SENT_IN_SHORT),
    indirect=["place"],
)
def test_who_sends_something_meanwhile_is_told_that_it_is_gone(served, monkeypatch, moments, sent, victim):
    for answer in answers(monkeypatch, served, moments, victim, SENT[sent][0]):
        assert answer.status in (303, 404, 410, 422), answer.text
        assert answer.status != 410 or answer.html.one("h1").text in GONE


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("place", "page", "victim"),
    in_short(list(product(KINDS, PAGES, ("night", "round"))), PAGES_IN_SHORT),
    indirect=["place"],
)
def test_who_opens_a_page_of_a_round_meanwhile_sees_one_moment(served, monkeypatch, moments, page, victim):
    for answer in answers(monkeypatch, served, moments, victim, lambda at: (at.group + page, None)):
        assert answer.status in (200, 404)


OTHERS = {
    "me": {"who": "p2"},
    "entering": {"number": "2"},
    "kitty": {"how": "fine", "who": "p2", "amount": "1"},
    "settle/purse": {"action": "pool", "players": ["p1", "p2"]},
    "paper": {"rows": "A 71", "action": "book"},
    "share": {"action": "renew"},
}


@pytest.fixture
def phone(app, monkeypatch):
    """The phone of a host, the application being served: an error becomes a page."""
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    yield Phone(app)
    with database.connection_context():
        assert not [fault for _, fault in verify_all() if fault]


@pytest.fixture
def night(phone):
    """The path of a night of five with one deal booked."""
    path = phone.open_night()
    phone.book(path)
    return path


@pytest.fixture
def ends(monkeypatch):
    """A function by which a night ends as soon as somebody has come in who sends something to it."""
    come_in = access_current.set_names

    def by(end):
        def end_it(names):
            if access_current.request.method == "POST":
                end(find_night(access_current.g.slug))
            come_in(names)

        monkeypatch.setattr(access_current, "set_names", end_it)

    return by


@pytest.mark.parametrize("name", [*FORMS, *OTHERS])
def test_what_is_sent_to_a_deleted_night_shows_that_it_is_gone(phone, night, ends, name):
    if name in FORMS:
        path, fields, _ = FORMS[name](phone, night)
    else:
        path, fields = f"{night}/{name}", {"csrf_token": phone.token(), "request": "a" * 32, **OTHERS[name]}
    ends(delete_night)
    answer = phone.post(path, fields)
    if answer.status == 303 and name in OTHERS:
        answer = phone.get(answer.location)
    assert (answer.status, answer.html.one("h1").text) == (410, "A host has deleted this night.")


def test_the_page_of_a_pruned_night_shows_that_it_is_in_a_file(phone, night, ends):
    sheet = FORMS["enter"](phone, night)
    ends(take_out)
    answer = phone.post(sheet.path, sheet.fields)
    assert (answer.status, "been moved to a file" in answer.text) == (410, True)
