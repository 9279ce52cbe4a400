"""The execution of play commands and standing orders at a terminal.

Front ends with their own way of asking use it, too, with a console of their own for the output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, assert_never

from attrs import define, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.boards import draw_boards
from bombsight.cli.play.help import show_help
from bombsight.cli.play.naming import draw_names
from bombsight.cli.play.narrator import Narrator, PlayerLeft
from bombsight.cli.play.paging import is_attended, show_paged
from bombsight.cli.play.past_boards import draw_boards_at_throw, mark_since_decision
from bombsight.cli.play.saving import save_game
from bombsight.cli.play.story import draw_log
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import print_lines, show_error, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import View as EventView
from bombsight.service.common import sentences
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.past_state import Moment
from bombsight.service.play.play import Play
from bombsight.service.play.typed_dice import TypedDiceQueue
from bombsight.service.present import commands
from bombsight.service.present.beats import describe_pace, remember_pace
from bombsight.service.present.commands import Beside, GiveOrder, Invalid
from bombsight.service.present.explanation import explain_session
from bombsight.service.present.lines import Line
from bombsight.service.present.order_lines import (
    ALL_TAKEN_BACK,
    refuse_level,
    refuse_order_number,
    render_given_order,
    render_level,
    render_orders,
    render_taken_back_order,
)
from bombsight.service.present.pages import help_lines, luck
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import StoryLine, describe_detail
from bombsight.service.present.undo import plan_undo
from bombsight.service.present.view import View

if TYPE_CHECKING:  # cards load much that a game seldom needs
    from bombsight.cli.play.thrown_cards import ThrownCards

QUESTION_HEIGHT = 8
"""The lines kept free for the question below a long list."""


@define
class CommandRunner:
    """Executes the commands and standing orders that a player types at a terminal.

    Attributes:
        narrator: The narrator of the game, whose detail a command can change.
        typed_dice: The queue of dice typed ahead.
        report_error: Prints the error of a command.
        moment: The past moment that commands refer to: the end of a mission, while play waits at a question of the
            next; None for now.
    """

    narrator: Narrator
    typed_dice: TypedDiceQueue = field(factory=TypedDiceQueue)
    report_error: Callable[[InputError], None] = show_error
    moment: Moment | None = None
    _thrown_cards: ThrownCards | None = None

    @property
    def question_filter(self) -> QuestionFilter:
        """The filter that answers questions by standing orders (automatic answers) and level of asking."""
        return self.narrator.question_filter

    @property
    def play(self) -> Play:
        """The game in play."""
        return self.narrator.play

    @property
    def out(self) -> Console:
        """The console for output."""
        return self.narrator.out

    @property
    def width(self) -> int:
        """The maximum width in columns of a line."""
        return self.narrator.width

    def show_texts(self, lines: Iterable[Text]) -> None:
        """Print lines of styled text."""
        print_lines(self.out, lines)

    def show_lines(self, *lines: Line) -> None:
        """Print lines at the width of the screen."""
        self.show_texts(draw_lines(lines, self.width))

    def show_in_pages(self, lines: Iterable[Text]) -> None:
        """Print lines page by page, to leave room for the question that follows.

        Raises:
            InputEnded: The input has ended.
        """
        show_paged(self.out, [*lines], QUESTION_HEIGHT)

    def _show_captured(self, draw: Callable[[], None]) -> None:
        """Print what a function draws on a console, page by page at a terminal.

        Raises:
            InputError: The drawing fails.
            InputEnded: The input has ended.
        """
        if not is_attended(self.out):
            draw()
            return
        with self.out.capture() as drawn:
            draw()
        self.show_in_pages(Text.from_ansi(drawn.get().rstrip("\n")).split("\n", allow_blank=True))

    def show_refusal(self, invalid: Invalid) -> None:
        """Print why typed input is invalid, and the usage of a similar command."""
        usage = wrap_text(styled_text(invalid.usage, "dim"), 0, self.width) if invalid.usage else ()
        self.show_texts([*wrap_text(styled_text(invalid.problem, "yellow"), 0, self.width), *usage, Text()])

    def run(self, command: Beside, view: View) -> None:
        """Execute a command; print the error if it fails, without ending the game.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        try:
            self._dispatch(command, view)
        except InputError as error:
            self.report_error(error)

    def _dispatch(self, command: Beside, view: View) -> None:
        """Execute a command by its class.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
            InputError: The command fails.
        """
        match command:
            case (
                commands.Undo()
                | commands.UndoTo()
                | commands.UndoAll()
                | commands.UndoBeat()
                | commands.ShowDecisions()
            ):
                self._undo(command)
            case commands.Quit():
                raise PlayerLeft
            case commands.Why(which=which):
                play, views = self.play, self._shown_events()
                lines = explain_session(play.session, views, which, view.question, play.phrases)
                self.show_in_pages([*draw_lines(lines, self.width), *self.thrown_cards().draw(views, which, self.out)])
            case commands.ShowOdds(runs=runs, everything=everything):
                self._show_odds(runs, everything=everything)
            case commands.ShowLuck():
                self.show_lines(*luck(self.play, self.moment.event_count if self.moment is not None else None))
            case commands.ShowOrders():
                self.show_lines(*render_orders(self.question_filter.orders))
            case commands.TakeBackOrder(which=which):
                self._take_back_order(which)
            case commands.SetLevel(level=None, word=word) if word:
                self.show_lines(refuse_level())
            case commands.SetLevel(level=level):
                if level is not None:
                    self.question_filter.set_level(level)
                self.show_lines(render_level(self.question_filter.level))
            case commands.ShowLog(lines=count):
                log = self.draw_whole_log(self.width)
                self.show_in_pages(log if count is None else log[-count:])
            case commands.SetDetail(detail=detail):
                self.narrator.set_detail(detail or self.narrator.detail)
                self.show_texts([styled_text(describe_detail(self.narrator.detail), "yellow")])
            case commands.SetPace(pace=pace):
                if pace is not None:
                    self.narrator.pace = pace
                    remember_pace(pace)
                self.show_texts([styled_text(describe_pace(self.narrator.pace), "yellow")])
            case commands.ShowSheet(everything=everything):
                sheet = view.sheet if self.moment is None else self.moment.sheet
                self.show_in_pages(draw_lines(render_sheet(sheet, everything=everything), self.width))
            case commands.ShowBoards(name=name):
                self.show_in_pages(draw_boards(self._marked_boards(), name, self.width))
            case commands.LookBack(number=number):
                self._look_back(number)
            case commands.ShowTable(name=name):
                self._show_table(name)
            case commands.ShowNames():
                self.show_texts(draw_names(self.play.named_things()))
            case commands.Rename(text=text):
                renamed = self.play.rename(text)
                self.show_texts([styled_text(f"{renamed.what}: {renamed.name}.")])
            case commands.Save(path=path):
                self.show_texts([save_game(self.play, path)])
            case commands.SetDice(by_hand=by_hand):
                self.typed_dice.clear()
                self.play.throw_by_hand(by_hand)
                self.show_texts(
                    [styled_text("You throw from here on." if by_hand else "The seed throws from here on.")]
                )
            case commands.Help(topic=""):
                self.show_in_pages(draw_lines(help_lines(), self.width))
            case commands.Help(topic=topic):
                self._show_captured(lambda: show_help(self.play, topic, self.out, self.width))
            case _:
                assert_never(command)

    def _current_boards(self) -> Sequence[BoardShown]:
        """The boards in the present state, or in the past one that the player looks at.

        Raises:
            InputError: The game cannot go on.
        """
        return self.play.boards() if self.moment is None else self.moment.boards

    def thrown_cards(self) -> ThrownCards:
        """The cards of the tables of throws; what draws them is loaded when first asked for."""
        if self._thrown_cards is None:
            from bombsight.cli.play.thrown_cards import ThrownCards

            self._thrown_cards = ThrownCards.of_game(self.play)
        return self._thrown_cards

    def _marked_boards(self) -> Sequence[BoardShown]:
        """The current boards, with what has changed since the player's last decision.

        Raises:
            InputError: The game cannot go on.
        """
        event_count = self.play.session.event_count if self.moment is None else self.moment.event_count
        return mark_since_decision(self.play.session, self._current_boards(), event_count)

    def _look_back(self, number: int) -> None:
        """Print the boards as they stood at a throw, by its number as in the log, and what had changed there.

        Raises:
            InputError: There is no such throw, or there are no boards.
            InputEnded: The input has ended.
        """
        events, boards = self._shown_events(), self._current_boards()
        self.show_in_pages(
            draw_boards_at_throw(self.play.session, events, self._tell_as_shown(), number, boards, self.width)
        )

    def _undo(self, command: commands.UndoCommand) -> None:
        """Undo the decisions that a command names, and print which; or list those that can be undone."""
        plan = plan_undo(self.play, command)
        self.show_lines(*plan.lines)
        if plan.count:
            self.typed_dice.clear()
            self.question_filter.undo(plan.count)

    def _take_back_order(self, which: str) -> None:
        """Cancel the standing order (automatic answer) with a number, or all orders if ``which`` is empty."""
        if not which:
            self.question_filter.orders.clear()
            self.show_lines(ALL_TAKEN_BACK)
            return
        order = self.question_filter.take_back_order(int(which[:4])) if which.isdecimal() else None
        self.show_lines(render_taken_back_order(order) if order else refuse_order_number(which))

    def _show_odds(self, runs: int | None, *, everything: bool) -> None:
        """Print the odds of the open question, estimated by ``runs`` random runs; with ``everything`` all measures.

        Raises:
            SignalInterrupt: The system asks the program to end.
            InputError: No question is open.
        """
        from bombsight.cli.play.odds import draw_estimated_odds

        if self.moment is not None:
            raise InputError(sentences.NO_QUESTION)
        self.show_texts(draw_estimated_odds(self.question_filter, self.out, self.width, runs, shows_all=everything))

    def draw_whole_log(self, width: int) -> list[Text]:
        """Render the whole story, with the throw numbers that the command ``why`` takes."""
        return [*draw_log(self._tell_story(), width)]

    def _tell_story(self) -> list[StoryLine]:
        """Tell the whole story, with all throws."""
        story = self.narrator.new_story(explains_marks=False)
        story.detail = "books" if story.detail == "books" else "rolls"
        happened = None if self.moment is None else self.moment.event_count
        return story.tell_all([*islice(self.play.events(), happened)])

    def _tell_as_shown(self) -> list[StoryLine]:
        """Tell the whole story as the player is shown it, at his level of detail."""
        story = self.narrator.new_story()
        return story.tell_all([*self._shown_events()])

    def _shown_events(self) -> Sequence[EventView]:
        """The events up to the present, or to the past moment that the player looks at."""
        return self.play.story if self.moment is None else self.play.story[: self.moment.event_count]

    def _show_table(self, name: str) -> None:
        """Print the card of a table of the game."""
        from bombsight.cli.tables.card import show_card
        from bombsight.service.lookup.cards import look_up_card

        table = look_up_card(self.play.request, name).table
        self._show_captured(lambda: show_card(table, self.out, shows_rule_text=False))

    def give_order(self, command: GiveOrder, view: View) -> None:
        """Add a standing order, which answers questions automatically."""
        self.question_filter.give_order(command.order)
        self.show_lines(render_given_order(command.order))
        if view.question is not None and self.question_filter.automatic_answer(view.question) is None:
            self.show_texts([styled_text("This one is for yourself to answer.", "dim"), Text()])

    def leave_throw(self, *, always: bool) -> None:
        """Let the program throw the dice of this throw; with ``always``, the dice of all later throws too."""
        if always:
            self.typed_dice.clear()
            self.play.throw_by_hand(False)
        else:
            self.play.throw_for_me()
