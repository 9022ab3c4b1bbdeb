"""An evening in the engines of old phones: Chromium 83, 90, 92 and 103, as npm packages bring them.

Chrome 80 is the oldest in which everything works, beside Firefox 78 and Safari of iOS 13.4. Tests of the architecture
hold the scripts and styles against what these browsers have; here they run.
"""

import json
import os
import re
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.web.phone import Phone, links

Error = pytest.importorskip("playwright.sync_api").Error
pytestmark = pytest.mark.at_length

ENGINES = {
    83: "chrome-aws-lambda@3.1.1",
    90: "chrome-aws-lambda@7.0.0",
    92: "chrome-aws-lambda@10.1.0",
    103: "@sparticuz/chromium@103.0.0",
}
UNPACK = """
const fs = require("fs"), zlib = require("zlib");
for (const name of ["chromium", "aws.tar", "swiftshader.tar"])
  fs.writeFileSync(name, zlib.brotliDecompressSync(fs.readFileSync(process.argv[1] + "/" + name + ".br")));
fs.chmodSync("chromium", 0o755);
"""
SOON = 60  # seconds; moments on a machine that has nothing else to do


class OldPhone:
    """A phone that taps and looks by scripts: Playwright's own need a newer engine."""

    def __init__(self, page):
        self.page = page
        self.complaints = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def run(self, script, *given):
        return self.page.evaluate(f"given => {{ {script} }}", given)

    def wait(self, script, *given):
        """Wait until a script returns something true, also while another page is loaded."""
        end = time.monotonic() + SOON
        while True:
            with suppress(Error):
                if found := self.run(f"return {script}", *given):
                    return found
            assert time.monotonic() < end, f"{script} {given} on {self.run('return document.body.innerText')}"
            time.sleep(0.05)

    def see(self, selector):
        self.wait("[].some.call(document.querySelectorAll(given[0]), it => it.getClientRects().length)", selector)

    def tap(self, selector):
        """Tap what can be seen and takes a tap."""
        self.wait(
            """[].some.call(document.querySelectorAll(given[0]), it => it.getClientRects().length && !it.disabled
                && (it.click(), true))""",
            selector,
        )

    def open(self, address):
        self.page.goto(address)

    def type(self, digits):
        for digit in digits:
            self.wait(
                """[].some.call(document.querySelectorAll(".keypad button"),
                    it => it.textContent === given[0] && it.getClientRects().length && (it.click(), true))""",
                digit,
            )

    def enter(self, soloist, digits):
        """Fill in the form of the next deal until it can be booked."""
        self.tap("main .bar a.button.primary")
        self.tap(f"input[name=soloist][value={soloist}]")
        self.type(digits)
        self.see("#actions button[value=booked][data-ready]:not([disabled])")


@pytest.fixture(scope="module", params=ENGINES)
def folder(request, pytestconfig):
    """The folder of an engine, which is kept for the next run."""
    if not shutil.which("npm"):
        pytest.skip("npm is not installed, which brings the engines")
    place = Path(pytestconfig.cache.mkdir(f"chromium-{request.param}"))
    if not (place / "swiftshader.tar").exists():
        package = ENGINES[request.param]
        install = [
            "npm",
            "install",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--legacy-peer-deps",
            "--prefix",
            ".",
        ]
        (place / "package.json").write_text(json.dumps({"name": "engines", "version": "1.0.0"}))
        if subprocess.run([*install, package], cwd=place, capture_output=True).returncode:
            pytest.skip(f"npm cannot install {package} here")
        packed = place / "node_modules" / package.rpartition("@")[0] / "bin"
        subprocess.run(["node", "-e", UNPACK, str(packed)], cwd=place, check=True)
        subprocess.run("tar xf aws.tar && tar xf swiftshader.tar", cwd=place, shell=True, check=True)
    return place


@pytest.fixture
def phone(folder, tmp_path, chromium):
    flags = ["--headless", "--no-sandbox", "--no-zygote", "--disable-gpu", "--remote-debugging-port=0"]
    with subprocess.Popen(
        ["./chromium", *flags, f"--user-data-dir={tmp_path / 'profile'}", "about:blank"],
        cwd=folder,
        env=os.environ | {"LD_LIBRARY_PATH": str(folder / "lib"), "HOME": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr
            address = next(found[0] for line in process.stderr if (found := re.search(r"ws://\S+", line)))
            browser = chromium.browser_type.connect_over_cdp(address)
            page = browser.contexts[0].new_page()
            page.set_viewport_size({"width": 390, "height": 844})
            yield OldPhone(page)
            browser.close()
        finally:
            process.kill()


def test_an_evening_works_in_an_old_engine(app, server, phone):
    """Joining, deals by the keypad, what another books, a deal without a server, undoing, and settling."""
    host = Phone(app)
    night = host.open_night("Anna", "Bernd", "Clara", stake="0.10")
    phone.open(links(host, night)["writer"].replace("http://localhost", server))
    phone.tap("button[value=p2]")
    for number, soloist in ((1, "p1"), (2, "p2"), (3, "p3")):
        phone.enter(soloist, "71")
        phone.tap("#actions button[value=booked]")
        phone.see(f"#deal-{number}")
    phone.tap(".undo button")
    phone.wait("!document.querySelector('#deal-3')")
    host.book(night, "p1")
    phone.see("#deal-3")
    assert not phone.run("return document.querySelector('#strip').classList.contains('lost')")

    phone.enter("p2", "66")
    phone.page.context.set_offline(True)
    phone.tap("#actions button[value=booked]")
    phone.see(".outbox")
    phone.see("#strip.lost")
    phone.page.context.set_offline(False)
    phone.wait("!document.querySelector('.outbox').getClientRects().length")
    phone.see("#deal-4")

    phone.open(f"{server}{night}/settle")
    phone.tap(".payments button[value=all]")
    phone.see(".payments .paid")
    assert phone.complaints == []
