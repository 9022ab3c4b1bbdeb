"""There is always a way home."""

INSIDE = ("", "/whole", "/enter", "/settle", "/carry", "/table", "/rules", "/share", "/me", "/forget")
OF_A_DEAL = ("", "/correct", "/void", "/adjust", "/audit")


def test_every_page_of_a_night_leads_to_my_nights(host, night):
    assert host.get("/").html.one("h1").text == "My nights"
    for path in (*INSIDE, *(f"/deals/1{page}" for page in OF_A_DEAL)):
        page = host.get(night + path)
        assert page.status == 200, path
        [home] = [link for link in page.html.one("header").all("a") if link["href"] == "/"]
        assert home["aria-label"] == "My nights", path
