"""A group as phones use it: opened with a night, given more of them, and entered by its links."""

from tests.web.phone import Phone


def open_group(phone, night, name="Donnerstag"):
    """Open a group with a night in it and return its path."""
    answer = phone.fill_in(f"{night}/round", "name", "action=new", name=name)
    assert answer.status == 303, answer.errors
    return answer.location


def put_in(phone, night, group):
    return phone.fill_in(f"{night}/round", "round", f"round={group.rpartition('/')[2]}")


def group_links(phone, group):
    shown = [link["href"] for link in phone.get(f"{group}/share").html.one("main").all("a") if "/jr/" in link["href"]]
    return dict(zip(("member", "onlooker") if len(shown) > 1 else ("onlooker",), shown, strict=True))


def come_in(phone, link, **fields):
    page = phone.get(link)
    return phone.send(page, page.html.one("main").one("form"), **fields)


def member_of(app, host, group, role="member"):
    """A new phone that came into a group by the link of this role, or by none."""
    phone = Phone(app)
    if role:
        come_in(phone, group_links(host, group)[role])
    return phone
