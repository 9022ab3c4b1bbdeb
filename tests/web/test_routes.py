"""Routes build the addresses that those of Flask build, and compile only what builds one."""

from flask import Flask, url_for
from werkzeug.routing import Rule

from scorekeeper.web.core.routes import Route


def make_app(kind):
    app = Flask(__name__)
    app.url_rule_class = kind
    for rule in ("/a/<name>", "/a/<name>/<int:number>", "/b"):
        app.add_url_rule(rule, rule, lambda **values: "")
    return app


def addresses(app):
    with app.test_request_context():
        yield url_for("/a/<name>", name="x y/ü", more=["1", "2"], _anchor="z")
        yield url_for("/a/<name>/<int:number>", name="Ö", number=7)
        yield url_for("/b", _external=True)


def test_a_route_builds_the_same_addresses_as_one_of_flask():
    assert [*addresses(make_app(Route))] == [*addresses(make_app(Rule))]


def test_a_route_is_compiled_when_it_builds_the_first_address(monkeypatch):
    compiled, compile_builder = [], Rule._compile_builder
    monkeypatch.setattr(
        Rule, "_compile_builder", lambda self, more: compiled.append(self.rule) or compile_builder(self, more)
    )
    app = make_app(Route)
    of_flask = len(compiled)
    for _ in range(2):
        assert len([*addresses(app)]) == 3
        assert sorted(compiled[of_flask:]) == ["/a/<name>", "/a/<name>/<int:number>", "/b"]
