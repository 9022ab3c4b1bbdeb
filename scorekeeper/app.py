"""The web application: `create_app` makes it."""

import os
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.paths import default_database, resources
from scorekeeper.storage.access.devices import signing_key
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.web.core.allowed_hosts import HOSTS_VARIABLE, PROXIES_VARIABLE, ServerNames, read_proxies
from scorekeeper.web.core.assets import static_path
from scorekeeper.web.core.jinja_environment import LocalizedEnvironment
from scorekeeper.web.core.server_address import ADDRESS_VARIABLE, read_address
from scorekeeper.web.core.session import Cookies
from scorekeeper.web.features import register_features


def create_app(place: str = "", address: str = "") -> Flask:
    """Return the application on the database at `place` (a file, or a postgresql:// address).

    `address` is the settled one for phones. Both are by default those of the environment, the database else a file in
    the user's data folder. Raises Unusable for the database, Refused for other variables of the environment.
    """
    proxies = read_proxies(os.environ.get(PROXIES_VARIABLE, ""))
    address = address or read_address(os.environ.get(ADDRESS_VARIABLE, ""), None)
    database = connect(place or default_database())
    with database.connection_context():
        key = signing_key()
    static = resources("static")
    app = Flask(
        __name__,
        template_folder=str(resources("templates")),
        static_folder=str(static),
        static_url_path=static_path(static),
    )
    app.config.update(
        SECRET_KEY=key,
        SESSION_COOKIE_NAME=Cookies.name,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,  # an evening is longer than any limit
        WTF_I18N_ENABLED=False,
        MAX_CONTENT_LENGTH=256 * 1024,
        MAX_FORM_MEMORY_SIZE=256 * 1024,
        MAX_FORM_PARTS=1000,
    )
    app.jinja_environment = LocalizedEnvironment
    app.jinja_options = {"cache_size": -1}  # all templates stay loaded
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.session_interface = Cookies(key)
    app.config["SETTLED_ADDRESS"] = address
    hosts = f"{os.environ.get(HOSTS_VARIABLE, '')} {urlsplit(address).hostname or ''}"
    server = ServerNames(app.wsgi_app, hosts)
    app.wsgi_app = ProxyFix(server, x_for=proxies, x_proto=proxies) if proxies else server  # type: ignore[method-assign]
    register_features(app)
    return app
