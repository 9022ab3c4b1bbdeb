"""All pages of a night stand whole on the narrowest phones, in large type, with many players, in every game."""

import pytest

from tests.browser.acts import answered, lend
from tests.browser.measures import BAD_NUMBERS, LEAST, SIDEWAYS, SMALL, problems
from tests.chosen import at_length, some
from tests.web.phone import Phone

NAMES = ("Annemarie", "Bernd", "Maximilian", "Dora", "Emil", "Franziska", "Gül", "Hannelore")
WIDTHS, SIZES = (320, 360, 390), (100, 200)
RULES = {
    "herzblatt": "muhr",
    "solo": "braun",
    "herzeln": "piatnik",
    "husarln": "beck",
    "tapp": "tower_grove",
    "koenigrufen": "wien",
}
LEAST_PLAYERS = {"koenigrufen": 4}
CALLS = {
    "herzblatt": [{"soloist": "p2", "announced": "66"}],
    "solo": [{"soloist": "p2", "suit": "C"}],
    "herzeln": [],
    "husarln": [{"declarer": "p2", "contract": "Z2"}],
    "tapp": [{"declarer": "p2", "contract": "dreier"}],
    "koenigrufen": [{"declarer": "p2", "contract": "dreier"}],
}
# What looks otherwise in each game, and what only the players' number changes.
OF_A_GAME = ("", "/enter", "/rules", "/deals/1", "/deals/1/correct", "/deals/1/audit")
OF_ANY_GAME = ("/settle", "/whole", "/table", "/paper", "/share", "/deals/2", "/deals/1/void")
PRESS = "digit => [...document.querySelectorAll('.keypad button')].find(b => b.textContent === digit).click()"
POINTS = {"herzblatt": "71", "solo": "71", "husarln": "37", "tapp": "37", "koenigrufen": "37"}


def evening(app, game, players):
    """The host's phone and a night with a booked deal, points taken over from paper, and a plan of who pays whom."""
    host = Phone(app, "de-AT")
    night = host.open_night(*NAMES[:players], rules=f"{game}/{RULES[game]}", amount="0.25")
    for call in CALLS[game] or [{"passed": "yes"}]:
        answer = host.enter(night, **call, **({"points": POINTS[game]} if game in POINTS else {}))
        assert answer.status == 303, answer.text
    page = host.get(f"{night}/deals/2/adjust")
    won = {f"adjust-p{place}": str(points) for place, points in enumerate((-151, 117, *range(-30, 60, 15)), 1)}
    won = dict(list(won.items())[:players])
    won[f"adjust-p{players}"] = str(-sum(map(int, list(won.values())[:-1])))
    assert host.send(page, page.form(number=""), "", action="confirm", note="vom Papier", **won).status == 303
    page = host.get(f"{night}/settle")
    if 'name="seen"' in page.body:
        host.send(page, page.form(seen=""))
    return host, night


def pages(phone, address, paths, game):
    """Open one page after the other, each as it looks when it is used."""
    for path in paths:
        if phone.goto(address + path).status == 404:
            assert path.endswith("/audit"), "a game whose cards are not audited"
            continue
        if path == "/enter":
            begin(phone, game)
        if path == "/deals/1/correct":
            with phone.expect_navigation():
                phone.evaluate("document.querySelector('button[value=look]').click()")
        phone.evaluate("for (const more of document.querySelectorAll('details')) more.open = true")
        yield path or "/"


def begin(phone, game):
    """Call and count a deal as far as the Book button says what it books."""
    for name, value in (CALLS[game] or [{}])[0].items():
        which = ":enabled" if value == "p2" else f"[value='{value}']"  # who sits out cannot play
        with answered(phone):
            phone.evaluate("which => document.querySelector(which).click()", f"input[name={name}]{which}")
    for digit in POINTS.get(game, ""):
        with answered(phone):
            phone.evaluate(PRESS, digit)
    if game in POINTS:
        phone.wait_for_selector("#actions button[data-ready]:not([disabled])")


def look_at_all(any_phone, server, evening_of, game, paths, widths=WIDTHS):
    """Everything that is wrong on these pages, on screens of these widths and in both sizes of type."""
    host, night = evening_of
    phone = any_phone(locale="de-AT", is_mobile=False)  # a mobile one would zoom out of what is too wide
    lend(phone, host, server)
    return [
        f"{path} {width} at {size} %: {what}"
        for path in pages(phone, server + night, paths, game)
        for size in SIZES
        for width in widths
        for what in problems(phone, width, size)
    ]


@pytest.mark.at_length
@pytest.mark.parametrize("players", [3, 5, 8])
@pytest.mark.parametrize("game", list(RULES))
def test_no_number_is_cut_and_no_target_small(any_phone, app, server, game, players):
    if players < LEAST_PLAYERS.get(game, 3):
        pytest.skip("too few for this game")
    found = look_at_all(any_phone, server, evening(app, game, players), game, (*OF_A_GAME, *OF_ANY_GAME))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", some(RULES, "herzeln"))
def test_the_narrowest_phone_bears_eight_players_of_a_game(any_phone, app, server, game):
    found = look_at_all(any_phone, server, evening(app, game, 8), game, OF_A_GAME, WIDTHS[:1])
    assert not found, "\n".join(found)


