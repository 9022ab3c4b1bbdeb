"""Tapp Tarock by its authors: the values of their contracts, and what they play otherwise than Mayr."""

from dataclasses import replace

from scorekeeper.games.tapp.rules import Rules
from scorekeeper.phrase import say

_VALUES = {"dreier": 3, "unterer": 4, "oberer": 5, "solo": 8}

MAYR = Rules(
    author="Mayr",
    source="Mayr & Sedlaczek, 2001",
    summary=say("Trull, Kings and Heads count; a Valat is worth 12; contra"),
    values=_VALUES,
)
ALSCHER = replace(
    MAYR,
    author="Alscher",
    source="Alscher, Tarockvarianten",
    summary=say("As Mayr, but a Valat is worth four times the game"),
    valat="times",
)
KRUEPL = replace(
    ALSCHER,
    author="Krüpl",
    source="Krüpl, Tarockania, 2007",
    summary=say("No hands, no contra, the Pagat single in a Solo; never a tarock laid away"),
    solo_pagat=1,
    hand_bonuses=False,
    contra="off",
    halves="fixed",
    discard_tarock="never",
)
FURR = replace(
    KRUEPL,
    author="Furr",
    source="Furr, Tapp, 2009",
    summary=say("As Krüpl, but the declarer leads, and tarocks may be laid away if forced"),
    discard_tarock="forced",
    first_lead="declarer",
)
TOWER_GROVE = replace(
    MAYR,
    author="Tower Grove",
    source="Tower Grove Tarock club",
    summary=say("Dreier and Solo only, plus points on a sheet, contra and recontra"),
    values={key: _VALUES[key] for key in ("dreier", "solo")},
    failed_silent_pagat="silent_value",
    hand_bonus="as_dealt",
    contra_levels=2,
    valat_contra=False,
    writing="credits",
)
POINT = replace(
    ALSCHER,
    author="Point Tarock",
    source="Beck, 1983",
    summary=say("No hands; the declarer may announce 40, 45, 50 or 55 points"),
    hand_bonuses=False,
    point_bids=True,
)

PRESETS = {
    "mayr": MAYR,
    "alscher": ALSCHER,
    "kruepl": KRUEPL,
    "furr": FURR,
    "tower_grove": TOWER_GROVE,
    "point": POINT,
}
