"""A phone at the table: a browser without JavaScript that opens pages, fills in their forms and sends them."""

import re
from collections.abc import Mapping
from functools import cached_property
from secrets import token_hex
from typing import Any, ClassVar

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clock import today
from tests.web.html import Element, controls, read_html, values

FIVE = ("Anna", "Bernd", "Clara", "Dora", "Emil")
Fields = Mapping[str, Any]


class Page:
    """An answer of the server."""

    def __init__(self, answer: TestResponse) -> None:
        self.status = answer.status_code
        self.headers = answer.headers
        self.path = answer.request.path
        self.body = answer.get_data().decode(errors="replace")  # files too
        answer.close()

    @cached_property
    def html(self) -> Element:
        return read_html(self.body)

    @property
    def language(self) -> str:
        return self.html.one("html")["lang"].partition("-")[0]

    @property
    def text(self) -> str:
        """What stands in the page's main part."""
        return self.html.one("main").text

    @property
    def location(self) -> str:
        return self.headers["Location"]

    def form(self, **having: str) -> Element:
        """The only form of the main part with controls of these names and values ("" for any value)."""
        return self.html.one("main").one("form", fits=lambda form: _has(form, having))

    @property
    def errors(self) -> str:
        return " ".join(error.text for error in self.html.all(marked="error"))

    @property
    def standing(self) -> dict[str, int]:
        """Each player's balance as it stands on top of the sheet."""
        heads = self.html.one("table", "sheet").one("thead").all("th")[1:]
        return {head.one("span", "name").text.replace("\xad", ""): whole(head.one("strong").text) for head in heads}

    @property
    def moved(self) -> dict[str, tuple[int, int, int]]:
        """Each player's balance before, change and balance after, as a change shows them before it is booked."""
        rows = self.html.one("table", "moved").one("tbody").all("tr")
        return {row.one("th").text: tuple(whole(cell.inside[0]) for cell in row.all("td")) for row in rows}


def _has(form: Element, having: Mapping[str, str]) -> bool:
    there = [(name, value) for name, value, _ in controls(form)]
    return all(any(name == n and value in ("", v) for n, v in there) for name, value in having.items())


def whole(text: Any) -> int:
    """A number as the pages write it, with a real minus sign."""
    assert isinstance(text, str)
    assert "-" not in text
    return int(re.sub(r"[.,\s ]", "", text).replace("−", "-"))


