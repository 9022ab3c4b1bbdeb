"""What an open page asks to know whether the past that it saw is still the past."""

from flask import Blueprint, Response, abort, jsonify, request

from scorekeeper.storage.queries.nights import hash_at, hashed_texts
from scorekeeper.web.access.current import NIGHT, at_night
from scorekeeper.web.core.i18n import check_words_of

pages = Blueprint("past", __name__, url_prefix=NIGHT)

MOST = 200  # entries in one answer


@pages.get("/head")
def head() -> Response:
    """Return the hash of the journal's entry `seq`, of the last one if not given, with its check words, as JSON.

    Both are empty for an entry that there is not.
    """
    row = at_night().row
    seq = _place("seq", row.seq)
    found = hash_at(row.id, seq)
    return jsonify(seq=seq, hash=found, words=check_words_of(found) if found else "")


@pages.get("/chain")
def chain() -> Response:
    """Return the texts whose SHA-256 are the hashes of the next entries behind the entry `after`, one a line.

    Each begins with the hash of the entry before and its own place, so a phone can follow the chain by itself. Of names
    and free texts there are only seals in them.
    """
    texts = hashed_texts(at_night().guest.night, _place("after", 0), MOST)
    return Response("\n".join(texts), mimetype="text/plain")


def _place(name: str, default: int) -> int:
    """Return the place of an entry that the address asks for."""
    text = request.args.get(name, str(default))
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        abort(400)
    return int(text)
