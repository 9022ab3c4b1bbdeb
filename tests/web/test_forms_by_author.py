"""What the forms of a new night and of a deal ask at the table of each author, and what they do not know there."""

import pytest

from scorekeeper.games import GAMES
from tests.web.phone import Phone

_HERZBLATT = (
    "all_pass discard first_lead last_trick_value loss loss_schneider overtrump "
    "removed3 removed4 revoke void win_schneider"
)
_HUSARLN = (
    "all_pass claim contra defender_bonus emperors_trick failed_announcement failed_silent_pagat flat_bonus_announced "
    "game_end loss_factor no_tarock_redeal rejected_cards revoke rounding solo_doubles solo_talon tarock_count view"
)
_PLAIN, _TAROCK = "defender_points passed points soloist", "contract declarer defender_points passed points"
_LISTED = "pagat trull tarock10 tarock11 tarock12"

_TAPP = (
    "announce contra contra_levels defender_pagat discard_tarock failed_silent_pagat failed_valat first_lead fourth "
    "halves hand_bonus hand_bonuses point_bids solo_pagat valat valat_contra writing"
)
_CALLED = (
    "announced_duty call_own_king contra_levels contra_on discard_tarock doubling emperor emperor_negative forced_bird "
    "four_kings min_suit_cards mondfang revoke silent_failure solorufer_contra solorufer_talon suit_bonuses "
    "suit_discard threshold trischaken trischaken_beat trischaken_revoke trischaken_revoke_forehand "
    "trischaken_talon valat valat_beside valat_solo_doubles valat_voids_contra virgins"
)
_HELD = "pagat valat trull kings heads"

# By author: the house rules that a new night offers, what a deal is asked for, and the bonuses of its table.
ASKED = {
    "herzblatt/braun": (_HERZBLATT, _PLAIN, ""),
    "herzblatt/lembke": (_HERZBLATT, _PLAIN, ""),
    "herzblatt/feder": (_HERZBLATT, _PLAIN, ""),
    "herzblatt/reichelt": (_HERZBLATT, _PLAIN, ""),
    "herzblatt/muhr": (
        "all_pass combine contra_scope discard du_schneider first_lead last_trick_value loss overtrump revoke "
        "schneider_limit tie void",
        f"{_PLAIN} announced",
        "",
    ),
    "solo/braun": (
        "all_pass last_trick_value overtrump removed3 removed4 revoke suit_factors target tariff",
        f"{_PLAIN} suit",
        "",
    ),
    "herzeln/piatnik": ("first_lead layoff_start money pass revoke rows tie", "hearts misdealt passed points", ""),
    "husarln/loew": (_HUSARLN, _TAROCK, _LISTED),
    "husarln/beck": (f"{_HUSARLN} beck_solo", _TAROCK, _LISTED),
    "husarln/bamberger1": (f"{_HUSARLN} bam1_solo kings_pile uhu_pelican", _TAROCK, f"{_LISTED} uhu pelican kings"),
    "husarln/bamberger2": (f"{_HUSARLN} kings_pile uhu_pelican", _TAROCK, f"{_LISTED} uhu pelican kings"),
    **{f"tapp/{author}": (_TAPP, f"{_TAROCK} contra", _HELD) for author in ("mayr", "alscher", "tower_grove")},
    **{f"tapp/{author}": (_TAPP, _TAROCK, "pagat valat") for author in ("kruepl", "furr")},
    "tapp/point": (_TAPP, f"{_TAROCK} contra", "pagat valat with40 with45 with50 with55"),
    **{f"koenigrufen/{author}": (_CALLED, "declarer contract", "") for author in ("ooe", "sauwald", "wien", "tirol")},
    "koenigrufen/ruediger": (_CALLED, "declarer contract", ""),
}


def named(form):
    """The names of a form's controls but for those that any entry has."""
    apart = {"csrf_token", "request", "based_on", "made", "number", "dealer", "kind", "shown", "pad-way", "pad-side"}
    names = {control["name"] for tag in ("input", "select") for control in form.all(tag)} - apart
    return {name for name in names if not name.startswith("playing")}


def test_every_author_of_these_games_is_in_the_list():
    assert set(ASKED) == {f"{key}/{preset}" for key, game in GAMES.items() for preset in game.presets}


@pytest.mark.parametrize("author", ASKED)
def test_forms_ask_what_an_author_knows_and_nothing_else(shared_app, author):
    house, answers, bonuses = (set(words.split()) for words in ASKED[author])
    phone = Phone(shared_app)
    offered = named(phone.get(f"/nights/new/{author}").form(amount=""))
    assert {name.removeprefix("house-").removesuffix("-own") for name in offered if name.startswith("house-")} == house
    players = ("Anna", "Bernd", "Clara", *(["David"] if author.startswith("koenigrufen") else []))
    night = phone.open_night(*players, rules=author)
    page = phone.get(f"{night}/enter")
    asked = named(page.form(number=""))
    assert {name.split(".")[0] for name in asked} - {"bonuses"} == answers
    assert {name.split(".")[1] for name in asked if name.startswith("bonuses.")} == bonuses
    assert ("Uhu" in page.text.split()) == ("uhu" in bonuses)


def test_loew_is_told_which_bonus_he_does_not_know(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", rules="husarln/loew")
    text = phone.get(f"{night}/rules").text + phone.get(f"{night}/enter").text + phone.get(f"{night}/rules/sheet").text
    assert "Pagat ultimo" in text
    for strange in ("Uhu", "Pelican", "four Kings", "HU-49", "HU-50", "HU-51"):
        assert strange not in text, strange
