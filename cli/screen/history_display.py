"""Back and forth through the story on the full screen: each beat with the state of the game as it was there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import frozen
from rich.text import Text
from textual.widgets import Input

from bombsight.boundary.errors import InputError
from bombsight.cli.screen.line_widget import LineWidget
from bombsight.cli.screen.paced_display import PacedDisplay
from bombsight.cli.screen.question_pane import QuestionPane
from bombsight.cli.screen.screen_game import ScreenGame
from bombsight.cli.terminal.screen import choose_sign, styled_text
from bombsight.dsl.listing import capitalize_first
from bombsight.service.play.history import History
from bombsight.service.play.past_state import Moment
from bombsight.service.present.headings import Heading
from bombsight.service.present.why import find_throw

HISTORY_KEYS = "[ and ]: back and forth   Esc: to the question"
END_HISTORY_KEYS = "[ and ]: back and forth   Esc: to the end"
WAITING_HISTORY_KEYS = "[ and ]: back and forth   Esc: to the present"
STOP_HISTORY_KEYS = "[ and ]: back and forth   Esc: to the stop"
"""The keys while a beat is looked back at: from a question, the end, while another decides, from a stop."""

HISTORY_PLACEHOLDER = "[ back, ] forth, Home, End; Esc or Enter leads back"
"""The placeholder in the empty input line while a beat is looked back at."""

NO_EARLIER_BEAT = "This is where the story begins."
NO_LATER_BEAT = "This is the present: [ goes back through the story, beat by beat."
"""What is said where there is no beat further back, and none further on."""

PRESENT_BEAT = "That is of the present beat: boards and sheet stand as it left them."
"""What is said where a throw of the last beat is asked for."""

MIN_SLIDER_COLUMNS = 10
"""The least columns of a slider."""


@frozen
class Look:
    """A look back at a beat of a story.

    Attributes:
        history: The beats.
        number: The number of the beat, from 0.
        hidden_count: How many lines of the story are held back in the present.
        unread_count: How many of its visible lines are new in the present.
    """

    history: History
    number: int
    hidden_count: int
    unread_count: int


class HistoryDisplay(PacedDisplay):
    """A full screen on which a player goes back and forth through the story.

    Attributes:
        look: The look back at a beat; None in the present.
    """

    look: Look | None = None

    def begin_story(self, game: ScreenGame, *, needs_recall: bool) -> None:
        """Begin to show a player's game: nothing of its story is shown yet, nor looked back at."""
        super().begin_story(game, needs_recall=needs_recall)
        self.look = None

    # --- what is shown

    @property
    def shown_headings(self) -> Sequence[Heading]:
        """The headings that were open at the beat that is looked back at, or those of the present."""
        if self.look is not None:
            return self.look.history.headings(self.look.number).open
        return super().shown_headings

    @property
    def shown_moment(self) -> Moment | None:
        """The state at the beat that is looked back at, or what else stands beside the story."""
        if self.look is not None:
            return self.look.history.moment(self.look.number)
        return super().shown_moment

    @property
    def moment_before(self) -> Moment | None:
        """The state that what is shown is compared with."""
        if self.look is not None:
            return self.look.history.moment_before(self.look.number)
        return super().moment_before

    def update_placeholder(self) -> None:
        """Show in the empty input line what the keys do."""
        super().update_placeholder()
        if self.look is not None:
            self.screen_stack[0].query_one("#line", Input).placeholder = HISTORY_PLACEHOLDER

    def draw_game(self) -> None:
        """Draw the state of the present, or of the beat that is looked back at, in all widgets."""
        self.question_pane.set_cover(self.draw_cover(self.look) if self.look is not None else None)
        super().draw_game()

    # --- going back and forth

    def step_history(self, by: int) -> None:
        """Go back by -1, or forth by 1, through the beats of the story; the last one is the present."""
        look = self.look
        if look is not None:
            self.look_at(look.history, look.number + by)
        elif by > 0:
            self.show_refusal(NO_LATER_BEAT)
        else:
            history = self.divide_history()
            self.look_at(history, history.last - 1)

    def look_at_throw(self, number: int) -> None:
        """Look back at the beat of a throw, by its number as `why` takes it: 1 is the last one that was shown."""
        history = self.divide_history()
        shown_count = self.shown_moment.event_count if self.shown_moment is not None else None
        try:
            beat = history.find_beat_of_event(find_throw(self.game.story[:shown_count], str(number)))
        except InputError as error:
            self.show_refusal(f"{capitalize_first(error.message)}. {error.hint}".strip())
            return
        if beat == history.last:
            self.show_refusal(PRESENT_BEAT)
        else:
            self.look_at(history, beat)

    def divide_history(self) -> History:
        """Divide the story into its beats, as far as it is shown."""
        lines = self.drawn.lines[: len(self.drawn.lines) - self.drawn.hidden_count]
        return History.divide(self.game.find_source(), lines)

    def look_at(self, history: History, number: int) -> None:
        """Look back at a beat, by its number from 0; at the last one return to the present."""
        self.show_notice([])
        if number < 0:
            self.show_refusal(NO_EARLIER_BEAT)
            return
        if number >= history.last:
            self.leave_history()
            return
        hidden, unread = self.drawn.hidden_count, self.drawn.unread_count
        if self.look is not None:
            hidden, unread = self.look.hidden_count, self.look.unread_count
        self.look = Look(history, number, hidden, unread)
        size = len(history.parts[number].lines)
        self.drawn.hidden_count = len(self.drawn.lines) - history.end_of(number)
        self.drawn.unread_count = self.drawn.marked_count = size
        self.draw_game()

    def leave_history(self) -> bool:
        """Return to the present, if a beat is looked back at; return whether one was."""
        look, self.look = self.look, None
        if look is None:
            return False
        self.drawn.hidden_count, self.drawn.unread_count = look.hidden_count, look.unread_count
        self.drawn.marked_count = None
        self.draw_game()
        return True

    def draw_cover(self, look: Look) -> list[Text]:
        """Render what covers the question: which beat is looked at, and a slider with the keys."""
        width = self.line_width - 2
        title = styled_text(look.history.describe_beat(look.number), "bold")
        title.truncate(width, overflow="ellipsis")
        is_over = self.view is not None and self.view.outcome is not None
        is_asked = self.view is not None and (self.view.question is not None or self.view.throw is not None)
        keys = HISTORY_KEYS if is_asked else END_HISTORY_KEYS if is_over else WAITING_HISTORY_KEYS
        keys = STOP_HISTORY_KEYS if self.held is not None else keys
        columns = max(MIN_SLIDER_COLUMNS, width - len(keys) - 3)
        slider = draw_slider(look.number, look.history.last, columns)
        return [title, slider.append(f"   {keys}", "dim")]

    def on_line_widget_line_clicked(self, event: LineWidget.LineClicked) -> None:
        """Look back at the beat of a line of the story that is clicked, or at that of the slider."""
        if self.is_busy or self.view is None:
            return
        if event.widget.id == "story":
            line = self.drawn.find_line(event.line)
            if line is not None:
                history = self.look.history if self.look is not None else self.divide_history()
                self.run_guarded(partial(self.look_at, history, history.find_beat(line)))
        elif isinstance(event.widget, QuestionPane) and self.look is not None:
            history = self.look.history
            if event.line is self.question_pane.shown_lines[-1]:
                columns = len(event.line.plain) - len(event.line.plain.lstrip(SLIDER_SIGNS))
                if event.column < columns:
                    self.run_guarded(partial(self.look_at, history, event.column * history.last // (columns - 1)))


SLIDER_SIGNS = "━●─=o-"
"""The characters of a slider, in Unicode and in ASCII."""


def draw_slider(number: int, last: int, columns: int) -> Text:
    """Render a slider: filled up to where one stands.

    Args:
        number: Where one stands, from 0.
        last: Its largest value.
        columns: Its width.
    """
    at = number * (columns - 1) // max(1, last)
    filled, knob, rest = (choose_sign(*signs) for signs in (("━", "="), ("●", "o"), ("─", "-")))
    return Text().append(filled * at, "cyan").append(knob, "bold cyan").append(rest * (columns - 1 - at), "dim")
