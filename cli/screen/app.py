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
from bombsight.cli.play.asking import dice_prompt, phrases_for
from bombsight.cli.play.narrating import UNASKED, Left
from bombsight.cli.screen.canvas import ANSWER, OVER, THROW, Canvas
from bombsight.cli.screen.drawing import LARGEST, all_boards
from bombsight.cli.screen.key_queue import KeyQueue
from bombsight.cli.screen.keys import help_lines
from bombsight.cli.screen.moves import Doubtful, Moves, Refused, Said
from bombsight.cli.screen.pages import OddsPage, Page, StoryPage, Sure
from bombsight.cli.screen.question_pane import Asked
from bombsight.cli.screen.transcript import Told
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import words
from bombsight.cli.terminal.signals import Stopped, heeded
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.lookup.phrases import label
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.standing_orders import Level, Order
from bombsight.service.present.answers import name_of
from bombsight.service.present.commands import Answer, AskSingly, Command, Help, ShowLog, ShowOdds
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.debriefing_lines import recall, render_debriefing
from bombsight.service.present.joint_questions import Group
from bombsight.service.present.order_lines import render_ended
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View

NOTICE = 3
"""What is said in so many lines stands above the question; more is a page."""


INTERRUPT = "ctrl+c"
"""The key that ends what runs by itself, or the program."""


PUT_ALL = "Enter leaves. To decide all yourself: / ask all, then / undo all."
"""What can be done at the end of a game in which nothing was asked."""


