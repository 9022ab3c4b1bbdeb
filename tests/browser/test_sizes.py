"""All pages of a night stand whole on the narrowest phones, in large type, with many players, in every game."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.house_rules import switches
from tests.browser.acts import choose, follow
from tests.browser.evenings import POINTS, RULES, begin, begun, evening
from tests.browser.measures import (
    BAD_NUMBERS,
    LEAST,
    LINES,
    OPEN_ALL,
    SIDEWAYS,
    SMALL,
    SPILLS,
    enlarge,
    pages_of,
    problems,
)
from tests.chosen import AUTHORS, at_length, some
from tests.web.group import open_group, put_in

WIDTHS, SIZES = (320, 360, 390), (100, 200)
# What looks otherwise in each game, and what only the players' number changes.
OF_A_GAME = ("", "/enter", "/rules", "/deals/1", "/deals/1/correct", "/deals/1/audit")
OF_ANY_GAME = ("/settle", "/whole", "/table", "/paper", "/share", "/deals/2", "/deals/1/void")


def look_at_all(lent, server, evening_of, game, paths, widths=WIDTHS):
    """Everything that is wrong on these pages, on screens of these widths and in both sizes of type."""
    host, night = evening_of
    phone = lent(host, locale="de-AT", is_mobile=False)  # a mobile one would zoom out of what is too wide
    found = []
    for path in paths:
        if phone.goto(server + night + path).status == 404:
            assert path.endswith("/audit"), "a game whose cards are not audited"
            continue
        if path == "/enter":
            begin(phone, game)
        if path == "/deals/1/correct":
            with phone.expect_navigation():
                phone.evaluate("document.querySelector('button[value=look]').click()")
        phone.evaluate(OPEN_ALL)
        for size in SIZES:
            for width in widths:
                found += [f"{path} {width} at {size} %: {what}" for what in problems(phone, width, size)]
    assert not found, "\n".join(found)


@pytest.mark.at_length
@pytest.mark.parametrize("players", [3, 5, 8])
@pytest.mark.parametrize("game", list(RULES))
def test_no_number_is_cut_and_no_target_small(lent, app, server, game, players):
    if game in ("koenigrufen", "zwanzigerrufen", "cego", "quodlibet", "paskievics") and players < 4:
        pytest.skip("too few for this game")
    look_at_all(lent, server, evening(app, game, players), game, (*OF_A_GAME, *OF_ANY_GAME))


@pytest.mark.parametrize(
    ("game", "paths"),
    [
        *((game, OF_A_GAME) if game == "herzeln" else at_length(game, OF_A_GAME) for game in RULES),
        at_length("husarln", OF_ANY_GAME),
    ],
)
def test_the_narrowest_phone_bears_eight_players(lent, app, server, game, paths):
    look_at_all(lent, server, evening(app, game, 8), game, paths, WIDTHS[:1])


def test_the_measures_see_what_is_small_cut_broken_or_on_top(any_phone):
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
    phone.set_content(
        "<a href=x>x</a> <p>Read <a href=y>this</a>.</p>"
        "<input type=checkbox id=a><label for=a style='display:block;height:60px;width:90px'>yes</label>"
        "<button style='height:47px;width:90px'>b</button><button style='height:48px;width:48px'>c</button>"
        "<table style='width:50px;table-layout:fixed'><td>Donaudampfschifffahrtsgesellschaft</table>"
    )
    assert [small.split()[0] for small in phone.evaluate(SMALL, LEAST)] == ["A", "BUTTON"]
    assert [text.split()[1] for text in phone.evaluate(SPILLS)] == ["Donaudampfschifffahrtsgesellschaft"]


KEYS = """() => [...document.querySelectorAll(".keypad button")].map(key => {
  const { x, y, width, height } = key.getBoundingClientRect();
  return [key.textContent, Math.round(x), Math.round(y), width, height];
})"""


@pytest.mark.parametrize("game", some(POINTS, "husarln"))
def test_on_its_side_the_keypad_stands_beside_and_names_keep_their_points(lent, app, game):
    host, night = begun(app, game, 5)
    phone = lent(host, f"{night}/enter", locale="de-AT", is_mobile=False)
    begin(phone, game)
    for width in WIDTHS:
        phone.set_viewport_size({"width": width, "height": 844})
        lines = phone.locator(".book span span").evaluate_all(LINES)
        assert len(lines) > 2
        assert set(lines) == {1}
    phone.set_viewport_size({"width": 844, "height": 390})
    keys = phone.evaluate(KEYS)
    assert all(width >= LEAST <= height and 0 <= y <= 390 - height for _, _, y, width, height in keys)
    read = [key for key, *_ in sorted(keys, key=lambda key: (key[2], key[1]))]
    assert "".join(read[:9]) == "123456789"
    assert read[-1] == "⌫"
    book, first = phone.locator(".book").bounding_box(), min(x for _, x, *_ in keys)
    assert first > book["x"] + 300
    assert book["x"] + book["width"] <= first
    assert phone.locator("h1").bounding_box()["y"] < 120


# Long names, titles and words widen no page, are not torn, and stand whole in large type and on paper.
LONG = "Donaudampfschifffahrtsgesellschaftskapitän"
NARROW = {"width": 320, "height": 640}
INSIDE = ("", "/settle", "/enter", "/table", "/rules", "/rules/sheet", "/paper", "/share", "/kitty")
OF_GROUP = ("", "/season", "/figures", "/share", "/settings", "/seasons", "/statement", "/kitty")
OF_DEAL = ("", "/correct", "/void", "/adjust", "/audit")
# Each option that is wider than the room for it in the closed list, beside its arrow.
CUT_OPTIONS = """() => [...document.querySelectorAll("select")].flatMap((list) => {
  const style = getComputedStyle(list), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
  return [...list.options].map(({ text }) => [text, pen.measureText(text).width, room]);
}).filter(([, width, room]) => width > room)"""


def sideways(phone, address):
    """What reaches out of the narrowest screen, in type of each size."""
    phone.goto(address)
    phone.set_viewport_size(NARROW)
    phone.evaluate(OPEN_ALL)
    for percent in SIZES:
        enlarge(phone, percent)
        yield from (f"{address} at {percent} %: {wide}" for wide in phone.evaluate(SIDEWAYS))


@pytest.mark.parametrize("third", some([0, 1, 2], 0))
def test_names_of_one_long_word_widen_no_page(lent, german_host, server, third):
    host = german_host
    night = host.open_night(*(f"{LONG}{n}" for n in range(4)), rules="husarln/beck", title=LONG * 2)
    assert host.enter(night, declarer="p2", contract="Z2", points="37").status == 303
    page = host.get(f"{night}/round")
    group = host.send(page, page.form(name=""), "action=new", name=LONG * 2).location
    page = host.get(f"{group}/settings")
    host.send(page, page.form(tariff=""), "action=tariff", tariff=f"{LONG} 0.50")
    page = host.get(f"{group}/season")
    host.send(page, page.form(number=""), name=LONG * 2)
    person = host.get(f"{group}/seasons").html.one("table").one("tbody").all("a")[0]["href"]
    phone = lent(host, locale="de-AT", is_mobile=False)
    paths = [person, *(f"{night}{path}" for path in INSIDE), *(f"{night}/deals/1{path}" for path in OF_DEAL)]
    paths += [*(f"{group}{path}" for path in OF_GROUP), "/", "/nights/new"]
    found = [wide for path in paths[third::3] for wide in sideways(phone, server + path)]
    assert not found, "\n".join(found)


def test_figures_need_no_scrolling_on_the_narrowest_screen(lent, german_host, server):
    names = ("Maximiliane Oberhuber", "Franz-Joseph Brandstätter", "Christl Unterweger")
    night = german_host.open_night(*names)
    for number in range(21):
        german_host.book(night, f"p{number % 3 + 1}", (90, 40)[number % 2])
    page = german_host.get(f"{night}/round")
    group = german_host.send(page, page.form(name=""), "action=new", name="Donnerstag").location
    person = german_host.get(f"{group}/figures").html.one("main").all("table")[0].one("tbody").all("a")[0]["href"]
    phone = lent(german_host, locale="de-AT", viewport=NARROW)
    label = "e => getComputedStyle(e, '::before').content"
    scrolled = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent.trim().slice(0, 60))"
    for path in (f"{group}/figures", person):
        phone.goto(server + path)
        assert phone.locator(".scroll").count()
        assert phone.locator(".scroll").evaluate_all(scrolled) == [], path
        assert phone.evaluate(BAD_NUMBERS) == [], path
        assert phone.locator(".figures tbody td").first.evaluate(label) == '"gewonnen "', path


@pytest.mark.parametrize("width", [320, 390])
def test_no_name_of_five_is_torn_over_what_a_deal_would_pay(lent, host, width):
    names = ("Xaver", "Yvonne", "Zoë", "Maximilian", "Anne-Marie")
    night = host.open_night(*names, rules="solo/braun")
    phone = lent(host, f"{night}/enter", viewport=NARROW | {"width": width})
    choose(phone, "soloist", "p4")
    choose(phone, "suit", "H")
    lines = """all => all.map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
    })"""
    assert phone.locator(".outcomes thead th").evaluate_all(lines) == [1, 1, 1, 2, 2]


@pytest.mark.parametrize("language", ["en-GB", "de-AT"])
def test_names_stand_on_one_line_where_all_nights_are_settled(lent, host, server, language):
    nights = [host.open_night("Annemarie", "Franziska", "Maximilian", "Hannelore", amount="100") for _ in range(2)]
    for night in nights:
        host.book(night, "p1", 10)
    group = open_group(host, nights[0])
    assert put_in(host, nights[1], group).status == 303
    phone = lent(host, f"{group}/settle", locale=language, viewport=NARROW)
    names = phone.locator(".season tbody th")
    lines = "all => all.map(e => e.clientHeight - parseFloat(getComputedStyle(e).fontSize))"
    assert len(names.all()) == 4
    assert max(names.evaluate_all(lines)) < 30, "a second line has 20 pixels and more"
    assert phone.evaluate(SIDEWAYS) == []


def test_a_date_in_a_statement_stands_on_one_line(lent, host, server):
    night = host.open_night("Anna", "Bernd", "Clara")
    host.book(night)
    page = host.get(f"{night}/round")
    group = host.send(page, page.form(name=""), "action=new", name="Thursday").location
    phone = lent(host, locale="en-GB", viewport=NARROW)
    phone.goto(server + group + "/statement")
    follow(phone, "main .more a >> nth=0")
    dates = phone.locator(".statement tbody th a > span").evaluate_all(
        "all => all.map(({ firstChild }) => { const text = document.createRange(); text.selectNodeContents(firstChild);"
        " return text.getClientRects().length; })"
    )
    assert dates == [1]


def test_one_long_name_leaves_the_others_beside_each_other(lent, host):
    night = host.open_night("Anna", "Bernd", "Clara", LONG, "Eva")
    phone = lent(host, f"{night}/enter")
    chips = phone.locator("#q-soloist .chip").all()
    for width in (320, 390, 1280):
        phone.set_viewport_size({"width": width, "height": 844})
        tops = [round(chip.bounding_box()["y"]) for chip in chips]
        assert tops[:3] == [tops[0]] * 3, width
        assert len(set(tops)) <= 4, width
        assert phone.evaluate(SIDEWAYS) == []


def test_names_are_whole_on_paper_and_leave_room_for_what_a_change_brings(lent, german_host, server):
    night = german_host.open_night(*(f"{'W' * 18}{n}" for n in range(4)), rules="husarln/beck")
    assert german_host.enter(night, declarer="p2", contract="Z2", points="37").status == 303
    phone = lent(german_host, f"{night}/paper", locale="de-AT", viewport=NARROW)
    cut = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    assert phone.locator(".totals label").evaluate_all(cut) == []
    phone.goto(f"{server}{night}/blank")
    assert phone.locator(".blank > table thead th").evaluate_all(cut) == []
    assert pages_of(phone.pdf(format="A4")) == 1
    phone.goto(f"{server}{night}/deals/1/void")
    assert phone.locator(".moved").bounding_box()["width"] <= 320


@pytest.mark.parametrize(
    ("language", "authors"), [("de-AT", AUTHORS[-1:]), at_length("de-AT", AUTHORS), at_length("en-GB", AUTHORS)]
)
def test_what_is_chosen_as_a_house_rule_is_read_whole(any_phone, server, language, authors):
    phone = any_phone(locale=language)
    for author in authors:
        phone.goto(f"{server}/nights/new/{'/'.join(author)}")
        phone.evaluate(OPEN_ALL)
        game, rules = author
        offered = [switch for switch in switches(GAMES[game].presets[rules]) if len(switch.kind.settings) > 1]
        assert phone.locator("select, [role=radiogroup]:has(input)").count() >= len(offered) > 0
        for width in WIDTHS:
            phone.set_viewport_size({"width": width, "height": 844})
            assert phone.evaluate(CUT_OPTIONS) == [], (author, width)
