"""Rows from paper in a browser: priced while they are typed, nothing lost."""

import pytest

from tests.browser.acts import SOON


@pytest.fixture
def paper(lent, host):
    """A phone on the page for rows of a night of Husarln, whose path is its `night`."""
    night = host.open_night("Anna", "Bernd", "Clara", rules="husarln/loew")
    phone = lent(host, f"{night}/paper")
    phone.night = night
    return phone


def test_rows_are_priced_while_they_are_typed(paper, host, server):
    rows = ("A Z2 37 P", "b e1 36+1", "C z1 20")
    for place, row in enumerate(rows):
        paper.locator(f"#line-{place}").press_sequentially(row)
        paper.locator(f"#row-{place} b").first.wait_for()
    assert [paper.locator(f"#line-{place}").input_value() for place in range(3)] == list(rows)
    paper.locator("#line-3").fill("q")
    paper.locator("#row-3 .error").wait_for()
    assert paper.locator("button.book").is_disabled()
    paper.locator("#line-3").fill("")
    paper.locator("button.book:enabled").click()
    paper.wait_for_url(f"{server}{paper.night}#deal-1")
    assert host.get(f"{paper.night}/deals/3").status == 200
    assert sum(host.standing(paper.night).values()) == 0
    assert paper.complaints == []


def test_rows_that_the_server_did_not_see_wait_for_it_and_are_priced_once_it_is_back(paper):
    paper.locator("#line-0").fill("A Z2 37 P")
    paper.locator("button.book:enabled").wait_for(timeout=SOON)
    paper.route("**/preview", lambda route: route.abort())
    paper.locator("#line-1").fill("b e1 36+1")
    paper.locator("button.book:disabled").wait_for(timeout=SOON)
    paper.unroute("**/preview")
    paper.locator("#row-1 b").first.wait_for(timeout=SOON)
    assert paper.locator("button.book").is_enabled()
    assert [complaint for complaint in paper.complaints if "ERR_FAILED" not in complaint] == []
