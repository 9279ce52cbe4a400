"""Telling a game as it goes on: page by page, with a debriefing after each mission, and where one was."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve
from rich.console import Console
from rich.text import Text

from bombsight.cli.play.paging import can_wait, fits, show_paged, wait
from bombsight.cli.play.story import drawn
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import words
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.debriefing_lines import outline, recall, render_debriefing
from bombsight.service.present.order_lines import render_ended
from bombsight.service.present.pages import begin_story
from bombsight.service.present.story import Detail, Story, StoryLine

WIDEST = 100
"""Lines are no longer than this, however wide the terminal is."""

LEAVING = ("q", "quit", "exit", "leave", "n", "no")
"""What ends a game after a debriefing."""

GOING_ON = ("", "y", "yes", "next")
"""What begins the next mission."""


UNASKED = "You were asked nothing: every question had one sensible answer."
"""Why a person had nothing to decide in a game that is over."""


class Left(Exception):  # noqa: N818 - leaving a game is no error
    """The person leaves."""


@define
class Narrator:
    """Tells what happens in a game.

    Attributes:
        steward: Sits beside the person at the game, and answers what need not be asked.
        out: Where it is told.
        detail: How much is told.
        plays: Whether the person answers; else the answers are told, too.
        recall: Whether it is taken up again, and where one was has still to be told.
        above: How many new lines stand above the first that are told.
        between: Does what is typed after a debriefing, if it is a command, and says whether it is; None for nothing.
    """

    steward: QuestionFilter
    out: Console
    detail: Detail = "rolls"
    plays: bool = True
    recall: bool = False
    above: int = 0
    between: Callable[[str, Debriefing], bool] | None = None
    _told: int = 0
    _story: Story | None = None

    @property
    def play(self) -> Play:
        """The game."""
        return self.steward.play

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return min(self.out.width, WIDEST)

    def rest(self) -> None:
        """Tell what has happened and was not told, where the game could not go on."""
        self.tell(self._told, None)

    def tell(self, kept: int, asked: str | None, below: int = 0, *, offers_again: bool = False) -> None:
        """Tell what has happened since the last time, down to the headings above what is ``asked`` now.

        Where a command after a debriefing leads elsewhere, nothing is told of what would have come. After answers were
        taken back the story is told anew, silently, up to what is kept of it, but for dice that may be thrown again.

        Args:
            kept: How many of the events told before still count.
            asked: The question; None where the game is over.
            below: How many lines the question takes.
            offers_again: Whether it offers to throw the last dice again.

        Raises:
            Left: The person leaves after a mission.
            Ended: There is nothing more to read.
        """
        is_first, is_silent = self._story is None, self._story is not None and kept < self._told
        if self._story is None or is_silent:
            self._story, self._told = self.story(answers=not self.plays), 0
        start, views = self._told, [*self.play.events(self._told)]
        self._told += len(views)
        if is_silent or self.recall:
            lines = self._close(self._story, self._story.tell(views), asked, offers_again=offers_again)
            if self.recall:
                self._show(draw_lines(recall(lines, self.play.view().sheet), self.width), 0)
            self.recall = False
            self._show(drawn(thrown_last(lines) if offers_again else (), self.width), 0)
            return
        for told in self.play.debriefings(start):
            self._show(drawn(self._story.tell(views[: told.event + 1 - start]), self.width), 2)
            self._show(draw_lines(render_debriefing(told), self.width), 2)
            if asked is not None and self.plays and can_wait(self.out) and not self._goes_on(told):
                self._told = told.event + 1
                return
            views, start = views[told.event + 1 - start :], told.event + 1
        lines = self._close(self._story, self._story.tell(views), asked, offers_again=offers_again)
        shown = [*drawn(lines, self.width), *draw_lines(render_ended(self.steward.take_ended()), self.width)]
        self._show(shown, below, self._head(lines) if is_first and self.plays else ())

    def _goes_on(self, told: Debriefing) -> bool:
        """Wait after a debriefing until the next mission is wanted; whether it is, for nothing was taken back by then.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        view = self.play.view()
        self.out.print()
        while True:
            before, view = view, self.play.view()
            if view is not before and view.kept <= told.event:
                return False
            typed = wait(self.out, "Enter: fly the next; quit: leave, and go on another day; help: what else")
            if typed.lower() in LEAVING:
                raise Left
            if typed.lower() in GOING_ON:
                return True
            if self.between is None or not self.between(typed, told):
                self.out.print(words(f"{typed}: nothing that can be typed here. Enter alone flies the next.", "yellow"))

    def set_detail(self, detail: Detail) -> None:
        """Tell more or less from here on."""
        self.detail = detail
        if self._story is not None:
            self._story.detail = detail

    def story(self, *, answers: bool = True) -> Story:
        """A story that has not begun; with the player's ``answers`` or without."""
        return begin_story(self.steward, self.detail, answers=answers)

    def _close(self, story: Story, lines: list[StoryLine], asked: str | None, *, offers_again: bool) -> list[StoryLine]:
        """Lines with what still waits, and the headings above what is asked."""
        return [*lines, *(story.rest() if asked is None else story.announce(asked, offers_again=offers_again))]

    def _head(self, lines: Sequence[StoryLine]) -> Sequence[Text]:
        """What stands above the first question where the beginning fills more than a page: where one is."""
        program = self.play.session.program
        title = words(program.title, "bold").append("   help lists what can be typed", "not bold dim")
        return [title, *draw_lines(recall(outline(lines), (), title=""), self.width)]

    def _show(self, lines: Sequence[Text], below: int, head: Sequence[Text] = ()) -> None:
        """Show lines page by page; those with a ``head`` begin below it on a page of their own where they need one."""
        if head and can_wait(self.out) and not fits(self.out, lines, below, self.above):
            wait(self.out, "Enter begins")
            if fits(self.out, lines, below):
                lines = [head[0], *lines]
        show_paged(self.out, lines, below, head)


def thrown_last(lines: Sequence[StoryLine]) -> list[StoryLine]:
    """The last throw of some lines, by itself."""
    last = next((line for line in reversed(lines) if line.kind == "roll"), None)
    return [evolve(last, depth=0)] if last is not None else []
