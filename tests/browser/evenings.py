"""Nights of each game that have been prepared without a browser, for tests of several files."""

from tests.browser.acts import answered
from tests.web.phone import Phone

NAMES = ("Annemarie", "Bernd", "Maximilian", "Dora", "Emil", "Franziska", "Gül", "Hannelore")
RULES = {
    "herzblatt": "muhr",
    "solo": "braun",
    "herzeln": "piatnik",
    "husarln": "beck",
    "tapp": "tower_grove",
    "koenigrufen": "wien",
    "zwanzigerrufen": "freeboardgames",
    "cego": "schwarzwald",
    "quodlibet": "wikipedia",
    "paskievics": "pagat",
}
CALLS = {
    "herzblatt": {"soloist": "p2", "announced": "66"},
    "solo": {"soloist": "p2", "suit": "C"},
    "herzeln": {},
    "husarln": {"declarer": "p2", "contract": "Z2"},
    "tapp": {"declarer": "p2", "contract": "dreier"},
    "koenigrufen": {"declarer": "p2", "contract": "dreier"},
    "zwanzigerrufen": {"declarer": "p2", "contract": "solo"},
    "cego": {"declarer": "p2", "contract": "halbe"},
    "quodlibet": {"tour": "king_ober", "king": "p2", "ober": "p2"},
    "paskievics": {"declarer": "p2", "contract": "egy", "partner": "p3"},
}
# The deal before that one, where it must be another.
BEFORE = {"quodlibet": {"tour": "minus", "tricks.p1": "3", "tricks.p2": "2", "tricks.p3": "1"}}
POINTS = {"herzblatt": "71", "solo": "71", "husarln": "37", "tapp": "37", "koenigrufen": "37"}
POINTS |= {"zwanzigerrufen": "47", "cego": "41", "paskievics": "50"}
PRESS = "digit => [...document.querySelectorAll('.keypad button')].find(b => b.textContent === digit).click()"


def agree_on(host, night, number, note="from paper", **won):
    """Book the points that the table agreed on instead of a deal."""
    page = host.get(f"{night}/deals/{number}/adjust")
    points = {f"adjust-{player}": str(value) for player, value in won.items()}
    assert host.send(page, page.form(number=""), "", action="confirm", note=note, **points).status == 303


def void(host, night, number, note):
    """Void a deal."""
    page = host.get(f"{night}/deals/{number}/void")
    assert host.send(page, page.form(number=""), "action=confirm", note=note).status == 303


def begun(app, game, players):
    """The host's phone and a night with a booked deal."""
    host = Phone(app, "de-AT")
    night = host.open_night(*NAMES[:players], rules=f"{game}/{RULES[game]}", amount="0.25")
    points = {"points": POINTS[game]} if game in POINTS else {}
    answer = host.enter(night, **(BEFORE.get(game) or CALLS[game] or {"passed": "yes"}), **points)
    assert answer.status == 303, answer.text
    return host, night


def evening(app, game, players):
    """The same with points taken over from paper, and a plan of who pays whom."""
    host, night = begun(app, game, players)
    points = [-151, 117, *range(-30, 60, 15)][: players - 1]
    won = {f"p{place}": value for place, value in enumerate([*points, -sum(points)], 1)}
    agree_on(host, night, 2, "vom Papier", **won)
    page = host.get(f"{night}/settle")
    if 'name="seen"' in page.body:
        host.send(page, page.form(seen=""))
    return host, night


def call(phone, game):
    """Say who plays what on the open form."""
    for name, value in CALLS[game].items():
        which = ":enabled" if value in ("p2", "p3") else f"[value='{value}']"  # who sits out cannot play
        with answered(phone):
            phone.evaluate("which => document.querySelector(which).click()", f"input[name={name}]{which}")


def begin(phone, game):
    """Call and count a deal as far as the Book button says what it books."""
    call(phone, game)
    for digit in POINTS.get(game, ""):
        with answered(phone):
            phone.evaluate(PRESS, digit)
    if game in POINTS:
        phone.wait_for_selector("#actions button[data-ready]:not([disabled])")


def full_evening(app):
    """A phone, and a night with everything that a sheet can show."""
    host = Phone(app)
    names = ("Annemarie", "Bernd", "Maximilian", "Dora", "Zoë")
    night = host.open_night(*names, rules="herzblatt/muhr", amount="1", title="Stammtisch zur Post")
    for soloist, points in (("p2", 71), ("p3", 20), ("p4", 66), ("p5", 10)):
        host.book(night, soloist, points, announced="66")
    page = host.get(f"{night}/deals/1/correct")
    host.send(page, page.form(number=""), "", action="confirm", points="50", note="miscounted by one Ten")
    void(host, night, 2, "a card was missing")
    agree_on(host, night, 3, "beer", p1=-12, p2=12)
    host.agree(night, **{"house-loss": "2"})
    page = host.get(f"{night}/table")
    host.send(page, page.html.one("main").all("form")[0], "move=pause")
    for note in ("der Bube hat gefehlt, wir haben nur 119 gezählt", "Augen-Zusammenzählungsfehler"):
        page = host.get(f"{night}/deals/3")
        host.send(page, page.form(note="", based_on=""), note=note)
    page = host.get(f"{night}/settle")
    host.send(page, page.form(seen=""))
    for way, place in (("part", 0), ("all", 1)):
        page = host.get(f"{night}/settle")
        form = page.html.one("main").all("form", fits=lambda form: form["action"].endswith("/tick"))[place]
        host.send(page, form, f"tick={way}", part="0.5")
    host.book(host.open_night(currency="CHF", title="In Basel"))
    return host, night
