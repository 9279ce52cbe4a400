"""Lines and their scroll bar are put together by themselves; they look as Textual would draw them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from rich.console import RenderableType
from rich.segment import Segment
from rich.text import Text

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from textual._context import visible_screen_stack
from textual.app import App, ComposeResult
from textual.geometry import Region, Size
from textual.screen import ModalScreen, Screen
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.widgets import Static

from bombsight.cli.screen.lazy_lines import LazyLines
from bombsight.cli.screen.line_widget import LineWidget
from bombsight.cli.screen.modals import GameModal
from bombsight.cli.screen.static_lines import BaseScreen

MANY = [Text(f"{number} ", "red").append("of many", "dim") for number in range(100)]


class Plain(LineWidget):
    """The same lines as Textual draws them."""

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        width, ground, at = self.size.width, self.rich_style, y + top
        text = Text().append_text(self.shown_lines[at]) if at < len(self.shown_lines) else Text()
        told = Strip(filter(None, text.render(self.app.console)))  # what is empty is left out
        return told.apply_style(ground).crop_extend(left, left + width, ground)


class Bare(App[None]):
    """Lines with a border above them and room at their sides."""

    CSS = "LineWidget { background: $panel; overflow: auto; scrollbar-size: 1 1; padding: 0 1; border-top: solid red; }"

    def compose(self) -> ComposeResult:
        yield Plain("lines", scrolls_sideways=True)


def drawn(lines: LineWidget) -> Iterator[tuple[list[Strip], list[Strip]]]:
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
            lines = app.query_one(LineWidget)
            for shown, x, y in (([], 0, 0), (MANY[:3], 0, 0), (MANY, 0, 0), (MANY, 2, 0), (MANY[50:], 1, 44)):
                lines.set_lines(shown)
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


class Small(GameModal[None]):
    """Lies above in the middle, with what is below seen around it."""

    def compose(self) -> ComposeResult:
        yield Static("Sure?")


class Grounded(Bare):
    """On the ground of a game's screen; it counts what is shown."""

    CSS = Bare.CSS + "Small { align: center middle; } Static { width: 5; height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def get_default_screen(self) -> BaseScreen:
        return BaseScreen(id="_default")

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        self.shown += [type(renderable).__name__] * (renderable is not None)


def cells(strips: list[Strip]) -> list[list[Segment]]:
    """Lines, sign by sign."""
    return [[Segment(sign, each.style) for each in strip for sign in each.text] for strip in strips]


def test_what_is_below_is_seen_as_ever_and_each_is_drawn_once() -> None:
    async def look() -> None:
        app = Grounded()
        async with app.run_test(size=(12, 9)) as pilot:
            app.query_one(LineWidget).set_lines(MANY)
            await pilot.pause(0.1)
            app.shown.clear()
            above = Small()
            await app.push_screen(above)
            await pilot.pause()
            assert app.shown == ["LayoutUpdate"]
            for crop in (Region(0, 0, 12, 9), Region(2, 1, 5, 3)):
                visible_screen_stack.set([app.screen_stack[0]])
                assert cells(above.render_lines(crop)) == cells(ModalScreen.render_lines(above, crop))
            assert "of many" in "".join(segment.text for segment in above.render_lines(Region(0, 1, 12, 1))[0])
            app.shown.clear()
            above.dismiss()
            await pilot.pause()
            await pilot.pause()
            assert app.shown == ["LayoutUpdate"]

    asyncio.run(look())


def numbered(first: int, last: int) -> list[Text]:
    """Every tenth thing takes three lines, the others one."""
    return [Text(f"{thing}.{row}") for thing in range(first, last) for row in range(1 if thing % 10 else 3)]


def test_of_many_lines_those_are_made_that_are_looked_at() -> None:
    asked: list[int] = []

    def make(first: int, last: int) -> list[Text]:
        asked.append(first)
        return numbered(first, last)

    rows = LazyLines(1000, make)
    assert (len(rows), asked) == (1000, [])
    first = rows.materialize(1000 - 20, 20)  # the end stays in sight: one stretch has fifty things on sixty lines
    assert (first, len(rows), asked) == (990, 1010, [950])
    assert [line.plain for line in rows[first:]] == [line.plain for line in numbered(0, 1000)[-20:]]
    at_end = rows[first].plain
    first = rows.materialize(first - 50, 70)  # what is above is made, and what was seen stays at its place
    assert asked == [950, 900]
    assert rows[first + 50].plain == at_end
    assert rows.materialize(0, 20) == 0
    assert [line.plain for line in rows[:20]] == [line.plain for line in numbered(0, 20)][:20]
    rows.materialize(0, len(rows))
    assert [line.plain for line in rows] == [line.plain for line in numbered(0, 1000)]
    assert len(asked) == len({*asked}) == 20


def test_there_may_be_no_lines() -> None:
    rows = LazyLines(0, numbered)
    assert (rows.materialize(0, 20), len(rows), [*rows]) == (0, 0, [])


@pytest.mark.parametrize("height", [4, 9, 30, 60])
def test_the_end_of_lines_is_seen_though_the_last_stretch_of_them_takes_more_than_was_known(height: int) -> None:
    async def look() -> None:
        app = Bare()
        async with app.run_test(size=(12, height)) as pilot:
            lines = app.query_one(LineWidget)
            for things in (51, 52, 101):  # so that the last stretch is shorter than what is seen
                lines.set_lines(LazyLines(things, numbered), "end")
                await pilot.pause()
                assert lines.scroll_y == lines.max_scroll_y
            await pilot.resize_terminal(12, height - 1)
            await pilot.pause()
            assert lines.scroll_y == lines.max_scroll_y

    asyncio.run(look())
