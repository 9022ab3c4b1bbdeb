"""Open pages that stay true by themselves: what others book appears, nothing that somebody types is touched."""

import pytest

from scorekeeper.storage.models import Access, database
from tests.browser.acts import SOON, answered, follow, lend, look_at, open_more, open_night, standing, stayed
from tests.browser.evenings import void
from tests.chosen import at_length
from tests.web.phone import Phone, links


def test_a_booking_appears_on_the_sheet_at_its_place(guest, night):
    host, path = night
    for _ in range(2, 16):
        host.book(path, points=66)
    look_at(guest)
    for number in range(16, 19):
        host.book(path, points=66)
        guest.wait_for_selector(f"#deal-{number}", timeout=SOON)
    assert stayed(guest)
    assert [row.get_attribute("id") for row in guest.locator(".sheet tbody tr").all()] == [
        None,  # carried forward
        *(f"deal-{number}" for number in range(3, 19)),
        "now",
    ]
    assert standing(guest)[0] == 72
    shown = guest.inner_text(".sheet")
    guest.reload()
    assert guest.inner_text(".sheet") == shown, "just as if it had been opened now"


def test_the_reader_keeps_place_and_focus_while_the_page_changes(guest, night):
    host, path = night
    for _ in range(15):
        host.book(path)
    look_at(guest)
    guest.evaluate("scrollTo(0, 100); document.querySelector('.sheet-wrap').scrollTop = -200")
    guest.focus("#deal-9 td a >> nth=1")
    top = guest.locator("#deal-9").bounding_box()["y"]
    host.enter(path, "called", soloist="p2")
    guest.wait_for_selector("text=Deal 17 is being played", timeout=SOON)
    assert guest.evaluate("document.activeElement.closest('tr').id") == "deal-9"
    assert abs(guest.locator("#deal-9").bounding_box()["y"] - top) < 2
    assert stayed(guest)


def test_the_code_for_the_others_goes_once_they_are_in_or_play_has_begun(app, phone, host, server):
    for begun in (False, True):
        path = host.open_night("Anna", "Bernd", "Clara")
        lend(phone, host, server)
        phone.address = server + path
        look_at(phone)
        assert phone.is_visible("#invitation")
        for who in ("p2", "p3")[begun:]:
            Phone(app).join(links(host, path)["writer"], who)
        if begun:
            host.book(path)
        phone.wait_for_selector("#invitation", state="detached", timeout=SOON)
        assert stayed(phone)


def test_the_standings_stay_in_sight_of_who_just_booked(guest, night):
    host, path = night
    for _ in range(7):
        host.book(path)
    guest.set_viewport_size({"width": 390, "height": 560})
    look_at(guest, "#deal-8")
    host.enter(path, "called", soloist="p2")
    guest.wait_for_selector("text=Deal 9 is being played", timeout=SOON)
    guest.wait_for_function("() => document.querySelector('.sheet thead strong').getBoundingClientRect().y < 120")
    assert 0 <= guest.locator(".sheet thead strong").first.bounding_box()["y"] < 120
    assert guest.locator("#now").bounding_box()["y"] < guest.locator(".bar").bounding_box()["y"]


@pytest.mark.parametrize(
    ("path", "before", "after"), [at_length("/settle", "€0.40", "€1.60"), ("/deals/1", "+4", "+1")]
)
def test_other_pages_follow_too(guest, night, path, before, after):
    host, base = night
    look_at(guest, path)
    assert before in guest.inner_text("main")
    if path == "/settle":
        for _ in range(3):
            host.book(base)
    else:
        void(host, base, 1, "a card was missing")
        after = "a card was missing"
    guest.wait_for_selector(f"main :text('{after}')", timeout=SOON)
    assert stayed(guest)


def test_a_form_that_somebody_has_begun_to_fill_in_stays_as_it_is(guest, night):
    host, path = night
    look_at(guest, "/table")
    guest.fill("#name", "Zoë")
    request = guest.input_value("form:has(#name) input[name=request]")
    page = host.get(f"{path}/table")
    host.send(page, page.html.one("main").all("form")[0], "move=pause")
    guest.wait_for_selector("text=pauses", timeout=SOON)
    assert guest.input_value("#name") == "Zoë"
    assert guest.input_value("form:has(#name) input[name=request]") == request, "sent twice, it is still one"
    assert stayed(guest)


def test_who_is_typing_an_entry_is_told_what_was_booked_and_keeps_what_was_typed(guest, night):
    host, path = night
    look_at(guest, "/enter")
    with answered(guest):
        guest.tap("label.chip:has(input[name=soloist][value=p3])")
    guest.tap(".keypad button:text-is('7')")
    host.book(path, "p2")
    guest.wait_for_selector(".news:has-text('Another phone booked deal 2')", timeout=SOON)
    guest.tap(".keypad button:text-is('0')")
    guest.wait_for_selector("#live .error", timeout=SOON)
    assert guest.is_checked("input[name=soloist][value=p3]")
    assert guest.input_value("input[name=points]") == "70"
    assert stayed(guest)
    follow(guest, "#actions button[value=booked]")
    assert "Deal 2 was entered on another phone meanwhile" in guest.inner_text("h1")


