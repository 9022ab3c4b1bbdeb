"""Scripts and styles use what the browsers of the baseline have: Chrome 80, Firefox 78, and Safari of iOS 13.4."""

import re
from pathlib import Path

import pytest

from tests.architecture.browser_support import FILE

STATIC = Path(__file__).parents[2] / "scorekeeper" / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
STYLES = sorted(STATIC.glob("*.css"))
NEWER = {tuple(line.split(" ", 1)) for line in FILE.read_text("utf-8").splitlines()[1:]}

# Newer names that are asked for before they are used, or whose lack changes nothing but beauty.
ASKED_FOR = {
    "submitter": "the button that was tapped last stands for it",
    "HTMLDialogElement": "without dialogs the pull-downs stay, as without scripts",
    "showModal": "without dialogs the pull-downs stay, as without scripts",
    "inputMode": "the phone's keyboard comes as well",
    "canShare": "the picture is saved instead of shared",
    "share": "its button is hidden",
    "vibrate": "its button is hidden",
    "wakeLock": "its button is hidden",
    "requestFullscreen": "its button is hidden",
    "fullscreenEnabled": "its button is hidden",
}
# Names of our own, or of what old browsers have without telling it in the list.
OURS = {"address", "check", "entry", "lost", "number", "packets", "pad", "role"}
BEAUTY = {
    "property accent-color": "boxes have the colour of the system",
    "property color-scheme": "scroll bars stay light in the dark",
    "property contain": "a very long word may widen a page",
    "property container-type": "the numbers of the sheet keep one size",
    "property content-visibility": "folded parts are left out of a print",
    "property forced-color-adjust": "high contrast came later than these browsers",
    "property hyphens": "long words are broken anywhere",
    "property outline": "it has square corners",
    "property overscroll-behavior": "the page scrolls on behind a list",
    "property print-color-adjust": "a print has no marks behind cells",
    "property scroll-margin": "what is scrolled to touches the edge",
    "property scroll-margin-block": "what is scrolled to touches the edge",
    "property scroll-margin-bottom": "what is scrolled to touches the edge",
    "property scroll-margin-top": "what is scrolled to touches the edge",
    "property size": "paper has the orientation of the printer",
    "property text-underline-offset": "the line is nearer",
    "property text-wrap": "headings break later",
    "rule page": "paper has the margins of the printer",
    "selector backdrop": "behind a dialog it is darker",
    "selector details-content": "folded parts are left out of a print",
    "selector focus-visible": "the browser's own ring",
    "selector fullscreen": "a button stays",
    "selector has": "an empty bar, a mark or a folded part shows; test_old_engines plays an evening without it",
    "cqi": "the numbers of the sheet keep one size",
    "dvh": "a plain height stands before it",
}
# Syntax that a browser of the baseline does not parse, so that it runs nothing of the script.
SYNTAX = {
    "logical assignment": r"\|\|=|&&=|\?\?=",
    "private or static members": r"(?<![\w\"'`/(])#[a-z]\w*\s*[(=;]|\bstatic\s",
    "look-behind": r"\(\?<[=!]",
    "top-level await": r"^await\b",
    "not with more than one simple selector": r":not\([^()]*[ ,>+~][^()]*\)",
}
UNIT = re.compile(r"(?<=\d)(?:[dsl]v[hwib]|v[ib]|cq\w+|lh|rlh)\b")


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def code(text):
    return re.sub(r"(?m)^\s*//.*$|\s//\s.*$", "", without_comments(text))


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_uses_what_old_browsers_have(file):
    text = code(file.read_text("utf-8"))
    assert {name for name, sign in SYNTAX.items() if re.search(sign, text, re.M)} == set()
    names = set(re.findall(r"(?<=\.)[A-Za-z]\w*|(?<=new )[A-Z]\w*", text))
    assert {name for name in names if ("script", name) in NEWER} - ASKED_FOR.keys() - OURS == set()


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_a_style_uses_what_old_browsers_have(file):
    text = without_comments(file.read_text("utf-8"))
    values = "".join(re.findall(r":([^{};]*)[;}]", text))
    found = {("property", name) for name in re.findall(r"(?<=[{;\s])([a-z-]+):(?=[^{}]*[;}])", text)}
    found |= {("selector", name) for name in re.findall(r":([a-z-]+)", "".join(re.findall(r"([^{};]*)\{", text)))}
    found |= {("rule", name) for name in re.findall(r"@([a-z-]+)", text)}
    found |= {("value", name) for name in re.findall(r"([a-z-]+)\(", values)}
    newer = {" ".join(each) for each in found & NEWER} | set(UNIT.findall(values))
    assert newer - BEAUTY.keys() == set()


def test_what_is_allowed_is_used():
    scripts = "".join(file.read_text("utf-8") for file in SCRIPTS)
    styles = "".join(file.read_text("utf-8") for file in STYLES)
    assert [name for name in ASKED_FOR if name not in scripts] == []
    assert [name for name in BEAUTY if name.split()[-1] not in styles] == []
    assert [name for name in OURS if name not in scripts] == []
