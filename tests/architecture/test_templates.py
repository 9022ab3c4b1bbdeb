"""Templates are read by people: no line is wider than a screen, and views say what is shown, not the request."""

import re

from scorekeeper.paths import resources

MOST_COLUMNS = 140


def test_no_line_of_a_template_is_wider_than_a_screen():
    templates = [*resources("templates").rglob("*.*")]
    assert len(templates) > 80
    lines = [(path.name, line) for path in templates for line in path.read_text("utf-8").splitlines()]
    assert [(name, line) for name, line in lines if len(line) > MOST_COLUMNS] == []


def test_every_form_names_where_it_is_sent():
    """A script changes the address of a page that answers a form, so that going back sends nothing again."""
    pages = {path.name: path.read_text("utf-8") for path in resources("templates").rglob("*.html")}
    forms = [
        (name, form) for name, page in pages.items() for form in re.findall(r"<form\b(?:[^>{]|{{.*?}}|{%.*?%})*>", page)
    ]
    assert len(forms) > 50
    assert [(name, form) for name, form in forms if not re.search(r"\saction=", form)] == []


def test_templates_show_what_views_say_and_do_not_ask_the_request():
    templates = [path for path in resources("templates").rglob("*.*") if path.suffix == ".html"]
    assert templates
    asking = re.compile(r"(?<![\w.])request\b(?=[.\[])")
    assert [path.name for path in templates if asking.search(path.read_text("utf-8"))] == []
