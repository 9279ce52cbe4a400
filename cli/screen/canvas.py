"""What stands on the screen: its parts, and the game as it stands drawn in them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from rich.text import Text
from textual.app import App, ComposeResult
from textual.events import Resize
from textual.widgets import Input

from bombsight.boundary.errors import InputError
from bombsight.cli.screen.drawing import LARGEST, PANES, all_boards, head_lines, opening_lines, tabs_line
from bombsight.cli.screen.keys import foot
from bombsight.cli.screen.line_widget import Lines
from bombsight.cli.screen.question_pane import Asked
from bombsight.cli.screen.static_lines import Even, Ground
from bombsight.cli.screen.style import COLOURS, CSS, WIDE
from bombsight.cli.screen.transcript import KEPT, Told
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.view import View

ANSWER = "Enter: as marked; a number or / begins an answer; ? help"
THROW = "a number begins what fell; / a command; ? help"
OVER = "/ begins a command; ? help"
"""What stands in the line while nothing is typed, at a question, at a throw, and at the end."""


class Canvas(App[None]):
    """A screen that shows a game, and does nothing by itself.

    Attributes:
        steward: Sits beside the person at the game.
        told: What has been told of it.
        view: Where the game stands; None before it was looked at.
        is_busy: Whether the autopilot answers.
        pane: Which pane is seen where there is room for one.
    """

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - declared so by the base class

    def __init__(self, steward: QuestionFilter, told: Told) -> None:
        super().__init__()
        self.ansi_theme_dark = COLOURS
        self.title = steward.play.session.program.title
        self.steward, self.told = steward, told
        self.view: View | None = None
        self.is_busy = False
        self.pane = "story"

    def get_default_screen(self) -> Ground:
        """The screen of which pages lie above."""
        return Ground(id="_default")

    def compose(self) -> ComposeResult:
        """From the top: where she is, story and boards, what is asked, the line, the keys."""
        yield Lines("head")
        yield Lines("tabs")
        with Even(id="top"):
            yield Lines("story")
            with Even(id="side"):
                yield Lines("boards", may_be_wider=True)
                yield Lines("sheet")
        yield Lines("notice")
        yield Asked()
        yield Input(id="line", placeholder=ANSWER, compact=True, select_on_focus=False)
        yield Lines("keys")

    def on_resize(self, event: Resize) -> None:
        """Draw everything at the new size."""
        self.call_after_refresh(self.draw)

    @property
    def is_wide(self) -> bool:
        """Whether there is room for all panes."""
        return self.size.width >= WIDE

    @property
    def room(self) -> int:
        """How many columns lines may take that go across the screen."""
        return max(20, self.size.width - 2)

    @property
    def asked(self) -> Asked:
        """The question's part of the screen."""
        return self.screen_stack[0].query_one(Asked)

    def part(self, name: str) -> Lines:
        """A part of the screen."""
        return self.screen_stack[0].query_one(f"#{name}", Lines)

    def draw(self) -> None:
        """Show the game as it stands."""
        if self.view is None:
            return
        view, title = self.view, self.steward.play.session.program.title
        self.part("head").put(head_lines(title, self.steward.headings.open, view.sheet, self.room))
        self.part("keys").put([foot(self.room)])
        width = min(100, self.width_of("story"))
        above = opening_lines(self.steward.play, self.steward.level, width) if len(self.told.lines) < KEPT else []
        self.part("story").put(self.told.drawn(width, above), "end")
        self.draw_panes(self.view)

    def draw_panes(self, view: View) -> None:
        """Show boards and sheet, where they are seen, or the story alone."""
        self.part("tabs").put([tabs_line(self.pane)])
        for name in PANES:
            self.screen_stack[0].set_class(name == self.pane, f"at-{name}")
        if self.is_wide or self.pane == "sheet":
            self.part("sheet").put(draw_lines(render_sheet(view.sheet), self.width_of("sheet")))
        if (self.is_wide or self.pane == "boards") and not self.is_busy:
            width = self.width_of("boards")
            with contextlib.suppress(InputError):  # it is told where the game is looked at
                self.part("boards").put(all_boards(self.steward.play, width if self.is_wide else max(width, LARGEST)))

    def width_of(self, pane: str) -> int:
        """How wide lines of a pane may be, with its scroll bar beside them."""
        seen = self.part(pane).container_size.width or self.size.width
        return max(20, seen - 3)

    def say(self, lines: Sequence[Text]) -> None:
        """Say something above the question, until the next key that does something."""
        notice = self.part("notice")
        notice.put(lines)
        notice.display = bool(lines)

    def refuse(self, problem: str) -> None:
        """Say why something typed would not do."""
        self.say([*wrapped(words(problem, "yellow"), 0, self.room)])

    def action_turn(self, by: int) -> None:
        """Turn the pages of what is seen."""
        pane = self.part(self.pane)
        pane.scroll_relative(y=by * max(1, pane.size.height - 1), animate=False)

    def action_aside(self, by: int) -> None:
        """Move boards that are wider than their place."""
        pane = self.part("boards")
        pane.scroll_relative(x=by * max(1, pane.size.width // 2), animate=False)
