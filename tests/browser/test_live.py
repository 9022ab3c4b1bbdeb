"""Open pages that stay true by themselves: what others book appears and can be undone, nothing typed is touched."""

import pytest

from tests.browser.acts import (
    SOON,
    answered,
    ask_now,
    await_news,
    book,
    choose,
    follow,
    look_at,
    open_more,
    open_night,
    press,
    save_deal,
    standing,
    stayed,
)
from tests.browser.evenings import agree_on, void
from tests.browser.measures import LINES, SIDEWAYS
from tests.web.phone import Phone, links


def test_deals_of_others_appear_and_the_reader_keeps_place_and_focus(guest, night):
    host, path = night
    for _ in range(2, 17):
        host.book(path, points=66)
    look_at(guest)
    guest.evaluate("scrollTo(0, 100); document.querySelector('.sheet-wrap').scrollTop = -200")
    guest.focus("#deal-9 td a >> nth=1")
    top = guest.locator("#deal-9").bounding_box()["y"]
    host.enter(path, "called", soloist="p2")
    await_news(guest, "text=Deal 17 is being played")
    assert guest.evaluate("document.activeElement.closest('tr').id") == "deal-9"
    assert abs(guest.locator("#deal-9").bounding_box()["y"] - top) < 2
    host.book(path, points=66)
    await_news(guest, "#deal-17")
    assert [row.get_attribute("id") for row in guest.locator(".sheet tbody tr").all()] == [
        None,  # carried forward
        *(f"deal-{number}" for number in range(2, 18)),
        "now",
    ]
    assert standing(guest)[0] == 68
    shown = guest.inner_text(".sheet")
    assert stayed(guest)
    guest.reload()
    assert guest.inner_text(".sheet") == shown, "just as if it had been opened now"
    guest.set_viewport_size({"width": 390, "height": 560})
    look_at(guest, "#deal-17")
    host.enter(path, "called", soloist="p2")
    await_news(guest, "text=Deal 18 is being played")
    guest.wait_for_function("() => document.querySelector('.sheet thead strong').getBoundingClientRect().y < 120")
    assert 0 <= guest.locator(".sheet thead strong").first.bounding_box()["y"] < 120
    assert guest.locator("#now").bounding_box()["y"] < guest.locator(".bar").bounding_box()["y"]


def test_the_code_for_the_others_goes_once_they_are_in(app, lent, host, server):
    path = host.open_night("Anna", "Bernd", "Clara")
    phone = lent(host)
    phone.address = server + path
    look_at(phone)
    assert phone.is_visible("#invitation")
    for who in ("p2", "p3"):
        Phone(app).join(links(host, path)["writer"], who)
    await_news(phone, "#invitation", state="detached")
    assert stayed(phone)


def test_other_pages_follow_too_and_keep_what_they_offer_by_themselves(guest, night):
    host, path = night
    look_at(guest, "/deals/1")
    void(host, path, 1, "a card was missing")
    await_news(guest, "main :text('a card was missing')")
    assert stayed(guest)
    look_at(guest, "/settle")
    guest.tap("#share-ways summary")
    host.book(path, "p2")
    await_news(guest, ".standing :text('+4')")
    assert guest.locator("[data-do=print]").is_visible()
    assert stayed(guest)


def test_a_form_that_somebody_has_begun_to_fill_in_stays_as_it_is(guest, night):
    host, path = night
    look_at(guest, "/table")
    guest.fill("#name", "Zoë")
    request = guest.input_value("form:has(#name) input[name=request]")
    page = host.get(f"{path}/table")
    host.send(page, page.html.one("main").all("form")[0], "move=pause")
    await_news(guest, "text=pauses")
    assert guest.input_value("#name") == "Zoë"
    assert guest.input_value("form:has(#name) input[name=request]") == request, "sent twice, it is still one"
    assert stayed(guest)