class GameApp(Canvas):
    """A game on a screen.

    Attributes:
        moves: Does what is typed.
        stop: What asked the program to stop, or None.
        failed: Why the game could not go on, or None.
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
        Binding(INTERRUPT, "interrupt", priority=True),
        Binding("ctrl+d", "leave", priority=True),
    ]

    def __init__(
        self, steward: QuestionFilter, detail: Detail = "rolls", *, plays: bool = True, recall: bool = False
    ) -> None:
        """Put a game on a screen; nothing is asked of it before it runs.

        Args:
            steward: Sits beside the person at the game.
            detail: How much of the story is told.
            plays: Whether the person answers; else only dice are asked for.
            recall: Whether it is taken up again, and where one was is to be told.
        """
        self.moves = Moves(steward, detail, plays)
        super().__init__(steward, Told(self.moves.narrator))
        self.plays = plays
        self.recall = recall
        self.stop: KeyboardInterrupt | None = None
        self.failed: InputError | None = None
        self.is_over = False
        self.group: Group | None = None
        self._keys = KeyQueue(self._press)
        self._asked: tuple[View, Level, tuple[Order, ...]] | None = None

    def on_mount(self) -> None:
        """Heed what asks the program to stop, and begin."""
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # no main thread, no POSIX: as ever
            for number in heeded():
                asyncio.get_running_loop().add_signal_handler(number, self.stopped, Stopped(number))
        self.query_one(Asked).focus()
        self.call_after_refresh(self.advance)

    # --- the game goes on

    def advance(self) -> None:
        """Go to where the person is wanted; what the autopilot answers on the way does not hold up the keys."""
        if any(order.is_auto for order in self.steward.orders):
            self.is_busy = True
            self.say([words("The autopilot answers. Ctrl-C ends it.", "dim")])
            self.fly()
            return
        self.guarded(self.look)

    @work(thread=True, exclusive=True, exit_on_error=False, group="fly")
    def fly(self) -> None:
        """Let the autopilot answer."""
        self.steward.view()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The autopilot is through, or the game cannot go on."""
        if event.worker.group != "fly" or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return
        self.is_busy = False
        if isinstance(event.worker.error, InputError):
            self.fail(event.worker.error)
        elif event.worker.error is not None:
            raise event.worker.error
        else:
            self.say([])
            self.guarded(self.look)

    def guarded(self, move: Callable[[], None]) -> None:
        """Do something with the game; where it cannot go on it is left, and nothing of it is lost."""
        try:
            move()
        except InputError as error:
            self.fail(error)
        except Left:
            self.exit()

    def fail(self, error: InputError) -> None:
        """Leave a game that cannot go on."""
        self.failed = error
        self.exit()

    def look(self) -> None:
        """Show where the game has come to."""
        view = self.steward.view()
        if view.question is None and view.throw is None and view.outcome is None:
            self.exit()
            return
        if view.throw is not None and self.moves.thrown_before(view.throw):
            self.advance()
            return
        is_told, before = view is self.view and bool(self.told.lines), self.group
        self.view = view
        over = (
            []
            if is_told
            else self.told.tell(
                view.kept, asked_of(view), offers_again=view.question is not None and view.question.offer
            )
        )
        if ended := draw_lines(render_ended(self.steward.take_ended()), self.room):
            self.say(ended)
        if over:
            self.pane = "story"
            for told in over:
                self.debrief(told, is_last=view.outcome is not None)
            return
        if is_told and self.group_of(view) is before:
            return  # a command has shown something, and what is marked stays
        self.show()
        self.remind(view)

    def show(self) -> None:
        """Put what is asked, and show the game as it stands."""
        if self.view is not None:
            self.group_of(self.view)
            self.put(self.view)
            self.draw()

    def group_of(self, view: View) -> Group | None:
        """What the question is put as one with; it is found by playing on aside, which takes a while in a long game."""
        asked = (view, self.steward.level, tuple(self.steward.orders))
        if self._asked is None or self._asked[0] is not view or self._asked[1:] != asked[1:]:
            self._asked = asked
            self.group = self.steward.group() if view.question is not None and self.plays else None
        return self.group

    def put(self, view: View) -> None:
        """Put what is asked."""
        line = self.query_one("#line", Input)
        line.placeholder = ANSWER if view.question is not None else THROW if view.throw is not None else OVER
        if view.question is not None:
            self.moves.commands.kept.clear()
            self.asked.ask(view.question, self.group)
        elif view.throw is not None:
            help = words(
                f"Type what {'was drawn' if view.throw.members else 'fell'}; r leaves this throw to the seed", "dim"
            )
            self.asked.ask(None, None, [*dice_prompt(view.throw, self.room - 2).split("\n"), help])
        else:
            said = [words("The game is over.", "bold"), words("Enter leaves; u takes the last answer back.", "dim")]
            if self.steward.asked_nothing:
                said[1:] = [words(UNASKED, "yellow"), words(PUT_ALL, "dim")]
            self.asked.ask(None, None, said)

    def remind(self, view: View) -> None:
        """Show where one was, once, where a game is taken up again."""
        if self.recall and view.outcome is None and self.told.lines:
            lines = [*self.told.lines]
            notes = [words(text, "yellow") for text in self.moves.steward.play.session.notes]

            def shown(width: int) -> list[Text]:
                noted = [line for text in notes for line in (*wrapped(text, 0, width), Text())]
                return [*noted, *draw_lines(recall(lines, view.sheet), width)]

            self.push_screen(Page("", shown, closes="Enter or Esc: go on"))
        self.recall = False

    def debrief(self, told: Debriefing, *, is_last: bool) -> None:
        """Show how a mission went, and ask whether the next is flown; what came of it is shown as that is closed."""

        def done(goes_on: bool | None) -> None:
            if goes_on is False:
                self.exit()

        closes = "Enter: back to the game" if is_last else "Enter: fly the next; q: leave, and go on another day"
        page = Page(
            "",
            lambda width: draw_lines(render_debriefing(told), width),
            closes=closes,
            leaves=True,
            behind=lambda: self.guarded(self.show),
        )
        self.push_screen(page, done)

    # --- what is typed

    async def on_event(self, event: Event) -> None:
        """Take keys one after another: several may come at once. What interrupts overtakes all of them."""
        if not isinstance(event, Key) or event.is_forwarded:
            await super().on_event(event)
        elif event.key == INTERRUPT:
            self._keys.waiting.clear()
            await super().on_event(event)
        else:
            await self._keys.take(event)

    async def _press(self, key: Key) -> DOMNode | None:
        """Open the line by a key that begins one; what any other is handed to."""
        asked = self.focused
        begun = asked.begun_by(key.character or "") if isinstance(asked, Asked) else None
        if begun is not None:
            self.action_open_line(begun)
            return None
        await super().on_event(key)
        return asked or self.screen

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        typed = event.value.strip()
        self.action_rest()
        if typed:
            self.take(typed)

    def on_asked_answered(self) -> None:
        """Enter alone."""
        self.take("")

    def key_tab(self) -> None:
        """Complete what is being typed."""
        line = self.query_one("#line", Input)
        if line.has_focus:
            line.action_cursor_right()

    def take(self, typed: str) -> None:
        """Take what was typed: a command, an order, an answer, or what dice show."""
        if self.is_busy or self.view is None:
            return
        view, group = self.view, self.asked.marked()
        self.say([])
        if not typed and view.throw is not None:
            self.action_open_line()
            return
        if not typed and view.outcome is not None:
            self.action_leave()
            return
        if not typed and group is None and view.question is not None:
            command: Command = Answer(self.asked.chosen, name_of(view.question, self.asked.chosen))
        else:
            command = self.moves.parse(typed, view, group)
        match command:
            case ShowOdds():
                self.action_odds()
            case ShowLog():
                self.action_log()
            case Help(topic=""):
                self.action_help()
            case AskSingly():
                self.asked.ask(view.question, None)
            case _:  # the rest: what the game does, and says in lines
                self.guarded(lambda: self.move(typed, command, view))

    def move(self, typed: str, command: Command, view: View) -> None:
        """Carry out a command that was typed so, and show what comes of it.

        Raises:
            Left: The person leaves.
            InputError: The game cannot go on.
        """
        detail = self.moves.narrator.detail
        reply = self.moves.take(command, view, max(40, min(100, self.size.width - 6)))
        if self.moves.narrator.detail != detail:
            self.told = Told(self.moves.narrator)
        match reply:
            case Refused(problem=problem):
                self.refuse(problem)
            case Doubtful(title=title, name=name):
                self.push_screen(Sure(title), lambda is_meant: self.mean(name) if is_meant else None)
            case Said(lines=lines):
                if len(lines) > NOTICE:
                    self.push_screen(Page(typed, lambda width: lines))
                else:
                    self.say(lines)
                self.advance()
            case _:
                assert_never(reply)

    def mean(self, name: str) -> None:
        """Give a grave answer that is meant."""

        def answer() -> None:
            self.moves.answer(name)
            self.advance()

        self.guarded(answer)

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
        if not line.has_focus and self.pane != "story":
            self.action_pane("story")
        line.value = ""
        self.screen_stack[0].set_focus(self.query_one(Asked))  # at once: the next key is for what is asked

    def action_type(self, typed: str) -> None:
        """Do as if this had been typed."""
        self.take(typed)

    def action_leave_throw(self) -> None:
        """Leave a throw of dice by hand to the seed."""
        if self.view is not None and self.view.throw is not None:
            self.take("r")

    def action_odds(self) -> None:
        """Show what each answer leads to."""
        if self.is_busy or self.view is None:
            return
        if self.view.question is None:
            self.refuse("No question is open.")
            return
        self.push_screen(OddsPage(self.view.question, self.steward.play.weigh))

    def action_pane(self, name: str) -> None:
        """Show boards or sheet, or the story again; on a wide screen all of them on a page."""
        if self.is_busy or self.view is None:
            return
        view = self.view
        if not self.is_wide:
            self.pane = "story" if self.pane == name else name
            self.draw_panes(view)
        elif name == "sheet":
            self.push_screen(
                Page("The sheet", lambda width: draw_lines(render_sheet(view.sheet, everything=True), width))
            )
        elif name == "boards":
            self.push_screen(Page("Boards", lambda width: all_boards(self.steward.play, max(width, LARGEST))))

    def action_log(self) -> None:
        """Show the whole story."""
        if not self.is_busy and self.view is not None:
            title = "The story so far; `why N` takes its numbers"
            self.push_screen(StoryPage(title, self.told.log(), is_slow=self.told.is_brief))

    def action_help(self) -> None:
        """Show keys, and what can be typed."""
        self.push_screen(Page("Help", help_lines))

    def action_leave(self) -> None:
        """Leave; the game can be taken up again."""
        self.is_over = self.view is not None and self.view.outcome is not None
        self.exit()

    def action_interrupt(self) -> None:
        """End what runs by itself, or the program."""
        if self.is_busy:
            self.steward.halt()
        else:
            self.stopped(KeyboardInterrupt())

    def stopped(self, stop: KeyboardInterrupt) -> None:
        """End the program as it was asked."""
        if self.is_busy:
            self.steward.halt()
        self.stop = stop
        self.exit()


def asked_of(view: View) -> str | None:
    """What the story's last headings are told of; None where nothing is awaited."""
    if view.question is not None:
        return view.question.prompt
    return label(view.throw.table, view.throw.title) if view.throw is not None else None
