"""What the browsers of the baseline lack, from MDN's data about browsers.

    python -m tests.architecture.browser_support

installs `@mdn/browser-compat-data` by npm in a folder that is removed, and writes `newer_than_baseline.txt` anew. Each
line is a kind and a name that at least one browser of the baseline lacks: a property, selector, rule or type of value
of CSS, and a member or global of scripts wherever it occurs.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BASELINE = {"chrome": (80,), "firefox": (78,), "safari_ios": (13, 4)}
FILE = Path(__file__).with_name("newer_than_baseline.txt")
VERSION = "8.1.9"
_SKIPPED = ("_api", "_event", "_permission")


def main() -> int:
    """Write the list anew."""
    with tempfile.TemporaryDirectory() as folder:
        package = f"@mdn/browser-compat-data@{sys.argv[1] if sys.argv[1:] else VERSION}"
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, package], check=True)
        place = Path(folder) / "node_modules" / "@mdn" / "browser-compat-data"
        data = json.loads((place / "data.json").read_text("utf-8"))
        version = json.loads((place / "package.json").read_text("utf-8"))["version"]
    lines = sorted({f"{kind} {name}" for kind, name in newer(data)})
    FILE.write_text(f"# @mdn/browser-compat-data {version}\n" + "\n".join(lines) + "\n", "utf-8")
    return 0


def newer(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the kind and name of everything that a browser of the baseline lacks."""
    for kind, group in (
        ("property", "properties"),
        ("selector", "selectors"),
        ("rule", "at-rules"),
        ("value", "types"),
    ):
        yield from ((kind, name) for name, entry in data["css"][group].items() if is_newer(entry))
    members: dict[str, list[bool]] = {}
    for interfaces in (data["api"], data["javascript"]["builtins"]):
        for interface, entry in interfaces.items():
            if interface.startswith("__"):
                continue
            members.setdefault(interface, []).append(is_newer(entry))
            for name, member in entry.items():
                if not name.startswith("__") and not name.endswith(_SKIPPED) and "__compat" in member:
                    members.setdefault(name.removesuffix("_static"), []).append(is_newer(member))
    # A name that some object had already may be that one.
    yield from (("script", name) for name, each in members.items() if all(each))


def is_newer(entry: dict[str, Any]) -> bool:
    """Return whether a browser of the baseline lacks a feature, or has it only behind a prefix or a flag."""
    support = entry.get("__compat", {}).get("support")
    return bool(support) and not all(_has(support.get(browser), most) for browser, most in BASELINE.items())


def _has(support: Any, most: tuple[int, ...]) -> bool:
    for one in support if isinstance(support, list) else [support or {}]:
        added = one.get("version_added")
        plain = not (one.get("prefix") or one.get("flags") or one.get("alternative_name"))
        if plain and isinstance(added, str) and "version_removed" not in one and _version(added) <= most:
            return True
    return False


def _version(text: str) -> tuple[int, ...]:
    digits = text.lstrip("≤")
    return tuple(int(part) for part in digits.split(".")) if digits[:1].isdigit() else (10**6,)


if __name__ == "__main__":
    sys.exit(main())
