"""What a narrow phone shows of tables with many names, and of lists to choose from: whole, and not torn."""

import pytest

from tests.browser.acts import lend
from tests.chosen import AUTHORS, FIRST_AUTHORS, some
from tests.web.phone import Phone

LINES = """() => [...document.querySelectorAll('#tried thead th')].map((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""

# Each option that is wider than the room for it in the closed list, beside its arrow.
CUT = """() => [...document.querySelectorAll("select")].flatMap((list) => {
  const style = getComputedStyle(list), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
  return [...list.options].map(({ text }) => [text, pen.measureText(text).width, room]);
}).filter(([, width, room]) => width > room)"""


@pytest.mark.parametrize("author", some(AUTHORS, *FIRST_AUTHORS), ids="-".join)
@pytest.mark.parametrize("language", some(["de-AT", "en-GB"], "de-AT"))
def test_what_is_chosen_as_a_house_rule_is_read_whole(any_phone, server, author, language):
    phone = any_phone(locale=language)
    phone.goto(f"{server}/nights/new/{'/'.join(author)}")
    phone.evaluate("for (const more of document.querySelectorAll('details')) more.open = true")
    assert phone.locator("select, [role=radiogroup]").count() > 5
    for width in (320, 360, 390):
        phone.set_viewport_size({"width": width, "height": 844})
        assert phone.evaluate(CUT) == [], width


def test_six_names_stand_over_what_other_rules_would_have_paid(any_phone, app, server):
    host, phone = Phone(app), any_phone(viewport={"width": 320, "height": 640})
    names = ("Annemarie", "Bernd", "Clara", "Dora", "Maximilian", "Franziska-Sophie")
    night = host.open_night(*names, rules="herzblatt/muhr")
    host.book(night, "p2", 50)
    lend(phone, host, server)
    phone.goto(f"{server}{night}/rules")
    phone.tap("summary:has-text('Change the house rules')")
    phone.tap("#change details summary")
    phone.select_option("select[name=house-loss]", index=1)
    with phone.expect_navigation():
        phone.tap("form.stack button.primary")
    assert phone.evaluate(LINES)[1:4] == [1, 1, 1], "no short name is torn"
    assert phone.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(tried.parentNode)") == 0


def test_who_collects_is_read_whole(any_phone, app, server):
    host, phone = Phone(app), any_phone(viewport={"width": 320, "height": 640}, locale="de-AT")
    night = host.open_night()
    host.book(night)
    lend(phone, host, server)
    phone.goto(f"{server}{night}/settle")
    phone.tap("summary:has-text('Über eine Person')")
    offered, shown = phone.locator("select[name=by]").bounding_box(), phone.locator("form.row button").bounding_box()
    assert offered["width"] > 230
    assert shown["y"] >= offered["y"] + offered["height"], "not beside it"
