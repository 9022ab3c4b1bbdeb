"""What comes out of a printer: what a page says, whole and on few sheets, without what only a screen can use."""

import re
from urllib.parse import urlencode

import pytest

from scorekeeper.web.core.server_address import ServerAddress
from tests.browser.measures import pages_of
from tests.chosen import at_length
from tests.web.disputed import NAMES, TRICKS

EIGHT = ("Anna-Maria", "Bernd", "Clara", "Dorothea", "Emil", "Friederike", "Gustav", "Hannelore")
MARGINS = dict.fromkeys(("top", "bottom", "left", "right"), "10mm")  # as browsers have them
SEEN = "[...document.querySelectorAll('main :is(input, select, textarea, button)')].filter(e => e.checkVisibility())"
# The names that would not fit if they were only divided where words are.
TORN = """() => [...document.querySelectorAll('.blank > table thead th')].filter(cell => {
  cell.style.overflowWrap = "normal";
  return cell.scrollWidth > cell.clientWidth;
}).map(cell => cell.textContent)"""


@pytest.fixture
def printed(lent):
    """A function that opens a page of a night of a host as it is printed."""

    def opened(host, path):
        phone = lent(host, path, viewport={"width": 733, "height": 900}, locale="de-AT", is_mobile=False)
        phone.emulate_media(media="print")
        return phone

    return opened


@pytest.fixture
def night(german_host):
    """The host's phone and a night of eight with what they owe each other."""
    night = german_host.open_night(*EIGHT, rules="herzblatt/feder", amount="25")
    for number in range(8):
        german_host.book(night, f"p{(number + 1) % 8 + 1}", 120)
    return german_host, night


def test_pages_are_black_on_white_without_what_only_a_screen_can_use(printed, night, server):
    host, address = night
    phone = printed(host, f"{address}/settle")
    phone.emulate_media(color_scheme="dark", media="print")
    assert phone.evaluate(f"{SEEN}.length") == 0
    assert pages_of(phone.pdf(format="Letter", margin=MARGINS)) == 1
    assert phone.is_visible("text=Ein Punkt ist")
    assert phone.is_visible(".standing")
    assert phone.evaluate("getComputedStyle(document.querySelector('.standing')).breakInside") == "avoid"
    phone.goto(f"{server}{address}/deals/8")
    assert phone.is_visible("text=es spielen:")
    assert phone.evaluate("getComputedStyle(document.querySelector('h1')).breakAfter") == "avoid"
    phone.goto(f"{server}{address}/board")
    assert pages_of(phone.pdf(format="A4", landscape=True, margin=MARGINS)) == 1
    phone.goto(server + address)
    legend, words = (phone.locator(part).bounding_box() for part in (".legend", ".words"))
    assert legend["y"] + legend["height"] <= words["y"], "each on a line of its own"
    assert phone.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert phone.evaluate("getComputedStyle(document.querySelector('.sheet b')).color") == "rgb(0, 0, 0)"
    for gone in (".tabs", ".bar", ".languages", "#more a"):
        assert not phone.is_visible(gone)


def test_what_leads_elsewhere_is_not_printed_even_on_small_paper(printed, night, server):
    host, address = night
    phone = printed(host, f"{address}/deals/8")
    assert pages_of(phone.pdf(format="A5", margin=MARGINS)) == 1, "no page with nothing but a line"
    assert phone.evaluate("getComputedStyle(document.querySelector('.lines tfoot')).display") == "table-row-group"
    phone.goto(f"{server}{address}/board")
    assert phone.locator(".ways").count() == 1
    assert not phone.is_visible(".ways")
    phone.goto(f"{server}{address}/end")
    assert not phone.is_visible("text=Den anderen zeigen")
    phone.goto(f"{server}{address}/table")
    assert phone.locator("h2:visible, details:visible").count() == 0


def test_names_over_an_empty_sheet_are_not_torn_and_a_row_has_room(printed, night):
    host, address = night
    phone = printed(host, f"{address}/blank")
    assert pages_of(phone.pdf(prefer_css_page_size=True)) == 1
    assert phone.evaluate(TORN) == []
    assert phone.locator(".blank thead th").first.bounding_box()["width"] >= 22 * 96 / 25.4


def test_an_audit_is_one_page_with_the_contract_and_the_check_words(printed, german_host):
    night = german_host.open_night(*NAMES, rules="husarln/loew")
    assert german_host.enter(night, declarer="p1", contract="Z2", points="35").status == 303
    phone = printed(german_host, f"{night}/deals/1/audit?{urlencode({'tricks': TRICKS}, doseq=True)}")
    assert phone.locator(".tricks > li").count() == 12
    for told in ("Löw", "Clara gibt", "Zweiblatt, zweites Paar", "Diese Karten sind nicht gespeichert", "Prüfwörter"):
        assert phone.is_visible(f"text={told}")
    assert pages_of(phone.pdf(format="A4", margin=MARGINS)) == 1


@pytest.mark.parametrize(("deals", "pages"), [at_length(6, 1), (24, 2)])
def test_a_whole_night_is_printed_with_totals_plot_payments_and_words(printed, german_host, deals, pages):
    night = german_host.open_night(*EIGHT[:5], rules="herzblatt/feder", amount="25")
    for number in range(deals):
        german_host.book(night, f"p{(number + 1) % 5 + 1}", 120)
    phone = printed(german_host, f"{night}/whole")
    assert pages_of(phone.pdf(format="A4", margin=MARGINS)) <= pages
    last = f"#deal-{deals}"
    parts = [phone.locator(part).bounding_box()["y"] for part in (last, "tr.total", ".ending .plot", ".words")]
    assert parts == sorted(parts)
    assert "→" in phone.inner_text(".ending")
    for seldom in (".own-phone", ".bar"):
        assert not phone.is_visible(seldom)


def test_drawn_tables_are_printed_before_they_begin(printed, german_host):
    page = german_host.get("/rounds/new")
    group = german_host.send(page, page.form(name=""), name="Club", members="\n".join(EIGHT)).location
    phone = printed(german_host, f"{group}/tables")
    phone.evaluate("document.querySelector('button[value=draw]').click()")
    phone.wait_for_selector(".drawn-tables")
    assert {name for name in EIGHT if phone.is_visible(f".drawn-tables >> text={name}")} == {*EIGHT}
    assert phone.evaluate(f"{SEEN}.length") == 0
    assert pages_of(phone.pdf(format="A4", margin=MARGINS)) == 1
    phone.goto(phone.url.replace("/tables", "/board"))
    assert phone.locator(".tabs").count() == 1
    assert not phone.is_visible(".tabs")


def test_the_share_page_prints_the_two_codes_and_nothing_else(app, lent, host, monkeypatch):
    addresses = [ServerAddress("http://192.168.1.50:8000", "wlan0"), ServerAddress("http://192.168.7.7:8000", "eth0")]
    monkeypatch.setitem(app.config, "ADDRESSES", lambda: list(addresses))
    phone = lent(host, f"{host.open_night()}/share")
    assert pages_of(phone.pdf(format="A4")) == 1
    phone.emulate_media(media="print")
    assert phone.locator("svg.qr").count() == 2
    text = phone.inner_text("main").replace("\n", " ")
    assert re.fullmatch(r"[^:]*\bShare\b\s*For entering deals\s*For watching\s*", text), text
