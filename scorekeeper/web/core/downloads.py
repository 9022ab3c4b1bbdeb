"""Files to download: written whole before they are sent, and called as people would call them."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from tempfile import SpooledTemporaryFile

from flask import Response, abort, send_file

from scorekeeper.formats import FORMATS
from scorekeeper.phrase import say
from scorekeeper.storage.engine.errors import PATIENCE
from scorekeeper.storage.queries.nights import snapshot
from scorekeeper.web.core.lifecycle import error_page
from scorekeeper.web.core.slow_requests import Busy, Queue, in_pieces

WAITING = 2  # requests for files; each keeps a thread that others need for booking
_IN_MEMORY = 256 * 1024  # bytes; longer files are on the disk
_LONGEST = 180  # bytes in the name of a file, of which file systems take 255
_FORBIDDEN = re.compile(r'[\\/:*?"<>|]')  # in Windows
_FILES = Queue(WAITING)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait for other files to be made; abort with 503 if too many requests wait already."""
    with ExitStack() as stack:
        try:
            stack.enter_context(_FILES.turn())
        except Busy:
            answer = error_page(503, say("Others are getting files just now. Try again in a moment."))
            answer.headers["Retry-After"] = str(PATIENCE)
            abort(answer)
        yield


def answer_file(words: Iterable[str], form: str, parts: Iterable[bytes]) -> Response:
    """Return a file with a name of these words. It is written to a temporary one first: slow clients block nobody."""
    with ExitStack() as unless_done:
        file = unless_done.enter_context(SpooledTemporaryFile(max_size=_IN_MEMORY))
        for part in parts:  # writelines() would keep all of them in memory first
            file.write(part)
        unless_done.pop_all()  # the answer closes it
    size = file.tell()
    file.seek(0)
    # Werkzeug adds the name in ASCII and, where it differs, as RFC 5987 has it.
    answer = send_file(file, FORMATS[form].mime, as_attachment=True, download_name=f"{file_name(words)}.{form}")
    answer.content_length = size
    return answer


def answer_long_file(words: Iterable[str], form: str, make_parts: Callable[[], Iterable[bytes]]) -> Response:
    """Return the same for what takes long: one at a time, in pieces, and all of it from one state of the database."""
    with ExitStack() as unless_done:
        with one_at_a_time(), snapshot():
            answer = answer_file(words, form, in_pieces(make_parts()))
            unless_done.callback(answer.close)
        unless_done.pop_all()  # the state may fail to end
    return answer


def file_name(words: Iterable[str]) -> str:
    """Return a name for a file that any system can store, without invisible signs, which could hide its ending."""
    name = " ".join(" ".join(words).split())
    name = _FORBIDDEN.sub("-", "".join(letter for letter in name if unicodedata.category(letter)[0] != "C"))
    return name.encode()[:_LONGEST].decode(errors="ignore").strip(" .") or "scorekeeper"
