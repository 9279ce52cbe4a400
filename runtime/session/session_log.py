"""What is kept of a session: its header, dice and answers, and how it ended; in memory, and in its save.

Until a run has come to the end of the records they may yet be refused, and a save that is refused stays as it is: what
is to be written is held back until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError, clip
from bombsight.runtime import sentences
from bombsight.runtime.events.names import OwnName, add_own_name
from bombsight.runtime.saves.lines import Line, NameLine, ThrowerLine, UndoLine, record_line, rules_line
from bombsight.runtime.saves.records import Answer, End, Header, Record, Throw, last_decision
from bombsight.runtime.saves.writer import SaveFile


class SessionLog:
    """The records of a session.

    Attributes:
        header: What the session began with, as it counts now.
        records: Dice and answers so far.
        end: How it ended by its records, or None.
        save: Where they are written, or None.
        path: Where they were read, for messages, where they are not written there; empty where that is not known.
    """

    def __init__(
        self,
        header: Header,
        records: Sequence[Record] = (),
        end: End | None = None,
        save: SaveFile | None = None,
        path: str = "",
    ) -> None:
        self.header = header
        self.records = list(records)
        self.end = end
        self.save = save
        self.path = path
        self._released = False
        self._held: list[Line] = []

    # --- what is written

    def add_record(self, record: Record) -> None:
        """Take a new record."""
        self.records.append(record)
        self._write(record_line(record))

    def add_end(self, end: End) -> None:
        """Take how it ended."""
        self.end = end
        self._write(record_line(end))

    def reopen(self) -> None:
        """Take that it goes on beyond its end; all records still count."""
        self.end = None
        self._write(rules_line(self.header, len(self.records)))

    def undo(self, count: int) -> int:
        """Take back answers, or throws of real dice, with all that followed them; how many there were to take back."""
        undone = 0
        while undone < count and (index := last_decision(self.records, self.header)) is not None:
            del self.records[index:]
            undone += 1
        if undone:
            self.end = None
            self._write(UndoLine(undone))
            self.sync()
        return undone

    def set_own_name(self, own_name: OwnName) -> None:
        """Take a name that a player gave."""
        self.header = evolve(self.header, names=add_own_name(self.header.names, own_name))
        self._write(NameLine(own_name))
        self.sync()

    def set_by_hand(self, by_hand: bool) -> None:
        """Take that from here on a person throws, or those who did it before."""
        header = self.header.with_thrower(by_hand=by_hand)
        if header != self.header:
            self.header = header
            self._write(ThrowerLine(header.thrower))
            self.sync()

    def save_as(self, path: str) -> None:
        """Keep everything in a new save from here on, what has happened so far included.

        Raises:
            InputError: It is kept already, or the file exists or cannot be written.
        """
        if self.save:
            raise InputError("this session is kept already", self.save.path)
        self.save = SaveFile.create(path, self.header)
        for record in (*self.records, *([self.end] if self.end else [])):
            self.save.write_record(record)
        self.save.sync()

    def release_lines(self) -> None:
        """The records were not refused: what was held back is written."""
        self._released = True
        if self._held:
            for line in self._held:
                self._write(line)
            self._held.clear()
            self.sync()

    def sync(self) -> None:
        """See that all is on the disk."""
        if self.save and self._released:
            self.save.sync()

    def _write(self, line: Line) -> None:
        if self.save is None:
            return
        if self._released:
            self.save.write(line)
        else:
            self._held.append(line)

    # --- what people are told of it

    def record_at(self, index: int) -> Record | End:
        """A record, or behind the last of them the end."""
        if index < len(self.records):
            return self.records[index]
        assert self.end is not None
        return self.end

    def describe_record(self, index: int) -> str:
        """A record in words: the number of the answer counts, for people remember answers."""
        answers = sum(isinstance(record, Answer) for record in self.records[: index + 1])
        match self.record_at(index):
            case End(result=result, fault=fault):
                return sentences.end_record(clip(fault or result))
            case Answer(name=name, at=at):
                return sentences.answer_record(answers, clip(name), clip(at))
            case Throw(faces=faces, at=at):
                return sentences.throw_record(clip(str(list(faces))), clip(at), answers)
            case never:
                assert_never(never)

    def place_of(self, index: int) -> str:
        """Where a record stands in the save: ``file:line``, as far as that is known."""
        line = self.record_at(index).line
        path = self.save.path if self.save else self.path
        return f"{path}:{line}" if line else path
