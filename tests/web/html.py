"""Reading a page as a browser does: its elements, its forms with what they would send."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Element:
    """One element of a page; `inside` holds texts and elements in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list["Element | str"] = field(default_factory=list)

    def __iter__(self) -> Iterator["Element"]:
        """All elements inside, in document order."""
        left = self.inside[::-1]
        while left:
            child = left.pop()
            if isinstance(child, Element):
                yield child
                left += child.inside[::-1]

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        """What a reader sees, blanks in a row as one."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.inside:
            yield child if isinstance(child, str) else " " + "".join(child._texts()) + " "

    def all(
        self, tag: str = "", marked: str = "", fits: Callable[["Element"], bool] = lambda _: True
    ) -> list["Element"]:
        """All elements inside with this tag, with this class and that `fits` accepts."""
        return [
            element
            for element in self
            if tag in ("", element.tag) and (not marked or marked in element["class"].split()) and fits(element)
        ]

    def one(self, tag: str = "", marked: str = "", fits: Callable[["Element"], bool] = lambda _: True) -> "Element":
        """The only such element."""
        (found,) = self.all(tag, marked, fits)
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def updatepos(self, i: int, j: int) -> int:
        """Count no lines: nobody asks where something stands, and it would take a fifth of the time."""
        return j

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read_html(text: str) -> Element:
    """Return the root of a page; every element of ours is closed where it was opened."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    (root,) = reader.open
    return root


def controls(form: Element) -> Iterator[tuple[str, str, Element]]:
    """Name, value and element of every control of a form that can be used, buttons and unchecked boxes too."""
    for element in form:
        if not element["name"] or "disabled" in element.attributes:
            continue
        if element.tag == "select":
            options = element.all("option")
            chosen = [option for option in options if "selected" in option.attributes] or options
            yield element["name"], chosen[0].attributes.get("value", chosen[0].text), element
        elif element.tag in ("input", "button", "textarea"):
            yield element["name"], element.attributes.get("value", element.text), element


def values(form: Element) -> dict[str, list[str]]:
    """What a form would send if no button of its own had a name: as it was opened, nothing touched."""
    sent: dict[str, list[str]] = {}
    for name, value, element in controls(form):
        checked = element["type"] not in ("radio", "checkbox") or "checked" in element.attributes
        if element.tag != "button" and checked:
            sent.setdefault(name, []).append(value)
    return sent
