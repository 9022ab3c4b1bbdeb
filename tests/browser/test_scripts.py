"""Every script is read by the browser itself."""

from pathlib import Path

import scorekeeper

SCRIPTS = sorted(file.name for file in (Path(scorekeeper.__file__).parent / "static").glob("*.js"))
LOAD = """async (names) => {
  const folder = document.querySelector("script[type=module]").src;
  for (const name of names) await import(new URL(name, folder));
}"""


def test_every_script_is_a_module_that_the_browser_can_run(guest):
    guest.goto(guest.address)
    guest.evaluate(LOAD, SCRIPTS)
    shared = guest.evaluate("['one', 'all', 'main', 'sha256', 'morph'].filter((name) => name in window)")
    assert shared == [], "no script leaves names to the others"
