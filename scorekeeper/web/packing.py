"""Answers packed for the way, where the phone can unpack them."""

import gzip
from typing import TypeVar

from flask import request
from werkzeug.wrappers import Response

_WORTH = 600  # bytes: what is shorter fits into one packet as it is
R = TypeVar("R", bound=Response)


def unpacks() -> bool:
    """Return whether who asks can unpack what is packed."""
    return request.accept_encodings.quality("gzip") > 0


def pack(answer: R) -> R:
    """Return an answer whose words repeat each other, packed if that can be read.

    Not for a page that shows what its address says, or what somebody else typed, beside a secret such as a link into a
    night: by its size it would betray it. Tokens are masked.
    """
    if unpacks() and len(answer.get_data()) > _WORTH:
        answer.data, answer.content_encoding = gzip.compress(answer.get_data(), 6), "gzip"
    answer.vary.add("Accept-Encoding")
    return answer
