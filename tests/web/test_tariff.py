"""The kitty of a group: fines in one tap, start fees, prizes, and what lay in it after each movement."""

from decimal import Decimal

import pytest

from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_night
from tests.tables import read_csv
from tests.web.group import come_in, group_links, member_of, open_group
from tests.web.html import values
from tests.web.phone import Phone
from tests.web.test_groups import next_night
from tests.web.test_kitty import book, lies_in, strike
from tests.web.test_ticking import freeze, opened, tick


def agree(host, group, tariff):
    return host.fill_in(f"{group}/settings", "tariff", "action=tariff", tariff=tariff)


def fine(phone, night, text, who, page=None):
    """Tap a fine of the tariff beside a player, on a page that may be open already."""
    page = page or phone.get(f"{night}/kitty")
    form = page.html.one("ul", "tariff").one(
        "form", fits=lambda form: form.text == text and form.all("button")[0]["value"] == who
    )
    return phone.post(form["action"], values(form) | {"who": who})


@pytest.mark.parametrize("language", ["en-GB", "de-AT"])
def test_a_fine_of_the_tariff_is_one_tap(shared_app, host, night, group, language):
    assert agree(host, group, "Misdeal 0.50\n\nZu spät gekommen 1,5 €").status == 303
    phone = Phone(shared_app, language)
    come_in(phone, group_links(host, group)["member"])
    phone.join(phone.get(group).html.one("main").one("a", "card")["href"], "p2")
    text = "Misdeal €0.50" if language == "en-GB" else "Misdeal 0,50 €"
    [button] = [tap.text for tap in phone.get(f"{night}/kitty").html.all("button") if "Misdeal" in tap.text][:1]
    assert button.replace("\xa0", " ") in (text, "Misdeal € 0,50")
    assert fine(phone, night, button, "p3").location == f"{night}/kitty"
    page = host.get(f"{night}/kitty")
    assert "Fine · Clara €0.50 Misdeal" in page.text
    assert opened(host, night)["Clara"] == "−€0.60"
    assert "Zu spät gekommen" in host.get(f"{group}/settings").text
    with database.connection_context():
        assert verify_night(find_night(night[3:11])) is None


def test_quickly_tapped_fines_are_all_booked_and_in_points_without_stake(host, night, group):
    agree(host, group, "Misdeal 0.50\nLate 1")
    page = host.get(f"{night}/kitty")
    taps = [("Misdeal €0.50", "p1"), ("Misdeal €0.50", "p2"), ("Late €1.00", "p1"), ("Misdeal €0.50", "p1")]
    assert [fine(host, night, text, who, page).status for text, who in taps] == [303] * 4
    assert host.get(f"{night}/kitty").text.count("Fine · ") == 3, "the first one was tapped twice"
    assert opened(host, night)["Anna"] == "−€1.10", "0.40 won, less both fines"
    assert opened(host, night)["Bernd"] == "−€0.60"
    night = host.open_night(amount="")
    group = open_group(host, night)
    agree(host, group, "Misdeal 0.50\nLate 2")
    page = host.get(f"{night}/kitty")
    assert "The fines of the group are in money; this night is for points only." in page.text
    assert page.html.all("ul", "tariff") == [], "two euros are not two points"
    agree(host, group, "Late 2")
    assert fine(host, night, "Late 2", "p1").status == 303
    assert opened(host, night)["Anna"] == "−2"


def test_a_large_fine_of_the_tariff_is_tapped_once_more(host, night, group):
    agree(host, group, "Misdeal 5000")
    asked = fine(host, night, "Misdeal €5,000.00", "p3")
    assert (asked.status, "a lot" in asked.errors, "Nothing yet tonight." in asked.text) == (422, True, True)
    assert fine(host, night, "Misdeal €5,000.00", "p3", asked).status == 303
    assert "Fine · Clara €5,000.00" in host.get(f"{night}/kitty").text


def test_an_invalid_tariff_shows_its_error(host, group):
    for tariff, reason in (
        ("Misdeal", "does not say what is fined"),
        ("0.50", "does not say what is fined"),
        ("Late 1\n\nMisdeal much", "line 3, “Misdeal much”: much is not an amount of money"),
        ("EUR 2", "line 1, “EUR 2”: it does not say what is fined"),
        ("Late Euro", "does not say what is fined"),
        ("Misdeal -1", "-1 is not an amount that can be paid"),
        ("Misdeal 0.00001", "is not an amount that can be paid"),
        ("x" * 61 + " 1", "does not say what is fined"),
        ("Late 1\n" * 21, "at most 20 fines"),
    ):
        answer = agree(host, group, tariff)
        assert (answer.status, reason in answer.errors) == (422, True), answer.errors
        field = answer.html.one("textarea", fits=lambda field: field["name"] == "tariff")
        assert field.text == " ".join(tariff.split()), "it can be corrected"


