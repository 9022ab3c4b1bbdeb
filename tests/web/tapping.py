"""A table at random: somebody fills in forms and taps buttons as they come, so that much is booked and some refused."""

import re
from collections.abc import Callable, Mapping
from random import Random

from tests.web.html import Element, controls, values
from tests.web.phone import Page, Phone

_NUMBER = re.compile('name="number" value="([0-9]+)"')
TYPED = ("", "0", "1", "2", "7", "20", "31", "35", "66", "70", "71", "120", "x")


class Tapping:
    """What is done at random at the night `path`, from the phone of its host; `answers` are all that came of it."""

    def __init__(self, host: Phone, path: str, random: Random) -> None:
        self.host, self.path, self.random = host, path, random
        self.answers: list[Page] = []

    def act(self) -> None:
        """Do one thing."""
        self.number = int(_NUMBER.findall(self._get("/enter").body)[0])
        ways: Mapping[Callable[[], Page], int] = {
            self._enter: 6,
            self._agree: 3,
            self._correct: 2,
            self._seats: 2,
            self._rules: 1,
            self._take_back: 1,
            self._settle: 1,
        }
        (way,) = self.random.choices([*ways], [*ways.values()])
        self.answers.append(way())

    def _get(self, page: str) -> Page:
        self.answers.append(self.host.get(self.path + page))
        return self.answers[-1]

    def _enter(self) -> Page:
        """Book the next deal, call it, or look at it without a script."""
        page = self._get("/enter")
        form = page.form(number="")
        said = self._fill(form)
        sent = {name: text for name, text in {**values(form), **said}.items() if name != "shown"}
        self.answers.append(self.host.post(f"{self.path}/preview", sent))
        action = self.random.choice(("booked", "booked", "called", "look"))
        return self.host.post(f"{self.path}/enter", {**values(form), **said, "action": action})

    def _agree(self) -> Page:
        """Book what the table agreed on instead of the next deal: that goes on whatever is asked of one."""
        page = self._get(f"/deals/{self.number}/adjust")
        some = {"adjust-p1": "3", "adjust-p2": "-3", "note": "so"}
        return self.host.send(page, page.form(number=""), action="confirm", **some)

    def _correct(self) -> Page:
        """Void or correct one of the last deals."""
        way = self.random.choice(("void", "correct"))
        page = self._get(f"/deals/{max(1, self.number - self.random.randint(1, 3))}/{way}")
        if page.status != 200:
            return page
        form = page.form(number="")
        said = self._fill(form) if way == "correct" else {}
        return self.host.send(page, form, action="confirm", **{**said, "note": "so"})

    def _seats(self) -> Page:
        """Let somebody pause, come back, leave, or come to the table."""
        page = self._get("/table")
        forms = page.html.one("main").all("form", fits=lambda form: not form["action"])
        away = [form for form in forms if form.one("button")["value"] == "return"]
        form = self.random.choice(forms + 4 * away)
        return self.host.send(page, form, move=form.one("button")["value"], name=f"Guest {len(forms)}")

    def _rules(self) -> Page:
        """Agree on a house rule from one of the next deals on."""
        page = self._get("/rules")
        choices = page.form(number="").all("select")
        switch = self.random.choice(choices)
        chosen = {switch["name"]: self.random.choice(switch.all("option"))["value"]} if choices else {}
        return self.host.agree(self.path, number=str(self.number + self.random.randint(0, 2)), **chosen)

    def _take_back(self) -> Page:
        page = self._get("")
        forms = page.html.all("form", "undo")
        return self.host.send(page, forms[0]) if forms else page

    def _settle(self) -> Page:
        """Agree on a settlement, tick or take back a payment, let some pay as one."""
        page = self._get("/settle")
        forms = [form for form in page.html.one("main").all("form") if form["method"] == "post"]
        if not forms:
            return page
        form = self.random.choice(forms)
        button = self.random.choice(form.all("button"))
        more = {button["name"]: button["value"]} if button["name"] else {}
        if form.all("input", fits=lambda field: field["type"] == "checkbox"):
            more["players"] = ["p1", "p3"]
        return self.host.send(page, form, **more)

    def _fill(self, form: Element) -> dict[str, str]:
        """Answer some of what a form asks."""
        some: dict[str, list[str]] = {}
        for name, value, control in controls(form):
            if control.tag == "select":
                some.setdefault(name, []).extend(option["value"] for option in control.all("option"))
            elif control["inputmode"]:
                some[name] = [*TYPED]
            elif control["type"] in ("radio", "checkbox"):
                some.setdefault(name, []).append(value)
        much = self.random.choice((0.15, 0.3, 0.6))
        share = {name: 0.05 if name in ("dealer", "playing") else much for name in some}
        return {name: self.random.choice(some[name]) for name in some if self.random.random() < share[name]}
