"""A round as phones use it: opened with a night, given more of them, and entered by its links."""

from tests.web.phone import Phone


def open_round(phone, night, name="Donnerstag"):
    """Open a round with a night in it and return its path."""
    answer = phone.fill_in(f"{night}/round", "name", "action=new", name=name)
    assert answer.status == 303, answer.errors
    return answer.location


def put_in(phone, night, meeting):
    return phone.fill_in(f"{night}/round", "round", f"round={meeting.rpartition('/')[2]}")


def round_links(phone, meeting):
    shown = [link["href"] for link in phone.get(f"{meeting}/share").html.one("main").all("a") if "/jr/" in link["href"]]
    return dict(zip(("member", "onlooker") if len(shown) > 1 else ("onlooker",), shown, strict=True))


def come_in(phone, link, **fields):
    page = phone.get(link)
    return phone.send(page, page.html.one("main").one("form"), **fields)


def member_of(app, host, meeting, role="member"):
    """A new phone that came into a round by the link of this role, or by none."""
    phone = Phone(app)
    if role:
        come_in(phone, round_links(host, meeting)[role])
    return phone
