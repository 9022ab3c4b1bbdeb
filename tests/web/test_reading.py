"""A page of a night is read as at one moment, and writes nothing."""

from concurrent.futures import ThreadPoolExecutor

from scorekeeper.storage.engine import sql
from scorekeeper.storage.models import database
from scorekeeper.web.sheet import view_model as sheet_view_model
from tests.web.phone import Phone, whole
from tests.web.routes import routes_of_night


def test_a_deal_booked_while_the_sheet_is_put_together_stands_on_all_of_it_or_nowhere(app, monkeypatch):
    host = Phone(app)
    night = host.open_night()
    host.book(night)
    first = app.test_client()
    first.set_cookie("scorekeeper", host.client.get_cookie("scorekeeper").value)
    sheet_page, booked = sheet_view_model.sheet_page, []

    def slow_sheet_page(*values):
        if not booked:
            booked.append(2)
            with ThreadPoolExecutor(1) as pool:
                pool.submit(host.book, night).result()
        return sheet_page(*values)

    monkeypatch.setattr(sheet_view_model, "sheet_page", slow_sheet_page)
    reader = Phone(app)
    reader.client = first
    page = reader.get(night)
    rows = page.html.one("table", "sheet").one("tbody").all("tr")
    last = [row for row in rows if row.all("b")][-1]
    running = [whole(cell.text) for cell in last.all("b")]
    assert booked
    assert running == [points for name, points in page.standing.items() if points]


_READING = ("SELECT", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


def test_opening_a_page_of_a_night_writes_nothing(shared_app, host, night, monkeypatch):
    execute, written = database.obj.execute_sql, []

    def watch(sql, *values):
        if sql.split()[0].upper() not in _READING:
            written.append(sql)
        return execute(sql, *values)

    monkeypatch.setattr(database.obj, "execute_sql", watch)
    for method, path in routes_of_night(shared_app, night):
        if method == "GET":
            assert host.get(path).status in (200, 204, 303), path
    assert written == []
    with database.connection_context():
        sql.run("UPDATE night SET title = title")
    assert written, "nothing would have been seen"