def test_the_narrowest_phone_bears_the_pages_of_any_game(any_phone, app, server):
    found = look_at_all(any_phone, server, evening(app, "husarln", 8), "husarln", OF_ANY_GAME, WIDTHS[:1])
    assert not found, "\n".join(found)


def test_the_measure_sees_what_is_cut_broken_or_on_top(any_phone):
    phone = any_phone(is_mobile=False)
    phone.goto("about:blank")
    phone.set_content(
        "<meta name=viewport content='width=device-width'><style>body { font: 16px/1 monospace }</style>"
        "<p style='width:20px;overflow:hidden'>+170</p><p style='width:20px;overflow-wrap:anywhere'>−5100</p>"
        "<table style='width:30px;table-layout:fixed'><td>+1234<td>+5678</table>"
        "<div style='width:30px;overflow-x:auto'>+7777</div><p style='margin-left:380px'>99</p>"
        "<i style='position:absolute;top:0;left:0'>11</i><i style='position:absolute;top:2px;left:2px'>22</i>"
    )
    found = "\n".join(phone.evaluate(BAD_NUMBERS))
    for bad in ("cut: +170 ", "broken: −5100 ", "cut: +1234 ", "cut: 99 ", "on each other: 11 "):
        assert bad in found
    assert "7777" not in found
    assert phone.evaluate(SIDEWAYS)
    assert phone.evaluate(SMALL, LEAST) == []


# Each player's name and points on the Book button, and on how many lines they stand.
PAIRS = """() => [...document.querySelectorAll(".book span span")].map(pair => {
  const range = document.createRange();
  range.selectNodeContents(pair);
  return [pair.innerText, new Set([...range.getClientRects()].map(rect => rect.top)).size];
})"""
KEYS = """() => [...document.querySelectorAll(".keypad button")].map(key => {
  const { x, y, width, height } = key.getBoundingClientRect();
  return [key.textContent, Math.round(x), Math.round(y), width, height];
})"""


@pytest.mark.parametrize("game", some(POINTS, "husarln"))
def test_on_its_side_the_keypad_stands_beside_and_names_keep_their_points(any_phone, app, server, game):
    host, night = evening(app, game, 5)
    phone = any_phone(locale="de-AT", is_mobile=False)
    lend(phone, host, server)
    phone.goto(f"{server}{night}/enter")
    begin(phone, game)
    for width in WIDTHS:
        phone.set_viewport_size({"width": width, "height": 844})
        pairs = phone.evaluate(PAIRS)
        assert len(pairs) > 2
        assert {lines for _, lines in pairs} == {1}, pairs
    phone.set_viewport_size({"width": 844, "height": 390})
    keys = phone.evaluate(KEYS)
    assert sorted({x for _, x, *_ in keys})[0] > phone.locator(".book").bounding_box()["x"] + 300
    assert all(width >= LEAST <= height and 0 <= y <= 390 - height for _, _, y, width, height in keys)
    read = [key for key, *_ in sorted(keys, key=lambda key: (key[2], key[1]))]
    assert "".join(read[:9]) == "123456789"
    assert read[-1] == "⌫"
    book = phone.locator(".book").bounding_box()
    assert book["x"] + book["width"] <= min(x for _, x, *_ in keys)
    assert phone.locator("h1").bounding_box()["y"] < 120


@pytest.mark.parametrize("game", some(RULES, "koenigrufen"))
def test_the_offer_to_undo_finds_room(any_phone, app, server, game):
    host = Phone(app, "de-AT")
    night = host.open_night(*NAMES[:4], rules=f"{game}/{RULES[game]}", amount="0.25")
    call = (CALLS[game] or [{"passed": "yes"}])[0]
    assert host.enter(night, **call, **({"points": POINTS[game]} if game in POINTS else {})).status == 303
    phone = any_phone(locale="de-AT", is_mobile=False)
    lend(phone, host, server)
    phone.goto(server + night)
    assert phone.is_visible(".undo button")
    assert [problems(phone, width, size) for width in WIDTHS for size in SIZES] == [[]] * 6


# What can be read of each option in its closed select; the arrow takes 24 pixels of it.
READ = """() => [...document.querySelectorAll(".rows select")].map(select => {
  const pen = document.createElement("canvas").getContext("2d"), style = getComputedStyle(select);
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = select.clientWidth - 24 - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [...select.options].map(({ text }) => {
    while (pen.measureText(text).width > room) text = text.slice(0, -1);
    return text;
  });
})"""


@pytest.mark.parametrize("house", [at_length({}), {"house-contra": '"game_and_announcements"'}])
@pytest.mark.parametrize("language", some(["de-AT", "en-GB"], "de-AT"))
def test_opposite_bonuses_look_different(any_phone, app, server, language, house):
    host = Phone(app, language)
    night = host.open_night(*NAMES[:3], rules="husarln/beck", **house)
    phone = any_phone(locale=language, is_mobile=False, java_script_enabled=False)
    lend(phone, host, server)
    phone.goto(f"{server}{night}/enter")
    phone.evaluate("for (const more of document.querySelectorAll('details')) more.open = true")
    for width in WIDTHS:
        phone.set_viewport_size({"width": width, "height": 844})
        seen = phone.evaluate(READ)
        assert len(seen) > 9
        for options in seen:
            assert len(set(options)) == len(options), (width, options)
