"""Purses, the treasurer and the kitty on the pages: each an act that is told, taken back and sent once."""

import pytest

from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_night
from tests.web.group import come_in, group_links, open_group
from tests.web.html import values
from tests.web.paying import dues, freeze, holds, opened, tick, told
from tests.web.phone import Phone, links


def pool(phone, night, *keys):
    page = phone.get(f"{night}/settle")
    return phone.send(page, page.form(action="pool"), "action=pool", players=list(keys))


def part(phone, night):
    page = phone.get(f"{night}/settle")
    return phone.send(page, page.form(action="part"), "action=part")


def book(phone, night, how, amount, who="", note=""):
    page = phone.get(f"{night}/kitty")
    return phone.send(page, page.form(how=""), how=how, amount=amount, who=who, note=note)


def strike(phone, night, place):
    page = phone.get(f"{night}/kitty")
    return phone.send(page, page.form(place=str(place)))


def lies_in(phone, path):
    return phone.get(f"{path}/kitty").html.one("p", "kitty").one("strong").text


@pytest.fixture(autouse=True)
def in_order(night):
    """What was booked holds."""
    yield
    assert holds(night)


def test_a_couple_pays_as_one_and_each_keeps_what_he_has(host, writer, night):
    assert pool(writer, night, "p2", "p3").location == f"{night}/settle#purses"
    assert dues(host.get(f"{night}/settle")) == {
        "Bernd + Clara → Anna €0.20": "",
        "Dora → Anna €0.10": "",
        "Emil → Anna €0.10": "",
    }
    assert "Bernd + Clara → Anna: €0.20" in host.get(f"{night}/settle.txt").body
    tick(writer, night, "Bernd", "all")
    assert opened(host, night)["Clara"] == "€0.00"
    part(host, night)
    page = host.get(f"{night}/settle")
    assert "The payments are confirmed" in page.text, "a frozen plan keeps what it was frozen with"
    assert dues(page)["Bernd → Anna €0.20"] == "✓ paid"
    again = host.get(f"{night}/settle", by="")
    assert "Clara → Bernd €0.10" in dues(again), "who is no couple any more owes what the other paid"


def test_one_collects_for_all(host, writer, night):
    page = host.get(f"{night}/settle", by="p5")
    assert dues(page) == {f"{name} → Emil €0.10": "" for name in ("Bernd", "Clara", "Dora")} | {"Emil → Anna €0.40": ""}
    assert host.send(page, page.form(seen="")).location == f"{night}/settle#plan"
    page = writer.get(f"{night}/settle")
    assert "The payments are confirmed; Emil collects" in page.text
    tick(writer, night, "Clara", "all")
    assert told(host, night)["Clara → Emil €0.10"] == "✓ paid"
    assert "Emil collects" in host.get(f"{night}/settle.txt").body
    fewest = writer.get(f"{night}/settle", by="")
    assert "Emil → Anna €0.20" in dues(fewest), "Emil has got what Clara paid"
    assert writer.send(fewest, fewest.form(seen="")).status == 303
    assert "closed; Emil collects" not in host.get(f"{night}/settle").text


def test_a_tick_of_a_plan_that_was_asked_for_freezes_it(host, night):
    page = host.get(f"{night}/settle", by="p2")
    (item,) = [item for item in page.html.all("li") if item["id"] and item.text.startswith("Clara")]
    assert host.send(page, item.one("form"), "tick=all").status == 303
    assert "Bernd collects" in host.get(f"{night}/settle").text
    assert told(host, night)["Clara → Bernd €0.10"] == "✓ paid"


def test_nobody_who_is_not_there_collects(host, night):
    assert dues(host.get(f"{night}/settle", by="p9")) == told(host, night)
    page = host.get(f"{night}/settle", by="p5")
    sent = values(page.form(seen=""))
    answer = host.post(f"{night}/settle/freeze", sent | {"seen": sent["seen"][0].replace("p5", "p9")})
    assert answer.status == 409
    for seen in ("{}", '{"payments": 3}', '{"payments": [], "pooled": 1}', "[1]", "[" * 9999):
        assert host.post(f"{night}/settle/freeze", sent | {"seen": seen}).status == 409


