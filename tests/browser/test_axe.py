"""No page shuts anybody out: axe finds nothing on a narrow phone and on a laptop, in the light and in the dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.evenings import RULES, begin, evening, full_evening
from tests.browser.measures import OPEN_ALL, problems
from tests.chosen import at_length, some
from tests.web.group import open_group
from tests.web.phone import links

# Colours are those of the scheme; what else there is to see depends on the width.
PHONE = [(320, "light"), (320, "dark")]
EVERY = [*PHONE, (1280, "light"), (1280, "dark")]
LOOK = """async (options) => {
  const { violations } = await axe.run({ resultTypes: ["violations"], ...options });
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.slice(0, 3).map(node => node.html.slice(0, 100)).join("; ")}`);
}"""
AXE = Axe().axe_script
COLOURS = "color-contrast"  # this rule takes as long as twice all others
OUTSIDE = (
    "/",
    "/?archived=1",
    "/nights/new",
    "/nights/new/herzblatt?one=braun&other=muhr",
    "/nights/new/tapp/mayr",
    "/nothing-here",
    "/rounds/new",
)
OF_GROUP = (
    "", "/season", "/figures", "/share", "/settings", "/seasons", "/statement", "/kitty",
    "/members", "/me", "/tables", "/board",
)  # fmt: skip
INSIDE = (
    "", "/whole", "/board", "/enter", "/paper", "/blank", "/settle", "/carry", "/table", "/rules",
    "/share", "/me", "/delete", "/forget", "/round", "/picture.svg",
    "/deals/1", "/deals/3", "/deals/4/correct", "/deals/4/void", "/deals/4/adjust",
    "/deals/1/audit?hands.p3=AC+KH&tricks=QC+KH+9S+7D&tricks=AC+9C&talon=",
)  # fmt: skip
OF_A_GAME = (
    "", "/enter", "/deals/1", "/deals/1/correct", "/deals/1/audit", "/rules", "/rules/sheet", "/settle", "/whole",
)  # fmt: skip


def look(phone, path, looks, colours=True):
    """Everything that axe finds on the page that is open: all in the first look, colours in the others of its width."""
    phone.evaluate(OPEN_ALL)
    phone.evaluate(AXE)
    seen = set()
    for width, scheme in looks:
        phone.set_viewport_size({"width": width, "height": 700})
        phone.emulate_media(color_scheme=scheme)
        again, once = {"runOnly": [COLOURS]}, {"rules": {COLOURS: {"enabled": colours}}}
        found = phone.evaluate(LOOK, again if width in seen else once)
        seen.add(width)
        yield from (f"{path} {width} {scheme}: {each}" for each in found)


def kinds_of_pages(app, server, any_phone, lent, *more, chosen=slice(None)):
    """Open one page of every kind after the other, and give the browser and what the page is called.

    The sheets of the rules, which are the longest, are looked at in `test_rulebook`.
    """
    host, night = full_evening(app)
    phone = lent(host, is_mobile=False, locale="de-AT")
    group = open_group(host, night)
    of_a_group = (group + path for path in OF_GROUP)
    for path in (*OUTSIDE, *more, *(night + path for path in INSIDE), *of_a_group)[chosen]:
        phone.goto(server + path)
        yield phone, path.replace(night, "")
    stranger = any_phone(is_mobile=False, locale="de-AT")
    for path in ("/j/" + links(host, night)["writer"].partition("/j/")[2], night):  # to join, and to be refused
        stranger.goto(server + path)
        yield stranger, "as a stranger"


def pages_of(app, server, lent, game, paths):
    """Open those pages of a game that it has, and give the browser and their paths."""
    host, night = evening(app, game, 4 if game != "husarln" else 3)
    phone = lent(host, is_mobile=False, locale="de-AT")
    for path in paths:
        if phone.goto(server + night + path).status == 404:
            assert path.endswith("/audit"), "a game whose cards are not audited"
            continue
        if path == "/enter":
            begin(phone, game)
        yield phone, path


@pytest.mark.parametrize("quarter", some(range(4), 3))
def test_any_kind_of_page_shuts_nobody_out_and_finds_room_on_a_phone(any_phone, lent, app, server, quarter):
    """Colours on every second one, in the light and in the dark in turn: one that is wrong stands on several kinds."""
    found = []
    for place, (phone, name) in enumerate(kinds_of_pages(app, server, any_phone, lent, chosen=slice(quarter, None, 4))):
        found += look(phone, name, [PHONE[place // 2 % 2]], colours=place % 2 == 0)
        if not name.endswith(".svg"):
            found += [f"{name}: {what}" for what in problems(phone, 390, 100)]
    assert not found, "\n".join(found)


@pytest.mark.at_length
def test_axe_finds_nothing_on_any_kind_of_page(any_phone, lent, app, server):
    pages = kinds_of_pages(app, server, any_phone, lent, "/rules/husarln/beck/sheet")
    found = [each for phone, name in pages for each in look(phone, name, EVERY)]
    assert not found, "\n".join(found)


# What is asked in this one has nearly all shapes that there are.
@pytest.mark.parametrize(
    ("game", "looks", "paths"),
    [
        ("koenigrufen", PHONE[1:], ("/enter",)),
        *(at_length(game, EVERY, OF_A_GAME) for game in RULES),
    ],
)
def test_axe_finds_nothing_on_the_pages_of_a_game(lent, app, server, game, looks, paths):
    pages = pages_of(app, server, lent, game, paths)
    found = [each for phone, path in pages for each in look(phone, path, looks)]
    assert not found, "\n".join(found)


def test_the_look_sees_what_shuts_somebody_out(any_phone):
    phone = any_phone()
    phone.goto("about:blank")
    phone.set_content("<main><h1 style='color:#ccc;background:#fff'>pale</h1><input></main>")
    found = "\n".join(look(phone, "", PHONE[1:]))
    assert "color-contrast" in found
    assert "label" in found
