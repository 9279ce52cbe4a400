"""The full-screen application: the flow of the game, and the actions of keys and commands."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import ClassVar, assert_never

from attrs import evolve
from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Event, Key
from textual.suggester import SuggestFromList
from textual.widgets import Input
from textual.worker import Worker, WorkerState

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import NOTHING_ASKED
from bombsight.cli.play.question_input import draw_dice_prompt, phrases_for
from bombsight.cli.screen.board_cursor import BOARD_PLACEHOLDER, BoardCursor
from bombsight.cli.screen.frame_lines import draw_all_boards, draw_opening
from bombsight.cli.screen.history_display import HistoryDisplay
from bombsight.cli.screen.key_guard import KeyGuard
from bombsight.cli.screen.key_queue import KeyQueue
from bombsight.cli.screen.keys import draw_key_help
from bombsight.cli.screen.move_runner import GraveAnswerReply, LinesReply, MoveRunner, RefusedReply
from bombsight.cli.screen.paced_display import prompt_of
from bombsight.cli.screen.pages import ConfirmDialog, OddsPage, Page, StoryPage
from bombsight.cli.screen.piece_answers import PieceAnswer
from bombsight.cli.screen.question_pane import QuestionPane
from bombsight.cli.screen.transcript import Transcript
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.signals import SignalInterrupt, heeded_stop_signals
from bombsight.runtime.boards import BoardShown
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.standing_orders import Level, Order
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.beats import DEFAULT_PACE, Pace
from bombsight.service.present.commands import Answer, AskSingly, Command, Help, LookBack, ShowLog, ShowOdds, Unknown
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.order_lines import render_ended_orders
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View

MAX_NOTICE_LINES = 3
"""The maximum number of lines of a notice above the question; longer ones become a page."""


WHY = "why"
"""The command that explains the last roll, the only one that is run for a beat that is looked back at."""


CARDS_DELAY = 2.0
"""Seconds after which the rules are read for cards: a player reads then, and the first `why` need not wait for it."""


INTERRUPT_KEY = "ctrl+c"
"""The key that interrupts automatic answers, or the program."""


QUESTION_PLACEHOLDER = "Enter: as marked; a number or / begins an answer; ? help"
THROW_PLACEHOLDER = "a number begins what fell; / a command; ? help"
END_PLACEHOLDER = "/ begins a command; ? help"
STOP_PLACEHOLDER = "Enter goes on; / begins a command; ? help"
"""The placeholder in the empty input line, at a question, at a throw, at the end, and at a stop of the story."""


HOW_TO_DECIDE_ALL = "Enter leaves. To decide all yourself: / ask all, then / undo all."
"""The hint at the end of a game in which every question was answered automatically."""


class GameApp(HistoryDisplay):
    """The full-screen application of one game: flow, key actions and typed commands.

    Attributes:
        interrupt: The interrupt that stopped the program, or None.
        is_over: Whether the game has ended.
        group: The group that the open question is asked in, or None.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "go_back"),
        Binding("w", f"type('{WHY}')"),
        Binding("o", "odds"),
        Binding("b", "pane('boards')"),
        Binding("s", "skip"),
        Binding("backspace", "go_back"),
        Binding("l", "log"),
        Binding("slash", "open_line"),
        Binding("question_mark", "help"),
        Binding("r", "leave_throw"),
        Binding("q", "leave"),
        Binding("escape", "return"),
        Binding("pageup", "turn(-1)"),
        Binding("pagedown", "turn(1)"),
        Binding("less_than_sign", "scroll_sideways(-1)"),
        Binding("greater_than_sign", "scroll_sideways(1)"),
        Binding("left_square_bracket", "step_history(-1)"),
        Binding("right_square_bracket", "step_history(1)"),
        Binding("home", "look_at_end(False)"),
        Binding("end", "look_at_end(True)"),
        Binding(INTERRUPT_KEY, "interrupt", priority=True),
        Binding("ctrl+d", "leave", priority=True),
    ]

    def __init__(
        self,
        question_filter: QuestionFilter,
        detail: Detail = "rolls",
        pace: Pace = DEFAULT_PACE,
        *,
        plays: bool = True,
        needs_recall: bool = False,
    ) -> None:
        """Make the application of a game; the game does not run yet.

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
        self.interrupt: KeyboardInterrupt | None = None
        self.is_over = False
        self.group: QuestionGroup | None = None
        self._key_queue = KeyQueue(self._press_key)
        self._key_guard = KeyGuard()
        self.board_cursor = BoardCursor(self, lambda: self.handle_typed(""))
        self._group_key: tuple[View, Level, tuple[Order, ...]] | None = None

    def on_mount(self) -> None:
        """Install the handler of interrupts, and start the game, when the screen is ready."""
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # no main thread, no POSIX: as ever
            for number in heeded_stop_signals():
                asyncio.get_running_loop().add_signal_handler(number, self.stop_program, SignalInterrupt(number))
        self.board_pane.can_focus = True
        self.query_one(QuestionPane).focus()
        self.call_after_refresh(self.advance)
        self.set_timer(CARDS_DELAY, self.read_rules_of_cards)

    @work(thread=True, exit_on_error=False, group="cards")
    def read_rules_of_cards(self) -> None:
        """Read the rules that the cards of `why` are made of, in a worker thread, before the first is asked for."""
        self.move_runner.command_runner.thrown_cards().read_rules()

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

    def drop_keys_of_stop(self) -> None:
        """Drop the keys that wait, and those that come until none has come for a moment."""
        self._key_queue.waiting_keys.clear()
        self._key_guard.close()

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

    # --- input

    async def on_event(self, event: Event) -> None:
        """Queue key events, so that they take effect in order; interrupts overtake them."""
        if not isinstance(event, Key) or event.is_forwarded:
            await super().on_event(event)
        elif event.key == INTERRUPT_KEY:
            self._key_queue.waiting_keys.clear()
            await super().on_event(event)
        elif self._key_guard.lets_pass(event.time):
            await self._key_queue.enqueue(event)

    async def _press_key(self, key: Key) -> DOMNode | None:
        """Pass a key to the input line or the focused widget; return the widget that received it."""
        focused_widget = self.focused
        line_text = (
            focused_widget.opening_text(key.character or "") if isinstance(focused_widget, QuestionPane) else None
        )
        if line_text is not None and self.leave_history():
            return None
        if line_text and self.held is not None:
            line_text = None  # a digit is an answer, and there is no question yet
        if line_text is not None:
            self.action_open_line(line_text)
            return None
        await super().on_event(key)
        return focused_widget or self.screen

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Execute the line that was typed in the input line."""
        typed = event.value.strip()
        self.action_return()
        if typed:
            self.handle_typed(typed)

    def on_question_pane_answered(self) -> None:
        """Give the answer that is marked in the question pane, or go on from a stop; unread lines come first."""
        if self.leave_history():
            self.drop_keys_of_stop()  # a key that is held down must not answer
            return
        if self.held is not None:
            self.run_guarded(self.go_on)
        elif not self.turn_unread_page():
            self.handle_typed("")

    def on_question_pane_refused(self, event: QuestionPane.Refused) -> None:
        """Show why a key or click marks nothing."""
        self.show_refusal(event.problem)

    def on_question_pane_taken(self) -> None:
        """Mark on the boards what is taken among several."""
        if not self.is_busy and self.look is None:
            self.board_cursor.update_marks()

    def on_question_pane_to_boards(self) -> None:
        """Put the cursor on the boards."""
        if not self.is_busy and self.view is not None:
            self.board_cursor.open()

    def on_board_pane_moved(self) -> None:
        """Show what stands at the cursor on the boards."""
        self.board_cursor.show_words()

    def on_board_pane_chosen(self) -> None:
        """Answer by the piece at the cursor on the boards."""
        self.board_cursor.choose()

    def on_board_pane_left(self) -> None:
        """Go back from the boards to the list of answers."""
        self.action_return()

    def key_tab(self) -> None:
        """Complete the text in the input line."""
        line = self.query_one("#line", Input)
        if line.has_focus:
            line.action_cursor_right()

    def handle_typed(self, typed: str) -> None:
        """Execute a typed line: a command, an order, an answer, or dice; where a beat is looked back at, only `why`."""
        if self.is_busy or self.view is None or (typed != WHY and self.leave_history()):
            return
        view, group = self.view, self.question_pane.marked_group()
        self.show_notice([])
        self.move_runner.command_runner.moment = None
        if self.look is not None:  # the question is covered
            view, group = evolve(view, question=None, throw=None), None
            self.move_runner.command_runner.moment = self.shown_moment
        elif self.held is not None:  # the question is not seen yet
            view, group = evolve(view, question=None, throw=None), None
            self.move_runner.command_runner.moment = self.held.moment
        if not typed and view.throw is not None:
            self.action_open_line()
            return
        if not typed and view.outcome is not None:
            self.action_leave()
            return
        if not typed and group is None and view.question is not None:
            command: Command = Answer(
                self.question_pane.marked_index, answer_name(view.question, self.question_pane.marked_index)
            )
        else:
            command = self.move_runner.parse(typed, view, group)
        if self.held is not None and isinstance(command, Unknown):
            self.show_refusal(f"{typed}: not at a stop of the story. Enter goes on, s leads to the question.")
            return
        match command:
            case ShowOdds():
                self.action_odds()
            case ShowLog():
                self.action_log()
            case Help(topic=""):
                self.action_help()
            case LookBack(number=number):
                self.run_guarded(lambda: self.look_at_throw(number))
            case AskSingly():
                self.question_pane.set_question(view.question, None)
            case _:  # the rest: replies with lines
                self.run_guarded(lambda: self.run_command(typed, command, view))

    def run_command(self, typed: str, command: Command, view: View) -> None:
        """Execute a parsed command, and show the result.

        Raises:
            PlayerLeft: The person leaves.
            InputError: The game cannot go on.
        """
        narrator = self.move_runner.narrator
        detail, pace = narrator.detail, narrator.pace
        reply = self.move_runner.run(command, view, max(40, min(100, self.size.width - 6)))
        if narrator.detail != detail:
            self.transcript = Transcript(narrator)
            self.drawn = self.transcript.drawn
        if self.held is not None and self.view is not None and (narrator.detail, narrator.pace) != (detail, pace):
            self.transcript.update(self.view.kept, prompt_of(self.view))
            self.held = self.held.divide_rest(self.transcript.lines, narrator.pace)
        match reply:
            case RefusedReply(problem=problem):
                self.show_refusal(problem)
            case GraveAnswerReply(title=title, name=name):
                self.push_screen(
                    ConfirmDialog(title, lambda is_meant: self.give_grave_answer(name) if is_meant else None)
                )
            case LinesReply(lines=lines):
                if len(lines) > MAX_NOTICE_LINES:
                    self.push_screen(Page(typed, lambda width: lines))
                else:
                    self.show_notice(lines)
                if self.look is None:
                    self.advance()
            case _:
                assert_never(reply)

    def give_grave_answer(self, name: str) -> None:
        """Give a grave (irreversible) answer, by its name, which the player has confirmed."""

        def answer() -> None:
            """Callback of the guarded run: give the answer, and play on."""
            self.move_runner.give_answer(name)
            self.advance()

        self.run_guarded(answer)

    # --- keys

    def action_skip(self) -> None:
        """Key action: go on to the question without further stops; at a question, show the sheet."""
        self.board_cursor.close()
        if self.held is None or self.look is not None:
            self.action_pane("sheet")
        else:
            self.skip_stops(self.held)

    def action_go_back(self) -> None:
        """Key action: go back to the stop before; at the first one, and at a question, take back the last answer."""
        self.board_cursor.close()
        if not self.leave_history() and not self.go_back():
            self.action_type("undo")

    def action_step_history(self, by: int) -> None:
        """Key action: go back (-1) or forth (1) through the beats of the story."""
        if not self.is_busy and self.view is not None:
            self.run_guarded(lambda: self.step_history(by))

    def action_look_at_end(self, last: bool) -> None:
        """Key action: look back at the first beat of the story, or return from the last one to the present."""
        if self.is_busy or self.view is None:
            return
        if last:
            self.leave_history()
        else:
            history = self.look.history if self.look is not None else self.divide_history()
            self.run_guarded(lambda: self.look_at(history, 0 if history.last else -1))

    def on_question_pane_stepped(self, event: QuestionPane.Stepped) -> None:
        """Go back or forth through the story by an arrow, while a beat is looked back at."""
        self.action_step_history(event.by)

    def action_open_line(self, text: str = "") -> None:
        """Open the input line with an initial text."""
        self.leave_history()
        line = self.query_one("#line", Input)
        question = self.view.question if self.view is not None else None
        line.suggester = SuggestFromList(phrases_for(question) if question is not None else [], case_sensitive=False)
        line.value = text
        self.screen_stack[0].set_focus(line)  # at once, so that it receives the next key
        line.cursor_position = len(text)

    def action_return(self) -> None:
        """Key action: go back from the input line to the question, or from another pane to the story."""
        line = self.query_one("#line", Input)
        self.board_cursor.close()
        if self.leave_history():
            return
        if not line.has_focus and self.shown_pane != "story":
            self.action_pane("story")
        line.value = ""
        self.screen_stack[0].set_focus(self.query_one(QuestionPane))  # at once: the next key is for the question

    def action_type(self, typed: str) -> None:
        """Key action: execute a text as if it had been typed."""
        self.handle_typed(typed)

    def action_leave_throw(self) -> None:
        """Key action: let the program throw these dice."""
        if self.leave_history():
            return
        if self.view is not None and self.view.throw is not None:
            self.handle_typed("r")

    def action_odds(self) -> None:
        """Key action: show the odds of each answer on a page."""
        self.leave_history()
        if self.is_busy or self.view is None:
            return
        if self.view.question is None or self.held is not None:
            self.show_refusal("No question is open.")
            return
        group = self.question_filter.question_group()
        self.push_screen(OddsPage(self.view.question, self.question_filter.play.odds_estimator, group))

    def action_pane(self, name: str) -> None:
        """Key action: toggle between a pane and the story; on a wide screen open the pane as a page."""
        if self.is_busy or self.view is None:
            return
        self.board_cursor.close()
        sheet = self.shown_sheet
        if not self.is_wide:
            self.shown_pane = "story" if self.shown_pane == name else name
            self.draw_panes()
        elif name == "sheet":
            self.push_screen(Page("The sheet", lambda width: draw_lines(render_sheet(sheet, everything=True), width)))
        elif name == "boards":
            boards = self.shown_boards
            self.push_screen(Page("Boards", lambda width: draw_all_boards(boards, width).lines))

    def action_log(self) -> None:
        """Key action: show the whole story on a page."""
        if not self.is_busy and self.view is not None:
            title = "The story so far; `why N` takes its numbers"
            event_count = self.held.part.event_count if self.held is not None else None
            if self.look is not None:
                event_count = self.look.history.event_count(self.look.number)
            draw_log = self.transcript.make_log_drawer(event_count)
            self.push_screen(StoryPage(title, draw_log, is_slow=self.transcript.is_brief))

    def action_help(self) -> None:
        """Key action: show the keys and commands on a page."""
        self.push_screen(Page("Help", draw_key_help))

    def action_leave(self) -> None:
        """Key action: leave the game, which can be resumed."""
        self.is_over = self.view is not None and self.view.outcome is not None and self.held is None
        self.exit()

    def action_interrupt(self) -> None:
        """Key action: interrupt automatic answers, or exit the program."""
        if self.is_busy:
            self.question_filter.stop_answering()
        else:
            self.stop_program(KeyboardInterrupt())

    def stop_program(self, interrupt: KeyboardInterrupt) -> None:
        """Stop automatic answers, and exit the application; ``interrupt`` is kept for the caller."""
        if self.is_busy:
            self.question_filter.stop_answering()
        self.interrupt = interrupt
        self.exit()