def test_a_fine_is_paid_to_the_kitty_as_the_night_is_settled(host, writer, onlooker, night):
    assert book(writer, night, "fine", "2,50", "p2", "zu spät").location == f"{night}/kitty"
    assert lies_in(onlooker, night) == "€0.00"
    assert told(host, night)["Bernd → kitty €2.50"] == ""
    assert "Bernd: −1, fined: €2.50 (−€2.60)" in host.get(f"{night}/settle.txt").body, "the text to share says why"
    freeze(host, night)
    page = host.get(f"{night}/settle")
    (item,) = [item for item in page.html.all("li") if item["id"] and "kitty" in item.text]
    host.send(page, item.one("form"), "tick=all")
    assert not host.get(f"{night}/settle").errors, "the others stay as they are"
    page = onlooker.get(f"{night}/kitty")
    assert page.html.one("p", "kitty").one("strong").text == "€2.50"
    assert "Fine · Bernd" in page.text
    assert "zu spät" in page.text
    assert not page.html.one("main").all("form"), "who looks on sees it"


def test_what_is_in_the_kitty_is_told_movement_by_movement_and_taken_back(host, writer, night):
    book(host, night, "in", "5", "p3")
    book(writer, night, "out", "1.20", note="Bier")
    assert lies_in(host, night) == "€3.80"
    strike(host, night, 2)
    assert lies_in(host, night) == "€5.00"
    rows = [item.text for item in host.get(f"{night}/kitty").html.one("main").one("ul", "payments").all("li")]
    assert rows[0].startswith("Paid out −€1.20")
    assert "taken back" in rows[0]
    refused = book(host, night, "out", "5.01")
    assert (refused.status, refused.errors) == (422, "the kitty does not hold that much")
    book(host, night, "out", "5.00")
    refused = strike(host, night, 1)
    assert (refused.status, refused.errors) == (422, "the kitty does not hold that much")


def test_the_letter_o_in_an_amount_is_a_zero(host, night):
    for amount in ("1O", "O,50", "o.50"):
        assert book(host, night, "in", amount).status == 303
    assert lies_in(host, night) == "€11.00"


def test_what_cannot_be_booked_is_said(host, night):
    for fields, said in (
        ({"how": "fine", "amount": "1"}, "say who is fined"),
        ({"how": "fine", "amount": "1", "who": "p9"}, "p9 is not one of the players"),
        ({"how": "gift", "amount": "1"}, "gift is no movement of the kitty"),
        ({"how": "in", "amount": "one"}, "one is not an amount of money"),
        ({"how": "in", "amount": "0"}, "0 is not an amount that can be paid"),
        ({"how": "in", "amount": "-1"}, "-1 is not an amount that can be paid"),
        ({"how": "in", "amount": ""}, '"" is not an amount of money'),
        ({"how": "in", "amount": "0.001"}, "not a whole number of the smallest coin"),
        ({"how": "in", "amount": "1e1000000"}, "1e1000000 is not an amount of money"),
        ({"how": "in", "amount": "1.0e-99999"}, "1.0e-99999 is not an amount of money"),
        ({"how": "in", "amount": "9," * 2000}, "is not an amount of money"),
        ({"how": "in", "amount": "99999999999"}, "99999999999 is not an amount that can be paid"),
        ({"how": "in", "amount": "1", "note": "x" * 501}, "at most 500 characters"),
    ):
        answer = book(host, night, **fields)
        assert (answer.status, said in answer.errors) == (422, True), (fields, answer.errors)


def test_a_large_amount_is_asked_about_once(host, night):
    asked = book(host, night, "fine", "9999999", "p2", "late")
    assert (asked.status, asked.errors) == (422, "€9,999,999.00 is a lot; if that is right, send it once more")
    assert opened(host, night)["Bernd"] == "−€0.10"
    other = host.send(asked, asked.form(how=""), amount="8888888")
    assert other.errors.startswith("€8,888,888.00 is a lot")
    assert host.send(other, other.form(how="")).location == f"{night}/kitty"
    assert "8,888,888.00" in host.get(f"{night}/kitty").text
    assert book(host, night, "in", "1000").status == 303


def test_a_refused_amount_has_the_decimal_comma_of_the_reader(shared_app):
    german = Phone(shared_app, "de-AT")
    night = german.open_night("Anna", "Bernd", "Clara", amount="0,10")
    assert book(german, night, "in", "0,005").errors == "0,005 EUR geht in der kleinsten Münze nicht auf"
    assert "10000000,01 " in book(german, night, "in", "10000000,01").errors
    page = german.get(f"{night}/table")
    assert "0,005 EUR" in german.send(page, page.form(amount=""), "action=stake", amount="0,005").errors


