"""A style sheet as it is sent says to the browser what is written in it."""

from pathlib import Path

import scorekeeper

STYLES = sorted((Path(scorekeeper.__file__).parent / "static").glob("*.css"))
READ = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return [...sheet.cssRules].map(rule => rule.cssText.replaceAll(", ", ","));  // a variable is kept as it is written
}"""


def test_what_is_not_sent_of_a_style_sheet_says_nothing(app, chromium):
    phone, sent = chromium.new_page(), app.test_client()
    for file in STYLES:
        wanted = phone.evaluate(READ, file.read_text())
        assert len(wanted) > 10, file.name
        assert phone.evaluate(READ, sent.get(f"/static/{file.name}").text) == wanted, file.name
    phone.close()
