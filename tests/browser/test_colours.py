"""What is drawn to be seen is seen: rims of buttons, picked cards, the red of hearts; in the light and in the dark."""

import pytest

from tests.chosen import some

NAMES = ("Anna", "Bernd", "Clara")


def contrast(one, other):
    """How much lighter the lighter of two colours is, as WCAG 2.2 counts it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour):
    parts = [int(part) / 255 for part in colour[4:-1].split(",")]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def colour(phone, selector, which):
    return phone.evaluate("([s, w]) => getComputedStyle(document.querySelector(s))[w]", [selector, which])


@pytest.mark.parametrize("scheme", some(["light", "dark"], "light"))
def test_rims_and_picked_cards_stand_out(lent, host, scheme):
    phone = lent(host, f"{host.open_night(*NAMES, rules='husarln/beck')}/enter", color_scheme=scheme)
    phone.tap(".pad summary")
    phone.tap(".pad button[value='KH']")
    paper = colour(phone, "html", "backgroundColor")
    key = ".keypad button"
    for ground in (paper, colour(phone, key, "backgroundColor")):
        assert contrast(colour(phone, key, "borderTopColor"), ground) >= 3
    picked, card = (colour(phone, f".pad button[value='{name}']", "backgroundColor") for name in ("KH", "KD"))
    assert contrast(picked, card) >= 3
    assert contrast(colour(phone, ".pad button[value='KH']", "color"), picked) >= 4.5


@pytest.mark.parametrize("scheme", some(["light", "dark"], "dark"))
def test_hearts_and_diamonds_are_red_on_a_chip_picked_or_not(lent, host, scheme):
    phone = lent(host, f"{host.open_night(*NAMES, rules='solo/braun')}/enter", color_scheme=scheme)
    for suit in "HD":
        chip = f"label.chip:has([value='{suit}']) span"
        assert_red(phone, chip)
        with phone.expect_response("**/preview"):
            phone.tap(f"label.chip:has([value='{suit}'])")
        assert_red(phone, chip)


def assert_red(phone, chip):
    red, ground = colour(phone, f"{chip} .suit", "color"), colour(phone, chip, "backgroundColor")
    assert red != colour(phone, chip, "color")
    assert contrast(red, ground) >= 3


def test_the_page_and_its_frame_follow_the_phone_in_light_or_dark(phone, server):
    phone.goto(server)
    for scheme in ("light", "dark"):
        phone.emulate_media(color_scheme=scheme)
        frame = phone.get_attribute(f"meta[name=theme-color][media*={scheme}]", "content")
        parts = [int(frame[at : at + 2], 16) for at in (1, 3, 5)]
        assert min(parts) > 200 if scheme == "light" else max(parts) < 60
        assert colour(phone, "html", "backgroundColor") == f"rgb({', '.join(map(str, parts))})"


def test_choices_show_in_forced_colours_and_motion_can_be_switched_off(lent, host, server):
    night = host.open_night(*NAMES, rules="husarln/beck")
    host.enter(night, declarer="p2", contract="Z2", points="37")
    forced, night = lent(host, f"{night}/enter", forced_colors="active", reduced_motion="reduce"), server + night
    with forced.expect_response("**/preview"):
        forced.tap(".chip:has(.dealer)")
    parts = ("input:enabled:not(:checked) + span", ":checked + span", ":checked + span .dealer")
    other, chosen, dealer = [colour(forced, f"#q-declarer {part}", "backgroundColor") for part in parts]
    assert other != chosen != dealer
    forced.tap(".pad summary")
    forced.tap(".pad button[value='KH']")
    outlines = [colour(forced, f".pad button[value='{card}']", "outlineStyle") for card in ("KH", "KD")]
    assert outlines == ["solid", "none"]
    forced.goto(f"{night}/deals/1/audit")
    current, other = ".spots [aria-current]", ".spots :not([aria-current])"
    assert [colour(forced, spot, "outlineStyle") for spot in (current, other)] == ["solid", "none"]
    forced.goto(f"{night}/whole")
    text = colour(forced, "body", "color")
    assert [colour(forced, f".plot .line-{seat} polyline", "stroke") for seat in range(3)] == [text] * 3
    assert len({colour(forced, f".plot .line-{seat} polyline", "strokeDasharray") for seat in range(3)}) == 3
    for page in ("#deal-1", "/enter", "/settle", "/deals/1", "/board"):
        forced.goto(night + page)
        moving = "document.getAnimations().filter(({ animationName }) => animationName !== 'arm').length"
        assert forced.evaluate(moving) == 0
        assert colour(forced, "html", "scrollBehavior") == "auto"


def test_a_partner_is_marked_on_the_sheet_as_in_its_legend(lent, host):
    night = host.open_night(*NAMES, "Dora", rules="koenigrufen/ooe")
    assert host.enter(night, declarer="p1", contract="rufer", partner="p3", points="41").status == 303
    phone = lent(host, night)
    for cell, style in ((".sheet td.solo:not(.partner)", "solid"), (".sheet td.partner", "dashed")):
        mark = "e => getComputedStyle(e, '::before').borderLeftStyle"
        assert phone.locator(cell).first.evaluate(mark) == style
    assert phone.locator(".legend .partner").evaluate(mark) == "dashed"