def test_who_looks_on_books_nothing_and_who_is_no_guest_sees_nothing(shared_app, onlooker, host, night):
    for path in ("kitty", "kitty/strike", "settle/purse"):
        fields = {"csrf_token": onlooker.token(), "request": "f" * 32, "how": "in", "amount": "1"}
        assert onlooker.post(f"{night}/{path}", fields).status == 403
    assert Phone(shared_app).get(f"{night}/kitty").status == 404
    assert lies_in(host, night) == "€0.00"


@pytest.mark.both_databases
@pytest.mark.parametrize("times", [9, pytest.param(50, marks=pytest.mark.at_length)])
def test_the_same_form_sent_many_times_books_once(host, night, times):
    page = host.get(f"{night}/kitty")
    sent = values(page.form(how="")) | {"how": "in", "amount": "2", "note": "Münzen"}
    assert {host.post(f"{night}/kitty", sent).status for _ in range(times)} == {303}
    assert lies_in(host, night) == "€2.00"
    assert host.post(f"{night}/kitty", sent | {"amount": "3"}).status == 422, "another one under the same id"
    page = host.get(f"{night}/settle")
    sent = values(page.form(action="pool")) | {"players": ["p1", "p2"], "action": "pool"}
    assert {host.post(f"{night}/settle/purse", sent).status for _ in range(5)} == {303}
    assert host.post(f"{night}/settle/purse", {**sent, "request": "e" * 32}).status == 422, "they are one already"
    assert host.post(f"{night}/settle/purse", {**sent, "request": "d" * 32, "action": "buy"}).status == 422


def test_the_nights_of_a_round_have_one_kitty(shared_app, host, night):
    group = open_group(host, night)
    book(host, night, "in", "10", note="vom Vorjahr")
    pool(host, night, "p2", "p3")
    page = host.get(group)
    later = host.send(page, page.html.one("main").one("form", fits=lambda f: "Start the next" in f.text)).location
    later = later.partition("#")[0]
    assert "Bernd + Clara" in host.get(f"{later}/settle").text, "a couple is one at the next night too"
    assert lies_in(host, later) == "€10.00"
    assert book(host, later, "out", "4", note="Karten").status == 303
    assert book(host, later, "out", "6.01").errors == "the kitty does not hold that much"
    assert "In the kitty €6.00" in host.get(group).text
    page = host.get(f"{group}/kitty")
    assert page.text.index("Karten") < page.text.index("vom Vorjahr")
    member, stranger = Phone(shared_app), Phone(shared_app)
    come_in(member, group_links(host, group)["onlooker"])
    assert lies_in(member, group) == "€6.00"
    assert stranger.get(f"{group}/kitty").status == 404
    guest = Phone(shared_app)
    guest.join(links(host, later)["writer"])
    assert lies_in(guest, later) == "€0.00", "who is not in the round sees this night only"
    with database.connection_context():
        assert verify_night(find_night(later.rpartition("/")[2])) is None


@pytest.mark.both_databases
def test_who_is_forgotten_is_gone_from_the_kitty(host, night):
    group = open_group(host, night)
    book(host, night, "fine", "1", "p2", "Bernd war zu spät")
    pool(host, night, "p2", "p3")
    page = host.get(f"{night}/forget")
    assert host.send(page, page.form(player=""), player="p2").status == 303
    shown = [host.get(path).body for path in (f"{night}/kitty", f"{night}/settle", f"{group}/kitty")]
    assert "Bernd" not in "".join(shown) + host.get(f"{night}/night.toml").body
    assert all("N. N." in body for body in shown)


def test_the_print_names_the_collector_and_deleting_the_kittys_loss(host, night):
    assert "kitty" not in host.get(f"{night}/delete").text
    book(host, night, "in", "1")
    page = host.get(f"{night}/settle", by="p5")
    host.send(page, page.form(seen=""))
    pool(host, night, "p2", "p3")
    printed = host.get(f"{night}/whole").text
    assert "Emil collects" in printed
    assert "Bernd → Emil €0.10" in printed, "the plan is older than the couple"
    assert "into the kitty, or took out of it, is deleted with it" in host.get(f"{night}/delete").text
