"""Addresses that depend on the request at hand."""

from flask import current_app, request


def current_path() -> str:
    """Return the address of the page at hand to come back to; after a POST, the page on which its form stood."""
    return request.full_path.rstrip("?") if request.method == "GET" else path_of_form() or request.path


def path_of_form() -> str:
    """Return the page whose form was sent to an address that has no page itself, "" where it has one."""
    routes = current_app.create_url_adapter(request)
    path = request.path
    while routes and path and not routes.test(path, "GET"):
        path = path.rpartition("/")[0]
    return "" if path == request.path else path or "/"
