"""Settling a night by its pages: the plan is frozen, payments are ticked, and what the page says of them."""

import json

from scorekeeper.storage.models import NightRow, database
from scorekeeper.storage.verify import verify_night


def holds(night):
    """Whether the journal of a night and what stands beside it agree."""
    with database.connection_context():
        return verify_night(NightRow.get(NightRow.slug == night.rpartition("/")[2])) is None


def freeze(phone, night):
    """Confirm the payments that the page shows."""
    answer = phone.fill_in(f"{night}/settle", "seen")
    assert (answer.status, answer.location) == (303, f"{night}/settle#plan")


def dues(page):
    """Each payment on a page as "who → whom amount", and its state in words without who and when."""
    items = [item for item in page.html.all("li") if item["id"].startswith("payment-")]
    return {
        item.one("p", "who").text: item.one("p", "hint").text.split(" ·")[0] if item.all("p", "hint") else ""
        for item in items
    }


def told(phone, night):
    """Return each payment of a night as `dues` does."""
    return dues(phone.get(f"{night}/settle"))


def opened(phone, night):
    """What is open for each player, as the page writes it."""
    rows = phone.get(f"{night}/settle").html.one("table", "standing").one("tbody").all("tr")
    return {row.one("th").text.split()[0]: row.all("td")[1].text for row in rows}


def tick_form(page, who):
    """Return the form of a payment on a page."""
    (item,) = [item for item in page.html.all("li") if item["id"] and item.text.startswith(who)]
    return item.one("form")


def tick(phone, night, who, how, **fields):
    """Tick the payment whose debtor is `who`: all, none or a part of it."""
    page = phone.get(f"{night}/settle")
    return phone.send(page, tick_form(page, who), f"tick={how}", **fields)


def kinds(phone, night):
    """Return the kinds of all entries in the journal of a night."""
    return [json.loads(line)["kind"] for line in json.loads(phone.get(f"{night}/night.json").body)["journal"]]
