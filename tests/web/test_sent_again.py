"""Every form that writes: sent again it is written once; with other contents it is refused and keeps what was typed."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_all
from tests.web.disputed import HONEST, NAMES
from tests.web.html import controls, values
from tests.web.phone import Page, Phone

FIFTY, BOTH = pytest.param(50, marks=pytest.mark.at_length), pytest.mark.both_databases


class Sheet(NamedTuple):
    """A form filled in: where it goes, what it says, and the same with something changed, each with what is typed."""

    path: str
    fields: Mapping[str, Any]
    others: tuple[Mapping[str, Any], ...]


Fill = Callable[[Phone, str], Sheet]


def filled(phone: Phone, path: str, control: str, *others: Mapping[str, Any], nth: int = 0, **fields: Any) -> Sheet:
    """The form of a page that has such a control, filled in."""
    page = phone.get(path)
    forms = [form for form in page.html.one("main").all("form") if any(control == name for name, *_ in controls(form))]
    form = forms[nth]
    sent = {key: value[0] if len(value) == 1 else value for key, value in values(form).items()}
    return Sheet(form["action"].partition("#")[0] or page.path, sent | fields, others)


def enter_called(phone: Phone, night: str) -> Sheet:
    phone.enter(night, "called", soloist="p2", dealer="p4")
    return filled(phone, f"{night}/enter", "number", {"points": "30"}, points="71", action="booked")


def record(phone: Phone, _: str) -> Sheet:
    night = phone.open_night(*NAMES, rules="husarln/loew")
    phone.enter(night, declarer="p1", contract="Z2", points="35")
    page = phone.get(f"{night}/deals/1/audit", tricks=HONEST[:1])
    sent = values(page.html.one("form", "save")) | {"action": "record"}
    return Sheet(page.path, sent, ({"tricks": HONEST[:2]}, {"action": "remove"}))


def object_to(phone: Phone, night: str) -> Sheet:
    return filled(phone, f"{night}/deals/1", "note", {"note": "no Jack"}, note="the Jack was there")


def resolve(phone: Phone, night: str) -> Sheet:
    sheet = object_to(phone, night)
    phone.post(sheet.path, sheet.fields)
    others = ({"note": "he did not"}, {"how": "withdrawn"})
    return filled(phone, f"{night}/deals/1", "how", *others, note="he looked", how="rejected")


def agree(phone: Phone, night: str) -> Sheet:
    others = ({"house-loss": "2"}, {"number": "3"})
    sheet = filled(phone, f"{night}/rules", "house-loss", *others, **{"house-loss": "1"})
    shown = phone.post(sheet.path, sheet.fields)  # what it would have paid; only after that is it agreed
    return sheet._replace(fields=sheet.fields | {"seen": values(shown.form(seen=""))["seen"]})


def freeze(phone: Phone, night: str) -> Sheet:
    others = ({"seen": '[["p2","p1",11]]'}, {"seen": "[]"}, {"seen": "x"})
    return filled(phone, f"{night}/settle", "seen", *others)


def tick(phone: Phone, night: str) -> Sheet:
    phone.post(*freeze(phone, night)[:2])
    others = ({"part": "0.05"}, {"tick": "all"}, {"debtor": "p3"})
    return filled(phone, f"{night}/settle", "part", *others, part="0.04", tick="part")


def slug(night: str) -> str:
    return night.rpartition("/")[2]


def carry_to(phone: Phone, night: str) -> Sheet:
    one, other = slug(phone.open_night()), slug(phone.open_night())
    others = ({"night": other}, {"way": "from"}, {"way": "next"})
    sheet = filled(phone, f"{night}/carry", "night", *others, night=one)
    phone.book(f"/n/{one}", "p4")
    return sheet


def bring(phone: Phone, night: str) -> Sheet:
    nights = [phone.open_night() for _ in range(3)]
    for other in nights:
        phone.book(other, "p3")
    one, two, three = map(slug, nights)
    sheet = filled(phone, f"{night}/carry", "night", nth=1)
    others = ({"night": [one]}, {"night": [one, three]}, {"night": [one, two, three]}, {"way": "to", "night": [one]})
    return sheet._replace(fields=sheet.fields | {"night": [one, two]}, others=others)


# Where a filled-in form stands, a control of it, what is changed in it, and what it says.
AGREED = {"adjust-p1": "5", "adjust-p2": "-5", "note": "agreed", "action": "confirm"}
PLAIN: Mapping[str, tuple[str, str, tuple[Mapping[str, Any], ...], Mapping[str, Any]]] = {
    "enter": (
        *("/enter", "number", ({"points": "30"}, {"dealer": "p3", "points": "30"})),
        {"soloist": "p2", "points": "71", "action": "booked"},
    ),
    # Who deals was picked: without it less is said, though the deal may have the same dealer.
    "enter_by_hand": ("/enter", "number", ({"dealer": ""},), {"dealer": "p4", "passed": "yes", "action": "booked"}),
    "call": ("/enter", "number", ({"soloist": "p3"},), {"soloist": "p2", "action": "called"}),
    "correct": (
        *("/deals/1/correct", "number", ({"note": "a King"}, {"points": "51"})),
        {"points": "50", "note": "a Ten", "action": "confirm"},
    ),
    "void": (
        *("/deals/1/void", "number", ({"note": "they looked"},)),
        {"note": "a card was missing", "action": "confirm"},
    ),
    "adjust": ("/deals/1/adjust", "adjust-p1", ({"note": "beer"}, {"adjust-p2": "", "adjust-p3": "-5"}), AGREED),
    "adjust_next": ("/deals/2/adjust", "adjust-p1", ({"note": "beer"},), AGREED),
    "take_back": ("", "based_on", ({"based_on": "2"},), {}),
    "join": ("/table", "place", ({"name": "Heidi"}, {"place": "0"}), {"name": "Gerd", "place": "2", "move": "join"}),
    "pause": ("/table", "player", ({"player": "p2"}, {"move": "leave"}), {"player": "p1", "move": "pause"}),
}


def plain(path: str, control: str, others: tuple[Mapping[str, Any], ...], fields: Mapping[str, Any]) -> Fill:
    return lambda phone, night: filled(phone, night + path, control, *others, **fields)


FORMS: Mapping[str, Fill] = {name: plain(*form) for name, form in PLAIN.items()} | {
    fill.__name__: fill for fill in (enter_called, record, object_to, resolve, agree, freeze, tick, carry_to, bring)
}


# Of each way to know a form again one, for its SQL: by the deal, its change, a seat, a payment, several nights.
ON_BOTH = {"enter", "correct", "join", "tick", "bring"}
REUSED = "something else was sent from this form before"
_MEANWHILE = ("was entered on another phone meanwhile",)  # a booking shows both, as where two phones differ
SAID: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("enter", "enter_by_hand", "enter_called", "call"), _MEANWHILE),
    "freeze": (REUSED, "what is open was changed", "What is open was changed"),
}
TYPED = {"note", "points", "name", "adjust-p1", "adjust-p2", "part"}


def journals() -> list[tuple[Any, ...]]:
    """The place of every entry of every journal, and the names of all who are known."""
    with database.connection_context():
        return sorted(fetch("SELECT night_id, seq, hash FROM entry")) + sorted(fetch("SELECT id, name FROM person"))


def is_typed(page: Page, name: str, value: str) -> bool:
    """Whether a page has what was typed in one of its forms."""
    forms = page.html.one("main").all("form")
    return any(value in values(form).get(name, ()) for form in forms) or f"<blockquote>{value}<" in page.body


@pytest.fixture
def table(app):
    """The host's phone at a night of five with one deal booked."""
    phone = Phone(app)
    night = phone.open_night()
    phone.book(night)
    yield phone, night
    with database.connection_context():
        assert {finding for _, finding in verify_all()} == {None}


