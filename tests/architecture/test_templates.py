"""Templates are read by people: no line is wider than a screen."""

from scorekeeper.paths import resources

MOST_COLUMNS = 140


def test_no_line_of_a_template_is_wider_than_a_screen():
    templates = [path for path in resources("templates").rglob("*.*") if path.suffix in (".html", ".txt")]
    assert len(templates) > 80
    lines = [(path.name, line) for path in templates for line in path.read_text("utf-8").splitlines()]
    assert [(name, line) for name, line in lines if len(line) > MOST_COLUMNS] == []
