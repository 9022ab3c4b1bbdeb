"""Flask-WTF's protection against forged requests, with the tokens of pages that earlier versions made."""

import hashlib
from base64 import urlsafe_b64decode

from flask_wtf.csrf import CSRFProtect

_MASK = "~~"  # no token of Flask-WTF begins with it
_SEED = 8  # bytes


class Protection(CSRFProtect):  # type: ignore[misc]  # Flask-WTF has no types
    """CSRFProtect, which also reads the masked tokens of version 0.3.0's first pages, as they may still be open."""

    def _get_csrf_token(self) -> str | None:
        token: str | None = super()._get_csrf_token()
        return unmask(token) if token else token


def unmask(text: str) -> str:
    """Return the text under the mask that earlier versions put on what a compressed page repeats; else the text."""
    if not text.startswith("~"):
        return text
    try:
        sent = urlsafe_b64decode(text.lstrip("~"))
        if text.startswith(_MASK):
            hidden = sent[_SEED:]
            mask = hashlib.shake_256(sent[:_SEED]).digest(len(hidden))
        else:
            half = len(sent) // 2
            mask = sent[:half]
            hidden = sent[half:]
        return bytes(a ^ b for a, b in zip(mask, hidden, strict=True)).decode("ascii")
    except ValueError:
        return text
