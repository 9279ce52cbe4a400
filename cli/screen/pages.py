"""Pages that cover the game until closed: output of commands, odds, confirmation of irreversible answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.widgets import Static
from textual.worker import get_current_worker

from bombsight.boundary.errors import InputError
from bombsight.cli.play.odds import draw_odds
from bombsight.cli.screen.line_widget import LineWidget, ScrollPosition
from bombsight.cli.screen.modals import GameModal
from bombsight.cli.screen.static_lines import BlankContainer
from bombsight.cli.screen.style import MAX_PAGE_WIDTH
from bombsight.cli.terminal.screen import styled_text
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import Odds, OddsEstimator
from bombsight.service.present.joint_questions import QuestionGroup

FRAME_WIDTH = 6
"""The columns of a page's frame, scroll bar and padding."""

RUNS_AT_ONCE, MAX_RUNS = 20, 2000
"""The runs of each answer per batch, and in all."""

UPDATE_INTERVAL = 0.25
"""Seconds between two updates of the displayed odds."""

ESTIMATOR_LOCK = Lock()
"""The lock of running estimators: a closed page may still be at its last runs."""


class Page(GameModal[bool]):
    """A page of lines in a box over the game, which renders only the visible lines.

    It closes with True to go on, or False to leave the game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space", "close"),
        Binding("up", "scroll(-1)"),
        Binding("down", "scroll(1)"),
        Binding("pageup", "turn(-1)"),
        Binding("pagedown", "turn(1)"),
        Binding("home", "scroll(-1_000_000)"),
        Binding("end", "scroll(1_000_000)"),
        Binding("left,less_than_sign", "scroll_sideways(-1)"),
        Binding("right,greater_than_sign", "scroll_sideways(1)"),
        Binding("q", "leave"),
    ]

    scrolls_sideways: ClassVar[bool] = True

    def __init__(
        self,
        title: str,
        make_lines: Callable[[int], Sequence[Text]],
        *,
        close_hint: str = "Enter or Esc: back to the game",
        can_leave: bool = False,
        on_closed: Callable[[bool], None] | None = None,
    ) -> None:
        """Make a page of lines in a box over the game.

        Args:
            title: The title; empty if the lines have it.
            make_lines: Makes the lines for a width.
            close_hint: The hint below the lines.
            can_leave: Whether ``q`` leaves the game; else it closes the page.
            on_closed: Receives whether the game goes on, once the page is closed.
        """
        super().__init__(on_closed)
        self.heading, self.make_lines, self.close_hint, self.can_leave = title, make_lines, close_hint, can_leave
        self.width = 0

    def compose(self) -> ComposeResult:
        """Lay out the title, the lines and the hint."""
        with BlankContainer(id="page"):
            if self.heading:
                yield Static(styled_text(self.heading, "bold"), id="page-title")
            yield LineWidget("page-lines", scrolls_sideways=self.scrolls_sideways)
            yield Static(styled_text(self.close_hint, "dim"), id="page-foot")

    def on_mount(self) -> None:
        """Render the lines before the first paint, to avoid a second one."""
        self.fit_to_width()

    def on_resize(self, event: Resize) -> None:
        """Render the lines again if their width has changed."""
        self.fit_to_width()

    def fit_to_width(self) -> None:
        """Render the lines again if their width has changed."""
        width = max(20, min(MAX_PAGE_WIDTH, self.app.size.width) - FRAME_WIDTH)
        if width != self.width:
            self.width = width
            self.write_lines()

    def write_lines(self) -> None:
        """Render the page's lines at its width, and show them."""
        lines = self.make_lines(self.width)
        self.set_lines(lines[1:] if lines and not lines[0].plain else lines)

    def set_lines(self, lines: Sequence[Text], position: ScrollPosition = "same") -> None:
        """Replace the lines, and show whether there are more; ``position``: scroll to their start, end, or nowhere."""
        pane = self.query_one(LineWidget)
        pane.set_lines(lines, position)
        height = self.app.size.height - 3 - bool(self.heading)  # without the frame, the title and the foot
        is_longer = len(lines) > height
        pane.show_vertical_scrollbar = is_longer  # else the layout would find it out, and run again
        more = "   PgDn, PgUp: more" if is_longer else ""
        self.query_one("#page-foot", Static).update(styled_text(f"{self.close_hint}{more}", "dim"), layout=False)

    def action_scroll(self, by: int) -> None:
        """Key action: scroll by lines."""
        self.query_one(LineWidget).scroll_relative(y=by, animate=False)

    def action_turn(self, by: int) -> None:
        """Key action: scroll by a number of pages."""
        pane = self.query_one(LineWidget)
        pane.scroll_relative(y=by * max(1, pane.size.height - 1), animate=False)

    def action_scroll_sideways(self, by: int) -> None:
        """Key action: scroll lines that are wider than the page to the right (negative: left)."""
        pane = self.query_one(LineWidget)
        pane.scroll_relative(x=by * max(1, pane.size.width // 2), animate=False)

    def action_close(self) -> None:
        """Key action: close the page."""
        self.close(True)

    def action_leave(self) -> None:
        """Key action: leave the game if the page allows it, else close the page."""
        self.close(not self.can_leave)


class StoryPage(Page):
    """A page of a long story, rendered lazily from its end.

    Args:
        title: The title.
        make_lines: Makes the lines for a width.
        is_slow: Whether making the lines takes long, so that it runs in a thread.
    """

    scrolls_sideways = False

    def __init__(self, title: str, make_lines: Callable[[int], Sequence[Text]], *, is_slow: bool) -> None:
        """Make a page of a story; its lines are made when it opens."""
        super().__init__(title, make_lines)
        self.is_slow = is_slow

    def write_lines(self) -> None:
        """Render the end of the story, and scroll there."""
        if self.is_slow:
            self.set_lines([styled_text("Writing it out", "dim")])
            self.render_in_thread(self.width)
        else:
            self.set_lines(self.make_lines(self.width), "end")

    @work(thread=True, exclusive=True)
    def render_in_thread(self, width: int) -> None:
        """Render all lines of the story in a worker thread."""
        worker = get_current_worker()
        lines = self.make_lines(width)
        if not worker.is_cancelled:
            self.app.call_from_thread(self.set_lines, lines, "end")


class OddsPage(Page):
    """A page of the estimated odds of a question's answers, refined while it is open."""

    def __init__(
        self,
        question: Question,
        make_estimator: Callable[[], OddsEstimator] | None,
        group: QuestionGroup | None = None,
    ) -> None:
        """Make a page of a question's odds.

        Args:
            question: The question.
            make_estimator: Makes the estimator, in a worker; None if the odds come from elsewhere.
            group: The group that is asked as one with it; None if it is asked alone.
        """
        super().__init__(f"Odds: {question.prompt}", self.draw_odds_so_far)
        self.question, self.make_estimator, self.group = question, make_estimator, group
        self.odds: Odds | None = None

    def draw_odds_so_far(self, width: int) -> list[Text]:
        """Render the present estimates of the odds."""
        if self.odds is None:
            return [styled_text("Working out the odds", "dim")]
        return [*draw_odds(self.question, self.odds, width, group=self.group)]

    def on_mount(self) -> None:
        """Start estimating the odds in a worker when the page opens."""
        self.play_runs()

    @work(thread=True, exclusive=True)
    def play_runs(self) -> None:
        """Play batches of random runs and update the odds until the page closes."""
        worker = get_current_worker()
        if self.make_estimator is None:
            return
        try:
            shown_at = 0.0
            with ESTIMATOR_LOCK:
                estimator = self.make_estimator()
                while not worker.is_cancelled and estimator.sample.runs < MAX_RUNS:
                    estimator.run(RUNS_AT_ONCE)
                    is_last = estimator.sample.runs >= MAX_RUNS
                    if not worker.is_cancelled and (is_last or monotonic() - shown_at > UPDATE_INTERVAL):
                        shown_at = monotonic()
                        self.app.call_from_thread(self.update_odds, estimator.to_document())
        except InputError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self.show_refusal, error)

    def update_odds(self, odds: Odds) -> None:
        """Show new estimates of the odds."""
        self.odds = odds
        if self.width:
            self.write_lines()

    def show_refusal(self, error: InputError) -> None:
        """Show why odds cannot be estimated."""
        shown = error.for_front_end("command line")
        self.make_lines = lambda width: [styled_text(f"{shown.message}. {shown.hint}", "yellow")]
        if self.width:
            self.write_lines()


class ConfirmDialog(GameModal[bool]):
    """A dialog that asks for confirmation of an irreversible answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "settle(True)"),
        Binding("n,escape,enter", "settle(False)"),
    ]

    def __init__(self, title: str, on_closed: Callable[[bool], None]) -> None:
        """Make a dialog about an answer, given its title; ``on_closed`` receives whether it is meant."""
        super().__init__(on_closed)
        self.answer_title = title

    def compose(self) -> ComposeResult:
        """Lay out the answer and the hint how to give it."""
        with Vertical(id="sure"):
            yield Static(styled_text(f"{self.answer_title}. Do you mean it?", "bold"))
            yield Static(styled_text("y: yes     n, Enter or Esc: back to the question"))

    def action_settle(self, is_meant: bool) -> None:
        """Key action: close the dialog, with whether the answer is meant."""
        self.close(is_meant)
