"""The flow of a game on the full screen: on to the next question, stop or end, and what is shown there."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import work
from textual.worker import Worker, WorkerState

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import NOTHING_ASKED
from bombsight.cli.play.question_input import draw_dice_prompt
from bombsight.cli.screen.board_cursor import BOARD_PLACEHOLDER, BoardCursor
from bombsight.cli.screen.frame_lines import draw_opening
from bombsight.cli.screen.history_display import HistoryDisplay
from bombsight.cli.screen.move_runner import MoveRunner
from bombsight.cli.screen.piece_answers import PieceAnswer
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.runtime.boards import BoardShown
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.standing_orders import Level, Order
from bombsight.service.present.beats import Pace
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.order_lines import render_ended_orders
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View

QUESTION_PLACEHOLDER = "Enter: as marked; a number or / begins an answer; ? help"
THROW_PLACEHOLDER = "a number begins what fell; / a command; ? help"
END_PLACEHOLDER = "/ begins a command; ? help"
STOP_PLACEHOLDER = "Enter goes on; / begins a command; ? help"
"""The placeholder in the empty input line, at a question, at a throw, at the end, and at a stop of the story."""

HOW_TO_DECIDE_ALL = "Enter leaves. To decide all yourself: / ask all, then / undo all."
"""The hint at the end of a game in which every question was answered automatically."""


class GameFlow(HistoryDisplay):
    """A full screen on which a game goes on; :class:`GameApp` adds keys.

    Attributes:
        plays: Whether the person answers questions; else only dice are asked for.
        is_over: Whether the game has ended.
        group: The group that the open question is asked in, or None.
        board_cursor: Play on the boards.
    """

    def __init__(
        self, question_filter: QuestionFilter, detail: Detail, pace: Pace, *, plays: bool, needs_recall: bool
    ) -> None:
        """Make the screen of a game; the game does not run yet.

        Args:
            question_filter: The question filter of the game.
            detail: The level of detail of the story.
            pace: The pace of the story.
            plays: Whether the person answers questions; else only dice are asked for.
            needs_recall: Whether the recall of a resumed game has to be shown.
        """
        move_runner = MoveRunner(question_filter, detail, plays, pace)
        super().__init__(question_filter, move_runner, needs_recall=needs_recall)
        self.plays = plays
        self.is_over = False
        self.group: QuestionGroup | None = None
        self.board_cursor = BoardCursor(self, lambda: self.handle_typed(""))
        self._group_key: tuple[View, Level, tuple[Order, ...]] | None = None

    def handle_typed(self, typed: str) -> None:
        """Execute a typed line."""
        raise NotImplementedError

    # --- what is shown

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story: game, introduction, save."""
        return draw_opening(self.question_filter.play, self.question_filter.level, width)

    @property
    def placeholder(self) -> str:
        """What the empty input line says."""
        if self.board_cursor.is_open:
            return BOARD_PLACEHOLDER
        if self.held is not None:
            return STOP_PLACEHOLDER
        if self.view is not None and self.view.question is not None:
            return QUESTION_PLACEHOLDER
        return THROW_PLACEHOLDER if self.view is not None and self.view.throw is not None else END_PLACEHOLDER

    def find_piece_answers(self, boards: Sequence[BoardShown]) -> Sequence[PieceAnswer]:
        """Find what the pieces on boards answer at the open question; nothing at a stop of the story or in its past."""
        if self.held is not None or self.look is not None or self.view is None:
            return ()
        return self.board_cursor.find_answers(self.question_filter.play.session.describer, boards)

    def redraw(self) -> None:
        """Draw everything again, if the game has begun."""
        if self.view is None:
            return
        if self.held is not None and (self.is_reading or not self.held.is_at_end):
            self.fill_pane(self.held)
        self.draw_game()

    # --- the flow of the game

    def advance(self) -> None:
        """Play on to the player's next question or throw, in a worker thread, so that keys still work."""
        if any(order.is_auto for order in self.question_filter.orders):
            self.is_busy = True
            self.show_notice([styled_text("The autopilot answers. Ctrl-C ends it.", "dim")])
            self.run_autopilot()
            return
        self.run_guarded(self.show_position)

    @work(thread=True, exclusive=True, exit_on_error=False, group="fly")
    def run_autopilot(self) -> None:
        """Give the automatic answers up to the player's next question, in a worker thread."""
        self.question_filter.view()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show the new position after the worker has finished, or leave if it failed."""
        if event.worker.group != "fly" or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return
        self.is_busy = False
        if isinstance(event.worker.error, InputError):
            self.leave_failed(event.worker.error)
        elif event.worker.error is not None:
            raise event.worker.error
        else:
            self.show_notice([])
            self.run_guarded(self.show_position)

    def show_position(self) -> None:
        """Show the question, throw or debriefing that the game has reached."""
        view = self.question_filter.view()
        if view.question is None and view.throw is None and view.outcome is None:
            self.exit()
            return
        if view.throw is not None and self.move_runner.throw_typed_dice(view.throw):
            self.advance()
            return
        is_shown, previous_group = view is self.view and bool(self.transcript.lines), self.group
        if not is_shown:
            self.board_cursor.close()
        is_held = self.held is not None and (is_shown or self.transcript.covers(view.kept, len(view.events)))
        self.view = view
        if is_held and self.held is not None:
            self.show_held(self.held, is_read=not self.is_reading)
            return
        if not is_shown:
            self.held = self.hold_story(view)
        if ended_lines := draw_lines(render_ended_orders(self.question_filter.pop_ended_orders()), self.line_width):
            self.show_notice(ended_lines)
        if self.held is not None:
            self.shown_pane = "story"
            self.show_held(self.held, is_read=self.held.begins_inside)
            self.show_recall()
            return
        if is_shown and self.find_group(view) is previous_group:
            return  # the command only printed something: keep the marks
        self.show_game()
        self.show_recall()

    def show_game(self) -> None:
        """Show the open question and the present state of the game in all panes."""
        if self.view is not None:
            self.show_request(self.view)
            self.draw_game()

    def find_group(self, view: View) -> QuestionGroup | None:
        """Find the questions to be asked together with the open one; cached, since it takes a lookahead run."""
        key = (view, self.question_filter.level, tuple(self.question_filter.orders))
        if self._group_key is None or self._group_key[0] is not view or self._group_key[1:] != key[1:]:
            self._group_key = key
            self.group = self.question_filter.question_group() if view.question is not None and self.plays else None
        return self.group

    def show_request(self, view: View) -> None:
        """Show the open question, the wanted throw or the end of the game in the question pane."""
        self.find_group(view)
        if view.question is not None:
            self.move_runner.command_runner.typed_dice.clear()
            self.question_pane.set_question(view.question, self.group)
        elif view.throw is not None:
            help = styled_text(
                f"Type what {'was drawn' if view.throw.members else 'fell'}; r leaves this throw to the seed", "dim"
            )
            self.question_pane.set_question(
                None, None, [*draw_dice_prompt(view.throw, self.line_width - 2).split("\n"), help]
            )
        else:
            leaving = "Enter leaves; u takes the last answer back." if view.can_undo else "Enter leaves."
            messages = [styled_text("The game is over.", "bold"), styled_text(leaving, "dim")]
            if self.question_filter.has_asked_nothing:
                messages[1:] = [styled_text(NOTHING_ASKED, "yellow"), styled_text(HOW_TO_DECIDE_ALL, "dim")]
            self.question_pane.set_question(None, None, messages)
