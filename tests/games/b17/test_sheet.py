"""The state sheet: what was rolled is seen, be it the best there is."""

from __future__ import annotations

import pytest

from bombsight.service.present.sheet import Sheet
from bombsight.service.present.sheet_lines import render_sheet
from tests.games.b17.bench import scene


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("cover", "Fighter cover: Good"),
        ("target_weather", "Weather, target: Good"),
        ("base_weather", "Weather, base: Good"),
    ],
)
def test_what_was_rolled_is_on_the_sheet_and_nothing_else_is(field: str, line: str):
    found = scene()
    assert not [shown for shown in sheet(found) if shown.startswith(line.split(":")[0])]
    found.set({field: "good"})
    assert line in sheet(found)


def sheet(found) -> list[str]:
    """The lines of the sheet."""
    return [line.text for line in render_sheet(Sheet(found.describer).groups())]