def test_news_during_typing_is_shown_and_the_typing_stays(guest, night):
    host, path = night
    look_at(guest, "/enter")
    with answered(guest):
        guest.tap("label.chip:has(input[name=soloist][value=p3])")
    guest.tap(".keypad button:text-is('7')")
    host.book(path, "p2")
    await_news(guest, ".news:has-text('Another phone entered deal 2')")
    guest.tap(".keypad button:text-is('0')")
    guest.wait_for_selector("#live .error", timeout=SOON)
    assert guest.is_checked("input[name=soloist][value=p3]")
    assert guest.input_value("input[name=points]") == "70"
    assert stayed(guest)
    follow(guest, "#actions button[value=booked]")
    assert "Deal 2 was entered on another phone meanwhile" in guest.inner_text("h1")
    lines = guest.locator(".differences thead th:not(:empty)").evaluate_all(LINES)
    assert lines == [1] * len(host.standing(path)), "no name is torn"


def test_the_others_see_who_is_entering_which_deal(guest, night, lent):
    host, _ = night
    look_at(guest)
    other = lent(host)
    with other.expect_response("**/entering"):
        other.goto(f"{guest.address}/enter")
    await_news(guest, ".strip .who:has-text('Another phone is entering deal 2')")
    other.goto(guest.address)
    await_news(guest, ".strip .who:empty", state="attached")
    assert stayed(guest)


def test_a_lost_connection_shows_in_ten_seconds_and_the_page_catches_up(own_phone, host, server):
    phone = own_phone()
    phone.clock.install()
    open_night(phone, server, "herzblatt", "braun", ("Anna", "Bernd", "Clara"))
    phone.evaluate("window.stayed = true")
    assert "Updated" in phone.inner_text(".strip")
    phone.route("**/now*", lambda route: route.abort())
    for _ in range(2):  # five seconds of the phone's own, however long this machine takes for them
        with phone.expect_event("requestfailed", timeout=SOON):
            phone.clock.fast_forward(5_000)
    phone.wait_for_selector(".strip.lost:has-text('No connection since')", timeout=SOON)
    phone.unroute("**/now*")
    await_news(phone, ".strip:not(.lost):has-text('Updated')")
    assert stayed(phone)


def test_a_page_without_access_asks_again_and_comes_back(own_phone, host, server):
    """Some proxies answer with 404 while the server behind them starts anew."""
    phone = own_phone()
    phone.clock.install()
    open_night(phone, server, "herzblatt", "braun", ("Anna", "Bernd", "Clara"))
    phone.tap(".bar a.primary")
    phone.route("**/now*", lambda route: route.fulfill(status=404))
    phone.clock.fast_forward(31_000)
    phone.wait_for_selector(".strip.lost:has-text('no access')", timeout=SOON)
    phone.wait_for_selector("#actions button:disabled")
    phone.clock.fast_forward(61_000)
    phone.wait_for_selector(".strip.lost:has-text('no access')")
    phone.unroute("**/now*")
    phone.clock.fast_forward(61_000)
    phone.wait_for_selector(".strip:not(.lost)", timeout=SOON)
    save_deal(phone, 1, "p1", 71)
    phone.wait_for_selector("#deal-1", timeout=SOON)


def open_screen_preferences(phone):
    look_at(phone, "/table")
    phone.tap("#phone summary")


def test_the_screen_stays_on_where_the_browser_allows_it(guest):
    guest.context.grant_permissions(["screen-wake-lock"])
    open_screen_preferences(guest)
    assert guest.locator("#dark").is_hidden()
    guest.tap("[data-preference=wakeLock]")
    guest.wait_for_selector("[data-preference=wakeLock][aria-pressed=true]", timeout=SOON)
    guest.worn = True
    guest.add_init_script(
        "const { request } = WakeLock.prototype;"
        "WakeLock.prototype.request = function (what) { window.locked = what; return request.call(this, what); }"
    )
    open_screen_preferences(guest)
    guest.wait_for_function("window.locked === 'screen'")
    guest.wait_for_selector("[data-preference=wakeLock][aria-pressed=true]", timeout=SOON)
    assert guest.locator("#dark").is_hidden()


