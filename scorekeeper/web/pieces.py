"""Parts of pages that are the same on many of them: each is rendered once in each language."""

from collections.abc import Mapping

from flask import Flask, render_template
from markupsafe import Markup

from scorekeeper.web.kept import Kept
from scorekeeper.web.places import page_here
from scorekeeper.web.reader import speech

# Of a kilobyte each: some of each night, in each language. A piece has no name, no text of anybody and no token.
_PIECES = Kept[Markup](1_000)


def cut_pieces(app: Flask) -> None:
    """Let the templates of an application show pieces."""
    app.jinja_env.globals["piece"] = piece


def piece(template: str, /, **told: str | int | bool | None) -> Markup:
    """Return a template rendered with what it is told.

    It may say nothing but that, texts of the catalogue, and addresses, which follow from the night or round on whose
    page we are: by these it is kept.
    """
    here = page_here()
    key = (template, speech().locale.language, here, *told.items())
    if here is None:
        return _render(template, told)
    return _PIECES.get(key, lambda: _render(template, told))


def _render(template: str, told: Mapping[str, object]) -> Markup:
    return Markup(render_template(template, **told))
