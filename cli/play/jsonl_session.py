"""The JSON-lines session of a program that plays: events and questions go to stdout, moves come from stdin."""

from __future__ import annotations

import sys

from attrs import define

from bombsight.boundary.errors import InputError
from bombsight.cli.play.question_input import MAX_LINE_LENGTH, InputEnded, discard_line, is_too_long
from bombsight.cli.terminal.output import print_json
from bombsight.service.common.document import Document
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.moves import apply_move, parse_move
from bombsight.service.play.play import Play
from bombsight.service.present.documents import Played, Refused, Undone, awaiting_document


@define
class JsonlSession:
    """A game of a program that plays by JSON lines: events and questions go to stdout, moves come from stdin.

    Attributes:
        question_filter: The question filter of the game.
        plays: Whether the program makes moves; else it only receives events.
        interrupt: The interrupt that stopped the program, or None.
        is_over: Whether the game has ended.
    """

    question_filter: QuestionFilter
    plays: bool = True
    interrupt: KeyboardInterrupt | None = None
    is_over: bool = False
    _written_count: int = 0

    @property
    def play(self) -> Play:
        """The game in play."""
        return self.question_filter.play

    def run(self) -> None:
        """Play to the end, or until the input ends."""
        session = self.play.session
        save = session.save.path if session.save is not None else None
        write_document(Played.from_header(session.header, save=save, about=session.program.about))
        try:
            while not self.is_over:
                view = self.question_filter.view()
                self._write_events(view.kept)
                self.is_over = view.outcome is not None
                request = awaiting_document(view)
                if request is not None and self.plays:
                    write_document(request)
                while not self.is_over and self.question_filter.view() is view:
                    self._make_move()
        except InputEnded as end:
            self.interrupt = end.interrupt

    def show_remaining(self) -> None:
        """Write the events that were not written yet, after the game failed."""
        self._write_events(self._written_count)

    def _write_events(self, kept_count: int) -> None:
        """Write new events as JSON lines; first, if some were undone, a line that keeps only ``kept_count``."""
        if kept_count < self._written_count:
            write_document(Undone(kept=kept_count))
            self._written_count = kept_count
        for event in self.play.events(self._written_count):
            print_json(event.to_json(), on_one_line=True)
            self._written_count += 1

    def _make_move(self) -> None:
        """Read and apply the next valid move; write an error line for each invalid one.

        Raises:
            InputEnded: The input has ended.
        """
        line = read_move_line()
        try:
            if is_too_long(line):
                raise InputError(f"a line is longer than {MAX_LINE_LENGTH} characters")
            reply = apply_move(self.question_filter, parse_move(line.strip()))
            if reply is not None:
                write_document(reply)
        except InputError as error:
            if self.play.is_stuck:
                raise
            write_document(Refused(message=error.message, hint=error.hint))


def write_document(document: Document) -> None:
    """Write a document as a JSON line."""
    print_json(document.to_json(), on_one_line=True)


def read_move_line() -> str:
    """Read the next line that is not blank; one that is too long is truncated.

    Raises:
        InputEnded: The input is closed, or the program is asked to stop.
    """
    sys.stdout.flush()
    try:
        while True:
            line = sys.stdin.readline(MAX_LINE_LENGTH + 2)
            if not line:
                raise EOFError
            if is_too_long(line):
                discard_line(line)
                return line  # blank or not: the sender waits for a response
            if line.strip():
                return line
    except KeyboardInterrupt as stop:
        raise InputEnded(stop) from stop
    except (EOFError, ValueError) as end:
        raise InputEnded from end
