"""The commands of a player at a seat who plays in lines: each prints its reply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from attrs import define
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.boards import draw_boards
from bombsight.cli.play.naming import draw_names
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.play.paging import show_paged
from bombsight.cli.play.question_input import (
    read_line,
)
from bombsight.cli.play.story import draw_log
from bombsight.cli.seats.seat_narrator import SeatNarrator
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import show_error, styled_text
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.run.policies import Question
from bombsight.service.boards.changes import mark_changes
from bombsight.service.play.naming import parse_renaming
from bombsight.service.present import commands, sentences
from bombsight.service.present.beats import Pace, describe_pace, preferred_pace, remember_pace
from bombsight.service.present.command_parsing import parse_word_command
from bombsight.service.present.command_table import SEAT_HELP_ROWS, SOLO_WORDS
from bombsight.service.present.commands import Beside
from bombsight.service.present.explanation import explain_events
from bombsight.service.present.pages import help_lines
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail, describe_detail

QUESTION_HEIGHT = 8
"""The lines kept free for the question below a long list."""


class Resignation(Exception):  # noqa: N818 - resigning is no error
    """Raised when the player resigns the game."""


class UndoWanted(Exception):  # noqa: N818 - asking is no error
    """Raised when the player asks to take back his last answer."""


class QuestionWithdrawn(Exception):  # noqa: N818 - consent is no error
    """Raised when the player has agreed to an undo, so that his open question is asked no more."""


@define
class CommandConsole(SeatNarrator):
    """The terminal of one player of two, as far as his commands go."""

    _boards_before: Sequence[BoardShown] = ()
    _boards_seen: Sequence[BoardShown] = ()
    _boards_seen_at: int = -1

    def run_if_command(self, typed: str, question: Question | None) -> bool:
        """Execute input if it is a command; return whether it is. At a throw there is no question.

        Raises:
            PlayerLeft: The person leaves.
            Resignation: The player resigns.
            UndoWanted: The player asks to take back his last answer.
        """
        word, _, rest = typed.removeprefix("/").partition(" ")
        word = word.lower()
        if word in SOLO_WORDS:
            self.show_texts(
                [styled_text(f"At a table of two there is no `{word}`. help lists what there is.", "yellow")]
            )
        elif (word, rest.strip().lower()) == ("give", "up"):
            self._confirm_resignation()
        elif (command := parse_word_command(typed)) is None or not self._dispatch(command, question):
            return False
        self.out.print()
        return True

    def _dispatch(self, command: Beside, question: Question | None) -> bool:
        """Execute a command by its class; return False if a table of two has no such command."""
        match command:
            case commands.Quit():
                raise PlayerLeft
            case commands.Undo(count=1):
                raise UndoWanted
            case commands.Undo() | commands.UndoTo() | commands.UndoAll() | commands.UndoBeat():
                self.show_refusal(sentences.UNDO_ONLY_LAST)
            case commands.Why(which=which):
                self._run_guarded(lambda: self._show_why(which, question))
            case commands.ShowOdds(runs=None, everything=everything) if question is not None:
                self._run_guarded(lambda: self._show_odds(question, everything=everything))
            case commands.ShowLog(lines=count):
                self._show_log(count)
            case commands.SetDetail(detail=detail):
                self._set_detail(detail or self.detail)
            case commands.SetPace(pace=pace):
                self._set_pace(pace)
            case commands.ShowSheet(everything=everything):
                self._run_guarded(lambda: self._show_sheet(everything=everything))
            case commands.ShowBoards(name=name):
                self._run_guarded(lambda: self._show_boards(name))
            case commands.ShowNames():
                self._run_guarded(lambda: self._show_in_pages(draw_names(self.queries.named_things())))
            case commands.Rename(text=text):
                self._run_guarded(lambda: self._rename(text))
            case commands.Help():
                self._show_in_pages(draw_lines(help_lines(SEAT_HELP_ROWS), self.width))
            case (
                commands.ShowOdds()
                | commands.ShowDecisions()
                | commands.ShowLuck()
                | commands.ShowOrders()
                | commands.TakeBackOrder()
                | commands.SetLevel()
                | commands.LookBack()
                | commands.ShowTable()
                | commands.Save()
                | commands.SetDice()
            ):
                return False
            case _:
                assert_never(command)
        return True

    def _run_guarded(self, command: Callable[[], None]) -> None:
        """Execute a command; print an error in it, without ending the game."""
        try:
            command()
        except InputError as error:
            show_error(error)

    def _confirm_resignation(self) -> None:
        """Ask for confirmation of a resignation.

        Raises:
            Resignation: The player confirms.
        """
        self.show_texts(
            [styled_text("The game ends, and all that was hidden is revealed. Type yes to give it up.", "bold yellow")]
        )
        if read_line(self.out).lower() in ("yes", "y"):
            raise Resignation

    def _show_why(self, which: str, question: Question | None) -> None:
        """Print the explanation of past events that the command ``why`` asks for."""
        lines = explain_events(self.views, which, question, self.queries.other_throws, self.seated.phrases)
        self._show_in_pages(draw_lines(lines, self.width))

    def _show_sheet(self, *, everything: bool) -> None:
        """Print the state of the fields that have titles; with ``everything`` all of them."""
        self._show_in_pages(
            draw_lines(render_sheet(self.queries.current_state().sheet, everything=everything), self.width)
        )

    def _show_boards(self, name: str) -> None:
        """Print the boards that a name names, with what has changed since the player looked before the last events.

        Raises:
            InputError: There is no such board, or the table does not answer.
        """
        boards = self.queries.current_state().boards
        if len(self.views) != self._boards_seen_at:
            self._boards_before, self._boards_seen, self._boards_seen_at = self._boards_seen, boards, len(self.views)
        marked = mark_changes(self._boards_before or boards, boards)
        self._show_in_pages(draw_boards(marked, name, self.width))

    def _show_odds(self, question: Question, *, everything: bool) -> None:
        """Ask the arbiter for the odds of the open question, and print them."""
        from bombsight.cli.play.odds import draw_odds

        with self.out.status("Working out the odds", spinner="line"):
            odds = self.queries.odds()
        self.show_texts(draw_odds(question, odds, self.width, shows_all=everything))

    def _show_log(self, count: int | None) -> None:
        """Print the story so far with its throws numbered, or its last ``count`` lines."""
        story = self.new_story()
        story.explains_marks = False
        story.detail = "books" if story.detail == "books" else "rolls"
        lines = [*draw_log(story.tell_all(self.views), self.width)]
        self._show_in_pages(lines if count is None else lines[-count:])

    def _set_detail(self, detail: Detail) -> None:
        """Set the level of the story's detail from here on, and print it."""
        self.detail = detail
        if self.story is not None:
            self.story.detail = detail
        self.show_texts([styled_text(describe_detail(detail), "yellow")])

    def _set_pace(self, pace: Pace | None) -> None:
        """Set and remember the pace of the story, if one is given, and print it."""
        if pace is not None:
            remember_pace(pace)
            if self.pager is not None:
                self.pager.pace = pace
        self.show_texts([styled_text(describe_pace(pace or preferred_pace()), "yellow")])

    def _rename(self, text: str) -> None:
        """Give a person or thing another name, by a typed text.

        Raises:
            InputError: Nothing has that name, the new one is invalid, or the table does not answer.
        """
        thing, name = parse_renaming(text.split(), self.queries.named_things())
        self.queries.rename(thing, name)
        self.show_texts([styled_text(f"{thing.what}: {name}", "yellow")])

    def _show_in_pages(self, lines: Iterable[Text]) -> None:
        """Print lines page by page, to leave room for the question that follows."""
        show_paged(self.out, [*lines], QUESTION_HEIGHT)
