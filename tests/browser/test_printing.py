"""What comes out of a printer: what a page says, whole and on few sheets, without what only a screen can use."""

from urllib.parse import urlencode

import pytest

from tests.browser.acts import lend
from tests.browser.test_rulebook import pages_of
from tests.chosen import some
from tests.web.disputed import NAMES, TRICKS
from tests.web.phone import Phone

EIGHT = ("Anna-Maria", "Bernd", "Clara", "Dorothea", "Emil", "Friederike", "Gustav", "Hannelore")
MARGINS = dict.fromkeys(("top", "bottom", "left", "right"), "10mm")  # as browsers have them
SEEN = "[...document.querySelectorAll('main :is(input, select, textarea, button)')].filter(e => e.checkVisibility())"
# The names that would not fit if they were only divided where words are.
TORN = """() => [...document.querySelectorAll('.blank > table thead th')].filter(cell => {
  cell.style.overflowWrap = "normal";
  return cell.scrollWidth > cell.clientWidth;
}).map(cell => cell.textContent)"""


@pytest.fixture
def printed(any_phone, app, server):
    """A function that opens a page of a night of a host as it is printed."""

    def opened(host, path):
        phone = any_phone(viewport={"width": 733, "height": 900}, locale="de-AT", is_mobile=False)
        lend(phone, host, server)
        phone.goto(server + path)
        phone.emulate_media(media="print")
        return phone

    return opened


@pytest.fixture
def eight(app):
    """The host's phone and a night of eight with what they owe each other."""
    host = Phone(app, "de-AT")
    night = host.open_night(*EIGHT, rules="herzblatt/feder", amount="25")
    for number in range(8):
        host.book(night, f"p{(number + 1) % 8 + 1}", 120)
    return host, night


@pytest.mark.parametrize("path", some(["/settle", "/rules", "/deals/8", "/kitty"], "/settle"))
def test_forms_are_not_printed(printed, eight, path):
    host, night = eight
    phone = printed(host, night + path)
    assert phone.evaluate(f"{SEEN}.length") == 0
    assert pages_of(phone.pdf(format="Letter", margin=MARGINS)) == 1


def test_the_stake_who_dealt_and_the_signs_are_told_on_paper_too(printed, eight):
    host, night = eight
    assert printed(host, f"{night}/settle").is_visible("text=Ein Punkt ist")
    assert printed(host, f"{night}/deals/8").is_visible("text=es spielen:")
    sheet = printed(host, night)
    legend, words = (sheet.locator(part).bounding_box() for part in (".legend", ".words"))
    assert legend["y"] + legend["height"] <= words["y"], "each on a line of its own"


def test_the_plot_and_what_it_tells_of_five_stand_on_one_page(printed, app):
    host = Phone(app, "de-AT")
    night = host.open_night(*EIGHT[:5], rules="herzblatt/feder")
    for number in range(5):
        host.book(night, f"p{(number + 1) % 5 + 1}", 120)
    assert pages_of(printed(host, f"{night}/whole").pdf(format="A4", margin=MARGINS)) == 1


def test_names_over_an_empty_sheet_are_divided_as_words_are_and_a_row_has_room(printed, eight):
    host, night = eight
    phone = printed(host, f"{night}/blank")
    assert pages_of(phone.pdf(prefer_css_page_size=True)) == 1
    assert phone.evaluate(TORN) == []
    assert phone.locator(".blank thead th").first.bounding_box()["width"] >= 22 * 96 / 25.4


def test_an_audit_fits_one_page_and_no_trick_is_torn(printed, app):
    host = Phone(app, "de-AT")
    night = host.open_night(*NAMES, rules="husarln/loew")
    assert host.enter(night, declarer="p1", contract="Z2", points="35").status == 303
    cards = urlencode({"tricks": TRICKS}, doseq=True)
    address = f"{night}/deals/1/audit?{cards}"
    phone = printed(host, address)
    assert phone.locator(".tricks > li").count() == 12
    assert pages_of(phone.pdf(format="A4", margin=MARGINS)) == 1
