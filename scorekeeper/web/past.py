"""What an open page asks to know whether the past that it saw is still the past."""

from flask import Blueprint, Response, abort, jsonify, request

from scorekeeper.storage.reading import hash_at
from scorekeeper.web.page import check_words_of, night_at

pages = Blueprint("past", __name__)


@pages.get("/n/<slug>/head")
def head(slug: str) -> Response:
    """Return the hash of the journal's entry `seq`, of the last one if not given, with its check words, as JSON.

    Both are empty for an entry that there is not.
    """
    _, row, _ = night_at(slug)
    text = request.args.get("seq", str(row.seq))
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        abort(400)
    found = hash_at(row.id, int(text))
    return jsonify(seq=int(text), hash=found, words=check_words_of(found) if found else "")
