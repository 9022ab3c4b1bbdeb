"""The web application: `create_app` puts the rooms together."""

import os
from collections.abc import Callable
from typing import Any

from flask import Flask, Request
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.paths import default_database, resources
from scorekeeper.storage.access import signing_key
from scorekeeper.storage.upgrade import connect
from scorekeeper.web import (
    ahead,
    audit,
    blank,
    board,
    deals,
    figures,
    forgetting,
    kitty,
    live,
    nights,
    objections,
    paper,
    past,
    people,
    picture,
    plot,
    roundpeople,
    rounds,
    rulebook,
    season,
    settings,
    settling,
    sheet,
    table,
    undo,
)
from scorekeeper.web.assets import add_assets
from scorekeeper.web.contradicted import tell_contradictions
from scorekeeper.web.cookies import Cookies
from scorekeeper.web.frame import furnish
from scorekeeper.web.guests import admit
from scorekeeper.web.members import admit_members
from scorekeeper.web.servernames import HOSTS_VARIABLE, PROXIES_VARIABLE, ServerNames, read_proxies
from scorekeeper.web.templates import Compiled, Templates
from scorekeeper.web.unchanged import Unchanged

_PAGES = (
    nights,
    people,
    forgetting,
    table,
    rulebook,
    sheet,
    plot,
    deals,
    live,
    paper,
    blank,
    board,
    picture,
    past,
    objections,
    settling,
    settings,
    audit,
    undo,
    ahead,
    rounds,
    roundpeople,
    season,
    figures,
    kitty,
)


def create_app(place: str = "") -> Flask:
    """Return the application on the database at `place` (a file, or a postgresql:// address).

    Without `place` the environment says where, else it is a file in the user's data folder. Raises Unusable for the
    database, Refused for what else the environment says.
    """
    proxies = read_proxies(os.environ.get(PROXIES_VARIABLE, ""))
    database = connect(place or default_database())
    with database.connection_context():
        key = signing_key()
    app = _flask_app(key)
    named = ServerNames(app.wsgi_app, os.environ.get(HOSTS_VARIABLE, ""))
    app.wsgi_app = ProxyFix(named, x_for=proxies, x_proto=proxies) if proxies else named  # type: ignore[method-assign]
    furnish(app)
    admit(app)
    admit_members(app)
    tell_contradictions(app)
    add_assets(app, resources("static"))
    for module in _PAGES:
        app.register_blueprint(module.pages)
    return app


class _Sent(Request):
    """A request, as large as one may be; Flask would look that up in its settings again and again."""

    max_content_length = 256 * 1024  # a property there
    max_form_memory_size = 256 * 1024
    max_form_parts = 1000


class _Application(Flask):
    """Flask, which need not ask of each function at each request whether it is a coroutine: none is."""

    jinja_environment = Templates
    request_class = _Sent

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def _flask_app(key: str) -> Flask:
    templates = resources("templates")
    app = _Application(__name__, template_folder=str(templates), static_folder=None)
    app.config.update(
        SECRET_KEY=key,
        SESSION_COOKIE_NAME=Cookies.name,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,  # an evening is longer than any limit
        WTF_I18N_ENABLED=False,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.bytecode_cache = Compiled(templates)
    app.session_interface = Cookies(key)
    app.wsgi_app = Unchanged(app, app.session_interface)  # type: ignore[method-assign]
    return app
