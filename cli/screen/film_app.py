"""The full-screen application that shows a game again as a film."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.timer import Timer

from bombsight.cli.screen.display import GameDisplay
from bombsight.cli.screen.drawn_story import DrawnStory
from bombsight.cli.screen.frame_lines import draw_all_boards
from bombsight.cli.screen.held_story import HeldStory
from bombsight.cli.screen.keys import draw_film_foot, draw_film_key_help
from bombsight.cli.screen.pages import Page
from bombsight.cli.screen.question_pane import QuestionPane
from bombsight.cli.terminal.screen import styled_text
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.session.session import Session
from bombsight.service.boards.boards import render_boards
from bombsight.service.boards.changes import Change, describe_changes, mark_changes
from bombsight.service.play.session_story import SessionStory
from bombsight.service.present import sentences
from bombsight.service.present.beat_titles import describe_beat
from bombsight.service.present.film import MAX_SPEED, MIN_SPEED, Film, seconds_for
from bombsight.service.present.glance import Fact, find_facts
from bombsight.service.present.headings import Heading
from bombsight.service.present.sheet import Sheet, SheetGroup

PAGE_KEYS = "Enter or Esc: back to the film"
"""The hint at the foot of a page above the film."""

MORE_BELOW = "more below"
"""What is said where a part of the film is longer than the screen, and not read to its end."""


class FilmApp(GameDisplay):
    """The full-screen application of a film, which goes on by itself and takes no answers.

    Attributes:
        held: The story, held at the part that is shown.
        speed: The speed; 1 is a reader's.
        is_paused: Whether it waits for a key.
        is_turned: Whether pages of the part that is shown were turned.
        play_on_at: The number of events from which the viewer plays on; None if he does not.
    """

    AUTO_FOCUS = None  # the pane of questions would take the arrows

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause"),
        Binding("enter,right,down", "step(1)"),
        Binding("left,up,backspace", "step(-1)"),
        Binding("plus,equals_sign", "change_speed(2)"),
        Binding("minus", "change_speed(0.5)"),
        Binding("s,end", "finish"),
        Binding("o", "play_on"),
        Binding("b", "pane('boards')"),
        Binding("escape", "pane('story')"),
        Binding("pageup", "turn(-1)"),
        Binding("pagedown", "turn(1)"),
        Binding("question_mark", "help"),
        Binding("less_than_sign", "scroll_sideways(-1)"),
        Binding("greater_than_sign", "scroll_sideways(1)"),
        Binding("q", "quit"),
        Binding("ctrl+c,ctrl+d", "quit", priority=True),
    ]

    def __init__(self, session: Session, film: Film, speed: float = 1.0) -> None:
        """Make the application of a film of a replayed game."""
        super().__init__(session.program.title, DrawnStory([*film.lines]))
        self.session = session
        self.film = film
        self.held = HeldStory.divide(SessionStory(session), film.lines, "beats", film.headings)
        self.speed = speed
        self.is_paused = self.is_turned = False
        self.play_on_at: int | None = None
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Show the first part when the screen is ready."""
        self.query_one(QuestionPane).can_focus = False
        self.query_one("#line").display = False
        self.call_after_refresh(self.show_part)

    # --- what is shown

    @property
    def pane_keys(self) -> Sequence[str]:
        """The keys of story and boards; the sheet has none, for ``s`` leads to the end."""
        return "Esc", "b", ""

    @property
    def shown_headings(self) -> Sequence[Heading]:
        """The headings that are open at the part that is shown."""
        return self.held.open_headings

    @property
    def shown_facts(self) -> Sequence[Fact]:
        """What mattered most at the part that is shown."""
        moment = self.held.moment
        return find_facts(self.session.describer, self.shown_sheet) if moment is None else moment.facts

    @property
    def shown_sheet(self) -> Sequence[SheetGroup]:
        """The sheet as it was at the part that is shown."""
        moment = self.held.moment
        return Sheet(self.session.describer).groups() if moment is None else moment.sheet

    @property
    def shown_boards(self) -> Sequence[BoardShown]:
        """The boards as they were at the part that is shown."""
        moment = self.held.moment
        boards = render_boards(self.session.describer) if moment is None else moment.boards
        before = self.held.moment_before
        return boards if before is None else mark_changes(before.boards, boards)

    @property
    def shown_changes(self) -> Sequence[Change]:
        """What has changed on the boards since the part before."""
        moment, before = self.held.moment, self.held.moment_before
        boards = render_boards(self.session.describer) if moment is None else moment.boards
        return () if before is None else describe_changes(before.boards, boards)

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render nothing above the story."""
        return ()

    @property
    def placeholder(self) -> str:
        """Nothing: there is no input line."""
        return ""

    def draw_keys(self, width: int) -> Text:
        """Render the keys at the foot of the screen."""
        return draw_film_foot(width)

    def show_part(self) -> None:
        """Show the story up to the present part, and set the time of the next."""
        held = self.held
        self.drawn.hidden_count, self.drawn.unread_count = held.hidden_line_count, len(held.part.lines)
        self.is_turned = False
        self.draw_position()
        self.draw_game()
        self.restart_timer()

    def draw_position(self) -> None:
        """Show in the place of a question what is at stake next, and where the film stands."""
        held = self.held
        is_longer = bool(self.line_widget("story").unread_below)
        state = "the end" if held.is_at_end else "paused" if self.is_paused else f"speed {self.speed:g}"
        end = len(self.drawn.lines) - held.hidden_line_count
        title = describe_beat(self.drawn.lines, end - len(held.part.lines), end)
        position = styled_text(sentences.beat_place(held.place + 1, len(held.parts), 0, title), "bold")
        state_text = f"   {state}{f', {MORE_BELOW}' if is_longer else ''}"
        position.truncate(self.line_width - 2 - len(state_text), overflow="ellipsis")
        self.question_pane.set_question(
            None, None, [*held.draw_stake(self.line_width - 2), position.append(state_text, "dim")]
        )

    def update_placeholder(self) -> None:
        """Show whether there is more below, when what is in sight has changed."""
        super().update_placeholder()
        self.draw_position()

    def stop_timer(self) -> None:
        """Let the film wait."""
        if self._timer is not None:
            self._timer.stop()

    def restart_timer(self) -> None:
        """Set the time at which the film goes on, unless it is paused or over."""
        self.stop_timer()
        if not self.is_paused and not self.held.is_at_end:
            self._timer = self.set_timer(seconds_for(len(self.held.part.lines), self.speed), self.go_on)

    def go_on(self) -> None:
        """Go on by itself: to the rest of a long part, or to the next one."""
        self.action_step(1)

    # --- keys

    def action_pause(self) -> None:
        """Key action: pause the film, or go on."""
        self.is_paused = not self.is_paused
        self.show_part()

    def action_step(self, by: int) -> None:
        """Key action: show the rest of a long part page by page, then the next one.

        For -1 show the beginning of a part whose pages were turned, then the one before.
        """
        if by > 0 and self.turn_unread_page():
            self.is_turned = True
            self.restart_timer()
            return
        if by > 0 or not self.is_turned:
            self.held.place = min(max(0, self.held.place + by), len(self.held.parts) - 1)
        self.show_part()

    def action_change_speed(self, factor: float) -> None:
        """Key action: multiply the speed."""
        self.speed = min(MAX_SPEED, max(MIN_SPEED, self.speed * factor))
        self.show_part()

    def action_finish(self) -> None:
        """Key action: show the end."""
        self.held.place = len(self.held.parts) - 1
        self.show_part()

    def action_play_on(self) -> None:
        """Key action: leave the film, to play on from the part that is shown."""
        count = self.held.part.event_count
        self.play_on_at = self.film.stop if count is None else count
        self.exit()

    def action_pane(self, name: str) -> None:
        """Key action: toggle between a pane and the story; on a wide screen open the boards as a page."""
        if not self.is_wide:
            self.shown_pane = "story" if self.shown_pane == name else name
            self.draw_panes()
        elif name == "boards":
            boards = self.shown_boards
            self.open_page("Boards", lambda width: draw_all_boards(boards, width).lines)

    def action_help(self) -> None:
        """Key action: show the keys on a page."""
        self.open_page("", draw_film_key_help)

    def open_page(self, title: str, make_lines: Callable[[int], Sequence[Text]]) -> None:
        """Open a page above the film, which waits meanwhile; the title is empty if the lines have one."""
        self.stop_timer()
        page = Page(title, make_lines, close_hint=PAGE_KEYS, on_closed=lambda _: self.restart_timer())
        self.push_screen(page)
