"""The token against forged requests, masked anew in every answer, so that a packed page does not betray it by its size.

What a page shows of its address could otherwise be chosen until a packed page gets shorter, which it does where it
repeats the token. A mask that is used once leaves nothing to repeat.
"""

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, current_app, g, request, session
from flask_wtf.csrf import CSRFProtect, generate_csrf

from scorekeeper.web.kept import Kept

_MASKED = "~~"  # no token has it
_MASKED_BEFORE = "~"  # by a mask as long as the token, on pages that an earlier version made
_SEED = 8  # bytes: which mask it is, of more than anybody could see again
_SIGNED = Kept[str](5_000)  # as many phones as one process holds connections


class MaskedTokens(CSRFProtect):  # type: ignore[misc]  # it tells no types
    """Flask-WTF's protection; a token in the clear, of a page that an earlier version made, is still taken."""

    def __init__(self) -> None:
        super().__init__()
        self._proven = Kept[bool](2_000)

    def protect(self, apply_exemptions: bool = False) -> None:
        """Refuse what is sent without the token of its browser; what was proven once of the same pair stays proven.

        By https it is asked each time, where the page that sends it counts too.
        """
        method = request.method
        if method == "GET":  # it changes nothing
            return
        if method != "POST" or request.is_secure or not request.endpoint:
            super().protect(apply_exemptions)
            return
        pair = current_app.secret_key, session.get("csrf_token"), self._get_csrf_token()
        if not self._proven.get(pair, lambda: self._prove(apply_exemptions)):
            super().protect(apply_exemptions)

    def _prove(self, apply_exemptions: bool) -> bool:
        super().protect(apply_exemptions)
        return bool(g.get("csrf_valid"))

    def init_app(self, app: Flask) -> None:
        super().init_app(app)
        app.jinja_env.globals["csrf_token"] = token_here
        app.context_processor(lambda: {"csrf_token": token_here})  # Flask-WTF gives its own in both ways

    def _get_csrf_token(self) -> str | None:
        token = super()._get_csrf_token()
        return unmask(token) if token else token


def token_here() -> str:
    """Return the token of this answer, in all its forms the same."""
    if "masked_token" not in g:
        g.masked_token = mask(_signed_token())
    return str(g.masked_token)


def _signed_token() -> str:
    """Return the token of this browser, signed once: it has no age, and is as good as the cookie that it belongs to."""
    known = session.get("csrf_token")
    if not isinstance(known, str):
        return str(generate_csrf())
    return _SIGNED.get((current_app.secret_key, known), generate_csrf)


def new_id() -> str:
    """Return an id for a form that was never sent."""
    return g.get("id_instead") or secrets.token_hex(16)


@contextmanager
def no_token(instead: str, instead_of_ids: str) -> Iterator[None]:
    """Let whatever is rendered meanwhile show something else instead of the token, and of the new ids of forms."""
    before = g.pop("masked_token", None)
    g.masked_token, g.id_instead = instead, instead_of_ids
    try:
        yield
    finally:
        del g.masked_token, g.id_instead
        if before is not None:
            g.masked_token = before


def mask(token: str) -> str:
    """Return a token, or another secret in ASCII letters, under a mask that was never used before."""
    seed, plain = secrets.token_bytes(_SEED), token.encode()
    return _MASKED + urlsafe_b64encode(seed + _both(_grow(seed, len(plain)), plain)).decode()


def unmask(text: str) -> str:
    """Return the token under a mask; what has none, and what nobody masked, stays as it is."""
    try:
        if text.startswith(_MASKED):
            sent = urlsafe_b64decode(text[len(_MASKED) :])
            under = sent[_SEED:]
            return _both(_grow(sent[:_SEED], len(under)), under).decode("ascii")
        if text.startswith(_MASKED_BEFORE):
            sent = urlsafe_b64decode(text[len(_MASKED_BEFORE) :])
            return _both(sent[: len(sent) // 2], sent[len(sent) // 2 :]).decode("ascii")
    except ValueError:
        pass
    return text


def _grow(seed: bytes, length: int) -> bytes:
    """Return the mask of a seed. It hides nothing from who has it, only from who sees how well a page packs."""
    return hashlib.shake_256(seed).digest(length)


def _both(one: bytes, other: bytes) -> bytes:
    if len(one) != len(other):
        raise ValueError("a mask is as long as what is under it")
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).to_bytes(len(one), "big")
