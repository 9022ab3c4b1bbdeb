"""Any document and any deals of it, played through the pages: what a page shows before is what is booked after."""

import json
from ipaddress import ip_address
from secrets import randbits, token_hex

from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.storage.journal.state import load_results, standings
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.transfer import find_same, prepare
from scorekeeper.storage.verify import verify_night
from scorekeeper.web.deal.widgets import spread
from tests.games.own.documents import NAMES, documents
from tests.games.own.test_properties import answered
from tests.web.html import read_html
from tests.web.phone import Phone, whole
from tests.web.test_own_games import link_to, open_at

OWN = GAMES["own"]
DEALS = 3
ANY_NIGHT = settings(
    phases=(Phase.reuse, Phase.generate),  # a night is too long to be shrunk
    suppress_health_check=(HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large),
)


def fields_of(rules, seating, answers, earlier):
    """What a form sends for these answers; what an earlier deal proposes is confirmed or left as it was drawn."""
    asked = {question.name: question for question in OWN.ask(rules, seating, answers)}
    fields = {}
    for name, answer in answers.items():
        fields |= spread(asked[name], answer)
    for name in OWN.proposed_answers(rules, earlier):
        fields |= {f"due-{name}": "asked", f"sure-{name}": fields.get(name, "none")}
    return fields


def shown(body):
    """The points that the button of a preview shows by player; None where the deal cannot be booked as it is."""
    [button] = read_html(body).all("button", "book")
    if not button.attributes.keys() & {"data-ready"}:
        return None
    points = {}
    for span in button.one("span", fits=lambda one: bool(one.all("span"))).all("span"):
        name, _, number = span.text.strip(", ").rpartition(" ")
        points[name] = whole(number)
    return points


def play_any(app, data):
    document = data.draw(documents())
    rules = apply_house(OWN.author, {"sheet": document})
    players = data.draw(st.sampled_from(rules.players))
    phone = Phone(app, data.draw(st.sampled_from(["en-GB", "de-AT"])))
    # Not every night by the same address: too many at once are held back.
    phone.client.environ_base["REMOTE_ADDR"] = str(ip_address(randbits(32)))
    night = open_at(phone, link_to(document), *NAMES[:players])
    keys = [f"p{place}" for place in range(1, players + 1)]
    earlier = []
    for _ in range(2 * DEALS):
        number = len(earlier) + 1
        seating = Seating(number, keys[number - 2], tuple(keys[number - 1 :] + keys[: number - 1]))
        answers = answered(data.draw, rules, seating)
        fields = fields_of(rules, seating, answers, earlier)
        if not book(phone, night, rules, number, fields):
            event("a deal is refused")
            continue
        event("a deal is booked")
        earlier.append(answers)
        if number == DEALS:
            take_back(phone, night, number)
            assert book(phone, night, rules, number, fields, based_on=2)
            other = answered(data.draw, rules, seating)
            correct(phone, night, number, fields_of(rules, seating, other, earlier[:-1]))
            break
    check_file(phone, night)


def book(phone, night, rules, number, fields, based_on=0):
    """Book a deal and return whether that can be: as its preview said, with the points that stood on the button."""
    sent = {"csrf_token": phone.token(), "number": str(number), "based_on": str(based_on), "request": token_hex(16)}
    expected = shown(phone.post(f"{night}/preview", sent | fields).body)
    answer = phone.post(f"{night}/enter", sent | fields | {"action": "booked"})
    assert (answer.status == 303) == (expected is not None), (answer.errors, expected)
    if expected is None:
        assert answer.errors
        return False
    result = results(night)[number]
    assert expected == {NAMES[int(key[1:]) - 1]: by for key, by in getattr(result, OWN.sheet_column(rules)).items()}
    assert rules.sheet.money.kitty or rules.sheet.pot or sum(result.payoff.values()) == 0
    return True


def results(night):
    """The result of each deal that counts."""
    with database.connection_context():
        row = find_night(night.rpartition("/")[2])
        return load_results(row.id, standings(row.id), range(1, DEALS + 1))


def take_back(phone, night, number):
    """Take the last deal back; what it brought is gone."""
    page = phone.get(night)
    form = page.html.one("main").one("form", fits=lambda form: form["action"].endswith("/undo"))
    assert phone.send(page, form).status == 303
    assert sorted(results(night)) == list(range(1, number))


def correct(phone, night, number, fields):
    """Correct a deal; what the form shows before is what all have after it."""
    path = f"{night}/deals/{number}/correct"
    sent = {"csrf_token": phone.token(), "number": str(number), "based_on": "3", "request": token_hex(16), **fields}
    page = phone.get(path)
    form = page.form(number="")
    look = phone.post(form["action"], sent | {"action": "look"})
    look = phone.get(look.location) if look.status == 303 else look
    expected = look.moved if look.html.all("table", "moved") else None
    answer = phone.post(form["action"], sent | {"action": "confirm"})
    assert (answer.status == 303) == (expected is not None), (answer.errors, look.text)
    if expected is not None:
        event("a deal is corrected")
        assert balances(night) == {name: after for name, (_, _, after) in expected.items()}


def balances(night):
    with database.connection_context():
        return {row.name: row.balance for row in standings(find_night(night.rpartition("/")[2]).id)}


def check_file(phone, night):
    """A file of the night is read again to the same journal, and its sums agree."""
    text = phone.get(f"{night}/night.json").body
    slug = night.rpartition("/")[2]
    with database.connection_context():
        again = prepare(json.loads(text), "x")
        assert find_same(again).slug == slug
        assert verify_night(find_night(slug)) is None


@ANY_NIGHT
@given(st.data())
def test_what_any_sheet_shows_before_a_deal_is_booked_is_what_it_books(shared_app, data):
    play_any(shared_app, data)
