"""Reading a page as a browser does: its elements, its forms with what they would send."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape

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


# A tag with its attributes, its end, a comment or the doctype, each with the text behind it: all that our pages have.
_PIECE = re.compile(
    r"""<(?:([a-z][a-z0-9]*)([^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*)|/([a-z][a-z0-9]*)|!--.*?--|!doctype html)>"""
    "([^<]*)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""\s+([^\s"'=/]+)(?:="([^"]*)"|='([^']*)'|=([a-z]+))?(?![^\s/])""")


def read_html(text: str) -> Element:
    """Return the root of a page; every element of ours is closed where it was opened."""
    before, _, _ = text.partition("<")
    opened, end = [Element("", inside=[before] if before else [])], len(before)
    for piece in _PIECE.finditer(text):
        assert piece.start() == end, f"this is no HTML of ours: {text[end : end + 60]}"
        end = piece.end()
        tag, attributes, closed, behind = piece.groups()
        if tag:
            element = Element(tag, _attributes(attributes).copy())
            opened[-1].inside.append(element)
            if tag not in _VOID and not attributes.endswith("/"):
                opened.append(element)
        elif closed:
            assert opened.pop().tag == closed, f"</{closed}> closes nothing that is open"
        if behind:
            opened[-1].inside.append(unescape(behind))
    assert end == len(text), f"this is no HTML of ours: {text[end : end + 60]}"
    assert len(opened) == 1, f"<{opened[-1].tag}> is not closed"
    return opened[0]


@lru_cache(10_000)
def _attributes(text: str) -> dict[str, str]:
    """What stands in a tag behind its name; most of it stands on many pages."""
    found = _ATTRIBUTE.findall(text)
    assert not _ATTRIBUTE.sub("", text).strip(" \n/"), f"these are no attributes: {text}"
    attributes = {name.lower(): unescape("".join(value)) for name, *value in found}
    assert len(attributes) == len(found), f"an attribute is there twice: {text}"
    return attributes


def controls(form: Element) -> Iterator[tuple[str, str, Element]]:
    """Name, value and element of every control of a form that can be used, buttons and unchecked boxes too."""
    for element in form:
        if not element["name"] or "disabled" in element.attributes:
            continue
        if element.tag == "select":
            options = element.all("option")
            chosen = [option for option in options if "selected" in option.attributes] or options
            yield element["name"], chosen[0].attributes.get("value", chosen[0].text), element
        elif element.tag == "textarea":  # a browser keeps its lines
            yield element["name"], "".join(element._texts()), element
        elif element.tag in ("input", "button"):
            yield element["name"], element.attributes.get("value", element.text), element


def values(form: Element) -> dict[str, list[str]]:
    """What a form would send if no button of its own had a name: as it was opened, nothing touched."""
    sent: dict[str, list[str]] = {}
    for name, value, element in controls(form):
        checked = element["type"] not in ("radio", "checkbox") or "checked" in element.attributes
        if element.tag != "button" and checked:
            sent.setdefault(name, []).append(value)
    return sent
