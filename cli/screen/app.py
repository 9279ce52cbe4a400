"""The screen of a game: where she is, the story, what is asked, boards and the sheet, and a line to type in."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from io import StringIO
from typing import ClassVar

from rich.console import Console
from rich.console import Group as Stack
from rich.terminal_theme import TerminalTheme
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.events import Resize
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, Static
from textual.worker import Worker, WorkerState

from bombsight.cli.play.asking import dice_prompt, phrases_for
from bombsight.cli.play.boards import board_lines
from bombsight.cli.play.commands import HELP, Commands
from bombsight.cli.play.debriefing import debriefing_lines
from bombsight.cli.play.narrating import Left, Narrator
from bombsight.cli.play.orders import ended_lines
from bombsight.cli.play.sheet import state_lines
from bombsight.cli.play.story import BAD, NEXT
from bombsight.cli.play.together import ALONE
from bombsight.cli.screen.asked import Asked
from bombsight.cli.screen.lines import Lines
from bombsight.cli.screen.pages import OddsPage, Page, Sure
from bombsight.cli.screen.told import KEPT, Told
from bombsight.cli.terminal.screen import clean, sign, words
from bombsight.cli.terminal.signals import NAMES, Stopped
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.runtime.choices import Question
from bombsight.runtime.errors import InputError
from bombsight.runtime.sources import typed_throws
from bombsight.service.answering import by_whole_name, complaint, is_grave, name_of, read_answer, title_of
from bombsight.service.answering_together import read_matrix, read_several
from bombsight.service.debriefing import Debriefing
from bombsight.service.glance import facts, where
from bombsight.service.phrases import label
from bombsight.service.steward import Steward
from bombsight.service.story import Detail
from bombsight.service.together import Group, Matrix, Several
from bombsight.service.view import View, WantedDice

WIDE = 110
"""From so many columns on story and boards stand side by side; below they are pages of one pane."""

NOTICE = 3
"""What is said in so many lines stands above the question; more is a page."""

COLOURS = TerminalTheme(
    (18, 18, 18),
    (224, 224, 224),
    [
        *((80, 80, 80), (255, 130, 130), (140, 220, 130), (240, 210, 110)),
        *((140, 180, 255), (230, 160, 230), (130, 215, 225), (224, 224, 224)),
    ],
)
"""The colours that lines name: light enough on a dark ground, also where no colours are wanted and they turn grey."""

PANES = ("story", "boards", "sheet")

CSS = """
Screen { layout: vertical; }
#head { height: auto; max-height: 3; padding: 0 1; background: $panel; }
#tabs { height: 1; padding: 0 1; }
#top { height: 1fr; min-height: 4; }
#story, #boards, #sheet { scrollbar-size-vertical: 1; padding: 0 1; background: $surface; }
#notice { height: auto; padding: 0 1; display: none; }
#question { height: auto; max-height: 60%; border-top: solid $primary; padding: 0 1; scrollbar-size-vertical: 1; }
#asked { height: auto; }
#line { height: 1; border: none; padding: 0 1; background: $panel; }
#line:focus { border: none; }
Screen.-wide #tabs { display: none; }
Screen.-wide #top { layout: horizontal; }
Screen.-wide #story { width: 1fr; }
Screen.-wide #side { width: 1fr; border-left: solid $primary; }
Screen.-wide #boards { height: auto; max-height: 75%; }
Screen.-wide #sheet { height: 1fr; min-height: 6; border-top: solid $primary; }
Screen.-narrow #side { display: none; }
Screen.-narrow #question { max-height: 55%; }
Screen.-narrow.at-boards #story, Screen.-narrow.at-sheet #story { display: none; }
Screen.-narrow.at-boards #side, Screen.-narrow.at-sheet #side { display: block; }
Screen.-narrow.at-boards #sheet, Screen.-narrow.at-sheet #boards { display: none; }
Screen.-narrow #boards, Screen.-narrow #sheet { height: 1fr; }
Page, Sure { align: center middle; }
#page { width: 100%; max-width: 106; height: 100%; max-height: 92%; border: solid $primary; background: $surface; }
#page-title, #page-foot { height: 1; padding: 0 1; }
#page-lines { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
#sure { width: auto; max-width: 70; height: auto; border: heavy $warning; background: $surface; padding: 1 2; }
#sure Static { width: auto; max-width: 64; }
"""


class GameApp(App[None]):
    """A game on a screen.

    Attributes:
        steward: Sits beside the person at the game.
        plays: Whether the person answers; else only dice are asked for.
        stop: What asked the program to stop, or None.
        failed: Why the game could not go on, or None.
        is_over: Whether the game came to its end.
    """

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - declared so by the base class
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "type('undo')", "Undo"),
        Binding("w", "type('why')", "Why"),
        Binding("o", "odds", "Odds"),
        Binding("b", "pane('boards')", "Boards"),
        Binding("s", "pane('sheet')", "Sheet"),
        Binding("l", "log", "Log"),
        Binding("slash", "open_line", "Type"),
        Binding("question_mark", "help", "Help"),
        Binding("q", "leave", "Leave"),
        Binding("escape", "rest", show=False),
        Binding("pageup", "turn(-1)", show=False),
        Binding("pagedown", "turn(1)", show=False),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+d", "end_input", show=False, priority=True),
    ]

    def __init__(self, steward: Steward, detail: Detail = "rolls", *, plays: bool = True) -> None:
        """Put a game on a screen; nothing is asked of it before it runs."""
        super().__init__()
        self.ansi_theme_dark = COLOURS
        self.title = steward.play.session.program.title
        self.steward = steward
        self.plays = plays
        self.stop: KeyboardInterrupt | None = None
        self.failed: InputError | None = None
        self.is_over = False
        self.spoken = Console(
            file=StringIO(), width=80, height=1000, record=True, markup=False, emoji=False, highlight=False
        )
        self.narrator = Narrator(steward, self.spoken, detail, plays)
        self.commands = Commands(self.narrator, complain=self.complain)
        self.told = Told(self.narrator)
        self.view: View | None = None
        self.group: Group | None = None
        self.is_busy = False
        self.pane = "story"

    # --- what is on the screen

    def compose(self) -> ComposeResult:
        """From the top: where she is, story and boards, what is asked, the line, the keys."""
        yield Static(id="head")
        yield Static(id="tabs")
        with Container(id="top"):
            yield Lines("story")
            with Vertical(id="side"):
                for name in PANES[1:]:
                    pane = VerticalScroll(Static(id=f"{name}-lines"), id=name)
                    pane.can_focus = False
                    yield pane
        yield Static(id="notice")
        question = VerticalScroll(Asked(), id="question")
        question.can_focus = False
        yield question
        yield Input(
            id="line", placeholder="a number or / begins an answer; ? help", compact=True, select_on_focus=False
        )
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Heed what asks the program to stop, and begin."""
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # no main thread, no POSIX: as ever
            for name in NAMES:
                number = getattr(signal, name, None)
                if number is not None:
                    asyncio.get_running_loop().add_signal_handler(number, self.stopped, Stopped(number))
        self.query_one(Asked).focus()
        self.call_after_refresh(self.advance)

    def on_resize(self, event: Resize) -> None:
        """Draw everything at the new size."""
        self.call_after_refresh(self.draw)

    @property
    def asked(self) -> Asked:
        """The question's part of the screen."""
        return self.screen_stack[0].query_one(Asked)

    def part(self, name: str) -> Static:
        """A part of the screen that lines are put in."""
        return self.screen_stack[0].query_one(f"#{name}", Static)

    def draw(self, *, anew: bool = True) -> None:
        """Show the game as it stands; the story anew, or what is new of it."""
        if self.view is None:
            return
        self.draw_head(self.view)
        self.draw_tabs()
        self.draw_story(anew=anew)
        self.draw_side(self.view)

    def draw_head(self, view: View) -> None:
        """Where she is: what has begun, and what stands on the sheet in a word."""
        room = max(20, self.size.width - 2)
        head = words(self.steward.play.session.program.title, "bold")
        open_ = where(self.steward.headings.open)
        between = f" {sign(NEXT, '>')} "
        while len(open_) > 1 and len(head) + sum(len(each) + len(between) for each in open_) > room:
            open_ = open_[1:]  # the innermost say best where she is
        for title in open_:
            head.append(between, "dim").append(clean(title), "yellow")
        line = Text()
        for fact in facts(view.sheet):
            text = Text().append(f"{BAD} " if fact.is_bad else "", "bold red")
            text.append(clean(f"{fact.title} "), "dim").append(clean(fact.value), "bold red" if fact.is_bad else "bold")
            if len(line) + len(text) + 3 > room:
                break
            line = Text("   ").join([line, text]) if line else text
        head.truncate(room, overflow="ellipsis")
        self.part("head").update(Stack(head, *[line] * bool(line)))

    def draw_tabs(self) -> None:
        """Which pane is seen, where there is room for one."""
        text = Text()
        for name, key in zip(PANES, ("Esc", "b", "s"), strict=True):
            shown = f"[{name.capitalize()}]" if name == self.pane else f" {name.capitalize()} "
            text.append(f"{shown}", "bold reverse" if name == self.pane else "").append(f" {key}   ", "dim")
        self.part("tabs").update(text)
        screen = self.screen_stack[0]
        for name in PANES:
            screen.set_class(name == self.pane, f"at-{name}")

    def draw_story(self, *, anew: bool = True) -> None:
        """The story at the width that there is, its end in sight; anew, or what was told the last time."""
        pane = self.screen_stack[0].query_one(Lines)
        width = min(100, max(20, (pane.scrollable_content_region.width or self.size.width - 3) - 1))
        if anew or self.told.is_whole:
            pane.put(self.told.drawn(width))
        else:
            pane.add(self.told.drawn_new(width), KEPT)

    def draw_side(self, view: View) -> None:
        """Boards and sheet."""
        is_wide = self.size.width >= WIDE
        width = max(20, (self.size.width // 2 if is_wide else self.size.width) - 4)
        try:
            boards = self.steward.play.boards()
            lines = board_lines(boards, "", width) if boards else [words("The rules declare no boards.", "dim")]
        except InputError:
            lines = []
        self.part("boards-lines").update(Stack(*lines))
        self.part("sheet-lines").update(Stack(*state_lines(view.sheet, width)))

    def say(self, lines: list[Text]) -> None:
        """Say something above the question, until the next key that does something."""
        notice = self.part("notice")
        notice.update(Stack(*lines))
        notice.display = bool(lines)

    def refuse(self, problem: str) -> None:
        """Say why something typed would not do."""
        self.say([*wrapped(words(problem, "yellow"), 0, max(20, self.size.width - 2))])

    def complain(self, error: InputError) -> None:
        """Say what is wrong with a command."""
        self.spoken.print(words(f"{error.message[:1].upper()}{error.message[1:]}.", "yellow"), soft_wrap=True)
        if error.hint:
            self.spoken.print(words(error.hint, "dim"), soft_wrap=True)

    # --- the game goes on

    def advance(self) -> None:
        """Go to where the person is wanted; what the autopilot answers on the way does not hold up the keys."""
        if any(order.is_auto for order in self.steward.orders):
            self.is_busy = True
            self.say([words("The autopilot answers. Ctrl-C ends it.", "dim")])
            self.fly()
            return
        self.guarded(self.show_view)

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
            self.guarded(self.show_view)

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

    def show_view(self) -> None:
        """Show where the game has come to."""
        view = self.view = self.steward.view()
        question, throw = view.question, view.throw
        self.group = self.steward.group() if question is not None and self.plays else None
        asked = question.prompt if question is not None else label(throw.table, throw.title) if throw else None
        over = self.told.tell(view.kept, asked)
        if question is None and throw is None and view.outcome is None:
            self.exit()
            return
        if view.outcome is not None:
            said = [words("The game is over.", "bold"), words("Enter leaves; u takes the last answer back.", "dim")]
            self.asked.put(None, None, said)
        elif throw is not None and (kept := self.commands.kept.take(throw.count, throw.sides)):
            self.steward.throw(kept)
            self.advance()
            return
        elif throw is not None:
            help = words("Type what fell; r leaves this throw to the seed", "dim")
            self.asked.put(None, None, [dice_prompt(throw, max(20, self.size.width - 4)), help])
        else:
            self.commands.kept.clear()
            self.asked.put(question, self.group)
        if ended := [*ended_lines(self.steward, max(20, self.size.width - 2))]:
            self.say(ended)
        self.pane = "story" if over else self.pane
        self.draw(anew=False)
        for told in over:
            self.debrief(told, is_last=view.outcome is not None)

    def debrief(self, told: Debriefing, *, is_last: bool) -> None:
        """Show how a mission went, and ask whether the next is flown."""

        def done(goes_on: bool | None) -> None:
            if goes_on is False:
                self.exit()

        closes = "Enter: back to the game" if is_last else "Enter: fly the next; q: leave, and go on another day"
        page = Page(told.title, lambda width: [*debriefing_lines(told, width)], closes=closes, leaves=True)
        self.push_screen(page, done)

    # --- what is typed

    def on_asked_typing(self, message: Asked.Typing) -> None:
        """Open the line with what was typed."""
        self.action_open_line(message.text)

    def action_open_line(self, text: str = "") -> None:
        """Open the line."""
        line = self.query_one("#line", Input)
        question = self.view.question if self.view is not None else None
        line.suggester = SuggestFromList(phrases_for(question) if question is not None else [], case_sensitive=False)
        line.value = text
        line.focus()
        line.cursor_position = len(text)

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

    def action_rest(self) -> None:
        """Close the line, and go back to the story."""
        line = self.query_one("#line", Input)
        if not line.has_focus and self.pane != "story":
            self.action_pane("story")
        line.value = ""
        self.query_one(Asked).focus()

    def action_type(self, typed: str) -> None:
        """Do as if this had been typed."""
        self.take(typed)

    def take(self, typed: str) -> None:
        """Take what was typed: a command, an order, an answer, or what dice show."""
        if self.is_busy or self.view is None:
            return
        self.say([])
        self.guarded(lambda: self.taken(typed, self.view))

    def taken(self, typed: str, view: View | None) -> None:
        """Do it.

        Raises:
            Left: The person leaves.
            InputError: The game cannot go on.
        """
        if view is None:
            return
        question = view.question
        self.spoken.width = max(40, min(100, self.size.width - 6))
        if question is not None:
            is_name = " " in typed and by_whole_name(question, typed) is not None
            if typed and not is_name and self.does(typed, view):
                return
            self.answer(question, typed)
        elif typed and self.does(typed, view):
            return
        elif view.throw is not None:
            self.throw(view.throw, typed)
        elif not typed:
            self.is_over = True
            self.exit()
        else:
            self.refuse("The game is over: type undo, or quit.")

    def does(self, typed: str, view: View) -> bool:
        """Do what was typed, if it is a command or an order; show what it says."""
        if typed.split()[0].lower() == "odds":
            self.action_odds()
            return True
        is_throw = view.throw is not None
        silent = is_throw and self.commands.leave_dice(typed)
        detail = self.narrator.detail
        group = self.group if self.asked.group is not None else None
        if not silent and not self.commands.do(typed, view):
            if not self.commands.give_order(view.question, typed, group):
                return False
        lines = [*Text.from_ansi(self.spoken.export_text(styles=True)).split("\n")]
        while lines and not lines[-1].plain.strip():
            lines.pop()
        if self.narrator.detail != detail:
            self.told = Told(self.narrator)
        if len(lines) > NOTICE:
            self.push_screen(Page(typed, lambda width: lines))
        else:
            self.say(lines)
        self.advance()
        return True

    def answer(self, question: Question, typed: str) -> None:
        """Answer the question, or those that are put as one."""
        group = self.asked.marked()
        if group is not None and typed.lower() == ALONE:
            self.group = None
            self.asked.put(question, None)
            return
        if group is not None:
            self.answer_group(group, typed)
            return
        read = self.asked.chosen if not typed else read_answer(question, typed)
        if isinstance(read, str):
            self.refuse(complaint(question, read, typed))
        elif is_grave(question, read):

            def done(is_meant: bool | None) -> None:
                if is_meant:
                    self.guarded(lambda: self.give(name_of(question, read)))

            self.push_screen(Sure(title_of(question, read)), done)
        else:
            self.give(name_of(question, read))

    def give(self, name: str) -> None:
        """Answer with a name, and go on."""
        self.steward.answer(name)
        self.advance()

    def answer_group(self, group: Matrix | Several, typed: str) -> None:
        """Answer questions that are put as one."""
        read = read_several(group, typed) if isinstance(group, Several) else read_matrix(group, typed)
        if isinstance(read, str):
            self.refuse(f"{read[:1].upper()}{read[1:]}.")
            return
        if isinstance(group, Several):
            done = self.steward.answer_several(group, read)
        else:
            done = self.steward.answer_rows(group, read)
        if done < len(read):
            self.say([words("What comes now has changed by that, and is asked by itself.", "dim")])
        self.advance()

    def throw(self, wanted: WantedDice, typed: str) -> None:
        """Take what real dice show."""
        if not typed:
            self.action_open_line()
            return
        read = typed_throws(typed, wanted.count, wanted.sides)
        if isinstance(read, str):
            self.refuse(f"{read[:1].upper()}{read[1:]}.")
            return
        self.commands.kept.keep(read[1:], wanted.sides)
        self.steward.throw(read[0])
        self.advance()

    # --- keys

    def action_odds(self) -> None:
        """Show what each answer leads to."""
        if self.is_busy or self.view is None:
            return
        if self.view.question is None:
            self.refuse("No question is open.")
            return
        self.push_screen(OddsPage(self.view.question, self.steward.play.weigh))

    def action_pane(self, name: str) -> None:
        """Show boards or sheet, or the story again; on a wide screen, all of the sheet on a page."""
        if self.size.width >= WIDE:
            if name == "sheet" and self.view is not None:
                sheet = self.view.sheet
                self.push_screen(Page("The sheet", lambda width: state_lines(sheet, width, everything=True)))
            elif name == "boards":
                self.take("board")
            return
        self.pane = "story" if self.pane == name else name
        self.draw_tabs()

    def action_turn(self, by: int) -> None:
        """Turn the pages of what is seen."""
        pane = self.screen_stack[0].query_one(f"#{self.pane}")
        pane.scroll_relative(y=by * max(1, pane.size.height - 1), animate=False)

    def action_log(self) -> None:
        """Show the whole story."""
        if not self.is_busy and self.view is not None:
            lines = self.commands.log_all
            self.push_screen(Page("The story so far; `why N` takes its numbers", lines, at_end=True))

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

    def action_end_input(self) -> None:
        """Leave, as when the input is closed."""
        self.action_leave()

    def stopped(self, stop: KeyboardInterrupt) -> None:
        """End the program as it was asked."""
        if self.is_busy:
            self.steward.halt()
        self.stop = stop
        self.exit()


KEYS = (
    ("Enter", "answer what is marked: first what the autopilot would answer"),
    ("arrows, pointer", "mark another answer; in a table another cell; click it again to answer"),
    ("Space", "where several may be chosen: take one, or leave it"),
    ("a number", "begins an answer in the line; Enter gives it"),
    ("/", "opens the line for words and commands; Tab completes, Esc closes it"),
    ("PgUp, PgDn, wheel", "turn the pages of the story"),
    ("u  w  o", "undo; why the last roll came about; the odds of each answer"),
    ("b  s  l", "boards; the sheet; the whole story"),
    ("q, Ctrl-C", "leave; the game is saved and can be resumed"),
)


def help_lines(width: int) -> list[Text]:
    """The keys, then what can be typed in the line."""
    lines: list[Text] = []
    for head, told in (("Keys", KEYS), ("In the line", HELP)):
        size = max(len(name) for name, _ in told)
        lines += [*[Text()] * bool(lines), words(head, "bold yellow")]
        for name, text in told:
            lines += wrapped(words(f"{name:<{size}}  ", "bold").append(text, "not bold"), 2, width)
    return lines
