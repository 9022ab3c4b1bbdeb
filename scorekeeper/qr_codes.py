"""Every QR code of the program: links, payments, and the address in the terminal."""

from functools import lru_cache
from io import StringIO
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from segno import QRCode

_BORDER = 4  # modules around a code, as ISO 18004 wants them
_SWISS_VERSION = 14  # the cross would cover an alignment pattern of smaller codes, which zbar then does not read


def make_qr(text: str, version: int | None = None, error: str = "m") -> "QRCode":
    """Return the QR code of a text in UTF-8. Raises ValueError for one that no code, or none of a version, can hold.

    Letters outside ASCII are marked as UTF-8 (ECI): readers guess otherwise, each in its own way.
    """
    import segno  # slow, and only needed here

    return segno.make_qr(
        text, version=version, encoding="utf-8", eci=not text.isascii(), error=error, boost_error=False
    )


@lru_cache(maxsize=256)
def draw_qr(text: str) -> Markup:
    """Return a QR code as inline SVG, without style attributes because of the content security policy.

    It is cached because drawing one takes longer than the rest of a page.
    """
    return _draw(make_qr(text))


def draw_payment_qr(text: str) -> Markup:
    """Return the QR code of a payment as inline SVG, a Swiss one with its cross.

    It holds an account, so it is not cached. Raises ValueError for a text that no code can hold.
    """
    code = make_qr(text)
    drawn = _draw(code)
    if not text.startswith("SPC\n"):
        return drawn
    if int(code.version) < _SWISS_VERSION:
        code = make_qr(text, _SWISS_VERSION)
        drawn = _draw(code)
    size = code.symbol_size(border=_BORDER)[0]
    side = (size - 2 * _BORDER) * 7 / 46  # millimetres, in the standard of the QR-bill
    cross = Markup(
        '<svg x="{0}" y="{0}" width="{1}" height="{1}" viewBox="0 0 32 32"><path fill="#fff" d="M0 0h32v32H0z"/>'
        '<path d="M2 2h28v28H2z"/><path fill="#fff" d="M13 6h6v7h7v6h-7v7h-6v-7H6v-6h7z"/></svg></svg>'
    ).format(f"{(size - side) / 2:.2f}", f"{side:.2f}")
    return Markup(drawn.removesuffix("</svg>")) + cross


def _draw(code: "QRCode") -> Markup:
    return Markup(code.svg_inline(scale=1, omitsize=True, svgclass="qr", lineclass=None, border=_BORDER))


def print_qr(text: str) -> list[str]:
    """Return the lines of a QR code for a terminal: a screen has 24, and no stain on it."""
    drawn = StringIO()
    make_qr(text, error="l").terminal(drawn, compact=True, border=2)
    return drawn.getvalue().splitlines()
