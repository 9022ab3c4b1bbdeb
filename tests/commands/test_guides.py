"""What the README and the guides show works as they show it."""

import re
import shlex
from pathlib import Path

import pytest

from scorekeeper.commands import _COMMANDS, build_parser
from scorekeeper.printing import choose_speech
from tests.commands.running import ENGLISH, printed, write_night

ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / "README.md", *sorted((ROOT / ".github").glob("*.md"))]


def block(text, mark):
    """Return the fenced block behind a mark of the README."""
    return re.search(rf"<!-- {mark} -->\n```\w+\n(.*?)```", text, re.DOTALL)[1]


def commands(text):
    """Return the words of each command line that a guide names, whole ones such as `scorekeeper backup FILE`."""
    found = re.findall(r"(?:^    |`)(?:\S+/)?scorekeeper ((?:[a-z]|--)[^`\n]*)", text, re.MULTILINE)
    return [shlex.split(one.split(" && ")[0]) for one in found]


def test_the_night_of_the_readme_is_scored_as_it_shows(tmp_path, capsys):
    readme = GUIDES[0].read_text()
    assert printed(capsys, "score", write_night(tmp_path, block(readme, "night"))) == block(readme, "score")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_a_guide_names_only_commands_and_options_that_exist(guide):
    parser = build_parser(choose_speech((), ENGLISH))
    for words in commands(guide.read_text()):
        if len(words) > 1:
            parser.parse_args([word.replace("AUTHOR", "muhr").replace("GAME", "herzblatt") for word in words])
        else:
            with pytest.raises(SystemExit, match="0"):
                parser.parse_args([*words, "--help"])


@pytest.mark.parametrize("name", list(_COMMANDS))
def test_the_example_in_the_help_of_a_command_can_be_typed(name, capsys):
    parser = build_parser(choose_speech((), ENGLISH))
    with pytest.raises(SystemExit, match="0"):
        parser.parse_args([name, "--help"])
    (example,) = re.findall(r"^Example: scorekeeper (.*)$", capsys.readouterr().out, re.MULTILINE)
    words = shlex.split(example)
    assert words[0] == name
    parser.parse_args(words)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_a_link_of_a_guide_leads_to_a_file_and_a_heading(guide):
    for target in re.findall(r"\]\(([^):]+)\)", guide.read_text()):
        path, _, heading = target.partition("#")
        found = guide.parent / path if path else guide
        assert found.exists(), target
        headings = re.findall(r"^#+ (.*)$", found.read_text(), re.MULTILINE) if heading else []
        names = {re.sub(r"[^\w\- ]", "", one).lower().replace(" ", "-") for one in headings}
        assert not heading or heading in names, target


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_the_night_files_of_a_guide_can_be_scored(guide, tmp_path, capsys):
    for night in re.findall(r"```toml\n(.*?)```", guide.read_text(), re.DOTALL):
        assert printed(capsys, "score", write_night(tmp_path, night))
