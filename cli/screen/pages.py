"""Pages that lie over the game until they are closed: what a command shows, the odds, whether an answer is meant."""

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
from bombsight.cli.play.odds import odds_lines
from bombsight.cli.screen.line_widget import Lines, Seen
from bombsight.cli.screen.modals import Above
from bombsight.cli.screen.static_lines import Even
from bombsight.cli.screen.style import WIDEST_PAGE
from bombsight.cli.terminal.screen import words
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import Odds, Weighing

AROUND = 6
"""So many columns of a page are its frame, its scroll bar, and blanks."""

STEP, MOST = 20, 2000
"""So many runs of each answer are played at a time, and at most."""

SECONDS = 0.25
"""So often they are shown."""

WORKING = Lock()
"""One page's runs are played at a time: a page that was closed may still be at its last ones."""


class Page(Above[bool]):
    """Lines in a box; no more of them are drawn than are seen.

    Dismissed with whether the person goes on; False is to leave the game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space", "close"),
        Binding("up", "scroll(-1)"),
        Binding("down", "scroll(1)"),
        Binding("pageup", "turn(-1)"),
        Binding("pagedown", "turn(1)"),
        Binding("home", "scroll(-1_000_000)"),
        Binding("end", "scroll(1_000_000)"),
        Binding("left,less_than_sign", "aside(-1)"),
        Binding("right,greater_than_sign", "aside(1)"),
        Binding("q", "leave"),
    ]

    may_be_wider: ClassVar[bool] = True

    def __init__(
        self,
        title: str,
        lines: Callable[[int], Sequence[Text]],
        *,
        closes: str = "Enter or Esc: back to the game",
        leaves: bool = False,
        behind: Callable[[], None] | None = None,
    ) -> None:
        """Make a page.

        Args:
            title: What stands above it; empty where the lines say it.
            lines: Its lines at a width.
            closes: What stands below it.
            leaves: Whether ``q`` leaves the game; else it closes the page.
            behind: What is done behind it before it is closed, and was not worth the time while nobody saw it.
        """
        super().__init__()
        self.head, self.made, self.closes, self.leaves, self.behind = title, lines, closes, leaves, behind
        self.width = 0

    def compose(self) -> ComposeResult:
        """A title, the lines, how it is closed."""
        with Even(id="page"):
            if self.head:
                yield Static(words(self.head, "bold"), id="page-title")
            yield Lines("page-lines", may_be_wider=self.may_be_wider)
            yield Static(words(self.closes, "dim"), id="page-foot")

    def on_mount(self) -> None:
        """Write the lines before anything is seen: what is drawn twice takes twice as long."""
        self.fitted()

    def on_resize(self, event: Resize) -> None:
        """Write the lines anew where it has changed how wide they may be."""
        self.fitted()

    def fitted(self) -> None:
        """Write the lines, if they are to have another width than they have."""
        width = max(20, min(WIDEST_PAGE, self.app.size.width) - AROUND)
        if width != self.width:
            self.width = width
            self.fill()

    def fill(self) -> None:
        """Write the lines."""
        lines = self.made(self.width)
        self.put(lines[1:] if lines and not lines[0].plain else lines)

    def put(self, lines: Sequence[Text], seen: Seen = "same") -> None:
        """Show these lines, and below them that there are more than are seen."""
        pane = self.query_one(Lines)
        pane.put(lines, seen)
        height = self.app.size.height - 3 - bool(self.head)  # without the frame, the title and the foot
        is_longer = len(lines) > height
        pane.show_vertical_scrollbar = is_longer  # else it would be found out, and all laid out once more
        more = "   PgDn, PgUp: more" if is_longer else ""
        self.query_one("#page-foot", Static).update(words(f"{self.closes}{more}", "dim"), layout=False)

    def action_scroll(self, by: int) -> None:
        """Scroll by so many lines."""
        self.query_one(Lines).scroll_relative(y=by, animate=False)

    def action_turn(self, by: int) -> None:
        """Scroll by pages."""
        pane = self.query_one(Lines)
        pane.scroll_relative(y=by * max(1, pane.size.height - 1), animate=False)

    def action_aside(self, by: int) -> None:
        """Move lines that are wider than the page."""
        pane = self.query_one(Lines)
        pane.scroll_relative(x=by * max(1, pane.size.width // 2), animate=False)

    def action_close(self) -> None:
        """Go back to the game."""
        if self.behind is not None:
            self.behind()
        self.dismiss(True)

    def action_leave(self) -> None:
        """Leave the game, or go back to it."""
        self.dismiss(not self.leaves)


class StoryPage(Page):
    """A story so long that no more lines of it are made than are seen; its end is seen first.

    Args:
        title: What stands above it.
        lines: Its lines at a width.
        is_slow: Whether to come by them takes a while, and is done beside.
    """

    may_be_wider = False

    def __init__(self, title: str, lines: Callable[[int], Sequence[Text]], *, is_slow: bool) -> None:
        super().__init__(title, lines)
        self.is_slow = is_slow

    def fill(self) -> None:
        """Show its end."""
        if self.is_slow:
            self.put([words("Writing it out", "dim")])
            self.write(self.width)
        else:
            self.put(self.made(self.width), "end")

    @work(thread=True, exclusive=True)
    def write(self, width: int) -> None:
        """Come by the lines."""
        worker = get_current_worker()
        lines = self.made(width)
        if not worker.is_cancelled:
            self.app.call_from_thread(self.put, lines, "end")


class OddsPage(Page):
    """The odds of a question, which grow while one looks."""

    def __init__(self, question: Question, weigh: Callable[[], Weighing]) -> None:
        """Make a page on a question; ``weigh`` begins to work, which can take its time."""
        super().__init__(f"Odds: {question.prompt}", self.told)
        self.question, self.weigh = question, weigh
        self.odds: Odds | None = None

    def told(self, width: int) -> list[Text]:
        """The odds as they are known by now."""
        if self.odds is None:
            return [words("Working out the odds", "dim")]
        return [*odds_lines(self.question, self.odds, width)]

    def on_mount(self) -> None:
        """Begin to work."""
        self.grow()

    @work(thread=True, exclusive=True)
    def grow(self) -> None:
        """Play more runs, and show what is known, as long as the page is open."""
        worker = get_current_worker()
        try:
            shown = 0.0
            with WORKING:
                weighing = self.weigh()
                while not worker.is_cancelled and weighing.sample.runs < MOST:
                    weighing.work(STEP)
                    is_last = weighing.sample.runs >= MOST
                    if not worker.is_cancelled and (is_last or monotonic() - shown > SECONDS):
                        shown = monotonic()
                        self.app.call_from_thread(self.grown, weighing.odds())
        except InputError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self.refused, error)

    def grown(self, odds: Odds) -> None:
        """Show more."""
        self.odds = odds
        if self.width:
            self.fill()

    def refused(self, error: InputError) -> None:
        """Say why there are none."""
        self.made = lambda width: [words(f"{error.message}. {error.hint}", "yellow")]
        if self.width:
            self.fill()


class Sure(Above[bool]):
    """Asks whether a grave answer is meant."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)"),
        Binding("n,escape,enter", "dismiss(False)"),
    ]

    def __init__(self, title: str) -> None:
        super().__init__()
        self.asked = title

    def compose(self) -> ComposeResult:
        """The answer, and how it is given."""
        with Vertical(id="sure"):
            yield Static(words(f"{self.asked}. Do you mean it?", "bold"))
            yield Static(words("y: yes     n, Enter or Esc: back to the question"))