def test_the_currency_of_a_fine_is_read_around_the_amount_alone(host, group):
    lines = (
        "EUROPA 1",
        "NEUR 2 €",
        "Zu spät 1 Euro",
        "Late 1,50 euro",
        "Misdeal EUR 2",
        "Euro gone 3EUR",
        "No shoes €4",
    )
    assert agree(host, group, "\n".join(lines)).status == 303
    field = host.get(f"{group}/settings").html.one("textarea", fits=lambda field: field["name"] == "tariff")
    shown = "EUROPA 1.00 NEUR 2.00 Zu spät 1.00 Late 1.50 Misdeal 2.00 Euro gone 3.00 No shoes 4.00"
    assert field.text == shown


def test_only_a_host_changes_the_tariff_and_no_stranger_sees_it(shared_app, host, writer, night, group):
    agree(host, group, "Misdeal 0,5\nLate 2")
    field = host.get(f"{group}/settings").html.one("textarea", fits=lambda field: field["name"] == "tariff")
    assert field.text == "Misdeal 0.50 Late 2.00", "it can be typed again"
    assert ["Misdeal" in phone.get(f"{night}/kitty").text for phone in (host, writer)] == [True, False]
    member = member_of(shared_app, host, group)
    page = member.get(f"{group}/settings")
    assert "Misdeal 0.50" in page.text
    assert not page.html.all("textarea")
    fields = {"csrf_token": member.token(), "action": "tariff", "tariff": "Misdeal 50"}
    assert member.post(f"{group}/settings", fields).status == 403


def test_everyone_pays_in_the_start_fee_and_the_winner_gets_the_prize(host, night, group):
    page = host.get(f"{night}/table")
    host.send(page, page.form(player="p5", move="leave"), "move=leave")
    page = host.get(f"{night}/kitty")
    sent = values(page.form(who="")) | {"how": "in", "who": "all", "amount": "2", "note": "Start fee"}
    assert {host.post(f"{night}/kitty", sent).status for _ in range(3)} == {303}
    assert lies_in(host, night) == "€8.00", "four sit at the table, each once"
    assert host.get(f"{night}/kitty").text.count("Paid in · ") == 4
    assert book(host, night, "out", "5", "p3", "First prize").status == 303
    assert lies_in(host, night) == "€3.00"
    assert book(host, night, "out", "1", "all").errors == "the kitty does not hold that much"
    assert lies_in(host, night) == "€3.00", "all or nobody"
    with database.connection_context():
        assert verify_night(find_night(night[3:11])) is None


def ledger(phone, group):
    """What each movement brought and what lay in the kitty then, by the table for other programs."""
    rows = read_csv(phone.get(f"{group}/kitty.csv").body)[1:]
    return [(row[2], row[3], row[4], Decimal(row[6]), bool(row[7]), Decimal(row[8])) for row in rows]


def test_each_movement_shows_the_contents_of_the_kitty_then(host, night, group):
    book(host, night, "in", "10", "p1", "Start")
    book(host, night, "fine", "2", "p2", "Misdeal")
    second = next_night(host, group)
    book(host, second, "out", "4", note="Cards")
    book(host, second, "in", "7", note="by mistake")
    strike(host, second, 2)
    freeze(host, night)
    tick(host, night, "Bernd → kitty", "all")
    assert ledger(host, group) == [
        ("paid in", "Anna", "Start", 10, False, 10),
        ("fine", "Bernd", "Misdeal", 2, False, 10),
        ("paid out", "", "Cards", -4, False, 6),
        ("paid in", "", "by mistake", 7, True, 6),
        ("paid when settling", "Bernd", "", 2, False, 8),
    ]
    assert lies_in(host, group) == "€8.00"
    shown = [item.text for item in host.get(f"{group}/kitty").html.one("ul", "payments").all("li")]
    assert shown[0].startswith("Paid when settling · Bernd €2.00") or "+€2.00" in shown[0]
    assert "then in the kitty: €8.00" in shown[0]
    assert "then in the kitty: €6.00" in shown[2]
    assert "then in the kitty" not in shown[1], "it was taken back"
    assert "then in the kitty" not in shown[3], "a fine is owed until it is paid"


def test_each_currency_has_a_kitty_and_a_deleted_night_takes_its_entries(host, night, group):
    book(host, night, "in", "10")
    other = host.open_night(currency="CHF", round=group[3:])
    book(host, other, "in", "3")
    book(host, night, "out", "1")
    assert [row[-1] for row in ledger(host, group)] == [10, 3, 9]
    host.fill_in(f"{night}/delete", "typed", typed=host.get(night).html.one("h1").text)
    assert ledger(host, group) == [("paid in", "", "", 3, False, 3)]


def test_a_long_list_of_movements_is_paged_and_can_be_had_at_once(host, night, group):
    sent = {"csrf_token": host.token(), "how": "in", "who": "", "amount": "1"}
    for number in range(52):
        assert host.post(f"{night}/kitty", sent | {"request": f"paid-in-number-{number}"}).status == 303
    first = host.get(f"{group}/kitty")
    everything = next(link["href"] for link in first.html.one("main").all("a") if link.text == "All movements")
    pages = [first, host.get(f"{group}/kitty", page=2), host.get(everything)]
    assert [len(page.html.one("ul", "payments").all("li")) for page in pages] == [50, 2, 52]
    assert "then in the kitty: €1.00" in pages[1].text
    assert [row[-1] for row in ledger(host, group)] == list(range(1, 53))
