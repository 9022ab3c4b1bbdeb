"""Every address of a night, taken from the application itself, so that a new page cannot be forgotten."""

from collections.abc import Iterator

from flask import Flask

# Example values for the parts of an address; a part that is not here makes the tests fail until it is.
PARTS = {
    "number": ["1"],
    "place": ["1"],
    "way": ["correct", "void", "adjust"],
    "form": ["toml", "json", "csv", "xlsx"],
    "kind": ["svg"],
    "rule": ["HB-31"],
}
# What is no page by itself.
APART = (".txt", "/now", "/head", "/chain", ".toml", ".json", ".csv", ".xlsx", ".svg", "/HB-31")
LEADING_ON = ("/plot", "/settings")  # addresses of an earlier version
# Pages of a night that are for filling in a form that writes, though they are opened with GET.
WRITING = (
    *("/enter", "/practice", "/paper", "/ahead/1", "/correct", "/void", "/adjust"),
    *("/forget", "/carry", "/delete", "/round", "/rules/form"),
)


def routes_of_night(app: Flask, night: str) -> Iterator[tuple[str, str]]:
    """Method and path of every route of a night."""
    slug = night.rpartition("/")[2]
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/n/<slug>"):
            for path in _filled(rule.rule.replace("<slug>", slug), sorted(rule.arguments - {"slug"})):
                yield from ((method, path) for method in sorted(rule.methods & {"GET", "POST", "PUT", "DELETE"}))


def _filled(path: str, parts: list[str]) -> Iterator[str]:
    if not parts:
        yield path
        return
    name, *rest = parts
    before, _, after = path.rpartition(f"{name}>")
    for value in PARTS[name]:
        yield from _filled(before[: before.rindex("<")] + value + after, rest)


def writes(method: str, path: str) -> bool:
    """Whether a route is for those who may write; whose phone it is everybody may say."""
    return (method != "GET" and not path.endswith(("/me", "/archive"))) or path.endswith(WRITING)
