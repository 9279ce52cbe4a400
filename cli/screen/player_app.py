"""The full-screen application of a player: its keys, what the widgets report, and how it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Event, Key
from textual.message import Message
from textual.widgets import Input

from bombsight.cli.play.question_input import answer_phrases
from bombsight.cli.screen.game_commands import WHY, GameCommands
from bombsight.cli.screen.key_guard import KeyGuard
from bombsight.cli.screen.key_queue import KeyQueue
from bombsight.cli.screen.pages import Page
from bombsight.cli.screen.question_pane import QuestionPane
from bombsight.cli.screen.screen_game import ScreenGame
from bombsight.cli.screen.typed_words import TypedWord, word_for_line
from bombsight.cli.terminal.signals import SignalInterrupt, heeded_stop_signals

CARDS_DELAY = 2.0
"""Seconds after which the rules are read for cards: a player reads then, and the first `why` need not wait for it."""


INTERRUPT_KEY = "ctrl+c"
"""The key that interrupts automatic answers, or the program."""


class PlayerApp(GameCommands):
    """The full-screen application of a game that a person plays.

    Attributes:
        interrupt: The interrupt that stopped the program, or None.
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

    def __init__(self, game: ScreenGame, *, needs_recall: bool = False) -> None:
        """Make the application of a game; the game does not run yet.

        Args:
            game: The game.
            needs_recall: Whether the recall of a resumed game has to be shown.
        """
        super().__init__(game, needs_recall=needs_recall)
        self.interrupt: KeyboardInterrupt | None = None
        self._key_queue = KeyQueue(self._press_key)
        self._key_guard = KeyGuard()
        self._typed_word = TypedWord()

    def on_mount(self) -> None:
        """Install the handler of interrupts, and start the game, when the screen is ready."""
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # no main thread, no POSIX: as ever
            for number in heeded_stop_signals():
                asyncio.get_running_loop().add_signal_handler(number, self.stop_program, SignalInterrupt(number))
        self.board_pane.can_focus = True
        self.query_one(QuestionPane).focus()
        self.call_after_refresh(self.start)
        self.set_timer(CARDS_DELAY, self.read_rules_of_cards)

    def start(self) -> None:
        """Begin to show the game."""
        self.advance()

    @work(thread=True, exit_on_error=False, group="cards")
    def read_rules_of_cards(self) -> None:
        """Read the rules that the cards of `why` are made of, in a worker thread, before the first is asked for."""
        self.game.read_ahead()

    def drop_keys_of_stop(self) -> None:
        """Drop the keys that wait, and those that come until none has come for a moment."""
        self._key_queue.waiting_keys.clear()
        self._key_guard.close()

    def drop_keys_of_surprise(self) -> None:
        """Drop the keys that were meant for what was there before: something appears that no key has asked for."""
        self._key_queue.waiting_keys.clear()
        self._key_guard.close(Message().time)

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
        word = self.find_typed_word(key)
        if word is not None:
            if isinstance(self.screen, Page):
                self.screen.action_close()
            self.action_open_line(word)
            return None
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

    def find_typed_word(self, key: Key) -> str | None:
        """Find the beginning of an answer or a command that a key goes on with, outside the line; None if it is a key.

        A page that the letter before has opened does not matter.
        """
        if isinstance(self.focused, Input):
            self._typed_word.letters = ""
            return None
        letters = self._typed_word.add(key.character or "", key.time)
        question = self.view.question if self.view is not None else None
        is_asked = question is not None and self.held is None and self.look is None and not self.is_busy
        is_in_sight = len(self.screen_stack) == 1 or (isinstance(self.screen, Page) and len(letters) > 1)
        if question is None or not is_asked or not is_in_sight:
            return None
        return word_for_line(letters, answer_phrases(question), self.command_phrases)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Execute the line that was typed in the input line."""
        typed = event.value.strip()
        self.action_return()
        if typed:
            self.handle_typed(typed)

    def on_question_pane_answered(self) -> None:
        """Do what Enter does in the question pane."""
        self.go_on_or_answer()

    def go_on_or_answer(self) -> None:
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

    def action_type(self, typed: str) -> None:
        """Key action: execute a text as if it had been typed."""
        self.handle_typed(typed)

    def action_leave_throw(self) -> None:
        """Key action: let the program throw these dice."""
        if self.leave_history():
            return
        if self.view is not None and self.view.throw is not None:
            self.handle_typed("r")

    def action_interrupt(self) -> None:
        """Key action: interrupt automatic answers, or exit the program."""
        if self.is_busy:
            self.game.stop_answering()
        else:
            self.stop_program(KeyboardInterrupt())

    def stop_program(self, interrupt: KeyboardInterrupt) -> None:
        """Stop automatic answers, and exit the application; ``interrupt`` is kept for the caller."""
        if self.is_busy:
            self.game.stop_answering()
        self.interrupt = interrupt
        self.exit()
