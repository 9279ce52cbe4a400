"""Carries out the commands that can be typed beside an answer, and standing orders, at a terminal.

A front end that asks in its own way does as it is told here, too; what is said goes to the console it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import assert_never

from attrs import define, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.boards import board_lines
from bombsight.cli.play.helping import show_help_on
from bombsight.cli.play.naming import name_lines
from bombsight.cli.play.narrating import Left, Narrator
from bombsight.cli.play.paging import can_wait, show_paged
from bombsight.cli.play.story import log_lines
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import print_lines, show_error, words
from bombsight.cli.terminal.signals import Stopped
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.runtime.boards import BoardShown
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.moments import Moment
from bombsight.service.play.play import Play
from bombsight.service.play.typed_dice import DiceKept
from bombsight.service.present import commands
from bombsight.service.present.commands import Beside, GiveOrder, Invalid
from bombsight.service.present.explanation import explain_session
from bombsight.service.present.lines import Line
from bombsight.service.present.order_lines import (
    ALL_TAKEN_BACK,
    list_orders,
    refuse_level,
    refuse_order_number,
    render_given,
    render_level,
    render_taken_back,
)
from bombsight.service.present.pages import help_lines
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import describe_detail
from bombsight.service.present.undo import plan_undo
from bombsight.service.present.view import View

QUESTION = 8
"""So many lines are left for a question below a long list."""


@define
class Commands:
    """Does what a person types beside answers.

    Attributes:
        narrator: Tells the game; how much, may be typed.
        kept: Dice that were typed beforehand.
        complain: Says what is wrong with a command.
        moment: What is asked about where that is not how things stand now: the end of a mission, though play has come
            to a question of the next; None for now.
    """

    narrator: Narrator
    kept: DiceKept = field(factory=DiceKept)
    complain: Callable[[InputError], None] = show_error
    moment: Moment | None = None

    @property
    def steward(self) -> QuestionFilter:
        """Sits beside the person at the game."""
        return self.narrator.steward

    @property
    def play(self) -> Play:
        """The game."""
        return self.narrator.play

    @property
    def out(self) -> Console:
        """Where is shown what is asked for."""
        return self.narrator.out

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return self.narrator.width

    def show(self, lines: Iterable[Text]) -> None:
        """Show some lines."""
        print_lines(self.out, lines)

    def tell(self, *lines: Line) -> None:
        """Show lines at the width of the screen."""
        self.show(draw_lines(lines, self.width))

    def show_long(self, lines: Iterable[Text]) -> None:
        """Show lines page by page: the question is put again below them.

        Raises:
            Ended: There is nothing more to read.
        """
        show_paged(self.out, [*lines], QUESTION)

    def _show_drawn(self, draw: Callable[[], None]) -> None:
        """Show what draws itself; page by page, where somebody would else lose its beginning.

        Raises:
            InputError: It cannot be drawn.
            Ended: There is nothing more to read.
        """
        if not can_wait(self.out):
            draw()
            return
        with self.out.capture() as drawn:
            draw()
        self.show_long(Text.from_ansi(drawn.get().rstrip("\n")).split("\n", allow_blank=True))

    def refuse(self, invalid: Invalid) -> None:
        """Say why something typed would not do, and how the command goes that it begins like."""
        meant = wrapped(words(invalid.usage, "dim"), 0, self.width) if invalid.usage else ()
        self.show([*wrapped(words(invalid.problem, "yellow"), 0, self.width), *meant, Text()])

    def do(self, command: Beside, view: View) -> None:
        """Carry out a command; what is wrong with it ends no game.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        try:
            self._do(command, view)
        except InputError as error:
            self.complain(error)

    def _do(self, command: Beside, view: View) -> None:
        """Carry out a command.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
            InputError: It cannot be done.
        """
        match command:
            case commands.Undo() | commands.UndoTo() | commands.UndoAll() | commands.ShowDecisions():
                self._undo(command)
            case commands.Quit():
                raise Left
            case commands.Why(which=which):
                play = self.play
                views = play.story if self.moment is None else play.story[: self.moment.happened]
                lines = explain_session(play.session, views, which, view.question, play.phrases)
                self.show_long(draw_lines(lines, self.width))
            case commands.ShowOdds(runs=runs, everything=everything):
                self._odds(runs, everything=everything)
            case commands.ShowOrders():
                self.tell(*list_orders(self.steward.orders))
            case commands.TakeBackOrder(which=which):
                self._take_back_order(which)
            case commands.SetLevel(level=None, word=word) if word:
                self.tell(refuse_level())
            case commands.SetLevel(level=level):
                if level is not None:
                    self.steward.ask(level)
                self.tell(render_level(self.steward.level))
            case commands.ShowLog(lines=count):
                told = self.log_all(self.width)
                self.show_long(told if count is None else told[-count:])
            case commands.SetDetail(detail=detail):
                self.narrator.set_detail(detail or self.narrator.detail)
                self.show([words(describe_detail(self.narrator.detail), "yellow")])
            case commands.ShowSheet(everything=everything):
                sheet = view.sheet if self.moment is None else self.moment.sheet
                self.show_long(draw_lines(render_sheet(sheet, everything=everything), self.width))
            case commands.ShowBoards(name=name):
                self.show(board_lines(self._boards(), name, self.width))
            case commands.ShowTable(name=name):
                self._table(name)
            case commands.ShowNames():
                self.show(name_lines(self.play.called()))
            case commands.Rename(text=text):
                found = self.play.name(text)
                self.show([words(f"{found.what}: {found.name}.")])
            case commands.Save(path=path):
                self._save(path)
            case commands.SetDice(by_hand=by_hand):
                self.kept.clear()
                self.play.throw_by_hand(by_hand)
                self.show([words("You throw from here on." if by_hand else "The seed throws from here on.")])
            case commands.Help(topic=""):
                self.show_long(draw_lines(help_lines(), self.width))
            case commands.Help(topic=topic):
                self._show_drawn(lambda: show_help_on(self.play, topic, self.out, self.width))
            case _:
                assert_never(command)

    def _boards(self) -> Sequence[BoardShown]:
        """The pictures of how things stand.

        Raises:
            InputError: The game cannot go on.
        """
        return self.play.boards() if self.moment is None else self.moment.boards

    def _undo(self, command: commands.Undo | commands.UndoTo | commands.UndoAll | commands.ShowDecisions) -> None:
        """Take back answers and say which, or list what can be."""
        plan = plan_undo(self.play, command)
        self.tell(*plan.lines)
        if plan.count:
            self.kept.clear()
            self.steward.undo(plan.count)

    def _take_back_order(self, which: str) -> None:
        """Take back the order with a number, or all."""
        if not which:
            self.steward.orders.clear()
            self.tell(ALL_TAKEN_BACK)
            return
        order = self.steward.take_back(int(which[:4])) if which.isdecimal() else None
        self.tell(render_taken_back(order) if order else refuse_order_number(which))

    def _odds(self, runs: int | None, *, everything: bool) -> None:
        """Show the odds of the open question; the keys that interrupt end the work on them, not the game.

        Raises:
            Stopped: The system asks the program to end.
            InputError: No question is open.
        """
        from bombsight.cli.play.odds import odds_lines

        if self.moment is not None:
            raise InputError("no question is open")
        weighing = None
        with self.out.status("Working out the odds", spinner="line"):
            try:
                weighing = self.play.weigh()
                weighing.work(runs)
            except KeyboardInterrupt as stop:
                if isinstance(stop, Stopped):
                    raise
        if weighing is None or not weighing.sample.runs:
            self.show([words("Stopped before anything was known.", "yellow")])
        else:
            self.show(odds_lines(weighing.question, weighing.odds(), self.width, everything=everything))

    def log_all(self, width: int) -> list[Text]:
        """The story so far, with the numbers that ``why`` takes."""
        story = self.narrator.story()
        story.detail = "books" if story.detail == "books" else "rolls"
        happened = None if self.moment is None else self.moment.happened
        return [*log_lines(story.whole([*islice(self.play.events(), happened)]), width)]

    def _table(self, word: str) -> None:
        """Show a table of the game."""
        from bombsight.cli.tables.card import show_card
        from bombsight.service.lookup.cards import card_in

        told = card_in(self.play.request, word).table
        self._show_drawn(lambda: show_card(told, self.out, as_written=False))

    def _save(self, path: str) -> None:
        """Say where the game is saved, or save a copy; a game that was not saved is from here on."""
        save = self.play.session.save
        if path:
            self.play.save(path)
            kept = f"A copy of the game is in {path}."
            self.show([words(kept if save else f"From here on every answer is saved in {path}.")])
        elif save is None:
            self.show([words("This game is not being saved. Write: save FILE", "yellow")])
        else:
            self.show([words(f"Every answer is saved in {save.where() or 'a file that was moved'} as it is given.")])

    def give_order(self, command: GiveOrder, view: View) -> None:
        """Give a standing order."""
        self.steward.order(command.order)
        self.tell(render_given(command.order))
        if view.question is not None and self.steward.own_answer(view.question) is None:
            self.show([words("This one is for yourself to answer.", "dim"), Text()])

    def leave_throw(self, *, always: bool) -> None:
        """Leave this throw, or all from here on, to the seed."""
        if always:
            self.kept.clear()
            self.play.throw_by_hand(False)
        else:
            self.play.throw_for_me()
