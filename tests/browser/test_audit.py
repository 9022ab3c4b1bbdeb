"""A disputed hand recorded on a phone card by card: the revoke is found, and the counted result booked."""

from urllib.parse import urlencode

import pytest

from tests.browser.acts import standing
from tests.browser.measures import problems
from tests.chosen import some
from tests.web.disputed import NAMES, PLAY, ROWS, TRICKS, taps
from tests.web.phone import Phone


def put(phone, name, value):
    """Tap a button of the recorder and wait for what the server makes of it."""
    with phone.expect_response(lambda answer: "/audit?" in answer.url):
        phone.tap(f"#audit button[name={name}][value='{value}']:not([disabled])")


def in_address(**record):
    """The record of the hand as the address of its page says it."""
    return urlencode({"talon": PLAY["talon"], "discard": PLAY["discard"], **record}, doseq=True)


RUFER = {"declarer": "p1", "contract": "rufer", "called": "KH", "partner": "p4", "points": "41"}
Z2 = {"declarer": "p1", "contract": "Z2", "points": "35"}
FOUR = ("Annemarie", "Bernhard", "Clara", "Dorothea")


@pytest.fixture
def record(lent, app):
    """A function that books a deal and opens its audit, with the record in the address, on a phone of that size."""

    def opened(width, height, deal=Z2, names=NAMES, language="en-GB", query="", **options):
        host = Phone(app, language)
        night = host.open_night(*names, rules="husarln/loew" if deal is Z2 else "koenigrufen/ooe")
        assert host.enter(night, **deal).status == 303
        size = {"width": width, "height": height}
        return lent(host, f"{night}/deals/1/audit?{query}", viewport=size, locale=language, **options)

    return opened


def test_a_disputed_hand_is_recorded_its_revoke_found_and_booked(record):
    phone = record(390, 844)
    audit = phone.url.partition("?")[0]
    phone.goto(phone.url.partition("/deals")[0])
    assert standing(phone) == [8, -4, -4]
    phone.tap("#deal-1 th a")
    phone.tap("#more-ways summary")
    phone.tap("a:text-is('Check the cards')")
    phone.wait_for_selector(".deck")
    for name, value in taps({"talon": PLAY["talon"][:5], "tricks": []}):
        put(phone, name, value)
    first, last = (" ".join(tricks).split() for tricks in (TRICKS, TRICKS[-1:]))
    phone.goto(f"{audit}?{in_address(tricks=TRICKS[:2])}")
    for card in first[6:8]:
        put(phone, "put", card)
    # Nothing proves yet that the Queen of hearts was wrong, nor that the Sküs on spades was right.
    phone.wait_for_selector(".turn:has-text('Trick 3: Clara’s turn')")
    assert phone.locator(".tricks .face.open").count() == 2
    phone.goto(f"{audit}?{in_address(tricks=TRICKS[:-1])}")
    for card in last[:-1]:  # the last one of the deal lies by itself
        put(phone, "put", card)
    phone.wait_for_selector(".turn:has-text('All cards are recorded.')")
    assert phone.locator(".tricks .face.filled").count() == 1
    found = phone.inner_text(".verdict .finding")
    assert found.startswith("Trick 3, Bernd: the suit that was led had to be followed")
    assert phone.locator(".tricks .face.wrong").count() == 1
    assert phone.inner_text(".compared .differs td:last-child").startswith("32")
    assert "Anna −8" in phone.inner_text("button.book")
    phone.tap("button.book")
    phone.wait_for_selector(".compared td:has-text('✓')")
    phone.goto(phone.url.split("/deals")[0])
    assert standing(phone) == [-8, 4, 4]
    assert phone.evaluate("Object.keys(localStorage).filter(key => key.startsWith('cards '))") == []


