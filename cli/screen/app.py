"""A game on a screen: how it goes on, and what keys and words do."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import ClassVar, assert_never

from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Event, Key
from textual.suggester import SuggestFromList
from textual.widgets import Input
from textual.worker import Worker, WorkerState

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import NOTHING_ASKED, PlayerLeft
from bombsight.cli.play.question_input import draw_dice_prompt, phrases_for
from bombsight.cli.screen.display import END_PLACEHOLDER, QUESTION_PLACEHOLDER, THROW_PLACEHOLDER, GameDisplay
from bombsight.cli.screen.frame_lines import FULL_BOARD_WIDTH, draw_all_boards
from bombsight.cli.screen.key_queue import KeyQueue
from bombsight.cli.screen.keys import draw_key_help
from bombsight.cli.screen.move_runner import GraveAnswerReply, LinesReply, MoveRunner, RefusedReply
from bombsight.cli.screen.pages import ConfirmDialog, OddsPage, Page, StoryPage
from bombsight.cli.screen.question_pane import QuestionPane
from bombsight.cli.screen.transcript import Transcript
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.signals import SignalInterrupt, stop_signal_numbers
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.lookup.phrases import table_label
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.standing_orders import Level, Order
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.commands import Answer, AskSingly, Command, Help, ShowLog, ShowOdds
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.debriefing_lines import render_debriefing, render_recall
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.order_lines import render_ended_orders
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View

MAX_NOTICE_LINES = 3
"""What is said in so many lines stands above the question; more is a page."""


INTERRUPT_KEY = "ctrl+c"
"""The key that ends what runs by itself, or the program."""


HOW_TO_DECIDE_ALL = "Enter leaves. To decide all yourself: / ask all, then / undo all."
"""What can be done at the end of a game in which nothing was asked."""


class GameApp(GameDisplay):
    """A game on a screen.

    Attributes:
        move_runner: Does what is typed.
        interrupt: What asked the program to stop, or None.
        failure: Why the game could not go on, or None.
        is_over: Whether the game came to its end.
        group: What the question is put as one with, or None.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "type('undo')"),
        Binding("w", "type('why')"),
        Binding("o", "odds"),
        Binding("b", "pane('boards')"),
        Binding("s", "pane('sheet')"),
        Binding("l", "log"),
        Binding("slash", "open_line"),
        Binding("question_mark", "help"),
        Binding("r", "leave_throw"),
        Binding("q", "leave"),
        Binding("escape", "rest"),
        Binding("pageup", "turn(-1)"),
        Binding("pagedown", "turn(1)"),
        Binding("less_than_sign", "aside(-1)"),
        Binding("greater_than_sign", "aside(1)"),
        Binding(INTERRUPT_KEY, "interrupt", priority=True),
        Binding("ctrl+d", "leave", priority=True),
    ]

    def __init__(
        self,
        question_filter: QuestionFilter,
        detail: Detail = "rolls",
        *,
        plays: bool = True,
        needs_recall: bool = False,
    ) -> None:
        """Put a game on a screen; nothing is asked of it before it runs.

        Args:
            question_filter: Sits beside the person at the game.
            detail: How much of the story is told.
            plays: Whether the person answers; else only dice are asked for.
            needs_recall: Whether it is taken up again, and where one was is to be told.
        """
        self.move_runner = MoveRunner(question_filter, detail, plays)
        super().__init__(question_filter, Transcript(self.move_runner.narrator))
        self.plays = plays
        self.needs_recall = needs_recall
        self.interrupt: KeyboardInterrupt | None = None
        self.failure: InputError | None = None
        self.is_over = False
        self.group: QuestionGroup | None = None
        self._key_queue = KeyQueue(self._press_key)
        self._group_key: tuple[View, Level, tuple[Order, ...]] | None = None

    def on_mount(self) -> None:
        """Heed what asks the program to stop, and begin."""
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # no main thread, no POSIX: as ever
            for number in stop_signal_numbers():
                asyncio.get_running_loop().add_signal_handler(number, self.stop_program, SignalInterrupt(number))
        self.query_one(QuestionPane).focus()
        self.call_after_refresh(self.advance)

    # --- the game goes on

    def advance(self) -> None:
        """Go to where the person is wanted; what the autopilot answers on the way does not hold up the keys."""
        if any(order.is_auto for order in self.question_filter.orders):
            self.is_busy = True
            self.show_notice([styled_text("The autopilot answers. Ctrl-C ends it.", "dim")])
            self.run_autopilot()
            return
        self.run_guarded(self.show_position)

    @work(thread=True, exclusive=True, exit_on_error=False, group="fly")
    def run_autopilot(self) -> None:
        """Let the autopilot answer."""
        self.question_filter.view()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The autopilot is through, or the game cannot go on."""
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

    def run_guarded(self, action: Callable[[], None]) -> None:
        """Do something with the game; where it cannot go on it is left, and nothing of it is lost."""
        try:
            action()
        except InputError as error:
            self.leave_failed(error)
        except PlayerLeft:
            self.exit()

    def leave_failed(self, error: InputError) -> None:
        """Leave a game that cannot go on."""
        self.failure = error
        self.exit()

    def show_position(self) -> None:
        """Show where the game has come to."""
        view = self.question_filter.view()
        if view.question is None and view.throw is None and view.outcome is None:
            self.exit()
            return
        if view.throw is not None and self.move_runner.throw_typed_dice(view.throw):
            self.advance()
            return
        is_shown, previous_group = view is self.view and bool(self.transcript.lines), self.group
        self.view = view
        debriefings = (
            []
            if is_shown
            else self.transcript.update(
                view.kept, prompt_of(view), offers_again=view.question is not None and view.question.offer
            )
        )
        if ended_lines := draw_lines(render_ended_orders(self.question_filter.pop_ended_orders()), self.line_width):
            self.show_notice(ended_lines)
        if debriefings:
            self.shown_pane = "story"
            for debriefing in debriefings:
                self.show_debriefing(debriefing, is_last=view.outcome is not None)
            return
        if is_shown and self.find_group(view) is previous_group:
            return  # a command has shown something, and what is marked stays
        self.show_game()
        self.show_recall(view)

    def show_game(self) -> None:
        """Put what is asked, and show the game as it stands."""
        if self.view is not None:
            self.find_group(self.view)
            self.show_request(self.view)
            self.draw_game()

    def find_group(self, view: View) -> QuestionGroup | None:
        """What the question is put as one with; it is found by playing on aside, which takes a while in a long game."""
        key = (view, self.question_filter.level, tuple(self.question_filter.orders))
        if self._group_key is None or self._group_key[0] is not view or self._group_key[1:] != key[1:]:
            self._group_key = key
            self.group = self.question_filter.question_group() if view.question is not None and self.plays else None
        return self.group

    def show_request(self, view: View) -> None:
        """Put what is asked."""
        line = self.query_one("#line", Input)
        line.placeholder = (
            QUESTION_PLACEHOLDER
            if view.question is not None
            else THROW_PLACEHOLDER
            if view.throw is not None
            else END_PLACEHOLDER
        )
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
            messages = [
                styled_text("The game is over.", "bold"),
                styled_text("Enter leaves; u takes the last answer back.", "dim"),
            ]
            if self.question_filter.has_asked_nothing:
                messages[1:] = [styled_text(NOTHING_ASKED, "yellow"), styled_text(HOW_TO_DECIDE_ALL, "dim")]
            self.question_pane.set_question(None, None, messages)

    def show_recall(self, view: View) -> None:
        """Show where one was, once, where a game is taken up again."""
        if self.needs_recall and view.outcome is None and self.transcript.lines:
            lines = [*self.transcript.lines]
            notes = [styled_text(text, "yellow") for text in self.move_runner.question_filter.play.session.notes]

            def draw_recall(width: int) -> list[Text]:
                noted = [line for text in notes for line in (*wrap_text(text, 0, width), Text())]
                return [*noted, *draw_lines(render_recall(lines, view.sheet), width)]

            self.push_screen(Page("", draw_recall, close_hint="Enter or Esc: go on"))
        self.needs_recall = False

    def show_debriefing(self, debriefing: Debriefing, *, is_last: bool) -> None:
        """Show how a mission went, and ask whether the next is flown; what came of it is shown as that is closed."""

        def on_closed(goes_on: bool | None) -> None:
            if goes_on is False:
                self.exit()

        closes = "Enter: back to the game" if is_last else "Enter: fly the next; q: leave, and go on another day"
        page = Page(
            "",
            lambda width: draw_lines(render_debriefing(debriefing), width),
            close_hint=closes,
            can_leave=True,
            before_close=lambda: self.run_guarded(self.show_game),
        )
        self.push_screen(page, on_closed)

    # --- what is typed

    async def on_event(self, event: Event) -> None:
        """Take keys one after another: several may come at once. What interrupts overtakes all of them."""
        if not isinstance(event, Key) or event.is_forwarded:
            await super().on_event(event)
        elif event.key == INTERRUPT_KEY:
            self._key_queue.waiting_keys.clear()
            await super().on_event(event)
        else:
            await self._key_queue.enqueue(event)

    async def _press_key(self, key: Key) -> DOMNode | None:
        """Open the line by a key that begins one; what any other is handed to."""
        focused_widget = self.focused
        line_text = (
            focused_widget.opening_text(key.character or "") if isinstance(focused_widget, QuestionPane) else None
        )
        if line_text is not None:
            self.action_open_line(line_text)
            return None
        await super().on_event(key)
        return focused_widget or self.screen

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        typed = event.value.strip()
        self.action_rest()
        if typed:
            self.handle_typed(typed)

    def on_question_pane_answered(self) -> None:
        """Enter alone."""
        self.handle_typed("")

    def key_tab(self) -> None:
        """Complete what is being typed."""
        line = self.query_one("#line", Input)
        if line.has_focus:
            line.action_cursor_right()

    def handle_typed(self, typed: str) -> None:
        """Take what was typed: a command, an order, an answer, or what dice show."""
        if self.is_busy or self.view is None:
            return
        view, group = self.view, self.question_pane.marked_group()
        self.show_notice([])
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
        match command:
            case ShowOdds():
                self.action_odds()
            case ShowLog():
                self.action_log()
            case Help(topic=""):
                self.action_help()
            case AskSingly():
                self.question_pane.set_question(view.question, None)
            case _:  # the rest: what the game does, and says in lines
                self.run_guarded(lambda: self.run_command(typed, command, view))

    def run_command(self, typed: str, command: Command, view: View) -> None:
        """Carry out a command that was typed so, and show what comes of it.

        Raises:
            Left: The person leaves.
            InputError: The game cannot go on.
        """
        detail = self.move_runner.narrator.detail
        reply = self.move_runner.run(command, view, max(40, min(100, self.size.width - 6)))
        if self.move_runner.narrator.detail != detail:
            self.transcript = Transcript(self.move_runner.narrator)
        match reply:
            case RefusedReply(problem=problem):
                self.show_refusal(problem)
            case GraveAnswerReply(title=title, name=name):
                self.push_screen(
                    ConfirmDialog(title), lambda is_meant: self.give_grave_answer(name) if is_meant else None
                )
            case LinesReply(lines=lines):
                if len(lines) > MAX_NOTICE_LINES:
                    self.push_screen(Page(typed, lambda width: lines))
                else:
                    self.show_notice(lines)
                self.advance()
            case _:
                assert_never(reply)

    def give_grave_answer(self, name: str) -> None:
        """Give a grave answer that is meant."""

        def answer() -> None:
            self.move_runner.give_answer(name)
            self.advance()

        self.run_guarded(answer)

    # --- keys

    def action_open_line(self, text: str = "") -> None:
        """Open the line."""
        line = self.query_one("#line", Input)
        question = self.view.question if self.view is not None else None
        line.suggester = SuggestFromList(phrases_for(question) if question is not None else [], case_sensitive=False)
        line.value = text
        self.screen_stack[0].set_focus(line)  # at once, so that what is typed next stands in it
        line.cursor_position = len(text)

    def action_rest(self) -> None:
        """Close the line, or go back to the story."""
        line = self.query_one("#line", Input)
        if not line.has_focus and self.shown_pane != "story":
            self.action_pane("story")
        line.value = ""
        self.screen_stack[0].set_focus(self.query_one(QuestionPane))  # at once: the next key is for what is asked

    def action_type(self, typed: str) -> None:
        """Do as if this had been typed."""
        self.handle_typed(typed)

    def action_leave_throw(self) -> None:
        """Leave a throw of dice by hand to the seed."""
        if self.view is not None and self.view.throw is not None:
            self.handle_typed("r")

    def action_odds(self) -> None:
        """Show what each answer leads to."""
        if self.is_busy or self.view is None:
            return
        if self.view.question is None:
            self.show_refusal("No question is open.")
            return
        self.push_screen(OddsPage(self.view.question, self.question_filter.play.odds_estimator))

    def action_pane(self, name: str) -> None:
        """Show boards or sheet, or the story again; on a wide screen all of them on a page."""
        if self.is_busy or self.view is None:
            return
        view = self.view
        if not self.is_wide:
            self.shown_pane = "story" if self.shown_pane == name else name
            self.draw_panes(view)
        elif name == "sheet":
            self.push_screen(
                Page("The sheet", lambda width: draw_lines(render_sheet(view.sheet, everything=True), width))
            )
        elif name == "boards":
            self.push_screen(
                Page("Boards", lambda width: draw_all_boards(self.question_filter.play, max(width, FULL_BOARD_WIDTH)))
            )

    def action_log(self) -> None:
        """Show the whole story."""
        if not self.is_busy and self.view is not None:
            title = "The story so far; `why N` takes its numbers"
            self.push_screen(StoryPage(title, self.transcript.make_log_drawer(), is_slow=self.transcript.is_brief))

    def action_help(self) -> None:
        """Show keys, and what can be typed."""
        self.push_screen(Page("Help", draw_key_help))

    def action_leave(self) -> None:
        """Leave; the game can be taken up again."""
        self.is_over = self.view is not None and self.view.outcome is not None
        self.exit()

    def action_interrupt(self) -> None:
        """End what runs by itself, or the program."""
        if self.is_busy:
            self.question_filter.stop_answering()
        else:
            self.stop_program(KeyboardInterrupt())

    def stop_program(self, interrupt: KeyboardInterrupt) -> None:
        """End the program as it was asked."""
        if self.is_busy:
            self.question_filter.stop_answering()
        self.interrupt = interrupt
        self.exit()


def prompt_of(view: View) -> str | None:
    """What the story's last headings are told of; None where nothing is awaited."""
    if view.question is not None:
        return view.question.prompt
    return table_label(view.throw.table, view.throw.title) if view.throw is not None else None
