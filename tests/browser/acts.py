"""What a browser on a phone does in tests of several files."""

import json
from contextlib import contextmanager
from urllib.parse import urlencode

from scorekeeper.storage.access.membership import NIGHT_ACCESS, end_access, members_of
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from tests.web.html import controls, read_html, values

SIX = ("Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz")
SOON = 60_000  # milliseconds; a second or two on a machine that has nothing else to do


def lend(phone, host, server):
    """Let the browser be the same device as `host`."""
    cookie = host.client.get_cookie("scorekeeper")
    phone.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": server}])


def open_night(phone, server, game, preset, names):
    """Open a night by its form, which nobody looks at, and go to its sheet, whose address is returned."""
    form = f"{server}/nights/new/{game}/{preset}"
    offered = values(read_html(phone.request.get(form).text()).one("main").one("form", fits=_asks_the_stake))
    seats = {f"players-{seat}": name for seat, name in enumerate(names)}
    sent = urlencode(offered | seats, doseq=True)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = phone.request.post(form, data=sent, headers=headers, max_redirects=0)
    phone.goto(server + answer.headers["location"])
    return phone.url


def _asks_the_stake(form):
    return any(name == "amount" for name, *_ in controls(form))


@contextmanager
def answered(phone):
    """Wait until the server's answer to what is touched stands on the entry page."""
    phone.evaluate("document.querySelector('#asked').dataset.old = ''")
    yield
    phone.wait_for_selector("#asked:not([data-old])", state="attached")


def choose(phone, name, value):
    """Tap the chip of a radio or checkbox and wait until the page shows the server's answer."""
    with answered(phone):
        phone.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")


def add_bonus(phone, bonus, how, who=None):
    """Add a bonus by its dialog, which proposes whoever plays."""
    phone.tap(f".chosen-rows .chips button:text-is('{bonus}')")
    if who:
        phone.tap(f".row-dialog .chip:has(span:text-is('{who}'))")
    with answered(phone):
        phone.tap(f".row-dialog .chip:has(span:text-is('{how}'))")


def press(phone, keys):
    """Type on the keypad."""
    for key in keys:
        phone.tap(f".keypad button:text-is('{key}')")


def book(phone):
    """Save the deal and come back to the sheet."""
    phone.wait_for_selector("#actions button[value=booked][data-ready]:not([disabled])")
    phone.tap("#actions button[value=booked]")
    phone.wait_for_url("**#deal-*")


def follow(phone, selector):
    """Tap what leads to another page, and wait for it."""
    with phone.expect_navigation():
        phone.tap(selector)


def tap(phone, selector):
    """Tap what leads to another page or shows this one anew."""
    phone.evaluate("document.documentElement.dataset.old = 'yes'")
    phone.tap(selector)
    phone.wait_for_selector("html:not([data-old])", timeout=SOON)
    phone.wait_for_load_state()


def ask_now(phone):
    """Let an open page ask now what is new, and not a second later."""
    phone.evaluate("dispatchEvent(new Event('online'))")


def await_news(phone, selector, state="visible"):
    """Wait until an open page shows what others did."""
    ask_now(phone)
    phone.wait_for_selector(selector, state=state, timeout=SOON)


def lose(phone):
    """Take the network from a phone, and wait until its page says so."""
    phone.context.set_offline(True)
    await_news(phone, ".strip.lost")


def wait_until_prepared(phone):
    """Wait until the forms of the deals to come are on the phone."""
    prepared = "() => Object.keys(localStorage).some(key => key.startsWith('scorekeeper ahead'))"
    phone.wait_for_function(prepared, timeout=SOON)


def save_deal(phone, number, soloist, points):
    """Fill in the form of a deal without waiting for a server, and save it."""
    phone.wait_for_selector(f"h1:text-is('Deal {number}')", timeout=SOON)  # the sheet has a heading too
    phone.tap(f"label.chip:has(input[name=soloist][value={soloist}])")
    phone.fill("input[name=points]", str(points))
    save(phone)


def save(phone):
    """Save the deal as soon as it can be."""
    phone.wait_for_selector("#actions button[value=booked]:not([disabled])", timeout=SOON)
    phone.tap("#actions button[value=booked]")


def waiting(phone):
    """The entries that wait on the phone for the server."""
    return json.loads(phone.evaluate("localStorage.getItem('scorekeeper outbox') || '[]'"))


def end_access_of_guests(night):
    """End the access of every phone that is no host's."""
    with database.connection_context():
        row = find_night(night.rpartition("/")[2])
        for phone in members_of(NIGHT_ACCESS, row.id):
            if phone.role != "host":
                end_access(NIGHT_ACCESS, row.id, phone.key)


def standing(phone):
    """The points above the columns of the sheet."""
    texts = phone.locator(".sheet thead strong:not(.what)").all_inner_texts()
    return [int(text.replace("−", "-").replace("+", "")) for text in texts]


def open_more(phone):
    """Unfold what is seldom needed below the sheet."""
    phone.tap("#more > summary")


def look_at(phone, path=""):
    """Open a page of the night at `phone.address`, and mark it so that a reload would show."""
    phone.goto(phone.address + path)
    phone.evaluate("window.stayed = true")


def stayed(phone):
    """Whether the page is still the one that was opened by `look_at`."""
    return phone.evaluate("window.stayed === true")
