"""A whole deal of each game is entered without a mouse, and no key does what nobody meant."""

import pytest

from tests.browser.acts import SOON, answered, standing
from tests.browser.evenings import RULES
from tests.chosen import at_length, some

NAMES = ("Anna", "Bernd", "Clara", "Dora")
DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}
READY = "#actions button[value=booked][data-ready]:not([disabled])"
# The keys from the open form to the Book button, and what each player has on the sheet then. Of four Dora deals in
# Husarln, and sits out.
DEALS = {
    "herzblatt": (["c", "7", "1"], [-1, -1, 3, -1]),
    "solo": (["b", "s", "7", "1"], [-1, 3, -1, -1]),
    "herzeln": ([*"abacadbb"], [-17, -12, -3, -1]),
    "tapp": (["b", "d", "4", "0"], [0, 3, 0, 0]),
    "husarln": (["b", "z", "ArrowRight", "Space", "3", "7"], [-6, 12, -6, 0]),
    "koenigrufen": (["a", "r", "b", "4", "1"], [1, 1, -1, -1]),
    "zwanzigerrufen": (["a", "n", "b", "4", "7"], [1, 1, -1, -1]),
    "cego": (["b", "h", "4", "1"], [-10, 30, -10, -10]),
    "quodlibet": (["k", "a", "b"], [50, 30, 0, 0]),
    "paskievics": (["a", "k", "b", "5", "0"], [2, 2, -2, -2]),
}


@pytest.fixture
def desk(lent, host):
    """A function that opens the form of a night's first deal on a desktop."""

    def opened(game, names=NAMES):
        return lent(host, f"{host.open_night(*names, rules=f'{game}/{RULES[game]}')}/enter", **DESK)

    return opened


def strike(page, keys):
    for key in keys:
        page.keyboard.press(key)


@pytest.mark.parametrize("game", some(DEALS))  # in short those below enter two deals
def test_a_whole_deal_without_a_mouse(desk, game):
    page = desk(game)
    keys, points = DEALS[game]
    strike(page, keys)
    page.wait_for_selector(READY, timeout=SOON)
    page.keyboard.press("Enter")
    page.wait_for_url("**#deal-1", timeout=SOON)
    assert standing(page) == points


def test_enter_books_and_does_nothing_else(desk):
    page = desk("herzblatt")
    with answered(page):
        page.keyboard.press("b")
    assert page.is_checked("input[name=soloist][value=p2]")
    assert page.is_enabled("#actions button[value=called]")
    page.keyboard.press("Enter")
    page.focus("input[name=points]")
    page.keyboard.press("Enter")
    with answered(page):
        page.keyboard.press("7")
    assert page.url.endswith("/enter"), "the call was not made known"


def test_digits_reach_the_active_number_from_wherever_the_focus_is(desk):
    page = desk("herzblatt")
    page.focus("input[name=soloist][value=p3]")
    strike(page, "119")
    page.keyboard.press("Backspace")
    assert page.input_value("input[name=points]") == "11"
    page.focus("input[name=points]")
    page.keyboard.press("End")
    page.keyboard.type("2")
    assert page.input_value("input[name=points]") == "112", "once, where the field has the focus itself"
    page.focus("details.seating summary")
    page.keyboard.press("Enter")
    assert page.get_attribute("details.seating", "open") is not None, "Enter opens what it always opens"


def test_letters_stand_on_the_chips_and_go_round(desk):
    page = desk("herzblatt", ("Anna", "Alex", "Bernd"))
    hint = "e => getComputedStyle(e, '::after').content"
    assert page.locator("label.chip:has([name=soloist][value=p3])").evaluate(hint).startswith('"B"')
    for player in ("p1", "p2", "p1"):
        page.keyboard.press("a")
        assert page.is_checked(f"input[name=soloist][value={player}]")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("label.chip:has([name=soloist][value=p3])").evaluate(hint) == "none"


def test_a_letter_waits_until_it_is_known_what_is_asked(desk):
    page = desk("koenigrufen")
    page.route("**/preview", lambda route: page.wait_for_timeout(300) or route.continue_())
    strike(page, "arb41")
    page.wait_for_selector(READY, timeout=SOON)
    said = page.eval_on_selector_all("#asked .chip :checked:not(.pad *)", "found => found.map(({ value }) => value)")
    assert said == ["p1", "rufer", "p2"]
    assert page.input_value("input[name=points]") == "41"


def test_arrows_move_and_choose_nothing(desk):
    page = desk("solo")
    strike(page, ["ArrowDown", "ArrowRight", "ArrowRight"])
    assert page.evaluate("[document.activeElement.name, document.activeElement.value]") == ["soloist", "p3"]
    assert page.locator("#asked :checked").count() == 0
    strike(page, ["ArrowLeft", "Space"])
    assert page.is_checked("input[name=soloist][value=p2]")


# What has the focus, if anything is wrong with that: not to be seen as focused, or hidden under something else.
UNSEEN = """async () => {
  await new Promise(requestAnimationFrame);  // a busy browser scrolls to the focus in the next frame
  const e = document.activeElement, shown = e.matches(".chip input") ? e.nextElementSibling : e;
  const style = getComputedStyle(shown), box = shown.getBoundingClientRect(), name = shown.outerHTML.slice(0, 80);
  if (e === document.body) return "";
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return `no outline: ${name}`;
  if (e.tabIndex > 0) return `out of order: ${name}`;
  const y = Math.max(box.top + 4, Math.min(box.bottom - 4, box.top + 24));
  const top = document.elementFromPoint(box.left + box.width / 2, y);
  const seen = top && (shown.contains(top) || top.contains(shown) || e.labels?.[0]?.contains(top) || top === e);
  return seen ? "" : `hidden ${Math.round(box.top)}: ${name} under ${top?.outerHTML.slice(0, 60)}`;
}"""


PATHS = ("/enter", "", "/deals/1", "/settle", "/table", "/share")
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 700}


@pytest.mark.parametrize(
    ("size", "paths"),
    [
        (DESKTOP, PATHS[:1]),
        at_length(DESKTOP, PATHS[1:]),
        at_length(PHONE, PATHS),
    ],
)
def test_whoever_types_sees_where_he_is(lent, host, server, size, paths):
    night = host.open_night(*NAMES)
    for _ in range(12):
        host.book(night)
    page = lent(host, viewport=size, is_mobile=False, has_touch=False)
    found = []
    for path in paths:
        page.goto(server + night + path)
        for _ in range(45):
            page.keyboard.press("Tab")
            found += [f"{path} {what}" for what in [page.evaluate(UNSEEN)] if what]
    assert not found, "\n".join(found)


def test_the_focus_is_at_the_booked_row_or_at_the_refused_field(desk):
    page = desk("herzblatt")
    strike(page, DEALS["herzblatt"][0])
    page.wait_for_selector(READY, timeout=SOON)
    page.keyboard.press("Enter")
    page.wait_for_url("**#deal-1", timeout=SOON)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('tr')?.id") == "deal-1"
    night = page.url.split("#")[0]
    page.goto(f"{night}/table")
    page.fill("#name", "Anna")
    page.keyboard.press("Enter")
    page.wait_for_selector(".error")
    assert page.evaluate("document.activeElement.className") == "error"
    page.goto(f"{night.split('/n/')[0]}/nights/new/herzblatt/braun")
    page.fill("input[name=players-0]", "Anna")
    page.keyboard.press("Enter")
    page.wait_for_selector(".error")
    assert page.evaluate("document.activeElement.className") == "error"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.seats') !== null")