class Phone:
    """One browser with its cookies."""

    # What the form at an address sends, untouched, on a day: the form has the date, and some tests stop the clock.
    new_nights: ClassVar[dict[tuple[str, str], dict[str, Any]]] = {}

    def __init__(self, app: Flask, languages: str = "en-GB") -> None:
        self.client = app.test_client()
        self.languages = languages

    def get(self, path: str, **query: Any) -> Page:
        return Page(self.client.get(path, query_string=query or None, headers={"Accept-Language": self.languages}))

    def post(self, path: str, fields: Fields) -> Page:
        """Send fields as they are."""
        return Page(self.client.post(path, data=dict(fields), headers={"Accept-Language": self.languages}))

    def token(self) -> str:
        """The token against forged requests that any page carries; it holds as long as the phone's cookie."""
        return self._token

    @cached_property
    def _token(self) -> str:
        return self.new_token()

    def new_token(self) -> str:
        """One that a page carries which is asked for now."""
        found = re.search('<header.*?name="csrf_token" value="([^"]+)"', self.get("/").body, re.DOTALL)
        assert found is not None
        return found[1]

    def send(self, page: Page, form: Element, button: str = "", **fields: Any) -> Page:
        """Send a form of `page` with these fields filled in (None: taken out) and this `name=value` button tapped."""
        sent: dict[str, Any] = values(form)
        sent.update(fields)
        if button:
            name, _, value = button.partition("=")
            assert _has(form, {name: value}), f"there is no button {button}"
            sent[name] = value
        sent = {name: value for name, value in sent.items() if value is not None}
        assert form["action"], "a script may have changed the address of the page, so the form must name its own"
        answer = self.post(form["action"], sent)
        return self.get(answer.location) if button == "action=look" and answer.status == 303 else answer

    def fill_in(self, path: str, having: str, button: str = "", **fields: Any) -> Page:
        """Open a page and send its form that has a control of this name, or of this name=value."""
        page = self.get(path)
        name, _, value = having.partition("=")
        return self.send(page, page.form(**{name: value}), button, **fields)

    def open_night(self, *names: str, rules: str = "herzblatt/braun", **fields: Any) -> str:
        """Open a night by the form of its author, which is looked at once, and return its path."""
        path, day = f"/nights/new/{rules}", today()
        if (path, day) not in self.new_nights:
            self.new_nights[path, day] = values(self.get(path).form(amount=""))
        seats = {f"players-{place}": name for place, name in enumerate(names or FIVE)}
        own = {"csrf_token": self.token(), "request": token_hex(16), "amount": "0.10"}
        sent = self.new_nights[path, day] | own | seats | fields
        answer = self.post(path, {name: value for name, value in sent.items() if value is not None})
        assert answer.status == 303, answer.errors
        return answer.location

    def enter(self, night: str, action: str = "booked", **fields: Any) -> Page:
        """Open the entry page, fill it in, send it."""
        page = self.get(f"{night}/enter")
        while page.status == 303:  # booked on another phone while the page was put together
            page = self.get(page.location)
        return self.send(page, page.form(number=""), f"action={action}", **fields)

    def agree(self, night: str, **fields: Any) -> Page:
        """Change the house rules: see first what they would pay, where there are deals, then agree."""
        page = self.get(f"{night}/rules")
        seen = self.send(page, page.form(number=""), **fields)
        return self.send(seen, seen.form(seen="")) if seen.status == 200 else seen

    def book(self, night: str, soloist: str = "p1", points: object = 71, **fields: Any) -> None:
        """Book the next deal."""
        answer = self.enter(night, soloist=soloist, points=points, **fields)
        assert answer.status == 303, answer.text

    def object_to(self, night: str, note: str, number: int = 1, **fields: Any) -> Page:
        """Object to a deal."""
        page = self.get(f"{night}/deals/{number}")
        return self.send(page, page.form(note="", based_on=""), note=note, **fields)

    def correct(self, night: str, number: int, **fields: Any) -> Page:
        """Correct a deal: see first what changes, then confirm it."""
        look = self.fill_in(f"{night}/deals/{number}/correct", "number", "action=look", **fields)
        return self.send(look, look.form(number=""), "action=confirm", note="as played") if look.status == 200 else look

    def read_pages(self, night: str, number: int = 1) -> None:
        """Open the pages of a night and of one of its deals."""
        deal = f"/deals/{number}"
        of_deal = (deal, f"{deal}/correct", f"{deal}/audit")
        for path in ("", *of_deal, "/rules", "/settle", "/paper", "/board", "/enter"):
            assert self.get(night + path).status == 200, path

    def standing(self, night: str) -> dict[str, int]:
        return self.get(night).standing

    def join(self, link: str, who: str = "", **fields: Any) -> Page:
        """Open a link that lets a phone into a night and say who one is: a player's key, nobody, or an onlooker."""
        page = self.get(link)
        if page.status == 303:  # it is in already
            return page
        who = who or ("nobody" if 'value="nobody"' in page.body else "onlooker")
        answer = self.send(page, page.form(who=""), f"who={who}", **fields)
        assert answer.status == 303
        return answer


def links(phone: Phone, night: str) -> dict[str, str]:
    """The links into a night that a phone may share, by role."""
    shown = [link["href"] for link in phone.get(f"{night}/share").html.one("main").all("a") if "/j/" in link["href"]]
    return dict(zip(("writer", "onlooker") if len(shown) > 1 else ("onlooker",), shown, strict=True))
