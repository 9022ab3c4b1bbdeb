"""Jinja’s environment, in which each template is compiled for each language."""

import re
from collections.abc import MutableMapping
from dataclasses import replace
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from flask import has_request_context
from flask.templating import Environment
from jinja2 import Template, Undefined, nodes
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context, Macro
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from scorekeeper.language import LANGUAGES, Speech, find_locale
from scorekeeper.phrase import Phrase
from scorekeeper.web.core.i18n import AS_TEXT, speech

_find_special = re.compile("[&<>\"']").search
_UNSPECIAL = (int, Undefined)  # a number, and an `if` without `else`
_FUNCTIONS = (FunctionType, MethodType, partial)


class _Generator(CodeGenerator):
    """Compiles templates that escape a value by `LocalizedEnvironment.escape`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Any, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile:
            self.write("environment.escape(")
        else:
            super()._output_child_pre(node, frame, finalize)


class _Context(Context):
    """A context that calls functions and macros at once; Jinja looks three times whether one wants the context."""

    def call(self, called: Any, /, *args: Any, **values: Any) -> Any:
        kind = type(called)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind not in _FUNCTIONS or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **values)
        values.pop("_loop_vars", None)  # given for those who want the context
        values.pop("_block_vars", None)
        return called(*args, **values)


class LocalizedEnvironment(Environment):
    """Flask's environment, with less work for each page: a template is compiled for each language, with its texts.

    `reader` is the language of the templates, None where all texts are looked up when a page is rendered.
    """

    code_generator_class = _Generator
    context_class = _Context
    reader: Speech | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._by_dialect: dict[str, LocalizedEnvironment] = {}

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """Return a template; in a request it is that of the reader's language."""
        if self.reader or not has_request_context():
            return super().get_template(name, parent, globals)
        return self.in_language(speech()).get_template(name, parent, globals)

    def in_language(self, reader: Speech) -> "LocalizedEnvironment":
        """Return the environment of a language."""
        found = self._by_dialect.get(reader.dialect)
        if found is None:
            found = self.overlay()
            found.reader = replace(reader, names={})
            self._by_dialect[reader.dialect] = found
        return found

    def load_all(self) -> None:
        """Compile all templates for each language."""
        for language in LANGUAGES:
            templates = self.in_language(Speech(find_locale((language,)), plain=AS_TEXT))
            for name in templates.list_templates(("html",)):
                templates.get_template(name)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template as one dictionary, as Jinja looks at each of them in an import or include.

        It does not get what is registered after it was loaded.
        """
        return {**self.globals, **(d or {})}

    @staticmethod
    def escape(value: Any) -> str:
        """Return a value as a piece of a page, which needs to be no `Markup`, as most texts have nothing to escape."""
        kind = type(value)
        if kind is Markup or (kind is str and not _find_special(value)):
            return value  # type: ignore[no-any-return]
        return str(value) if kind in _UNSPECIAL else escape(value)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template = super()._parse(source, name, filename)
        if self.reader:
            _KnownTexts(self.reader).visit(template)
        return template


class _KnownTexts(NodeTransformer):
    """Puts into a template what is the same on all pages in a language.

    A call of `_` with constants only becomes its text. An `if` without `else` gets an empty one, for which Jinja would
    make an object each time that tells what is missing.
    """

    def __init__(self, reader: Speech) -> None:
        self.reader = reader

    def visit_Call(self, call: nodes.Call) -> nodes.Node:  # noqa: N802 - Jinja calls it by the name of the node
        self.generic_visit(call)
        values = {keyword.key: keyword.value for keyword in call.kwargs}
        known = [part.value for part in (*call.args, *values.values()) if isinstance(part, nodes.Const)]
        is_text = isinstance(call.node, nodes.Name) and call.node.name == "_"
        if not is_text or len(known) < 1 + len(values) or not all(isinstance(part, str) for part in known):
            return call
        text, *shown = known
        phrase = Phrase(text, tuple(zip(values, shown, strict=True)))
        return nodes.Const(self.reader.say(phrase), lineno=call.lineno)

    def visit_CondExpr(self, condition: nodes.CondExpr) -> nodes.Node:  # noqa: N802 - likewise
        self.generic_visit(condition)
        condition.expr2 = condition.expr2 or nodes.Const("", lineno=condition.lineno)
        return condition
