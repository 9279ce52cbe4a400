"""The flow of a game on the full screen: on to the next question, stop or end, and what is shown there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.worker import Worker, WorkerState

from bombsight.boundary.errors import InputError
from bombsight.cli.play.question_input import draw_dice_prompt
from bombsight.cli.screen.board_cursor import BOARD_PLACEHOLDER, BoardCursor
from bombsight.cli.screen.history_display import HistoryDisplay
from bombsight.cli.screen.piece_answers import PieceAnswer
from bombsight.cli.screen.screen_game import ScreenGame
from bombsight.cli.terminal.screen import styled_text
from bombsight.runtime.boards import BoardShown
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.view import View

QUESTION_PLACEHOLDER = "Enter: as marked; a number or / begins an answer; ? help"
THROW_PLACEHOLDER = "a number begins what fell; / a command; ? help"
END_PLACEHOLDER = "/ begins a command; ? help"
STOP_PLACEHOLDER = "Enter goes on; / begins a command; ? help"
"""The placeholder in the empty input line, at a question, at a throw, at the end, and at a stop of the story."""

WAITING_PLACEHOLDER = "/ begins a command; ? help"
"""The same while another player decides."""


STORY_STATE = (
    *("game", "title", "transcript", "drawn", "bookmark", "view", "held", "is_reading", "needs_recall", "look"),
    *("group", "shown_pane", "shows_stop_keys", "_headings_before", "_facts", "_rows_above_pane", "_finished"),
    *("_last_seen", "_group_key", "_recalled_count"),
)
"""The names of all that belongs to the player whose game is shown: what ``begin_story`` begins anew."""


class GameFlow(HistoryDisplay):
    """A full screen on which a game goes on; :class:`GameApp` adds keys.

    Attributes:
        is_over: Whether the game has ended.
        group: The group that the open question is asked in, or None.
        board_cursor: Play on the boards.
        leave_throw_hint: How to leave a throw to the seed, behind a hint; empty where nobody can.
    """

    leave_throw_hint: ClassVar[str] = "; r leaves this throw to the seed"

    def __init__(self, game: ScreenGame, *, needs_recall: bool) -> None:
        """Make the screen of a game; the game does not run yet.

        Args:
            game: The game.
            needs_recall: Whether the recall of a resumed game has to be shown.
        """
        super().__init__(game, needs_recall=needs_recall)
        self.is_over = False
        self.board_cursor = BoardCursor(self, lambda: self.handle_typed(""))

    def begin_story(self, game: ScreenGame, *, needs_recall: bool) -> None:
        """Begin to show a player's game: nothing of its story is shown yet, and nothing asked."""
        super().begin_story(game, needs_recall=needs_recall)
        self.group: QuestionGroup | None = None
        self._group_key: tuple[View, object] | None = None

    def take_story_state(self) -> dict[str, Any]:
        """Return all that belongs to the player whose game is shown, before another's is."""
        return {name: getattr(self, name) for name in STORY_STATE}

    def restore_story_state(self, state: Mapping[str, Any]) -> None:
        """Show the game of a player as he left it."""
        for name in STORY_STATE:
            setattr(self, name, state[name])

    def handle_typed(self, typed: str) -> None:
        """Execute a typed line."""
        raise NotImplementedError

    # --- what is shown

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story: game, introduction, save."""
        return self.game.draw_opening(width)

    @property
    def placeholder(self) -> str:
        """What the empty input line says."""
        if self.board_cursor.is_open:
            return BOARD_PLACEHOLDER
        if self.held is not None:
            return STOP_PLACEHOLDER
        if self.view is not None and self.view.question is not None:
            return QUESTION_PLACEHOLDER
        if self.view is None or (self.view.throw is None and self.view.outcome is None):
            return WAITING_PLACEHOLDER
        return THROW_PLACEHOLDER if self.view.throw is not None else END_PLACEHOLDER

    def find_piece_answers(self, boards: Sequence[BoardShown]) -> Sequence[PieceAnswer]:
        """Find what the pieces on boards answer at the open question; nothing at a stop of the story or in its past."""
        if self.held is not None or self.look is not None or self.view is None:
            return ()
        return self.board_cursor.find_answers(self.game.find_pieces(boards))

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
        if self.game.has_autopilot:
            self.is_busy = True
            self.show_notice([styled_text("The autopilot answers. Ctrl-C ends it.", "dim")])
            self.run_autopilot()
            return
        self.run_guarded(self.show_position)

    @work(thread=True, exclusive=True, exit_on_error=False, group="fly")
    def run_autopilot(self) -> None:
        """Give the automatic answers up to the player's next question, in a worker thread."""
        self.game.view()

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
        view = self.game.view()
        if is_waiting(view) and self.game.draw_waiting(self.line_width - 2) is None:
            self.exit()
            return
        if view.throw is not None and self.game.throw_typed_dice(view):
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
        if ended_lines := self.game.draw_ended_orders(self.line_width):
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
        basis = self.game.asks_group
        if self._group_key is None or self._group_key[0] is not view or self._group_key[1] != basis:
            self._group_key = view, basis
            self.group = self.game.question_group() if view.question is not None else None
        return self.group

    def show_request(self, view: View) -> None:
        """Show the open question, the wanted throw or the end of the game in the question pane."""
        self.find_group(view)
        if view.question is not None:
            self.game.forget_typed_dice()
            self.question_pane.set_question(view.question, self.group)
        elif view.throw is not None:
            fallen = "was drawn" if view.throw.members else "fell"
            help = styled_text(f"Type what {fallen}{self.leave_throw_hint}", "dim")
            self.question_pane.set_question(
                None, None, [*draw_dice_prompt(view.throw, self.line_width - 2).split("\n"), help]
            )
        elif view.outcome is not None:
            self.question_pane.set_question(None, None, self.game.draw_ending(self.line_width - 2))
        else:
            self.question_pane.set_question(None, None, self.game.draw_waiting(self.line_width - 2) or ())


def is_waiting(view: View) -> bool:
    """Whether a game asks the player nothing and is not over."""
    return view.question is None and view.throw is None and view.outcome is None
