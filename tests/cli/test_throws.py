"""Throws in lines of any width."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from bombsight.cli.play.roll_lines import draw_roll
from bombsight.cli.terminal.lines import style_spans
from bombsight.service.present.story_lines import render_dice


def shown(width, *, about=(), modifiers=("-2 gazetteer", "+1 squadron"), result="1"):
    name = Text("B-1 Fighter waves, not the target zone")
    return [
        str(line)
        for line in draw_roll(name, about, style_spans(render_dice("6", modifiers, "5", "")), result, 6, width)
    ]


def test_a_throw_stands_in_a_line_where_there_is_room():
    assert shown(80, modifiers=()) == ["      B-1 Fighter waves, not the target zone ···· 6 = 5 → 1"]


def test_a_long_one_is_broken_before_its_result():
    assert shown(78) == [
        "      B-1 Fighter waves, not the target zone ·· 6 -2 gazetteer +1 squadron = 5",
        "          → 1",
    ]


def test_where_name_and_dice_do_not_go_together_dice_and_result_do():
    assert shown(60, about=("the nose gun",)) == [
        "      B-1 Fighter waves, not the target zone (the nose gun)",
        "          6 -2 gazetteer +1 squadron = 5 → 1",
    ]


@given(st.integers(30, 120), st.lists(st.sampled_from(["+1 lamp", "-2 a heavy sea"]), max_size=5), st.booleans())
def test_nothing_of_a_throw_is_lost(width, modifiers, is_long):
    lines = shown(width, modifiers=tuple(modifiers), result="wrecked on the reef" if is_long else "1")
    told = " ".join(" ".join(lines).split())

    assert all(modifier in told for modifier in modifiers)
    assert told.endswith("wrecked on the reef" if is_long else "→ 1")