@pytest.mark.parametrize(
    "script",
    [
        "Object.defineProperty(Navigator.prototype, 'wakeLock', {value: undefined})",
        "WakeLock.prototype.request = () => Promise.reject(new DOMException('battery is low'))",
    ],
    ids=["cannot", "refuses"],
)
def test_a_phone_that_cannot_keep_its_screen_on_is_told_what_helps(guest, script):
    guest.worn = True
    guest.add_init_script(script)
    open_screen_preferences(guest)
    button = guest.locator("[data-preference=wakeLock]")
    if button.is_visible():
        button.tap()
    guest.wait_for_selector("#dark:has-text('Screen timeout')", timeout=SOON)
    assert button.is_hidden() == ("undefined" in script)
    assert button.get_attribute("aria-pressed") != "true"


def test_a_phone_that_wishes_it_vibrates_when_a_deal_is_booked(guest):
    guest.worn = True
    guest.add_init_script("Navigator.prototype.vibrate = (long) => localStorage.setItem('shaken', long)")
    for is_wished in (False, True):
        if is_wished:
            open_screen_preferences(guest)
            guest.tap("[data-preference=vibrate]")
            assert guest.get_attribute("[data-preference=vibrate]", "aria-pressed") == "true"
        guest.goto(f"{guest.address}/enter")
        guest.tap("label.chip:has(input[name=soloist][value=p3])")
        guest.fill("input[name=points]", "70")
        book(guest)
        assert bool(guest.evaluate("localStorage.getItem('shaken')")) == is_wished


def test_the_page_is_turned_for_who_sits_opposite(guest, night):
    host, path = night
    for _ in range(14):
        host.book(path)
    look_at(guest)
    open_more(guest)
    head, way = guest.locator(".top"), "[data-do=turn]"
    guest.tap(way)
    assert head.bounding_box()["y"] > guest.locator(way).bounding_box()["y"]
    guest.tap("#deal-14 th a")
    guest.wait_for_url("**/deals/14", timeout=SOON)


# On a laptop the sheet stands beside what is entered or looked at.
LAPTOP = {"viewport": {"width": 1024, "height": 768}, "is_mobile": False, "has_touch": False}


@pytest.fixture
def laptop(lent, app, server, night):
    """A browser on a laptop that may write; its `address` is that of the night."""
    other = Phone(app)
    other.join(links(*night)["writer"])
    screen = lent(other, **LAPTOP)
    screen.address = server + night[1]
    return screen


def test_the_sheet_stands_beside_the_entry_on_a_laptop_and_follows(laptop, night):
    host, path = night
    for page in ("/deals/1", "/settle", "/enter"):
        laptop.goto(laptop.address + page)
        laptop.locator("#side #deal-1").wait_for()
        main, side = laptop.locator("main").bounding_box(), laptop.locator("#side").bounding_box()
        assert main["x"] + main["width"] <= side["x"] + 1
        assert side["x"] + side["width"] <= 1024
        assert laptop.evaluate(SIDEWAYS) == []
    laptop.locator("label.chip:has(input[name=soloist][value=p2])").click()
    before = laptop.locator("#side thead strong").all_inner_texts()
    host.book(path, "p3", 100)
    await_news(laptop, "#side #deal-2")
    assert laptop.locator("#side thead strong").all_inner_texts() != before
    assert laptop.locator("input[name=soloist][value=p2]").is_checked()
    page = host.get(f"{path}/share")
    device = [field["value"] for field in page.html.all("input") if field["name"] == "device"][-1]
    assert host.send(page, page.form(action="end", device=device), "action=end").status == 303
    await_news(laptop, "#side", state="detached")


