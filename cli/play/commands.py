"""The execution of play commands and standing orders at a terminal.

Front ends with their own way of asking use it, too, with a console of their own for the output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from attrs import define, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.boards import draw_boards, draw_changes
from bombsight.cli.play.help import show_help
from bombsight.cli.play.naming import draw_names
from bombsight.cli.play.narrator import Narrator, PlayerLeft
from bombsight.cli.play.paging import is_attended, show_paged
from bombsight.cli.play.story import draw_log
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import print_lines, show_error, styled_text
from bombsight.cli.terminal.signals import SignalInterrupt
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import View as EventView
from bombsight.service.boards.changes import mark_changes
from bombsight.service.common import sentences
from bombsight.service.common.failure import WrongRules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.history import History
from bombsight.service.play.past_state import Moment, moment_at
from bombsight.service.play.play import Play
from bombsight.service.play.typed_dice import TypedDiceQueue
from bombsight.service.present import commands
from bombsight.service.present.beats import describe_pace, remember_pace
from bombsight.service.present.commands import Beside, GiveOrder, Invalid
from bombsight.service.present.decisions import find_last_decision
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
from bombsight.service.present.why import find_throw, find_throws
from bombsight.service.saves.save_index import remember_save

if TYPE_CHECKING:  # cards load much that a game seldom needs
    from bombsight.service.lookup.cards import CardBox

NOTHING_CHANGED = "Nothing had changed on the boards."
"""What is said of a beat at which the boards stood as at the one before."""

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
    _cards: CardBox | None = None

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
                self.show_in_pages([*draw_lines(lines, self.width), *self._draw_thrown_card(views, which)])
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
                self._save(path)
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

    def _draw_thrown_card(self, views: Sequence[EventView], which: str) -> list[Text]:
        """Render the card of the table of a throw, with what counted for it marked; nothing if there is none.

        Args:
            views: The events that the reader may see.
            which: The throw, as `why` takes it.

        Raises:
            InputError: There is no such throw.
        """
        from bombsight.cli.tables.card import show_thrown_card
        from bombsight.service.lookup.card_marks import find_card_marks, table_of_throw
        from bombsight.service.lookup.cards import CardBox

        event = find_throw(views, which) if which or next(find_throws(views), None) is not None else None
        table = table_of_throw(views[event]) if event is not None else ""
        if event is None or not table:
            return []
        self._cards = self._cards or CardBox(self.play.request)
        try:
            card = self._cards.card(table)
        except (InputError, WrongRules):  # the rules of a game can be gone while it is played
            return []
        with self.out.capture() as drawn:
            show_thrown_card(card, find_card_marks(self.play.session, event, card), self.out)
        return [Text(), *Text.from_ansi(drawn.get().rstrip("\n")).split("\n", allow_blank=True)]

    def _marked_boards(self) -> Sequence[BoardShown]:
        """The current boards, with what has changed since the player's last decision.

        Raises:
            InputError: The game cannot go on.
        """
        event_count = find_last_decision(self.play.session)
        latest = self.play.session.event_count if self.moment is None else self.moment.event_count
        if not event_count or event_count >= latest:
            return self._current_boards()
        return mark_changes(moment_at(self.play.session, event_count - 1).boards, self._current_boards())

    def _look_back(self, number: int) -> None:
        """Print the boards as they stood at a throw, by its number as in the log, and what had changed there.

        Raises:
            InputError: There is no such throw, or there are no boards.
            InputEnded: The input has ended.
        """
        event = find_throw(self._shown_events(), str(number))
        history = History.divide(self.play.session, self._tell_as_shown())
        beat, until = history.find_beat_of_event(event), history.end_of_throw(event)
        present = self._current_boards()
        changes = draw_changes(history.changes(beat, present, until), self.width)
        self.show_in_pages(
            [
                styled_text(history.describe_beat(beat), "bold"),
                *(changes or [styled_text(NOTHING_CHANGED, "dim")] * (beat > 0)),
                Text(),
                *draw_boards(history.boards(beat, present, until), "", self.width),
            ]
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
        from bombsight.cli.play.odds import draw_odds

        if self.moment is not None:
            raise InputError(sentences.NO_QUESTION)
        estimator = None
        with self.out.status("Working out the odds", spinner="line"):
            try:
                estimator = self.play.odds_estimator()
                estimator.run(runs)
            except KeyboardInterrupt as stop:
                if isinstance(stop, SignalInterrupt):
                    raise
        if estimator is None or not estimator.sample.runs:
            self.show_texts([styled_text("Stopped before anything was known.", "yellow")])
        else:
            group = self.question_filter.question_group()
            odds = estimator.to_document()
            self.show_texts(draw_odds(estimator.question, odds, self.width, shows_all=everything, group=group))

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

    def _save(self, path: str) -> None:
        """Print the path of the save, or save a copy; a game without a save is saved from now on."""
        save = self.play.session.save
        if path:
            self.play.save(path)
            if save is None:  # of a copy the record would count everything twice
                remember_save(Path(path))
            message = f"A copy of the game is in {path}."
            self.show_texts([styled_text(message if save else f"From here on every answer is saved in {path}.")])
        elif save is None:
            self.show_texts([styled_text("This game is not being saved. Write: save FILE", "yellow")])
        else:
            self.show_texts(
                [
                    styled_text(
                        f"Every answer is saved in {save.current_path() or 'a file that was moved'} as it is given."
                    )
                ]
            )

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
