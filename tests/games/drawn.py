"""What a property draws at random, of whatever game."""

from collections.abc import Mapping
from typing import TypeVar

from hypothesis import strategies as st

from scorekeeper.games.game import Preset
from scorekeeper.games.house_rules import apply_house, switches

R = TypeVar("R", bound=Preset)


@st.composite
def any_rules(draw: st.DrawFn, presets: Mapping[str, R]) -> R:
    """An author's rules with any of the switches set to any of the values that sources know."""
    preset = draw(st.sampled_from(list(presets.values())))
    house = {
        switch.name: draw(st.sampled_from([setting.value for setting in switch.kind.settings]))
        for switch in switches(preset)
        if draw(st.booleans())
    }
    return apply_house(preset, house)
