"""What a hostile guest types: junk of every kind, and what might fit, so that much of it gets far in."""

import re

from hypothesis import strategies as st

INSIDE = re.compile(r"Traceback|jinja2|peewee|sqlite3|psycopg|werkzeug", re.IGNORECASE)
"""What no page says by itself. Hypothesis tries texts of our own modules too, and a page shows what was typed."""

JUNK = (
    "", " ", "-", "-1", "+-5", "0", "1.5", "1,5", "٣", "²", "½", "NaN", "1e9", "1e400", "0x10", "9" * 20, "9" * 5000,
    "-" + "9" * 5000, "2147483648", "p1", "p9", "yes", "null", "[]", "{}", "[" * 2000, "\x00", "a\x00b",
    "\r\nSet-Cookie: x=1", "😀🃏", "שלום", "\u202eannA", "\ufeff", "\ufffe", "e\u0301" * 40, "<b>",
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'; DROP TABLE night; --", "../../etc/passwd",
    "%00%0a%2e%2e%2f", "{{ 7 * 7 }}", "%s {0} {name}", "=1+1", "@SUM(A1)", "x" * 200, "x" * 70000,
)  # fmt: skip
FITTING = (
    "p1", "p2", "p3", "p4", "1", "2", "3", "12", "66", "70", "121", "-5", "5", "−5", "yes", "0.10", "EUR", "2026-11-21",
    "booked", "called", "confirm", "look", "corrected", "join", "pause", "return", "leave", "Anna", "Zora", "agreed",
)  # fmt: skip

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30).filter(lambda text: not INSIDE.search(text))
values = st.sampled_from(JUNK) | st.sampled_from(FITTING) | texts
