"""Lines and their scroll bar are put together by themselves; they look as Textual would draw them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from rich.text import Text

pytest.importorskip("textual")

from textual.app import App, ComposeResult
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip

from bombsight.cli.screen.lines import Lines

MANY = [Text(f"{number} ", "red").append("of many", "dim") for number in range(100)]


class Bare(App[None]):
    """Lines with a border above them and room at their sides."""

    CSS = "Lines { background: $panel; overflow: auto; scrollbar-size: 1 1; padding: 0 1; border-top: solid red; }"

    def compose(self) -> ComposeResult:
        yield Lines("lines", may_be_wider=True)


def drawn(lines: Lines) -> Iterator[tuple[list[Strip], list[Strip]]]:
    """Lines and scroll bar, as they are drawn here and as Textual draws them; whole, and a part of them."""
    whole = Size(*lines.region.size).region
    for crop in (whole, Region(2, 1, 5, 3)):
        yield lines.render_lines(crop), ScrollView.render_lines(lines, crop)
    bar = lines.vertical_scrollbar
    if bar.region.size:
        yield bar.render_lines(bar.region.size.region), ScrollBar.render_lines(bar, bar.region.size.region)


def test_lines_look_as_ever() -> None:
    async def look() -> int:
        app, seen = Bare(), 0
        async with app.run_test(size=(12, 9)) as pilot:
            lines = app.query_one(Lines)
            for shown, x, y in (([], 0, 0), (MANY[:3], 0, 0), (MANY, 0, 0), (MANY, 2, 0), (MANY[50:], 1, 44)):
                lines.put(shown)
                await pilot.pause()
                lines.scroll_to(x, y, animate=False)
                await pilot.pause()
                for ours, theirs in drawn(lines):
                    assert ours == theirs
                    seen += 1
            app.theme = "textual-light"
            await pilot.pause()
            assert all(ours == theirs for ours, theirs in drawn(lines))
        return seen

    assert asyncio.run(look()) == 13
