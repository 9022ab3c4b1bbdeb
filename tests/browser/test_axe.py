"""No page of any game shuts anybody out: axe finds nothing, in the light and in the dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.acts import lend
from tests.browser.test_sizes import RULES, evening, pages

MORE = ("/whole", "/board", "/delete", "/forget", "/me", "/carry", "/rules/sheet", "/deals/1/audit", "/deals/1/adjust")
# In the dark only colours are different.
SCHEMES = (("light", None), ("dark", {"runOnly": ["color-contrast"]}))


@pytest.mark.parametrize("game", list(RULES))
def test_axe_finds_nothing_on_any_page_of_a_game(any_phone, app, server, game):
    host, night = evening(app, game, 4 if game != "husarln" else 3)
    phone = any_phone(locale="de-AT")
    lend(phone, host, server)
    found = []
    for path in (*pages(phone, server + night, game), *MORE):
        if path in MORE:
            phone.goto(server + night + path)
        for scheme, options in SCHEMES:
            phone.emulate_media(color_scheme=scheme)
            for finding in Axe().run(phone, options=options).response["violations"]:
                where = "; ".join(node["html"][:100] for node in finding["nodes"][:3])
                found.append(f"{path} {scheme}: {finding['id']}: {where}")
    assert not found, "\n".join(found)
