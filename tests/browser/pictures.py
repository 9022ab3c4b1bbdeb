"""Draw the pictures of the help page and of the README anew: python -m tests.browser.pictures

They show one evening of Herzblatt in German and in English. Look at them before they are committed.
"""

import random
import tempfile
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import sync_playwright

from scorekeeper.app import create_app
from tests.browser.acts import answered, book, choose
from tests.browser.conftest import BROWSERS, FLAGS, open_phone
from tests.web.serving import serving

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "scorekeeper" / "static"
NAMES = ("Anna", "Bernd", "Clara", "Dora")
SIZE = {"width": 360, "height": 480}


def main():
    """Play the evening in each language and write the pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=next(filter(_exists, BROWSERS)), args=FLAGS)
        with serving(create_app(f"{folder}/nights.sqlite3")) as server:
            for language in ("de", "en"):
                phone = open_phone(browser, viewport=SIZE, locale={"de": "de-AT", "en": "en-GB"}[language])
                night = draw(phone, server, language)
                if language == "en":
                    draw_readme(browser, phone, night)
        browser.close()


def draw(phone, server, language):
    """Draw the pictures of the help in one language, and return the address of the night."""

    def keep(name):
        phone.screenshot(path=STATIC / f"help-{name}-{language}.png")

    phone.goto(f"{server}/nights/new/herzblatt/muhr")
    for seat, name in enumerate(NAMES):
        phone.fill(f"[name=players-{seat}]", name)
    phone.fill("[name=amount]", "0,10" if language == "de" else "0.10")
    show(phone, "[name=players-0]")
    keep("start")
    with phone.expect_navigation():
        phone.tap("main button.primary")
    night = phone.url.partition("#")[0]
    chance = random.Random(5)
    for number in range(1, 7):
        phone.goto(night)
        with phone.expect_navigation():
            phone.tap(".bar a.primary")
        players = [chip.get_attribute("value") for chip in phone.locator("input[name=soloist]").all()]
        choose(phone, "soloist", chance.choice(players))
        with answered(phone):
            phone.fill("[name=points]", str(chance.randint(30, 95)))
        if number == 6:
            keep("enter")
        book(phone)
    for name, path, where in (
        ("share", "/share", "section.link"),
        ("deal", "/deals/6", ".act"),
        ("settle", "/settle", "main h1"),
    ):
        phone.goto(night + path)
        show(phone, where)
        keep(name)
    return night


def draw_readme(browser, phone, night):
    """Put the sheet, the entry of a deal, the settlement and the board beside each other."""
    phone.set_viewport_size({"width": 390, "height": 760})
    pictures = []
    for path in ("#now", "/enter", "/settle", "/board"):
        phone.goto(night + path)
        if path == "/enter":
            choose(phone, "soloist", "p1")
            with answered(phone):
                phone.fill("[name=points]", "82")
            show(phone, "#asked")
        pictures.append(b64encode(phone.screenshot()).decode())
    page = browser.new_page(viewport={"width": 1640, "height": 780})
    images = "".join(f'<img src="data:image/png;base64,{picture}">' for picture in pictures)
    page.set_content(f"<style>body {{ margin: 10px; display: flex; gap: 20px; background: #dcd3c0 }}</style>{images}")
    page.screenshot(path=ROOT / ".readme" / "pages.png")


def show(phone, selector):
    """Scroll to an element, with no field in use."""
    phone.evaluate("document.activeElement.blur()")
    phone.locator(selector).first.evaluate("element => element.scrollIntoView()")


def _exists(path):
    return Path(path).exists()


if __name__ == "__main__":
    main()