def test_a_phone_asks_for_no_second_sheet(guest):
    asked = []
    guest.on("request", lambda request: asked.append(request.url))
    with guest.expect_response("**/now*"):
        guest.goto(guest.address + "/deals/1")
    with guest.expect_request("**/now*"):  # after what follows from the first answer
        ask_now(guest)
    assert [url for url in asked if url == guest.address] == []
    assert guest.locator("#side").inner_html() == ""
    guest.set_viewport_size({"width": 1100, "height": 800})  # turned, or moved to another screen
    await_news(guest, "#side #deal-1")


def test_the_words_of_a_row_are_not_squeezed_where_the_sheet_is_wide(lent, host):
    names = ("Maximiliana", "Bartholomäus", "Hans-Jürgen", "Marie-Therese", "Franz", "Gerti", "Hias", "Evi")
    night = host.open_night(*names, rules="herzeln/piatnik", amount="2500", asked="250000 EUR")
    agree_on(host, night, 1, p1=-390, p2=390)
    screen = lent(host, f"{night}/settle", **LAPTOP)
    screen.locator("#side #now").wait_for()
    assert screen.locator("#side #now th").bounding_box()["width"] >= 76


# Undo is in reach, never over the next button, and gone after ten seconds.
# Whether a tap hits the button once what arms it is over, and whether one misses it before.
TAPPED = """async (button) => {
  const fresh = button.cloneNode(true);
  button.replaceWith(fresh);
  const [arming] = fresh.getAnimations();
  const becomes = async (wanted) => {
    for (let frame = 0; frame < 600; frame++) {
      const { x, y, width, height } = fresh.getBoundingClientRect();
      if ((document.elementFromPoint(x + width / 2, y + height / 2) === fresh) === wanted) return true;
      await new Promise(requestAnimationFrame);
    }
    return false;
  };
  arming.finish();
  const after = await becomes(true);
  arming.pause();
  arming.currentTime = 0;
  return [await becomes(false), after];
}"""


def test_a_booking_is_offered_on_other_phones_and_taken_back_there(guest, night):
    """The button that books is as high as two lines of the page after it, where this one comes to lie."""
    host, path = night
    host.book(path, "p2")
    look_at(guest)
    host.book(path, "p3")
    await_news(guest, ".result:has-text('Clara +4 · +€0.40')")
    undo, after = (guest.locator(f".bar {part}").bounding_box() for part in (".undo button", "a.primary"))
    assert undo["height"] >= 48
    assert undo["y"] + undo["height"] <= after["y"], "not over the next button"
    for width in (320, 360):
        guest.set_viewport_size({"width": width, "height": 640})
        text, undo = (guest.locator(f".result {part}").bounding_box() for part in ("p", "button"))
        assert undo["x"] >= text["x"] + text["width"], "beside what it takes back"
    assert guest.locator(".undo button").evaluate(TAPPED) == [True, True], "a second tap on Save takes nothing back"
    guest.reload()
    follow(guest, ".undo button")
    assert guest.inner_text(".bar a.primary") == "Enter deal 3"
    assert host.standing(path)["Clara"] == -2


def test_the_offer_of_undo_goes_by_itself_and_moves_nothing(guest, night, ten_seconds):
    host, path = night
    guest.worn = True
    guest.clock.install()
    look_at(guest)
    place = guest.locator(".bar a.primary").bounding_box()
    host.book(path)
    await_news(guest, ".undo")
    assert guest.locator(".bar a.primary").bounding_box() == place
    guest.clock.fast_forward(5000)
    assert guest.locator(".undo").count() == 1
    guest.clock.fast_forward(5000)
    guest.wait_for_selector(".undo", state="detached", timeout=SOON)
    assert guest.locator(".bar a.primary").bounding_box() == place
    assert stayed(guest)


def test_the_way_back_from_a_booking_leads_to_no_filled_form(guest):
    look_at(guest)
    guest.tap(".bar a.primary")
    guest.wait_for_url("**/enter")
    choose(guest, "soloist", "p1")
    press(guest, "71")
    book(guest)
    guest.go_back()
    assert guest.url.partition("#")[0] == guest.address
    assert not guest.locator("form.entry").count()