def test_the_others_see_who_is_entering_which_deal(guest, night, lent):
    host, path = night
    look_at(guest)
    other = lent(host, f"{path}/enter")
    guest.wait_for_selector(".strip .who:has-text('Another phone is entering deal 2')", timeout=SOON)
    other.goto(guest.address)
    guest.wait_for_selector(".strip .who:empty", state="attached", timeout=SOON)
    assert stayed(guest)


def test_a_phone_that_loses_access_learns_it(app, night, lent):
    other = Phone(app)
    other.join(links(*night)["writer"])
    guest = lent(other, night[1])
    with database.connection_context():
        Access.delete().where(Access.role == "writer").execute()
    guest.wait_for_selector("text=This phone has no access to this night any more.", timeout=SOON)
    assert guest.evaluate("document.querySelector('main').inert")


def test_a_lost_connection_shows_within_ten_seconds_and_the_page_catches_up(killable, own_phone):
    phone = own_phone()
    phone.clock.install()
    open_night(phone, killable.address, "herzblatt", "braun", ("Anna", "Bernd", "Clara"))
    phone.evaluate("window.stayed = true")
    assert "Updated" in phone.inner_text(".strip")
    other = phone.context.new_page()
    other.goto(phone.url + "/enter")
    killable.kill()
    for _ in range(2):  # five seconds of the phone's own, however long this machine takes for them
        with phone.expect_event("requestfailed", timeout=SOON):
            phone.clock.fast_forward(5_000)
    phone.wait_for_selector(".strip.lost:has-text('No connection since')", timeout=SOON)
    killable.start()
    phone.wait_for_selector(".strip:not(.lost):has-text('Updated')", timeout=SOON)
    other.wait_for_selector(".strip:not(.lost)", timeout=SOON)
    other.fill("input[name=points]", "71")
    with answered(other):
        other.tap("label.chip:has(input[name=soloist][value=p2])")
    follow(other, "#actions button[value=booked]")
    phone.wait_for_selector("#deal-1", timeout=SOON)
    assert stayed(phone)


def open_screen_wishes(phone):
    look_at(phone, "/table")
    phone.tap("#phone summary")


def test_the_screen_stays_on_where_the_browser_allows_it(guest):
    guest.context.grant_permissions(["screen-wake-lock"])
    open_screen_wishes(guest)
    assert guest.locator("#dark").is_hidden()
    guest.tap("[data-wish=wakeLock]")
    guest.wait_for_selector("[data-wish=wakeLock][aria-pressed=true]", timeout=SOON)
    guest.add_init_script(
        "const { request } = WakeLock.prototype;"
        "WakeLock.prototype.request = function (what) { window.locked = what; return request.call(this, what); }"
    )
    look_at(guest)
    guest.wait_for_function("window.locked === 'screen'")
    open_screen_wishes(guest)
    guest.wait_for_selector("[data-wish=wakeLock][aria-pressed=true]", timeout=SOON)
    assert guest.locator("#dark").is_hidden()


def test_a_phone_that_wishes_it_vibrates_when_a_deal_is_booked(guest):
    guest.worn = True
    guest.add_init_script("Navigator.prototype.vibrate = (long) => localStorage.setItem('shaken', long)")
    for times in (False, True):
        open_screen_wishes(guest)
        if times:
            guest.tap("[data-wish=vibrate]")
        assert guest.get_attribute("[data-wish=vibrate]", "aria-pressed") == str(times).lower()
        look_at(guest)
        guest.tap(".bar a.primary")
        guest.tap("label.chip:has(input[name=soloist][value=p3])")
        guest.fill("input[name=points]", "70")
        guest.tap("#actions button[value=booked][data-ready]:not([disabled])")
        guest.wait_for_url("**#deal-*", timeout=SOON)
        assert bool(guest.evaluate("localStorage.getItem('shaken')")) == times


def test_the_page_is_turned_for_who_sits_opposite(guest, night):
    host, path = night
    for _ in range(20):
        host.book(path)
    look_at(guest)
    open_more(guest)
    head, way = guest.locator(".top"), "[data-do=turn]"
    guest.tap(way)
    assert head.bounding_box()["y"] > guest.locator(way).bounding_box()["y"]
    guest.tap("#deal-20 th a")
    guest.wait_for_url("**/deals/20", timeout=SOON)


@pytest.mark.parametrize(
    "script",
    [
        "Object.defineProperty(Navigator.prototype, 'wakeLock', {value: undefined})",
        "WakeLock.prototype.request = () => Promise.reject(new DOMException('battery is low'))",
    ],
    ids=["cannot", "refuses"],
)
def test_where_the_phone_cannot_keep_its_screen_on_the_page_says_what_helps(guest, script):
    guest.worn = True
    guest.add_init_script(script)
    open_screen_wishes(guest)
    wish = guest.locator("[data-wish=wakeLock]")
    if wish.is_visible():
        wish.tap()
    guest.wait_for_selector("#dark:has-text('Screen timeout')", timeout=SOON)
    assert wish.is_hidden() == ("undefined" in script)
    assert wish.get_attribute("aria-pressed") != "true"


def test_what_the_page_offers_by_itself_is_still_offered_after_a_change(guest, night):
    host, path = night
    look_at(guest, "/settle")
    guest.tap("#share-ways summary")
    host.book(path, "p2")
    guest.wait_for_selector(".standing :text('+3')", timeout=SOON)
    assert guest.locator("[data-do=print]").is_visible()
