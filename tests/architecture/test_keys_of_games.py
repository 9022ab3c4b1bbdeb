"""What one game calls its answers and piles is known in its own folder alone, or in the ones that games share.

Nor does a page know the words of one game, or what its cards are worth.
"""

import re
from pathlib import Path

from scorekeeper.games import GAMES

ROOT = Path(__file__).parents[2]
WORDS = ("points", "defender_points", "bonuses", "skat", "talon", "layoff")
# A key stands between quotes, alone or with a dot before or behind it; a text to be translated is none.
KEY = re.compile(rf"""(?<!say\()(?<!_\()["'](\w+\.)?({"|".join(WORDS)})(\.\w+)?["']|\}}?\.(talon|layoff)\b""")
KNOWN = {("scorekeeper/cards/record.py", "layoff")}  # the text of a record is written in one place, whoever lays off


def found_in(path, text):
    where = path.relative_to(ROOT).as_posix()
    found = [(where, match[2] or match[4]) for match in KEY.finditer(text)]
    return [each for each in found if each not in KNOWN]


def outside():
    own = tuple(ROOT / "scorekeeper" / "games" / key for key in (*GAMES, "herzblatt", "declarer", "tarock", "own"))
    for folder, ends in (("scorekeeper", (".py", ".js", ".css")), ("templates", (".html",))):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in ends and not any(path.is_relative_to(game) for game in own):
                yield path


def test_no_key_of_a_game_is_known_outside_its_folder():
    paths = list(outside())
    assert len(paths) > 150
    assert [found for path in paths for found in found_in(path, path.read_text("utf-8"))] == []


def test_the_search_finds_what_it_looks_for():
    page = ROOT / "templates" / "page.html"
    for planted in ('name == "talon"', "record.get('layoff')", 'f["points.pile"]', "${side}.talon", "chip .talon"):
        assert found_in(page, planted), planted
    assert not found_in(page, 'say("points") + _("points") + points="{points}" + "the talon"')


TEXT = re.compile(r"""\b(?:_|ngettext)\(\s*(?:"([^"]*)"|'([^']*)')""")
OF_ONE_GAME = re.compile(
    r"\b(bird|king|pagat|rufer|shed|skat|talon|tarock|tour|trischaken|trull|trump|valat)", re.IGNORECASE
)
COUNTED = re.compile(
    r"(?<!\d)\d \* | \* \d|range\([2-9]|range\(\d+, \d|\(\d+(, \d+){2,}\)"
)  # worths worked out or listed


def words_in(text):
    texts = [match[1] or match[2] or "" for match in TEXT.finditer(text)]
    return [one for one in texts if OF_ONE_GAME.search(one)] + [match[0] for match in COUNTED.finditer(text)]


def test_no_page_knows_the_words_of_one_game_or_what_its_cards_count():
    pages = sorted((ROOT / "templates").rglob("*.html"))
    assert len(pages) > 80
    assert {page.name: words for page in pages if (words := words_in(page.read_text("utf-8")))} == {}
    for planted in ("{{ _('Its tour is over') }}", "in (5, 4, 3, 2, 1)", "range(4, 21)", "{{ 3 * sum - 8 }}"):
        assert words_in(planted), planted