@pytest.mark.parametrize("times", [2, FIFTY])
@pytest.mark.parametrize("name", [pytest.param(name, marks=BOTH) if name in ON_BOTH else name for name in FORMS])
def test_sent_many_times_it_is_written_once_whatever_happens_meanwhile(table, name, times):
    phone, night = table
    sheet = FORMS[name](phone, night)
    before = journals()
    first = phone.post(sheet.path, sheet.fields)
    assert first.status == 303, first.errors
    written = journals()
    assert len(written) > len(before)
    for _ in range(times):
        again = phone.post(sheet.path, sheet.fields)
        assert (again.status, again.location) == (303, first.location)
    assert journals() == written
    _go_on(phone, night)
    written = journals()
    again = phone.post(sheet.path, sheet.fields)
    assert (again.status, again.location) == (303, first.location)
    assert journals() == written


def _go_on(phone: Phone, night: str) -> None:
    """Book, object and let somebody pause, so that nothing is as the form saw it."""
    assert phone.fill_in(f"{night}/me", "who", who="p3").status == 303
    for _ in range(2):
        phone.book(night, "p3", 80)
    page = phone.get(f"{night}/table")
    pausing = [form for form in page.html.one("main").all("form") if values(form).get("player") == ["p5"]]
    assert phone.send(page, pausing[0], "move=pause").status == 303


@pytest.mark.parametrize("name", FORMS)
def test_a_changed_form_sent_again_is_refused_and_keeps_its_entries(table, name):
    phone, night = table
    sheet = FORMS[name](phone, night)
    assert phone.post(sheet.path, sheet.fields).status == 303
    written = journals()
    for other in sheet.others:
        answer = phone.post(sheet.path, {**sheet.fields, **other})
        assert answer.status in (409, 422), other
        assert journals() == written, other
        said = answer.errors or answer.html.one("main").one("h1").text
        assert any(text in said for text in SAID.get(name, (REUSED,))), (other, said)
        for key in TYPED & sheet.fields.keys():
            typed = str({**sheet.fields, **other}[key])
            assert not typed or is_typed(answer, key, typed), (other, key)
