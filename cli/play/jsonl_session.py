"""A program at a game: events and questions are lines of JSON on the output, its moves lines of JSON on the input."""

from __future__ import annotations

import sys

from attrs import define

from bombsight.boundary.errors import InputError
from bombsight.cli.play.asking import LONGEST, Ended, is_too_long, pass_over
from bombsight.cli.terminal.output import print_json
from bombsight.service.common.document import Document
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.moves import make, read_move
from bombsight.service.play.play import Play
from bombsight.service.present.documents import Played, Refused, Undone, awaited


@define
class Lines:
    """What a program reads and writes.

    Attributes:
        steward: Sits beside the program at the game.
        plays: Whether the program makes moves; else it is told no more than events.
        stop: What asked the program to stop, or None.
        is_over: Whether the game came to its end.
    """

    steward: QuestionFilter
    plays: bool = True
    stop: KeyboardInterrupt | None = None
    is_over: bool = False
    _told: int = 0

    @property
    def play(self) -> Play:
        """The game."""
        return self.steward.play

    def sit(self) -> None:
        """Play to the end, or until there is nothing more to read."""
        session = self.play.session
        save = session.save.path if session.save is not None else None
        tell(Played.by(session.header, save=save, about=session.program.about))
        try:
            while not self.is_over:
                view = self.steward.view()
                self._tell(view.kept)
                self.is_over = view.outcome is not None
                told = awaited(view)
                if told is not None and self.plays:
                    tell(told)
                while not self.is_over and self.steward.view() is view:
                    self._move()
        except Ended as end:
            self.stop = end.stop

    def rest(self) -> None:
        """Tell what has happened and was not told, where the game could not go on."""
        self._tell(self._told)

    def _tell(self, kept: int) -> None:
        if kept < self._told:
            tell(Undone(kept=kept))
            self._told = kept
        for event in self.play.events(self._told):
            print_json(event.to_json(), line=True)
            self._told += 1

    def _move(self) -> None:
        """Make the next move that can be made; what is none is answered with an error.

        Raises:
            Ended: There is nothing more to read.
        """
        line = read_line()
        try:
            if is_too_long(line):
                raise InputError(f"a line is longer than {LONGEST} characters")
            told = make(self.steward, read_move(line.strip()))
            if told is not None:
                tell(told)
        except InputError as error:
            if self.play.is_stuck:
                raise
            tell(Refused(message=error.message, hint=error.hint))


def tell(document: Document) -> None:
    """Write a document."""
    print_json(document.to_json(), line=True)


def read_line() -> str:
    """The next line that is not blank; of one that is too long no more than shows that it is.

    Raises:
        Ended: The input is closed, or the program is asked to stop.
    """
    sys.stdout.flush()
    try:
        while True:
            line = sys.stdin.readline(LONGEST + 2)
            if not line:
                raise EOFError
            if is_too_long(line):
                pass_over(line)
                return line  # blank or not: who sent it waits for an answer
            if line.strip():
                return line
    except KeyboardInterrupt as stop:
        raise Ended(stop) from stop
    except (EOFError, ValueError) as end:
        raise Ended from end
