"""No page shuts anybody out: axe finds nothing on a narrow phone and on a laptop, in the light and in the dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.acts import lend
from tests.browser.test_pages import evening as long_evening
from tests.browser.test_sizes import RULES, begin, evening
from tests.web.meeting import open_round
from tests.web.phone import links

# In the dark only colours are different, and those are the same at every width; opened parts are looked at too.
LOOKS = [(320, "light"), (1280, "light"), (1280, "dark")]
LOOK = """only => axe.run(document, only ? { runOnly: [only] } : {}).then(({ violations }) => violations.map(
  ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(node => node.html.slice(0, 100)).join("; ")}`))"""
OPEN = "for (const more of document.querySelectorAll('details')) more.open = true"
OUTSIDE = (
    "/",
    "/?archived=1",
    "/nights/new",
    "/nights/new/tapp/mayr",
    "/rules/husarln/beck/sheet",
    "/nothing-here",
    "/rounds/new",
)
INSIDE = (
    "", "/whole", "/board", "/plot", "/enter", "/paper", "/blank", "/settle", "/carry", "/table", "/rules",
    "/rules/sheet", "/share", "/me", "/settings", "/delete", "/forget", "/round", "/picture.svg",
    "/deals/1", "/deals/3", "/deals/4/correct", "/deals/4/void", "/deals/4/adjust",
    "/deals/1/audit?hands.p3=AC+KH&tricks=QC+KH+9S+7D&tricks=AC+9C&talon=",
)  # fmt: skip
OF_A_GAME = (
    "",
    "/enter",
    "/deals/1",
    "/deals/1/correct",
    "/deals/1/audit",
    "/rules",
    "/rules/sheet",
    "/settle",
    "/whole",
)


def look(phone, path):
    """Everything that axe finds on the page that is open."""
    phone.evaluate(OPEN)
    phone.evaluate(Axe().axe_script)
    for width, scheme in LOOKS:
        phone.set_viewport_size({"width": width, "height": 700})
        phone.emulate_media(color_scheme=scheme)
        only = "color-contrast" if scheme == "dark" else None
        yield from (f"{path} {width} {scheme}: {found}" for found in phone.evaluate(LOOK, only))


def test_axe_finds_nothing_on_any_kind_of_page(any_phone, app, server):
    host, night = long_evening(app)
    phone = any_phone(is_mobile=False, locale="de-AT")
    lend(phone, host, server)
    meeting = open_round(host, night)
    pages = [
        *OUTSIDE,
        *(night + path for path in INSIDE),
        *(meeting + path for path in ("", "/season", "/figures", "/share")),
    ]
    found = []
    for path in pages:
        phone.goto(server + path)
        found += look(phone, path.replace(night, ""))
    stranger = any_phone(is_mobile=False, locale="de-AT")
    for path in ("/j/" + links(host, night)["writer"].partition("/j/")[2], night):  # to join, and to be refused
        stranger.goto(server + path)
        found += look(stranger, "as a stranger")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", list(RULES))
def test_axe_finds_nothing_on_the_pages_of_a_game(any_phone, app, server, game):
    host, night = evening(app, game, 4 if game != "husarln" else 3)
    phone = any_phone(is_mobile=False, locale="de-AT")
    lend(phone, host, server)
    found = []
    for path in OF_A_GAME:
        if phone.goto(server + night + path).status == 404:
            assert path.endswith("/audit"), "a game whose cards are not audited"
            continue
        if path == "/enter":
            begin(phone, game)
        found += look(phone, path)
    assert not found, "\n".join(found)


def test_the_look_sees_what_shuts_somebody_out(any_phone):
    phone = any_phone()
    phone.set_content("<main><h1 style='color:#ccc;background:#fff'>pale</h1><input></main>")
    found = "\n".join(look(phone, ""))
    assert "color-contrast" in found
    assert "label" in found
