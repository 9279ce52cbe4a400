"""The commands of a player at a seat on the whole screen: each replies with lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from attrs import define
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.boards import draw_boards
from bombsight.cli.play.naming import draw_names
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.dsl.listing import capitalize_first
from bombsight.runtime.events.views import RollView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.boards.changes import mark_changes
from bombsight.service.play.naming import parse_renaming
from bombsight.service.play.past_state import Moment
from bombsight.service.play.standing_orders import Level
from bombsight.service.present import commands
from bombsight.service.present.beats import Pace, describe_pace, remember_pace
from bombsight.service.present.commands import Beside, GiveOrder
from bombsight.service.present.explanation import explain_events
from bombsight.service.present.lines import Line, line
from bombsight.service.present.order_lines import (
    ALL_TAKEN_BACK,
    refuse_level,
    refuse_order_number,
    render_given_order,
    render_level,
    render_orders,
    render_taken_back_order,
)
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail, describe_detail
from bombsight.service.present.why import find_throw, find_throws
from bombsight.service.seats.player.seat_game import SeatGame

LEVEL_IS_AGREED = line("How much you are asked is settled as you sit down: --ask all, sensible or grave.", "notice")
"""What is said of another level of asking at a table over a network."""


@define
class SeatCommands:
    """The commands of a player at a seat.

    Attributes:
        game: What he knows of the game.
        level: Which questions he is asked.
        change_level: Changes that; None where it is settled as he sits down.
        detail: The level of detail of the story.
        pace: The pace of the story.
        moment: The past moment that commands refer to; None for the present.
    """

    game: SeatGame
    level: Level
    change_level: Callable[[Level], None] | None = None
    detail: Detail = "rolls"
    pace: Pace = "beats"
    moment: Moment | None = None

    def run(self, command: Beside, question: Question | None, width: int) -> list[Text]:
        """Execute a command, and return the lines of its reply for a width.

        Raises:
            PlayerLeft: The person leaves.
        """
        try:
            return self._dispatch(command, question, width)
        except InputError as error:
            error = error.for_front_end("command line")
            hint = [styled_text(error.hint, "dim")] if error.hint else []
            return [styled_text(f"{capitalize_first(error.message)}.", "yellow"), *hint]

    def _dispatch(self, command: Beside, question: Question | None, width: int) -> list[Text]:
        """Execute a command by its class, and return the lines of its reply.

        Raises:
            PlayerLeft: The person leaves.
            InputError: The command fails.
        """
        match command:
            case commands.Quit():
                raise PlayerLeft
            case commands.Why(which=which):
                return draw_lines(self._explain(which, question), width)
            case commands.ShowOrders():
                return draw_lines(render_orders(self.game.orders), width)
            case commands.TakeBackOrder(which=which):
                return draw_lines([self._take_back_order(which)], width)
            case commands.SetLevel(level=level, word=word):
                return draw_lines([self._set_level(level, word)], width)
            case commands.SetDetail(detail=detail):
                self.detail = detail or self.detail
                return [styled_text(describe_detail(self.detail), "yellow")]
            case commands.SetPace(pace=pace):
                if pace is not None:
                    self.pace = pace
                    remember_pace(pace)
                return [styled_text(describe_pace(self.pace), "yellow")]
            case commands.ShowSheet(everything=everything):
                sheet = self.game.present.sheet if self.moment is None else self.moment.sheet
                return draw_lines(render_sheet(sheet, everything=everything), width)
            case commands.ShowBoards(name=name):
                return [*self._draw_boards(name, width)]
            case commands.ShowNames():
                return [*draw_names(self.game.queries.await_names())]
            case commands.Rename(text=text):
                return [self._rename(text)]
            case commands.ShowOdds() | commands.ShowLog() | commands.LookBack() | commands.Help():
                return []  # the screen has pages of its own for these
            case (
                commands.Undo()
                | commands.UndoTo()
                | commands.UndoAll()
                | commands.UndoBeat()
                | commands.ShowDecisions()
                | commands.ShowLuck()
                | commands.ShowTable()
                | commands.Save()
                | commands.SetDice()
            ):
                return []  # refused before, or asked of the others
            case _:
                assert_never(command)

    def give_order(self, command: GiveOrder, question: Question | None, width: int) -> list[Text]:
        """Give a standing order, and return its confirmation."""
        self.game.give_order(command.order)
        lines = draw_lines([render_given_order(command.order)], width)
        if question is not None and self.game.automatic_answer() is None:
            lines.append(styled_text("This one is for yourself to answer.", "dim"))
        return lines

    def _explain(self, which: str, question: Question | None) -> list[Line]:
        """Explain the throw that ``why`` asks for, as far as the player may know.

        Raises:
            InputError: There is no such throw, or the table does not answer.
        """
        game = self.game
        views = game.views[: None if self.moment is None else self.moment.event_count]
        phrases = game.new_story(self.detail).phrases
        lines = explain_events(views, which, question, lambda event: game.queries.await_reasons(event).others, phrases)
        return [*lines, *self._explain_stake(views, which)]

    def _explain_stake(self, views: Sequence[Event], which: str) -> list[Line]:
        """Explain what was at stake at a throw, as far as the player may know.

        Raises:
            InputError: The table does not answer.
        """
        if next(find_throws(views), None) is None:
            return []
        event = find_throw(views, which)
        if not isinstance(views[event], RollView):
            return []
        stake = self.game.queries.await_reasons(event).stake
        leads = () if stake is None else stake.leads
        return (
            [line(f"at stake: {'; '.join(f'{faces} → {result}' for faces, result in leads)}", indent=1)]
            if leads
            else []
        )

    def _rename(self, text: str) -> Text:
        """Give a person or thing another name, by a typed text; return the confirmation.

        Raises:
            InputError: Nothing has that name, the new one is invalid, or the table does not answer.
        """
        queries = self.game.queries
        thing, name = parse_renaming(text.split(), queries.await_names())
        queries.rename(thing, name)
        self.game.forget_states()
        return styled_text(f"{thing.what}: {name}", "yellow")

    def _take_back_order(self, which: str) -> Line:
        """Cancel the standing order with a number, or all of them if ``which`` is empty."""
        if not which:
            self.game.orders.clear()
            return ALL_TAKEN_BACK
        order = self.game.take_back_order(int(which[:4])) if which.isdecimal() else None
        return render_taken_back_order(order) if order else refuse_order_number(which)

    def _set_level(self, level: Level | None, word: str) -> Line:
        """Set which questions the player is asked, if the table lets him, or say which he is."""
        if level is None:
            return refuse_level() if word else render_level(self.level)
        if self.change_level is None:
            return LEVEL_IS_AGREED
        self.change_level(level)
        self.level = level
        return render_level(level)

    def _draw_boards(self, name: str, width: int) -> list[Text]:
        """Render the boards that a name names, with what has changed since the player's last answer.

        Raises:
            InputError: There is no such board.
        """
        boards = self.game.present.boards if self.moment is None else self.moment.boards
        event_count = self.game.event_count if self.moment is None else self.moment.event_count
        decision = self.game.find_last_decision()
        if decision and decision < event_count:
            boards = mark_changes(self.game.moment(decision).boards, boards)
        return [*draw_boards(boards, name, width)]