def test_a_draft_outlives_the_page_and_quick_taps_are_all_kept(record):
    phone = record(390, 844)
    audit = phone.url
    phone.wait_for_selector(".deck")
    # Faster than the server answers: every tap counts, each on what the one before led to.
    with phone.expect_response(lambda answer: "T12+T19+T16" in answer.url):
        phone.evaluate(
            """cards => { for (const card of cards)
                document.querySelector(`.deck button[value='${card}']`).click(); }""",
            ["T12", "T19", "T16", "CS"],
        )
    phone.wait_for_selector(".turn:has-text('Trick 2: Clara’s turn')")
    phone.goto(audit.partition("/deals")[0])
    phone.goto(audit)
    phone.wait_for_selector(".turn:has-text('Trick 2: Clara’s turn')")
    assert phone.locator(".tricks li").count() == 2


@pytest.mark.parametrize("language", some(["en-GB", "de-AT"], "de-AT"))
def test_what_the_table_may_decide_stands_together_none_before_the_others(record, language):
    phone = record(320, 844, language=language, query=in_address(tricks=TRICKS))
    boxes = {button.get_attribute("value"): button.bounding_box() for button in phone.locator(".bar.save button").all()}
    ways = [boxes.pop(way) for way in ("counted", "loses", "agreed")]
    assert ways[1]["y"] == ways[2]["y"] > ways[0]["y"], "two side by side under the first"
    assert ways[1]["height"] == ways[2]["height"]
    assert min(box["width"] for box in ways) > 128
    assert all(box["y"] > ways[2]["y"] for box in boxes.values()), "the tools of the record stand apart"
    assert boxes
    assert phone.locator(".bar.save .primary").count() == 0


@pytest.mark.parametrize("language", some(["en-GB", "de-AT"], "de-AT"))
@pytest.mark.parametrize(("deal", "names", "cards"), [(Z2, FOUR[:3], "QD QH"), (RUFER, FOUR, "KD KC")])
def test_the_trick_all_cards_and_undo_are_on_one_screen_of_a_small_phone(record, deal, names, cards, language):
    phone = record(360, 640, deal, names, language)
    bottom = phone.locator(".deck").bounding_box()
    assert bottom["y"] + bottom["height"] <= 640
    for card in cards.split():
        put(phone, "put", card)
    assert phone.locator(".turn a").inner_text().startswith("Bernhard")
    assert phone.evaluate("scrollY") == 0
    for part in ("#tap .table", ".turn", ".deck", "button[name=back]", ".tools summary"):
        box = phone.locator(part).bounding_box()
        assert 0 <= box["y"] < box["y"] + box["height"] <= 640, part
    phone.set_viewport_size({"width": 1024, "height": 768})
    cards, tricks = (phone.locator(part).bounding_box() for part in (".deck", ".tricks"))
    assert cards["x"] + cards["width"] < tricks["x"]
    assert max(cards["y"], tricks["y"]) < 500


def test_a_quarrel_about_one_trick_is_tapped_without_scrolling_to_its_end(record):
    phone = record(360, 740)
    for name, value in [("begin", "3"), ("lead", "p1"), ("put", "QD"), ("put", "QH"), ("put", "T17")]:
        put(phone, name, value)
        assert phone.evaluate("scrollY") == 0
    phone.wait_for_selector(".turn:has-text('Trick 4: Clara’s turn')")
    for card in ("T10", "T12", "AD"):
        put(phone, "put", card)
        assert phone.evaluate("scrollY") == 0
    phone.wait_for_selector(".turn .wrong:has-text('Bernd: the suit that was led had to be followed')")
    box = phone.locator(".turn").bounding_box()
    assert 0 < box["y"] < box["y"] + box["height"] < 740


def test_which_half_of_the_talon_was_taken_is_tapped_on_any_screen(record):
    query = urlencode({"talon": ROWS["D-KR-1"]["play"]["talon"], "at": "talon"})
    phone = record(390, 844, RUFER, FOUR, "de-AT", query, is_mobile=False)
    put(phone, "took", "half.2")
    phone.wait_for_selector("button[value='half.2'][aria-pressed=true]")
    assert "half=2" in phone.url
    assert [problems(phone, width, 100) for width in (320, 390, 768, 1280)] == [[]] * 4
    put(phone, "took", "half.1")
    phone.wait_for_selector("button[value='half.2'][aria-pressed=false]")
    put(phone, "took", "half.1")
    phone.wait_for_selector("button[value='half.1'][aria-pressed=false]")
    assert "half=" not in phone.url
